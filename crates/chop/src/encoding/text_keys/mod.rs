//! Keys as other programs write them in text.
//!
//! | format                          | private                                | public                      |
//! |---------------------------------|----------------------------------------|-----------------------------|
//! | Solana                          | an array of 64 numbers; 64 bytes in base58, as wallets export them | 32 bytes in base58 |
//! | libsodium                       | 64 bytes, in hexadecimal digits or base64 | 32 bytes in the same      |
//! | Tendermint and CometBFT         | `priv_validator_key.json`, `node_key.json` | the object `pub_key` in them |
//! | multibase (multicodec)          | `z…`, `u…`, `f…`                       | the same, `did:key:z…`      |
//! | WireGuard, X25519               | 32 bytes in base64                     | the same                    |
//! | age, X25519                     | `AGE-SECRET-KEY-1…`, files of `age-keygen` | `age1…`                 |
//! | WIF of Bitcoin, secp256k1       | `5…`, `K…`, `L…`, of test networks `9…`, `c…` | none                 |
//!
//! Where a private key stands with its public half, or an address of it, the half is computed and compared.
//! [`TextKey`] recognises the formats that say what they are; base58, hexadecimal digits and base64 are bytes with a
//! [`Writing`](super::Writing).
//!
//! Secrets are decoded and encoded in constant time but for the length of their text, and for whether it is well-formed.

mod age;
pub(super) mod base58;
mod base64;
mod bech32;
mod multibase;
mod solana;
mod tendermint;
#[cfg(feature = "secp256k1")]
mod wif;

pub use base58::to_base58;
#[cfg(feature = "secp256k1")]
pub use wif::{Network, WifKey};

use super::{PrivateKey, PublicKey, cleanly};
use crate::{Error, Fault, FormatFault, KeyFileError};
use core::fmt;

/// The format of a [`TextKey`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextFormat {
    /// An array of 64 numbers.
    Solana,
    /// The JSON of Tendermint and CometBFT.
    Tendermint,
    /// A key with a code before it.
    Multibase,
    /// An identifier that is a public key.
    DidKey,
    /// An identity or a recipient of age.
    Age,
    /// Wallet Import Format. With the feature `secp256k1`.
    #[cfg(feature = "secp256k1")]
    Wif,
}

impl TextFormat {
    /// The name, as a noun.
    pub const fn name(self) -> &'static str {
        match self {
            TextFormat::Solana => "Solana keypair",
            TextFormat::Tendermint => "Tendermint key file",
            TextFormat::Multibase => "multibase key",
            TextFormat::DidKey => "did:key",
            TextFormat::Age => "age key",
            #[cfg(feature = "secp256k1")]
            TextFormat::Wif => "WIF key",
        }
    }
}

/// A key in a text format that says what it is.
///
/// # Example
/// ```
/// use chop::encoding::text_keys::{TextFormat, TextKey};
/// let text = chop::ed25519::SigningKey::generate()?.to_solana()?;
/// assert_eq!(TextKey::of(text.as_str()).map(|key| key.format()), Some(TextFormat::Solana));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextKey<'a> {
    format: TextFormat,
    text: &'a str,
}

/// The format alone: the text may be secret.
impl fmt::Debug for TextKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TextKey").field(&self.format).finish()
    }
}

impl<'a> TextKey<'a> {
    /// Says which of the formats a text has, by its beginning; whether there is a key in it, reading tells.
    pub fn of(text: &'a str) -> Option<TextKey<'a>> {
        cleanly(|| TextKey::recognised(text))
    }

    fn recognised(text: &'a str) -> Option<TextKey<'a>> {
        let format = match () {
            _ if solana::is_one(text) => TextFormat::Solana,
            _ if tendermint::is_one(text) => TextFormat::Tendermint,
            _ if multibase::is_did(text) => TextFormat::DidKey,
            _ if age::is_one(text) => TextFormat::Age,
            #[cfg(feature = "secp256k1")]
            _ if wif::is_one(text) => TextFormat::Wif,
            _ if multibase::is_one(text) => TextFormat::Multibase,
            _ => return None,
        };
        Some(TextKey { format, text })
    }

    /// The format.
    pub fn format(&self) -> TextFormat {
        self.format
    }

    /// The text, without the blanks around it. It may be secret: do not print it.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The private key in the text.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`], [`Error::PublicKeyMismatch`], [`Error::SecretKeyRange`], [`KeyFileError::PublicKeyGiven`],
    /// [`KeyFileError::WrongAlgorithm`].
    pub fn private_key(&self) -> Result<PrivateKey, Error> {
        cleanly(|| self.read_private())
    }

    fn read_private(&self) -> Result<PrivateKey, Error> {
        match self.format {
            TextFormat::Solana => solana::read(self.text).map(PrivateKey::Ed25519),
            TextFormat::Tendermint => tendermint::private_key(self.text).map(PrivateKey::Ed25519),
            TextFormat::Multibase => multibase::private_key(self.text),
            TextFormat::DidKey => Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
            TextFormat::Age => age::private_key(self.text).map(PrivateKey::X25519),
            #[cfg(feature = "secp256k1")]
            TextFormat::Wif => wif::private_key(self.text).map(PrivateKey::Secp256k1),
        }
    }

    /// The public key in the text.
    ///
    /// # Errors
    /// As [`TextKey::private_key`]; [`KeyFileError::PrivateKeyGiven`].
    pub fn public_key(&self) -> Result<PublicKey, Error> {
        match self.format {
            TextFormat::Solana => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            #[cfg(feature = "secp256k1")]
            TextFormat::Wif => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            TextFormat::Tendermint => tendermint::public_key(self.text).map(PublicKey::Ed25519),
            TextFormat::Multibase | TextFormat::DidKey => multibase::public_key(self.text),
            TextFormat::Age => age::public_key(self.text).map(PublicKey::X25519),
        }
    }
}

/// The error of a text that does not follow its format.
fn malformed(fault: Fault) -> Error {
    Error::KeyFile(KeyFileError::Malformed(FormatFault(fault)))
}
