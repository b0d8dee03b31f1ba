//! Points and scalars for protocols, on the level that the target names.
#![allow(non_snake_case)] // points are capital letters

use super::bytes;
use crate::secret::{reveal, secret};
use chop::hazmat::curve25519::{
    EdwardsPoint, FixedBaseTable, MontgomeryPoint, RistrettoPoint, Scalar, Strictness,
};
use chop::hazmat::{secp256k1, sm2p256};
use chop::level::{self, Level};
use chop_core::ct::Mask;
use chop_core::engine::hazmat::{self as engine, edwards};
use std::hint::black_box;

/// Items of a job for many: one group of lanes that is full and one that is not.
const MANY: usize = 11;

fn scalar(n: usize) -> Scalar {
    Scalar::from_bytes_mod_order(&bytes(n))
}

fn point(n: usize) -> EdwardsPoint {
    secret(EdwardsPoint::mul_base(&scalar(n)) + EdwardsPoint::EIGHT_TORSION[n % 8])
}

fn element(n: usize) -> RistrettoPoint {
    secret(RistrettoPoint::mul_base(&scalar(n)))
}

fn wide(n: usize) -> [u8; 64] {
    let mut wide = [0; 64];
    wide[..32].copy_from_slice(&bytes(n));
    wide[32..].copy_from_slice(&bytes(n + 1));
    secret(wide)
}

/// Products, inverses, inverses of all, comparison.
pub fn scalars() {
    let (x, y) = (secret(scalar(0)), secret(scalar(1)));
    reveal((x * y).to_bytes());
    reveal(x.invert().to_bytes());
    reveal(secret(Scalar::ZERO).invert().to_bytes());
    let mut all = [x, secret(Scalar::ZERO), y];
    Scalar::invert_all(&mut all);
    reveal(all.map(|x| x.to_bytes()));
    black_box(x == y);
    reveal(Scalar::from_bytes_wide(&wide(0)).to_bytes());
    reveal(Scalar::from_canonical_bytes(&secret(scalar(0).to_bytes())).expect("canonical").to_bytes());
}

/// Sums, multiples, encodings and tests of points of edwards25519; everything is secret.
pub fn edwards_points(level: Level) {
    level::force(Some(level));
    let (s, P, Q) = (secret(scalar(0)), point(1), point(2));
    for R in [P + Q, P - Q, -P, P.double(), P.mul_by_cofactor(), P.mul_by_pow_2(5)] {
        reveal(R.compress());
    }
    reveal((s * P).compress());
    reveal(EdwardsPoint::mul_base(&s).compress());
    reveal(P.mul_clamped(&secret(bytes(3))).compress());
    black_box((P == Q, P.is_identity(), P.is_small_order(), P.is_torsion_free()));
    reveal(P.to_montgomery().to_bytes());
    reveal((s * MontgomeryPoint::from_bytes(&secret(bytes(4)))).to_bytes());
    let encoding = secret(EdwardsPoint::BASE.compress());
    reveal(EdwardsPoint::decompress(&encoding, Strictness::Canonical).expect("a point").compress());
}

/// Multiples by a table, and sums of multiples.
pub fn edwards_sums(level: Level) {
    level::force(Some(level));
    let table = FixedBaseTable::new(&EdwardsPoint::BASE);
    reveal(table.mul(&secret(scalar(0))).compress());
    let terms: [_; MANY] = core::array::from_fn(|i| (secret(scalar(i)), point(i + MANY)));
    reveal(EdwardsPoint::multiscalar_mul(&terms).compress());
}

/// Many at a time.
pub fn edwards_many(level: Level) {
    level::force(Some(level));
    let terms: [_; MANY] = core::array::from_fn(|i| (secret(scalar(i)), point(i + MANY)));
    let products = EdwardsPoint::mul_many(&terms);
    for encoding in EdwardsPoint::compress_many(&products) {
        reveal(encoding);
    }
    let scalars: [Scalar; MANY] = core::array::from_fn(|i| secret(scalar(i)));
    let points = EdwardsPoint::mul_base_many(&scalars);
    let encodings = EdwardsPoint::compress_many(&points);
    for point in EdwardsPoint::decompress_many(&encodings, Strictness::Canonical) {
        reveal(point.expect("a point").compress());
    }
}

