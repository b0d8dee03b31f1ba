//! The hash variants beside the two crates that have them: equal keys, signatures, verdicts.

mod common;

use chop_bench::random::Random;
use common::random;
use digest_0_9::generic_array::{GenericArray, typenum::U64};

/// A "hash" that gives back the 64 bytes it was fed: these crates take the message of Ed25519ph as a
/// running hash only.
#[derive(Clone, Default)]
struct Given(Vec<u8>);

impl digest_0_9::Update for Given {
    fn update(&mut self, data: impl AsRef<[u8]>) {
        self.0.extend_from_slice(data.as_ref());
    }
}

impl digest_0_9::Reset for Given {
    fn reset(&mut self) {
        self.0.clear();
    }
}

impl digest_0_9::FixedOutput for Given {
    type OutputSize = U64;

    fn finalize_into(self, out: &mut GenericArray<u8, U64>) {
        out.copy_from_slice(&self.0);
    }

    fn finalize_into_reset(&mut self, out: &mut GenericArray<u8, U64>) {
        out.copy_from_slice(&self.0);
        self.0.clear();
    }
}

/// The inputs of one comparison.
struct Inputs {
    seed: [u8; 32],
    message: Vec<u8>,
    digest: [u8; 64],
    context: Vec<u8>,
    /// A bit to flip in a signature.
    bit: usize,
}

impl Inputs {
    fn new(random: &mut Random, i: usize) -> Inputs {
        Inputs {
            seed: random.bytes(),
            message: random.vec(i % 300),
            digest: random.bytes(),
            context: random.vec(i % 256),
            bit: random.below(512),
        }
    }
}

/// The two crates have the same interface, with types of their own.
macro_rules! compare {
    ($test:ident, $ours:ident, $theirs:ident) => {
        #[test]
        fn $test() {
            use chop::$ours::{Context, Policy, Signature, SigningKey, VerifyingKey};
            use $theirs::{Keypair, PublicKey, SecretKey, Signer, Verifier};
            let mut random = random(stringify!($test));
            for i in 0..1000 {
                let Inputs { seed, message, digest, context, bit } = Inputs::new(&mut random, i);
                let ours = SigningKey::from_seed(&seed);
                let secret = SecretKey::from_bytes(&seed).expect("a seed");
                let theirs = Keypair { public: PublicKey::from(&secret), secret };
                let public = ours.verifying_key();
                assert_eq!(public.to_bytes(), theirs.public.to_bytes(), "{seed:?}");
                assert_eq!(VerifyingKey::from_bytes(&theirs.public.to_bytes()), Ok(public));

                // Pure.
                let (signature, their_signature) = (ours.sign(&message), theirs.sign(&message));
                assert_eq!(signature.to_bytes(), their_signature.to_bytes(), "{seed:?} {message:?}");
                public.verify(&message, &signature).expect("valid");
                theirs.public.verify(&message, &their_signature).expect("valid");

                // Ed25519ph of a digest of 64 bytes.
                let hash = || {
                    let mut hash = Given::default();
                    digest_0_9::Update::update(&mut hash, digest);
                    hash
                };
                let context_ours = Context::new(&context).ok();
                let prehashed = ours.ph(context_ours).sign_prehashed(&digest);
                let theirs_prehashed = theirs.sign_prehashed(hash(), Some(&context)).expect("a context");
                assert_eq!(prehashed.to_bytes(), theirs_prehashed.to_bytes(), "{seed:?} {digest:?}");
                public.ph(context_ours).verify_prehashed(&digest, &prehashed).expect("valid");
                theirs.public.verify_prehashed(hash(), Some(&context), &theirs_prehashed).expect("valid");

                // What is altered is judged alike. Their rule is dalek's, but that they refuse a large S
                // already when they read the signature.
                let mut altered = signature.to_bytes();
                altered[bit / 8] ^= 1 << (bit % 8);
                let verdict = |policy: Policy| {
                    let signature = Signature::from_bytes(&altered);
                    public.with_policy(policy).verify(&message, &signature).is_ok()
                };
                let their_verdict = $theirs::Signature::from_bytes(&altered)
                    .is_ok_and(|signature| theirs.public.verify(&message, &signature).is_ok());
                assert_eq!(verdict(Policy::STDLIB), their_verdict, "{seed:?} {message:?} {altered:?}");
            }
        }
    };
}

compare!(blake3_is_that_of_ed25519_dalek_blake3, ed25519_blake3, ed25519_dalek_blake3);
compare!(blake2b_is_that_of_ed25519_dalek_blake2b, ed25519_blake2b, ed25519_dalek_blake2b);
