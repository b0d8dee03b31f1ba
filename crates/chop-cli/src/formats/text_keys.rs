//! Keys as other programs write them in text: which keys have which form, and the text.

use crate::output;
use anyhow::bail;
use chop::encoding::text_keys::{Network, WifKey, to_base58};
use chop::encoding::{PrivateKey, PublicKey, SecretText};
use clap::ValueEnum;
use zeroize::Zeroizing;

/// What stands beside a key in Wallet Import Format: its network, and how its public key is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum WifKind {
    /// Bitcoin's main network, a compressed public key
    #[default]
    Mainnet,
    /// Testnet, signet and regtest, a compressed public key
    Testnet,
    /// Bitcoin's main network, an uncompressed public key
    MainnetUncompressed,
    /// Testnet, signet and regtest, an uncompressed public key
    TestnetUncompressed,
}

impl WifKind {
    pub(crate) fn of(wif: &WifKey) -> WifKind {
        match (wif.network, wif.compressed) {
            (Network::Mainnet, true) => WifKind::Mainnet,
            (Network::Testnet, true) => WifKind::Testnet,
            (Network::Mainnet, false) => WifKind::MainnetUncompressed,
            (Network::Testnet, false) => WifKind::TestnetUncompressed,
        }
    }

    fn network(self) -> Network {
        match self {
            WifKind::Mainnet | WifKind::MainnetUncompressed => Network::Mainnet,
            WifKind::Testnet | WifKind::TestnetUncompressed => Network::Testnet,
        }
    }

    fn compressed(self) -> bool {
        matches!(self, WifKind::Mainnet | WifKind::Testnet)
    }
}

/// A form that `chop convert` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Solana,
    Libsodium,
    Tendermint,
    Multibase,
    Wireguard,
    Age,
    /// Of private keys only.
    Wif(WifKind),
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
            Form::Wif(_) => "WIF",
        }
    }

    /// The algorithms whose keys have it.
    fn algorithms(self) -> &'static str {
        match self {
            Form::Solana | Form::Libsodium | Form::Tendermint => "ed25519",
            Form::Multibase => "ed25519, x25519, sm2 and secp256k1",
            Form::Wif(_) => "secp256k1",
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
            (
                Form::Multibase,
                PublicKey::Ed25519(_) | PublicKey::X25519(_) | PublicKey::Sm2(_) | PublicKey::Secp256k1(_),
            ) => key.to_multibase()?,
            (Form::Wireguard, PublicKey::X25519(key)) => key.to_wireguard(),
            (Form::Age, PublicKey::X25519(key)) => key.to_age()?,
            (Form::Wif(_), PublicKey::Secp256k1(_)) => {
                bail!("this is a public key, and wif is a form of private keys")
            }
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
            (
                Form::Multibase,
                PrivateKey::Ed25519(_)
                | PrivateKey::X25519(_)
                | PrivateKey::Sm2(_)
                | PrivateKey::Secp256k1(_),
            ) => key.to_multibase()?,
            (Form::Wireguard, PrivateKey::X25519(key)) => key.to_wireguard()?,
            (Form::Age, PrivateKey::X25519(key)) => key.to_age()?,
            (Form::Wif(kind), PrivateKey::Secp256k1(key)) => key.to_wif(kind.network(), kind.compressed())?,
            (_, other) => bail!("{}", self.has_not(other.algorithm())),
        };
        let text = text.as_str().trim_end().as_bytes();
        let mut line = Zeroizing::new(Vec::with_capacity(text.len() + 1));
        line.extend_from_slice(text);
        line.push(b'\n');
        Ok(line)
    }
}
