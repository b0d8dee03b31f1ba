//! The check of the passphrase of a PKCS#12 file: HMAC under a key that is derived from it.
//!
//! ```text
//! MacData ::= SEQUENCE { SEQUENCE { algorithm, OCTET STRING digest }, OCTET STRING salt, INTEGER iterations DEFAULT 1 }
//! ```
//!
//! | algorithm | key                                                                                                     |
//! |-----------|---------------------------------------------------------------------------------------------------------|
//! | a hash H  | H(H(… H(D ‖ S ‖ P))) (RFC 7292, B.2): the key is as long as one hash, so that of the derivation one block is needed |
//! | PBMAC1    | PBKDF2 of the passphrase as it is (RFC 9579): function, hash and length are its parameters, salt and iterations above are not used |
//!
//! D is the number 3, S the salt and P the passphrase in UTF-16 with two zeros behind it, each repeated to whole blocks of the hash.
//!
//! Contract: constant time in the passphrase but for its length; of one that is not ASCII, it shows how many bytes each character has in UTF-8.

use super::super::pbes2::{Function, Hash, MAX_ITERATIONS, PRFS, number};
use crate::secret::{Secret, SecretBytes};
use crate::{Error, Fault, KeyFileError};
use chop_core::ct::{self, Mask, declassify};
use hmac::{EagerHash, Hmac, KeyInit, Mac as _};
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader};
use pkcs8::spki::AlgorithmIdentifierRef;
use sha2::digest::{Digest, Output};

const HASHES: [(ObjectIdentifier, Hash); 6] = [
    (ObjectIdentifier::new_unwrap("1.3.14.3.2.26"), Hash::Sha1),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.4"), Hash::Sha224),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.1"), Hash::Sha256),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.2"), Hash::Sha384),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.2.3"), Hash::Sha512),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.401"), Hash::Sm3),
];

const PBMAC1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.5.14");
/// The check of a file.
pub(super) struct Mac<'a> {
    hash: Hash,
    digest: &'a [u8],
    key: Key<'a>,
}

/// How the key of the HMAC is derived.
enum Key<'a> {
    /// RFC 7292, B.2.
    Pkcs12 {
        salt: &'a [u8],
        iterations: u32,
    },
    Pbmac1(Function<'a>),
}

