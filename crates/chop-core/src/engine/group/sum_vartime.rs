//! Σ s_i·P_i + b·B over affine points, for public scalars: the equation of a whole batch, and what protocols add up.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::edwards::{self, Point};
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::edwards::Extended;
use crate::curve::edwards::quad::{Cached, Quad, Words};
use crate::engine::AffinePoint;
use crate::engine::weights::Weight;
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::field::f25519::LaneFe as Fe;
use crate::lanes::PerLane;
use crate::mul::bucket_lists_vartime::{BucketLists, GROUPS_AT_A_TIME, window_for};
use crate::mul::edwards::group_buckets_vartime as lanes;
use crate::mul::edwards::group_buckets_vartime::{Bucket, COSTS, CachedWords, UNWRITTEN};
use crate::mul::edwards::{buckets_vartime, double_base_vartime, quad_vartime, sum_vartime};
use crate::run::{Job, One, Wide, WideJob, run, run_wide};
use crate::scalar::digits::windows::Windows;
use crate::scalar::l25519::Scalar;
use crate::table::Comb;
use crate::table::read::edwards::Row;
use alloc::{boxed::Box, vec, vec::Vec};

/// One term of a sum: s·P, or −s·P.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    /// s, below 2^bits.
    pub scalar: [u64; 4],
    /// At most 253.
    pub bits: usize,
    /// −s·P is meant.
    pub negative: bool,
    /// P.
    pub point: &'a AffinePoint,
}

impl Term<'_> {
    /// s·P for s below ℓ.
    #[inline]
    pub fn new<'a>(scalar: &Scalar, point: &'a AffinePoint) -> Term<'a> {
        Term { scalar: *scalar.words(), bits: 253, negative: false, point }
    }

    /// z·P for the weight z.
    #[inline]
    pub fn weighted<'a>(z: &Weight, point: &'a AffinePoint) -> Term<'a> {
        Term { scalar: z.magnitude(), bits: 127, negative: z.is_negative(), point }
    }

    /// For the sum of few.
    fn over_lanes<'a>(&'a self, point: &'a Words) -> quad_vartime::Term<'a> {
        quad_vartime::Term { scalar: &self.scalar, negative: self.negative, point }
    }
}

const PUBLIC: &str = "verification is public";

/// Whether 8·(Σ s_i·P_i + b·B) is the neutral element.
pub fn is_small_order_sum_vartime(level: Level, terms: &[Term<'_>], base_scalar: &[u64; 4]) -> bool {
    let sum = sum_vartime(level, terms, base_scalar);
    declassify(edwards::has_small_order(level, &sum), PUBLIC)
}

/// Σ s_i·P_i + b·B for the base scalar b below ℓ. Right for points with a part of small order: scalars are taken as
/// integers.
pub fn sum_vartime(level: Level, terms: &[Term<'_>], base_scalar: &[u64; 4]) -> Point {
    struct Sum<'a>(&'a [Term<'a>], &'a [u64; 4]);
    impl Job for Sum<'_> {
        type Out = Point;
        #[inline(always)]
        fn one<L: One>(self) -> Point {
            Point::store(&sum_in_one_lane_vartime::<L::F25519>(self.0, self.1))
        }
    }
    let Some(lanes) = level.in_lanes() else {
        return run(level, Sum(terms, base_scalar));
    };
    if terms.len() < BUCKETS_OF_EQUATION_FROM {
        return sum_of_few(lanes, terms, base_scalar);
    }
    let (mut long, mut longest_short) = (0, 0);
    for term in terms {
        if term.bits > SHORT {
            long += 1;
        } else {
            longest_short = longest_short.max(term.bits);
        }
    }
    let short = terms.len() - long;
    if short == 0 {
        // All windows are cut for the long ones.
        longest_short = 253;
    }
    let window = |long| window_for([(short, longest_short), (long, 253)], level.lanes(), &COSTS);
    let ((window, joint), (window_of_short, apart)) = (window(long + 1), window(0));
    if apart + cost_of_few(long) < joint {
        // All windows are for the short ones.
        let pick = |which: fn(&usize) -> bool| -> Vec<Term<'_>> {
            terms.iter().filter(|term| which(&term.bits)).copied().collect()
        };
        let few = sum_of_few(lanes, &pick(|bits| *bits > SHORT), base_scalar);
        let many =
            sum_by_buckets(lanes, &pick(|bits| *bits <= SHORT), None, [longest_short; 2], window_of_short);
        return edwards::add(level, &few, &many);
    }
    let base = Term { scalar: *base_scalar, bits: 253, negative: false, point: &AffinePoint::BASE };
    sum_by_buckets(lanes, terms, Some(&base), [longest_short, 253], window)
}

