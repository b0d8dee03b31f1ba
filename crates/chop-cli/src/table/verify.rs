//! Verdicts on many rows, the rows of each hash function together.

use super::row::{EdRow, Row, Rules, Signed};
use super::{bip340, secp256k1, sm2};
use anyhow::bail;
use chop::ed25519::generic::{Blake2b, Blake3, Hash, Item, KeyCache, KeyRef, PreparedVerifyingKey, Sha512};
use chop::ed25519::{Context, Policy};
use chop::encoding::PublicKey;
use chop::secp256k1::{KeyCache as EcdsaKeyCache, PreparedVerifyingKey as PreparedEcdsaKey};
use chop::sm2::{Id, KeyCache as Sm2KeyCache, PreparedVerifyingKey as PreparedSm2Key};

/// One key for all rows, prepared for frequent use.
pub(crate) enum TableKey {
    Sha512(PreparedVerifyingKey<Sha512>),
    Blake3(PreparedVerifyingKey<Blake3>),
    Blake2b(PreparedVerifyingKey<Blake2b>),
    Sm2(PreparedSm2Key),
    Secp256k1(PreparedEcdsaKey),
}

impl TableKey {
    /// Prepares a key.
    ///
    /// # Errors
    /// If it does not verify signatures.
    pub(crate) fn new(key: &PublicKey) -> anyhow::Result<TableKey> {
        Ok(match key {
            PublicKey::Ed25519(key) => TableKey::Sha512(PreparedVerifyingKey::new(key)),
            PublicKey::Ed25519Blake3(key) => TableKey::Blake3(PreparedVerifyingKey::new(key)),
            PublicKey::Ed25519Blake2b(key) => TableKey::Blake2b(PreparedVerifyingKey::new(key)),
            PublicKey::Sm2(key) => TableKey::Sm2(PreparedSm2Key::new(key)),
            PublicKey::Secp256k1(key) => TableKey::Secp256k1(PreparedEcdsaKey::new(key)),
            other => bail!("{} keys do not sign: they agree on secrets", other.algorithm()),
        })
    }
}

/// Keys that occur often, prepared, from chunk to chunk of a thread.
pub(crate) struct Caches {
    sha512: KeyCache<Sha512>,
    blake3: KeyCache<Blake3>,
    blake2b: KeyCache<Blake2b>,
    sm2: Sm2KeyCache,
    secp256k1: EcdsaKeyCache,
}

/// What the tables of prepared keys may take in all threads together, for each algorithm: 64 MiB.
const TABLES: usize = 64 << 20;

impl Caches {
    /// Those of one of so many threads.
    pub(crate) fn of_one_of(threads: usize) -> Caches {
        let bytes = TABLES / threads;
        Caches {
            sha512: KeyCache::with_memory(bytes),
            blake3: KeyCache::with_memory(bytes),
            blake2b: KeyCache::with_memory(bytes),
            sm2: Sm2KeyCache::with_memory(bytes),
            secp256k1: EcdsaKeyCache::with_memory(bytes),
        }
    }
}

/// The verdict on each row; rows that cannot be judged are invalid. `rules` has the identifier of SM2 rows without one, and the rule of
/// secp256k1.
pub(crate) fn verdicts<'a>(
    rows: impl Iterator<Item = Option<&'a Row>>,
    key: Option<&'a TableKey>,
    policy: Policy,
    rules: &'a Rules,
    caches: &mut Caches,
) -> Vec<bool> {
    let mut sha512 = Lot::new(match key {
        Some(TableKey::Sha512(key)) => Some(key),
        _ => None,
    });
    let mut blake3 = Lot::new(match key {
        Some(TableKey::Blake3(key)) => Some(key),
        _ => None,
    });
    let mut blake2b = Lot::new(match key {
        Some(TableKey::Blake2b(key)) => Some(key),
        _ => None,
    });
    let sm2_key = match key {
        Some(TableKey::Sm2(key)) => Some(key),
        _ => None,
    };
    let mut sm2 = sm2::Lot::new(sm2_key, Id::new(&rules.id).unwrap_or_default());
    let ecdsa_key = match key {
        Some(TableKey::Secp256k1(key)) => Some(key),
        _ => None,
    };
    let mut ecdsa = secp256k1::Lot::new(ecdsa_key, rules.ecdsa);
    let mut schnorr = bip340::Lot::new(ecdsa_key.map(|key| (*key.verifying_key()).into()));
    let mut n = 0;
    for (i, row) in rows.enumerate() {
        n = i + 1;
        let row = match row {
            None => continue,
            Some(Row::Sm2(row)) => {
                sm2.add(i, row);
                continue;
            }
            Some(Row::Secp256k1(row)) => {
                ecdsa.add(i, row);
                continue;
            }
            Some(Row::Bip340(row)) => {
                schnorr.add(i, row);
                continue;
            }
            Some(Row::Ed25519(row)) => row,
        };
        match row.signed {
            Signed::Pure(_) | Signed::Ctx { .. } | Signed::Ph { .. } => sha512.add(i, row),
            Signed::Blake3(_) => blake3.add(i, row),
            Signed::Blake2b(_) => blake2b.add(i, row),
        }
    }
    let mut valid = vec![false; n];
    sha512.judge(policy, &mut caches.sha512, &mut valid);
    blake3.judge(policy, &mut caches.blake3, &mut valid);
    blake2b.judge(policy, &mut caches.blake2b, &mut valid);
    sm2.judge(&mut caches.sm2, &mut valid);
    ecdsa.judge(&mut caches.secp256k1, &mut valid);
    schnorr.judge(&mut valid);
    valid
}

/// Rows of one hash function.
struct Lot<'a, H: Hash> {
    key: Option<&'a PreparedVerifyingKey<H>>,
    items: Vec<Item<'a, H>>,
    indices: Vec<usize>,
}

impl<'a, H: Hash> Lot<'a, H> {
    fn new(key: Option<&'a PreparedVerifyingKey<H>>) -> Lot<'a, H> {
        Lot { key, items: Vec::new(), indices: Vec::new() }
    }

    fn add(&mut self, i: usize, row: &'a EdRow) {
        let key = match (self.key, &row.key) {
            (Some(key), _) => KeyRef::Prepared(key),
            (None, Some(bytes)) => KeyRef::Bytes(bytes),
            // A row without a key is no row of this lot.
            (None, None) => return,
        };
        let signature = &row.signature;
        let item = match &row.signed {
            Signed::Pure(message) | Signed::Blake3(message) | Signed::Blake2b(message) => {
                Item::new(key, message, signature)
            }
            Signed::Ctx { context, message } => match Context::new(context) {
                Ok(context) => Item::ctx(key, context, message, signature),
                // No row has such a context.
                Err(_) => return,
            },
            Signed::Ph { context, digest } => {
                let context = context.as_ref().and_then(|context| Context::new(context).ok());
                Item::ph(key, context, digest, signature)
            }
        };
        self.items.push(item);
        self.indices.push(i);
    }

    fn judge(&self, policy: Policy, cache: &mut KeyCache<H>, valid: &mut [bool]) {
        let mut verdicts = vec![false; self.items.len()];
        cache.verify_each_into(&self.items, policy, &mut verdicts);
        for (i, verdict) in self.indices.iter().zip(verdicts) {
            valid[*i] = verdict;
        }
    }
}
