//! Private keys of minisign.
//!
//! ```text
//! "Ed", key derivation ("Sc" or two zeros), "B2", salt (32), operations (8), memory (8),
//! key id (8) ‖ seed (32) ‖ A (32) ‖ checksum (32)
//! ```
//!
//! The numbers are little endian. The last line is encrypted with as many bytes of scrypt (RFC 7914), whose N, r and p follow from the
//! limits of operations and memory as in libsodium. The checksum is BLAKE2b-256 of "Ed", id, seed and A; a key that is not encrypted
//! has zeros there.
//!
//! The secret part is decoded and read in constant time but for whether it is well-formed. What precedes it is public.

use super::private::{PrivateKeyFile, apply, to_text};
use super::{ED25519, Format, KeyId, decode, malformed};
use crate::ed25519::SigningKey;
use crate::encoding::cleanly;
use crate::encoding::limited_scrypt::Scrypt;
use crate::encoding::pem::SecretText;
use crate::secret::Secret;
use crate::{Error, Fault, KeyFileError};
use alloc::string::String;
use blake2::{Blake2b256, Digest};
use chop_core::ct::{self, Mask, declassify};

/// Characters of a key in base64.
pub(super) const CHARACTERS: usize = 212;
const SCRYPT: &[u8; 2] = b"Sc";
const PLAIN: &[u8; 2] = &[0; 2];
const BLAKE2B: &[u8; 2] = b"B2";

/// Bytes of a key; of what precedes the secret part; of the id, the seed and A in it; of the whole part.
const BYTES: usize = 158;
const HEAD: usize = 54;
const KEY: usize = 72;
const SECRET: usize = 104;

/// The memory in bytes that scrypt takes when `minisign` encrypts a key, unless there is less: 1 GiB.
pub const MEMORY: u64 = 1 << 30;
/// The least that `minisign` takes.
#[cfg(any(feature = "getrandom", test))]
const LEAST_MEMORY: u64 = 1 << 24;

/// The key in a line of base64.
pub(super) fn read(line: &str, passphrase: Option<&[u8]>, comment: String) -> Result<PrivateKeyFile, Error> {
    let mut bytes = Secret::<BYTES>::zeros();
    decode(line, bytes.as_mut_bytes(), Fault::MinisignBase64)?;
    let (head, secret) = bytes.as_mut_bytes().split_at_mut(HEAD);
    let encrypted = is_encrypted(head)?;
    if encrypted {
        let passphrase = passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?;
        decrypt(head, passphrase, secret)?;
    }
    check(secret, encrypted)?;
    let (id, rest) = secret.split_first_chunk().ok_or(malformed(Fault::MinisignBase64))?;
    let pair = rest.first_chunk().ok_or(malformed(Fault::MinisignBase64))?;
    let (key, id) = (SigningKey::from_keypair_bytes(pair)?, KeyId(*id));
    Ok(PrivateKeyFile { key, id, comment, format: Format::Minisign })
}

/// Whether the secret part is encrypted, by what precedes it.
fn is_encrypted(head: &[u8]) -> Result<bool, Error> {
    if head[..2] != *ED25519 {
        return Err(malformed(Fault::MinisignAlgorithm));
    }
    if head[4..6] != *BLAKE2B {
        return Err(malformed(Fault::MinisignOtherChecksum));
    }
    let kdf = &head[2..4];
    if kdf == SCRYPT || kdf == PLAIN { Ok(kdf == SCRYPT) } else { Err(malformed(Fault::MinisignKdf)) }
}

/// Encrypts the secret part, or decrypts it, as what precedes it says.
fn decrypt(head: &[u8], passphrase: &[u8], secret: &mut [u8]) -> Result<(), Error> {
    let number = |at: usize| head[at..at + 8].iter().rfold(0, |number, byte| number << 8 | u64::from(*byte));
    let [n, r, p] = costs(number(38), number(46));
    let mut stream = Secret::<SECRET>::zeros();
    Scrypt::new(n, r, p)?.derive(passphrase, &head[6..38], stream.as_mut_bytes())?;
    apply(stream.as_bytes(), secret);
    Ok(())
}

