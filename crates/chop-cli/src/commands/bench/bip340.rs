//! The operations of BIP 340 with their inputs. Signing has no auxiliary randomness, and so gives the same signatures each time.

use super::cases::{MESSAGES, Series, signer};
use super::operations::{Calling, SplitMix64, Work};
use chop::bip340::{self, Item, KeyRef, Signature, SigningKey, VerifyingKey};
use chop_report::{Key, Operation};

/// The inputs. All differ.
pub(super) struct Inputs {
    signing_keys: Vec<SigningKey>,
    verifying_keys: Vec<VerifyingKey>,
    /// The same in 32 bytes.
    xs: Vec<[u8; 32]>,
    /// Shorter messages are their beginnings.
    messages: Vec<[u8; MESSAGES[1]]>,
}

impl Inputs {
    /// `n` inputs: the same in every run.
    ///
    /// # Errors
    /// None: every number is made one of a key.
    pub(super) fn new(n: usize) -> Result<Inputs, chop::Error> {
        let mut random = SplitMix64(3);
        let key = |mut secret: [u8; 32]| {
            // Below n, which begins with ff ff ff ff.
            secret[0] &= 0x7f;
            SigningKey::from_bytes(&secret)
        };
        let signing_keys: Vec<_> = (0..n).map(|_| key(random.bytes())).collect::<Result<_, _>>()?;
        let verifying_keys: Vec<_> = signing_keys.iter().map(SigningKey::verifying_key).collect();
        let xs = verifying_keys.iter().map(VerifyingKey::to_bytes).collect();
        let messages = (0..n).map(|_| random.bytes()).collect();
        Ok(Inputs { signing_keys, verifying_keys, xs, messages })
    }
}

/// The inputs of one series: what depends on the form of keys and the length of messages.
pub(super) struct Material<'a> {
    inputs: &'a Inputs,
    operation: Operation,
    key: Option<Key>,
    message_bytes: usize,
    signatures: Vec<Signature>,
}

impl<'a> Material<'a> {
    pub(super) fn new(inputs: &'a Inputs, series: &Series) -> Material<'a> {
        let (operation, key) = (series.operation, series.key);
        let message_bytes = series.message_bytes.unwrap_or(0);
        let mut material = Material { inputs, operation, key, message_bytes, signatures: Vec::new() };
        material.signatures = (0..inputs.xs.len()).map(|i| material.sign(i)).collect();
        material
    }

    /// Whose key signs message `i`.
    fn signer(&self, i: usize) -> usize {
        self.key.map_or(i, |key| signer(key, i))
    }

    fn message(&self, i: usize) -> &[u8] {
        &self.inputs.messages[i][..self.message_bytes]
    }

    fn sign(&self, i: usize) -> Signature {
        self.inputs.signing_keys[self.signer(i)].sign(self.message(i))
    }

    fn to_verify(&self, i: usize) -> Item<'_> {
        let signer = self.signer(i);
        let key: KeyRef<'_> = match self.key {
            Some(Key::Decoded | Key::Prepared) => (&self.inputs.verifying_keys[signer]).into(),
            Some(Key::Bytes | Key::Same) | None => (&self.inputs.xs[signer]).into(),
        };
        Item::new(key, self.message(i), &self.signatures[i])
    }

    /// The operation, ready to be called; `None` where BIP 340 has no such operation.
    pub(super) fn work(&self) -> Option<Box<dyn Work + '_>> {
        let items = || (0..self.inputs.xs.len()).map(|i| self.to_verify(i)).collect::<Vec<_>>();
        Some(match self.operation {
            Operation::Sign => self.calls(
                |range| self.sign(range.start),
                |range, signature| signature == self.signatures[range.start],
            ),
            Operation::Verify => {
                self.calls(|range| self.to_verify(range.start).verify(), |_, verdict| verdict.is_ok())
            }
            Operation::VerifyEach => {
                let items = items();
                self.calls(
                    move |range| bip340::verify_each(&items[range]),
                    |range, verdicts| verdicts.len() == range.len() && verdicts.all_valid(),
                )
            }
            Operation::VerifyAll => {
                let items = items();
                self.calls(move |range| bip340::verify_all(&items[range]), |_, verdict| verdict.is_ok())
            }
            _ => return None,
        })
    }
}

impl Calling for Material<'_> {
    fn inputs(&self) -> usize {
        self.inputs.xs.len()
    }

    fn operation(&self) -> Operation {
        self.operation
    }
}
