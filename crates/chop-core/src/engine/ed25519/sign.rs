//! Ed25519 key generation and signing: s·B as an encoding, for one secret scalar or many.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::curve::edwards::{Extended, Projective};
use crate::engine::{AffinePoint, least_leftover_of_base, mul_base_alone, mul_base_one};
use crate::field::bundle::Bundle;
use crate::field::f25519::r52::Fe;
use crate::field::f25519::{F25519, words_to_bytes};
use crate::field::inverses::invert_all;
use crate::field::{Lanes, Sum};
use crate::mul::edwards::comb::{ByScan, InRegisters, MulBase};
use crate::run::{Each, Job, One, Shared, Wide, part, run, run_each, run_shared};
use crate::scalar::l25519::Scalar;

/// The encoding of s·B. Constant time.
///
/// Cost: as [`comb::mul_base`](crate::mul::edwards::comb::mul_base), or over the lanes as [`spread::mul_base`](crate::mul::edwards::spread::mul_base), and one inversion.
pub fn mul_base_encoded(level: Level, scalar: &Scalar) -> [u8; 32] {
    run(level, Encoded(scalar))
}

struct Encoded<'a>(&'a Scalar);

impl Job for Encoded<'_> {
    type Out = [u8; 32];
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> [u8; 32] {
        encode(&mul_base_one::<L>(self.0.words()))
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> [u8; 32] {
        encode(&mul_base_alone::<L>(self.0.words()))
    }
}

#[inline(always)]
fn encode<F: F25519>(point: &Extended<F>) -> [u8; 32] {
    words_to_bytes(&point.encode(&point.Z.invert()).as_ref()[0])
}

/// s·B as an affine point, for a key that keeps its decoded form. Constant time.
///
/// Cost: as [`mul_base_encoded`].
pub fn mul_base_affine(level: Level, scalar: &Scalar) -> AffinePoint {
    run(level, Affine(scalar))
}

struct Affine<'a>(&'a Scalar);

impl Job for Affine<'_> {
    type Out = AffinePoint;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> AffinePoint {
        to_affine(&mul_base_one::<L>(self.0.words()))
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> AffinePoint {
        to_affine(&mul_base_alone::<L>(self.0.words()))
    }
}

/// The coordinates of one point. Cost: one inversion, 2M.
#[inline(always)]
pub(crate) fn to_affine<F: F25519>(P: &Extended<F>) -> AffinePoint {
    let z_inverse = P.Z.invert();
    AffinePoint {
        x: P.X.mul(&z_inverse).carry().to_words().as_ref()[0],
        y: P.Y.mul(&z_inverse).carry().to_words().as_ref()[0],
    }
}

/// The encodings of many s·B. Constant time.
///
/// Cost per item: as [`comb::mul_base`](crate::mul::edwards::comb::mul_base), in lanes as [`group::mul_base`](crate::mul::edwards::group::mul_base), and 5M; one inversion per block of 32 groups.
///
/// # Panics
/// If the lengths differ.
pub fn mul_base_encoded_many(level: Level, scalars: &[Scalar], out: &mut [[u8; 32]]) {
    run_each(level, &Multiples { scalars, form: |point| point.encode() }, out);
}

/// Many s·B as affine points. Cost and panics as [`mul_base_encoded_many`]. Constant time.
pub fn mul_base_affine_many(level: Level, scalars: &[Scalar], out: &mut [AffinePoint]) {
    run_each(level, &Multiples { scalars, form: |point| *point }, out);
}

struct Multiples<'a, T> {
    scalars: &'a [Scalar],
    form: fn(&AffinePoint) -> T,
}

impl<T> Each for Multiples<'_, T> {
    type Out = T;
    /// The inversion is 1 % of what 16 of them cost.
    const GROUPS: usize = 32;

    fn least_leftover(n: usize) -> usize {
        least_leftover_of_base(n)
    }

    fn count(&self) -> usize {
        self.scalars.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut T) {
        *out = (self.form)(&mul_base_affine(level, &self.scalars[i]));
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [T]) {
        multiples::<Fe<L::Words>, InRegisters, T>(part(self.scalars, first, out.len()), out, self.form);
    }

    fn in_one_lane(&self, level: Level, out: &mut [T]) {
        run_shared(level, self, out);
    }
}

impl<T> Shared for Multiples<'_, T> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [T]) {
        multiples::<L::F25519, ByScan, T>(part(self.scalars, first, out.len()), out, self.form);
    }
}

/// A block of multiples.
#[inline(always)]
fn multiples<F: F25519, M: MulBase<F>, T>(scalars: &[Scalar], out: &mut [T], form: fn(&AffinePoint) -> T) {
    const GROUPS: usize = <Multiples<'static, ()> as Each>::GROUPS;
    let identity = Projective::<F>::identity();
    let mut points = [identity; GROUPS];
    let mut z = [identity.Z; GROUPS];
    let mut scratch = z;
    let groups = scalars.len().div_ceil(F::LANES);
    for (group, scalars) in scalars.chunks(F::LANES).enumerate() {
        let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
        for (lane, scalar) in scalars.iter().enumerate() {
            words.as_mut()[lane] = *scalar.words();
        }
        let bundle = Bundle::<F>::of(&mut words);
        points[group] = M::mul_base(&bundle).to_projective();
        z[group] = points[group].Z;
    }
    invert_all(&mut z[..groups], &mut scratch[..groups]);
    for (group, out) in out.chunks_mut(F::LANES).enumerate() {
        let x = points[group].X.mul(&z[group]).carry().to_words();
        let y = points[group].Y.mul(&z[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = form(&AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] });
        }
    }
}
