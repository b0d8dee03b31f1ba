//! Integers modulo the order of a curve: many inverses, and words in lanes.
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::EngineCurve;
use crate::cpu::{InLanes, Level};
use crate::ct::{self, Wipe, Wiped};
use crate::inverse::{Modulus, invert_side_by_side};
use crate::lanes::{Lanes as _, PerLane, Records, Vector};
use crate::run::{Wide, WideJob, run_wide};
use crate::scalar::lanes::{LaneModulus, Scalars};
use crate::scalar::modulus::{self, Scalar};

/// The words of a group of scalars or fewer, one per lane, 0 where there is none.
#[inline(always)]
pub(crate) fn words_of<M: modulus::Modulus, V: Vector>(scalars: &[Scalar<M>]) -> PerLane<V, [u64; 4]> {
    let mut words = PerLane::<V, [u64; 4]>::splat([0; 4]);
    for lane in 0..V::LANES {
        let Some(scalar) = scalars.get(lane) else { break };
        words[lane] = *scalar.words();
    }
    words
}

/// 1/z modulo p and 1/x modulo n in place; 0 for 0. Compiled once for each curve and called.
#[inline(never)]
pub(in crate::engine) fn invert_both<C: EngineCurve>(z: &mut [u64; 4], x: &mut Scalar<C::Order>) {
    let order = const { Modulus::new(&C::ORDER) };
    let [mut z_inverse, mut x_inverse] = invert_side_by_side([(&C::PRIME, z), (&order, x.words())]);
    *z = z_inverse;
    *x = Scalar::new(x_inverse);
    ct::wipe(&mut z_inverse);
    ct::wipe(&mut x_inverse);
}

/// The inverses of scalars in place; for 0 it is 1. Cost: 3 multiplications each in lanes, an inversion and 21 multiplications for
/// [`INVERTED_GROUPS`].
pub(in crate::engine) fn invert_all<M: LaneModulus>(lanes: InLanes, scalars: &mut [Scalar<M>]) {
    for scalars in scalars.chunks_mut(INVERTED_GROUPS * Level::from(lanes).lanes()) {
        run_wide(lanes, InvertAll(scalars));
    }
}

/// Groups of scalars that share an inversion.
const INVERTED_GROUPS: usize = 32;

/// The inverses of at most [`INVERTED_GROUPS`] groups of scalars.
struct InvertAll<'a, M>(&'a mut [Scalar<M>]);

impl<M: LaneModulus> WideJob for InvertAll<'_, M> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let one = Scalars::<M, L::Words>::one();
        let (mut scalars, mut before) = ([one; INVERTED_GROUPS], [one; INVERTED_GROUPS]);
        let mut product = Wiped::new(one);
        for (group, own) in self.0.chunks(L::LANES).enumerate() {
            let loaded =
                Scalars::<M, L::Words>::load(&Records::<L::Words, 4>::new(words_of::<M, L::Words>(own)));
            scalars[group] = Scalars::select(loaded.is_zero(), &one, &loaded);
            before[group] = *product;
            *product = product.mul(&scalars[group]);
        }
        let mut inverse = Wiped::new(product.invert());
        let groups = self.0.len().div_ceil(L::LANES).min(INVERTED_GROUPS);
        for group in (0..groups).rev() {
            let inverses = Wiped::new(inverse.mul(&before[group]));
            *inverse = inverse.mul(&scalars[group]);
            let words = Records::<L::Words, 4>::new(inverses.store());
            let own = self.0.get_mut(L::LANES * group..).unwrap_or_default();
            for (lane, scalar) in own.iter_mut().take(L::LANES).enumerate() {
                *scalar = Scalar::new(words[lane]);
            }
            scalars[group].wipe();
            before[group].wipe();
        }
    }
}
