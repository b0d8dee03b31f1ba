//! Ed25519 (RFC 8032): keys, signatures, one at a time or many, under any known verification rule.
//!
//! | to                          | use                                                            |
//! |-----------------------------|----------------------------------------------------------------|
//! | sign                        | [`SigningKey::sign`](generic::SigningKey::sign), `sign_hedged`, `sign_checked`, `sign_reader` |
//! | verify one                  | [`VerifyingKey::verify`](generic::VerifyingKey::verify), `with_policy` |
//! | verify many, a verdict each | [`verify_each`]                                                |
//! | verify many, one verdict    | `verify_all`, [`verify_all_deterministic`]                     |
//! | find the bad ones           | `find_invalid`                                                 |
//! | verify often under one key  | [`PreparedVerifyingKey`]                                       |
//! | bind to a use               | [`Context`] with `ctx`                                         |
//! | sign a digest               | `ph`                                                           |
//! | know why                    | [`facts`](generic::VerifyingKey::facts), [`Policy::rejection`] |
//! | find what else it may be    | `dialects`, with the feature `explain`                         |
//!
//! The names here are those of standard Ed25519, with SHA-512; `ed25519_blake3` and `ed25519_blake2b`
//! have the same ones for the variants. The types behind them are in [`generic`].

#[cfg(feature = "explain")]
mod dialects;
mod facts;
mod hash;
#[cfg(feature = "alloc")]
mod many;
mod mode;
mod policy;
#[cfg(feature = "serde")]
mod serde;
mod signing;
mod software;
#[cfg(feature = "signature")]
mod traits;
mod verifying;

pub use ::ed25519::Signature;
#[cfg(feature = "explain")]
pub use dialects::{Dialect, Variant, dialects};
pub use facts::Facts;
#[cfg(feature = "alloc")]
pub use many::{
    BatchError, Verdicts, keygen_many, sign_many, verify_all_deterministic, verify_each, verify_each_into,
};
#[cfg(all(feature = "alloc", feature = "getrandom"))]
pub use many::{find_invalid, verify_all};
pub use mode::Context;
pub use policy::{Equation, NamedPolicy, Policy, Rejection, SRange, UnknownPolicy};
pub use software::Software;

/// A running SHA-512, for Ed25519ph.
pub use sha2::Sha512 as Sha512State;

/// The types behind the names of [`ed25519`](crate::ed25519) and its variants, generic over the hash.
pub mod generic {
    #[cfg(feature = "blake2b")]
    pub use super::hash::Blake2b;
    #[cfg(feature = "blake3")]
    pub use super::hash::Blake3;
    pub use super::hash::{Hash, Sha512};
    #[cfg(feature = "alloc")]
    pub use super::many::{Item, KeyCache, KeyRef, PreparedVerifyingKey};
    pub use super::mode::{Ctx, Mode, Ph, Pure};
    pub use super::signing::{BoundSigner, SigningKey};
    pub use super::verifying::{BoundVerifier, VerifyingKey};
}

macro_rules! names {
    ($hash:ident) => {
        /// A secret key with its public key, ready to sign. See [`generic::SigningKey`].
        pub type SigningKey = generic::SigningKey<generic::$hash>;
        /// A public key. See [`generic::VerifyingKey`].
        pub type VerifyingKey = generic::VerifyingKey<generic::$hash>;
        /// A public key with a table for frequent use. See [`generic::PreparedVerifyingKey`].
        #[cfg(feature = "alloc")]
        pub type PreparedVerifyingKey = generic::PreparedVerifyingKey<generic::$hash>;
        /// Prepared keys that stay from call to call. See [`generic::KeyCache`].
        #[cfg(feature = "alloc")]
        pub type KeyCache = generic::KeyCache<generic::$hash>;
        /// One signature among many. See [`generic::Item`].
        #[cfg(feature = "alloc")]
        pub type Item<'a> = generic::Item<'a, generic::$hash>;
        /// A public key in any form. See [`generic::KeyRef`].
        #[cfg(feature = "alloc")]
        pub type KeyRef<'a> = generic::KeyRef<'a, generic::$hash>;
    };
}
#[cfg(any(feature = "blake2b", feature = "blake3"))]
pub(crate) use names;

names!(Sha512);
