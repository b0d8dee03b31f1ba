//! Keys and signatures of `minisign` and `signify`.
#![cfg(feature = "minisign")]

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::minisign::{
    Format, Holds, KeyId, PrivateKeyFile, PublicKey, Signature, SignatureKind, holds,
};
use chop::encoding::{Content, recognise};
use chop::{Error, KeyFileError};
use chop_vectors::minisign::{
    MESSAGE, MINISIGN, MINISIGN_ENCRYPTED, MINISIGN_ID, MINISIGN_PUBLIC, MINISIGN_SIGNATURES, PASSPHRASE,
    PUBLISHED_MESSAGE, PUBLISHED_PUBLIC, PUBLISHED_SIGNATURES, SIGNIFY, SIGNIFY_EMBEDDED, SIGNIFY_ENCRYPTED,
    SIGNIFY_ENCRYPTED_PUBLIC, SIGNIFY_ENCRYPTED_SIGNATURE, SIGNIFY_PUBLIC, SIGNIFY_SIGNATURE,
};

fn public(text: &str) -> PublicKey {
    PublicKey::from_text(text).unwrap()
}

fn signature(text: &str) -> Signature {
    Signature::from_text(text).unwrap()
}

fn error_of(text: &str, passphrase: Option<&[u8]>) -> Error {
    PrivateKeyFile::from_text(text, passphrase).map(|file| file.id).unwrap_err()
}

#[test]
fn published_signatures_are_valid() {
    let key = public(PUBLISHED_PUBLIC);
    assert_eq!(key.id.unwrap().to_string(), "E7620F1842B4E81F");
    let bare = PUBLISHED_PUBLIC.lines().nth(1).unwrap();
    assert_eq!((public(bare).key, public(bare).id), (key.key, key.id));
    let kinds = [SignatureKind::Minisign, SignatureKind::MinisignLegacy];
    for (text, kind) in PUBLISHED_SIGNATURES.into_iter().zip(kinds) {
        let signature = signature(text);
        assert_eq!((signature.kind(), Some(signature.id())), (kind, key.id));
        assert_eq!(signature.verify(&key, PUBLISHED_MESSAGE, Policy::DEFAULT), Ok(()));
        assert!(signature.verify(&key, b"Test", Policy::DEFAULT).is_err());
        assert_eq!(signature.to_text().unwrap(), text);
    }
}

#[test]
fn private_keys_of_both_programs_are_read_and_written_as_they_were() {
    for (plain, public_text) in [(MINISIGN, MINISIGN_PUBLIC), (SIGNIFY, SIGNIFY_PUBLIC)] {
        let file = PrivateKeyFile::from_text(plain, None).unwrap();
        let public = public(public_text);
        assert_eq!((file.key.verifying_key(), Some(file.id)), (public.key, public.id));
        assert_eq!(public.to_text().unwrap(), public_text);
    }
    let file = PrivateKeyFile::from_text(MINISIGN, None).unwrap();
    assert_eq!((file.format, &*file.id.to_string()), (Format::Minisign, MINISIGN_ID));
    assert_eq!(file.comment, "minisign encrypted secret key");
    assert_eq!(file.key.to_minisign(file.id, &file.comment).unwrap().as_str(), MINISIGN);
    let file = PrivateKeyFile::from_text(SIGNIFY, None).unwrap();
    assert_eq!((file.format, &*file.comment), (Format::Signify, "test key secret key"));
    let text = file.key.to_signify(file.id, &file.comment).unwrap();
    let again = PrivateKeyFile::from_text(text.as_str(), None).unwrap();
    assert!(again.key.to_seed().equals(&file.key.to_seed()) && again.id == file.id);
}

