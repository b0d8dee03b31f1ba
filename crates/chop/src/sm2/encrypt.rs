//! Public-key encryption (GB/T 32918.4, GM/T 0003.4).
//!
//! | part | what it is                                                                     |
//! |------|--------------------------------------------------------------------------------|
//! | C1   | k·G, for a nonce k                                                             |
//! | C2   | the message XOR t, where t = KDF(x2 ‖ y2) is as long, for (x2, y2) = k·P        |
//! | C3   | SM3(x2 ‖ message ‖ y2)                                                         |
//!
//! Contract: constant time in the nonce and in the message's content; the message's length shows.

mod decrypt;

pub use decrypt::{Plaintext, decrypt};

use super::hash::{Sm3State, finish_into};
use super::nonce::Hedged;
use super::verifying::VerifyingKey;
use crate::der::{Reader, integer};
use crate::{Error, Secret, level};
use alloc::vec::Vec;
use chop_core::ct::{self, Wipe, Wiped, declassify};
use chop_core::engine::sm2::point::{Sm2Point, mul, mul_base};
use chop_core::scalar::nsm2::Scalar;
use sm3::Digest as _;

/// How the parts of a ciphertext are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// C1 ‖ C3 ‖ C2, with C1 = 04 ‖ x ‖ y: the standard since 2012.
    C1C3C2,
    /// C1 ‖ C2 ‖ C3: what was written before, and still is.
    C1C2C3,
    /// C1 ‖ C3 ‖ C2, with C1 = x ‖ y, without the 04: what sm-crypto of JavaScript writes.
    C1C3C2Without04,
    /// C1 ‖ C2 ‖ C3, with C1 = x ‖ y, without the 04.
    C1C2C3Without04,
    /// SEQUENCE { INTEGER x, INTEGER y, OCTET STRING C3, OCTET STRING C2 } (GM/T 0009, 7.2), which the OpenSSL
    /// 3 program writes.
    Der,
}

/// Encrypts a message for a key, with randomness from the operating system.
///
/// Anybody can encrypt; a message that decrypts has not been changed, but nothing says who sent it. For a
/// message of more than a few kilobytes encrypt a key and use that.
///
/// # Errors
/// [`Error::EmptyMessage`]: the standard encrypts one byte or more. [`Error::Randomness`].
///
/// # Example
/// ```
/// use chop::sm2::{self, Form, SigningKey};
/// let key = SigningKey::generate()?;
/// let ciphertext = sm2::encrypt(&key.verifying_key(), b"hello", Form::C1C3C2)?;
/// assert_eq!(sm2::decrypt(&key, &ciphertext, Form::C1C3C2)?.as_bytes(), b"hello");
/// # Ok::<(), chop::Error>(())
/// ```
#[cfg(feature = "getrandom")]
pub fn encrypt(key: &VerifyingKey, message: &[u8], form: Form) -> Result<Vec<u8>, Error> {
    encrypt_with(key, message, form, Secret::generate()?.as_bytes())
}

/// As `encrypt`, with the caller's 32 bytes of randomness, which must be secret and used once. The nonce is
/// a function of them, the key and the message.
///
/// # Errors
/// [`Error::EmptyMessage`].
pub fn encrypt_with(
    key: &VerifyingKey,
    message: &[u8],
    form: Form,
    randomness: &[u8; 32],
) -> Result<Vec<u8>, Error> {
    if message.is_empty() {
        return Err(Error::EmptyMessage);
    }
    let parts = ct::on_wiped_stack::<SHARED, _>(|| {
        let (mut nonces, mut k) = (Hedged::new(), Scalar::ZERO);
        nonces.start(&[randomness, &key.to_bytes(), b"chop SM2 encryption", message]);
        loop {
            nonces.next(&mut k);
            let parts = Parts::encrypt(key, message, &k);
            k.wipe();
            if let Some(parts) = parts {
                return parts;
            }
        }
    });
    Ok(parts.put_together(form))
}

/// Words of the stack that are wiped after the point was computed that both sides share, and what follows from it.
pub(super) const SHARED: usize = 1024;

/// The parts of a ciphertext.
pub(super) struct Parts {
    pub(super) c1: Sm2Point,
    pub(super) c2: Vec<u8>,
    pub(super) c3: [u8; 32],
}

