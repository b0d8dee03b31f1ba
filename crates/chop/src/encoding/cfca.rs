//! CFCA files, mostly called `*.sm2`: a private key of SM2 under a passphrase, and its certificate.
//!
//! ```text
//! SEQUENCE {
//!   INTEGER 1,
//!   SEQUENCE { data, SM4, OCTET STRING }     d, encrypted
//!   SEQUENCE { data, OCTET STRING }          the certificate
//! }
//! ```
//!
//! `data` is 1.2.156.10197.6.1.4.2.1, SM4 is 1.2.156.10197.1.104. d has 32 bytes and is encrypted by SM4 in CBC mode with padding. The
//! initial vector and the key are the halves of SM3(passphrase ‖ 00000001), which costs an attacker next to nothing.
//!
//! The certificate must be that of the key. Sources: files of `cfca.MarshalSM2` of the Go module `github.com/emmansun/gmsm`, which follows the
//! software of CFCA; no standard describes them.

use super::halves_agree;
use super::pbes2::Cipher;
use super::x509::Certificate;
use crate::secret::{Secret, SecretBytes};
use crate::sm2::SigningKey;
use crate::{Error, Fault, KeyFileError};
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::OctetStringRef;
use pkcs8::der::{self, Decode, Reader, SliceReader};
use sm3::{Digest, Sm3};

/// The content type of data (GM/T 0006).
const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.6.1.4.2.1");
/// SM4, without a mode (GM/T 0006).
const SM4: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.1.104");

/// The key in a file.
///
/// # Errors
/// [`KeyFileError::Malformed`]; [`KeyFileError::Encrypted`] without a passphrase, [`KeyFileError::Decryption`] with a wrong one;
/// [`KeyFileError::UnknownEncryption`] for another cipher; [`Error::PublicKeyMismatch`] if the certificate is one of another key;
/// [`KeyFileError::WrongAlgorithm`] if it is not one of SM2.
pub(super) fn read(der: &[u8], passphrase: Option<&[u8]>) -> Result<SigningKey, Error> {
    let file = File::from_der(der)?;
    let plain = file.decrypt(passphrase.ok_or(Error::KeyFile(KeyFileError::Encrypted))?)?;
    let d = plain.0.as_slice().try_into().map_err(|_| Error::KeyFile(KeyFileError::Decryption))?;
    let key = SigningKey::from_bytes(d)?;
    let certified = file.certificate.sm2_key()?.to_bytes();
    if halves_agree(&certified, &key.verifying_key().to_bytes()) {
        Ok(key)
    } else {
        Err(Error::PublicKeyMismatch)
    }
}

struct File<'a> {
    encrypted: &'a [u8],
    certificate: Certificate,
}

impl<'a> File<'a> {
    fn from_der(der: &'a [u8]) -> Result<File<'a>, Error> {
        let mut reader = SliceReader::new(der).map_err(|_| Fault::CfcaFrame.error())?;
        let parts = reader.sequence(|reader| {
            u8::decode(reader)?;
            let key = reader.sequence(|reader| {
                let identifiers: [ObjectIdentifier; 2] = [reader.decode()?, reader.decode()?];
                Ok::<_, der::Error>((identifiers, <&OctetStringRef>::decode(reader)?.as_bytes()))
            })?;
            let certificate = reader.sequence(|reader| {
                let identifier: ObjectIdentifier = reader.decode()?;
                Ok::<_, der::Error>((identifier, <&OctetStringRef>::decode(reader)?.as_bytes()))
            })?;
            Ok::<_, der::Error>((key, certificate))
        });
        let (([key_type, cipher], encrypted), (certificate_type, certificate)) =
            parts.map_err(|_| Fault::CfcaFrame.error())?;
        reader.finish().map_err(|_| Fault::CfcaBehind.error())?;
        if [key_type, certificate_type] != [DATA, DATA] {
            return Err(Fault::CfcaContent.error());
        }
        if cipher != SM4 {
            return Err(Error::KeyFile(KeyFileError::UnknownEncryption));
        }
        let certificate = Certificate::from_der(certificate).map_err(|_| Fault::CfcaCertificate.error())?;
        Ok(File { encrypted, certificate })
    }

    fn decrypt(&self, passphrase: &[u8]) -> Result<SecretBytes, Error> {
        let mut derived = Secret::<32>::zeros();
        let hash = Sm3::new_with_prefix(passphrase).chain_update([0, 0, 0, 1]);
        hash.finalize_into(derived.as_mut_bytes().into());
        let (start, key) = derived.as_bytes().split_at(16);
        let start = start.try_into().map_err(|_| Error::KeyFile(KeyFileError::Decryption))?;
        let plain = Cipher::sm4_cbc(start).open(key, self.encrypted);
        plain.ok_or(Error::KeyFile(KeyFileError::Decryption))
    }
}
