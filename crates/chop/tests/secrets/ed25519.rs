//! Keys and signatures of Ed25519 with any of its hash functions.
#![allow(non_snake_case)] // points are capital letters, and so is S

use super::cases::{Case, Given, MANY, kept, random, randoms};
use super::words::Secrets;
use chop::ed25519::generic::{Hash, SigningKey};
use chop::ed25519::{self, Context, Signature};
use chop_ref::Hash as Reference;
use chop_ref::field::from_bytes;
use chop_ref::l;
use chop_ref::{Mode, challenge, clamp, expand_seed};
use signature::{MultipartSigner, RandomizedSigner, Signer};
use std::io::Cursor;

/// The seed, its hash (the prefix is the second half), the scalar clamped and reduced.
pub(crate) fn of_seed(hash: Reference, seed: &[u8; 32]) -> Secrets {
    let digest = hash(&[seed]);
    let (clamped, _) = expand_seed(hash, seed);
    Secrets::default()
        .bytes("seed", seed)
        .bytes("low half of the seed's hash", &digest[..32])
        .bytes("prefix", &digest[32..])
        .number("scalar", &(&clamped % l()), l())
        .integer("clamped scalar", &clamped)
}

/// The nonce of a signature under a seed, and what multiplies the challenge; the signature must follow from them.
fn of_signature(
    hash: Reference,
    mode: Mode<'_>,
    seed: &[u8; 32],
    prefix: &[u8; 32],
    message: &[u8],
    signature: &Signature,
) -> Secrets {
    let (clamped, _) = expand_seed(hash, seed);
    let digest = hash(&[&mode.dom2(), prefix, message]);
    let r = from_bytes(&digest) % l();
    let A = chop_ref::public_key(hash, seed);
    let k = challenge(hash, mode, signature.r_bytes(), &A, message);
    let product = k * (clamped % l());
    assert_eq!((&r + &product) % l(), from_bytes(signature.s_bytes()), "S = r + k·s");
    Secrets::default()
        .bytes("hash that gives the nonce", &digest)
        .number("nonce", &r, l())
        .bytes("challenge times scalar", &product.to_bytes_le())
}

fn prefix_of(hash: Reference, seed: &[u8; 32]) -> [u8; 32] {
    expand_seed(hash, seed).1
}

/// All cases of one hash function.
pub(crate) fn cases<H: Hash>(hash: Reference) -> Vec<Case> {
    let mut cases = keys::<H>(hash);
    cases.extend(signatures::<H>(hash));
    cases.extend(many::<H>(hash));
    cases.iter_mut().for_each(|case| case.name = format!("{}: {}", H::ALGORITHM, case.name));
    cases
}

fn keys<H: Hash>(hash: Reference) -> Vec<Case> {
    let seed = kept(random("a seed"));
    let key = kept(SigningKey::<H>::from_seed(seed));
    let pair = kept(*key.to_keypair_bytes().as_bytes());
    let wrong = kept(std::array::from_fn::<u8, 64, _>(|i| pair[i] ^ u8::from(i == 63)));
    let secrets = || of_seed(hash, seed);
    vec![
        Case::new("from_seed", secrets(), move || SigningKey::<H>::from_seed(seed)),
        Case::new("from_seed, boxed", secrets(), move || Box::new(SigningKey::<H>::from_seed(seed))).moved(),
        Case::new("from_slice of a seed", secrets(), move || {
            assert!(SigningKey::<H>::from_slice(seed).is_ok())
        }),
        Case::new("from_slice of a pair", secrets(), move || {
            assert!(SigningKey::<H>::from_slice(pair).is_ok())
        }),
        Case::new("from_keypair_bytes", secrets(), move || {
            assert!(SigningKey::<H>::from_keypair_bytes(pair).is_ok())
        }),
        Case::new("from_keypair_bytes, another public key", secrets(), move || {
            assert!(SigningKey::<H>::from_keypair_bytes(wrong).is_err());
        }),
        Case::new("from_rng", secrets(), move || {
            assert!(SigningKey::<H>::from_rng(&mut Given(seed)).is_ok())
        }),
        Case::new("to_seed", secrets(), move || key.to_seed()),
        Case::new("to_keypair_bytes", secrets(), move || key.to_keypair_bytes()),
        Case::new("public key", secrets(), move || key.verifying_key()),
        Case::new("x25519 secret", secrets(), move || chop::x25519::StaticSecret::from_ed25519(key)),
    ]
}

