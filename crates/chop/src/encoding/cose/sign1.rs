//! `COSE_Sign1`.

use super::cbor::{Item, Map, bytes, head};
use super::{ED25519, EDDSA, malformed};
use crate::ed25519::{self, Policy, SigningKey, VerifyingKey};
use crate::{Error, Fault};
use alloc::vec::Vec;

/// The labels of headers (RFC 9052, section 3.1).
const ALG: i128 = 1;
const CRIT: i128 = 2;
const CONTENT_TYPE: i128 = 3;
const KID: i128 = 4;
/// The tag of `COSE_Sign1`.
const TAG: u64 = 18;

/// A signature with its headers, and with its payload unless that is detached.
///
/// # Example
/// ```
/// use chop::ed25519::{Policy, SigningKey};
/// use chop::encoding::cose::Sign1;
/// let key = SigningKey::generate()?;
/// let signature = Sign1::from_bytes(&Sign1::sign_detached(&key, Some(b"2026"), b"hello"))?;
/// assert_eq!((signature.key_id(), signature.payload()), (Some(&b"2026"[..]), None));
/// signature.verify(&key.verifying_key(), b"hello", b"", Policy::DEFAULT)?;
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign1 {
    /// The protected header as it is signed.
    protected: Vec<u8>,
    key_id: Option<Vec<u8>>,
    payload: Option<Vec<u8>>,
    signature: ed25519::Signature,
}

impl Sign1 {
    /// Reads a signature, with its tag or without.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed): also for signatures of other algorithms, for `crit` that is not
    /// understood, and for `alg` or `crit` outside the protected header.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sign1, Error> {
        let item = Item::from_bytes(bytes).map_err(malformed)?;
        let Some([protected, other, payload, signature]) = parts(&item) else {
            return Err(malformed(Fault::Sign1Parts));
        };
        let protected = protected.bytes().ok_or(malformed(Fault::Sign1Parts))?;
        let other = other.map().ok_or(malformed(Fault::Sign1Parts))?;
        let payload = match payload {
            Item::Null => None,
            payload => Some(payload.bytes().ok_or(malformed(Fault::Sign1Parts))?.to_vec()),
        };
        let key_id = read_headers(protected, other)?;
        let signature = signature.bytes().and_then(|signature| signature.try_into().ok());
        let signature = signature.ok_or(malformed(Fault::Sign1Signature))?;
        Ok(Sign1 {
            protected: protected.to_vec(),
            key_id,
            payload,
            signature: ed25519::Signature::from_bytes(signature),
        })
    }

    /// The payload; `None` if it is detached.
    pub fn payload(&self) -> Option<&[u8]> {
        self.payload.as_deref()
    }

    /// The name of the key, `kid`, from either header: a hint, which proves nothing.
    pub fn key_id(&self) -> Option<&[u8]> {
        self.key_id.as_deref()
    }

    /// Verifies it for a payload, which must be the one in it unless that is detached, and for data that are signed with it and stand
    /// nowhere in it (most often none).
    ///
    /// # Errors
    /// [`Error::InvalidSignature`].
    pub fn verify(
        &self,
        key: &VerifyingKey,
        payload: &[u8],
        external: &[u8],
        policy: Policy,
    ) -> Result<(), Error> {
        if self.payload().is_some_and(|own| own != payload) {
            return Err(Error::InvalidSignature);
        }
        let signed = signed(&self.protected, external, payload);
        key.with_policy(policy).verify_parts(&[&signed, payload], &self.signature)
    }

    /// Signs a payload, which is not in the result; `key_id` becomes its `kid`.
    pub fn sign_detached(key: &SigningKey, key_id: Option<&[u8]>, payload: &[u8]) -> Vec<u8> {
        // {1: −19}, and {4: kid} where there is a name.
        let protected = [head(5, 1), head(0, ALG as usize), head(1, (-1 - ED25519) as usize)].concat();
        let other = match key_id {
            Some(id) => [head(5, 1), head(0, KID as usize), bytes(id)].concat(),
            None => head(5, 0),
        };
        let signature = key.sign_parts(&[&signed(&protected, b"", payload), payload]);
        let null = alloc::vec![0xf6];
        let tag = head(6, TAG as usize);
        [tag, head(4, 4), bytes(&protected), other, null, bytes(&signature.to_bytes())].concat()
    }
}

/// Whether an item is a signature, as far as it says it itself.
pub(super) fn is_one(item: &Item<'_>) -> bool {
    let Some([protected, other, _, signature]) = parts(item) else { return false };
    protected.bytes().is_some() && other.map().is_some() && signature.bytes().is_some()
}

/// The four parts.
fn parts<'i, 'a>(item: &'i Item<'a>) -> Option<&'i [Item<'a>; 4]> {
    let array = match item {
        Item::Tag(TAG, inner) => inner.array(),
        other => other.array(),
    };
    array?.try_into().ok()
}

/// The beginning of what is signed: all of `Sig_structure` but the bytes of the payload.
fn signed(protected: &[u8], external: &[u8], payload: &[u8]) -> Vec<u8> {
    let name = b"Signature1";
    [
        &head(4, 4),
        &head(3, name.len()),
        &name[..],
        &bytes(protected),
        &bytes(external),
        &head(2, payload.len()),
    ]
    .concat()
}

/// Checks both headers; the name of the key.
fn read_headers(protected: &[u8], other: &Map<'_>) -> Result<Option<Vec<u8>>, Error> {
    let item = match protected {
        // An empty header may be written as no map at all.
        b"" => Item::Map(Map::default()),
        protected => Item::from_bytes(protected).map_err(malformed)?,
    };
    let protected = item.map().ok_or(malformed(Fault::Sign1Header))?;
    if [ALG, CRIT].iter().any(|label| other.get(*label).is_some())
        || protected.keys().any(|label| other.has(label))
    {
        return Err(malformed(Fault::Sign1Unprotected));
    }
    match protected.get(ALG).map(Item::number) {
        Some(Some(ED25519 | EDDSA)) => {}
        _ => return Err(malformed(Fault::Sign1Algorithm)),
    }
    if let Some(critical) = protected.get(CRIT) {
        let understood = |label: &Item<'_>| {
            matches!(label.number(), Some(ALG | CRIT | CONTENT_TYPE | KID)) && protected.has(label)
        };
        match critical.array() {
            Some(labels) if !labels.is_empty() && labels.iter().all(understood) => {}
            _ => return Err(malformed(Fault::Sign1Critical)),
        }
    }
    match protected.get(KID).or(other.get(KID)) {
        None => Ok(None),
        Some(id) => id.bytes().map(|id| Some(id.to_vec())).ok_or(malformed(Fault::Sign1KeyId)),
    }
}
