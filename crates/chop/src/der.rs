//! As much DER as signatures and ciphertexts need.
//!
//! The reader is lenient; who is strict writes again what was read and compares.

/// The bytes that are left to be read. A method returns `None` where it finds something else than it expects.
pub(crate) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    /// The content of the next element, which must have this tag. Lengths in the short form, or in the long
    /// one with up to four bytes.
    pub(crate) fn element(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&[first, length], rest) = self.0.split_first_chunk()?;
        if first != tag {
            return None;
        }
        let (length, rest) = match length {
            ..=0x7F => (usize::from(length), rest),
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(length - 0x80))?;
                (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(content)
    }

    /// The next INTEGER, read without a sign, of at most 32 bytes behind its zeros.
    pub(crate) fn number(&mut self) -> Option<[u8; 32]> {
        let content = self.element(0x02)?;
        let zeros = content.iter().take_while(|byte| **byte == 0).count();
        let significant = &content[zeros..];
        let mut number = [0; 32];
        let place = number.get_mut(32usize.checked_sub(significant.len())?..)?;
        place.copy_from_slice(significant);
        (!content.is_empty()).then_some(number)
    }

    /// Nothing, if nothing is left.
    pub(crate) fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// A number as the content of an INTEGER: the zero for the sign if there must be one, and its bytes from the
/// first that is not 0.
pub(crate) fn integer(number: &[u8; 32]) -> (&'static [u8], &[u8]) {
    let zeros = number.iter().take(31).take_while(|byte| **byte == 0).count();
    let significant = &number[zeros..];
    (if significant[0] >> 7 == 1 { &[0] } else { &[] }, significant)
}

/// A signature in DER: at most 72 bytes, by [`AsRef`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerSignature {
    bytes: [u8; 72],
    length: usize,
}

impl DerSignature {
    /// SEQUENCE { INTEGER r, INTEGER s }, in the one form that DER allows.
    pub(crate) fn of(r: &[u8; 32], s: &[u8; 32]) -> DerSignature {
        let mut der = DerSignature { bytes: [0; 72], length: 2 };
        for number in [r, s] {
            der.push_integer(number);
        }
        der.bytes[0] = 0x30;
        der.bytes[1] = der.length as u8 - 2;
        der
    }

    fn push_integer(&mut self, number: &[u8; 32]) {
        let (sign, significant) = integer(number);
        self.push(&[0x02, (sign.len() + significant.len()) as u8]);
        self.push(sign);
        self.push(significant);
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }
}

impl AsRef<[u8]> for DerSignature {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// r and s of a SEQUENCE of two INTEGERs.
pub(crate) fn signature_numbers(der: &[u8]) -> Option<([u8; 32], [u8; 32])> {
    let mut outer = Reader(der);
    let mut inner = Reader(outer.element(0x30)?);
    let numbers = (inner.number()?, inner.number()?);
    inner.end()?;
    outer.end()?;
    Some(numbers)
}
