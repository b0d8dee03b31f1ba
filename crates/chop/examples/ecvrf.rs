//! A verifiable random function on edwards25519: ECVRF-EDWARDS25519-SHA512-TAI and -ELL2 of RFC 9381.
//!
//! Whoever has the secret key makes of each input one output that looks random to everybody else, and a proof that it is
//! the one. Keys are those of Ed25519.
//!
//! ```text
//! prover     Gamma = x·H with H the point of the input, k a nonce, c = hash(Y, H, Gamma, k·B, k·H), s = k + c·x
//! verifier   U = s·B − c·Y, V = s·H − c·Gamma, c = hash(Y, H, Gamma, U, V)
//! output     hash(8·Gamma)
//! ```
//!
//! edwards25519 has a cofactor: the output is made of 8·Gamma, and a key of small order is refused, with which one output
//! would belong to every input (RFC 9381, 5.4.5).
#![allow(non_snake_case)] // points are capital letters

use chop::Error;
use chop::hazmat::curve25519::{EdwardsPoint, Scalar, Strictness};
use sha2::{Digest, Sha512};

/// How inputs become points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suite {
    /// Try and increment: hashes until one is a point. Its time tells something of the input.
    Tai = 3,
    /// Elligator 2, constant time.
    Ell2 = 4,
}

/// A secret key as RFC 8032, 5.1.5 expands it: x, the other half of the hash, and Y = x·B as bytes.
struct Key {
    x: Scalar,
    prefix: [u8; 32],
    public: [u8; 32],
}

impl Key {
    fn new(secret: &[u8; 32]) -> Key {
        let [low, prefix] = halves(&Sha512::digest(secret).into());
        let x = Scalar::from_clamped_bytes(&low);
        Key { x, prefix, public: EdwardsPoint::mul_base(&x).compress() }
    }
}

fn halves(bytes: &[u8; 64]) -> [[u8; 32]; 2] {
    let (mut low, mut high) = ([0; 32], [0; 32]);
    low.copy_from_slice(&bytes[..32]);
    high.copy_from_slice(&bytes[32..]);
    [low, high]
}

/// H, the point of an input: ECVRF_encode_to_curve (RFC 9381, 5.4.1), with the public key as salt.
pub(crate) fn encode_to_curve(suite: Suite, public: &[u8; 32], alpha: &[u8]) -> Result<EdwardsPoint, Error> {
    match suite {
        Suite::Ell2 => {
            let tag = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04";
            EdwardsPoint::encode_to_curve(&[public, alpha], tag)
        }
        Suite::Tai => {
            for counter in 0..=u8::MAX {
                let hash = Sha512::new().chain_update([suite as u8, 1]).chain_update(public);
                let hash = hash.chain_update(alpha).chain_update([counter, 0]).finalize();
                let [candidate, _] = halves(&hash.into());
                if let Ok(point) = EdwardsPoint::decompress(&candidate, Strictness::Canonical) {
                    let H = point.mul_by_cofactor();
                    if !H.is_identity() {
                        return Ok(H);
                    }
                }
            }
            // One input in 2^256 has no point.
            Err(Error::NotAPoint)
        }
    }
}

/// c: ECVRF_challenge_generation (RFC 9381, 5.4.3), 16 bytes as a number.
fn challenge(suite: Suite, public: &[u8; 32], points: &[EdwardsPoint; 4]) -> Scalar {
    let mut hash = Sha512::new().chain_update([suite as u8, 2]).chain_update(public);
    for encoding in EdwardsPoint::compress_many(points) {
        hash.update(encoding);
    }
    let [mut c, _] = halves(&hash.chain_update([0]).finalize().into());
    c[16..].fill(0);
    Scalar::from_bytes_mod_order(&c)
}

/// The output that belongs to Gamma: ECVRF_proof_to_hash (RFC 9381, 5.2).
fn output(suite: Suite, Gamma: &EdwardsPoint) -> [u8; 64] {
    let hash = Sha512::new().chain_update([suite as u8, 3]);
    hash.chain_update(Gamma.mul_by_cofactor().compress()).chain_update([0]).finalize().into()
}

/// The public key, and the output and the proof for `alpha` (RFC 9381, 5.1).
pub(crate) fn prove(suite: Suite, secret: &[u8; 32], alpha: &[u8]) -> Result<([u8; 64], [u8; 80]), Error> {
    let key = Key::new(secret);
    let H = encode_to_curve(suite, &key.public, alpha)?;
    let Gamma = key.x * H;
    // The nonce of RFC 8032 (RFC 9381, 5.4.2.2).
    let k = Sha512::new().chain_update(key.prefix).chain_update(H.compress()).finalize();
    let k = Scalar::from_bytes_wide(&k.into());
    let c = challenge(suite, &key.public, &[H, Gamma, EdwardsPoint::mul_base(&k), k * H]);
    let s = c.mul_add(&key.x, &k);
    let mut proof = [0; 80];
    proof[..32].copy_from_slice(&Gamma.compress());
    proof[32..48].copy_from_slice(&c.to_bytes()[..16]);
    proof[48..].copy_from_slice(&s.to_bytes());
    Ok((output(suite, &Gamma), proof))
}

/// The output for `alpha`, if the proof is valid (RFC 9381, 5.3, with the key validated). Everything here is public.
pub(crate) fn verify(
    suite: Suite,
    public: &[u8; 32],
    alpha: &[u8],
    proof: &[u8; 80],
) -> Result<[u8; 64], Error> {
    let Y = EdwardsPoint::decompress(public, Strictness::Canonical)?;
    if Y.is_small_order() {
        return Err(Error::NotAPoint);
    }
    let (mut gamma, mut c, mut s) = ([0; 32], [0; 32], [0; 32]);
    gamma.copy_from_slice(&proof[..32]);
    c[..16].copy_from_slice(&proof[32..48]);
    s.copy_from_slice(&proof[48..]);
    let Gamma = EdwardsPoint::decompress(&gamma, Strictness::Canonical)?;
    let (c, s) = (Scalar::from_bytes_mod_order(&c), Scalar::from_canonical_bytes(&s)?);
    let H = encode_to_curve(suite, public, alpha)?;
    // c·Y and (ℓ − c)·Y may differ where Y has a part of small order: the point is negated, not the number.
    let U = EdwardsPoint::double_base_vartime(&c, &-Y, &s);
    let V = EdwardsPoint::multiscalar_mul_vartime(&[(s, H), (c, -Gamma)]);
    if c == challenge(suite, public, &[H, Gamma, U, V]) {
        Ok(output(suite, &Gamma))
    } else {
        Err(Error::InvalidSignature)
    }
}

#[allow(dead_code)] // tests use the functions alone
fn main() -> Result<(), Error> {
    let secret = [7; 32];
    for suite in [Suite::Tai, Suite::Ell2] {
        let (output, proof) = prove(suite, &secret, b"round 1")?;
        assert_eq!(verify(suite, &Key::new(&secret).public, b"round 1", &proof)?, output);
        println!("{suite:?}, round 1: {:02x?}…", &output[..8]);
    }
    Ok(())
}
