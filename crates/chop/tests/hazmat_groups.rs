//! The groups of `hazmat::curve25519` on every level: laws, torsion, encodings, and every multiplication beside every
//! other.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "hazmat")]
#![allow(clippy::eq_op)] // x − x is a law

mod levels;

use chop::Error;
use chop::hazmat::curve25519::{
    EdwardsPoint, FixedBaseTable, MontgomeryPoint, RistrettoPoint, Scalar, Strictness, clamp,
};
use levels::on_every_level;

/// SHA-512 of a number: bytes without a pattern.
fn bytes(n: u64) -> [u8; 64] {
    use sha2::Digest;
    sha2::Sha512::digest(n.to_le_bytes()).into()
}

fn scalar(n: u64) -> Scalar {
    Scalar::from_bytes_wide(&bytes(n))
}

/// Scalars where recodings can go wrong, and ordinary ones.
fn scalars() -> Vec<Scalar> {
    let mut scalars = vec![Scalar::ZERO, Scalar::ONE, -Scalar::ONE, -Scalar::from(2u64)];
    for bit in [3, 4, 5, 64, 127, 128, 251, 252] {
        let power = (0..bit).fold(Scalar::ONE, |x, _| x + x);
        scalars.extend([power, power - Scalar::ONE]);
    }
    scalars.push(Scalar::from_bytes_mod_order(&[0x88; 32]));
    scalars.extend((0..4).map(scalar));
    scalars
}

/// Points of order ℓ, of small order, and sums of both, some with Z = 1.
fn points() -> Vec<EdwardsPoint> {
    let P = EdwardsPoint::mul_base(&scalar(9));
    let mut points = vec![EdwardsPoint::BASE, P];
    for T in EdwardsPoint::EIGHT_TORSION {
        points.extend([T, P + T]);
    }
    points
}

/// Double and add, in 256 steps.
fn multiple(bytes: &[u8; 32], P: &EdwardsPoint) -> EdwardsPoint {
    let mut sum = EdwardsPoint::IDENTITY;
    for i in (0..256).rev() {
        sum = sum.double();
        if bytes[i / 8] >> (i % 8) & 1 == 1 {
            sum += P;
        }
    }
    sum
}

#[test]
fn points_form_a_group_torsion_included() {
    on_every_level(|_| {
        let points = points();
        let O = EdwardsPoint::IDENTITY;
        for P in &points {
            assert_eq!(P + O, *P);
            assert_eq!(P - P, O);
            assert_eq!(P + -P, O);
            assert_eq!(P.double(), P + P);
            assert_eq!(P.mul_by_pow_2(0), *P);
            assert_eq!(P.mul_by_pow_2(3), P.mul_by_cofactor());
            assert_eq!(P.mul_by_cofactor(), multiple(&Scalar::from(8u64).to_bytes(), P));
            for Q in &points {
                assert_eq!(P + Q, Q + P);
                assert_eq!((P + Q) - Q, *P);
                assert_eq!(P == Q, P.compress() == Q.compress());
                assert_eq!((P + Q) + points[3], P + (Q + points[3]));
            }
        }
        assert_eq!(points.iter().sum::<EdwardsPoint>(), points.iter().fold(O, |sum, P| sum + P));
    });
}

#[test]
fn the_eight_points_of_small_order_are_told_from_the_others() {
    on_every_level(|_| {
        let T = EdwardsPoint::EIGHT_TORSION;
        for i in 0..8 {
            assert_eq!(T[i], (0..i).map(|_| T[1]).sum());
            assert_eq!(T[i] + T[(8 - i) % 8], EdwardsPoint::IDENTITY);
            assert!(T[i].is_small_order());
            assert_eq!(T[i].is_torsion_free(), i == 0);
            assert_eq!(T[i].is_identity(), i == 0);
            let P = EdwardsPoint::BASE + T[i];
            assert!(!P.is_small_order() && !P.is_identity());
            assert_eq!(P.is_torsion_free(), i == 0);
        }
    });
}