#[test]
fn encrypted_keys_need_the_right_passphrase() {
    let minisign = PrivateKeyFile::from_text(MINISIGN_ENCRYPTED, Some(PASSPHRASE)).unwrap();
    let plain = PrivateKeyFile::from_text(MINISIGN, None).unwrap();
    assert!(minisign.key.to_seed().equals(&plain.key.to_seed()) && minisign.id == plain.id);
    let signify = PrivateKeyFile::from_text(SIGNIFY_ENCRYPTED, Some(PASSPHRASE)).unwrap();
    let key = public(SIGNIFY_ENCRYPTED_PUBLIC);
    assert_eq!((signify.key.verifying_key(), Some(signify.id)), (key.key, key.id));
    for text in [MINISIGN_ENCRYPTED, SIGNIFY_ENCRYPTED] {
        assert_eq!(error_of(text, None), Error::KeyFile(KeyFileError::Encrypted));
        for wrong in [b"".as_slice(), b"Correct horse", b"correct horse "] {
            assert_eq!(error_of(text, Some(wrong)), Error::KeyFile(KeyFileError::Decryption));
        }
    }
}

#[cfg(feature = "getrandom")]
#[test]
fn what_is_encrypted_here_is_opened_again() {
    let (key, id) = (SigningKey::from_seed(&[7; 32]), KeyId(*b"any id  "));
    let texts = [
        key.to_minisign_encrypted(id, "mine", PASSPHRASE, 0).unwrap(),
        key.to_signify_encrypted(id, "mine", PASSPHRASE).unwrap(),
    ];
    for text in texts {
        let file = PrivateKeyFile::from_text(&text, Some(PASSPHRASE)).unwrap();
        assert!(file.key.to_seed().equals(&key.to_seed()));
        assert_eq!((file.id, &*file.comment), (id, "mine"));
        assert_eq!(error_of(&text, Some(b"wrong")), Error::KeyFile(KeyFileError::Decryption));
    }
    let too_much = key.to_minisign_encrypted(id, "", PASSPHRASE, 1 << 40);
    assert_eq!(too_much, Err(Error::KeyFile(KeyFileError::KdfCost)));
    assert!(key.to_signify_encrypted(id, "", b"").is_err());
    assert!(key.to_minisign(id, "two\nlines").is_err() && key.to_signify(id, "two\nlines").is_err());
}

#[test]
fn signatures_of_both_programs_are_valid_and_written_as_they_were() {
    let key = public(MINISIGN_PUBLIC);
    for (text, trusted) in MINISIGN_SIGNATURES {
        let signature = signature(text);
        assert_eq!(signature.trusted_comment(), Some(trusted));
        assert_eq!(signature.verify(&key, MESSAGE, Policy::DEFAULT), Ok(()));
        assert_eq!(signature.to_text().unwrap(), text);
    }
    let pairs =
        [(SIGNIFY_SIGNATURE, SIGNIFY_PUBLIC), (SIGNIFY_ENCRYPTED_SIGNATURE, SIGNIFY_ENCRYPTED_PUBLIC)];
    for (text, key) in pairs {
        let signature = signature(text);
        assert_eq!((signature.kind(), signature.trusted_comment()), (SignatureKind::Signify, None));
        assert_eq!(signature.verify(&public(key), MESSAGE, Policy::DEFAULT), Ok(()));
        assert_eq!(signature.to_text().unwrap(), text);
    }
    // Ed25519 is deterministic: the same key, message and comments give the same file.
    let (text, trusted) = MINISIGN_SIGNATURES[0];
    let file = PrivateKeyFile::from_text(MINISIGN, None).unwrap();
    assert_eq!(Signature::sign(&file.key, file.id, MESSAGE, trusted).unwrap().to_text().unwrap(), text);
    let file = PrivateKeyFile::from_text(SIGNIFY, None).unwrap();
    let signed = Signature::signify(file.key.sign(MESSAGE), file.id, "verify with signify.pub").unwrap();
    assert_eq!(signed.to_text().unwrap(), SIGNIFY_SIGNATURE);
}

