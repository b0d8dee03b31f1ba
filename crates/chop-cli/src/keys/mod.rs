//! Keys from whatever a file or an argument holds, and their fingerprints.
//!
//! | form                                   | public | private |
//! |----------------------------------------|--------|---------|
//! | PEM, DER                               | yes    | yes, encrypted too |
//! | 32 bytes raw, hex, base64 or base58    | yes    | with `--secret` and `--algorithm`: the seed |
//! | 64 bytes in the same                   | no     | yes, if they are a seed and its public key |
//! | SM2, secp256k1: 65, 64 or 33 bytes (32, or 33 of which the first is zero), in the same | yes; of 33 with `--algorithm` if they may be of either | yes, with `--algorithm` |
//! | SM2: structures of SKF and SDF         | yes    | yes     |
//! | PKCS#12 (PFX), CFCA                   | no     | yes, with their passphrase |
//! | envelopes of GM/T 0009 and GM/T 0010  | no     | yes, with the key that opens them |
//! | X.509 certificates and requests for them | yes: nothing but the key is looked at | no |
//! | OpenSSH                                | `*.pub`, `authorized_keys` with one key | yes, encrypted too |
//! | COSE_Key                               | yes    | yes     |
//! | JSON: JWK                              | yes, and sets of them | yes |
//! | Solana, CometBFT, multibase, age       | yes    | yes     |
//! | WIF                                    | no     | yes     |
//! | minisign, signify                      | yes, without the comment too | yes, encrypted too |
//!
//! The library recognises them ([`Shape`]); what bytes are that do not say it, the arguments say. The DER of a key may be text, too, as a PEM that
//! lost its first and last line is.
//!
//! A public key may also be the argument itself. A private key may not: arguments are visible to every
//! user of the machine.

mod owner;
mod private;
mod public;
mod trusted;

pub(crate) use owner::may_verify;
pub(crate) use private::{
    Opened, SecretArg, Wanted, open_envelope, open_private, private_from_content, private_to_bytes,
    private_to_pem, read_private,
};
pub(crate) use public::{public_from_content, read_encrypting, read_verifying};
pub(crate) use trusted::{Keyring, Named, Trusted, key_id, named_in_signature, read_keyring};

use crate::algorithm::Algorithm;
use crate::formats::minisign::own_comment;
use crate::formats::text_keys::WifKind;
use anyhow::{anyhow, bail};
use base64ct::{Base64Unpadded, Encoding};
use chop::encoding::PublicKey;
use chop::encoding::jose::Jwk;
use chop::encoding::minisign::{self, KeyId};
pub(crate) use chop::encoding::{Shape, Writing};

/// The comment, id, name and conditions beside a key in its file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beside {
    /// The comment of its owner; empty where there is none.
    pub(crate) comment: String,
    /// The id that minisign and signify give to a key.
    pub(crate) key_id: Option<KeyId>,
    /// The name that a JWK has, `kid`.
    pub(crate) name: Option<String>,
    /// Whether a JWK has conditions of its owner: `use`, `key_ops`, `alg`.
    pub(crate) has_conditions: bool,
    /// The facts beside a key in Wallet Import Format.
    pub(crate) wif: Option<WifKind>,
}

impl Beside {
    /// Those beside a public key.
    pub(crate) fn of_public(content: &[u8]) -> Beside {
        match Shape::of(content) {
            Shape::Ssh(text) => Beside { comment: public::ssh_comment(text).to_owned(), ..Beside::default() },
            Shape::Minisign(text) => {
                minisign::PublicKey::from_text(text).map(Beside::from).unwrap_or_default()
            }
            Shape::Jwk(text) => Jwk::from_text(text).map(|jwk| Beside::from(&jwk)).unwrap_or_default(),
            _ => Beside::default(),
        }
    }
}

impl From<minisign::PublicKey> for Beside {
    fn from(key: minisign::PublicKey) -> Beside {
        Beside { comment: own_comment(&key.comment).to_owned(), key_id: key.id, ..Beside::default() }
    }
}

impl From<&Jwk> for Beside {
    fn from(jwk: &Jwk) -> Beside {
        let name = jwk.key_id().map(str::to_owned);
        Beside { name, has_conditions: jwk.has_conditions(), ..Beside::default() }
    }
}

fn no_key(bytes: &[u8], kind: &str, asked: Option<Algorithm>) -> anyhow::Error {
    let length = match (asked, kind) {
        (Some(asked), "public") => asked.public_key_lengths_in_words(),
        _ => "32".to_owned(),
    };
    match bytes.len() {
        0 => anyhow!("empty: no key"),
        len => anyhow!("no {kind} key: neither PEM, DER nor {length} bytes, but {len}"),
    }
}

/// Refuses a key of another algorithm than was asked for.
///
/// # Errors
/// If it is one.
pub(crate) fn agree(name: &str, algorithm: &str, asked: Option<Algorithm>) -> anyhow::Result<()> {
    let key = Algorithm::of_library(algorithm)?;
    match asked {
        Some(asked) if asked.of_key() != key => {
            bail!("{name} is a key for {algorithm}, not for {}", asked.name())
        }
        _ => Ok(()),
    }
}

