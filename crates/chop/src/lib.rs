//! Ed25519 in all its variants, X25519, SM2 and secp256k1: one signature with little latency, or millions with much
//! throughput, with verdicts that never depend on the path taken.
//!
//! ```
//! use chop::ed25519::{self, Item, Policy, Signature, SigningKey, VerifyingKey};
//! # let secret = SigningKey::generate()?;
//! # let (bytes, msg) = (secret.verifying_key().to_bytes(), b"hello");
//! # let (sig, pem) = (&secret.sign(msg).to_bytes()[..], secret.to_pkcs8_pem()?);
//! # fn reject(_: usize) {}
//! let key = VerifyingKey::from_bytes(&bytes)?;
//! key.verify(msg, &Signature::from_slice(sig)?)?;                                   // one
//! # let signature = Signature::from_slice(sig)?;
//! # let items = [Item::new(&key, msg, &signature)];
//! for i in ed25519::verify_each(&items, Policy::ZIP_215).invalid() { reject(i) }    // each
//! ed25519::verify_all(&items, Policy::ZIP_215)?;                                    // all
//! # let pem = pem.as_str();
//! let key = SigningKey::from_pkcs8_pem(pem)?;                                       // sign from PEM
//! let sig = key.sign(msg);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module              | what it holds                                                        |
//! |---------------------|----------------------------------------------------------------------|
//! | [`ed25519`]         | keys, signatures, policies, many at a time                           |
//! | `ed25519_blake3`, `ed25519_blake2b` | the same with another hash                           |
//! | [`x25519`]          | key agreement                                                        |
//! | [`sm2`]             | keys, identifiers, signatures, many at a time                        |
//! | [`secp256k1`]       | ECDSA: keys, signatures, recovered keys, addresses, many at a time   |
//! | [`bip340`]          | Schnorr signatures over secp256k1, Taproot's keys                    |
//! | [`encoding`]        | key files                                                            |
//! | [`level`]           | which implementation computes                                        |
//! | `explain`           | what may have happened to a document between signing and verifying  |
//! | `hazmat`            | points and scalars for those who build protocols                     |
//!
//! # Features
//! All features are additive; none changes a verdict or a signature. Default: `std`, `getrandom`, `secp256k1`,
//! `sm2`, `signature`, `pkcs8`, `pem`. Further: `alloc`, `parallel`, `explain`, `hazmat`, `openssh`, `jose`, `cose`, `minisign`, `text-keys`, `x509`,
//! `gm`, `pkcs12`, `serde`, `digest`, `rand_core`, `subtle`, `zeroize`, `blake3`, `blake2b`. Without any the crate needs neither the standard
//! library nor an allocator.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "secp256k1")]
#[cfg_attr(docsrs, doc(cfg(feature = "secp256k1")))]
pub mod bip340;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod by_encoding;
#[cfg(feature = "alloc")]
mod combination;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod der;
pub mod ed25519;
#[cfg(any(feature = "blake2b", feature = "blake3"))]
mod ed25519_blake;
pub mod encoding;
mod error;
#[cfg(feature = "explain")]
#[cfg_attr(docsrs, doc(cfg(feature = "explain")))]
pub mod explain;
#[cfg(feature = "hazmat")]
#[cfg_attr(docsrs, doc(cfg(feature = "hazmat")))]
pub mod hazmat;
#[cfg(feature = "alloc")]
mod hot;
pub mod level;
#[cfg(doctest)]
mod misuse;
#[cfg(feature = "alloc")]
mod pieces;
#[cfg(feature = "std")]
mod reader;
#[cfg(all(doctest, feature = "alloc", feature = "getrandom"))]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
mod rfc6979;
#[cfg(feature = "secp256k1")]
#[cfg_attr(docsrs, doc(cfg(feature = "secp256k1")))]
pub mod secp256k1;
mod secret;
#[cfg(feature = "sm2")]
pub mod sm2;
#[cfg(feature = "alloc")]
mod verdicts;
pub mod x25519;

#[cfg(feature = "blake2b")]
pub use ed25519_blake::ed25519_blake2b;
#[cfg(feature = "blake3")]
pub use ed25519_blake::ed25519_blake3;
#[cfg(any(
    feature = "cose",
    feature = "gm",
    feature = "jose",
    feature = "minisign",
    feature = "openssh",
    feature = "pkcs12",
    feature = "text-keys"
))]
pub(crate) use error::Fault;
#[cfg(feature = "std")]
pub use error::ReaderError;
pub use error::{Error, FormatFault, KeyFileError};
pub use secret::Secret;
#[cfg(feature = "alloc")]
pub use verdicts::Verdicts;
