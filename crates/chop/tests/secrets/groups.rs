//! Points and scalars for protocols, whose secret scalars the caller holds.

use super::cases::{Case, MANY, kept, random, randoms};
use super::words::Secrets;
use chop::hazmat::{curve25519, secp256k1, sm2p256};
use chop_ref::field::from_bytes;
use chop_ref::l;
use chop_ref::sm2::sm2;
use chop_ref::weierstrass::Curve;
use num_bigint::BigUint;

/// The cases of a group with this type of points, a function from 32 bytes to a scalar, and one to its secrets.
macro_rules! cases_of_group {
    ($name:literal, $Point:ty, $scalar:path, $secrets:path) => {{
        let bytes = random(concat!($name, ", a scalar"));
        let s = kept($scalar(&bytes));
        let P = kept(<$Point>::mul_base(&$scalar(&random(concat!($name, ", a point")))));
        let mut cases = vec![
            Case::new(concat!($name, ": mul_base"), $secrets(&bytes), move || <$Point>::mul_base(s)),
            Case::new(concat!($name, ": s * P"), $secrets(&bytes), move || s * P),
        ];
        for n in MANY {
            let many = randoms(concat!($name, ", scalars"), n);
            let scalars = kept(many.iter().map($scalar).collect::<Vec<_>>());
            let terms = kept(scalars.iter().map(|s| (*s, *P)).collect::<Vec<_>>());
            let of_all = || many.iter().map($secrets).fold(Secrets::default(), Secrets::and);
            cases.push(
                Case::new(concat!($name, ": mul_base_many"), of_all(), move || {
                    <$Point>::mul_base_many(scalars)
                })
                .on_many(n),
            );
            cases.push(
                Case::new(concat!($name, ": mul_many"), of_all(), move || <$Point>::mul_many(terms))
                    .on_many(n),
            );
            cases.push(
                Case::new(concat!($name, ": multiscalar_mul"), of_all(), move || {
                    <$Point>::multiscalar_mul(terms)
                })
                .on_many(n),
            );
        }
        cases
    }};
}

fn modulo_l(bytes: &[u8; 32]) -> curve25519::Scalar {
    curve25519::Scalar::from_bytes_mod_order(bytes)
}

fn of_modulo_l(bytes: &[u8; 32]) -> Secrets {
    Secrets::default().number("scalar", &(from_bytes(bytes) % l()), l())
}

fn modulo_n(bytes: &[u8; 32]) -> sm2p256::Scalar {
    sm2p256::Scalar::from_bytes_mod_order(bytes)
}

fn of_modulo_n(bytes: &[u8; 32]) -> Secrets {
    of_order(sm2(), bytes)
}

fn of_order(curve: &Curve, bytes: &[u8; 32]) -> Secrets {
    Secrets::default().number("scalar", &(BigUint::from_bytes_be(bytes) % &curve.n), &curve.n)
}

/// Modulo the order of secp256k1.
fn modulo_order(bytes: &[u8; 32]) -> secp256k1::Scalar {
    secp256k1::Scalar::from_bytes_mod_order(bytes)
}

fn of_modulo_order(bytes: &[u8; 32]) -> Secrets {
    of_order(chop_ref::secp256k1(), bytes)
}

/// ECDH: the scalar, the product and its hash.
#[allow(non_snake_case)] // points are capital letters
fn ecdh() -> Vec<Case> {
    use secp256k1::{Point, ecdh};
    use sha2::{Digest, Sha256};
    let (bytes, other) = (random("a scalar of ECDH"), random("a point of ECDH"));
    let k = kept(modulo_order(&bytes));
    let P = kept(Point::mul_base(&modulo_order(&other)));
    let decoded = kept(Point::from_bytes(&P.to_bytes().expect("not O")).expect("a point"));
    let curve = chop_ref::secp256k1();
    let product = BigUint::from_bytes_be(&bytes) * BigUint::from_bytes_be(&other) % &curve.n;
    let (x, y) = curve.mul(&product, &curve.G).expect("not O");
    let mut compressed = vec![if y.bit(0) { 3 } else { 2 }];
    compressed.extend(super::words::bytes_of(&x).iter().rev());
    let hash: [u8; 32] = Sha256::digest(&compressed).into();
    assert_eq!(
        *ecdh(k, P).expect("neither 0 nor O").as_bytes(),
        hash,
        "the secrets that are looked for are these"
    );
    let secrets = || {
        of_modulo_order(&bytes)
            .number("x", &x, &curve.p)
            .number("y", &y, &curve.p)
            .bytes("shared secret", &hash)
    };
    vec![
        Case::new("ecdh", secrets(), move || assert!(ecdh(k, P).is_ok())),
        Case::new("ecdh, decoded", secrets(), move || assert!(ecdh(k, decoded).is_ok())),
        Case::new("ecdh, boxed", secrets(), move || Box::new(ecdh(k, P).expect("neither 0 nor O"))).moved(),
    ]
}

#[allow(non_snake_case)] // points are capital letters
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = cases_of_group!("edwards25519", curve25519::EdwardsPoint, modulo_l, of_modulo_l);
    cases.extend(cases_of_group!("ristretto255", curve25519::RistrettoPoint, modulo_l, of_modulo_l));
    cases.extend(cases_of_group!("sm2p256", sm2p256::Point, modulo_n, of_modulo_n));
    cases.extend(cases_of_group!("secp256k1", secp256k1::Point, modulo_order, of_modulo_order));
    cases.extend(ecdh());
    cases.extend(others());
    cases.iter_mut().for_each(|case| case.name = format!("hazmat, {}", case.name));
    cases
}

#[allow(non_snake_case)] // points are capital letters
fn others() -> Vec<Case> {
    use curve25519::{EdwardsPoint, FixedBaseTable, MontgomeryPoint, Scalar};
    let bytes = kept(random("a scalar for other operations"));
    let s = kept(modulo_l(bytes));
    let P = kept(EdwardsPoint::mul_base(&modulo_l(&random("a point for other operations"))));
    let u = kept(P.to_montgomery().to_bytes());
    let table = kept(FixedBaseTable::new(P));
    let of_clamped = || {
        let clamped = chop_ref::clamp(*bytes);
        Secrets::default()
            .bytes("scalar before it is clamped", bytes)
            .integer("clamped scalar", &clamped)
            .number("scalar", &(clamped % l()), l())
    };
    let scalars = randoms("scalars to be inverted", 100);
    let of_scalars = || scalars.iter().map(of_modulo_l).fold(Secrets::default(), Secrets::and);
    let places = kept(std::sync::Mutex::new(scalars.iter().map(modulo_l).collect::<Vec<_>>()));
    vec![
        Case::new("x25519", of_clamped(), move || chop::x25519::x25519(bytes, u)),
        Case::new("mul_clamped, edwards25519", of_clamped(), move || P.mul_clamped(bytes)),
        Case::new("mul_clamped, curve25519", of_clamped(), move || {
            MontgomeryPoint::from_bytes(u).mul_clamped(bytes)
        }),
        Case::new("s * u", of_modulo_l(bytes), move || s * MontgomeryPoint::from_bytes(u)),
        Case::new("a table", of_modulo_l(bytes), move || table.mul(s)),
        Case::new("invert_all", of_scalars(), move || {
            Scalar::invert_all(&mut places.lock().expect("no panic"))
        }),
    ]
}