impl Parts {
    /// The ciphertext of a message of one byte or more for the nonce k. `None` where the standard asks for
    /// another nonce: k = 0, or a t of zeros (one in 256 for messages of one byte).
    fn encrypt(key: &VerifyingKey, message: &[u8], k: &Scalar) -> Option<Parts> {
        let c1 = mul_base(level::current(), k)?;
        let shared = Shared::new(k, &key.point);
        let (c2, blank) = shared.masked(message);
        let blank = declassify(blank, "a mask of zeros is dropped, and so is what was made with it");
        (!blank).then(|| Parts { c1, c2, c3: *shared.tag(message).as_bytes() })
    }

    /// The ciphertext as bytes.
    fn put_together(&self, form: Form) -> Vec<u8> {
        match form {
            Form::C1C3C2 => [&self.c1.to_bytes(), self.c3.as_slice(), &self.c2].concat(),
            Form::C1C2C3 => [&self.c1.to_bytes(), self.c2.as_slice(), &self.c3].concat(),
            Form::C1C3C2Without04 => [&self.c1.to_bytes()[1..], self.c3.as_slice(), &self.c2].concat(),
            Form::C1C2C3Without04 => [&self.c1.to_bytes()[1..], self.c2.as_slice(), &self.c3].concat(),
            Form::Der => {
                let mut content = Vec::with_capacity(self.c2.len() + 120);
                for number in [self.c1.x(), self.c1.y()] {
                    let (sign, significant) = integer(&number);
                    push_header(&mut content, 0x02, sign.len() + significant.len());
                    content.extend_from_slice(sign);
                    content.extend_from_slice(significant);
                }
                for octets in [self.c3.as_slice(), &self.c2] {
                    push_header(&mut content, 0x04, octets.len());
                    content.extend_from_slice(octets);
                }
                let mut der = Vec::with_capacity(content.len() + 6);
                push_header(&mut der, 0x30, content.len());
                der.append(&mut content);
                der
            }
        }
    }

    /// Takes a ciphertext apart. Strict: in the form that is asked for, with a point that is on the curve
    /// and at least one byte of message.
    pub(super) fn take_apart(ciphertext: &[u8], form: Form) -> Option<Parts> {
        if form == Form::Der {
            let parts = Parts::from_der(ciphertext)?;
            return (parts.put_together(form) == ciphertext).then_some(parts);
        }
        let (c1, rest) = match form {
            Form::C1C3C2Without04 | Form::C1C2C3Without04 => {
                let (c1, rest) = ciphertext.split_first_chunk::<64>()?;
                let [x, y] = c1.as_chunks::<32>().0 else { return None };
                (Sm2Point::from_coordinates(level::current(), x, y)?, rest)
            }
            _ => {
                let (c1, rest) = ciphertext.split_first_chunk::<65>()?;
                (Sm2Point::from_bytes(level::current(), c1)?, rest)
            }
        };
        let length = rest.len().checked_sub(32).filter(|length| *length > 0)?;
        let (c2, c3) = match form {
            Form::C1C2C3 | Form::C1C2C3Without04 => {
                let (c2, c3) = rest.split_at(length);
                (c2, c3)
            }
            _ => {
                let (c3, c2) = rest.split_at(32);
                (c2, c3)
            }
        };
        Some(Parts { c1, c2: c2.to_vec(), c3: c3.try_into().ok()? })
    }

    fn from_der(der: &[u8]) -> Option<Parts> {
        let mut outer = Reader(der);
        let mut inner = Reader(outer.element(0x30)?);
        outer.end()?;
        let (x, y) = (inner.number()?, inner.number()?);
        let (c3, c2) = (inner.element(0x04)?, inner.element(0x04)?);
        inner.end()?;
        let c1 = Sm2Point::from_coordinates(level::current(), &x, &y)?;
        let c3 = c3.try_into().ok()?;
        (!c2.is_empty()).then(|| Parts { c1, c2: c2.to_vec(), c3 })
    }
}

/// How many bytes are encrypted in a ciphertext of [`Form::Der`], if this has the frame of one.
#[cfg(feature = "pkcs8")]
pub(crate) fn encrypted_length(der: &[u8]) -> Option<usize> {
    let mut outer = Reader(der);
    let mut inner = Reader(outer.element(0x30)?);
    outer.end()?;
    let (x, y) = (inner.element(0x02)?, inner.element(0x02)?);
    let (c3, c2) = (inner.element(0x04)?, inner.element(0x04)?);
    inner.end()?;
    (x.len() <= 33 && y.len() <= 33 && c3.len() == 32).then_some(c2.len())
}

