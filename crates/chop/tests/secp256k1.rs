//! ECDSA over secp256k1: published signatures and addresses, Wycheproof under every rule, forms of signatures, recovered keys.
#![cfg(feature = "secp256k1")]

use chop::Error;
use chop::secp256k1::{
    Address, Digest, RecoverableSignature, RecoveryId, Rule, Signature, SigningKey, VerifyingKey,
};
use wycheproof::TestResult;
use wycheproof::ecdsa::{TestName, TestSet};

fn hex<const N: usize>(text: &str) -> [u8; N] {
    let mut bytes = [0; N];
    assert_eq!(text.len(), 2 * N);
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().as_chunks::<2>().0) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    }
    bytes
}

/// n.
const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

/// Key, message, signature: what software for Bitcoin compares its RFC 6979 by, with SHA-256.
const PUBLISHED: [(&str, &str, &str); 5] = [
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "Satoshi Nakamoto",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8\
         2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ),
    (
        "0000000000000000000000000000000000000000000000000000000000000001",
        "All those moments will be lost in time, like tears in rain. Time to die...",
        "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b\
         547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
    ),
    (
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "Satoshi Nakamoto",
        "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0\
         6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
    ),
    (
        "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
        "Alan Turing",
        "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c\
         58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
    ),
    (
        "e91671c46231f833a6406ccbea0e3e392c76c167bac1cb013f6f1013980455c2",
        "There is a computer disease that anybody who works with computers knows about. It's a very serious \
         disease and it interferes completely with the work. The trouble with computers is that you 'play' with them!",
        "b552edd27580141f3b2a5463048cb7cd3e047b97c9f98076c32dbdf85a68718b\
         279fa72dd19bfae05577e06c7c0c1900c371fcd5893f7e1d56a37d30174671f6",
    ),
];

#[test]
fn published_signatures_are_made() {
    for (key, message, signature) in PUBLISHED {
        let key = SigningKey::from_bytes(&hex(key)).unwrap();
        let expected = Signature::from_bytes(&hex(signature)).unwrap();
        assert_eq!(key.sign(message.as_bytes()), expected, "{message}");
        assert_eq!(key.sign_checked(message.as_bytes()), Ok(expected));
        key.verifying_key().verify(message.as_bytes(), &expected).unwrap();
        let digest = Digest::sha256(message.as_bytes());
        let recoverable = key.sign_digest_recoverable(&digest);
        assert_eq!(recoverable.signature(), &expected);
        assert_eq!(recoverable.recover(&digest), Ok(key.verifying_key()));
    }
}

#[test]
fn hedged_signatures_differ_and_verify() {
    let key = SigningKey::from_bytes(&[7; 32]).unwrap();
    let signatures = [[0; 32], [1; 32]].map(|randomness| key.sign_hedged_with(b"hello", &randomness));
    assert_ne!(signatures[0], signatures[1]);
    assert_ne!(signatures[0], key.sign(b"hello"));
    for signature in signatures {
        key.verifying_key().verify(b"hello", &signature).unwrap();
    }
}

/// Whether a signature verifies under each rule.
fn verdicts(key: &VerifyingKey, message: &[u8], signature: Result<Signature, Error>) -> [bool; 6] {
    Rule::NAMED.map(|rule| {
        signature
            .is_ok_and(|signature| key.verify_digest_by(rule, &Digest::sha256(message), &signature).is_ok())
    })
}

#[test]
fn wycheproof_agrees_under_the_rules_that_it_has() {
    for (name, cases, low_s) in [
        (TestName::EcdsaSecp256k1Sha256Bitcoin, 463, true),
        (TestName::EcdsaSecp256k1Sha256, 476, false),
        (TestName::EcdsaSecp256k1Sha256P1363, 252, false),
    ] {
        let set = TestSet::load(name).unwrap();
        let mut n = 0;
        for group in &set.test_groups {
            let key = VerifyingKey::from_slice(&group.key.key).unwrap();
            for case in &group.tests {
                n += 1;
                let signature = match name {
                    TestName::EcdsaSecp256k1Sha256P1363 => Signature::from_slice(&case.sig),
                    _ => Signature::from_der(&case.sig),
                };
                for (rule, found) in Rule::NAMED.iter().zip(verdicts(&key, &case.msg, signature)) {
                    let is_high = signature.is_ok_and(|signature| signature.s_bytes() > &half());
                    let valid = case.result == TestResult::Valid;
                    let expected = match (low_s, rule.requires_low_s()) {
                        // The set of Bitcoin refuses a high s and does not say whether anything else is wrong.
                        (true, false) => valid || found && is_high,
                        (_, low) => valid && !(low && is_high),
                    };
                    assert_eq!(found, expected, "{name:?} {}, {rule}: {}", case.tc_id, case.comment);
                }
            }
        }
        assert_eq!(n, cases);
    }
}

