//! The dialects of SM2: what a signature that does not verify may be instead.
//!
//! | what differs        | tried                                                                              |
//! |---------------------|------------------------------------------------------------------------------------|
//! | identifier          | the one asked for, the default, that of TLS 1.3, none, the default as hex, a list  |
//! | hashing             | SM3(Z ‖ M), SM3(Z ‖ SM3(M)), SM3(M), SHA-256(M), M itself if it has 32 bytes        |
//! | document            | as it is, and what may have happened to it: see [`CHANGES`]                        |
//! | signature           | r ‖ s, s ‖ r, little endian, DER, lenient DER, SKF and SDF                          |
//!
//! Each is a complete verification: what is found is no guess. `chop verify` takes none of them unasked.

use super::guesses::{CHANGES, LARGE};
use crate::output;
use chop::sm2::{Digest, Id, Item, PreparedVerifyingKey, Signature, VerifyingKey, verify_each};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::collections::HashSet;

/// One dialect in which the signature is valid.
pub(super) struct Dialect {
    /// Where the identifier takes part.
    id: Option<Vec<u8>>,
    hash: &'static str,
    document: &'static str,
    signature: &'static str,
    /// What `chop verify` must be told to accept it, if it can be.
    pub(super) options: Option<String>,
}

/// The document as it is.
const AS_IS: &str = "the document as it is";
/// The standard's hash.
const STANDARD: &str = "SM3(Z ‖ M)";

impl Dialect {
    pub(super) fn in_words(&self) -> String {
        let mut words = match &self.id {
            Some(id) => format!("identifier {}, {}", describe_id(id), self.hash),
            None => format!("without identifier, {}", self.hash),
        };
        if self.document != AS_IS {
            words += &format!(", {}", self.document);
        }
        words + ", signature as " + self.signature
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "id": self.id.as_ref().map(|id| output::hex(id)),
            "hash": self.hash,
            "document": self.document,
            "signature": self.signature,
            "options": self.options,
        })
    }
}

/// An identifier for people.
pub(super) fn describe_id(id: &[u8]) -> String {
    let text = std::str::from_utf8(id).ok().filter(|text| !text.chars().any(output::commands_a_terminal));
    match text {
        _ if id == Id::DEFAULT.as_bytes() => "1234567812345678 (the default)".to_owned(),
        _ if id == Id::TLS_13.as_bytes() => "TLSv1.3+GM+Cipher+Suite (of TLS 1.3)".to_owned(),
        Some("") => "'' (empty, as OpenSSL 3 takes it)".to_owned(),
        Some(text) => format!("'{text}'"),
        None => format!("{} (hex)", output::hex(id)),
    }
}

/// The option that names an identifier: as text, where that is plain.
fn option_of(id: &[u8]) -> String {
    match std::str::from_utf8(id) {
        Ok(text) if text.chars().all(|c| c.is_ascii_graphic() && c != '\'') => format!("--id '{text}'"),
        _ => format!("--id-hex {}", output::hex(id)),
    }
}

/// A way of reading the signature, with the `--signature-format` for it.
struct Reading {
    what: &'static str,
    format: Option<&'static str>,
    signature: Signature,
}

/// All ways in which these bytes are a signature.
fn readings(bytes: &[u8]) -> Vec<Reading> {
    let mut all = Vec::new();
    let mut add = |what, format, signature: Result<Signature, chop::Error>| {
        all.extend(signature.ok().map(|signature| Reading { what, format, signature }));
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
    match Signature::from_der(bytes) {
        Ok(signature) => {
            add("DER", Some("der"), Ok(signature));
            add("DER, s before r", None, swapped(signature));
        }
        Err(_) => {
            let lenient = Signature::from_der_lenient(bytes);
            add("lenient DER: needless or missing zeros, or long lengths", Some("der-lenient"), lenient);
            add("lenient DER, s before r", None, lenient.and_then(swapped));
        }
    }
    add("the structure of SKF and SDF", None, Signature::from_blob(bytes));
    all
}

/// Every identifier once.
fn ids<'a>(asked: Id<'a>, more: &'a [String]) -> Vec<Id<'a>> {
    let as_hex = Id::new(b"31323334353637383132333435363738");
    let more = more.iter().filter_map(|text| Id::new(text.as_bytes()).ok());
    let known = [asked, Id::DEFAULT, Id::TLS_13, Id::EMPTY];
    let mut all: Vec<Id<'a>> = Vec::new();
    for id in known.into_iter().chain(more).chain(as_hex) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

/// A document, hashed in one way.
struct Hashed<'a> {
    id: Option<Id<'a>>,
    hash: &'static str,
    document: &'static str,
    digest: Digest,
}

fn hashed<'a>(key: &VerifyingKey, ids: &[Id<'a>], document: &'static str, message: &[u8]) -> Vec<Hashed<'a>> {
    let mut all = Vec::new();
    for id in ids {
        let bound = key.with_id(id);
        let mut add = |hash, digest| all.push(Hashed { id: Some(*id), hash, document, digest });
        add(STANDARD, bound.digest(message));
        add("SM3(Z ‖ SM3(M)): hashed twice", bound.double_digest(message));
    }
    let mut add = |hash, digest| all.push(Hashed { id: None, hash, document, digest });
    add("SM3(M): without Z", Digest::without_z(message));
    add("SHA-256(M): without Z", Digest::from_bytes(Sha256::digest(message).into()));
    if let Ok(digest) = message.try_into() {
        add("the document is the digest", Digest::from_bytes(digest));
    }
    all
}

