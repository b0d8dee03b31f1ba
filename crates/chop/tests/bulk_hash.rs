//! Bulk operations hash many messages at a time; nothing that they give shows it.
#![cfg(all(feature = "blake2b", feature = "blake3"))]

mod levels;

use chop::ed25519::generic::{self, Blake2b, Blake3, Hash, Sha512};
use chop::ed25519::{self, Context, Item, Policy, Signature, SigningKey, VerifyingKey};
use levels::on_every_level;

/// Bytes without a period that a block could hide.
fn bytes(n: usize) -> Vec<u8> {
    (0..n as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect()
}

/// Lengths on both sides of where a message of R ‖ A ‖ M and one of prefix ‖ M begin another block.
fn length(i: usize) -> usize {
    [0, 47, 48, 79, 80, 81, 32, 175, 176, 207, 208, 300][i % 12]
}

/// Two keys, which sign in turns.
struct Signers([(SigningKey, VerifyingKey); 2]);

impl Signers {
    fn new() -> Signers {
        Signers([[1; 32], [2; 32]].map(|seed| {
            let key = SigningKey::from_seed(&seed);
            let public = key.verifying_key();
            (key, public)
        }))
    }
}

/// A signature in one of the three modes, and whether it is good.
struct Signed<'a> {
    public: &'a VerifyingKey,
    message: &'a [u8],
    digest: [u8; 64],
    context: Vec<u8>,
    mode: usize,
    signature: Signature,
    valid: bool,
}

impl<'a> Signed<'a> {
    fn new(signers: &'a Signers, message: &'a [u8], number: usize) -> Signed<'a> {
        let (key, public) = &signers.0[number % 2];
        let (mode, context) = (number % 4, bytes(1 + 60 * (number % 5)));
        let mut signed =
            Signed { public, message, digest: [0; 64], context, mode, signature: key.sign(b""), valid: true };
        signed.digest = chop_ref::sha512(&[message]);
        signed.signature = match mode {
            0 => key.sign(message),
            1 => key.ctx(signed.context()).sign(message),
            2 => key.ph(Some(signed.context())).sign(message),
            _ => key.ph(None).sign(message),
        };
        signed
    }

    fn context(&self) -> Context<'_> {
        Context::new(&self.context).unwrap()
    }

    fn item(&self) -> Item<'_> {
        let signature = &self.signature;
        match self.mode {
            0 => Item::new(self.public, self.message, signature),
            1 => Item::ctx(self.public, self.context(), self.message, signature),
            2 => Item::ph(self.public, Some(self.context()), &self.digest, signature),
            _ => Item::ph(self.public, None, &self.digest, signature),
        }
    }

    /// Makes it bad or good again.
    fn toggle(&mut self) {
        let mut altered = self.signature.to_bytes();
        altered[33] ^= 1;
        self.signature = Signature::from_bytes(&altered);
        self.valid = !self.valid;
    }
}

/// All bulk verifications give the verdicts that are known.
#[track_caller]
fn assert_verdicts(signed: &[Signed<'_>]) {
    let items: Vec<Item<'_>> = signed.iter().map(Signed::item).collect();
    let expected: Vec<bool> = signed.iter().map(|it| it.valid).collect();
    let bad: Vec<usize> = (0..signed.len()).filter(|&i| !signed[i].valid).collect();
    let verdicts = ed25519::verify_each(&items, Policy::DEFAULT);
    assert_eq!(verdicts.iter().collect::<Vec<_>>(), expected);
    assert_eq!(ed25519::find_invalid(&items, Policy::DEFAULT), bad);
    let all = ed25519::verify_all(&items, Policy::DEFAULT);
    assert_eq!(all.is_ok(), bad.is_empty() && !items.is_empty());
    assert_eq!(ed25519::verify_all_deterministic(&items, Policy::DEFAULT), all);
}

#[test]
fn any_number_of_items_in_any_mode_has_its_verdicts() {
    let (source, signers) = (bytes(1000), Signers::new());
    let mut signed: Vec<_> = (0..65).map(|i| Signed::new(&signers, &source[i..][..length(i)], i)).collect();
    for i in [3, 8, 11, 63, 64] {
        signed[i].toggle();
    }
    on_every_level(|_| {
        for n in (0..=20).chain(62..=65) {
            assert_verdicts(&signed[..n]);
        }
    });
}

#[test]
fn one_bad_item_is_found_at_each_position() {
    let (source, signers) = (bytes(1000), Signers::new());
    let messages: Vec<&[u8]> = (0..19).map(|i| &source[i..][..length(i)]).collect();
    on_every_level(|_| {
        let mut signed: Vec<_> = (0..19).map(|i| Signed::new(&signers, messages[i], i)).collect();
        for i in 0..signed.len() {
            signed[i].toggle();
            assert_verdicts(&signed);
            signed[i].toggle();
        }
        assert_verdicts(&signed);
    });
}

#[test]
fn an_altered_bit_of_any_message_is_seen() {
    let (source, signers) = (bytes(1000), Signers::new());
    let messages: Vec<&[u8]> = (0..11).map(|i| &source[i..][..length(i + 1)]).collect();
    let signatures: Vec<_> =
        messages.iter().enumerate().map(|(i, message)| signers.0[i % 2].0.sign(message)).collect();
    on_every_level(|_| {
        for altered in 0..messages.len() {
            let mut message = messages[altered].to_vec();
            *message.last_mut().unwrap_or(&mut 0) ^= 0x10;
            let mut given = messages.clone();
            given[altered] = &message;
            let items: Vec<Item<'_>> = (0..messages.len())
                .map(|i| Item::new(&signers.0[i % 2].1, given[i], &signatures[i]))
                .collect();
            let verdicts = ed25519::verify_each(&items, Policy::ZIP_215);
            assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [altered]);
        }
    });
}

