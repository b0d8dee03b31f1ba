//! Many a·P + b·G as affine points: keys that are recovered, and what a verification compares that knows y. Everything here is public, and
//! time varies with all of it.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

#[cfg(feature = "alloc")]
use super::equation::{sums_asked_for, with_tables};
use super::point::{AffinePoint, affine_given, load_lanes, store_lanes, without_zeros};
use super::{EngineCurve, Scalar, WeierstrassVector};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, Jacobian};
use crate::engine::BLOCK_GROUPS;
use crate::field::inverses_vartime::invert_all_vartime;
use crate::field::{Field, LaneMask};
use crate::lanes::{Lanes as _, PerLane};
#[cfg(feature = "alloc")]
use crate::mul::double_base_vartime::Factors;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::affine::SIDE_BY_SIDE;
use crate::mul::weierstrass::group_vartime::{self, ENTRIES};
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::tables_vartime::Tables;
use crate::run::{self, One, Wide, WideJob, in_groups, run_wide};

const PUBLIC: &str = "verification is public";

/// The numbers of a sum.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Term<C: EngineCurve> {
    /// The factor of P.
    pub(in crate::engine) a: Scalar<C>,
    /// P.
    pub(in crate::engine) P: AffinePoint<C>,
    /// The factor of G.
    pub(in crate::engine) b: Scalar<C>,
}

impl<C: EngineCurve> Term<C> {
    /// 0·G + 0·G.
    pub(in crate::engine) const NOTHING: Term<C> =
        Term { a: Scalar::<C>::ZERO, P: C::BASE, b: Scalar::<C>::ZERO };
}

/// a·P + b·G; `None` for O.
///
/// Cost: as [`DoubleBase::sum_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_vartime), and one inversion.
pub(in crate::engine) fn sum<C: EngineCurve>(level: Level, term: &Term<C>) -> Option<AffinePoint<C>> {
    run::run(level, Sum(term))
}

struct Sum<'a, C: EngineCurve>(&'a Term<C>);

impl<C: EngineCurve> run::Job for Sum<'_, C> {
    type Out = Option<AffinePoint<C>>;
    #[inline(always)]
    fn one<L: One>(self) -> Option<AffinePoint<C>> {
        let Term { a, P, b } = self.0;
        let sum = C::sum_vartime(a.words(), &P.load::<C::Fe<L>>(), b.words());
        (!declassify(sum.is_identity().lane(0), PUBLIC)).then(|| affine_given(&sum, &sum.Z.invert_vartime()))
    }
}

/// The least number of leftover sums that are worth a group, and of sums whose multiples of points are made affine together. Measured on
/// Zen 4 with eight lanes.
const LEAST_LEFTOVER: usize = 2;
#[cfg(feature = "alloc")]
const TABLES_FROM: usize = 16;

/// Many a·P + b·G, each as [`sum`] gives it: one by one on a level without lanes, else as many at a time as there are lanes.
///
/// Cost of a group: as [`DoubleBase::sum_lanes_vartime`](crate::mul::double_base_vartime::DoubleBase::sum_lanes_vartime); one inversion for 16 groups. Heap: 220 KB
/// at most, or 500 KB where the lanes are doubles.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn sum_each<C: EngineCurve>(
    level: Level,
    terms: &[Term<C>],
    out: &mut [Option<AffinePoint<C>>],
) {
    assert_eq!(terms.len(), out.len(), "one place a sum");
    let n = match level.in_lanes() {
        Some(_) => in_groups(terms.len(), level.lanes(), LEAST_LEFTOVER),
        None => 0,
    };
    let (terms, rest) = terms.split_at(n);
    let (out, rest_out) = out.split_at_mut(n);
    for (term, out) in rest.iter().zip(rest_out) {
        *out = sum(level, term);
    }
    let Some(lanes) = level.in_lanes() else { return };
    let block = BLOCK_GROUPS * level.lanes();
    for (terms, out) in terms.chunks(block).zip(out.chunks_mut(block)) {
        sum_block(lanes, terms, out);
        for (term, out) in terms.iter().zip(out) {
            // An addition met an exception, or the sum is O.
            if out.is_none() {
                *out = sum(level, term);
            }
        }
    }
}