/// The dialects in which the bytes are a valid signature of the message, the simplest first.
pub(super) fn valid(
    key: &VerifyingKey,
    asked: Id<'_>,
    more: &[String],
    message: &[u8],
    signature: &[u8],
) -> Vec<Dialect> {
    let readings = readings(signature);
    if readings.is_empty() {
        return Vec::new();
    }
    let ids = ids(asked, more);
    let mut documents = vec![(AS_IS, Cow::Borrowed(message))];
    if message.len() <= LARGE {
        let changed = CHANGES.iter().filter_map(|(what, change)| Some((*what, Cow::Owned(change(message)?))));
        documents.extend(changed);
    }
    let mut hashed: Vec<_> =
        documents.iter().flat_map(|(what, message)| hashed(key, &ids, what, message)).collect();
    // Several ways lead to one digest: the first is the simplest.
    let mut seen = HashSet::new();
    hashed.retain(|hashed| seen.insert(hashed.digest));
    let prepared = PreparedVerifyingKey::new(key);
    let tries: Vec<_> =
        hashed.iter().flat_map(|hashed| readings.iter().map(move |reading| (hashed, reading))).collect();
    let items: Vec<_> = tries
        .iter()
        .map(|(hashed, reading)| Item::prehashed(&prepared, &hashed.digest, &reading.signature))
        .collect();
    let verdicts = verify_each(&items);
    let found = tries.iter().zip(verdicts.iter()).filter(|(_, valid)| *valid);
    found.map(|((hashed, reading), _)| dialect(hashed, reading)).collect()
}

fn dialect(hashed: &Hashed<'_>, reading: &Reading) -> Dialect {
    let options = match (hashed.id, reading.format) {
        (Some(id), Some(format)) if hashed.hash == STANDARD && hashed.document == AS_IS => {
            Some(format!("{} --signature-format {format}", option_of(id.as_bytes())))
        }
        _ => None,
    };
    Dialect {
        id: hashed.id.map(|id| id.as_bytes().to_vec()),
        hash: hashed.hash,
        document: hashed.document,
        signature: reading.what,
        options,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::sm2::SigningKey;

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32]).unwrap()
    }

    fn found(message: &[u8], signature: &[u8]) -> Vec<Dialect> {
        valid(&key().verifying_key(), Id::DEFAULT, &["alice".to_owned()], message, signature)
    }

    #[test]
    fn every_identifier_is_found_and_named_once() {
        for (id, name) in [
            (&b""[..], "empty"),
            (b"TLSv1.3+GM+Cipher+Suite", "TLS 1.3"),
            (b"alice", "'alice'"),
            (b"31323334353637383132333435363738", "3132"),
        ] {
            let signature = key().with_id(&Id::new(id).unwrap()).sign(b"hello");
            let found = found(b"hello", signature.to_der().as_ref());
            assert_eq!(found.len(), 1);
            assert!(found[0].in_words().contains(name), "{}", found[0].in_words());
            let options = format!("{} --signature-format der", option_of(id));
            assert_eq!(found[0].options.as_deref(), Some(options.as_str()));
        }
        assert_eq!(option_of("张三".as_bytes()), "--id-hex e5bca0e4b889");
        assert_eq!(option_of(b""), "--id ''");
    }

    #[test]
    fn every_way_of_hashing_is_found() {
        let e = key().with_id(&Id::DEFAULT).digest(b"hello");
        for (digest, document, expected) in [
            (key().with_id(&Id::EMPTY).double_digest(b"hello"), b"hello".to_vec(), "SM3(Z ‖ SM3(M))"),
            (Digest::without_z(b"hello"), b"hello".to_vec(), "SM3(M): without Z"),
            (Digest::from_bytes(Sha256::digest(b"hello").into()), b"hello".to_vec(), "SHA-256(M)"),
            (e, e.as_bytes().to_vec(), "the document is the digest"),
            (e, (output::hex(e.as_bytes()) + "\n").into_bytes(), "the bytes whose hexadecimal text"),
            (e, b"hello\n".to_vec(), "without its last newline"),
        ] {
            let found = found(&document, &key().sign_prehashed(&digest).to_bytes());
            assert_eq!(found.len(), 1, "{expected}");
            assert!(found[0].in_words().contains(expected), "{}", found[0].in_words());
            assert_eq!(found[0].options, None);
        }
    }

    #[test]
    fn every_form_of_a_signature_is_found() {
        let signature = key().sign(b"hello");
        let swapped = Signature::from_components(*signature.s_bytes(), *signature.r_bytes()).unwrap();
        let mut little = swapped.to_bytes();
        little.reverse();
        let mut lenient = signature.to_der().as_ref().to_vec();
        lenient.splice(1..2, [0x81, lenient[1]]);
        for (bytes, expected) in [
            (signature.to_bytes().to_vec(), "r ‖ s"),
            (swapped.to_bytes().to_vec(), "s ‖ r"),
            (little.to_vec(), "little endian"),
            (signature.to_der().as_ref().to_vec(), "signature as DER"),
            (swapped.to_der().as_ref().to_vec(), "DER, s before r"),
            (lenient, "lenient DER"),
            (signature.to_blob().to_vec(), "SKF"),
        ] {
            let found = found(b"hello", &bytes);
            assert_eq!(found.len(), 1, "{expected}");
            assert!(found[0].in_words().contains(expected), "{}", found[0].in_words());
        }
        assert!(found(b"other", &signature.to_bytes()).is_empty());
        assert!(found(b"hello", b"no signature").is_empty());
    }
}
