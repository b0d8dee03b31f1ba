//! The dialects of BIP 340: what a signature that does not verify may be instead.
//!
//! | what differs | tried                                                                                                 |
//! |--------------|-------------------------------------------------------------------------------------------------------|
//! | message      | the document as it is, what may have happened to it ([`documents`]), and its digests ([`MessageHash`]) |
//! | signature    | r ‖ s, s ‖ r, both little endian, and with a sighash byte behind it, as in a Bitcoin transaction       |
//!
//! Each is a complete verification: what is found is no guess.

use super::many::{Item, verify_each};
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::explain::{AS_IS, LARGE, documents};
use crate::secp256k1::MessageHash;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

/// One dialect in which a signature is valid: see [`dialects`](dialects()). [`Display`](fmt::Display) gives it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect {
    /// The hash whose digest of the document is the message; `None` if the document is the message.
    pub hash: Option<MessageHash>,
    /// The document, by its name in [`documents`]; [`AS_IS`] for the one that was given.
    pub document: &'static str,
    /// How the bytes hold r and s.
    pub signature: &'static str,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hash {
            Some(hash) => write!(f, "the message is the {hash} of the document")?,
            None => f.write_str("the document is the message")?,
        }
        if self.document != AS_IS {
            write!(f, ", {}", self.document)?;
        }
        write!(f, ", signature as {}", self.signature)
    }
}

/// The dialects in which the bytes are a valid signature of the document, the simplest first.
///
/// All combinations are tried of these; of a document of more than [`LARGE`] bytes only that as it is:
///
/// | what      | which                                                             |
/// |-----------|-------------------------------------------------------------------|
/// | document  | those of [`documents`]                                            |
/// | message   | the document, or one of its digests in [`MessageHash`]            |
/// | signature | r ‖ s, s ‖ r, both little endian, r ‖ s and a sighash byte        |
///
/// # Cost
/// Five hashes of each document, and for each a verification for each form of the signature, in one [`verify_each`].
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::bip340::{SigningKey, dialects};
/// use chop::secp256k1::{Digest, MessageHash};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// let signature = secret.sign(Digest::sha256(b"hello").as_bytes()).to_bytes();
/// let found = dialects(&secret.verifying_key(), b"hello", &signature);
/// assert_eq!(found[0].hash, Some(MessageHash::Sha256));
/// assert_eq!(found[0].to_string(), "the message is the sha256 of the document, signature as r ‖ s");
/// # Ok::<(), chop::Error>(())
/// ```
pub fn dialects(key: &VerifyingKey, document: &[u8], signature: &[u8]) -> Vec<Dialect> {
    let (readings, messages) = (readings(signature), messages(document));
    let tries: Vec<_> =
        messages.iter().flat_map(|message| readings.iter().map(move |reading| (message, reading))).collect();
    let items: Vec<_> =
        tries.iter().map(|(message, reading)| Item::new(key, &message.bytes, &reading.signature)).collect();
    let verdicts = verify_each(&items);
    let found = tries.iter().zip(verdicts.iter()).filter(|(_, valid)| *valid);
    found
        .map(|((message, reading), _)| Dialect {
            hash: message.hash,
            document: message.document,
            signature: reading.what,
        })
        .collect()
}

/// A way of reading the signature.
struct Reading {
    what: &'static str,
    signature: Signature,
}

/// All ways in which these bytes are a signature.
fn readings(bytes: &[u8]) -> Vec<Reading> {
    let of = |what, bytes: &[u8; 64]| Reading { what, signature: Signature::from_bytes(bytes) };
    let Some((plain, rest)) = bytes.split_first_chunk::<64>() else { return Vec::new() };
    match rest {
        [] => {
            let (mut swapped, mut reversed) = (*plain, *plain);
            swapped.rotate_left(32);
            reversed[..32].reverse();
            reversed[32..].reverse();
            Vec::from([
                of("r ‖ s", plain),
                of("s ‖ r: the halves are swapped", &swapped),
                of("r ‖ s, both little endian", &reversed),
            ])
        }
        [_] => Vec::from([of("r ‖ s and a sighash byte, as in a Bitcoin transaction", plain)]),
        _ => Vec::new(),
    }
}

/// What may have been signed.
struct Message<'a> {
    hash: Option<MessageHash>,
    document: &'static str,
    bytes: Cow<'a, [u8]>,
}

/// Every document, and every digest of it. Of equal messages the first, which is the simplest, is kept.
fn messages(document: &[u8]) -> Vec<Message<'_>> {
    let tried = if document.len() <= LARGE { usize::MAX } else { 1 };
    let mut all: Vec<Message<'_>> = Vec::new();
    let mut add = |message: Message<'_>| {
        if all.iter().all(|other| other.bytes != message.bytes) {
            all.push(Message { bytes: message.bytes.into_owned().into(), ..message });
        }
    };
    for (document, bytes) in documents(document).take(tried) {
        for hash in MessageHash::ALL {
            let digest = hash.digest(&bytes).as_bytes().to_vec();
            add(Message { hash: Some(hash), document, bytes: digest.into() });
        }
        add(Message { hash: None, document, bytes });
    }
    // Plain messages before digests, documents in their order.
    all.sort_by_key(|message| (message.document != AS_IS, message.hash.is_some()));
    all
}
