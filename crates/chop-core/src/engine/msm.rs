//! Σ s_i·P_i + b·B over affine points, for public scalars: the equation of a whole batch, and what protocols add up.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::AffinePoint;
use super::crossover::{PIPPENGER_FROM, equation_in_lanes_pays_from, public_sum_in_lanes_pays_from};
use super::edwards::{self, Point};
use super::edwards_many::to_affine_many;
use crate::cpu::{InLanes, Level};
use crate::ct::declassify;
use crate::curve::edwards::Extended;
use crate::curve::quad::{Cached, Quad, Words};
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::field::f25519::r52::Fe;
use crate::kernel::{Backend, Kernel, dispatch_lanes, dispatch_one};
use crate::mul::bucket_lists_vartime::{BLOCK, BucketLists, window_for};
use crate::mul::pippenger_lanes_vartime::{self as lanes, Bucket, EMPTY};
use crate::mul::pippenger_vartime::{self, Scalar};
use crate::mul::{double_base_vartime, quad_vartime, straus_vartime};
use crate::scalar::recode;
use crate::table::Comb;
use crate::table::select::Row;
use alloc::{boxed::Box, vec, vec::Vec};

/// One term of a sum.
#[derive(Clone, Copy)]
pub struct Term<'a> {
    /// Below 2^bits.
    pub scalar: &'a [u64; 4],
    /// At most 253.
    pub bits: usize,
    /// The point.
    pub point: &'a AffinePoint,
}

/// Whether 8·(Σ s_i·P_i + b·B) is the neutral element.
pub fn is_small_order_sum(level: Level, terms: &[Term<'_>], base_scalar: &[u64; 4]) -> bool {
    let sum = sum_vartime(level, terms, base_scalar);
    declassify(edwards::has_small_order(level, &sum), "verification is public")
}

/// Σ s_i·P_i + b·B for the base scalar b below ℓ. Right for points with a part of small order: scalars are taken as
/// integers.
pub fn sum_vartime(level: Level, terms: &[Term<'_>], base_scalar: &[u64; 4]) -> Point {
    struct Sum<'a>(&'a [Term<'a>], &'a [u64; 4]);
    impl Kernel for Sum<'_> {
        type Output = Point;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Point {
            Point::store(&sum_in_one_lane_vartime::<B::One>(self.0, self.1))
        }
    }
    let Some(lanes) = level.in_lanes() else {
        return dispatch_one(level, Sum(terms, base_scalar));
    };
    if terms.len() < equation_in_lanes_pays_from() {
        let points: Vec<Words> = terms.iter().map(|term| Words::affine(term.point.x, term.point.y)).collect();
        return sum_of_few(lanes, terms.iter().map(|term| term.scalar).zip(&points), base_scalar);
    }
    let mut total = [EMPTY; 8];
    let doublings = sum_by_buckets(lanes, terms, base_scalar, &mut total);
    dispatch_lanes(lanes, Join { total: &total, doublings })
}

/// Σ s_i·P_i for any points and public scalars below 2^253. Right for points with a part of small order.
///
/// Cost: as the sum, and for what is not done one by one 5M a point and one inversion for 32 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn multiscalar_mul_vartime(level: Level, scalars: &[[u64; 4]], points: &[Point]) -> Point {
    struct Few<'a>(&'a [[u64; 4]], &'a [Point]);
    impl Kernel for Few<'_> {
        type Output = Point;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Point {
            let points: Vec<Extended<B::One>> = self.1.iter().map(Point::load).collect();
            Point::store(&straus_vartime::mul_vartime(self.0, &points))
        }
    }
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if scalars.len() < public_sum_in_lanes_pays_from(level) {
        let Some(lanes) = level.in_lanes() else {
            return dispatch_one(level, Few(scalars, points));
        };
        let words: Vec<Words> = points.iter().map(Point::words).collect();
        return sum_of_few(lanes, scalars.iter().zip(&words), &[0; 4]);
    }
    let mut affine = vec![AffinePoint::IDENTITY; points.len()];
    to_affine_many(level, points, &mut affine);
    let mut terms = Vec::with_capacity(points.len());
    for (scalar, point) in scalars.iter().zip(&affine) {
        terms.push(Term { scalar, bits: recode::length_vartime(scalar), point });
    }
    sum_vartime(level, &terms, &[0; 4])
}

/// Σ s_i·P_i + b·B for few terms: the lanes are the coordinates of the sum.
fn sum_of_few<'a>(
    lanes: InLanes,
    terms: impl Iterator<Item = (&'a [u64; 4], &'a Words)>,
    base_scalar: &[u64; 4],
) -> Point {
    struct Few<'a>(&'a [quad_vartime::Term<'a>], &'a [u64; 4]);
    impl Kernel for Few<'_> {
        type Output = Point;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Point {
            let sum = quad_vartime::mul_few_vartime::<B::Vector4>(self.0, self.1);
            Point::store(&sum.to_extended::<B::One>())
        }
    }
    let term = |(scalar, point)| quad_vartime::Term { scalar, negative: false, point };
    dispatch_lanes(lanes, Few(&terms.map(term).collect::<Vec<_>>(), base_scalar))
}

