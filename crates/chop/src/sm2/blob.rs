//! Structures of SM2 hardware: SKF (GM/T 0016) and SDF (GM/T 0018), which lay them out alike.
//!
//! | SKF                 | SDF                | bytes | fields                                             |
//! |---------------------|--------------------|-------|----------------------------------------------------|
//! | `ECCPUBLICKEYBLOB`  | `ECCrefPublicKey`  | 132   | bits, 4 bytes, little endian; x, 64 bytes; y, 64 bytes |
//! | `ECCPRIVATEKEYBLOB` | `ECCrefPrivateKey` | 68    | bits, 4 bytes, little endian; d, 64 bytes          |
//! | `ECCSIGNATUREBLOB`  | `ECCSignature`     | 128   | r, 64 bytes; s, 64 bytes                           |
//!
//! There are 256 bits, and numbers are big endian, at the right end of their 64 bytes, behind zeros. Read also
//! with 32 bytes a number, as devices from before GM/T 0018 of 2012 have them: 68 bytes for a public key, 36
//! for a private one; a signature is then `to_bytes`. The number of bits is that of a little-endian machine,
//! which all these devices are driven by.

use super::{Signature, SigningKey, VerifyingKey};
use crate::{Error, Secret};
use chop_core::ct::{self, Mask, declassify};

/// Words of the stack that are wiped after a private key was read or written.
const BLOB: usize = 256;

/// The bits of the curve, as both structures of keys begin.
const BITS: [u8; 4] = 256u32.to_le_bytes();

/// The right half of 64 bytes, or 32 bytes, after a look at the left half that does not reveal which of its
/// bytes are not zero.
fn number(field: &[u8]) -> Result<Secret<32>, Error> {
    let (zeros, number) = field.split_last_chunk::<32>().ok_or(Error::Blob)?;
    let excess = zeros.iter().fold(0, |all, byte| all | u64::from(*byte));
    if declassify(Mask::is_zero(excess), "a key of more than 256 bits is refused") {
        Ok(Secret::new(number))
    } else {
        Err(Error::Blob)
    }
}

impl VerifyingKey {
    /// Reads an `ECCPUBLICKEYBLOB` of SKF or an `ECCrefPublicKey` of SDF: 132 bytes, in old devices 68.
    ///
    /// # Errors
    /// [`Error::Blob`], [`Error::NotAPoint`].
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{SigningKey, VerifyingKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?.verifying_key();
    /// assert_eq!(VerifyingKey::from_blob(&key.to_blob())?, key);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_blob(blob: &[u8]) -> Result<VerifyingKey, Error> {
        match blob.strip_prefix(&BITS) {
            Some(fields) if matches!(fields.len(), 64 | 128) => {
                let (x, y) = fields.split_at(fields.len() / 2);
                VerifyingKey::from_coordinates(number(x)?.as_bytes(), number(y)?.as_bytes())
            }
            _ => Err(Error::Blob),
        }
    }

    /// An `ECCPUBLICKEYBLOB` of SKF, which is an `ECCrefPublicKey` of SDF.
    pub fn to_blob(&self) -> [u8; 132] {
        let bytes = self.to_bytes();
        let mut blob = [0; 132];
        blob[..4].copy_from_slice(&BITS);
        blob[36..68].copy_from_slice(&bytes[1..33]);
        blob[100..].copy_from_slice(&bytes[33..]);
        blob
    }
}

impl SigningKey {
    /// Reads an `ECCPRIVATEKEYBLOB` of SKF or an `ECCrefPrivateKey` of SDF: 68 bytes, in old devices 36.
    ///
    /// # Errors
    /// [`Error::Blob`], [`Error::SecretKeyRange`].
    ///
    /// # Example
    /// ```
    /// use chop::sm2::SigningKey;
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let read = SigningKey::from_blob(key.to_blob().as_bytes())?;
    /// assert!(read.to_bytes().equals(&key.to_bytes()));
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_blob(blob: &[u8]) -> Result<SigningKey, Error> {
        ct::on_wiped_stack::<BLOB, _>(|| match blob.strip_prefix(&BITS) {
            Some(d) if matches!(d.len(), 32 | 64) => SigningKey::from_bytes(number(d)?.as_bytes()),
            _ => Err(Error::Blob),
        })
    }

    /// An `ECCPRIVATEKEYBLOB` of SKF, which is an `ECCrefPrivateKey` of SDF.
    pub fn to_blob(&self) -> Secret<68> {
        ct::on_wiped_stack::<BLOB, _>(|| {
            let mut blob = Secret::<68>::zeros();
            blob.as_mut_bytes()[..4].copy_from_slice(&BITS);
            blob.as_mut_bytes()[36..].copy_from_slice(self.to_bytes().as_bytes());
            blob
        })
    }
}

impl Signature {
    /// Reads an `ECCSIGNATUREBLOB` of SKF or an `ECCSignature` of SDF: 128 bytes.
    ///
    /// # Errors
    /// [`Error::Blob`], [`Error::SignatureRange`].
    ///
    /// # Example
    /// ```
    /// use chop::sm2::{Signature, SigningKey};
    /// let signature = SigningKey::from_bytes(&[7; 32])?.sign(b"hello");
    /// assert_eq!(Signature::from_blob(&signature.to_blob())?, signature);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_blob(blob: &[u8]) -> Result<Signature, Error> {
        if blob.len() != 128 {
            return Err(Error::Blob);
        }
        let (r, s) = blob.split_at(64);
        Signature::from_components(*number(r)?.as_bytes(), *number(s)?.as_bytes())
    }

    /// An `ECCSIGNATUREBLOB` of SKF, which is an `ECCSignature` of SDF.
    pub fn to_blob(&self) -> [u8; 128] {
        let mut blob = [0; 128];
        blob[32..64].copy_from_slice(self.r_bytes());
        blob[96..].copy_from_slice(self.s_bytes());
        blob
    }
}
