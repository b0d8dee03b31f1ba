//! Private keys in OpenSSH's own form (`PROTOCOL.key` of its sources).
//!
//! ```text
//! "openssh-key-v1" 0, string cipher, string function, string parameters, number of keys (1),
//! string public key, string secret part:
//!     check number twice, string "ssh-ed25519", string A, string seed ‖ A, string comment, 1 2 3 … to whole blocks
//! ```
//!
//! | part     | read                                                 | written (`write_private.rs`) |
//! |----------|------------------------------------------------------|------------------------|
//! | function | `none`, `bcrypt` of at most [`MAX_ROUNDS`] rounds    | `bcrypt`, 24 rounds    |
//! | cipher   | `none`, `aes256-ctr`, `aes256-gcm@openssh.com`       | `aes256-ctr`           |
//!
//! The secret part is decoded and read in constant time but for its lengths and for whether it is well-formed.

use super::public::{ED25519, SK_ED25519};
use super::wire::{Reader, malformed};
use crate::ed25519::SigningKey;
use crate::encoding::keys::after_decryption;
use crate::encoding::pem;
use crate::encoding::{cleanly, halves_agree};
use crate::secret::SecretBytes;
use crate::{Error, Fault, KeyFileError};
use aes_gcm::aead::AeadInOut;
use aes_gcm::aead::consts::U12;
use aes_gcm::{AesGcm, KeyInit, Nonce, Tag};
use alloc::string::String;
use ctr::cipher::{KeyIvInit, StreamCipher};

/// The label of its PEM.
pub(in crate::encoding) const LABEL: &str = "OPENSSH PRIVATE KEY";
pub(super) const MAGIC: &[u8] = b"openssh-key-v1\0";
/// The most rounds of bcrypt that are made: a minute or less. `ssh-keygen` makes 24 unless told otherwise.
const MAX_ROUNDS: u32 = 10_000;

type Aes256Ctr = ctr::Ctr128BE<aes::Aes256>;
type Aes256Gcm = AesGcm<aes::Aes256, U12>;

/// A private key with the comment that stands in its file.
///
/// # Example
/// ```
/// use chop::ed25519::SigningKey;
/// use chop::encoding::openssh::PrivateKeyFile;
/// let key = SigningKey::generate()?;
/// let text = key.to_openssh_encrypted("me@here", b"a passphrase")?;
/// let file = PrivateKeyFile::from_text(&text, Some(b"a passphrase"))?;
/// assert_eq!((file.key.verifying_key(), &*file.comment), (key.verifying_key(), "me@here"));
/// # Ok::<(), chop::Error>(())
/// ```
pub struct PrivateKeyFile {
    /// The key.
    pub key: SigningKey,
    /// The text that its owner wrote beside it. Bytes that are no UTF-8 become U+FFFD.
    pub comment: String,
}

impl PrivateKeyFile {
    /// Reads the text of a file: `-----BEGIN OPENSSH PRIVATE KEY-----`. An encrypted one needs its passphrase.
    ///
    /// # Errors
    /// [`KeyFileError::Encrypted`] without a passphrase, [`KeyFileError::Decryption`] with a wrong one; [`KeyFileError::WrongAlgorithm`]
    /// for keys other than Ed25519, [`KeyFileError::SecurityToken`], [`KeyFileError::OpenSshEncryption`], [`KeyFileError::KdfCost`];
    /// [`KeyFileError::Pem`], [`KeyFileError::Malformed`], [`Error::PublicKeyMismatch`].
    pub fn from_text(text: &str, passphrase: Option<&[u8]>) -> Result<PrivateKeyFile, Error> {
        cleanly(|| {
            let (label, content) = pem::decode(text)?;
            if label != LABEL {
                return Err(pem::not_private(label));
            }
            read(&content.0, passphrase)
        })
    }
}

/// The encryption of the secret part.
#[derive(Clone, Copy)]
pub(super) enum Cipher {
    None,
    Aes256Ctr,
    Aes256Gcm,
}

impl Cipher {
    fn named(name: &[u8]) -> Result<Cipher, Error> {
        match name {
            b"none" => Ok(Cipher::None),
            b"aes256-ctr" => Ok(Cipher::Aes256Ctr),
            b"aes256-gcm@openssh.com" => Ok(Cipher::Aes256Gcm),
            _ => Err(Error::KeyFile(KeyFileError::OpenSshEncryption)),
        }
    }

    /// Bytes of the key and of what the counter begins with.
    const fn derived(self) -> usize {
        match self {
            Cipher::None => 0,
            Cipher::Aes256Ctr => 32 + 16,
            Cipher::Aes256Gcm => 32 + 12,
        }
    }

    /// Bytes whose multiple the secret part is.
    pub(super) const fn block(self) -> usize {
        match self {
            Cipher::None => 8,
            _ => 16,
        }
    }

