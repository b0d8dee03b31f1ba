//! Many keys and many signatures at a time.

use crate::pieces::{self, PIECE};
use crate::secp256k1::digest::Digest;
use crate::secp256k1::recoverable::RecoverableSignature;
use crate::secp256k1::signature::Signature;
use crate::secp256k1::signing::{Nonces, SigningKey};
use crate::secp256k1::verifying::VerifyingKey;
use crate::{Error, Secret, level};
use alloc::{vec, vec::Vec};
use chop_core::ct::{self, Wipe, Wiped};
use chop_core::engine::secp256k1::sign;
use chop_core::scalar::nsecp256k1::Scalar;

/// Signs SHA-256 of n messages, each with its own key; signature `i` equals `keys[i].sign(messages[i])`.
///
/// Constant time in keys and contents. Cost: as [`sign_digests`], and SHA-256 of the messages.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let signatures = secp256k1::sign_many(&[(&key, b"one".as_slice()), (&key, b"two")]);
/// assert_eq!(signatures[1], key.sign(b"two"));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_many(items: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    signatures(sign_all(items.len(), |i| Job {
        key: items[i].0,
        digest: Content::Message(items[i].1),
        added: &[],
    }))
}

/// As [`sign_many`], with 32 bytes of randomness for each item mixed into its nonce; signature `i` equals
/// `keys[i].sign_hedged_with(messages[i], &randomness[i])`.
///
/// # Panics
/// If the lengths differ.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let items = [(&key, b"one".as_slice()), (&key, b"two")];
/// let signatures = secp256k1::sign_many_hedged_with(&items, &[[1; 32], [2; 32]]);
/// assert_eq!(signatures[1], key.sign_hedged_with(b"two", &[2; 32]));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_many_hedged_with(items: &[(&SigningKey, &[u8])], randomness: &[[u8; 32]]) -> Vec<Signature> {
    assert_eq!(items.len(), randomness.len(), "32 bytes an item");
    signatures(sign_all(items.len(), |i| Job {
        key: items[i].0,
        digest: Content::Message(items[i].1),
        added: &randomness[i],
    }))
}

/// As [`sign_many_hedged_with`], with fresh randomness from the operating system.
///
/// # Errors
/// [`Error::Randomness`]: nothing is signed without it.
#[cfg(feature = "getrandom")]
pub fn sign_many_hedged(items: &[(&SigningKey, &[u8])]) -> Result<Vec<Signature>, Error> {
    let mut randomness = vec![[0; 32]; items.len()];
    getrandom::fill(randomness.as_flattened_mut()).map_err(|_| Error::Randomness)?;
    Ok(sign_many_hedged_with(items, &randomness))
}

/// Signs n digests, each with its own key; signature `i` equals `keys[i].sign_digest_recoverable(&digests[i])`. See [`Digest`] for when
/// signing a digest is right.
///
/// Constant time in keys and digests. On levels with lanes as many signatures at a time as there are lanes, with a
/// dozen inversions for 256 of them; nonces are made one after the other. Heap: about 170 bytes an item and at most 180 KB a thread.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, Digest, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digests = [Digest::keccak256(b"one"), Digest::keccak256(b"two")];
/// let signatures = secp256k1::sign_digests(&digests.map(|digest| (&key, digest)));
/// assert_eq!(signatures[1].recover(&digests[1])?, key.verifying_key());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_digests(items: &[(&SigningKey, Digest)]) -> Vec<RecoverableSignature> {
    sign_all(items.len(), |i| Job { key: items[i].0, digest: Content::Digest(&items[i].1), added: &[] })
}

fn signatures(recoverable: Vec<RecoverableSignature>) -> Vec<Signature> {
    recoverable.iter().map(|signature| *signature.signature()).collect()
}

/// The message or the digest that a job signs.
#[derive(Clone, Copy)]
enum Content<'a> {
    /// SHA-256 of this.
    Message(&'a [u8]),
    Digest(&'a Digest),
}

/// A key, what it signs, and what is added to what the nonce is made of.
#[derive(Clone, Copy)]
struct Job<'a> {
    key: &'a SigningKey,
    digest: Content<'a>,
    added: &'a [u8],
}

impl Job<'_> {
    fn digest(&self) -> Digest {
        match self.digest {
            Content::Message(message) => Digest::sha256(message),
            Content::Digest(digest) => *digest,
        }
    }
}

fn sign_all<'a>(n: usize, job: impl Fn(usize) -> Job<'a>) -> Vec<RecoverableSignature> {
    let jobs: Vec<Job<'a>> = (0..n).map(job).collect();
    let mut signatures = vec![None; n];
    pieces::fill(&jobs, &mut signatures, |jobs, signatures| {
        for (jobs, signatures) in jobs.chunks(PIECE).zip(signatures.chunks_mut(PIECE)) {
            sign_piece(jobs, signatures);
        }
    });
    signatures.into_iter().flatten().collect()
}

