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

    /// Zeros, to be written over where they are: what is moved leaves a copy.
    pub(crate) const fn zeros() -> Secret<N> {
        Secret([0; N])
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
        Secret::written(|bytes| getrandom::fill(bytes).is_ok())
    }

    /// `N` bytes from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`](crate::Error::Randomness) if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Secret<N>, crate::Error> {
        Secret::written(|bytes| rng.try_fill_bytes(bytes).is_ok())
    }

    /// The value that `fill` writes into the place of the result, if it says that it did.
    #[cfg(any(feature = "getrandom", feature = "rand_core"))]
    fn written(fill: impl FnOnce(&mut [u8; N]) -> bool) -> Result<Secret<N>, crate::Error> {
        let mut result = Ok(Secret::zeros());
        let filled = match &mut result {
            Ok(secret) => fill(secret.as_mut_bytes()),
            Err(_) => false,
        };
        if !filled {
            result = Err(crate::Error::Randomness);
        }
        result
    }
}

/// Bytes of any number that may be secret: wiped when dropped. No `Debug`, no `Clone`, no `==`.
#[cfg(feature = "pkcs8")]
pub struct SecretBytes(pub(crate) alloc::vec::Vec<u8>);

#[cfg(feature = "pkcs8")]
impl SecretBytes {
    /// The bytes. Do not print, log or compare them with `==`, unless they are known to be public.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

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