/// Sums of at most [`BLOCK_GROUPS`] groups; `None` for those that lanes cannot find.
fn sum_block<C: EngineCurve>(lanes: InLanes, terms: &[Term<C>], out: &mut [Option<AffinePoint<C>>]) {
    #[cfg(feature = "alloc")]
    if terms.len() >= TABLES_FROM {
        let n = with_tables::<C>(lanes, terms.len());
        let (out, rest) = out.split_at_mut(n);
        run_wide(lanes, SumTables(&terms[..n], out));
        if !rest.is_empty() {
            run_wide(lanes, SumLanes(&terms[n..], rest));
        }
        return;
    }
    run_wide(lanes, SumLanes(terms, out));
}

/// The terms of a group, by lanes.
struct Terms<C: EngineCurve, V: WeierstrassVector> {
    a: [V; 4],
    P: Affine<C, C::LaneFe<V>>,
    b: [V; 4],
}

impl<C: EngineCurve, V: WeierstrassVector> Terms<C, V> {
    /// A group of terms or fewer. Lanes without one have 0·G + 0·G.
    #[inline(always)]
    fn load(terms: &[Term<C>]) -> Self {
        let mut points = PerLane::<V, &AffinePoint<C>>::splat(const { &C::BASE });
        let mut a = PerLane::<V, [u64; 4]>::splat([0; 4]);
        let mut b = a;
        for lane in 0..V::LANES {
            let Some(term) = terms.get(lane) else { break };
            (a[lane], points[lane], b[lane]) = (*term.a.words(), &term.P, *term.b.words());
        }
        Terms { a: V::from_records(&a), P: load_lanes::<C, V>(&points), b: V::from_records(&b) }
    }
}

/// The sums of groups, to be made affine together.
struct Found<C: EngineCurve, V: WeierstrassVector>([Jacobian<C, C::LaneFe<V>>; BLOCK_GROUPS]);

impl<C: EngineCurve, V: WeierstrassVector> Found<C, V> {
    #[inline(always)]
    fn store(&self, out: &mut [Option<AffinePoint<C>>]) {
        let mut z = [self.0[0].Z; BLOCK_GROUPS];
        let mut running = z;
        let groups = out.len().div_ceil(V::LANES);
        for group in 0..groups {
            z[group] = without_zeros::<C, V>(&self.0[group].Z);
        }
        invert_all_vartime(&mut z[..groups], &mut running[..groups]);
        for (group, out) in out.chunks_mut(V::LANES).enumerate() {
            let none = self.0[group].is_identity();
            let points = store_lanes::<C, V>(&self.0[group], &z[group]);
            for (lane, out) in out.iter_mut().enumerate() {
                *out = (!declassify(none.lane(lane), PUBLIC)).then_some(points[lane]);
            }
        }
    }
}

/// Sums with multiples that have a Z.
struct SumLanes<'a, C: EngineCurve>(&'a [Term<C>], &'a mut [Option<AffinePoint<C>>]);

impl<C: EngineCurve> WideJob for SumLanes<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let mut found = Found::<C, L::Words>([Jacobian::identity(); BLOCK_GROUPS]);
        for (group, terms) in self.0.chunks(L::LANES).enumerate() {
            let Terms { a, P, b } = Terms::<C, L::Words>::load(terms);
            let table: [_; ENTRIES] = group_vartime::multiples(&P);
            found.0[group] = C::sum_lanes_vartime(&a, &table, &b);
        }
        found.store(self.1);
    }
}

/// Sums with affine multiples.
#[cfg(feature = "alloc")]
struct SumTables<'a, C: EngineCurve>(&'a [Term<C>], &'a mut [Option<AffinePoint<C>>]);

#[cfg(feature = "alloc")]
impl<C: EngineCurve> WideJob for SumTables<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let groups = self.0.len().div_ceil(L::LANES).next_multiple_of(SIDE_BY_SIDE);
        let mut points = alloc::vec::Vec::with_capacity(groups);
        let mut factors = alloc::vec::Vec::with_capacity(groups);
        for group in 0..groups {
            let terms = self.0.get(L::LANES * group..).unwrap_or_default();
            let Terms { a, P, b } = Terms::<C, L::Words>::load(terms);
            points.push(P);
            factors.push(Factors { a, b });
        }
        let mut found = Found::<C, L::Words>([Jacobian::identity(); BLOCK_GROUPS]);
        let asked = sums_asked_for::<C>(self.0.len(), L::LANES);
        C::sum_groups_vartime(&factors, &Tables::new(&points), &mut found.0[..asked]);
        found.store(self.1);
    }
}
