//! Hashing to edwards25519 and ristretto255 (RFC 9380) with SHA-512. Constant time in the message; lengths are public.

use super::{EdwardsPoint, RistrettoPoint, Scalar};
use crate::{Error, level};
use chop_core::ct;
use chop_core::engine::hazmat::edwards::{self, Point};
use sha2::{Digest, Sha512};

/// Bytes of a digest.
const DIGEST: usize = 64;
/// Bytes of a block of SHA-512.
const BLOCK: usize = 128;
/// L: bytes that are taken modulo p, ⌈(255 + 128)/8⌉.
const ELEMENT: usize = 48;

/// Fills `out` with uniform bytes made of a message and a domain separation tag: expand_message_xmd with SHA-512
/// (RFC 9380, 5.3.1). The message is the concatenation of its parts.
///
/// A tag says which application asks, in which version, and for what. One of more than 255 bytes is hashed first
/// (RFC 9380, 5.3.3).
///
/// # Errors
/// [`Error::DomainTag`] if the tag is empty or `out` longer than 16,320 bytes.
///
/// # Example
/// ```
/// let mut out = [0; 32];
/// chop::hazmat::curve25519::expand_message_xmd(&[b"ab", b"c"], b"QUUX-V01-CS02-with-expander-SHA512-256", &mut out)?;
/// assert_eq!(out[..4], [0x0d, 0xa7, 0x49, 0xf1]);
/// # Ok::<(), chop::Error>(())
/// ```
pub fn expand_message_xmd(message: &[&[u8]], tag: &[u8], out: &mut [u8]) -> Result<(), Error> {
    let length = match u16::try_from(out.len()) {
        Ok(length) if out.len() <= 255 * DIGEST && !tag.is_empty() => length,
        _ => return Err(Error::DomainTag),
    };
    let hashed: [u8; DIGEST];
    let tag = if tag.len() > 255 {
        hashed = Sha512::new().chain_update(b"H2C-OVERSIZE-DST-").chain_update(tag).finalize().into();
        &hashed[..]
    } else {
        tag
    };
    // DST_prime = DST ‖ I2OSP(len(DST), 1)
    let tag_length = [tag.len() as u8];
    // b_0 = H(Z_pad ‖ msg ‖ l_i_b_str ‖ I2OSP(0, 1) ‖ DST_prime)
    let mut state = Sha512::new().chain_update([0; BLOCK]);
    for part in message {
        state.update(part);
    }
    state.update(length.to_be_bytes());
    state.update([0]);
    state.update(tag);
    state.update(tag_length);
    let mut first: [u8; DIGEST] = state.finalize().into();
    // b_i = H((b_0 xor b_(i − 1)) ‖ I2OSP(i, 1) ‖ DST_prime), without the b_0 for i = 1
    let mut block = [0; DIGEST];
    for (i, out) in out.chunks_mut(DIGEST).enumerate() {
        for (byte, first) in block.iter_mut().zip(&first) {
            *byte ^= first;
        }
        let state = Sha512::new().chain_update(block).chain_update([i as u8 + 1]);
        block = state.chain_update(tag).chain_update(tag_length).finalize().into();
        out.copy_from_slice(&block[..out.len()]);
    }
    ct::wipe(&mut first);
    ct::wipe(&mut block);
    Ok(())
}

/// The points of N field elements of a message: hash_to_field and map_to_curve.
fn map<const N: usize>(message: &[&[u8]], tag: &[u8]) -> Result<[Point; N], Error> {
    let mut bytes = [[0; ELEMENT]; N];
    expand_message_xmd(message, tag, bytes.as_flattened_mut())?;
    let mut points = [Point::IDENTITY; N];
    for (point, bytes) in points.iter_mut().zip(&mut bytes) {
        bytes.reverse();
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        *point = edwards::map_to_curve(level::current(), &words);
        ct::wipe(&mut words);
        ct::wipe(bytes);
    }
    Ok(points)
}

impl EdwardsPoint {
    /// The point of a message, as good as a random oracle: edwards25519_XMD:SHA-512_ELL2_RO_ (RFC 9380, 8.5). It is in
    /// the subgroup of order ℓ.
    ///
    /// Cost: two square roots.
    ///
    /// # Errors
    /// [`Error::DomainTag`] if the tag is empty.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::EdwardsPoint;
    /// let P = EdwardsPoint::hash_to_curve(&[b"message"], b"an application and its version")?;
    /// assert!(P.is_torsion_free());
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn hash_to_curve(message: &[&[u8]], tag: &[u8]) -> Result<EdwardsPoint, Error> {
        let [first, second] = map(message, tag)?;
        let level = level::current();
        Ok(EdwardsPoint(edwards::mul_by_cofactor(level, &edwards::add(level, &first, &second))))
    }

    /// The point of a message, of half the points of the subgroup and not uniform among them:
    /// edwards25519_XMD:SHA-512_ELL2_NU_ (RFC 9380, 8.5). For protocols that ask for it.
    ///
    /// Cost: one square root.
    ///
    /// # Errors
    /// [`Error::DomainTag`] if the tag is empty.
    pub fn encode_to_curve(message: &[&[u8]], tag: &[u8]) -> Result<EdwardsPoint, Error> {
        let [point] = map(message, tag)?;
        Ok(EdwardsPoint(edwards::mul_by_cofactor(level::current(), &point)))
    }
}

impl RistrettoPoint {
    /// The element of a message, as good as a random oracle: ristretto255_XMD:SHA-512_R255MAP_RO_ (RFC 9380, appendix B).
    ///
    /// Cost: two square roots.
    ///
    /// # Errors
    /// [`Error::DomainTag`] if the tag is empty.
    pub fn hash_to_group(message: &[&[u8]], tag: &[u8]) -> Result<RistrettoPoint, Error> {
        let mut bytes = [0; 64];
        expand_message_xmd(message, tag, &mut bytes)?;
        let point = RistrettoPoint::from_uniform_bytes(&bytes);
        ct::wipe(&mut bytes);
        Ok(point)
    }
}

impl Scalar {
    /// The scalar of a message: 64 bytes of [`expand_message_xmd`], little endian, modulo ℓ (RFC 9497, 4.1).
    ///
    /// # Errors
    /// [`Error::DomainTag`] if the tag is empty.
    ///
    /// # Example
    /// ```
    /// use chop::hazmat::curve25519::Scalar;
    /// assert_ne!(Scalar::hash(&[b"message"], b"an application")?, Scalar::hash(&[b"message"], b"another")?);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn hash(message: &[&[u8]], tag: &[u8]) -> Result<Scalar, Error> {
        let mut bytes = [0; 64];
        expand_message_xmd(message, tag, &mut bytes)?;
        let scalar = Scalar::from_bytes_wide(&bytes);
        ct::wipe(&mut bytes);
        Ok(scalar)
    }
}