fn signatures<H: Hash>(hash: Reference) -> Vec<Case> {
    let seed = kept(random("another seed"));
    let key = kept(SigningKey::<H>::from_seed(seed));
    let message = kept([random("a message"), random("its end")].concat());
    let context = Context::new(b"context").expect("a context");
    let randomness = kept(random("randomness"));
    let prehash = kept(hash(&[message]));
    let prefix = prefix_of(hash, seed);
    let second = hash(&[&prefix, randomness]);
    let hedged: [u8; 32] = second[..32].try_into().expect("half of 64 bytes");
    let (pure, ctx, ph) = (key.sign(message), key.ctx(context).sign(message), key.ph(None).sign(message));
    let with = |mode: Mode<'_>, message: &[u8], signature: &Signature| {
        of_seed(hash, seed).and(of_signature(hash, mode, seed, &prefix, message, signature))
    };
    let plain = || with(Mode::Pure, message, &pure);
    let in_context = || with(Mode::Ctx(b"context"), message, &ctx);
    let prehashed = || with(Mode::Ph(b""), prehash, &ph);
    let with_randomness = || {
        let signature = key.ctx(context).sign_hedged_with(message, randomness);
        of_seed(hash, seed)
            .and(of_signature(hash, Mode::Ctx(b"context"), seed, &hedged, message, &signature))
            .bytes("randomness", randomness)
            .bytes("hash that gives the hedged prefix", &second)
    };
    let from_rng = || {
        let signature = key.sign_with_rng(&mut Given(randomness), message);
        of_seed(hash, seed)
            .and(of_signature(hash, Mode::Pure, seed, &hedged, message, &signature))
            .bytes("randomness", randomness)
            .bytes("hash that gives the hedged prefix", &second)
    };
    let (start, end) = message.split_at(20);
    vec![
        Case::new("sign", plain(), move || key.sign(message)),
        Case::new("sign_parts", plain(), move || key.sign_parts(&[start, end])),
        Case::new("sign_checked", plain(), move || key.sign_checked(message).expect("no fault")),
        Case::new("sign_reader", plain().bytes("message", message), move || {
            key.sign_reader(Cursor::new(message)).expect("a message")
        }),
        Case::new("sign_hedged", of_seed(hash, seed), move || key.sign_hedged(message).expect("randomness")),
        Case::new("ctx, sign", in_context(), move || key.ctx(context).sign(message)),
        Case::new("ctx, sign_hedged_with", with_randomness(), move || {
            key.ctx(context).sign_hedged_with(message, randomness)
        }),
        Case::new("ph, sign", prehashed(), move || key.ph(None).sign(message)),
        Case::new("ph, sign_prehashed", prehashed(), move || key.ph(None).sign_prehashed(prehash)),
        Case::new("ph, sign_reader", prehashed().bytes("message", message), move || {
            key.ph(None).sign_reader(Cursor::new(message)).expect("a message")
        }),
        Case::new("ph, sign_checked", prehashed(), move || {
            key.ph(None).sign_checked(message).expect("no fault")
        }),
        Case::new("Signer", plain(), move || Signer::sign(key, message)),
        Case::new("MultipartSigner", plain(), move || key.multipart_sign(&[start, end])),
        Case::new("RandomizedSigner", from_rng(), move || key.sign_with_rng(&mut Given(randomness), message)),
    ]
}

