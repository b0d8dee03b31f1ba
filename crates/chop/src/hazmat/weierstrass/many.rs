//! Many multiples of points, and sums of them.
#![allow(non_snake_case)] // points are capital letters

/// The methods of `Point` for many points and scalars. The text is the path of the module.
macro_rules! many_points {
    ($module:literal) => {
        use crate::{level, pieces};
        use alloc::{vec, vec::Vec};
        use chop_core::ct::Wiped;

        impl Point {
            /// Many k·G; result `i` equals `mul_base(&scalars[i])`. Constant time. As many at a time as the level has lanes.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::{Point, Scalar};")]
            /// let k = [1u64, 2, 3].map(Scalar::from);
            /// assert_eq!(Point::mul_base_many(&k)[2], Point::mul_base(&k[2]));
            /// ```
            pub fn mul_base_many(scalars: &[Scalar]) -> Vec<Point> {
                let mut points = vec![Group::IDENTITY; scalars.len()];
                pieces::fill(scalars, &mut points, |scalars, points| {
                    let scalars = Wiped::new(scalars.iter().map(|k| k.0).collect::<Vec<_>>());
                    level::on_wiped_stack::<128, 1024, _>(|| {
                        engine::mul_base_many(level::current(), &scalars, points);
                    });
                });
                points.into_iter().map(Point).collect()
            }

            /// Many k·P; result `i` equals `terms[i].0 * terms[i].1`. Constant time. As many at a time as the level has lanes.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::{Point, Scalar};")]
            /// let terms = [1u64, 2, 3].map(|k| (Scalar::from(k), Point::mul_base(&Scalar::from(k + 9))));
            /// assert_eq!(Point::mul_many(&terms)[2], terms[2].0 * terms[2].1);
            /// ```
            pub fn mul_many(terms: &[(Scalar, Point)]) -> Vec<Point> {
                let mut products = vec![Group::IDENTITY; terms.len()];
                pieces::fill(terms, &mut products, |terms, products| {
                    let (scalars, points) = columns(terms);
                    level::on_wiped_stack::<1024, 6144, _>(|| {
                        engine::mul_many(level::current(), &scalars, &points, products);
                    });
                });
                products.into_iter().map(Point).collect()
            }

            /// Σ k_i·P_i. Constant time in all scalars and points; their number is public.
            ///
            /// Cost: 255 doublings for all, and for each term 67 complete additions, as many terms at a time as the level has
            /// lanes. Heap: 2.8 KB a term.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::{Point, Scalar};")]
            /// let (x, r) = (Scalar::from(5u64), Scalar::from(6u64));
            /// let H = Point::mul_base(&Scalar::from(7u64));
            /// assert_eq!(Point::multiscalar_mul(&[(x, Point::BASE), (r, H)]), x * Point::BASE + r * H);
            /// ```
            pub fn multiscalar_mul(terms: &[(Scalar, Point)]) -> Point {
                let (scalars, points) = columns(terms);
                let sum = level::on_wiped_stack::<1024, 6144, _>(|| {
                    engine::multiscalar_mul(level::current(), &scalars, &points)
                });
                Point(sum)
            }

            /// Σ k_i·P_i for public inputs.
            ///
            /// Cost: 256 doublings for all, and for each term 51 additions; on a level with lanes, four terms or more cost as
            /// those of [`multiscalar_mul`](Point::multiscalar_mul).
            ///
            /// # Timing
            /// Variable in all arguments.
            ///
            /// # Example
            /// ```
            #[doc = concat!("use chop::hazmat::", $module, "::{Point, Scalar};")]
            /// let terms: Vec<_> = (1..9u64).map(|i| (Scalar::from(i), Point::mul_base(&Scalar::from(i)))).collect();
            /// assert_eq!(Point::multiscalar_mul_vartime(&terms), Scalar::from(204u64) * Point::BASE);
            /// ```
            pub fn multiscalar_mul_vartime(terms: &[(Scalar, Point)]) -> Point {
                let (scalars, points) = columns(terms);
                Point(engine_vartime::multiscalar_mul_vartime(level::current(), &scalars, &points))
            }
        }

        /// The scalars and the points of terms.
        fn columns(terms: &[(Scalar, Point)]) -> (Wiped<Vec<Integer>>, Vec<Group>) {
            let scalars = Wiped::new(terms.iter().map(|(k, _)| k.0).collect());
            (scalars, terms.iter().map(|(_, point)| point.0).collect())
        }
    };
}
pub(in crate::hazmat) use many_points;
