//! Slow and obvious Ed25519, X25519, SM2 and the curve secp256k1 on arbitrary-precision integers.
//!
//! The oracle for tests and for generated tables. Every function is a formula of RFC 8032, RFC 7748, GB/T 32918
//! or SEC 2 written down as it stands there; nothing is shared with the library that is tested. Neither fast nor constant-
//! time: never for real keys.
//!
//! Integers are little-endian wherever they are bytes. [`facts`] computes everything that rules of
//! verification differ in, and [`accepts`] judges them by one of the [`Rule`]s.
//!
//! ```
//! use chop_ref::{Mode, Rule, accepts, facts, public_key, sha512, sign};
//!
//! let seed = [7; 32];
//! let public = public_key(sha512, &seed);
//! let signature = sign(sha512, Mode::Pure, &seed, b"hello");
//! let facts = facts(sha512, Mode::Pure, &public, b"hello", &signature);
//! assert!(Rule::ALL.into_iter().all(|rule| accepts(rule, &facts)));
//! ```

mod ed25519;
mod edge;
pub mod field;
mod hash;
mod point;
mod rule;
mod secp256k1;
pub mod sm2;
mod sm2_edge;
pub mod weierstrass;
mod x25519;

pub use ed25519::{Facts, Mode, challenge, clamp, expand_seed, facts, public_key, sign};
pub use edge::{Edge, edges};
pub use hash::{Hash, blake2b, blake3, sha512};
pub use num_bigint::BigUint;
pub use point::{Decoded, Point, decode, l, small_order_encodings, torsion};
pub use rule::{Rule, accepts};
pub use secp256k1::{Recoverable, secp256k1};
pub use sm2_edge::{Sm2Edge, sm2_edges};
pub use x25519::{ed_to_mont, x25519, x25519_base};
