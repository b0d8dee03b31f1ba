//! The DER of keys on elliptic curves with a name: PKCS#8, SPKI, and SEC1.
//!
//! | structure        | read                                                                     | written           |
//! |------------------|--------------------------------------------------------------------------|-------------------|
//! | identifier       | id-ecPublicKey with the curve; of SM2 the curve as algorithm, too, with it, NULL or nothing behind | id-ecPublicKey with the curve |
//! | `ECPrivateKey`   | with or without curve and public key; d with zeros too many or too few     | d in 32 bytes, public key |
//! | public key       | 04 ‖ x ‖ y; 02 ‖ x, 03 ‖ x                                                 | 04 ‖ x ‖ y        |
//!
//! A public key beside a secret one must belong to it. Constant time in d, whose length in the file is public.
//!
//! Sources: RFC 5915, RFC 5480.

use super::der::private_info;
use super::halves_agree;
use crate::secret::Secret;
use crate::{Error, KeyFileError};
use chop_core::ct::{Mask, declassify};
use pkcs8::der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};
use pkcs8::{ObjectIdentifier, PrivateKeyInfoRef};

/// id-ecPublicKey (RFC 5480, 2.1.1).
pub(super) const EC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

/// A private key whose curve has a name.
pub(super) trait Elliptic: Sized {
    /// The public key.
    type Public: EllipticPublic;

    /// The key of a number d.
    fn from_number(d: &[u8; 32]) -> Result<Self, Error>;
    /// The public key.
    fn public(&self) -> Self::Public;
}

/// A public key whose curve has a name.
pub(super) trait EllipticPublic: Sized {
    /// The curve.
    const CURVE: ObjectIdentifier;
    /// Whether some files have the curve as the algorithm.
    const IS_ALGORITHM: bool;

    /// The key of an encoding.
    fn from_encoding(bytes: &[u8]) -> Result<Self, Error>;
    /// 04 ‖ x ‖ y.
    fn encoding(&self) -> [u8; 65];
}

fn check_identifier<P: EllipticPublic>(identifier: &AlgorithmIdentifierRef<'_>) -> Result<(), Error> {
    let is_curve = P::IS_ALGORITHM && identifier.oid == P::CURVE;
    match identifier.parameters {
        None if is_curve => Ok(()),
        Some(parameters) if is_curve && parameters.is_null() => Ok(()),
        Some(parameters) if is_curve || identifier.oid == EC => check_curve::<P>(parameters),
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
}

pub(super) fn check_curve<P: EllipticPublic>(parameters: AnyRef<'_>) -> Result<(), Error> {
    match parameters.tag() {
        Tag::ObjectIdentifier => match parameters.decode_as::<ObjectIdentifier>() {
            Ok(curve) if curve == P::CURVE => Ok(()),
            Ok(_) => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
            Err(_) => Err(Error::KeyFile(KeyFileError::Der)),
        },
        Tag::Sequence => Err(Error::KeyFile(KeyFileError::CurveParameters)),
        _ => Err(Error::KeyFile(KeyFileError::Der)),
    }
}

/// ECPrivateKey ::= SEQUENCE { version INTEGER 1, privateKey OCTET STRING, parameters [0] OPTIONAL,
/// publicKey [1] BIT STRING OPTIONAL } (RFC 5915, 3).
struct EcPrivateKey<'a> {
    d: &'a [u8],
    curve: Option<AnyRef<'a>>,
    public: Option<&'a [u8]>,
}

impl<'a> EcPrivateKey<'a> {
    fn from_der(der: &'a [u8]) -> der::Result<EcPrivateKey<'a>> {
        let mut reader = SliceReader::new(der)?;
        let key = reader.sequence(|reader| {
            if u8::decode(reader)? != 1 {
                return Err(Tag::Integer.value_error().into());
            }
            let d = <&OctetStringRef>::decode(reader)?.as_bytes();
            let curve = tagged(reader, TagNumber(0))?;
            let public = match tagged(reader, TagNumber(1))? {
                None => None,
                Some(any) => {
                    let bits: BitStringRef<'a> = any.decode_as()?;
                    Some(bits.as_bytes().ok_or_else(|| Tag::BitString.value_error())?)
                }
            };
            Ok::<_, der::Error>(EcPrivateKey { d, curve, public })
        })?;
        reader.finish()?;
        Ok(key)
    }

    /// The key, which must agree with its own public key and with the one of PKCS#8 version 2.
    fn to_key<K: Elliptic>(&self, beside: Option<&[u8]>) -> Result<K, Error> {
        if let Some(curve) = self.curve {
            check_curve::<K::Public>(curve)?;
        }
        let key = K::from_number(number(self.d)?.as_bytes())?;
        let computed = key.public().encoding();
        for public in [self.public, beside].into_iter().flatten() {
            if !halves_agree(&K::Public::from_encoding(public)?.encoding(), &computed) {
                return Err(Error::PublicKeyMismatch);
            }
        }
        Ok(key)
    }
}

/// The content of an explicit tag, if it is next.
fn tagged<'a>(reader: &mut impl Reader<'a>, number: TagNumber) -> der::Result<Option<AnyRef<'a>>> {
    let tag = Tag::ContextSpecific { constructed: true, number };
    if reader.is_finished() || Tag::peek(reader)? != tag {
        return Ok(None);
    }
    AnyRef::from_der(AnyRef::decode(reader)?.value()).map(Some)
}

