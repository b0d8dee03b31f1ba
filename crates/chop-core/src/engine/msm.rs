//! Σ s_i·P_i + b·B over decoded points, for public scalars: the equation of a whole batch.
#![allow(non_snake_case)] // points are capital letters

use super::AffinePoint;
use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::edwards::Extended;
use crate::curve::small_order::mul_by_cofactor;
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::{double_base_vartime, pippenger_vartime, straus_vartime};
use alloc::{boxed::Box, vec::Vec};

/// One term of a sum.
#[derive(Clone, Copy)]
pub struct Term {
    /// Below 2^bits.
    pub scalar: [u64; 4],
    /// At most 253.
    pub bits: usize,
    /// The point.
    pub point: AffinePoint,
}

/// From this many terms on, buckets beat interleaved doublings. Measured on the 64-bit portable level
/// with half of the scalars of 128 bits (`docs/performance.md`).
const PIPPENGER_FROM: usize = 144;

/// Whether 8·(Σ s_i·P_i + b·B) is the neutral element.
pub fn is_small_order_sum(level: Level, terms: &[Term], base_scalar: &[u64; 4]) -> bool {
    struct Sum<'a>(&'a [Term], &'a [u64; 4]);
    impl Kernel for Sum<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> bool {
            let sum = sum_vartime::<B::One>(self.0, self.1);
            declassify(mul_by_cofactor(&sum).is_identity(), "verification is public")
        }
    }
    dispatch(level, Sum(terms, base_scalar))
}

#[inline(always)]
fn sum_vartime<F: F25519>(terms: &[Term], base_scalar: &[u64; 4]) -> Extended<F> {
    let base = double_base_vartime::mul_base_vartime::<F>(base_scalar);
    let points: Vec<Extended<F>> = terms.iter().map(|t| load(&t.point)).collect();
    let sum = if terms.len() < PIPPENGER_FROM {
        let scalars: Vec<[u64; 4]> = terms.iter().map(|t| t.scalar).collect();
        straus_vartime::mul_vartime(&scalars, &points)
    } else {
        let scalars: Vec<pippenger_vartime::Scalar> =
            terms.iter().map(|t| pippenger_vartime::Scalar { words: t.scalar, bits: t.bits }).collect();
        pippenger_vartime::mul_vartime(&scalars, &points)
    };
    sum.add(&base.to_cached()).to_extended()
}

#[inline(always)]
fn load<F: F25519>(point: &AffinePoint) -> Extended<F> {
    AffinePoint::load(&F::Lanes::splat(*point))
}

/// The comb of −P, for a key that is used often. Cost: about six verifications; 78,336 bytes.
pub fn negated_comb(level: Level, point: &AffinePoint) -> Box<crate::table::Comb> {
    struct One<'a>(&'a AffinePoint);
    impl Kernel for One<'_> {
        type Output = Box<crate::table::Comb>;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Self::Output {
            let point = AffinePoint::load_negated::<B::One>(&Lanes::splat(*self.0));
            crate::mul::fixed_base::build_comb_vartime(&point)
        }
    }
    dispatch(level, One(point))
}
