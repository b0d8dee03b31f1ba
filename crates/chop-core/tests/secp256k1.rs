//! ECDSA over secp256k1 on every level: a published signature, built edge cases, and the oracle.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;

use chop_core::cpu::Level;
use chop_core::engine::secp256k1::point::{Secp256k1Point, mul};
use chop_core::engine::secp256k1::prepared::PreparedKey;
use chop_core::engine::secp256k1::recover;
use chop_core::engine::secp256k1::sign::{Signature, public_key, public_key_many, sign, sign_many};
use chop_core::engine::secp256k1::verify::{Facts, Job, Key, facts, facts_of_many};
use chop_core::scalar::nsecp256k1::Scalar;
use chop_core::table::weierstrass::secp256k1::COMB;
use chop_ref::weierstrass::Point;
use chop_ref::{BigUint, secp256k1};
use common::Random;

fn n() -> &'static BigUint {
    &secp256k1().n
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

fn scalar(x: &BigUint) -> Scalar {
    Scalar::from_bytes_mod_order(&bytes(x))
}

fn inverse(x: &BigUint) -> BigUint {
    x.modinv(n()).unwrap()
}

/// The point of the library, which must be on the curve.
fn point(level: Level, P: &Point) -> Secp256k1Point {
    let (x, y) = P.as_ref().unwrap();
    Secp256k1Point::from_coordinates(level, &bytes(x), &bytes(y)).expect("the point is on the curve")
}

fn random(random: &mut Random) -> BigUint {
    BigUint::new((0..8).map(|_| random.word() as u32).collect()) % n()
}

/// A signature to be examined.
#[derive(Clone)]
struct Case {
    P: Point,
    e: BigUint,
    r: BigUint,
    s: BigUint,
}

impl Case {
    fn is_valid(&self) -> bool {
        secp256k1().ecdsa_verify(&self.P, &self.e, &self.r, &self.s)
    }

    /// What the facts must be.
    fn facts(&self) -> Facts {
        let in_range = |x: &BigUint| *x != BigUint::ZERO && x < n();
        Facts {
            r_in_range: in_range(&self.r),
            s_in_range: in_range(&self.s),
            s_is_low: &self.s + &self.s < *n(),
            equal: self.is_valid(),
        }
    }
}

/// The facts of each case alone and of all together, with prepared keys and without, on every level.
fn examine(cases: &[Case]) {
    let expected: Vec<Facts> = cases.iter().map(Case::facts).collect();
    let bytes: Vec<[[u8; 32]; 3]> = cases.iter().map(|it| [&it.r, &it.s, &it.e].map(bytes)).collect();
    let points: Vec<Secp256k1Point> = cases.iter().map(|case| point(Level::PORTABLE, &case.P)).collect();
    let prepared: Vec<PreparedKey> =
        points.iter().map(|point| PreparedKey::new(Level::PORTABLE, point)).collect();
    for level in Level::available() {
        for mode in 0..3 {
            let is_prepared = |i: usize| mode == 1 || mode == 2 && i.is_multiple_of(3);
            let key = |i: usize| {
                if is_prepared(i) { Key::Prepared(&prepared[i]) } else { Key::Decoded(&points[i]) }
            };
            let jobs: Vec<Job<'_>> =
                bytes.iter().enumerate().map(|(i, [r, s, e])| Job { key: key(i), r, s, e }).collect();
            let mut found = vec![Facts::NOTHING; jobs.len()];
            facts_of_many(level, &jobs, &mut found);
            for (i, job) in jobs.iter().enumerate() {
                let Case { e, r, s, .. } = &cases[i];
                let what = format!("{}, {mode}, {i}: e = {e:x}, r = {r:x}, s = {s:x}", level.name());
                assert_eq!(facts(level, job), expected[i], "{what}");
                assert_eq!(found[i], expected[i], "many, {what}");
            }
        }
    }
}

