//! Many SM2 operations at a time on every level: each must be what it is alone, at every place and beside
//! whatever there is.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "alloc")]

mod common;

use chop_core::cpu::Level;
use chop_core::ct::declassify;
use chop_core::engine::sm2::point::{Sm2Point, mul_base};
use chop_core::engine::sm2::prepared::PreparedKey;
use chop_core::engine::sm2::sign::{
    Signature, key_factor_many, key_pair, public_key, public_key_many, sign, sign_many,
};
use chop_core::engine::sm2::verify::{Facts, Job, Key, facts, facts_of_many};
use chop_core::scalar::nsm2::{ORDER, Scalar};
use common::Random;

const ONE: Level = Level::PORTABLE;

fn small(x: u64) -> Scalar {
    Scalar::from_words_mod_order(&[x, 0, 0, 0])
}

fn random(random: &mut Random) -> Scalar {
    Scalar::from_words_mod_order(&[random.word(), random.word(), random.word(), random.word()])
}

fn is_zero(x: &Scalar) -> bool {
    declassify(x.is_zero(), "test")
}

/// Scalars at which a window, a carry of digits or a wrap around n could go wrong.
fn edgy_scalars() -> Vec<Scalar> {
    let mut all: Vec<Scalar> = (1..36).map(small).collect();
    for low in (1..36).chain([63, 64, 65, 511, 512, 513, 1023, 1024, 1025]) {
        all.push(small(low).neg());
        all.push(small(low * 32));
    }
    for bit in (0..256).step_by(7).chain([5, 6, 10, 240, 245, 246, 250, 251, 252, 253, 254, 255]) {
        let mut words = [0; 4];
        words[bit / 64] = 1 << (bit % 64);
        let power = Scalar::from_words_mod_order(&words);
        all.extend([power, power.sub(&Scalar::ONE), power.mul(&small(33)), power.neg()]);
    }
    for word in [0x8208_2082_0820_8208, 0xf7de_f7de_f7de_f7de, 0x8421_0842_1084_2108, 0xffff_ffff_0000_0000] {
        all.push(Scalar::from_words_mod_order(&[word; 4]));
    }
    // Digits of four bits, eight of them a group: one lane alone, and the least and the greatest digit everywhere.
    for lane in 0..8 {
        all.push(Scalar::from_words_mod_order(&[(8 << (4 * lane)) * 0x1_0000_0001; 4]));
        all.push(Scalar::from_words_mod_order(&[(7 << (4 * lane)) * 0x1_0000_0001, 0, 0, 0]));
    }
    for word in [0x7777_7777_7777_7777, 0x8888_8888_8888_8888, 0x7fff_ffff_ffff_ffff, 1 << 63] {
        all.push(Scalar::from_words_mod_order(&[word; 4]));
        all.push(Scalar::from_words_mod_order(&[0, 0, 0, word]));
        all.push(Scalar::from_words_mod_order(&[1, 0, 0, word]));
    }
    // Rows of the comb are added up in four parts: n cut where they meet, and what would make two of them equal modulo n.
    for bits in [66, 132, 198] {
        let mut words = ORDER;
        words[bits / 64] &= (1 << (bits % 64)) - 1;
        words[bits / 64 + 1..].fill(0);
        let low = Scalar::from_words_mod_order(&words);
        let twice = low.add(&low);
        all.extend([low, low.neg(), twice, twice.neg()]);
        let mut unit = [0; 4];
        unit[bits / 64] = 1 << (bits % 64);
        let unit = Scalar::from_words_mod_order(&unit);
        let rest = unit.sub(&low);
        all.extend([unit.add(&unit), unit.add(&Scalar::ONE), rest, rest.add(&rest), rest.add(&rest).neg()]);
    }
    for top in [0xf800_0000_0000_0000, 0xf7ff_ffff_ffff_ffff, 0xffff_fffe_ffff_ffff] {
        all.push(Scalar::from_words_mod_order(&[0, 0, 0, top]));
        all.push(Scalar::from_words_mod_order(&[u64::MAX, u64::MAX, 0, top]));
    }
    all
}

/// A key and a signature under it, with what is expected of it.
struct Case {
    P: Sm2Point,
    prepared: Option<PreparedKey>,
    r: [u8; 32],
    s: [u8; 32],
    e: [u8; 32],
    valid: bool,
}

impl Case {
    fn job(&self) -> Job<'_> {
        let key = self.prepared.as_ref().map_or(Key::Decoded(&self.P), Key::Prepared);
        Job { key, r: &self.r, s: &self.s, e: &self.e }
    }

    /// What makes s·G + t·P, P = d·G, a valid signature if anything does: r = t − s and e = r − x1.
    fn forged(d: &Scalar, s: &Scalar, t: &Scalar) -> Case {
        let P = mul_base(ONE, d).expect("d is not 0");
        let (r, R) = (t.sub(s), mul_base(ONE, &s.add(&t.mul(d))));
        let x1 = R.map_or(Scalar::ZERO, |R| Scalar::from_bytes_mod_order(&R.x()));
        let valid = R.is_some() && !is_zero(&r) && !is_zero(s) && !is_zero(t);
        let (s, e) = (s.to_bytes(), r.sub(&x1).to_bytes());
        Case { P, prepared: None, r: r.to_bytes(), s, e, valid }
    }

    fn prepared(self) -> Case {
        Case { prepared: Some(PreparedKey::new(ONE, &self.P)), ..self }
    }
}