/// The least number of terms for which buckets beat interleaved doublings in one lane. Measured: instructions, on a Xeon of
/// 2.50 GHz, model 85 (docs/costs.md).
pub(in crate::engine) const BUCKETS_IN_ONE_LANE_FROM: usize = 144;

/// The least number of terms for which a batch's equation has buckets, on a level with lanes. Measured on Zen 4: the coordinates of
/// the sum of few terms are in four lanes; half of the terms are short and all are affine.
const BUCKETS_OF_EQUATION_FROM: usize = 104;

/// The cost of the sum of n long terms and of the base point where its coordinates are the lanes, in products of a group: it is
/// made apart from a sum of many short ones where that costs less. Measured on Zen 4: cycles over those of a product.
fn cost_of_few(n: usize) -> usize {
    3100 + 770 * n
}

/// Bits of a scalar that is one of the short ones: the weights of a batch are.
const SHORT: usize = 128;

/// Σ ±s_i·P_i + b·B for few terms: the lanes are the coordinates of the sum.
fn sum_of_few(lanes: InLanes, terms: &[Term<'_>], base_scalar: &[u64; 4]) -> Point {
    let points: Vec<Words> = terms.iter().map(|term| Words::affine(term.point.x, term.point.y)).collect();
    let terms: Vec<_> = terms.iter().zip(&points).map(|(term, point)| term.over_lanes(point)).collect();
    run_wide(lanes, Quads(&terms, base_scalar))
}

/// [`quad_vartime::mul_few_vartime`].
pub(in crate::engine) struct Quads<'a>(pub &'a [quad_vartime::Term<'a>], pub &'a [u64; 4]);

impl WideJob for Quads<'_> {
    type Out = Point;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Point {
        let sum = quad_vartime::mul_few_vartime::<L::Quad>(self.0, self.1);
        Point::store(&sum.to_extended::<L::F25519>())
    }
}

/// The sum by buckets, of the terms and one more, of at most so many bits: the short ones, and the others.
fn sum_by_buckets(
    lanes: InLanes,
    terms: &[Term<'_>],
    last: Option<&Term<'_>>,
    lengths: [usize; 2],
    window: usize,
) -> Point {
    let terms = Terms { terms, last };
    let width = Level::from(lanes).lanes();
    let mut lists = BucketLists::new(width, terms.len(), lengths, window);
    run_wide(lanes, Recode { terms, lists: &mut lists });
    let mut table = vec![Row::UNWRITTEN; terms.len().next_multiple_of(width)];
    run_wide(lanes, Rows { terms, table: &mut table });
    let mut buckets = vec![UNWRITTEN; width * lists.buckets()];
    let mut sums = vec![[[0; 4]; 4]; width * lists.passes()];
    for (i, sums) in sums.chunks_mut(width).enumerate() {
        lists.sort(i);
        run_wide(lanes, Fill { table: &table, lists: &lists, buckets: &mut buckets });
        run_wide(lanes, Add { buckets: &buckets, sums });
    }
    run_wide(lanes, Join { sums: &sums, windows: lists.windows() })
}

/// Terms, and maybe one that does not lie with them.
#[derive(Clone, Copy)]
struct Terms<'a> {
    terms: &'a [Term<'a>],
    last: Option<&'a Term<'a>>,
}

impl<'a> Terms<'a> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.terms.len() + usize::from(self.last.is_some())
    }

    #[inline(always)]
    fn get(&self, i: usize) -> Option<&'a Term<'a>> {
        self.terms.get(i).or(if i == self.terms.len() { self.last } else { None })
    }
}

/// The digits of all scalars.
struct Recode<'a> {
    terms: Terms<'a>,
    lists: &'a mut BucketLists,
}

impl WideJob for Recode<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let lanes = L::LANES;
        for first in (0..self.terms.len()).step_by(GROUPS_AT_A_TIME * lanes) {
            let mut scalars = [PerLane::<L::Words, [u64; 4]>::splat([0; 4]); GROUPS_AT_A_TIME];
            let (mut negative, mut bits) = ([PerLane::<L::Words, u64>::splat(0); GROUPS_AT_A_TIME], 0);
            for i in 0..GROUPS_AT_A_TIME * lanes {
                let Some(term) = self.terms.get(first + i) else { break };
                (scalars[i / lanes][i % lanes], negative[i / lanes][i % lanes]) =
                    (term.scalar, u64::from(term.negative));
                bits = bits.max(term.bits);
            }
            self.lists.recode::<L::Words>(first, &scalars, &negative, bits);
        }
    }
}

