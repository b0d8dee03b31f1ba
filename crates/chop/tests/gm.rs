//! Keys of SM2 in CFCA files and in envelopes of GM/T 0009 and GM/T 0010.
#![cfg(feature = "gm")]

use chop::encoding::{Content, DerContent, PrivateKey, PublicKey, recognise};
use chop::sm2::SigningKey;
use chop::{Error, KeyFileError};
use chop_vectors::gm::{self as vectors, GMT0009, OPENER};
use chop_vectors::sm2_keys::{self, D, PASSPHRASE};

fn der(pem: &str) -> Vec<u8> {
    pem_rfc7468::decode_vec(pem.as_bytes()).unwrap().1
}

fn cfca() -> Vec<u8> {
    der(sm2_keys::foreign()[0].pem)
}

fn opener() -> SigningKey {
    SigningKey::from_bytes(&OPENER).unwrap()
}

/// An element of DER.
fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    match content.len() {
        length @ 0..=0x7F => [&[tag, length as u8], content.as_slice()].concat(),
        length @ 0x80..=0xFF => [&[tag, 0x81, length as u8], content.as_slice()].concat(),
        length => [&[tag, 0x82, (length >> 8) as u8, length as u8], content.as_slice()].concat(),
    }
}

#[track_caller]
fn error<T>(result: Result<T, Error>) -> Error {
    result.map(|_| ()).unwrap_err()
}

#[track_caller]
fn is_d(key: Result<SigningKey, Error>) {
    assert_eq!(key.unwrap().to_bytes().as_bytes(), &D);
}

#[test]
fn a_cfca_file_is_read_with_its_passphrase_in_every_encoding() {
    use base64ct::{Base64, Encoding};
    let pem = sm2_keys::foreign()[0].pem;
    let text = Base64::encode_string(&cfca());
    for file in [pem.as_bytes(), text.as_bytes(), &cfca()] {
        is_d(SigningKey::load(file, Some(PASSPHRASE)));
        assert_eq!(error(PrivateKey::load(file, None)), Error::KeyFile(KeyFileError::Encrypted));
        let wrong = error(PrivateKey::load(file, Some(b"another")));
        assert_eq!(wrong, Error::KeyFile(KeyFileError::Decryption));
        assert_eq!(error(PublicKey::load(file)), Error::KeyFile(KeyFileError::PrivateKeyGiven));
    }
    assert_eq!(recognise(&cfca()), Content::Der(DerContent::CfcaFile));
    assert!(PrivateKey::from_der(&cfca(), Some(PASSPHRASE)).is_ok());
    assert_eq!(error(SigningKey::from_pkcs8_der(&cfca())), Error::KeyFile(KeyFileError::CfcaFile));
}

/// The CFCA file with another certificate, cipher, types or bytes behind it.
fn cfca_with(cipher: u8, types: [u8; 2], certificate: &[u8], behind: &[u8]) -> Vec<u8> {
    let oid =
        |last| [&[0x06, 0x0a, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x06, 0x01, 0x04, 0x02][..], &[last]].concat();
    let sm4 = [0x06, 0x07, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, cipher];
    let encrypted = &cfca()[32..80].to_vec();
    let key = element(0x30, &[&oid(types[0]), &sm4, &element(4, &[encrypted])]);
    let certificate = element(0x30, &[&oid(types[1]), &element(4, &[certificate])]);
    element(0x30, &[&[2, 1, 1], &key, &certificate, behind])
}

#[test]
fn a_cfca_file_with_the_certificate_of_another_key_is_refused() {
    let [own, .., other] = sm2_keys::certificates() else { panic!("certificates") };
    let load = |file: &[u8]| PrivateKey::load(file, Some(PASSPHRASE));
    assert!(load(&cfca_with(0x68, [1, 1], &der(own.pem), &[])).is_ok());
    assert_eq!(error(load(&cfca_with(0x68, [1, 1], &der(other.pem), &[]))), Error::PublicKeyMismatch);
}

#[test]
fn a_cfca_file_that_does_not_follow_the_format_is_named_with_its_fault() {
    let certificate = der(sm2_keys::certificates()[0].pem);
    for (file, message) in [
        (cfca_with(0x68, [1, 2], &certificate, &[]), "names a type other than data"),
        (cfca_with(0x68, [1, 1], b"hello", &[]), "has something other than an X.509 certificate"),
        (cfca_with(0x68, [1, 1], &certificate, &[5, 0]), "is not 1, a private key"),
        (cfca_with(0x69, [1, 1], &certificate, &[]), "encrypted in a way that is not supported"),
    ] {
        // Without a passphrase, too: nobody is asked for one in vain.
        let message_of = error(PrivateKey::load(&file, None)).to_string();
        assert!(message_of.contains(message), "{message_of}");
    }
    let file = cfca();
    for cut in 60..file.len() {
        assert!(PrivateKey::from_der(&file[..cut], Some(PASSPHRASE)).is_err());
    }
}

#[test]
fn envelopes_are_opened_with_the_key_that_they_are_for() {
    is_d(SigningKey::from_enveloped(GMT0009.as_bytes(), &opener()));
    is_d(SigningKey::from_enveloped(&der(GMT0009), &opener()));
    for file in vectors::gmt0010() {
        is_d(SigningKey::from_enveloped(file.pem.as_bytes(), &opener()));
        let hex: String = der(file.pem).iter().map(|byte| format!("{byte:02x}")).collect();
        is_d(SigningKey::from_enveloped(hex.as_bytes(), &opener()));
    }
}

