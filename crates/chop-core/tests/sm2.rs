//! SM2 on every level: the sample of GB/T 32918.5, built edge cases, and the reference.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;

use chop_core::cpu::Level;
use chop_core::engine::sm2::point::{Sm2Point, mul, mul_base};
use chop_core::engine::sm2::prepared::PreparedKey;
use chop_core::engine::sm2::sign::{Signature, key_pair, public_key, sign};
use chop_core::engine::sm2::verify::{Facts, Job, Key, facts};
use chop_core::scalar::nsm2::Scalar;
use chop_core::table::weierstrass::sm2::COMB;
use chop_ref::BigUint;
use chop_ref::sm2::sm2;
use chop_ref::weierstrass::Point;
use common::Random;

fn n() -> &'static BigUint {
    &sm2().n
}

fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap()
}

fn bytes(x: &BigUint) -> [u8; 32] {
    let mut out = [0; 32];
    let digits = x.to_bytes_be();
    out[32 - digits.len()..].copy_from_slice(&digits);
    out
}

fn int(bytes: &[u8; 32]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn scalar(x: &BigUint) -> Scalar {
    Scalar::from_bytes_mod_order(&bytes(x))
}

fn levels() -> impl Iterator<Item = Level> {
    Level::available()
}

/// The point of the library, which must be on the curve.
fn point(level: Level, P: &Point) -> Sm2Point {
    let (x, y) = P.as_ref().unwrap();
    Sm2Point::from_coordinates(level, &bytes(x), &bytes(y)).expect("the point is on the curve")
}

fn random(random: &mut Random) -> BigUint {
    BigUint::new((0..8).map(|_| random.word() as u32).collect()) % n()
}

/// The facts on every level, with and without a prepared key, which must all be the same.
fn facts_everywhere(P: &Point, e: &[u8; 32], r: &[u8; 32], s: &[u8; 32]) -> Facts {
    let mut all = Vec::new();
    let prepared = PreparedKey::new(Level::PORTABLE, &point(Level::PORTABLE, P));
    for level in levels() {
        let P = point(level, P);
        for key in [Key::Decoded(&P), Key::Prepared(&prepared)] {
            all.push(facts(level, &Job { key, r, s, e }));
        }
    }
    assert!(all.iter().all(|facts| *facts == all[0]), "{all:?}");
    all[0]
}

fn is_valid(P: &Point, e: &BigUint, r: &BigUint, s: &BigUint) -> bool {
    let valid = facts_everywhere(P, &bytes(e), &bytes(r), &bytes(s)).is_valid();
    assert_eq!(valid, sm2().verify(P, e, r, s), "P = {P:x?}, e = {e:x}, r = {r:x}, s = {s:x}");
    valid
}

fn sign_everywhere(d: &BigUint, k: &BigUint, e: &[u8; 32]) -> Option<Signature> {
    let factor = scalar(d).add(&Scalar::ONE).invert();
    let all: Vec<_> = levels().map(|level| sign(level, &factor, &scalar(k), e)).collect();
    assert!(all.iter().all(|signature| *signature == all[0]));
    let expected = sm2().sign(d, k, &int(e)).map(|(r, s)| Signature { r: bytes(&r), s: bytes(&s) });
    assert_eq!(all[0], expected, "d = {d:x}, k = {k:x}, e = {e:x?}");
    all[0]
}

/// (e, r) that make s a signature under P with this t ≠ 0: r = t − s and e = r − x1.
fn forge(P: &Point, s: &BigUint, t: &BigUint) -> (BigUint, BigUint) {
    let R = sm2().add(&sm2().mul(s, &sm2().G), &sm2().mul(t, P)).expect("R is not O");
    let r = (t + n() - s) % n();
    (((&r + n()) + n() - R.0) % n(), r)
}

#[test]
fn the_sample_of_the_standard_is_signed_and_verified() {
    let d = hex("3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8");
    let e = bytes(&hex("F0B43E94BA45ACCAACE692ED534382EB17E6AB5A19CE7B31F4486FDFC0D28640"));
    let k = hex("59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21");
    let r = bytes(&hex("F5A03B0648D2C4630EEAC513E1BB81A15944DA3827D5B74143AC7EACEEE720B3"));
    let s = bytes(&hex("B1B6AA29DF212FD8763182BC0D421CA1BB9038FD1F7F42D4840B69C485BBC1AA"));
    let x = hex("09F9DF311E5421A150DD7D161E4BC5C672179FAD1833FC076BB08FF356F35020");
    let y = hex("CCEA490CE26775A52DC6EA718CC1AA600AED05FBF35E084A6632F6072DA9AD13");
    let factor = scalar(&d).add(&Scalar::ONE).invert();
    assert_eq!(
        int(&factor.to_bytes()),
        hex("4DFE9D9C1F5901D4E6F58E4EC3D04567822D2550F9B88E826D1B5B3AB9CD0FE0")
    );
    let P = Some((x.clone(), y.clone()));
    for level in levels() {
        let key = public_key(level, &scalar(&d)).unwrap();
        assert_eq!((int(&key.x()), int(&key.y())), (x.clone(), y.clone()));
    }
    assert_eq!(sign_everywhere(&d, &k, &e), Some(Signature { r, s }));
    assert!(facts_everywhere(&P, &e, &r, &s).is_valid());
    for (i, bit) in [(0, 0x80), (31, 1), (17, 4)] {
        let (mut bad_e, mut bad_r, mut bad_s) = (e, r, s);
        bad_e[i] ^= bit;
        bad_r[i] ^= bit;
        bad_s[i] ^= bit;
        assert!(!facts_everywhere(&P, &bad_e, &r, &s).equal);
        assert!(!facts_everywhere(&P, &e, &bad_r, &s).is_valid());
        assert!(!facts_everywhere(&P, &e, &r, &bad_s).is_valid());
    }
}

#[test]
fn a_comb_holds_the_multiples_and_is_the_same_on_every_level() {
    for level in levels() {
        assert!(*PreparedKey::new(level, &Sm2Point::BASE).comb() == COMB, "{}", level.name());
    }
}

#[test]
fn the_shared_point_of_the_sample_encryption_is_found() {
    let d = hex("3945208F7B2144B13F36E38AC6D39F95889393692860B51A42FB81EF4DF7C5B8");
    let k = hex("59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21");
    let shared = [
        bytes(&hex("335E18D751E51F040E27D468138B7AB1DC86AD7F981D7D416222FD6AB3ED230D")),
        bytes(&hex("AB743EBCFB22D64F7B6AB791F70658F25B48FA93E54064FDBFBED3F0BD847AC9")),
    ];
    for level in levels() {
        let (P, C1) = (mul_base(level, &scalar(&d)).unwrap(), mul_base(level, &scalar(&k)).unwrap());
        assert_eq!(mul(level, &scalar(&k), &P), shared);
        assert_eq!(mul(level, &scalar(&d), &C1), shared);
    }
}

#[test]
fn random_signatures_are_those_of_the_reference_and_verify() {
    let mut generator = Random::new();
    for _ in 0..8 {
        let (d, k, e) = (random(&mut generator), random(&mut generator), random(&mut generator));
        let Signature { r, s } = sign_everywhere(&d, &k, &bytes(&e)).expect("no rare case");
        let P = sm2().mul(&d, &sm2().G);
        assert!(is_valid(&P, &e, &int(&r), &int(&s)));
        assert!(!is_valid(&P, &e, &int(&s), &int(&r)));
    }
}

/// Scalars at which a window, a carry of digits or a wrap around n could go wrong.
fn edgy_scalars() -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let mut all: Vec<BigUint> = (0..70u8).map(BigUint::from).collect();
    for low in 1..70u8 {
        all.push(n() - low);
    }
    for bit in [6u32, 30, 32, 60, 63, 64, 120, 127, 128, 192, 245, 246, 250, 251, 252, 253, 254, 255] {
        for shifted in [&one << bit, (&one << bit) - 1u8, BigUint::from(33u8) << (bit - 5)] {
            all.push(shifted % n());
        }
    }
    // Digits of 32, of −32 and of 16 on top, in windows of 6 and of 5 bits.
    for pattern in ["8208208208208208208208208208208208208208208208208208208208208208", "F7DE"] {
        all.push(hex(&pattern.repeat(64 / pattern.len())) % n());
    }
    all.push(hex("FFFFFFFE00000000FFFFFFFF00000000FFFFFFFF00000000FFFFFFFF00000000"));
    all.push(hex("F800000000000000000000000000000000000000000000000000000000000000"));
    all.push(hex("F7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"));
    all
}

