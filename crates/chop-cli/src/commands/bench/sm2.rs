//! The operations of SM2 with their inputs. Signing takes its randomness from a list, so that its results
//! can be compared and no system call is timed.

use super::cases::{MESSAGES, Series, signer};
use super::operations::{Calling, PREPARED, SplitMix64, Work, each_right};
use chop::sm2::{self, Item, KeyRef, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop_report::{Key, Operation};
use std::ops::Range;

/// The inputs. All differ.
pub(super) struct Inputs {
    secrets: Vec<[u8; 32]>,
    signing_keys: Vec<SigningKey>,
    verifying_keys: Vec<VerifyingKey>,
    /// The same as 04 ‖ x ‖ y.
    points: Vec<[u8; 65]>,
    randomness: Vec<[u8; 32]>,
    /// Shorter messages are their beginnings.
    messages: Vec<[u8; MESSAGES[1]]>,
}

impl Inputs {
    /// `n` inputs: the same in every run.
    ///
    /// # Errors
    /// None: every number is made one of a key.
    pub(super) fn new(n: usize) -> Result<Inputs, chop::Error> {
        let mut random = SplitMix64(1);
        let mut secrets: Vec<[u8; 32]> = (0..n).map(|_| random.bytes()).collect();
        // Below n − 1, which begins with ff ff ff fe.
        secrets.iter_mut().for_each(|secret| secret[0] &= 0x7f);
        let signing_keys = sm2::keygen_many(&secrets)?;
        let verifying_keys: Vec<_> = signing_keys.iter().map(SigningKey::verifying_key).collect();
        let points = verifying_keys.iter().map(VerifyingKey::to_bytes).collect();
        let randomness = (0..n).map(|_| random.bytes()).collect();
        let messages = (0..n).map(|_| random.bytes()).collect();
        Ok(Inputs { secrets, signing_keys, verifying_keys, points, randomness, messages })
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
            let items: Vec<_> = (0..inputs.secrets.len()).map(|i| material.to_sign(i)).collect();
            material.signatures = sm2::sign_many_hedged_with(&items, &inputs.randomness);
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
        key.sign_hedged_with(message, &self.inputs.randomness[i])
    }

    fn public_key(&self, i: usize) -> KeyRef<'_> {
        let signer = self.signer(i);
        match self.key {
            Some(Key::Prepared) => (&self.prepared[signer]).into(),
            Some(Key::Decoded) => (&self.inputs.verifying_keys[signer]).into(),
            Some(Key::Bytes | Key::Same) | None => (&self.inputs.points[signer]).into(),
        }
    }

    fn to_verify(&self, i: usize) -> Item<'_> {
        Item::new(self.public_key(i), self.message(i), &self.signatures[i])
    }

    /// One signature by the functions for one; a key of bytes is decoded first.
    fn verify(&self, i: usize) -> Result<(), chop::Error> {
        let (signer, message, signature) = (self.signer(i), self.message(i), &self.signatures[i]);
        match self.key {
            Some(Key::Prepared) => self.prepared[signer].verify(message, signature),
            Some(Key::Decoded) => self.inputs.verifying_keys[signer].verify(message, signature),
            Some(Key::Bytes | Key::Same) | None => {
                VerifyingKey::from_bytes(&self.inputs.points[signer])?.verify(message, signature)
            }
        }
    }

    /// The operation, ready to be called; `None` where SM2 has no such operation.
    pub(super) fn work(&self) -> Option<Box<dyn Work + '_>> {
        let inputs = self.inputs;
        let all = 0..inputs.secrets.len();
        Some(match self.operation {
            Operation::Keygen => self.calls(
                |range| SigningKey::from_bytes(&inputs.secrets[range.start]),
                |range, key| key.is_ok_and(|key| key.verifying_key() == inputs.verifying_keys[range.start]),
            ),
            Operation::KeygenMany => self.calls(
                |range| sm2::keygen_many(&inputs.secrets[range]),
                |range, keys| {
                    let right = |key: &SigningKey, i: usize| {
                        let single = SigningKey::from_bytes(&inputs.secrets[i]);
                        single.is_ok_and(|single| single.verifying_key() == key.verifying_key())
                    };
                    keys.is_ok_and(|keys| each_right(&keys, range, right))
                },
            ),
            Operation::Sign => self.calls(
                |range| self.sign(range.start),
                |range, signature| signature == self.signatures[range.start],
            ),
            Operation::SignMany => {
                let items: Vec<_> = all.map(|i| self.to_sign(i)).collect();
                self.calls(
                    move |range: Range<usize>| {
                        sm2::sign_many_hedged_with(&items[range.clone()], &inputs.randomness[range])
                    },
                    |range, made| each_right(&made, range, |signature, i| *signature == self.sign(i)),
                )
            }
            Operation::Verify => self.calls(|range| self.verify(range.start), |_, verdict| verdict.is_ok()),
            Operation::VerifyEach => {
                let items: Vec<_> = all.map(|i| self.to_verify(i)).collect();
                self.calls(
                    move |range| sm2::verify_each(&items[range]),
                    |range, verdicts| verdicts.len() == range.len() && verdicts.all_valid(),
                )
            }
            _ => return None,
        })
    }
}

impl Calling for Material<'_> {
    fn inputs(&self) -> usize {
        self.inputs.secrets.len()
    }

    fn operation(&self) -> Operation {
        self.operation
    }
}
