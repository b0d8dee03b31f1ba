//! Integers modulo the order of a group, one in each lane of any vector, over a [`LaneModulus`] that brings what is its own.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane. A [`Scalars`] has the least non-negative representatives,
//! below m: limbs < 2^52 and the last < 2^48, without junk.
//!
//! Contract: constant time in all values. No operation but [`Scalars::invert`] reads more than one lane.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

pub mod endomorphism;
mod full_order;
pub mod l25519;
pub mod nsecp256k1;
pub mod nsm2;
pub(super) mod signed;

use super::modulus::{Modulus, Scalar};
use crate::ct::Wipe;
#[cfg(debug_assertions)]
use crate::lanes::columns::{M52, limbs_of};
use crate::lanes::columns::{add_columns, masked, packed, selected, sub_columns, unpacked};
use crate::lanes::{LaneMasks, Lanes as _, PerLane, Records, Vector, operations};
use core::marker::PhantomData;

/// An order m whose scalars are computed with in lanes: as `full_order` says, if it is just below 2^256.
pub trait LaneModulus: Modulus {
    /// A multiple of m from whose limbs those of a scalar may be subtracted. The highest may be short of what the limbs
    /// below hand to it.
    const BIAS: [u64; 5] = full_order::bias(&Self::ORDER);

    /// The limbs of the least representatives, for limbs of which the low 52 bits count and the last has no junk: of any
    /// 256-bit numbers, of sums of two scalars, and of [`LaneModulus::BIAS`] and a difference of two.
    #[inline(always)]
    fn least<V: Vector>(x: &[V; 5]) -> [V; 5] {
        full_order::least::<Self, V>(x)
    }
    /// 512-bit numbers modulo m, from little-endian words.
    #[inline(always)]
    fn reduce_wide<V: Vector>(words: &[V; 8]) -> Scalars<Self, V> {
        full_order::reduce_wide(words)
    }
    /// x·y modulo m.
    #[inline(always)]
    fn mul<V: Vector>(x: &Scalars<Self, V>, y: &Scalars<Self, V>) -> Scalars<Self, V> {
        full_order::mul(x, y)
    }
}

/// An integer modulo m in each lane, in five limbs of 52 bits. They may be secrets, so there is neither `Debug` nor `==`.
#[derive(Clone, Copy)]
pub struct Scalars<M, V>([V; 5], PhantomData<M>);

impl<M: LaneModulus, V: Vector> Scalars<M, V> {
    #[inline(always)]
    fn new(limbs: [V; 5]) -> Scalars<M, V> {
        #[cfg(debug_assertions)]
        assert_below_order(&limbs, &limbs_of(&M::ORDER));
        Scalars(limbs, PhantomData)
    }

    /// 0 in every lane.
    #[inline(always)]
    pub fn zero() -> Scalars<M, V> {
        Scalars::new([V::splat(0); 5])
    }

    /// 1 in every lane.
    #[inline(always)]
    pub fn one() -> Scalars<M, V> {
        Scalars::new([V::splat(1), V::splat(0), V::splat(0), V::splat(0), V::splat(0)])
    }

    /// Any 256-bit numbers modulo m, from little-endian words.
    #[inline(always)]
    pub fn reduce(words: &[V; 4]) -> Scalars<M, V> {
        Scalars::new(M::least(&unpacked(words)))
    }

    /// 512-bit numbers modulo m, from little-endian words: what becomes of digests.
    #[inline(always)]
    pub fn reduce_wide(words: &[V; 8]) -> Scalars<M, V> {
        <M as LaneModulus>::reduce_wide(words)
    }

    /// Numbers that are known to be below m, from little-endian words.
    ///
    /// # Panics
    /// In debug builds, if one is not.
    #[inline(always)]
    pub fn from_words(words: &[V; 4]) -> Scalars<M, V> {
        Scalars::new(masked(&unpacked(words)))
    }

    /// Where a 256-bit number, in little-endian words, is below m. Cost: 7 comparisons, 6 others.
    #[inline(always)]
    pub fn is_canonical(words: &[V; 4]) -> LaneMasks<V> {
        is_less(words, &M::ORDER)
    }

    /// The little-endian words, less than m.
    #[inline(always)]
    pub fn words(&self) -> [V; 4] {
        packed(&self.0)
    }

