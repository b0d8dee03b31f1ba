//! The binary form of OpenSSH's structures (RFC 4251, section 5): numbers of four bytes, big endian, and strings behind
//! their lengths.

use crate::{Error, Fault, FormatFault, KeyFileError};
use alloc::vec::Vec;

/// Reads one field after the other.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { rest: bytes }
    }

    /// The next number. Where there is none, `fault` says so.
    pub(super) fn number(&mut self, fault: Fault) -> Result<u32, Error> {
        let (number, rest) = self.rest.split_first_chunk().ok_or(malformed(fault))?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*number))
    }

    /// The next string. Where it is not whole, `fault` says so.
    pub(super) fn string(&mut self, fault: Fault) -> Result<&'a [u8], Error> {
        let length = self.number(fault)? as usize;
        let (string, rest) = self.rest.split_at_checked(length).ok_or(malformed(fault))?;
        self.rest = rest;
        Ok(string)
    }

    /// The next byte. Where there is none, `fault` says so.
    pub(super) fn byte(&mut self, fault: Fault) -> Result<u8, Error> {
        let (byte, rest) = self.rest.split_first().ok_or(malformed(fault))?;
        self.rest = rest;
        Ok(*byte)
    }

    /// The bytes that have not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Nothing more is here, or else `fault`.
    pub(super) fn finish(&self, fault: Fault) -> Result<(), Error> {
        if self.rest.is_empty() { Ok(()) } else { Err(malformed(fault)) }
    }
}

/// The error that says this.
pub(super) fn malformed(fault: Fault) -> Error {
    Error::KeyFile(KeyFileError::Malformed(FormatFault(fault)))
}

/// Public strings, one behind the other.
pub(super) fn strings(strings: &[&[u8]]) -> Vec<u8> {
    strings.iter().flat_map(|string| [&(string.len() as u32).to_be_bytes(), *string].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_cut_has_its_fault() {
        let mut bytes = 7u32.to_be_bytes().to_vec();
        bytes.extend(strings(&[b"hello", b""]));
        bytes.push(9);
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.number(Fault::PublicEmpty), Ok(7));
        assert_eq!(reader.string(Fault::PublicEmpty), Ok(&b"hello"[..]));
        assert_eq!(reader.string(Fault::PublicEmpty), Ok(&b""[..]));
        assert!(reader.finish(Fault::PublicEmpty).is_err());
        assert_eq!((reader.byte(Fault::PublicEmpty), reader.finish(Fault::PublicEmpty)), (Ok(9), Ok(())));
        for cut in 0..bytes.len() {
            let mut reader = Reader::new(&bytes[..cut]);
            let all = reader
                .number(Fault::PublicEmpty)
                .and_then(|_| reader.string(Fault::PublicKind))
                .and_then(|_| reader.string(Fault::PublicKey))
                .and_then(|_| reader.byte(Fault::PublicAfterKey));
            let expected = match cut {
                0..4 => Fault::PublicEmpty,
                4..13 => Fault::PublicKind,
                13..17 => Fault::PublicKey,
                _ => Fault::PublicAfterKey,
            };
            assert_eq!(all, Err(malformed(expected)), "{cut}");
        }
    }
}
