//! Public keys in serde: 32 bytes in binary formats, 64 hexadecimal digits in readable ones.
//!
//! Secret keys have no serde form on purpose: they belong in key files.

use super::hash::Hash;
use super::verifying::VerifyingKey;
use crate::encoding::hex;
use core::fmt;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl<H: Hash> Serialize for VerifyingKey<H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let mut text = [0; 64];
            serializer.serialize_str(hex::encode(self.as_bytes(), &mut text))
        } else {
            serializer.serialize_bytes(self.as_bytes())
        }
    }
}

impl<'de, H: Hash> Deserialize<'de> for VerifyingKey<H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl<'de> Visitor<'de> for Bytes {
            type Value = [u8; 32];
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("32 bytes, or 64 hexadecimal digits")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<[u8; 32], E> {
                hex::decode(text.as_bytes()).ok_or_else(|| E::custom("not 64 hexadecimal digits"))
            }
            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<[u8; 32], E> {
                bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<[u8; 32], A::Error> {
                let mut bytes = [0; 32];
                for (i, byte) in bytes.iter_mut().enumerate() {
                    *byte = sequence.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
                }
                match sequence.next_element::<u8>()? {
                    None => Ok(bytes),
                    Some(_) => Err(A::Error::invalid_length(33, &self)),
                }
            }
        }
        let bytes = if deserializer.is_human_readable() {
            deserializer.deserialize_str(Bytes)?
        } else {
            deserializer.deserialize_bytes(Bytes)?
        };
        VerifyingKey::from_bytes(&bytes).map_err(D::Error::custom)
    }
}