/// (n − 1)/2.
fn half() -> [u8; 32] {
    hex("7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")
}

#[test]
fn rules_differ_in_s_alone() {
    let key = SigningKey::from_bytes(&[9; 32]).unwrap();
    let low = key.sign(b"hello");
    assert!(low.s_bytes() <= &half());
    assert_eq!(low.with_other_s().with_other_s(), low);
    assert_eq!(verdicts(&key.verifying_key(), b"hello", Ok(low)), [true; 6]);
    let high = verdicts(&key.verifying_key(), b"hello", Ok(low.with_other_s()));
    assert_eq!(high, [false, true, false, false, true, true]);
    assert_eq!(verdicts(&key.verifying_key(), b"other", Ok(low)), [false; 6]);
    for rule in Rule::NAMED {
        assert_eq!(Rule::from_name(rule.name()), Some(rule));
    }
    assert_eq!(Rule::from_name("low-s"), Some(Rule::LIBSECP256K1));
    assert_eq!(Rule::from_name("Libsecp256k1"), None);
    assert_eq!(Rule::default(), Rule::LIBSECP256K1);
}

#[test]
fn numbers_out_of_range_are_no_signatures() {
    let order: [u8; 32] = hex(ORDER);
    let one = {
        let mut one = [0; 32];
        one[31] = 1;
        one
    };
    for bad in [[0; 32], order, [0xFF; 32]] {
        assert_eq!(Signature::from_components(bad, one), Err(Error::SignatureRange));
        assert_eq!(Signature::from_components(one, bad), Err(Error::SignatureRange));
        assert_eq!(SigningKey::from_bytes(&bad).err(), Some(Error::SecretKeyRange));
    }
    assert!(Signature::from_components(one, one).is_ok());
    assert_eq!(Signature::from_slice(&[1; 63]), Err(Error::SignatureLength));
}

#[test]
fn strict_der_is_read_alone_and_lax_der_as_libsecp256k1_reads_it() {
    let one = {
        let mut one = [0; 32];
        one[31] = 1;
        one
    };
    let plain = Signature::from_components(one, one).unwrap();
    let strict: &[u8] = &[0x30, 6, 2, 1, 1, 2, 1, 1];
    assert_eq!(plain.to_der().as_ref(), strict);
    assert_eq!(Signature::from_der(strict), Ok(plain));
    let lax: [&[u8]; 8] = [
        strict,
        // Another length of the whole; a long form of it, whatever it says; bytes behind.
        &[0x30, 0, 2, 1, 1, 2, 1, 1],
        &[0x30, 0x82, 9, 9, 2, 1, 1, 2, 1, 1],
        &[0x30, 6, 2, 1, 1, 2, 1, 1, 0xAA],
        // Needless zeros in numbers and lengths.
        &[0x30, 8, 2, 2, 0, 1, 2, 2, 0, 1],
        &[0x30, 8, 2, 0x81, 1, 1, 2, 0x82, 0, 1, 1],
        &[0x30, 8, 2, 0x89, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1, 1],
        &[0x30, 0x80, 2, 1, 1, 2, 1, 1],
    ];
    for der in lax {
        assert_eq!(Signature::from_der_lax(der), Ok(plain), "{der:x?}");
        assert_eq!(Signature::from_der(der).is_ok(), der == strict, "{der:x?}");
    }
    let refused: [&[u8]; 8] = [
        &[],
        &[0x31, 6, 2, 1, 1, 2, 1, 1],
        &[0x30, 6, 3, 1, 1, 2, 1, 1],
        &[0x30, 6, 2, 1, 1, 3, 1, 1],
        &[0x30, 6, 2, 1, 1, 2, 2, 1],
        &[0x30, 0x87, 2, 1, 1, 2, 1, 1],
        // Eight bytes of a length.
        &[0x30, 8, 2, 0x88, 1, 0, 0, 0, 0, 0, 0, 1, 1, 2, 1, 1],
        &strict[..7],
    ];
    for der in refused {
        assert_eq!(Signature::from_der_lax(der), Err(Error::SignatureDer), "{der:x?}");
    }
    // Read, but no signature: a number that is empty, or of more than 32 bytes.
    let mut long = vec![0x30, 38, 2, 33];
    long.extend([1; 33]);
    long.extend([2, 1, 1]);
    for der in [&[0x30, 5, 2, 0, 2, 1, 1][..], &long] {
        assert_eq!(Signature::from_der_lax(der), Err(Error::SignatureRange), "{der:x?}");
    }
    // Without the zero that keeps numbers from being negative.
    let signature = Signature::from_components([0x90; 32], [0x80; 32]).unwrap();
    let mut negative = vec![0x30, 68, 2, 32];
    negative.extend([0x90; 32]);
    negative.extend([2, 32]);
    negative.extend([0x80; 32]);
    assert_eq!(Signature::from_der_lax(&negative), Ok(signature));
    assert_eq!(Signature::from_der(&negative), Err(Error::SignatureDer));
    assert_eq!(Signature::from_der(signature.to_der().as_ref()), Ok(signature));
}

