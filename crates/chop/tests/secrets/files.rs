//! Key files: DER and PEM, plain and encrypted.

use super::cases::{Case, kept, random};
use super::words::Secrets;
use super::{ed25519 as edwards, sm2};
use chop::encoding::PrivateKey;
use chop::x25519::StaticSecret;
use chop_ref::sha512;
use chop_vectors::sm2_keys::{self as vectors, D, PASSPHRASE};
use pkcs8::EncodePrivateKey;

/// The secret part of a PEM text: its base64.
fn of_text(text: &str) -> Secrets {
    text.lines().filter(|line| !line.starts_with("-----")).fold(Secrets::default(), |all, line| {
        // The words may begin anywhere in a line.
        (0..8).fold(all, |all, at| all.bytes("text", &line.as_bytes()[at.min(line.len())..]))
    })
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = ed25519_and_x25519();
    cases.extend(sm2_files());
    cases.extend(secp256k1_files());
    cases.extend(encrypted());
    #[cfg(feature = "openssh")]
    cases.extend(openssh());
    #[cfg(feature = "text-keys")]
    cases.extend(text_keys());
    #[cfg(feature = "jose")]
    cases.extend(jwk());
    #[cfg(feature = "cose")]
    cases.extend(cose());
    #[cfg(feature = "minisign")]
    cases.extend(minisign());
    #[cfg(feature = "gm")]
    cases.extend(gm());
    #[cfg(feature = "pkcs12")]
    cases.extend(pkcs12());
    #[cfg(feature = "blake3")]
    cases.extend(raw::<chop::ed25519::generic::Blake3>(chop_ref::blake3));
    #[cfg(feature = "blake2b")]
    cases.extend(raw::<chop::ed25519::generic::Blake2b>(chop_ref::blake2b));
    cases.iter_mut().for_each(|case| case.name = format!("files: {}", case.name));
    cases
}

/// The cases of a key of this type with these secrets.
macro_rules! cases_of_files {
    ($name:literal, $Key:ty, $key:ident, $secrets:ident) => {{
        let der = kept($key.to_pkcs8_der().expect("DER").as_bytes().to_vec());
        let text = kept($key.to_pkcs8_pem().expect("PEM").as_str().to_owned());
        let all = || $secrets().and(of_text(text));
        vec![
            Case::new(concat!($name, ", to_pkcs8_der"), $secrets(), move || {
                assert!($key.to_pkcs8_der().is_ok())
            }),
            Case::new(concat!($name, ", EncodePrivateKey"), $secrets(), move || {
                assert!(EncodePrivateKey::to_pkcs8_der($key).is_ok())
            }),
            Case::new(concat!($name, ", to_pkcs8_pem"), all(), move || assert!($key.to_pkcs8_pem().is_ok())),
            Case::new(concat!($name, ", from_pkcs8_der"), $secrets(), move || {
                assert!(<$Key>::from_pkcs8_der(der).is_ok())
            }),
            Case::new(concat!($name, ", from_pkcs8_pem"), all(), move || {
                assert!(<$Key>::from_pkcs8_pem(text).is_ok())
            }),
            Case::new(concat!($name, ", a damaged PEM"), all(), move || {
                assert!(<$Key>::from_pkcs8_pem(&text[..text.len() - 4]).is_err());
            }),
            Case::new(
                concat!($name, ", to_pkcs8_encrypted_der"),
                $secrets().bytes("passphrase", PASSPHRASE),
                move || $key.to_pkcs8_encrypted_der(PASSPHRASE).expect("DER"),
            )
            .slow(),
        ]
    }};
}

/// The cases of the same files, read as keys of whatever algorithm they name.
macro_rules! cases_of_any_key {
    ($name:literal, $key:ident, $secrets:ident) => {{
        let der = kept($key.to_pkcs8_der().expect("DER").as_bytes().to_vec());
        let text = kept($key.to_pkcs8_pem().expect("PEM").as_str().to_owned());
        let all = || $secrets().and(of_text(text));
        [
            Case::new(concat!($name, ", PrivateKey::from_der"), $secrets(), move || {
                assert!(PrivateKey::from_der(der, None).is_ok())
            }),
            Case::new(concat!($name, ", PrivateKey::from_pem"), all(), move || {
                assert!(PrivateKey::from_pem(text, None).is_ok())
            }),
        ]
    }};
}