/// N, r and p of scrypt for limits of operations and memory, as the function of libsodium that minisign calls chooses them.
fn costs(operations: u64, memory: u64) -> [u64; 3] {
    const R: u64 = 8;
    let operations = operations.max(1 << 15);
    // The least power of two, from 2 on, above half of the most.
    let power = |most: u64| 1u64 << (64 - (most / 2).leading_zeros()).clamp(1, 63);
    if operations < memory / 32 {
        return [power(operations / (4 * R)), R, 1];
    }
    let n = power(memory / (128 * R));
    let p = (operations / 4 / n).min(0x3fff_ffff) / R;
    [n, R, p]
}

/// Refuses a secret part whose checksum does not fit. One that is not encrypted may have zeros instead.
fn check(secret: &[u8], encrypted: bool) -> Result<(), Error> {
    let (key, checksum) = secret.split_at(KEY);
    let fits = ct::eq(&checksum_of(key), checksum);
    let absent = ct::eq(&[0; 32], checksum).and(Mask::from_public(!encrypted));
    if declassify(fits.or(absent), super::CHECKSUM) {
        Ok(())
    } else if encrypted {
        Err(Error::KeyFile(KeyFileError::Decryption))
    } else {
        Err(malformed(Fault::MinisignChecksum))
    }
}

fn checksum_of(key: &[u8]) -> [u8; 32] {
    Blake2b256::new().chain_update(ED25519).chain_update(key).finalize().into()
}

impl SigningKey {
    /// The text of a file of minisign that is not encrypted, as `minisign -G -W` writes it.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for a comment with control characters or of more than 1000 bytes.
    pub fn to_minisign(&self, id: KeyId, comment: &str) -> Result<SecretText, Error> {
        cleanly(|| {
            let mut bytes = plain(self, id, PLAIN);
            // No checksum.
            bytes.as_mut_bytes()[HEAD + KEY..].fill(0);
            to_text(comment, bytes.as_bytes())
        })
    }

    /// The text of a file of minisign that is encrypted under scrypt of the passphrase. Takes seconds on purpose.
    ///
    /// `memory` is how many bytes scrypt takes, as many when the file is read: [`MEMORY`] as `minisign` does, or less on small machines.
    /// It is rounded to a power of two from 16 MiB on; the work is proportional to it.
    ///
    /// # Errors
    /// [`Error::Randomness`], [`KeyFileError::Memory`]; [`KeyFileError::KdfCost`] for more than [`MEMORY`]; [`KeyFileError::Malformed`]
    /// as for [`to_minisign`](SigningKey::to_minisign).
    #[cfg(feature = "getrandom")]
    pub fn to_minisign_encrypted(
        &self,
        id: KeyId,
        comment: &str,
        passphrase: &[u8],
        memory: u64,
    ) -> Result<String, Error> {
        cleanly(|| {
            let memory = memory.clamp(LEAST_MEMORY, 1 << 62).next_power_of_two();
            let mut bytes = plain(self, id, SCRYPT);
            let (head, secret) = bytes.as_mut_bytes().split_at_mut(HEAD);
            head[6..38].copy_from_slice(Secret::<32>::generate()?.as_bytes());
            head[38..46].copy_from_slice(&(memory / 32).to_le_bytes());
            head[46..54].copy_from_slice(&memory.to_le_bytes());
            decrypt(head, passphrase, secret)?;
            Ok(String::from(to_text(comment, bytes.as_bytes())?.as_str()))
        })
    }
}

