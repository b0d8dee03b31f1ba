//! Signatures: x of R and s.

use crate::Error;
use chop_core::ct::declassify;
use chop_core::scalar::nsecp256k1::Scalar;
use core::fmt;

/// A signature: 64 bytes, x of R and s, big endian. Whether they are in range is a part of verifying.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature {
    r: [u8; 32],
    s: [u8; 32],
}

impl Signature {
    /// The signature of these bytes.
    pub fn from_bytes(bytes: &[u8; 64]) -> Signature {
        let (mut r, mut s) = ([0; 32], [0; 32]);
        r.copy_from_slice(&bytes[..32]);
        s.copy_from_slice(&bytes[32..]);
        Signature { r, s }
    }

    /// As [`Signature::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::SignatureLength`].
    pub fn from_slice(bytes: &[u8]) -> Result<Signature, Error> {
        Ok(Signature::from_bytes(bytes.try_into().map_err(|_| Error::SignatureLength)?))
    }

    pub(super) fn from_parts(r: [u8; 32], s: [u8; 32]) -> Signature {
        Signature { r, s }
    }

    /// The 64 bytes.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.r);
        bytes[32..].copy_from_slice(&self.s);
        bytes
    }

    /// x of R, big endian.
    pub fn r_bytes(&self) -> &[u8; 32] {
        &self.r
    }

    /// Whether s is below the order of the group; otherwise the signature is not valid.
    pub fn has_s_in_range(&self) -> bool {
        declassify(Scalar::is_canonical(&self.s), "verification is public")
    }

    /// s, big endian.
    pub fn s_bytes(&self) -> &[u8; 32] {
        &self.s
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(")?;
        for byte in self.to_bytes() {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}
