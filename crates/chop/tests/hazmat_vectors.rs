//! The published values of RFC 9380, RFC 9381 and RFC 9496 on every level, and the worked examples.
#![allow(non_snake_case)] // points are capital letters
#![cfg(feature = "hazmat")]

#[path = "../examples/ecvrf.rs"]
mod ecvrf;
mod levels;
#[path = "../examples/schnorr.rs"]
mod schnorr;

use chop::Error;
use chop::hazmat::curve25519::{EdwardsPoint, RistrettoPoint, Scalar, expand_message_xmd};
use chop_vectors::{rfc9380, rfc9381, rfc9496};
use ecvrf::Suite;
use levels::on_every_level;

#[test]
fn the_multiples_of_the_generator_have_the_encodings_of_rfc_9496() {
    on_every_level(|_| {
        let mut P = RistrettoPoint::IDENTITY;
        for (i, encoding) in rfc9496::multiples().iter().enumerate() {
            assert_eq!(P.compress(), *encoding, "{i}·B");
            assert_eq!(RistrettoPoint::mul_base(&Scalar::from(i as u64)).compress(), *encoding, "{i}·B");
            assert_eq!(RistrettoPoint::decompress(encoding), Ok(P), "{i}·B");
            P += RistrettoPoint::BASE;
        }
        let all: Vec<[u8; 32]> = rfc9496::multiples();
        let points: Vec<RistrettoPoint> =
            RistrettoPoint::decompress_many(&all).into_iter().map(Result::unwrap).collect();
        assert_eq!(RistrettoPoint::compress_many(&points), all);
    });
}

#[test]
fn the_invalid_encodings_of_rfc_9496_are_refused() {
    on_every_level(|_| {
        let invalid = rfc9496::invalid();
        for (why, encoding) in &invalid {
            assert_eq!(RistrettoPoint::decompress(encoding), Err(Error::NotAPoint), "{why}: {encoding:02x?}");
        }
        let encodings: Vec<[u8; 32]> = invalid.iter().map(|(_, encoding)| *encoding).collect();
        assert!(RistrettoPoint::decompress_many(&encodings).iter().all(Result::is_err));
    });
}

#[test]
fn uniform_bytes_become_the_elements_of_rfc_9496() {
    on_every_level(|_| {
        let cases = rfc9496::derived();
        for case in &cases {
            assert_eq!(RistrettoPoint::from_uniform_bytes(&case.input).compress(), case.output);
        }
        let inputs: Vec<[u8; 64]> = cases.iter().map(|case| case.input).collect();
        let outputs: Vec<[u8; 32]> = cases.iter().map(|case| case.output).collect();
        assert_eq!(RistrettoPoint::compress_many(&RistrettoPoint::from_uniform_bytes_many(&inputs)), outputs);
    });
}

#[test]
fn messages_are_expanded_and_hashed_as_rfc_9380_says() {
    let (tag, cases) = rfc9380::expanded();
    for case in cases {
        let mut bytes = vec![0; case.bytes.len()];
        expand_message_xmd(&[case.message.as_bytes()], tag.as_bytes(), &mut bytes).unwrap();
        assert_eq!(bytes, case.bytes, "{}", case.message);
    }
    on_every_level(|_| {
        let (tag, cases) = rfc9380::random_oracle();
        for case in cases {
            let P = EdwardsPoint::hash_to_curve(&[case.message.as_bytes()], tag.as_bytes()).unwrap();
            assert_eq!(P.compress(), case.encoding, "{}", case.message);
            assert!(P.is_torsion_free());
        }
        let (tag, cases) = rfc9380::non_uniform();
        for case in cases {
            let P = EdwardsPoint::encode_to_curve(&[case.message.as_bytes()], tag.as_bytes()).unwrap();
            assert_eq!(P.compress(), case.encoding, "{}", case.message);
        }
    });
}