/// All jobs at once, which must give what each gives alone, and what is expected.
#[track_caller]
fn assert_as_alone(cases: &[Case]) {
    let jobs: Vec<_> = cases.iter().map(Case::job).collect();
    let expected: Vec<_> = jobs.iter().map(|job| facts(ONE, job)).collect();
    for (i, (case, facts)) in cases.iter().zip(&expected).enumerate() {
        assert_eq!(facts.is_valid(), case.valid, "case {i}");
    }
    for level in Level::available() {
        let mut found = vec![Facts::NOTHING; jobs.len()];
        facts_of_many(level, &jobs, &mut found);
        for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{}: case {i}", level.name());
            assert_eq!(facts(level, &jobs[i]), *expected, "{}: case {i} alone", level.name());
        }
    }
}

#[test]
fn sums_of_edgy_multiples_are_right_in_every_lane() {
    let mut generator = Random::new();
    let scalars = edgy_scalars();
    let mut cases = Vec::new();
    for (i, t) in scalars.iter().enumerate() {
        let d = if i % 3 == 0 { random(&mut generator) } else { small(i as u64 % 40 + 1) };
        cases.push(Case::forged(&d, &scalars[(7 * i + 3) % scalars.len()], t));
    }
    assert_as_alone(&cases);
}

#[test]
fn exceptions_of_additions_are_seen_at_every_place() {
    let mut generator = Random::new();
    let ordinary = || Case::forged(&small(0xabcdef), &small(0x1234567), &small(0x7654321));
    let mut all = Vec::new();
    for d in [1, 2, 3, 15, 16, 17, 31, 32, 33, 512] {
        for d in [small(d), small(d).neg()] {
            for t in [small(1), small(31), small(32), random(&mut generator)] {
                // s·G = −t·P: R is O. s·G = t·P: R is twice that. s = d·t ± 1: next to it.
                for s in
                    [t.mul(&d).neg(), t.mul(&d), t.mul(&d).add(&Scalar::ONE), t.mul(&d).sub(&Scalar::ONE)]
                {
                    all.push(Case::forged(&d, &s, &t));
                }
            }
        }
    }
    let mut cases = Vec::new();
    for (i, case) in all.into_iter().enumerate() {
        cases.push(case);
        if i % 3 == 0 {
            cases.push(ordinary());
        }
    }
    assert_as_alone(&cases);
    // The same keys, prepared, and all exceptions at places that differ.
    let d = small(3);
    let mut cases = Vec::new();
    for t in [small(1), small(2), small(32), small(64), random(&mut generator)] {
        for s in [t.mul(&d).neg(), t.mul(&d), t.mul(&d).add(&Scalar::ONE)] {
            cases.push(Case::forged(&d, &s, &t).prepared());
        }
        cases.push(ordinary().prepared());
    }
    assert_as_alone(&cases);
}

#[test]
fn edgy_multiples_of_prepared_keys_are_right() {
    let scalars = edgy_scalars();
    let d = small(0xdead_beef_1234_5678).neg();
    let prepared = PreparedKey::new(ONE, &mul_base(ONE, &d).unwrap());
    let cases: Vec<_> = scalars
        .iter()
        .enumerate()
        .map(|(i, t)| Case {
            prepared: Some(prepared.clone()),
            ..Case::forged(&d, &scalars[(11 * i + 5) % scalars.len()], t)
        })
        .collect();
    assert_as_alone(&cases);
}

/// Valid and invalid signatures in turn, of prepared keys and others.
fn mixed(n: usize) -> Vec<Case> {
    let mut generator = Random::new();
    let key = PreparedKey::new(ONE, &mul_base(ONE, &small(7)).unwrap());
    let order = {
        let mut bytes = limbs_to_bytes(&ORDER);
        bytes.reverse();
        bytes
    };
    (0..n)
        .map(|i| {
            let prepared = i % 3 == 1;
            let d = if prepared { small(7) } else { random(&mut generator) };
            let mut case = Case::forged(&d, &random(&mut generator), &random(&mut generator));
            if prepared {
                case.prepared = Some(key.clone());
            }
            match i % 11 {
                2 => case.e[31] ^= 1,
                3 => (case.r[0], case.r[31]) = (case.r[0] ^ 0x40, case.r[31] ^ 1),
                4 => case.s = [0; 32],
                5 => case.r = [0; 32],
                6 => case.s = order,
                7 => case.r = [0xff; 32],
                // t = 0.
                8 => case.r = Scalar::from_bytes_mod_order(&case.s).neg().to_bytes(),
                9 => case.P = Sm2Point::BASE,
                _ => return case,
            }
            if i % 11 == 9 {
                case.prepared = None;
            }
            case.valid = false;
            case
        })
        .collect()
}

