//! Keys with a code of their kind before them (multicodec), in the encoding that the first letter names (multibase), and the public ones of
//! `did:key`.
//!
//! | first letter | encoding              | kind                        | code, as varint | bytes behind it            |
//! |--------------|-----------------------|-----------------------------|-----------------|----------------------------|
//! | `z`          | base58, of Bitcoin    | Ed25519 public, private     | ed01, 8026      | 32; private also 64        |
//! | `u`          | base64url, no padding | X25519 public, private      | ec01, 8226      | 32                         |
//! | `f`, `F`     | hexadecimal digits    | SM2 public, private         | 8624, 9026      | 33, compressed; 32         |
//! |              |                       | secp256k1 public, private   | e701, 8126      | 33, compressed; 32         |
//!
//! Contract: constant time in the key; its code shows, and its encoding.
//!
//! Sources: the table of multicodec; did:key of the W3C Credentials Community Group; Controlled Identifiers 1.0, section 2.2.2
//! (`publicKeyMultibase`, `secretKeyMultibase`).

use super::{base58, malformed};
use crate::ed25519;
use crate::encoding::{PrivateKey, PublicKey, SecretText, cleanly, shape};
use crate::secret::SecretBytes;
use crate::x25519;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use chop_core::ct::{self, declassify};

/// What a code says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ed25519Public,
    X25519Public,
    Ed25519Private,
    X25519Private,
    #[cfg(feature = "sm2")]
    Sm2Public,
    #[cfg(feature = "sm2")]
    Sm2Private,
    #[cfg(feature = "secp256k1")]
    Secp256k1Public,
    #[cfg(feature = "secp256k1")]
    Secp256k1Private,
}

const CODES: &[([u8; 2], Kind)] = &[
    ([0xED, 0x01], Kind::Ed25519Public),
    ([0xEC, 0x01], Kind::X25519Public),
    ([0x80, 0x26], Kind::Ed25519Private),
    ([0x82, 0x26], Kind::X25519Private),
    #[cfg(feature = "sm2")]
    ([0x86, 0x24], Kind::Sm2Public),
    #[cfg(feature = "sm2")]
    ([0x90, 0x26], Kind::Sm2Private),
    #[cfg(feature = "secp256k1")]
    ([0xE7, 0x01], Kind::Secp256k1Public),
    #[cfg(feature = "secp256k1")]
    ([0x81, 0x26], Kind::Secp256k1Private),
];

/// What stands before the key in an identifier.
const DID: &str = "did:key:";

/// Bytes of a code and its key.
const LENGTHS: [usize; 3] = [2 + 32, 2 + 33, 2 + 64];

impl PrivateKey {
    /// The key in multibase, base58: `z3u2…` for Ed25519.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for the hash variants of Ed25519, which have no code.
    pub fn to_multibase(&self) -> Result<SecretText, Error> {
        cleanly(|| {
            let (kind, secret) = match self {
                PrivateKey::Ed25519(key) => (Kind::Ed25519Private, key.to_seed()),
                PrivateKey::X25519(key) => (Kind::X25519Private, key.to_bytes()),
                #[cfg(feature = "sm2")]
                PrivateKey::Sm2(key) => (Kind::Sm2Private, key.to_bytes()),
                #[cfg(feature = "secp256k1")]
                PrivateKey::Secp256k1(key) => (Kind::Secp256k1Private, key.to_bytes()),
                #[allow(unreachable_patterns)] // without the hash variants
                _ => return Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
            };
            SecretText::from_bytes(write(kind, secret.as_bytes()))
        })
    }
}

