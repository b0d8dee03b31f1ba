//! Pure, context and prehashed signatures never pass for one another; hash variants never mix; hedged,
//! checked and streamed signing agree with what they promise.

use chop::ed25519::{Context, Signature, SigningKey, VerifyingKey};
use chop::{Error, ReaderError};
use std::io::{Cursor, Error as IoError, Read, Seek, SeekFrom};

type Sign<'a> = (&'static str, Box<dyn Fn(&[u8]) -> Signature + 'a>);
type Verify<'a> = (&'static str, Box<dyn Fn(&[u8], &Signature) -> Result<(), Error> + 'a>);

#[test]
fn every_mode_verifies_its_own_signatures_and_no_others() {
    let key = SigningKey::from_seed(&[3; 32]);
    let public = key.verifying_key();
    let (one, two) = (Context::new(b"one").unwrap(), Context::new(b"two").unwrap());
    let digest = chop_ref::sha512(&[b"message"]);
    let signers: Vec<Sign<'_>> = vec![
        ("pure", Box::new(|m| key.sign(m))),
        ("ctx one", Box::new(|m| key.ctx(one).sign(m))),
        ("ctx two", Box::new(|m| key.ctx(two).sign(m))),
        ("ph", Box::new(|m| key.ph(None).sign(m))),
        ("ph one", Box::new(|m| key.ph(Some(one)).sign(m))),
        ("pure over the digest", Box::new(|_| key.sign(&digest))),
    ];
    let verifiers: Vec<Verify<'_>> = vec![
        ("pure", Box::new(|m, s| public.verify(m, s))),
        ("ctx one", Box::new(|m, s| public.ctx(one).verify(m, s))),
        ("ctx two", Box::new(|m, s| public.ctx(two).verify(m, s))),
        ("ph", Box::new(|m, s| public.ph(None).verify(m, s))),
        ("ph one", Box::new(|m, s| public.ph(Some(one)).verify(m, s))),
        ("pure over the digest", Box::new(|_, s| public.verify(&digest, s))),
    ];
    for (signed, sign) in &signers {
        let signature = sign(b"message");
        for (verified, verify) in &verifiers {
            let result = verify(b"message", &signature);
            assert_eq!(result.is_ok(), signed == verified, "signed {signed}, verified {verified}");
            assert!(result.is_ok() || result == Err(Error::InvalidSignature));
        }
    }
}

#[test]
fn contexts_have_1_to_255_bytes() {
    assert_eq!(Context::new(b""), Err(Error::ContextLength));
    assert_eq!(Context::new(&[0; 256]), Err(Error::ContextLength));
    assert_eq!(Context::new(&[0; 255]).unwrap().as_bytes().len(), 255);
    assert!(Context::new(b"x").is_ok());
}

#[test]
fn parts_are_signed_as_their_concatenation() {
    let key = SigningKey::from_seed(&[4; 32]);
    let parts: [&[u8]; 4] = [b"he", b"", b"llo", b"!"];
    let context = Context::new(b"c").unwrap();
    assert_eq!(key.sign_parts(&parts), key.sign(b"hello!"));
    assert_eq!(key.ctx(context).sign_parts(&parts), key.ctx(context).sign(b"hello!"));
    assert_eq!(key.ph(None).sign_parts(&parts), key.ph(None).sign(b"hello!"));
    let public = key.verifying_key();
    public.ph(None).verify_parts(&parts, &key.ph(None).sign(b"hello!")).unwrap();
}

#[test]
fn hedged_signatures_verify_and_differ_and_use_all_their_randomness() {
    let key = SigningKey::from_seed(&[5; 32]);
    let public = key.verifying_key();
    let (a, b) = (key.sign_hedged(b"m").unwrap(), key.sign_hedged(b"m").unwrap());
    assert_ne!(a, b);
    assert_ne!(a, key.sign(b"m"));
    for signature in [a, b] {
        public.verify(b"m", &signature).unwrap();
    }
    let bound = key.ph(None);
    assert_eq!(bound.sign_hedged_with(b"m", &[1; 32]), bound.sign_hedged_with(b"m", &[1; 32]));
    for i in 0..32 {
        let mut randomness = [1; 32];
        randomness[i] ^= 0x80;
        assert_ne!(bound.sign_hedged_with(b"m", &[1; 32]), bound.sign_hedged_with(b"m", &randomness));
    }
}

