//! X25519 (RFC 7748): key agreement, and the maps between X25519 and Ed25519 keys.
//!
//! # Example
//! ```
//! use chop::x25519::{PublicKey, StaticSecret};
//! let (alice, bob) = (StaticSecret::from_bytes(&[1; 32]), StaticSecret::from_bytes(&[2; 32]));
//! let shared = alice.exchange(&bob.public_key())?;
//! assert_eq!(shared.as_bytes(), bob.exchange(&alice.public_key())?.as_bytes());
//! # Ok::<(), chop::Error>(())
//! ```

#[cfg(feature = "alloc")]
mod many;

#[cfg(feature = "alloc")]
pub use many::{exchange_many, public_key_many};

use crate::ed25519::generic::{Hash, SigningKey, VerifyingKey};
#[cfg(feature = "serde")]
use crate::encoding::bytes_serde;
use crate::secret::Secret;
use crate::{Error, level};
use chop_core::ct;
use chop_core::engine::x25519;
use core::fmt;

/// The function X25519 of RFC 7748 on bytes, for protocols that need it bare: `k` is clamped, bit 255 of `u` is ignored,
/// and an all-zero result is returned like any other. Constant time.
///
/// For key agreement use [`StaticSecret::exchange`], which refuses zero and wipes what it returns.
///
/// # Example
/// ```
/// use chop::x25519::{self, StaticSecret};
/// let mut nine = [0; 32];
/// nine[0] = 9;
/// let public = x25519::x25519(&[1; 32], &nine);
/// assert_eq!(public, StaticSecret::from_bytes(&[1; 32]).public_key().to_bytes());
/// ```
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    ct::on_wiped_stack::<EXCHANGE, _>(|| x25519::exchange(level::current(), k, u))
}

/// A secret key: any 32 bytes, clamped when used. Wiped when dropped; no `Debug`, no `Clone`, no `==`.
pub struct StaticSecret(Secret<32>);

