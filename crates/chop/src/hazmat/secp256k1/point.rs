//! Points of secp256k1.
#![allow(non_snake_case)] // points are capital letters

use super::Scalar;
use crate::Error;
use crate::hazmat::weierstrass::points;
use crate::secp256k1::VerifyingKey;
use chop_core::engine::hazmat::secp256k1::{self as engine, Point as Group};
use chop_core::engine::hazmat::secp256k1_vartime as engine_vartime;
use chop_core::engine::secp256k1::point::Secp256k1Point as Affine;

/// A point of secp256k1, or O, the neutral element.
///
/// # Example
/// ```
/// use chop::hazmat::secp256k1::{Point, Scalar};
/// let P = Point::mul_base(&Scalar::from(9u64));
/// assert_eq!(P + P, P.double());
/// assert_eq!(-P, Scalar::from(9u64) * -Point::BASE);
/// assert_eq!(P + Point::IDENTITY, P);
/// ```
#[derive(Clone, Copy)]
pub struct Point(pub(super) Group);

impl Point {
    /// Decodes 04 ‖ x ‖ y (65 bytes), or 02 ‖ x and 03 ‖ x (33 bytes): SEC 1, 2.3.4. Coordinates must be below p; hybrid forms
    /// (06, 07) and O (00) are refused.
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`] for another length, [`Error::HybridPublicKey`], [`Error::NotAPoint`].
    ///
    /// # Timing
    /// Variable: encodings are public.
    ///
    /// # Example
    /// ```
    /// use chop::{Error, hazmat::secp256k1::Point};
    /// let mut bytes = Point::BASE.to_bytes().expect("not O");
    /// assert_eq!(Point::from_bytes(&bytes)?, Point::BASE);
    /// bytes[0] = 6;
    /// assert_eq!(Point::from_bytes(&bytes), Err(Error::HybridPublicKey));
    /// assert_eq!(Point::from_bytes(&[0]), Err(Error::PublicKeyLength));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Point, Error> {
        let key = VerifyingKey::from_slice(bytes)?;
        Ok(Point(engine::from_affine(level::current(), &key.point)))
    }
}

points!(
    "secp256k1",
    base "SEC 2, 2.4.1",
    double "3M + 4S",
    sum "129 doublings, 73 additions, one inversion"
);
