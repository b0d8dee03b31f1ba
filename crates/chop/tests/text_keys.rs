//! Keys from whatever a file holds, and in text formats of other programs.
#![cfg(all(feature = "text-keys", feature = "x509"))]

use chop::ed25519::{self, SigningKey};
use chop::encoding::text_keys::{TextFormat, to_base58};
use chop::encoding::{Content, PrivateKey, PublicKey, Shape, Writing, decode_text, recognise};
use chop::x25519::{self, StaticSecret};
use chop::{Error, KeyFileError, sm2};
use chop_vectors::text_around::{CERTIFICATE, PKCS12_NODES, REQUEST_ED25519, REQUEST_SM2, SEED};
use chop_vectors::text_keys::{
    AGE, COMETBFT, COMETBFT_PUBLIC, DID, DID_PUBLIC, DID_SECRET, SOLANA, SOLANA_PUBLIC, SOLANA_SECRET,
    SOLANA_SIGNATURE, WIREGUARD, WIREGUARD_PUBLIC,
};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[track_caller]
fn public_of(private: &str) -> PublicKey {
    PrivateKey::load(private.as_bytes(), None).unwrap().public_key()
}

fn refusal<T>(result: Result<T, Error>) -> KeyFileError {
    match result.map(|_| ()) {
        Err(Error::KeyFile(kind)) => kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn keys_of_solana_are_read_and_written_as_they_were() {
    let seed: [u8; 32] = core::array::from_fn(|at| at as u8);
    let key = SigningKey::from_seed(&seed);
    let public = PublicKey::Ed25519(key.verifying_key());
    assert_eq!((public_of(SOLANA), public_of(SOLANA_SECRET)), (public, public));
    assert_eq!(key.to_solana().unwrap().as_str(), SOLANA);
    assert_eq!(to_base58(key.verifying_key().as_bytes()), SOLANA_PUBLIC.trim());
    assert_eq!(ed25519::VerifyingKey::load(SOLANA_PUBLIC.as_bytes()), Ok(key.verifying_key()));
    let signature = decode_text(SOLANA_SIGNATURE.trim()).unwrap().unwrap().0;
    assert_eq!(signature.as_bytes(), key.sign(b"hello\n").to_bytes());
    assert_eq!(refusal(PublicKey::load(SOLANA.as_bytes())), KeyFileError::PrivateKeyGiven);
}

#[test]
fn keys_of_other_programs_have_the_public_keys_that_those_say() {
    assert_eq!(public_of(COMETBFT), PublicKey::load(COMETBFT_PUBLIC.as_bytes()).unwrap());
    assert_eq!(public_of(DID_SECRET), PublicKey::load(DID.as_bytes()).unwrap());
    let did = ed25519::VerifyingKey::load(DID_PUBLIC.as_bytes()).unwrap();
    assert_eq!(public_of(DID_SECRET), PublicKey::Ed25519(did));
    let wireguard = StaticSecret::from_wireguard(WIREGUARD).unwrap();
    assert_eq!(wireguard.to_wireguard().unwrap().as_str(), WIREGUARD.trim());
    assert_eq!(x25519::PublicKey::load(WIREGUARD_PUBLIC.as_bytes()), Ok(wireguard.public_key()));
    assert_eq!(refusal(StaticSecret::load(WIREGUARD.as_bytes(), None)), KeyFileError::BareBytes);
    // The comment is compared, and so is right.
    let age = StaticSecret::load(AGE.as_bytes(), None).unwrap();
    assert!(AGE.contains(&age.public_key().to_age().unwrap()));
    assert!(AGE.contains(age.to_age().unwrap().as_str()));
    assert_eq!(refusal(SigningKey::load(AGE.as_bytes(), None)), KeyFileError::WrongAlgorithm);
    for (text, format) in [
        (SOLANA, TextFormat::Solana),
        (COMETBFT, TextFormat::Tendermint),
        (DID, TextFormat::DidKey),
        (&DID["did:key:".len()..], TextFormat::Multibase),
        (AGE, TextFormat::Age),
    ] {
        let Content::TextKey(key) = recognise(text.as_bytes()) else { panic!("{text}") };
        assert_eq!(key.format(), format);
        assert!(!format!("{key:?}").contains(&text[..20]), "the text may be secret");
    }
}

#[cfg(feature = "secp256k1")]
#[test]
fn keys_of_bitcoin_core_are_read_and_written_as_they_were() {
    use chop::encoding::text_keys::{Network, TextKey, WifKey};
    use chop::secp256k1;
    for vector in chop_vectors::text_keys::wif() {
        let network = if vector.is_mainnet { Network::Mainnet } else { Network::Testnet };
        for text in [vector.text.to_owned(), format!("\r\n {}\n", vector.text)] {
            let wif = WifKey::from_text(&text).unwrap();
            assert_eq!((wif.network, wif.compressed), (network, vector.compressed), "{text}");
            assert_eq!(wif.key.to_bytes().as_bytes(), &vector.key);
            assert!(matches!(public_of(&text), PublicKey::Secp256k1(key) if key == wif.key.verifying_key()));
            assert_eq!(refusal(SigningKey::load(text.as_bytes(), None)), KeyFileError::WrongAlgorithm);
            assert_eq!(refusal(PublicKey::load(text.as_bytes())), KeyFileError::PrivateKeyGiven);
        }
        let key = secp256k1::SigningKey::load(vector.text.as_bytes(), None).unwrap();
        assert_eq!(key.to_wif(network, vector.compressed).unwrap().as_str(), vector.text);
        let recognised = TextKey::of(vector.text).unwrap();
        assert_eq!((recognised.format(), recognised.text()), (TextFormat::Wif, vector.text));
    }
}

#[test]
fn pem_counts_whatever_text_stands_around_it() {
    let key = SigningKey::from_seed(&SEED);
    let public = PublicKey::Ed25519(key.verifying_key());
    assert_eq!(public_of(PKCS12_NODES), public);
    assert_eq!(public_of(&format!("\u{feff}{PKCS12_NODES}")), public);
    assert_eq!(refusal(PublicKey::load(PKCS12_NODES.as_bytes())), KeyFileError::PrivateKeyGiven);
    for text in [
        CERTIFICATE.to_owned(),
        REQUEST_ED25519.to_owned(),
        format!("\u{feff}\r\n{CERTIFICATE}{REQUEST_SM2}"),
    ] {
        assert_eq!(PublicKey::load(text.as_bytes()), Ok(public));
        assert_eq!(refusal(PrivateKey::load(text.as_bytes(), None)), KeyFileError::Pem);
    }
    assert!(matches!(PublicKey::load(REQUEST_SM2.as_bytes()), Ok(PublicKey::Sm2(_))));
    let two = format!("{PKCS12_NODES}{PKCS12_NODES}");
    assert_eq!(refusal(PrivateKey::load(two.as_bytes(), None)), KeyFileError::SeveralKeys);
}

#[test]
fn a_private_key_beside_another_public_half_is_refused() {
    let key = SigningKey::from_seed(&SEED);
    let pem = key.to_pkcs8_pem().unwrap();
    let own = key.verifying_key().to_public_key_pem().unwrap();
    let other = SigningKey::from_seed(&[9; 32]).verifying_key().to_public_key_pem().unwrap();
    let of_sm2 = sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
    let certificate_of_sm2 = chop_vectors::sm2_keys::certificates()[0].pem;
    let unread = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    let pem = pem.as_str();
    for beside in [
        own.clone(),
        CERTIFICATE.to_owned(),
        REQUEST_ED25519.to_owned(),
        // The others of a chain.
        format!("{certificate_of_sm2}{CERTIFICATE}{own}"),
        // Whose key it has is not known.
        unread.to_owned(),
    ] {
        for text in [format!("{pem}{beside}"), format!("{beside}{pem}")] {
            assert!(SigningKey::load(text.as_bytes(), None).is_ok(), "{text}");
        }
    }
    let of_sm2_pem = of_sm2.to_pkcs8_pem().unwrap();
    let with = |beside: &str| [format!("{pem}{beside}"), format!("{beside}{pem}")];
    for text in [with(&other), with(&format!("{own}{other}")), with(REQUEST_SM2), with(certificate_of_sm2)]
        .concat()
        .into_iter()
        .chain([format!("{}{CERTIFICATE}", of_sm2_pem.as_str()), format!("{}{own}", of_sm2_pem.as_str())])
    {
        let refused = PrivateKey::load(text.as_bytes(), None).map(|_| ());
        assert_eq!(refused, Err(Error::PublicKeyMismatch), "{text}");
    }
    // An encrypted key gives nothing away before it is decrypted.
    let encrypted = key.to_pkcs8_encrypted_pem(b"word").unwrap() + &other;
    assert_eq!(refusal(PrivateKey::load(encrypted.as_bytes(), None)), KeyFileError::Encrypted);
    let decrypted = PrivateKey::load(encrypted.as_bytes(), Some(b"word")).map(|_| ());
    assert_eq!(decrypted, Err(Error::PublicKeyMismatch));
}

#[test]
fn bare_bytes_are_never_guessed_to_be_a_private_key() {
    let key = SigningKey::from_seed(&[7; 32]);
    for text in [vec![7; 32], hex(&[7; 32]).into_bytes(), to_base58(&[7; 32]).into_bytes()] {
        assert_eq!(refusal(PrivateKey::load(&text, None)), KeyFileError::BareBytes);
        assert_eq!(refusal(SigningKey::load(&text, None)), KeyFileError::BareBytes);
        assert_eq!(refusal(StaticSecret::load(&text, None)), KeyFileError::BareBytes);
        assert_eq!(refusal(PublicKey::load(&text)), KeyFileError::BareBytes);
        assert!(sm2::SigningKey::load(&text, None).unwrap().to_bytes().equals(&chop::Secret::new(&[7; 32])));
    }
    let pair = key.to_keypair_bytes();
    for text in
        [pair.as_bytes().to_vec(), hex(pair.as_bytes()).into_bytes(), to_base58(pair.as_bytes()).into_bytes()]
    {
        assert_eq!(SigningKey::load(&text, None).unwrap().verifying_key(), key.verifying_key());
        assert_eq!(refusal(PublicKey::load(&text)), KeyFileError::PrivateKeyGiven);
    }
    let mut wrong = *pair.as_bytes();
    wrong[63] ^= 1;
    assert_eq!(PrivateKey::load(&wrong, None).map(|_| ()), Err(Error::PublicKeyMismatch));
}

#[test]
fn sm2_keys_without_04_and_with_00_are_read() {
    let key = sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
    let public = key.verifying_key();
    let long = [&[0], key.to_bytes().as_bytes().as_slice()].concat();
    for bytes in [long.clone(), hex(&long).into_bytes()] {
        assert_eq!(sm2::SigningKey::load(&bytes, None).unwrap().verifying_key(), public);
        assert!(PrivateKey::load(&bytes, None).is_err(), "only where SM2 is asked for");
    }
    let coordinates = &public.to_bytes()[1..];
    for bytes in [coordinates.to_vec(), hex(coordinates).into_bytes()] {
        assert_eq!(PublicKey::load(&bytes), Ok(PublicKey::Sm2(public)));
        assert_eq!(sm2::VerifyingKey::load(&bytes), Ok(public));
        assert_eq!(refusal(PrivateKey::load(&bytes, None)), KeyFileError::PublicKeyGiven);
    }
    let mut off = coordinates.to_vec();
    off[63] ^= 1;
    assert_eq!(refusal(PublicKey::load(&off)), KeyFileError::Unrecognised);
}

/// Public keys in base58 with as many characters as base64 has without padding.
fn ambiguous() -> String {
    (0..=255u8)
        .map(|first| to_base58(&[[first.max(1)].as_slice(), &[9; 31]].concat()))
        .find(|text| text.len() == 43 && matches!(decode_text(text), Err(KeyFileError::TwoKeys)))
        .expect("one in a few")
}

#[test]
fn text_that_may_be_two_keys_is_refused_until_a_prefix_decides() {
    let text = ambiguous();
    let message = KeyFileError::TwoKeys.to_string();
    assert!(message.contains("base58") && message.contains("base64"), "{message}");
    assert_eq!(refusal(ed25519::VerifyingKey::load(text.as_bytes())), KeyFileError::TwoKeys);
    for (prefix, writing) in [("base58:", Writing::Base58), ("base64:", Writing::Base64)] {
        let prefixed = format!("{prefix}{text}");
        let Shape::Bytes(bytes, read) = Shape::of(prefixed.as_bytes()) else { panic!("{prefixed}") };
        assert_eq!((bytes.as_bytes().len(), read), (32, writing));
    }
    assert_eq!(decode_text("base58:0").err(), Some(KeyFileError::Prefix));
    assert_eq!(decode_text("hex:0").err(), Some(KeyFileError::Prefix));
}

#[test]
fn what_is_known_and_not_read_has_a_name() {
    let packet = [&[0x99, 0x01, 0x0d, 4], [0; 100].as_slice()].concat();
    for (content, error) in [
        (
            b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----\n".as_slice(),
            KeyFileError::OpenPgp,
        ),
        (&packet, KeyFileError::OpenPgp),
        (b"PuTTY-User-Key-File-3: ssh-ed25519\n", KeyFileError::PuttyKey),
        (b"\xFE\xED\xFE\xED\0\0\0\x02", KeyFileError::JavaKeystore),
        (b"age-encryption.org/v1\n-> X25519 abc\n", KeyFileError::AgeFile),
        (
            b"-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n",
            KeyFileError::AgeFile,
        ),
        (b"# home\n[Interface]\nPrivateKey = AAAA\n", KeyFileError::WireguardFile),
        #[cfg(feature = "jose")]
        (b"eyJhbGciOiJkaXIifQ.AAAA.AAAA.AAAA.AAAA", KeyFileError::Jwe),
        #[cfg(feature = "jose")]
        (br#"{"protected":"eyJhbGciOiJkaXIifQ","ciphertext":"AAAA"}"#, KeyFileError::Jwe),
        #[cfg(not(feature = "pkcs12"))]
        (
            b"\x30\x16\x02\x01\x03\x30\x11\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x04\x04\x02\0\0",
            KeyFileError::Pkcs12,
        ),
    ] {
        assert_eq!(refusal(PrivateKey::load(content, None)), error);
        assert_eq!(refusal(PublicKey::load(content)), error);
    }
}

#[test]
fn a_text_that_does_not_follow_its_format_is_named_with_its_fault() {
    for (text, message) in [
        ("[1,2,3]", "Solana keypair: has other than 64 numbers"),
        ("[300]", "Solana keypair: has a number that is not written as one from 0 to 255"),
        ("AGE-SECRET-KEY-1QQ", "age key: has other than 58 characters behind its prefix"),
        (r#"{"priv_key":{"type":"tendermint/PrivKeySecp256k1","value":""}}"#, "holds a key of secp256k1"),
        #[cfg(feature = "secp256k1")]
        ("5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b8", "WIF key: has a wrong checksum"),
        #[cfg(feature = "secp256k1")]
        // A key of Litecoin.
        ("6uB7ZCt4HABDLQ8W9SpNfYGL6Aa9YZv7kPfCto6Z41S3xnYHvW4", "WIF key: has a version other than"),
    ] {
        let error = PrivateKey::load(text.as_bytes(), None).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = PublicKey::load(b"did:key:x").unwrap_err();
    assert!(error.to_string().starts_with("multibase key: is not z and base58"), "{error}");
}