#[test]
fn secret_multiples_are_right_for_all_edgy_scalars() {
    let Q = sm2().mul(&hex("ABCDEF0123456789"), &sm2().G);
    for k in edgy_scalars() {
        // (n − k)·P = −k·P spares the reference a long multiplication.
        let multiple =
            |P| if k > n() >> 1u32 { sm2().neg(&sm2().mul(&(n() - &k), P)) } else { sm2().mul(&k, P) };
        let (kG, kQ) = (multiple(&sm2().G), multiple(&Q));
        for level in levels() {
            let found = mul_base(level, &scalar(&k)).map(|P| (int(&P.x()), int(&P.y())));
            assert_eq!(found, kG, "{k:x}·G on {}", level.name());
            let [x, y] = mul(level, &scalar(&k), &point(level, &Q));
            let expected = kQ.clone().unwrap_or_default();
            assert_eq!((int(&x), int(&y)), expected, "{k:x}·Q on {}", level.name());
        }
    }
}

#[test]
fn keys_and_nonces_that_the_standard_excludes_give_nothing() {
    let last = n() - 1u8;
    for d in [&BigUint::ZERO, &last, n()] {
        let mut factor = Scalar::ONE;
        assert!(levels().all(|level| key_pair(level, &scalar(d), &mut factor).is_none()), "{d:x}");
        assert_eq!(factor.to_bytes(), Scalar::ONE.to_bytes(), "{d:x}");
        assert!(levels().all(|level| public_key(level, &scalar(d)).is_none()), "{d:x}");
    }
    let (k, e) = (hex("123456789ABCDEF"), bytes(&hex("77")));
    let kx = sm2().mul(&k, &sm2().G).unwrap().0 % n();
    for d in [BigUint::from(1u8), BigUint::from(2u8), n() - 2u8, n() - 3u8] {
        assert!(levels().all(|level| public_key(level, &scalar(&d)).is_some()), "{d:x}");
        assert!(sign_everywhere(&d, &k, &e).is_some());
        // r = 0; r + k = n; s = 0, that is r = k/d.
        for r in [BigUint::ZERO, n() - &k, &k * d.modinv(n()).unwrap() % n()] {
            let e = (r + n() - &kx) % n();
            assert_eq!(sign_everywhere(&d, &k, &bytes(&e)), None);
        }
        assert_eq!(sign_everywhere(&d, &BigUint::ZERO, &e), None);
    }
}

