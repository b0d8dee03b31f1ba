//! Signatures: r ‖ s, strict DER, and the DER that some software really writes.

use crate::Error;
use crate::der::signature_numbers;
use chop_core::ct::{Mask, declassify};
use chop_core::scalar::nsm2::Scalar;
use core::fmt;

pub use crate::der::DerSignature;

/// A signature: r and s in 1 ..= n − 1, by construction.
///
/// | form                      | bytes    | who writes it                                             |
/// |---------------------------|----------|-----------------------------------------------------------|
/// | [`Signature::to_bytes`]   | 64       | r ‖ s: hardware, JavaScript, TLCP records                 |
/// | [`Signature::to_der`]     | 8 to 72  | SEQUENCE of two INTEGERs: certificates, TLS, most software |
///
/// # Example
/// ```
/// use chop::sm2::{Signature, SigningKey};
/// let signature = SigningKey::from_bytes(&[7; 32])?.sign(b"hello");
/// assert_eq!(Signature::from_der(signature.to_der().as_ref())?, signature);
/// assert_eq!(Signature::from_bytes(&signature.to_bytes())?, signature);
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature {
    r: [u8; 32],
    s: [u8; 32],
}

impl Signature {
    /// The signature r ‖ s, big endian.
    ///
    /// # Errors
    /// [`Error::SignatureRange`] unless r and s are in 1 ..= n − 1.
    pub fn from_bytes(bytes: &[u8; 64]) -> Result<Signature, Error> {
        let (mut r, mut s) = ([0; 32], [0; 32]);
        r.copy_from_slice(&bytes[..32]);
        s.copy_from_slice(&bytes[32..]);
        Signature::from_components(r, s)
    }

    /// As [`Signature::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::SignatureLength`], [`Error::SignatureRange`].
    pub fn from_slice(bytes: &[u8]) -> Result<Signature, Error> {
        Signature::from_bytes(bytes.try_into().map_err(|_| Error::SignatureLength)?)
    }

    /// The signature of r and s, big endian.
    ///
    /// # Errors
    /// [`Error::SignatureRange`] unless both are in 1 ..= n − 1.
    pub fn from_components(r: [u8; 32], s: [u8; 32]) -> Result<Signature, Error> {
        let in_range = |bytes| {
            let (number, canonical) = Scalar::from_canonical_bytes(bytes);
            let zero: Mask = number.is_zero();
            declassify(canonical.and(zero.not()), "signatures are public")
        };
        if in_range(&r) && in_range(&s) { Ok(Signature { r, s }) } else { Err(Error::SignatureRange) }
    }

    /// The signature of the engine, whose numbers are in range by contract.
    pub(super) fn from_engine(made: &chop_core::engine::sm2::sign::Signature) -> Signature {
        Signature { r: made.r, s: made.s }
    }

    /// r ‖ s.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.r);
        bytes[32..].copy_from_slice(&self.s);
        bytes
    }

    /// r, big endian.
    pub fn r_bytes(&self) -> &[u8; 32] {
        &self.r
    }

    /// s, big endian.
    pub fn s_bytes(&self) -> &[u8; 32] {
        &self.s
    }

    /// SEQUENCE { INTEGER r, INTEGER s }, in the one form that DER allows (GM/T 0009, 7.3).
    pub fn to_der(&self) -> DerSignature {
        DerSignature::of(&self.r, &self.s)
    }

    /// Reads what [`Signature::to_der`] writes, and nothing else: no needless or missing zeros, no long
    /// lengths, nothing before or after.
    ///
    /// # Errors
    /// [`Error::SignatureDer`], [`Error::SignatureRange`].
    pub fn from_der(der: &[u8]) -> Result<Signature, Error> {
        let signature = Signature::from_der_lenient(der)?;
        if signature.to_der().as_ref() == der { Ok(signature) } else { Err(Error::SignatureDer) }
    }

    /// Reads DER as some software writes it: integers with needless zeros before them, or without the zero
    /// that keeps a number from being negative; lengths in the long form.
    ///
    /// Several encodings then stand for one signature, so that signatures must not be compared, counted or
    /// named by their bytes. Use it for what others have signed already, and write [`Signature::to_der`].
    ///
    /// # Errors
    /// [`Error::SignatureDer`] for anything else, [`Error::SignatureRange`].
    pub fn from_der_lenient(der: &[u8]) -> Result<Signature, Error> {
        let (r, s) = signature_numbers(der).ok_or(Error::SignatureDer)?;
        Signature::from_components(r, s)
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
