//! GF(2^256 − 2^224 − 2^96 + 2^64 − 1), one element, four limbs of 64 bits, Montgomery form with R = 2^256: [`full_field`] for SM2's p.
//!
//! With e = 2^256 − p = 2^224 + 2^96 − 2^64 + 1 < 2^224 + 2^96, a multiple of 2^256 becomes one of e.

use super::{Constant, MODULUS, PSm2};
use crate::field::chains;
use crate::field::full_field::{self, FullPrime, least, least_constant, product};
use crate::field::full_limbs::{Products, Words64, add_carry, mul_wide, sub_borrow};

/// 2^512 mod p: times this, and divided by R in the product, an integer comes into Montgomery form.
const R2: [u64; 4] =
    [0x0000_0002_0000_0003, 0x0000_0002_ffff_ffff, 0x0000_0001_0000_0001, 0x0000_0004_0000_0002];

/// 2^768 mod p: times this, and divided by R in the product, 1/(a·R) becomes (1/a)·R.
const R3: [u64; 4] = to_montgomery(&R2);

/// An element with these products.
pub type Full<M> = full_field::Fe<PSm2, M>;

/// An element with products in plain Rust.
pub type Fe = Full<Words64>;

/// A sum of products.
pub type Sum<M = Words64> = full_field::Sum<PSm2, M>;

/// x + q·e modulo 2^256 for |q| < 2^30, and the carry.
///
/// q·e = q + 2^64·(2^32 − 1)·q + 2^192·2^32·q; for a negative q the words of q·(2^96 − 2^64 + 1) are
/// sign-extended into the two words above them.
#[inline(always)]
const fn add_e(x: &[u64; 4], q: i64) -> ([u64; 4], bool) {
    let sign = q >> 63;
    let (z0, k) = x[0].overflowing_add(q as u64);
    let (z1, k) = add_carry(x[1], ((q << 32) - q + sign) as u64, k);
    let (z2, k) = add_carry(x[2], sign as u64, k);
    let (z3, k) = add_carry(x[3], ((q << 32) + sign) as u64, k);
    ([z0, z1, z2, z3], k)
}

/// 2^256·top + x modulo p, for |top| ≤ 16; free where `top` is known to be 0.
///
/// With v = 2^256·top + x, δ = top·(2^224 + 2^219) and q = ⌊(v + δ)/2^256⌋ the result is v − q·p. The words
/// below the highest do not matter to q, as δ has none. Let c = q − top, which is −1, 0 or 1:
///
/// | c  | then                  | v − q·p                                                                       |
/// |----|-----------------------|-------------------------------------------------------------------------------|
/// | 0  | 0 ≤ x + δ < 2^256     | x + top·e; for top ≥ 0, top·e ≤ δ; for top < 0, x ≥ −δ ≥ −top·e: in 0 .. 2^256 |
/// | 1  | top > 0, x ≥ 2^256 − δ| x − 2^256 + (top + 1)·e ≥ e − top·2^219 ≥ 0; below 17·e < 2^256               |
/// | −1 | top < 0, x < −δ       | x + 2^256 + (top − 1)·e < 2^256 − top·2^219 − e < 2^256; at least 2^256 − 17·e |
#[inline(always)]
const fn fold(x: &[u64; 4], top: i64) -> [u64; 4] {
    debug_assert!(top <= 16 && top >= -16);
    let delta = (top << 32) + (top << 27);
    let (_, k) = x[3].overflowing_add(delta as u64);
    add_e(x, top + (delta >> 63) + k as i64).0
}

/// r/R modulo p, for any 512 bits; below 2^256.
///
/// A step adds m·p for the lowest limb m, which becomes 0 as p ≡ −1 modulo 2^64, and drops it:
/// m·(p + 1)/2^64 = m + 2^192·m − 2^32·m − 2^160·m. No product of words is needed.
#[inline(always)]
const fn reduce_wide(r: &[u64; 8]) -> [u64; 4] {
    // The low half becomes (low + M·p)/R with M < R, at most p: no step has a carry out.
    let mut z = [r[0], r[1], r[2], r[3]];
    let mut i = 0;
    while i < 4 {
        let m = z[0];
        let (z0, k) = z[1].overflowing_add(m);
        let (z1, k) = add_carry(z[2], 0, k);
        let (z2, k) = add_carry(z[3], 0, k);
        let z3 = m.wrapping_add(k as u64);
        let (z0, b) = z0.overflowing_sub(m << 32);
        let (z1, b) = sub_borrow(z1, m >> 32, b);
        let (z2, b) = sub_borrow(z2, m << 32, b);
        let (z3, _) = sub_borrow(z3, m >> 32, b);
        z = [z0, z1, z2, z3];
        i += 1;
    }
    // low/R + high ≤ p + 2^256 − 1: where it passes 2^256, less than p is left, and p + e = 2^256.
    let (z0, k) = z[0].overflowing_add(r[4]);
    let (z1, k) = add_carry(z[1], r[5], k);
    let (z2, k) = add_carry(z[2], r[6], k);
    let (z3, k) = add_carry(z[3], r[7], k);
    add_e(&[z0, z1, z2, z3], k as i64).0
}

/// x·R mod p, for the constants.
pub(super) const fn to_montgomery(x: &[u64; 4]) -> [u64; 4] {
    least_constant(&reduce_wide(&mul_wide(x, &R2)), &MODULUS)
}

impl FullPrime for PSm2 {
    type Constant = Constant;
    const ZERO: Constant = Constant::ZERO;
    const ONE: Constant = Constant::ONE;
    const MODULUS: [u64; 4] = MODULUS;

    #[inline(always)]
    fn reduced(product: &[u64; 8]) -> [u64; 4] {
        reduce_wide(product)
    }

    #[inline(always)]
    fn folded(x: &[u64; 4], top: i64) -> [u64; 4] {
        fold(x, top)
    }

    #[inline(always)]
    fn folded_multiple(x: &[u64; 4], top: u64) -> [u64; 4] {
        // top·e < 2^17·2^225: where adding it passes 2^256, adding e once more does not.
        let (z, passes) = add_e(x, top as i64);
        add_e(&z, passes as i64).0
    }

    #[inline(always)]
    fn from_words<M: Products>(words: &[u64; 4]) -> [u64; 4] {
        product::<PSm2, M>(words, &R2)
    }

    #[inline(always)]
    fn to_words(limbs: &[u64; 4]) -> [u64; 4] {
        let [x0, x1, x2, x3] = *limbs;
        // (x + M·p)/R ≤ p, as M < R.
        least(&reduce_wide(&[x0, x1, x2, x3, 0, 0, 0, 0]), &MODULUS)
    }

    /// R²/x, the Montgomery form of 1/a for x = a·R.
    #[inline(always)]
    fn inverse<M: Products>(x: &[u64; 4]) -> [u64; 4] {
        product::<PSm2, M>(&super::inverse(x), &R3)
    }

    #[inline(always)]
    fn inverse_vartime<M: Products>(x: &[u64; 4]) -> [u64; 4] {
        product::<PSm2, M>(&super::inverse_vartime(x), &R3)
    }

    #[inline(always)]
    fn limbs(constant: &Constant) -> &[u64; 4] {
        &constant.r64
    }

    #[inline(always)]
    fn sqrt<M: Products>(x: &Full<M>) -> Full<M> {
        chains::sqrt_sm2(x)
    }
}