#[test]
fn every_multiplication_gives_the_same() {
    on_every_level(|_| {
        for (i, P) in points().iter().enumerate() {
            let table = FixedBaseTable::new(P);
            for (j, s) in scalars().iter().enumerate().filter(|(j, _)| i < 3 || j % 5 == i % 5) {
                let expected = multiple(&s.to_bytes(), P);
                let label = format!("point {i}, scalar {j}");
                assert_eq!(P * s, expected, "{label}");
                assert_eq!(s * P, expected, "{label}");
                assert_eq!(P.mul_vartime(s), expected, "{label}");
                assert_eq!(table.mul(s), expected, "{label}");
                assert_eq!(table.mul_vartime(s), expected, "{label}");
                assert_eq!(EdwardsPoint::multiscalar_mul(&[(*s, *P)]), expected, "{label}");
                assert_eq!(EdwardsPoint::multiscalar_mul_vartime(&[(*s, *P)]), expected, "{label}");
                let sum = expected + EdwardsPoint::mul_base(&scalar(7));
                assert_eq!(EdwardsPoint::double_base_vartime(s, P, &scalar(7)), sum, "{label}");
                assert_eq!(table.double_base_vartime(s, &scalar(7)), sum, "{label}");
            }
        }
        for s in &scalars() {
            let expected = multiple(&s.to_bytes(), &EdwardsPoint::BASE);
            assert_eq!(EdwardsPoint::mul_base(s), expected);
            assert_eq!(EdwardsPoint::mul_base_vartime(s), expected);
        }
    });
}

#[test]
fn clamped_multiples_are_of_the_number_and_not_of_its_residue() {
    on_every_level(|_| {
        for (i, P) in points().iter().enumerate() {
            for k in [[0; 32], [0xff; 32], bytes(i as u64)[..32].try_into().unwrap()] {
                assert_eq!(P.mul_clamped(&k), multiple(&clamp(k), P));
                assert!(!P.is_small_order() || P.mul_clamped(&k).is_identity());
            }
        }
    });
}

/// n terms with every kind of point.
fn terms(n: usize) -> Vec<(Scalar, EdwardsPoint)> {
    let (scalars, points) = (scalars(), points());
    (0..n).map(|i| (scalars[i * 5 % scalars.len()], points[i * 7 % points.len()])).collect()
}

#[test]
fn many_are_as_one_by_one_for_every_number() {
    on_every_level(|level| {
        for n in (0..=17).chain([31, 64, 65, 127, 130, 257]) {
            let terms = terms(n);
            let scalars: Vec<Scalar> = terms.iter().map(|(s, _)| *s).collect();
            let products: Vec<EdwardsPoint> = terms.iter().map(|(s, P)| s * P).collect();
            let label = format!("{}, {n}", level.name());
            if n <= 65 {
                assert_eq!(EdwardsPoint::mul_many(&terms), products, "{label}");
            }
            let bases: Vec<EdwardsPoint> = scalars.iter().map(EdwardsPoint::mul_base).collect();
            assert_eq!(EdwardsPoint::mul_base_many(&scalars), bases, "{label}");
            let encodings: Vec<[u8; 32]> = products.iter().map(EdwardsPoint::compress).collect();
            assert_eq!(EdwardsPoint::compress_many(&products), encodings, "{label}");
            let decoded: Vec<_> = products.iter().map(|P| Ok(*P)).collect();
            assert_eq!(EdwardsPoint::decompress_many(&encodings, Strictness::Canonical), decoded, "{label}");
            let sum: EdwardsPoint = products.iter().sum();
            assert_eq!(EdwardsPoint::multiscalar_mul(&terms), sum, "{label}");
            assert_eq!(EdwardsPoint::multiscalar_mul_vartime(&terms), sum, "{label}");
        }
    });
}

