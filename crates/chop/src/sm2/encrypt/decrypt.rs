//! Decryption: one error for whatever is wrong with a ciphertext.

use super::{Form, Parts, SHARED, Shared};
use crate::Error;
use crate::sm2::signing::SigningKey;
use alloc::vec::Vec;
use chop_core::ct::{self, declassify};

/// Decrypts a ciphertext of the given form.
///
/// Constant time in the key and in what is decrypted; the length shows, and whether it succeeds.
///
/// # Errors
/// [`Error::Ciphertext`] for everything that may be wrong: another form, a point off the curve, another key, a
/// changed message.
///
/// # Example
/// ```
/// use chop::sm2::{self, Form, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let mut ciphertext = sm2::encrypt(&key.verifying_key(), b"hello", Form::Der)?;
/// assert_eq!(sm2::decrypt(&key, &ciphertext, Form::Der)?.as_bytes(), b"hello");
/// *ciphertext.last_mut().unwrap() ^= 1;
/// assert!(sm2::decrypt(&key, &ciphertext, Form::Der).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn decrypt(key: &SigningKey, ciphertext: &[u8], form: Form) -> Result<Plaintext, Error> {
    let parts = Parts::take_apart(ciphertext, form).ok_or(Error::Ciphertext)?;
    ct::on_wiped_stack::<SHARED, _>(|| open(key, &parts))
}

fn open(key: &SigningKey, parts: &Parts) -> Result<Plaintext, Error> {
    let shared = Shared::new(&key.d, &parts.c1);
    let (message, blank) = shared.masked(&parts.c2);
    let message = Plaintext(message);
    let same = ct::eq(shared.tag(message.as_bytes()).as_bytes(), &parts.c3);
    if declassify(same.and(blank.not()), "whether a ciphertext decrypts is told") {
        Ok(message)
    } else {
        Err(Error::Ciphertext)
    }
}

/// A decrypted message: wiped when dropped; no `Debug`, no `Clone`, no `==`.
pub struct Plaintext(Vec<u8>);

impl Plaintext {
    /// The message.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl AsRef<[u8]> for Plaintext {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Plaintext {
    fn drop(&mut self) {
        ct::wipe(&mut self.0);
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for Plaintext {}