/// The bytes of a key before its encryption, with zeros for salt and limits.
fn plain(key: &SigningKey, id: KeyId, kdf: &[u8; 2]) -> Secret<BYTES> {
    let mut secret = Secret::<BYTES>::zeros();
    let bytes = secret.as_mut_bytes();
    for (at, part) in [ED25519, kdf, BLAKE2B].into_iter().enumerate() {
        bytes[2 * at..2 * at + 2].copy_from_slice(part);
    }
    bytes[HEAD..HEAD + 8].copy_from_slice(&id.0);
    bytes[HEAD + 8..HEAD + KEY].copy_from_slice(key.to_keypair_bytes().as_bytes());
    let checksum = checksum_of(&bytes[HEAD..HEAD + KEY]);
    bytes[HEAD + KEY..].copy_from_slice(&checksum);
    secret
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    fn read_text(text: &SecretText, passphrase: Option<&[u8]>) -> Result<KeyId, Error> {
        PrivateKeyFile::from_text(text.as_str(), passphrase).map(|file| file.id)
    }

    #[test]
    fn costs_are_those_of_libsodium() {
        assert_eq!(costs(MEMORY / 32, MEMORY), [1 << 20, 8, 1]);
        assert_eq!(costs(LEAST_MEMORY / 32, LEAST_MEMORY), [1 << 14, 8, 1]);
        // The limits that libsodium calls interactive.
        assert_eq!(costs(524_288, 16_777_216), [1 << 14, 8, 1]);
        // Few operations in much memory; many in little.
        assert_eq!(costs(0, MEMORY), [1 << 10, 8, 1]);
        assert_eq!(costs(1 << 25, 1 << 24), [1 << 14, 8, 64]);
        assert_eq!(costs(0, 0)[0], 2);
        for (operations, memory) in [(u64::MAX, u64::MAX), (u64::MAX, 0), (0, u64::MAX), (1 << 26, 1 << 31)] {
            let [n, r, p] = costs(operations, memory);
            let allowed = Scrypt::new(n, r, p).is_ok();
            assert_eq!(allowed, operations == 0, "{operations} {memory}: {n} {r} {p}");
        }
    }

    #[test]
    fn more_work_than_the_limit_is_refused_before_it_is_done() {
        let mut bytes = plain(&key(), KeyId([8; 8]), SCRYPT);
        for (operations, memory) in [(u64::MAX, 1 << 24), (1 << 26, 1 << 31), (u64::MAX, u64::MAX)] {
            bytes.as_mut_bytes()[38..46].copy_from_slice(&u64::to_le_bytes(operations));
            bytes.as_mut_bytes()[46..54].copy_from_slice(&u64::to_le_bytes(memory));
            let error = read_text(&to_text("", bytes.as_bytes()).unwrap(), Some(b"word"));
            assert_eq!(error, Err(Error::KeyFile(KeyFileError::KdfCost)));
        }
    }

    #[test]
    fn every_byte_of_a_plain_key_counts() {
        let mut bytes = plain(&key(), KeyId([8; 8]), PLAIN);
        let read = |bytes: &Secret<BYTES>| read_text(&to_text("", bytes.as_bytes()).unwrap(), None);
        assert_eq!(read(&bytes), Ok(KeyId([8; 8])));
        // Salt and limits say nothing without an encryption.
        for at in (0..6).chain(HEAD..BYTES) {
            bytes.as_mut_bytes()[at] ^= 1;
            assert!(read(&bytes).is_err(), "{at}");
            bytes.as_mut_bytes()[at] ^= 1;
        }
    }

    #[test]
    fn a_public_half_that_does_not_fit_is_refused_though_the_checksum_does() {
        let mut bytes = plain(&key(), KeyId([8; 8]), PLAIN);
        let other = SigningKey::from_seed(&[8; 32]).verifying_key();
        bytes.as_mut_bytes()[HEAD + 40..HEAD + KEY].copy_from_slice(other.as_bytes());
        let checksum = checksum_of(&bytes.as_bytes()[HEAD..HEAD + KEY]);
        for checksum in [checksum, [0; 32]] {
            bytes.as_mut_bytes()[HEAD + KEY..].copy_from_slice(&checksum);
            let error = read_text(&to_text("", bytes.as_bytes()).unwrap(), None);
            assert_eq!(error, Err(Error::PublicKeyMismatch));
        }
    }
}
