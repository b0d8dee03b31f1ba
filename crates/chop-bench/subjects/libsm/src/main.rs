//! libsm, ready to be measured: its functions for digests. It has none for many, and no prepared keys.

use chop_bench::about::{About, ConstantTime, pinned};
use chop_bench::scheme::{Scheme, serve};
use libsm::sm2::ecc::Point;
use libsm::sm2::signature::{SigCtx, Signature};
use num_bigint::BigUint;
use std::sync::LazyLock;

fn main() {
    let about = About {
        name: "libsm".to_owned(),
        version: pinned(include_str!("../Cargo.toml"), "libsm"),
        language: "Rust".to_owned(),
        rule: "GB/T 32918".to_owned(),
        constant_time: ConstantTime::No,
    };
    serve::<Libsm>(about, "portable");
}

/// The curve and its tables, which the crate wants to be made first.
static CURVE: LazyLock<SigCtx> = LazyLock::new(SigCtx::new);

struct Libsm;

impl Scheme for Libsm {
    const PREFIX: &'static str = "sm2_";
    const DETERMINISTIC: bool = false;
    type Signer = BigUint;
    type Public = [u8; 65];
    type Key = Point;

    fn signer(secret: &[u8; 32]) -> BigUint {
        CURVE.load_seckey(secret).expect("a key")
    }

    fn public(signer: &BigUint) -> [u8; 65] {
        let point = CURVE.pk_from_sk(signer).expect("a public key");
        CURVE.serialize_pubkey(&point, false).expect("a point").try_into().expect("an uncompressed point")
    }

    fn sign(signer: &BigUint, digest: &[u8]) -> [u8; 64] {
        let signature = CURVE.sign_raw(digest, signer).expect("a signature");
        let mut bytes = [0; 64];
        for (half, number) in bytes.chunks_mut(32).zip([signature.get_r(), signature.get_s()]) {
            let number = number.to_bytes_be();
            half[32 - number.len()..].copy_from_slice(&number);
        }
        bytes
    }

    fn parse(public: &[u8]) -> Option<Point> {
        CURVE.load_pubkey(public).ok()
    }

    fn verify_parsed(key: &Point, digest: &[u8], signature: &[u8; 64]) -> bool {
        let (r, s) = signature.split_at(32);
        CURVE.verify_raw(digest, key, &Signature::new(r, s)).unwrap_or(false)
    }
}
