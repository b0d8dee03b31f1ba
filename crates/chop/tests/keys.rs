//! Keys: construction, key files in every form that is read, and everything that must be refused.

use chop::ed25519::{SigningKey, VerifyingKey};
use chop::encoding::{PrivateKey, PublicKey};
use chop::x25519::{self, StaticSecret};
use chop::{Error, KeyFileError, Secret, ed25519_blake2b, ed25519_blake3};

const SEED: [u8; 32] = [0x11; 32];

fn error<T>(result: Result<T, Error>) -> Error {
    result.err().expect("must be refused")
}

/// The DER of version 1, as RFC 8410, section 7 shows it.
fn version_1() -> Vec<u8> {
    [&[0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20][..], &SEED].concat()
}

fn version_2(public: &[u8; 32]) -> Vec<u8> {
    [
        &[0x30, 0x51, 2, 1, 1, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20][..],
        &SEED,
        &[0x81, 0x21, 0],
        public,
    ]
    .concat()
}

fn old_ring(public: &[u8; 32]) -> Vec<u8> {
    [
        &[0x30, 0x53, 2, 1, 1, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20][..],
        &SEED,
        &[0xa1, 0x23, 3, 0x21, 0],
        public,
    ]
    .concat()
}

#[test]
fn the_64_byte_form_is_checked() {
    let pair = SigningKey::from_seed(&SEED).to_keypair_bytes();
    assert_eq!(SigningKey::from_slice(pair.as_bytes()).unwrap().to_seed().as_bytes(), &SEED);
    for i in 32..64 {
        let mut wrong = *pair.as_bytes();
        wrong[i] ^= 1;
        assert_eq!(error(SigningKey::from_keypair_bytes(&wrong)), Error::PublicKeyMismatch);
    }
    for len in [0, 31, 33, 63, 65] {
        assert_eq!(error(SigningKey::from_slice(&vec![1; len])), Error::SecretKeyLength);
        assert_eq!(error(VerifyingKey::from_slice(&vec![1; len])), Error::PublicKeyLength);
    }
}

#[test]
fn generated_keys_differ() {
    let (a, b) = (SigningKey::generate().unwrap(), SigningKey::generate().unwrap());
    assert_ne!(a.verifying_key(), b.verifying_key());
    assert!(!Secret::<32>::generate().unwrap().equals(&Secret::new(&[0; 32])));
}

#[test]
fn all_forms_of_pkcs8_are_read_and_version_1_is_written() {
    let key = SigningKey::from_seed(&SEED);
    let public = key.verifying_key().to_bytes();
    for der in [version_1(), version_2(&public), old_ring(&public)] {
        let read = SigningKey::from_pkcs8_der(&der).unwrap();
        assert_eq!(read.to_seed().as_bytes(), &SEED);
        assert_eq!(read.to_pkcs8_der().unwrap().as_bytes().as_slice(), version_1());
    }
    let other = SigningKey::from_seed(&[0x22; 32]).verifying_key().to_bytes();
    for der in [version_2(&other), old_ring(&other)] {
        assert_eq!(error(SigningKey::from_pkcs8_der(&der)), Error::PublicKeyMismatch);
    }
}

#[test]
fn every_truncation_and_extension_of_a_key_file_is_refused() {
    let key = SigningKey::from_seed(&SEED);
    let public = key.verifying_key();
    for der in [version_1(), version_2(&public.to_bytes()), old_ring(&public.to_bytes())] {
        for len in 0..der.len() {
            assert!(SigningKey::from_pkcs8_der(&der[..len]).is_err(), "{len} bytes");
        }
        assert!(SigningKey::from_pkcs8_der(&[&der[..], &[0]].concat()).is_err());
    }
    let der = public.to_public_key_der();
    for len in 0..der.len() {
        assert!(VerifyingKey::from_public_key_der(&der[..len]).is_err(), "{len} bytes");
    }
    let text = key.to_pkcs8_pem().unwrap();
    for len in 0..text.as_str().trim_end().len() {
        assert!(SigningKey::from_pkcs8_pem(&text.as_str()[..len]).is_err(), "{len} characters");
    }
}

