//! Which algorithm signs and verifies: asked for, said by the key, or implied by a context.

use crate::algorithm::{Algorithm, Binding};
use crate::signature::Signature;
use anyhow::bail;
use chop::ed25519::{Context, Policy, Variant};
use chop::encoding::{PrivateKey, PublicKey};
use chop::secp256k1::MessageHash;
use chop::sm2::Id;
use chop::{Error, ReaderError};
use chop::{bip340, ed25519, ed25519_blake2b, ed25519_blake3, secp256k1, sm2};
use std::io::{Read, Seek};

/// What the arguments, or a row of a table, say beside the key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked<'c> {
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) context: Option<&'c [u8]>,
    pub(crate) id: Option<&'c [u8]>,
    /// How messages of secp256k1 are hashed.
    pub(crate) hash: Option<MessageHash>,
}

/// An algorithm that signs, with its context or identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme<'c> {
    Pure,
    Ctx(Context<'c>),
    Ph(Option<Context<'c>>),
    Blake3,
    Blake2b,
    Sm2(Id<'c>),
    /// With the hash that was asked for.
    Secp256k1(Option<MessageHash>),
    Bip340,
}

impl<'c> Scheme<'c> {
    /// The scheme for a key of algorithm `key` and what was asked for.
    ///
    /// # Errors
    /// A sentence, if they contradict each other.
    pub(crate) fn resolve(key: Algorithm, asked: Asked<'c>) -> Result<Scheme<'c>, String> {
        if let Some(asked) = asked.algorithm
            && asked.of_key() != key.of_key()
        {
            return Err(format!("this is a key for {}, not for {}", key.of_key().name(), asked.name()));
        }
        let algorithm = asked.algorithm.unwrap_or(key);
        let binding = algorithm.binding();
        if binding != Binding::Id && asked.id.is_some() {
            return Err(format!("{} has no identifier: only sm2 has one", algorithm.name()));
        }
        if let Some(hash) = asked.hash
            && !algorithm.is_told_hash()
        {
            return Err(format!(
                "--hash {hash} is for secp256k1: {} has the hash of its standard",
                algorithm.name()
            ));
        }
        let context = match asked.context {
            None => None,
            Some(_) if binding == Binding::Id => {
                return Err(format!("{} has no context: it has an identifier, --id", algorithm.name()));
            }
            Some(bytes) => {
                let context = Context::new(bytes);
                Some(context.map_err(|error| format!("{error}, and this one has {}", bytes.len()))?)
            }
        };
        match (algorithm, context) {
            (Algorithm::Ed25519, Some(context)) if asked.algorithm.is_none() => Ok(Scheme::Ctx(context)),
            (Algorithm::X25519, _) => {
                Err(format!("{} keys do not sign: they agree on secrets", algorithm.name()))
            }
            (_, Some(_)) if binding == Binding::Nothing => {
                Err(format!("{} has no context: ed25519ctx and ed25519ph have", algorithm.name()))
            }
            (Algorithm::Ed25519, _) => Ok(Scheme::Pure),
            (Algorithm::Ed25519ctx, Some(context)) => Ok(Scheme::Ctx(context)),
            (Algorithm::Ed25519ctx, None) => Err(format!("{} needs a context", algorithm.name())),
            (Algorithm::Ed25519ph, context) => Ok(Scheme::Ph(context)),
            (Algorithm::Ed25519Blake3, _) => Ok(Scheme::Blake3),
            (Algorithm::Ed25519Blake2b, _) => Ok(Scheme::Blake2b),
            (Algorithm::Sm2, _) => {
                let id = asked.id.unwrap_or(Id::DEFAULT.as_bytes());
                let too_long = |error: Error| format!("{error}, and this one has {}", id.len());
                Id::new(id).map(Scheme::Sm2).map_err(too_long)
            }
            (Algorithm::Secp256k1, _) => Ok(Scheme::Secp256k1(asked.hash)),
            (Algorithm::Bip340, _) => Ok(Scheme::Bip340),
        }
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Scheme::Pure => Algorithm::Ed25519,
            Scheme::Ctx(_) => Algorithm::Ed25519ctx,
            Scheme::Ph(_) => Algorithm::Ed25519ph,
            Scheme::Blake3 => Algorithm::Ed25519Blake3,
            Scheme::Blake2b => Algorithm::Ed25519Blake2b,
            Scheme::Sm2(_) => Algorithm::Sm2,
            Scheme::Secp256k1(_) => Algorithm::Secp256k1,
            Scheme::Bip340 => Algorithm::Bip340,
        }
    }
}

/// The hash of messages of secp256k1.
///
/// # Errors
/// If none was asked for.
pub(crate) fn needed(hash: Option<MessageHash>) -> Result<MessageHash, String> {
    hash.ok_or_else(|| {
        "secp256k1 needs --hash, which says how the message is hashed: sha256, sha256d (Bitcoin), keccak256 or eip191 \
         (Ethereum); Schnorr signatures have --algorithm bip340"
            .to_owned()
    })
}

/// A private key with its scheme: what signs.
pub(crate) enum Signer<'a> {
    Pure(&'a ed25519::SigningKey),
    Ctx(&'a ed25519::SigningKey, Context<'a>),
    Ph(&'a ed25519::SigningKey, Option<Context<'a>>),
    Blake3(&'a ed25519_blake3::SigningKey),
    Blake2b(&'a ed25519_blake2b::SigningKey),
    Sm2(&'a sm2::SigningKey, Id<'a>),
    Secp256k1(&'a secp256k1::SigningKey, MessageHash),
    Bip340(bip340::SigningKey),
}

impl<'a> Signer<'a> {
    /// Binds a key to what was asked for.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn new(key: &'a PrivateKey, asked: Asked<'a>) -> anyhow::Result<Signer<'a>> {
        let of_key = Algorithm::of_library(key.algorithm())?;
        let scheme = Scheme::resolve(of_key, asked).map_err(anyhow::Error::msg)?;
        Ok(match (scheme, key) {
            (Scheme::Pure, PrivateKey::Ed25519(key)) => Signer::Pure(key),
            (Scheme::Ctx(context), PrivateKey::Ed25519(key)) => Signer::Ctx(key, context),
            (Scheme::Ph(context), PrivateKey::Ed25519(key)) => Signer::Ph(key, context),
            (Scheme::Blake3, PrivateKey::Ed25519Blake3(key)) => Signer::Blake3(key),
            (Scheme::Blake2b, PrivateKey::Ed25519Blake2b(key)) => Signer::Blake2b(key),
            (Scheme::Sm2(id), PrivateKey::Sm2(key)) => Signer::Sm2(key, id),
            (Scheme::Secp256k1(hash), PrivateKey::Secp256k1(key)) => {
                Signer::Secp256k1(key, needed(hash).map_err(anyhow::Error::msg)?)
            }
            (Scheme::Bip340, PrivateKey::Secp256k1(key)) => Signer::Bip340(key.into()),
            (scheme, _) => bail!("this is no key for {}", scheme.algorithm().name()),
        })
    }

    /// The algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Signer::Pure(_) => Algorithm::Ed25519,
            Signer::Ctx(..) => Algorithm::Ed25519ctx,
            Signer::Ph(..) => Algorithm::Ed25519ph,
            Signer::Blake3(_) => Algorithm::Ed25519Blake3,
            Signer::Blake2b(_) => Algorithm::Ed25519Blake2b,
            Signer::Sm2(..) => Algorithm::Sm2,
            Signer::Secp256k1(..) => Algorithm::Secp256k1,
            Signer::Bip340(_) => Algorithm::Bip340,
        }
    }

    /// How the message is hashed, where that is no part of the algorithm.
    pub(crate) fn hash(&self) -> Option<MessageHash> {
        match self {
            Signer::Secp256k1(_, hash) => Some(*hash),
            _ => None,
        }
    }

    /// Signs everything from the reader's position to its end.
    ///
    /// # Errors
    /// As the reader says; if the message changes meanwhile.
    pub(crate) fn sign<R: Read + Seek>(&self, message: R) -> Result<Signature, ReaderError> {
        Ok(match self {
            Signer::Pure(key) => Signature::Ed25519(key.sign_reader(message)?),
            Signer::Ctx(key, context) => Signature::Ed25519(key.ctx(*context).sign_reader(message)?),
            Signer::Ph(key, context) => Signature::Ed25519(key.ph(*context).sign_reader(message)?),
            Signer::Blake3(key) => Signature::Ed25519(key.sign_reader(message)?),
            Signer::Blake2b(key) => Signature::Ed25519(key.sign_reader(message)?),
            Signer::Sm2(key, id) => Signature::Sm2(key.with_id(id).sign_reader_hedged(message)?),
            Signer::Secp256k1(key, hash) => {
                Signature::Secp256k1(key.sign_digest_recoverable(&hash.digest_reader(message)?))
            }
            Signer::Bip340(key) => Signature::Bip340(key.sign_reader_hedged(message)?),
        })
    }
}

/// A public key with its scheme: what verifies.
#[derive(Clone, Copy)]
pub(crate) enum Verifier<'c> {
    /// One of the Ed25519 family, where a policy decides.
    Ed25519(EdVerifier<'c>),
    Sm2(sm2::VerifyingKey, Id<'c>),
    Secp256k1(secp256k1::VerifyingKey, MessageHash),
    Bip340(bip340::VerifyingKey),
}

impl<'c> Verifier<'c> {
    /// Binds a key to what was asked for.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn new(key: &PublicKey, asked: Asked<'c>) -> anyhow::Result<Verifier<'c>> {
        let of_key = Algorithm::of_library(key.algorithm())?;
        let scheme = Scheme::resolve(of_key, asked).map_err(anyhow::Error::msg)?;
        Ok(Verifier::Ed25519(match (scheme, key) {
            (Scheme::Pure, PublicKey::Ed25519(key)) => EdVerifier::Pure(*key),
            (Scheme::Ctx(context), PublicKey::Ed25519(key)) => EdVerifier::Ctx(*key, context),
            (Scheme::Ph(context), PublicKey::Ed25519(key)) => EdVerifier::Ph(*key, context),
            (Scheme::Blake3, PublicKey::Ed25519Blake3(key)) => EdVerifier::Blake3(*key),
            (Scheme::Blake2b, PublicKey::Ed25519Blake2b(key)) => EdVerifier::Blake2b(*key),
            (Scheme::Sm2(id), PublicKey::Sm2(key)) => return Ok(Verifier::Sm2(*key, id)),
            (Scheme::Secp256k1(hash), PublicKey::Secp256k1(key)) => {
                return Ok(Verifier::Secp256k1(*key, needed(hash).map_err(anyhow::Error::msg)?));
            }
            (Scheme::Bip340, PublicKey::Secp256k1(key)) => return Ok(Verifier::Bip340((*key).into())),
            (scheme, _) => bail!("this is no key for {}", scheme.algorithm().name()),
        }))
    }

    /// The algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            Verifier::Ed25519(verifier) => verifier.algorithm(),
            Verifier::Sm2(..) => Algorithm::Sm2,
            Verifier::Secp256k1(..) => Algorithm::Secp256k1,
            Verifier::Bip340(_) => Algorithm::Bip340,
        }
    }

    /// The bytes of the key: 32, of SM2 and ECDSA 65.
    pub(crate) fn key_bytes(&self) -> Vec<u8> {
        match self {
            Verifier::Ed25519(verifier) => verifier.key_bytes().to_vec(),
            Verifier::Sm2(key, _) => key.to_bytes().to_vec(),
            Verifier::Secp256k1(key, _) => key.to_bytes().to_vec(),
            Verifier::Bip340(key) => key.to_bytes().to_vec(),
        }
    }
}

