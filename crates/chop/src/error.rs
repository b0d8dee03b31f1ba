//! Errors: one variant for each cause that a caller can act on.

mod fault;
mod key_file;

#[cfg(any(
    feature = "cose",
    feature = "gm",
    feature = "jose",
    feature = "minisign",
    feature = "openssh",
    feature = "pkcs12",
    feature = "text-keys"
))]
pub(crate) use fault::Fault;
pub use fault::FormatFault;
pub use key_file::KeyFileError;

use core::fmt;

/// Why an operation did not succeed.
///
/// A failed verification is always [`Error::InvalidSignature`], without detail; ask
/// [`facts`](crate::ed25519::generic::VerifyingKey::facts) for the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The signature does not verify under this key, message and policy.
    InvalidSignature,
    /// A public key is not 32 bytes (SM2, secp256k1: 33 or 65).
    PublicKeyLength,
    /// A secret key is neither a seed of 32 bytes nor a pair of 64.
    SecretKeyLength,
    /// A signature is not 64 bytes.
    SignatureLength,
    /// Bytes that are the encoding of no point.
    NotAPoint,
    /// The public half of a key pair does not belong to its secret half.
    PublicKeyMismatch,
    /// A context is empty or longer than 255 bytes.
    ContextLength,
    /// The operating system, or the generator given, had no randomness.
    Randomness,
    /// X25519 gave the all-zero secret: the other side's public key has small order.
    ZeroSharedSecret,
    /// A message read twice was not the same the second time; nothing was signed.
    MessageChanged,
    /// The signature just made does not verify: a fault in this machine; nothing was released.
    FaultDetected,
    /// A key file is not read, for this reason.
    KeyFile(KeyFileError),
    /// A number that is no secret key: not in 1 ..= n − 2 (SM2) or 1 ..= n − 1 (secp256k1).
    SecretKeyRange,
    /// A number of a signature that is not in 1 ..= n − 1.
    SignatureRange,
    /// Not a signature in DER.
    SignatureDer,
    /// An SM2 identifier is longer than 8,191 bytes.
    IdLength,
    /// Not an SKF or SDF structure of SM2.
    Blob,
    /// SM2 encrypts one byte or more.
    EmptyMessage,
    /// A ciphertext that does not decrypt, whatever the reason.
    Ciphertext,
    /// A number that is not below the order of the group.
    ScalarRange,
    /// The encoding of a point that is not the one that encoding gives: y ≥ p, or x = 0 with the sign bit set.
    NotCanonical,
    /// A domain separation tag is empty, or more bytes are asked for than RFC 9380 can expand.
    DomainTag,
    /// A public key in a hybrid form (06 or 07), which no rule takes.
    HybridPublicKey,
    /// The last byte of a signature of 65 is none of 0, 1, 27 and 28.
    RecoveryId,
    /// Not an address of Ethereum, or its checksum is wrong.
    Address,
}

impl Error {
    /// A number that never changes its meaning, the same in every binding.
    pub const fn code(self) -> u32 {
        match self {
            Error::InvalidSignature => 1,
            Error::PublicKeyLength => 2,
            Error::SecretKeyLength => 3,
            Error::SignatureLength => 4,
            Error::NotAPoint => 5,
            Error::PublicKeyMismatch => 6,
            Error::ContextLength => 7,
            Error::Randomness => 8,
            Error::ZeroSharedSecret => 9,
            Error::MessageChanged => 10,
            Error::FaultDetected => 11,
            Error::KeyFile(kind) => kind.code(),
            Error::SecretKeyRange => 19,
            Error::SignatureRange => 20,
            Error::SignatureDer => 21,
            Error::IdLength => 22,
            Error::Blob => 28,
            Error::EmptyMessage => 30,
            Error::Ciphertext => 31,
            Error::ScalarRange => 32,
            Error::NotCanonical => 33,
            Error::DomainTag => 34,
            Error::HybridPublicKey => 94,
            Error::RecoveryId => 95,
            Error::Address => 96,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::KeyFile(kind) => return kind.fmt(f),
            Error::InvalidSignature => "the signature is not valid",
            Error::PublicKeyLength => "a public key has 32 bytes (SM2, secp256k1: 33 or 65)",
            Error::SecretKeyLength => {
                "a secret key has 32 bytes, or for Ed25519 also 64 (seed and public key)"
            }
            Error::SignatureLength => "a signature has 64 bytes",
            Error::NotAPoint => "these bytes are not a public key: no point has this encoding",
            Error::PublicKeyMismatch => "the public half does not belong to the secret half of the key",
            Error::ContextLength => "a context has 1 to 255 bytes",
            Error::Randomness => "no randomness could be had from the operating system",
            Error::ZeroSharedSecret => "the shared secret is zero: the other public key has small order",
            Error::MessageChanged => "the message changed while it was being signed; nothing was signed",
            Error::FaultDetected => {
                "the signature failed its own check; nothing was released, suspect the hardware"
            }
            Error::SecretKeyRange => "a secret key is a number from 1 to n - 2 (SM2) or n - 1 (secp256k1), and this one is not",
            Error::SignatureRange => "r and s of a signature are numbers from 1 to n - 1, and these are not",
            Error::SignatureDer => "not a signature in DER: a SEQUENCE of two shortest positive INTEGERs",
            Error::IdLength => "an SM2 identifier has at most 8191 bytes",
            Error::Blob => {
                "not an SKF or SDF structure of SM2: 132 bytes for a public key, 68 for a private key, 128 for a \
                 signature, numbers right-aligned in 64 bytes"
            }
            Error::EmptyMessage => "there is nothing to encrypt: SM2 encrypts one byte or more",
            Error::Ciphertext => {
                "the ciphertext does not decrypt: another key, another form, or it was changed"
            }
            Error::ScalarRange => "the number is not below the order of the group",
            Error::NotCanonical => "a point, but not in its canonical encoding",
            Error::DomainTag => "a domain separation tag has one byte or more, and expands to 16320 bytes at most",
            Error::HybridPublicKey => {
                "a public key in a hybrid form (06 or 07): write it as 04 and both coordinates, or as 02 or 03 and x"
            }
            Error::RecoveryId => "the last byte of a signature of 65 bytes is 0, 1, 27 or 28, and this one is not",
            Error::Address => {
                "not an address: 0x and 40 hexadecimal digits, all lower case or with the capitals of EIP-55"
            }
        })
    }
}

impl core::error::Error for Error {}

#[cfg(feature = "signature")]
impl From<Error> for signature::Error {
    /// Without the cause: that crate's error is opaque on purpose.
    fn from(_: Error) -> signature::Error {
        signature::Error::new()
    }
}

/// Why signing or verifying from a reader did not succeed.
#[cfg(feature = "std")]
#[derive(Debug)]
#[non_exhaustive]
pub enum ReaderError {
    /// The reader failed.
    Io(std::io::Error),
    /// Everything else.
    Failed(Error),
}

#[cfg(feature = "std")]
impl fmt::Display for ReaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReaderError::Io(error) => write!(f, "the message could not be read: {error}"),
            ReaderError::Failed(error) => error.fmt(f),
        }
    }
}

#[cfg(feature = "std")]
impl core::error::Error for ReaderError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ReaderError::Io(error) => Some(error),
            ReaderError::Failed(_) => None,
        }
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for ReaderError {
    fn from(error: std::io::Error) -> ReaderError {
        ReaderError::Io(error)
    }
}

#[cfg(feature = "std")]
impl From<Error> for ReaderError {
    fn from(error: Error) -> ReaderError {
        ReaderError::Failed(error)
    }
}
