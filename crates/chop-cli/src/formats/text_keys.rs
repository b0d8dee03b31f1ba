//! Keys as other programs write them in text: which keys have which form, and the text.

use crate::output;
use anyhow::bail;
use chop::encoding::text_keys::to_base58;
use chop::encoding::{PrivateKey, PublicKey, SecretText};
use zeroize::Zeroizing;

/// A form that `chop convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Solana,
    Libsodium,
    Tendermint,
    Multibase,
    Wireguard,
    Age,
}

impl Form {
    /// The name in sentences.
    fn name(self) -> &'static str {
        match self {
            Form::Solana => "Solana",
            Form::Libsodium => "libsodium",
            Form::Tendermint => "Tendermint",
            Form::Multibase => "multibase",
            Form::Wireguard => "WireGuard",
            Form::Age => "age",
        }
    }

    /// The algorithms whose keys have it.
    fn algorithms(self) -> &'static str {
        match self {
            Form::Solana | Form::Libsodium | Form::Tendermint => "ed25519",
            Form::Multibase => "ed25519, x25519 and sm2",
            Form::Wireguard | Form::Age => "x25519",
        }
    }

    fn has_not(self, algorithm: &str) -> String {
        format!("{algorithm} keys have no form in {}: those of {} have one", self.name(), self.algorithms())
    }

    /// A public key in this form, and a newline.
    ///
    /// # Errors
    /// If keys of its algorithm have no such form.
    pub(crate) fn public(self, key: &PublicKey) -> anyhow::Result<String> {
        let text = match (self, key) {
            (Form::Solana, PublicKey::Ed25519(key)) => to_base58(key.as_bytes()),
            (Form::Libsodium, PublicKey::Ed25519(key)) => output::hex(key.as_bytes()),
            (Form::Tendermint, PublicKey::Ed25519(key)) => key.to_tendermint(),
            (Form::Multibase, PublicKey::Ed25519(_) | PublicKey::X25519(_) | PublicKey::Sm2(_)) => {
                key.to_multibase()?
            }
            (Form::Wireguard, PublicKey::X25519(key)) => key.to_wireguard(),
            (Form::Age, PublicKey::X25519(key)) => key.to_age()?,
            (_, other) => bail!("{}", self.has_not(other.algorithm())),
        };
        Ok(text + "\n")
    }

    /// A private key in this form, and a newline.
    ///
    /// # Errors
    /// If keys of its algorithm have no such form.
    pub(crate) fn private(self, key: &PrivateKey) -> anyhow::Result<Zeroizing<Vec<u8>>> {
        let text: SecretText = match (self, key) {
            (Form::Solana, PrivateKey::Ed25519(key)) => key.to_solana()?,
            (Form::Libsodium, PrivateKey::Ed25519(key)) => key.to_libsodium()?,
            (Form::Tendermint, PrivateKey::Ed25519(key)) => key.to_tendermint()?,
            (Form::Multibase, PrivateKey::Ed25519(_) | PrivateKey::X25519(_) | PrivateKey::Sm2(_)) => {
                key.to_multibase()?
            }
            (Form::Wireguard, PrivateKey::X25519(key)) => key.to_wireguard()?,
            (Form::Age, PrivateKey::X25519(key)) => key.to_age()?,
            (_, other) => bail!("{}", self.has_not(other.algorithm())),
        };
        let text = text.as_str().trim_end().as_bytes();
        let mut line = Zeroizing::new(Vec::with_capacity(text.len() + 1));
        line.extend_from_slice(text);
        line.push(b'\n');
        Ok(line)
    }
}
