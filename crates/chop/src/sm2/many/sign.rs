//! Many keys and many signatures at a time.

use crate::pieces::{self, PIECE};
use crate::sm2::hash::bulk::digest_many;
use crate::sm2::id::Id;
use crate::sm2::nonce::{Deterministic, Hedged, SIGNATURE};
use crate::sm2::signature::Signature;
use crate::sm2::signing::SigningKey;
use crate::sm2::verifying::VerifyingKey;
use crate::{Error, Secret, level};
use alloc::{vec, vec::Vec};
use chop_core::ct::{self, Wipe, Wiped};
use chop_core::engine::sm2::point::Sm2Point;
use chop_core::engine::sm2::sign;
use chop_core::scalar::nsm2::Scalar;

/// Signs n messages under [`Id::DEFAULT`](crate::sm2::Id::DEFAULT), each with its own key; signature `i` equals
/// `keys[i].sign(messages[i])`.
///
/// Constant time in keys and contents. Cost: as [`sign_many_hedged_with`], but the nonces are
/// made one after the other.
///
/// # Example
/// ```
/// use chop::sm2::{self, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let signatures = sm2::sign_many(&[(&key, b"one".as_slice()), (&key, b"two")]);
/// assert_eq!(signatures[1], key.sign(b"two"));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_many(items: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    sign_all(&items.iter().map(|item| (item, None)).collect::<Vec<_>>())
}

/// As [`sign_many`], with 32 bytes of randomness for each item mixed into its nonce; signature `i` equals
/// `keys[i].sign_hedged_with(messages[i], &randomness[i])`.
///
/// Constant time in keys and contents. On levels with lanes as many signatures at a time as there are lanes, with a
/// dozen inversions for 256 of them. Heap: about 150 bytes an item and at most 180 KB a thread.
///
/// # Panics
/// If the lengths differ.
///
/// # Example
/// ```
/// use chop::sm2::{self, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let items = [(&key, b"one".as_slice()), (&key, b"two")];
/// let signatures = sm2::sign_many_hedged_with(&items, &[[1; 32], [2; 32]]);
/// assert_eq!(signatures[1], key.sign_hedged_with(b"two", &[2; 32]));
/// # Ok::<(), chop::Error>(())
/// ```
pub fn sign_many_hedged_with(items: &[(&SigningKey, &[u8])], randomness: &[[u8; 32]]) -> Vec<Signature> {
    assert_eq!(items.len(), randomness.len(), "32 bytes an item");
    sign_all(&items.iter().zip(randomness.iter().map(Some)).collect::<Vec<_>>())
}