fn many<H: Hash>(hash: Reference) -> Vec<Case> {
    let mut cases = Vec::new();
    for n in MANY {
        let seeds = kept(randoms("seeds", n));
        let messages = kept(randoms("messages", n));
        let keys = kept(ed25519::keygen_many::<H>(seeds));
        let items = kept(
            keys.iter().zip(messages).map(|(key, message)| (key, message.as_slice())).collect::<Vec<_>>(),
        );
        let signatures = ed25519::sign_many(items);
        let of_keys = || seeds.iter().map(|seed| of_seed(hash, seed)).fold(Secrets::default(), Secrets::and);
        let of_all = seeds.iter().zip(messages).zip(&signatures).fold(
            of_keys(),
            |all, ((seed, message), signature)| {
                all.and(of_signature(hash, Mode::Pure, seed, &prefix_of(hash, seed), message, signature))
            },
        );
        cases.push(Case::new("keygen_many", of_keys(), move || ed25519::keygen_many::<H>(seeds)).on_many(n));
        cases.push(Case::new("sign_many", of_all, move || ed25519::sign_many(items)).on_many(n));
    }
    cases
}

/// X25519.
pub(crate) fn x25519() -> Vec<Case> {
    use chop::x25519::{PublicKey, StaticSecret, exchange_many, public_key_many};
    let of = |secret: &[u8; 32]| {
        let clamped = clamp(*secret);
        Secrets::default().bytes("X25519 secret", secret).integer("clamped scalar", &clamped).number(
            "scalar",
            &(clamped % l()),
            l(),
        )
    };
    let of_exchange = move |secret: &[u8; 32], public: &PublicKey| {
        let shared = chop_ref::x25519(secret, public.as_bytes());
        of(secret).bytes("shared secret", &shared).integer("shared secret", &from_bytes(&shared))
    };
    let secret = kept(random("an X25519 secret"));
    let key = kept(StaticSecret::from_bytes(secret));
    let public = kept(StaticSecret::from_bytes(&random("the other side's secret")).public_key());
    let mut cases = vec![
        Case::new("x25519: from_bytes", of(secret), move || StaticSecret::from_bytes(secret)),
        Case::new("x25519: from_slice", of(secret), move || {
            assert!(StaticSecret::from_slice(secret).is_ok())
        }),
        Case::new("x25519: from_rng", of(secret), move || {
            assert!(StaticSecret::from_rng(&mut Given(secret)).is_ok())
        }),
        Case::new("x25519: to_bytes", of(secret), move || key.to_bytes()),
        Case::new("x25519: public_key", of(secret), move || key.public_key()),
        Case::new("x25519: exchange", of_exchange(secret, public), move || {
            assert!(key.exchange(public).is_ok())
        }),
        Case::new("x25519: exchange with 0", of(secret), move || {
            assert!(key.exchange(&PublicKey::from_bytes(&[0; 32])).is_err());
        }),
    ];
    for n in MANY {
        let bytes = kept(randoms("X25519 secrets", n));
        let secrets = kept(bytes.iter().map(StaticSecret::from_bytes).collect::<Vec<_>>());
        let keys = kept(secrets.iter().collect::<Vec<_>>());
        let pairs = kept(secrets.iter().map(|secret| (secret, public)).collect::<Vec<_>>());
        let of_keys = bytes.iter().map(of).fold(Secrets::default(), Secrets::and);
        // The reference is slow: a part of the shared secrets, the last among them.
        let parts = bytes.iter().skip((n - 1) % 7).step_by(7);
        let of_pairs = parts.map(|secret| of_exchange(secret, public)).fold(Secrets::default(), Secrets::and);
        let of_pairs = of_pairs.and(bytes.iter().map(of).fold(Secrets::default(), Secrets::and));
        cases.push(Case::new("x25519: public_key_many", of_keys, move || public_key_many(keys)).on_many(n));
        cases.push(Case::new("x25519: exchange_many", of_pairs, move || exchange_many(pairs)).on_many(n));
    }
    cases
}
