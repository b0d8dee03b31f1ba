//! Keys and signatures as minisign and signify write them.
//!
//! | file                                                | type               |
//! |-----------------------------------------------------|--------------------|
//! | `minisign.key`, `*.sec` of signify                  | [`PrivateKeyFile`] |
//! | `minisign.pub`, `*.pub` of signify, the key that `minisign -P` takes | [`PublicKey`] |
//! | `*.minisig`, `*.sig` of signify                     | [`Signature`]      |
//!
//! ```text
//! untrusted comment: TEXT
//! base64 of the algorithm, of what belongs to it, the key id and the key or signature
//! ```
//!
//! Public keys of both programs have one form, and a signature of signify is the beginning of one that minisign makes without hashing the
//! message first. Private keys have a form for each program. Ed25519 keys only: neither program has others.
//!
//! Source: the documentation of minisign (jedisct1.github.io/minisign), the manual page signify(1), and files of both programs.

mod private;
mod private_minisign;
mod private_signify;
mod public;
mod signature;

pub use private::PrivateKeyFile;
pub use private_minisign::MEMORY;
pub use public::PublicKey;
pub use signature::{Signature, SignatureKind};

use super::blocks::ends_line;
use super::pem::LONGEST_LINE;
use crate::ed25519::VerifyingKey;
use crate::{Error, Fault, FormatFault, KeyFileError};
use alloc::string::String;
use base64ct::{Base64, Encoding};
use core::fmt;
use sha2::{Digest, Sha256};

/// The algorithm of all keys, and of signatures of the message itself.
const ED25519: &[u8; 2] = b"Ed";
/// The beginning of every file.
const COMMENT: &str = "untrusted comment:";
/// The most bytes of an untrusted comment that is written: what both programs read.
const LONGEST_COMMENT: usize = 1000;

/// Why it may be known whether a checksum fits.
const CHECKSUM: &str = "whether the checksum of a private key fits is told";

/// The program whose form a private key has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// minisign.
    Minisign,
    /// signify, of OpenBSD.
    Signify,
}

impl Format {
    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Format::Minisign => "minisign",
            Format::Signify => "signify",
        }
    }
}

/// The content of a file or text of these formats, by the length of its second line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// A public key.
    PublicKey,
    /// A private key.
    PrivateKey(Format),
    /// A signature.
    Signature,
}

/// Says what a text is, if it begins with `untrusted comment:` or is a public key without it, 56 characters of base64.
///
/// # Timing
/// Constant in all but the comment and the lengths of the first two lines.
///
/// # Example
/// ```
/// use chop::encoding::minisign::{Holds, holds};
/// let key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";
/// assert_eq!(holds(key), Some(Holds::PublicKey));
/// assert_eq!(holds("hello"), None);
/// ```
pub fn holds(text: &str) -> Option<Holds> {
    let (_, rest) = split_comment(text).ok()?;
    match first_line(rest).0.len() {
        public::CHARACTERS => Some(Holds::PublicKey),
        private_minisign::CHARACTERS => Some(Holds::PrivateKey(Format::Minisign)),
        private_signify::CHARACTERS => Some(Holds::PrivateKey(Format::Signify)),
        signature::CHARACTERS => Some(Holds::Signature),
        _ => None,
    }
}

/// Whether a text is of these formats, well-formed or not.
pub(super) fn is_one(text: &str) -> bool {
    text.starts_with(COMMENT) || public::is_bare(text)
}

/// The number by which both programs find the key of a signature: eight bytes, random when `minisign` or `signify` makes a key.
///
/// Shown as minisign shows it: the bytes as a number, the last first, in 16 upper-case hexadecimal digits.
///
/// # Example
/// ```
/// use chop::encoding::minisign::PublicKey;
/// let key = PublicKey::from_text("RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3")?;
/// assert_eq!(key.id.unwrap().to_string(), "E7620F1842B4E81F");
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyId(pub [u8; 8]);