impl PublicKey {
    /// The key in multibase, base58: `z6Mk…` for Ed25519, `z6LS…` for X25519, `zQ3s…` for secp256k1. Behind `did:key:` it is an identifier.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for the hash variants of Ed25519, which have no code.
    ///
    /// # Example
    /// ```
    /// use chop::encoding::PublicKey;
    /// let did = "did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK";
    /// let key = PublicKey::load(did.as_bytes())?;
    /// assert_eq!(format!("did:key:{}", key.to_multibase()?), did);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_multibase(&self) -> Result<String, Error> {
        let text = match self {
            PublicKey::Ed25519(key) => write(Kind::Ed25519Public, key.as_bytes()),
            PublicKey::X25519(key) => write(Kind::X25519Public, key.as_bytes()),
            #[cfg(feature = "sm2")]
            PublicKey::Sm2(key) => write(Kind::Sm2Public, &key.to_compressed_bytes()),
            #[cfg(feature = "secp256k1")]
            PublicKey::Secp256k1(key) => write(Kind::Secp256k1Public, &key.to_compressed_bytes()),
            #[allow(unreachable_patterns)] // without the hash variants
            _ => return Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        };
        Ok(SecretText::from_bytes(text)?.as_str().to_string())
    }
}

fn write(kind: Kind, key: &[u8]) -> SecretBytes {
    let code = CODES.iter().find(|code| code.1 == kind).map_or([0; 2], |code| code.0);
    let mut bytes = SecretBytes(Vec::with_capacity(2 + key.len()));
    bytes.0.extend_from_slice(&code);
    bytes.0.extend_from_slice(key);
    let base58 = base58::encode(&bytes.0);
    let mut text = SecretBytes(Vec::with_capacity(1 + base58.0.len()));
    text.0.push(b'z');
    text.0.extend_from_slice(&base58.0);
    text
}

/// Whether a text is an identifier.
pub(super) fn is_did(text: &str) -> bool {
    let first = text.as_bytes().get(..DID.len());
    first.is_some_and(|first| declassify(ct::eq(first, DID.as_bytes()), "which format a text has is public"))
}

/// Whether a text is a key. Its first letter is looked at only where keys in other encodings do not have its length.
pub(super) fn is_one(text: &str) -> bool {
    matches!(text.len(), 47..=50 | 69 | 71 | 89..=92 | 133)
        && decode(text).is_some_and(|bytes| kind(&bytes).is_some())
}

/// The private key in a text.
pub(super) fn private_key(text: &str) -> Result<PrivateKey, Error> {
    let (kind, bytes) = read(text)?;
    let key = &bytes.0[2..];
    match kind {
        Kind::Ed25519Private => ed25519::SigningKey::from_slice(key).map(PrivateKey::Ed25519),
        Kind::X25519Private => x25519::StaticSecret::from_slice(key).map(PrivateKey::X25519),
        #[cfg(feature = "sm2")]
        Kind::Sm2Private => crate::sm2::SigningKey::from_slice(key).map(PrivateKey::Sm2),
        #[cfg(feature = "secp256k1")]
        Kind::Secp256k1Private => crate::secp256k1::SigningKey::from_slice(key).map(PrivateKey::Secp256k1),
        _ => Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
    }
}

/// The public key in a text, or in an identifier.
pub(super) fn public_key(text: &str) -> Result<PublicKey, Error> {
    let text = if is_did(text) { without_fragment(&text[DID.len()..])? } else { text };
    let (kind, bytes) = read(text)?;
    let key = &bytes.0[2..];
    match kind {
        Kind::Ed25519Public => ed25519::VerifyingKey::from_slice(key).map(PublicKey::Ed25519),
        Kind::X25519Public => x25519::PublicKey::from_slice(key).map(PublicKey::X25519),
        #[cfg(feature = "sm2")]
        Kind::Sm2Public => crate::sm2::VerifyingKey::from_slice(key).map(PublicKey::Sm2),
        #[cfg(feature = "secp256k1")]
        Kind::Secp256k1Public => crate::secp256k1::VerifyingKey::from_slice(key).map(PublicKey::Secp256k1),
        _ => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
    }
}

/// The key in an identifier, behind which `#` and the key itself may stand. Another key stands there where one was derived from it.
fn without_fragment(text: &str) -> Result<&str, Error> {
    match text.split_once('#') {
        Some((key, fragment)) if key != fragment => Err(malformed(Fault::DidFragment)),
        Some((key, _)) => Ok(key),
        None => Ok(text),
    }
}

/// The code and all bytes of a text.
fn read(text: &str) -> Result<(Kind, SecretBytes), Error> {
    let bytes = decode(text).ok_or(malformed(Fault::MultibaseText))?;
    let kind = kind(&bytes).ok_or(malformed(Fault::MultibaseCode))?;
    Ok((kind, bytes))
}

