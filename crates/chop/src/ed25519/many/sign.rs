//! Many keys and many signatures at a time.
#![allow(non_snake_case)] // points are capital letters

use crate::ed25519::hash::{CHUNK, Hash, Parts, for_each_secret_chunk};
use crate::ed25519::mode::{Mode, Pure};
use crate::ed25519::signing::SigningKey;
use crate::{level, pieces};
use alloc::{vec, vec::Vec};
use chop_core::ct::Wiped;
use chop_core::engine::ed25519::scalars::{expand_many, reduce_many, respond_many};
use chop_core::engine::ed25519::sign;
use chop_core::scalar::l25519::Scalar;
use ed25519::Signature;

/// Words of the stack that are wiped after many multiples of B.
const MULTIPLES: usize = 128;
/// The same on a level with lanes.
const MULTIPLES_IN_LANES: usize = 1024;

/// Signs n messages, each with its own key; signature `i` equals `keys[i].sign(messages[i])`.
///
/// | argument | shape | unit                          |
/// |----------|-------|-------------------------------|
/// | `items`  | n     | a key, a message of any length |
///
/// Constant time in keys and contents. Heap: 64 bytes an item, the signature, and 20 KB a thread; stack 66 KiB with lanes,
/// 16 without.
///
/// # Example
/// ```
/// use chop::ed25519::{self, SigningKey};
/// let key = SigningKey::from_seed(&[7; 32]);
/// let signatures = ed25519::sign_many(&[(&key, b"one".as_slice()), (&key, b"two")]);
/// assert_eq!(signatures[1], key.sign(b"two"));
/// ```
pub fn sign_many<H: Hash>(items: &[(&SigningKey<H>, &[u8])]) -> Vec<Signature> {
    let mut signatures = vec![Signature::from_bytes(&[0; 64]); items.len()];
    pieces::fill(items, &mut signatures, |items, signatures| {
        for (items, signatures) in items.chunks(pieces::PIECE).zip(signatures.chunks_mut(pieces::PIECE)) {
            sign_piece(items, signatures);
        }
    });
    signatures
}

fn sign_piece<H: Hash>(items: &[(&SigningKey<H>, &[u8])], signatures: &mut [Signature]) {
    if let ([(key, message)], [signature]) = (items, &mut *signatures) {
        *signature = key.sign(message);
        return;
    }
    let n = items.len();
    let level = level::current();
    let mut nonces = Wiped::new(vec![Scalar::ZERO; n]);
    let message = |i: usize| items[i].0.nonce_parts(items[i].1);
    for_each_secret_chunk::<H>(n, message, |start, digests| {
        reduce_many(level, digests, &mut nonces[start..start + digests.len()]);
    });
    let mut commitments = vec![[0; 32]; n];
    level::on_wiped_stack::<MULTIPLES, MULTIPLES_IN_LANES, _>(|| {
        sign::mul_base_encoded_many(level, &nonces, &mut commitments);
    });
    let message = |i: usize| items[i].0.challenge_parts(&commitments[i], items[i].1);
    for_each_secret_chunk::<H>(n, message, |start, challenges| {
        let places = start..start + challenges.len();
        let (mut keys, mut responses) = ([&Scalar::ZERO; CHUNK], [[0; 32]; CHUNK]);
        for (key, item) in keys.iter_mut().zip(&items[places.clone()]) {
            *key = &item.0.scalar;
        }
        let (keys, responses) = (&keys[..places.len()], &mut responses[..places.len()]);
        respond_many(level, challenges, keys, &nonces[places.clone()], responses);
        for (i, S) in places.zip(responses) {
            signatures[i] = Signature::from_components(commitments[i], *S);
        }
    });
}

impl<H: Hash> SigningKey<H> {
    /// prefix ‖ M, whose hash is the nonce of [`Pure`].
    fn nonce_parts<'a>(&'a self, message: &'a [u8]) -> Parts<'a> {
        Parts::new(Pure.dom(), [self.prefix.as_bytes(), message, b""])
    }

    /// R ‖ A ‖ M, whose hash is the challenge of [`Pure`].
    fn challenge_parts<'a>(&'a self, R: &'a [u8; 32], message: &'a [u8]) -> Parts<'a> {
        Parts::new(Pure.dom(), [R, self.public.as_bytes(), message])
    }
}

/// The keys of n seeds; key `i` equals `SigningKey::from_seed(&seeds[i])`.
///
/// Constant time in the seeds. Heap: 232 bytes an item, the key, and 50 KB a thread; stack 65 KiB with lanes, 15 without.
///
/// # Example
/// ```
/// use chop::ed25519::{self, SigningKey};
/// let keys = ed25519::keygen_many(&[[1; 32], [2; 32]]);
/// assert_eq!(keys[1].verifying_key(), SigningKey::from_seed(&[2; 32]).verifying_key());
/// ```
pub fn keygen_many<H: Hash>(seeds: &[[u8; 32]]) -> Vec<SigningKey<H>> {
    let mut keys = Vec::with_capacity(seeds.len());
    // What there is between a seed and a key stays in the caches: a few pages that are used again, and not new ones.
    for seeds in seeds.chunks(pieces::together()) {
        add_keys(seeds, &mut keys);
    }
    keys
}

fn add_keys<H: Hash>(seeds: &[[u8; 32]], keys: &mut Vec<SigningKey<H>>) {
    let level = level::current();
    let first = keys.len();
    keys.resize_with(first + seeds.len(), SigningKey::without_secrets);
    let keys = &mut keys[first..];
    let mut scalars = Wiped::new(vec![Scalar::ZERO; seeds.len()]);
    let message = |i: usize| Parts::new(Pure.dom(), [&seeds[i], b"", b""]);
    for_each_secret_chunk::<H>(seeds.len(), message, |start, digests| {
        let places = start..start + digests.len();
        expand_many(level, digests, &mut scalars[places.clone()]);
        for ((key, seed), digest) in keys[places.clone()].iter_mut().zip(&seeds[places]).zip(digests) {
            key.set_seed(seed, digest);
        }
    });
    let mut points = vec![chop_core::engine::AffinePoint::IDENTITY; seeds.len()];
    pieces::fill(&scalars, &mut points, |scalars, points| {
        level::on_wiped_stack::<MULTIPLES, MULTIPLES_IN_LANES, _>(|| {
            sign::mul_base_affine_many(level, scalars, points);
        });
    });
    for ((key, scalar), point) in keys.iter_mut().zip(scalars.iter()).zip(&points) {
        key.scalar = *scalar;
        key.set_public(point);
    }
}