#[test]
fn keys_of_another_kind_are_refused_by_name() {
    let (signing, agreeing) = (SigningKey::from_seed(&SEED), StaticSecret::from_bytes(&SEED));
    let private = signing.to_pkcs8_pem().unwrap();
    let public = signing.verifying_key().to_public_key_pem().unwrap();
    let encrypted = signing.to_pkcs8_encrypted_pem(b"pass").unwrap();
    let x_private = agreeing.to_pkcs8_pem().unwrap();
    let x_public = agreeing.public_key().to_public_key_pem().unwrap();
    let blake3 = ed25519_blake3::SigningKey::from_seed(&SEED);
    let raw_private = blake3.to_raw_pem().unwrap();
    let raw_public = blake3.verifying_key().to_raw_pem().unwrap();

    assert_eq!(
        error(VerifyingKey::from_public_key_pem(private.as_str())),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    assert_eq!(
        error(VerifyingKey::from_public_key_pem(&encrypted)),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    assert_eq!(
        error(VerifyingKey::from_public_key_pem(&x_public)),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(VerifyingKey::from_public_key_pem(&raw_public)),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(VerifyingKey::from_public_key_der(&version_1())),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    assert_eq!(error(SigningKey::from_pkcs8_pem(&public)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(error(SigningKey::from_pkcs8_pem(&encrypted)), Error::KeyFile(KeyFileError::Encrypted));
    assert_eq!(
        error(SigningKey::from_pkcs8_pem(x_private.as_str())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(SigningKey::from_pkcs8_pem(raw_private.as_str())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(StaticSecret::from_pkcs8_pem(private.as_str())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(x25519::PublicKey::from_public_key_pem(&public)),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(ed25519_blake3::SigningKey::from_raw_pem(private.as_str())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(ed25519_blake2b::SigningKey::from_raw_pem(raw_private.as_str())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert_eq!(
        error(ed25519_blake3::SigningKey::from_raw_pem(&raw_public)),
        Error::KeyFile(KeyFileError::PublicKeyGiven)
    );
    assert_eq!(
        error(ed25519_blake3::VerifyingKey::from_raw_pem(raw_private.as_str())),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    assert_eq!(error(signing.to_raw_pem()), Error::KeyFile(KeyFileError::WrongAlgorithm));
    assert_eq!(error(SigningKey::from_pkcs8_pem("garbage")), Error::KeyFile(KeyFileError::Pem));
    assert_eq!(error(SigningKey::from_pkcs8_der(b"garbage")), Error::KeyFile(KeyFileError::Der));
}

#[test]
fn whatever_key_a_file_holds_is_read_and_named() {
    let keys = [
        ("ed25519", SigningKey::from_seed(&SEED).to_pkcs8_pem().unwrap()),
        ("x25519", StaticSecret::from_bytes(&SEED).to_pkcs8_pem().unwrap()),
        ("ed25519-blake3", ed25519_blake3::SigningKey::from_seed(&SEED).to_raw_pem().unwrap()),
        ("ed25519-blake2b", ed25519_blake2b::SigningKey::from_seed(&SEED).to_raw_pem().unwrap()),
    ];
    for (algorithm, text) in keys {
        let key = PrivateKey::from_pem(text.as_str(), None).unwrap();
        assert_eq!(key.algorithm(), algorithm);
        let public = key.public_key();
        assert_eq!(public.algorithm(), algorithm);
        assert_eq!(PublicKey::from_pem(&public.to_pem().unwrap()).unwrap(), public);
        assert_eq!(error(PublicKey::from_pem(text.as_str())), Error::KeyFile(KeyFileError::PrivateKeyGiven));
        assert_eq!(
            error(PrivateKey::from_pem(&public.to_pem().unwrap(), None)),
            Error::KeyFile(KeyFileError::PublicKeyGiven)
        );
    }
    let unknown = "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n";
    assert_eq!(error(PrivateKey::from_pem(unknown, None)), Error::KeyFile(KeyFileError::WrongAlgorithm));
}

#[test]
fn encrypted_keys_open_with_their_passphrase_only() {
    let key = SigningKey::from_seed(&SEED);
    let text = key.to_pkcs8_encrypted_pem(b"correct horse").unwrap();
    let read = SigningKey::from_pkcs8_encrypted_pem(&text, b"correct horse").unwrap();
    assert_eq!(read.to_seed().as_bytes(), &SEED);
    assert_eq!(
        error(SigningKey::from_pkcs8_encrypted_pem(&text, b"battery staple")),
        Error::KeyFile(KeyFileError::Decryption)
    );
    assert_eq!(error(PrivateKey::from_pem(&text, None)), Error::KeyFile(KeyFileError::Encrypted));
    assert!(matches!(PrivateKey::from_pem(&text, Some(b"correct horse")), Ok(PrivateKey::Ed25519(_))));
    let der = key.to_pkcs8_encrypted_der(b"x").unwrap();
    assert_ne!(der, key.to_pkcs8_encrypted_der(b"x").unwrap(), "salt and IV are fresh");
}

#[test]
fn the_traits_of_the_ecosystem_do_the_same() {
    use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
    use signature::{Keypair, MultipartSigner, MultipartVerifier, Signer, Verifier};
    let key = SigningKey::from_seed(&SEED);
    let signature: chop::ed25519::Signature = Signer::sign(&key, b"hello");
    assert_eq!(signature, key.sign(b"hello"));
    assert_eq!(key.multipart_sign(&[b"he", b"llo"]), signature);
    let public = Keypair::verifying_key(&key);
    Verifier::verify(&public, b"hello", &signature).unwrap();
    public.multipart_verify(&[b"he", b"llo"], &signature).unwrap();
    assert!(Verifier::verify(&public, b"hullo", &signature).is_err());
    let view = public.with_policy(chop::ed25519::Policy::ZIP_215);
    Verifier::verify(&view, b"hello", &signature).unwrap();

    let der = EncodePrivateKey::to_pkcs8_der(&key).unwrap();
    assert_eq!(der.as_bytes(), version_1());
    let again: SigningKey = DecodePrivateKey::from_pkcs8_der(der.as_bytes()).unwrap();
    assert_eq!(again.verifying_key(), public);
    let der = EncodePublicKey::to_public_key_der(&public).unwrap();
    let again: VerifyingKey = DecodePublicKey::from_public_key_der(der.as_bytes()).unwrap();
    assert_eq!(again, public);
}

#[cfg(all(feature = "digest", feature = "rand_core"))]
#[test]
fn the_digest_and_randomized_traits_do_the_same() {
    use sha2::Digest;
    use signature::{DigestSigner, DigestVerifier, RandomizedSigner};
    struct Counting(u64);
    impl rand_core::TryRng for Counting {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(self.try_next_u64()? as u32)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            self.0 += 1;
            Ok(self.0)
        }
        fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
            self.0 += 1;
            out.fill(self.0 as u8);
            Ok(())
        }
    }
    impl rand_core::TryCryptoRng for Counting {}

    let key = SigningKey::from_seed(&SEED);
    let (signer, public) = (key.ph(None), key.verifying_key());
    let signature: chop::ed25519::Signature = signer.sign_digest(|hash: &mut sha2::Sha512| hash.update(b"m"));
    assert_eq!(signature, signer.sign(b"m"));
    DigestVerifier::verify_digest(
        &public.ph(None),
        |hash: &mut sha2::Sha512| {
            hash.update(b"m");
            Ok(())
        },
        &signature,
    )
    .unwrap();
    let hedged: chop::ed25519::Signature = key.sign_with_rng(&mut Counting(0), b"m");
    assert_ne!(hedged, key.sign(b"m"));
    public.verify(b"m", &hedged).unwrap();
    assert!(SigningKey::from_rng(&mut Counting(0)).is_ok());
}

#[cfg(feature = "rand_core")]
#[test]
fn a_generator_that_fails_gives_an_error_and_no_key() {
    #[derive(Debug)]
    struct Broken;
    impl core::fmt::Display for Broken {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str("broken")
        }
    }
    impl core::error::Error for Broken {}
    struct Failing;
    impl rand_core::TryRng for Failing {
        type Error = Broken;
        fn try_next_u32(&mut self) -> Result<u32, Broken> {
            Err(Broken)
        }
        fn try_next_u64(&mut self) -> Result<u64, Broken> {
            Err(Broken)
        }
        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Broken> {
            Err(Broken)
        }
    }
    impl rand_core::TryCryptoRng for Failing {}
    assert_eq!(error(SigningKey::from_rng(&mut Failing)), Error::Randomness);
    assert_eq!(error(StaticSecret::from_rng(&mut Failing)), Error::Randomness);
}

#[cfg(feature = "serde")]
#[test]
fn public_keys_are_hexadecimal_in_json() {
    let key = SigningKey::from_seed(&SEED).verifying_key();
    let text = serde_json::to_string(&key).unwrap();
    assert_eq!(text.len(), 66);
    assert_eq!(serde_json::from_str::<VerifyingKey>(&text).unwrap(), key);
    for wrong in ["\"\"", "\"zz\"", "17", &text[..40]] {
        assert!(serde_json::from_str::<VerifyingKey>(wrong).is_err());
    }
    let public = StaticSecret::from_bytes(&SEED).public_key();
    let text = serde_json::to_string(&public).unwrap();
    assert_eq!(text.len(), 66);
    assert!(serde_json::from_str::<x25519::PublicKey>(&text).unwrap() == public);
    assert!(serde_json::from_str::<x25519::PublicKey>(&text[..40]).is_err());
}

#[test]
fn converted_keys_belong_together() {
    for i in 0..30u8 {
        let key = SigningKey::from_seed(&[i; 32]);
        let secret = StaticSecret::from_ed25519(&key);
        let public = x25519::PublicKey::from_ed25519(&key.verifying_key());
        assert_eq!(secret.public_key(), public);
        let sign = key.verifying_key().to_bytes()[31] >> 7;
        assert_eq!(public.to_ed25519(sign), Ok(key.verifying_key()));
    }
    // u = −1 has no Edwards point; u = 2 is on the twist.
    let minus_one = chop_ref::field::to_bytes(&(chop_ref::field::p() - chop_ref::BigUint::from(1u8)));
    let mut two = [0; 32];
    two[0] = 2;
    for u in [minus_one, two] {
        let result: Result<VerifyingKey, Error> = x25519::PublicKey::from_bytes(&u).to_ed25519(0);
        assert_eq!(error(result), Error::NotAPoint);
    }
}

#[test]
fn types_are_send_and_sync() {
    fn is<T: Send + Sync + 'static>() {}
    is::<SigningKey>();
    is::<VerifyingKey>();
    is::<chop::ed25519::PreparedVerifyingKey>();
    is::<chop::ed25519::Signature>();
    is::<chop::ed25519::Verdicts>();
    is::<StaticSecret>();
    is::<x25519::PublicKey>();
    is::<x25519::SharedSecret>();
    is::<Error>();
}