#[test]
fn digests_are_reduced_when_they_are_n_or_more() {
    let (d, k) = (hex("1234567"), hex("FEDCBA9876543210"));
    let P = sm2().mul(&d, &sm2().G);
    let most = (BigUint::from(1u8) << 256u32) - 1u8;
    for e in [n().clone(), n() + 1u8, n() + 12345u32, most] {
        let signature = sign_everywhere(&d, &k, &bytes(&e)).unwrap();
        assert_eq!(sign_everywhere(&d, &k, &bytes(&(&e - n()))), Some(signature));
        let (r, s) = (int(&signature.r), int(&signature.s));
        assert!(is_valid(&P, &e, &r, &s));
        assert!(is_valid(&P, &(&e - n()), &r, &s));
    }
}

#[test]
fn an_x_of_n_or_more_is_reduced() {
    let (s, t) = (hex("5555"), hex("AAAABBBBCCCC"));
    let mut found = 0;
    for low in 0..20u8 {
        for x in [n() + low, &sm2().p - low - 1u8] {
            let Some(R) = sm2().lift(&x, low % 2 == 0).map(Some) else { continue };
            // P = (R − s·G)/t, so that s·G + t·P = R.
            let minus_sG = sm2().neg(&sm2().mul(&s, &sm2().G));
            let P = sm2().mul(&t.modinv(n()).unwrap(), &sm2().add(&R, &minus_sG));
            let r = (&t + n() - &s) % n();
            let e = (&r + n() - (&x - n())) % n();
            assert!(is_valid(&P, &e, &r, &s), "x1 = {x:x}");
            assert!(!is_valid(&P, &((&e + 1u8) % n()), &r, &s));
            found += 1;
        }
    }
    assert!(found > 10);
}

#[test]
fn r_and_s_out_of_range_and_t_of_0_are_refused() {
    let P = sm2().mul(&hex("ABC"), &sm2().G);
    let (s, t) = (hex("1111"), hex("99999999"));
    let (e, r) = forge(&P, &s, &t);
    assert!(is_valid(&P, &e, &r, &s));
    let zero = BigUint::ZERO;
    let most = (BigUint::from(1u8) << 256u32) - 1u8;
    for bad in [&zero, n(), &(n() + 1u8), &most] {
        let facts = facts_everywhere(&P, &bytes(&e), &bytes(bad), &bytes(&s));
        assert!(!facts.r_in_range && facts.s_in_range && !facts.equal && !facts.is_valid());
        let facts = facts_everywhere(&P, &bytes(&e), &bytes(&r), &bytes(bad));
        assert!(facts.r_in_range && !facts.s_in_range && !facts.equal && !facts.is_valid());
    }
    // The same residue, written with n added: only possible for a small one.
    let (e, r) = forge(&P, &s, &(&s + 5u8));
    assert!(is_valid(&P, &e, &r, &s));
    assert!(!is_valid(&P, &e, &(&r + n()), &s));
    assert!(!is_valid(&P, &e, &r, &(&s + n())));
    // t = 0: R would be s·G, whatever the key.
    let x1 = sm2().mul(&s, &sm2().G).unwrap().0;
    let r = n() - &s;
    let e = (&r + n() + n() - x1) % n();
    let facts = facts_everywhere(&P, &bytes(&e), &bytes(&r), &bytes(&s));
    assert!(facts.r_in_range && facts.s_in_range && !facts.t_not_zero && !facts.is_valid());
}

