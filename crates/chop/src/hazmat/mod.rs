//! Points and scalars without guard rails, for people who build protocols and know why they need them.
//!
//! | module          | what it holds                                                                     |
//! |-----------------|-----------------------------------------------------------------------------------|
//! | [`curve25519`]  | edwards25519, curve25519, ristretto255, scalars modulo ℓ, hashing to the curve     |
//! | `sm2p256`       | the curve of SM2, scalars modulo n                                                |
//! | `secp256k1`     | the curve of that name, scalars modulo n, ECDH                                    |
//!
//! The crate has this module with the feature `hazmat`. It is the code that the schemes of this crate are made of, at their
//! speed: the level is chosen at run time, and no feature, level or number of items changes a result. What nobody does for the caller:
//!
//! - **The cofactor.** edwards25519 has 8·ℓ points. Points that come from others may have a part of small order; where
//!   that matters, multiply by the cofactor, ask [`curve25519::EdwardsPoint::is_torsion_free`], or use ristretto255.
//! - **Encodings.** One point may have several; [`curve25519::Strictness`] says which are taken.
//! - **Time.** Functions are constant time in all arguments, numbers of items excepted, unless their names end in
//!   `_vartime`. Those are for public scalars *and* public points. `==` is constant time; what it answers is public.
//! - **Wiping.** Points and scalars are `Copy`, so that formulas read like formulas, and are not wiped when dropped.
//!   The feature `zeroize` gives them `Zeroize`.

pub mod curve25519;
mod scalars;
#[cfg(feature = "secp256k1")]
pub mod secp256k1;
#[cfg(feature = "subtle")]
mod selection;
#[cfg(feature = "sm2")]
pub mod sm2p256;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod weierstrass;

/// Why comparisons may be answered.
const ASKED: &str = "the caller asked whether two values are equal";
/// Why it may be known whether bytes could be decoded.
const DECODED: &str = "whether bytes could be decoded shows in the result";

/// An operator, for values and references on both sides, and its assigning form.
macro_rules! operator {
    ($Op:ident $op:ident, $OpAssign:ident $op_assign:ident, $Left:ty, $Right:ty, $function:expr) => {
        impl $Op<&$Right> for &$Left {
            type Output = $Left;
            #[inline]
            fn $op(self, other: &$Right) -> $Left {
                $function(self, other)
            }
        }
        impl $Op<$Right> for &$Left {
            type Output = $Left;
            #[inline]
            fn $op(self, other: $Right) -> $Left {
                $function(self, &other)
            }
        }
        impl $Op<&$Right> for $Left {
            type Output = $Left;
            #[inline]
            fn $op(self, other: &$Right) -> $Left {
                $function(&self, other)
            }
        }
        impl $Op<$Right> for $Left {
            type Output = $Left;
            #[inline]
            fn $op(self, other: $Right) -> $Left {
                $function(&self, &other)
            }
        }
        impl $OpAssign<&$Right> for $Left {
            #[inline]
            fn $op_assign(&mut self, other: &$Right) {
                *self = $function(self, other);
            }
        }
        impl $OpAssign<$Right> for $Left {
            #[inline]
            fn $op_assign(&mut self, other: $Right) {
                *self = $function(self, &other);
            }
        }
    };
}
use operator;

/// −x, and sums, for a type with `+` and a neutral element.
macro_rules! negation_and_sum {
    ($Type:ty, $zero:expr, $negate:expr) => {
        impl Neg for &$Type {
            type Output = $Type;
            #[inline]
            fn neg(self) -> $Type {
                $negate(self)
            }
        }
        impl Neg for $Type {
            type Output = $Type;
            #[inline]
            fn neg(self) -> $Type {
                $negate(&self)
            }
        }
        impl Sum for $Type {
            fn sum<I: Iterator<Item = $Type>>(values: I) -> $Type {
                values.fold($zero, |sum, value| sum + value)
            }
        }
        impl<'a> Sum<&'a $Type> for $Type {
            fn sum<I: Iterator<Item = &'a $Type>>(values: I) -> $Type {
                values.fold($zero, |sum, value| sum + value)
            }
        }
    };
}
use negation_and_sum;

/// Scalars on the left of points.
macro_rules! scalar_times_point {
    ($Scalar:ty, $Point:ty) => {
        impl Mul<&$Point> for &$Scalar {
            type Output = $Point;
            #[inline]
            fn mul(self, point: &$Point) -> $Point {
                point * self
            }
        }
        impl Mul<$Point> for &$Scalar {
            type Output = $Point;
            #[inline]
            fn mul(self, point: $Point) -> $Point {
                &point * self
            }
        }
        impl Mul<&$Point> for $Scalar {
            type Output = $Point;
            #[inline]
            fn mul(self, point: &$Point) -> $Point {
                point * &self
            }
        }
        impl Mul<$Point> for $Scalar {
            type Output = $Point;
            #[inline]
            fn mul(self, point: $Point) -> $Point {
                &point * &self
            }
        }
    };
}
use scalar_times_point;

/// Public bytes in hexadecimal, for `Debug`.
struct Hex<'a>(&'a [u8]);

impl core::fmt::Debug for Hex<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
