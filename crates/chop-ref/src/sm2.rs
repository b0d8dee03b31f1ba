//! GB/T 32918: the recommended curve, and the SM2 signature.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use crate::weierstrass::{Curve, Point};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// The recommended curve sm2p256v1 (GB/T 32918.5).
pub fn sm2() -> &'static Curve {
    static CURVE: LazyLock<Curve> = LazyLock::new(|| {
        let hex = |text: &[u8]| BigUint::parse_bytes(text, 16).expect("hexadecimal digits");
        Curve {
            p: hex(b"FFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFF"),
            a: hex(b"FFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFFFFFFFFFC"),
            b: hex(b"28E9FA9E9D9F5E344D5A9E4BCF6509A7F39789F515AB8F92DDBCBD414D940E93"),
            n: hex(b"FFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFF7203DF6B21C6052B53BBF40939D54123"),
            G: Some((
                hex(b"32C4AE2C1F1981195F9904466A39C9948FE30BBFF2660BE1715A4589334C74C7"),
                hex(b"BC3736A2F4F6779C59BDCEE36B692153D0A9877CC62A474002DF32E52139F0A0"),
            )),
        }
    });
    &CURVE
}

impl Curve {
    /// (1 + d)^−1 mod n, for d in 1 ..= n − 2.
    pub fn inverse_of_1_plus(&self, d: &BigUint) -> Option<BigUint> {
        (*d != BigUint::ZERO).then(|| (d + 1u8).modinv(&self.n)).flatten()
    }

    /// The signature (r, s) of the digest e with the nonce k (GB/T 32918.2, 6.1, A4 to A6). `None` where
    /// the standard goes back to A3 for another k.
    pub fn sign(&self, d: &BigUint, k: &BigUint, e: &BigUint) -> Option<(BigUint, BigUint)> {
        let (n, (x1, _)) = (&self.n, self.mul(k, &self.G)?);
        let r = (e + x1) % n;
        if r == BigUint::ZERO || &r + k == *n {
            return None;
        }
        let s = self.inverse_of_1_plus(d)? * (k + (n - (&r * d) % n)) % n; // s = (1 + d)^−1·(k − r·d)
        (s != BigUint::ZERO).then_some((r, s))
    }

    /// Whether (r, s) is a signature of the digest e under the key P (GB/T 32918.2, 7.1, B1 to B7).
    pub fn verify(&self, P: &Point, e: &BigUint, r: &BigUint, s: &BigUint) -> bool {
        let n = &self.n;
        let in_range = |x: &BigUint| *x != BigUint::ZERO && x < n;
        let t = (r + s) % n;
        if !in_range(r) || !in_range(s) || t == BigUint::ZERO {
            return false;
        }
        let R = self.add(&self.mul(s, &self.G), &self.mul(&t, P));
        R.is_some_and(|(x1, _)| (e + x1) % n == *r)
    }
}
