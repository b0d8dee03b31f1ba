//! Signature files: 64 bytes raw, hex or base64.

use crate::keys::decode_text;
use base64ct::{Base64, Encoding};
use chop::ed25519::Signature;
use clap::ValueEnum;

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// 64 bytes
    Raw,
    /// 128 hexadecimal digits and a newline
    Hex,
    /// 88 characters of base64 and a newline
    Base64,
}

impl Format {
    pub(crate) fn write(self, signature: &Signature) -> Vec<u8> {
        let bytes = signature.to_bytes();
        match self {
            Format::Raw => bytes.to_vec(),
            Format::Hex => (crate::output::hex(&bytes) + "\n").into_bytes(),
            Format::Base64 => (Base64::encode_string(&bytes) + "\n").into_bytes(),
        }
    }
}

/// The signature in a file, in whatever form. 64 bytes are always raw.
///
/// # Errors
/// A sentence that says what the file has instead.
pub(crate) fn read(content: &[u8]) -> Result<Signature, String> {
    if let Ok(bytes) = content.try_into() {
        return Ok(Signature::from_bytes(bytes));
    }
    if let Some((bytes, form)) = std::str::from_utf8(content).ok().and_then(|text| decode_text(text.trim())) {
        return match bytes.as_slice().try_into() {
            Ok(bytes) => Ok(Signature::from_bytes(bytes)),
            Err(_) => Err(format!("the signature has {} bytes ({form}), and must have 64", bytes.len())),
        };
    }
    Err(format!("the signature has {} bytes, and must have 64 (or be hex or base64 of them)", content.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_read_back() {
        let signature = Signature::from_bytes(&[0x5a; 64]);
        for format in Format::value_variants() {
            assert_eq!(read(&format.write(&signature)), Ok(signature));
        }
    }

    #[test]
    fn a_wrong_length_is_named() {
        assert!(read(&[0xff; 63]).unwrap_err().contains("63 bytes"));
        assert!(read(b"").unwrap_err().contains("0 bytes"));
        assert!(read(b"abcd").unwrap_err().contains("2 bytes (hex)"));
    }
}
