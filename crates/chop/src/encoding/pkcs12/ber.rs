//! DER of BER: elements of indefinite length get their length, and strings in pieces become whole.
//!
//! What is DER stays as it is, and lengths that are longer than they need be become the shortest. A string under an implicit tag keeps its pieces:
//! the bytes do not say that it is one.
//!
//! Contract: looks at tags and lengths only; the bytes of the elements may be secret, and are copied once, into memory that is wiped.

use crate::secret::SecretBytes;
use crate::{Error, Fault};
use alloc::vec::Vec;

/// How deep elements may be nested.
const MAX_DEPTH: usize = 16;
const CONSTRUCTED: u8 = 0x20;
/// A string, and one in pieces.
const OCTET_STRING: u8 = 0x04;
const IN_PIECES: u8 = OCTET_STRING | CONSTRUCTED;
const END: [u8; 2] = [0, 0];

/// The one element of `ber` as DER.
///
/// # Errors
/// [`Fault::Pkcs12Ber`].
pub(super) fn to_der(ber: &[u8]) -> Result<SecretBytes, Error> {
    let wrong = Fault::Pkcs12Ber.error();
    let element = Element::read(ber).ok_or(wrong)?;
    let (length, rest) = element.walk(MAX_DEPTH, false, None).ok_or(wrong)?;
    let mut der = SecretBytes(Vec::with_capacity(length));
    element.walk(MAX_DEPTH, false, Some(&mut der.0)).ok_or(wrong)?;
    if rest.is_empty() { Ok(der) } else { Err(wrong) }
}

/// An element, and what stands behind its tag and length.
struct Element<'a> {
    tag: u8,
    /// `None` where the element ends with two zeros.
    length: Option<usize>,
    behind: &'a [u8],
}

impl<'a> Element<'a> {
    fn read(ber: &'a [u8]) -> Option<Element<'a>> {
        let (&[tag, first], behind) = ber.split_first_chunk()?;
        if tag & 0x1F == 0x1F || tag == 0 {
            return None;
        }
        let count = usize::from(first & 0x7F);
        match (first, count) {
            (0..=0x7F, _) => Some(Element { tag, length: Some(count), behind }),
            (0x80, _) => (tag & CONSTRUCTED != 0).then_some(Element { tag, length: None, behind }),
            (_, 1..=4) => {
                let (bytes, behind) = behind.split_at_checked(count)?;
                let length = bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
                Some(Element { tag, length: Some(length), behind })
            }
            _ => None,
        }
    }

    /// Writes the element, or only its content if it is a piece of a string, and returns how many bytes that takes, and what
    /// stands behind it. Cost: each level of nesting is measured once before it is written.
    fn walk(&self, depth: usize, piece: bool, der: Option<&mut Vec<u8>>) -> Option<(usize, &'a [u8])> {
        let content = match self.length {
            Some(length) => self.behind.get(..length)?,
            None => self.behind,
        };
        let tag = if self.tag == IN_PIECES { OCTET_STRING } else { self.tag };
        if piece && tag != OCTET_STRING {
            return None;
        }
        let primitive = self.tag & CONSTRUCTED == 0;
        let (length, end) =
            if primitive { (content.len(), content) } else { self.children(content, depth, None)? };
        let (head, head_length) = head(tag, length);
        let head = if piece { &[][..] } else { &head[..head_length] };
        if let Some(der) = der {
            der.extend_from_slice(head);
            if primitive {
                der.extend_from_slice(content);
            } else {
                self.children(content, depth, Some(der))?;
            }
        }
        Some((head.len() + length, self.length.map_or(end, |length| &self.behind[length..])))
    }

    /// The elements in this one, and what stands behind the two zeros that end it.
    fn children(
        &self,
        mut content: &'a [u8],
        depth: usize,
        mut der: Option<&mut Vec<u8>>,
    ) -> Option<(usize, &'a [u8])> {
        let depth = depth.checked_sub(1)?;
        let mut total = 0;
        while !content.is_empty() {
            if self.length.is_none()
                && let Some(behind) = content.strip_prefix(&END)
            {
                return Some((total, behind));
            }
            let child = Element::read(content)?;
            let (length, rest) = child.walk(depth, self.tag == IN_PIECES, der.as_deref_mut())?;
            total += length;
            content = rest;
        }
        self.length.map(|_| (total, content))
    }
}

/// Tag and shortest length, in as many of the bytes as the number says.
fn head(tag: u8, length: usize) -> ([u8; 10], usize) {
    let mut head = [0; 10];
    head[0] = tag;
    let bytes = length.to_be_bytes();
    let significant = &bytes[bytes.iter().take_while(|byte| **byte == 0).count()..];
    if length < 0x80 {
        head[1] = length as u8;
        return (head, 2);
    }
    head[1] = 0x80 | significant.len() as u8;
    head[2..][..significant.len()].copy_from_slice(significant);
    (head, 2 + significant.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn der(ber: &[u8]) -> Option<Vec<u8>> {
        to_der(ber).ok().map(|der| der.0.clone())
    }

    #[test]
    fn der_stays_as_it_is_and_ber_becomes_der() {
        let long = [&[0x30, 0x81, 0x82, 0x04, 0x7F][..], &[7; 0x7F], &[5]].concat();
        let mut whole = long.clone();
        whole.truncate(long.len() - 1);
        whole[2] = 0x81;
        assert_eq!(der(&whole), Some(whole.clone()));
        for (ber, expected) in [
            (&[0x30, 0x80, 0x02, 0x01, 0x03, 0, 0][..], &[0x30, 3, 2, 1, 3][..]),
            (&[0x30, 0x80, 0xA0, 0x80, 0, 0, 0, 0], &[0x30, 2, 0xA0, 0]),
            (&[0x30, 0x82, 0, 3, 2, 1, 3], &[0x30, 3, 2, 1, 3]),
            // A string in pieces, one of which is in pieces itself.
            (&[0x24, 0x80, 4, 2, 1, 2, 0x24, 3, 4, 1, 3, 4, 0, 0, 0], &[4, 3, 1, 2, 3]),
        ] {
            assert_eq!(der(ber), Some(expected.to_vec()), "{ber:02x?}");
        }
    }

    #[test]
    fn ends_that_do_not_fit_and_deep_nests_are_refused() {
        for ber in [
            &[][..],
            &[0x30],
            &[0x30, 0x80],
            &[0x30, 0x80, 0, 0, 0],
            &[0x30, 2, 4, 1],
            &[0x30, 3, 4, 2, 1],
            &[0x30, 0, 0],
            &[0x04, 0x80, 0, 0],
            &[0x24, 3, 2, 1, 3],
            &[0x1F, 1, 0],
            &[0x30, 0x85, 0, 0, 0, 0, 0],
        ] {
            assert_eq!(der(ber), None, "{ber:02x?}");
        }
        let nest = |depth: usize| [[0x30, 0x80].repeat(depth), [0, 0].repeat(depth)].concat();
        assert!(der(&nest(MAX_DEPTH)).is_some());
        assert!(der(&nest(MAX_DEPTH + 1)).is_none() && der(&nest(1 << 16)).is_none());
    }
}
