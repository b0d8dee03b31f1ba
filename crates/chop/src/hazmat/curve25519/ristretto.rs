//! Elements of ristretto255.
#![allow(non_snake_case)] // points are capital letters

use super::Scalar;
use super::group::group;
use crate::hazmat::{ASKED, DECODED, Hex, negation_and_sum, operator, scalar_times_point};
use crate::{Error, level};
use chop_core::ct::{self, Mask, declassify};
use chop_core::engine::hazmat::edwards::{self, Point};
use chop_core::engine::hazmat::{edwards_vartime, ristretto};
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// An element of ristretto255 (RFC 9496): a group of prime order ℓ, without cofactor, in which every element has one
/// encoding.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::{RistrettoPoint, Scalar};
/// let P = RistrettoPoint::hash_to_group(&[b"message"], b"an application and its version")?;
/// let bytes = (Scalar::from(3u64) * P).compress();
/// assert_eq!(RistrettoPoint::decompress(&bytes)?, P + P + P);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct RistrettoPoint(pub(super) Point);

group!(RistrettoPoint);

impl RistrettoPoint {
    /// Decodes 32 bytes (RFC 9496, 4.3.1). There is one encoding an element. Cost: one square root.
    ///
    /// # Errors
    /// [`Error::NotAPoint`].
    ///
    /// # Timing
    /// Constant in the bytes, but for which of the two results it is.
    ///
    /// # Example
    /// ```
    /// use chop::{Error, hazmat::curve25519::RistrettoPoint};
    /// assert_eq!(RistrettoPoint::decompress(&[0; 32]), Ok(RistrettoPoint::IDENTITY));
    /// assert_eq!(RistrettoPoint::decompress(&[1; 32]), Err(Error::NotAPoint));
    /// ```
    #[inline]
    pub fn decompress(bytes: &[u8; 32]) -> Result<RistrettoPoint, Error> {
        judge(&ristretto::decode(level::current(), bytes))
    }

    /// The encoding (RFC 9496, 4.3.2). Cost: one square root.
    #[inline]
    pub fn compress(&self) -> [u8; 32] {
        ristretto::encode(level::current(), &self.0)
    }

    /// The element of 64 bytes (RFC 9496, 4.3.4), uniform if they are. Cost: two square roots.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::RistrettoPoint;
    /// let digest = [7; 64]; // of a hash function that gives 64 bytes
    /// assert_ne!(RistrettoPoint::from_uniform_bytes(&digest), RistrettoPoint::IDENTITY);
    /// ```
    #[inline]
    pub fn from_uniform_bytes(bytes: &[u8; 64]) -> RistrettoPoint {
        RistrettoPoint(ristretto::from_uniform_bytes(level::current(), bytes))
    }

    /// Whether this is the neutral element. Constant time; the answer is public.
    #[inline]
    pub fn is_identity(&self) -> bool {
        declassify(self.equals(&RistrettoPoint::IDENTITY), ASKED)
    }

    #[inline]
    pub(super) fn equals(&self, other: &RistrettoPoint) -> Mask {
        ristretto::equals(level::current(), &self.0, &other.0)
    }
}

#[inline]
pub(super) fn judge((point, valid): &(Point, Mask)) -> Result<RistrettoPoint, Error> {
    if declassify(*valid, DECODED) { Ok(RistrettoPoint(*point)) } else { Err(Error::NotAPoint) }
}