impl<'a> Mac<'a> {
    pub(super) fn read(mac: AnyRef<'a>) -> Result<Mac<'a>, Error> {
        let parts = mac.sequence(|reader| {
            let (algorithm, digest) = reader.sequence(|reader| {
                let algorithm = AlgorithmIdentifierRef::decode(reader)?;
                Ok::<_, der::Error>((algorithm, <&OctetStringRef>::decode(reader)?.as_bytes()))
            })?;
            let salt = <&OctetStringRef>::decode(reader)?.as_bytes();
            let iterations = if reader.is_finished() { 1 } else { number(reader)? };
            Ok::<_, der::Error>((algorithm, digest, salt, iterations))
        });
        let (algorithm, digest, salt, iterations) = parts.map_err(|_| Fault::Pkcs12Mac.error())?;
        let (hash, key) = if algorithm.oid == PBMAC1 {
            pbmac1(algorithm.parameters)?
        } else {
            (named(&HASHES, &algorithm.oid)?, Key::pkcs12(salt, iterations)?)
        };
        Ok(Mac { hash, digest, key })
    }

    /// Checks the content under a passphrase. An empty one has two forms, of two zeros and of none.
    pub(super) fn check(&self, content: &[u8], passphrase: &[u8]) -> Result<(), Error> {
        let right = match self.key {
            Key::Pbmac1(_) => self.fits(content, passphrase)?,
            Key::Pkcs12 { .. } => {
                let utf16 = utf16(passphrase)?;
                self.fits(content, &utf16.0)? || passphrase.is_empty() && self.fits(content, &[])?
            }
        };
        if right { Ok(()) } else { Err(Error::KeyFile(KeyFileError::Decryption)) }
    }

    fn fits(&self, content: &[u8], passphrase: &[u8]) -> Result<bool, Error> {
        match self.hash {
            Hash::Sha1 => self.fits_with::<sha1::Sha1>(64, content, passphrase),
            Hash::Sha224 => self.fits_with::<sha2::Sha224>(64, content, passphrase),
            Hash::Sha256 => self.fits_with::<sha2::Sha256>(64, content, passphrase),
            Hash::Sha384 => self.fits_with::<sha2::Sha384>(128, content, passphrase),
            Hash::Sha512 => self.fits_with::<sha2::Sha512>(128, content, passphrase),
            Hash::Sm3 => self.fits_with::<sm3::Sm3>(64, content, passphrase),
        }
    }

    /// The same with a hash of blocks of `block` bytes.
    fn fits_with<D: Digest + EagerHash>(
        &self,
        block: usize,
        content: &[u8],
        passphrase: &[u8],
    ) -> Result<bool, Error> {
        let mut key = Secret::<64>::zeros();
        let key = &mut key.as_mut_bytes()[..<D as Digest>::output_size()];
        match &self.key {
            Key::Pkcs12 { salt, iterations } => derive::<D>(block, passphrase, salt, *iterations, key),
            Key::Pbmac1(function) => function.derive(passphrase, key)?,
        }
        let mut mac = <Hmac<D> as KeyInit>::new_from_slice(key).map_err(|_| Fault::Pkcs12Mac.error())?;
        mac.update(content);
        let same = ct::eq(&mac.finalize().into_bytes(), self.digest);
        Ok(declassify(same, "whether a passphrase is right is told"))
    }
}

impl<'a> Key<'a> {
    fn pkcs12(salt: &'a [u8], iterations: u64) -> Result<Key<'a>, Error> {
        match u32::try_from(iterations) {
            Ok(0) => Err(Fault::Pkcs12Mac.error()),
            Ok(iterations) if u64::from(iterations) <= MAX_ITERATIONS && !salt.is_empty() => {
                Ok(Key::Pkcs12 { salt, iterations })
            }
            _ if salt.is_empty() => Err(Fault::Pkcs12Mac.error()),
            _ => Err(Error::KeyFile(KeyFileError::KdfCost)),
        }
    }
}

/// PBMAC1-params ::= SEQUENCE { keyDerivationFunc, messageAuthScheme } (RFC 8018, A.5). The key is as long as the hash.
fn pbmac1(parameters: Option<AnyRef<'_>>) -> Result<(Hash, Key<'_>), Error> {
    let wrong = || Fault::Pkcs12Mac.error();
    let parts = parameters.ok_or_else(wrong)?.sequence(|reader| {
        Ok::<_, der::Error>((
            AlgorithmIdentifierRef::decode(reader)?,
            AlgorithmIdentifierRef::decode(reader)?,
        ))
    });
    let (function, hmac) = parts.map_err(|_| wrong())?;
    // The last two are read in PBES2 only.
    let hash = named(&PRFS[..6], &hmac.oid)?;
    let function = Function::read(&function, hash.length()).map_err(|error| match error {
        Error::KeyFile(KeyFileError::Der) => wrong(),
        other => other,
    })?;
    Ok((hash, Key::Pbmac1(function)))
}

fn named(hashes: &[(ObjectIdentifier, Hash)], oid: &ObjectIdentifier) -> Result<Hash, Error> {
    let found = hashes.iter().find(|(known, _)| known == oid);
    found.map(|(_, hash)| *hash).ok_or(Fault::Pkcs12MacHash.error())
}

/// The key of one hash (RFC 7292, B.2).
fn derive<D: Digest>(block: usize, passphrase: &[u8], salt: &[u8], iterations: u32, key: &mut [u8]) {
    let mut hash = D::new();
    hash.update(&[3; 128][..block]);
    for text in [salt, passphrase] {
        for at in 0..text.len().div_ceil(block) * block {
            hash.update([text[at % text.len()]]);
        }
    }
    key.copy_from_slice(&hash.finalize());
    for _ in 1..iterations {
        let next: Output<D> = D::digest(&*key);
        key.copy_from_slice(&next);
    }
}

/// A passphrase in UTF-16, the greater byte first, with two zeros behind it (RFC 7292, B.1).
fn utf16(passphrase: &[u8]) -> Result<SecretBytes, Error> {
    let high = passphrase.iter().fold(0, |all, byte| all | u64::from(byte & 0x80));
    let mut text = SecretBytes(alloc::vec::Vec::with_capacity(2 * passphrase.len() + 2));
    if declassify(
        Mask::is_zero(high),
        "whether a passphrase is ASCII, and how long its characters are, shows",
    ) {
        passphrase.iter().for_each(|byte| text.0.extend([0, *byte]));
    } else {
        let passphrase = core::str::from_utf8(passphrase);
        let passphrase = passphrase.map_err(|_| Error::KeyFile(KeyFileError::Decryption))?;
        passphrase.encode_utf16().for_each(|unit| text.0.extend(unit.to_be_bytes()));
    }
    text.0.extend([0, 0]);
    Ok(text)
}
