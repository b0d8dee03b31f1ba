//! Digests as a type of their own, so that what was hashed, and what was not, is written where it is chosen.

use super::hash;
use core::fmt;

/// The number e that a signature is made for: 32 bytes that stand for the signer and the message.
///
/// Messages are signed with `sign` and verified with `verify`, which hash the identifier and the key before
/// the message. What is signed with a `Digest` has been hashed elsewhere, or otherwise:
///
/// | made by                              | e                | who signs that                                   |
/// |--------------------------------------|------------------|--------------------------------------------------|
/// | `key.with_id(&id).digest(message)`   | SM3(Z ‖ M)       | the standard: the same as `sign(message)`        |
/// | `key.with_id(&id).double_digest(message)` | SM3(Z ‖ SM3(M)) | some VPN and TLCP products                   |
/// | [`Digest::without_z`]                | SM3(M)           | old software that skips Z                        |
/// | [`Digest::from_bytes`]               | as given         | hardware that hashed before                      |
///
/// A digest that was made without Z is bound to no key and no identifier.
///
/// # Warning
/// Never take a digest from the party that presents the signature. Without the private key anybody can choose s and t, compute
/// x₁ of s·G + t·P, and name r = t − s and e = r − x₁: the signature (r, s) of the digest e is valid under P. Only a
/// digest that the verifier computed from a message ties the signature to that message.
///
/// # Example
/// ```
/// use chop::sm2::{Digest, Id, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digest = key.with_id(&Id::DEFAULT).digest(b"hello");
/// assert_eq!(key.sign_prehashed(&digest), key.sign(b"hello"));
/// let other = key.sign_prehashed(&Digest::without_z(b"hello"));
/// assert!(key.verifying_key().verify(b"hello", &other).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// e as it is. Any 32 bytes are a digest; numbers from n on count modulo n.
    pub const fn from_bytes(e: [u8; 32]) -> Digest {
        Digest(e)
    }

    /// SM3(M), without identifier and key.
    pub fn without_z(message: &[u8]) -> Digest {
        Digest(hash::digest(&[message]))
    }

    /// The message read as an integer, the highest byte first, modulo n.
    #[cfg(feature = "explain")]
    pub(super) fn of_integer(message: &[u8]) -> Digest {
        use chop_core::scalar::nsm2::Scalar;
        let mut e = [0; 32];
        for block in message.rchunks(32).rev() {
            // e·2^256 + block. Only the first block may be short, and e is 0 there.
            let mut wide = [0; 64];
            wide[..32].copy_from_slice(&e);
            wide[64 - block.len()..].copy_from_slice(block);
            e = Scalar::from_bytes_wide(&wide).to_bytes();
        }
        Digest(e)
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

/// SM3(Z ‖ parts).
pub(super) fn with_z(z: &[u8; 32], parts: &[&[u8]]) -> Digest {
    use sm3::Digest as _;
    let mut state = hash::Sm3State::new();
    state.update(z);
    for part in parts {
        state.update(part);
    }
    Digest(state.finalize().into())
}

/// SM3(Z ‖ what the reader gives), in 64 KiB of memory.
#[cfg(feature = "std")]
pub(super) fn of_reader<R: std::io::Read>(z: &[u8; 32], mut message: R) -> std::io::Result<Digest> {
    use sm3::Digest as _;
    let mut state = hash::Sm3State::new();
    state.update(z);
    crate::reader::for_each_chunk(&mut message, |chunk| state.update(chunk))?;
    Ok(Digest(state.finalize().into()))
}
