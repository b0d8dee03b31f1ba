//! Secret bytes: wiped when dropped, never printed, compared in constant time.

use chop_core::ct;

/// `N` secret bytes. No `Debug`, no `Clone`, no `==`.
///
/// # Example
/// ```
/// # use chop::ed25519::SigningKey;
/// let key = SigningKey::from_seed(&[7; 32]);
/// let seed = key.to_seed();
/// assert_eq!(seed.as_bytes(), &[7; 32]);
/// ```
pub struct Secret<const N: usize>([u8; N]);

impl<const N: usize> Secret<N> {
    /// Takes a copy of `bytes`; the caller's copy is the caller's to wipe.
    pub fn new(bytes: &[u8; N]) -> Secret<N> {
        Secret(*bytes)
    }

    /// The bytes. Do not print, log or compare them with `==`.
    pub fn as_bytes(&self) -> &[u8; N] {
        &self.0
    }

    pub(crate) fn as_mut_bytes(&mut self) -> &mut [u8; N] {
        &mut self.0
    }

    /// Whether both hold the same bytes. Constant time; the answer is public.
    pub fn equals(&self, other: &Secret<N>) -> bool {
        ct::declassify(ct::eq(&self.0, &other.0), "the caller asked whether two secrets are equal")
    }

    /// `N` bytes from the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`](crate::Error::Randomness).
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<Secret<N>, crate::Error> {
        let mut secret = Secret([0; N]);
        getrandom::fill(secret.as_mut_bytes()).map_err(|_| crate::Error::Randomness)?;
        Ok(secret)
    }

    /// `N` bytes from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`](crate::Error::Randomness) if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Secret<N>, crate::Error> {
        let mut secret = Secret([0; N]);
        rng.try_fill_bytes(secret.as_mut_bytes()).map_err(|_| crate::Error::Randomness)?;
        Ok(secret)
    }
}

/// Bytes of any number that may be secret: wiped when dropped.
#[cfg(feature = "pkcs8")]
pub(crate) struct SecretBytes(pub(crate) alloc::vec::Vec<u8>);

#[cfg(feature = "pkcs8")]
impl Drop for SecretBytes {
    fn drop(&mut self) {
        ct::wipe(&mut self.0);
    }
}

impl<const N: usize> Drop for Secret<N> {
    fn drop(&mut self) {
        ct::wipe(&mut self.0);
    }
}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::ZeroizeOnDrop for Secret<N> {}

#[cfg(feature = "zeroize")]
impl<const N: usize> zeroize::Zeroize for Secret<N> {
    fn zeroize(&mut self) {
        ct::wipe(&mut self.0);
    }
}
