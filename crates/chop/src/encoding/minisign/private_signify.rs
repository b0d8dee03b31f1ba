//! Private keys of signify.
//!
//! ```text
//! "Ed", "BK", rounds (4, big endian), salt (16), checksum (8), key id (8), seed (32) ‖ A (32)
//! ```
//!
//! Seed and A are encrypted with as many bytes of bcrypt_pbkdf; with 0 rounds they are not. The checksum is the beginning of their
//! SHA-512.
//!
//! The secret part is decoded and read in constant time but for whether it is well-formed. What precedes it is public.

use super::private::{PrivateKeyFile, apply, to_text};
use super::{ED25519, Format, KeyId, decode, malformed};
use crate::ed25519::SigningKey;
use crate::encoding::cleanly;
use crate::encoding::pem::SecretText;
use crate::secret::Secret;
use crate::{Error, Fault, KeyFileError};
use alloc::string::String;
use chop_core::ct::{self, declassify};
use sha2::{Digest, Sha512};

/// Characters of a key in base64.
pub(super) const CHARACTERS: usize = 140;
const BCRYPT: &[u8; 2] = b"BK";

/// Bytes of a key; of what precedes seed and A.
const BYTES: usize = 104;
const HEAD: usize = 40;

/// The most rounds of bcrypt that are made: a minute or less. `signify` makes 42.
const MAX_ROUNDS: u32 = 10_000;
/// Rounds of bcrypt, as `signify` makes them.
#[cfg(feature = "getrandom")]
const ROUNDS: u32 = 42;

/// The key in a line of base64.
pub(super) fn read(line: &str, passphrase: Option<&[u8]>, comment: String) -> Result<PrivateKeyFile, Error> {
    let mut bytes = Secret::<BYTES>::zeros();
    decode(line, bytes.as_mut_bytes(), Fault::SignifyBase64)?;
    let (head, pair) = bytes.as_mut_bytes().split_at_mut(HEAD);
    if head[..2] != *ED25519 {
        return Err(malformed(Fault::SignifyAlgorithm));
    }
    if head[2..4] != *BCRYPT {
        return Err(malformed(Fault::SignifyKdf));
    }
    let encrypted = rounds(head) != 0;
    if encrypted {
        decrypt(head, passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?, pair)?;
    }
    if !declassify(ct::eq(&checksum_of(pair), &head[24..32]), super::CHECKSUM) {
        let plain = malformed(Fault::SignifyChecksum);
        return Err(if encrypted { Error::KeyFile(KeyFileError::Decryption) } else { plain });
    }
    let pair: &[u8; 64] = (&*pair).try_into().map_err(|_| malformed(Fault::SignifyBase64))?;
    let id = head[32..].try_into().map_err(|_| malformed(Fault::SignifyBase64))?;
    let (key, id) = (SigningKey::from_keypair_bytes(pair)?, KeyId(id));
    Ok(PrivateKeyFile { key, id, comment, format: Format::Signify })
}

fn rounds(head: &[u8]) -> u32 {
    head[4..8].iter().fold(0, |rounds, byte| rounds << 8 | u32::from(*byte))
}

/// Encrypts seed and A, or decrypts them, as what precedes them says.
fn decrypt(head: &[u8], passphrase: &[u8], pair: &mut [u8]) -> Result<(), Error> {
    let rounds = rounds(head);
    if rounds > MAX_ROUNDS {
        return Err(Error::KeyFile(KeyFileError::KdfCost));
    }
    let mut stream = Secret::<64>::zeros();
    // Refused by the function: an empty passphrase.
    bcrypt_pbkdf::bcrypt_pbkdf(passphrase, &head[8..24], rounds, stream.as_mut_bytes())
        .map_err(|_| Error::KeyFile(KeyFileError::Decryption))?;
    apply(stream.as_bytes(), pair);
    Ok(())
}

fn checksum_of(pair: &[u8]) -> [u8; 8] {
    let digest: [u8; 64] = Sha512::digest(pair).into();
    let [checksum, ..] = digest.as_chunks::<8>().0 else { return [0; 8] };
    *checksum
}

