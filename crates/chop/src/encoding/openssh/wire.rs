//! The binary form of OpenSSH's structures (RFC 4251, section 5): numbers of four bytes, big endian, and strings behind
//! their lengths.

use crate::secret::SecretBytes;
use crate::{Error, Fault, KeyFileError};
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
        let (number, rest) = self.rest.split_first_chunk().ok_or(self.fault(fault))?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*number))
    }

    /// The next string. Where it is not whole, `fault` says so.
    pub(super) fn string(&mut self, fault: Fault) -> Result<&'a [u8], Error> {
        let length = self.number(fault)? as usize;
        let (string, rest) = self.rest.split_at_checked(length).ok_or(self.fault(fault))?;
        self.rest = rest;
        Ok(string)
    }

    /// The next byte. Where there is none, `fault` says so.
    pub(super) fn byte(&mut self, fault: Fault) -> Result<u8, Error> {
        let (byte, rest) = self.rest.split_first().ok_or(self.fault(fault))?;
        self.rest = rest;
        Ok(*byte)
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Nothing more is here, or else `fault`.
    pub(super) fn finish(&self, fault: Fault) -> Result<(), Error> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.fault(fault)) }
    }

    /// The error that says this.
    pub(super) fn fault(&self, fault: Fault) -> Error {
        Error::KeyFile(KeyFileError::Malformed(fault))
    }
}

/// Writes one field after the other into memory that is wiped and does not grow.
pub(super) struct Writer(SecretBytes);

impl Writer {
    /// Room for `capacity` bytes.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Writer(SecretBytes(Vec::with_capacity(capacity)))
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        debug_assert!(self.0.0.len() + bytes.len() <= self.0.0.capacity(), "what grows leaves a copy");
        self.0.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn number(&mut self, number: u32) -> &mut Self {
        self.bytes(&number.to_be_bytes())
    }

    /// A string, which is shorter than 2^32 bytes.
    pub(super) fn string(&mut self, string: &[u8]) -> &mut Self {
        self.number(string.len() as u32).bytes(string)
    }

    pub(super) fn finish(self) -> SecretBytes {
        self.0
    }
}

/// The bytes of a string in that form.
pub(super) const fn string_length(content: usize) -> usize {
    4 + content
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_cut_has_its_fault() {
        let mut writer = Writer::with_capacity(32);
        writer.number(7).string(b"hello").string(b"").bytes(&[9]);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes.0);
        assert_eq!(reader.number(Fault::PublicIsAnEmptyLine), Ok(7));
        assert_eq!(reader.string(Fault::PublicIsAnEmptyLine), Ok(&b"hello"[..]));
        assert_eq!(reader.string(Fault::PublicIsAnEmptyLine), Ok(&b""[..]));
        assert!(reader.finish(Fault::PublicIsAnEmptyLine).is_err());
        assert_eq!(
            (reader.byte(Fault::PublicIsAnEmptyLine), reader.finish(Fault::PublicIsAnEmptyLine)),
            (Ok(9), Ok(()))
        );
        for cut in 0..bytes.0.len() {
            let mut reader = Reader::new(&bytes.0[..cut]);
            let all = reader
                .number(Fault::PublicIsAnEmptyLine)
                .and_then(|_| reader.string(Fault::PublicEndsInItsKindOfKey))
                .and_then(|_| reader.string(Fault::PublicEndsInItsKey))
                .and_then(|_| reader.byte(Fault::PublicHasBytesBehindItsKey));
            let expected = match cut {
                0..4 => Fault::PublicIsAnEmptyLine,
                4..13 => Fault::PublicEndsInItsKindOfKey,
                13..17 => Fault::PublicEndsInItsKey,
                _ => Fault::PublicHasBytesBehindItsKey,
            };
            assert_eq!(all, Err(reader.fault(expected)), "{cut}");
        }
    }
}
