//! Keys of secp256k1 in files: those of OpenSSL are read, one form is written, everything else is refused by name.
#![cfg(all(feature = "secp256k1", feature = "pem"))]

use chop::encoding::{PrivateKey, PublicKey};
use chop::secp256k1::{SigningKey, VerifyingKey};
use chop::{Error, KeyFileError};

// Made by OpenSSL 3.0: `ecparam -name secp256k1 -genkey`, and from that `pkcs8 -topk8`, with and without `-nocrypt`, and `ec -pubout`, with
// and without `-conv_form compressed`.
const SEC1: &str = "\
-----BEGIN EC PARAMETERS-----
BgUrgQQACg==
-----END EC PARAMETERS-----
-----BEGIN EC PRIVATE KEY-----
MHQCAQEEIKYqwY3IvgvHAIdPR25Q2PmgpjgUZvC2OBSmP8Fx4kmqoAcGBSuBBAAK
oUQDQgAER2dDKXfyXn8t6SBBVUUppoRBq0d1X3ah1HjO8kwbM3P7mPUukSm/0J6P
ACEEExGm1yLD7tq5AnSLfqEIeLKiFw==
-----END EC PRIVATE KEY-----
";
const PKCS8: &str = "\
-----BEGIN PRIVATE KEY-----
MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQgpirBjci+C8cAh09HblDY
+aCmOBRm8LY4FKY/wXHiSaqhRANCAARHZ0Mpd/Jefy3pIEFVRSmmhEGrR3VfdqHU
eM7yTBszc/uY9S6RKb/Qno8AIQQTEabXIsPu2rkCdIt+oQh4sqIX
-----END PRIVATE KEY-----
";
const ENCRYPTED: &str = "\
-----BEGIN ENCRYPTED PRIVATE KEY-----
MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhfLbtmTfSG6wICA+gw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBKPbMOOT8+OUP2rgDzOAHMEgZA5
TMnICTUrDdIkZnvasSDzoKQYHqSKHXvpRrqYli9e9aOv1xNoYvOs2AcFabsXbhQB
f00IcWNxv67eWauqlC40dpTFSBxCcNQxGu9HKVCeXp6jLQ3RM0W8UmvqOhZahEMH
S2wU28kObVsm1fQFLMlZq5ugOGS/O7aFv7RNQJdbCEZEUXAdvyCsBVuBMkdPAwU=
-----END ENCRYPTED PRIVATE KEY-----
";
const PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAER2dDKXfyXn8t6SBBVUUppoRBq0d1X3ah
1HjO8kwbM3P7mPUukSm/0J6PACEEExGm1yLD7tq5AnSLfqEIeLKiFw==
-----END PUBLIC KEY-----
";
const COMPRESSED: &str = "\
-----BEGIN PUBLIC KEY-----
MDYwEAYHKoZIzj0CAQYFK4EEAAoDIgADR2dDKXfyXn8t6SBBVUUppoRBq0d1X3ah
1HjO8kwbM3M=
-----END PUBLIC KEY-----
";
/// On another curve, prime256v1.
const P256: &str = "\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsf83JKVQczk6MTMt
TEp5szBJDhyGXnIn/6tW1sD0VkahRANCAATZPuy2Ci/41jwXodzmN+w+Q5JLLKSp
N0CVbxw5hx+Mb2POY5pjLCnbzImaL4cjuMaoeVCfufU5CksGOobs2wiH
-----END PRIVATE KEY-----
";
/// On this curve, whose parameters stand in the file.
const EXPLICIT: &str = "\
-----BEGIN PRIVATE KEY-----
MIIBYQIBADCB7AYHKoZIzj0CATCB4AIBATAsBgcqhkjOPQEBAiEA////////////
/////////////////////////v///C8wRAQgAAAAAAAAAAAAAAAAAAAAAAAAAAAA
AAAAAAAAAAAAAAAEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHBEEE
eb5mfvncu6xVoGKVzocLBwKb/NstzijZWfKBWxb4F5hIOtp3JqPEZV2k+/wOEQio
/Re0SKaFVBmcR9CP+xDUuAIhAP////////////////////66rtzmr0igO7/SXozQ
NkFBAgEBBG0wawIBAQQgGbh+4Uq+EqUz+EjDp4TXIrOvaFCKzj8PPTQKAZ6hLm+h
RANCAATxXVOjbM5kbwpYNzCYdUJnd5fsCrRZHRpRBU505FsIA9kjOVWWwDPu9kOE
l8ImnpdHra+Z5xXGXz2LS30mihBk
-----END PRIVATE KEY-----
";

