//! Methods that [`EdwardsPoint`](super::EdwardsPoint) and [`RistrettoPoint`](super::RistrettoPoint) have in common: operators,
//! multiplications, sums of multiples.
#![allow(non_snake_case)] // points are capital letters

/// The group operations of a type that holds one [`Point`](chop_core::engine::hazmat::edwards::Point).
macro_rules! group {
    ($Point:ident) => {
        impl $Point {
            /// The neutral element.
            pub const IDENTITY: $Point = $Point(Point::IDENTITY);
            /// The base point B of RFC 8032, of order ℓ.
            pub const BASE: $Point = $Point(Point::BASE);

            /// 2·P. Cost: 4M + 4S.
            #[inline]
            pub fn double(&self) -> $Point {
                $Point(edwards::double(level::current(), &self.0))
            }

            /// s·B. Constant time. Cost: 51 additions of 7M.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::curve25519::{", stringify!($Point), " as Point, Scalar};")]
            /// let s = Scalar::from(5u64);
            /// assert_eq!(Point::mul_base(&s), s * Point::BASE);
            /// ```
            #[inline]
            pub fn mul_base(s: &Scalar) -> $Point {
                $Point(edwards::mul_base(level::current(), &s.0))
            }

            /// s·P for a public s and P: faster than `s * P`. Cost: 253 doublings, 42 additions.
            ///
            /// # Timing
            /// Variable in both.
            #[inline]
            pub fn mul_vartime(&self, s: &Scalar) -> $Point {
                $Point(edwards_vartime::mul_vartime(level::current(), s.words(), &self.0))
            }

            /// s·B for a public s. Cost: at most 32 additions of 7M.
            ///
            /// # Timing
            /// Variable.
            #[inline]
            pub fn mul_base_vartime(s: &Scalar) -> $Point {
                $Point(edwards_vartime::mul_base_vartime(level::current(), s.words()))
            }

            /// a·A + b·B for public inputs, B the base point: the equation of a verification. Cost: 253 doublings, 70
            /// additions.
            ///
            /// # Timing
            /// Variable in all arguments.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::curve25519::{", stringify!($Point), " as Point, Scalar};")]
            /// let (a, b) = (Scalar::from(5u64), Scalar::from(6u64));
            /// let A = Point::mul_base(&b);
            /// assert_eq!(Point::double_base_vartime(&a, &A, &b), a * A + b * Point::BASE);
            /// ```
            #[allow(non_snake_case)] // points are capital letters
            #[inline]
            pub fn double_base_vartime(a: &Scalar, A: &$Point, b: &Scalar) -> $Point {
                let level = level::current();
                $Point(edwards_vartime::double_base_vartime(level, a.words(), &A.0, b.words()))
            }
        }

        operator!(Add add, AddAssign add_assign, $Point, $Point, |P: &$Point, Q: &$Point| {
            $Point(edwards::add(level::current(), &P.0, &Q.0))
        });
        operator!(Sub sub, SubAssign sub_assign, $Point, $Point, |P: &$Point, Q: &$Point| {
            $Point(edwards::sub(level::current(), &P.0, &Q.0))
        });
        operator!(Mul mul, MulAssign mul_assign, $Point, Scalar, |P: &$Point, s: &Scalar| {
            $Point(ct::on_wiped_stack::<512, _>(|| edwards::mul(level::current(), s.words(), &P.0)))
        });
        scalar_times_point!(Scalar, $Point);
        negation_and_sum!($Point, $Point::IDENTITY, |P: &$Point| {
            $Point(edwards::negate(level::current(), &P.0))
        });

        impl PartialEq for $Point {
            /// Constant time; the answer is public. Cost: 4M.
            fn eq(&self, other: &$Point) -> bool {
                declassify(self.equals(other), ASKED)
            }
        }

        impl Eq for $Point {}

        impl Default for $Point {
            /// The neutral element.
            fn default() -> $Point {
                $Point::IDENTITY
            }
        }

        impl fmt::Debug for $Point {
            /// The encoding.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($Point)).field(&Hex(&self.compress())).finish()
            }
        }

        #[cfg(feature = "zeroize")]
        impl zeroize::Zeroize for $Point {
            /// Makes it the neutral element.
            fn zeroize(&mut self) {
                self.0.wipe();
            }
        }
    };
}
pub(super) use group;