fn sign_all(jobs: &[SigningJob<'_>]) -> Vec<Signature> {
    let mut signatures = vec![None; jobs.len()];
    pieces::fill(jobs, &mut signatures, |jobs, signatures| {
        for (jobs, signatures) in jobs.chunks(PIECE).zip(signatures.chunks_mut(PIECE)) {
            sign_piece(jobs, signatures);
        }
    });
    signatures.into_iter().flatten().collect()
}

/// A key and a message, and the randomness of a hedged signature.
type SigningJob<'a> = (&'a (&'a SigningKey, &'a [u8]), Option<&'a [u8; 32]>);

/// Words of the stack that are wiped after the nonces of many signatures; after their points and s; and the same over lanes.
const NONCES: usize = 512;
const SIGNATURES: usize = 2560;
const SIGNATURES_IN_LANES: usize = 12288;

/// Signs at most [`PIECE`] messages.
fn sign_piece(jobs: &[SigningJob<'_>], signatures: &mut [Option<Signature>]) {
    let n = jobs.len();
    // On the heap: 26 KB would be much of a thread's stack.
    let (mut factors, mut nonces) = (Wiped::new(vec![Scalar::ZERO; n]), Wiped::new(vec![Scalar::ZERO; n]));
    let mut secrets = Wiped::new(vec![[0; 32]; n]);
    let (mut es, mut made) = (vec![[0; 32]; n], vec![None; n]);
    digest_many(|i| [&jobs[i].0.0.public.z, jobs[i].0.1], &mut es);
    for (i, ((key, _), _)) in jobs.iter().enumerate() {
        key.write_bytes(&mut secrets[i]);
        factors[i] = key.factor;
    }
    ct::on_wiped_stack::<NONCES, _>(|| find_nonces(jobs, &secrets, &es, &mut nonces));
    drop(secrets);
    level::on_wiped_stack::<SIGNATURES, SIGNATURES_IN_LANES, _>(|| {
        sign::sign_many(level::current(), &factors, &nonces, &es, &mut made);
    });
    for ((((key, message), randomness), signature), made) in jobs.iter().zip(signatures).zip(&made) {
        *signature = Some(match made {
            Some(made) => Signature::from_engine(made),
            // A nonce that gives no signature: the same nonce again, and then the next ones.
            None => match randomness {
                Some(randomness) => key.sign_hedged_with(message, randomness),
                None => key.sign(message),
            },
        });
    }
}

/// The first nonce of each job, given d and e of each. All are hedged, or none is.
fn find_nonces(jobs: &[SigningJob<'_>], secrets: &[[u8; 32]], es: &[[u8; 32]], nonces: &mut [Scalar]) {
    if jobs.iter().all(|(_, randomness)| randomness.is_some()) {
        let randomness = |i: usize| jobs[i].1.unwrap_or(&[0; 32]);
        return Hedged::first_of_many(|i| (&secrets[i], randomness(i), &es[i]), nonces);
    }
    for ((nonce, d), e) in nonces.iter_mut().zip(secrets).zip(es) {
        let mut all = Deterministic::new();
        all.start(&Secret::new(d), e, &[]);
        all.next(nonce);
    }
}

/// Nonces that are hashed together: what fills the lanes of a hash.
const GROUP: usize = 8;

impl Hedged {
    /// The first of the nonces of many signatures, given d, randomness and e of each.
    fn first_of_many<'a>(
        of: impl Fn(usize) -> (&'a [u8; 32], &'a [u8; 32], &'a [u8; 32]),
        nonces: &mut [Scalar],
    ) {
        for (group, nonces) in nonces.chunks_mut(GROUP).enumerate() {
            // Both halves of a nonce, one after the other.
            let mut halves = Wiped::new([[0; 32]; 2 * GROUP]);
            let used = &mut halves[..2 * nonces.len()];
            let parts = |i: usize| -> [&[u8]; 5] {
                let (d, randomness, e) = of(GROUP * group + i / 2);
                [d, randomness, e, SIGNATURE, if i.is_multiple_of(2) { &[0, 0] } else { &[0, 1] }]
            };
            digest_many(parts, used);
            for (nonce, halves) in nonces.iter_mut().zip(used.as_chunks::<2>().0) {
                let mut wide = Secret::zeros();
                wide.as_mut_bytes().copy_from_slice(halves.as_flattened());
                *nonce = Scalar::from_bytes_wide(wide.as_bytes());
            }
        }
    }
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

/// The keys of n numbers; key `i` equals `SigningKey::from_bytes(&secrets[i])`.
///
/// Constant time in the numbers, but for whether one is out of range. One inversion modulo n for 256 keys, and on
/// levels with lanes a dozen in the field. Heap: the keys, and at most 240 KB a thread.
///
/// # Errors
/// [`Error::SecretKeyRange`] if any of them is no key.
///
/// # Example
/// ```
/// use chop::sm2::{self, SigningKey};
/// let keys = sm2::keygen_many(&[[1; 32], [2; 32]])?;
/// assert_eq!(keys[1].verifying_key(), SigningKey::from_bytes(&[2; 32])?.verifying_key());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn keygen_many(secrets: &[[u8; 32]]) -> Result<Vec<SigningKey>, Error> {
    // All at once: a vector that grows leaves copies of its keys behind.
    let mut keys = Vec::with_capacity(secrets.len());
    for secrets in secrets.chunks(pieces::together()) {
        let mut made = MadeKeys(vec![Made::NONE; secrets.len()]);
        pieces::fill(secrets, &mut made.0, |secrets, made| {
            for (secrets, made) in secrets.chunks(PIECE).zip(made.chunks_mut(PIECE)) {
                make_piece(secrets, made);
            }
        });
        for Made { d, factor, public } in &made.0 {
            let public = public.ok_or(Error::SecretKeyRange)?;
            keys.push(SigningKey::without_secrets(public));
            if let Some(key) = keys.last_mut() {
                key.set_secrets(d, factor);
            }
        }
    }
    Ok(keys)
}

/// The parts of a key.
#[derive(Clone, Copy)]
struct Made {
    d: Scalar,
    factor: Scalar,
    /// `None` if d is no secret key.
    public: Option<VerifyingKey>,
}

impl Made {
    const NONE: Made = Made { d: Scalar::ZERO, factor: Scalar::ZERO, public: None };
}

/// Parts of keys: wiped when dropped.
struct MadeKeys(Vec<Made>);

impl Drop for MadeKeys {
    fn drop(&mut self) {
        for made in &mut self.0 {
            made.d.wipe();
            made.factor.wipe();
        }
    }
}

/// Words of the stack that are wiped after 1/(1 + d) and d·G of many keys: two arrays of [`PIECE`] scalars, and what is beside them.
const FACTORS: usize = 16 * PIECE + 2048;
/// The same on a level with lanes, where there are up to four arrays of lanes more.
const FACTORS_IN_LANES: usize = 48 * PIECE;

/// Makes the parts of at most [`PIECE`] keys.
fn make_piece(secrets: &[[u8; 32]], made: &mut [Made]) {
    let n = secrets.len();
    // On the heap, as in `sign_piece`.
    let mut ds = Wiped::new(vec![Scalar::ZERO; n]);
    let (mut factors, mut points) = (vec![None; n], vec![None; n]);
    for (d, secret) in ds.iter_mut().zip(secrets) {
        // 0, of what is no number modulo n, is refused like every number that is no key.
        SigningKey::read_number(secret, d);
    }
    level::on_wiped_stack::<FACTORS, FACTORS_IN_LANES, _>(|| {
        sign::key_factor_many(level::current(), &ds, &mut factors);
        sign::public_key_many(level::current(), &ds, &mut points);
    });
    let known: Vec<Sm2Point> = points.iter().flatten().copied().collect();
    let mut public = verifying_keys(&known).into_iter();
    for (i, made) in made.iter_mut().enumerate() {
        made.public = points[i].and_then(|_| public.next());
        made.d = ds[i];
        if let Some(factor) = &factors[i] {
            made.factor = *factor;
        }
    }
    factors.iter_mut().flatten().for_each(Scalar::wipe);
}

/// The keys of some points, whose Z are hashed together.
fn verifying_keys(points: &[Sm2Point]) -> Vec<VerifyingKey> {
    let mut zs = vec![[0; 32]; points.len()];
    Id::DEFAULT.z_many(points, &mut zs);
    points.iter().zip(zs).map(|(&point, z)| VerifyingKey { point, z }).collect()
}

impl Id<'_> {
    /// Z of many keys, which are hashed in lanes where there are any.
    ///
    /// # Panics
    /// If the lengths differ.
    fn z_many(&self, keys: &[Sm2Point], zs: &mut [[u8; 32]]) {
        assert_eq!(keys.len(), zs.len(), "one place a key");
        let (bits, [a, b, base_x, base_y]) = (self.bits(), Self::curve());
        let coordinates: Vec<[[u8; 32]; 2]> = keys.iter().map(|key| [key.x(), key.y()]).collect();
        let parts = |i: usize| {
            let [x, y] = &coordinates[i];
            [&bits[..], self.as_bytes(), &a, &b, &base_x, &base_y, x, y]
        };
        digest_many(parts, zs);
    }
}
