//! RFC 7748: X25519 on the curve v² = u³ + 486662·u² + u over GF(p).

use crate::ed25519::clamp;
use crate::field::{add, from_bytes, inv, mul, p, sub, to_bytes};
use crate::point::Point;
use num_bigint::BigUint;

/// X25519(k, u): the scalar is clamped, bit 255 of u is ignored, u ≥ p is reduced. Small-order u gives zero bytes.
///
/// RFC 7748, section 5, with the swaps as plain branches.
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let k = clamp(*k);
    let mut u = *u;
    u[31] &= 0x7f;
    let x_1 = from_bytes(&u) % p();
    let a24 = BigUint::from(121665u32);

    let (mut x_2, mut z_2) = (BigUint::from(1u8), BigUint::ZERO);
    let (mut x_3, mut z_3) = (x_1.clone(), BigUint::from(1u8));
    for t in (0..255).rev() {
        if k.bit(t) {
            (x_2, z_2, x_3, z_3) = (x_3, z_3, x_2, z_2);
        }
        let a = add(&x_2, &z_2); //                                     A  = x_2 + z_2
        let aa = mul(&a, &a); //                                        AA = A^2
        let b = sub(&x_2, &z_2); //                                     B  = x_2 - z_2
        let bb = mul(&b, &b); //                                        BB = B^2
        let e = sub(&aa, &bb); //                                       E  = AA - BB
        let da = mul(&sub(&x_3, &z_3), &a); //                          DA = (x_3 - z_3) * A
        let cb = mul(&add(&x_3, &z_3), &b); //                          CB = (x_3 + z_3) * B
        let (sum, difference) = (add(&da, &cb), sub(&da, &cb));
        x_3 = mul(&sum, &sum); //                                       x_3 = (DA + CB)^2
        z_3 = mul(&x_1, &mul(&difference, &difference)); //             z_3 = x_1 * (DA - CB)^2
        x_2 = mul(&aa, &bb); //                                         x_2 = AA * BB
        z_2 = mul(&e, &add(&aa, &mul(&a24, &e))); //                    z_2 = E * (AA + a24 * E)
        if k.bit(t) {
            (x_2, z_2, x_3, z_3) = (x_3, z_3, x_2, z_2);
        }
    }
    to_bytes(&mul(&x_2, &inv(&z_2)))
}

/// X25519(k, 9), the public key of k.
pub fn x25519_base(k: &[u8; 32]) -> [u8; 32] {
    x25519(k, &to_bytes(&BigUint::from(9u8)))
}

/// The u-coordinate (1 + y)/(1 − y) of the same point on the Montgomery curve (RFC 7748, 4.1); 0 for the identity.
pub fn ed_to_mont(point: &Point) -> [u8; 32] {
    let one = BigUint::from(1u8);
    to_bytes(&mul(&add(&one, &point.y), &inv(&sub(&one, &point.y))))
}
