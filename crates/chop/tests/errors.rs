//! The numbers of errors, which are a contract with bindings and never change.

use chop::{Error, KeyFileError};

/// Every error, with its number.
const ALL: &[(u32, Error)] = &[
    (1, Error::InvalidSignature),
    (2, Error::PublicKeyLength),
    (3, Error::SecretKeyLength),
    (4, Error::SignatureLength),
    (5, Error::NotAPoint),
    (6, Error::PublicKeyMismatch),
    (7, Error::ContextLength),
    (8, Error::Randomness),
    (9, Error::ZeroSharedSecret),
    (10, Error::MessageChanged),
    (11, Error::FaultDetected),
    (12, Error::KeyFile(KeyFileError::Pem)),
    (13, Error::KeyFile(KeyFileError::Der)),
    (14, Error::KeyFile(KeyFileError::WrongAlgorithm)),
    (15, Error::KeyFile(KeyFileError::Encrypted)),
    (16, Error::KeyFile(KeyFileError::Decryption)),
    (17, Error::KeyFile(KeyFileError::PrivateKeyGiven)),
    (18, Error::KeyFile(KeyFileError::PublicKeyGiven)),
    (19, Error::SecretKeyRange),
    (20, Error::SignatureRange),
    (21, Error::SignatureDer),
    (22, Error::IdLength),
    (23, Error::KeyFile(KeyFileError::KdfCost)),
    (24, Error::KeyFile(KeyFileError::UnknownEncryption)),
    (25, Error::KeyFile(KeyFileError::CfcaFile)),
    (26, Error::KeyFile(KeyFileError::EnvelopedKey)),
    (27, Error::KeyFile(KeyFileError::CurveParameters)),
    (28, Error::Blob),
    (29, Error::KeyFile(KeyFileError::Certificate)),
    (30, Error::EmptyMessage),
    (31, Error::Ciphertext),
    (32, Error::ScalarRange),
    (33, Error::NotCanonical),
    (34, Error::DomainTag),
    (35, Error::KeyFile(KeyFileError::Memory)),
    (37, Error::KeyFile(KeyFileError::OpenSshEncryption)),
    (38, Error::KeyFile(KeyFileError::SecurityToken)),
    (60, Error::KeyFile(KeyFileError::BareBytes)),
    (61, Error::KeyFile(KeyFileError::TwoKeys)),
    (62, Error::KeyFile(KeyFileError::SeveralKeys)),
    (63, Error::KeyFile(KeyFileError::Unrecognised)),
    (64, Error::KeyFile(KeyFileError::Prefix)),
    (65, Error::KeyFile(KeyFileError::OpenPgp)),
    (66, Error::KeyFile(KeyFileError::Pkcs12)),
    (67, Error::KeyFile(KeyFileError::PuttyKey)),
    (68, Error::KeyFile(KeyFileError::JavaKeystore)),
    (69, Error::KeyFile(KeyFileError::AgeFile)),
    (90, Error::KeyFile(KeyFileError::OtherEnvelope)),
    (91, Error::KeyFile(KeyFileError::Pkcs12Encryption)),
    (92, Error::KeyFile(KeyFileError::WireguardFile)),
    (93, Error::KeyFile(KeyFileError::Jwe)),
    (94, Error::HybridPublicKey),
    (95, Error::RecoveryId),
    (96, Error::Address),
];

#[test]
fn every_error_keeps_its_number() {
    for (code, error) in ALL {
        assert_eq!(error.code(), *code, "{error:?}");
    }
    // 36 is that of files which do not follow their format, and comes with a fault. Numbers may be left out.
    assert!(ALL.iter().map(|(code, _)| *code).eq((1..=35).chain(37..=38).chain(60..=69).chain(90..=96)));
}

#[test]
fn every_error_has_a_text_of_its_own() {
    for (i, (_, error)) in ALL.iter().enumerate() {
        let text = error.to_string();
        assert!(!text.is_empty());
        assert!(ALL[..i].iter().all(|(_, other)| other.to_string() != text), "{text}");
    }
}