fn sign_everywhere(d: &BigUint, k: &BigUint, e: &BigUint) -> Option<Signature> {
    let expected = secp256k1().ecdsa_sign(d, k, e).map(|(r, s, [odd, above])| Signature {
        r: bytes(&r),
        s: bytes(&s),
        recovery: u8::from(odd) | u8::from(above) << 1,
    });
    for level in Level::available() {
        let found = sign(level, &scalar(d), &scalar(k), &bytes(e));
        assert_eq!(found, expected, "{}: d = {d:x}, k = {k:x}, e = {e:x}", level.name());
    }
    expected
}

/// Numbers near those at which something changes.
fn edges() -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let half: BigUint = n() >> 1;
    let mut edges =
        vec![BigUint::ZERO, one.clone(), BigUint::from(2u8), half.clone(), &half + 1u8, &half + 2u8];
    for offset in 0u8..3 {
        edges.extend([n() - offset, n() + offset, &secp256k1().p - offset, &secp256k1().p + offset]);
    }
    edges.extend([(one.clone() << 256) - 1u8, one << 255]);
    edges
}

#[test]
fn the_published_signature_of_key_1_is_made() {
    let e = hex("A0DC65FFCA799873CBEA0AC274015B9526505DAAAED385155425F7337704883E");
    let k = hex("8F8A276C19F4149656B280621E358CCE24F5F52542772691EE69063B74F15D15");
    let signature = sign_everywhere(&BigUint::from(1u8), &k, &e).unwrap();
    assert_eq!(signature.r, bytes(&hex("934B1EA10A4B3C1757E2B0C017D0B6143CE3C9A7E6A4A49860D7A6AB210EE3D8")));
    assert_eq!(signature.s, bytes(&hex("2442CE9D2B916064108014783E923EC36B49743E2FFA1C4496F01A512AAFD9E5")));
}

#[test]
fn signatures_are_those_of_the_oracle() {
    let mut source = Random::new();
    for e in edges() {
        sign_everywhere(&random(&mut source), &random(&mut source), &e);
    }
    let d = random(&mut source);
    for k in edges() {
        sign_everywhere(&d, &(k % n()), &random(&mut source));
    }
    // s = 0 where e = −r·d.
    let k = random(&mut source);
    let r = secp256k1().mul(&k, &secp256k1().G).unwrap().0 % n();
    assert_eq!(sign_everywhere(&d, &k, &(n() - r * &d % n())), None);
}

#[test]
fn many_signatures_and_keys_are_those_that_one_is() {
    let mut source = Random::new();
    let mut scalars = |n: usize| -> Vec<Scalar> { (0..n).map(|_| scalar(&random(&mut source))).collect() };
    for count in [0, 1, 2, 3, 7, 8, 9, 17, 64, 65, 100, 300] {
        let (keys, mut nonces) = (scalars(count), scalars(count));
        let es: Vec<[u8; 32]> = scalars(count).iter().map(Scalar::to_bytes).collect();
        if count > 5 {
            nonces[count - 3] = Scalar::ZERO;
        }
        for level in Level::available() {
            let mut signatures = vec![None; count];
            sign_many(level, &keys, &nonces, &es, &mut signatures);
            let mut points = vec![None; count];
            public_key_many(level, &nonces, &mut points);
            for i in 0..count {
                let one = sign(level, &keys[i], &nonces[i], &es[i]);
                assert_eq!(signatures[i], one, "{}, {i} of {count}", level.name());
                assert_eq!(points[i], public_key(level, &nonces[i]), "{}, {i} of {count}", level.name());
            }
        }
    }
}

#[test]
fn signatures_and_altered_ones_have_the_facts_of_the_oracle() {
    let mut source = Random::new();
    let mut cases = Vec::new();
    for i in 0..24 {
        let (d, k, e) = (random(&mut source), random(&mut source), random(&mut source));
        let (r, s, _) = secp256k1().ecdsa_sign(&d, &k, &e).unwrap();
        let case = Case { P: secp256k1().mul(&d, &secp256k1().G), e, r, s };
        assert!(case.is_valid());
        cases.push(match i % 6 {
            0 => Case { e: &case.e + 1u8, ..case },
            1 => Case { r: &case.r + 1u8, ..case },
            2 => Case { s: n() - &case.s, ..case },
            3 => Case { P: secp256k1().neg(&case.P), ..case },
            _ => case,
        });
    }
    examine(&cases);
}

