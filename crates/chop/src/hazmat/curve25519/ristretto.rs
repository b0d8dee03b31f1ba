//! Elements of ristretto255.
#![allow(non_snake_case)] // points are capital letters

use super::Scalar;
#[cfg(feature = "alloc")]
use super::group::columns;
use super::group::group;
use crate::hazmat::{ASKED, DECODED, Hex, negation_and_sum, operator, scalar_times_point};
#[cfg(feature = "alloc")]
use crate::pieces;
use crate::{Error, level};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use chop_core::ct::{self, Mask, declassify};
use chop_core::engine::edwards::{self, Point};
#[cfg(feature = "alloc")]
use chop_core::engine::{edwards_many, msm};
use chop_core::engine::{edwards_vartime, ristretto};
#[cfg(feature = "alloc")]
use chop_core::scalar::l25519;
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

    /// Decodes many; result `i` equals `decompress(&encodings[i])`. As many square roots at a time as the level has
    /// lanes.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::RistrettoPoint;
    /// let encodings = RistrettoPoint::compress_many(&[RistrettoPoint::BASE, RistrettoPoint::IDENTITY]);
    /// assert_eq!(RistrettoPoint::decompress_many(&encodings)[0], Ok(RistrettoPoint::BASE));
    /// ```
    #[cfg(feature = "alloc")]
    pub fn decompress_many(encodings: &[[u8; 32]]) -> Vec<Result<RistrettoPoint, Error>> {
        let mut decoded = vec![(Point::IDENTITY, Mask::FALSE); encodings.len()];
        pieces::fill(encodings, &mut decoded, |encodings, decoded| {
            edwards_many::decode_ristretto_many(level::current(), encodings, decoded);
        });
        decoded.iter().map(judge).collect()
    }

    /// The encodings of many; result `i` equals `points[i].compress()`. As many square roots at a time as the level has
    /// lanes.
    #[cfg(feature = "alloc")]
    pub fn compress_many(points: &[RistrettoPoint]) -> Vec<[u8; 32]> {
        let mut encodings = vec![[0; 32]; points.len()];
        pieces::fill(points, &mut encodings, |points, encodings| {
            let points: Vec<Point> = points.iter().map(|P| P.0).collect();
            edwards_many::encode_ristretto_many(level::current(), &points, encodings);
        });
        encodings
    }

    /// The elements of many times 64 bytes; result `i` equals `from_uniform_bytes(&bytes[i])`.
    #[cfg(feature = "alloc")]
    pub fn from_uniform_bytes_many(bytes: &[[u8; 64]]) -> Vec<RistrettoPoint> {
        let mut points = vec![Point::IDENTITY; bytes.len()];
        pieces::fill(bytes, &mut points, |bytes, points| {
            edwards_many::ristretto_from_uniform_bytes_many(level::current(), bytes, points);
        });
        points.into_iter().map(RistrettoPoint).collect()
    }

    #[inline]
    pub(super) fn equals(&self, other: &RistrettoPoint) -> Mask {
        ristretto::equals(level::current(), &self.0, &other.0)
    }
}

#[inline]
fn judge((point, valid): &(Point, Mask)) -> Result<RistrettoPoint, Error> {
    if declassify(*valid, DECODED) { Ok(RistrettoPoint(*point)) } else { Err(Error::NotAPoint) }
}
