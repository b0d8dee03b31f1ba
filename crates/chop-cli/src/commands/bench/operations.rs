//! The operations of Ed25519 and X25519 with their inputs, ready to be called, and what their results must be.
//!
//! A call gets a range of the inputs. Its result is compared once before it is timed: that of a bulk
//! operation with single calls, that of a single call with what a bulk operation made of the same inputs
//! on the fastest level, that of an exchange with the other side's, and all signatures must be valid.

use super::cases::{MESSAGES, Series, signer};
use chop::ed25519::{self, Item, KeyRef, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop::x25519::{self, PublicKey, StaticSecret};
use chop_report::{Key, Operation};
use std::hint::black_box;
use std::ops::Range;

/// How many prepared keys there are at most: each has a table of 132 KB, so that all have 8.5 MB.
pub(super) const PREPARED: usize = 64;

/// The rule that verifications obey.
pub(super) const POLICY: Policy = Policy::DEFAULT;

/// The inputs. All differ.
pub(super) struct Inputs {
    seeds: Vec<[u8; 32]>,
    signing_keys: Vec<SigningKey>,
    verifying_keys: Vec<VerifyingKey>,
    /// Shorter messages are their beginnings.
    messages: Vec<[u8; MESSAGES[1]]>,
    secrets: Vec<StaticSecret>,
    public_keys: Vec<PublicKey>,
}

impl Inputs {
    /// `n` inputs: the same in every run.
    pub(super) fn new(n: usize) -> Inputs {
        let mut random = SplitMix64(0);
        let seeds: Vec<[u8; 32]> = (0..n).map(|_| random.bytes()).collect();
        let signing_keys = ed25519::keygen_many(&seeds);
        let verifying_keys = signing_keys.iter().map(SigningKey::verifying_key).collect();
        let messages = (0..n).map(|_| random.bytes()).collect();
        let secrets: Vec<_> = (0..n).map(|_| StaticSecret::from_bytes(&random.bytes())).collect();
        let public_keys = x25519::public_key_many(&secrets.iter().collect::<Vec<_>>());
        Inputs { seeds, signing_keys, verifying_keys, messages, secrets, public_keys }
    }

    fn len(&self) -> usize {
        self.seeds.len()
    }

    /// The key of seed `i`, made anew.
    fn signing_key(&self, i: usize) -> SigningKey {
        SigningKey::from_seed(&self.seeds[i])
    }

    /// The secret of `i` and the public key of whom it talks to.
    fn pair(&self, i: usize) -> (&StaticSecret, &PublicKey) {
        (&self.secrets[i], &self.public_keys[(i + 1) % self.len()])
    }

    /// The same two, as the other one sees them.
    fn other_side(&self, i: usize) -> (&StaticSecret, &PublicKey) {
        (&self.secrets[(i + 1) % self.len()], &self.public_keys[i])
    }
}

/// Repeatable numbers (Steele, Lea, Flood 2014). The bench has no secrets.
pub(super) struct SplitMix64(pub(super) u64);

impl SplitMix64 {
    pub(super) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^= word >> 31;
            chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
        }
        bytes
    }
}

/// The inputs of one series: what depends on the form of keys and the length of messages.
pub(super) struct Material<'a> {
    inputs: &'a Inputs,
    operation: Operation,
    key: Option<Key>,
    message_bytes: usize,
    /// One an input, where there are messages.
    signatures: Vec<Signature>,
    /// Where keys are prepared.
    prepared: Vec<PreparedVerifyingKey>,
}