/// Tag and length of a DER element.
fn push_header(der: &mut Vec<u8>, tag: u8, length: usize) {
    der.push(tag);
    let bytes = length.to_be_bytes();
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    if length > 0x7F {
        der.push(0x80 | (bytes.len() - zeros) as u8);
        der.extend_from_slice(&bytes[zeros..]);
    } else {
        der.push(length as u8);
    }
}

/// The point that both sides compute.
pub(super) struct Shared {
    /// x2 ‖ y2.
    coordinates: Secret<64>,
}

impl Shared {
    /// The point k·P.
    pub(super) fn new(k: &Scalar, point: &Sm2Point) -> Shared {
        let halves = Wiped::new(mul(level::current(), k, point));
        let mut coordinates = Secret::zeros();
        coordinates.as_mut_bytes().copy_from_slice(halves.as_flattened());
        Shared { coordinates }
    }

    /// The text XOR t, and whether t is all zeros.
    pub(super) fn masked(&self, text: &[u8]) -> (Vec<u8>, ct::Mask) {
        let mut common = Sm3State::new();
        common.update(self.coordinates.as_bytes());
        let mut masked = Vec::with_capacity(text.len());
        let mut seen = 0;
        for (i, block) in text.chunks(32).enumerate() {
            let mut state = common.clone();
            state.update((i as u32 + 1).to_be_bytes());
            let mut mask = Secret::zeros();
            finish_into(&mut state, mask.as_mut_bytes());
            for (byte, mask) in block.iter().zip(mask.as_bytes()) {
                seen |= mask;
                masked.push(byte ^ mask);
            }
        }
        (masked, ct::Mask::is_zero(u64::from(seen)))
    }

    /// C3 of a message.
    pub(super) fn tag(&self, message: &[u8]) -> Secret<32> {
        let (x, y) = self.coordinates.as_bytes().split_at(32);
        let mut state = Sm3State::new();
        for part in [x, message, y] {
            state.update(part);
        }
        let mut tag = Secret::zeros();
        finish_into(&mut state, tag.as_mut_bytes());
        tag
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sm2::SigningKey;

    fn bytes<const N: usize>(hex: &str) -> [u8; N] {
        let mut bytes = [0; N];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap();
        }
        bytes
    }

    /// GB/T 32918.5, C.2.
    #[test]
    fn the_sample_of_the_standard_is_encrypted_to_its_ciphertext() {
        let d = bytes("3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8");
        let k = bytes("59276e27d506861a16680f3ad9c02dccef3cc1fa3cdbe4ce6d54b80deac1bc21");
        let key = SigningKey::from_bytes(&d).unwrap().verifying_key();
        let (k, _) = Scalar::from_canonical_bytes(&k);
        let parts = Parts::encrypt(&key, b"encryption standard", &k).unwrap();
        let x = bytes("04ebfc718e8d1798620432268e77feb6415e2ede0e073c0f4f640ecd2e149a73");
        let y = bytes("e858f9d81e5430a57b36daab8f950a3c64e6ee6a63094d99283aff767e124df0");
        let c3 = bytes("59983c18f809e262923c53aec295d30383b54e39d609d160afcb1908d0bd8766");
        let c2: [u8; 19] = bytes("21886ca989ca9c7d58087307ca93092d651efa");
        assert_eq!((parts.c1.x(), parts.c1.y()), (x, y));
        assert_eq!((parts.c3, parts.c2.as_slice()), (c3, c2.as_slice()));
    }

    #[test]
    fn a_mask_of_zeros_is_refused_when_encrypting() {
        // With messages of one byte one nonce in 256 gives it.
        let key = SigningKey::from_bytes(&[7; 32]).unwrap().verifying_key();
        let nonces = (1u16..=2000).map(|i| {
            let mut k = [0x5A; 32];
            k[30..].copy_from_slice(&i.to_be_bytes());
            Scalar::from_bytes_mod_order(&k)
        });
        let mut refused = 0;
        for k in nonces {
            match Parts::encrypt(&key, b"m", &k) {
                Some(parts) => assert_ne!(parts.c2, b"m"),
                None => refused += 1,
            }
        }
        assert!((1..30).contains(&refused), "{refused} of 2000");
        assert!(Parts::encrypt(&key, b"m", &Scalar::ZERO).is_none());
    }
}
