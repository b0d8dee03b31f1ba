//! The groups of `hazmat::sm2p256` and `hazmat::secp256k1` on every level: laws with O, encodings, every multiplication beside the others, and
//! multiples beside the reference.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::eq_op)] // x − x is a law
#![cfg(all(feature = "hazmat", feature = "secp256k1", feature = "sm2"))]

mod levels;

use chop::Error;
use levels::on_every_level;

/// The tests of a group: its module, its curve in the reference, its keys, and the error of a hybrid encoding.
macro_rules! tests_of_group {
    ($group:ident, $curve:expr, $keys:ident, $hybrid:expr) => {
        mod $group {
            use super::*;
            use chop::hazmat::$group::{Point, Scalar};
            use chop::$keys::{SigningKey, VerifyingKey};
            use num_bigint::BigUint;

            /// A scalar without a pattern.
            fn scalar(n: u64) -> Scalar {
                use sha2::Digest;
                Scalar::from_bytes_wide(&sha2::Sha512::digest(n.to_le_bytes()).into())
            }

            /// Scalars where recodings can go wrong, and ordinary ones.
            fn scalars() -> Vec<Scalar> {
                let mut scalars = vec![Scalar::ZERO, Scalar::ONE];
                // n − 6 on SM2's curve and n − 2 on secp256k1 end in a digit −d of a multiple that is n − d: the exception of the
                // last addition.
                scalars.extend((1..8u64).map(|i| -Scalar::from(i)));
                for bit in [4, 5, 6, 31, 64, 128, 252, 255] {
                    let power = (0..bit).fold(Scalar::ONE, |x, _| x + x);
                    scalars.extend([power, power - Scalar::ONE]);
                }
                scalars.extend((0..3).map(scalar));
                scalars
            }

            fn points() -> Vec<Point> {
                let P = Point::mul_base(&scalar(9));
                vec![Point::IDENTITY, Point::BASE, -Point::BASE, P, P.double(), P - Point::BASE, P - P]
            }

            /// Double and add.
            fn multiple(k: &Scalar, P: &Point) -> Point {
                let bytes = k.to_bytes();
                let mut sum = Point::IDENTITY;
                for i in 0..256 {
                    sum = sum.double();
                    if bytes[i / 8] >> (7 - i % 8) & 1 == 1 {
                        sum += P;
                    }
                }
                sum
            }

            #[test]
            fn points_form_a_group_with_o() {
                on_every_level(|_| {
                    let (points, O) = (points(), Point::IDENTITY);
                    for P in &points {
                        assert_eq!(P + O, *P);
                        assert_eq!(O + P, *P);
                        assert_eq!(P - P, O);
                        assert_eq!(P + P, P.double());
                        assert_eq!(-(-P), *P);
                        assert_eq!(P.is_identity(), *P == O);
                        for Q in &points {
                            assert_eq!(P + Q, Q + P);
                            assert_eq!((P + Q) - Q, *P);
                            assert_eq!(P == Q, P.to_bytes() == Q.to_bytes());
                            assert_eq!((P + Q) + points[3], P + (Q + points[3]));
                        }
                    }
                    assert_eq!(points.iter().sum::<Point>(), points.iter().fold(O, |sum, P| sum + P));
                });
            }

            #[test]
            fn every_multiplication_gives_the_same() {
                on_every_level(|_| {
                    for (i, P) in points().iter().enumerate() {
                        for (j, k) in scalars().iter().enumerate().filter(|(j, _)| i == 3 || j % 4 == i % 4) {
                            let expected = multiple(k, P);
                            assert_eq!(P * k, expected, "point {i}, scalar {j}");
                            assert_eq!(k * P, expected, "point {i}, scalar {j}");
                            let sum = expected + Point::mul_base(&scalar(7));
                            let found = Point::double_base_vartime(k, P, &scalar(7));
                            assert_eq!(found, sum, "point {i}, scalar {j}");
                        }
                    }
                    for k in &scalars() {
                        assert_eq!(Point::mul_base(k), multiple(k, &Point::BASE));
                        // Sums that vanish, and those of equal points.
                        assert_eq!(Point::double_base_vartime(k, &Point::BASE, &-k), Point::IDENTITY);
                        assert_eq!(Point::double_base_vartime(k, &Point::BASE, k), Point::mul_base(&(k + k)));
                    }
                });
            }

            #[test]
            fn multiples_are_those_of_the_reference() {
                let curve = $curve;
                let bytes = |P: &chop_ref::weierstrass::Point| -> Option<[u8; 65]> {
                    let (x, y) = P.as_ref()?;
                    let mut bytes = [4; 65];
                    for (coordinate, number) in bytes[1..].chunks_mut(32).zip([x, y]) {
                        coordinate.fill(0);
                        let digits = number.to_bytes_be();
                        coordinate[32 - digits.len()..].copy_from_slice(&digits);
                    }
                    Some(bytes)
                };
                assert_eq!(BigUint::from_bytes_be(&Scalar::ORDER), curve.n);
                let P = curve.mul(&BigUint::from_bytes_be(&scalar(9).to_bytes()), &curve.G);
                let expected: Vec<_> = scalars()
                    .iter()
                    .map(|k| bytes(&curve.mul(&BigUint::from_bytes_be(&k.to_bytes()), &P)))
                    .collect();
                on_every_level(|_| {
                    let P = Point::from_bytes(&bytes(&P).expect("not O")).expect("a point");
                    assert_eq!(P, Point::mul_base(&scalar(9)));
                    let products = scalars().iter().map(|k| (k * P).to_bytes()).collect::<Vec<_>>();
                    assert_eq!(products, expected);
                });
            }

            #[test]
            fn many_are_as_one_by_one_for_every_number() {
                on_every_level(|level| {
                    let (scalars, points) = (scalars(), points());
                    for n in (0..=17).chain([130]) {
                        let terms: Vec<(Scalar, Point)> = (0..n)
                            .map(|i| (scalars[i * 5 % scalars.len()], points[i * 3 % points.len()]))
                            .collect();
                        let products: Vec<Point> = terms.iter().map(|(k, P)| k * P).collect();
                        assert_eq!(Point::mul_many(&terms), products, "{}, {n}", level.name());
                        let scalars: Vec<Scalar> = terms.iter().map(|(k, _)| *k).collect();
                        let bases: Vec<Point> = scalars.iter().map(Point::mul_base).collect();
                        assert_eq!(Point::mul_base_many(&scalars), bases, "{}, {n}", level.name());
                    }
                });
            }

            #[test]
            fn sums_of_multiples_are_those_of_each() {
                on_every_level(|level| {
                    let (scalars, points) = (scalars(), points());
                    for n in (0..=17).chain([40]) {
                        // Every point beside every other, itself and its opposite, at equal and at opposite scalars.
                        let mut terms: Vec<(Scalar, Point)> = (0..n)
                            .map(|i| (scalars[i * 7 % scalars.len()], points[i * 3 % points.len()]))
                            .collect();
                        if n > 3 {
                            terms[1] = (-terms[0].0, terms[0].1);
                            terms[3] = terms[2];
                        }
                        let sum: Point = terms.iter().map(|(k, P)| k * P).sum();
                        assert_eq!(Point::multiscalar_mul(&terms), sum, "{}, {n}", level.name());
                        assert_eq!(Point::multiscalar_mul_vartime(&terms), sum, "{}, {n}", level.name());
                    }
                    for (i, k) in scalars.iter().enumerate() {
                        for P in &points {
                            let terms = [(*k, *P), (scalars[(i + 1) % scalars.len()], -P)];
                            let sum = k * P - terms[1].0 * P;
                            assert_eq!(Point::multiscalar_mul(&terms), sum, "{}, scalar {i}", level.name());
                            let found = Point::multiscalar_mul_vartime(&terms);
                            assert_eq!(found, sum, "{}, scalar {i}", level.name());
                        }
                    }
                });
            }

            #[test]
            fn encodings_are_those_of_keys_and_o_has_none() {
                on_every_level(|_| {
                    for k in scalars() {
                        // n − 1 is no key of SM2.
                        let Ok(key) = SigningKey::from_bytes(&k.to_bytes()) else {
                            assert!(k == Scalar::ZERO || k == -Scalar::ONE);
                            continue;
                        };
                        let P = Point::mul_base(&k);
                        assert_eq!(P.to_bytes().unwrap(), key.verifying_key().to_bytes());
                        assert_eq!(Point::from_bytes(&P.to_bytes().unwrap()), Ok(P));
                        assert_eq!(Point::from_bytes(&P.to_compressed_bytes().unwrap()), Ok(P));
                        assert!(VerifyingKey::from_slice(&P.to_compressed_bytes().unwrap()).is_ok());
                    }
                    assert_eq!(Point::IDENTITY.to_bytes(), None);
                    assert_eq!(Point::IDENTITY.to_compressed_bytes(), None);
                    assert_eq!(format!("{:?}", Point::IDENTITY), "Point(00)");
                    assert_eq!(Point::from_bytes(&[0]), Err(Error::PublicKeyLength));
                    assert_eq!(Point::from_bytes(&[0; 33]), Err(Error::NotAPoint));
                    assert_eq!(Point::from_bytes(&[4; 65]), Err(Error::NotAPoint));
                    let mut hybrid = Point::BASE.to_bytes().unwrap();
                    for form in [6, 7] {
                        hybrid[0] = form;
                        assert_eq!(Point::from_bytes(&hybrid), Err($hybrid));
                    }
                });
            }

            #[test]
            fn scalars_are_a_field() {
                let scalars = scalars();
                for x in &scalars {
                    assert_eq!(x + -x, Scalar::ZERO);
                    assert_eq!(x * x.invert(), if *x == Scalar::ZERO { Scalar::ZERO } else { Scalar::ONE });
                    assert_eq!(Scalar::from_canonical_bytes(&x.to_bytes()), Ok(*x));
                    for y in &scalars {
                        assert_eq!(x * y, y * x);
                        assert_eq!((x - y) + y, *x);
                        assert_eq!((x + y) * scalars[20], x * scalars[20] + y * scalars[20]);
                    }
                }
                let mut inverses = scalars.repeat(5);
                Scalar::invert_all(&mut inverses);
                assert!(inverses.iter().zip(scalars.repeat(5)).all(|(inverse, x)| *inverse == x.invert()));
                assert_eq!(Scalar::from_canonical_bytes(&Scalar::ORDER), Err(Error::ScalarRange));
                assert_eq!(Scalar::from_bytes_mod_order(&Scalar::ORDER), Scalar::ZERO);
                assert_eq!(Scalar::from(5u8) * Scalar::from(6u128), Scalar::from(30u64));
                assert_eq!(format!("{:?}", Scalar::ONE), "Scalar(..)");
            }
        }
    };
}

tests_of_group!(sm2p256, chop_ref::sm2::sm2(), sm2, Error::NotAPoint);
tests_of_group!(secp256k1, chop_ref::secp256k1(), secp256k1, Error::HybridPublicKey);
