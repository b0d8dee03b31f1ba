//! The operations of ECDSA over secp256k1 with their inputs. Signing is deterministic, of SHA-256 of a message; keys are recovered from digests,
//! as they are from transactions.

use super::cases::{MESSAGES, Series, signer};
use super::operations::{Calling, PREPARED, SplitMix64, Work, each_right};
use chop::secp256k1::{
    self, Digest, Item, KeyRef, PreparedVerifyingKey, RecoverableSignature, Rule, Signature, SigningKey,
    VerifyingKey,
};
use chop_report::{Key, Operation};

/// The rule that verifications obey.
pub(super) const RULE: Rule = Rule::LIBSECP256K1;

/// The inputs. All differ.
pub(super) struct Inputs {
    secrets: Vec<[u8; 32]>,
    signing_keys: Vec<SigningKey>,
    verifying_keys: Vec<VerifyingKey>,
    /// The same in 33 bytes.
    points: Vec<[u8; 33]>,
    digests: Vec<Digest>,
    /// Shorter messages are their beginnings.
    messages: Vec<[u8; MESSAGES[1]]>,
}

impl Inputs {
    /// `n` inputs: the same in every run.
    ///
    /// # Errors
    /// None: every number is made one of a key.
    pub(super) fn new(n: usize) -> Result<Inputs, chop::Error> {
        let mut random = SplitMix64(2);
        let mut secrets: Vec<[u8; 32]> = (0..n).map(|_| random.bytes()).collect();
        // Below n, which begins with ff ff ff ff.
        secrets.iter_mut().for_each(|secret| secret[0] &= 0x7f);
        let signing_keys = secp256k1::keygen_many(&secrets)?;
        let verifying_keys: Vec<_> = signing_keys.iter().map(SigningKey::verifying_key).collect();
        let points = verifying_keys.iter().map(VerifyingKey::to_compressed_bytes).collect();
        let digests = (0..n).map(|_| Digest::from_bytes(random.bytes())).collect();
        let messages = (0..n).map(|_| random.bytes()).collect();
        Ok(Inputs { secrets, signing_keys, verifying_keys, points, digests, messages })
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
    /// One an input, where keys are recovered.
    recoverable: Vec<RecoverableSignature>,
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
            recoverable: Vec::new(),
            prepared: Vec::new(),
        };
        if series.message_bytes.is_some() {
            let items: Vec<_> = (0..inputs.secrets.len()).map(|i| material.to_sign(i)).collect();
            material.signatures = secp256k1::sign_many(&items);
        }
        if matches!(series.operation, Operation::Recover | Operation::RecoverMany) {
            let digests = inputs.digests.iter().copied();
            let items: Vec<_> = inputs.signing_keys.iter().zip(digests).collect();
            material.recoverable = secp256k1::sign_digests(&items);
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

    /// One signature by the functions for one.
    fn verify(&self, i: usize) -> Result<(), chop::Error> {
        let (signer, message, signature) = (self.signer(i), self.message(i), &self.signatures[i]);
        match self.key {
            Some(Key::Prepared) => self.prepared[signer].verify(message, signature),
            Some(Key::Decoded) => self.inputs.verifying_keys[signer].verify(message, signature),
            Some(Key::Bytes | Key::Same) | None => self.to_verify(i).verify(RULE),
        }
    }

    fn recover(&self, i: usize) -> Result<VerifyingKey, chop::Error> {
        self.recoverable[i].recover_by(RULE, &self.inputs.digests[i])
    }

    /// The operation, ready to be called; `None` where ECDSA has no such operation.
    pub(super) fn work(&self) -> Option<Box<dyn Work + '_>> {
        let inputs = self.inputs;
        let all = 0..inputs.secrets.len();
        Some(match self.operation {
            Operation::Keygen => self.calls(
                |range| SigningKey::from_bytes(&inputs.secrets[range.start]),
                |range, key| key.is_ok_and(|key| key.verifying_key() == inputs.verifying_keys[range.start]),
            ),
            Operation::KeygenMany => self.calls(
                |range| secp256k1::keygen_many(&inputs.secrets[range]),
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
                    move |range| secp256k1::sign_many(&items[range]),
                    |range, made| each_right(&made, range, |signature, i| *signature == self.sign(i)),
                )
            }
            Operation::Verify => self.calls(|range| self.verify(range.start), |_, verdict| verdict.is_ok()),
            Operation::VerifyEach => {
                let items: Vec<_> = all.map(|i| self.to_verify(i)).collect();
                self.calls(
                    move |range| secp256k1::verify_each(&items[range], RULE),
                    |range, verdicts| verdicts.len() == range.len() && verdicts.all_valid(),
                )
            }
            Operation::Recover => self.calls(
                |range| self.recover(range.start),
                |range, key| key == Ok(inputs.verifying_keys[range.start]),
            ),
            Operation::RecoverMany => {
                let items: Vec<_> = all.map(|i| (&inputs.digests[i], &self.recoverable[i])).collect();
                self.calls(
                    move |range| secp256k1::recover_many(&items[range], RULE),
                    |range, keys| each_right(&keys, range, |key, i| *key == self.recover(i).ok()),
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