fn limbs_to_bytes(words: &[u64; 4]) -> [u8; 32] {
    let mut bytes = [0; 32];
    for (chunk, word) in bytes.chunks_mut(8).zip(words) {
        chunk.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

#[test]
fn a_batch_of_any_size_is_judged_item_by_item() {
    let cases = mixed(140);
    for n in (0..20).chain([23, 24, 25, 63, 64, 65, 66, 128, 129, 140]) {
        assert_as_alone(&cases[140 - n..]);
    }
}

#[test]
fn an_x_that_may_be_n_or_more_is_decided_right() {
    // r − e below 2^128, where x1 + n is to be looked at too: not the x of the point, whatever it is.
    let mut cases = Vec::new();
    for i in 0..9 {
        let mut case = Case::forged(&small(5), &small(1000 + i), &small(77));
        if i % 2 == 0 {
            case.e = Scalar::from_bytes_mod_order(&case.r).sub(&small(i)).to_bytes();
            case.valid = false;
        }
        cases.push(case);
    }
    assert_as_alone(&cases);
}

/// (1 + d)^−1; `None` if d is no secret key.
fn factor_of(d: &Scalar) -> Option<Scalar> {
    public_key(ONE, d).map(|_| d.add(&Scalar::ONE).invert())
}

#[test]
fn many_keys_are_those_of_one_each() {
    let mut ds = edgy_scalars();
    for (place, bad) in [(0, Scalar::ZERO), (7, Scalar::ONE.neg()), (8, Scalar::ZERO), (77, Scalar::ZERO)] {
        ds.insert(place, bad);
    }
    let (keys, factors): (Vec<_>, Vec<_>) =
        ds.iter().map(|d| (public_key(ONE, d), factor_of(d).map(|factor| factor.to_bytes()))).unzip();
    for level in Level::available() {
        for ((d, key), factor) in ds.iter().zip(&keys).zip(&factors) {
            assert_eq!(public_key(level, d), *key, "{}", level.name());
            let mut inverse = Scalar::ZERO;
            let pair = key_pair(level, d, &mut inverse).map(|key| (key, inverse.to_bytes()));
            assert_eq!(pair, key.zip(*factor), "{}", level.name());
        }
    }
    for n in (0..18).chain([63, 64, 65, 72, 81, 127, 128, 129, 255, 256, 257, ds.len()]) {
        for level in Level::available() {
            let mut found = vec![None; n];
            public_key_many(level, &ds[..n], &mut found);
            assert_eq!(found, keys[..n], "{} of {n}", level.name());
            let mut found = vec![None; n];
            key_factor_many(level, &ds[..n], &mut found);
            let found: Vec<_> = found.iter().map(|factor| factor.map(|factor| factor.to_bytes())).collect();
            assert_eq!(found, factors[..n], "{} of {n}", level.name());
        }
    }
}

#[test]
fn many_signatures_are_those_of_one_each() {
    let mut generator = Random::new();
    let mut nonces = edgy_scalars();
    let n = nonces.len();
    let ds: Vec<_> = (0..n).map(|_| random(&mut generator)).collect();
    let factors: Vec<_> = ds.iter().map(|d| factor_of(d).unwrap()).collect();
    let mut es: Vec<_> = (0..n).map(|_| random(&mut generator).to_bytes()).collect();
    es[1] = [0xff; 32];
    es[2] = [0; 32];
    // Nonces that give nothing, in the midst of others: k = 0, r = 0, r + k = 0, s = 0, that is r = k/d.
    nonces[3] = Scalar::ZERO;
    for place in [9, 10, 15, 16, 130, n - 1] {
        let k = nonces[place];
        let x1 = Scalar::from_bytes_mod_order(&mul_base(ONE, &k).unwrap().x());
        let r = match place % 3 {
            0 => Scalar::ZERO,
            1 => k.neg(),
            _ => k.mul(&ds[place].invert()),
        };
        es[place] = r.sub(&x1).to_bytes();
    }
    let expected: Vec<Option<Signature>> =
        (0..n).map(|i| sign(ONE, &factors[i], &nonces[i], &es[i])).collect();
    assert!(expected.iter().filter(|signature| signature.is_none()).count() >= 7);
    for level in Level::available() {
        for i in 0..n {
            let found = sign(level, &factors[i], &nonces[i], &es[i]);
            assert_eq!(found, expected[i], "{}: {i}", level.name());
        }
        for m in (0..18).chain([127, 128, 129, n]) {
            let mut found = vec![None; m];
            sign_many(level, &factors[..m], &nonces[..m], &es[..m], &mut found);
            assert_eq!(found, expected[..m], "{} of {m}", level.name());
        }
        // At other places too.
        let mut found = vec![None; 40];
        sign_many(level, &factors[5..45], &nonces[5..45], &es[5..45], &mut found);
        assert_eq!(found, expected[5..45], "{}", level.name());
    }
}