fn decode(text: &str) -> Option<SecretBytes> {
    // The first letter is taken off as a prefix: to cut behind it would look at the second.
    let bytes = if let Some(rest) = text.strip_prefix('z') {
        LENGTHS.iter().find_map(|length| base58::decode(rest, *length))?
    } else if let Some(rest) = text.strip_prefix('u') {
        shape::base64url(rest)?.0
    } else {
        shape::hex(text.strip_prefix('f').or(text.strip_prefix('F'))?)?.0
    };
    LENGTHS.contains(&bytes.0.len()).then_some(bytes)
}

/// The kind of a key by the code before it.
fn kind(bytes: &SecretBytes) -> Option<Kind> {
    let code = bytes.0.first_chunk::<2>()?;
    let is = |known: &[u8; 2]| declassify(ct::eq(code, known), "which format a text has is public");
    CODES.iter().find(|(known, _)| is(known)).map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::text_keys::TextKey;
    use alloc::format;
    use base64ct::{Base64UrlUnpadded, Encoding};

    fn private(text: &str) -> Result<PublicKey, Error> {
        private_key(text).map(|key| key.public_key())
    }

    #[test]
    fn keys_of_all_algorithms_are_written_and_read_back() {
        let keys = [
            PrivateKey::Ed25519(ed25519::SigningKey::from_seed(&[7; 32])),
            PrivateKey::X25519(x25519::StaticSecret::from_bytes(&[7; 32])),
            #[cfg(feature = "sm2")]
            PrivateKey::Sm2(crate::sm2::SigningKey::from_bytes(&[7; 32]).unwrap()),
            #[cfg(feature = "secp256k1")]
            PrivateKey::Secp256k1(crate::secp256k1::SigningKey::from_bytes(&[7; 32]).unwrap()),
        ];
        for key in &keys {
            let (secret, public) = (key.to_multibase().unwrap(), key.public_key().to_multibase().unwrap());
            assert_eq!(private(secret.as_str()), Ok(key.public_key()));
            assert_eq!(public_key(&public), Ok(key.public_key()));
            assert_eq!(public_key(&format!("{DID}{public}#{public}")), Ok(key.public_key()));
            assert!(TextKey::of(secret.as_str()).is_some() && TextKey::of(&public).is_some());
            let bytes = decode(secret.as_str()).unwrap();
            for text in [
                format!("u{}", Base64UrlUnpadded::encode_string(&bytes.0)),
                format!("f{}", base16ct::lower::encode_string(&bytes.0)),
                format!("F{}", base16ct::upper::encode_string(&bytes.0)),
            ] {
                assert_eq!(private(&text), Ok(key.public_key()));
                assert!(TextKey::of(&text).is_some());
            }
            assert_eq!(private(&public), Err(Error::KeyFile(KeyFileError::PublicKeyGiven)));
            assert_eq!(public_key(secret.as_str()), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
        }
    }

    #[test]
    fn a_public_half_that_does_not_fit_is_refused() {
        let key = ed25519::SigningKey::from_seed(&[7; 32]);
        let mut pair = *key.to_keypair_bytes().as_bytes();
        let text = |pair: &[u8; 64]| format!("f8026{}", base16ct::lower::encode_string(pair));
        assert_eq!(private(&text(&pair)), Ok(PublicKey::Ed25519(key.verifying_key())));
        pair[63] ^= 1;
        assert_eq!(private(&text(&pair)), Err(Error::PublicKeyMismatch));
    }

    #[test]
    fn what_is_no_key_is_refused() {
        for (text, fault) in [
            ("z", Fault::MultibaseText),
            ("", Fault::MultibaseText),
            ("z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2do0", Fault::MultibaseText),
            // A key of P-256.
            ("did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169", Fault::MultibaseCode),
            ("did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK#z6LS", Fault::DidFragment),
        ] {
            assert_eq!(public_key(text), Err(malformed(fault)), "{text}");
        }
        let other = format!("f8024{}", "02".repeat(33));
        assert_eq!(public_key(&other), Err(malformed(Fault::MultibaseCode)));
        assert!(TextKey::of(&other).is_none());
    }
}
