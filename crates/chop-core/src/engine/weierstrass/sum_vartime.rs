//! Whether a sum of many public multiples is O, on a curve with an endomorphism: the equation of a whole batch.
//!
//! Scalars of the length of the order are split in two (`scalar/endomorphism.rs`), one for the point and one for its image, so that
//! all have 128 bits.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group::Point;
use super::point::{AffinePoint, load_lanes};
use super::{EngineCurve, Scalar};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, Jacobian, PackedPoint};
use crate::engine::weights::Weight;
use crate::field::LaneMask;
use crate::lanes::{Lanes as _, PerLane, Records, Register as _, Vector};
use crate::mul::bucket_lists_vartime::{BucketLists, GROUPS_AT_A_TIME, window_for};
use crate::mul::weierstrass::EndomorphicGroup;
use crate::mul::weierstrass::buckets_vartime::{self, BITS, Short};
use crate::mul::weierstrass::group_buckets_vartime::{self as lanes, COSTS, JacobianWords, NO_POINT};
use crate::run::{Job, One, Wide, WideJob, run, run_wide};
use crate::scalar::digits::windows::Windows;
use crate::scalar::endomorphism;
use crate::scalar::lanes::endomorphism as lane_endomorphism;
use crate::scalar::modulus;
use alloc::{vec, vec::Vec};
use core::marker::PhantomData;

const PUBLIC: &str = "verification is public";

/// Σ z_i·P_i + Σ c_j·Q_j.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Terms<'a, C: EngineCurve> {
    /// z, one a point.
    pub(in crate::engine) weights: &'a [Weight],
    /// P.
    pub(in crate::engine) weighted: &'a [AffinePoint<C>],
    /// c, one a point.
    pub(in crate::engine) scalars: &'a [Scalar<C>],
    /// Q.
    pub(in crate::engine) scaled: &'a [AffinePoint<C>],
}

impl<C: EngineCurve> Terms<'_, C> {
    /// The least number of points for which lanes beat one lane. Measured on Zen 4 with eight lanes.
    const IN_LANES_FROM: usize = 8;

    /// Points, with their images.
    fn len(&self) -> usize {
        self.weights.len() + 2 * self.scalars.len()
    }
}

/// Whether the sum is O.
///
/// Cost: as [`fill_buckets`](lanes::fill_buckets) and [`add_buckets`](lanes::add_buckets) for each window, where the second kind of terms counts
/// twice, and a doubling for each bit; in one lane, as [`buckets_vartime::mul_vartime`]. Heap: 230 bytes a term, and at
/// most 2.5 MB.
///
/// # Panics
/// If there are not as many factors as points of a kind.
pub(in crate::engine) fn is_zero_vartime<C: EngineCurve + EndomorphicGroup>(
    level: Level,
    terms: &Terms<'_, C>,
) -> bool {
    assert_eq!(terms.weights.len(), terms.weighted.len(), "one weight a point");
    assert_eq!(terms.scalars.len(), terms.scaled.len(), "one scalar a point");
    match level.in_lanes() {
        Some(lanes) if terms.len() >= Terms::<C>::IN_LANES_FROM => is_zero_in_lanes(lanes, terms),
        _ => run(level, InOneLane(terms)),
    }
}

struct InOneLane<'a, C: EngineCurve>(&'a Terms<'a, C>);

impl<C: EngineCurve + EndomorphicGroup> Job for InOneLane<'_, C> {
    type Out = bool;
    #[inline(always)]
    fn one<L: One>(self) -> bool {
        let terms = self.0;
        let mut shorts: Vec<Short> = terms.weights.iter().map(short).collect();
        let mut points: Vec<Affine<C, C::Fe<L>>> = terms.weighted.iter().map(AffinePoint::load).collect();
        for (scalar, point) in terms.scalars.iter().zip(terms.scaled) {
            let scalar = modulus::Scalar::from_words_mod_order(scalar.words());
            let point = point.load();
            for (half, point) in
                endomorphism::split::<C::Halved, L::Word>(&scalar).iter().zip([point, point.image()])
            {
                let [low, high, ..] = half.magnitude;
                let negative = declassify(half.negative, PUBLIC);
                shorts.push(Short { magnitude: [low, high], negative });
                points.push(point);
            }
        }
        declassify(buckets_vartime::mul_vartime(&shorts, &points).is_identity().lane(0), PUBLIC)
    }
}

/// A weight as a factor.
fn short(z: &Weight) -> Short {
    let [low, high, ..] = z.magnitude();
    Short { magnitude: [low, high], negative: z.is_negative() }
}

/// The same, by buckets in lanes: first the points with a weight, then the others, then the images of these.
fn is_zero_in_lanes<C: EngineCurve + EndomorphicGroup>(lanes: InLanes, terms: &Terms<'_, C>) -> bool {
    let (width, n, m) = (Level::from(lanes).lanes(), terms.weights.len(), terms.scalars.len());
    let mut factors: Vec<Short> = terms.weights.iter().map(short).collect();
    factors.resize(terms.len(), Short::default());
    run_wide(lanes, Split::<C> { scalars: terms.scalars, halves: factors[n..].split_at_mut(m) });
    let (window, _) = window_for([(terms.len(), BITS), (0, BITS)], width, &COSTS);
    let mut lists = BucketLists::new(width, terms.len(), [BITS; 2], window);
    run_wide(lanes, Recode { factors: &factors, lists: &mut lists });
    let mut table = vec![NO_POINT; terms.len()];
    let (weighted, others) = table.split_at_mut(n);
    let (scaled, images) = others.split_at_mut(m);
    for (points, image, table) in
        [(terms.weighted, false, weighted), (terms.scaled, false, scaled), (terms.scaled, true, images)]
    {
        run_wide(lanes, Rows { points, image, table });
    }
    let mut buckets = vec![NO_POINT; width * lists.buckets()];
    let mut sums: Vec<JacobianWords> = vec![Point::<C>::IDENTITY.coordinates; width * lists.passes()];
    for (i, sums) in sums.chunks_mut(width).enumerate() {
        lists.sort(i);
        run_wide(
            lanes,
            Fill::<C> { table: &table, lists: &lists, buckets: &mut buckets, curve: PhantomData },
        );
        run_wide(lanes, Add::<C> { buckets: &buckets, sums, curve: PhantomData });
    }
    // One chain of doublings, which waits for itself: in one lane.
    run(lanes.into(), Join::<C> { sums: &sums, width, windows: lists.windows(), curve: PhantomData })
}

