//! Keys and signatures of COSE, beside the crate `coset`.
#![cfg(feature = "cose")]

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::cose::{CoseKey, Sign1};
use chop::encoding::{Content, PrivateKey, PublicKey, recognise};
use chop::{Error, KeyFileError};
use coset::cbor::value::Value;
use coset::iana::{Algorithm, EllipticCurve, KeyOperation, KeyType, OkpKeyParameter};
use coset::{
    CborSerializable, CoseKeyBuilder, CoseSign1Builder, HeaderBuilder, RegisteredLabelWithPrivate,
    TaggedCborSerializable, iana,
};

fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32])
}

/// A key as the other crate writes it.
fn cose_key(curve: EllipticCurve, x: Option<&[u8]>, d: Option<&[u8]>) -> coset::CoseKey {
    let mut key = CoseKeyBuilder::new_okp_key();
    let parameter = |label: OkpKeyParameter| iana::EnumI64::to_i64(&label);
    key = key.param(parameter(OkpKeyParameter::Crv), Value::from(iana::EnumI64::to_i64(&curve)));
    for (label, bytes) in [(OkpKeyParameter::X, x), (OkpKeyParameter::D, d)] {
        if let Some(bytes) = bytes {
            key = key.param(parameter(label), Value::Bytes(bytes.to_vec()));
        }
    }
    key.build()
}

/// A signature by the other crate, of a payload that is in it or is not.
fn sign1(protected: coset::Header, other: coset::Header, payload: &[u8], attached: bool) -> Vec<u8> {
    let builder = CoseSign1Builder::new().protected(protected).unprotected(other);
    let sign = |bytes: &[u8]| key().sign(bytes).to_bytes().to_vec();
    let signed = match attached {
        true => builder.payload(payload.to_vec()).create_signature(b"", sign).build(),
        false => builder.create_detached_signature(payload, b"", sign).build(),
    };
    signed.to_tagged_vec().unwrap()
}

fn verifies(bytes: &[u8], payload: &[u8]) -> Result<(), Error> {
    Sign1::from_bytes(bytes)?.verify(&key().verifying_key(), payload, b"", Policy::DEFAULT)
}

fn is_malformed<T: std::fmt::Debug>(read: Result<T, Error>) -> bool {
    matches!(read, Err(Error::KeyFile(KeyFileError::Malformed(_))))
}

