//! SEC 2, 2.4.1: the curve secp256k1; ECDSA over it (SEC 1, 4.1), and BIP 340.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use crate::weierstrass::{Curve, Point};
use num_bigint::BigUint;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

/// The curve secp256k1, y² = x³ + 7.
pub fn secp256k1() -> &'static Curve {
    static CURVE: LazyLock<Curve> = LazyLock::new(|| {
        let hex = |text: &[u8]| BigUint::parse_bytes(text, 16).expect("hexadecimal digits");
        Curve {
            p: hex(b"FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F"),
            a: BigUint::ZERO,
            b: BigUint::from(7u8),
            n: hex(b"FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141"),
            G: Some((
                hex(b"79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798"),
                hex(b"483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8"),
            )),
        }
    });
    &CURVE
}

/// A signature of ECDSA and what recovers its key: r, s, and whether y of R is odd and its x is r + n.
pub type Recoverable = (BigUint, BigUint, [bool; 2]);

impl Curve {
    /// The ECDSA signature of the digest e with the nonce k (SEC 1, 4.1.3), with the lesser of both s. `None` where the standard takes another k.
    pub fn ecdsa_sign(&self, d: &BigUint, k: &BigUint, e: &BigUint) -> Option<Recoverable> {
        let (n, (x, y)) = (&self.n, self.mul(k, &self.G)?);
        let r = &x % n;
        let s = k.modinv(n)? * (e + &r * d) % n; // s = (e + r·d)/k
        if r == BigUint::ZERO || s == BigUint::ZERO {
            return None;
        }
        let high = &s + &s > *n;
        let s = if high { n - s } else { s };
        Some((r, s, [y.bit(0) != high, x >= *n]))
    }

    /// Whether (r, s) is an ECDSA signature of the digest e under the key P (SEC 1, 4.1.4), whichever of both s it has.
    pub fn ecdsa_verify(&self, P: &Point, e: &BigUint, r: &BigUint, s: &BigUint) -> bool {
        let n = &self.n;
        let in_range = |x: &BigUint| *x != BigUint::ZERO && x < n;
        if !in_range(r) || !in_range(s) {
            return false;
        }
        let w = s.modinv(n).expect("s is no multiple of the prime n");
        let R = self.add(&self.mul(&(e * &w % n), &self.G), &self.mul(&(r * &w % n), P));
        R.is_some_and(|(x, _)| x % n == *r)
    }

    /// The key under which (r, s) is a signature of the digest e, for the R that is named (SEC 1, 4.1.6). `None` if there is none.
    pub fn ecdsa_recover(&self, e: &BigUint, (r, s, [odd, above]): &Recoverable) -> Point {
        let n = &self.n;
        let in_range = |x: &BigUint| *x != BigUint::ZERO && x < n;
        let x = if *above { r + n } else { r.clone() };
        if !in_range(r) || !in_range(s) || x >= self.p {
            return None;
        }
        let R = self.lift(&x, *odd);
        R.as_ref()?;
        let inverse = r.modinv(n).expect("r is no multiple of the prime n");
        // P = (s·R − e·G)/r
        self.add(&self.mul(&(s * &inverse % n), &R), &self.mul(&((n - e % n) * &inverse % n), &self.G))
    }

    /// The key x and the signature of a message by BIP 340, for the secret d and the nonce k, whose points may have any y. `None` if d or k is 0.
    pub fn schnorr_sign(&self, d: &BigUint, k: &BigUint, message: &[u8]) -> Option<([u8; 32], [u8; 64])> {
        let n = &self.n;
        let even = |k: &BigUint| {
            let (x, y) = self.mul(k, &self.G)?;
            Some((bytes(&x), if y.bit(0) { n - k } else { k.clone() }))
        };
        let ((key, d), (r, k)) = (even(d)?, even(k)?);
        let s = bytes(&((k + schnorr_challenge(&r, &key, message) * d) % n));
        let mut signature = [0; 64];
        signature[..32].copy_from_slice(&r);
        signature[32..].copy_from_slice(&s);
        Some((key, signature))
    }

