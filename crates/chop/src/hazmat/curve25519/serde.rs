//! Scalars and points in serde: 32 bytes in binary formats, 64 hexadecimal digits in readable ones.
//!
//! What is read must be canonical: a scalar below ℓ, the one encoding of a point. A [`MontgomeryPoint`] is any bytes.

use super::{EdwardsPoint, MontgomeryPoint, RistrettoPoint, Scalar, Strictness};
use crate::Error;
use crate::encoding::bytes_serde;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! as_bytes {
    ($Type:ident, $write:expr, $read:expr) => {
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                bytes_serde::serialize(&$write(self), serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let bytes = bytes_serde::deserialize(deserializer)?;
                let value: Result<$Type, Error> = $read(&bytes);
                value.map_err(D::Error::custom)
            }
        }
    };
}

as_bytes!(Scalar, Scalar::to_bytes, Scalar::from_canonical_bytes);
as_bytes!(EdwardsPoint, EdwardsPoint::compress, |bytes| EdwardsPoint::decompress(
    bytes,
    Strictness::Canonical
));
as_bytes!(RistrettoPoint, RistrettoPoint::compress, RistrettoPoint::decompress);
as_bytes!(MontgomeryPoint, MontgomeryPoint::to_bytes, |bytes| Ok(MontgomeryPoint::from_bytes(bytes)));