impl KeyId {
    /// The id of a key that comes without one: the first eight bytes of the SHA-256 of its 32 bytes. So one key has one id, whatever
    /// form it was stored in.
    pub fn of(key: &VerifyingKey) -> KeyId {
        let digest: [u8; 32] = Sha256::digest(key.as_bytes()).into();
        let [id, ..] = digest.as_chunks::<8>().0 else { return KeyId([0; 8]) };
        KeyId(*id)
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016X}", u64::from_le_bytes(self.0))
    }
}

/// The error that says this.
fn malformed(fault: Fault) -> Error {
    Error::KeyFile(KeyFileError::Malformed(FormatFault(fault)))
}

/// The comment of the first line, and what follows that line. A public key may lack that line.
fn split_comment(text: &str) -> Result<(&str, &str), Error> {
    if public::is_bare(text) {
        return Ok(("", text));
    }
    let rest = text.strip_prefix(COMMENT).ok_or(malformed(Fault::CommentedStart))?;
    let (comment, rest) = rest.split_once('\n').ok_or(malformed(Fault::CommentedOneLine))?;
    let comment = comment.trim_end_matches('\r');
    Ok((comment.strip_prefix(' ').unwrap_or(comment), rest))
}

/// The first line, without its end, and everything behind it with its end. Constant time but for where that line ends.
fn first_line(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let end = bytes.iter().take(LONGEST_LINE).position(|byte| ends_line(*byte));
    text.split_at_checked(end.unwrap_or(text.len())).unwrap_or((text, ""))
}

/// Refuses a comment that would not be one line, that could command a terminal, or that is longer than the programs read.
fn check_comment(comment: &str, longest: usize) -> Result<(), Error> {
    if comment.len() > longest {
        return Err(malformed(Fault::CommentedLong));
    }
    if comment.chars().any(|c| c.is_control() && c != '\t') {
        return Err(malformed(Fault::CommentedControl));
    }
    Ok(())
}

/// Decodes base64 of exactly N bytes into the place given, in constant time but for whether it is that.
fn decode<const N: usize>(line: &str, bytes: &mut [u8; N], fault: Fault) -> Result<(), Error> {
    let decoded = Base64::decode(line, bytes).map(<[u8]>::len);
    if decoded == Ok(N) { Ok(()) } else { Err(malformed(fault)) }
}

/// The text of public bytes.
fn to_text(comment: &str, bytes: &[u8]) -> Result<String, Error> {
    check_comment(comment, LONGEST_COMMENT)?;
    Ok([COMMENT, " ", comment, "\n", &Base64::encode_string(bytes), "\n"].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_id_is_shown_as_a_number_with_its_last_byte_first() {
        assert_eq!(KeyId([1, 2, 3, 4, 5, 6, 7, 0]).to_string(), "0007060504030201");
        let key = crate::ed25519::SigningKey::from_seed(&[7; 32]).verifying_key();
        assert_eq!(KeyId::of(&key).0, Sha256::digest(key.as_bytes())[..8]);
    }

    #[test]
    fn a_comment_that_is_written_is_one_line_that_the_programs_read() {
        for comment in ["", "me", "grüße\tan alle"] {
            assert_eq!(check_comment(comment, LONGEST_COMMENT), Ok(()));
        }
        for comment in ["a\nb", "a\r", "\u{1b}[1m", "\0", "\u{85}"] {
            assert_eq!(check_comment(comment, LONGEST_COMMENT), Err(malformed(Fault::CommentedControl)));
        }
        assert_eq!(check_comment("123", 2), Err(malformed(Fault::CommentedLong)));
    }

    #[test]
    fn lines_end_as_on_any_system() {
        for end in ["\n", "\r\n"] {
            let text = ["untrusted comment: a b", end, "RW", end, "more"].concat();
            let (comment, rest) = split_comment(&text).unwrap();
            assert_eq!((comment, first_line(rest).0, first_line(rest).1.trim()), ("a b", "RW", "more"));
        }
        assert_eq!(split_comment("untrusted comment: a"), Err(malformed(Fault::CommentedOneLine)));
        assert_eq!(split_comment("comment: a\n"), Err(malformed(Fault::CommentedStart)));
        assert_eq!(holds("untrusted comment: a\nRW"), None);
    }
}
