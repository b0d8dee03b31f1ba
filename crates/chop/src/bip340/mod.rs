//! Schnorr signatures over secp256k1 (BIP 340), and the tweaked keys of Taproot (BIP 341).
//!
//! ```
//! use chop::bip340::{Signature, SigningKey, VerifyingKey};
//! let key = SigningKey::from_bytes(&[7; 32])?;
//! let signature = key.sign(b"hello").to_bytes();
//! let public = VerifyingKey::from_bytes(&key.verifying_key().to_bytes())?;
//! public.verify(b"hello", &Signature::from_bytes(&signature))?;
//! # Ok::<(), chop::Error>(())
//! ```
//!
//! | to                          | use                                                                  |
//! |-----------------------------|----------------------------------------------------------------------|
//! | sign                        | [`SigningKey::sign`], `sign_hedged`, `sign_hedged_with`, `sign_checked`, `sign_reader` |
//! | verify one                  | [`VerifyingKey::verify`]                                             |
//! | verify many, a verdict each | [`verify_each`]                                                      |
//! | verify many, one verdict    | `verify_all`; `find_invalid` tells which are not valid               |
//! | tweak a key                 | [`SigningKey::tweaked`], [`VerifyingKey::tweaked`]                   |
//!
//! | type             | what it is                                       |
//! |------------------|--------------------------------------------------|
//! | [`SigningKey`]   | d in 1 ..= n − 1 whose point has an even y       |
//! | [`VerifyingKey`] | the x of a point, which stands for the even y    |
//! | [`Signature`]    | x of R and s, 64 bytes                           |
//!
//! Messages have any length and are hashed by the standard alone: there is no signature of a digest.

#[cfg(feature = "explain")]
mod dialects;
mod hash;
#[cfg(feature = "alloc")]
mod many;
mod signature;
mod signing;
mod verifying;

#[cfg(feature = "explain")]
pub use dialects::{Dialect, dialects};
#[cfg(feature = "alloc")]
pub use many::{BatchError, Item, KeyRef, verify_all_deterministic, verify_each, verify_each_into};
#[cfg(all(feature = "alloc", feature = "getrandom"))]
pub use many::{find_invalid, verify_all};
pub use signature::Signature;
pub use signing::SigningKey;
pub use verifying::{Parity, VerifyingKey};