#[test]
fn every_form_of_a_signature_is_read_back() {
    for i in 1..40u8 {
        let key = SigningKey::from_bytes(&[i; 32]).unwrap();
        let digest = Digest::eip191(&vec![i; usize::from(i) * 7]);
        let signature = key.sign_digest_recoverable(&digest);
        let mut bytes = signature.to_bytes();
        assert!(matches!(bytes[64], 27 | 28));
        assert_eq!(RecoverableSignature::from_bytes(&bytes), Ok(signature));
        bytes[64] -= 27;
        assert_eq!(RecoverableSignature::from_bytes(&bytes), Ok(signature));
        for v in [2, 3, 26, 29, 30, 37, 255] {
            bytes[64] = v;
            assert_eq!(RecoverableSignature::from_bytes(&bytes), Err(Error::RecoveryId));
        }
        let plain = signature.signature();
        assert_eq!(Signature::from_der(plain.to_der().as_ref()), Ok(*plain));
        assert_eq!(Signature::from_der_lax(plain.to_der().as_ref()), Ok(*plain));
    }
}

#[test]
fn keys_are_recovered_with_high_and_low_s() {
    let key = SigningKey::from_bytes(&[5; 32]).unwrap();
    let digest = Digest::keccak256(b"hello");
    let signature = key.sign_digest_recoverable(&digest);
    assert_eq!(signature.recover(&digest), Ok(key.verifying_key()));
    // The other s belongs to the other y.
    let other = RecoveryId::new(signature.recovery_id().to_byte() ^ 1).unwrap();
    let high = RecoverableSignature::new(signature.signature().with_other_s(), other);
    assert_eq!(high.recover(&digest), Ok(key.verifying_key()));
    let wrong = RecoverableSignature::new(*signature.signature(), other);
    assert_ne!(wrong.recover(&digest), Ok(key.verifying_key()));
    // r + n is beyond p for nearly all r.
    for id in [2, 3] {
        let above = RecoverableSignature::new(*signature.signature(), RecoveryId::new(id).unwrap());
        assert_eq!(above.recover(&digest), Err(Error::InvalidSignature));
    }
    // It is below p for r = 1 … : there is a point with x = r + n for about half of these, and the key that is found verifies.
    let mut found = 0;
    for r in 1..20u8 {
        let signature = {
            let mut number = [0; 32];
            number[31] = r;
            Signature::from_components(number, [3; 32]).unwrap()
        };
        for id in 0..4 {
            let signature = RecoverableSignature::new(signature, RecoveryId::new(id).unwrap());
            if let Ok(key) = signature.recover(&digest) {
                key.verify_digest(&digest, signature.signature()).unwrap();
                found += usize::from(id >= 2);
            }
        }
    }
    assert!(found >= 10, "{found}");
}

/// The example addresses of EIP-55, and one of mixed case.
const ADDRESSES: [&str; 4] = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
];