impl StaticSecret {
    /// The key with these bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> StaticSecret {
        StaticSecret(Secret::new(bytes))
    }

    /// As [`StaticSecret::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::SecretKeyLength`].
    pub fn from_slice(bytes: &[u8]) -> Result<StaticSecret, Error> {
        Ok(StaticSecret::from_bytes(bytes.try_into().map_err(|_| Error::SecretKeyLength)?))
    }

    /// A new key from the randomness of the operating system.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    #[cfg(feature = "getrandom")]
    pub fn generate() -> Result<StaticSecret, Error> {
        ct::on_wiped_stack::<64, _>(|| Secret::generate().map(StaticSecret))
    }

    /// A new key from the caller's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    #[cfg(feature = "rand_core")]
    pub fn from_rng<R: rand_core::TryCryptoRng + ?Sized>(rng: &mut R) -> Result<StaticSecret, Error> {
        ct::on_wiped_stack::<64, _>(|| Secret::from_rng(rng).map(StaticSecret))
    }

    /// The key that an Ed25519 key corresponds to: the first half of the hash of its seed.
    ///
    /// Its public key is that of [`PublicKey::from_ed25519`]. Using one secret for signing and for key
    /// agreement is a decision for protocols that have proved it safe.
    pub fn from_ed25519<H: Hash>(key: &SigningKey<H>) -> StaticSecret {
        ct::on_wiped_stack::<64, _>(|| StaticSecret(key.x25519_secret()))
    }

    /// A copy of the 32 bytes, as they were given.
    pub fn to_bytes(&self) -> Secret<32> {
        Secret::new(self.0.as_bytes())
    }

    /// The public key. Constant time. Cost: one base-point multiplication.
    pub fn public_key(&self) -> PublicKey {
        PublicKey(x25519::public_key(level::current(), self.0.as_bytes()))
    }

    /// The secret shared with the holder of `public`'s secret key. Constant time.
    ///
    /// Cost: a ladder of 255 steps. Hash the result, together with both public keys, before using it.
    ///
    /// # Errors
    /// [`Error::ZeroSharedSecret`] if the other key has small order, as RFC 7748, section 6.1 allows to
    /// check: then the "secret" would be zero for everybody.
    pub fn exchange(&self, public: &PublicKey) -> Result<SharedSecret, Error> {
        ct::on_wiped_stack::<EXCHANGE, _>(|| {
            let mut shared = Ok(SharedSecret(Secret::zeros()));
            let mut bytes = x25519::exchange(level::current(), self.0.as_bytes(), &public.0);
            SharedSecret::write(&bytes, &mut shared);
            ct::wipe(&mut bytes);
            shared
        })
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for StaticSecret {}

/// A public key: the u-coordinate of a point. Any 32 bytes; bit 255 is ignored when used.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// The key with these bytes. All are accepted, as RFC 7748 asks; `exchange` detects the harmful ones.
    pub const fn from_bytes(bytes: &[u8; 32]) -> PublicKey {
        PublicKey(*bytes)
    }

    /// As [`PublicKey::from_bytes`], from a slice.
    ///
    /// # Errors
    /// [`Error::PublicKeyLength`].
    pub fn from_slice(bytes: &[u8]) -> Result<PublicKey, Error> {
        Ok(PublicKey(bytes.try_into().map_err(|_| Error::PublicKeyLength)?))
    }

    /// The Montgomery form u = (1 + y)/(1 − y) of an Ed25519 public key; the neutral element gives 0.
    pub fn from_ed25519<H: Hash>(key: &VerifyingKey<H>) -> PublicKey {
        PublicKey(x25519::u_from_edwards(level::current(), key.point()))
    }

    /// The Ed25519 public key over this u with the wanted sign bit of x (0 or 1).
    ///
    /// # Errors
    /// [`Error::NotAPoint`] if there is none: u = −1, or u is on the twist.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::SigningKey;
    /// use chop::x25519::PublicKey;
    /// let key = SigningKey::from_seed(&[7; 32]).verifying_key();
    /// let u = PublicKey::from_ed25519(&key);
    /// assert_eq!(u.to_ed25519(key.to_bytes()[31] >> 7)?, key);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn to_ed25519<H: Hash>(&self, sign: u8) -> Result<VerifyingKey<H>, Error> {
        let (encoding, exists) = x25519::edwards_from_u(level::current(), &self.0, sign);
        if !ct::declassify(exists, "public keys are public") {
            return Err(Error::NotAPoint);
        }
        VerifyingKey::from_bytes(&encoding)
    }

    /// The 32 bytes.
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// 32 bytes in binary formats, 64 hexadecimal digits in readable ones. Secrets have no serde form on purpose.
#[cfg(feature = "serde")]
impl serde::Serialize for PublicKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bytes_serde::serialize(&self.0, serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for PublicKey {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<PublicKey, D::Error> {
        bytes_serde::deserialize(deserializer).map(PublicKey)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("x25519::PublicKey(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

impl AsRef<[u8]> for PublicKey {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The result of an exchange: never zero. Wiped when dropped; no `Debug`, no `Clone`, no `==`.
pub struct SharedSecret(Secret<32>);

/// Words of the stack that are wiped after an exchange.
pub(crate) const EXCHANGE: usize = 1024;

impl SharedSecret {
    /// The secret of these bytes, or that there is none, into the place of zeros.
    fn write(bytes: &[u8; 32], shared: &mut Result<SharedSecret, Error>) {
        if ct::declassify(ct::eq(bytes, &[0; 32]), "a zero secret is refused, and everybody knows it") {
            *shared = Err(Error::ZeroSharedSecret);
        } else if let Ok(shared) = shared {
            shared.0.as_mut_bytes().copy_from_slice(bytes);
        }
    }

    /// The 32 bytes: input for a key derivation function.
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SharedSecret {}
