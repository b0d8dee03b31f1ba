//! Ed25519 key generation and signing: s·B as an encoding, for one secret scalar or many.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::curve::edwards::Projective;
use crate::engine::group::edwards;
use crate::engine::{AffinePoint, least_leftover_of_base};
use crate::field::f25519::F25519;
use crate::field::f25519::LaneFe as Fe;
use crate::field::inverses::invert_first;
use crate::field::{Lanes, PerElement, Sum};
use crate::lanes::MOST_LANES;
use crate::mul::edwards::comb::{ByScan, InRegisters, MulBase};
use crate::run::{Each, One, Shared, Wide, part, run_each, run_shared};
use crate::scalar::l25519::Scalar;

/// The encoding of s·B. Constant time. Cost: as [`mul_base_affine`].
pub fn mul_base_encoded(level: Level, scalar: &Scalar) -> [u8; 32] {
    mul_base_affine(level, scalar).encode()
}

/// s·B as an affine point, for a key that keeps its decoded form. Constant time.
///
/// Cost: as [`edwards::mul_base`], and one inversion.
pub fn mul_base_affine(level: Level, scalar: &Scalar) -> AffinePoint {
    let mut point = edwards::mul_base(level, scalar);
    let affine = edwards::to_affine(level, &point);
    point.wipe();
    affine
}

/// The encodings of many s·B. Cost and panics as [`mul_base_affine_many`]. Constant time.
pub fn mul_base_encoded_many(level: Level, scalars: &[Scalar], out: &mut [[u8; 32]]) {
    assert_eq!(scalars.len(), out.len(), "one encoding per scalar");
    let mut points = [AffinePoint::IDENTITY; ENCODED_TOGETHER];
    for (scalars, out) in scalars.chunks(ENCODED_TOGETHER).zip(out.chunks_mut(ENCODED_TOGETHER)) {
        let points = &mut points[..out.len()];
        mul_base_affine_many(level, scalars, points);
        for (point, out) in points.iter().zip(out) {
            *out = point.encode();
        }
    }
}

/// Points on the stack between their computation and their encoding: the longest block of any level.
const ENCODED_TOGETHER: usize = INVERSION_GROUPS * MOST_LANES;

/// Groups that share an inversion, which is 1 % of what 16 of them cost.
const INVERSION_GROUPS: usize = 32;

/// Many s·B as affine points. Constant time.
///
/// Cost per item: as [`comb::mul_base`](crate::mul::edwards::comb::mul_base), in lanes as [`group::mul_base`](crate::mul::edwards::group::mul_base), and 5M; one inversion per block of 32 groups.
///
/// # Panics
/// If the lengths differ.
pub fn mul_base_affine_many(level: Level, scalars: &[Scalar], out: &mut [AffinePoint]) {
    run_each(level, &Multiples(scalars), out);
}

struct Multiples<'a>(&'a [Scalar]);

impl Each for Multiples<'_> {
    type Out = AffinePoint;
    const BLOCK_GROUPS: usize = INVERSION_GROUPS;

    fn least_leftover(n: usize) -> usize {
        least_leftover_of_base(n)
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut AffinePoint) {
        *out = mul_base_affine(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [AffinePoint]) {
        multiples::<Fe<L::Words>, InRegisters>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [AffinePoint]) {
        run_shared(level, self, out);
    }
}

impl Shared for Multiples<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [AffinePoint]) {
        multiples::<L::F25519, ByScan>(part(self.0, first, out.len()), out);
    }
}

/// A block of multiples.
#[inline(always)]
fn multiples<F: F25519, M: MulBase<F>>(scalars: &[Scalar], out: &mut [AffinePoint]) {
    let identity = Projective::<F>::identity();
    let mut points = [identity; INVERSION_GROUPS];
    let mut z = [identity.Z; INVERSION_GROUPS];
    let groups = scalars.len().div_ceil(F::LANES);
    for (group, scalars) in scalars.chunks(F::LANES).enumerate() {
        let mut words = PerElement::<F, [u64; 4]>::splat([0; 4]);
        for (lane, scalar) in scalars.iter().enumerate() {
            words.as_mut()[lane] = *scalar.words();
        }
        points[group] = M::mul_base(&mut words).to_projective();
        z[group] = points[group].Z;
    }
    invert_first(&mut z, groups);
    for (group, out) in out.chunks_mut(F::LANES).enumerate() {
        let x = points[group].X.mul(&z[group]).carry().to_words();
        let y = points[group].Y.mul(&z[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] };
        }
    }
}