#[test]
fn every_byte_of_a_signature_but_the_untrusted_comment_counts() {
    let key = public(MINISIGN_PUBLIC);
    let valid = |text: &str| {
        Signature::from_text(text).is_ok_and(|it| it.verify(&key, MESSAGE, Policy::DEFAULT).is_ok())
    };
    for (text, _) in MINISIGN_SIGNATURES {
        assert!(valid(text));
        let comment = text.find('\n').unwrap();
        for at in (0..text.len() - 1).filter(|at| !(18..comment).contains(at)) {
            for mask in [1, 0x20] {
                let mut changed = text.as_bytes().to_vec();
                changed[at] ^= mask;
                let Ok(changed) = String::from_utf8(changed) else { continue };
                assert!(!valid(&changed), "{at} {mask}: {changed}");
            }
        }
        let cuts = (0..text.len() - 1).filter(|cut| text.is_char_boundary(*cut));
        // Without its last two lines a legacy signature is one of signify.
        let of_signify = comment + 1 + 100;
        let legacy = signature(text).kind() == SignatureKind::MinisignLegacy;
        for cut in cuts.filter(|cut| !(legacy && [of_signify, of_signify + 1].contains(cut))) {
            assert!(!valid(&text[..cut]), "{cut}");
        }
    }
}

#[test]
fn every_byte_of_a_private_key_in_base64_counts() {
    for text in [MINISIGN, SIGNIFY] {
        let start = text.find('\n').unwrap() + 1;
        // Salt and limits of a key that is not encrypted say nothing, nor does the salt of signify, and the id is whatever it is.
        let free = if text == MINISIGN { 8..84 } else { 10..54 };
        let key = PrivateKeyFile::from_text(text, None).unwrap();
        for at in (start..text.len() - 1).filter(|at| !free.contains(&(at - start))) {
            let mut changed = text.as_bytes().to_vec();
            changed[at] ^= 1;
            let changed = String::from_utf8(changed).unwrap();
            let read = PrivateKeyFile::from_text(&changed, None);
            assert!(
                read.is_err_and(|error| matches!(error, Error::KeyFile(_) | Error::PublicKeyMismatch)),
                "{at}"
            );
        }
        for cut in 0..text.len() - 1 {
            assert!(PrivateKeyFile::from_text(&text[..cut], None).is_err(), "{cut}");
        }
        let longer = [text, "more"].concat();
        assert!(PrivateKeyFile::from_text(&longer, None).is_err());
        assert!(
            PublicKey::from_text(text)
                .is_err_and(|error| error == Error::KeyFile(KeyFileError::PrivateKeyGiven))
        );
        assert!(
            key.key
                .to_seed()
                .equals(&PrivateKeyFile::from_text(text, Some(b"not needed")).unwrap().key.to_seed())
        );
    }
}

#[test]
fn files_are_recognised() {
    for (text, expected) in [
        (MINISIGN, Holds::PrivateKey(Format::Minisign)),
        (MINISIGN_ENCRYPTED, Holds::PrivateKey(Format::Minisign)),
        (SIGNIFY_ENCRYPTED, Holds::PrivateKey(Format::Signify)),
        (MINISIGN_PUBLIC, Holds::PublicKey),
        (SIGNIFY_PUBLIC, Holds::PublicKey),
        (PUBLISHED_PUBLIC.lines().nth(1).unwrap(), Holds::PublicKey),
        (MINISIGN_SIGNATURES[0].0, Holds::Signature),
        (SIGNIFY_EMBEDDED, Holds::Signature),
    ] {
        let Content::Minisign(found) = recognise(text.as_bytes()) else { panic!("not recognised: {text}") };
        assert_eq!((found, holds(found)), (text.trim(), Some(expected)));
    }
    assert_eq!(error_of(MINISIGN_PUBLIC, None), Error::KeyFile(KeyFileError::PublicKeyGiven));
}

#[test]
fn a_fault_is_named_with_its_format() {
    let error = Signature::from_text(SIGNIFY_EMBEDDED).unwrap_err().to_string();
    assert!(error.starts_with("minisign or signify signature: has a message behind it"), "{error}");
    let error = error_of(SIGNIFY_SIGNATURE, None).to_string();
    assert_eq!(error, "minisign or signify file: is a signature, and a key belongs here");
    let error = PublicKey::from_text("untrusted comment: a\nRWQ\n").unwrap_err();
    assert_eq!(error.code(), 36);
}