/// A public key of the Ed25519 family with its scheme.
#[derive(Clone, Copy)]
pub(crate) enum EdVerifier<'c> {
    Pure(ed25519::VerifyingKey),
    Ctx(ed25519::VerifyingKey, Context<'c>),
    Ph(ed25519::VerifyingKey, Option<Context<'c>>),
    Blake3(ed25519_blake3::VerifyingKey),
    Blake2b(ed25519_blake2b::VerifyingKey),
}

impl<'c> EdVerifier<'c> {
    /// The algorithm with its context, as the library names it.
    pub(crate) fn variant(&self) -> Variant<'c> {
        match self {
            EdVerifier::Pure(_) => Variant::Pure,
            EdVerifier::Ctx(_, context) => Variant::Ctx(*context),
            EdVerifier::Ph(_, context) => Variant::Ph(*context),
            EdVerifier::Blake3(_) => Variant::Blake3,
            EdVerifier::Blake2b(_) => Variant::Blake2b,
        }
    }

    /// The algorithm.
    pub(crate) fn algorithm(&self) -> Algorithm {
        match self {
            EdVerifier::Pure(_) => Algorithm::Ed25519,
            EdVerifier::Ctx(..) => Algorithm::Ed25519ctx,
            EdVerifier::Ph(..) => Algorithm::Ed25519ph,
            EdVerifier::Blake3(_) => Algorithm::Ed25519Blake3,
            EdVerifier::Blake2b(_) => Algorithm::Ed25519Blake2b,
        }
    }

    /// The 32 bytes of the key.
    pub(crate) fn key_bytes(&self) -> [u8; 32] {
        match self {
            EdVerifier::Pure(key) | EdVerifier::Ctx(key, _) | EdVerifier::Ph(key, _) => key.to_bytes(),
            EdVerifier::Blake3(key) => key.to_bytes(),
            EdVerifier::Blake2b(key) => key.to_bytes(),
        }
    }

    /// Verifies everything that a reader gives, in one pass.
    ///
    /// # Errors
    /// As the reader says; if the signature is not valid.
    pub(crate) fn verify<R: Read>(
        &self,
        policy: Policy,
        message: R,
        signature: &ed25519::Signature,
    ) -> Result<(), ReaderError> {
        match self {
            EdVerifier::Pure(key) => key.with_policy(policy).verify_reader(message, signature),
            EdVerifier::Ctx(key, context) => {
                key.ctx(*context).with_policy(policy).verify_reader(message, signature)
            }
            EdVerifier::Ph(key, context) => {
                key.ph(*context).with_policy(policy).verify_reader(message, signature)
            }
            EdVerifier::Blake3(key) => key.with_policy(policy).verify_reader(message, signature),
            EdVerifier::Blake2b(key) => key.with_policy(policy).verify_reader(message, signature),
        }
    }

    /// All facts about one signature.
    pub(crate) fn facts(&self, message: &[u8], signature: &ed25519::Signature) -> ed25519::Facts {
        match self {
            EdVerifier::Pure(key) => key.facts(message, signature),
            EdVerifier::Ctx(key, context) => key.ctx(*context).facts(message, signature),
            EdVerifier::Ph(key, context) => key.ph(*context).facts(message, signature),
            EdVerifier::Blake3(key) => key.facts(message, signature),
            EdVerifier::Blake2b(key) => key.facts(message, signature),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_and_library_have_the_same_names() {
        let key = ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
        let bytes = key.to_bytes();
        let context = Context::new(b"c").unwrap();
        for verifier in [
            EdVerifier::Pure(key),
            EdVerifier::Ctx(key, context),
            EdVerifier::Ph(key, None),
            EdVerifier::Ph(key, Some(context)),
            EdVerifier::Blake3(ed25519_blake3::VerifyingKey::from_bytes(&bytes).unwrap()),
            EdVerifier::Blake2b(ed25519_blake2b::VerifyingKey::from_bytes(&bytes).unwrap()),
        ] {
            assert_eq!(verifier.variant().algorithm(), verifier.algorithm().name());
        }
    }

    #[test]
    fn a_context_implies_ed25519ctx_unless_an_algorithm_is_given() {
        let asked = |algorithm| Asked { algorithm, context: Some(b"c"), ..Asked::default() };
        assert_eq!(
            Scheme::resolve(Algorithm::Ed25519, asked(None)).unwrap().algorithm(),
            Algorithm::Ed25519ctx
        );
        assert!(Scheme::resolve(Algorithm::Ed25519, asked(Some(Algorithm::Ed25519))).is_err());
        let ph = Scheme::resolve(Algorithm::Ed25519, asked(Some(Algorithm::Ed25519ph))).unwrap();
        assert!(matches!(ph, Scheme::Ph(Some(_))));
    }

    #[test]
    fn what_contradicts_the_key_is_refused() {
        for (key, asked) in [
            (Algorithm::Ed25519, Algorithm::Ed25519Blake3),
            (Algorithm::Ed25519Blake3, Algorithm::Ed25519),
            (Algorithm::Ed25519Blake2b, Algorithm::Ed25519ph),
            (Algorithm::X25519, Algorithm::X25519),
            (Algorithm::Ed25519, Algorithm::Ed25519ctx),
            (Algorithm::Ed25519, Algorithm::Sm2),
            (Algorithm::Sm2, Algorithm::Ed25519),
        ] {
            let asked = Asked { algorithm: Some(asked), ..Asked::default() };
            assert!(Scheme::resolve(key, asked).is_err(), "{key:?} {asked:?}");
        }
    }

    #[test]
    fn identifiers_are_for_sm2_only_and_contexts_are_not() {
        let resolve = |key, context, id| Scheme::resolve(key, Asked { context, id, ..Asked::default() });
        assert_eq!(resolve(Algorithm::Sm2, None, None), Ok(Scheme::Sm2(Id::DEFAULT)));
        assert_eq!(resolve(Algorithm::Sm2, None, Some(b"")), Ok(Scheme::Sm2(Id::EMPTY)));
        assert!(resolve(Algorithm::Sm2, None, Some(&[b'i'; 8192])).unwrap_err().contains("has 8192"));
        assert!(resolve(Algorithm::Sm2, Some(b"c"), None).unwrap_err().contains("no context"));
        assert!(resolve(Algorithm::Ed25519, None, Some(b"i")).unwrap_err().contains("no identifier"));
    }
}
