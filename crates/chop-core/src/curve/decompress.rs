//! From 32 bytes to a point, with an answer per lane to every question that a verification rule may ask.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519};
use crate::field::{Field, LaneMask, Lanes, Sum, chains};

/// A decoded encoding. Where `decodes` is false (x, y) is the neutral element.
#[derive(Clone, Copy)]
pub struct Decompressed<F: Field> {
    /// x, taking a sign bit on x = 0 as 0.
    pub x: F,
    /// y, taken modulo p.
    pub y: F,
    /// There is a point with this y.
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
pub fn decompress<F: F25519, const N: usize>(encodings: &[F::Lanes<[u64; 4]>; N]) -> [Decompressed<F>; N] {
    let zero = F::constant(&Constant::ZERO);
    let mut curve = [Fraction { y: zero, u: zero, v: zero, uv3: zero }; N];
    let mut base = [zero; N];
    for i in 0..N {
        (curve[i], base[i]) = fraction(&encodings[i]);
    }
    let power = chains::pow_p58_25519(&base);
    let mut all = [Decompressed {
        x: zero,
        y: zero,
        decodes: zero.is_zero(),
        y_reduced: zero.is_zero(),
        minus_zero: zero.is_zero(),
    }; N];
    for i in 0..N {
        all[i] = root(&encodings[i], &curve[i], &power[i]);
    }
    all
}

/// x² = u/v for a point with this y.
#[derive(Clone, Copy)]
struct Fraction<F> {
    y: F,
    u: F,
    v: F,
    /// u·v³.
    uv3: F,
}

/// x² as a fraction, and u·v⁷.
#[inline(always)]
fn fraction<F: F25519>(encodings: &F::Lanes<[u64; 4]>) -> (Fraction<F>, F) {
    // u = y² − 1, v = d·y² + 1; v is never 0, as −1/d is no square.
    let one = F::constant(&Constant::ONE).widen();
    let y = F::from_words(encodings);
    let yy = y.sqr();
    let u = yy.sub(&one).reduce();
    let v = yy.carry().mul(&F::constant(&Constant::D)).add(&one).carry();
    let v2 = v.sqr().carry();
    let uv3 = u.mul(&v2.mul(&v).carry()).carry();
    let base = uv3.mul(&v2.sqr().carry()).carry();
    (Fraction { y, u, v, uv3 }, base)
}

/// The answers, given (u·v⁷)^((p−5)/8).
#[inline(always)]
fn root<F: F25519>(encodings: &F::Lanes<[u64; 4]>, curve: &Fraction<F>, power: &F) -> Decompressed<F> {
    let Fraction { y, u, v, uv3 } = curve;
    let mut reduced = F::Lanes::<Mask>::splat(Mask::FALSE);
    let mut sign = F::Lanes::<Mask>::splat(Mask::FALSE);
    for i in 0..F::LANES {
        let words = &encodings.as_ref()[i];
        reduced.as_mut()[i] = y_is_reduced(words);
        sign.as_mut()[i] = Mask::from_bit(words[3] >> 63);
    }

    // x = u·v³·(u·v⁷)^((p−5)/8), right up to a factor √−1.
    let x = uv3.mul(power).carry();

    let u_reduced = u.widen();
    // v·x² is u (x is a root), −u (x·√−1 is a root), or neither (there is none).
    let vxx = x.sqr().carry().mul(v);
    let is_root = vxx.sub(&u_reduced).reduce().is_zero();
    let is_other = vxx.add(&u_reduced).reduce().is_zero();
    let decodes = is_root.or(is_other);
    let x = F::select(is_root, &x, &x.mul(&F::constant(&Constant::SQRT_M1)).carry());

    // The sign bit is the lowest bit of x; on x = 0 it changes nothing but is reported.
    let mut odd = F::Lanes::<Mask>::splat(Mask::FALSE);
    let words = x.to_words();
    for i in 0..F::LANES {
        odd.as_mut()[i] = Mask::from_bit(words.as_ref()[i][0] & 1).xor(sign.as_ref()[i]);
    }
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let x = F::select(F::mask(&odd), &zero.widen().sub(&x.widen()).reduce(), &x);
    let minus_zero = x.is_zero().and(F::mask(&sign)).and(decodes);

    Decompressed {
        x: F::select(decodes, &x, &zero),
        y: F::select(decodes, y, &one),
        decodes,
        y_reduced: F::mask(&reduced),
        minus_zero,
    }
}
