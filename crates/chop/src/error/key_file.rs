//! Why a key file is not read.

use super::{Error, FormatFault};
use core::fmt;

/// Why a file, or its text or bytes, gives no key: the kind of an [`Error::KeyFile`].
///
/// # Example
/// ```
/// use chop::{Error, KeyFileError, encoding::PrivateKey};
/// let text = "-----BEGIN ENCRYPTED PRIVATE KEY-----\n-----END ENCRYPTED PRIVATE KEY-----\n";
/// match PrivateKey::from_pem(text, None) {
///     Err(Error::KeyFile(KeyFileError::Encrypted)) => println!("ask for the passphrase"),
///     Err(error) => println!("{error}"),
///     Ok(key) => println!("a key for {}", key.algorithm()),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyFileError {
    /// Not a PEM text, or one with another label than expected.
    Pem,
    /// Not the DER of a key.
    Der,
    /// A key of another algorithm than the one asked for.
    WrongAlgorithm,
    /// An encrypted private key where a plain one is expected: a passphrase is needed.
    Encrypted,
    /// The passphrase is wrong, or the encrypted content is damaged.
    Decryption,
    /// A private key where a public one belongs. Treat it as exposed if it was meant to be shared.
    PrivateKeyGiven,
    /// A public key where a private one belongs.
    PublicKeyGiven,
    /// An encrypted key file asks for more work or memory than any honest one: more than 10,000,000
    /// iterations of PBKDF2, 1 GiB and 1 MiB for scrypt, or four passes over 1 GiB.
    KdfCost,
    /// A private key encrypted in a way that is not read: anything but PBES2 with PBKDF2 or scrypt, and AES or
    /// SM4 in CBC or GCM mode.
    UnknownEncryption,
    /// A CFCA file: an SM2 key and its certificate, in a form of their own. Read by [`PrivateKey::load`](crate::encoding::PrivateKey::load)
    /// with the feature `gm`, and nowhere else.
    CfcaFile,
    /// A key in an envelope (GM/T 0009, GM/T 0010): encrypted to another SM2 key, not with a passphrase. Opened with that key by
    /// `sm2::SigningKey::from_enveloped` of the feature `gm`.
    EnvelopedKey,
    /// An elliptic-curve key whose curve is written as numbers, not by its name.
    CurveParameters,
    /// Not an X.509 certificate.
    Certificate,
    /// There is less memory than the scrypt of an encrypted key file takes, which is within the limit of
    /// [`KeyFileError::KdfCost`]. The file may be good: read it where there is more.
    Memory,
    /// A file of a format that is known, which does not follow it.
    Malformed(FormatFault),
    /// A private key of OpenSSH that is encrypted in a way that is not read: anything but bcrypt with AES-256 in CTR or GCM mode.
    OpenSshEncryption,
    /// The private key is in a security token, and the file says only which token.
    SecurityToken,
    /// 32 bytes, raw or as text, which say neither the algorithm of their key nor whether it is private: the constructors of the
    /// types of keys, `from_bytes`, take them.
    BareBytes,
    /// Text that is one key or signature in base58 and another in base64. The prefix `base58:` or `base64:` decides.
    TwoKeys,
    /// Several keys in one file, none of which counts more than the others.
    SeveralKeys,
    /// Neither a key nor a file that is recognised.
    Unrecognised,
    /// Text behind `hex:`, `base64:` or `base58:` that is not in that encoding.
    Prefix,
    /// A key or signature of OpenPGP.
    OpenPgp,
    /// A PKCS#12 file. Read by [`PrivateKey::load`](crate::encoding::PrivateKey::load) with the feature `pkcs12`, and nowhere else.
    Pkcs12,
    /// A private key of PuTTY.
    PuttyKey,
    /// A keystore of Java.
    JavaKeystore,
    /// A file that is encrypted with age.
    AgeFile,
    /// A key in an envelope that the key which was given does not open.
    OtherEnvelope,
    /// A PKCS#12 file encrypted in a way that is not read: RC2, DES, RC4.
    Pkcs12Encryption,
    /// A configuration of WireGuard, in which keys stand.
    WireguardFile,
    /// An encrypted text of JSON Web Tokens (JWE), which may hold a key.
    Jwe,
}

