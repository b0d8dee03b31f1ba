//! Keys in text, and whatever a file holds: no bytes make a parser panic, and a key that is read is written in a form that is read as
//! the same.

use chop::ed25519::SigningKey;
use chop::encoding::text_keys::{Network, TextKey, WifKey, to_base58};
use chop::encoding::{CertificateRequest, PrivateKey, PublicKey, Shape, decode_text};
use chop::secp256k1;
use chop::x25519::StaticSecret;

/// Gives the bytes, as they are and as text, to every parser.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(key) = PrivateKey::load(data, None) {
        private_again(&key);
        assert!(PublicKey::load(data).is_err(), "private and public at once");
    }
    if let Ok(key) = PublicKey::load(data) {
        public_again(&key);
    }
    if let Some(key) = TextKey::of(&text) {
        assert!(key.private_key().is_err() || key.public_key().is_err());
    }
    if let Ok(Some((bytes, _))) = decode_text(&text) {
        assert!(bytes.as_bytes().len() <= text.len());
    }
    if let Shape::Pem { text: block, .. } = Shape::of(data) {
        assert!(text.contains(block) || text.contains('\u{fffd}'));
    }
    let _ = CertificateRequest::from_der(data).map(|request| request.public_key());
    let _ = (SigningKey::from_solana(&text).is_ok(), SigningKey::from_tendermint(&text).is_ok());
    let _ = (StaticSecret::from_age(&text).is_ok(), StaticSecret::from_wireguard(&text).is_ok());
    // Base58 has one text for each bytes.
    let base58 = format!("base58:{}", to_base58(data));
    if let Ok(Some((bytes, _))) = decode_text(&base58) {
        assert_eq!(bytes.as_bytes(), data);
    } else {
        assert!(!matches!(data.len(), 32 | 64));
    }
}

fn private_again(key: &PrivateKey) {
    let again = |text: &str| {
        let read = PrivateKey::load(text.as_bytes(), None).expect("what was written can be read");
        assert_eq!(read.public_key(), key.public_key());
    };
    let written = "every key has this form";
    match key {
        PrivateKey::Ed25519(key) => {
            again(key.to_solana().expect(written).as_str());
            again(key.to_tendermint().expect(written).as_str());
            again(key.to_libsodium().expect(written).as_str());
        }
        PrivateKey::X25519(key) => again(key.to_age().expect(written).as_str()),
        PrivateKey::Secp256k1(key) => wif_again(key),
        _ => {}
    }
    if let Ok(text) = key.to_multibase() {
        again(text.as_str());
    }
}

fn wif_again(key: &secp256k1::SigningKey) {
    for network in Network::ALL {
        for compressed in [false, true] {
            let text = key.to_wif(network, compressed).expect("every key has this form");
            let read = WifKey::from_text(text.as_str()).expect("what was written can be read");
            assert_eq!((read.network, read.compressed), (network, compressed));
            assert_eq!(read.key.verifying_key(), key.verifying_key());
        }
    }
}

fn public_again(key: &PublicKey) {
    let again = |text: &str| assert_eq!(PublicKey::load(text.as_bytes()), Ok(*key), "{text}");
    match key {
        PublicKey::Ed25519(key) => again(&key.to_tendermint()),
        PublicKey::X25519(key) => again(&key.to_age().expect("every key has this form")),
        _ => {}
    }
    if let Ok(text) = key.to_multibase() {
        again(&text);
        again(&format!("did:key:{text}"));
    }
}

/// A text of each format.
pub fn seeds() -> Vec<Vec<u8>> {
    let written = "every key has this form";
    let (ed25519, x25519) = (SigningKey::from_seed(&[7; 32]), StaticSecret::from_bytes(&[7; 32]));
    let sm2 = chop::sm2::SigningKey::from_bytes(&[7; 32]).expect("a key");
    let secp256k1 = secp256k1::SigningKey::from_bytes(&[7; 32]).expect("a key");
    let pem = ed25519.to_pkcs8_pem().expect(written);
    let age = x25519.to_age().expect(written);
    [
        ed25519.to_solana().expect(written).as_str(),
        ed25519.to_tendermint().expect(written).as_str(),
        ed25519.to_libsodium().expect(written).as_str(),
        &ed25519.verifying_key().to_tendermint(),
        &to_base58(ed25519.verifying_key().as_bytes()),
        &to_base58(ed25519.to_keypair_bytes().as_bytes()),
        &format!("base58:{}", to_base58(&[7; 32])),
        PrivateKey::Ed25519(ed25519).to_multibase().expect(written).as_str(),
        PrivateKey::Sm2(sm2).to_multibase().expect(written).as_str(),
        secp256k1.to_wif(Network::Mainnet, true).expect(written).as_str(),
        secp256k1.to_wif(Network::Testnet, false).expect(written).as_str(),
        PrivateKey::Secp256k1(secp256k1).to_multibase().expect(written).as_str(),
        &format!("did:key:{}", PublicKey::X25519(x25519.public_key()).to_multibase().expect(written)),
        x25519.to_wireguard().expect(written).as_str(),
        &x25519.public_key().to_age().expect(written),
        &format!("# public key: {}\n{}\n", x25519.public_key().to_age().expect(written), age.as_str()),
        &format!(
            "Bag Attributes\n{}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            pem.as_str()
        ),
        "PuTTY-User-Key-File-3: ssh-ed25519",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect()
}
