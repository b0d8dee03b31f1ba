//! SM2 keys in files: what other software writes is read, one form is written, everything else is refused
//! by name.

use chop::encoding::{PrivateKey, PublicKey};
use chop::sm2::{Signature, SigningKey, VerifyingKey};
use chop::{Error, KeyFileError};
use chop_vectors::sm2_keys::{self as vectors, D, PASSPHRASE};

const EC: &[u8] = &[6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1];
const CURVE: &[u8] = &[6, 8, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 1, 0x82, 0x2d];
const P256: &[u8] = &[6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const NULL: &[u8] = &[5, 0];
const N: [u8; 32] = [
    0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x72,
    0x03, 0xdf, 0x6b, 0x21, 0xc6, 0x05, 0x2b, 0x53, 0xbb, 0xf4, 0x09, 0x39, 0xd5, 0x41, 0x23,
];

fn key() -> SigningKey {
    SigningKey::from_bytes(&D).unwrap()
}

fn error<T>(result: Result<T, Error>) -> Error {
    result.err().expect("must be refused")
}

fn is_d(key: &SigningKey) -> bool {
    key.to_bytes().as_bytes() == &D
}

/// One element of DER.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    let length = match content.len() {
        n @ ..=0x7f => vec![n as u8],
        n @ ..=0xff => vec![0x81, n as u8],
        n => vec![0x82, (n >> 8) as u8, n as u8],
    };
    [&[tag][..], &length, &content].concat()
}

fn sec1(d: &[u8], curve: Option<&[u8]>, public: Option<&[u8]>) -> Vec<u8> {
    let curve = curve.map_or(vec![], |curve| tlv(0xa0, &[curve]));
    let public = public.map_or(vec![], |public| tlv(0xa1, &[&tlv(3, &[&[0], public])]));
    tlv(0x30, &[&[2, 1, 1], &tlv(4, &[d]), &curve, &public])
}

fn pkcs8(identifier: &[&[u8]], inner: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&[2, 1, 0], &tlv(0x30, identifier), &tlv(4, &[inner])])
}

fn spki(identifier: &[&[u8]], point: &[u8]) -> Vec<u8> {
    tlv(0x30, &[&tlv(0x30, identifier), &tlv(3, &[&[0], point])])
}

fn pem(label: &str, der: &[u8]) -> String {
    pem_rfc7468::encode_string(label, pem_rfc7468::LineEnding::LF, der).unwrap()
}

/// The identifiers that stand for SM2.
fn identifiers() -> [Vec<&'static [u8]>; 4] {
    [vec![EC, CURVE], vec![CURVE], vec![CURVE, NULL], vec![CURVE, CURVE]]
}

fn any_private(text: &str) -> Result<SigningKey, Error> {
    match PrivateKey::from_pem(text, Some(PASSPHRASE))? {
        PrivateKey::Sm2(key) => Ok(key),
        _ => panic!("another algorithm"),
    }
}

#[test]
fn the_forms_that_are_written_are_those_of_openssl_3() {
    assert_eq!(key().to_pkcs8_pem().unwrap().as_str(), vectors::pkcs8()[0].pem);
    assert_eq!(key().verifying_key().to_public_key_pem().unwrap(), vectors::spki()[0].pem);
    assert_eq!(PublicKey::Sm2(key().verifying_key()).to_pem().unwrap(), vectors::spki()[0].pem);
}

#[test]
fn files_of_other_software_are_read() {
    for file in vectors::pkcs8() {
        assert!(is_d(&SigningKey::from_pkcs8_pem(file.pem).unwrap()), "{}", file.name);
        assert!(is_d(&any_private(file.pem).unwrap()), "{}", file.name);
    }
    for file in vectors::sec1() {
        assert!(is_d(&SigningKey::from_sec1_pem(file.pem).unwrap()), "{}", file.name);
        assert!(is_d(&any_private(file.pem).unwrap()), "{}", file.name);
        assert_eq!(
            error(SigningKey::from_pkcs8_pem(file.pem)),
            Error::KeyFile(KeyFileError::Pem),
            "{}",
            file.name
        );
    }
    for file in vectors::spki() {
        let public = VerifyingKey::from_public_key_pem(file.pem).unwrap();
        assert_eq!(public, key().verifying_key(), "{}", file.name);
        assert_eq!(PublicKey::from_pem(file.pem), Ok(PublicKey::Sm2(public)), "{}", file.name);
    }
    for file in vectors::short_d() {
        let d = SigningKey::from_pkcs8_pem(file.pem).unwrap().to_bytes();
        assert_eq!(d.as_bytes()[28..], vectors::SHORT_D.to_be_bytes());
    }
}

