//! How a message becomes a digest, by name.

use super::digest::Digest;
use core::fmt;

/// How a message becomes the digest that is signed.
///
/// | name        | constructor of [`Digest`]  |
/// |-------------|----------------------------|
/// | `sha256`    | [`Digest::sha256`]         |
/// | `sha256d`   | [`Digest::sha256d`]        |
/// | `keccak256` | [`Digest::keccak256`]      |
/// | `eip191`    | [`Digest::eip191`]         |
///
/// # Example
/// ```
/// use chop::secp256k1::{Digest, MessageHash};
/// let hash = MessageHash::from_name("keccak256").expect("a name");
/// assert_eq!(hash.digest(b"hello"), Digest::keccak256(b"hello"));
/// assert_eq!(hash.to_string(), "keccak256");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageHash {
    /// SHA-256.
    Sha256,
    /// SHA-256 of SHA-256.
    Sha256d,
    /// Keccak-256.
    Keccak256,
    /// Keccak-256 of the message behind the prefix of EIP-191.
    Eip191,
}

impl MessageHash {
    /// All of them.
    pub const ALL: [MessageHash; 4] =
        [MessageHash::Sha256, MessageHash::Sha256d, MessageHash::Keccak256, MessageHash::Eip191];

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<MessageHash> {
        MessageHash::ALL.into_iter().find(|hash| hash.name() == name)
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            MessageHash::Sha256 => "sha256",
            MessageHash::Sha256d => "sha256d",
            MessageHash::Keccak256 => "keccak256",
            MessageHash::Eip191 => "eip191",
        }
    }

    /// The digest of everything that a reader gives, in one pass and 64 KiB of memory; with EIP-191, whose prefix has the length, the message
    /// is held in memory.
    ///
    /// # Errors
    /// As the reader says.
    #[cfg(feature = "std")]
    pub fn digest_reader<R: std::io::Read>(self, mut message: R) -> std::io::Result<Digest> {
        Ok(match self {
            MessageHash::Sha256 => Digest::of_reader::<sha2::Sha256, R>(message)?,
            MessageHash::Sha256d => Digest::sha256(Digest::of_reader::<sha2::Sha256, R>(message)?.as_bytes()),
            MessageHash::Keccak256 => Digest::of_reader::<sha3::Keccak256, R>(message)?,
            MessageHash::Eip191 => {
                let mut held = std::vec::Vec::new();
                message.read_to_end(&mut held)?;
                Digest::eip191(&held)
            }
        })
    }

    /// The digest of a message.
    pub fn digest(self, message: &[u8]) -> Digest {
        match self {
            MessageHash::Sha256 => Digest::sha256(message),
            MessageHash::Sha256d => Digest::sha256d(message),
            MessageHash::Keccak256 => Digest::keccak256(message),
            MessageHash::Eip191 => Digest::eip191(message),
        }
    }
}

impl fmt::Display for MessageHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
