//! Signatures: r ‖ s, strict DER, and DER as it was read before there were rules for it.

use super::lax_der;
use crate::Error;
use crate::der::signature_numbers;
use chop_core::ct::declassify;
use chop_core::scalar::nsecp256k1::{ORDER, Scalar};
use core::fmt;

pub use crate::der::DerSignature;

/// A signature: r and s in 1 ..= n − 1, by construction. s may be high.
///
/// | form                      | bytes    | who writes it                                             |
/// |---------------------------|----------|-----------------------------------------------------------|
/// | [`Signature::to_bytes`]   | 64       | r ‖ s: Ethereum, Cosmos, JOSE                              |
/// | [`Signature::to_der`]     | 8 to 72  | SEQUENCE of two INTEGERs: Bitcoin, TLS                     |
///
/// # Example
/// ```
/// use chop::secp256k1::{Signature, SigningKey};
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

/// (n − 1)/2, big endian.
const HALF: [u8; 32] = {
    let (mut half, mut i) = ([0; 32], 0);
    while i < 32 {
        let at = 31 - i;
        let byte = ORDER[at / 8] >> (8 * (at % 8));
        let above = if at < 31 { ORDER[(at + 1) / 8] >> (8 * ((at + 1) % 8)) } else { 0 };
        half[i] = (byte >> 1 & 0x7f) as u8 | (above as u8) << 7;
        i += 1;
    }
    half
};

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
            declassify(canonical.and(number.is_zero().not()), "signatures are public")
        };
        if in_range(&r) && in_range(&s) { Ok(Signature { r, s }) } else { Err(Error::SignatureRange) }
    }

    /// The signature of the engine, whose numbers are in range by contract.
    pub(super) fn from_engine(made: &chop_core::engine::secp256k1::sign::Signature) -> Signature {
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

    /// Whether s is at most (n − 1)/2.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::SigningKey;
    /// let signature = SigningKey::from_bytes(&[7; 32])?.sign(b"hello");
    /// assert!(signature.has_low_s() && !signature.with_other_s().has_low_s());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn has_low_s(&self) -> bool {
        self.s <= HALF
    }

    /// The signature with n − s for s, which is valid where this one is, under a rule that takes any s.
    pub fn with_other_s(&self) -> Signature {
        let (s, _) = Scalar::from_canonical_bytes(&self.s);
        Signature { r: self.r, s: s.neg().to_bytes() }
    }

    /// SEQUENCE { INTEGER r, INTEGER s }, in the one form that DER allows.
    pub fn to_der(&self) -> DerSignature {
        DerSignature::of(&self.r, &self.s)
    }

    /// Reads what [`Signature::to_der`] writes, and nothing else: the strict DER of BIP 66, without the byte that says what was signed.
    ///
    /// # Errors
    /// [`Error::SignatureDer`], [`Error::SignatureRange`].
    pub fn from_der(der: &[u8]) -> Result<Signature, Error> {
        let (r, s) = signature_numbers(der).ok_or(Error::SignatureDer)?;
        let signature = Signature::from_components(r, s)?;
        if signature.to_der().as_ref() == der { Ok(signature) } else { Err(Error::SignatureDer) }
    }

    /// Reads what libsecp256k1's lax parser reads (`contrib/lax_der_parsing`): wrong or long lengths, needless zeros, numbers without the
    /// zero that keeps them from being negative, and any bytes behind.
    ///
    /// Several encodings then stand for one signature, so that signatures must not be compared, counted or
    /// named by their bytes. Use it for what others have signed already, and write [`Signature::to_der`].
    ///
    /// # Errors
    /// [`Error::SignatureDer`] for anything else, [`Error::SignatureRange`].
    pub fn from_der_lax(der: &[u8]) -> Result<Signature, Error> {
        let [r, s] = lax_der::numbers(der).ok_or(Error::SignatureDer)?;
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
