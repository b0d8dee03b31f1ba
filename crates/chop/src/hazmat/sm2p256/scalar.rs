//! Integers modulo n, the order of the base point.

use crate::hazmat::scalars::scalar;
use crate::hazmat::weierstrass::big_endian;
use chop_core::scalar::nsm2;

/// An integer modulo n, the order of SM2's curve. It may be a secret: `Debug` does not print it, and all operations are
/// constant time.
///
/// # Example
/// ```
/// use chop::hazmat::sm2p256::Scalar;
/// let x = Scalar::from_bytes_wide(&[7; 64]);
/// assert_eq!(x * x.invert(), Scalar::ONE);
/// assert_eq!(x - x, Scalar::ZERO);
/// assert_eq!(Scalar::from_canonical_bytes(&x.to_bytes())?, x);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scalar(pub(super) nsm2::Scalar);

scalar!(nsm2::Scalar, order "n" = chop_core::field::big_endian::words_to_bytes(&nsm2::ORDER), "big", "sm2p256");

impl Scalar {
    /// An integer, which is below the order. Constant time.
    #[inline]
    fn from_integer(x: u128) -> Scalar {
        Scalar::from_bytes_mod_order(&big_endian(x))
    }
}
