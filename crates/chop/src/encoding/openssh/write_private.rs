//! Private keys, written as `ssh-keygen` writes them: see `private.rs` for the form.

use super::private::{Cipher, LABEL, MAGIC, counter_mode, derive};
use super::public::{ED25519, blob};
use crate::Error;
use crate::ed25519::SigningKey;
use crate::encoding::cleanly;
use crate::encoding::pem::{self, SecretText};
use crate::secret::{Secret, SecretBytes};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use ctr::cipher::StreamCipher;

/// Rounds of bcrypt, as `ssh-keygen` makes them.
pub(super) const ROUNDS: u32 = 24;
/// Characters of a line.
pub(super) const LINE: usize = 70;

impl SigningKey {
    /// The text of an OpenSSH file that is not encrypted, as `ssh-keygen` writes it.
    ///
    /// # Errors
    /// [`Error::Randomness`]: a random number is part of the form.
    pub fn to_openssh(&self, comment: &str) -> Result<SecretText, Error> {
        cleanly(|| write(self, comment, None))
    }

    /// The text of an OpenSSH file that is encrypted with AES-256 in CTR mode under bcrypt of the passphrase, 24 rounds.
    ///
    /// # Errors
    /// [`Error::Randomness`]; [`KeyFileError::Decryption`](crate::KeyFileError::Decryption) for an empty passphrase.
    pub fn to_openssh_encrypted(&self, comment: &str, passphrase: &[u8]) -> Result<String, Error> {
        cleanly(|| Ok(write(self, comment, Some(passphrase))?.as_str().to_string()))
    }
}

/// The text of a file, encrypted if there is a passphrase.
fn write(key: &SigningKey, comment: &str, passphrase: Option<&[u8]>) -> Result<SecretText, Error> {
    let Some(passphrase) = passphrase else {
        return armored(key, [b"none", b"none", b""], &secret_part(key, comment, Cipher::None)?.0);
    };
    let cipher = Cipher::Aes256Ctr;
    let mut parameters = Writer::with_capacity(string_length(16) + 4);
    parameters.string(Secret::<16>::generate()?.as_bytes()).number(ROUNDS);
    let parameters = parameters.finish();
    let derived = derive(&parameters.0, passphrase, cipher)?;
    let mut secret = secret_part(key, comment, cipher)?;
    counter_mode(&derived.0)?.apply_keystream(&mut secret.0);
    armored(key, [b"aes256-ctr", b"bcrypt", &parameters.0], &secret.0)
}

/// The secret part, padded to whole blocks.
fn secret_part(key: &SigningKey, comment: &str, cipher: Cipher) -> Result<SecretBytes, Error> {
    let check = u32::from_be_bytes(*Secret::<4>::generate()?.as_bytes());
    let lengths = [ED25519.len(), 32, 64, comment.len()].map(string_length);
    let length = 8 + lengths.iter().sum::<usize>();
    let padded = length.next_multiple_of(cipher.block());
    let mut writer = Writer::with_capacity(padded);
    writer.number(check).number(check).string(ED25519).string(key.verifying_key().as_bytes());
    writer.string(key.to_keypair_bytes().as_bytes()).string(comment.as_bytes());
    for byte in 1..=(padded - length) as u8 {
        writer.bytes(&[byte]);
    }
    Ok(writer.finish())
}

/// The whole file in PEM, given cipher, key derivation and its parameters.
fn armored(key: &SigningKey, encryption: [&[u8]; 3], secret: &[u8]) -> Result<SecretText, Error> {
    let public = blob(&key.verifying_key());
    let strings = [encryption.as_slice(), &[&public, secret]].concat();
    let length: usize = strings.iter().map(|string| string_length(string.len())).sum();
    let mut writer = Writer::with_capacity(MAGIC.len() + length + 4);
    writer.bytes(MAGIC);
    for string in encryption {
        writer.string(string);
    }
    writer.number(1).string(&public).string(secret);
    pem::encode_wrapped(LABEL, &writer.finish().0, LINE)
}

/// Writes one field after the other into memory that is wiped and does not grow.
struct Writer(SecretBytes);

impl Writer {
    /// Room for `capacity` bytes.
    fn with_capacity(capacity: usize) -> Self {
        Writer(SecretBytes(Vec::with_capacity(capacity)))
    }

    fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        debug_assert!(self.0.0.len() + bytes.len() <= self.0.0.capacity(), "what grows leaves a copy");
        self.0.0.extend_from_slice(bytes);
        self
    }

    fn number(&mut self, number: u32) -> &mut Self {
        self.bytes(&number.to_be_bytes())
    }

    /// A string, which is shorter than 2^32 bytes.
    fn string(&mut self, string: &[u8]) -> &mut Self {
        self.number(string.len() as u32).bytes(string)
    }

    fn finish(self) -> SecretBytes {
        self.0
    }
}

/// The bytes of a string in that form.
const fn string_length(content: usize) -> usize {
    4 + content
}
