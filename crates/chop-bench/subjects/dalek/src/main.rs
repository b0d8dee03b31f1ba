//! ed25519-dalek and x25519-dalek, ready to be measured. The backend is chosen when this is built.

use chop_bench::inputs::{COLD_KEYS, HOT_KEYS, Inputs, ROUND, WARM_KEYS, fold, fold_all, groups};
use chop_bench::subject::{Prepared, serve};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey, verify_batch};
use x25519_dalek::{PublicKey, StaticSecret};

fn main() {
    serve(if cfg!(curve25519_dalek_backend = "serial") { "serial" } else { "auto" }, prepare);
}

/// A signature with all that is needed to verify it.
struct Signed {
    encoding: [u8; 32],
    key: VerifyingKey,
    message: [u8; 32],
    signature: Signature,
}

impl Signed {
    fn decode(&self) -> VerifyingKey {
        VerifyingKey::from_bytes(&self.encoding).expect("a key")
    }

    fn verify(&self, key: &VerifyingKey) -> u64 {
        u64::from(key.verify(&self.message, &self.signature).is_ok())
    }
}

/// `n` signatures, input `i` by the key of seed `i mod keys`.
fn signed(n: usize, keys: usize) -> Vec<Signed> {
    let inputs = Inputs::new(n);
    let keys: Vec<SigningKey> = inputs.seeds[..keys].iter().map(SigningKey::from_bytes).collect();
    let sign = |(i, message): (usize, &[u8; 32])| {
        let key = &keys[i % keys.len()];
        let (public, signature) = (key.verifying_key(), key.sign(message));
        Signed { encoding: public.to_bytes(), key: public, message: *message, signature }
    };
    inputs.messages.iter().enumerate().map(sign).collect()
}

/// The batch in the form that `verify_batch` takes.
struct Batch {
    signed: Vec<Signed>,
    signatures: Vec<Signature>,
    keys: Vec<VerifyingKey>,
}

impl Batch {
    fn new(signed: Vec<Signed>) -> Batch {
        let signatures = signed.iter().map(|input| input.signature).collect();
        let keys = signed.iter().map(|input| input.key).collect();
        Batch { signed, signatures, keys }
    }

    /// Keys as 32 bytes: all are decoded, even where they are equal.
    fn decode_and_verify(&self) -> u64 {
        self.verify(&self.signed.iter().map(Signed::decode).collect::<Vec<_>>())
    }

    fn verify(&self, keys: &[VerifyingKey]) -> u64 {
        let messages: Vec<&[u8]> = self.signed.iter().map(|input| &input.message[..]).collect();
        u64::from(verify_batch(&messages, &self.signatures, keys).is_ok())
    }
}

fn secrets_with_publics(inputs: &Inputs) -> Vec<(StaticSecret, PublicKey)> {
    let publics = inputs.messages.iter().map(|secret| PublicKey::from(&StaticSecret::from(*secret)));
    inputs.seeds.iter().map(|secret| StaticSecret::from(*secret)).zip(publics).collect()
}

/// An operation on groups of `size`, one item after the other: there is no function for many.
fn one_by_one<T: 'static>(items: Vec<T>, size: usize, call: impl Fn(&T) -> u64 + 'static) -> Prepared {
    Prepared::new(groups(items, size), move |group: &Vec<T>| fold_all(group.iter().map(&call)))
}

fn prepare(name: &str, size: usize) -> Prepared {
    // For an operation on many, `size` is how many; one round is at least one group of them.
    let n = ROUND.max(size);
    let inputs = Inputs::new(n);
    let keygen = |seed: &[u8; 32]| fold(SigningKey::from_bytes(seed).verifying_key().as_bytes());
    let sign = |(key, message): &(SigningKey, [u8; 32])| fold(&key.sign(message).to_bytes());
    let verify = |input: &Signed| input.verify(&input.decode());
    let verify_decoded = |input: &Signed| input.verify(&input.key);
    let shared =
        |(secret, public): &(StaticSecret, PublicKey)| fold(secret.diffie_hellman(public).as_bytes());
    match name {
        "keygen" => Prepared::new(inputs.seeds, keygen),
        "keygen_many" => one_by_one(inputs.seeds, size, keygen),
        "sign" | "sign_many" => {
            let keys = inputs.seeds.iter().map(SigningKey::from_bytes);
            let signers: Vec<_> = keys.zip(inputs.messages).collect();
            if name == "sign" { Prepared::new(signers, sign) } else { one_by_one(signers, size, sign) }
        }
        "verify" => Prepared::new(signed(ROUND, ROUND), verify),
        "verify_decoded" => Prepared::new(signed(ROUND, ROUND), verify_decoded),
        // A decoded key is the fastest form that it has.
        "verify_prepared" => Prepared::new(signed(ROUND, HOT_KEYS), verify_decoded),
        "verify_each" => one_by_one(signed(n, n), size, verify),
        "verify_each_decoded" => one_by_one(signed(n, n), size, verify_decoded),
        "verify_each_prepared" => one_by_one(signed(n, WARM_KEYS), size, verify_decoded),
        "verify_each_prepared_1024" => one_by_one(signed(n.max(COLD_KEYS), COLD_KEYS), size, verify_decoded),
        "verify_all" => Prepared::new(vec![Batch::new(signed(size, size))], Batch::decode_and_verify),
        "verify_all_decoded" => {
            Prepared::new(vec![Batch::new(signed(size, size))], |batch| batch.verify(&batch.keys))
        }
        "verify_all_same" => {
            let batches = groups(signed(n, 1), size).into_iter().map(Batch::new);
            Prepared::new(batches.collect(), Batch::decode_and_verify)
        }
        "x25519_public" => Prepared::new(inputs.seeds, |secret| {
            fold(PublicKey::from(&StaticSecret::from(*secret)).as_bytes())
        }),
        "x25519_public_many" => {
            let secrets = inputs.seeds.iter().map(|secret| StaticSecret::from(*secret)).collect();
            one_by_one(secrets, size, |secret| fold(PublicKey::from(secret).as_bytes()))
        }
        "x25519_shared" => Prepared::new(secrets_with_publics(&inputs), shared),
        "x25519_shared_many" => one_by_one(secrets_with_publics(&inputs), size, shared),
        _ => panic!("an unknown operation: {name}"),
    }
}
