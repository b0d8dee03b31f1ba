//! One point: encodings, operators, multiplications.
#![allow(non_snake_case)] // points are capital letters

/// The methods and traits of `Point`, a tuple struct around an engine's `Group`, whose file says what it is and how it is decoded.
///
/// The texts are for the documentation: the path of the module, where the base point is from, and the costs of a doubling and of a sum of two multiples.
macro_rules! points {
    ($module:literal, base $source:literal, double $double:literal, sum $sum:literal) => {
        use crate::hazmat::{ASKED, Hex, negation_and_sum, operator, scalar_times_point};
        use crate::level;
        use chop_core::ct::{Mask, declassify};
        use core::fmt;
        use core::iter::Sum;
        use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

        impl Point {
            /// O.
            pub const IDENTITY: Point = Point(Group::IDENTITY);
            #[doc = concat!("The base point G (", $source, ").")]
            pub const BASE: Point = Point(Group::BASE);

            /// 04 ‖ x ‖ y, or `None` for O. Constant time but for that. Cost: one inversion.
            pub fn to_bytes(&self) -> Option<[u8; 65]> {
                (!self.is_identity()).then(|| self.affine().to_bytes())
            }

            /// 02 ‖ x for an even y, 03 ‖ x for an odd one, or `None` for O. Constant time but for that. Cost: one inversion.
            pub fn to_compressed_bytes(&self) -> Option<[u8; 33]> {
                (!self.is_identity()).then(|| self.affine().to_compressed_bytes())
            }

            /// The coordinates; both are 0 for O.
            pub(super) fn affine(&self) -> Affine {
                engine::to_affine(level::current(), &self.0)
            }

            #[doc = concat!("2·P. Cost: ", $double, ".")]
            #[inline]
            pub fn double(&self) -> Point {
                Point(engine::double(level::current(), &self.0))
            }

            /// Whether this is O. Constant time; the answer is public.
            #[inline]
            pub fn is_identity(&self) -> bool {
                declassify(engine::is_identity(level::current(), &self.0), ASKED)
            }

            /// k·G. Constant time. Cost: 43 additions of 8M + 3S.
            #[inline]
            pub fn mul_base(k: &Scalar) -> Point {
                Point(engine::mul_base(level::current(), &k.0))
            }

            #[doc = concat!("a·P + b·G for public inputs: the equation of a verification. Cost: ", $sum, ".")]
            ///
            /// # Timing
            /// Variable in all arguments.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::{Point, Scalar};")]
            /// let (a, b) = (Scalar::from(5u64), Scalar::from(6u64));
            /// let P = Point::mul_base(&b);
            /// assert_eq!(Point::double_base_vartime(&a, &P, &b), a * P + b * Point::BASE);
            /// ```
            pub fn double_base_vartime(a: &Scalar, P: &Point, b: &Scalar) -> Point {
                Point(engine_vartime::double_base_vartime(level::current(), &a.0, &P.0, &b.0))
            }

            #[inline]
            pub(super) fn equals(&self, other: &Point) -> Mask {
                engine::equals(level::current(), &self.0, &other.0)
            }
        }

        operator!(Add add, AddAssign add_assign, Point, Point, |P: &Point, Q: &Point| {
            Point(engine::add(level::current(), &P.0, &Q.0))
        });
        operator!(Sub sub, SubAssign sub_assign, Point, Point, |P: &Point, Q: &Point| {
            Point(engine::sub(level::current(), &P.0, &Q.0))
        });
        operator!(Mul mul, MulAssign mul_assign, Point, Scalar, |P: &Point, k: &Scalar| {
            Point(engine::mul(level::current(), &k.0, &P.0))
        });
        scalar_times_point!(Scalar, Point);
        negation_and_sum!(Point, Point::IDENTITY, |P: &Point| Point(engine::negate(level::current(), &P.0)));

        impl PartialEq for Point {
            /// Constant time; the answer is public. Cost: 6M + 2S.
            fn eq(&self, other: &Point) -> bool {
                declassify(self.equals(other), ASKED)
            }
        }

        impl Eq for Point {}

        impl Default for Point {
            /// O.
            fn default() -> Point {
                Point::IDENTITY
            }
        }

        impl fmt::Debug for Point {
            /// The compressed encoding.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut tuple = f.debug_tuple("Point");
                match self.to_compressed_bytes() {
                    Some(bytes) => tuple.field(&Hex(&bytes)).finish(),
                    None => tuple.field(&Hex(&[0])).finish(),
                }
            }
        }

        #[cfg(feature = "zeroize")]
        impl zeroize::Zeroize for Point {
            /// Makes it O.
            fn zeroize(&mut self) {
                self.0.wipe();
            }
        }
    };
}
pub(in crate::hazmat) use points;
