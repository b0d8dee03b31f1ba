//! The input of the bulk operations: signatures with their keys and messages.

use crate::bip340::{Signature, VerifyingKey};
use crate::{Error, level};
use chop_core::engine::secp256k1::point::Secp256k1Point;
use chop_core::engine::secp256k1::schnorr;
use sha2::{Digest as _, Sha256};

/// A public key in any form: bytes, or decoded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum KeyRef<'a> {
    /// 32 bytes; if they are no key, the item is invalid.
    Bytes(&'a [u8; 32]),
    /// A decoded key.
    Decoded(&'a VerifyingKey),
}

impl KeyRef<'_> {
    /// x, big endian.
    pub(super) fn to_bytes(self) -> [u8; 32] {
        match self {
            KeyRef::Bytes(bytes) => *bytes,
            KeyRef::Decoded(key) => key.to_bytes(),
        }
    }
}

impl<'a> From<&'a [u8; 32]> for KeyRef<'a> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        KeyRef::Bytes(bytes)
    }
}

impl<'a> From<&'a VerifyingKey> for KeyRef<'a> {
    fn from(key: &'a VerifyingKey) -> Self {
        KeyRef::Decoded(key)
    }
}

/// One signature to verify among many: see [`verify_each`](super::verify_each).
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    pub(super) key: KeyRef<'a>,
    pub(super) message: &'a [u8],
    pub(super) signature: &'a Signature,
}

impl<'a> Item<'a> {
    /// A signature of a message.
    pub fn new(key: impl Into<KeyRef<'a>>, message: &'a [u8], signature: &'a Signature) -> Item<'a> {
        Item { key: key.into(), message, signature }
    }

    /// Verifies this signature alone: the verdict that it has among many.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason; a key that is no key is one.
    ///
    /// # Timing
    /// Variable in all arguments: everything here is public.
    pub fn verify(&self) -> Result<(), Error> {
        match self.key {
            KeyRef::Bytes(bytes) => VerifyingKey::from_bytes(bytes)
                .map_err(|_| Error::InvalidSignature)?
                .verify(self.message, self.signature),
            KeyRef::Decoded(key) => key.verify(self.message, self.signature),
        }
    }

    /// e, given the hash that becomes it before anything is hashed.
    pub(super) fn challenge(&self, start: &Sha256) -> [u8; 32] {
        let hash = start.clone().chain_update(self.signature.r_bytes()).chain_update(self.key.to_bytes());
        hash.chain_update(self.message).finalize().into()
    }
}

/// Keys that are decoded together.
const DECODED: usize = 128;

/// The points of all keys; `None` for bytes that are no key.
///
/// # Panics
/// If the lengths differ.
pub(super) fn decode(keys: &[KeyRef<'_>], points: &mut [Option<Secp256k1Point>]) {
    assert_eq!(keys.len(), points.len(), "one place a key");
    for (keys, points) in keys.chunks(DECODED).zip(points.chunks_mut(DECODED)) {
        let (mut xs, mut places, mut n) = ([&[0; 32]; DECODED], [0; DECODED], 0);
        for (i, key) in keys.iter().enumerate() {
            match key {
                KeyRef::Bytes(bytes) => {
                    (xs[n], places[n]) = (bytes, i);
                    n += 1;
                }
                KeyRef::Decoded(key) => points[i] = Some(key.point),
            }
        }
        let mut decoded = [None; DECODED];
        schnorr::lift_x_each(level::current(), &xs[..n], &mut decoded[..n]);
        for (place, point) in places[..n].iter().zip(decoded) {
            points[*place] = point;
        }
    }
}
