//! What else a signature may be: each dialect of Ed25519, of SM2 and of secp256k1 is found by its name, and nothing else is.
#![cfg(feature = "explain")]

use chop::ed25519::{self, Context, Policy, SigningKey, Variant};
use chop::explain::{AS_IS, LARGE, documents};
use chop::sm2::{self, Digest, Id, Signature};
use sha2::{Digest as _, Sha256};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = |i| u8::from_str_radix(&text[i..i + 2], 16).unwrap();
    (0..text.len()).step_by(2).map(digits).collect()
}

#[test]
fn the_document_itself_comes_first_and_no_change_is_named_twice() {
    for document in [&b""[..], b"\n", b" 0xABCD\r\n", b"a\nb", "张三".as_bytes(), &[0xff; 32]] {
        let all: Vec<_> = documents(document).collect();
        assert_eq!((all[0].0, &*all[0].1), (AS_IS, document));
        for (i, (name, bytes)) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|(other, _)| other != name), "{name}");
            assert!(bytes.len() <= 64.max(2 * document.len()), "{name}");
        }
    }
}

fn ed25519_key() -> SigningKey {
    SigningKey::from_seed(&[7; 32])
}

fn ed25519_found(asked: Variant<'_>, message: &[u8], signature: &ed25519::Signature) -> Vec<String> {
    let key = ed25519_key().verifying_key().to_bytes();
    let found = ed25519::dialects(&key, asked, Policy::DEFAULT, message, signature);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn changed_documents_are_found() {
    for (signed, verified, expected) in [
        (&b"hello"[..], &b"hello\n"[..], "without its last newline"),
        (b"hello\n", b"hello", "with a newline added"),
        (b"\xab\xcd", b"abcd", "the bytes whose hexadecimal text the document is"),
        (b"abcd", b"\xab\xcd", "as lower-case hexadecimal text"),
        (b"ABCD", b"\xab\xcd", "as upper-case hexadecimal text"),
        (b"a\nb\n", b"a\r\nb\r\n", "with LF line ends"),
        (&Sha256::digest(b"hello"), b"hello", "the SHA-256 of the document"),
    ] {
        let found = ed25519_found(Variant::Pure, verified, &ed25519_key().sign(signed));
        assert!(found.iter().any(|words| words.contains(expected)), "{expected}: {found:?}");
    }
    assert!(ed25519_found(Variant::Pure, b"world", &ed25519_key().sign(b"hello")).is_empty());
}

#[test]
fn other_algorithms_are_found_and_both_at_once() {
    let key = ed25519_key();
    let found = ed25519_found(Variant::Pure, b"hello\n", &key.ph(None).sign(b"hello"));
    assert_eq!(found[0], "ed25519ph, the document without its last newline");
    let context = Context::new(b"c").unwrap();
    let asked = Variant::Ph(Some(context));
    let found = ed25519_found(asked, b"hello", &key.ctx(context).sign(b"hello"));
    assert_eq!(found, ["ed25519ctx with the context"]);
    assert!(ed25519_found(Variant::Ph(None), b"hello", &key.ctx(context).sign(b"hello")).is_empty());
    assert_eq!(ed25519_found(Variant::Pure, b"hello", &key.sign(b"hello")), ["ed25519"]);
}

#[cfg(all(feature = "blake3", feature = "blake2b"))]
#[test]
fn the_hash_variants_are_found() {
    let blake3 = chop::ed25519_blake3::SigningKey::from_seed(&[7; 32]);
    let blake2b = chop::ed25519_blake2b::SigningKey::from_seed(&[7; 32]);
    for (key, signature, name) in [
        (blake3.verifying_key().to_bytes(), blake3.sign(b"hello"), "ed25519-blake3"),
        (blake2b.verifying_key().to_bytes(), blake2b.sign(b"hello"), "ed25519-blake2b"),
    ] {
        let found = ed25519::dialects(&key, Variant::Pure, Policy::DEFAULT, b"hello", &signature);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].to_string(), name);
    }
}

#[test]
fn bytes_that_are_no_key_have_no_dialect() {
    let no_point = [2; 32];
    assert!(ed25519::VerifyingKey::from_bytes(&no_point).is_err());
    let signature = ed25519_key().sign(b"hello");
    for named in Policy::NAMED {
        assert!(ed25519::dialects(&no_point, Variant::Pure, named.policy, b"hello", &signature).is_empty());
    }
}

#[test]
fn a_large_document_is_changed_for_the_algorithm_that_was_asked_for_alone() {
    let key = ed25519_key();
    let large = vec![0; LARGE + 1];
    let signature = key.ph(None).sign(b"");
    assert!(ed25519_found(Variant::Pure, &large, &signature).is_empty());
    let found = ed25519_found(Variant::Ph(None), &large, &signature);
    assert_eq!(found, ["ed25519ph, the empty message"]);
    assert_eq!(ed25519_found(Variant::Pure, &large, &key.ph(None).sign(&large)), ["ed25519ph"]);

    let key = sm2_key();
    assert!(sm2_found(&large, &key.sign(b"").to_bytes()).is_empty());
    let found = sm2_found(&large, &key.with_id(&Id::EMPTY).sign(&large).to_bytes());
    assert_eq!(found.len(), 1);
    assert!(found[0].is_standard());
}

