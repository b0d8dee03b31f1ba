//! N bytes in serde: as they are in binary formats, 2·N hexadecimal digits in readable ones.

use super::hex;
use core::fmt;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serializer};

/// The longest that is written.
const LONGEST: usize = 65;

/// `Serialize` and `Deserialize` of a type by functions to bytes, and from bytes to a `Result` of it.
#[cfg(any(feature = "hazmat", feature = "sm2"))]
macro_rules! as_bytes {
    ($Type:ident, $write:expr, $read:expr) => {
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                crate::encoding::bytes_serde::serialize(&$write(self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let bytes = crate::encoding::bytes_serde::deserialize(deserializer)?;
                let value: Result<$Type, crate::Error> = $read(&bytes);
                value.map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    };
}
#[cfg(any(feature = "hazmat", feature = "sm2"))]
pub(crate) use as_bytes;

pub(crate) fn serialize<S: Serializer, const N: usize>(
    bytes: &[u8; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        let mut text = [0; 2 * LONGEST];
        serializer.serialize_str(hex::encode(bytes, &mut text[..2 * N]))
    } else {
        serializer.serialize_bytes(bytes)
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
    deserializer: D,
) -> Result<[u8; N], D::Error> {
    struct Bytes<const N: usize>;
    impl<'de, const N: usize> Visitor<'de> for Bytes<N> {
        type Value = [u8; N];
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{N} bytes, or {} hexadecimal digits", 2 * N)
        }
        fn visit_str<E: Error>(self, text: &str) -> Result<[u8; N], E> {
            hex::decode(text.as_bytes())
                .ok_or_else(|| E::custom(format_args!("not {} hexadecimal digits", 2 * N)))
        }
        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<[u8; N], E> {
            bytes.try_into().map_err(|_| E::invalid_length(bytes.len(), &self))
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<[u8; N], A::Error> {
            let mut bytes = [0; N];
            for (i, byte) in bytes.iter_mut().enumerate() {
                *byte = sequence.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
            }
            match sequence.next_element::<u8>()? {
                None => Ok(bytes),
                Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
            }
        }
    }
    if deserializer.is_human_readable() {
        deserializer.deserialize_str(Bytes)
    } else {
        deserializer.deserialize_bytes(Bytes)
    }
}
