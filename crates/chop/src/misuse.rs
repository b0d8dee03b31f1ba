//! What must not compile. Each block differs from a block that compiles by the misuse alone.
//!
//! A secret key cannot be printed, copied, cloned or compared:
//! ```
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! println!("{:?}", key.verifying_key());
//! let copy = key.verifying_key().clone();
//! assert!(copy == key.verifying_key());
//! ```
//! ```compile_fail,E0277
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! println!("{:?}", key);
//! ```
//! ```compile_fail,E0599
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! let copy = key.clone();
//! ```
//! ```compile_fail,E0369
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! assert!(key == key);
//! ```
//! ```compile_fail,E0382
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! let moved = key;
//! key.sign(b"hello");
//! ```
//!
//! Nor can other secrets:
//! ```
//! let secret = chop::x25519::StaticSecret::from_bytes(&[7; 32]);
//! println!("{:?}", secret.public_key());
//! ```
//! ```compile_fail,E0277
//! let secret = chop::x25519::StaticSecret::from_bytes(&[7; 32]);
//! println!("{:?}", secret);
//! ```
//! ```compile_fail,E0277
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! println!("{:?}", key.to_seed());
//! ```
//! ```compile_fail,E0369
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! assert!(key.to_seed() == key.to_seed());
//! ```
//!
//! No signing function takes a public key:
//! ```
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! key.sign(b"hello");
//! ```
//! ```compile_fail,E0061
//! let key = chop::ed25519::SigningKey::from_seed(&[7; 32]);
//! key.sign(b"hello", &key.verifying_key());
//! ```
//!
//! Keys of different hash functions cannot be mixed:
//! ```
//! use chop::{ed25519, ed25519_blake3};
//! let key = ed25519_blake3::SigningKey::from_seed(&[7; 32]);
//! let public: ed25519_blake3::VerifyingKey = key.verifying_key();
//! let signature = key.sign(b"hello");
//! let items: [ed25519_blake3::Item<'_>; 1] = [ed25519_blake3::Item::new(&public, b"hello", &signature)];
//! ```
//! ```compile_fail,E0308
//! use chop::{ed25519, ed25519_blake3};
//! let key = ed25519_blake3::SigningKey::from_seed(&[7; 32]);
//! let public: ed25519::VerifyingKey = key.verifying_key();
//! ```
//! ```compile_fail,E0277
//! use chop::{ed25519, ed25519_blake3};
//! let key = ed25519_blake3::SigningKey::from_seed(&[7; 32]);
//! let public: ed25519_blake3::VerifyingKey = key.verifying_key();
//! let signature = key.sign(b"hello");
//! let items: [ed25519::Item<'_>; 1] = [ed25519::Item::new(&public, b"hello", &signature)];
//! ```
//!
//! A context is checked before it can be used, and a digest is not a message:
//! ```
//! use chop::ed25519::{Context, SigningKey};
//! let key = SigningKey::from_seed(&[7; 32]);
//! key.ctx(Context::new(b"c").unwrap()).sign(b"hello");
//! key.ph(None).sign_prehashed(&[0; 64]);
//! ```
//! ```compile_fail,E0308
//! use chop::ed25519::{Context, SigningKey};
//! let key = SigningKey::from_seed(&[7; 32]);
//! key.ctx(b"c").sign(b"hello");
//! ```
//! ```compile_fail,E0599
//! use chop::ed25519::{Context, SigningKey};
//! let key = SigningKey::from_seed(&[7; 32]);
//! key.ctx(Context::new(b"c").unwrap()).sign_prehashed(&[0; 64]);
//! ```