    /// Whether the signature is one of the message under the key x by BIP 340.
    pub fn schnorr_verify(&self, key: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> bool {
        let (r, s) = signature.split_at(32);
        let (x, s) = (BigUint::from_bytes_be(key), BigUint::from_bytes_be(s));
        let P = if x < self.p { self.lift(&x, false) } else { None };
        if P.is_none() || s >= self.n {
            return false;
        }
        let e = schnorr_challenge(r, key, message) % &self.n;
        // R = s·G − e·P
        let R = self.add(&self.mul(&s, &self.G), &self.mul(&((&self.n - e) % &self.n), &P));
        R.is_some_and(|(x, y)| !y.bit(0) && bytes(&x) == r)
    }
}

/// 32 bytes, big endian.
fn bytes(x: &BigUint) -> [u8; 32] {
    let (digits, mut bytes) = (x.to_bytes_be(), [0; 32]);
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

/// The tagged hash of BIP 340 that is the challenge.
fn schnorr_challenge(r: &[u8], key: &[u8], message: &[u8]) -> BigUint {
    let tag = Sha256::digest(b"BIP0340/challenge");
    let hash = Sha256::new().chain_update(tag).chain_update(tag).chain_update(r).chain_update(key);
    BigUint::from_bytes_be(&hash.chain_update(message).finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_signatures_of_bip_340_are_judged_right() {
        for row in chop_vectors::bip340::signatures() {
            assert_eq!(secp256k1().schnorr_verify(&row.public, &row.message, &row.signature), row.valid);
        }
        let (key, signature) =
            secp256k1().schnorr_sign(&BigUint::from(3u8), &BigUint::from(5u8), b"hello").unwrap();
        assert!(secp256k1().schnorr_verify(&key, b"hello", &signature));
        assert!(!secp256k1().schnorr_verify(&key, b"olleh", &signature));
    }

    #[test]
    fn the_base_point_is_on_the_curve_and_has_its_order() {
        let curve = secp256k1();
        assert!(curve.contains(&curve.G));
        assert_eq!(curve.mul(&curve.n, &curve.G), None);
        let power = |n: u32| BigUint::from(1u8) << n;
        assert_eq!(curve.p, power(256) - power(32) - 977u32);
    }

    /// A published signature: RFC 6979 as Bitcoin uses it, key 1, SHA-256 of "Satoshi Nakamoto".
    #[test]
    fn a_published_signature_is_made_verified_and_recovered() {
        let hex = |text: &[u8]| BigUint::parse_bytes(text, 16).unwrap();
        let curve = secp256k1();
        let e = hex(b"A0DC65FFCA799873CBEA0AC274015B9526505DAAAED385155425F7337704883E");
        let k = hex(b"8F8A276C19F4149656B280621E358CCE24F5F52542772691EE69063B74F15D15");
        let signature = curve.ecdsa_sign(&BigUint::from(1u8), &k, &e).unwrap();
        assert_eq!(signature.0, hex(b"934B1EA10A4B3C1757E2B0C017D0B6143CE3C9A7E6A4A49860D7A6AB210EE3D8"));
        assert_eq!(signature.1, hex(b"2442CE9D2B916064108014783E923EC36B49743E2FFA1C4496F01A512AAFD9E5"));
        assert!(curve.ecdsa_verify(&curve.G, &e, &signature.0, &signature.1));
        assert!(curve.ecdsa_verify(&curve.G, &e, &signature.0, &(&curve.n - &signature.1)));
        assert!(!curve.ecdsa_verify(&curve.G, &(e.clone() + 1u8), &signature.0, &signature.1));
        assert_eq!(curve.ecdsa_recover(&e, &signature), curve.G);
    }
}