fn sm2_key() -> sm2::SigningKey {
    sm2::SigningKey::from_bytes(&[7; 32]).unwrap()
}

fn sm2_found(message: &[u8], signature: &[u8]) -> Vec<sm2::Dialect<'static>> {
    let alice = const { Id::new(b"alice") }.unwrap();
    sm2::dialects(&sm2_key().verifying_key(), Id::DEFAULT, &[alice], message, signature)
}

#[test]
fn every_identifier_is_found_and_named_once() {
    for (id, name) in [
        (&b""[..], "empty"),
        (b"TLSv1.3+GM+Cipher+Suite", "TLS 1.3"),
        (b"alice", "'alice'"),
        (b"31323334353637383132333435363738", "3132"),
    ] {
        let id = Id::new(id).unwrap();
        let signature = sm2_key().with_id(&id).sign(b"hello");
        let found = sm2_found(b"hello", signature.to_der().as_ref());
        assert_eq!(found.len(), 1);
        assert!(found[0].to_string().contains(name), "{}", found[0]);
        assert_eq!((found[0].id, found[0].form), (Some(id), Some("der")));
        assert!(found[0].is_standard());
    }
}

#[test]
fn every_way_of_hashing_is_found() {
    let key = sm2_key();
    let e = key.with_id(&Id::DEFAULT).digest(b"hello");
    for (digest, document, expected) in [
        (key.with_id(&Id::EMPTY).double_digest(b"hello"), b"hello".to_vec(), "SM3(Z ‖ SM3(M))"),
        (Digest::without_z(b"hello"), b"hello".to_vec(), "SM3(M): without Z"),
        (Digest::from_bytes(Sha256::digest(b"hello").into()), b"hello".to_vec(), "SHA-256(M)"),
        (e, e.as_bytes().to_vec(), "the document is the digest"),
        (e, (hex(e.as_bytes()) + "\n").into_bytes(), "the bytes whose hexadecimal text"),
        (e, b"hello\n".to_vec(), "without its last newline"),
    ] {
        let found = sm2_found(&document, &key.sign_prehashed(&digest).to_bytes());
        assert_eq!(found.len(), 1, "{expected}");
        assert!(found[0].to_string().contains(expected), "{}", found[0]);
        assert!(!found[0].is_standard());
    }
}

/// The key of the sample signature of GB/T 32918.5, and what two packages sign with it: message, signature. Each output was
/// verified by the package that made it.
///
/// | rows  | package                | call                                                                          |
/// |-------|------------------------|-------------------------------------------------------------------------------|
/// | 1 - 3 | gmssl 3.2.2 (Python)   | `CryptSM2(public_key=P, private_key=d).sign(message, k)` with the sample's k   |
/// | 4     | gmssl 3.2.2 (Python)   | the same with `asn1=True`                                                     |
/// | 5     | sm-crypto 0.5.8 (npm)  | `sm2.doSignature(message, d, { hash: false })`                                |
/// | 6     | sm-crypto 0.5.8 (npm)  | `sm2.doSignature(message, d, { hash: false, der: true })`                     |
const NOT_HASHED: [(&[u8], &str); 6] = [
    (
        b"message digest",
        "04ebfc718e8d1798620432268e77feb6415e9c43817a9d76b4847336957a0de7\
         11c0a451ba212c7061f513d1c8963402575d8ca8f06cdea4a554083e8e6458f6",
    ),
    (
        b"\x01",
        "04ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a74\
         c20de6e88af6ce755c85631dd27ad1104fa40f08deb61ff1e9639ca3b071c36e",
    ),
    (
        &[0xff; 33],
        "04ebfd718e8d1798620432268e77ff443d7ec3bc480210bb9370059358d37772\
         3be886196edcb2a8cddcb5f836f27c3bbe8948842efaf0548f60c02efcebe78a",
    ),
    (
        &[0xff; 33],
        "3044022004ebfd718e8d1798620432268e77ff443d7ec3bc480210bb9370059358d37772\
         02203be886196edcb2a8cddcb5f836f27c3bbe8948842efaf0548f60c02efcebe78a",
    ),
    (
        b"message digest",
        "91fc00fc1e95b03cfa03a9cd04d19242ecab5de448a9b6ad834d89191d3224b8\
         84dda88fa97032074f2b6f6dd018eaa2e976895b8603fd0438043fad13b9f23d",
    ),
    (
        b"a longer message, of more than thirty-two bytes: its integer is reduced modulo n",
        "304502203083a1cc26aa7b5a80f62dc709770ee4d441568eeac1d6dbff64b14a551ee609\
         0221008840cd5bc2e4f8b30d28fc70ae2c37ae67ad73b87a78d57f9f391d2c93fbda94",
    ),
];

