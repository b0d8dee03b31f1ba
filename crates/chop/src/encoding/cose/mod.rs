//! Keys and signatures of COSE (RFC 9052, RFC 9053): `COSE_Key` and `COSE_Sign1` with Ed25519, as WebAuthn, C2PA and the internet of things
//! have them.
//!
//! ```text
//! COSE_Key:    {1 (kty): 1 (OKP), −1 (crv): 6 (Ed25519) or 4 (X25519), −2: x, −4: d}
//! COSE_Sign1:  18([protected header, other header, payload or null, signature])
//! signed:      ["Signature1", protected header, external data, payload]
//! ```
//!
//! `alg` must be −19 (`Ed25519`, RFC 9864), which is written, or −8 (`EdDSA`), and stand in the protected header. `crit` may name what is
//! understood here: `alg`, `crit`, the type of the content and `kid`.

mod cbor;
mod key;
mod sign1;

pub use key::CoseKey;
pub use sign1::Sign1;

use super::Content;
use crate::{Error, Fault, FormatFault, KeyFileError};
use cbor::Item;

/// `alg` of Ed25519 alone.
const ED25519: i128 = -19;
/// `alg` of Edwards curves, whose key says which.
const EDDSA: i128 = -8;

/// The error that says this.
fn malformed(fault: Fault) -> Error {
    Error::KeyFile(KeyFileError::Malformed(FormatFault(fault)))
}

/// What bytes are, if they are a key or a signature of COSE.
pub(super) fn recognise(bytes: &[u8]) -> Option<Content<'_>> {
    match bytes.first()? {
        // Tag 18, or an array of four.
        0xd2 | 0x84 => sign1::is_one(&Item::from_bytes(bytes).ok()?).then_some(Content::CoseSign1(bytes)),
        // A map with at least the type, the curve and a coordinate.
        0xa3..=0xb7 => key::is_one(&Item::from_bytes(bytes).ok()?).then_some(Content::CoseKey(bytes)),
        _ => None,
    }
}