fn ed25519_and_x25519() -> Vec<Case> {
    let seed = random("a seed in a file");
    let key = kept(chop::ed25519::SigningKey::from_seed(&seed));
    let of_key = || edwards::of_seed(sha512, &seed);
    let secret = random("an X25519 secret in a file");
    let x25519 = kept(StaticSecret::from_bytes(&secret));
    let of_x25519 = || Secrets::default().bytes("X25519 secret", &secret);
    let mut cases = cases_of_files!("ed25519", chop::ed25519::SigningKey, key, of_key);
    cases.extend(cases_of_any_key!("ed25519", key, of_key));
    cases.extend(cases_of_files!("x25519", StaticSecret, x25519, of_x25519));
    cases.extend(cases_of_any_key!("x25519", x25519, of_x25519));
    cases
}

fn sm2_files() -> Vec<Case> {
    use chop::sm2::SigningKey;
    let key = kept(SigningKey::from_bytes(&D).expect("a key"));
    let of_key = || sm2::of_key(&D);
    let mut cases = cases_of_files!("sm2", SigningKey, key, of_key);
    cases.extend(cases_of_any_key!("sm2", key, of_key));
    for file in vectors::sec1() {
        let secrets = of_key().and(of_text(file.pem));
        cases.push(Case::new(format!("{}, from_sec1_pem", file.name), secrets.clone(), || {
            assert!(SigningKey::from_sec1_pem(file.pem).is_ok())
        }));
        cases.push(Case::new(format!("{}, PrivateKey::from_pem", file.name), secrets, || {
            PrivateKey::from_pem(file.pem, None).is_ok()
        }));
    }
    cases
}

fn secp256k1_files() -> Vec<Case> {
    use chop::secp256k1::SigningKey;
    let key = kept(SigningKey::from_bytes(&D).expect("a key"));
    let of_key = || super::secp256k1::of_key(&D);
    let mut cases = cases_of_files!("secp256k1", SigningKey, key, of_key);
    cases.extend(cases_of_any_key!("secp256k1", key, of_key));
    cases
}

fn encrypted() -> Vec<Case> {
    let of_file = || sm2::of_key(&D).bytes("passphrase", PASSPHRASE);
    let mut cases = Vec::new();
    for file in vectors::encrypted() {
        cases.push(
            Case::new(file.name, of_file(), || {
                assert!(PrivateKey::from_pem(file.pem, Some(PASSPHRASE)).is_ok())
            })
            .slow(),
        );
    }
    let file = &vectors::encrypted()[0];
    cases.push(Case::new("a wrong passphrase", of_file().bytes("passphrase", b"another passphrase"), || {
        assert!(PrivateKey::from_pem(file.pem, Some(b"another passphrase")).is_err());
    }));
    cases
}

/// Files of OpenSSH.
#[cfg(feature = "openssh")]
fn openssh() -> Vec<Case> {
    use chop::encoding::openssh::PrivateKeyFile;
    let seed = random("a seed in a file of OpenSSH");
    let key = kept(chop::ed25519::SigningKey::from_seed(&seed));
    let text = kept(key.to_openssh("me").expect("PEM").as_str().to_owned());
    let encrypted = kept(key.to_openssh_encrypted("me", PASSPHRASE).expect("PEM"));
    let of_key = || edwards::of_seed(sha512, &seed);
    let all = || of_key().and(of_text(text));
    let encrypted_all = || of_key().bytes("passphrase", PASSPHRASE);
    vec![
        Case::new("to_openssh", all(), move || assert!(key.to_openssh("me").is_ok())),
        Case::new("PrivateKeyFile::from_text", all(), move || {
            assert!(PrivateKeyFile::from_text(text, None).is_ok())
        }),
        Case::new("PrivateKey::from_pem of OpenSSH", all(), move || {
            assert!(PrivateKey::from_pem(text, None).is_ok())
        }),
        Case::new("a damaged file of OpenSSH", all(), move || {
            assert!(PrivateKeyFile::from_text(&text[..text.len() - 4], None).is_err())
        }),
        Case::new("to_openssh_encrypted", encrypted_all(), move || {
            assert!(key.to_openssh_encrypted("me", PASSPHRASE).is_ok())
        })
        .slow(),
        Case::new("an encrypted file of OpenSSH", encrypted_all(), move || {
            assert!(PrivateKeyFile::from_text(encrypted, Some(PASSPHRASE)).is_ok())
        })
        .slow(),
    ]
}