    /// [`Scalars::from_words`] of the words of each lane.
    #[inline(always)]
    pub fn load(words: &PerLane<V, [u64; 4]>) -> Scalars<M, V> {
        Scalars::from_words(&V::from_records(words))
    }

    /// The words of each lane, less than m.
    #[inline(always)]
    pub fn store(&self) -> PerLane<V, [u64; 4]> {
        V::to_records(&self.words())
    }

    /// self·y.
    #[inline(always)]
    pub fn mul(&self, y: &Scalars<M, V>) -> Scalars<M, V> {
        <M as LaneModulus>::mul(self, y)
    }

    /// 1/self, and 0 for 0. Cost: an inversion and 3 multiplications per lane, all in one lane.
    #[inline(always)]
    pub fn invert(&self) -> Scalars<M, V> {
        self.invert_by(Scalar::invert_all)
    }

    /// [`Scalars::invert`] of public scalars.
    #[inline(always)]
    pub fn invert_vartime(&self) -> Scalars<M, V> {
        self.invert_by(Scalar::invert_all_vartime)
    }

    #[inline(always)]
    fn invert_by(&self, invert_all: fn(&mut [Scalar<M>], &mut [Scalar<M>])) -> Scalars<M, V> {
        let mut words = Records::<V, 4>::new(self.store());
        let mut scalars = PerLane::<V, Scalar<M>>::splat(Scalar::ZERO);
        let mut before = scalars;
        for lane in 0..V::LANES {
            scalars[lane] = Scalar::new(words[lane]);
        }
        invert_all(scalars.as_mut(), before.as_mut());
        for lane in 0..V::LANES {
            words[lane] = *scalars[lane].words();
            scalars[lane].wipe();
        }
        Scalars::<M, V>::load(&words)
    }

    /// self + y.
    #[inline(always)]
    pub fn add(&self, y: &Scalars<M, V>) -> Scalars<M, V> {
        Scalars::new(M::least(&carried(&add_columns(&self.0, &y.0))))
    }

    /// self − y.
    #[inline(always)]
    pub fn sub(&self, y: &Scalars<M, V>) -> Scalars<M, V> {
        Scalars::new(M::least(&carried(&sub_columns(&self.0, &y.0, &M::BIAS))))
    }

    /// −self.
    #[inline(always)]
    pub fn neg(&self) -> Scalars<M, V> {
        Scalars::zero().sub(self)
    }

    /// Where the scalar is 0.
    #[inline(always)]
    pub fn is_zero(&self) -> LaneMasks<V> {
        let x = &self.0;
        x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
    }

    /// `x` where the mask is true, else `y`, lane by lane.
    #[inline(always)]
    pub fn select(mask: LaneMasks<V>, x: &Scalars<M, V>, y: &Scalars<M, V>) -> Scalars<M, V> {
        Scalars::new(selected(mask, &x.0, &y.0))
    }
}

impl<M: LaneModulus, V: Vector> Wipe for Scalars<M, V> {
    #[inline(always)]
    fn wipe(&mut self) {
        V::wipe(&mut self.0);
    }
}

/// Adds the bits of each limb from 2^52 on to the next limb, and leaves them where they are too: junk.
/// Cost: 8.
#[inline(always)]
pub(super) fn carried<V: Vector>(x: &[V; 5]) -> [V; 5] {
    let z0 = x[0];
    let z1 = x[1].add(z0.shr::<52>());
    let z2 = x[2].add(z1.shr::<52>());
    let z3 = x[3].add(z2.shr::<52>());
    let z4 = x[4].add(z3.shr::<52>());
    [z0, z1, z2, z3, z4]
}

operations! {
    over Vector;

    /// x < m, by words from the lowest on.
    fn is_less(x: &[V; 4], m: &[u64; 4]) -> LaneMasks<V> {
        let mut less = x[0].lt(V::splat(m[0]));
        for i in 1..4 {
            less = x[i].lt(V::splat(m[i])).or(x[i].eq(V::splat(m[i])).and(less));
        }
        less
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_below_order<V: Vector>(limbs: &[V; 5], order: &[u64; 5]) {
    for lane in crate::lanes::unbundle(limbs).as_ref() {
        assert!(lane[..4].iter().all(|limb| *limb <= M52), "a limb of {lane:?}");
        assert!(lane.iter().rev().lt(order.iter().rev()), "{lane:?} is not below the order");
    }
}