impl<'a> Material<'a> {
    pub(super) fn new(inputs: &'a Inputs, series: &Series) -> Material<'a> {
        let mut material = Material {
            inputs,
            operation: series.operation,
            key: series.key,
            message_bytes: series.message_bytes.unwrap_or(0),
            signatures: Vec::new(),
            prepared: Vec::new(),
        };
        if series.message_bytes.is_some() {
            let items: Vec<_> = (0..inputs.len()).map(|i| material.to_sign(i)).collect();
            material.signatures = ed25519::sign_many(&items);
        }
        if series.key == Some(Key::Prepared) {
            let distinct = inputs.verifying_keys.iter().take(PREPARED);
            material.prepared = distinct.map(PreparedVerifyingKey::new).collect();
        }
        material
    }

    /// Whose key signs message `i`.
    fn signer(&self, i: usize) -> usize {
        self.key.map_or(i, |key| signer(key, i))
    }

    fn message(&self, i: usize) -> &[u8] {
        &self.inputs.messages[i][..self.message_bytes]
    }

    fn to_sign(&self, i: usize) -> (&SigningKey, &[u8]) {
        (&self.inputs.signing_keys[self.signer(i)], self.message(i))
    }

    fn sign(&self, i: usize) -> Signature {
        let (key, message) = self.to_sign(i);
        key.sign(message)
    }

    fn to_verify(&self, i: usize) -> Item<'_> {
        Item::new(self.public_key(i), self.message(i), &self.signatures[i])
    }

    /// One signature by the functions for one.
    fn verify(&self, i: usize) -> Result<(), chop::Error> {
        let (signer, message, signature) = (self.signer(i), self.message(i), &self.signatures[i]);
        match self.key {
            Some(Key::Prepared) => self.prepared[signer].with_policy(POLICY).verify(message, signature),
            Some(Key::Decoded) => {
                self.inputs.verifying_keys[signer].with_policy(POLICY).verify(message, signature)
            }
            Some(Key::Bytes | Key::Same) | None => self.to_verify(i).verify(POLICY),
        }
    }

    fn public_key(&self, i: usize) -> KeyRef<'_> {
        let plain = &self.inputs.verifying_keys[self.signer(i)];
        match self.key {
            Some(Key::Prepared) => (&self.prepared[self.signer(i)]).into(),
            Some(Key::Decoded) => plain.into(),
            Some(Key::Bytes | Key::Same) | None => plain.as_bytes().into(),
        }
    }

    /// The operation, ready to be called; `None` where neither algorithm has it.
    pub(super) fn work(&self) -> Option<Box<dyn Work + '_>> {
        let (inputs, signatures) = (self.inputs, &self.signatures);
        let all = 0..inputs.len();
        Some(match self.operation {
            Operation::Keygen => self.calls(
                |range| inputs.signing_key(range.start),
                |range, key| key.verifying_key() == inputs.verifying_keys[range.start],
            ),
            Operation::KeygenMany => self.calls(
                |range| ed25519::keygen_many(&inputs.seeds[range]),
                |range, keys: Vec<SigningKey>| {
                    each_right(&keys, range, |key, i| {
                        key.verifying_key() == inputs.signing_key(i).verifying_key()
                    })
                },
            ),
            Operation::Sign => self.calls(
                |range| self.sign(range.start),
                |range, signature| signature == signatures[range.start],
            ),
            Operation::SignMany => {
                let items: Vec<_> = all.map(|i| self.to_sign(i)).collect();
                self.calls(
                    move |range| ed25519::sign_many(&items[range]),
                    |range, made| each_right(&made, range, |signature, i| *signature == self.sign(i)),
                )
            }
            Operation::Verify => self.calls(|range| self.verify(range.start), |_, verdict| verdict.is_ok()),
            Operation::VerifyEach => {
                let items: Vec<_> = all.map(|i| self.to_verify(i)).collect();
                self.calls(
                    move |range| ed25519::verify_each(&items[range], POLICY),
                    |range, verdicts| verdicts.len() == range.len() && verdicts.all_valid(),
                )
            }
            Operation::VerifyAll => {
                let items: Vec<_> = all.map(|i| self.to_verify(i)).collect();
                self.calls(
                    move |range| ed25519::verify_all(&items[range], POLICY),
                    |_, verdict| verdict.is_ok(),
                )
            }
            Operation::Exchange => self.calls(
                |range| exchange(inputs.pair(range.start)),
                |range, secret| agree(&secret, &exchange(inputs.other_side(range.start))),
            ),
            Operation::ExchangeMany => {
                let pairs: Vec<_> = all.map(|i| inputs.pair(i)).collect();
                self.calls(
                    move |range| x25519::exchange_many(&pairs[range]),
                    |range, made| {
                        each_right(&made, range, |secret, i| agree(secret, &exchange(inputs.pair(i))))
                    },
                )
            }
            Operation::PublicKey => self.calls(
                |range| inputs.secrets[range.start].public_key(),
                |range, public| public == inputs.public_keys[range.start],
            ),
            Operation::PublicKeyMany => {
                let secrets: Vec<_> = inputs.secrets.iter().collect();
                self.calls(
                    move |range| x25519::public_key_many(&secrets[range]),
                    |range, made| {
                        each_right(&made, range, |public, i| *public == inputs.secrets[i].public_key())
                    },
                )
            }
            Operation::Recover | Operation::RecoverMany => return None,
        })
    }
}

