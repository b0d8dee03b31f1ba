//! Keys that are nothing but text of their bytes: those of WireGuard, base64 of 32 bytes, and secrets of libsodium, 64 bytes in hexadecimal
//! digits.
//!
//! Nothing in them says what they are: the caller does, by the function.
//!
//! Contract: constant time in the bytes.

use crate::ed25519::SigningKey;
use crate::encoding::blocks::trim;
use crate::encoding::{SecretText, cleanly};
use crate::secret::{Secret, SecretBytes};
use crate::x25519::{PublicKey, StaticSecret};
use crate::{Error, Fault};
use alloc::string::String;
use base64ct::{Base64, Encoding};

/// Characters of 32 bytes, the last of which is `=`.
const TEXT: usize = 44;

impl StaticSecret {
    /// Reads a private key of WireGuard, 44 characters of base64. Other bits than those of `wg genkey` may be set: every use of a key
    /// clears them, that of WireGuard too.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed).
    pub fn from_wireguard(text: &str) -> Result<StaticSecret, Error> {
        cleanly(|| Ok(StaticSecret::from_bytes(decode(text)?.as_bytes())))
    }

    /// The private key as WireGuard has it, 44 characters of base64. The bytes are written as they are.
    ///
    /// # Errors
    /// None that a key could cause.
    ///
    /// # Example
    /// ```
    /// use chop::x25519::StaticSecret;
    /// let key = StaticSecret::generate()?;
    /// let again = StaticSecret::from_wireguard(key.to_wireguard()?.as_str())?;
    /// assert_eq!(again.public_key(), key.public_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_wireguard(&self) -> Result<SecretText, Error> {
        cleanly(|| {
            let mut text = SecretBytes(alloc::vec![0; TEXT]);
            // 32 bytes have this many characters.
            let _ = Base64::encode(self.to_bytes().as_bytes(), &mut text.0);
            SecretText::from_bytes(text)
        })
    }
}

impl PublicKey {
    /// Reads a public key of WireGuard, 44 characters of base64.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed).
    pub fn from_wireguard(text: &str) -> Result<PublicKey, Error> {
        cleanly(|| Ok(PublicKey::from_bytes(decode(text)?.as_bytes())))
    }

    /// The public key as WireGuard has it, 44 characters of base64.
    pub fn to_wireguard(&self) -> String {
        Base64::encode_string(self.as_bytes())
    }
}

fn decode(text: &str) -> Result<Secret<32>, Error> {
    let wrong = super::malformed(Fault::WireguardText);
    let text = trim(text);
    let mut bytes = Secret::zeros();
    if text.len() != TEXT {
        return Err(wrong);
    }
    match Base64::decode(text, bytes.as_mut_bytes()) {
        Ok(decoded) if decoded.len() == 32 => Ok(bytes),
        _ => Err(wrong),
    }
}

impl SigningKey {
    /// The secret key of libsodium, seed ‖ public key, as 128 hexadecimal digits. [`SigningKey::load`] reads it, as it reads base64 of it.
    ///
    /// # Errors
    /// None that a key could cause.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// let key = SigningKey::generate()?;
    /// let again = SigningKey::load(key.to_libsodium()?.as_str().as_bytes(), None)?;
    /// assert_eq!(again.verifying_key(), key.verifying_key());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_libsodium(&self) -> Result<SecretText, Error> {
        cleanly(|| {
            let mut text = SecretBytes(alloc::vec![0; 128]);
            // 64 bytes have this many digits.
            let _ = base16ct::lower::encode(self.to_keypair_bytes().as_bytes(), &mut text.0);
            SecretText::from_bytes(text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn keys_of_wireguard_are_44_characters() {
        let key = StaticSecret::from_bytes(&[0xff; 32]);
        let text = key.to_wireguard().unwrap();
        let read = StaticSecret::from_wireguard(&format!("{}\n", text.as_str())).unwrap();
        assert!(read.to_bytes().equals(&key.to_bytes()), "not a bit is cleared");
        let public = key.public_key().to_wireguard();
        assert_eq!(PublicKey::from_wireguard(&public), Ok(key.public_key()));
        for wrong in ["", &public[..43], &format!("{}A", &public[..43]), &public.replace('=', "*")] {
            assert_eq!(PublicKey::from_wireguard(wrong), Err(super::super::malformed(Fault::WireguardText)));
        }
    }
}