#[test]
fn ristretto_many_are_as_one_by_one_for_every_number() {
    on_every_level(|level| {
        for n in (0..=17).chain([33]) {
            let wide: Vec<[u8; 64]> = (0..n).map(bytes).collect();
            let points: Vec<RistrettoPoint> = wide.iter().map(RistrettoPoint::from_uniform_bytes).collect();
            assert_eq!(RistrettoPoint::from_uniform_bytes_many(&wide), points, "{}, {n}", level.name());
            let encodings: Vec<[u8; 32]> = points.iter().map(RistrettoPoint::compress).collect();
            assert_eq!(RistrettoPoint::compress_many(&points), encodings, "{}, {n}", level.name());
            let mut bad = encodings.clone();
            bad.iter_mut().step_by(3).for_each(|encoding| encoding[0] |= 1);
            let decoded: Vec<_> = bad.iter().map(RistrettoPoint::decompress).collect();
            assert_eq!(RistrettoPoint::decompress_many(&bad), decoded, "{}, {n}", level.name());
            for (i, found) in decoded.iter().enumerate() {
                assert_eq!(*found, if i % 3 == 0 { Err(Error::NotAPoint) } else { Ok(points[i]) });
            }
        }
    });
}

#[test]
fn every_encoding_is_judged_as_its_strictness_says() {
    // y and the sign bit; whether it names a point, and whether canonically. Numbers from p on, ±1, ±0.
    let number = |low: u8, high: u8, sign: u8| {
        let mut bytes = [high; 32];
        (bytes[0], bytes[31]) = (low, high & 0x7f | sign << 7);
        bytes
    };
    let cases = [
        (number(1, 0, 0), true, true),         // (0, 1)
        (number(1, 0, 1), true, false),        // (−0, 1)
        (number(0, 0, 0), true, true),         // (√−1, 0)
        (number(0, 0, 1), true, true),         // (−√−1, 0)
        (number(2, 0, 0), false, false),       // no point
        (number(0xec, 0xff, 0), true, true),   // (0, −1)
        (number(0xec, 0xff, 1), true, false),  // (−0, −1)
        (number(0xed, 0xff, 0), true, false),  // y = p, 0
        (number(0xed, 0xff, 1), true, false),  // the same
        (number(0xee, 0xff, 0), true, false),  // y = p + 1
        (number(0xee, 0xff, 1), true, false),  // and −0
        (number(0xef, 0xff, 0), false, false), // y = p + 2, which is 2
        (number(0xf0, 0xff, 0), true, false),  // y = p + 3
    ];
    on_every_level(|_| {
        for (i, (encoding, point, canonical)) in cases.iter().enumerate() {
            let liberal = EdwardsPoint::decompress(encoding, Strictness::Liberal);
            let strict = EdwardsPoint::decompress(encoding, Strictness::Canonical);
            let expected = match (point, canonical) {
                (false, _) => Err(Error::NotAPoint),
                (true, false) => Err(Error::NotCanonical),
                (true, true) => liberal,
            };
            assert_eq!(liberal.is_ok(), *point, "case {i}");
            assert_eq!(strict, expected, "case {i}");
            if let Ok(P) = liberal {
                assert_eq!(P.compress() == *encoding, *canonical, "case {i}");
            }
            for strictness in [Strictness::Canonical, Strictness::Liberal] {
                let many = EdwardsPoint::decompress_many(&[[0; 32], *encoding], strictness);
                assert_eq!(many[1], EdwardsPoint::decompress(encoding, strictness), "case {i}");
            }
        }
    });
}