/// The points of all terms as rows of a table, which has whole groups.
struct Rows<'a> {
    terms: Terms<'a>,
    table: &'a mut [Row],
}

impl WideJob for Rows<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        for (group, table) in self.table.chunks_mut(L::LANES).enumerate() {
            let mut points = PerLane::<L::Words, AffinePoint>::splat(AffinePoint::IDENTITY);
            for lane in 0..L::LANES {
                if let Some(term) = self.terms.get(L::LANES * group + lane) {
                    points[lane] = *term.point;
                }
            }
            let rows = lanes::rows::<L::Words>(&AffinePoint::load::<Fe<L::Words>>(&points));
            let n = table.len().min(L::LANES);
            table[..n].copy_from_slice(&rows.as_ref()[..n]);
        }
    }
}

/// [`lanes::fill_buckets`].
struct Fill<'a> {
    table: &'a [Row],
    lists: &'a BucketLists,
    buckets: &'a mut [Bucket],
}

impl WideJob for Fill<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        lanes::fill_buckets::<L::Words>(self.table, self.lists, self.buckets);
    }
}

/// [`lanes::add_buckets`].
struct Add<'a> {
    buckets: &'a [Bucket],
    sums: &'a mut [CachedWords],
}

impl WideJob for Add<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        lanes::add_buckets::<L::Words>(self.buckets, self.sums);
    }
}

/// Σ 2^(begin of window j)·(window j), where lane l of pass i, at LANES·i + l, is window l·passes + i.
struct Join<'a> {
    sums: &'a [CachedWords],
    windows: &'a Windows,
}

impl WideJob for Join<'_> {
    type Out = Point;
    #[inline(always)]
    fn wide<L: Wide>(self) -> Point {
        // One chain of doublings, which waits for itself: over four lanes.
        let mut sum = Quad::<L::Quad>::identity();
        let mut j = self.sums.len();
        for lane in (0..L::LANES).rev() {
            for sum_of_window in self.sums.iter().skip(lane).step_by(L::LANES).rev() {
                j -= 1;
                if j >= self.windows.count() {
                    continue; // the last lanes may have fewer windows
                }
                for _ in 0..self.windows.width(j) {
                    sum = sum.double();
                }
                sum = sum.add(&Cached::from_words(sum_of_window));
            }
        }
        Point::store(&sum.to_extended::<L::F25519>())
    }
}

#[inline(always)]
fn sum_in_one_lane_vartime<F: F25519>(terms: &[Term<'_>], base_scalar: &[u64; 4]) -> Extended<F> {
    let base = double_base_vartime::mul_base_vartime::<F>(base_scalar);
    let points: Vec<Extended<F>> = terms.iter().map(load_signed).collect();
    let sum = if terms.len() < BUCKETS_IN_ONE_LANE_FROM {
        let scalars: Vec<[u64; 4]> = terms.iter().map(|t| t.scalar).collect();
        sum_vartime::mul_vartime(&scalars, &points)
    } else {
        let scalars: Vec<buckets_vartime::Scalar> =
            terms.iter().map(|t| buckets_vartime::Scalar { words: t.scalar, bits: t.bits }).collect();
        buckets_vartime::mul_vartime(&scalars, &points)
    };
    sum.add(&base.to_cached()).to_extended()
}

/// The point of a term, or its negative.
#[inline(always)]
fn load_signed<F: F25519>(term: &Term<'_>) -> Extended<F> {
    let point = Lanes::splat(*term.point);
    if term.negative { AffinePoint::load_negated(&point) } else { AffinePoint::load(&point) }
}

/// The comb of a public P: 132,096 bytes. Cost: as [`build_comb_vartime`](crate::mul::edwards::comb::build_comb_vartime).
pub fn build_comb_vartime(level: Level, point: &Point) -> Box<Comb> {
    struct BuildComb<'a>(&'a Point);
    impl Job for BuildComb<'_> {
        type Out = Box<Comb>;
        #[inline(always)]
        fn one<L: One>(self) -> Self::Out {
            crate::mul::edwards::comb::build_comb_vartime(&self.0.load::<L::F25519>())
        }
    }
    run(level, BuildComb(point))
}