/// d in 32 bytes: software that strips zeros has written fewer, software that pads has written more.
fn number(bytes: &[u8]) -> Result<Secret<32>, Error> {
    let mut d = Secret::new(&[0; 32]);
    let (zeros, significant) = bytes.split_at(bytes.len().saturating_sub(32));
    let excess = zeros.iter().fold(0, |all, byte| all | u64::from(*byte));
    if !declassify(Mask::is_zero(excess), "a key of more than 256 bits is refused") {
        return Err(Error::SecretKeyLength);
    }
    d.as_mut_bytes()[32 - significant.len()..].copy_from_slice(significant);
    Ok(d)
}

/// Whether this is an elliptic-curve key in SEC1, on whatever curve.
pub(super) fn is_sec1(der: &[u8]) -> bool {
    EcPrivateKey::from_der(der).is_ok()
}

/// The parameters and the public key in a key in SEC1.
#[cfg(feature = "pem")]
pub(super) fn curve_and_public_key(der: &[u8]) -> Result<(Option<AnyRef<'_>>, Option<&[u8]>), Error> {
    let key = ec_private_key(der)?;
    Ok((key.curve, key.public))
}

/// The structure of SEC1.
///
/// # Errors
/// What it is instead, as far as that can be told.
fn ec_private_key(der: &[u8]) -> Result<EcPrivateKey<'_>, Error> {
    EcPrivateKey::from_der(der).map_err(|_| match private_info(der) {
        Ok(_) => Error::KeyFile(KeyFileError::Der),
        Err(other) => other,
    })
}

/// A key in SEC1. `sure` says that the file told its curve elsewhere.
///
/// # Errors
/// [`KeyFileError::WrongAlgorithm`] for a key of which nothing says that it is on this curve.
pub(super) fn sec1<K: Elliptic>(der: &[u8], sure: bool) -> Result<K, Error> {
    let key = ec_private_key(der)?;
    if !sure && key.curve.is_none() && key.public.is_none() {
        return Err(Error::KeyFile(KeyFileError::WrongAlgorithm));
    }
    key.to_key(None)
}

/// The key in PKCS#8.
pub(super) fn of_private_info<K: Elliptic>(info: &PrivateKeyInfoRef<'_>) -> Result<K, Error> {
    check_identifier::<K::Public>(&info.algorithm)?;
    let key =
        EcPrivateKey::from_der(info.private_key.as_bytes()).map_err(|_| Error::KeyFile(KeyFileError::Der))?;
    let beside = match &info.public_key {
        None => None,
        Some(bits) => Some(bits.as_bytes().ok_or(Error::KeyFile(KeyFileError::Der))?),
    };
    key.to_key(beside)
}

/// The key in SPKI.
pub(super) fn of_public_info<P: EllipticPublic>(info: &SubjectPublicKeyInfoRef<'_>) -> Result<P, Error> {
    check_identifier::<P>(&info.algorithm)?;
    P::from_encoding(info.subject_public_key.as_bytes().ok_or(Error::KeyFile(KeyFileError::Der))?)
}

/// The content of an `EC PARAMETERS` block.
#[cfg(feature = "pem")]
pub(super) fn check_parameters<P: EllipticPublic>(der: &[u8]) -> Result<(), Error> {
    check_curve::<P>(AnyRef::from_der(der).map_err(|_| Error::KeyFile(KeyFileError::Der))?)
}

/// PKCS#8 version 1 of N bytes: what comes before d, d, what comes before the public key, and that.
pub(super) fn written<K: Elliptic, const N: usize>(head: &[u8], d: &Secret<32>, key: &K) -> Secret<N> {
    /// Up to the public key.
    const MIDDLE: [u8; 5] = [0xa1, 0x44, 0x03, 0x42, 0x00];
    let mut der = Secret::new(&[0; N]);
    let (first, rest) = der.as_mut_bytes().split_at_mut(head.len());
    let (number, rest) = rest.split_at_mut(32);
    let (middle, public) = rest.split_at_mut(5);
    first.copy_from_slice(head);
    number.copy_from_slice(d.as_bytes());
    middle.copy_from_slice(&MIDDLE);
    public.copy_from_slice(&key.public().encoding());
    der
}

/// SPKI of N bytes: what comes before the public key, and that.
pub(super) fn written_public<P: EllipticPublic, const N: usize>(head: &[u8], key: &P) -> [u8; N] {
    let mut der = [0; N];
    let (first, public) = der.split_at_mut(head.len());
    first.copy_from_slice(head);
    public.copy_from_slice(&key.encoding());
    der
}
