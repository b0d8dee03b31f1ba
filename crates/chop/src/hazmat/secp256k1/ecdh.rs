//! ECDH (SEC 1, 3.3.1) with the hash that libsecp256k1 uses by default.
#![allow(non_snake_case)] // points are capital letters

use super::{Point, Scalar};
use crate::secret::Secret;
use crate::{Error, level};
use chop_core::ct::{self, Wiped, declassify};
use chop_core::engine::secp256k1::point::mul;
use sha2::{Digest as _, Sha256};

/// The secret that the holder of k shares with the holder of P's scalar: SHA-256 of the compressed encoding of k·P, 02 ‖ x or 03 ‖ x.
/// `secp256k1_ecdh` of libsecp256k1 gives the same where the caller passes no hash function.
///
/// Constant time in k and P, but for whether k is 0 and whether P is O. Every other P has order n: none is of small order.
///
/// Cost: as `k * P`, one inversion more, and one block of SHA-256. No allocation.
///
/// # Errors
/// [`Error::SecretKeyRange`] if k is 0; [`Error::NotAPoint`] if P is O, which has no encoding.
///
/// # Example
/// ```
/// use chop::hazmat::secp256k1::{Point, Scalar, ecdh};
/// let (a, b) = (Scalar::from_bytes_mod_order(&[7; 32]), Scalar::from_bytes_mod_order(&[8; 32]));
/// let shared = ecdh(&a, &Point::mul_base(&b))?;
/// assert!(shared.as_bytes() == ecdh(&b, &Point::mul_base(&a))?.as_bytes());
/// # Ok::<(), chop::Error>(())
/// ```
pub fn ecdh(k: &Scalar, P: &Point) -> Result<SharedSecret, Error> {
    if declassify(k.0.is_zero(), "a secret key out of range is refused, and everybody knows it") {
        return Err(Error::SecretKeyRange);
    }
    if P.is_identity() {
        return Err(Error::NotAPoint);
    }
    ct::on_wiped_stack::<EXCHANGE, _>(|| {
        let mut shared = Ok(SharedSecret(Secret::zeros()));
        if let Ok(shared) = &mut shared {
            shared.write(k, P);
        }
        shared
    })
}

/// Words of the stack that are wiped after an exchange.
const EXCHANGE: usize = 1024;

/// The result of [`ecdh`]. Wiped when dropped; no `Debug`, no `Clone`, no `==`.
pub struct SharedSecret(Secret<32>);

impl SharedSecret {
    /// The 32 bytes: a key, or input for a key derivation function.
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Writes the secret into its place.
    fn write(&mut self, k: &Scalar, P: &Point) {
        let product = Wiped::new(mul(level::current(), &k.0, &P.affine()));
        let [x, y] = &*product;
        let mut state = Sha256::new();
        state.update([2 | y[31] & 1]);
        state.update(x);
        state.finalize_into_reset(self.0.as_mut_bytes().into());
    }
}

#[cfg(feature = "zeroize")]
impl zeroize::ZeroizeOnDrop for SharedSecret {}
