//! ECDSA, BIP 340, points and ECDH over secp256k1 beside the crates secp256k1 (libsecp256k1) and k256: equal keys, signatures, verdicts, recovered
//! keys and shared secrets for honest and hostile cases, on every level. CHOP_CASES asks for more cases than a run of all tests has time for.
#![allow(non_snake_case)] // points are capital letters

mod common;

use chop::level::{self, Level};
use chop::secp256k1::{
    self as ours, Digest, Item, RecoverableSignature, RecoveryId, Rule, Signature, SigningKey, VerifyingKey,
};
use chop_bench::random::Random;
use chop_ref::BigUint;
use common::random;
use k256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use secp256k1 as theirs;

/// Cases that are judged together.
const GROUP: usize = 96;

/// How many groups of cases there are.
fn groups() -> usize {
    let cases = std::env::var("CHOP_CASES").map(|text| text.parse().expect("a number of cases"));
    cases.unwrap_or(GROUP * 24).div_ceil(GROUP)
}

fn order() -> &'static BigUint {
    &chop_ref::secp256k1().n
}

fn prime() -> &'static BigUint {
    &chop_ref::secp256k1().p
}

fn big(bytes: &[u8]) -> BigUint {
    BigUint::from_bytes_be(bytes)
}

fn bytes(number: &BigUint) -> [u8; 32] {
    let (digits, mut bytes) = (number.to_bytes_be(), [0; 32]);
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

/// A number at which something changes, or near one.
fn edge(random: &mut Random) -> [u8; 32] {
    let one = BigUint::from(1u8);
    let centres = [
        BigUint::ZERO,
        order() >> 1u8,
        order().clone(),
        prime() - order(),
        prime().clone(),
        (&one << 256u32) - 4u8,
    ];
    let at = &centres[usize::from(random.bytes::<1>()[0]) % centres.len()];
    let offset = random.bytes::<1>()[0] % 7;
    if offset < 3 && *at > BigUint::from(3u8) { bytes(&(at - offset)) } else { bytes(&(at + offset % 4)) }
}

/// A key as bytes, a digest, a signature as r ‖ s, and a recovery id.
struct Case {
    key: Vec<u8>,
    digest: [u8; 32],
    signature: [u8; 64],
    id: u8,
    hybrid: bool,
}

/// A case that is honest or altered in one of many ways.
fn case(random: &mut Random) -> Case {
    let curve = chop_ref::secp256k1();
    let [choice, form, place, id] = random.bytes();
    let d = loop {
        let d: [u8; 32] = random.bytes();
        if let Ok(key) = SigningKey::from_bytes(&d) {
            break (key, big(&d));
        }
    };
    let (signer, d) = d;
    let digest: [u8; 32] = if choice % 16 == 15 { edge(random) } else { random.bytes() };
    let made = signer.sign_digest_recoverable(&Digest::from_bytes(digest));
    let public = signer.verifying_key();
    let key = if form % 2 == 0 { public.to_bytes().to_vec() } else { public.to_compressed_bytes().to_vec() };
    let mut case = Case {
        key,
        digest,
        signature: made.signature().to_bytes(),
        id: made.recovery_id().to_byte(),
        hybrid: false,
    };
    let number = |half: &[u8]| big(half) % order();
    match choice % 16 {
        0 => case.signature[usize::from(place) % 64] ^= 1 << (id % 8),
        1 => case.digest[usize::from(place) % 32] ^= 1 << (id % 8),
        2 | 3 => {
            case.signature = made.signature().with_other_s().to_bytes();
            case.id ^= id & 1;
        }
        4 => case.signature[..32].copy_from_slice(&edge(random)),
        5 => case.signature[32..].copy_from_slice(&edge(random)),
        6 => case.id = id % 4,
        7 => {
            // A small r, so that r + n may be an x, and any id.
            case.signature[..32].copy_from_slice(&bytes(&BigUint::from(1 + u16::from(place))));
            case.id = id % 4;
        }
        8 => {
            // The sum is O: e = −r·d.
            let e = order() - number(&case.signature[..32]) * &d % order();
            case.digest = bytes(&e);
        }
        9 => {
            // Both summands are equal, and the signature is of this digest: R = 2·u1·G.
            let k = number(&random.bytes::<32>());
            let r = curve.mul(&k, &curve.G).expect("k is not 0").0 % order();
            let e = &r * &d % order();
            let s = &e * 2u8 * k.modinv(order()).expect("not 0") % order();
            case.digest = bytes(&e);
            case.signature = [bytes(&r), bytes(&s)].concat().try_into().expect("two halves");
        }
        10 => {
            // Another point, or none.
            let at = 1 + usize::from(place) % (case.key.len() - 1);
            case.key[at] ^= 1 << (id % 8);
        }
        11 => {
            // Another form, which may be wrong.
            case.key[0] = id % 8;
            case.hybrid = case.key.len() == 65 && matches!(case.key[0], 6 | 7);
        }
        12 => {
            // x at or above p.
            let x = bytes(&(prime() + BigUint::from(place % 3)));
            case.key[1..33].copy_from_slice(&x);
        }
        _ => {}
    }
    case
}

/// The verdict of libsecp256k1: with s as it is, and with the lower of both.
fn verdicts_of_libsecp256k1(case: &Case) -> [bool; 2] {
    let message = theirs::Message::from_digest(case.digest);
    let (Ok(key), Ok(signature)) =
        (theirs::PublicKey::from_slice(&case.key), theirs::ecdsa::Signature::from_compact(&case.signature))
    else {
        return [false; 2];
    };
    let mut low = signature;
    low.normalize_s();
    [signature, low].map(|signature| signature.verify(message, &key).is_ok())
}

/// The key that libsecp256k1 recovers.
fn recovered_by_libsecp256k1(case: &Case) -> Option<[u8; 33]> {
    let id = theirs::ecdsa::RecoveryId::try_from(i32::from(case.id)).ok()?;
    let signature = theirs::ecdsa::RecoverableSignature::from_compact(&case.signature, id).ok()?;
    let key = signature.recover_ecdsa(theirs::Message::from_digest(case.digest)).ok()?;
    Some(key.serialize())
}

/// Whether a key is x behind 05, which k256 reads as a point and neither SEC 1 nor libsecp256k1 knows.
fn is_compact(key: &[u8]) -> bool {
    key.len() == 33 && key[0] == 5
}

/// The verdict of k256, which refuses a high s.
fn verdict_of_k256(case: &Case) -> bool {
    let key = k256::ecdsa::VerifyingKey::from_sec1_bytes(&case.key);
    let signature = k256::ecdsa::Signature::from_slice(&case.signature);
    let (Ok(key), Ok(signature)) = (key, signature) else { return false };
    key.verify_prehash(&case.digest, &signature).is_ok()
}

fn signature(case: &Case) -> Option<Signature> {
    Signature::from_bytes(&case.signature).ok()
}

/// Judges the cases at a level: under both rules alone and together, and the recovered keys.
fn judge(level: Level, cases: &[Case]) -> Vec<([bool; 2], Option<[u8; 33]>)> {
    level::force(Some(level));
    let signatures: Vec<Option<Signature>> = cases.iter().map(signature).collect();
    let present: Vec<(usize, Item<'_>)> = cases
        .iter()
        .zip(&signatures)
        .enumerate()
        .filter_map(|(i, (case, signature))| {
            let digest = Digest::from_bytes(case.digest);
            Some((i, Item::of_digest(case.key.as_slice(), &digest, signature.as_ref()?)))
        })
        .collect();
    let items: Vec<Item<'_>> = present.iter().map(|(_, item)| *item).collect();
    let mut found = vec![([false; 2], None); cases.len()];
    for (n, rule) in [Rule::LIBSECP256K1, Rule::ANY_S].into_iter().enumerate() {
        let verdicts = ours::verify_each(&items, rule);
        for ((i, item), valid) in present.iter().zip(verdicts.iter()) {
            assert_eq!(item.verify(rule).is_ok(), valid, "alone and among others, {}", level.name());
            found[*i].0[n] = valid;
        }
    }
    let digests: Vec<Digest> = cases.iter().map(|case| Digest::from_bytes(case.digest)).collect();
    let recoverable: Vec<Option<RecoverableSignature>> = signatures
        .iter()
        .zip(cases)
        .map(|(signature, case)| Some(RecoverableSignature::new((*signature)?, RecoveryId::new(case.id)?)))
        .collect();
    let present: Vec<usize> = (0..cases.len()).filter(|i| recoverable[*i].is_some()).collect();
    let items: Vec<(&Digest, &RecoverableSignature)> =
        present.iter().filter_map(|&i| Some((&digests[i], recoverable[i].as_ref()?))).collect();
    for (&i, key) in present.iter().zip(ours::recover_many(&items, Rule::ANY_S)) {
        let alone = recoverable[i].as_ref().and_then(|signature| signature.recover(&digests[i]).ok());
        assert_eq!(key, alone, "recovered alone and among others, {}", level.name());
        found[i].1 = key.map(|key: VerifyingKey| key.to_compressed_bytes());
    }
    level::force(None);
    found
}

#[test]
fn verdicts_and_recovered_keys_are_those_of_libsecp256k1_and_k256() {
    let mut random = random("verdicts_and_recovered_keys_are_those_of_libsecp256k1_and_k256");
    let (mut valid, mut invalid, mut hybrid, mut keys) = (0, 0, 0, 0);
    for _ in 0..groups() {
        let cases: Vec<Case> = (0..GROUP).map(|_| case(&mut random)).collect();
        for level in Level::available() {
            for (case, (verdicts, key)) in cases.iter().zip(judge(level, &cases)) {
                let what = format!(
                    "{}: key {:02x?}, digest {:02x?}, signature {:02x?}, id {}",
                    level.name(),
                    case.key,
                    case.digest,
                    case.signature,
                    case.id
                );
                if case.hybrid {
                    // Who reads hybrid keys: libsecp256k1. chop refuses them under every rule.
                    assert_eq!(verdicts, [false; 2], "{what}");
                    hybrid += usize::from(verdicts_of_libsecp256k1(case)[1]);
                } else {
                    assert_eq!(verdicts, verdicts_of_libsecp256k1(case), "{what}");
                    if !is_compact(&case.key) {
                        assert_eq!(verdicts[0], verdict_of_k256(case), "k256, {what}");
                    }
                }
                assert_eq!(key, recovered_by_libsecp256k1(case), "recovered, {what}");
                if verdicts[1] {
                    valid += 1
                } else {
                    invalid += 1
                }
                keys += usize::from(key.is_some());
            }
        }
    }
    println!("{valid} valid, {invalid} invalid, {hybrid} under hybrid keys, {keys} keys recovered");
    assert!(valid > invalid / 4 && invalid > valid / 4 && hybrid > 0 && keys > valid / 2);
}

#[test]
fn keys_and_signatures_are_those_of_libsecp256k1_and_k256() {
    let mut random = random("keys_and_signatures_are_those_of_libsecp256k1_and_k256");
    for i in 0..200 {
        let d: [u8; 32] = random.bytes();
        let Ok(key) = SigningKey::from_bytes(&d) else { continue };
        let secret = theirs::SecretKey::from_secret_bytes(d).expect("a key of both");
        let public = theirs::PublicKey::from_secret_key(&secret);
        assert_eq!(key.verifying_key().to_bytes(), public.serialize_uncompressed());
        let mut digest: [u8; 32] = random.bytes();
        if i % 8 == 0 {
            // Above n: both reduce it before they make a nonce of it.
            digest[..16].fill(0xff);
        }
        let signature = key.sign_digest(&Digest::from_bytes(digest));
        let of_libsecp256k1 = secret.sign_ecdsa(theirs::Message::from_digest(digest));
        assert_eq!(signature.to_bytes(), of_libsecp256k1.serialize_compact(), "{d:02x?} {digest:02x?}");
        let of_k256: k256::ecdsa::Signature = k256::ecdsa::SigningKey::from_slice(&d)
            .and_then(|key| key.sign_prehash(&digest))
            .expect("a signature");
        assert_eq!(signature.to_bytes()[..], of_k256.to_bytes()[..], "{d:02x?} {digest:02x?}");
    }
}

#[test]
fn signatures_and_tweaks_of_bip_340_are_those_of_libsecp256k1() {
    use chop::bip340;
    use theirs::schnorr;
    let mut random = random("signatures_and_tweaks_of_bip_340_are_those_of_libsecp256k1");
    let (mut rejected, mut judged) = (0, Vec::new());
    for i in 0..8 * groups() + 8 {
        let (d, randomness): ([u8; 32], [u8; 32]) = (random.bytes(), random.bytes());
        let Ok(key) = bip340::SigningKey::from_bytes(&d) else { continue };
        let pair = theirs::Keypair::from_secret_bytes(d).expect("a key of both");
        let (x, _) = pair.x_only_public_key();
        assert_eq!(key.verifying_key().to_bytes(), x.to_byte_array());
        let message = random.vec(i % 200);
        let signature = key.sign_hedged_with(&message, &randomness);
        let expected = schnorr::sign_with_aux_rand(&message, &pair, &randomness);
        assert_eq!(signature.to_bytes(), expected.to_byte_array());
        let mut changed = signature.to_bytes();
        changed[i % 64] ^= 1 << (i % 8);
        if i % 9 == 0 {
            changed[32 * (i % 2)..32 * (i % 2) + 32].copy_from_slice(&edge(&mut random));
        }
        for bytes in [signature.to_bytes(), changed] {
            let signature = bip340::Signature::from_bytes(&bytes);
            let ours = key.verifying_key().verify(&message, &signature).is_ok();
            let theirs = schnorr::verify(&schnorr::Signature::from_byte_array(bytes), &message, &x).is_ok();
            assert_eq!(ours, theirs, "{bytes:02x?}");
            rejected += usize::from(!ours);
            judged.push((x.to_byte_array(), message.clone(), signature, theirs));
        }
    }
    assert!(rejected > 150);
    for level in Level::available() {
        level::force(Some(level));
        for rows in judged.chunks(1024) {
            let items: Vec<bip340::Item<'_>> =
                rows.iter().map(|(key, message, made, _)| bip340::Item::new(key, message, made)).collect();
            let expected: Vec<usize> = (0..rows.len()).filter(|i| !rows[*i].3).collect();
            assert_eq!(
                bip340::verify_each(&items).invalid().collect::<Vec<_>>(),
                expected,
                "{}",
                level.name()
            );
            assert_eq!(bip340::find_invalid(&items), expected, "{}", level.name());
            let valid: Vec<bip340::Item<'_>> =
                items.iter().zip(rows).filter(|(_, row)| row.3).map(|(item, _)| *item).collect();
            assert_eq!(bip340::verify_all(&valid), Ok(()), "{}", level.name());
            assert!(bip340::verify_all(&items).is_err(), "{}", level.name());
        }
    }
    level::force(None);
}

/// A secret key of both: an edge now and then.
fn secret(random: &mut Random) -> theirs::SecretKey {
    loop {
        let [choice] = random.bytes();
        let d = if choice % 16 == 15 { edge(random) } else { random.bytes() };
        if let Ok(key) = theirs::SecretKey::from_secret_bytes(d) {
            return key;
        }
    }
}

#[test]
fn shared_secrets_products_and_sums_are_those_of_libsecp256k1() {
    use chop::hazmat::secp256k1::{Point, Scalar, ecdh};
    /// Pairs that are multiplied together.
    const TOGETHER: usize = 50;
    /// Pairs in all.
    const PAIRS: usize = 5000;
    let mut random = random("shared_secrets_products_and_sums_are_those_of_libsecp256k1");
    let levels: Vec<Level> = Level::available().collect();
    for i in 0..PAIRS / TOGETHER {
        let level = levels[i % levels.len()];
        level::force(Some(level));
        let pairs: Vec<_> = (0..TOGETHER).map(|_| (secret(&mut random), secret(&mut random))).collect();
        let publics: Vec<_> = pairs.iter().map(|(_, b)| theirs::PublicKey::from_secret_key(b)).collect();
        let terms: Vec<(Scalar, Point)> = pairs
            .iter()
            .zip(&publics)
            .map(|((a, _), P)| {
                let k = Scalar::from_canonical_bytes(&a.to_secret_bytes()).expect("below n");
                (k, Point::from_bytes(&P.serialize()).expect("a point"))
            })
            .collect();
        for ((((a, b), P), (k, ours)), product) in
            pairs.iter().zip(&publics).zip(&terms).zip(Point::mul_many(&terms))
        {
            let what = format!("{}: {:02x?} {:02x?}", level.name(), a.to_secret_bytes(), b.to_secret_bytes());
            let expected = theirs::ecdh::SharedSecret::new(P, a);
            let shared = ecdh(k, ours).expect("neither 0 nor O");
            assert_eq!(*shared.as_bytes(), expected.to_secret_bytes(), "{what}");
            let coordinates = theirs::ecdh::shared_secret_point(P, a);
            assert_eq!(product.to_bytes().expect("not O")[1..], coordinates, "{what}");
        }
        for ((P, ours), (Q, others)) in publics.iter().zip(&terms).zip(publics.iter().zip(&terms).skip(1)) {
            let sum = P.combine(Q).ok().map(|sum| sum.serialize());
            assert_eq!((ours.1 + others.1).to_compressed_bytes(), sum, "{}", level.name());
        }
    }
    level::force(None);
}
