//! Points of SM2's curve.
#![allow(non_snake_case)] // points are capital letters

use super::Scalar;
use crate::Error;
use crate::hazmat::weierstrass::points;
use chop_core::engine::hazmat::sm2::{self as engine, Point as Group};
use chop_core::engine::hazmat::sm2_vartime as engine_vartime;
use chop_core::engine::sm2::point::Sm2Point as Affine;

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
        let point = Affine::from_bytes(level::current(), bytes).ok_or(Error::NotAPoint)?;
        Ok(Point(engine::from_affine(level::current(), &point)))
    }
}

points!(
    "sm2p256",
    base "GB/T 32918.5",
    double "4M + 4S",
    sum "256 doublings, 71 additions, one inversion"
);