fn file(error: KeyFileError) -> Option<Error> {
    Some(Error::KeyFile(error))
}

fn key() -> SigningKey {
    SigningKey::from_pkcs8_pem(PKCS8).unwrap()
}

#[test]
fn the_forms_that_are_written_are_those_of_openssl() {
    assert_eq!(key().to_pkcs8_pem().unwrap().as_str(), PKCS8);
    assert_eq!(key().verifying_key().to_public_key_pem().unwrap(), PUBLIC);
    assert_eq!(key().to_bytes().as_bytes()[..4], [0xa6, 0x2a, 0xc1, 0x8d]);
}

#[test]
fn files_of_openssl_are_read() {
    let same = |read: SigningKey| assert_eq!(read.to_bytes().as_bytes(), key().to_bytes().as_bytes());
    same(SigningKey::from_sec1_pem(SEC1).unwrap());
    same(SigningKey::from_sec1_pem(&SEC1[SEC1.find("-----BEGIN EC PRIVATE").unwrap()..]).unwrap());
    same(SigningKey::from_pkcs8_encrypted_pem(ENCRYPTED, b"chop").unwrap());
    for text in [PUBLIC, COMPRESSED] {
        assert_eq!(VerifyingKey::from_public_key_pem(text).unwrap(), key().verifying_key());
    }
    same(SigningKey::from_pkcs8_der(key().to_pkcs8_der().unwrap().as_bytes()).unwrap());
    let encrypted = key().to_pkcs8_encrypted_der(b"chop").unwrap();
    same(SigningKey::from_pkcs8_encrypted_der(&encrypted, b"chop").unwrap());
    let der = key().verifying_key().to_public_key_der();
    assert_eq!(VerifyingKey::from_public_key_der(&der), Ok(key().verifying_key()));
}

#[test]
fn what_is_not_read_is_named() {
    let wrong = file(KeyFileError::WrongAlgorithm);
    assert_eq!(SigningKey::from_pkcs8_pem(P256).err(), wrong);
    assert_eq!(SigningKey::from_pkcs8_pem(EXPLICIT).err(), file(KeyFileError::CurveParameters));
    assert_eq!(SigningKey::from_pkcs8_pem(ENCRYPTED).err(), file(KeyFileError::Encrypted));
    assert_eq!(
        SigningKey::from_pkcs8_encrypted_pem(ENCRYPTED, b"chip").err(),
        file(KeyFileError::Decryption)
    );
    assert_eq!(SigningKey::from_pkcs8_pem(PUBLIC).err(), file(KeyFileError::PublicKeyGiven));
    assert_eq!(SigningKey::from_pkcs8_pem(SEC1).err(), file(KeyFileError::Pem));
    assert_eq!(SigningKey::from_sec1_pem(PKCS8).err(), file(KeyFileError::Pem));
    assert_eq!(VerifyingKey::from_public_key_pem(PKCS8).err(), file(KeyFileError::PrivateKeyGiven));
    let ed25519 = chop::ed25519::SigningKey::from_seed(&[7; 32]);
    assert_eq!(SigningKey::from_pkcs8_pem(ed25519.to_pkcs8_pem().unwrap().as_str()).err(), wrong);
    let public = ed25519.verifying_key().to_public_key_der();
    assert_eq!(VerifyingKey::from_public_key_der(&public).err(), wrong);
}

#[cfg(feature = "sm2")]
#[test]
fn files_of_the_two_curves_are_told_apart() {
    let sm2 = chop::sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
    let wrong = file(KeyFileError::WrongAlgorithm);
    assert_eq!(SigningKey::from_pkcs8_pem(sm2.to_pkcs8_pem().unwrap().as_str()).err(), wrong);
    assert_eq!(chop::sm2::SigningKey::from_pkcs8_pem(PKCS8).err(), wrong);
    assert_eq!(chop::sm2::SigningKey::from_sec1_pem(SEC1).err(), wrong);
    assert_eq!(VerifyingKey::from_public_key_der(&sm2.verifying_key().to_public_key_der()).err(), wrong);
    assert_eq!(chop::sm2::VerifyingKey::from_public_key_pem(PUBLIC).err(), wrong);
}

