//! u-coordinates of curve25519.

use super::{EdwardsPoint, Scalar, Strictness};
use crate::hazmat::{ASKED, DECODED, Hex, operator, scalar_times_point};
use crate::x25519::EXCHANGE;
use crate::{Error, level};
use chop_core::ct::{self, Mask, declassify};
use chop_core::engine::hazmat::edwards;
use chop_core::engine::x25519;
use chop_core::field::f25519::bytes_to_words;
use chop_core::scalar::l25519::clamp;
use core::fmt;
use core::ops::{Mul, MulAssign};

/// A u-coordinate of v² = u³ + 486662·u² + u (RFC 7748) or of its twist, as 32 bytes: of a point and of its negative, so
/// that it can be multiplied and not added.
///
/// Bit 255 is ignored, and u is taken modulo p: `==` says whether two numbers are the same, not two encodings.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::{MontgomeryPoint, Scalar};
/// let (a, b) = (Scalar::from(5u64), Scalar::from(6u64));
/// assert_eq!(a * (b * MontgomeryPoint::BASE), (a * b) * MontgomeryPoint::BASE);
/// ```
#[derive(Clone, Copy)]
pub struct MontgomeryPoint([u8; 32]);

impl MontgomeryPoint {
    /// u = 9, the base point of RFC 7748.
    pub const BASE: MontgomeryPoint = {
        let mut u = [0; 32];
        u[0] = 9;
        MontgomeryPoint(u)
    };

    /// The u-coordinate of these bytes. All are one, of the curve or of its twist.
    pub const fn from_bytes(u: &[u8; 32]) -> MontgomeryPoint {
        MontgomeryPoint(*u)
    }

    /// The bytes, as they were given or computed.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// k·P for the clamped number k: the function X25519. Constant time.
    ///
    /// # Example
    /// ```
    /// use chop::{hazmat::curve25519::MontgomeryPoint, x25519};
    /// let product = MontgomeryPoint::BASE.mul_clamped(&[5; 32]);
    /// assert_eq!(product.to_bytes(), x25519::x25519(&[5; 32], MontgomeryPoint::BASE.as_bytes()));
    /// ```
    #[inline]
    pub fn mul_clamped(&self, k: &[u8; 32]) -> MontgomeryPoint {
        ct::on_wiped_stack::<EXCHANGE, _>(|| {
            let mut words = bytes_to_words(&clamp(*k));
            let product = edwards::mul_montgomery(level::current(), &words, &self.0);
            ct::wipe(&mut words);
            MontgomeryPoint(product)
        })
    }

    /// The point of edwards25519 over this u with the wanted sign bit of x (0 or 1).
    ///
    /// # Errors
    /// [`Error::NotAPoint`] if there is none: u = −1, or u is of the twist.
    ///
    /// # Timing
    /// Constant in u, but for which of the two results it is.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::{EdwardsPoint, MontgomeryPoint};
    /// assert_eq!(MontgomeryPoint::BASE.to_edwards(0)?, EdwardsPoint::BASE);
    /// assert_eq!(MontgomeryPoint::BASE.to_edwards(1)?, -EdwardsPoint::BASE);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_edwards(&self, sign: u8) -> Result<EdwardsPoint, Error> {
        let (encoding, exists) = x25519::edwards_from_u(level::current(), &self.0, sign);
        if !declassify(exists, DECODED) {
            return Err(Error::NotAPoint);
        }
        EdwardsPoint::decompress(&encoding, Strictness::Liberal)
    }

    #[inline]
    pub(super) fn equals(&self, other: &MontgomeryPoint) -> Mask {
        edwards::equals_montgomery(level::current(), &self.0, &other.0)
    }
}

operator!(Mul mul, MulAssign mul_assign, MontgomeryPoint, Scalar, |u: &MontgomeryPoint, s: &Scalar| {
    MontgomeryPoint(ct::on_wiped_stack::<EXCHANGE, _>(|| edwards::mul_montgomery(level::current(), s.words(), &u.0)))
});
scalar_times_point!(Scalar, MontgomeryPoint);

impl PartialEq for MontgomeryPoint {
    /// Whether u is the same modulo p. Constant time; the answer is public.
    fn eq(&self, other: &MontgomeryPoint) -> bool {
        declassify(self.equals(other), ASKED)
    }
}

impl Eq for MontgomeryPoint {}

impl fmt::Debug for MontgomeryPoint {
    /// The bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MontgomeryPoint").field(&Hex(&self.0)).finish()
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for MontgomeryPoint {
    fn zeroize(&mut self) {
        ct::wipe(&mut self.0);
    }
}
