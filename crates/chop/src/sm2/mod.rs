//! SM2 signatures (GB/T 32918.2, GM/T 0003.2, ISO/IEC 14888-3) on the curve of GB/T 32918.5.
//!
//! ```
//! use chop::sm2::{Id, Signature, SigningKey, VerifyingKey};
//! let key = SigningKey::generate()?;
//! let signature = key.sign(b"hello").to_der();
//! let public = VerifyingKey::from_bytes(&key.verifying_key().to_bytes())?;
//! public.verify(b"hello", &Signature::from_der(signature.as_ref())?)?;
//! // Software that was not told an identifier may have taken none.
//! let empty = key.with_id(&Id::EMPTY).sign(b"hello");
//! public.with_id(&Id::EMPTY).verify(b"hello", &empty)?;
//! # Ok::<(), chop::Error>(())
//! ```
//!
//! | to                          | use                                                            |
//! |-----------------------------|----------------------------------------------------------------|
//! | sign                        | [`SigningKey::sign`], `sign_hedged`, `sign_checked`, `sign_reader` |
//! | verify one                  | [`VerifyingKey::verify`]                                       |
//! | verify many, a verdict each | [`verify_each`]                                                |
//! | sign many, make many keys   | [`sign_many`], [`sign_many_hedged`], [`keygen_many`]           |
//! | verify often under one key  | [`PreparedVerifyingKey`]                                       |
//! | bind to a signer's name     | [`Id`] with `with_id`                                          |
//! | sign a digest               | [`SigningKey::sign_prehashed`]                                 |
//! | encrypt with a public key   | [`encrypt`], [`decrypt`]                                       |
//! | find what else it may be    | `dialects`, with the feature `explain`                         |
//!
//! | type                     | what it is                                                     |
//! |--------------------------|----------------------------------------------------------------|
//! | [`SigningKey`]           | d in 1 ..= n − 2, with what signing needs                      |
//! | [`VerifyingKey`]         | a point of the curve                                           |
//! | [`PreparedVerifyingKey`] | the same with a table, for keys that verify often              |
//! | [`Id`]                   | the identifier that is hashed before a message                 |
//! | [`Digest`]               | a message that was hashed elsewhere, or otherwise              |
//! | [`Signature`]            | r and s in 1 ..= n − 1, as r ‖ s or DER                        |

mod blob;
#[cfg(feature = "explain")]
mod dialects;
mod digest;
#[cfg(feature = "alloc")]
mod encrypt;
mod hash;
mod id;
#[cfg(feature = "alloc")]
mod many;
mod nonce;
#[cfg(feature = "serde")]
mod serde;
mod signature;
mod signing;
#[cfg(feature = "signature")]
mod traits;
mod verifying;

#[cfg(feature = "explain")]
pub use dialects::{Dialect, dialects};
pub use digest::Digest;
#[cfg(all(feature = "alloc", feature = "getrandom"))]
pub use encrypt::encrypt;
#[cfg(feature = "pkcs8")]
pub(crate) use encrypt::encrypted_length;
#[cfg(feature = "alloc")]
pub use encrypt::{Form, Plaintext, decrypt, encrypt_with};
pub use id::Id;
#[cfg(all(feature = "alloc", feature = "getrandom"))]
pub use many::sign_many_hedged;
#[cfg(feature = "alloc")]
pub use many::{
    Item, KeyCache, KeyRef, PreparedVerifyingKey, keygen_many, sign_many, sign_many_hedged_with, verify_each,
    verify_each_into,
};
pub use signature::{DerSignature, Signature};
pub use signing::{BoundSigner, SigningKey};
pub use verifying::{BoundVerifier, VerifyingKey};