/// The public key in the file belongs to another secret; d is 0 or n; every byte cut off or changed gives an error or another key.
#[test]
fn what_does_not_fit_is_refused_and_nothing_panics() {
    let der = *key().to_pkcs8_der().unwrap().as_bytes();
    let at = der.len() - 65;
    let mut other = der;
    other[at..].copy_from_slice(&SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key().to_bytes());
    assert_eq!(SigningKey::from_pkcs8_der(&other).err(), Some(Error::PublicKeyMismatch));
    let mut hybrid = der;
    hybrid[at] = 6 | hybrid[der.len() - 1] & 1;
    assert_eq!(SigningKey::from_pkcs8_der(&hybrid).err(), Some(Error::HybridPublicKey));
    for d in [[0; 32], [0xFF; 32]] {
        let mut none = der;
        none[at - 37..at - 5].copy_from_slice(&d);
        assert_eq!(SigningKey::from_pkcs8_der(&none).err(), Some(Error::SecretKeyRange));
    }
    for cut in 0..der.len() {
        assert!(SigningKey::from_pkcs8_der(&der[..cut]).is_err());
        let mut changed = der;
        changed[cut] ^= 0x41;
        if let Ok(read) = SigningKey::from_pkcs8_der(&changed) {
            assert_eq!(read.to_bytes().as_bytes(), key().to_bytes().as_bytes(), "byte {cut}");
        }
    }
}

