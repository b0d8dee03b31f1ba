//! ed25519-dalek and x25519-dalek, ready to be measured. The backend is chosen when this is built.

use chop_bench::inputs::{HOT_KEYS, Inputs, ROUND, fold};
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
    fn new(n: usize) -> Batch {
        let signed = signed(n, n);
        let signatures = signed.iter().map(|input| input.signature).collect();
        let keys = signed.iter().map(|input| input.key).collect();
        Batch { signed, signatures, keys }
    }

    fn verify(&self, keys: &[VerifyingKey]) -> u64 {
        let messages: Vec<&[u8]> = self.signed.iter().map(|input| &input.message[..]).collect();
        u64::from(verify_batch(&messages, &self.signatures, keys).is_ok())
    }
}

fn prepare(name: &str, size: usize) -> Prepared {
    let Inputs { seeds, messages } = Inputs::new(ROUND);
    match name {
        "keygen" => {
            Prepared::new(seeds, |seed| fold(SigningKey::from_bytes(seed).verifying_key().as_bytes()))
        }
        "sign" => {
            let keys = seeds.iter().map(SigningKey::from_bytes);
            Prepared::new(keys.zip(messages).collect(), |(key, message): &(SigningKey, [u8; 32])| {
                fold(&key.sign(message).to_bytes())
            })
        }
        "verify" => Prepared::new(signed(ROUND, ROUND), |input| {
            let key = VerifyingKey::from_bytes(&input.encoding).expect("a key");
            u64::from(key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_decoded" => Prepared::new(signed(ROUND, ROUND), |input| {
            u64::from(input.key.verify(&input.message, &input.signature).is_ok())
        }),
        // A decoded key is the fastest form that it has.
        "verify_prepared" => Prepared::new(signed(ROUND, HOT_KEYS), |input| {
            u64::from(input.key.verify(&input.message, &input.signature).is_ok())
        }),
        "verify_all" => Prepared::new(vec![Batch::new(size)], |batch| {
            let decode = |input: &Signed| VerifyingKey::from_bytes(&input.encoding).expect("a key");
            batch.verify(&batch.signed.iter().map(decode).collect::<Vec<_>>())
        }),
        "verify_all_decoded" => Prepared::new(vec![Batch::new(size)], |batch| batch.verify(&batch.keys)),
        "x25519_public" => {
            Prepared::new(seeds, |secret| fold(PublicKey::from(&StaticSecret::from(*secret)).as_bytes()))
        }
        "x25519_shared" => {
            let publics = messages.iter().map(|secret| PublicKey::from(&StaticSecret::from(*secret)));
            let secrets = seeds.iter().map(|secret| StaticSecret::from(*secret));
            Prepared::new(secrets.zip(publics).collect(), |(secret, public): &(StaticSecret, PublicKey)| {
                fold(secret.diffie_hellman(public).as_bytes())
            })
        }
        _ => panic!("an unknown operation: {name}"),
    }
}
