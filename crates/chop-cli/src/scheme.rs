//! Which algorithm signs and verifies: asked for, said by the key, or implied by a context.

use anyhow::bail;
use chop::ReaderError;
use chop::ed25519::{Context, Facts, Policy, Signature};
use chop::encoding::{PrivateKey, PublicKey};
use chop::{ed25519, ed25519_blake2b, ed25519_blake3};
use clap::ValueEnum;
use std::io::{Read, Seek};

/// An algorithm by the name that the program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Algorithm {
    /// RFC 8032 Ed25519
    #[value(name = "ed25519")]
    Ed25519,
    /// RFC 8032 Ed25519ctx: with a context of 1 to 255 bytes
    #[value(name = "ed25519ctx")]
    Ed25519ctx,
    /// RFC 8032 Ed25519ph: of the message's SHA-512; a context is optional
    #[value(name = "ed25519ph")]
    Ed25519ph,
    /// Ed25519 with BLAKE3 in place of SHA-512
    #[value(name = "ed25519-blake3")]
    Ed25519Blake3,
    /// Ed25519 with BLAKE2b-512 in place of SHA-512
    #[value(name = "ed25519-blake2b")]
    Ed25519Blake2b,
    /// RFC 7748 X25519: key agreement; keys only
    #[value(name = "x25519")]
    X25519,
}

impl Algorithm {
    /// The algorithm with this name.
    pub(crate) fn from_name(name: &str) -> Option<Algorithm> {
        Algorithm::value_variants().iter().copied().find(|algorithm| algorithm.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Algorithm::Ed25519 => "ed25519",
            Algorithm::Ed25519ctx => "ed25519ctx",
            Algorithm::Ed25519ph => "ed25519ph",
            Algorithm::Ed25519Blake3 => "ed25519-blake3",
            Algorithm::Ed25519Blake2b => "ed25519-blake2b",
            Algorithm::X25519 => "x25519",
        }
    }

    /// The algorithm whose keys this one uses.
    pub(crate) fn of_key(self) -> Algorithm {
        match self {
            Algorithm::Ed25519ctx | Algorithm::Ed25519ph => Algorithm::Ed25519,
            other => other,
        }
    }
}

/// An algorithm that signs, with its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme<'c> {
    Pure,
    Ctx(Context<'c>),
    Ph(Option<Context<'c>>),
    Blake3,
    Blake2b,
}

impl<'c> Scheme<'c> {
    /// The scheme for a key of algorithm `key`, an algorithm that was asked for, and a context.
    ///
    /// # Errors
    /// A sentence, if they contradict each other.
    pub(crate) fn resolve(
        key: Algorithm,
        asked: Option<Algorithm>,
        context: Option<&'c [u8]>,
    ) -> Result<Scheme<'c>, String> {
        if let Some(asked) = asked
            && asked.of_key() != key.of_key()
        {
            return Err(format!("this is a key for {}, not for {}", key.of_key().name(), asked.name()));
        }
        let context = match context {
            None => None,
            Some(bytes) => {
                let context = Context::new(bytes);
                Some(context.map_err(|error| format!("{error}, and this one has {}", bytes.len()))?)
            }
        };
        match (asked.unwrap_or(key), context) {
            (Algorithm::Ed25519, None) => Ok(Scheme::Pure),
            (Algorithm::Ed25519, Some(context)) if asked.is_none() => Ok(Scheme::Ctx(context)),
            (Algorithm::Ed25519ctx, Some(context)) => Ok(Scheme::Ctx(context)),
            (Algorithm::Ed25519ctx, None) => Err("ed25519ctx needs a context".to_owned()),
            (Algorithm::Ed25519ph, context) => Ok(Scheme::Ph(context)),
            (Algorithm::Ed25519Blake3, None) => Ok(Scheme::Blake3),
            (Algorithm::Ed25519Blake2b, None) => Ok(Scheme::Blake2b),
            (Algorithm::X25519, _) => Err("x25519 keys do not sign: they agree on secrets".to_owned()),
            (other, Some(_)) => {
                Err(format!("{} has no context: ed25519ctx and ed25519ph have", other.name()))
            }
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Scheme::Pure => "ed25519",
            Scheme::Ctx(_) => "ed25519ctx",
            Scheme::Ph(_) => "ed25519ph",
            Scheme::Blake3 => "ed25519-blake3",
            Scheme::Blake2b => "ed25519-blake2b",
        }
    }
}

/// A private key with its scheme: what signs.
pub(crate) enum Signer<'a> {
    Pure(&'a ed25519::SigningKey),
    Ctx(&'a ed25519::SigningKey, Context<'a>),
    Ph(&'a ed25519::SigningKey, Option<Context<'a>>),
    Blake3(&'a ed25519_blake3::SigningKey),
    Blake2b(&'a ed25519_blake2b::SigningKey),
}

impl<'a> Signer<'a> {
    /// Binds a key to what was asked for.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn new(
        key: &'a PrivateKey,
        asked: Option<Algorithm>,
        context: Option<&'a [u8]>,
    ) -> anyhow::Result<Signer<'a>> {
        let of_key = crate::keys::algorithm_of(key.algorithm())?;
        let scheme = Scheme::resolve(of_key, asked, context).map_err(anyhow::Error::msg)?;
        Ok(match (scheme, key) {
            (Scheme::Pure, PrivateKey::Ed25519(key)) => Signer::Pure(key),
            (Scheme::Ctx(context), PrivateKey::Ed25519(key)) => Signer::Ctx(key, context),
            (Scheme::Ph(context), PrivateKey::Ed25519(key)) => Signer::Ph(key, context),
            (Scheme::Blake3, PrivateKey::Ed25519Blake3(key)) => Signer::Blake3(key),
            (Scheme::Blake2b, PrivateKey::Ed25519Blake2b(key)) => Signer::Blake2b(key),
            (scheme, _) => bail!("this is no key for {}", scheme.name()),
        })
    }

    /// Whether the message is read once only.
    pub(crate) fn reads_once(&self) -> bool {
        matches!(self, Signer::Ph(..))
    }

    /// Signs everything from the reader's position to its end.
    ///
    /// # Errors
    /// As the reader says; if the message changes meanwhile.
    pub(crate) fn sign<R: Read + Seek>(&self, message: R) -> Result<Signature, ReaderError> {
        match self {
            Signer::Pure(key) => key.sign_reader(message),
            Signer::Ctx(key, context) => key.ctx(*context).sign_reader(message),
            Signer::Ph(key, context) => key.ph(*context).sign_reader(message),
            Signer::Blake3(key) => key.sign_reader(message),
            Signer::Blake2b(key) => key.sign_reader(message),
        }
    }
}

