//! Keys and signatures of `ssh-keygen`.
#![cfg(feature = "openssh")]

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::openssh::{PrivateKeyFile, PublicKey, Signature};
use chop::encoding::{Content, PrivateKey, recognise};
use chop::{Error, KeyFileError};
use chop_vectors::openssh::{
    COMMENT, ENCRYPTED, ENCRYPTED_WITH_CHACHA20, MESSAGE, PASSPHRASE, PRIVATE, PUBLIC, SIGNATURES,
};

fn key() -> SigningKey {
    PrivateKeyFile::from_text(PRIVATE, None).unwrap().key
}

#[test]
fn one_key_is_read_from_all_its_files() {
    let (public, comment) = PublicKey::from_line(PUBLIC).unwrap();
    assert_eq!((public.verifying_key(), comment), (&key().verifying_key(), COMMENT));
    assert_eq!(public.to_line(comment), PUBLIC.trim_end());
    for text in ENCRYPTED {
        let file = PrivateKeyFile::from_text(text, Some(PASSPHRASE)).unwrap();
        assert!(file.key.to_seed().equals(&key().to_seed()));
        assert_eq!(file.comment, COMMENT);
        let with = |word| PrivateKeyFile::from_text(text, word).map(|file| file.comment);
        assert_eq!(with(None), Err(Error::KeyFile(KeyFileError::Encrypted)));
        assert_eq!(with(Some(b"wrong horse")), Err(Error::KeyFile(KeyFileError::Decryption)));
        let PrivateKey::Ed25519(read) = PrivateKey::from_pem(text, Some(PASSPHRASE)).unwrap() else {
            panic!("a key of another algorithm")
        };
        assert!(read.to_seed().equals(&key().to_seed()));
    }
    let other = PrivateKeyFile::from_text(ENCRYPTED_WITH_CHACHA20, Some(PASSPHRASE)).map(|file| file.comment);
    assert_eq!(other, Err(Error::KeyFile(KeyFileError::OpenSshEncryption)));
}

#[test]
fn signatures_are_valid_and_written_as_they_were() {
    let trusted = PublicKey::from(key().verifying_key());
    for (text, namespace, hash) in SIGNATURES {
        let signature = Signature::from_text(text).unwrap();
        assert_eq!((signature.namespace(), signature.hash().name()), (namespace, hash));
        assert_eq!(signature.verify(&trusted, namespace, MESSAGE, Policy::DEFAULT), Ok(()));
        assert!(signature.verify(&trusted, namespace, b"hello", Policy::DEFAULT).is_err());
        assert!(signature.verify(&trusted, "other", MESSAGE, Policy::DEFAULT).is_err());
        assert_eq!(signature.to_text().unwrap(), text);
    }
    // Ed25519 is deterministic: the same key, use and hash give the same signature.
    assert_eq!(Signature::sign(&key(), "file", MESSAGE).unwrap().to_text().unwrap(), SIGNATURES[0].0);
}

#[test]
fn files_are_recognised() {
    assert!(matches!(recognise(PRIVATE.as_bytes()), Content::Pem { label: "OPENSSH PRIVATE KEY", .. }));
    assert!(matches!(recognise(SIGNATURES[0].0.as_bytes()), Content::Pem { label: "SSH SIGNATURE", .. }));
    for text in [PUBLIC.to_owned(), format!("# mine\n\nno-pty,from=\"a b\" {PUBLIC}")] {
        assert_eq!(recognise(text.as_bytes()), Content::Ssh(text.trim()));
    }
    for text in [
        format!("me@here {PUBLIC}"),
        format!("\"me\" namespaces=\"git\" {PUBLIC}"),
        format!("a cert-authority {PUBLIC}"),
    ] {
        assert_eq!(recognise(text.as_bytes()), Content::AllowedSigners(text.trim()));
    }
}

#[test]
fn a_fault_is_named_with_its_format_and_has_its_number() {
    let error = PublicKey::from_line("ssh-ed25519").unwrap_err();
    assert_eq!(error.to_string(), "OpenSSH public key: ends behind its kind of key");
    assert_eq!(error.code(), 36);
}
