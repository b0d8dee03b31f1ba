//! ECDSA over secp256k1 (SEC 1, 4.1; SEC 2, 2.4.1), as Bitcoin and Ethereum use it.
//!
//! ```
//! use chop::secp256k1::{Signature, SigningKey, VerifyingKey};
//! let key = SigningKey::from_bytes(&[7; 32])?;
//! let signature = key.sign(b"hello").to_der();
//! let public = VerifyingKey::from_slice(&key.verifying_key().to_compressed_bytes())?;
//! public.verify(b"hello", &Signature::from_der(signature.as_ref())?)?;
//! # Ok::<(), chop::Error>(())
//! ```
//!
//! | to                           | use                                                                 |
//! |------------------------------|---------------------------------------------------------------------|
//! | sign a message               | [`SigningKey::sign`], which hashes it with SHA-256                  |
//! | hash it otherwise            | [`Digest`], with [`SigningKey::sign_digest`] and [`VerifyingKey::verify_digest`] |
//! | verify                       | [`VerifyingKey::verify`], by the rule of libsecp256k1; another [`Rule`] by [`VerifyingKey::verify_digest_by`] |
//! | find the key of a signature  | [`RecoverableSignature::recover`], [`Address`]                      |
//! | verify many, a verdict each  | [`verify_each`]                                                     |
//! | find the keys of many        | [`recover_many`], [`recover_addresses`]                             |
//! | sign many, make many keys    | [`sign_many`], [`sign_digests`], [`keygen_many`]                    |
//! | verify often under one key   | [`PreparedVerifyingKey`]                                            |
//! | find what else it may be     | `dialects`, `dialects_of_address`, with the feature `explain`       |
//!
//! | type                     | what it is                                                              |
//! |--------------------------|-------------------------------------------------------------------------|
//! | [`SigningKey`]           | d in 1 ..= n − 1, with its public key                                   |
//! | [`VerifyingKey`]         | a point of the curve                                                    |
//! | [`PreparedVerifyingKey`] | the same with a table, for keys that verify often                       |
//! | [`Digest`]               | the 32 bytes that are signed                                            |
//! | [`MessageHash`]          | how a message becomes a digest, by name                                 |
//! | [`Signature`]            | r and s in 1 ..= n − 1, as r ‖ s or DER                                 |
//! | [`RecoverableSignature`] | the same with what recovers the key                                     |
//! | [`Rule`]                 | which signatures count, by name                                         |
//! | [`Address`]              | of a key, as Ethereum has it                                            |

mod address;
#[cfg(feature = "explain")]
mod dialects;
mod digest;
mod lax_der;
#[cfg(feature = "alloc")]
mod many;
mod message_hash;
mod recoverable;
mod rule;
mod signature;
mod signing;
pub(crate) mod stack;
mod verifying;

pub use address::Address;
#[cfg(feature = "explain")]
pub use dialects::{Dialect, dialects, dialects_of_address};
pub use digest::Digest;
#[cfg(all(feature = "alloc", feature = "getrandom"))]
pub use many::sign_many_hedged;
#[cfg(feature = "alloc")]
pub use many::{
    Item, KeyCache, KeyRef, PreparedVerifyingKey, keygen_many, recover_addresses, recover_many, sign_digests,
    sign_many, sign_many_hedged_with, verify_each, verify_each_into,
};
pub use message_hash::MessageHash;
pub use recoverable::{RecoverableSignature, RecoveryId};
pub use rule::{DerForm, Rule};
pub use signature::{DerSignature, Signature};
pub use signing::SigningKey;
pub use verifying::VerifyingKey;