    /// Bytes behind the secret part that authenticate it.
    const fn tag(self) -> usize {
        match self {
            Cipher::Aes256Gcm => 16,
            _ => 0,
        }
    }

    /// Decrypts in place.
    fn open(self, derived: &[u8], content: &mut [u8], tag: &[u8]) -> Result<(), Error> {
        let wrong = Error::KeyFile(KeyFileError::Decryption);
        match self {
            Cipher::None => Ok(()),
            Cipher::Aes256Ctr => {
                counter_mode(derived)?.apply_keystream(content);
                Ok(())
            }
            Cipher::Aes256Gcm => {
                let (key, nonce) = derived.split_at(32);
                let cipher = Aes256Gcm::new_from_slice(key).map_err(|_| wrong)?;
                let nonce = Nonce::try_from(nonce).map_err(|_| wrong)?;
                let tag = Tag::try_from(tag).map_err(|_| wrong)?;
                cipher.decrypt_inout_detached(&nonce, b"", content.into(), &tag).map_err(|_| wrong)
            }
        }
    }
}

/// AES-256 in CTR mode, given its key and what the counter begins with.
pub(super) fn counter_mode(derived: &[u8]) -> Result<Aes256Ctr, Error> {
    let (key, start) = derived.split_at(32);
    Aes256Ctr::new_from_slices(key, start).map_err(|_| Error::KeyFile(KeyFileError::Decryption))
}

/// The key in the bytes of a file.
pub(in crate::encoding) fn read(content: &[u8], passphrase: Option<&[u8]>) -> Result<PrivateKeyFile, Error> {
    let rest = content.strip_prefix(MAGIC).ok_or(malformed(Fault::PrivateStart))?;
    let mut reader = Reader::new(rest);
    let cipher = reader.string(Fault::PrivateCipher)?;
    let function = reader.string(Fault::PrivateKdf)?;
    let parameters = reader.string(Fault::PrivateKdfParameters)?;
    if reader.number(Fault::PrivateKeyCount)? != 1 {
        return Err(malformed(Fault::PrivateNotOneKey));
    }
    let public = reader.string(Fault::PrivatePublicKey)?;
    let secret = reader.string(Fault::PrivateSecretPart)?;
    let public = public_of(public)?;

    let cipher = Cipher::named(cipher)?;
    let mut plain = SecretBytes(secret.to_vec());
    let encrypted = !matches!(cipher, Cipher::None);
    if encrypted != (function != b"none") {
        return Err(malformed(Fault::PrivateHalfEncrypted));
    }
    if reader.rest().len() != cipher.tag() {
        return Err(malformed(Fault::PrivateTag));
    }
    if secret.len() % cipher.block() != 0 {
        return Err(malformed(Fault::PrivateBlocks));
    }
    if encrypted {
        if function != b"bcrypt" {
            return Err(Error::KeyFile(KeyFileError::OpenSshEncryption));
        }
        let passphrase = passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?;
        let derived = derive(parameters, passphrase, cipher)?;
        cipher.open(&derived.0, &mut plain.0, reader.rest())?;
    }
    let file = read_secret_part(&plain.0, &public);
    if encrypted { after_decryption(file) } else { file }
}