impl KeyFileError {
    /// The number of the [`Error`] of this kind: see [`Error::code`].
    pub const fn code(self) -> u32 {
        match self {
            KeyFileError::Pem => 12,
            KeyFileError::Der => 13,
            KeyFileError::WrongAlgorithm => 14,
            KeyFileError::Encrypted => 15,
            KeyFileError::Decryption => 16,
            KeyFileError::PrivateKeyGiven => 17,
            KeyFileError::PublicKeyGiven => 18,
            KeyFileError::KdfCost => 23,
            KeyFileError::UnknownEncryption => 24,
            KeyFileError::CfcaFile => 25,
            KeyFileError::EnvelopedKey => 26,
            KeyFileError::CurveParameters => 27,
            KeyFileError::Certificate => 29,
            KeyFileError::Memory => 35,
            KeyFileError::Malformed(_) => 36,
            KeyFileError::OpenSshEncryption => 37,
            KeyFileError::SecurityToken => 38,
            KeyFileError::BareBytes => 60,
            KeyFileError::TwoKeys => 61,
            KeyFileError::SeveralKeys => 62,
            KeyFileError::Unrecognised => 63,
            KeyFileError::Prefix => 64,
            KeyFileError::OpenPgp => 65,
            KeyFileError::Pkcs12 => 66,
            KeyFileError::PuttyKey => 67,
            KeyFileError::JavaKeystore => 68,
            KeyFileError::AgeFile => 69,
            KeyFileError::OtherEnvelope => 90,
            KeyFileError::Pkcs12Encryption => 91,
            KeyFileError::WireguardFile => 92,
            KeyFileError::Jwe => 93,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            KeyFileError::Pem => "not a PEM key, or its label names something else",
            KeyFileError::Der => "not a DER key",
            KeyFileError::WrongAlgorithm => "the key belongs to another algorithm",
            KeyFileError::Encrypted => "the private key is encrypted: give its passphrase",
            KeyFileError::Decryption => "wrong passphrase, or a damaged file",
            KeyFileError::PrivateKeyGiven => "this is a private key, and a public key belongs here",
            KeyFileError::PublicKeyGiven => "this is a public key, and a private key belongs here",
            KeyFileError::KdfCost => {
                "refused: the passphrase would be hashed more than 10,000,000 times, or in more than 1 GiB"
            }
            KeyFileError::UnknownEncryption => {
                "the key is encrypted in a way that is not supported: convert it with `openssl pkcs8 -topk8`"
            }
            KeyFileError::CfcaFile => "a CFCA file: export the key as PKCS#8 with the software that made it",
            KeyFileError::EnvelopedKey => {
                "this key is encrypted to another SM2 key, not with a passphrase: open it with that key first"
            }
            KeyFileError::CurveParameters => {
                "the key's curve has no name: convert it with `openssl ec -param_enc named_curve`"
            }
            KeyFileError::Certificate => "not an X.509 certificate",
            KeyFileError::Memory => {
                "not enough memory to hash the passphrase as this file asks (up to 1025 MiB)"
            }
            KeyFileError::Malformed(_) => "the file does not follow its format",
            KeyFileError::OpenSshEncryption => {
                "the key is encrypted in a way that is not supported: change that with `ssh-keygen -p -Z aes256-ctr -f FILE`"
            }
            KeyFileError::SecurityToken => "the private key is in a security token, not in this file",
            KeyFileError::BareBytes => {
                "32 bytes say neither the algorithm of their key nor whether it is private"
            }
            KeyFileError::TwoKeys => {
                "the text can be read as base58 and as base64: put `base58:` or `base64:` before it, whichever it is"
            }
            KeyFileError::SeveralKeys => "the file holds several keys: give one of them alone",
            KeyFileError::Unrecognised => "neither a key nor a file that is recognised",
            KeyFileError::Prefix => {
                "the text behind `hex:`, `base64:` or `base58:` is not in that encoding (base58: of 32 or 64 bytes)"
            }
            KeyFileError::OpenPgp => "an OpenPGP key or signature, which is not read: use `gpg` or `sq`",
            KeyFileError::Pkcs12 => {
                "a PKCS#12 file, which is not read here: get its key with `openssl pkcs12 -nocerts -in FILE`"
            }
            KeyFileError::PuttyKey => {
                "a key of PuTTY, which is not read: convert it with `puttygen FILE -O private-openssh-new`"
            }
            KeyFileError::JavaKeystore => {
                "a keystore of Java, which is not read: `keytool -importkeystore -deststoretype pkcs12` makes PKCS#12 of it"
            }
            KeyFileError::AgeFile => "a file that is encrypted with age: open it with `age --decrypt` first",
            KeyFileError::OtherEnvelope => {
                "this key is encrypted to another key than the one given, or damaged"
            }
            KeyFileError::Pkcs12Encryption => {
                "the PKCS#12 file is encrypted with RC2, DES or RC4: write it anew with `openssl pkcs12 -legacy -in FILE -out key.pem` and \
                 `openssl pkcs12 -export -in key.pem -out NEW`"
            }
            KeyFileError::WireguardFile => {
                "a configuration of WireGuard: give one of its keys alone, the text behind `PrivateKey =` or `PublicKey =`"
            }
            KeyFileError::Jwe => {
                "an encrypted text of JSON Web Tokens (JWE), which is not read: decrypt it with a library for JOSE"
            }
        }
    }
}

impl fmt::Display for KeyFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyFileError::Malformed(fault) => fault.fmt(f),
            other => f.write_str(other.text()),
        }
    }
}

impl core::error::Error for KeyFileError {}

impl From<KeyFileError> for Error {
    fn from(kind: KeyFileError) -> Error {
        Error::KeyFile(kind)
    }
}
