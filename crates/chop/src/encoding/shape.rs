//! How the content of a file, or an argument, is written: what [`recognise`] knows, and text of bytes.
//!
//! [`Shape`] is the list of all forms of keys that are read. A format with a name of its own is a line of [`Content`], of [`Shape`], of
//! [`Shape::of`], and of [`Shape::private_key`] and [`Shape::public_key`].
//!
//! Text of bytes is read in constant time, since it may be a secret: which encoding it has is public, and where it is wrong.

#[cfg(any(feature = "secp256k1", feature = "sm2"))]
use super::curves::{self, of_coordinates};
#[cfg(feature = "text-keys")]
use super::text_keys::{TextKey, base58};
use super::{Content, DerContent, PrivateKey, PublicKey, cleanly, foreign, pem, public_half, recognise};
use crate::ed25519;
use crate::secret::SecretBytes;
use crate::{Error, KeyFileError};
use alloc::vec::Vec;
use base64ct::{Base64, Base64Unpadded, Base64UrlUnpadded, Encoding};
use chop_core::ct::{self, Mask, declassify};

/// The encoding of bytes in a file or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Writing {
    /// The bytes themselves.
    Raw,
    /// Hexadecimal digits of either case.
    Hex,
    /// Base64, with padding or without.
    Base64,
    /// Base64 with `-` and `_`, without padding.
    Base64Url,
    /// Base58 with the alphabet of Bitcoin, as Solana has it. With the feature `text-keys`.
    Base58,
}

impl Writing {
    /// The name: `raw`, `hex`, `base64`, `base64url` or `base58`.
    pub const fn name(self) -> &'static str {
        match self {
            Writing::Raw => "raw",
            Writing::Hex => "hex",
            Writing::Base64 => "base64",
            Writing::Base64Url => "base64url",
            Writing::Base58 => "base58",
        }
    }
}

