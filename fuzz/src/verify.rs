//! One verdict everywhere: whatever is in a signature, verifying it alone, with a prepared key, among
//! others and in a batch give the same answer, under every named policy.
//!
//! Random bytes are never a valid signature, so the input does not spell one: it chooses among honest keys
//! and commitments with a small-order point added, small-order encodings, multiples of ℓ on S, and altered
//! bits, and S is computed to fit.
#![allow(non_snake_case)] // points are capital letters

use chop::ed25519::{self, BatchError, Context, Item, Policy, PreparedVerifyingKey, Signature, VerifyingKey};
use chop::level::{self, Level};
use chop_ref::{BigUint, Mode, Point, challenge, expand_seed, l, sha512, small_order_encodings, torsion};
use std::sync::LazyLock;

/// Items at most: a batch, and not a slow one.
const MOST: usize = 6;
const CONTEXT: &[u8] = b"fuzz";

/// Discrete logarithms, and for each the encodings of its multiple of B plus each point of small order.
static HONEST: LazyLock<[(BigUint, [[u8; 32]; 8]); 4]> = LazyLock::new(|| {
    std::array::from_fn(|i| {
        let (s, _) = expand_seed(sha512, &[i as u8; 32]);
        let P = Point::mul(&s, &Point::base());
        (s, torsion().map(|T| P.add(&T).encode()))
    })
});
static SMALL: LazyLock<Vec<[u8; 32]>> = LazyLock::new(small_order_encodings);

/// Reads choices from the input; after its end all are 0.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.byte())
    }

    /// An encoding and the discrete logarithm that it has, up to a point of small order.
    fn point(&mut self) -> ([u8; 32], BigUint) {
        match self.below(8) {
            0 => (SMALL[self.below(SMALL.len())], BigUint::ZERO),
            1 => (self.bytes(), BigUint::ZERO),
            choice => {
                let (s, encodings) = &HONEST[choice % 4];
                // Mostly without a point of small order.
                (encodings[self.below(16).saturating_sub(8)], s.clone())
            }
        }
    }
}

/// A signature with all that it is verified with.
struct Case {
    key: [u8; 32],
    /// The message, or its digest in the mode that hashes first.
    message: [u8; 64],
    signature: Signature,
    mode: usize,
}

impl Case {
    fn new(choices: &mut Choices<'_>) -> Case {
        let (key, s) = choices.point();
        let (R, r) = choices.point();
        let message = [choices.byte(); 64];
        let mode = choices.below(4).saturating_sub(1);
        let of_reference = [Mode::Pure, Mode::Ctx(CONTEXT), Mode::Ph(b"")][mode];
        let k = challenge(sha512, of_reference, &R, &key, &message);
        // ℓ < 2^253, so that up to 7·ℓ is added to S without passing 2^256.
        let multiple = choices.below(16).saturating_sub(8);
        let S = (r + k * s) % l() + l() * BigUint::from(multiple);
        let mut signature = [R, chop_ref::field::to_bytes(&S)].concat();
        if choices.below(4) == 0 {
            let bit = choices.below(256) * 2 + choices.below(2);
            signature[bit / 8] ^= 1 << (bit % 8);
        }
        let signature = Signature::from_slice(&signature).expect("64 bytes");
        Case { key, message, signature, mode }
    }

    fn context() -> Context<'static> {
        Context::new(CONTEXT).expect("a short context")
    }

    fn one(&self, key: &VerifyingKey, policy: Policy) -> bool {
        let (message, signature) = (&self.message, &self.signature);
        let verdict = match self.mode {
            0 => key.with_policy(policy).verify(message, signature),
            1 => key.ctx(Case::context()).with_policy(policy).verify(message, signature),
            _ => key.ph(None).with_policy(policy).verify_prehashed(message, signature),
        };
        let facts = match self.mode {
            0 => key.facts(message, signature),
            1 => key.ctx(Case::context()).facts(message, signature),
            _ => key.ph(None).facts_of_prehashed(message, signature),
        };
        assert_eq!(policy.accepts(&facts), verdict.is_ok(), "the facts judged, and the verdict");
        verdict.is_ok()
    }

    fn prepared(&self, key: &PreparedVerifyingKey, policy: Policy) -> bool {
        let (message, signature) = (&self.message, &self.signature);
        let verdict = match self.mode {
            0 => key.with_policy(policy).verify(message, signature),
            1 => key.ctx(Case::context()).with_policy(policy).verify(message, signature),
            _ => key.ph(None).with_policy(policy).verify_prehashed(message, signature),
        };
        verdict.is_ok()
    }

    fn item<'a>(&'a self, key: impl Into<ed25519::KeyRef<'a>>) -> Item<'a> {
        match self.mode {
            0 => Item::new(key, &self.message, &self.signature),
            1 => Item::ctx(key, Case::context(), &self.message, &self.signature),
            _ => Item::ph(key, None, &self.message, &self.signature),
        }
    }
}

