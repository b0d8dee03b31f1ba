//! Integers modulo ℓ, the order of the base point.

use crate::hazmat::scalars::scalar;
use chop_core::scalar::l25519;

/// An integer modulo ℓ = 2^252 + 27742317777372353535851937790883648493. It may be a secret: `Debug` does not print it,
/// and all operations are constant time.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::Scalar;
/// let x = Scalar::from_bytes_wide(&[7; 64]);
/// assert_eq!(x * x.invert(), Scalar::ONE);
/// assert_eq!(x - x, Scalar::ZERO);
/// assert_eq!(Scalar::from_canonical_bytes(&x.to_bytes())?, x);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scalar(pub(super) l25519::Scalar);

scalar!(l25519::Scalar, order "ℓ" = chop_core::field::f25519::words_to_bytes(&l25519::ORDER), "little", "curve25519");

impl Scalar {
    /// The clamped number modulo ℓ: the secret scalar of Ed25519 and X25519.
    ///
    /// The clamped number is a multiple of 8 and this scalar is not: of a point with a part of small order they are
    /// different multiples. For those there is [`mul_clamped`](super::EdwardsPoint::mul_clamped).
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::{EdwardsPoint, Scalar};
    /// let s = Scalar::from_clamped_bytes(&[5; 32]);
    /// assert_eq!(EdwardsPoint::mul_base(&s), EdwardsPoint::BASE.mul_clamped(&[5; 32]));
    /// ```
    #[inline]
    pub fn from_clamped_bytes(bytes: &[u8; 32]) -> Scalar {
        Scalar::from_bytes_mod_order(&l25519::clamp(*bytes))
    }

    /// self·y + z with one reduction: what signatures are made of.
    #[inline]
    pub fn mul_add(&self, y: &Scalar, z: &Scalar) -> Scalar {
        Scalar(self.0.mul_add(&y.0, &z.0))
    }

    /// The least non-negative representative, as words.
    #[inline]
    pub(super) fn words(&self) -> &[u64; 4] {
        self.0.words()
    }

    /// An integer, which is below the order. Constant time.
    #[inline]
    fn from_integer(x: u128) -> Scalar {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&x.to_le_bytes());
        Scalar::from_bytes_mod_order(&bytes)
    }
}