#[test]
fn numbers_at_the_edges_have_the_facts_of_the_oracle() {
    let mut source = Random::new();
    let P = secp256k1().mul(&random(&mut source), &secp256k1().G);
    let (e, x) = (random(&mut source), random(&mut source));
    let mut cases = Vec::new();
    for edge in edges().into_iter().filter(|edge| edge.bits() <= 256) {
        cases.push(Case { P: P.clone(), e: e.clone(), r: edge.clone(), s: x.clone() });
        cases.push(Case { P: P.clone(), e: e.clone(), r: x.clone(), s: edge.clone() });
        // A key for which r, s and this digest are valid.
        let r = secp256k1().mul(&x, &secp256k1().G).unwrap().0 % n();
        let P = secp256k1().ecdsa_recover(&edge, &(r.clone(), x.clone(), [false, false]));
        cases.push(Case { P, e: edge, r, s: x.clone() });
    }
    examine(&cases);
}

/// x of R may be r + n, if that is below p.
#[test]
fn an_x_above_n_is_accepted_where_it_exists() {
    let mut source = Random::new();
    let mut cases = Vec::new();
    let mut r = BigUint::from(1u8);
    while cases.len() < 12 {
        let (e, s) = (random(&mut source), random(&mut source));
        for above in [false, true] {
            let P = secp256k1().ecdsa_recover(&e, &(r.clone(), s.clone(), [r.bit(0), above]));
            if P.is_some() {
                let case = Case { P, e: e.clone(), r: r.clone(), s: s.clone() };
                assert!(case.is_valid());
                cases.push(case.clone());
                cases.push(Case { e: &e + 1u8, ..case });
            }
        }
        r += 1u8;
    }
    // The last r for which there is room, and those beyond.
    let room = &secp256k1().p - n();
    for r in [&room - 1u8, room.clone(), room + 1u8] {
        let (e, s) = (random(&mut source), random(&mut source));
        let P = secp256k1().mul(&random(&mut source), &secp256k1().G);
        cases.push(Case { P, e, r, s });
    }
    examine(&cases);
}

/// u1·G is ±u2·P, or O, where additions that are not complete fail.
#[test]
fn exceptions_of_the_sum_are_found() {
    let mut source = Random::new();
    let mut cases = Vec::new();
    for _ in 0..4 {
        let (d, k) = (random(&mut source), random(&mut source));
        let P = secp256k1().mul(&d, &secp256k1().G);
        let r = secp256k1().mul(&k, &secp256k1().G).unwrap().0 % n();
        let e = &r * &d % n();
        // R = 2·u1·G.
        let s = &e * 2u8 * inverse(&k) % n();
        cases.push(Case { P: P.clone(), e: e.clone(), r: r.clone(), s: s.clone() });
        assert!(cases.last().unwrap().is_valid());
        // R = O.
        cases.push(Case { P: P.clone(), e: n() - &e, r: r.clone(), s });
        // u1 = 0.
        let s = &r * &d * inverse(&k) % n();
        for e in [BigUint::ZERO, n().clone()] {
            cases.push(Case { P: P.clone(), e, r: r.clone(), s: s.clone() });
            assert!(cases.last().unwrap().is_valid());
        }
        // Small multiples of G as keys, and G itself, whose multiples are those of the table.
        for small in [1u8, 2, 16, 31, 32] {
            let d = BigUint::from(small);
            let e = random(&mut source);
            let (r, s, _) = secp256k1().ecdsa_sign(&d, &k, &e).unwrap();
            for P in [secp256k1().mul(&d, &secp256k1().G), secp256k1().mul(&(n() - &d), &secp256k1().G)] {
                cases.push(Case { P, e: e.clone(), r: r.clone(), s: s.clone() });
            }
        }
    }
    examine(&cases);
}