/// Words of the stack that are wiped after the nonces of many signatures; after many multiples of the base point, two arrays of [`PIECE`]
/// points and scalars, and s of each; and the same over lanes.
const NONCES: usize = 512;
const SIGNATURES: usize = 4096;
const SIGNATURES_IN_LANES: usize = 12288;

/// Signs at most [`PIECE`] digests.
fn sign_piece(jobs: &[Job<'_>], signatures: &mut [Option<RecoverableSignature>]) {
    let n = jobs.len();
    // On the heap: 26 KB would be much of a thread's stack.
    let (mut keys, mut nonces) = (Wiped::new(vec![Scalar::ZERO; n]), Wiped::new(vec![Scalar::ZERO; n]));
    let (mut es, mut made) = (vec![[0; 32]; n], vec![None; n]);
    for ((job, d), e) in jobs.iter().zip(keys.iter_mut()).zip(&mut es) {
        job.key.write_scalar(d);
        *e = *job.digest().as_bytes();
    }
    ct::on_wiped_stack::<NONCES, _>(|| find_nonces(jobs, &es, &mut nonces));
    level::on_wiped_stack::<SIGNATURES, SIGNATURES_IN_LANES, _>(|| {
        sign::sign_many(level::current(), &keys, &nonces, &es, &mut made);
    });
    for (((job, e), signature), made) in jobs.iter().zip(&es).zip(signatures).zip(&made) {
        *signature = Some(match made {
            Some(made) => RecoverableSignature::from_engine(made),
            // A nonce that gives no signature: the same nonce again, and then the next ones.
            None => job.key.sign_digest_with(&Digest::from_bytes(*e), job.added),
        });
    }
}

/// The first nonce of each job.
fn find_nonces(jobs: &[Job<'_>], es: &[[u8; 32]], nonces: &mut [Scalar]) {
    for ((job, e), nonce) in jobs.iter().zip(es).zip(nonces) {
        let mut all = Nonces::new();
        let mut d = Secret::zeros();
        job.key.write_bytes(d.as_mut_bytes());
        all.start(&d, e, job.added);
        all.next(nonce);
    }
}

/// The keys of n numbers; key `i` equals `SigningKey::from_bytes(&secrets[i])`.
///
/// Constant time in the numbers, but for whether one is out of range. On levels with lanes a dozen inversions for 256 keys. Heap: the
/// keys, and at most 240 KB a thread.
///
/// # Errors
/// [`Error::SecretKeyRange`] if any of them is no key.
///
/// # Example
/// ```
/// use chop::secp256k1::{self, SigningKey};
/// let keys = secp256k1::keygen_many(&[[1; 32], [2; 32]])?;
/// assert_eq!(keys[1].verifying_key(), SigningKey::from_bytes(&[2; 32])?.verifying_key());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn keygen_many(secrets: &[[u8; 32]]) -> Result<Vec<SigningKey>, Error> {
    // All at once: a vector that grows leaves copies of its keys behind.
    let mut keys = Vec::with_capacity(secrets.len());
    for secrets in secrets.chunks(pieces::together()) {
        let mut made = MadeKeys(vec![(Scalar::ZERO, None); secrets.len()]);
        pieces::fill(secrets, &mut made.0, |secrets, made| {
            for (secrets, made) in secrets.chunks(PIECE).zip(made.chunks_mut(PIECE)) {
                make_piece(secrets, made);
            }
        });
        for (d, public) in &made.0 {
            keys.push(SigningKey::without_secret(public.ok_or(Error::SecretKeyRange)?));
            if let Some(key) = keys.last_mut() {
                key.set_secret(d);
            }
        }
    }
    Ok(keys)
}

/// d and the public key of each; `None` if d is no secret key. Wiped when dropped.
struct MadeKeys(Vec<(Scalar, Option<VerifyingKey>)>);

impl Drop for MadeKeys {
    fn drop(&mut self) {
        for (d, _) in &mut self.0 {
            d.wipe();
        }
    }
}

/// Makes the parts of at most [`PIECE`] keys.
fn make_piece(secrets: &[[u8; 32]], made: &mut [(Scalar, Option<VerifyingKey>)]) {
    let n = secrets.len();
    // On the heap, as in `sign_piece`.
    let mut ds = Wiped::new(vec![Scalar::ZERO; n]);
    let mut points = vec![None; n];
    level::on_wiped_stack::<SIGNATURES, SIGNATURES_IN_LANES, _>(|| {
        for (d, secret) in ds.iter_mut().zip(secrets) {
            // 0, of what is no number modulo n, is refused like every number that is no key.
            SigningKey::read_number(secret, d);
        }
        sign::public_key_many(level::current(), &ds, &mut points);
    });
    for ((made, d), point) in made.iter_mut().zip(ds.iter()).zip(points) {
        // Each in its place: a pair would leave a copy.
        made.0 = *d;
        made.1 = point.map(VerifyingKey::from_point);
    }
}