#[test]
fn another_key_opens_no_envelope() {
    let other = SigningKey::from_bytes(&[7; 32]).unwrap();
    for file in vectors::gmt0010().iter().map(|file| file.pem).chain([GMT0009]) {
        let wrong = error(SigningKey::from_enveloped(file.as_bytes(), &other));
        assert_eq!(wrong, Error::KeyFile(KeyFileError::OtherEnvelope));
    }
}

#[test]
fn envelopes_are_recognised_and_name_what_opens_them() {
    for file in vectors::gmt0010().iter().map(|file| file.pem).chain([GMT0009]) {
        assert_eq!(recognise(&der(file)), Content::Der(DerContent::EnvelopedKey));
        for file in [file.as_bytes(), &der(file)] {
            let refusal = error(PrivateKey::load(file, Some(PASSPHRASE)));
            assert_eq!(refusal, Error::KeyFile(KeyFileError::EnvelopedKey));
            assert_eq!(error(PublicKey::load(file)), Error::KeyFile(KeyFileError::PrivateKeyGiven));
        }
    }
    let mut blob = vec![0; 388];
    blob[..12].copy_from_slice(&[1, 0, 0, 0, 1, 4, 0, 0, 0, 1, 0, 0]);
    assert_eq!(error(PrivateKey::load(&blob, None)), Error::KeyFile(KeyFileError::EnvelopedKey));
    let refusal = error(SigningKey::from_enveloped(&blob, &opener())).to_string();
    assert!(refusal.contains("ENVELOPEDKEYBLOB of SKF"), "{refusal}");
}

#[test]
fn an_envelope_whose_public_key_is_another_is_refused() {
    let file = der(GMT0009);
    // The last 35 bytes are the encrypted key, the 68 before them the public key.
    let public = file.len() - 35 - 65;
    assert_eq!(file[public], 4);
    let mut other = file.clone();
    other[public..][..65].copy_from_slice(&opener().verifying_key().to_bytes());
    assert_eq!(error(SigningKey::from_enveloped(&other, &opener())), Error::PublicKeyMismatch);
    let mut changed = file;
    *changed.last_mut().unwrap() ^= 1;
    assert_eq!(error(SigningKey::from_enveloped(&changed, &opener())), Error::PublicKeyMismatch);
}

#[test]
fn an_envelope_that_does_not_follow_the_format_is_named_with_its_fault() {
    let signed = {
        let mut file = der(vectors::gmt0010()[0].pem);
        let last = 4 + 2 + 9;
        assert_eq!(file[last], 3);
        file[last] = 4;
        file
    };
    let not_a_point = {
        let mut file = der(GMT0009);
        let at = file.len() - 36;
        file[at] ^= 1;
        file
    };
    for (file, message) in [
        (signed, "is signed and in an envelope"),
        (not_a_point, "has a public key that is not 04, x and y"),
        (b"hello".to_vec(), "follows neither GM/T 0009"),
        (b"-----BEGIN X-----\naGVsbG8=\n-----END X-----\n".to_vec(), "follows neither GM/T 0009"),
        (vec![0x30, 0], "follows neither GM/T 0009"),
    ] {
        let message_of = error(SigningKey::from_enveloped(&file, &opener())).to_string();
        assert!(
            message_of.starts_with("key in an envelope: ") && message_of.contains(message),
            "{message_of}"
        );
    }
}

/// Enveloped data with these recipients and this content.
fn enveloped(recipients: &[u8], cipher: &[u8], encrypted: &[u8]) -> Vec<u8> {
    let oid =
        |last| [&[0x06, 0x0a, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x06, 0x01, 0x04, 0x02][..], &[last]].concat();
    let content = element(0x30, &[&oid(1), cipher, &element(0x80, &[encrypted])]);
    let data = element(0x30, &[&[2, 1, 1], &element(0x31, &[recipients]), &content]);
    element(0x30, &[&oid(3), &element(0xA0, &[&data])])
}

#[test]
fn recipients_are_limited_and_the_content_must_be_a_key() {
    use chop::sm2::{Form, encrypt_with};
    let sm4_gcm = [0x06, 0x08, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 0x01, 0x68, 0x02];
    let cipher = element(0x30, &[&sm4_gcm, &element(4, &[&[0; 16]])]);
    let to = |d: &[u8; 32]| {
        let key = SigningKey::from_bytes(d).unwrap().verifying_key();
        let encrypted = encrypt_with(&key, &[9; 16], Form::Der, &[1; 32]).unwrap();
        let algorithm = element(0x30, &[&[0x06, 9, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 1, 0x82, 0x2d, 3]]);
        element(0x30, &[&[2, 1, 1], &element(0x30, &[]), &algorithm, &element(4, &[&encrypted])])
    };
    let (ours, other) = (to(&OPENER), to(&[7; 32]));
    let message = |recipients: &[u8], encrypted: &[u8]| {
        let file = enveloped(recipients, &cipher, encrypted);
        error(SigningKey::from_enveloped(&file, &opener())).to_string()
    };
    assert!(message(&[], &[0; 16]).contains("has no recipient"));
    assert!(message(&other.repeat(64), &[0; 16]).contains("encrypted to another key"));
    assert!(message(&other.repeat(65), &[0; 16]).contains("or more than 64"));
    assert!(message(&[2, 1, 1], &[0; 16]).contains("has a recipient that is not"));
    // Padding that does not fit.
    assert!(message(&[other, ours].concat(), &[0; 16]).contains("or damaged"));
}
