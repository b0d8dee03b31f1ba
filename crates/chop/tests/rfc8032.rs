//! The values of RFC 8032, and accumulated values of our own over many keys and messages.

#[allow(unreachable_pub)]
mod levels;

use chop::ed25519::{Context, Policy, PreparedVerifyingKey, Signature, SigningKey, VerifyingKey};
use chop_vectors::{accumulated, rfc8032};
use levels::on_every_level;
use sha2::{Digest, Sha512};

#[test]
fn signs_and_verifies_the_pure_values() {
    on_every_level(|_| {
        for case in rfc8032::pure() {
            let key = SigningKey::from_seed(&case.secret);
            assert_eq!(key.verifying_key().to_bytes(), case.public, "{}", case.name);
            assert_eq!(key.sign(&case.message).to_bytes(), case.signature, "{}", case.name);
            assert_eq!(key.sign_checked(&case.message).unwrap().to_bytes(), case.signature);
            let public = VerifyingKey::from_bytes(&case.public).unwrap();
            let signature = Signature::from_bytes(&case.signature);
            for named in Policy::NAMED {
                public.with_policy(named.policy).verify(&case.message, &signature).expect(named.id);
            }
            PreparedVerifyingKey::new(&public).verify(&case.message, &signature).unwrap();
        }
    });
}

#[test]
fn signs_and_verifies_the_context_values() {
    on_every_level(|_| {
        for case in rfc8032::ctx() {
            let context = case.context.clone().unwrap();
            let context = Context::new(&context).unwrap();
            let key = SigningKey::from_seed(&case.secret);
            let signature = key.ctx(context).sign(&case.message);
            assert_eq!(signature.to_bytes(), case.signature, "{}", case.name);
            key.verifying_key().ctx(context).verify(&case.message, &signature).unwrap();
        }
    });
}

#[test]
fn signs_and_verifies_the_prehashed_values() {
    on_every_level(|_| {
        for case in rfc8032::ph() {
            let key = SigningKey::from_seed(&case.secret);
            let signature = key.ph(None).sign(&case.message);
            assert_eq!(signature.to_bytes(), case.signature, "{}", case.name);
            let hash = Sha512::new().chain_update(&case.message);
            assert_eq!(key.ph(None).sign_hasher(hash.clone()), signature);
            assert_eq!(key.ph(None).sign_prehashed(&hash.clone().finalize().into()), signature);
            let public = key.verifying_key();
            public.ph(None).verify(&case.message, &signature).unwrap();
            public.ph(None).verify_hasher(hash, &signature).unwrap();
        }
    });
}

/// Checks SHA-512 over the concatenated outputs at every mark up to `limit`.
fn accumulate(marks: Vec<(usize, [u8; 64])>, limit: usize, output: impl Fn(usize, &mut Sha512)) {
    let mut hash = Sha512::new();
    let mut done = 0;
    for (n, expected) in marks.into_iter().filter(|(n, _)| *n <= limit) {
        while done < n {
            output(done, &mut hash);
            done += 1;
        }
        assert_eq!(<[u8; 64]>::from(hash.clone().finalize()), expected, "after {n}");
    }
    assert!(done > 0);
}

#[test]
fn ten_thousand_accumulated_signatures_are_right() {
    accumulate(accumulated::ed25519(), 10_000, |i, hash| {
        let input = accumulated::ed25519_input(i);
        let key = SigningKey::from_seed(&input.seed);
        hash.update(key.verifying_key().to_bytes());
        hash.update(key.sign(&input.message).to_bytes());
    });
}

#[test]
fn a_thousand_accumulated_context_signatures_are_right() {
    accumulate(accumulated::ed25519ctx(), 1_000, |i, hash| {
        let input = accumulated::ed25519ctx_input(i);
        let key = SigningKey::from_seed(&input.seed);
        let context = Context::new(input.context.as_deref().unwrap()).unwrap();
        hash.update(key.verifying_key().to_bytes());
        hash.update(key.ctx(context).sign(&input.message).to_bytes());
    });
}

#[test]
fn a_thousand_accumulated_prehashed_signatures_are_right() {
    accumulate(accumulated::ed25519ph(), 1_000, |i, hash| {
        let input = accumulated::ed25519ph_input(i);
        let key = SigningKey::from_seed(&input.seed);
        let context = input.context.as_deref().and_then(|c| Context::new(c).ok());
        hash.update(key.verifying_key().to_bytes());
        hash.update(key.ph(context).sign(&input.message).to_bytes());
    });
}