/// The fingerprint: SHA-256 of the key's SPKI in DER; of the algorithm's name, a zero byte and the key
/// for the hash variants, which have no SPKI.
pub(crate) fn fingerprint(key: &PublicKey) -> String {
    use sha2::{Digest, Sha256};
    let digest = match key {
        PublicKey::Ed25519(key) => Sha256::digest(key.to_public_key_der()),
        PublicKey::X25519(key) => Sha256::digest(key.to_public_key_der()),
        PublicKey::Sm2(key) => Sha256::digest(key.to_public_key_der()),
        PublicKey::Secp256k1(key) => Sha256::digest(key.to_public_key_der()),
        other => Sha256::new()
            .chain_update(other.algorithm())
            .chain_update([0])
            .chain_update(other.to_bytes())
            .finalize(),
    };
    format!("SHA256:{}", Base64Unpadded::encode_string(&digest))
}

/// The fingerprint that `ssh-keygen -l` prints: SHA-256 of the key as OpenSSH writes it.
pub(crate) fn ssh_fingerprint(key: &chop::ed25519::VerifyingKey) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(chop::encoding::openssh::PublicKey::from(*key).to_bytes());
    format!("SHA256:{}", Base64Unpadded::encode_string(&digest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output;
    use base64ct::Base64;
    use chop::{Error, KeyFileError, ed25519, sm2};
    use clap::ValueEnum;

    const SM2: Wanted = Wanted { algorithm: Some(Algorithm::Sm2), secret: false };

    #[test]
    fn every_form_of_a_public_key_gives_the_same_key() {
        let key = ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
        let mut ssh = b"\0\0\0\x0bssh-ed25519\0\0\0\x20".to_vec();
        ssh.extend_from_slice(key.as_bytes());
        let forms = [
            key.to_bytes().to_vec(),
            output::hex(key.as_bytes()).into_bytes(),
            format!("0x{}\n", output::hex(key.as_bytes())).into_bytes(),
            format!(" {}\n", output::hex(key.as_bytes()).to_uppercase()).into_bytes(),
            Base64::encode_string(key.as_bytes()).into_bytes(),
            Base64Unpadded::encode_string(key.as_bytes()).into_bytes(),
            format!("ssh-ed25519 {} me@here\n", Base64::encode_string(&ssh)).into_bytes(),
            format!("# mine\nno-pty ssh-ed25519 {}\n", Base64::encode_string(&ssh)).into_bytes(),
            key.to_public_key_pem().unwrap().into_bytes(),
            key.to_public_key_der().to_vec(),
            Base64::encode_string(&key.to_public_key_der()).into_bytes(),
        ];
        for form in &forms {
            assert_eq!(public_from_content(form, None).unwrap(), PublicKey::Ed25519(key));
        }
    }

    #[test]
    fn every_form_of_an_sm2_key_gives_the_same_key() {
        let secret = sm2::SigningKey::from_bytes(&[7; 32]).unwrap();
        let key = secret.verifying_key();
        let der = key.to_public_key_der();
        let forms = [
            key.to_bytes().to_vec(),
            key.to_compressed_bytes().to_vec(),
            key.to_blob().to_vec(),
            output::hex(&key.to_bytes()).into_bytes(),
            Base64::encode_string(&key.to_compressed_bytes()).into_bytes(),
            der.to_vec(),
            output::hex(&der).into_bytes(),
            Base64::encode_string(&der).into_bytes(),
            key.to_public_key_pem().unwrap().into_bytes(),
        ];
        for form in &forms {
            assert_eq!(public_from_content(form, None).unwrap(), PublicKey::Sm2(key));
            let error = private_from_content(form, SM2, None).map(|_| ()).unwrap_err();
            assert_eq!(error.downcast_ref(), Some(&Error::KeyFile(KeyFileError::PublicKeyGiven)), "{error}");
        }
        let private = [
            vec![7; 32],
            output::hex(&[7; 32]).into_bytes(),
            format!("0X{}", output::hex(&[7; 32])).into_bytes(),
            secret.to_blob().as_bytes().to_vec(),
            secret.to_pkcs8_der().unwrap().as_bytes().to_vec(),
            Base64::encode_string(secret.to_pkcs8_der().unwrap().as_bytes()).into_bytes(),
        ];
        for form in &private {
            let read = private_from_content(form, SM2, None).unwrap();
            assert_eq!(read.public_key(), PublicKey::Sm2(key));
        }
    }

    #[test]
    fn thirty_two_bare_bytes_are_private_only_if_the_user_says_so() {
        let algorithms = Algorithm::value_variants().iter().copied().map(Some).chain([None]);
        for algorithm in algorithms {
            for secret in [false, true] {
                let taken = private_from_content(&[7; 32], Wanted { algorithm, secret }, None);
                let is_number = matches!(algorithm, Some(Algorithm::Sm2 | Algorithm::Secp256k1));
                assert_eq!(
                    taken.is_ok(),
                    is_number || secret && algorithm.is_some(),
                    "{algorithm:?} {secret}"
                );
            }
        }
        let pair = ed25519::SigningKey::from_seed(&[7; 32]).to_keypair_bytes();
        let nothing = Wanted { algorithm: None, secret: false };
        assert!(private_from_content(pair.as_bytes(), nothing, None).is_ok());
        let error = public_from_content(pair.as_bytes(), None).unwrap_err();
        assert_eq!(error.downcast_ref(), Some(&Error::KeyFile(KeyFileError::PrivateKeyGiven)));
    }
}
