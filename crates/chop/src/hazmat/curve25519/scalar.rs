//! Integers modulo ℓ, the order of the base point.

use crate::Error;
use crate::hazmat::{ASKED, DECODED, negation_and_sum, operator};
use chop_core::ct::{Mask, declassify};
use chop_core::scalar::l25519;
use core::fmt;
use core::iter::{Product, Sum};
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// An integer modulo ℓ = 2^252 + 27742317777372353535851937790883648493. It may be a secret: `Debug` does not print it,
/// and all operations are constant time.
///
/// # Example
/// ```
/// use chop::hazmat::curve25519::Scalar;
/// let x = Scalar::from_wide_bytes(&[7; 64]);
/// assert_eq!(x * x.invert(), Scalar::ONE);
/// assert_eq!(x - x, Scalar::ZERO);
/// assert_eq!(Scalar::from_canonical_bytes(&x.to_bytes())?, x);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Scalar(pub(super) l25519::Scalar);

/// Scalars that share an inversion.
const SHARED: usize = 64;

impl Scalar {
    /// 0.
    pub const ZERO: Scalar = Scalar(l25519::Scalar::ZERO);
    /// 1.
    pub const ONE: Scalar = Scalar(l25519::Scalar::ONE);
    /// ℓ as 32 little-endian bytes: the least number that [`Scalar::from_canonical_bytes`] refuses.
    pub const ORDER: [u8; 32] = chop_core::field::f25519::words_to_bytes(&l25519::ORDER);

    /// Any 256-bit number, little endian, modulo ℓ.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::Scalar;
    /// assert_eq!(Scalar::from_bytes_mod_order(&Scalar::ORDER), Scalar::ZERO);
    /// ```
    #[inline]
    pub fn from_bytes_mod_order(bytes: &[u8; 32]) -> Scalar {
        Scalar(l25519::Scalar::from_bytes_mod_order(bytes))
    }

    /// A 512-bit number, little endian, modulo ℓ: uniform if the bytes are, as those of a hash of 64 bytes.
    #[inline]
    pub fn from_wide_bytes(bytes: &[u8; 64]) -> Scalar {
        Scalar(l25519::Scalar::from_bytes_wide(bytes))
    }

    /// A 256-bit number, little endian, that must be below ℓ.
    ///
    /// # Errors
    /// [`Error::ScalarRange`].
    ///
    /// # Timing
    /// Constant in the bytes, but for which of the two results it is.
    ///
    /// # Example
    /// ```
    /// use chop::{Error, hazmat::curve25519::Scalar};
    /// assert_eq!(Scalar::from_canonical_bytes(&Scalar::ORDER), Err(Error::ScalarRange));
    /// ```
    #[inline]
    pub fn from_canonical_bytes(bytes: &[u8; 32]) -> Result<Scalar, Error> {
        let (scalar, canonical) = l25519::Scalar::from_canonical_bytes(bytes);
        if declassify(canonical, DECODED) { Ok(Scalar(scalar)) } else { Err(Error::ScalarRange) }
    }

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

    /// A uniform scalar from the randomness of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<Scalar, Error> {
        Ok(Scalar::from_wide_bytes(crate::Secret::<64>::generate()?.as_bytes()))
    }

    /// A uniform scalar from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Scalar, Error> {
        Ok(Scalar::from_wide_bytes(crate::Secret::<64>::from_rng(rng)?.as_bytes()))
    }

    /// The scalar as 32 little-endian bytes, less than ℓ.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// 1/self; 0 for 0, which has none. Cost: about ten multiplications.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::Scalar;
    /// assert_eq!(Scalar::from(2u64).invert() + Scalar::from(2u64).invert(), Scalar::ONE);
    /// assert_eq!(Scalar::ZERO.invert(), Scalar::ZERO);
    /// ```
    #[inline]
    pub fn invert(&self) -> Scalar {
        Scalar(self.0.invert())
    }

    /// The inverses of all in place, 0 for 0. Cost: 3 multiplications each, and one inversion for 64.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::Scalar;
    /// let mut x = [2u64, 0, 3].map(Scalar::from);
    /// Scalar::invert_all(&mut x);
    /// assert_eq!(x, [2u64, 0, 3].map(|x| Scalar::from(x).invert()));
    /// ```
    pub fn invert_all(scalars: &mut [Scalar]) {
        let (mut all, mut before) = ([l25519::Scalar::ZERO; SHARED], [l25519::Scalar::ZERO; SHARED]);
        for scalars in scalars.chunks_mut(SHARED) {
            let all = &mut all[..scalars.len()];
            for (x, scalar) in all.iter_mut().zip(scalars.iter()) {
                *x = scalar.0;
            }
            l25519::Scalar::invert_all(all, &mut before[..scalars.len()]);
            for (x, scalar) in all.iter_mut().zip(scalars) {
                scalar.0 = *x;
                x.wipe();
            }
        }
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

    #[inline]
    pub(super) fn equals(&self, other: &Scalar) -> Mask {
        self.0.eq(&other.0)
    }
}

macro_rules! from_integers {
    ($($t:ty)*) => {
        $(impl From<$t> for Scalar {
            /// The integer itself. Constant time.
            #[inline]
            fn from(x: $t) -> Scalar {
                let mut bytes = [0; 32];
                bytes[..size_of::<$t>()].copy_from_slice(&x.to_le_bytes());
                Scalar::from_bytes_mod_order(&bytes)
            }
        })*
    };
}
from_integers!(u8 u16 u32 u64 u128);

operator!(Add add, AddAssign add_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| Scalar(x.0.add(&y.0)));
operator!(Sub sub, SubAssign sub_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| Scalar(x.0.sub(&y.0)));
operator!(Mul mul, MulAssign mul_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| Scalar(x.0.mul(&y.0)));
negation_and_sum!(Scalar, Scalar::ZERO, |x: &Scalar| Scalar(x.0.neg()));

impl Product for Scalar {
    fn product<I: Iterator<Item = Scalar>>(scalars: I) -> Scalar {
        scalars.fold(Scalar::ONE, |product, scalar| product * scalar)
    }
}

impl<'a> Product<&'a Scalar> for Scalar {
    fn product<I: Iterator<Item = &'a Scalar>>(scalars: I) -> Scalar {
        scalars.fold(Scalar::ONE, |product, scalar| product * scalar)
    }
}

impl PartialEq for Scalar {
    /// Constant time; the answer is public.
    fn eq(&self, other: &Scalar) -> bool {
        declassify(self.equals(other), ASKED)
    }
}

impl Eq for Scalar {}

impl Default for Scalar {
    /// 0.
    fn default() -> Scalar {
        Scalar::ZERO
    }
}

impl fmt::Debug for Scalar {
    /// Without the number, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scalar(..)")
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::Zeroize for Scalar {
    fn zeroize(&mut self) {
        self.0.wipe();
    }
}