#[test]
fn messages_of_nothing_to_a_mebibyte_go_into_one_call() {
    let (source, signers) = (bytes(1 << 20), Signers::new());
    let lengths = [0, 1 << 20, 1, 100, 5000, 0, 64, 100_000, 17, 1 << 20, 200, 0, 300];
    let messages: Vec<&[u8]> = lengths.iter().map(|&n| &source[..n]).collect();
    let key = &signers.0[0].0;
    let pairs: Vec<_> = messages.iter().map(|&message| (key, message)).collect();
    let expected: Vec<_> = messages.iter().map(|message| key.sign(message)).collect();
    on_every_level(|_| {
        assert_eq!(ed25519::sign_many(&pairs), expected);
        let mut signed: Vec<_> =
            messages.iter().enumerate().map(|(i, message)| Signed::new(&signers, message, i)).collect();
        assert_verdicts(&signed);
        for i in [1, 5, 12] {
            signed[i].toggle();
        }
        assert_verdicts(&signed);
    });
}

fn keys_and_signatures_are_those_of_one_at_a_time<H: Hash>() {
    let source = bytes(1000);
    let seeds: Vec<[u8; 32]> =
        (0..65).map(|i| std::array::from_fn(|j| source[7 * i + j] ^ i as u8)).collect();
    let keys: Vec<generic::SigningKey<H>> = seeds.iter().map(generic::SigningKey::from_seed).collect();
    let pairs: Vec<(_, &[u8])> =
        keys.iter().enumerate().map(|(i, key)| (key, &source[i..][..length(i)])).collect();
    let signatures: Vec<_> = pairs.iter().map(|(key, message)| key.sign(message)).collect();
    on_every_level(|_| {
        for n in (0..=10).chain(63..=65) {
            let many = ed25519::keygen_many::<H>(&seeds[..n]);
            assert_eq!(many.len(), n);
            for (key, expected) in many.iter().zip(&keys) {
                assert_eq!(key.to_keypair_bytes().as_bytes(), expected.to_keypair_bytes().as_bytes());
                // The prefix too: only a signature shows it.
                assert_eq!(key.sign(b"message"), expected.sign(b"message"));
            }
            assert_eq!(ed25519::sign_many(&pairs[..n]), signatures[..n]);
            let publics: Vec<_> = keys[..n].iter().map(|key| key.verifying_key()).collect();
            let items: Vec<generic::Item<'_, H>> = publics
                .iter()
                .zip(pairs.iter().zip(&signatures))
                .map(|(public, ((_, message), signature))| generic::Item::new(public, message, signature))
                .collect();
            assert!(ed25519::verify_each(&items, Policy::DEFAULT).all_valid());
            assert_eq!(ed25519::verify_all(&items, Policy::DEFAULT).is_ok(), n > 0);
        }
    });
}

#[test]
fn keys_and_signatures_with_sha512_are_those_of_one_at_a_time() {
    keys_and_signatures_are_those_of_one_at_a_time::<Sha512>();
}

#[test]
fn keys_and_signatures_with_blake2b_are_those_of_one_at_a_time() {
    keys_and_signatures_are_those_of_one_at_a_time::<Blake2b>();
}

#[test]
fn keys_and_signatures_with_blake3_are_those_of_one_at_a_time() {
    keys_and_signatures_are_those_of_one_at_a_time::<Blake3>();
}
