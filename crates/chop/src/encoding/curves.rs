//! Keys on whichever of the named curves a file names.

#[cfg(feature = "sm2")]
use super::elliptic::EllipticPublic;
use super::elliptic::{self, EC};
use super::{PrivateKey, PublicKey};
use crate::{Error, KeyFileError};
use pkcs8::PrivateKeyInfoRef;
use pkcs8::der::Decode;
use pkcs8::der::asn1::AnyRef;
use pkcs8::spki::{AlgorithmIdentifierRef, SubjectPublicKeyInfoRef};

/// A curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    #[cfg(feature = "sm2")]
    Sm2,
    #[cfg(feature = "secp256k1")]
    Secp256k1,
}

/// What `$read` makes of the keys of the curve `$named`.
macro_rules! on {
    ($named:expr, |$keys:ident| $read:expr, $variants:ident) => {
        match $named {
            #[cfg(feature = "sm2")]
            Named::Sm2 => {
                type $keys = crate::sm2::$keys;
                $read.map($variants::Sm2)
            }
            #[cfg(feature = "secp256k1")]
            Named::Secp256k1 => {
                type $keys = crate::secp256k1::$keys;
                $read.map($variants::Secp256k1)
            }
        }
    };
}

impl Named {
    const ALL: &[Named] = &[
        #[cfg(feature = "sm2")]
        Named::Sm2,
        #[cfg(feature = "secp256k1")]
        Named::Secp256k1,
    ];

    /// The curve that parameters name.
    fn of(parameters: AnyRef<'_>) -> Result<Named, Error> {
        let mut error = Error::KeyFile(KeyFileError::WrongAlgorithm);
        for named in Named::ALL {
            let checked = match named {
                #[cfg(feature = "sm2")]
                Named::Sm2 => elliptic::check_curve::<crate::sm2::VerifyingKey>(parameters),
                #[cfg(feature = "secp256k1")]
                Named::Secp256k1 => elliptic::check_curve::<crate::secp256k1::VerifyingKey>(parameters),
            };
            match checked {
                Ok(()) => return Ok(*named),
                Err(other) => error = other,
            }
        }
        Err(error)
    }

    /// The curve that a block of `EC PARAMETERS` names.
    pub(super) fn of_parameters(der: &[u8]) -> Result<Named, Error> {
        Named::of(AnyRef::from_der(der).map_err(|_| Error::KeyFile(KeyFileError::Der))?)
    }

    /// The curve of a key in PKCS#8 or SPKI; `None` if its algorithm is no elliptic one.
    fn of_identifier(identifier: &AlgorithmIdentifierRef<'_>) -> Option<Result<Named, Error>> {
        #[cfg(feature = "sm2")]
        if identifier.oid == <crate::sm2::VerifyingKey as EllipticPublic>::CURVE {
            return Some(Ok(Named::Sm2));
        }
        let parameters = identifier.parameters.ok_or(Error::KeyFile(KeyFileError::WrongAlgorithm));
        (identifier.oid == EC).then(|| Named::of(parameters?))
    }

    /// The curve of a key in SEC1: the one that it names, or on which its public key is; `None` if nothing says it.
    fn of_sec1(der: &[u8]) -> Result<Option<Named>, Error> {
        let (curve, public) = elliptic::curve_and_public_key(der)?;
        if let Some(curve) = curve {
            return Named::of(curve).map(Some);
        }
        let Some(public) = public else { return Ok(None) };
        let is_on =
            |named: &&Named| on!(**named, |VerifyingKey| VerifyingKey::from_slice(public), PublicKey).is_ok();
        Named::ALL.iter().find(is_on).map(|named| Some(*named)).ok_or(Error::NotAPoint)
    }

    /// The key in SEC1.
    pub(super) fn sec1(self, der: &[u8]) -> Result<PrivateKey, Error> {
        on!(self, |SigningKey| elliptic::sec1::<SigningKey>(der, true), PrivateKey)
    }
}

/// A private key in SEC1; `told` is the curve that the file told elsewhere.
pub(super) fn sec1(der: &[u8], told: Option<Named>) -> Result<PrivateKey, Error> {
    match told {
        Some(named) => named.sec1(der),
        None => Named::of_sec1(der)?.ok_or(Error::KeyFile(KeyFileError::WrongAlgorithm))?.sec1(der),
    }
}

/// The private key in PKCS#8; `None` if its algorithm is no elliptic one.
pub(super) fn private_key(info: &PrivateKeyInfoRef<'_>) -> Option<Result<PrivateKey, Error>> {
    let read = |named| on!(named, |SigningKey| SigningKey::read_info(info), PrivateKey);
    Some(Named::of_identifier(&info.algorithm)?.and_then(read))
}

/// The public key in SPKI; `None` if its algorithm is no elliptic one.
pub(super) fn public_key(info: &SubjectPublicKeyInfoRef<'_>) -> Option<Result<PublicKey, Error>> {
    let read = |named| on!(named, |VerifyingKey| VerifyingKey::read_info(info), PublicKey);
    Some(Named::of_identifier(&info.algorithm)?.and_then(read))
}

/// The public key of a bare point, 33 or 65 bytes, if it is on one curve only.
///
/// # Errors
/// [`Error::NotAPoint`]; [`KeyFileError::BareBytes`] if it may be on either, as about every fourth x is of both.
pub(super) fn of_point(bytes: &[u8]) -> Result<PublicKey, Error> {
    let read = |named: &Named| on!(*named, |VerifyingKey| VerifyingKey::from_slice(bytes), PublicKey);
    let mut found = Named::ALL.iter().filter_map(|named| read(named).ok());
    match (found.next(), found.next()) {
        (Some(key), None) => Ok(key),
        (Some(_), Some(_)) => Err(Error::KeyFile(KeyFileError::BareBytes)),
        (None, _) => Err(Error::NotAPoint),
    }
}

/// The public key whose coordinates 64 bytes are, as software writes it that leaves out the 04 before them. Other bytes are such a point
/// by chance only once in 2^256.
pub(super) fn of_coordinates(bytes: &[u8]) -> Option<PublicKey> {
    let [x, y] = bytes.as_chunks::<32>().0 else { return None };
    let read = |named: &Named| on!(*named, |VerifyingKey| VerifyingKey::from_coordinates(x, y), PublicKey);
    Named::ALL.iter().find_map(|named| read(named).ok())
}
