//! PKCS#12 files of OpenSSL, BouncyCastle and Java.
#![cfg(feature = "pkcs12")]

use chop::encoding::{Content, DerContent, PrivateKey, PublicKey, Shape, recognise};
use chop::{Error, KeyFileError, ed25519, sm2};
use chop_vectors::pkcs12::{self as vectors, File};
use chop_vectors::sm2_keys::D;
use chop_vectors::text_around::SEED;

fn load(file: &File) -> Result<PublicKey, Error> {
    PrivateKey::load(file.bytes, Some(file.passphrase.as_bytes())).map(|key| key.public_key())
}

fn sm2_key() -> PublicKey {
    PublicKey::Sm2(sm2::SigningKey::from_bytes(&D).unwrap().verifying_key())
}

fn ed25519_key() -> PublicKey {
    PublicKey::Ed25519(ed25519::SigningKey::from_seed(&SEED).verifying_key())
}

fn all() -> impl Iterator<Item = &'static File> {
    let sm2 = vectors::sm2().iter().chain(vectors::no_passphrase()).chain(vectors::chinese());
    let others = vectors::ed25519().iter().chain(vectors::other_certificate());
    sm2.chain(others).chain(vectors::legacy()).chain(vectors::not_one_key())
}

#[test]
fn keys_are_read_whoever_wrote_the_file() {
    for file in vectors::sm2().iter().chain(vectors::no_passphrase()).chain(vectors::chinese()) {
        assert_eq!(load(file), Ok(sm2_key()), "{}", file.name);
    }
    for file in vectors::ed25519() {
        assert_eq!(load(file), Ok(ed25519_key()), "{}", file.name);
        let key = ed25519::SigningKey::load(file.bytes, Some(file.passphrase.as_bytes())).unwrap();
        assert_eq!(key.to_seed().as_bytes(), &SEED);
        let other = sm2::SigningKey::load(file.bytes, Some(file.passphrase.as_bytes()));
        assert_eq!(other.err(), Some(Error::KeyFile(KeyFileError::WrongAlgorithm)));
    }
}

#[test]
fn a_file_is_recognised_and_asks_for_its_passphrase() {
    for file in all() {
        assert_eq!(recognise(file.bytes), Content::Der(DerContent::Pkcs12), "{}", file.name);
        assert!(matches!(Shape::of(file.bytes), Shape::Der(_, DerContent::Pkcs12)));
        let error = PrivateKey::load(file.bytes, None).err();
        assert_eq!(error, Some(Error::KeyFile(KeyFileError::Encrypted)), "{}", file.name);
        assert_eq!(PublicKey::load(file.bytes), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
        let error = sm2::SigningKey::from_pkcs8_der(file.bytes).err();
        assert_eq!(error, Some(Error::KeyFile(KeyFileError::Pkcs12)));
    }
}

#[test]
fn a_wrong_passphrase_is_told_with_a_check_and_without() {
    for file in vectors::sm2().iter().chain(vectors::chinese()).chain(vectors::no_passphrase()) {
        for wrong in ["another", "口令", ""] {
            if wrong == file.passphrase {
                continue;
            }
            let error = PrivateKey::load(file.bytes, Some(wrong.as_bytes())).err();
            assert_eq!(error, Some(Error::KeyFile(KeyFileError::Decryption)), "{} {wrong}", file.name);
        }
        let error = PrivateKey::load(file.bytes, Some(b"\xFF")).err();
        assert_eq!(error, Some(Error::KeyFile(KeyFileError::Decryption)), "{}", file.name);
    }
}

#[test]
fn a_changed_byte_of_the_content_is_noticed() {
    for file in vectors::sm2().iter().filter(|file| file.name != "openssl-no-mac") {
        for at in [100, 300, 500, 700] {
            let mut changed = file.bytes.to_vec();
            changed[at] ^= 1;
            assert!(load(&File { bytes: changed.leak(), ..*file }).is_err(), "{} {at}", file.name);
        }
    }
}

#[test]
fn a_key_beside_the_certificate_of_another_is_refused() {
    for file in vectors::other_certificate() {
        assert_eq!(load(file), Err(Error::PublicKeyMismatch), "{}", file.name);
    }
}

#[test]
fn old_encryption_is_named_with_what_to_do() {
    for file in vectors::legacy() {
        let error = load(file).unwrap_err();
        assert_eq!(error, Error::KeyFile(KeyFileError::Pkcs12Encryption), "{}", file.name);
        assert!(error.to_string().contains("openssl pkcs12 -legacy"));
    }
}

#[test]
fn several_keys_and_none_are_refused() {
    let [two, none] = vectors::not_one_key() else { panic!("two files") };
    assert_eq!(load(two), Err(Error::KeyFile(KeyFileError::SeveralKeys)));
    assert!(load(none).unwrap_err().to_string().contains("PKCS#12 file: holds no private key"));
}

#[test]
fn what_does_not_follow_the_format_is_named_with_its_fault() {
    let file = vectors::sm2()[0];
    let short =
        b"\x30\x16\x02\x01\x03\x30\x11\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x04\x04\x02\0\0";
    let signed =
        b"\x30\x16\x02\x01\x03\x30\x11\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x04\x04\x02\0\0";
    for (bytes, message) in [
        (short.as_slice(), "has elements whose ends do not fit"),
        (signed, "is signed with a key"),
        (&[file.bytes, b"x"].concat(), "has elements whose ends do not fit"),
        (&file.bytes[..file.bytes.len() - 1], "has elements whose ends do not fit"),
    ] {
        let error = PrivateKey::load(bytes, Some(b"x")).map(|_| ()).unwrap_err();
        assert!(
            error.to_string().starts_with("PKCS#12 file: ") && error.to_string().contains(message),
            "{error}"
        );
    }
}

#[test]
fn a_hostile_count_of_iterations_is_refused_before_any_work() {
    // The last element is the count of the check, 2048 in two bytes.
    let mut bytes = vectors::sm2()[0].bytes.to_vec();
    assert_eq!(bytes.split_off(bytes.len() - 4), [2, 2, 8, 0]);
    bytes.extend([2, 4, 0x7F, 0xFF, 0xFF, 0xFF]);
    // The file, and the check in it, are two bytes longer.
    let check = bytes.len() - 6 - 60 - 2;
    assert_eq!(bytes[check..check + 2], [0x30, 64]);
    bytes[check + 1] += 2;
    bytes[3] += 2;
    let error = PrivateKey::load(&bytes, Some(b"correct horse")).err();
    assert_eq!(error, Some(Error::KeyFile(KeyFileError::KdfCost)));
}
