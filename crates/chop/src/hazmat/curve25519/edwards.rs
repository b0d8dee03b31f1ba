//! Points of edwards25519.
#![allow(non_snake_case)] // points are capital letters

use super::group::group;
use super::{MontgomeryPoint, Scalar};
use crate::hazmat::{ASKED, DECODED, Hex, negation_and_sum, operator, scalar_times_point};
use crate::{Error, level};
use chop_core::ct::{self, Mask, declassify};
use chop_core::engine::hazmat::edwards::{self, DecodedPoint, Point};
use chop_core::engine::hazmat::edwards_vartime;
use chop_core::field::f25519::bytes_to_words;
use chop_core::scalar::l25519::clamp;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Which encodings of a point are taken.
///
/// The same two answers as in a verification [policy](crate::ed25519::Policy), where they are called canonical and
/// non-canonical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The one that encoding gives: y < p, and no sign bit on x = 0. RFC 8032, 5.1.3 asks for it.
    Canonical,
    /// Every one that names a point: y is taken modulo p, and the sign of x = 0 ignored. ZIP-215 asks for it.
    Liberal,
}

/// A point of edwards25519: of the subgroup of order ℓ, of order dividing 8, or a sum of both.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::{EdwardsPoint, Scalar};
/// let P = EdwardsPoint::mul_base(&Scalar::from(9u64));
/// assert_eq!(P + P, P.double());
/// assert_eq!(P - P, EdwardsPoint::IDENTITY);
/// assert_eq!(-P, Scalar::from(9u64) * -EdwardsPoint::BASE);
/// ```
#[derive(Clone, Copy)]
pub struct EdwardsPoint(pub(super) Point);

group!(EdwardsPoint);

/// x, y and x·y of 1·T … 7·T, T the point of order 8 with the least y and an even x.
const TORSION: [[[u64; 4]; 3]; 7] = [
    [
        [0xdea14646c545d14a, 0x5c193c7013e5e238, 0xe933993238de4abb, 0x1fd5b9a006394a28],
        [0xb027b2c28f95e826, 0xf098eff289f4c345, 0x3933c6d305acdfd5, 0x05fc536d880238b1],
        [0xd2f2dac12181786c, 0x4566c28b32057a69, 0xcfcd892e6d0750f5, 0x131dbb3c9f5d9414],
    ],
    [
        [0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b],
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
    ],
    [
        [0xdea14646c545d14a, 0x5c193c7013e5e238, 0xe933993238de4abb, 0x1fd5b9a006394a28],
        [0x4fd84d3d706a17c7, 0x0f67100d760b3cba, 0xc6cc392cfa53202a, 0x7a03ac9277fdc74e],
        [0x2d0d253ede7e8781, 0xba993d74cdfa8596, 0x303276d192f8af0a, 0x6ce244c360a26beb],
    ],
    [
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
        [0xffffffffffffffec, 0xffffffffffffffff, 0xffffffffffffffff, 0x7fffffffffffffff],
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
    ],
    [
        [0x215eb9b93aba2ea3, 0xa3e6c38fec1a1dc7, 0x16cc66cdc721b544, 0x602a465ff9c6b5d7],
        [0x4fd84d3d706a17c7, 0x0f67100d760b3cba, 0xc6cc392cfa53202a, 0x7a03ac9277fdc74e],
        [0xd2f2dac12181786c, 0x4566c28b32057a69, 0xcfcd892e6d0750f5, 0x131dbb3c9f5d9414],
    ],
    [
        [0x3b11e4d8b5f15f3d, 0xd0bce7f952d01b87, 0xd4b2ff66c2042858, 0x547cdb7fb03e20f4],
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
        [0x0000000000000000, 0x0000000000000000, 0x0000000000000000, 0x0000000000000000],
    ],
    [
        [0x215eb9b93aba2ea3, 0xa3e6c38fec1a1dc7, 0x16cc66cdc721b544, 0x602a465ff9c6b5d7],
        [0xb027b2c28f95e826, 0xf098eff289f4c345, 0x3933c6d305acdfd5, 0x05fc536d880238b1],
        [0x2d0d253ede7e8781, 0xba993d74cdfa8596, 0x303276d192f8af0a, 0x6ce244c360a26beb],
    ],
];

impl EdwardsPoint {
    /// The points whose order divides 8: i·T for a point T of order 8.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::EdwardsPoint;
    /// let [O, T, ..] = EdwardsPoint::EIGHT_TORSION;
    /// assert_eq!(O, EdwardsPoint::IDENTITY);
    /// assert!(T.is_small_order() && !T.is_torsion_free());
    /// assert_eq!(T.mul_by_cofactor(), O);
    /// ```
    pub const EIGHT_TORSION: [EdwardsPoint; 8] = {
        let mut points = [EdwardsPoint::IDENTITY; 8];
        let mut i = 1;
        while i < 8 {
            let [x, y, t] = TORSION[i - 1];
            points[i] = EdwardsPoint(Point::from_words(x, y, t));
            i += 1;
        }
        points
    };