/// The nonce of the draft, computed by the reference: r = H(dom2 ‖ H(prefix ‖ Z)\[..32\] ‖ M).
#[test]
fn the_hedged_nonce_is_the_one_of_the_draft() {
    let (seed, noise) = ([6; 32], [7; 32]);
    let key = SigningKey::from_seed(&seed);
    let context = Context::new(b"context").unwrap();
    let (_, prefix) = chop_ref::expand_seed(chop_ref::sha512, &seed);
    let fresh = chop_ref::sha512(&[&prefix, &noise]);
    for (dom, signature, is_its_own) in [
        (vec![], key.sign_hedged_with(b"m", &noise), true),
        (vec![], key.ctx(context).sign_hedged_with(b"m", &noise), false),
        (chop_ref::Mode::Ctx(b"context").dom2(), key.ctx(context).sign_hedged_with(b"m", &noise), true),
    ] {
        let r = chop_ref::BigUint::from_bytes_le(&chop_ref::sha512(&[&dom, &fresh[..32], b"m"]));
        let commitment = chop_ref::Point::mul(&(r % chop_ref::l()), &chop_ref::Point::base()).encode();
        // Without its domain the nonce must be another one.
        assert_eq!(*signature.r_bytes() == commitment, is_its_own);
    }
}

#[test]
fn checked_signing_gives_the_plain_signature() {
    let key = SigningKey::from_seed(&[8; 32]);
    assert_eq!(key.sign_checked(b"m"), Ok(key.sign(b"m")));
    assert_eq!(key.ph(None).sign_checked(b"m"), Ok(key.ph(None).sign(b"m")));
}

/// A file of `len` bytes that gives other content after it has been rewound.
struct Changing {
    len: u64,
    at: u64,
    rewound: bool,
    changes: bool,
    fails: bool,
}

impl Read for Changing {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.rewound && self.fails {
            return Err(IoError::other("the disk is gone"));
        }
        let n = out.len().min((self.len - self.at) as usize).min(10_007);
        for (i, byte) in out[..n].iter_mut().enumerate() {
            let at = self.at + i as u64;
            *byte = at as u8 ^ (self.rewound && self.changes && at == self.len - 1) as u8;
        }
        self.at += n as u64;
        Ok(n)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        match to {
            SeekFrom::Start(at) => (self.at, self.rewound) = (at, true),
            SeekFrom::Current(0) => {}
            _ => return Err(IoError::other("not needed")),
        }
        Ok(self.at)
    }
}

fn file(changes: bool, fails: bool) -> Changing {
    Changing { len: 200_000, at: 0, rewound: false, changes, fails }
}

#[test]
fn a_reader_is_signed_like_its_content() {
    let key = SigningKey::from_seed(&[9; 32]);
    let content: Vec<u8> = (0..200_000u64).map(|i| i as u8).collect();
    let signature = key.sign_reader(file(false, false)).unwrap();
    assert_eq!(signature, key.sign(&content));
    key.verifying_key().verify_reader(Cursor::new(&content), &signature).unwrap();
    let context = Context::new(b"c").unwrap();
    assert_eq!(key.ctx(context).sign_reader(file(false, false)).unwrap(), key.ctx(context).sign(&content));
    let signature = key.ph(None).sign_reader(file(false, false)).unwrap();
    assert_eq!(signature, key.ph(None).sign(&content));
    key.verifying_key().ph(None).verify_reader(Cursor::new(&content), &signature).unwrap();
    assert!(key.verifying_key().verify_reader(Cursor::new(&content), &signature).is_err());
}

#[test]
fn a_reader_is_signed_from_where_it_stands() {
    let key = SigningKey::from_seed(&[9; 32]);
    let mut reader = Cursor::new(b"skipped, signed");
    reader.set_position(9);
    assert_eq!(key.sign_reader(reader).unwrap(), key.sign(b"signed"));
}

