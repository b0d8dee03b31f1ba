//! The conditions of a key's owner for its use, which stand in a JWK or a COSE_Key.

use crate::algorithm::Algorithm;
use chop::Error;
use chop::encoding::cose::CoseKey;
use chop::encoding::jose::{Jwk, PrivateJwk, Refusal};
use chop::secp256k1::MessageHash;

/// What the owner of a private key allows.
pub(crate) struct Owner {
    sign: Result<(), Refusal>,
    decrypt: Result<(), Refusal>,
    /// Whether an algorithm is named.
    names_algorithm: bool,
}

/// The owner that sets no conditions.
impl Default for Owner {
    fn default() -> Owner {
        Owner { sign: Ok(()), decrypt: Ok(()), names_algorithm: false }
    }
}

impl Owner {
    /// The owner of a private key in JSON.
    pub(super) fn of_private(jwk: &PrivateJwk) -> Owner {
        Owner { sign: jwk.may_sign(), decrypt: jwk.may_decrypt(), names_algorithm: jwk.algorithm().is_some() }
    }

    /// The owner of a private key of COSE, of which none decrypts.
    ///
    /// # Errors
    /// If the conditions are not readable.
    pub(super) fn of_cose(key: &[u8]) -> Result<Owner, Error> {
        let sign = if CoseKey::may_sign(key)? { Ok(()) } else { Err(Refusal::KeyOperations) };
        Ok(Owner { sign, ..Owner::default() })
    }

    /// Whether the key may sign with this algorithm, of secp256k1 with this hash.
    ///
    /// # Errors
    /// The condition that forbids it.
    pub(crate) fn may_sign(&self, algorithm: Algorithm, hash: Option<MessageHash>) -> Result<(), Refusal> {
        self.sign.and_then(|()| allow_algorithm(self.names_algorithm, algorithm, hash))
    }

    /// Whether the key may decrypt.
    ///
    /// # Errors
    /// The condition that forbids it.
    pub(crate) fn may_decrypt(&self) -> Result<(), Refusal> {
        self.decrypt
    }
}

/// Whether a key may verify signatures of this algorithm, of secp256k1 with this hash.
///
/// # Errors
/// The condition that forbids it.
pub(crate) fn may_verify(jwk: &Jwk, algorithm: Algorithm, hash: Option<MessageHash>) -> Result<(), Refusal> {
    jwk.may_verify().and_then(|()| allow_algorithm(jwk.algorithm().is_some(), algorithm, hash))
}

/// Refuses an algorithm whose keys are another's, where the owner names one: `alg` has no name for signatures with a context or prehash. `ES256K`
/// has SHA-256 (RFC 8812), so that another hash is refused, too.
fn allow_algorithm(names_one: bool, algorithm: Algorithm, hash: Option<MessageHash>) -> Result<(), Refusal> {
    let has_no_name = algorithm.of_key() != algorithm || hash.is_some_and(|hash| hash != MessageHash::Sha256);
    if names_one && has_no_name { Err(Refusal::KeyAlgorithm) } else { Ok(()) }
}