    /// Decodes 32 bytes (RFC 8032, 5.1.3). Cost: one square root.
    ///
    /// # Errors
    /// [`Error::NotAPoint`] where no point has this y; [`Error::NotCanonical`] for an encoding that [`Strictness`]
    /// does not allow.
    ///
    /// # Timing
    /// Constant in the bytes, but for which of the results it is.
    ///
    /// # Example
    /// ```
    /// use chop::Error;
    /// use chop::hazmat::curve25519::{EdwardsPoint, Strictness};
    /// // y = p + 1, which is 1 modulo p.
    /// let mut bytes = [0xff; 32];
    /// (bytes[0], bytes[31]) = (0xee, 0x7f);
    /// assert_eq!(EdwardsPoint::decompress(&bytes, Strictness::Canonical), Err(Error::NotCanonical));
    /// assert_eq!(EdwardsPoint::decompress(&bytes, Strictness::Liberal)?, EdwardsPoint::IDENTITY);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn decompress(bytes: &[u8; 32], strictness: Strictness) -> Result<EdwardsPoint, Error> {
        judge(&edwards::decode(level::current(), bytes), strictness)
    }

    /// The encoding (RFC 8032, 5.1.2): y, and the lowest bit of x on top. Cost: one inversion.
    #[inline]
    pub fn compress(&self) -> [u8; 32] {
        edwards::compress(level::current(), &self.0)
    }

    /// 8·P. Cost: 3 doublings.
    #[inline]
    pub fn mul_by_cofactor(&self) -> EdwardsPoint {
        EdwardsPoint(edwards::mul_by_cofactor(level::current(), &self.0))
    }

    /// 2^k·P for a public k. Cost: k doublings.
    #[inline]
    pub fn mul_by_pow_2(&self, k: u32) -> EdwardsPoint {
        EdwardsPoint(edwards::mul_by_pow_2(level::current(), &self.0, &k))
    }

    /// k·P for the clamped number k (RFC 7748, 5), which is not taken modulo ℓ: a multiple of 8, so that what P has of
    /// small order vanishes. Constant time.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::EdwardsPoint;
    /// let T = EdwardsPoint::EIGHT_TORSION[1];
    /// assert_eq!((EdwardsPoint::BASE + T).mul_clamped(&[3; 32]), EdwardsPoint::BASE.mul_clamped(&[3; 32]));
    /// ```
    #[inline]
    pub fn mul_clamped(&self, k: &[u8; 32]) -> EdwardsPoint {
        ct::on_wiped_stack::<512, _>(|| {
            let mut words = bytes_to_words(&clamp(*k));
            let product = edwards::mul(level::current(), &words, &self.0);
            ct::wipe(&mut words);
            EdwardsPoint(product)
        })
    }

    /// Whether the order divides 8: the points that make equations with a cofactor true whatever they are multiplied by.
    /// Constant time; the answer is public. Cost: 2S.
    #[inline]
    pub fn is_small_order(&self) -> bool {
        declassify(edwards::has_small_order(level::current(), &self.0), ASKED)
    }

    /// Whether the point is in the subgroup of order ℓ, the neutral element included. Constant time; the answer is
    /// public. Cost: 252 doublings, 38 additions.
    #[inline]
    pub fn is_torsion_free(&self) -> bool {
        declassify(edwards::is_torsion_free(level::current(), &self.0), ASKED)
    }

    /// Whether this is the neutral element. Constant time; the answer is public.
    #[inline]
    pub fn is_identity(&self) -> bool {
        declassify(edwards::is_identity(level::current(), &self.0), ASKED)
    }

    /// The u-coordinate (1 + y)/(1 − y) of curve25519; 0 for the neutral element. Cost: one inversion.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::{EdwardsPoint, MontgomeryPoint, Scalar};
    /// assert_eq!(EdwardsPoint::BASE.to_montgomery(), MontgomeryPoint::BASE);
    /// ```
    #[inline]
    pub fn to_montgomery(&self) -> MontgomeryPoint {
        MontgomeryPoint::from_bytes(&edwards::to_montgomery(level::current(), &self.0))
    }

    #[inline]
    pub(super) fn equals(&self, other: &EdwardsPoint) -> Mask {
        edwards::equals(level::current(), &self.0, &other.0)
    }
}

/// The point, if its encoding is allowed.
#[inline]
pub(super) fn judge(decoded: &DecodedPoint, strictness: Strictness) -> Result<EdwardsPoint, Error> {
    let canonical = decoded.y_reduced.and(decoded.minus_zero.not());
    if !declassify(decoded.decodes, DECODED) {
        Err(Error::NotAPoint)
    } else if strictness == Strictness::Canonical && !declassify(canonical, DECODED) {
        Err(Error::NotCanonical)
    } else {
        Ok(EdwardsPoint(decoded.point))
    }
}
