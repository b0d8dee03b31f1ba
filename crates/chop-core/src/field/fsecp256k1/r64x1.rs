//! GF(2^256 − c), c = 2^32 + 977, one element, four limbs of 64 bits: [`full_field`] for secp256k1's p.
//!
//! | step                          | passes 2^256 by             | then                                                        |
//! |-------------------------------|-----------------------------|-------------------------------------------------------------|
//! | low + c·high of a product     | t ≤ c                       | + c·t, which is below 2^67                                  |
//! | that                          | 0 or 1                      | if 1, less than 2^67 is left, and + c passes it no more     |
//! | x + c·top, −16 ≤ top < 2^17   | −1, 0 or 1                  | if 1, less than 2^50 is left; if −1, 2^256 − 2^37 at least  |

use super::{C, Constant, MODULUS, PSecp256k1};
use crate::field::chains;
use crate::field::full_field::{self, FullPrime, least};
use crate::field::full_limbs::{Products, Words64, add_carry, mul_add};

/// An element with these products.
pub type Full<M> = full_field::Fe<PSecp256k1, M>;

/// An element with products in plain Rust.
pub type Fe = Full<Words64>;

/// A sum of products.
pub type Sum<M = Words64> = full_field::Sum<PSecp256k1, M>;

/// x + q modulo 2^256 for |q| < 2^63, and how often 2^256 is passed: −1, 0 or 1.
#[inline(always)]
const fn add(x: &[u64; 4], q: i64) -> ([u64; 4], i64) {
    let sign = q >> 63;
    let (z0, k) = x[0].overflowing_add(q as u64);
    let (z1, k) = add_carry(x[1], sign as u64, k);
    let (z2, k) = add_carry(x[2], sign as u64, k);
    let (z3, k) = add_carry(x[3], sign as u64, k);
    ([z0, z1, z2, z3], sign + k as i64)
}

/// 2^256·top + x modulo p for −16 ≤ top < 2^17.
#[inline(always)]
const fn fold(x: &[u64; 4], top: i64) -> [u64; 4] {
    debug_assert!(top >= -16 && top < 1 << 17);
    let (z, passed) = add(x, top * C as i64);
    add(&z, passed * C as i64).0
}

/// 512 bits modulo p, below 2^256. Cost: 5 products of words.
#[inline(always)]
const fn reduce_wide(r: &[u64; 8]) -> [u64; 4] {
    let (z0, t) = mul_add(r[0], r[4], C, 0);
    let (z1, t) = mul_add(r[1], r[5], C, t);
    let (z2, t) = mul_add(r[2], r[6], C, t);
    let (z3, t) = mul_add(r[3], r[7], C, t);
    // low + c·high < 2^256·(c + 1).
    let (low, high) = mul_add(0, t, C, 0);
    let (z0, k) = z0.overflowing_add(low);
    let (z1, k) = add_carry(z1, high, k);
    let (z2, k) = add_carry(z2, 0, k);
    let (z3, k) = add_carry(z3, 0, k);
    let (z0, k) = z0.overflowing_add((k as u64).wrapping_neg() & C);
    let (z1, _) = add_carry(z1, 0, k);
    [z0, z1, z2, z3]
}

impl FullPrime for PSecp256k1 {
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
        fold(x, top as i64)
    }

    #[inline(always)]
    fn from_words<M: Products>(words: &[u64; 4]) -> [u64; 4] {
        *words
    }

    #[inline(always)]
    fn to_words(limbs: &[u64; 4]) -> [u64; 4] {
        least(limbs, &MODULUS)
    }

    #[inline(always)]
    fn inverse<M: Products>(x: &[u64; 4]) -> [u64; 4] {
        super::inverse(x)
    }

    #[inline(always)]
    fn inverse_vartime<M: Products>(x: &[u64; 4]) -> [u64; 4] {
        super::inverse_vartime(x)
    }

    #[inline(always)]
    fn limbs(constant: &Constant) -> &[u64; 4] {
        &constant.words
    }

    #[inline(always)]
    fn sqrt<M: Products>(x: &Full<M>) -> Full<M> {
        chains::sqrt_secp256k1(x)
    }
}
