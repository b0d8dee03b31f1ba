//! The operations of a rival from the few functions that it has: whoever implements these traits gets the
//! inputs, the loops and the verdicts that all rivals are measured and judged with.
//!
//! Keys, messages and signatures go in and come out as bytes, so that reading a signature counts for all.
//! Everything is generic, and compiled into one loop with the rival's function.

use crate::about::About;
use crate::inputs::{COLD_KEYS, HOT_KEYS, Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use crate::subject::{Case, Prepared, Subject};

/// A signature scheme. Of SM2, messages are digests.
pub trait Scheme: 'static {
    /// What the names of its operations begin with.
    const PREFIX: &'static str = "";
    /// Whether the same key and message give the same signature, so that signatures can be compared.
    const DETERMINISTIC: bool = true;
    /// A key that can sign.
    type Signer: 'static;
    /// A public key as its bytes.
    type Public: AsRef<[u8]> + 'static;
    /// A public key as it is fastest to verify with.
    type Key: 'static;

    /// The key of a secret.
    fn signer(secret: &[u8; 32]) -> Self::Signer;
    /// Its public key.
    fn public(signer: &Self::Signer) -> Self::Public;
    /// A signature.
    fn sign(signer: &Self::Signer, message: &[u8]) -> [u8; 64];
    /// The key of these bytes, if they are one.
    fn parse(public: &[u8]) -> Option<Self::Key>;
    /// Whether a signature is valid.
    fn verify_parsed(key: &Self::Key, message: &[u8], signature: &[u8; 64]) -> bool;
    /// The same with the bytes of a key, by the rival's fastest way.
    fn verify(public: &[u8], message: &[u8], signature: &[u8; 64]) -> bool {
        Self::parse(public).is_some_and(|key| Self::verify_parsed(&key, message, signature))
    }
    /// Whether the case can be put to it at all.
    fn takes(_case: &Case) -> bool {
        true
    }
}

/// A scheme with one equation for many signatures.
pub trait Batch: Scheme {
    /// Whether all are valid, keys as bytes.
    fn verify_all(items: &[(&[u8], &[u8], &[u8; 64])]) -> bool;
    /// Whether all are valid, keys parsed before; `None` if it has no such function.
    fn verify_all_parsed(_items: &[(&Self::Key, &[u8], &[u8; 64])]) -> Option<bool> {
        None
    }
}

/// A signature scheme whose signatures recover their keys.
pub trait Recovery: Scheme {
    /// A signature that says which point R was.
    type Recoverable: 'static;
    /// Such a signature.
    fn sign_recoverable(signer: &Self::Signer, digest: &[u8; 32]) -> Self::Recoverable;
    /// The key that made it.
    fn recover(signature: &Self::Recoverable, digest: &[u8; 32]) -> Option<Self::Public>;
}

/// An exchange of keys.
pub trait Exchange: 'static {
    /// A secret, ready to be used.
    type Secret: 'static;
    /// The secret of these bytes.
    fn secret(secret: &[u8; 32]) -> Self::Secret;
    /// Its public key.
    fn public(secret: &Self::Secret) -> [u8; 32];
    /// The shared secret with another's public key.
    fn shared(secret: &Self::Secret, public: &[u8; 32]) -> [u8; 32];
}

/// A signature with all that is needed to verify it.
struct Signed<S: Scheme> {
    public: S::Public,
    key: S::Key,
    message: [u8; 32],
    signature: [u8; 64],
}

impl<S: Scheme> Signed<S> {
    fn verify(&self) -> u64 {
        u64::from(S::verify(self.public.as_ref(), &self.message, &self.signature))
    }

    fn verify_parsed(&self) -> u64 {
        u64::from(S::verify_parsed(&self.key, &self.message, &self.signature))
    }
}