#[test]
fn encrypted_files_of_other_software_are_read() {
    for file in vectors::encrypted() {
        let read = SigningKey::from_pkcs8_encrypted_pem(file.pem, PASSPHRASE);
        assert!(is_d(&read.unwrap_or_else(|error| panic!("{}: {error}", file.name))));
        assert!(is_d(&any_private(file.pem).unwrap()), "{}", file.name);
        let wrong = SigningKey::from_pkcs8_encrypted_pem(file.pem, b"battery staple");
        assert_eq!(error(wrong), Error::KeyFile(KeyFileError::Decryption), "{}", file.name);
        assert_eq!(
            error(PrivateKey::from_pem(file.pem, None)),
            Error::KeyFile(KeyFileError::Encrypted),
            "{}",
            file.name
        );
        assert_eq!(
            error(SigningKey::from_pkcs8_pem(file.pem)),
            Error::KeyFile(KeyFileError::Encrypted),
            "{}",
            file.name
        );
        assert_eq!(
            error(SigningKey::from_sec1_pem(file.pem)),
            Error::KeyFile(KeyFileError::Encrypted),
            "{}",
            file.name
        );
        assert_eq!(
            error(PublicKey::from_pem(file.pem)),
            Error::KeyFile(KeyFileError::PrivateKeyGiven),
            "{}",
            file.name
        );
    }
    // The algorithms belong to the encryption, not to the key in it.
    let ed25519 = chop::ed25519::SigningKey::from_seed(&D).to_pkcs8_encrypted_der(b"x").unwrap();
    assert_eq!(
        error(SigningKey::from_pkcs8_encrypted_der(&ed25519, b"x")),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
}

#[test]
fn what_is_not_read_is_named() {
    for file in vectors::encrypted_otherwise() {
        assert_eq!(
            error(any_private(file.pem)),
            Error::KeyFile(KeyFileError::UnknownEncryption),
            "{}",
            file.name
        );
    }
    let [hybrid, public, private] = vectors::odd() else { panic!("three files") };
    assert_eq!(error(VerifyingKey::from_public_key_pem(hybrid.pem)), Error::NotAPoint);
    assert_eq!(error(PublicKey::from_pem(public.pem)), Error::KeyFile(KeyFileError::CurveParameters));
    assert_eq!(error(any_private(private.pem)), Error::KeyFile(KeyFileError::CurveParameters));
    assert_eq!(error(SigningKey::from_sec1_pem(private.pem)), Error::KeyFile(KeyFileError::CurveParameters));
    for (file, expected) in vectors::foreign()
        .iter()
        .zip([Error::KeyFile(KeyFileError::CfcaFile), Error::KeyFile(KeyFileError::EnvelopedKey)])
    {
        let (_, der) = pem_rfc7468::decode_vec(file.pem.as_bytes()).unwrap();
        // A CFCA file is read with the feature `gm`, but as a file of another kind it is not.
        if !(cfg!(feature = "gm") && file.name == "gmsm-cfca") {
            assert_eq!(error(any_private(file.pem)), expected, "{}", file.name);
            assert_eq!(error(PrivateKey::from_der(&der, None)), expected);
        }
        assert_eq!(error(SigningKey::from_pkcs8_der(&der)), expected);
        assert_eq!(error(SigningKey::from_sec1_der(&der)), expected);
        assert_eq!(error(PublicKey::from_der(&der)), Error::KeyFile(KeyFileError::PrivateKeyGiven));
    }
}

#[test]
fn every_form_of_the_identifier_and_of_the_inner_key_is_read() {
    let (long, short) = (key().verifying_key().to_bytes(), key().verifying_key().to_compressed_bytes());
    for identifier in identifiers() {
        for curve in [None, Some(CURVE)] {
            for public in [None, Some(&long[..]), Some(&short[..])] {
                let der = pkcs8(&identifier, &sec1(&D, curve, public));
                assert!(is_d(&SigningKey::from_pkcs8_der(&der).unwrap()));
                assert!(matches!(PrivateKey::from_der(&der, None), Ok(PrivateKey::Sm2(key)) if is_d(&key)));
                let der = sec1(&D, curve, public);
                assert!(is_d(&SigningKey::from_sec1_der(&der).unwrap()));
            }
        }
        for point in [&long[..], &short] {
            let public = VerifyingKey::from_public_key_der(&spki(&identifier, point)).unwrap();
            assert_eq!(public, key().verifying_key());
        }
    }
    // Version 2 of PKCS#8 has the public key at the end.
    let version_2 = |public: &[u8]| {
        let inner = sec1(&D, None, None);
        let public = tlv(0x81, &[&[0], public]);
        tlv(0x30, &[&[2, 1, 1], &tlv(0x30, &[EC, CURVE]), &tlv(4, &[&inner]), &public])
    };
    assert!(is_d(&SigningKey::from_pkcs8_der(&version_2(&long)).unwrap()));
    let other = SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key().to_bytes();
    assert_eq!(error(SigningKey::from_pkcs8_der(&version_2(&other))), Error::PublicKeyMismatch);
}

#[test]
fn other_curves_and_algorithms_are_refused() {
    let point = key().verifying_key().to_bytes();
    for identifier in [vec![EC, P256], vec![CURVE, P256], vec![EC], vec![P256], vec![EC, NULL]] {
        let expected = if identifier == [EC, NULL] {
            Error::KeyFile(KeyFileError::Der)
        } else {
            Error::KeyFile(KeyFileError::WrongAlgorithm)
        };
        let der = pkcs8(&identifier, &sec1(&D, None, None));
        assert_eq!(error(SigningKey::from_pkcs8_der(&der)), expected);
        assert_eq!(error(PrivateKey::from_der(&der, None)), expected);
        assert_eq!(error(VerifyingKey::from_public_key_der(&spki(&identifier, &point))), expected);
        assert_eq!(error(PublicKey::from_der(&spki(&identifier, &point))), expected);
    }
    let inside = sec1(&D, Some(P256), None);
    assert_eq!(error(SigningKey::from_sec1_der(&inside)), Error::KeyFile(KeyFileError::WrongAlgorithm));
    assert_eq!(
        error(SigningKey::from_pkcs8_der(&pkcs8(&[EC, CURVE], &inside))),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    let ed25519 = chop::ed25519::SigningKey::from_seed(&D);
    let der = ed25519.to_pkcs8_der().unwrap();
    assert_eq!(
        error(SigningKey::from_pkcs8_der(der.as_bytes())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    let sm2 = key().to_pkcs8_der().unwrap();
    assert_eq!(
        error(chop::ed25519::SigningKey::from_pkcs8_der(sm2.as_bytes())),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
}

#[test]
fn a_key_that_does_not_tell_its_curve_is_read_only_where_sm2_is_asked_for() {
    let bare = sec1(&D, None, None);
    assert!(is_d(&SigningKey::from_sec1_der(&bare).unwrap()));
    assert_eq!(error(PrivateKey::from_der(&bare, None)), Error::KeyFile(KeyFileError::WrongAlgorithm));
    assert_eq!(
        error(any_private(&pem("EC PRIVATE KEY", &bare))),
        Error::KeyFile(KeyFileError::WrongAlgorithm)
    );
    assert!(is_d(&any_private(&pem("SM2 PRIVATE KEY", &bare)).unwrap()));
    // The public key tells it, by being on the curve.
    let point = key().verifying_key().to_bytes();
    let with_point = sec1(&D, None, Some(&point));
    assert!(matches!(PrivateKey::from_der(&with_point, None), Ok(PrivateKey::Sm2(_))));
}

#[test]
fn a_block_of_curve_parameters_may_stand_before_the_key() {
    let bare = pem("EC PRIVATE KEY", &sec1(&D, None, None));
    for label in ["EC PARAMETERS", "SM2 PARAMETERS"] {
        let text = pem(label, CURVE) + &bare;
        assert!(is_d(&SigningKey::from_sec1_pem(&text).unwrap()));
        assert!(is_d(&any_private(&text).unwrap()));
        assert!(is_d(&any_private(&text.replace('\n', "\r\n")).unwrap()));
        let other = pem(label, P256) + &bare;
        assert_eq!(error(SigningKey::from_sec1_pem(&other)), Error::KeyFile(KeyFileError::WrongAlgorithm));
        assert_eq!(error(any_private(&other)), Error::KeyFile(KeyFileError::WrongAlgorithm));
        let before_pkcs8 = pem(label, CURVE) + vectors::pkcs8()[0].pem;
        assert!(is_d(&SigningKey::from_pkcs8_pem(&before_pkcs8).unwrap()));
        assert!(is_d(&any_private(&before_pkcs8).unwrap()));
        let ed25519 = chop::ed25519::SigningKey::from_seed(&D).to_pkcs8_pem().unwrap();
        let before_another = pem(label, CURVE) + ed25519.as_str();
        assert_eq!(error(PrivateKey::from_pem(&before_another, None)), Error::KeyFile(KeyFileError::Pem));
        let explicit = pem(label, &tlv(0x30, &[&[2, 1, 1]])) + &bare;
        assert_eq!(error(any_private(&explicit)), Error::KeyFile(KeyFileError::CurveParameters));
        for len in 0..text.trim_end().len() {
            assert!(any_private(&text[..len]).is_err(), "{len} characters");
        }
    }
}

#[test]
fn d_is_read_in_too_few_or_too_many_bytes_and_refused_out_of_range() {
    let refused = |d: &[u8]| {
        let der = pkcs8(&[EC, CURVE], &sec1(d, None, None));
        error(SigningKey::from_pkcs8_der(&der))
    };
    let padded = [&[0; 9][..], &D].concat();
    assert!(is_d(&SigningKey::from_sec1_der(&sec1(&padded, None, None)).unwrap()));
    let mut short = [0; 32];
    short[1..].copy_from_slice(&D[1..]);
    let read = SigningKey::from_sec1_der(&sec1(&D[1..], None, None)).unwrap();
    assert_eq!(read.to_bytes().as_bytes(), &short);

    let (mut minus_1, mut minus_2) = (N, N);
    minus_1[31] -= 1;
    minus_2[31] -= 2;
    for d in [&[][..], &[0], &[0; 32], &[0; 40], &minus_1, &N, &[0xff; 32]] {
        assert_eq!(refused(d), Error::SecretKeyRange);
    }
    assert_eq!(refused(&[&[1][..], &D].concat()), Error::SecretKeyLength);
    assert_eq!(refused(&[1; 64]), Error::SecretKeyLength);
    assert!(SigningKey::from_sec1_der(&sec1(&minus_2, None, None)).is_ok());
    assert!(SigningKey::from_sec1_der(&sec1(&[1], None, None)).is_ok());
}

#[test]
fn public_keys_that_do_not_belong_or_are_no_points_are_refused() {
    let point = key().verifying_key().to_bytes();
    let other = SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key().to_bytes();
    let mut negative = point;
    negative[33..].copy_from_slice(&[0; 32]);
    let mut hybrid = point;
    hybrid[0] = 6 | (point[64] & 1);
    let mut off = point;
    off[64] ^= 1;
    let cases: [(&[u8], Error); 7] = [
        (&other, Error::PublicKeyMismatch),
        (&off, Error::NotAPoint),
        (&negative, Error::NotAPoint),
        (&hybrid, Error::NotAPoint),
        (&[0], Error::PublicKeyLength),
        (&[], Error::PublicKeyLength),
        (&point[1..], Error::PublicKeyLength),
    ];
    for (public, expected) in cases {
        let inner = sec1(&D, Some(CURVE), Some(public));
        assert_eq!(error(SigningKey::from_sec1_der(&inner)), expected);
        assert_eq!(error(SigningKey::from_pkcs8_der(&pkcs8(&[EC, CURVE], &inner))), expected);
        if expected != Error::PublicKeyMismatch {
            let der = spki(&[EC, CURVE], public);
            assert_eq!(error(VerifyingKey::from_public_key_der(&der)), expected);
            assert_eq!(error(PublicKey::from_der(&der)), expected);
        }
    }
}

#[test]
fn every_truncation_and_extension_is_refused_and_no_flipped_byte_panics() {
    let point = key().verifying_key().to_bytes();
    let encrypted = {
        let text = vectors::encrypted().iter().find(|file| file.name == "gmsm-sm4-gcm-sm3").unwrap().pem;
        pem_rfc7468::decode_vec(text.as_bytes()).unwrap().1
    };
    let private = [
        key().to_pkcs8_der().unwrap().as_bytes().to_vec(),
        pkcs8(&[CURVE], &sec1(&D, None, None)),
        sec1(&D, Some(CURVE), Some(&point)),
    ];
    let read = |der: &[u8]| PrivateKey::from_der(der, Some(b"x")).is_ok();
    for der in &private {
        assert!(read(der));
        assert!(!read(&[der, &[0][..]].concat()));
        for len in 0..der.len() {
            assert!(!read(&der[..len]), "{len} bytes");
            let mut flipped = der.clone();
            flipped[len] ^= 0x80;
            let _ = (read(&flipped), PublicKey::from_der(&flipped));
        }
    }
    assert!(SigningKey::from_pkcs8_der(&pkcs8(&[EC, CURVE], &[&private[2][..], &[0]].concat())).is_err());
    for len in 0..encrypted.len() {
        assert!(!read(&encrypted[..len]), "{len} bytes");
    }
    assert!(!read(&[&encrypted[..], &[0]].concat()));
    let public = key().verifying_key().to_public_key_der();
    for len in 0..public.len() {
        assert!(PublicKey::from_der(&public[..len]).is_err(), "{len} bytes");
    }
    assert!(PublicKey::from_der(&[&public[..], &[0]].concat()).is_err());
    let text = key().to_pkcs8_pem().unwrap();
    for len in 0..text.as_str().trim_end().len() {
        assert!(any_private(&text.as_str()[..len]).is_err(), "{len} characters");
    }
}

#[test]
fn keys_of_another_kind_are_named() {
    let (private, public) =
        (key().to_pkcs8_pem().unwrap(), key().verifying_key().to_public_key_pem().unwrap());
    let private = private.as_str();
    assert_eq!(
        error(VerifyingKey::from_public_key_pem(private)),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    assert_eq!(error(SigningKey::from_pkcs8_pem(&public)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(error(SigningKey::from_sec1_pem(&public)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(error(SigningKey::from_sec1_pem(private)), Error::KeyFile(KeyFileError::Pem));
    assert_eq!(error(PrivateKey::from_pem(&public, None)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    let bare = sec1(&D, None, None);
    assert_eq!(error(PublicKey::from_der(&bare)), Error::KeyFile(KeyFileError::PrivateKeyGiven));
    assert_eq!(
        error(PublicKey::from_pem(&pem("EC PRIVATE KEY", &bare))),
        Error::KeyFile(KeyFileError::PrivateKeyGiven)
    );
    let der = key().verifying_key().to_public_key_der();
    assert_eq!(error(SigningKey::from_pkcs8_der(&der)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(error(SigningKey::from_sec1_der(&der)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(error(PrivateKey::from_der(&der, None)), Error::KeyFile(KeyFileError::PublicKeyGiven));
    assert_eq!(PrivateKey::Sm2(key()).algorithm(), "sm2");
    assert_eq!(PrivateKey::Sm2(key()).public_key().to_bytes(), key().verifying_key().to_bytes());
}

#[test]
fn encrypted_files_of_ours_open_with_their_passphrase_only() {
    let text = key().to_pkcs8_encrypted_pem(PASSPHRASE).unwrap();
    assert!(is_d(&SigningKey::from_pkcs8_encrypted_pem(&text, PASSPHRASE).unwrap()));
    assert!(is_d(&any_private(&text).unwrap()));
    assert_eq!(
        error(SigningKey::from_pkcs8_encrypted_pem(&text, b"")),
        Error::KeyFile(KeyFileError::Decryption)
    );
}

#[test]
fn the_traits_of_the_ecosystem_do_the_same() {
    use pkcs8::{DecodePrivateKey, DecodePublicKey, EncodePrivateKey, EncodePublicKey};
    let der = EncodePrivateKey::to_pkcs8_der(&key()).unwrap();
    assert_eq!(der.as_bytes(), key().to_pkcs8_der().unwrap().as_bytes());
    let again: SigningKey = DecodePrivateKey::from_pkcs8_der(der.as_bytes()).unwrap();
    assert!(is_d(&again));
    let public = key().verifying_key();
    let der = EncodePublicKey::to_public_key_der(&public).unwrap();
    let again: VerifyingKey = DecodePublicKey::from_public_key_der(der.as_bytes()).unwrap();
    assert_eq!(again, public);
    let ed25519 = chop::ed25519::SigningKey::from_seed(&D).to_pkcs8_der().unwrap();
    assert!(<SigningKey as DecodePrivateKey>::from_pkcs8_der(ed25519.as_bytes()).is_err());
}

#[test]
fn structures_of_hardware_have_their_numbers_at_the_right_end() {
    let (key, public) = (key(), key().verifying_key());
    let signature = key.sign(b"hello");
    let bytes = public.to_bytes();
    let (x, y) = bytes[1..].split_at(32);
    let zeros = [0; 32];
    let bits = [0, 1, 0, 0];
    assert_eq!(public.to_blob().as_slice(), [&bits, &zeros[..], x, &zeros, y].concat());
    assert_eq!(key.to_blob().as_bytes().as_slice(), [&bits, &zeros[..], &D].concat());
    let (r, s) = (signature.r_bytes(), signature.s_bytes());
    assert_eq!(signature.to_blob().as_slice(), [zeros, *r, zeros, *s].concat());

    assert_eq!(VerifyingKey::from_blob(&public.to_blob()), Ok(public));
    assert_eq!(VerifyingKey::from_blob(&[&bits, x, y].concat()), Ok(public));
    assert!(is_d(&SigningKey::from_blob(key.to_blob().as_bytes()).unwrap()));
    assert!(is_d(&SigningKey::from_blob(&[&bits[..], &D].concat()).unwrap()));
    assert_eq!(Signature::from_blob(&signature.to_blob()), Ok(signature));

    let lengths = |blob: &[u8]| -> Vec<Vec<u8>> {
        let long = [blob, &[0]].concat();
        (0..=long.len()).filter(|len| *len != blob.len()).map(|len| long[..len].to_vec()).collect()
    };
    for blob in lengths(&public.to_blob()) {
        assert!(VerifyingKey::from_blob(&blob).is_err(), "{} bytes", blob.len());
    }
    for blob in lengths(key.to_blob().as_bytes()) {
        assert!(SigningKey::from_blob(&blob).is_err(), "{} bytes", blob.len());
    }
    for blob in lengths(&signature.to_blob()) {
        assert_eq!(error(Signature::from_blob(&blob)), Error::Blob);
    }
    for i in (0..36).chain(68..100) {
        let mut blob = public.to_blob();
        blob[i] ^= 1;
        assert_eq!(error(VerifyingKey::from_blob(&blob)), Error::Blob, "byte {i}");
    }
    for i in 0..36 {
        let mut blob = *key.to_blob().as_bytes();
        blob[i] ^= 1;
        assert_eq!(error(SigningKey::from_blob(&blob)), Error::Blob, "byte {i}");
    }
    let mut off = public.to_blob();
    off[131] ^= 1;
    assert_eq!(error(VerifyingKey::from_blob(&off)), Error::NotAPoint);
    let out_of_range = [&bits, &zeros[..], &N].concat();
    assert_eq!(error(SigningKey::from_blob(&out_of_range)), Error::SecretKeyRange);
    assert_eq!(error(Signature::from_blob(&[0; 128])), Error::SignatureRange);
    // The public structure of an old device is as long as the private one of a new device.
    assert!(SigningKey::from_blob(&[&bits, x, y].concat()).is_err());
}

#[cfg(feature = "x509")]
mod certificates {
    use super::*;
    use chop::encoding::Certificate;

    fn der_of(name: &str) -> Vec<u8> {
        let file = vectors::certificates().iter().find(|file| file.name == name).unwrap();
        pem_rfc7468::decode_vec(file.pem.as_bytes()).unwrap().1
    }

    #[test]
    fn the_key_is_taken_and_the_issuer_verified() {
        let issuer = key().verifying_key();
        for file in vectors::certificates() {
            let certificate = Certificate::from_pem(file.pem).unwrap();
            assert_eq!(certificate.verify_issued_by(&issuer), Ok(()), "{}", file.name);
            let own = certificate.sm2_key().unwrap();
            assert_eq!(own == issuer, file.name.ends_with("root"), "{}", file.name);
            if own != issuer {
                assert_eq!(certificate.verify_issued_by(&own), Err(Error::InvalidSignature));
            }
        }
    }

    #[test]
    fn no_changed_byte_of_what_was_signed_is_accepted() {
        let (der, issuer) = (der_of("gmsm-leaf"), key().verifying_key());
        for i in 0..der.len() {
            let mut changed = der.clone();
            changed[i] ^= 1;
            let verdict = Certificate::from_der(&changed).and_then(|read| read.verify_issued_by(&issuer));
            assert!(verdict.is_err(), "byte {i}");
            assert_eq!(
                error(Certificate::from_der(&der[..i])),
                Error::KeyFile(KeyFileError::Certificate),
                "{i} bytes"
            );
        }
        assert_eq!(
            error(Certificate::from_der(&[&der[..], &[0]].concat())),
            Error::KeyFile(KeyFileError::Certificate)
        );
    }

    #[test]
    fn certificates_of_other_algorithms_are_read_and_their_parts_refused() {
        const SM2: &[u8] = &[6, 8, 0x2a, 0x81, 0x1c, 0xcf, 0x55, 1, 0x83, 0x75];
        const ED25519: &[u8] = &[6, 3, 0x2b, 0x65, 0x70];
        let make = |inner: &[&[u8]], outer: &[&[u8]], spki: &[u8]| {
            let empty = tlv(0x30, &[]);
            let signed = tlv(0x30, &[&[2, 1, 5], &tlv(0x30, inner), &empty, &empty, &empty, spki]);
            let signature = key().sign(&signed).to_der();
            let bits = tlv(3, &[&[0], signature.as_ref()]);
            Certificate::from_der(&tlv(0x30, &[&signed, &tlv(0x30, outer), &bits])).unwrap()
        };
        let issuer = key().verifying_key();
        let spki = issuer.to_public_key_der();
        assert_eq!(make(&[SM2], &[SM2], &spki).verify_issued_by(&issuer), Ok(()));
        assert_eq!(make(&[SM2, NULL], &[SM2, NULL], &spki).verify_issued_by(&issuer), Ok(()));
        for (inner, outer) in [(ED25519, SM2), (SM2, ED25519), (ED25519, ED25519)] {
            let read = make(&[inner], &[outer], &spki);
            assert_eq!(read.verify_issued_by(&issuer), Err(Error::KeyFile(KeyFileError::WrongAlgorithm)));
            assert_eq!(read.sm2_key(), Ok(issuer));
        }
        let other = chop::ed25519::SigningKey::from_seed(&D).verifying_key().to_public_key_der();
        let read = make(&[SM2], &[SM2], &other);
        assert_eq!(read.sm2_key(), Err(Error::KeyFile(KeyFileError::WrongAlgorithm)));
        assert_eq!(read.verify_issued_by(&issuer), Ok(()));
    }

    #[test]
    fn other_texts_are_refused() {
        let private = key().to_pkcs8_pem().unwrap();
        assert_eq!(
            error(Certificate::from_pem(private.as_str())),
            Error::KeyFile(KeyFileError::PrivateKeyGiven)
        );
        assert_eq!(error(Certificate::from_pem(vectors::spki()[0].pem)), Error::KeyFile(KeyFileError::Pem));
        assert_eq!(
            error(Certificate::from_der(private.as_str().as_bytes())),
            Error::KeyFile(KeyFileError::Certificate)
        );
    }
}

/// The `openssl` program, with something on its standard input.
mod openssl {
    use super::*;
    use std::io::Write;
    use std::process::{Command, Stdio};

    /// What `openssl` writes; nothing if there is no such program or it does not do this.
    fn run(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
        let mut child = Command::new("openssl")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        // A program that does not read its input is judged by its exit status.
        let _ = child.stdin.take()?.write_all(input);
        let output = child.wait_with_output().ok()?;
        output.status.success().then_some(output.stdout)
    }

    fn text(output: Option<Vec<u8>>) -> String {
        String::from_utf8(output.expect("openssl does this")).unwrap()
    }

    /// A new SM2 key in PKCS#8, or a line that says that there is none.
    fn new_key() -> Option<String> {
        let key = run(&["genpkey", "-algorithm", "SM2"], &[]);
        if key.is_none() {
            println!("skipped: no openssl program with SM2");
        }
        key.map(|key| text(Some(key)))
    }

    #[test]
    fn openssl_reads_what_we_write() {
        if new_key().is_none() {
            return;
        }
        let private = key().to_pkcs8_pem().unwrap();
        let public = key().verifying_key().to_public_key_pem().unwrap();
        assert_eq!(text(run(&["pkey", "-pubout"], private.as_str().as_bytes())), public);
        assert_eq!(text(run(&["pkey", "-pubin"], public.as_bytes())), public);
        let encrypted = key().to_pkcs8_encrypted_pem(PASSPHRASE).unwrap();
        let opened = run(&["pkcs8", "-passin", "pass:correct horse"], encrypted.as_bytes());
        assert_eq!(text(opened), private.as_str());
    }

    #[test]
    fn we_read_what_openssl_writes() {
        for _ in 0..4 {
            let Some(private) = new_key() else { return };
            let key = SigningKey::from_pkcs8_pem(&private).unwrap();
            let same = |read: Result<SigningKey, Error>| read.unwrap().to_bytes().equals(&key.to_bytes());
            assert_eq!(key.to_pkcs8_pem().unwrap().as_str(), private);
            let public = text(run(&["pkey", "-pubout"], private.as_bytes()));
            assert_eq!(key.verifying_key().to_public_key_pem().unwrap(), public);
            assert!(same(SigningKey::from_sec1_pem(&text(run(&["ec"], private.as_bytes())))));
            let generated = text(run(&["ecparam", "-name", "SM2", "-genkey"], &[]));
            assert!(SigningKey::from_pkcs8_pem(&generated).is_ok());
            assert!(any_private(&generated).is_ok());
            // In DER, this program writes SEC1 unless told otherwise.
            let der = run(&["ec", "-outform", "DER"], private.as_bytes()).unwrap();
            assert!(same(SigningKey::from_sec1_der(&der)));
            let Ok(PrivateKey::Sm2(read)) = PrivateKey::from_der(&der, None) else { panic!("a key of SM2") };
            assert!(same(Ok(read)));
            for cipher in ["aes-256-cbc", "sm4-cbc"] {
                let arguments = ["pkcs8", "-topk8", "-passout", "pass:x", "-v2", cipher, "-iter", "1000"];
                let encrypted = text(run(&arguments, private.as_bytes()));
                assert!(same(SigningKey::from_pkcs8_encrypted_pem(&encrypted, b"x")));
            }
        }
    }
}
