//! What [`EdwardsPoint`](super::EdwardsPoint) and [`RistrettoPoint`](super::RistrettoPoint) have in common: operators,
//! multiplications, sums of multiples.
#![allow(non_snake_case)] // points are capital letters

/// The group operations of a type that holds one [`Point`](chop_core::engine::edwards::Point).
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

            /// s·B for a public s. Cost: at most 51 additions of 7M.
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

            /// Many s·B; result `i` equals `mul_base(&scalars[i])`. Constant time.
            ///
            /// Cost: 51 additions of 7M each, or 42, as many at a time as the level has lanes.
            #[cfg(feature = "alloc")]
            pub fn mul_base_many(scalars: &[Scalar]) -> Vec<$Point> {
                let mut points = vec![Point::IDENTITY; scalars.len()];
                pieces::fill(scalars, &mut points, |scalars, points| {
                    let mut words: Vec<_> = scalars.iter().map(|s| s.0).collect();
                    edwards_many::mul_base_many(level::current(), &words, points);
                    words.iter_mut().for_each(|s| s.wipe());
                });
                points.into_iter().map($Point).collect()
            }

            /// Many s·P; result `i` equals `terms[i].0 * terms[i].1`. Constant time.
            ///
            /// Cost: as one by one; with lanes 253 steps of the Montgomery ladder, of 5M + 4S, as many at a time as the level has.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::curve25519::{", stringify!($Point), " as Point, Scalar};")]
            /// let terms: Vec<_> = (1..9u64).map(|i| (Scalar::from(i), Point::mul_base(&Scalar::from(i + 9)))).collect();
            /// assert_eq!(Point::mul_many(&terms)[3], terms[3].0 * terms[3].1);
            /// ```
            #[cfg(feature = "alloc")]
            pub fn mul_many(terms: &[(Scalar, $Point)]) -> Vec<$Point> {
                let mut products = vec![Point::IDENTITY; terms.len()];
                pieces::fill(terms, &mut products, |terms, products| {
                    let mut bare = vec![(l25519::Scalar::ZERO, Point::IDENTITY); terms.len().min(pieces::PIECE)];
                    for (terms, products) in terms.chunks(pieces::PIECE).zip(products.chunks_mut(pieces::PIECE)) {
                        let bare = &mut bare[..terms.len()];
                        for ((number, point), (s, P)) in bare.iter_mut().zip(terms) {
                            *number = s.0;
                            *point = P.0;
                        }
                        level::on_wiped_stack::<1024, 6144, _>(|| {
                            edwards_many::mul_many(level::current(), bare, products);
                        });
                        bare.iter_mut().for_each(|(s, _)| s.wipe());
                    }
                });
                products.into_iter().map($Point).collect()
            }

            /// Σ s_i·P_i. Constant time in all scalars and points; their number is public.
            ///
            /// Cost: 252 doublings for all, and for each term 71 additions. Heap: 1.6 KB a term.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::curve25519::{", stringify!($Point), " as Point, Scalar};")]
            /// let (x, r) = (Scalar::from(5u64), Scalar::from(6u64));
            /// let H = Point::mul_base(&Scalar::from(7u64));
            /// assert_eq!(Point::multiscalar_mul(&[(x, Point::BASE), (r, H)]), x * Point::BASE + r * H);
            /// ```
            #[cfg(feature = "alloc")]
            pub fn multiscalar_mul(terms: &[(Scalar, $Point)]) -> $Point {
                let (mut scalars, points) = columns(terms, |P| P.0);
                let sum = edwards_many::multiscalar_mul(level::current(), &scalars, &points);
                ct::wipe(&mut scalars);
                $Point(sum)
            }

            /// Σ s_i·P_i for public inputs.
            ///
            /// Cost: for few terms 253 doublings for all and 50 additions a term, for many ever fewer: buckets (Pippenger
            /// 1976), and eight lanes where the level has them. Short scalars cost less.
            ///
            /// # Timing
            /// Variable in all arguments.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::curve25519::{", stringify!($Point), " as Point, Scalar};")]
            /// let terms: Vec<_> = (1..9u64).map(|i| (Scalar::from(i), Point::mul_base(&Scalar::from(i)))).collect();
            /// assert_eq!(Point::multiscalar_mul_vartime(&terms), Scalar::from(204u64) * Point::BASE);
            /// ```
            #[cfg(feature = "alloc")]
            pub fn multiscalar_mul_vartime(terms: &[(Scalar, $Point)]) -> $Point {
                let (scalars, points) = columns(terms, |P| P.0);
                $Point(msm::multiscalar_mul_vartime(level::current(), &scalars, &points))
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

/// The scalars and the points of terms.
#[cfg(feature = "alloc")]
pub(super) fn columns<P>(
    terms: &[(super::Scalar, P)],
    point: impl Fn(&P) -> chop_core::engine::edwards::Point,
) -> (alloc::vec::Vec<[u64; 4]>, alloc::vec::Vec<chop_core::engine::edwards::Point>) {
    (terms.iter().map(|(s, _)| *s.words()).collect(), terms.iter().map(|(_, P)| point(P)).collect())
}
