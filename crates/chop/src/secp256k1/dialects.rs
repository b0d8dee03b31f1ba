//! The dialects of ECDSA over secp256k1: what a signature that does not verify may be instead.
//!
//! | what differs | tried                                                                                        |
//! |--------------|----------------------------------------------------------------------------------------------|
//! | hashing      | those of [`MessageHash`], and the document as the digest itself                             |
//! | document     | as it is, and what may have happened to it: see [`documents`]                                |
//! | signature    | r ‖ s, s ‖ r, little endian, with v behind or before, DER, DER with a sighash byte, lax DER   |
//! | s            | as it is: under a rule that asks for a low one, a high s is named                             |
//!
//! Each is a complete verification: what is found is no guess.

use super::address::Address;
use super::digest::Digest;
use super::many::{Item, PreparedVerifyingKey, recover_addresses, verify_each};
use super::message_hash::MessageHash;
use super::recoverable::{RecoverableSignature, RecoveryId};
use super::rule::Rule;
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::Error;
use crate::explain::{AS_IS, LARGE, documents};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

/// One dialect in which a signature is valid: see [`dialects`](dialects()). [`Display`](fmt::Display) gives it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect {
    /// How the document was hashed; `None` if it is the digest itself.
    pub hash: Option<MessageHash>,
    /// The document, by its name in [`documents`]; [`AS_IS`] for the one that was given.
    pub document: &'static str,
    /// How the bytes hold r and s.
    pub signature: &'static str,
    /// `raw`, `recoverable`, `der` or `der-lax` if [`Signature::from_slice`],
    /// [`RecoverableSignature::from_bytes`](super::RecoverableSignature::from_bytes), [`Signature::from_der`] or only
    /// [`Signature::from_der_lax`] reads that; `None` for every other form.
    pub form: Option<&'static str>,
    /// Whether s is above (n − 1)/2, so that only a rule that takes any s accepts it.
    pub high_s: bool,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hash {
            Some(hash) => write!(f, "hashed with {hash}")?,
            None => f.write_str("the document is the digest")?,
        }
        if self.document != AS_IS {
            write!(f, ", {}", self.document)?;
        }
        write!(f, ", signature as {}", self.signature)?;
        if self.high_s { f.write_str(", s above n/2") } else { Ok(()) }
    }
}

/// The dialects in which the bytes are a valid signature of the message, the simplest first.
///
/// `signature` has any form, not as text; bytes in which no r and s are found have no dialect. All combinations are tried of these:
///
/// | what       | which                                                                                     |
/// |------------|-------------------------------------------------------------------------------------------|
/// | hash       | those of [`MessageHash`]; of 32 bytes, the document as the digest                          |
/// | document   | those of [`documents`]; of more than [`LARGE`] bytes only the message as it is             |
/// | signature  | r ‖ s, s ‖ r, both little endian, r ‖ s ‖ v, v ‖ r ‖ s, DER, DER with a sighash byte, lax DER, s before r in DER |
///
/// Of several hashes and documents with one digest, only the simplest are named.
///
/// # Warning
/// A dialect says what the signer's software did. It is no verdict: under some dialects whoever chooses the message can
/// make a valid signature (see [`Digest`]).
///
/// # Cost
/// A hash for each document and way of hashing, one [`PreparedVerifyingKey`], and under it a verification for each digest and form of the
/// signature, at most five forms, in one [`verify_each`].
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::secp256k1::{Digest, MessageHash, SigningKey, dialects};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// let signature = secret.sign_digest(&Digest::eip191(b"hello")).to_bytes();
/// let found = dialects(&secret.verifying_key(), b"hello", &signature);
/// assert_eq!((found[0].hash, found[0].form), (Some(MessageHash::Eip191), Some("raw")));
/// assert_eq!(found[0].to_string(), "hashed with eip191, signature as r ‖ s");
/// # Ok::<(), chop::Error>(())
/// ```
pub fn dialects(key: &VerifyingKey, message: &[u8], signature: &[u8]) -> Vec<Dialect> {
    let readings = readings(signature);
    if readings.is_empty() {
        return Vec::new();
    }
    let hashed = all_hashed(message);
    let prepared = PreparedVerifyingKey::new(key);
    let tries = tries(&hashed, &readings);
    let items: Vec<_> = tries
        .iter()
        .map(|(hashed, reading)| Item::of_digest(&prepared, &hashed.digest, &reading.signature))
        .collect();
    let verdicts = verify_each(&items, Rule::ANY_S);
    let found = tries.iter().zip(verdicts.iter()).filter(|(_, valid)| *valid);
    found.map(|((hashed, reading), _)| dialect(hashed, reading)).collect()
}

