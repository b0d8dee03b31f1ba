//! Ed25519 key generation and signing: s·B as an encoding, for one secret scalar or many.

use super::crossover::{base_lanes_pay_from, together};
use super::{AffinePoint, mul_base};
use crate::cpu::Level;
use crate::ct;
use crate::curve::edwards::Projective;
use crate::field::f25519::r52::Fe;
use crate::field::f25519::{F25519, words_to_bytes};
use crate::field::inverses::invert_all;
use crate::field::{Field, Lanes, Sum};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::fixed_base::{ByScan, InRegisters, MulBase};
use crate::scalar::l25519::Scalar;

/// The encoding of s·B. Constant time.
///
/// Cost: 51 additions of 7M, or in lanes 7 of 7M and 3 of 9M of eight lanes each, and one inversion.
pub fn mul_base_encoded(level: Level, scalar: &Scalar) -> [u8; 32] {
    struct One<'a>(&'a Scalar);
    impl Kernel for One<'_> {
        type Output = [u8; 32];
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> [u8; 32] {
            let point = mul_base::<B>(self.0.words());
            words_to_bytes(&point.encode(&point.Z.invert()).as_ref()[0])
        }
    }
    dispatch(level, One(scalar))
}

/// s·B as an affine point, for a key that keeps its decoded form. Constant time.
///
/// Cost: as [`mul_base_encoded`].
pub fn mul_base_affine(level: Level, scalar: &Scalar) -> AffinePoint {
    struct One<'a>(&'a Scalar);
    impl Kernel for One<'_> {
        type Output = AffinePoint;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> AffinePoint {
            let point = mul_base::<B>(self.0.words());
            let z_inverse = point.Z.invert();
            AffinePoint {
                x: point.X.mul(&z_inverse).carry().to_words().as_ref()[0],
                y: point.Y.mul(&z_inverse).carry().to_words().as_ref()[0],
            }
        }
    }
    dispatch(level, One(scalar))
}

/// The encodings of many s·B, as many at a time as the level has lanes. Constant time.
///
/// Cost: 51 additions of 7M an item, in lanes 41, and one inversion for every 32 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn mul_base_encoded_many(level: Level, scalars: &[Scalar], out: &mut [[u8; 32]]) {
    mul_base_many(level, scalars, out, |point| point.encode());
}

/// Many s·B as affine points. Cost and panics as [`mul_base_encoded_many`]. Constant time.
pub fn mul_base_affine_many(level: Level, scalars: &[Scalar], out: &mut [AffinePoint]) {
    mul_base_many(level, scalars, out, |point| *point);
}

fn mul_base_many<T>(level: Level, scalars: &[Scalar], out: &mut [T], form: fn(&AffinePoint) -> T) {
    struct Many<'a, T>(&'a [Scalar], &'a mut [T], fn(&AffinePoint) -> T);
    impl<T> Kernel for Many<'_, T> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            if const { B::Many::LANES == 1 } {
                many::<B::One, ByScan, T>(self.0, self.1, self.2);
            } else {
                many::<Fe<B::Vector>, InRegisters, T>(self.0, self.1, self.2);
            }
        }
    }
    assert_eq!(scalars.len(), out.len(), "one place a scalar");
    let (scalars, rest) =
        scalars.split_at(together(level, scalars.len(), base_lanes_pay_from(scalars.len())));
    let (out, rest_out) = out.split_at_mut(scalars.len());
    dispatch(level, Many(scalars, out, form));
    for (scalar, out) in rest.iter().zip(rest_out) {
        *out = form(&mul_base_affine(level, scalar));
    }
}

/// Groups that share an inversion, which is 1 % of what 16 of them cost.
const GROUPS: usize = 32;

#[inline(always)]
fn many<F: F25519, M: MulBase<F>, T>(scalars: &[Scalar], out: &mut [T], form: fn(&AffinePoint) -> T) {
    let identity = Projective::<F>::identity();
    let step = GROUPS * F::LANES;
    for (scalars, out) in scalars.chunks(step).zip(out.chunks_mut(step)) {
        let mut points = [identity; GROUPS];
        let mut z = [identity.Z; GROUPS];
        let mut scratch = z;
        let groups = scalars.len().div_ceil(F::LANES);
        for (group, scalars) in scalars.chunks(F::LANES).enumerate() {
            let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
            for (lane, scalar) in scalars.iter().enumerate() {
                words.as_mut()[lane] = *scalar.words();
            }
            let mut bundle = F::bundle(&words);
            points[group] = M::mul_base(&bundle).to_projective();
            z[group] = points[group].Z;
            ct::wipe(words.as_mut());
            F::wipe(&mut bundle);
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
}
