//! `COSE_Key`.

use super::cbor::{Item, Map};
use super::{ED25519, EDDSA, malformed};
use crate::encoding::{PrivateKey, PublicKey, cleanly, halves_agree};
use crate::{Error, Fault, KeyFileError, ed25519, x25519};
use alloc::vec::Vec;

/// The labels of a key's parameters (RFC 9052, section 7.1; RFC 9053, section 7.2).
const KTY: i128 = 1;
const KID: i128 = 2;
const ALG: i128 = 3;
const KEY_OPS: i128 = 4;
const CRV: i128 = -1;
const X: i128 = -2;
const D: i128 = -4;
/// The operations of a key that signs and of one that verifies.
const SIGN: i128 = 1;
const VERIFY: i128 = 2;

/// A public key.
///
/// # Example
/// ```
/// use chop::encoding::cose::CoseKey;
/// # let key = chop::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
/// let bytes = [b"\xa3\x01\x01\x20\x06\x21\x58\x20".as_slice(), key.as_bytes()].concat();
/// assert_eq!(CoseKey::from_bytes(&bytes)?.key().to_bytes(), key.as_bytes());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoseKey {
    key: PublicKey,
    key_id: Option<Vec<u8>>,
    may_verify: bool,
}

impl CoseKey {
    /// Reads a public key.
    ///
    /// # Errors
    /// [`KeyFileError::PrivateKeyGiven`] if there is a secret in it, [`KeyFileError::WrongAlgorithm`] for keys of other kinds;
    /// [`KeyFileError::Malformed`], [`Error::NotAPoint`].
    pub fn from_bytes(bytes: &[u8]) -> Result<CoseKey, Error> {
        let item = Item::from_bytes(bytes).map_err(malformed)?;
        let map = item.map().ok_or(malformed(Fault::CoseKeyMap))?;
        let is_ed25519 = is_ed25519(map)?;
        if map.get(D).is_some() {
            return Err(Error::KeyFile(KeyFileError::PrivateKeyGiven));
        }
        let key_id = match map.get(KID) {
            None => None,
            Some(id) => Some(id.bytes().ok_or(malformed(Fault::CoseKeyId))?.to_vec()),
        };
        Ok(CoseKey { key: public_key(is_ed25519, map)?, key_id, may_verify: allows(map, VERIFY)? })
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The name of the key, `kid`.
    pub fn key_id(&self) -> Option<&[u8]> {
        self.key_id.as_deref()
    }

    /// Whether its owner allows it to verify signatures: `alg` and `key_ops`.
    pub fn may_verify(&self) -> bool {
        self.may_verify
    }

    /// Reads a private key.
    ///
    /// # Errors
    /// [`KeyFileError::PublicKeyGiven`] if there is no secret in it, [`KeyFileError::WrongAlgorithm`],
    /// [`Error::PublicKeyMismatch`] if its public half, which may be missing, belongs to another secret; [`KeyFileError::Malformed`].
    pub fn private_from_bytes(bytes: &[u8]) -> Result<PrivateKey, Error> {
        cleanly(|| {
            let item = Item::from_bytes(bytes).map_err(malformed)?;
            let map = item.map().ok_or(malformed(Fault::CoseKeyMap))?;
            let is_ed25519 = is_ed25519(map)?;
            let secret = map.get(D).ok_or(Error::KeyFile(KeyFileError::PublicKeyGiven))?.bytes();
            let secret: &[u8; 32] =
                secret.and_then(|secret| secret.try_into().ok()).ok_or(malformed(Fault::CoseKeyD))?;
            let key = match is_ed25519 {
                true => PrivateKey::Ed25519(ed25519::SigningKey::from_seed(secret)),
                false => PrivateKey::X25519(x25519::StaticSecret::from_bytes(secret)),
            };
            if map.get(X).is_some()
                && !halves_agree(&public_key(is_ed25519, map)?.to_bytes(), &key.public_key().to_bytes())
            {
                return Err(Error::PublicKeyMismatch);
            }
            Ok(key)
        })
    }
}

impl CoseKey {
    /// Whether the owner of a private key allows it to sign: `alg` and `key_ops`.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`].
    pub fn may_sign(private: &[u8]) -> Result<bool, Error> {
        let item = Item::from_bytes(private).map_err(malformed)?;
        allows(item.map().ok_or(malformed(Fault::CoseKeyMap))?, SIGN)
    }
}

/// Whether an item is a key, as far as it says it itself.
pub(super) fn is_one(item: &Item<'_>) -> bool {
    let number = |label| item.map().and_then(|map| map.get(label)).and_then(Item::number);
    number(KTY).is_some() && item.map().is_some_and(|map| map.get(CRV).is_some())
}

/// Whether a key is one of Ed25519, and not of X25519, the other that is read.
fn is_ed25519(map: &Map<'_>) -> Result<bool, Error> {
    let number = |label| map.get(label).and_then(Item::number);
    match (number(KTY), number(CRV)) {
        (Some(1), Some(6)) => Ok(true),
        (Some(1), Some(4)) => Ok(false),
        (Some(_), Some(_)) => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        _ => Err(malformed(Fault::CoseKeyType)),
    }
}

fn public_key(is_ed25519: bool, map: &Map<'_>) -> Result<PublicKey, Error> {
    let x = map.get(X).and_then(Item::bytes).and_then(|x| x.try_into().ok());
    let x: &[u8; 32] = x.ok_or(malformed(Fault::CoseKeyX))?;
    Ok(match is_ed25519 {
        true => PublicKey::Ed25519(ed25519::VerifyingKey::from_bytes(x)?),
        false => PublicKey::X25519(x25519::PublicKey::from_bytes(x)),
    })
}

/// Whether `alg` and `key_ops` allow something.
fn allows(map: &Map<'_>, operation: i128) -> Result<bool, Error> {
    let algorithm = match map.get(ALG) {
        None => true,
        Some(algorithm) => matches!(algorithm.number(), Some(ED25519 | EDDSA)),
    };
    let is_named = match map.get(KEY_OPS) {
        None => true,
        Some(all) => {
            all.array().ok_or(malformed(Fault::CoseKeyOperations))?.contains(&Item::Number(operation))
        }
    };
    Ok(algorithm && is_named)
}
