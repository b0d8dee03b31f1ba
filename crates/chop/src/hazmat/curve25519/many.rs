//! Many points at a time: decoding, encoding, multiples, and sums of them.
#![allow(non_snake_case)] // points are capital letters

use super::{EdwardsPoint, RistrettoPoint, Scalar, Strictness, edwards, ristretto};
use crate::{Error, level, pieces};
use alloc::{vec, vec::Vec};
use chop_core::ct::{self, Mask, Wipe, Wiped};
use chop_core::engine::hazmat::edwards::{DecodedPoint, Point};
use chop_core::engine::hazmat::{edwards_many, edwards_sum_vartime, ristretto_many};
use chop_core::scalar::l25519;

/// The multiplications of many that [`EdwardsPoint`] and [`RistrettoPoint`] have in common.
macro_rules! group_many {
    ($Point:ident) => {
        impl $Point {
            /// Many s·B; result `i` equals `mul_base(&scalars[i])`. Constant time.
            ///
            /// Cost: 51 additions of 7M each, or 41, as many at a time as the level has lanes.
            pub fn mul_base_many(scalars: &[Scalar]) -> Vec<$Point> {
                let mut points = vec![Point::IDENTITY; scalars.len()];
                pieces::fill(scalars, &mut points, |scalars, points| {
                    let words = Wiped::new(scalars.iter().map(|s| s.0).collect::<Vec<_>>());
                    level::on_wiped_stack::<128, 1024, _>(|| {
                        edwards_many::mul_base_many(level::current(), &words, points);
                    });
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
            pub fn mul_many(terms: &[(Scalar, $Point)]) -> Vec<$Point> {
                let mut products = vec![Point::IDENTITY; terms.len()];
                pieces::fill(terms, &mut products, |terms, products| {
                    let mut bare =
                        vec![(l25519::Scalar::ZERO, Point::IDENTITY); terms.len().min(pieces::PIECE)];
                    for (terms, products) in
                        terms.chunks(pieces::PIECE).zip(products.chunks_mut(pieces::PIECE))
                    {
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
            pub fn multiscalar_mul(terms: &[(Scalar, $Point)]) -> $Point {
                let (mut scalars, points) = columns(terms, |P| P.0);
                let sum = level::on_wiped_stack::<128, 2048, _>(|| {
                    edwards_many::multiscalar_mul(level::current(), &scalars, &points)
                });
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
            pub fn multiscalar_mul_vartime(terms: &[(Scalar, $Point)]) -> $Point {
                let (scalars, points) = columns(terms, |P| P.0);
                $Point(edwards_sum_vartime::multiscalar_mul_vartime(level::current(), &scalars, &points))
            }
        }
    };
}

group_many!(EdwardsPoint);
group_many!(RistrettoPoint);

impl EdwardsPoint {
    /// Decodes many; result `i` equals `decompress(&encodings[i], strictness)`. As many square roots at a time as the
    /// level has lanes.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::{EdwardsPoint, Strictness};
    /// let found = EdwardsPoint::decompress_many(&[EdwardsPoint::BASE.compress(), [2; 32]], Strictness::Canonical);
    /// assert_eq!(found[0], Ok(EdwardsPoint::BASE));
    /// assert_eq!(found[1], EdwardsPoint::decompress(&[2; 32], Strictness::Canonical));
    /// ```
    pub fn decompress_many(
        encodings: &[[u8; 32]],
        strictness: Strictness,
    ) -> Vec<Result<EdwardsPoint, Error>> {
        let nothing = DecodedPoint {
            point: Point::IDENTITY,
            decodes: Mask::FALSE,
            y_reduced: Mask::FALSE,
            minus_zero: Mask::FALSE,
        };
        let mut decoded = vec![nothing; encodings.len()];
        pieces::fill(encodings, &mut decoded, |encodings, decoded| {
            edwards_many::decode_many(level::current(), encodings, decoded);
        });
        decoded.iter().map(|decoded| edwards::judge(decoded, strictness)).collect()
    }

    /// The encodings of many; result `i` equals `points[i].compress()`. Cost: 5M a point, and one inversion for 32, or in lanes for 256.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::EdwardsPoint;
    /// assert_eq!(EdwardsPoint::compress_many(&[EdwardsPoint::BASE]), [EdwardsPoint::BASE.compress()]);
    /// ```
    pub fn compress_many(points: &[EdwardsPoint]) -> Vec<[u8; 32]> {
        let mut encodings = vec![[0; 32]; points.len()];
        pieces::fill(points, &mut encodings, |points, encodings| {
            // As many as share an inversion, so that their copies stay in the cache.
            let mut copies: Vec<Point> = Vec::with_capacity(points.len().min(256));
            for (points, encodings) in points.chunks(256).zip(encodings.chunks_mut(256)) {
                copies.clear();
                copies.extend(points.iter().map(|P| P.0));
                edwards_many::encode_many(level::current(), &copies, encodings);
            }
        });
        encodings
    }
}

impl RistrettoPoint {
    /// Decodes many; result `i` equals `decompress(&encodings[i])`. As many square roots at a time as the level has
    /// lanes.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::RistrettoPoint;
    /// let encodings = RistrettoPoint::compress_many(&[RistrettoPoint::BASE, RistrettoPoint::IDENTITY]);
    /// assert_eq!(RistrettoPoint::decompress_many(&encodings)[0], Ok(RistrettoPoint::BASE));
    /// ```
    pub fn decompress_many(encodings: &[[u8; 32]]) -> Vec<Result<RistrettoPoint, Error>> {
        let mut decoded = vec![(Point::IDENTITY, Mask::FALSE); encodings.len()];
        pieces::fill(encodings, &mut decoded, |encodings, decoded| {
            ristretto_many::decode_many(level::current(), encodings, decoded);
        });
        decoded.iter().map(ristretto::judge).collect()
    }

    /// The encodings of many; result `i` equals `points[i].compress()`. As many square roots at a time as the level has
    /// lanes.
    pub fn compress_many(points: &[RistrettoPoint]) -> Vec<[u8; 32]> {
        let mut encodings = vec![[0; 32]; points.len()];
        pieces::fill(points, &mut encodings, |points, encodings| {
            let points: Vec<Point> = points.iter().map(|P| P.0).collect();
            ristretto_many::encode_many(level::current(), &points, encodings);
        });
        encodings
    }

    /// The elements of many times 64 bytes; result `i` equals `from_uniform_bytes(&bytes[i])`.
    pub fn from_uniform_bytes_many(bytes: &[[u8; 64]]) -> Vec<RistrettoPoint> {
        let mut points = vec![Point::IDENTITY; bytes.len()];
        pieces::fill(bytes, &mut points, |bytes, points| {
            ristretto_many::from_uniform_bytes_many(level::current(), bytes, points);
        });
        points.into_iter().map(RistrettoPoint).collect()
    }
}

/// The scalars and the points of terms.
fn columns<P>(terms: &[(Scalar, P)], point: impl Fn(&P) -> Point) -> (Vec<[u64; 4]>, Vec<Point>) {
    (terms.iter().map(|(s, _)| *s.words()).collect(), terms.iter().map(|(_, P)| point(P)).collect())
}