/// A public key with its scheme: what verifies.
#[derive(Clone, Copy)]
pub(crate) enum Verifier<'c> {
    Pure(ed25519::VerifyingKey),
    Ctx(ed25519::VerifyingKey, Context<'c>),
    Ph(ed25519::VerifyingKey, Option<Context<'c>>),
    Blake3(ed25519_blake3::VerifyingKey),
    Blake2b(ed25519_blake2b::VerifyingKey),
}

impl<'c> Verifier<'c> {
    /// Binds a key to what was asked for.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn new(
        key: &PublicKey,
        asked: Option<Algorithm>,
        context: Option<&'c [u8]>,
    ) -> anyhow::Result<Verifier<'c>> {
        let of_key = crate::keys::algorithm_of(key.algorithm())?;
        let scheme = Scheme::resolve(of_key, asked, context).map_err(anyhow::Error::msg)?;
        Ok(match (scheme, key) {
            (Scheme::Pure, PublicKey::Ed25519(key)) => Verifier::Pure(*key),
            (Scheme::Ctx(context), PublicKey::Ed25519(key)) => Verifier::Ctx(*key, context),
            (Scheme::Ph(context), PublicKey::Ed25519(key)) => Verifier::Ph(*key, context),
            (Scheme::Blake3, PublicKey::Ed25519Blake3(key)) => Verifier::Blake3(*key),
            (Scheme::Blake2b, PublicKey::Ed25519Blake2b(key)) => Verifier::Blake2b(*key),
            (scheme, _) => bail!("this is no key for {}", scheme.name()),
        })
    }

    /// The name of the algorithm.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Verifier::Pure(_) => Scheme::Pure.name(),
            Verifier::Ctx(_, context) => Scheme::Ctx(*context).name(),
            Verifier::Ph(_, context) => Scheme::Ph(*context).name(),
            Verifier::Blake3(_) => Scheme::Blake3.name(),
            Verifier::Blake2b(_) => Scheme::Blake2b.name(),
        }
    }

    /// The 32 bytes of the key.
    pub(crate) fn key_bytes(&self) -> [u8; 32] {
        match self {
            Verifier::Pure(key) | Verifier::Ctx(key, _) | Verifier::Ph(key, _) => key.to_bytes(),
            Verifier::Blake3(key) => key.to_bytes(),
            Verifier::Blake2b(key) => key.to_bytes(),
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
        signature: &Signature,
    ) -> Result<(), ReaderError> {
        match self {
            Verifier::Pure(key) => key.with_policy(policy).verify_reader(message, signature),
            Verifier::Ctx(key, context) => {
                key.ctx(*context).with_policy(policy).verify_reader(message, signature)
            }
            Verifier::Ph(key, context) => {
                key.ph(*context).with_policy(policy).verify_reader(message, signature)
            }
            Verifier::Blake3(key) => key.with_policy(policy).verify_reader(message, signature),
            Verifier::Blake2b(key) => key.with_policy(policy).verify_reader(message, signature),
        }
    }

    /// All facts about one signature.
    pub(crate) fn facts(&self, message: &[u8], signature: &Signature) -> Facts {
        match self {
            Verifier::Pure(key) => key.facts(message, signature),
            Verifier::Ctx(key, context) => key.ctx(*context).facts(message, signature),
            Verifier::Ph(key, context) => key.ph(*context).facts(message, signature),
            Verifier::Blake3(key) => key.facts(message, signature),
            Verifier::Blake2b(key) => key.facts(message, signature),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_implies_ed25519ctx_unless_an_algorithm_is_given() {
        let context = Some(&b"c"[..]);
        assert_eq!(Scheme::resolve(Algorithm::Ed25519, None, context).unwrap().name(), "ed25519ctx");
        assert!(Scheme::resolve(Algorithm::Ed25519, Some(Algorithm::Ed25519), context).is_err());
        let ph = Scheme::resolve(Algorithm::Ed25519, Some(Algorithm::Ed25519ph), context).unwrap();
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
        ] {
            assert!(Scheme::resolve(key, Some(asked), None).is_err(), "{key:?} {asked:?}");
        }
    }

    #[test]
    fn names_are_those_of_the_arguments() {
        for algorithm in Algorithm::value_variants() {
            assert_eq!(algorithm.to_possible_value().unwrap().get_name(), algorithm.name());
            assert_eq!(Algorithm::from_name(algorithm.name()), Some(*algorithm));
        }
    }
}