/// The public key A that stands before the secret part, of the only kind that is read.
fn public_of(blob: &[u8]) -> Result<[u8; 32], Error> {
    let mut reader = Reader::new(blob);
    match reader.string(Fault::PrivatePublicKind)? {
        ED25519 => {}
        SK_ED25519 => return Err(Error::KeyFile(KeyFileError::SecurityToken)),
        _ => return Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
    let key = reader.string(Fault::PrivatePublicKey)?;
    reader.finish(Fault::PrivateAfterPublicKey)?;
    key.try_into().map_err(|_| malformed(Fault::PrivatePublicLength))
}

/// Key and start of the counter, from a passphrase.
pub(super) fn derive(parameters: &[u8], passphrase: &[u8], cipher: Cipher) -> Result<SecretBytes, Error> {
    let mut reader = Reader::new(parameters);
    let salt = reader.string(Fault::PrivateSalt)?;
    let rounds = reader.number(Fault::PrivateRounds)?;
    reader.finish(Fault::PrivateAfterRounds)?;
    if rounds > MAX_ROUNDS {
        return Err(Error::KeyFile(KeyFileError::KdfCost));
    }
    let mut derived = SecretBytes(alloc::vec![0; cipher.derived()]);
    // Refused by the function: no rounds, an empty salt or an empty passphrase.
    bcrypt_pbkdf::bcrypt_pbkdf(passphrase, salt, rounds, &mut derived.0)
        .map_err(|_| Error::KeyFile(KeyFileError::Decryption))?;
    Ok(derived)
}

fn read_secret_part(plain: &[u8], public: &[u8; 32]) -> Result<PrivateKeyFile, Error> {
    let mut reader = Reader::new(plain);
    let check = reader.number(Fault::PrivateCheck)?;
    let again = reader.number(Fault::PrivateSecondCheck)?;
    if check != again {
        return Err(malformed(Fault::PrivateChecksDiffer));
    }
    if reader.string(Fault::PrivateKind)? != ED25519 {
        return Err(malformed(Fault::PrivateOtherKind));
    }
    let own = reader.string(Fault::PrivatePublicHalf)?;
    let pair = reader.string(Fault::PrivatePair)?;
    let comment = reader.string(Fault::PrivateComment)?;
    let padding = reader.rest();
    if !padding.iter().zip(1u8..).all(|(byte, expected)| *byte == expected) || padding.len() > 255 {
        return Err(malformed(Fault::PrivatePadding));
    }
    let pair: &[u8; 64] = pair.try_into().map_err(|_| malformed(Fault::PrivatePairLength))?;
    let key = SigningKey::from_keypair_bytes(pair)?;
    let equal = |half: &[u8]| halves_agree(half, key.verifying_key().as_bytes());
    if !equal(own) || !equal(public) {
        return Err(Error::PublicKeyMismatch);
    }
    Ok(PrivateKeyFile { key, comment: String::from_utf8_lossy(comment).into_owned() })
}

#[cfg(all(test, feature = "getrandom"))]
mod tests {
    use super::super::write_private::{LINE, ROUNDS};
    use super::*;
    use crate::ed25519::SigningKey;
    use alloc::string::ToString;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    #[test]
    fn what_is_written_is_read_back() {
        for comment in ["", "a", "me at home", "seven b", "grüße"] {
            let text = key().to_openssh(comment).unwrap();
            let file = PrivateKeyFile::from_text(text.as_str(), None).unwrap();
            assert_eq!((file.key.verifying_key(), &*file.comment), (key().verifying_key(), comment));
            assert!(text.as_str().lines().all(|line| line.len() <= LINE));
            let text = key().to_openssh_encrypted(comment, b"word").unwrap();
            let open = |word: Option<&[u8]>| PrivateKeyFile::from_text(&text, word).map(|file| file.comment);
            assert_eq!(open(Some(b"word")), Ok(comment.to_string()));
            assert_eq!(open(None), Err(Error::KeyFile(KeyFileError::Encrypted)));
            assert_eq!(open(Some(b"wart")), Err(Error::KeyFile(KeyFileError::Decryption)));
        }
        assert!(key().to_openssh_encrypted("", b"").is_err());
    }

    /// The bytes of a file that is not encrypted.
    fn plain() -> SecretBytes {
        pem::decode(key().to_openssh("me").unwrap().as_str()).unwrap().1
    }

    #[test]
    fn what_is_cut_or_changed_is_refused() {
        let bytes = plain();
        assert!(read(&bytes.0, None).is_ok());
        for cut in 0..bytes.0.len() {
            assert!(read(&bytes.0[..cut], None).is_err(), "{cut}");
        }
        // Whatever stands behind "none" and "none" is not read over: a change is noticed, but for one in the comment.
        let comment = bytes.0.windows(2).rposition(|pair| pair == b"me").unwrap();
        for at in (0..bytes.0.len()).filter(|at| !(comment..comment + 2).contains(at)) {
            let mut changed = SecretBytes(bytes.0.clone());
            changed.0[at] ^= 1;
            assert!(read(&changed.0, None).is_err(), "{at}");
        }
    }

    #[test]
    fn a_public_half_that_does_not_fit_is_refused() {
        let mut bytes = plain();
        let half = key().verifying_key().to_bytes();
        let places: alloc::vec::Vec<usize> =
            (0..bytes.0.len() - 32).filter(|at| bytes.0[*at..*at + 32] == half).collect();
        assert_eq!(places.len(), 3);
        let other = SigningKey::from_seed(&[8; 32]).verifying_key().to_bytes();
        for at in places {
            bytes.0[at..at + 32].copy_from_slice(&other);
            assert_eq!(read(&bytes.0, None).map(|_| ()), Err(Error::PublicKeyMismatch), "{at}");
            bytes.0[at..at + 32].copy_from_slice(&half);
        }
    }

    #[test]
    fn what_would_take_too_long_is_refused() {
        let text = key().to_openssh_encrypted("", b"word").unwrap();
        let mut bytes = pem::decode(&text).unwrap().1;
        // Behind the salt, of 16 bytes, with its length.
        let at = MAGIC.len() + 4 + "aes256-ctr".len() + 4 + "bcrypt".len() + 4 + 4 + 16;
        assert_eq!(bytes.0[at..at + 4], ROUNDS.to_be_bytes());
        bytes.0[at..at + 4].copy_from_slice(&(MAX_ROUNDS + 1).to_be_bytes());
        let error = read(&bytes.0, Some(b"word")).map(|_| ());
        assert_eq!(error, Err(Error::KeyFile(KeyFileError::KdfCost)));
    }
}
