//! Points in serde: their compressed encodings.

/// Serialize and Deserialize of `Point`: 33 bytes in binary formats, hexadecimal digits in readable ones.
macro_rules! points_as_bytes {
    () => {
        impl serde::Serialize for Point {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let encoding = self.to_compressed_bytes();
                let bytes =
                    encoding.ok_or_else(|| <S::Error as serde::ser::Error>::custom("O has no encoding"))?;
                crate::encoding::bytes_serde::serialize(&bytes, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for Point {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Point, D::Error> {
                let bytes: [u8; 33] = crate::encoding::bytes_serde::deserialize(deserializer)?;
                Point::from_bytes(&bytes).map_err(<D::Error as serde::de::Error>::custom)
            }
        }
    };
}
pub(in crate::hazmat) use points_as_bytes;