/// As [`dialects`](dialects()), where the address of a key is known and not the key: the dialects in which the bytes recover a key of that address,
/// each with the recovery id that does so.
///
/// All recovery ids are tried, whatever v stands behind the signature: an id that differs from it says that v is wrong.
///
/// # Cost
/// A hash for each document and way of hashing, and four recoveries for each digest and form of the signature, in one [`recover_addresses`].
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::secp256k1::{Address, Digest, MessageHash, SigningKey, dialects_of_address};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// let signature = secret.sign_digest_recoverable(&Digest::eip191(b"hello"));
/// let address = Address::of(&secret.verifying_key());
/// let found = dialects_of_address(&address, b"hello", &signature.signature().to_bytes());
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].0.hash, found[0].1), (Some(MessageHash::Eip191), signature.recovery_id()));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn dialects_of_address(
    address: &Address,
    message: &[u8],
    signature: &[u8],
) -> Vec<(Dialect, RecoveryId)> {
    let (hashed, readings) = (all_hashed(message), readings(signature));
    let ids = || (0..4).filter_map(RecoveryId::new);
    let tries: Vec<_> = tries(&hashed, &readings)
        .into_iter()
        .flat_map(|(hashed, reading)| {
            ids().map(move |id| (hashed, reading, RecoverableSignature::new(reading.signature, id)))
        })
        .collect();
    let items: Vec<_> = tries.iter().map(|(hashed, _, signature)| (&hashed.digest, signature)).collect();
    let addresses = recover_addresses(&items, Rule::ANY_S);
    let found = tries.iter().zip(addresses).filter(|(_, recovered)| recovered.as_ref() == Some(address));
    found
        .map(|((hashed, reading, signature), _)| (dialect(hashed, reading), signature.recovery_id()))
        .collect()
}

/// Every digest with every way of reading the signature.
fn tries<'a>(hashed: &'a [Hashed], readings: &'a [Reading]) -> Vec<(&'a Hashed, &'a Reading)> {
    hashed.iter().flat_map(|hashed| readings.iter().map(move |reading| (hashed, reading))).collect()
}

fn dialect(hashed: &Hashed, reading: &Reading) -> Dialect {
    Dialect {
        hash: hashed.hash,
        document: hashed.document,
        signature: reading.what,
        form: reading.form,
        high_s: !reading.signature.has_low_s(),
    }
}

/// A way of reading the signature, with the form of [`Dialect`].
struct Reading {
    what: &'static str,
    form: Option<&'static str>,
    signature: Signature,
}

/// All ways in which these bytes are a signature.
fn readings(bytes: &[u8]) -> Vec<Reading> {
    let mut all = Vec::new();
    let mut add = |what, form, signature: Result<Signature, Error>| {
        all.extend(signature.ok().map(|signature| Reading { what, form, signature }));
    };
    let swapped =
        |signature: Signature| Signature::from_components(*signature.s_bytes(), *signature.r_bytes());
    if let Ok(halves) = <&[u8; 64]>::try_from(bytes) {
        add("r ‖ s", Some("raw"), Signature::from_bytes(halves));
        add("s ‖ r: the halves are swapped", None, Signature::from_bytes(halves).and_then(swapped));
        let mut reversed = *halves;
        reversed.reverse();
        add("r ‖ s, both little endian", None, Signature::from_bytes(&reversed).and_then(swapped));
    }
    if let [first, rest @ ..] = bytes
        && bytes.len() == 65
    {
        let (last, halves) = (bytes[64], &bytes[..64]);
        let of_v = |v: u8| matches!(v, 0 | 1 | 27 | 28);
        if of_v(last) {
            add("r ‖ s ‖ v", Some("recoverable"), Signature::from_slice(halves));
        } else {
            add("r ‖ s and a byte that is no v", None, Signature::from_slice(halves));
        }
        // Bitcoin's signed messages have 27 to 34 in front.
        if matches!(first, 0..=3 | 27..=34) {
            add("v ‖ r ‖ s: v comes first", None, Signature::from_slice(rest));
        }
    }
    match Signature::from_der(bytes) {
        Ok(signature) => {
            add("DER", Some("der"), Ok(signature));
            add("DER, s before r", None, swapped(signature));
        }
        Err(_) => {
            let strict = bytes.split_last().map(|(_, der)| Signature::from_der(der));
            if let Some(Ok(signature)) = strict {
                add(
                    "DER with a sighash byte behind it, as in a Bitcoin script",
                    Some("der-lax"),
                    Ok(signature),
                );
            } else {
                let lax = Signature::from_der_lax(bytes);
                add("lax DER, as it was read before BIP 66", Some("der-lax"), lax);
                add("lax DER, s before r", None, lax.and_then(swapped));
            }
        }
    }
    all
}

/// A document, hashed in one way.
struct Hashed {
    hash: Option<MessageHash>,
    document: &'static str,
    digest: Digest,
}

/// Every document, hashed in every way. Several ways lead to one digest: the first, which is the simplest, is kept.
fn all_hashed(message: &[u8]) -> Vec<Hashed> {
    let tried = if message.len() <= LARGE { usize::MAX } else { 1 };
    let mut all = Vec::new();
    for (document, bytes) in documents(message).take(tried) {
        let hashed = |hash: MessageHash| Hashed { hash: Some(hash), document, digest: hash.digest(&bytes) };
        all.extend(MessageHash::ALL.map(hashed));
        if let Ok(digest) = <[u8; 32]>::try_from(&*bytes) {
            all.push(Hashed { hash: None, document, digest: Digest::from_bytes(digest) });
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|hashed| seen.insert(*hashed.digest.as_bytes()));
    all
}
