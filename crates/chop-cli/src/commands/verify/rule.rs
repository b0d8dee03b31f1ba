//! The rule for plain signatures: a key, and how signatures are read or which policy they obey.

use super::Args;
use super::verdict::{Judged, Verdict};
use crate::algorithm::Algorithm;
use crate::ecdsa;
use crate::output;
use crate::scheme::{EdVerifier, Verifier};
use crate::schnorr;
use crate::signature::{self, Reading};
use chop::ed25519::{Policy, Rejection, Signature};
use chop::secp256k1::{self, MessageHash};
use chop::{Error, ReaderError, bip340, sm2};
use std::io::Read;
use std::path::Path;

/// A key with its rule.
pub(super) enum Rule<'v, 'c> {
    Ed25519(&'v EdVerifier<'c>, Policy),
    Sm2(sm2::BoundVerifier<'v>, Reading),
    Secp256k1 {
        key: &'v secp256k1::VerifyingKey,
        hash: MessageHash,
        rule: secp256k1::Rule,
        reading: Reading,
        /// v, where it stands beside the signature.
        v: Option<u64>,
    },
    Bip340(&'v bip340::VerifyingKey),
}

impl<'v, 'c> Rule<'v, 'c> {
    /// The rule of this key that the arguments ask for.
    ///
    /// # Errors
    /// If they say something that signatures of this kind do not have.
    pub(super) fn new(verifier: &'v Verifier<'c>, args: &Args) -> anyhow::Result<Rule<'v, 'c>> {
        let Args { policy, reading, v, .. } = args;
        match verifier {
            Verifier::Ed25519(verifier) => {
                reading.refuse_der(verifier.algorithm())?;
                Ok(Rule::Ed25519(verifier, policy.ed25519()?))
            }
            Verifier::Sm2(key, id) => {
                policy.refuse()?;
                reading.refuse_structures("SM2 has")?;
                Ok(Rule::Sm2(key.with_id(id), reading.reading()))
            }
            Verifier::Secp256k1(key, hash) => {
                reading.refuse_structures("secp256k1 has")?;
                let (rule, reading) = (policy.ecdsa()?, reading.reading());
                Ok(Rule::Secp256k1 { key, hash: *hash, rule, reading, v: *v })
            }
            Verifier::Bip340(key) => {
                policy.refuse()?;
                reading.refuse_der(Algorithm::Bip340)?;
                reading.refuse_structures("BIP 340 has")?;
                Ok(Rule::Bip340(key))
            }
        }
    }

    /// The name of the policy or rule, if one decides.
    pub(super) fn policy(&self) -> Option<&'static str> {
        match self {
            Rule::Ed25519(_, policy) => Some(policy.id().unwrap_or("custom")),
            Rule::Sm2(..) | Rule::Bip340(_) => None,
            Rule::Secp256k1 { rule, .. } => Some(rule.name()),
        }
    }

    /// The algorithm.
    pub(super) fn algorithm(&self) -> Algorithm {
        match self {
            Rule::Ed25519(verifier, _) => verifier.algorithm(),
            Rule::Sm2(..) => Algorithm::Sm2,
            Rule::Secp256k1 { .. } => Algorithm::Secp256k1,
            Rule::Bip340(_) => Algorithm::Bip340,
        }
    }

    /// How messages are hashed, where that is no part of the algorithm.
    pub(super) fn hash(&self) -> Option<MessageHash> {
        match self {
            Rule::Secp256k1 { hash, .. } => Some(*hash),
            Rule::Ed25519(..) | Rule::Sm2(..) | Rule::Bip340(_) => None,
        }
    }

    /// Judges one message by the content of its signature's file.
    pub(super) fn judge(&self, content: &[u8], message: impl Read, document: &Path) -> Verdict {
        let (result, reason) = match self {
            Rule::Ed25519(verifier, policy) => {
                let signature = match signature::read(content) {
                    Ok(signature) => signature,
                    Err(reason) => return Verdict::Invalid(reason),
                };
                let result = verifier.verify(*policy, message, &signature);
                let reason = match &result {
                    Ok(()) => String::new(),
                    Err(_) => reason(verifier, *policy, &signature),
                };
                (result, reason)
            }
            Rule::Sm2(verifier, reading) => {
                let signature = match signature::read_sm2(content, *reading) {
                    Ok(signature) => signature,
                    Err(reason) => return Verdict::Invalid(reason),
                };
                (verifier.verify_reader(message, &signature), SM2_EQUATION.to_owned())
            }
            Rule::Secp256k1 { key, hash, rule, reading, v } => {
                let numbers = match ecdsa::read(content, *reading, *rule, *v) {
                    Ok(numbers) => numbers,
                    Err(fault) => return Verdict::Invalid(fault.reason()),
                };
                match hash.digest_reader(message) {
                    Ok(digest) => match numbers.verify(key, &digest, *rule) {
                        Ok(()) => (Ok(()), String::new()),
                        Err(reason) => (Err(ReaderError::Failed(Error::InvalidSignature)), reason),
                    },
                    Err(error) => (Err(ReaderError::Io(error)), String::new()),
                }
            }
            Rule::Bip340(key) => {
                let signature = match signature::read_bip340(content) {
                    Ok(signature) => signature,
                    Err(reason) => return Verdict::Invalid(reason),
                };
                (key.verify_reader(message, &signature), schnorr::reason(&signature).to_owned())
            }
        };
        match result {
            Ok(()) => Verdict::Valid(Judged::default()),
            Err(ReaderError::Failed(_)) => Verdict::Invalid(reason),
            Err(error) => Verdict::NotJudged(
                anyhow::Error::new(error).context(format!("cannot judge {}", output::name(document))),
            ),
        }
    }
}

/// Why an SM2 signature in range is rejected.
pub(crate) const SM2_EQUATION: &str = "the equation does not hold: another message, key or identifier, another way of hashing, or an altered signature";

/// Why a signature that was rejected was rejected.
///
/// Only the equation depends on the message; so the facts of another message, the empty one, tell every
/// other reason, and what they do not tell is the equation.
fn reason(verifier: &EdVerifier<'_>, policy: Policy, signature: &Signature) -> String {
    match policy.rejection(&verifier.facts(b"", signature)) {
        None | Some(Rejection::Equation) => {
            "the equation does not hold: another message, key, context or algorithm, or an altered signature"
                .to_owned()
        }
        Some(other) => other.to_string(),
    }
}