/// Keys in text, and whatever a file holds.
#[cfg(feature = "text-keys")]
fn text_keys() -> Vec<Case> {
    use chop::encoding::text_keys::TextKey;
    let seed = random("a seed in a text");
    let key = kept(chop::ed25519::SigningKey::from_seed(&seed));
    let any = kept(PrivateKey::Ed25519(chop::ed25519::SigningKey::from_seed(&seed)));
    let secret = random("an X25519 secret in a text");
    let x25519 = kept(StaticSecret::from_bytes(&secret));
    let of_key = || edwards::of_seed(sha512, &seed);
    let of_x25519 = || Secrets::default().bytes("X25519 secret", &secret);
    let texts = [
        key.to_solana().expect("text").as_str().to_owned(),
        key.to_tendermint().expect("text").as_str().to_owned(),
        key.to_libsodium().expect("text").as_str().to_owned(),
        any.to_multibase().expect("text").as_str().to_owned(),
        chop::encoding::text_keys::to_base58(key.to_keypair_bytes().as_bytes()),
    ];
    let mut cases = Vec::new();
    for (name, text) in ["Solana", "Tendermint", "libsodium", "multibase", "base58"].iter().zip(texts) {
        let text = kept(text);
        cases.push(Case::new(format!("PrivateKey::load, {name}"), of_key().and(of_lines(text)), move || {
            assert!(PrivateKey::load(text.as_bytes(), None).is_ok())
        }));
        let cut = kept(text[..text.trim_end().len() - 1].to_owned());
        cases.push(Case::new(
            format!("PrivateKey::load, {name}, damaged"),
            of_key().and(of_lines(cut)),
            move || assert!(PrivateKey::load(cut.as_bytes(), None).is_err()),
        ));
    }
    let age = kept(x25519.to_age().expect("text").as_str().to_owned());
    let wireguard = kept(x25519.to_wireguard().expect("text").as_str().to_owned());
    let all = || of_x25519().and(of_lines(age)).and(of_lines(wireguard));
    cases.extend([
        Case::new("to_solana", of_key(), move || assert!(key.to_solana().is_ok())),
        Case::new("to_tendermint", of_key(), move || assert!(key.to_tendermint().is_ok())),
        Case::new("to_libsodium", of_key(), move || assert!(key.to_libsodium().is_ok())),
        Case::new("to_multibase", of_key(), move || assert!(any.to_multibase().is_ok())),
        Case::new("to_age", all(), move || assert!(x25519.to_age().is_ok())),
        Case::new("to_wireguard", all(), move || assert!(x25519.to_wireguard().is_ok())),
        Case::new("from_age", all(), move || assert!(StaticSecret::from_age(age).is_ok())),
        Case::new("from_wireguard", all(), move || assert!(StaticSecret::from_wireguard(wireguard).is_ok())),
        Case::new("TextKey of age", all(), move || {
            assert!(TextKey::of(age).is_some_and(|key| key.private_key().is_ok()))
        }),
    ]);
    #[cfg(feature = "secp256k1")]
    cases.extend(wif());
    cases
}

/// Keys of Bitcoin's wallets.
#[cfg(all(feature = "text-keys", feature = "secp256k1"))]
fn wif() -> Vec<Case> {
    use chop::encoding::text_keys::{Network, WifKey};
    use chop::secp256k1::SigningKey;
    let key = kept(SigningKey::from_bytes(&D).expect("a key"));
    let text = kept(key.to_wif(Network::Mainnet, true).expect("text").as_str().to_owned());
    let damaged = kept(text.replace(&text[50..], if text.ends_with("11") { "22" } else { "11" }));
    let all = || super::secp256k1::of_key(&D).and(of_lines(text));
    vec![
        Case::new("to_wif", all(), move || assert!(key.to_wif(Network::Mainnet, true).is_ok())),
        Case::new("from_wif", all(), move || assert!(SigningKey::from_wif(text).is_ok())),
        Case::new("WifKey::from_text", all(), move || assert!(WifKey::from_text(text).is_ok())),
        Case::new("PrivateKey::load, WIF", all(), move || {
            assert!(PrivateKey::load(text.as_bytes(), None).is_ok())
        }),
        Case::new("PrivateKey::load, WIF, damaged", all(), move || {
            assert!(PrivateKey::load(damaged.as_bytes(), None).is_err())
        }),
    ]
}

