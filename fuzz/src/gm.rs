//! CFCA files, PKCS#12 files and envelopes: no bytes make a reader panic or work for long, what is read without a passphrase is none of
//! them, and envelopes open for one key only.

use chop::encoding::{Content, DerContent, PrivateKey, recognise};
use chop::sm2::{Form, SigningKey, encrypt_with};
use chop::{Error, KeyFileError};

/// The key that opens the envelopes among the seeds.
const OPENER: [u8; 32] = [3; 32];
const PASSPHRASE: &[u8] = b"x";

/// Gives the bytes to every reader of files with a frame around a key.
pub fn run(data: &[u8]) {
    let opener = SigningKey::from_bytes(&OPENER).expect("a key");
    let other = SigningKey::from_bytes(&[7; 32]).expect("a key");
    if SigningKey::from_enveloped(data, &opener).is_ok() {
        assert!(SigningKey::from_enveloped(data, &other).is_err(), "an envelope for two keys");
        let refusal = PrivateKey::load(data, Some(PASSPHRASE)).err();
        assert_eq!(refusal, Some(Error::KeyFile(KeyFileError::EnvelopedKey)));
    }
    if let Content::Der(DerContent::CfcaFile | DerContent::Pkcs12 | DerContent::EnvelopedKey) =
        recognise(data)
    {
        assert!(PrivateKey::load(data, None).is_err(), "a key without a passphrase");
    }
    if let Ok(key) = PrivateKey::load(data, Some(PASSPHRASE)) {
        let again = PrivateKey::load(data, Some(PASSPHRASE)).map(|key| key.public_key());
        assert_eq!(again, Ok(key.public_key()));
    }
}

fn element(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    match content.len() {
        length @ 0..=0x7F => [&[tag, length as u8], content.as_slice()].concat(),
        length @ 0x80..=0xFF => [&[tag, 0x81, length as u8], content.as_slice()].concat(),
        length => [&[tag, 0x82, (length >> 8) as u8, length as u8], content.as_slice()].concat(),
    }
}

/// An identifier below 1.2.156.10197.
fn gm(arcs: &[u8]) -> Vec<u8> {
    element(6, &[&[0x2a, 0x81, 0x1c, 0xcf, 0x55], arcs])
}

/// An identifier below 1.2.840.113549.1.
fn pkcs(arcs: &[u8]) -> Vec<u8> {
    element(6, &[&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1], arcs])
}

/// Envelopes whose frames are whole, with a ciphertext for the opener.
fn envelopes() -> [Vec<u8>; 2] {
    let opener = SigningKey::from_bytes(&OPENER).expect("a key").verifying_key();
    let key = SigningKey::from_bytes(&[9; 32]).expect("a key").verifying_key();
    let encrypted = encrypt_with(&opener, &[1; 16], Form::Der, &[5; 32]).expect("a message");
    let bits = |bytes: &[u8]| element(3, &[&[0], bytes]);
    let ecb = element(0x30, &[&gm(&[1, 0x68, 1])]);
    let pair = element(0x30, &[&ecb, &encrypted, &bits(&key.to_bytes()), &bits(&[0; 32])]);
    let algorithm = element(0x30, &[&gm(&[1, 0x82, 0x2d, 3])]);
    let recipient = element(0x30, &[&[2, 1, 1], &element(0x30, &[]), &algorithm, &element(4, &[&encrypted])]);
    let cbc = element(0x30, &[&gm(&[1, 0x68, 2]), &element(4, &[&[0; 16]])]);
    let content = element(0x30, &[&gm(&[6, 1, 4, 2, 1]), &cbc, &element(0x80, &[&[0; 48]])]);
    let data = element(0x30, &[&[2, 1, 1], &element(0x31, &[&recipient]), &content]);
    [pair, element(0x30, &[&gm(&[6, 1, 4, 2, 3]), &element(0xA0, &[&data])])]
}

/// A PKCS#12 file without a check, whose key is not encrypted, in DER and in BER.
fn pkcs12() -> [Vec<u8>; 2] {
    let key =
        chop::ed25519::SigningKey::from_seed(&[7; 32]).to_pkcs8_der().expect("every key has an encoding");
    let id = element(0x30, &[&pkcs(&[9, 21]), &element(0x31, &[&element(4, &[&[1]])])]);
    let kind = pkcs(&[12, 10, 1, 1]);
    let bag = element(0x30, &[&kind, &element(0xA0, &[key.as_bytes()]), &element(0x31, &[&id])]);
    let data = |content: &[u8]| element(0x30, &[&pkcs(&[7, 1]), &element(0xA0, &[&element(4, &[content])])]);
    let list = element(0x30, &[&data(&element(0x30, &[&bag]))]);
    let whole = element(0x30, &[&[2, 1, 3], &data(&list)]);
    let pieces =
        [&[0x24, 0x80][..], &element(4, &[&list[..7]]), &element(4, &[&list[7..]]), &[0, 0]].concat();
    let content = [&[0x30, 0x80][..], &pkcs(&[7, 1]), &[0xA0, 0x80], &pieces, &[0; 4]].concat();
    [whole, [&[0x30, 0x80, 2, 1, 3][..], &content, &[0, 0]].concat()]
}

/// A file of each kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let data = gm(&[6, 1, 4, 2, 1]);
    let cfca = element(
        0x30,
        &[
            &[2, 1, 1],
            &element(0x30, &[&data, &gm(&[1, 0x68]), &element(4, &[&[0; 48]])]),
            &element(0x30, &[&data, &element(4, &[&element(0x30, &[])])]),
        ],
    );
    let [pair, enveloped] = envelopes();
    let [der, ber] = pkcs12();
    vec![cfca, pair, enveloped, der, ber]
}
