//! Public keys in serde: 32 bytes in binary formats, 64 hexadecimal digits in readable ones.
//!
//! Secret keys have no serde form on purpose: they belong in key files.

use super::hash::Hash;
use super::verifying::VerifyingKey;
use crate::encoding::bytes_serde;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<H: Hash> Serialize for VerifyingKey<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bytes_serde::serialize(self.as_bytes(), serializer)
    }
}

impl<'de, H: Hash> Deserialize<'de> for VerifyingKey<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        VerifyingKey::from_bytes(&bytes_serde::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