/// Elements of ristretto255: multiples, encodings, maps.
pub fn ristretto(level: Level) {
    level::force(Some(level));
    let (s, P, Q) = (secret(scalar(0)), element(1), element(2));
    reveal((s * P + Q).compress());
    black_box((P == Q, P.is_identity()));
    reveal(RistrettoPoint::from_uniform_bytes(&wide(0)).compress());
    let encoding = secret(RistrettoPoint::BASE.compress());
    reveal(RistrettoPoint::decompress(&encoding).expect("an element").compress());
    let all: [[u8; 64]; MANY] = core::array::from_fn(wide);
    let points = RistrettoPoint::from_uniform_bytes_many(&all);
    for point in RistrettoPoint::decompress_many(&RistrettoPoint::compress_many(&points)) {
        reveal(point.expect("an element").compress());
    }
}

/// Hashes of a secret message.
pub fn hash_to_curve(level: Level) {
    level::force(Some(level));
    let message = secret(bytes(0));
    reveal(EdwardsPoint::hash_to_curve(&[&message], b"tag").expect("a tag").compress());
    reveal(EdwardsPoint::encode_to_curve(&[&message], b"tag").expect("a tag").compress());
    reveal(RistrettoPoint::hash_to_group(&[&message], b"tag").expect("a tag").compress());
    reveal(Scalar::hash(&[&message], b"tag").expect("a tag").to_bytes());
}

/// Points and scalars of a Weierstrass curve, O among them, on a level.
macro_rules! weierstrass {
    ($group:ident, $level:ident) => {{
        use $group::{Point, Scalar};
        level::force(Some($level));
        let scalar = |n: usize| secret(Scalar::from_bytes_mod_order(&bytes(n)));
        let points = [secret(Point::mul_base(&scalar(1))), secret(Point::IDENTITY), secret(Point::BASE)];
        let k = scalar(0);
        let mut inverses = [k, secret(Scalar::ZERO)];
        Scalar::invert_all(&mut inverses);
        reveal(inverses.map(|k| k.to_bytes()));
        for P in points {
            black_box((P == points[0], P.is_identity()));
            for R in [P + points[0], P - points[2], P.double() + points[2], k * P + points[0]] {
                reveal(R.to_compressed_bytes().unwrap_or(secret([0; 33])));
            }
        }
        let terms: [_; MANY] = core::array::from_fn(|i| (scalar(i), points[i % 3]));
        for P in Point::mul_many(&terms).into_iter().chain(Point::mul_base_many(&terms.map(|(k, _)| k))) {
            reveal((P + points[0]).to_compressed_bytes().unwrap_or(secret([0; 33])));
        }
        reveal(Point::multiscalar_mul(&terms).to_compressed_bytes().unwrap_or(secret([0; 33])));
    }};
}

/// Points and scalars of SM2.
pub fn sm2(level: Level) {
    weierstrass!(sm2p256, level);
}

/// Points and scalars of secp256k1.
pub fn secp256k1(level: Level) {
    weierstrass!(secp256k1, level);
}

/// Shared secrets of secp256k1, of a secret point, too, and the refusals.
pub fn ecdh(level: Level) {
    use secp256k1::{Point, Scalar, ecdh};
    level::force(Some(level));
    let scalar = |n: usize| secret(Scalar::from_bytes_mod_order(&bytes(n)));
    let (k, P) = (scalar(0), Point::mul_base(&scalar(1)));
    reveal(*ecdh(&k, &P).expect("neither 0 nor O").as_bytes());
    reveal(*ecdh(&k, &secret(Point::BASE)).expect("neither 0 nor O").as_bytes());
    assert!(ecdh(&secret(Scalar::ZERO), &P).is_err());
    assert!(ecdh(&k, &secret(Point::IDENTITY)).is_err());
}

/// Selection by a secret condition.
pub fn select() {
    let mask = || Mask::from_bit(secret(1));
    let P = edwards::Point::select(mask(), &edwards::Point::BASE, &edwards::Point::IDENTITY);
    reveal(edwards::compress(Level::PORTABLE, &P));
    let P = engine::sm2::Point::select(mask(), &engine::sm2::Point::BASE, &engine::sm2::Point::IDENTITY);
    reveal(engine::sm2::to_affine(Level::PORTABLE, &P).x());
}
