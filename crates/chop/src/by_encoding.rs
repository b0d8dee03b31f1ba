//! The traits that a public key on a Weierstrass curve has by its bytes.

/// Order and hash by `to_bytes`, the text of `Debug` as `VerifyingKey<NAME>(…)` with the hexadecimal digits of `$shown`, and
/// `TryFrom<&[u8]>` by `from_slice`.
macro_rules! by_encoding {
    ($Key:ident, $name:literal, $shown:ident) => {
        impl PartialOrd for $Key {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $Key {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.to_bytes().cmp(&other.to_bytes())
            }
        }

        impl core::hash::Hash for $Key {
            fn hash<S: core::hash::Hasher>(&self, state: &mut S) {
                self.to_bytes().hash(state);
            }
        }

        impl core::fmt::Debug for $Key {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($Key), "<", $name, ">("))?;
                for byte in self.$shown() {
                    write!(f, "{byte:02x}")?;
                }
                f.write_str(")")
            }
        }

        impl TryFrom<&[u8]> for $Key {
            type Error = crate::Error;
            fn try_from(bytes: &[u8]) -> Result<Self, crate::Error> {
                $Key::from_slice(bytes)
            }
        }
    };
}
pub(crate) use by_encoding;
