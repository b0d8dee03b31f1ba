//! Methods that the integers modulo ℓ and modulo n have in common.

/// The methods and traits of `Scalar`, a tuple struct around a `$Number`, whose file says what it is and how an integer
/// becomes bytes (`from_integer`).
///
/// The texts are for the documentation: the order, its kind of bytes and the path of the module.
macro_rules! scalar {
    ($Number:ty, order $n:literal = $order:expr, $endian:literal, $module:literal) => {
        use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};
        use core::iter::{Product, Sum};

        impl Scalar {
            /// 0.
            pub const ZERO: Scalar = Scalar(<$Number>::ZERO);
            /// 1.
            pub const ONE: Scalar = Scalar(<$Number>::ONE);
            #[doc = concat!($n, " as 32 ", $endian, "-endian bytes: the least number that [`Scalar::from_canonical_bytes`] refuses.")]
            pub const ORDER: [u8; 32] = $order;

            #[doc = concat!("Any 256-bit number, ", $endian, " endian, modulo ", $n, ".")]
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::Scalar;")]
            /// assert_eq!(Scalar::from_bytes_mod_order(&Scalar::ORDER), Scalar::ZERO);
            /// ```
            #[inline]
            pub fn from_bytes_mod_order(bytes: &[u8; 32]) -> Scalar {
                Scalar(<$Number>::from_bytes_mod_order(bytes))
            }

            #[doc = concat!("A 512-bit number, ", $endian, " endian, modulo ", $n, ": uniform if the bytes are, as those of a hash of 64 bytes.")]
            #[inline]
            pub fn from_bytes_wide(bytes: &[u8; 64]) -> Scalar {
                Scalar(<$Number>::from_bytes_wide(bytes))
            }

            #[doc = concat!("A 256-bit number, ", $endian, " endian, that must be below ", $n, ".")]
            ///
            /// # Errors
            /// [`Error::ScalarRange`](crate::Error::ScalarRange).
            ///
            /// # Timing
            /// Constant in the bytes, but for which of the two results it is.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::{Error, hazmat::", $module, "::Scalar};")]
            /// assert_eq!(Scalar::from_canonical_bytes(&Scalar::ORDER), Err(Error::ScalarRange));
            /// ```
            #[inline]
            pub fn from_canonical_bytes(bytes: &[u8; 32]) -> Result<Scalar, crate::Error> {
                let (scalar, canonical) = <$Number>::from_canonical_bytes(bytes);
                if chop_core::ct::declassify(canonical, crate::hazmat::DECODED) {
                    Ok(Scalar(scalar))
                } else {
                    Err(crate::Error::ScalarRange)
                }
            }

            /// A uniform scalar from the randomness of the operating system.
            ///
            /// # Errors
            /// [`Error::Randomness`](crate::Error::Randomness).
            #[cfg(feature = "getrandom")]
            pub fn generate() -> Result<Scalar, crate::Error> {
                Ok(Scalar::from_bytes_wide(crate::Secret::<64>::generate()?.as_bytes()))
            }

            /// A uniform scalar from the caller's generator.
            ///
            /// # Errors
            /// [`Error::Randomness`](crate::Error::Randomness) if the generator fails.
            #[cfg(feature = "rand_core")]
            pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Scalar, crate::Error> {
                Ok(Scalar::from_bytes_wide(crate::Secret::<64>::from_rng(rng)?.as_bytes()))
            }

            #[doc = concat!("The scalar as 32 ", $endian, "-endian bytes, less than ", $n, ".")]
            #[inline]
            pub fn to_bytes(&self) -> [u8; 32] {
                self.0.to_bytes()
            }

            /// 1/self; 0 for 0, which has none. Cost: about ten multiplications.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::Scalar;")]
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
            #[doc = concat!("use chop::hazmat::", $module, "::Scalar;")]
            /// let mut x = [2u64, 0, 3].map(Scalar::from);
            /// Scalar::invert_all(&mut x);
            /// assert_eq!(x, [2u64, 0, 3].map(|x| Scalar::from(x).invert()));
            /// ```
            pub fn invert_all(scalars: &mut [Scalar]) {
                /// Scalars that share an inversion.
                const SHARED: usize = 64;
                let (mut all, mut before) = ([<$Number>::ZERO; SHARED], [<$Number>::ZERO; SHARED]);
                for scalars in scalars.chunks_mut(SHARED) {
                    let all = &mut all[..scalars.len()];
                    for (x, scalar) in all.iter_mut().zip(scalars.iter()) {
                        *x = scalar.0;
                    }
                    chop_core::ct::on_wiped_stack::<128, _>(|| {
                        <$Number>::invert_all(all, &mut before[..scalars.len()]);
                    });
                    for (x, scalar) in all.iter_mut().zip(scalars) {
                        scalar.0 = *x;
                        chop_core::ct::Wipe::wipe(x);
                    }
                }
            }

            #[inline]
            pub(super) fn equals(&self, other: &Scalar) -> chop_core::ct::Mask {
                self.0.eq(&other.0)
            }
        }

        crate::hazmat::scalars::from_integers!(u8 u16 u32 u64 u128);

        crate::hazmat::operator!(Add add, AddAssign add_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| {
            Scalar(x.0.add(&y.0))
        });
        crate::hazmat::operator!(Sub sub, SubAssign sub_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| {
            Scalar(x.0.sub(&y.0))
        });
        crate::hazmat::operator!(Mul mul, MulAssign mul_assign, Scalar, Scalar, |x: &Scalar, y: &Scalar| {
            Scalar(x.0.mul(&y.0))
        });
        crate::hazmat::negation_and_sum!(Scalar, Scalar::ZERO, |x: &Scalar| Scalar(x.0.neg()));

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
                chop_core::ct::declassify(self.equals(other), crate::hazmat::ASKED)
            }
        }

        impl Eq for Scalar {}

        impl Default for Scalar {
            /// 0.
            fn default() -> Scalar {
                Scalar::ZERO
            }
        }

        impl core::fmt::Debug for Scalar {
            /// Without the number, which may be a secret.
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("Scalar(..)")
            }
        }

        #[cfg(feature = "zeroize")]
        impl zeroize::Zeroize for Scalar {
            fn zeroize(&mut self) {
                chop_core::ct::Wipe::wipe(&mut self.0);
            }
        }
    };
}
pub(super) use scalar;

macro_rules! from_integers {
    ($($t:ty)*) => {
        $(impl From<$t> for Scalar {
            /// The integer itself. Constant time.
            #[inline]
            fn from(x: $t) -> Scalar {
                Scalar::from_integer(u128::from(x))
            }
        })*
    };
}
pub(super) use from_integers;