#[test]
fn tags_of_more_than_255_bytes_are_hashed_and_empty_ones_refused() {
    use sha2::{Digest, Sha512};
    let (long, mut hashed) = ([b'x'; 256], b"H2C-OVERSIZE-DST-".to_vec());
    hashed.extend(long);
    let tag = Sha512::digest(&hashed);
    let expand = |tag: &[u8], n: usize| {
        let mut out = vec![0; n];
        expand_message_xmd(&[b"a", b"bc"], tag, &mut out).map(|()| out)
    };
    assert_eq!(expand(&long, 100), expand(&tag, 100));
    assert_ne!(expand(&long[..255], 100), expand(&long, 100));
    assert_eq!(expand(b"", 32), Err(Error::DomainTag));
    assert_eq!(expand(b"x", 16_321), Err(Error::DomainTag));
    assert_eq!(expand(b"x", 16_320).unwrap().len(), 16_320);
    assert_eq!(expand(b"x", 0), Ok(vec![]));
    assert_eq!(EdwardsPoint::hash_to_curve(&[], b""), Err(Error::DomainTag));
    assert_eq!(RistrettoPoint::hash_to_group(&[], b""), Err(Error::DomainTag));
}

#[test]
fn proofs_and_outputs_are_those_of_rfc_9381() {
    on_every_level(|_| {
        for (suite, name) in [(Suite::Tai, "TAI"), (Suite::Ell2, "ELL2")] {
            for (i, example) in rfc9381::examples(name).iter().enumerate() {
                let H = ecvrf::encode_to_curve(suite, &example.public, &example.alpha).unwrap();
                assert_eq!(H.compress(), example.h, "{name} {i}");
                let k = Scalar::from_canonical_bytes(&example.k).unwrap();
                assert_eq!(EdwardsPoint::mul_base(&k).compress(), example.u, "{name} {i}");
                assert_eq!((k * H).compress(), example.v, "{name} {i}");
                let (beta, pi) = ecvrf::prove(suite, &example.secret, &example.alpha).unwrap();
                assert_eq!((pi, beta), (example.pi, example.beta), "{name} {i}");
                assert_eq!(ecvrf::verify(suite, &example.public, &example.alpha, &pi), Ok(beta));
            }
        }
    });
}

#[test]
fn changed_proofs_of_the_random_function_are_refused() {
    let example = &rfc9381::examples("ELL2")[1];
    let verify =
        |public: &[u8; 32], alpha: &[u8], pi: &[u8; 80]| ecvrf::verify(Suite::Ell2, public, alpha, pi);
    for i in (0..80).step_by(9) {
        let mut pi = example.pi;
        pi[i] ^= 4;
        assert!(verify(&example.public, &example.alpha, &pi).is_err(), "byte {i}");
    }
    assert_eq!(verify(&example.public, b"other", &example.pi), Err(Error::InvalidSignature));
    // A key of small order, for which every Gamma of small order would have a proof.
    let small = EdwardsPoint::EIGHT_TORSION[1].compress();
    assert_eq!(verify(&small, &example.alpha, &example.pi), Err(Error::NotAPoint));
    let mut s_too_great = example.pi;
    s_too_great[48..].copy_from_slice(&Scalar::ORDER);
    assert_eq!(verify(&example.public, &example.alpha, &s_too_great), Err(Error::ScalarRange));
}

#[test]
fn a_proof_of_knowledge_holds_for_its_statement_only() {
    let x = Scalar::from(12345u64);
    let A = RistrettoPoint::mul_base(&x);
    let proof = schnorr::prove(&x, b"statement").unwrap();
    assert_eq!(schnorr::verify(&A, b"statement", &proof), Ok(()));
    assert_eq!(schnorr::verify(&A, b"other", &proof), Err(Error::InvalidSignature));
    assert_eq!(schnorr::verify(&(A + A), b"statement", &proof), Err(Error::InvalidSignature));
    assert_ne!(schnorr::prove(&x, b"statement").unwrap(), proof);
    for i in (0..64).step_by(7) {
        let mut changed = proof;
        changed[i] ^= 2;
        assert!(schnorr::verify(&A, b"statement", &changed).is_err(), "byte {i}");
    }
    let mut s_too_great = proof;
    s_too_great[32..].copy_from_slice(&Scalar::ORDER);
    assert_eq!(schnorr::verify(&A, b"statement", &s_too_great), Err(Error::ScalarRange));
}