#[test]
fn keys_are_read_as_sec_1_writes_them() {
    let mut source = Random::new();
    for level in Level::available() {
        let read = |bytes: &[u8]| Secp256k1Point::from_bytes(level, bytes);
        let P = secp256k1().mul(&random(&mut source), &secp256k1().G);
        let point = point(level, &P);
        let long = point.to_bytes();
        assert_eq!(read(&long), Some(point));
        assert_eq!(read(&point.to_compressed_bytes()), Some(point));
        let mut other = point.to_compressed_bytes();
        other[0] ^= 1;
        assert_eq!(read(&other).unwrap().x(), point.x());
        assert_ne!(read(&other).unwrap().y(), point.y());
        // Hybrid forms, O, other lengths, a y that is not of the curve.
        for form in [0, 1, 5, 6, 7] {
            let mut hybrid = long;
            hybrid[0] = form;
            assert_eq!(read(&hybrid), None);
        }
        assert_eq!(read(&[0]), None);
        assert_eq!(read(&[]), None);
        assert_eq!(read(&long[..64]), None);
        let mut off = long;
        off[64] ^= 1;
        assert_eq!(read(&off), None);
        // x + p, for the least x with a point: 1.
        let mut above = [2; 33];
        above[1..].copy_from_slice(&bytes(&(&secp256k1().p + 1u8)));
        assert_eq!(read(&above), None);
        above[1..].copy_from_slice(&bytes(&BigUint::from(1u8)));
        assert!(read(&above).is_some());
        // No point has x = 5.
        above[1..].copy_from_slice(&bytes(&BigUint::from(5u8)));
        assert_eq!(read(&above), None);
    }
}

#[test]
fn a_shared_secret_is_the_same_on_both_sides() {
    let mut source = Random::new();
    for level in Level::available() {
        let (a, b) = (random(&mut source), random(&mut source));
        let [P, Q] = [&a, &b].map(|d| public_key(level, &scalar(d)).unwrap());
        let (x, y) = secp256k1().mul(&(&a * &b % n()), &secp256k1().G).unwrap();
        assert_eq!(mul(level, &scalar(&a), &Q), [bytes(&x), bytes(&y)]);
        assert_eq!(mul(level, &scalar(&b), &P), [bytes(&x), bytes(&y)]);
        assert_eq!(mul(level, &Scalar::ZERO, &P), [[0; 32]; 2]);
    }
}

#[test]
fn a_comb_holds_the_multiples_and_is_the_same_on_every_level() {
    for level in Level::available() {
        assert!(*PreparedKey::new(level, &Secp256k1Point::BASE).comb() == COMB, "{}", level.name());
    }
}

/// A digest, a signature and which point R was.
type Recoverable = (BigUint, BigUint, BigUint, u8);

/// The key of each case alone and of all together is that of the oracle, on every level.
fn recover_everywhere(cases: &[Recoverable]) {
    let recovered = |(e, r, s, id): &Recoverable| {
        secp256k1().ecdsa_recover(e, &(r.clone(), s.clone(), [id & 1 == 1, id & 2 == 2]))
    };
    let expected: Vec<Point> = cases.iter().map(recovered).collect();
    let bytes: Vec<[[u8; 32]; 3]> = cases.iter().map(|(e, r, s, _)| [r, s, e].map(bytes)).collect();
    let jobs: Vec<recover::Job<'_>> =
        bytes.iter().zip(cases).map(|([r, s, e], case)| recover::Job { r, s, e, recovery: case.3 }).collect();
    for level in Level::available() {
        let expected: Vec<Option<Secp256k1Point>> =
            expected.iter().map(|P| P.is_some().then(|| point(level, P))).collect();
        for (job, (expected, case)) in jobs.iter().zip(expected.iter().zip(cases)) {
            assert_eq!(recover::recover(level, job), *expected, "{}: {case:x?}", level.name());
        }
        for count in [0, 1, 2, 3, 8, 9, 15, 17, 100, jobs.len()] {
            let count = count.min(jobs.len());
            let mut found = vec![None; count];
            recover::recover_many(level, &jobs[..count], &mut found);
            for i in 0..count {
                assert_eq!(found[i], expected[i], "{}, {i} of {count}: {:x?}", level.name(), cases[i]);
            }
        }
    }
}