/// The halves of all scalars: the factors of points, and those of their images.
struct Split<'a, C: EngineCurve> {
    scalars: &'a [Scalar<C>],
    halves: (&'a mut [Short], &'a mut [Short]),
}

impl<C: EngineCurve + EndomorphicGroup> WideJob for Split<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let (first, second) = self.halves;
        let groups =
            self.scalars.chunks(L::LANES).zip(first.chunks_mut(L::LANES).zip(second.chunks_mut(L::LANES)));
        for (scalars, (first, second)) in groups {
            let words = super::scalars::words_of::<C::Order, L::Words>(scalars);
            let halves = lane_endomorphism::split::<C::Halved, L::Words>(&L::Words::from_records(&words));
            store_halves::<L::Words>(&halves, 0, first);
            store_halves::<L::Words>(&halves, 1, second);
        }
    }
}

/// Half `i` of each lane.
#[inline(always)]
fn store_halves<V: Vector>(halves: &lane_endomorphism::Halves<V>, i: usize, out: &mut [Short]) {
    let magnitudes = Records::<V, 4>::new(V::to_records(&halves.magnitudes[i]));
    for lane in 0..V::LANES.min(out.len()) {
        let negative = declassify(halves.negative[i].lane(lane), PUBLIC);
        out[lane] = Short { magnitude: [magnitudes[lane][0], magnitudes[lane][1]], negative };
    }
}

/// The digits of all factors.
struct Recode<'a> {
    factors: &'a [Short],
    lists: &'a mut BucketLists,
}

impl WideJob for Recode<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let lanes = L::LANES;
        for first in (0..self.factors.len()).step_by(GROUPS_AT_A_TIME * lanes) {
            let mut scalars = [PerLane::<L::Words, [u64; 4]>::splat([0; 4]); GROUPS_AT_A_TIME];
            let mut negative = [PerLane::<L::Words, u64>::splat(0); GROUPS_AT_A_TIME];
            for i in 0..GROUPS_AT_A_TIME * lanes {
                let Some(factor) = self.factors.get(first + i) else { break };
                (scalars[i / lanes][i % lanes], negative[i / lanes][i % lanes]) =
                    (factor.words(), u64::from(factor.negative));
            }
            self.lists.recode::<L::Words>(first, &scalars, &negative, BITS);
        }
    }
}

/// [`lanes::rows`] of all points.
struct Rows<'a, C> {
    points: &'a [AffinePoint<C>],
    image: bool,
    table: &'a mut [PackedPoint],
}

impl<C: EngineCurve + EndomorphicGroup> WideJob for Rows<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        for (points, table) in self.points.chunks(L::LANES).zip(self.table.chunks_mut(L::LANES)) {
            let mut group = PerLane::<L::Words, &AffinePoint<C>>::splat(const { &C::BASE });
            for lane in 0..points.len() {
                group[lane] = &points[lane];
            }
            let rows = lanes::rows::<C, C::LaneFe<L::Words>>(&load_lanes::<C, L::Words>(&group), self.image);
            table.copy_from_slice(&rows.as_ref()[..table.len()]);
        }
    }
}

/// [`lanes::fill_buckets`].
struct Fill<'a, C> {
    table: &'a [PackedPoint],
    lists: &'a BucketLists,
    buckets: &'a mut [PackedPoint],
    curve: PhantomData<C>,
}

impl<C: EngineCurve> WideJob for Fill<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        lanes::fill_buckets::<C, C::LaneFe<L::Words>>(self.table, self.lists, self.buckets);
    }
}

/// [`lanes::add_buckets`].
struct Add<'a, C> {
    buckets: &'a [PackedPoint],
    sums: &'a mut [JacobianWords],
    curve: PhantomData<C>,
}

impl<C: EngineCurve> WideJob for Add<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        lanes::add_buckets::<C, C::LaneFe<L::Words>>(self.buckets, self.sums);
    }
}

/// Whether Σ 2^(begin of window j)·(window j) is O, where lane l of pass i, at width·i + l, is window l·passes + i.
struct Join<'a, C> {
    sums: &'a [JacobianWords],
    width: usize,
    windows: &'a Windows,
    curve: PhantomData<C>,
}

impl<C: EngineCurve> Job for Join<'_, C> {
    type Out = bool;
    #[inline(always)]
    fn one<L: One>(self) -> bool {
        let mut sum = Jacobian::<C, C::Fe<L>>::identity();
        let mut j = self.sums.len();
        for lane in (0..self.width).rev() {
            for sum_of_window in self.sums.iter().skip(lane).step_by(self.width).rev() {
                j -= 1;
                if j >= self.windows.count() {
                    continue; // the last lanes may have fewer windows
                }
                for _ in 0..self.windows.width(j) {
                    sum = sum.double();
                }
                sum = sum.add_vartime(&Point::<C>::new(*sum_of_window).load().to_cached());
            }
        }
        declassify(sum.is_identity().lane(0), PUBLIC)
    }
}
