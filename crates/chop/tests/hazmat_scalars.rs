//! Scalars modulo ℓ, and the traits that features add to the types of `hazmat`.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "hazmat")]

use chop::Error;
use chop::hazmat::curve25519::{EdwardsPoint, MontgomeryPoint, RistrettoPoint, Scalar, clamp};
use num_bigint::BigUint;

fn order() -> BigUint {
    BigUint::from_bytes_le(&Scalar::ORDER)
}

fn number(x: &Scalar) -> BigUint {
    BigUint::from_bytes_le(&x.to_bytes())
}

/// Numbers of 512 bits where reductions can go wrong, and ordinary ones.
fn wide() -> Vec<[u8; 64]> {
    use sha2::Digest;
    let mut all = vec![[0; 64], [0xff; 64], [0x80; 64]];
    let mut order_high = [0; 64];
    order_high[32..].copy_from_slice(&Scalar::ORDER);
    all.push(order_high);
    for bit in [0, 251, 252, 253, 255, 256, 511] {
        let mut bytes = [0; 64];
        bytes[bit / 8] = 1 << (bit % 8);
        all.push(bytes);
    }
    all.extend((0..8u64).map(|n| <[u8; 64]>::from(sha2::Sha512::digest(n.to_le_bytes()))));
    all
}

#[test]
fn scalars_are_the_integers_modulo_the_order() {
    let order = order();
    let scalars: Vec<Scalar> = wide().iter().map(Scalar::from_bytes_wide).collect();
    for (x, bytes) in scalars.iter().zip(wide()) {
        assert_eq!(number(x), BigUint::from_bytes_le(&bytes) % &order);
        let low: [u8; 32] = bytes[..32].try_into().unwrap();
        assert_eq!(number(&Scalar::from_bytes_mod_order(&low)), BigUint::from_bytes_le(&low) % &order);
        assert_eq!(number(&Scalar::from_clamped_bytes(&low)), BigUint::from_bytes_le(&clamp(low)) % &order);
        let canonical = BigUint::from_bytes_le(&low) < order;
        assert_eq!(Scalar::from_canonical_bytes(&low).is_ok(), canonical);
        assert_eq!(number(&-x), (&order - number(x)) % &order);
        assert_eq!(number(&x.invert()), number(x).modpow(&(&order - 2u8), &order));
        for y in &scalars {
            assert_eq!(number(&(x + y)), (number(x) + number(y)) % &order);
            assert_eq!(number(&(x - y)), (number(x) + &order - number(y)) % &order);
            assert_eq!(number(&(x * y)), number(x) * number(y) % &order);
            assert_eq!(number(&x.mul_add(y, x)), (number(x) * number(y) + number(x)) % &order);
            assert_eq!(x == y, number(x) == number(y));
        }
    }
    let product: Scalar = scalars[1..].iter().product();
    assert_eq!(number(&product), scalars[1..].iter().fold(1u8.into(), |p, x| p * number(x) % &order));
    let sum: Scalar = scalars.iter().sum();
    assert_eq!(number(&sum), scalars.iter().map(number).sum::<BigUint>() % &order);
}

#[test]
fn inverses_of_all_are_those_of_each_zeros_included() {
    for n in [0, 1, 2, 63, 64, 65, 129] {
        let scalars: Vec<Scalar> = (0..n).map(|i| Scalar::from((i % 7) as u64)).collect();
        let mut inverses = scalars.clone();
        Scalar::invert_all(&mut inverses);
        assert!(inverses.iter().zip(&scalars).all(|(inverse, x)| *inverse == x.invert()), "{n}");
    }
    assert_eq!(Scalar::ZERO.invert(), Scalar::ZERO);
}

#[test]
fn integers_are_scalars_and_debug_tells_no_secret() {
    assert_eq!(Scalar::from(1u8) + Scalar::from(2u16), Scalar::from(3u32));
    assert_eq!(Scalar::from(u64::MAX) + Scalar::ONE, Scalar::from(1u128 << 64));
    assert_eq!(format!("{:?}", Scalar::from(7u8)), "Scalar(..)");
    assert!(format!("{:?}", EdwardsPoint::BASE).starts_with("EdwardsPoint(58666666"));
    assert!(format!("{:?}", RistrettoPoint::BASE).starts_with("RistrettoPoint(e2f2ae0a"));
    assert!(format!("{:?}", MontgomeryPoint::BASE).starts_with("MontgomeryPoint(09000000"));
    let mut x = Scalar::ONE;
    x += Scalar::ONE;
    x *= Scalar::from(5u8);
    x -= &Scalar::ONE;
    assert_eq!(x, Scalar::from(9u8));
    assert_eq!(Scalar::default(), Scalar::ZERO);
    assert_eq!(EdwardsPoint::default(), EdwardsPoint::IDENTITY);
}

