//! The dialects of Ed25519: what a signature that a policy rejects may be instead.
//!
//! | what differs | tried                                                                                     |
//! |--------------|-------------------------------------------------------------------------------------------|
//! | algorithm    | Ed25519, Ed25519ph, the hash variants that are compiled; with a context Ed25519ctx, Ed25519ph |
//! | document     | as it is, and what may have happened to it: see [`documents`]                              |
//!
//! Each is a complete verification under the policy: what is found is no guess.

use super::generic::Item;
use super::hash::{Hash, Sha512};
use super::mode::Context;
use super::policy::Policy;
use crate::explain::{AS_IS, LARGE, documents};
use alloc::vec::Vec;
use core::fmt;
use ed25519::Signature;

/// An algorithm of the Ed25519 family, with its context. [`Display`](fmt::Display) gives its name, and says whether there is
/// a context.
///
/// # Example
/// ```
/// use chop::ed25519::{Context, Variant};
/// let variant = Variant::Ph(Some(Context::new(b"invoices v1")?));
/// assert_eq!(variant.algorithm(), "ed25519ph");
/// assert_eq!(variant.to_string(), "ed25519ph with the context");
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant<'a> {
    /// Ed25519.
    Pure,
    /// Ed25519ctx.
    Ctx(Context<'a>),
    /// Ed25519ph, with or without a context.
    Ph(Option<Context<'a>>),
    /// Ed25519 with BLAKE3.
    #[cfg(feature = "blake3")]
    Blake3,
    /// Ed25519 with BLAKE2b-512.
    #[cfg(feature = "blake2b")]
    Blake2b,
}

impl<'a> Variant<'a> {
    /// The name of the algorithm, as the program `chop` spells it.
    pub fn algorithm(&self) -> &'static str {
        match self {
            Variant::Pure => Sha512::ALGORITHM,
            Variant::Ctx(_) => "ed25519ctx",
            Variant::Ph(_) => "ed25519ph",
            #[cfg(feature = "blake3")]
            Variant::Blake3 => super::hash::Blake3::ALGORITHM,
            #[cfg(feature = "blake2b")]
            Variant::Blake2b => super::hash::Blake2b::ALGORITHM,
        }
    }

    /// The context, if there is one.
    pub fn context(&self) -> Option<Context<'a>> {
        match self {
            Variant::Ctx(context) => Some(*context),
            Variant::Ph(context) => *context,
            _ => None,
        }
    }

    /// Every algorithm, those with a context where there is one.
    fn all(context: Option<Context<'a>>) -> impl Iterator<Item = Variant<'a>> {
        let bound = context.map(|context| [Variant::Ctx(context), Variant::Ph(Some(context))]);
        let hashes = [
            #[cfg(feature = "blake3")]
            Variant::Blake3,
            #[cfg(feature = "blake2b")]
            Variant::Blake2b,
        ];
        [Variant::Pure, Variant::Ph(None)].into_iter().chain(bound.into_iter().flatten()).chain(hashes)
    }

    fn accepts(self, key: &[u8; 32], policy: Policy, message: &[u8], signature: &Signature) -> bool {
        let verdict = match self {
            Variant::Pure => Item::<Sha512>::new(key, message, signature).verify(policy),
            Variant::Ctx(context) => Item::<Sha512>::ctx(key, context, message, signature).verify(policy),
            Variant::Ph(context) => {
                let digest = Sha512::digest(&[message]);
                Item::<Sha512>::ph(key, context, &digest, signature).verify(policy)
            }
            #[cfg(feature = "blake3")]
            Variant::Blake3 => Item::<super::hash::Blake3>::new(key, message, signature).verify(policy),
            #[cfg(feature = "blake2b")]
            Variant::Blake2b => Item::<super::hash::Blake2b>::new(key, message, signature).verify(policy),
        };
        verdict.is_ok()
    }
}

impl fmt::Display for Variant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm())?;
        if self.context().is_some() { f.write_str(" with the context") } else { Ok(()) }
    }
}

/// One dialect in which a signature is valid: see [`dialects`](dialects()). [`Display`](fmt::Display) gives it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Dialect<'a> {
    /// The algorithm that verifies.
    pub variant: Variant<'a>,
    /// The document that verifies, by its name in [`documents`]; [`AS_IS`] for the one that was given.
    pub document: &'static str,
}

impl fmt::Display for Dialect<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.document {
            AS_IS => write!(f, "{}", self.variant),
            changed => write!(f, "{}, {changed}", self.variant),
        }
    }
}

/// The dialects in which the signature is valid under the key and the policy, the simplest first.
///
/// | argument | what it is                                                                                  |
/// |----------|---------------------------------------------------------------------------------------------|
/// | `key`    | a public key of any algorithm of the family; bytes that are no key have no dialect           |
/// | `asked`  | the algorithm that the caller expected; its context, if it has one, is tried with the others |
/// | `policy` | which edge cases count as valid                                                             |
///
/// Tried are Ed25519, Ed25519ph, and with a context Ed25519ctx and Ed25519ph with it; with the features `blake3` and `blake2b` the hash
/// variants, too. Each is tried with each document of [`documents`]; where the message has more than [`LARGE`] bytes, the changed
/// documents with `asked` alone. If `asked` accepts the message as it is, that is among the dialects.
///
/// # Warning
/// A dialect says what the signer's software did. It is no verdict: a verifier that accepts whatever is found accepts several
/// messages for one signature.
///
/// # Cost
/// A hash and a verification for each algorithm and document: 96 at most. Heap: one changed document at a time, of at most twice the
/// bytes of the message.
///
/// # Timing
/// Variable in all arguments: everything here is public.
///
/// # Example
/// ```
/// use chop::ed25519::{Policy, SigningKey, Variant, dialects};
/// # let secret = SigningKey::from_seed(&[7; 32]);
/// # let (key, signature) = (secret.verifying_key().to_bytes(), secret.ph(None).sign(b"hello"));
/// let found = dialects(&key, Variant::Pure, Policy::DEFAULT, b"hello\n", &signature);
/// assert_eq!(found[0].variant, Variant::Ph(None));
/// assert_eq!(found[0].to_string(), "ed25519ph, the document without its last newline");
/// ```
pub fn dialects<'a>(
    key: &[u8; 32],
    asked: Variant<'a>,
    policy: Policy,
    message: &[u8],
    signature: &Signature,
) -> Vec<Dialect<'a>> {
    let mut found = Vec::new();
    for (document, bytes) in documents(message) {
        let every = document == AS_IS || message.len() <= LARGE;
        let tried = Variant::all(asked.context()).filter(|variant| every || *variant == asked);
        let valid = tried.filter(|variant| variant.accepts(key, policy, &bytes, signature));
        found.extend(valid.map(|variant| Dialect { variant, document }));
    }
    found
}