#[test]
fn recovered_keys_are_those_of_the_oracle() {
    let mut source = Random::new();
    let mut cases = Vec::new();
    for i in 0..20u8 {
        let (r, s, e) = (random(&mut source), random(&mut source), random(&mut source));
        cases.push((e, r, s, i % 4));
    }
    // Small r, whose x is that of a point for about every second one, and where r + n is below p, too.
    for r in 1..20u8 {
        cases.push((random(&mut source), BigUint::from(r), random(&mut source), r % 4));
        cases.push((random(&mut source), BigUint::from(r), random(&mut source), 2 | (r % 2)));
    }
    for edge in edges().into_iter().filter(|edge| edge.bits() <= 256) {
        cases.push((random(&mut source), edge.clone(), random(&mut source), 0));
        cases.push((random(&mut source), BigUint::from(1u8), edge.clone(), 1));
        cases.push((edge, BigUint::from(1u8), random(&mut source), 2));
    }
    let room = &secp256k1().p - n();
    for r in [&room - 1u8, room.clone(), room + 1u8] {
        cases.extend((0..4).map(|id| (random(&mut source), r.clone(), random(&mut source), id)));
    }
    recover_everywhere(&cases);
}

/// Keys that are O, and sums whose additions meet exceptions: R is a small multiple of G.
#[test]
fn exceptions_of_recovery_are_found() {
    let mut source = Random::new();
    let mut cases = Vec::new();
    for k in [1u8, 2, 3, 16, 17, 31, 32, 64] {
        let k = BigUint::from(k);
        let (x, y) = secp256k1().mul(&k, &secp256k1().G).unwrap();
        let (r, odd) = (x % n(), u8::from(y.bit(0)));
        let e = random(&mut source);
        for s in [
            &e * inverse(&k) % n(),
            n() - &e * inverse(&k) % n(),
            &e * 2u8 * inverse(&k) % n(),
            BigUint::from(1u8),
        ] {
            cases.push((e.clone(), r.clone(), s.clone(), odd));
            cases.push((e.clone(), r.clone(), s, odd ^ 1));
        }
        cases.push((BigUint::ZERO, r.clone(), k, odd));
    }
    recover_everywhere(&cases);
}

#[test]
fn many_encodings_are_read_as_one_is() {
    let mut source = Random::new();
    let mut encodings: Vec<Vec<u8>> = Vec::new();
    for i in 0..70 {
        let d = if i % 5 == 0 { BigUint::from(i + 1u8) } else { random(&mut source) };
        let point = point(Level::PORTABLE, &secp256k1().mul(&d, &secp256k1().G));
        encodings.push(if i % 7 == 0 {
            point.to_bytes().to_vec()
        } else {
            point.to_compressed_bytes().to_vec()
        });
    }
    // What is no point: no such x, x not below p, other forms and lengths.
    let compressed = |x: &BigUint| [&[2][..], &bytes(x)].concat();
    encodings[3] = compressed(&BigUint::from(5u8));
    encodings[4] = compressed(&(&secp256k1().p + 1u8));
    encodings[8][0] = 5;
    encodings[9].pop();
    encodings[10].clear();
    encodings[14][64] ^= 1;
    encodings[21][0] = 6;
    let encodings: Vec<&[u8]> = encodings.iter().map(Vec::as_slice).collect();
    for level in Level::available() {
        for count in [0, 1, 3, 8, 20, 70] {
            let mut found = vec![None; count];
            Secp256k1Point::from_bytes_each(level, &encodings[..count], &mut found);
            for i in 0..count {
                assert_eq!(
                    found[i],
                    Secp256k1Point::from_bytes(level, encodings[i]),
                    "{}, {i}",
                    level.name()
                );
            }
        }
    }
}