/// Verifies some signatures by every route under every named policy, on one level.
pub fn run(data: &[u8]) {
    let mut choices = Choices(data);
    let levels: Vec<Level> = Level::available().collect();
    level::force(Some(levels[choices.below(levels.len())]));
    let cases: Vec<Case> = (0..1 + choices.below(MOST)).map(|_| Case::new(&mut choices)).collect();
    let forms = choices.bytes::<MOST>();

    let keys: Vec<Option<(VerifyingKey, PreparedVerifyingKey)>> = cases
        .iter()
        .map(|case| VerifyingKey::from_bytes(&case.key).ok())
        .map(|key| key.map(|key| (key, PreparedVerifyingKey::new(&key))))
        .collect();
    let items: Vec<Item<'_>> = cases
        .iter()
        .zip(&keys)
        .zip(forms)
        .map(|((case, keys), form)| match (keys, form % 3) {
            (Some((key, _)), 1) => case.item(key),
            (Some((_, prepared)), 2) => case.item(prepared),
            _ => case.item(&case.key),
        })
        .collect();

    for named in Policy::NAMED {
        let (id, policy) = (named.id, named.policy);
        let expected: Vec<bool> = cases
            .iter()
            .zip(&keys)
            .map(|(case, keys)| keys.as_ref().is_some_and(|(key, _)| case.one(key, policy)))
            .collect();
        for ((case, keys), expected) in cases.iter().zip(&keys).zip(&expected) {
            if let Some((_, prepared)) = keys {
                assert_eq!(case.prepared(prepared, policy), *expected, "prepared, {id}");
            }
        }
        let each = ed25519::verify_each(&items, policy);
        assert_eq!(each.iter().collect::<Vec<bool>>(), expected, "each, {id}");
        let invalid: Vec<usize> = each.invalid().collect();
        assert_eq!(ed25519::find_invalid(&items, policy), invalid, "find_invalid, {id}");
        let all = if invalid.is_empty() { Ok(()) } else { Err(BatchError::Invalid) };
        assert_eq!(ed25519::verify_all(&items, policy), all, "all, {id}");
        assert_eq!(ed25519::verify_all_deterministic(&items, policy), all, "all, deterministic, {id}");
    }
}

/// Batches of one signature of each kind, and of several.
pub fn seeds() -> Vec<Vec<u8>> {
    // Level, number less one; then key, its torsion, R, its torsion, message, mode, multiple, alteration, forms.
    let honest = [4, 0, 5, 0, 7, 0, 0, 1];
    let with_torsion = [4, 9, 5, 12, 7, 0, 0, 1];
    let s_plus_l = [4, 0, 5, 0, 7, 2, 9, 1];
    let small_key = [0, 3, 5, 0, 7, 3, 0, 1];
    let small_both = [0, 0, 0, 1, 7, 0, 0, 1];
    let altered = [4, 0, 5, 0, 7, 0, 0, 0, 150, 1];
    let alone = |item: &[u8], level: u8| [&[level, 0], item, &[0, 1, 2]].concat();
    let mut seeds: Vec<Vec<u8>> = [honest, with_torsion, s_plus_l, small_key, small_both]
        .iter()
        .enumerate()
        .map(|(i, item)| alone(item, i as u8))
        .collect();
    seeds.push(alone(&altered, 0));
    seeds.push([&[0, 2][..], &honest, &with_torsion, &honest, &[0, 1, 2]].concat());
    seeds.push([&[1, 3][..], &honest, &altered, &s_plus_l, &small_key, &[2, 1, 0, 2]].concat());
    seeds
}
