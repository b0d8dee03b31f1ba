//! Tables of multiples of one point.
#![allow(non_snake_case)] // points are capital letters

use super::{EdwardsPoint, RistrettoPoint, Scalar};
use crate::level;
use alloc::boxed::Box;
use chop_core::engine::group::sum_vartime;
use chop_core::engine::hazmat::edwards::{self, Point};
use chop_core::engine::hazmat::edwards_vartime;
use chop_core::table::Comb;
use core::marker::PhantomData;

/// A type of points that there are tables of: [`EdwardsPoint`] and [`RistrettoPoint`].
trait Group: Copy {
    fn of(point: Point) -> Self;
    fn point(&self) -> &Point;
}

impl Group for EdwardsPoint {
    fn of(point: Point) -> EdwardsPoint {
        EdwardsPoint(point)
    }
    fn point(&self) -> &Point {
        &self.0
    }
}

impl Group for RistrettoPoint {
    fn of(point: Point) -> RistrettoPoint {
        RistrettoPoint(point)
    }
    fn point(&self) -> &Point {
        &self.0
    }
}

/// Multiples of a point P that is used often: s·P for the price of s·B. 132,096 bytes on the heap.
///
/// The table is read in order and whole, whatever the scalar, but for what ends in `_vartime`.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::{FixedBaseTable, RistrettoPoint, Scalar};
/// let H = RistrettoPoint::hash_to_group(&[b"second generator"], b"an application")?;
/// let table = FixedBaseTable::new(&H);
/// let s = Scalar::from(5u64);
/// assert_eq!(table.mul(&s), s * H);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone)]
pub struct FixedBaseTable<P> {
    comb: Box<Comb>,
    of: PhantomData<fn() -> P>,
}

#[allow(private_bounds)] // whoever names the two types has all there is
impl<P: Group> FixedBaseTable<P> {
    /// The table of a public point. Cost: 1,333 additions, 43 doublings, one inversion.
    pub fn new(P: &P) -> FixedBaseTable<P> {
        FixedBaseTable { comb: sum_vartime::build_comb_vartime(level::current(), P.point()), of: PhantomData }
    }

    /// s·P. Constant time. Cost: 43 additions of 7M.
    pub fn mul(&self, s: &Scalar) -> P {
        P::of(edwards::mul_comb(level::current(), &s.0, &self.comb))
    }

    /// s·P for a public s. Cost: at most 43 additions of 7M.
    ///
    /// # Timing
    /// Variable.
    pub fn mul_vartime(&self, s: &Scalar) -> P {
        self.double_base_vartime(s, &Scalar::ZERO)
    }

    /// a·P + b·B for public scalars, B the base point. Cost: at most 75 additions of 7M.
    ///
    /// # Timing
    /// Variable in both.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::{EdwardsPoint, FixedBaseTable, Scalar};
    /// let (a, b) = (Scalar::from(5u64), Scalar::from(6u64));
    /// let P = EdwardsPoint::mul_base(&b);
    /// let sum = FixedBaseTable::new(&P).double_base_vartime(&a, &b);
    /// assert_eq!(sum, a * P + b * EdwardsPoint::BASE);
    /// ```
    pub fn double_base_vartime(&self, a: &Scalar, b: &Scalar) -> P {
        P::of(edwards_vartime::double_comb_vartime(level::current(), a.words(), &self.comb, b.words()))
    }
}
