//! SEC 2, 2.4.1: the curve secp256k1.

use crate::weierstrass::Curve;
use num_bigint::BigUint;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_point_is_on_the_curve_and_has_its_order() {
        let curve = secp256k1();
        assert!(curve.contains(&curve.G));
        assert_eq!(curve.mul(&curve.n, &curve.G), None);
        let power = |n: u32| BigUint::from(1u8) << n;
        assert_eq!(curve.p, power(256) - power(32) - 977u32);
    }
}