impl SigningKey {
    /// The text of a file of signify that is not encrypted, as `signify -G -n` writes it.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for a comment with control characters or of more than 1000 bytes.
    pub fn to_signify(&self, id: KeyId, comment: &str) -> Result<SecretText, Error> {
        cleanly(|| to_text(comment, plain(self, id).as_bytes()))
    }

    /// The text of a file of signify that is encrypted under bcrypt of the passphrase, 42 rounds.
    ///
    /// # Errors
    /// [`Error::Randomness`]; [`KeyFileError::Decryption`] for an empty passphrase; [`KeyFileError::Malformed`] as for
    /// [`to_signify`](SigningKey::to_signify).
    #[cfg(feature = "getrandom")]
    pub fn to_signify_encrypted(&self, id: KeyId, comment: &str, passphrase: &[u8]) -> Result<String, Error> {
        cleanly(|| {
            let mut bytes = plain(self, id);
            let (head, pair) = bytes.as_mut_bytes().split_at_mut(HEAD);
            head[4..8].copy_from_slice(&ROUNDS.to_be_bytes());
            head[8..24].copy_from_slice(Secret::<16>::generate()?.as_bytes());
            decrypt(head, passphrase, pair)?;
            Ok(String::from(to_text(comment, bytes.as_bytes())?.as_str()))
        })
    }
}

/// The bytes of a key before its encryption, with zeros for rounds and salt.
fn plain(key: &SigningKey, id: KeyId) -> Secret<BYTES> {
    let mut secret = Secret::<BYTES>::zeros();
    let (head, pair) = secret.as_mut_bytes().split_at_mut(HEAD);
    pair.copy_from_slice(key.to_keypair_bytes().as_bytes());
    head[..2].copy_from_slice(ED25519);
    head[2..4].copy_from_slice(BCRYPT);
    head[24..32].copy_from_slice(&checksum_of(pair));
    head[32..].copy_from_slice(&id.0);
    secret
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    fn read_bytes(bytes: &Secret<BYTES>, passphrase: Option<&[u8]>) -> Result<KeyId, Error> {
        let text = to_text("", bytes.as_bytes()).unwrap();
        PrivateKeyFile::from_text(text.as_str(), passphrase).map(|file| file.id)
    }

    #[test]
    fn every_byte_of_a_plain_key_but_salt_and_id_counts() {
        let mut bytes = plain(&key(), KeyId([8; 8]));
        assert_eq!(read_bytes(&bytes, None), Ok(KeyId([8; 8])));
        for at in (0..8).chain(24..32).chain(HEAD..BYTES) {
            bytes.as_mut_bytes()[at] ^= 1;
            assert!(read_bytes(&bytes, None).is_err(), "{at}");
            bytes.as_mut_bytes()[at] ^= 1;
        }
    }

    #[test]
    fn more_rounds_than_the_limit_are_refused_before_they_are_made() {
        let mut bytes = plain(&key(), KeyId([8; 8]));
        for rounds in [MAX_ROUNDS + 1, u32::MAX] {
            bytes.as_mut_bytes()[4..8].copy_from_slice(&rounds.to_be_bytes());
            assert_eq!(read_bytes(&bytes, Some(b"word")), Err(Error::KeyFile(KeyFileError::KdfCost)));
        }
    }

    #[test]
    fn a_public_half_that_does_not_fit_is_refused_though_the_checksum_does() {
        let mut bytes = plain(&key(), KeyId([8; 8]));
        let other = SigningKey::from_seed(&[8; 32]).verifying_key();
        bytes.as_mut_bytes()[72..].copy_from_slice(other.as_bytes());
        let checksum = checksum_of(&bytes.as_bytes()[HEAD..]);
        bytes.as_mut_bytes()[24..32].copy_from_slice(&checksum);
        assert_eq!(read_bytes(&bytes, None), Err(Error::PublicKeyMismatch));
    }
}
