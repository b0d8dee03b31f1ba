//! Points and scalars beside curve25519-dalek 5: the same bytes for random and for edgy inputs, on every level.
#![allow(non_snake_case)] // points are capital letters

mod common;
#[path = "../../chop/tests/levels/mod.rs"]
mod levels;

use chop::hazmat::curve25519::{
    EdwardsPoint, FixedBaseTable, MontgomeryPoint, RistrettoPoint, Scalar, Strictness,
};
use chop_bench::random::Random;
use common::random;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use curve25519_dalek::{EdwardsPoint as Edwards, RistrettoPoint as Ristretto, Scalar as Number, montgomery};
use levels::on_every_level;

/// A scalar of both.
fn scalar(random: &mut Random) -> (Scalar, Number) {
    let bytes = random.bytes();
    (Scalar::from_bytes_mod_order(&bytes), Number::from_bytes_mod_order(bytes))
}

/// A point of both, of which many have a part of small order: whatever decodes.
fn point(random: &mut Random) -> (EdwardsPoint, Edwards) {
    loop {
        let bytes = random.bytes();
        let theirs = CompressedEdwardsY(bytes).decompress();
        let ours = EdwardsPoint::decompress(&bytes, Strictness::Liberal);
        assert_eq!(ours.is_ok(), theirs.is_some(), "{bytes:02x?}");
        if let (Ok(ours), Some(theirs)) = (ours, theirs) {
            return (ours, theirs);
        }
    }
}

#[test]
fn points_are_added_multiplied_and_encoded_alike() {
    on_every_level(|_| {
        let mut random = random("points_are_added_multiplied_and_encoded_alike");
        for _ in 0..12 {
            let ((P, p), (Q, q), (s, n)) = (point(&mut random), point(&mut random), scalar(&mut random));
            assert_eq!((P + Q).compress(), (p + q).compress().0);
            assert_eq!((P - Q).compress(), (p - q).compress().0);
            assert_eq!((-P).compress(), (-p).compress().0);
            assert_eq!((s * P).compress(), (n * p).compress().0);
            assert_eq!(P.mul_vartime(&s).compress(), (n * p).compress().0);
            assert_eq!(FixedBaseTable::new(&P).mul(&s).compress(), (n * p).compress().0);
            assert_eq!(EdwardsPoint::mul_base(&s).compress(), Edwards::mul_base(&n).compress().0);
            let (t, m) = scalar(&mut random);
            let sum = Edwards::vartime_double_scalar_mul_basepoint(&n, &p, &m).compress().0;
            assert_eq!(EdwardsPoint::double_base_vartime(&s, &P, &t).compress(), sum);
            let bytes = random.bytes();
            assert_eq!(P.mul_clamped(&bytes).compress(), p.mul_clamped(bytes).compress().0);
            assert_eq!(P.mul_by_cofactor().compress(), p.mul_by_cofactor().compress().0);
            assert_eq!(P.is_torsion_free(), p.is_torsion_free());
            assert_eq!(P.is_small_order(), p.is_small_order());
            assert_eq!(P.to_montgomery().to_bytes(), p.to_montgomery().to_bytes());
            let (u, bytes) = (MontgomeryPoint::from_bytes(&bytes), bytes);
            let v = montgomery::MontgomeryPoint(bytes);
            assert_eq!((u * s).to_bytes(), (v * n).to_bytes());
            assert_eq!(u.mul_clamped(&bytes).to_bytes(), v.mul_clamped(bytes).to_bytes());
            for sign in [0, 1] {
                let ours = u.to_edwards(sign).ok().map(|P| P.compress());
                assert_eq!(ours, v.to_edwards(sign).map(|p| p.compress().0));
            }
        }
    });
}

#[test]
fn sums_of_multiples_are_equal_for_every_number_of_terms() {
    on_every_level(|_| {
        let mut random = random("sums_of_multiples_are_equal_for_every_number_of_terms");
        for n in [0, 1, 2, 3, 7, 8, 9, 31, 150, 300] {
            let terms: Vec<_> = (0..n).map(|_| (scalar(&mut random), point(&mut random))).collect();
            let ours: Vec<(Scalar, EdwardsPoint)> = terms.iter().map(|((s, _), (P, _))| (*s, *P)).collect();
            let theirs = Edwards::vartime_multiscalar_mul(
                terms.iter().map(|((_, n), _)| n),
                terms.iter().map(|(_, (_, p))| p),
            );
            assert_eq!(EdwardsPoint::multiscalar_mul_vartime(&ours).compress(), theirs.compress().0, "{n}");
            assert_eq!(EdwardsPoint::multiscalar_mul(&ours).compress(), theirs.compress().0, "{n}");
        }
    });
}

#[test]
fn elements_of_ristretto255_are_equal() {
    on_every_level(|_| {
        let mut random = random("elements_of_ristretto255_are_equal");
        for _ in 0..30 {
            let mut wide = [0; 64];
            wide[..32].copy_from_slice(&random.bytes::<32>());
            wide[32..].copy_from_slice(&random.bytes::<32>());
            let (P, p) = (RistrettoPoint::from_uniform_bytes(&wide), Ristretto::from_uniform_bytes(&wide));
            assert_eq!(P.compress(), p.compress().0);
            let (s, n) = scalar(&mut random);
            assert_eq!((s * P - P).compress(), (n * p - p).compress().0);
            let bytes = random.bytes();
            let theirs = CompressedRistretto(bytes).decompress().map(|p| p.compress().0);
            assert_eq!(RistrettoPoint::decompress(&bytes).ok().map(|P| P.compress()), theirs);
            let mut even = bytes;
            (even[0], even[31]) = (even[0] & !1, even[31] & 0x7f);
            let theirs = CompressedRistretto(even).decompress().map(|p| p.compress().0);
            assert_eq!(RistrettoPoint::decompress(&even).ok().map(|P| P.compress()), theirs);
        }
    });
}

#[test]
fn scalars_are_equal() {
    let mut random = random("scalars_are_equal");
    for _ in 0..200 {
        let ((x, a), (y, b)) = (scalar(&mut random), scalar(&mut random));
        assert_eq!((x + y).to_bytes(), (a + b).to_bytes());
        assert_eq!((x - y).to_bytes(), (a - b).to_bytes());
        assert_eq!((x * y).to_bytes(), (a * b).to_bytes());
        assert_eq!((-x).to_bytes(), (-a).to_bytes());
        assert_eq!(x.invert().to_bytes(), a.invert().to_bytes());
        let bytes = random.bytes();
        let theirs: Option<Number> = Number::from_canonical_bytes(bytes).into();
        assert_eq!(Scalar::from_canonical_bytes(&bytes).is_ok(), theirs.is_some());
    }
}

#[test]
fn messages_are_hashed_to_the_same_points() {
    on_every_level(|_| {
        let mut random = random("messages_are_hashed_to_the_same_points");
        for n in 0..4 {
            // A tag of more than 255 bytes is hashed here and refused there.
            let (message, tag) = (random.bytes::<32>(), vec![b'x'; 1 + 70 * n]);
            let ours = EdwardsPoint::hash_to_curve(&[&message], &tag).expect("a tag");
            let theirs = Edwards::hash_to_curve::<sha2::Sha512>(&[&message], &[&tag]);
            assert_eq!(ours.compress(), theirs.compress().0);
            let ours = EdwardsPoint::encode_to_curve(&[&message], &tag).expect("a tag");
            let theirs = Edwards::encode_to_curve::<sha2::Sha512>(&[&message], &[&tag]);
            assert_eq!(ours.compress(), theirs.compress().0);
        }
    });
}