#[test]
fn a_message_that_changes_between_the_passes_is_not_signed() {
    let key = SigningKey::from_seed(&[10; 32]);
    let context = Context::new(b"c").unwrap();
    for result in [key.sign_reader(file(true, false)), key.ctx(context).sign_reader(file(true, false))] {
        assert!(matches!(result, Err(ReaderError::Failed(Error::MessageChanged))));
    }
    // One pass: what is read is what is signed.
    assert!(key.ph(None).sign_reader(file(true, false)).is_ok());
}

#[test]
fn a_reader_that_fails_is_an_error_and_not_a_short_message() {
    let key = SigningKey::from_seed(&[11; 32]);
    assert!(matches!(key.sign_reader(file(false, true)), Err(ReaderError::Io(_))));
    let mut failing = file(false, true);
    failing.rewound = true;
    let signature = key.sign(b"");
    assert!(matches!(key.verifying_key().verify_reader(failing, &signature), Err(ReaderError::Io(_))));
}

#[test]
fn seeds_are_hashed_before_they_are_clamped() {
    // A seed that clamping would change gives another key than its clamped form.
    let seed = [0xFF; 32];
    let clamped = {
        let mut clamped = seed;
        clamped[0] &= 248;
        clamped[31] &= 63;
        clamped[31] |= 64;
        clamped
    };
    let key = |seed| SigningKey::from_seed(seed).verifying_key().to_bytes();
    assert_ne!(key(&seed), key(&clamped));
    assert_eq!(key(&seed), chop_ref::public_key(chop_ref::sha512, &seed));
}

#[test]
fn hash_variants_agree_with_the_reference() {
    use chop::{ed25519_blake2b, ed25519_blake3};
    for i in 0..20u8 {
        let (seed, message) = ([i; 32], vec![i; i as usize * 13]);
        let key = ed25519_blake3::SigningKey::from_seed(&seed);
        let expected = chop_ref::sign(chop_ref::blake3, chop_ref::Mode::Pure, &seed, &message);
        assert_eq!(key.sign(&message).to_bytes(), expected);
        key.verifying_key().verify(&message, &key.sign(&message)).unwrap();
        let key = ed25519_blake2b::SigningKey::from_seed(&seed);
        let expected = chop_ref::sign(chop_ref::blake2b, chop_ref::Mode::Pure, &seed, &message);
        assert_eq!(key.sign(&message).to_bytes(), expected);
        key.verifying_key().verify(&message, &key.sign(&message)).unwrap();
        // Even the same 32 bytes as a key of another variant accept nothing.
        let standard = VerifyingKey::from_bytes(&key.verifying_key().to_bytes()).unwrap();
        assert!(standard.verify(&message, &key.sign(&message)).is_err());
    }
}

#[test]
fn signing_and_key_generation_in_bulk_agree_with_single() {
    for level in chop::level::Level::available() {
        chop::level::force(Some(level));
        for n in [0, 1, 2, 7, 8, 9, 17, 130] {
            let seeds: Vec<[u8; 32]> = (0..n).map(|i| [i as u8; 32]).collect();
            let keys: Vec<SigningKey> = chop::ed25519::keygen_many(&seeds);
            let messages: Vec<Vec<u8>> = (0..n).map(|i| vec![i as u8; i]).collect();
            let items: Vec<(&SigningKey, &[u8])> =
                keys.iter().zip(&messages).map(|(key, message)| (key, message.as_slice())).collect();
            let signatures = chop::ed25519::sign_many(&items);
            assert_eq!(signatures.len(), n);
            for (((seed, message), key), signature) in seeds.iter().zip(&messages).zip(&keys).zip(&signatures)
            {
                let alone = SigningKey::from_seed(seed);
                assert_eq!(alone.verifying_key(), key.verifying_key());
                assert_eq!(alone.sign(message), *signature);
            }
        }
    }
    chop::level::force(None);
}