/// `n` signatures, input `i` by the key of secret `i mod keys`.
fn signed<S: Scheme>(n: usize, keys: usize) -> Vec<Signed<S>> {
    let inputs = Inputs::new(n);
    let signers: Vec<S::Signer> = inputs.seeds[..keys].iter().map(S::signer).collect();
    let sign = |(i, message): (usize, &[u8; 32])| {
        let signer = &signers[i % keys];
        let public = S::public(signer);
        let key = S::parse(public.as_ref()).expect("its own key");
        Signed { public, key, message: *message, signature: S::sign(signer, message) }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

/// An operation on groups of `size`, one item after the other.
fn one_by_one<T: 'static>(items: Vec<T>, size: usize, call: impl Fn(&T) -> u64 + 'static) -> Prepared {
    Prepared::new(groups(items, size), move |group: &Vec<T>| fold_all(group.iter().map(&call)))
}

/// The operation of a signature scheme with this name; what the rival has no function for is done one item
/// after the other.
pub fn signatures<S: Scheme>(name: &str, size: usize) -> Option<Prepared> {
    let n = ROUND.max(size);
    let Inputs { seeds, messages } = Inputs::new(n);
    let keygen = |secret: &[u8; 32]| fold(S::public(&S::signer(secret)).as_ref());
    let sign = |(signer, message): &(S::Signer, [u8; 32])| {
        let signature = S::sign(signer, message);
        // Random nonces leave nothing to compare but that a signature was made.
        if S::DETERMINISTIC { fold(&signature) } else { u64::from(signature != [0; 64]) }
    };
    let signers = || seeds.iter().map(S::signer).zip(messages.iter().copied()).collect::<Vec<_>>();
    let name = name.strip_prefix(S::PREFIX)?;
    // Keys of SM2 are always parsed before.
    let bytes = S::PREFIX.is_empty();
    Some(match name {
        "keygen" => Prepared::new(seeds, keygen),
        "keygen_many" => one_by_one(seeds, size, keygen),
        "sign" => Prepared::new(signers(), sign),
        "sign_many" => one_by_one(signers(), size, sign),
        "verify" if bytes => Prepared::new(signed::<S>(ROUND, ROUND), Signed::verify),
        "verify_each" if bytes => one_by_one(signed::<S>(n, n), size, Signed::verify),
        "verify" | "verify_decoded" => Prepared::new(signed::<S>(ROUND, ROUND), Signed::verify_parsed),
        "verify_prepared" => Prepared::new(signed::<S>(ROUND, HOT_KEYS), Signed::verify_parsed),
        "verify_each" | "verify_each_decoded" => one_by_one(signed::<S>(n, n), size, Signed::verify_parsed),
        "verify_each_prepared" => one_by_one(signed::<S>(n, WARM_KEYS), size, Signed::verify_parsed),
        "verify_each_prepared_1024" => {
            one_by_one(signed::<S>(n.max(COLD_KEYS), COLD_KEYS), size, Signed::verify_parsed)
        }
        _ => return None,
    })
}

/// The operation on a batch with this name.
pub fn batches<S: Batch>(name: &str, size: usize) -> Option<Prepared> {
    let verify_all = |batch: &Vec<Signed<S>>| {
        let items: Vec<(&[u8], &[u8], &[u8; 64])> =
            batch.iter().map(|s| (s.public.as_ref(), &s.message[..], &s.signature)).collect();
        u64::from(S::verify_all(&items))
    };
    let verify_all_parsed = |batch: &Vec<Signed<S>>| {
        let items: Vec<(&S::Key, &[u8], &[u8; 64])> =
            batch.iter().map(|s| (&s.key, &s.message[..], &s.signature)).collect();
        u64::from(S::verify_all_parsed(&items).expect("an operation that it says it has"))
    };
    Some(match name.strip_prefix(S::PREFIX)? {
        "verify_all" => Prepared::new(vec![signed::<S>(size, size)], verify_all),
        "verify_all_decoded" => Prepared::new(vec![signed::<S>(size, size)], verify_all_parsed),
        "verify_all_same" => Prepared::new(groups(signed::<S>(ROUND.max(size), 1), size), verify_all),
        _ => return None,
    })
}

/// The operation with this name that recovers keys.
pub fn recoveries<R: Recovery>(name: &str, size: usize) -> Option<Prepared> {
    let Inputs { seeds, messages } = Inputs::new(ROUND.max(size));
    let signed = || {
        let sign =
            |(seed, digest): (&[u8; 32], &[u8; 32])| (R::sign_recoverable(&R::signer(seed), digest), *digest);
        seeds.iter().zip(&messages).map(sign).collect::<Vec<_>>()
    };
    let recover = |(signature, digest): &(R::Recoverable, [u8; 32])| {
        R::recover(signature, digest).map_or(0, |key| fold(key.as_ref()))
    };
    Some(match name.strip_prefix(R::PREFIX)? {
        "recover" => Prepared::new(signed(), recover),
        "recover_many" => one_by_one(signed(), size, recover),
        _ => return None,
    })
}

/// The operation of an exchange with this name.
pub fn exchanges<E: Exchange>(name: &str, size: usize) -> Option<Prepared> {
    let Inputs { seeds, messages } = Inputs::new(ROUND.max(size));
    let public = |secret: &E::Secret| fold(&E::public(secret));
    let shared = |(secret, public): &(E::Secret, [u8; 32])| fold(&E::shared(secret, public));
    let secrets = || seeds.iter().map(E::secret).collect::<Vec<_>>();
    let pairs = || {
        let publics = messages.iter().map(|secret| E::public(&E::secret(secret)));
        secrets().into_iter().zip(publics).collect::<Vec<_>>()
    };
    Some(match name {
        "x25519_public" => Prepared::new(secrets(), public),
        "x25519_public_many" => one_by_one(secrets(), size, public),
        "x25519_shared" => Prepared::new(pairs(), shared),
        "x25519_shared_many" => one_by_one(pairs(), size, shared),
        _ => return None,
    })
}

/// Handles requests for a scheme that has functions for single keys and signatures and nothing more.
///
/// # Panics
/// If a request is unknown.
pub fn serve<S: Scheme>(about: About, level: &str) {
    let names = ["keygen", "sign", "verify"].map(|name| format!("{}{name}", S::PREFIX));
    let operations = names.each_ref().map(String::as_str);
    Subject {
        about,
        level,
        operations: &operations,
        routes: &operations[2..],
        prepare: &|name, size| signatures::<S>(name, size).unwrap_or_else(|| unknown(name)),
        verdicts: &verdicts::<S>,
    }
    .serve();
}

/// The same for ECDSA on secp256k1 with recovered keys, and BIP 340.
///
/// # Panics
/// If a request is unknown.
pub fn serve_secp256k1<E: Recovery, S: Scheme>(about: About, level: &str) {
    Subject {
        about,
        level,
        operations: &[
            "secp256k1_keygen",
            "secp256k1_sign",
            "secp256k1_verify",
            "secp256k1_recover",
            "bip340_sign",
            "bip340_verify",
        ],
        routes: &["secp256k1_verify", "bip340_verify"],
        prepare: &|name, size| {
            recoveries::<E>(name, size)
                .or_else(|| signatures::<E>(name, size))
                .or_else(|| signatures::<S>(name, size))
                .unwrap_or_else(|| unknown(name))
        },
        verdicts: &|route, cases| match route.starts_with(E::PREFIX) {
            true => verdicts::<E>(route, cases),
            false => verdicts::<S>(route, cases),
        },
    }
    .serve();
}

/// The same for one of Ed25519 that has parsed keys and an equation for many signatures too.
///
/// # Panics
/// If a request is unknown.
pub fn serve_with_batch<S: Batch>(about: About, level: &str) {
    Subject {
        about,
        level,
        operations: &["keygen", "sign", "verify", "verify_decoded", "verify_all", "verify_all_same"],
        routes: &["verify", "verify_decoded", "verify_all"],
        prepare: &|name, size| {
            signatures::<S>(name, size).or_else(|| batches::<S>(name, size)).unwrap_or_else(|| unknown(name))
        },
        verdicts: &verdicts_with_batch::<S>,
    }
    .serve();
}

fn unknown(name: &str) -> ! {
    panic!("an unknown operation: {name}")
}

/// The verdicts of the routes `verify` and `verify_decoded`.
pub fn verdicts<S: Scheme>(route: &str, cases: &[Case]) -> Vec<Option<bool>> {
    let judge = |case: &Case| {
        let Case { key, message, signature } = case;
        match route.strip_prefix(S::PREFIX).unwrap_or(route) {
            "verify" if S::PREFIX.is_empty() => S::verify(key, message, signature),
            _ => S::parse(key).is_some_and(|key| S::verify_parsed(&key, message, signature)),
        }
    };
    cases.iter().map(|case| S::takes(case).then(|| judge(case))).collect()
}

/// The verdict of the route `verify_all`, or those of [`verdicts`].
pub fn verdicts_with_batch<S: Batch>(route: &str, cases: &[Case]) -> Vec<Option<bool>> {
    if route.strip_prefix(S::PREFIX) != Some("verify_all") {
        return verdicts::<S>(route, cases);
    }
    let items: Vec<(&[u8], &[u8], &[u8; 64])> =
        cases.iter().map(|case| (&case.key[..], &case.message[..], &case.signature)).collect();
    vec![cases.iter().all(S::takes).then(|| S::verify_all(&items))]
}
