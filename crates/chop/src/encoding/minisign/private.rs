//! Private keys of both programs: the file, whichever of the two wrote it.

use super::{COMMENT, Format, Holds, KeyId, LONGEST_COMMENT, check_comment, first_line, holds, malformed};
use super::{private_minisign, private_signify, split_comment};
use crate::ed25519::SigningKey;
use crate::encoding::cleanly;
use crate::encoding::pem::SecretText;
use crate::secret::SecretBytes;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use base64ct::{Base64, Encoding};

/// A private key with what stands beside it in its file.
///
/// # Example
/// ```
/// use chop::ed25519::SigningKey;
/// use chop::encoding::minisign::{Format, KeyId, PrivateKeyFile};
/// let key = SigningKey::generate()?;
/// let id = KeyId::of(&key.verifying_key());
/// let text = key.to_signify_encrypted(id, "my secret key", b"a passphrase")?;
/// let file = PrivateKeyFile::from_text(&text, Some(b"a passphrase"))?;
/// assert_eq!((file.key.verifying_key(), file.id, file.format), (key.verifying_key(), id, Format::Signify));
/// # Ok::<(), chop::Error>(())
/// ```
pub struct PrivateKeyFile {
    /// The key.
    pub key: SigningKey,
    /// Its id.
    pub id: KeyId,
    /// The comment in the file.
    pub comment: String,
    /// The program whose form the file has.
    pub format: Format,
}

impl PrivateKeyFile {
    /// Reads the text of a file. An encrypted one needs its passphrase; one that is not encrypted ignores it.
    ///
    /// # Errors
    /// [`KeyFileError::Encrypted`] without a passphrase, [`KeyFileError::Decryption`] with a wrong one;
    /// [`KeyFileError::PublicKeyGiven`], [`KeyFileError::Malformed`], [`Error::PublicKeyMismatch`];
    /// [`KeyFileError::KdfCost`] for scrypt beyond the limits of that error and for more than 10,000 rounds of bcrypt,
    /// [`KeyFileError::Memory`].
    ///
    /// # Timing
    /// Constant in the key but for whether the text is well-formed. Which kind it is, its lengths and the cost of its passphrase
    /// show. The bcrypt of signify's files reads tables at addresses that depend on the passphrase.
    pub fn from_text(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKeyFile, Error> {
        cleanly(|| read(text, passphrase))
    }
}

fn read(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKeyFile, Error> {
    let (comment, rest) = split_comment(text.trim_start())?;
    let (line, behind) = first_line(rest);
    let format = match holds(text.trim_start()) {
        Some(Holds::PrivateKey(format)) => format,
        Some(Holds::PublicKey) => return Err(Error::KeyFile(KeyFileError::PublicKeyGiven)),
        Some(Holds::Signature) => return Err(malformed(Fault::CommentedSignature)),
        None => return Err(malformed(Fault::CommentedLength)),
    };
    if !behind.trim().is_empty() {
        return Err(malformed(Fault::CommentedPrivateAfter));
    }
    let comment = comment.to_string();
    match format {
        Format::Minisign => private_minisign::read(line, passphrase, comment),
        Format::Signify => private_signify::read(line, passphrase, comment),
    }
}

/// Changes `bytes` where `stream` has bits: encrypts, and decrypts.
pub(super) fn apply(stream: &[u8], bytes: &mut [u8]) {
    for (byte, mask) in bytes.iter_mut().zip(stream) {
        *byte ^= mask;
    }
}

/// The text of secret bytes, made in memory that is wiped and does not grow.
pub(super) fn to_text(comment: &str, bytes: &[u8]) -> Result<SecretText, Error> {
    check_comment(comment, LONGEST_COMMENT)?;
    let head = [COMMENT, " ", comment, "\n"].concat();
    let length = Base64::encoded_len(bytes);
    let mut text = SecretBytes(alloc::vec![b'\n'; head.len() + length + 1]);
    text.0[..head.len()].copy_from_slice(head.as_bytes());
    // Encoding into as many places as it takes cannot fail.
    let encoded = Base64::encode(bytes, &mut text.0[head.len()..head.len() + length]).is_ok();
    debug_assert!(encoded, "the place is as long as the text");
    SecretText::from_bytes(text)
}
