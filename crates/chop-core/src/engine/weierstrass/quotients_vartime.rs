//! Many quotients modulo the order of a curve: the factors of an equation from a signature. Everything here is public, and time varies with
//! all of it.
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::{InLanes, Level};
use crate::lanes::{Lanes as _, PerLane};
use crate::run::{Wide, WideJob, run_wide};
use crate::scalar::lanes::{LaneModulus, Scalars};
use crate::scalar::modulus::Scalar;

/// Two numbers to be divided by the same one.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Division<M: LaneModulus> {
    /// The numerators; the quotients, once they are found.
    pub(in crate::engine) numerators: [Scalar<M>; 2],
    /// The divisor. Division by 0 is as by 1.
    pub(in crate::engine) divisor: Scalar<M>,
}

impl<M: LaneModulus> Division<M> {
    /// 0/1 twice.
    pub(in crate::engine) const NOTHING: Division<M> =
        Division { numerators: [Scalar::ZERO; 2], divisor: Scalar::ONE };
}

/// Groups of divisions that share an inversion.
const GROUPS: usize = 32;

/// The quotients in the place of the numerators. Cost: 5 multiplications each in lanes, an inversion and 21 multiplications for [`GROUPS`].
pub(in crate::engine) fn divide_all_vartime<M: LaneModulus>(lanes: InLanes, divisions: &mut [Division<M>]) {
    for divisions in divisions.chunks_mut(GROUPS * Level::from(lanes).lanes()) {
        run_wide(lanes, DivideAll(divisions));
    }
}

/// At most [`GROUPS`] groups of divisions.
struct DivideAll<'a, M: LaneModulus>(&'a mut [Division<M>]);

impl<M: LaneModulus> WideJob for DivideAll<'_, M> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let one = Scalars::<M, L::Words>::one();
        let (mut divisors, mut before) = ([one; GROUPS], [one; GROUPS]);
        let mut product = one;
        for (group, own) in self.0.chunks(L::LANES).enumerate() {
            let mut words = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
            for lane in 0..L::LANES {
                let Some(division) = own.get(lane) else { break };
                words[lane] = *division.divisor.words();
            }
            let loaded = Scalars::<M, L::Words>::load(&words);
            divisors[group] = Scalars::select(loaded.is_zero(), &one, &loaded);
            before[group] = product;
            product = product.mul(&divisors[group]);
        }
        let mut inverse = product.invert_vartime();
        let groups = self.0.len().div_ceil(L::LANES).min(GROUPS);
        for group in (0..groups).rev() {
            let own_inverse = inverse.mul(&before[group]);
            inverse = inverse.mul(&divisors[group]);
            let own = self.0.get_mut(L::LANES * group..).unwrap_or_default();
            for i in 0..2 {
                divide::<M, L>(own, i, &own_inverse);
            }
        }
    }
}

/// Numerator `i` of each lane times the inverse.
#[inline(always)]
fn divide<M: LaneModulus, L: Wide>(own: &mut [Division<M>], i: usize, inverse: &Scalars<M, L::Words>) {
    let mut words = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
    for lane in 0..L::LANES {
        let Some(division) = own.get(lane) else { break };
        words[lane] = *division.numerators[i].words();
    }
    let quotients = Scalars::<M, L::Words>::load(&words).mul(inverse).store();
    for lane in 0..L::LANES {
        let Some(division) = own.get_mut(lane) else { break };
        division.numerators[i] = Scalar::new(quotients[lane]);
    }
}