/// The sum by buckets, where lane l is to be multiplied by 2^(l·doublings). Gives the doublings. The base point is
/// the last term.
fn sum_by_buckets(
    lanes: InLanes,
    terms: &[Term<'_>],
    base_scalar: &[u64; 4],
    total: &mut [Bucket; 8],
) -> usize {
    let n = terms.len() + 1;
    let mut lists = BucketLists::new(n, 253, window_for(n));
    dispatch_lanes(lanes, Recode { terms, base_scalar, lists: &mut lists });
    let mut table = vec![Row::NEUTRAL; n.next_multiple_of(8)];
    dispatch_lanes(lanes, Rows { terms, table: &mut table });
    let mut buckets = vec![EMPTY; 8 * lists.buckets()];
    for i in (0..lists.passes()).rev() {
        lists.sort(i);
        dispatch_lanes(lanes, Fill { table: &table, lists: &lists, buckets: &mut buckets });
        dispatch_lanes(lanes, Add { total, window: lists.window(), buckets: &buckets });
    }
    lists.window() * lists.passes()
}

/// The digits of all scalars, that of the base point last.
struct Recode<'a> {
    terms: &'a [Term<'a>],
    base_scalar: &'a [u64; 4],
    lists: &'a mut BucketLists,
}

impl Kernel for Recode<'_> {
    type Output = ();
    #[inline(always)]
    fn run<B: Backend>(self, _: B) {
        for first in (0..self.terms.len() + 1).step_by(BLOCK) {
            let (mut scalars, mut bits) = ([[0; 4]; BLOCK], 0);
            for i in 0..BLOCK {
                let Some(term) = self.terms.get(first + i) else {
                    (scalars[i], bits) = (*self.base_scalar, 253);
                    break;
                };
                (scalars[i], bits) = (*term.scalar, bits.max(term.bits));
            }
            self.lists.recode::<B::Vector>(first, &scalars, bits);
        }
    }
}

/// The points of all terms and the base point as rows of a table, which has whole groups of eight.
struct Rows<'a> {
    terms: &'a [Term<'a>],
    table: &'a mut [Row],
}

impl Kernel for Rows<'_> {
    type Output = ();
    #[inline(always)]
    fn run<B: Backend>(self, _: B) {
        for first in (0..self.table.len()).step_by(8) {
            let mut points = [AffinePoint::BASE; 8];
            for lane in 0..8 {
                if let Some(term) = self.terms.get(first + lane) {
                    points[lane] = *term.point;
                }
            }
            let rows = lanes::rows(&AffinePoint::load::<Fe<B::Vector>>(&points));
            self.table[first..first + 8].copy_from_slice(&rows);
        }
    }
}

/// [`lanes::fill_buckets`].
struct Fill<'a> {
    table: &'a [Row],
    lists: &'a BucketLists,
    buckets: &'a mut [Bucket],
}

impl Kernel for Fill<'_> {
    type Output = ();
    #[inline(always)]
    fn run<B: Backend>(self, _: B) {
        lanes::fill_buckets::<B::Vector>(self.table, self.lists, self.buckets);
    }
}

/// [`lanes::add_buckets`].
struct Add<'a> {
    total: &'a mut [Bucket; 8],
    window: usize,
    buckets: &'a [Bucket],
}

impl Kernel for Add<'_> {
    type Output = ();
    #[inline(always)]
    fn run<B: Backend>(self, _: B) {
        *self.total = lanes::add_buckets::<B::Vector>(self.total, self.window, self.buckets);
    }
}

/// Σ 2^(doublings·l)·(lane l).
struct Join<'a> {
    total: &'a [Bucket; 8],
    doublings: usize,
}

impl Kernel for Join<'_> {
    type Output = Point;
    #[inline(always)]
    fn run<B: Backend>(self, _: B) -> Point {
        // One chain of doublings, which waits for itself: over four lanes.
        let words = lanes::cached_words::<B::Vector>(self.total);
        let mut sum = Quad::<B::Vector4>::identity();
        for lane in (0..8).rev() {
            for _ in 0..self.doublings {
                sum = sum.double();
            }
            let [y_plus_x, z2, t2d, y_minus_x] =
                [words[0][lane], words[1][lane], words[2][lane], words[3][lane]];
            sum = sum.add(&Cached::from_words(&[y_plus_x, z2, t2d, y_minus_x]));
        }
        Point::store(&sum.to_extended::<B::One>())
    }
}

#[inline(always)]
fn sum_in_one_lane_vartime<F: F25519>(terms: &[Term<'_>], base_scalar: &[u64; 4]) -> Extended<F> {
    let base = double_base_vartime::mul_base_vartime::<F>(base_scalar);
    let points: Vec<Extended<F>> = terms.iter().map(|t| load(t.point)).collect();
    let sum = if terms.len() < PIPPENGER_FROM {
        let scalars: Vec<[u64; 4]> = terms.iter().map(|t| *t.scalar).collect();
        straus_vartime::mul_vartime(&scalars, &points)
    } else {
        let scalars: Vec<Scalar> = terms.iter().map(|t| Scalar { words: *t.scalar, bits: t.bits }).collect();
        pippenger_vartime::mul_vartime(&scalars, &points)
    };
    sum.add(&base.to_cached()).to_extended()
}

#[inline(always)]
fn load<F: F25519>(point: &AffinePoint) -> Extended<F> {
    AffinePoint::load(&F::Lanes::splat(*point))
}

/// The comb of −P, for a key that is used often. Cost: about ten verifications; 132,096 bytes.
pub fn negated_comb(level: Level, point: &AffinePoint) -> Box<Comb> {
    let point = edwards::from_affine(level, point);
    comb(level, &edwards::negate(level, &point))
}

/// The comb of a public P: 132,096 bytes. Cost: 1,333 additions, 43 doublings and one inversion.
pub fn comb(level: Level, point: &Point) -> Box<Comb> {
    struct One<'a>(&'a Point);
    impl Kernel for One<'_> {
        type Output = Box<Comb>;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Self::Output {
            crate::mul::fixed_base::build_comb_vartime(&self.0.load::<B::One>())
        }
    }
    dispatch_one(level, One(point))
}