#[test]
fn opposite_and_equal_summands_are_summed_right() {
    for d in [1u32, 3, 15, 16, 127, 0xFFFF_FFFF] {
        for d in [BigUint::from(d), n() - d] {
            let P = sm2().mul(&d, &sm2().G);
            for t in [BigUint::from(31u8), hex("123456789ABCDEF0123456789ABCDEF")] {
                // s·G = −t·P: R is O, and no e makes a signature.
                let s = (n() - &t * &d % n()) % n();
                let r = (&t + n() - &s) % n();
                for e in [r.clone(), BigUint::ZERO] {
                    assert!(!is_valid(&P, &e, &r, &s));
                }
                // s·G = t·P: R = 2·s·G.
                let s = &t * &d % n();
                if s != t {
                    let (e, r) = forge(&P, &s, &t);
                    assert!(is_valid(&P, &e, &r, &s));
                }
            }
        }
    }
}

#[test]
fn keys_with_short_coordinates_verify() {
    let (s, t) = (hex("C0FFEE"), hex("BADC0DEBADC0DE"));
    for x in (0..12u8).map(BigUint::from).chain((0..6u8).map(|i| (BigUint::from(1u8) << 240u32) + i)) {
        for odd in [false, true] {
            let P = sm2().lift(&x, odd);
            if P.is_some() {
                let (e, r) = forge(&P, &s, &t);
                assert!(is_valid(&P, &e, &r, &s));
            }
        }
    }
}

#[test]
fn encodings_are_read_strictly_and_written_back() {
    let mut generator = Random::new();
    for level in levels() {
        assert_eq!(point(level, &sm2().G), Sm2Point::BASE);
        for _ in 0..4 {
            let P = sm2().mul(&random(&mut generator), &sm2().G);
            let Q = point(level, &P);
            let (long, short) = (Q.to_bytes(), Q.to_compressed_bytes());
            assert_eq!(Sm2Point::from_bytes(level, &long), Some(Q));
            assert_eq!(Sm2Point::from_bytes(level, &short), Some(Q));
            let mut opposite = short;
            opposite[0] ^= 1;
            let minus_Q = Sm2Point::from_bytes(level, &opposite).unwrap();
            assert_eq!(Some((int(&minus_Q.x()), int(&minus_Q.y()))), sm2().neg(&P));
            // Other first bytes, other lengths, a point beside the curve.
            for form in (0..=255).filter(|form| *form != 4) {
                let mut bytes = long;
                bytes[0] = form;
                assert_eq!(Sm2Point::from_bytes(level, &bytes), None);
                let mut bytes = short;
                bytes[0] = form;
                assert_eq!(Sm2Point::from_bytes(level, &bytes).is_some(), form == 2 || form == 3);
            }
            for length in 0..65 {
                assert_eq!(Sm2Point::from_bytes(level, &long[..length]), None);
                assert_eq!(Sm2Point::from_bytes(level, &short[..length.min(32)]), None);
            }
            let mut longer = [4; 66];
            longer[..65].copy_from_slice(&long);
            assert_eq!(Sm2Point::from_bytes(level, &longer), None);
            let mut beside = long;
            beside[64] ^= 1;
            assert_eq!(Sm2Point::from_bytes(level, &beside), None);
        }
        assert_eq!(Sm2Point::from_bytes(level, &[]), None);
        assert_eq!(Sm2Point::from_bytes(level, &[0]), None);
        // Small x, with p added: the same residue, refused; and x without a point.
        let p = &sm2().p;
        for x in (0..40u8).map(BigUint::from) {
            for odd in [false, true] {
                let found = Sm2Point::from_x(level, &bytes(&x), odd).map(|Q| (int(&Q.x()), int(&Q.y())));
                assert_eq!(found, sm2().lift(&x, odd));
                assert_eq!(Sm2Point::from_x(level, &bytes(&(&x + p)), odd), None);
                if let Some((x, y)) = found {
                    assert_eq!(Sm2Point::from_coordinates(level, &bytes(&(&x + p)), &bytes(&y)), None);
                }
            }
        }
        assert_eq!(Sm2Point::from_coordinates(level, &[0; 32], &[0; 32]), None);
        assert_eq!(Sm2Point::from_coordinates(level, &[0; 32], &[0xff; 32]), None);
    }
}