#[test]
fn addresses_have_the_checksum_of_eip_55() {
    for text in ADDRESSES {
        let address = Address::from_text(text).unwrap();
        assert_eq!(address.to_string(), text);
        assert_eq!(Address::from_text(&text.to_lowercase()), Ok(address));
        assert_eq!(Address::from_bytes(*address.as_bytes()), address);
        let swapped = text.replacen('a', "A", 1);
        let upper = format!("0x{}", text[2..].to_uppercase());
        for wrong in [&swapped, &upper, &text[2..], &text[..41], &format!("{text}0"), &text.replace('7', "g")]
        {
            assert_eq!(Address::from_text(wrong), Err(Error::Address), "{wrong}");
        }
    }
}

#[test]
fn keys_are_read_and_hybrid_ones_are_refused_by_name() {
    let key = SigningKey::from_bytes(&[3; 32]).unwrap().verifying_key();
    let long = key.to_bytes();
    assert_eq!(VerifyingKey::from_slice(&long), Ok(key));
    assert_eq!(VerifyingKey::from_slice(&key.to_compressed_bytes()), Ok(key));
    let [x, y] = [1, 33].map(|at| long[at..at + 32].try_into().unwrap());
    assert_eq!(VerifyingKey::from_coordinates(&x, &y), Ok(key));
    assert_eq!(VerifyingKey::from_coordinates(&y, &x), Err(Error::NotAPoint));
    for form in [6, 7] {
        let mut hybrid = long;
        hybrid[0] = form;
        assert_eq!(VerifyingKey::from_slice(&hybrid), Err(Error::HybridPublicKey));
    }
    assert_eq!(VerifyingKey::from_slice(&long[..64]), Err(Error::PublicKeyLength));
    assert_eq!(VerifyingKey::from_slice(&[0; 33]), Err(Error::NotAPoint));
}

#[test]
fn bitcoin_core_makes_the_same_signatures() {
    for row in chop_vectors::secp256k1::deterministic() {
        let (key, digest) = (SigningKey::from_bytes(&row.secret).unwrap(), Digest::sha256d(&row.message));
        let made = key.sign_digest_recoverable(&digest);
        assert_eq!(made.signature().to_der().as_ref(), row.der);
        assert_eq!(made.recovery_id().to_byte(), row.recovery_id);
        key.verifying_key().verify_digest_by(Rule::BITCOIN_RELAY, &digest, made.signature()).unwrap();
    }
}

#[test]
fn bitcoin_core_calls_the_same_der_strict() {
    let (mut strict, mut other) = (0, 0);
    for (der, is_strict, what) in chop_vectors::secp256k1::der() {
        let read = Signature::from_der(&der);
        match is_strict {
            // A number 0 is strict DER and out of range.
            true => assert!(!matches!(read, Err(Error::SignatureDer)), "{der:x?}: {read:?}"),
            false => assert_eq!(read, Err(Error::SignatureDer), "{what}"),
        }
        if is_strict { strict += 1 } else { other += 1 }
    }
    assert_eq!((strict, other), (5, 14));
}

#[test]
fn senders_of_transactions_are_those_of_go_ethereum() {
    for row in chop_vectors::secp256k1::transactions() {
        let id = RecoveryId::new(((row.v - 35) & 1) as u8).unwrap();
        let signature = Signature::from_bytes(&row.signature).unwrap();
        let digest = Digest::keccak256(&row.payload);
        let key = RecoverableSignature::new(signature, id).recover(&digest).unwrap();
        assert_eq!(Address::of(&key), Address::from_bytes(row.address));
    }
    let [digest, signature, key] = chop_vectors::secp256k1::RECOVERED;
    let (digest, key) = (Digest::from_bytes(hex(digest)), VerifyingKey::from_slice(&hex::<65>(key)).unwrap());
    let signature = RecoverableSignature::from_bytes(&hex(signature)).unwrap();
    assert_eq!(signature.recover(&digest), Ok(key));
    key.verify_digest(&digest, signature.signature()).unwrap();
    let [key, digest, signature] = chop_vectors::secp256k1::MALLEABLE;
    let key = VerifyingKey::from_slice(&hex::<33>(key)).unwrap();
    let (digest, high) = (Digest::from_bytes(hex(digest)), Signature::from_bytes(&hex(signature)).unwrap());
    assert!(key.verify_digest_by(Rule::ETHEREUM_TRANSACTION, &digest, &high).is_err());
    key.verify_digest_by(Rule::ANY_S, &digest, &high).unwrap();
}