impl Calling for Material<'_> {
    fn inputs(&self) -> usize {
        self.inputs.len()
    }

    fn operation(&self) -> Operation {
        self.operation
    }
}

/// The inputs of a series, of which calls are made.
pub(super) trait Calling {
    /// How many inputs there are.
    fn inputs(&self) -> usize;
    /// The operation that is called.
    fn operation(&self) -> Operation;

    /// The operation, by what a call computes and whether its result is right.
    fn calls<'b, T, C, R>(&self, compute: C, is_right: R) -> Box<dyn Work + 'b>
    where
        T: 'b,
        C: Fn(Range<usize>) -> T + Sync + 'b,
        R: Fn(Range<usize>, T) -> bool + Sync + 'b,
    {
        Box::new(Calls { inputs: self.inputs(), is_bulk: self.operation().takes_many(), compute, is_right })
    }
}

/// An operation with its inputs.
pub(super) trait Work: Sync {
    /// How many inputs there are.
    fn inputs(&self) -> usize;
    /// Whether a call takes many items, and shares them out among threads by itself.
    fn is_bulk(&self) -> bool;
    /// One call on these inputs: what is timed.
    fn call(&self, range: Range<usize>);
    /// One call on these inputs, and whether its result is right.
    fn is_right(&self, range: Range<usize>) -> bool;
}

struct Calls<C, R> {
    inputs: usize,
    is_bulk: bool,
    compute: C,
    is_right: R,
}

impl<T, C, R> Work for Calls<C, R>
where
    C: Fn(Range<usize>) -> T + Sync,
    R: Fn(Range<usize>, T) -> bool + Sync,
{
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn is_bulk(&self) -> bool {
        self.is_bulk
    }

    fn call(&self, range: Range<usize>) {
        black_box((self.compute)(black_box(range)));
    }

    fn is_right(&self, range: Range<usize>) -> bool {
        (self.is_right)(range.clone(), (self.compute)(range))
    }
}

type Exchanged = Result<x25519::SharedSecret, chop::Error>;

fn exchange((secret, public): (&StaticSecret, &PublicKey)) -> Exchanged {
    secret.exchange(public)
}

fn agree(a: &Exchanged, b: &Exchanged) -> bool {
    matches!((a, b), (Ok(a), Ok(b)) if a.as_bytes() == b.as_bytes())
}

/// Whether there is one result for each input, and that of input `i` is right for all `i`.
pub(super) fn each_right<T>(
    results: &[T],
    range: Range<usize>,
    is_right: impl Fn(&T, usize) -> bool,
) -> bool {
    results.len() == range.len() && results.iter().zip(range).all(|(result, i)| is_right(result, i))
}