/// The content of a file or an argument, with the bytes that its text stands for.
///
/// # Example
/// ```
/// use chop::encoding::{Shape, Writing};
/// let Shape::Bytes(bytes, Writing::Hex) = Shape::of(b" 0102ff\n") else { panic!("hex") };
/// assert_eq!(bytes.as_bytes(), [1, 2, 255]);
/// ```
#[non_exhaustive]
pub enum Shape<'a> {
    /// The block of PEM that counts: see [`Content::Pem`].
    Pem {
        /// The block.
        text: &'a str,
        /// Its label.
        label: &'a str,
        /// All of the text: see [`Shape::check_halves`].
        whole: &'a str,
    },
    /// An element of DER, and what it holds.
    Der(&'a [u8], DerContent),
    /// A public key of OpenSSH: see [`Content::Ssh`].
    Ssh(&'a str),
    /// An `allowed_signers` file of OpenSSH.
    AllowedSigners(&'a str),
    /// A file of minisign or signify: see [`Content::Minisign`].
    Minisign(&'a str),
    /// A key in JSON: see [`Content::Jwk`].
    Jwk(&'a str),
    /// A set of keys in JSON.
    JwkSet(&'a str),
    /// A signature of JSON Web Tokens, which is no key.
    Jws(&'a str),
    /// A key of COSE: see [`Content::CoseKey`].
    CoseKey(&'a [u8]),
    /// A signature of COSE, which is no key.
    CoseSign1(&'a [u8]),
    /// A key in a text format of its own.
    #[cfg(feature = "text-keys")]
    TextKey(TextKey<'a>),
    /// A file that is known and not read, or text that may be two keys, with the error that names it.
    NotRead(KeyFileError),
    /// Bytes, and how they were written.
    Bytes(SecretBytes, Writing),
}

impl<'a> Shape<'a> {
    /// Tells the forms apart. 32 bytes are always raw.
    ///
    /// # Timing
    /// As [`recognise`]; constant in the bytes that text stands for.
    pub fn of(content: &'a [u8]) -> Shape<'a> {
        cleanly(|| Shape::recognised(content))
    }

    fn recognised(content: &'a [u8]) -> Shape<'a> {
        match recognise(content) {
            Content::Pem { text, label, whole } => return Shape::Pem { text, label, whole },
            Content::Ssh(text) => return Shape::Ssh(text),
            Content::AllowedSigners(text) => return Shape::AllowedSigners(text),
            Content::Minisign(text) => return Shape::Minisign(text),
            Content::Jwk(text) => return Shape::Jwk(text),
            Content::JwkSet(text) => return Shape::JwkSet(text),
            Content::Jws(text) => return Shape::Jws(text),
            Content::CoseKey(bytes) => return Shape::CoseKey(bytes),
            Content::CoseSign1(bytes) => return Shape::CoseSign1(bytes),
            #[cfg(feature = "text-keys")]
            Content::TextKey(key) => return Shape::TextKey(key),
            Content::NotRead(error) => return Shape::NotRead(error),
            Content::Bytes32 => {}
            other => {
                let text = core::str::from_utf8(content).ok();
                match text.map(|text| decode_text(text.trim_start_matches('\u{feff}').trim())) {
                    Some(Ok(Some((bytes, writing)))) => return Shape::Bytes(bytes, writing),
                    Some(Err(error)) => return Shape::NotRead(error),
                    Some(Ok(None)) | None => {}
                }
                if let Content::Der(der) = other {
                    return Shape::Der(content, der);
                }
            }
        }
        Shape::Bytes(SecretBytes(content.to_vec()), Writing::Raw)
    }

    /// The private key, if this is one that says so itself.
    ///
    /// # Errors
    /// As [`PrivateKey::load`].
    pub fn private_key(&self, passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        cleanly(|| {
            let key = self.read_private(passphrase)?;
            self.check_halves(&key.public_key())?;
            Ok(key)
        })
    }

    /// Refuses the private key in this if a public key stands beside it that belongs to another. `key` is its public key.
    ///
    /// Beside a private key in PEM, each block `PUBLIC KEY` and each request for a certificate must have its public key. With the feature
    /// `x509`, one of the certificates must have it, too, if there are some whose keys are read: a file may hold a chain of them.
    /// [`Shape::private_key`] does this itself.
    ///
    /// # Errors
    /// [`Error::PublicKeyMismatch`].
    pub fn check_halves(&self, key: &PublicKey) -> Result<(), Error> {
        match self {
            Shape::Pem { whole, .. } => public_half::check(whole, key),
            _ => Ok(()),
        }
    }

    fn read_private(&self, passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
        match self {
            Shape::Pem { text, .. } => PrivateKey::from_pem(text, passphrase),
            Shape::Der(der, _) => PrivateKey::from_der(der, passphrase),
            Shape::Ssh(_) | Shape::AllowedSigners(_) => Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
            #[cfg(feature = "minisign")]
            Shape::Minisign(text) => super::minisign::PrivateKeyFile::from_text(text, passphrase)
                .map(|file| PrivateKey::Ed25519(file.key)),
            #[cfg(not(feature = "minisign"))]
            Shape::Minisign(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            #[cfg(feature = "jose")]
            Shape::Jwk(text) => super::jose::PrivateJwk::from_text(text).map(|jwk| jwk.key),
            #[cfg(not(feature = "jose"))]
            Shape::Jwk(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            #[cfg(feature = "cose")]
            Shape::CoseKey(bytes) => super::cose::CoseKey::private_from_bytes(bytes),
            #[cfg(not(feature = "cose"))]
            Shape::CoseKey(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            Shape::JwkSet(_) | Shape::Jws(_) | Shape::CoseSign1(_) => {
                Err(Error::KeyFile(KeyFileError::Unrecognised))
            }
            #[cfg(feature = "text-keys")]
            Shape::TextKey(key) => key.private_key(),
            Shape::NotRead(error) => Err(Error::KeyFile(*error)),
            Shape::Bytes(bytes, _) => private_from_bytes(&bytes.0, passphrase),
        }
    }

    /// The public key, if this is one that says so itself.
    ///
    /// # Errors
    /// As [`PublicKey::load`].
    pub fn public_key(&self) -> Result<PublicKey, Error> {
        match self {
            #[cfg(feature = "x509")]
            Shape::Pem { text, label, .. } if label.ends_with("CERTIFICATE") => {
                super::Certificate::from_pem(text)?.public_key()
            }
            #[cfg(feature = "x509")]
            Shape::Pem { text, label, .. } if label.ends_with("CERTIFICATE REQUEST") => {
                super::CertificateRequest::from_pem(text)?.public_key()
            }
            Shape::Pem { text, label, .. } => PublicKey::from_pem(text).map_err(|error| match error {
                // One that cannot even be decoded is a private key all the same.
                Error::KeyFile(KeyFileError::Pem) if label.ends_with(pem::PRIVATE) => {
                    Error::KeyFile(KeyFileError::PrivateKeyGiven)
                }
                _ => error,
            }),
            Shape::Der(der, _) => public_from_der(der),
            #[cfg(feature = "openssh")]
            Shape::Ssh(text) => public_from_ssh(text),
            #[cfg(not(feature = "openssh"))]
            Shape::Ssh(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            #[cfg(feature = "minisign")]
            Shape::Minisign(text) => {
                super::minisign::PublicKey::from_text(text).map(|key| PublicKey::Ed25519(key.key))
            }
            #[cfg(not(feature = "minisign"))]
            Shape::Minisign(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            #[cfg(feature = "jose")]
            Shape::Jwk(text) => super::jose::Jwk::from_text(text).map(|jwk| *jwk.key()),
            #[cfg(feature = "jose")]
            Shape::JwkSet(text) => public_from_set(text),
            #[cfg(not(feature = "jose"))]
            Shape::Jwk(_) | Shape::JwkSet(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            #[cfg(feature = "cose")]
            Shape::CoseKey(bytes) => super::cose::CoseKey::from_bytes(bytes).map(|key| *key.key()),
            #[cfg(not(feature = "cose"))]
            Shape::CoseKey(_) => Err(Error::KeyFile(KeyFileError::Unrecognised)),
            Shape::AllowedSigners(_) | Shape::Jws(_) | Shape::CoseSign1(_) => {
                Err(Error::KeyFile(KeyFileError::Unrecognised))
            }
            #[cfg(feature = "text-keys")]
            Shape::TextKey(key) => key.public_key(),
            Shape::NotRead(error) => Err(Error::KeyFile(*error)),
            Shape::Bytes(bytes, _) => public_from_bytes(&bytes.0),
        }
    }
}

fn private_from_bytes(bytes: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKey, Error> {
    match recognise(bytes) {
        Content::Der(_) => PrivateKey::from_der(bytes, passphrase),
        #[cfg(feature = "sm2")]
        Content::Sm2PrivateBlob => crate::sm2::SigningKey::from_blob(bytes).map(PrivateKey::Sm2),
        Content::EllipticPoint | Content::Sm2PublicBlob => Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
        Content::Bytes64 => of_pair(bytes).map_err(|error| match of_coordinates(bytes) {
            Some(_) => Error::KeyFile(KeyFileError::PublicKeyGiven),
            None => error,
        }),
        Content::Bytes32 => Err(Error::KeyFile(KeyFileError::BareBytes)),
        Content::NotRead(error) => Err(Error::KeyFile(error)),
        _ => Err(Error::KeyFile(KeyFileError::Unrecognised)),
    }
}

fn public_from_bytes(bytes: &[u8]) -> Result<PublicKey, Error> {
    match recognise(bytes) {
        Content::Der(_) => public_from_der(bytes),
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        Content::EllipticPoint => curves::of_point(bytes),
        #[cfg(feature = "sm2")]
        Content::Sm2PublicBlob => crate::sm2::VerifyingKey::from_blob(bytes).map(PublicKey::Sm2),
        Content::Sm2PrivateBlob => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
        Content::Bytes64 => match of_coordinates(bytes) {
            Some(key) => Ok(key),
            None if of_pair(bytes).is_ok() => Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)),
            None => Err(Error::KeyFile(KeyFileError::Unrecognised)),
        },
        Content::Bytes32 => Err(Error::KeyFile(KeyFileError::BareBytes)),
        Content::NotRead(error) => Err(Error::KeyFile(error)),
        _ => Err(Error::KeyFile(KeyFileError::Unrecognised)),
    }
}

/// The key of 64 bytes, a seed and its public key, which tell the algorithm.
///
/// # Errors
/// [`Error::PublicKeyMismatch`] if the half fits with no hash.
fn of_pair(bytes: &[u8]) -> Result<PrivateKey, Error> {
    let key = ed25519::SigningKey::from_slice(bytes).map(PrivateKey::Ed25519);
    #[cfg(feature = "blake3")]
    let key = key.or_else(|error| {
        crate::ed25519_blake3::SigningKey::from_slice(bytes).map(PrivateKey::Ed25519Blake3).map_err(|_| error)
    });
    #[cfg(feature = "blake2b")]
    let key = key.or_else(|error| {
        crate::ed25519_blake2b::SigningKey::from_slice(bytes)
            .map(PrivateKey::Ed25519Blake2b)
            .map_err(|_| error)
    });
    key
}

/// No key has coordinates.
#[cfg(not(any(feature = "secp256k1", feature = "sm2")))]
fn of_coordinates(_: &[u8]) -> Option<PublicKey> {
    None
}

fn public_from_der(der: &[u8]) -> Result<PublicKey, Error> {
    let key = PublicKey::from_der(der);
    #[cfg(feature = "x509")]
    if key == Err(Error::KeyFile(KeyFileError::Der)) {
        if let Ok(certificate) = super::Certificate::from_der(der) {
            return certificate.public_key();
        }
        if let Ok(request) = super::CertificateRequest::from_der(der) {
            return request.public_key();
        }
    }
    key.map_err(|error| match foreign::name(der) {
        Some(name @ Error::KeyFile(KeyFileError::Pkcs12)) if !cfg!(feature = "pkcs12") => name,
        _ => error,
    })
}

/// The one key in a set.
#[cfg(feature = "jose")]
fn public_from_set(text: &str) -> Result<PublicKey, Error> {
    match super::jose::JwkSet::from_text(text)?.keys() {
        [key] => Ok(*key.key()),
        [] => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        _ => Err(Error::KeyFile(KeyFileError::SeveralKeys)),
    }
}

/// The one key in a `*.pub` file or in `authorized_keys`.
#[cfg(feature = "openssh")]
fn public_from_ssh(text: &str) -> Result<PublicKey, Error> {
    match super::openssh::PublicKey::from_lines(text)?.as_slice() {
        [(key, _)] if key.application().is_some() => Err(Error::KeyFile(KeyFileError::SecurityToken)),
        [(key, _)] => Ok(PublicKey::Ed25519(*key.verifying_key())),
        [] => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
        _ => Err(Error::KeyFile(KeyFileError::SeveralKeys)),
    }
}

/// The bytes that text stands for, and its encoding; `None` for blank text and for text that is in no encoding.
///
/// | text                                  | is                                                                   |
/// |---------------------------------------|----------------------------------------------------------------------|
/// | behind `hex:`, `base64:` or `base58:` | in that encoding                                                     |
/// | a key or signature in one encoding    | in that one                                                          |
/// | a key or signature in two             | refused: 43 characters, say, may be base58 of 32 bytes or base64 without padding |
/// | anything else                         | hex where it can be, otherwise base64                                |
///
/// Base58 is read with the feature `text-keys`, and stands for 32 or 64 bytes.
///
/// # Errors
/// [`KeyFileError::TwoKeys`], [`KeyFileError::Prefix`].
///
/// # Timing
/// Constant in the bytes. Which encoding it is shows.
///
/// # Example
/// ```
/// use chop::encoding::{Writing, decode_text};
/// let (bytes, writing) = decode_text("base64:AAEC")?.expect("base64");
/// assert_eq!((bytes.as_bytes(), writing), (&[0, 1, 2][..], Writing::Base64));
/// # Ok::<(), chop::KeyFileError>(())
/// ```
pub fn decode_text(text: &str) -> Result<Option<(SecretBytes, Writing)>, KeyFileError> {
    cleanly(|| decoded(text))
}

fn decoded(text: &str) -> Result<Option<(SecretBytes, Writing)>, KeyFileError> {
    if text.is_empty() {
        return Ok(None);
    }
    if let Some((decode, rest)) = prefixed(text) {
        return decode(rest).map(Some).ok_or(KeyFileError::Prefix);
    }
    if text.len() > LONGEST_KEY {
        return Ok(hex(text).or_else(|| base64(text)));
    }
    // Digits of a key or a signature are no key in another encoding, whose bytes are not looked at then.
    if let Some(found) = hex(text).filter(|(bytes, _)| KEY_LENGTHS.contains(&bytes.0.len())) {
        return Ok(Some(found));
    }
    let mut found: Vec<(SecretBytes, Writing)> =
        DECODERS.iter().filter_map(|(_, decode)| decode(text)).collect();
    let keys: Vec<usize> = (0..found.len()).filter(|at| is_key_or_signature(&found[*at].0.0)).collect();
    match keys.as_slice() {
        [] if found.is_empty() => Ok(None),
        [] => Ok(Some(found.swap_remove(0))),
        [one] => Ok(Some(found.swap_remove(*one))),
        _ => Err(KeyFileError::TwoKeys),
    }
}

/// The lengths of keys and signatures that are no DER. As base64, the 2·n digits of one are ⌊3·n / 2⌋ bytes: none of these lengths.
const KEY_LENGTHS: [usize; 8] = [32, 33, 36, 64, 65, 68, 128, 132];

/// Characters of the longest text that is tried in every encoding: hexadecimal DER of any key.
const LONGEST_KEY: usize = 512;

type Decode = fn(&str) -> Option<(SecretBytes, Writing)>;

/// The encodings by their prefixes, the most likely first.
const DECODERS: &[(&str, Decode)] = &[
    ("hex:", hex),
    ("base64:", base64),
    #[cfg(feature = "text-keys")]
    ("base58:", base58_text),
];

/// The decoder that a prefix names, and the text behind it.
fn prefixed(text: &str) -> Option<(Decode, &str)> {
    let names = |prefix: &str| {
        let first = text.as_bytes().get(..prefix.len());
        first.is_some_and(|first| {
            declassify(ct::eq(first, prefix.as_bytes()), "which format a text has is public")
        })
    };
    DECODERS.iter().find(|(prefix, _)| names(prefix)).map(|(prefix, decode)| (*decode, &text[prefix.len()..]))
}

/// Hexadecimal digits, with `0x` or `0X` before them or without. The prefix is looked at only where everything behind it is digits: the text may
/// be secret.
pub(super) fn hex(text: &str) -> Option<(SecretBytes, Writing)> {
    let decode =
        |digits: &str| wiped(digits, |bytes| base16ct::mixed::decode(digits, bytes).ok().map(<[u8]>::len));
    let bytes = match decode(text) {
        Some(bytes) => bytes,
        None => {
            let (prefix, digits) = text.split_at_checked(2)?;
            let bytes = decode(digits)?;
            matches!(prefix, "0x" | "0X").then_some(bytes)?
        }
    };
    Some((bytes, Writing::Hex))
}

fn base64(text: &str) -> Option<(SecretBytes, Writing)> {
    let padded = wiped(text, |bytes| Base64::decode(text, bytes).ok().map(<[u8]>::len));
    let standard =
        padded.or_else(|| wiped(text, |bytes| Base64Unpadded::decode(text, bytes).ok().map(<[u8]>::len)));
    standard.map(|bytes| (bytes, Writing::Base64)).or_else(|| base64url(text))
}

pub(super) fn base64url(text: &str) -> Option<(SecretBytes, Writing)> {
    let bytes = wiped(text, |bytes| Base64UrlUnpadded::decode(text, bytes).ok().map(<[u8]>::len))?;
    Some((bytes, Writing::Base64Url))
}

/// The bytes that `decode` writes into memory of the length of the text, and how many it says that there are. The memory is wiped
/// whatever comes of it: a text that is wrong at its end has been decoded up to there.
fn wiped(text: &str, decode: impl FnOnce(&mut [u8]) -> Option<usize>) -> Option<SecretBytes> {
    let mut bytes = SecretBytes(alloc::vec![0; text.len()]);
    let length = decode(&mut bytes.0)?;
    bytes.0.truncate(length);
    Some(bytes)
}

#[cfg(feature = "text-keys")]
fn base58_text(text: &str) -> Option<(SecretBytes, Writing)> {
    [32, 64].iter().find_map(|length| Some((base58::decode(text, *length)?, Writing::Base58)))
}

/// Whether bytes have the length and the beginning of a key or a signature.
fn is_key_or_signature(bytes: &[u8]) -> bool {
    match recognise(bytes) {
        #[cfg(any(feature = "secp256k1", feature = "sm2"))]
        Content::EllipticPoint => curves::of_point(bytes) != Err(Error::NotAPoint),
        Content::Unknown => is_long_number(bytes),
        _ => true,
    }
}

/// Whether bytes are a private key of SM2 or secp256k1 with a zero before it, as Java writes numbers.
pub(super) fn is_long_number(bytes: &[u8]) -> bool {
    bytes.len() == 33
        && declassify(Mask::is_zero(u64::from(bytes[0])), "a key of more than 256 bits is refused")
}
