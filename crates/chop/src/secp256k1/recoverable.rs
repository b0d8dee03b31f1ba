//! Signatures that say which point R was, so that the key is found from them.

use super::digest::Digest;
use super::rule::Rule;
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::{Error, level};
use chop_core::engine::secp256k1::recover::{self, Job};
use chop_core::engine::secp256k1::sign;
use core::fmt;

/// Which of the points with x ≡ r was R: 0 to 3. Bit 0 is 1 where y of R is odd, bit 1 where its x is r + n, which is so for one in
/// 2^127 signatures, or on purpose.
///
/// # Example
/// ```
/// use chop::secp256k1::RecoveryId;
/// assert_eq!(RecoveryId::from_v(28), RecoveryId::new(1));
/// assert_eq!(RecoveryId::from_v(1), RecoveryId::new(1));
/// assert_eq!(RecoveryId::new(4), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecoveryId(u8);

impl RecoveryId {
    /// The id, if it is 0 to 3.
    pub const fn new(id: u8) -> Option<RecoveryId> {
        if id < 4 { Some(RecoveryId(id)) } else { None }
    }

    /// The id of v as the last byte of 65: 0 and 1, or 27 and 28.
    pub const fn from_v(v: u8) -> Option<RecoveryId> {
        match v {
            0 | 1 => Some(RecoveryId(v)),
            27 | 28 => Some(RecoveryId(v - 27)),
            _ => None,
        }
    }

    /// 0 to 3.
    pub const fn to_byte(self) -> u8 {
        self.0
    }
}

/// A signature, and which point R was.
///
/// # Example
/// ```
/// use chop::secp256k1::{Address, Digest, RecoverableSignature, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digest = Digest::eip191(b"hello");
/// let bytes = key.sign_digest_recoverable(&digest).to_bytes();
/// let signature = RecoverableSignature::from_bytes(&bytes)?;
/// assert_eq!(Address::of(&signature.recover(&digest)?), Address::of(&key.verifying_key()));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecoverableSignature {
    signature: Signature,
    id: RecoveryId,
}

impl RecoverableSignature {
    /// A signature with its recovery id.
    pub fn new(signature: Signature, id: RecoveryId) -> RecoverableSignature {
        RecoverableSignature { signature, id }
    }

    /// r ‖ s ‖ v, where v is 0, 1, 27 or 28.
    ///
    /// # Errors
    /// [`Error::RecoveryId`] for another v; [`Error::SignatureRange`].
    pub fn from_bytes(bytes: &[u8; 65]) -> Result<RecoverableSignature, Error> {
        let id = RecoveryId::from_v(bytes[64]).ok_or(Error::RecoveryId)?;
        Ok(RecoverableSignature { signature: Signature::from_slice(&bytes[..64])?, id })
    }

    /// The signature of the engine, whose numbers are in range by contract.
    pub(super) fn from_engine(made: &sign::Signature) -> RecoverableSignature {
        RecoverableSignature { signature: Signature::from_engine(made), id: RecoveryId(made.recovery & 3) }
    }

    /// r ‖ s ‖ v with v as 27 or 28. One in 2^127 signatures has an id of 2 or 3: 29 or 30, which [`RecoverableSignature::from_bytes`]
    /// does not read.
    pub fn to_bytes(&self) -> [u8; 65] {
        let mut bytes = [27 + self.id.0; 65];
        bytes[..64].copy_from_slice(&self.signature.to_bytes());
        bytes
    }

    /// The signature alone.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// The recovery id.
    pub fn recovery_id(&self) -> RecoveryId {
        self.id
    }

    /// The key under which this is a signature of the digest, s high or low.
    ///
    /// Every digest has such a key: that there is one says nothing. Compare it, or its [`Address`](super::Address), with the one that you
    /// expect, and compute the digest from the message yourself.
    ///
    /// Cost: a square root, an inversion modulo n, one double-base multiplication. No allocation.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`] if there is no such key: no point has that x, or the sum is the point at infinity.
    ///
    /// Source: SEC 1, 4.1.6.
    pub fn recover(&self, digest: &Digest) -> Result<VerifyingKey, Error> {
        self.recover_by(Rule::ANY_S, digest)
    }

    /// As [`RecoverableSignature::recover`], if the rule takes the s and the recovery id.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`] as there, and if the rule refuses the signature.
    ///
    /// # Example
    /// ```
    /// use chop::secp256k1::{Digest, RecoverableSignature, Rule, SigningKey};
    /// let key = SigningKey::from_bytes(&[7; 32])?;
    /// let digest = Digest::keccak256(b"a transaction");
    /// let signature = key.sign_digest_recoverable(&digest);
    /// assert_eq!(signature.recover_by(Rule::ETHEREUM_TRANSACTION, &digest)?, key.verifying_key());
    /// let high = RecoverableSignature::new(signature.signature().with_other_s(), signature.recovery_id());
    /// assert!(high.recover_by(Rule::ETHEREUM_TRANSACTION, &digest).is_err());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn recover_by(&self, rule: Rule, digest: &Digest) -> Result<VerifyingKey, Error> {
        if !self.is_taken_by(rule) {
            return Err(Error::InvalidSignature);
        }
        let point = recover::recover(level::current(), &self.job(digest)).ok_or(Error::InvalidSignature)?;
        Ok(VerifyingKey::from_point(point))
    }

    /// Whether the rule takes the s and the recovery id.
    pub(super) fn is_taken_by(&self, rule: Rule) -> bool {
        rule.takes_recovery_id(self.id) && (self.signature.has_low_s() || !rule.requires_low_s())
    }

    /// The job of the engine for a digest.
    pub(super) fn job<'a>(&'a self, digest: &'a Digest) -> Job<'a> {
        let (r, s) = (self.signature.r_bytes(), self.signature.s_bytes());
        Job { r, s, e: digest.as_bytes(), recovery: self.id.0 }
    }
}

impl fmt::Debug for RecoverableSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recoverable{:?}, {}", self.signature, self.id.0)
    }
}
