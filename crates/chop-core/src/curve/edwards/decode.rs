//! From 32 bytes to a point, with an answer per lane to every question that a verification rule may ask.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::square_root::{SqrtRatio, is_odd, negate_if, sqrt_ratios};
use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519};
use crate::field::{Field, LaneMask, Lanes, PerElement, Sum};

/// A decoded encoding. Where `decodes` is false (x, y) is the neutral element.
#[derive(Clone, Copy)]
pub struct Decompressed<F: Field> {
    /// x, taking a sign bit on x = 0 as 0.
    pub x: F,
    /// y, taken modulo p.
    pub y: F,
    /// Whether there is a point with this y.
    pub decodes: F::Mask,
    /// The encoded y is below p.
    pub y_reduced: F::Mask,
    /// x = 0 and the sign bit is 1.
    pub minus_zero: F::Mask,
}

/// Whether the low 255 bits are below p.
#[inline(always)]
pub fn y_is_reduced(words: &[u64; 4]) -> Mask {
    // y ≥ p exactly when bits 5..254 are all ones and the low five bits are ≥ 13: p = 2^255 − 19.
    let high = words[3] | 1 << 63;
    let all_ones = Mask::eq(words[1] & words[2] & high, u64::MAX);
    // words[0] ≥ 2^64 − 19 exactly when words[0] + 19 carries.
    let carries = Mask::from_bit(words[0].overflowing_add(19).1 as u64);
    all_ones.and(carries).not()
}

/// Decodes an encoding a lane (RFC 8032, 5.1.3, made liberal: the answers say what was irregular), for
/// N groups of lanes at a time.
///
/// Cost: 1 power (251S + 11M), 4S + 7M. Constant time.
#[inline(always)]
pub fn decompress<F: F25519, const N: usize>(
    encodings: &[PerElement<F, [u64; 4]>; N],
) -> [Decompressed<F>; N] {
    let zero = F::constant(&Constant::ZERO);
    let (mut y, mut u, mut v) = ([zero; N], [zero; N], [zero; N]);
    for i in 0..N {
        // x² = u/v with u = y² − 1, v = d·y² + 1; v is never 0, as −1/d is no square.
        let one = F::constant(&Constant::ONE).widen();
        y[i] = F::from_words(&encodings[i]);
        let yy = y[i].sqr();
        u[i] = yy.sub(&one).reduce();
        v[i] = yy.carry().mul(&F::constant(&Constant::D)).add(&one).reduce();
    }
    let roots = sqrt_ratios(&u, &v);
    let no = F::mask(&Lanes::splat(Mask::FALSE));
    let mut all = [Decompressed { x: zero, y: zero, decodes: no, y_reduced: no, minus_zero: no }; N];
    for i in 0..N {
        all[i] = with_sign(&encodings[i], &y[i], &roots[i]);
    }
    all
}

/// The answers, given a root of x².
#[inline(always)]
fn with_sign<F: F25519>(encodings: &PerElement<F, [u64; 4]>, y: &F, x: &SqrtRatio<F>) -> Decompressed<F> {
    let mut reduced = PerElement::<F, Mask>::splat(Mask::FALSE);
    for i in 0..F::LANES {
        reduced.as_mut()[i] = y_is_reduced(&encodings.as_ref()[i]);
    }
    let (sign, decodes) = (F::bit(&F::bundle(encodings), 255), x.is_square);
    // The sign bit is the lowest bit of x; on x = 0 it changes nothing but is reported.
    let x = negate_if(is_odd(&x.root).xor(sign), &x.root);
    let minus_zero = x.is_zero().and(sign).and(decodes);
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    Decompressed {
        x: F::select(decodes, &x, &zero),
        y: F::select(decodes, y, &one),
        decodes,
        y_reduced: F::mask(&reduced),
        minus_zero,
    }
}