#[test]
fn a_message_that_was_not_hashed_is_found_at_any_length() {
    let d = unhex("3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8");
    let key = sm2::SigningKey::from_slice(&d).unwrap().verifying_key();
    for (message, signature) in NOT_HASHED {
        let signature = unhex(signature);
        let found = sm2::dialects(&key, Id::DEFAULT, &[], message, &signature);
        assert_eq!(found.len(), 1, "{message:?}");
        assert!(
            found[0].to_string().starts_with("without identifier, M as an integer modulo n"),
            "{}",
            found[0]
        );
        assert!(!found[0].is_standard());
    }
}

#[test]
fn every_form_of_a_signature_is_found() {
    let signature = sm2_key().sign(b"hello");
    let swapped = Signature::from_components(*signature.s_bytes(), *signature.r_bytes()).unwrap();
    let mut little = swapped.to_bytes();
    little.reverse();
    let mut lenient = signature.to_der().as_ref().to_vec();
    lenient.splice(1..2, [0x81, lenient[1]]);
    for (bytes, expected, form) in [
        (signature.to_bytes().to_vec(), "r ‖ s", Some("raw")),
        (swapped.to_bytes().to_vec(), "s ‖ r", None),
        (little.to_vec(), "little endian", None),
        (signature.to_der().as_ref().to_vec(), "signature as DER", Some("der")),
        (swapped.to_der().as_ref().to_vec(), "DER, s before r", None),
        (lenient, "lenient DER", Some("der-lenient")),
        (signature.to_blob().to_vec(), "SKF", None),
    ] {
        let found = sm2_found(b"hello", &bytes);
        assert_eq!(found.len(), 1, "{expected}");
        assert!(found[0].to_string().contains(expected), "{}", found[0]);
        assert_eq!(found[0].form, form);
        assert_eq!(found[0].is_standard(), form.is_some());
    }
    assert!(sm2_found(b"other", &signature.to_bytes()).is_empty());
    assert!(sm2_found(b"hello", b"no signature").is_empty());
}

#[cfg(feature = "secp256k1")]
mod secp256k1 {
    use chop::explain::AS_IS;
    use chop::secp256k1::{
        Address, MessageHash, RecoverableSignature, SigningKey, dialects, dialects_of_address,
    };

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32]).unwrap()
    }

    fn made(hash: MessageHash, message: &[u8]) -> RecoverableSignature {
        key().sign_digest_recoverable(&hash.digest(message))
    }

    /// Every form of a signature, with a part of its name, and whether it is one of another s.
    fn forms(made: &RecoverableSignature) -> Vec<(Vec<u8>, &'static str, bool)> {
        let signature = made.signature();
        let raw = signature.to_bytes();
        let swapped = [*signature.s_bytes(), *signature.r_bytes()].concat();
        let mut little = swapped.clone();
        little.reverse();
        let der = signature.to_der();
        vec![
            (raw.to_vec(), "r ‖ s", false),
            (signature.with_other_s().to_bytes().to_vec(), "s above n/2", true),
            (swapped, "s ‖ r", false),
            (little, "little endian", false),
            (made.to_bytes().to_vec(), "r ‖ s ‖ v", false),
            ([&[31][..], &raw].concat(), "v ‖ r ‖ s", false),
            (der.as_ref().to_vec(), "signature as DER", false),
            ([der.as_ref(), &[1]].concat(), "sighash byte", false),
        ]
    }

    #[test]
    fn every_hash_and_form_is_found_under_the_key_and_under_its_address() {
        let public = key().verifying_key();
        let address = Address::of(&public);
        for hash in MessageHash::ALL {
            for (document, changed) in [(&b"hello"[..], false), (b"hello\n", true)] {
                let made = made(hash, document);
                for (signature, name, other_s) in forms(&made) {
                    let found = dialects(&public, b"hello", &signature);
                    assert_eq!(found.len(), 1, "{hash} {name}: {found:?}");
                    assert!(found[0].to_string().contains(name), "{}", found[0]);
                    assert_eq!((found[0].hash, found[0].document != AS_IS), (Some(hash), changed));
                    let recovered = dialects_of_address(&address, b"hello", &signature);
                    let id = made.recovery_id().to_byte() ^ u8::from(other_s);
                    let recovered: Vec<_> =
                        recovered.iter().map(|(dialect, id)| (*dialect, id.to_byte())).collect();
                    assert_eq!(recovered, [(found[0], id)], "{hash} {name}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_signature_of_the_address_has_no_dialect() {
        let other = Address::of(&SigningKey::from_bytes(&[8; 32]).unwrap().verifying_key());
        let signature = made(MessageHash::Keccak256, b"hello").to_bytes();
        assert!(dialects_of_address(&other, b"hello", &signature).is_empty());
        let own = Address::of(&key().verifying_key());
        assert!(dialects_of_address(&own, b"other", &signature).is_empty());
        assert!(dialects_of_address(&own, b"hello", b"no signature").is_empty());
    }
}
