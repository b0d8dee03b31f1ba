//! The identifier of a signer, and what it is hashed to.

use super::hash;
use crate::Error;
use chop_core::engine::sm2::point::Sm2Point;

/// The identifier of a signer: a part of every message, so that signer and verifier must use the same.
///
/// | identifier      | bytes                     | who uses it                                            |
/// |-----------------|---------------------------|--------------------------------------------------------|
/// | [`Id::DEFAULT`] | `1234567812345678`        | GM/T 0009, certificates, nearly everybody              |
/// | [`Id::TLS_13`]  | `TLSv1.3+GM+Cipher+Suite` | handshakes of RFC 8998                                 |
/// | [`Id::EMPTY`]   | none                      | the OpenSSL 3 program, unless told otherwise           |
///
/// # Example
/// ```
/// use chop::sm2::Id;
/// let id = Id::new(b"alice@example.org")?;
/// assert!(Id::new(&[0; 8192]).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id<'a>(&'a [u8]);

impl<'a> Id<'a> {
    /// The identifier where none is agreed upon (GM/T 0009, 10).
    pub const DEFAULT: Id<'static> = Id(b"1234567812345678");
    /// The identifier of TLS 1.3 (RFC 8998, 3.2.1).
    pub const TLS_13: Id<'static> = Id(b"TLSv1.3+GM+Cipher+Suite");
    /// No bytes.
    pub const EMPTY: Id<'static> = Id(b"");

    /// Any identifier.
    ///
    /// # Errors
    /// [`Error::IdLength`] for more than 8,191 bytes: the length in bits has 16 bits.
    pub const fn new(bytes: &'a [u8]) -> Result<Id<'a>, Error> {
        if bytes.len() > 8191 {
            return Err(Error::IdLength);
        }
        Ok(Id(bytes))
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Z = SM3(ENTL ‖ ID ‖ a ‖ b ‖ x_G ‖ y_G ‖ x_P ‖ y_P) (GB/T 32918.2, 5.5).
    pub(super) fn z(&self, key: &Sm2Point) -> [u8; 32] {
        let (bits, [a, b, base_x, base_y]) = (self.bits(), Self::curve());
        hash::digest(&[&bits, self.0, &a, &b, &base_x, &base_y, &key.x(), &key.y()])
    }

    /// ENTL, the length in bits.
    pub(super) fn bits(&self) -> [u8; 2] {
        (8 * self.0.len() as u16).to_be_bytes()
    }

    /// a, b, x_G and y_G.
    pub(super) fn curve() -> [[u8; 32]; 4] {
        [Sm2Point::A, Sm2Point::B, Sm2Point::BASE.x(), Sm2Point::BASE.y()]
    }
}

impl Default for Id<'_> {
    fn default() -> Self {
        Id::DEFAULT
    }
}
