//! Public keys and signatures in serde: the uncompressed point, and r ‖ s, as bytes in binary formats and as
//! hexadecimal digits in readable ones.
//!
//! Secret keys have no serde form on purpose: they belong in key files.

use super::{Signature, VerifyingKey};
use crate::encoding::bytes_serde::as_bytes;

as_bytes!(VerifyingKey, VerifyingKey::to_bytes, |bytes: &[u8; 65]| VerifyingKey::from_bytes(bytes));
as_bytes!(Signature, Signature::to_bytes, Signature::from_bytes);