#[test]
fn keys_of_another_crate_are_read() {
    let public = key().verifying_key();
    let x25519 = chop::x25519::StaticSecret::from_bytes(&[7; 32]);
    for (curve, x) in [
        (EllipticCurve::Ed25519, PublicKey::Ed25519(public)),
        (EllipticCurve::X25519, PublicKey::X25519(x25519.public_key())),
    ] {
        let bytes = x.to_bytes();
        let text = cose_key(curve, Some(&bytes), None).to_vec().unwrap();
        assert_eq!(CoseKey::from_bytes(&text).unwrap().key(), &x);
        assert_eq!(recognise(&text), Content::CoseKey(&text));
        assert_eq!(PublicKey::load(&text), Ok(x));
        assert_eq!(
            PrivateKey::load(&text, None).map(|_| ()),
            Err(Error::KeyFile(KeyFileError::PublicKeyGiven))
        );
        for half in [Some(bytes.as_slice()), None] {
            let text = cose_key(curve, half, Some(&[7; 32])).to_vec().unwrap();
            assert_eq!(PrivateKey::load(&text, None).unwrap().public_key(), x);
            assert_eq!(PublicKey::load(&text), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
        }
        let text = cose_key(curve, Some(&bytes), Some(&[8; 32])).to_vec().unwrap();
        assert_eq!(PrivateKey::load(&text, None).map(|_| ()), Err(Error::PublicKeyMismatch));
    }
}

#[test]
fn keys_are_used_as_their_owner_allows() {
    let x = key().verifying_key().to_bytes();
    let allowed = |change: &dyn Fn(&mut coset::CoseKey)| {
        let mut key = cose_key(EllipticCurve::Ed25519, Some(&x), None);
        change(&mut key);
        CoseKey::from_bytes(&key.to_vec().unwrap()).unwrap().may_verify()
    };
    let algorithm = |algorithm| Some(RegisteredLabelWithPrivate::Assigned(algorithm));
    assert!(allowed(&|_| {}));
    assert!(allowed(&|key| key.alg = algorithm(Algorithm::EdDSA)));
    assert!(!allowed(&|key| key.alg = algorithm(Algorithm::ES256)));
    assert!(allowed(&|key| {
        key.key_ops.insert(coset::RegisteredLabel::Assigned(KeyOperation::Verify));
    }));
    assert!(!allowed(&|key| {
        key.key_ops.insert(coset::RegisteredLabel::Assigned(KeyOperation::Sign));
    }));
    let mut named = cose_key(EllipticCurve::Ed25519, Some(&x), None);
    named.key_id = b"2026".to_vec();
    assert_eq!(CoseKey::from_bytes(&named.to_vec().unwrap()).unwrap().key_id(), Some(&b"2026"[..]));
}

#[test]
fn keys_that_are_none_are_named() {
    let read = |key: coset::CoseKey| CoseKey::from_bytes(&key.to_vec().unwrap());
    let wrong = Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
    assert_eq!(read(cose_key(EllipticCurve::Ed448, Some(&[0; 57]), None)), wrong);
    let mut other = cose_key(EllipticCurve::Ed25519, Some(&[0; 32]), None);
    other.kty = coset::RegisteredLabel::Assigned(KeyType::EC2);
    assert_eq!(read(other), wrong);
    assert!(is_malformed(read(cose_key(EllipticCurve::Ed25519, Some(&[0; 31]), None))));
    assert!(is_malformed(read(cose_key(EllipticCurve::Ed25519, None, None))));
    for bytes in [&b""[..], b"\x80", b"\xa0", b"\xa1\x01\x01", b"\xa3\x01\x01\x20\x06\x20\x06"] {
        assert!(is_malformed(CoseKey::from_bytes(bytes)), "{bytes:02x?}");
    }
}

#[test]
fn signatures_of_another_crate_are_judged() {
    let protected = || HeaderBuilder::new().algorithm(Algorithm::EdDSA).build();
    let named = HeaderBuilder::new().key_id(b"2026".to_vec()).build();
    for attached in [true, false] {
        let bytes = sign1(protected(), named.clone(), b"hello", attached);
        assert_eq!(recognise(&bytes), Content::CoseSign1(&bytes));
        let read = Sign1::from_bytes(&bytes).unwrap();
        assert_eq!((read.key_id(), read.payload().is_some()), (Some(&b"2026"[..]), attached));
        assert_eq!(verifies(&bytes, b"hello"), Ok(()));
        assert_eq!(verifies(&bytes, b"hallo"), Err(Error::InvalidSignature));
        // Without its tag it is the same.
        assert_eq!(verifies(&bytes[1..], b"hello"), Ok(()));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let name = bytes.windows(4).position(|four| four == b"2026").unwrap();
            // The name of the key and its label stand outside what is signed.
            let unsigned = at == name - 2 || (name..name + 4).contains(&at);
            assert_eq!(verifies(&changed, b"hello").is_ok(), unsigned, "{at}");
            assert!(verifies(&bytes[..at], b"hello").is_err());
        }
    }
}

#[test]
fn headers_that_cannot_be_trusted_are_refused() {
    let algorithm = || HeaderBuilder::new().algorithm(Algorithm::EdDSA);
    let none = || HeaderBuilder::new().build();
    let critical = |label: i64| {
        algorithm().add_critical(iana::EnumI64::from_i64(label).expect("a registered header")).build()
    };
    for (protected, other) in [
        (none(), none()),
        (none(), algorithm().build()),
        (HeaderBuilder::new().algorithm(Algorithm::ES256).build(), none()),
        (algorithm().build(), HeaderBuilder::new().algorithm(Algorithm::EdDSA).build()),
        (algorithm().key_id(b"a".to_vec()).build(), HeaderBuilder::new().key_id(b"b".to_vec()).build()),
        (critical(33), none()),
        (critical(4), none()),
    ] {
        let bytes = sign1(protected, other, b"hello", false);
        assert!(is_malformed(Sign1::from_bytes(&bytes)), "{bytes:02x?}");
    }
    let understood = algorithm()
        .content_type("text/plain".to_owned())
        .add_critical(iana::HeaderParameter::ContentType)
        .build();
    assert_eq!(verifies(&sign1(understood, none(), b"hello", false), b"hello"), Ok(()));
}

#[test]
fn what_is_signed_another_crate_reads() {
    for name in [None, Some(&b"2026"[..])] {
        let bytes = Sign1::sign_detached(&key(), name, b"hello");
        let read = coset::CoseSign1::from_tagged_slice(&bytes).unwrap();
        assert_eq!(read.unprotected.key_id, name.unwrap_or_default());
        let verified = read.verify_detached_signature(b"hello", b"", |signature, signed| {
            let signature = chop::ed25519::Signature::from_slice(signature).unwrap();
            key().verifying_key().verify(signed, &signature)
        });
        assert_eq!(verified, Ok(()));
        assert_eq!(verifies(&bytes, b"hello"), Ok(()));
        let external = Sign1::from_bytes(&bytes).unwrap().verify(
            &key().verifying_key(),
            b"hello",
            b"x",
            Policy::DEFAULT,
        );
        assert_eq!(external, Err(Error::InvalidSignature));
    }
}
