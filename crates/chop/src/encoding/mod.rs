//! Keys as files and text: PKCS#8 and SPKI in DER and PEM, encrypted PKCS#8, raw keys of the hash
//! variants.
//!
//! | key                  | private                                        | public                     |
//! |----------------------|------------------------------------------------|----------------------------|
//! | Ed25519, X25519      | PKCS#8 (RFC 8410), `PRIVATE KEY`, `ENCRYPTED PRIVATE KEY` | SPKI, `PUBLIC KEY` |
//! | Ed25519 with BLAKE3  | 32 raw bytes, `ED25519-BLAKE3 PRIVATE KEY`     | `ED25519-BLAKE3 PUBLIC KEY` |
//! | Ed25519 with BLAKE2b | 32 raw bytes, `ED25519-BLAKE2B PRIVATE KEY`    | `ED25519-BLAKE2B PUBLIC KEY` |
//!
//! Written in one form only: PKCS#8 version 1, which every program reads. Read as version 1, version 2
//! (with a public key, which must fit) and the form that old versions of ring wrote. [`PrivateKey`] and
//! [`PublicKey`] read whatever a file holds.

#[cfg(feature = "pem")]
mod any;
#[cfg(feature = "pkcs8")]
mod der;
#[cfg(feature = "serde")]
pub(crate) mod hex;
#[cfg(feature = "pkcs8")]
mod keys;
#[cfg(feature = "pem")]
pub(crate) mod pem;

#[cfg(feature = "pem")]
pub use any::{PrivateKey, PublicKey};
#[cfg(feature = "pem")]
pub use pem::SecretText;
