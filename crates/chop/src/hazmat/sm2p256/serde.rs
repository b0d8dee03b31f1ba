//! Scalars and points in serde: 32 and 33 bytes in binary formats, hexadecimal digits in readable ones.
//!
//! What is read must be canonical: a scalar below n, the compressed encoding of a point. O has none.

use super::{Point, Scalar};
use crate::encoding::bytes_serde::{self, as_bytes};
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

as_bytes!(Scalar, Scalar::to_bytes, Scalar::from_canonical_bytes);

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.to_compressed_bytes().ok_or_else(|| S::Error::custom("O has no encoding"))?;
        bytes_serde::serialize(&bytes, serializer)
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
        let bytes: [u8; 33] = bytes_serde::deserialize(deserializer)?;
        Point::from_bytes(&bytes).map_err(D::Error::custom)
    }
}
