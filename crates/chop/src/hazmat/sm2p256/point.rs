//! Points of SM2's curve.
#![allow(non_snake_case)] // points are capital letters

use super::Scalar;
use crate::hazmat::{ASKED, Hex, negation_and_sum, operator, scalar_times_point};
use crate::{Error, level};
use chop_core::ct::{Mask, declassify};
use chop_core::engine::hazmat::sm2::{self, Point as Group};
use chop_core::engine::hazmat::sm2_vartime;
use chop_core::engine::sm2::point::Sm2Point;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A point of SM2's curve, or O, the neutral element.
///
/// # Example
/// ```
/// use chop::hazmat::sm2p256::{Point, Scalar};
/// let P = Point::mul_base(&Scalar::from(9u64));
/// assert_eq!(P + P, P.double());
/// assert_eq!(-P, Scalar::from(9u64) * -Point::BASE);
/// assert_eq!(P + Point::IDENTITY, P);
/// ```
#[derive(Clone, Copy)]
pub struct Point(pub(super) Group);

impl Point {
    /// O.
    pub const IDENTITY: Point = Point(Group::IDENTITY);
    /// The base point G (GB/T 32918.5).
    pub const BASE: Point = Point(Group::BASE);

    /// Decodes 04 ‖ x ‖ y (65 bytes), or 02 ‖ x and 03 ‖ x (33 bytes): GB/T 32918.1, 4.2.9. Coordinates must be below p;
    /// hybrid forms (06, 07) and O (00) are refused.
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`] for another length, [`Error::NotAPoint`].
    ///
    /// # Timing
    /// Variable: encodings are public.
    ///
    /// # Example
    /// ```
    /// use chop::{Error, hazmat::sm2p256::Point};
    /// let bytes = Point::BASE.to_bytes().expect("not O");
    /// assert_eq!(Point::from_bytes(&bytes)?, Point::BASE);
    /// assert_eq!(Point::from_bytes(&[0]), Err(Error::PublicKeyLength));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Point, Error> {
        if !matches!(bytes.len(), 33 | 65) {
            return Err(Error::PublicKeyLength);
        }
        let point = Sm2Point::from_bytes(level::current(), bytes).ok_or(Error::NotAPoint)?;
        Ok(Point(sm2::from_affine(level::current(), &point)))
    }

    /// 04 ‖ x ‖ y, or `None` for O. Constant time but for that. Cost: one inversion.
    pub fn to_bytes(&self) -> Option<[u8; 65]> {
        (!self.is_identity()).then(|| self.affine().to_bytes())
    }

    /// 02 ‖ x for an even y, 03 ‖ x for an odd one, or `None` for O. Constant time but for that. Cost: one inversion.
    pub fn to_compressed_bytes(&self) -> Option<[u8; 33]> {
        (!self.is_identity()).then(|| self.affine().to_compressed_bytes())
    }

    fn affine(&self) -> Sm2Point {
        sm2::to_affine(level::current(), &self.0)
    }

    /// 2·P. Cost: 4M + 4S.
    #[inline]
    pub fn double(&self) -> Point {
        Point(sm2::double(level::current(), &self.0))
    }

    /// Whether this is O. Constant time; the answer is public.
    #[inline]
    pub fn is_identity(&self) -> bool {
        declassify(sm2::is_identity(level::current(), &self.0), ASKED)
    }

    /// k·G. Constant time. Cost: 43 additions of 8M + 3S.
    #[inline]
    pub fn mul_base(k: &Scalar) -> Point {
        Point(sm2::mul_base(level::current(), &k.0))
    }

    /// a·P + b·G for public inputs: the equation of a verification. Cost: 256 doublings, 71 additions, one inversion.
    ///
    /// # Timing
    /// Variable in all arguments.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::sm2p256::{Point, Scalar};
    /// let (a, b) = (Scalar::from(5u64), Scalar::from(6u64));
    /// let P = Point::mul_base(&b);
    /// assert_eq!(Point::double_base_vartime(&a, &P, &b), a * P + b * Point::BASE);
    /// ```
    pub fn double_base_vartime(a: &Scalar, P: &Point, b: &Scalar) -> Point {
        Point(sm2_vartime::double_base_vartime(level::current(), &a.0, &P.0, &b.0))
    }

    #[inline]
    pub(super) fn equals(&self, other: &Point) -> Mask {
        sm2::equals(level::current(), &self.0, &other.0)
    }
}

operator!(Add add, AddAssign add_assign, Point, Point, |P: &Point, Q: &Point| {
    Point(sm2::add(level::current(), &P.0, &Q.0))
});
operator!(Sub sub, SubAssign sub_assign, Point, Point, |P: &Point, Q: &Point| {
    Point(sm2::sub(level::current(), &P.0, &Q.0))
});
operator!(Mul mul, MulAssign mul_assign, Point, Scalar, |P: &Point, k: &Scalar| {
    Point(sm2::mul(level::current(), &k.0, &P.0))
});
scalar_times_point!(Scalar, Point);
negation_and_sum!(Point, Point::IDENTITY, |P: &Point| Point(sm2::negate(level::current(), &P.0)));

impl PartialEq for Point {
    /// Constant time; the answer is public. Cost: 6M + 2S.
    fn eq(&self, other: &Point) -> bool {
        declassify(self.equals(other), ASKED)
    }
}

impl Eq for Point {}

impl Default for Point {
    /// O.
    fn default() -> Point {
        Point::IDENTITY
    }
}

impl fmt::Debug for Point {
    /// The compressed encoding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple("Point");
        match self.to_compressed_bytes() {
            Some(bytes) => tuple.field(&Hex(&bytes)).finish(),
            None => tuple.field(&Hex(&[0])).finish(),
        }
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for Point {
    /// Makes it O.
    fn zeroize(&mut self) {
        self.0.wipe();
    }
}