fn of_any(key: Result<PrivateKey, Error>) -> [u8; 32] {
    match key {
        Ok(PrivateKey::Secp256k1(key)) => *key.to_bytes().as_bytes(),
        Ok(other) => panic!("a key for {}", other.algorithm()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn files_that_name_their_curve_are_read_without_saying_it() {
    let d = *key().to_bytes().as_bytes();
    for text in [SEC1, &SEC1[SEC1.find("-----BEGIN EC PRIVATE").unwrap()..], PKCS8] {
        assert_eq!(of_any(PrivateKey::from_pem(text, None)), d);
        assert_eq!(of_any(PrivateKey::load(text.as_bytes(), None)), d);
    }
    assert_eq!(of_any(PrivateKey::from_pem(ENCRYPTED, Some(b"chop"))), d);
    assert_eq!(of_any(PrivateKey::from_der(key().to_pkcs8_der().unwrap().as_bytes(), None)), d);
    let public = PublicKey::Secp256k1(key().verifying_key());
    for text in [PUBLIC, COMPRESSED] {
        assert_eq!(PublicKey::from_pem(text), Ok(public));
        assert_eq!(PublicKey::load(text.as_bytes()), Ok(public));
    }
    assert_eq!(public.to_pem().unwrap(), PUBLIC);
    assert_eq!(public.algorithm(), "secp256k1");
    assert_eq!(PrivateKey::from_pem(EXPLICIT, None).err(), file(KeyFileError::CurveParameters));
    assert_eq!(PrivateKey::from_pem(P256, None).err(), file(KeyFileError::WrongAlgorithm));
    // The block of parameters names another curve than the key.
    let parameters = &SEC1[..SEC1.find("-----BEGIN EC PRIVATE").unwrap()];
    let ed25519 = chop::ed25519::SigningKey::from_seed(&[7; 32]).to_pkcs8_pem().unwrap();
    let mixed = format!("{parameters}{}", ed25519.as_str());
    assert_eq!(PrivateKey::from_pem(&mixed, None).err(), file(KeyFileError::Pem));
}

/// SEC1 without its curve: the public key says which it is.
#[test]
fn a_public_key_in_the_file_tells_the_curve() {
    fn sec1(d: &[u8], public: &[u8; 65]) -> Vec<u8> {
        let head = [&[0x30, 0x6b, 2, 1, 1, 4, 32][..], d].concat();
        [&head[..], &[0xa1, 0x44, 3, 0x42, 0], public].concat()
    }
    let der = sec1(key().to_bytes().as_bytes(), &key().verifying_key().to_bytes());
    assert_eq!(of_any(PrivateKey::from_der(&der, None)), *key().to_bytes().as_bytes());
    let other = SigningKey::from_bytes(&[7; 32]).unwrap();
    let der = sec1(key().to_bytes().as_bytes(), &other.verifying_key().to_bytes());
    assert_eq!(PrivateKey::from_der(&der, None).err(), Some(Error::PublicKeyMismatch));
    #[cfg(feature = "sm2")]
    {
        let sm2 = chop::sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
        let der = sec1(&[7; 32], &sm2.verifying_key().to_bytes());
        assert!(matches!(PrivateKey::from_der(&der, None), Ok(PrivateKey::Sm2(_))));
    }
    let bare = [&[0x30, 0x25, 2, 1, 1, 4, 32][..], key().to_bytes().as_bytes()].concat();
    assert_eq!(PrivateKey::from_der(&bare, None).err(), file(KeyFileError::WrongAlgorithm));
    assert!(SigningKey::from_sec1_der(&bare).is_ok());
}

#[test]
fn bare_keys_are_read_where_they_can_be_nothing_else() {
    let public = key().verifying_key();
    let long = public.to_bytes();
    assert_eq!(PublicKey::load(&long), Ok(PublicKey::Secp256k1(public)));
    assert_eq!(PublicKey::load(&long[1..]), Ok(PublicKey::Secp256k1(public)));
    assert_eq!(VerifyingKey::load(&long), Ok(public));
    assert_eq!(VerifyingKey::load(&public.to_compressed_bytes()), Ok(public));
    assert_eq!(SigningKey::load(key().to_bytes().as_bytes(), None).unwrap().verifying_key(), public);
    let with_zero = [&[0][..], key().to_bytes().as_bytes()].concat();
    assert_eq!(SigningKey::load(&with_zero, None).unwrap().verifying_key(), public);
    // Of 33 bytes about half belong to a point of the other curve, too.
    #[cfg(feature = "sm2")]
    {
        let (mut either, mut one) = (0, 0);
        for i in 1..40u8 {
            let public = SigningKey::from_bytes(&[i; 32]).unwrap().verifying_key();
            let bytes = public.to_compressed_bytes();
            let is_of_both = chop::sm2::VerifyingKey::from_slice(&bytes).is_ok();
            match PublicKey::load(&bytes) {
                Ok(read) => {
                    assert!(read == PublicKey::Secp256k1(public) && !is_of_both);
                    one += 1;
                }
                Err(error) => {
                    assert!(error == Error::KeyFile(KeyFileError::BareBytes) && is_of_both);
                    either += 1;
                }
            }
        }
        assert!(either > 5 && one > 5);
    }
}

/// The key of did:key's document for secp256k1.
#[cfg(feature = "text-keys")]
#[test]
fn keys_in_multibase_are_read_and_written() {
    let did = "did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme";
    let public = PublicKey::load(did.as_bytes()).unwrap();
    assert_eq!(public.algorithm(), "secp256k1");
    assert_eq!(format!("did:key:{}", public.to_multibase().unwrap()), did);
    let private = PrivateKey::Secp256k1(key());
    let text = private.to_multibase().unwrap();
    assert_eq!(of_any(PrivateKey::load(text.as_str().as_bytes(), None)), *key().to_bytes().as_bytes());
}

/// RFC 8812.
#[cfg(feature = "jose")]
#[test]
fn keys_in_json_are_read_and_written() {
    use chop::encoding::jose::Jwk;
    let text = PublicKey::Secp256k1(key().verifying_key()).to_jwk(None).unwrap();
    assert!(text.contains(r#""kty":"EC","crv":"secp256k1""#), "{text}");
    assert_eq!(Jwk::from_text(&text).unwrap().key(), &PublicKey::Secp256k1(key().verifying_key()));
    let private = PrivateKey::Secp256k1(key()).to_jwk(Some("name")).unwrap();
    assert_eq!(of_any(PrivateKey::load(private.as_str().as_bytes(), None)), *key().to_bytes().as_bytes());
}
