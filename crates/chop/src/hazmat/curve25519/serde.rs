//! Scalars and points in serde: 32 bytes in binary formats, 64 hexadecimal digits in readable ones.
//!
//! What is read must be canonical: a scalar below ℓ, the one encoding of a point. A [`MontgomeryPoint`] is any bytes.

use super::{EdwardsPoint, MontgomeryPoint, RistrettoPoint, Scalar, Strictness};
use crate::encoding::bytes_serde::as_bytes;

as_bytes!(Scalar, Scalar::to_bytes, Scalar::from_canonical_bytes);
as_bytes!(EdwardsPoint, EdwardsPoint::compress, |bytes| EdwardsPoint::decompress(
    bytes,
    Strictness::Canonical
));
as_bytes!(RistrettoPoint, RistrettoPoint::compress, RistrettoPoint::decompress);
as_bytes!(MontgomeryPoint, MontgomeryPoint::to_bytes, |bytes| Ok(MontgomeryPoint::from_bytes(bytes)));
