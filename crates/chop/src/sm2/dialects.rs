//! The dialects of SM2: what a signature that does not verify may be instead.
//!
//! | what differs        | tried                                                                              |
//! |---------------------|------------------------------------------------------------------------------------|
//! | identifier          | the one asked for, the default, that of TLS 1.3, none, a list, the default as hex  |
//! | hashing             | SM3(Z ‖ M), SM3(Z ‖ SM3(M)), SM3(M), SHA-256(M), M itself as an integer             |
//! | document            | as it is, and what may have happened to it: see [`documents`]                       |
//! | signature           | r ‖ s, s ‖ r, little endian, DER, lenient DER, SKF and SDF                          |
//!
//! Each is a complete verification: what is found is no guess.

use super::digest::Digest;
use super::id::Id;
use super::many::{Item, PreparedVerifyingKey, verify_each};
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::Error;
use crate::explain::{AS_IS, LARGE, documents};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use sha2::{Digest as _, Sha256};

/// The standard's hash.
const STANDARD: &str = "SM3(Z ‖ M)";
/// Not hashed: `sign` of the Python package gmssl, and `hash: false` of the JavaScript package sm-crypto.
const INTEGER: &str = "M as an integer modulo n, not hashed (gmssl's sign, sm-crypto's hash: false)";
/// [`Id::DEFAULT`] as hexadecimal text, which some software takes for the identifier.
const DEFAULT_AS_HEX: &[u8] = b"31323334353637383132333435363738";

/// One dialect in which a signature is valid: see [`dialects`](dialects()). [`Display`](fmt::Display) gives it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect<'a> {
    /// The identifier, where the hash has one.
    pub id: Option<Id<'a>>,
    /// What is signed as e: `SM3(Z ‖ M)` is the standard's.
    pub hash: &'static str,
    /// The document M, by its name in [`documents`]; [`AS_IS`] for the one that was given.
    pub document: &'static str,
    /// How the bytes hold r and s.
    pub signature: &'static str,
    /// `raw`, `der` or `der-lenient` if [`Signature::from_slice`], [`Signature::from_der`] or only
    /// [`Signature::from_der_lenient`] reads that; `None` for every other form.
    pub form: Option<&'static str>,
}

impl Dialect<'_> {
    /// Whether `verify` under [`Dialect::id`] accepts the document that was given, once the signature is read as
    /// [`Dialect::form`] says. There is a form and an identifier then.
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{Id, SigningKey, dialects};
    /// # let secret = SigningKey::from_bytes(&[7; 32])?;
    /// # let key = secret.verifying_key();
    /// let signature = secret.with_id(&Id::EMPTY).sign(b"hello").to_bytes();
    /// assert!(dialects(&key, Id::DEFAULT, &[], b"hello", &signature)[0].is_standard());
    /// assert!(!dialects(&key, Id::DEFAULT, &[], b"hello\n", &signature)[0].is_standard());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn is_standard(&self) -> bool {
        self.hash == STANDARD && self.document == AS_IS && self.form.is_some()
    }
}

impl fmt::Display for Dialect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "identifier {}, {}", id.in_words(), self.hash)?,
            None => write!(f, "without identifier, {}", self.hash)?,
        }
        if self.document != AS_IS {
            write!(f, ", {}", self.document)?;
        }
        write!(f, ", signature as {}", self.signature)
    }
}