/// The text itself, as secret; of JSON the 88 characters of the private key.
#[cfg(feature = "text-keys")]
fn of_lines(text: &str) -> Secrets {
    let text = text.split('"').find(|part| part.len() == 88).unwrap_or(text);
    (0..8).fold(Secrets::default(), |all, at| all.bytes("text", &text.as_bytes()[at..]))
}

/// Keys of COSE.
#[cfg(feature = "cose")]
fn cose() -> Vec<Case> {
    let seed = random("a seed in a COSE_Key");
    let bytes = kept([b"\xa3\x01\x01\x20\x06\x23\x58\x20".as_slice(), &seed].concat());
    let all = || edwards::of_seed(sha512, &seed);
    vec![
        Case::new("PrivateKey::load, COSE_Key", all(), move || {
            assert!(PrivateKey::load(bytes, None).is_ok())
        }),
        Case::new("a damaged COSE_Key", all(), move || {
            assert!(PrivateKey::load(&bytes[..bytes.len() - 4], None).is_err())
        }),
    ]
}

/// Keys in JSON.
#[cfg(feature = "jose")]
fn jwk() -> Vec<Case> {
    use base64ct::{Base64UrlUnpadded, Encoding};
    use chop::encoding::jose::PrivateJwk;
    let seed = random("a seed in JSON");
    let key = kept(PrivateKey::Ed25519(chop::ed25519::SigningKey::from_seed(&seed)));
    let text = kept(key.to_jwk(Some("me")).expect("JSON").as_str().to_owned());
    let digits = Base64UrlUnpadded::encode_string(&seed);
    let all = || edwards::of_seed(sha512, &seed).and(of_text(&digits));
    vec![
        Case::new("to_jwk", all(), move || assert!(key.to_jwk(Some("me")).is_ok())),
        Case::new("PrivateJwk::from_text", all(), move || assert!(PrivateJwk::from_text(text).is_ok())),
        Case::new("a damaged JWK", all(), move || {
            assert!(PrivateJwk::from_text(&text[..text.len() - 4]).is_err())
        }),
    ]
}

/// Files of minisign and signify.
#[cfg(feature = "minisign")]
fn minisign() -> Vec<Case> {
    use chop::encoding::minisign::{KeyId, PrivateKeyFile};
    let seed = random("a seed in a file of minisign");
    let key = kept(chop::ed25519::SigningKey::from_seed(&seed));
    let id = KeyId(*b"some id ");
    let of_key = || edwards::of_seed(sha512, &seed);
    // Without the comment, which is no secret.
    let of_lines = |text: &str| of_key().and(of_text(text.lines().nth(1).unwrap_or_default()));
    let mut cases = Vec::new();
    let plain = [
        ("minisign", key.to_minisign(id, "me").expect("text")),
        ("signify", key.to_signify(id, "me").expect("text")),
    ];
    for (program, text) in plain {
        let text = kept(text.as_str().to_owned());
        cases.push(Case::new(format!("to_{program}"), of_lines(text), move || {
            let written =
                if program == "minisign" { key.to_minisign(id, "me") } else { key.to_signify(id, "me") };
            assert!(written.is_ok());
        }));
        cases.push(Case::new(format!("a file of {program}"), of_lines(text), move || {
            assert!(PrivateKeyFile::from_text(text, None).is_ok())
        }));
        cases.push(Case::new(format!("a damaged file of {program}"), of_lines(text), move || {
            assert!(PrivateKeyFile::from_text(&text[..text.len() - 4], None).is_err())
        }));
    }
    let encrypted = || of_key().bytes("passphrase", PASSPHRASE);
    cases.push(
        Case::new("to_minisign_encrypted", encrypted(), move || {
            key.to_minisign_encrypted(id, "me", PASSPHRASE, 0).expect("text")
        })
        .slow(),
    );
    cases.push(
        Case::new("to_signify_encrypted", encrypted(), move || {
            key.to_signify_encrypted(id, "me", PASSPHRASE).expect("text")
        })
        .slow(),
    );
    let texts = [
        ("minisign", key.to_minisign_encrypted(id, "me", PASSPHRASE, 0).expect("text")),
        ("signify", key.to_signify_encrypted(id, "me", PASSPHRASE).expect("text")),
    ];
    for (program, text) in texts {
        let text = kept(text);
        cases.push(
            Case::new(format!("an encrypted file of {program}"), encrypted(), move || {
                assert!(PrivateKeyFile::from_text(text, Some(PASSPHRASE)).is_ok())
            })
            .slow(),
        );
    }
    cases
}