#[test]
fn ristretto_elements_are_the_same_for_every_representative() {
    on_every_level(|_| {
        for n in 0..4 {
            let P = RistrettoPoint::from_uniform_bytes(&bytes(n));
            let encoding = P.compress();
            assert_eq!(RistrettoPoint::decompress(&encoding), Ok(P));
            // The sum of P and of what decodes is another representative of 2·P than the double.
            let Q = RistrettoPoint::decompress(&encoding).unwrap();
            for R in [P + Q - Q, Q + P - P, (P.double() + Q) - P - Q] {
                assert_eq!(R, P);
                assert_eq!(R.compress(), encoding);
            }
            assert_ne!(P, P.double());
            assert_eq!(P - Q, RistrettoPoint::IDENTITY);
            assert!((P - Q).is_identity() && !P.is_identity());
            assert_eq!(-(-P), P);
            assert_eq!(RistrettoPoint::IDENTITY.compress(), [0; 32]);
        }
    });
}

#[test]
fn ristretto_has_every_multiplication() {
    on_every_level(|_| {
        let P = RistrettoPoint::from_uniform_bytes(&bytes(5));
        let table = FixedBaseTable::new(&P);
        let terms: Vec<_> = (0..9).map(|i| (scalar(i), scalar(i + 100) * RistrettoPoint::BASE)).collect();
        let sum: RistrettoPoint = terms.iter().map(|(s, P)| s * P).sum();
        assert_eq!(RistrettoPoint::multiscalar_mul(&terms), sum);
        assert_eq!(RistrettoPoint::multiscalar_mul_vartime(&terms), sum);
        assert_eq!(RistrettoPoint::mul_many(&terms).iter().sum::<RistrettoPoint>(), sum);
        for s in &scalars() {
            assert_eq!(table.mul(s), P * s);
            assert_eq!(P.mul_vartime(s), P * s);
            assert_eq!(RistrettoPoint::mul_base(s), s * RistrettoPoint::BASE);
            assert_eq!((P * s).compress(), table.mul_vartime(s).compress());
            let both = s * P + scalar(3) * RistrettoPoint::BASE;
            assert_eq!(RistrettoPoint::double_base_vartime(s, &P, &scalar(3)), both);
            assert_eq!(table.double_base_vartime(s, &scalar(3)), both);
        }
        assert_eq!(P * Scalar::ZERO, RistrettoPoint::IDENTITY);
        assert_eq!(P * -Scalar::ONE, -P);
    });
}

#[test]
fn u_coordinates_follow_the_points() {
    on_every_level(|_| {
        for s in scalars().iter().skip(1) {
            let P = EdwardsPoint::mul_base(s);
            assert_eq!(P.to_montgomery(), MontgomeryPoint::BASE * s);
            let sign = P.compress()[31] >> 7;
            assert_eq!(P.to_montgomery().to_edwards(sign), Ok(P));
            assert_eq!(P.to_montgomery().to_edwards(1 - sign), Ok(-P));
        }
        assert_eq!(MontgomeryPoint::from_bytes(&[2; 32]).to_edwards(0), Err(Error::NotAPoint));
        // −1 has no point; 9 + p and bit 255 are 9.
        let mut minus_one = [0xff; 32];
        (minus_one[0], minus_one[31]) = (0xec, 0x7f);
        assert_eq!(MontgomeryPoint::from_bytes(&minus_one).to_edwards(0), Err(Error::NotAPoint));
        let mut nine = [0xff; 32];
        nine[0] = 0xf6;
        assert_eq!(MontgomeryPoint::from_bytes(&nine), MontgomeryPoint::BASE);
        assert_eq!(MontgomeryPoint::from_bytes(&nine).to_bytes(), nine);
        assert_eq!(EdwardsPoint::IDENTITY.to_montgomery().to_bytes(), [0; 32]);
    });
}

#[test]
fn points_of_one_level_are_points_of_all() {
    let made: Vec<EdwardsPoint> = Vec::new();
    let made = std::sync::Mutex::new(made);
    on_every_level(|_| {
        let P = -EdwardsPoint::mul_base(&scalar(1)) - EdwardsPoint::EIGHT_TORSION[3];
        let mut made = made.lock().unwrap();
        made.push(P);
        assert!(made.iter().all(|Q| *Q == P && Q.compress() == P.compress()));
    });
}