/// The dialects in which the bytes are a valid signature of the message, the simplest first.
///
/// | argument    | what it is                                                                               |
/// |-------------|------------------------------------------------------------------------------------------|
/// | `asked`     | the identifier that the caller expected                                                  |
/// | `more`      | other identifiers to try; [`Id::DEFAULT`], [`Id::TLS_13`] and [`Id::EMPTY`] always are    |
/// | `signature` | the signature in any form, not as text; bytes in which no r and s are found have no dialect |
///
/// All combinations are tried of these:
///
/// | what       | which                                                                                     |
/// |------------|-------------------------------------------------------------------------------------------|
/// | identifier | `asked`, those three, `more`, and [`Id::DEFAULT`] as hexadecimal text                      |
/// | hash       | SM3(Z ‖ M), SM3(Z ‖ SM3(M)), SM3(M), SHA-256(M), M itself as an integer modulo n, of any length |
/// | document   | those of [`documents`]; of more than [`LARGE`] bytes only the message as it is             |
/// | signature  | r ‖ s, s ‖ r, both little endian, DER and lenient DER in either order, SKF and SDF         |
///
/// Of several identifiers, hashes and documents with one digest, only the simplest are named. If `verify` accepts the signature under `asked`, that
/// is among the dialects.
///
/// # Warning
/// A dialect says what the signer's software did. It is no verdict: under some dialects whoever chooses the message can
/// make a valid signature (see [`Digest`]).
///
/// # Cost
/// A hash for each identifier, way of hashing and document, one [`PreparedVerifyingKey`], and under it a verification for each
/// digest and form of the signature, at most five forms, in one [`verify_each`]. Heap: one changed document at a time, of at most
/// twice the bytes of the message, and what these verifications take.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::sm2::{Id, SigningKey, dialects};
/// # let secret = SigningKey::from_bytes(&[7; 32])?;
/// # let key = secret.verifying_key();
/// let signature = secret.with_id(&Id::EMPTY).sign(b"hello").to_der();
/// let found = dialects(&key, Id::DEFAULT, &[], b"hello", signature.as_ref());
/// assert_eq!((found[0].id, found[0].form), (Some(Id::EMPTY), Some("der")));
/// assert_eq!(
///     found[0].to_string(),
///     "identifier '' (empty, as OpenSSL 3 takes it), SM3(Z ‖ M), signature as DER"
/// );
/// # Ok::<(), chop::Error>(())
/// ```
pub fn dialects<'a>(
    key: &VerifyingKey,
    asked: Id<'a>,
    more: &[Id<'a>],
    message: &[u8],
    signature: &[u8],
) -> Vec<Dialect<'a>> {
    let readings = readings(signature);
    if readings.is_empty() {
        return Vec::new();
    }
    let hashed = all_hashed(key, &ids(asked, more), message);
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

impl Id<'_> {
    /// The identifier for people: with who uses it if that is known, as text if it is plain, else in hexadecimal digits.
    ///
    /// Text is plain if it is UTF-8 without control characters, line ends, and characters that turn the direction of text: a
    /// terminal shows it as it is.
    ///
    /// # Timing
    /// Variable with the identifier, which is public.
    ///
    /// # Example
    /// ```
    /// use chop::sm2::Id;
    /// assert_eq!(Id::DEFAULT.in_words(), "1234567812345678 (the default)");
    /// assert_eq!(Id::new("张三".as_bytes())?.in_words(), "'张三'");
    /// assert_eq!(Id::new(b"a\n")?.in_words(), "610a (hex)");
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn in_words(&self) -> String {
        let plain = |text: &&str| !text.chars().any(commands_a_terminal);
        match core::str::from_utf8(self.as_bytes()).ok().filter(plain) {
            _ if *self == Id::DEFAULT => "1234567812345678 (the default)".to_string(),
            _ if *self == Id::TLS_13 => "TLSv1.3+GM+Cipher+Suite (of TLS 1.3)".to_string(),
            Some("") => "'' (empty, as OpenSSL 3 takes it)".to_string(),
            Some(text) => format!("'{text}'"),
            None => format!("{} (hex)", base16ct::lower::encode_string(self.as_bytes())),
        }
    }
}

/// Whether a character is a control character (C0, DEL, C1), ends a line, or turns the direction of text.
fn commands_a_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
fn ids<'a>(asked: Id<'a>, more: &[Id<'a>]) -> Vec<Id<'a>> {
    let known = [asked, Id::DEFAULT, Id::TLS_13, Id::EMPTY];
    let mut all: Vec<Id<'a>> = Vec::new();
    for id in known.into_iter().chain(more.iter().copied()).chain(Id::new(DEFAULT_AS_HEX)) {
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

/// Every document, hashed in every way. Several ways lead to one digest: the first, which is the simplest, is kept.
fn all_hashed<'a>(key: &VerifyingKey, ids: &[Id<'a>], message: &[u8]) -> Vec<Hashed<'a>> {
    let tried = if message.len() <= LARGE { usize::MAX } else { 1 };
    let mut all: Vec<_> = documents(message)
        .take(tried)
        .flat_map(|(document, bytes)| hashed(key, ids, document, &bytes))
        .collect();
    let mut seen = BTreeSet::new();
    all.retain(|hashed| seen.insert(*hashed.digest.as_bytes()));
    all
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
    match message.try_into() {
        Ok(digest) => add("the document is the digest", Digest::from_bytes(digest)),
        Err(_) => add(INTEGER, Digest::of_integer(message)),
    }
    all
}

fn dialect<'a>(hashed: &Hashed<'a>, reading: &Reading) -> Dialect<'a> {
    Dialect {
        id: hashed.id,
        hash: hashed.hash,
        document: hashed.document,
        signature: reading.what,
        form: reading.form,
    }
}