/// CFCA files and envelopes.
#[cfg(feature = "gm")]
fn gm() -> Vec<Case> {
    use chop::sm2::SigningKey;
    use chop_vectors::gm::{self as vectors, OPENER};
    let opener = kept(SigningKey::from_bytes(&OPENER).expect("a key"));
    let cfca = chop_vectors::sm2_keys::foreign()[0].pem.as_bytes();
    let of_file = || sm2::of_key(&D).bytes("passphrase", PASSPHRASE);
    let mut cases = vec![
        Case::new("a CFCA file", of_file(), move || {
            assert!(PrivateKey::load(cfca, Some(PASSPHRASE)).is_ok())
        }),
        Case::new(
            "a CFCA file, a wrong passphrase",
            of_file().bytes("passphrase", b"another passphrase"),
            move || assert!(PrivateKey::load(cfca, Some(b"another passphrase")).is_err()),
        ),
    ];
    let envelopes = vectors::gmt0010().iter().map(|file| (file.name, file.pem));
    for (name, pem) in envelopes.chain([("GM/T 0009", vectors::GMT0009)]) {
        cases.push(Case::new(format!("{name}, from_enveloped"), sm2::of_key(&D), move || {
            assert!(SigningKey::from_enveloped(pem.as_bytes(), opener).is_ok())
        }));
    }
    cases
}

/// PKCS#12 files.
#[cfg(feature = "pkcs12")]
fn pkcs12() -> Vec<Case> {
    use chop_vectors::pkcs12 as files;
    let utf16: Vec<u8> = PASSPHRASE.iter().flat_map(|byte| [0, *byte]).collect();
    let of_passphrase =
        |secrets: Secrets| secrets.bytes("passphrase", PASSPHRASE).bytes("passphrase in UTF-16", &utf16);
    let of_ed25519 = || edwards::of_seed(sha512, &chop_vectors::text_around::SEED);
    let sm2 = files::sm2().iter().map(|file| (file, of_passphrase(sm2::of_key(&D))));
    let ed25519 = files::ed25519().iter().map(|file| (file, of_passphrase(of_ed25519())));
    sm2.chain(ed25519)
        // A key that is plain in the file is plain in the bytes of the caller.
        .filter(|(file, _)| file.name != "openssl-plain-sha512")
        .map(|(file, secrets)| {
            Case::new(file.name, secrets, || assert!(PrivateKey::load(file.bytes, Some(PASSPHRASE)).is_ok()))
                .slow()
        })
        .collect()
}

/// The raw PEM of a hash variant.
fn raw<H: chop::ed25519::generic::Hash>(hash: chop_ref::Hash) -> Vec<Case> {
    use chop::ed25519::generic::SigningKey;
    let seed = random("a seed in a raw file");
    let key = kept(SigningKey::<H>::from_seed(&seed));
    let text = kept(key.to_raw_pem().expect("PEM").as_str().to_owned());
    let all = || edwards::of_seed(hash, &seed).and(of_text(text));
    vec![
        Case::new(format!("{}, to_raw_pem", H::ALGORITHM), all(), move || assert!(key.to_raw_pem().is_ok())),
        Case::new(format!("{}, from_raw_pem", H::ALGORITHM), all(), move || {
            assert!(SigningKey::<H>::from_raw_pem(text).is_ok())
        }),
        Case::new(format!("{}, PrivateKey::from_pem", H::ALGORITHM), all(), move || {
            assert!(PrivateKey::from_pem(text, None).is_ok())
        }),
    ]
}
