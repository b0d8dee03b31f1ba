//! Integers modulo ℓ and their digits.

use super::{bytes, words};
use crate::secret::{reveal, secret};
use chop_core::scalar::digits;
use chop_core::scalar::l25519::Scalar;
use chop_core::scalar::limbs::Word;

fn secret_scalar(n: usize) -> Scalar {
    secret(Scalar::from_bytes_mod_order(&bytes(n)))
}

/// x·y + z, the last step of a signature.
pub fn mul_add<W: Word>() {
    let z = secret_scalar(0).mul_add_with::<W>(&secret_scalar(1), &secret_scalar(2));
    reveal(z.to_bytes());
}

/// x + y, x − y and −x.
pub fn add_sub() {
    let (x, y) = (secret_scalar(0), secret_scalar(1));
    reveal(x.add(&y).to_bytes());
    reveal(x.sub(&y).to_bytes());
    reveal(x.neg().to_bytes());
    reveal(x.eq(&y).word());
}

/// 512 bits modulo ℓ: the nonce of a signature.
pub fn reduce_wide<W: Word>() {
    let mut digest = [0; 64];
    digest[..32].copy_from_slice(&bytes(0));
    digest[32..].copy_from_slice(&bytes(1));
    reveal(Scalar::from_bytes_wide_with::<W>(&secret(digest)).to_bytes());
}

/// 256 bits modulo ℓ: a clamped secret key.
pub fn reduce_narrow<W: Word>() {
    reveal(Scalar::from_bytes_mod_order_with::<W>(&secret(bytes(0))).to_bytes());
}

/// Whether 256 bits are below ℓ, for one that is not and one that is.
pub fn is_canonical() {
    reveal(Scalar::is_canonical(&secret([0xff; 32])).word());
    reveal(Scalar::is_canonical(&secret([0x01; 32])).word());
}

/// Signed digits for fixed windows.
pub fn signed_radix<const W: usize, const N: usize>() {
    reveal(digits::signed_radix::<W, N>(&secret(words(0))));
}
