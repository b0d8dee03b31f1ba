//! Public keys and signatures in serde: the uncompressed point, and r ‖ s, as bytes in binary formats and as
//! hexadecimal digits in readable ones.
//!
//! Secret keys have no serde form on purpose: they belong in key files.

use super::{Signature, VerifyingKey};
use crate::encoding::bytes_serde;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for VerifyingKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bytes_serde::serialize(&self.to_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for VerifyingKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VerifyingKey, D::Error> {
        let bytes: [u8; 65] = bytes_serde::deserialize(deserializer)?;
        VerifyingKey::from_bytes(&bytes).map_err(D::Error::custom)
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bytes_serde::serialize(&self.to_bytes(), serializer)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Signature, D::Error> {
        Signature::from_bytes(&bytes_serde::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