#[cfg(feature = "serde")]
#[test]
fn serde_reads_what_it_wrote_and_nothing_that_is_not_canonical() {
    fn round<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + core::fmt::Debug>(
        value: T,
    ) -> String {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value);
        text
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(round(Scalar::from(5u8)), format!("\"05{}\"", "00".repeat(31)));
    let P = EdwardsPoint::mul_base(&Scalar::from(5u8));
    assert_eq!(round(P), format!("\"{}\"", hex(&P.compress())));
    round(RistrettoPoint::mul_base(&Scalar::from(5u8)));
    round(MontgomeryPoint::BASE);
    let refused = |text: &str| {
        assert!(serde_json::from_str::<Scalar>(text).is_err());
        assert!(serde_json::from_str::<EdwardsPoint>(text).is_err());
        assert!(serde_json::from_str::<RistrettoPoint>(text).is_err());
    };
    // ℓ, which is no y of a point either way; p + 1, which is the y of the neutral element; too short.
    assert!(serde_json::from_str::<Scalar>(&format!("\"{}\"", hex(&Scalar::ORDER))).is_err());
    refused(&format!("\"ee{}7f\"", "ff".repeat(30)));
    refused("\"00\"");
    refused("5");
    macro_rules! weierstrass {
        ($group:ident) => {{
            use chop::hazmat::$group::{Point, Scalar};
            assert_eq!(round(Scalar::from(5u8)), format!("\"{}05\"", "00".repeat(31)));
            let P = Point::mul_base(&Scalar::from(5u8));
            assert_eq!(round(P), format!("\"{}\"", hex(&P.to_compressed_bytes().unwrap())));
            assert!(serde_json::to_string(&Point::IDENTITY).is_err());
            assert!(serde_json::from_str::<Point>(&format!("\"04{}\"", "00".repeat(32))).is_err());
            assert!(serde_json::from_str::<Scalar>(&format!("\"{}\"", hex(&Scalar::ORDER))).is_err());
        }};
    }
    #[cfg(feature = "secp256k1")]
    weierstrass!(secp256k1);
    #[cfg(feature = "sm2")]
    weierstrass!(sm2p256);
}

#[cfg(feature = "subtle")]
#[test]
fn comparison_and_selection_have_the_meaning_of_subtle() {
    use subtle::{Choice, ConditionallyNegatable, ConditionallySelectable, ConstantTimeEq};
    fn check<T: ConditionallySelectable + ConstantTimeEq + PartialEq + core::fmt::Debug>(a: T, b: T) {
        assert_eq!(T::conditional_select(&a, &b, Choice::from(0)), a);
        assert_eq!(T::conditional_select(&a, &b, Choice::from(1)), b);
        assert_eq!((a.ct_eq(&a).unwrap_u8(), a.ct_eq(&b).unwrap_u8()), (1, 0));
    }
    check(Scalar::ONE, Scalar::ZERO);
    check(EdwardsPoint::BASE, EdwardsPoint::IDENTITY);
    check(RistrettoPoint::BASE, RistrettoPoint::IDENTITY);
    check(MontgomeryPoint::BASE, MontgomeryPoint::from_bytes(&[1; 32]));
    macro_rules! weierstrass {
        ($group:ident) => {{
            use chop::hazmat::$group::{Point, Scalar};
            check(Scalar::ONE, Scalar::ZERO);
            check(Point::BASE, Point::IDENTITY);
        }};
    }
    #[cfg(feature = "secp256k1")]
    weierstrass!(secp256k1);
    #[cfg(feature = "sm2")]
    weierstrass!(sm2p256);
    let mut P = EdwardsPoint::BASE;
    P.conditional_negate(Choice::from(1));
    assert_eq!(P, -EdwardsPoint::BASE);
}

#[cfg(feature = "zeroize")]
#[test]
fn zeroize_leaves_nothing() {
    use zeroize::Zeroize;
    let (mut x, mut P, mut R) = (Scalar::from(5u8), EdwardsPoint::BASE, RistrettoPoint::BASE);
    let mut u = MontgomeryPoint::BASE;
    x.zeroize();
    P.zeroize();
    R.zeroize();
    u.zeroize();
    assert_eq!((x, P, R), (Scalar::ZERO, EdwardsPoint::IDENTITY, RistrettoPoint::IDENTITY));
    assert_eq!(u.to_bytes(), [0; 32]);
    macro_rules! weierstrass {
        ($group:ident) => {{
            use chop::hazmat::$group::{Point, Scalar};
            let (mut x, mut P) = (Scalar::from(5u8), Point::BASE);
            x.zeroize();
            P.zeroize();
            assert_eq!((x, P), (Scalar::ZERO, Point::IDENTITY));
        }};
    }
    #[cfg(feature = "secp256k1")]
    weierstrass!(secp256k1);
    #[cfg(feature = "sm2")]
    weierstrass!(sm2p256);
}

#[test]
fn numbers_from_the_order_on_are_refused() {
    let mut bytes = Scalar::ORDER;
    assert_eq!(Scalar::from_canonical_bytes(&bytes), Err(Error::ScalarRange));
    bytes[0] -= 1;
    assert_eq!(Scalar::from_canonical_bytes(&bytes), Ok(-Scalar::ONE));
    assert_eq!(Scalar::from_canonical_bytes(&[0xff; 32]), Err(Error::ScalarRange));
}
