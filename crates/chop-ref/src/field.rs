//! GF(p), p = 2^255 − 19. Elements are integers below p; every function expects and returns such.

use num_bigint::BigUint;
use std::sync::LazyLock;

/// p = 2^255 − 19.
pub fn p() -> &'static BigUint {
    static P: LazyLock<BigUint> = LazyLock::new(|| (BigUint::from(1u8) << 255u32) - 19u8);
    &P
}

/// d = −121665/121666, the constant of the curve (RFC 8032, 5.1).
pub fn d() -> &'static BigUint {
    static D: LazyLock<BigUint> =
        LazyLock::new(|| mul(&neg(&BigUint::from(121665u32)), &inv(&BigUint::from(121666u32))));
    &D
}

/// The square root 2^((p−1)/4) of −1, the even one of the two.
pub fn sqrt_m1() -> &'static BigUint {
    static ROOT: LazyLock<BigUint> = LazyLock::new(|| pow(&BigUint::from(2u8), &((p() - 1u8) / 4u8)));
    &ROOT
}

/// x + y.
pub fn add(x: &BigUint, y: &BigUint) -> BigUint {
    (x + y) % p()
}

/// x − y.
pub fn sub(x: &BigUint, y: &BigUint) -> BigUint {
    (x + p() - y) % p()
}

/// −x.
pub fn neg(x: &BigUint) -> BigUint {
    (p() - x) % p()
}

/// x·y.
pub fn mul(x: &BigUint, y: &BigUint) -> BigUint {
    (x * y) % p()
}

/// x^n.
pub fn pow(x: &BigUint, n: &BigUint) -> BigUint {
    x.modpow(n, p())
}

/// 1/x, and 0 for x = 0: x^(p−2).
pub fn inv(x: &BigUint) -> BigUint {
    pow(x, &(p() - 2u8))
}

/// A square root of u/v, or `None` if there is none. `v` is not 0. It is unspecified which of the two roots is returned.
///
/// RFC 8032, 5.1.3, steps 2 and 3: "compute the candidate root x = (u/v)^((p+3)/8)".
pub fn sqrt_ratio(u: &BigUint, v: &BigUint) -> Option<BigUint> {
    let square = mul(u, &inv(v));
    let x = pow(&square, &((p() + 3u8) / 8u8));
    let twisted = mul(&x, sqrt_m1());
    [x, twisted].into_iter().find(|root| mul(root, root) == square)
}

/// The integer of little-endian bytes, whatever its size.
pub fn from_bytes(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_le(bytes)
}

/// The 32 little-endian bytes of an integer.
///
/// # Panics
/// If the integer has more than 256 bits.
pub fn to_bytes(x: &BigUint) -> [u8; 32] {
    let mut bytes = x.to_bytes_le();
    assert!(bytes.len() <= 32, "the integer has at most 256 bits");
    bytes.resize(32, 0);
    bytes.try_into().expect("resized to 32 bytes")
}
