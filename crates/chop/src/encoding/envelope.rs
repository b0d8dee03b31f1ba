//! Private keys of SM2 in envelopes, which another key of SM2 opens: GM/T 0009 and GM/T 0010.
//!
//! ```text
//! GM/T 0009, 7.4: SM2EnvelopedKey ::= SEQUENCE {
//!   symAlgID                AlgorithmIdentifier,     SM4, in ECB mode
//!   symEncryptedKey         SM2Cipher,               a key of SM4, encrypted to the key that opens
//!   Sm2PublicKey            BIT STRING,              04 ‖ x ‖ y
//!   Sm2EncryptedPrivateKey  BIT STRING }             d, encrypted with that key of SM4
//!
//! GM/T 0010, 9: SEQUENCE { 1.2.156.10197.6.1.4.2.3, [0] EnvelopedData }
//!   EnvelopedData ::= SEQUENCE { version, SET OF RecipientInfo, EncryptedContentInfo }
//!   RecipientInfo ::= SEQUENCE { version, issuer and serial number or [0] identifier of a key, algorithm, OCTET STRING }
//!   EncryptedContentInfo ::= SEQUENCE { 1.2.156.10197.6.1.4.2.1, cipher, [0] OCTET STRING }
//! ```
//!
//! | in GM/T 0010                 | read                                                                          |
//! |------------------------------|-------------------------------------------------------------------------------|
//! | recipients                   | up to 64, whatever their names: the one whose ciphertext the key opens counts  |
//! | encrypted key of a recipient | `SM2Cipher` in DER; x ‖ y ‖ C2 ‖ C3 without 04, as old software of CFCA has it |
//! | cipher                       | SM4 or AES, in CBC or GCM mode                                                |
//! | content                      | PKCS#8, SEC1, or d in 32 bytes                                                |
//!
//! Data of another kind in an envelope is not for this library. Not read: signed data in an envelope (….2.4), the `ENVELOPEDKEYBLOB` of SKF.

use super::pbes2::Cipher;
use super::{PrivateKey, Shape, cleanly, foreign, halves_agree, pem};
use crate::secret::{Secret, SecretBytes};
use crate::sm2::{self, Form, Plaintext, SigningKey, VerifyingKey};
use crate::{Error, Fault, KeyFileError};
use cbc::cipher::{BlockCipherDecrypt, KeyInit};
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, BitStringRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag, TagNumber, Tagged};
use pkcs8::spki::AlgorithmIdentifierRef;
use sm4::Sm4;

const ENVELOPED: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.6.1.4.2.3");
const SIGNED_AND_ENVELOPED: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.156.10197.6.1.4.2.4");
/// SM4 without a mode, and in ECB mode (GM/T 0006): both are ECB here.
const SM4: [ObjectIdentifier; 2] = [
    ObjectIdentifier::new_unwrap("1.2.156.10197.1.104"),
    ObjectIdentifier::new_unwrap("1.2.156.10197.1.104.1"),
];

/// Recipients of an envelope at most: each costs a decryption.
const MAX_RECIPIENTS: usize = 64;

impl SigningKey {
    /// Opens a private key in an envelope with the key that it is encrypted to: an `SM2EnvelopedKey` of GM/T 0009, or enveloped data of
    /// GM/T 0010 that holds a key. DER, or PEM, hexadecimal digits or base64 of it.
    ///
    /// # Errors
    /// [`KeyFileError::OtherEnvelope`] if `with` does not open it; [`KeyFileError::Malformed`], [`KeyFileError::UnknownEncryption`];
    /// [`Error::PublicKeyMismatch`] if the public key in it is another, and the errors of [`SigningKey::from_bytes`].
    ///
    /// # Timing
    /// Constant in both keys; SM4 looks its S-box up in a table. Whether the envelope opens shows.
    ///
    /// # Source
    /// GM/T 0009, 7.4; GM/T 0010, 9.
    ///
    /// # Example
    /// ```
    /// use chop::sm2::SigningKey;
    /// # let file = chop_vectors::gm::GMT0009;
    /// # let opener = SigningKey::from_bytes(&chop_vectors::gm::OPENER)?;
    /// let key = SigningKey::from_enveloped(file.as_bytes(), &opener)?;
    /// # assert_eq!(key.to_bytes().as_bytes(), &chop_vectors::sm2_keys::D);
    /// # Ok::<(), chop::Error>(())
    /// ```
    pub fn from_enveloped(envelope: &[u8], with: &SigningKey) -> Result<SigningKey, Error> {
        cleanly(|| match Shape::of(envelope) {
            Shape::Pem { text, .. } => open(&pem::decode(text)?.1.0, with),
            Shape::Der(der, _) => open(der, with),
            Shape::Bytes(bytes, _) => open(&bytes.0, with),
            _ if foreign::is_skf_envelope(envelope) => Err(Fault::EnvelopeSkf.error()),
            _ => Err(Fault::EnvelopeFrame.error()),
        })
    }
}

fn open(der: &[u8], with: &SigningKey) -> Result<SigningKey, Error> {
    if foreign::is_skf_envelope(der) {
        return Err(Fault::EnvelopeSkf.error());
    }
    let frame = |_| Fault::EnvelopeFrame.error();
    let any = AnyRef::from_der(der).map_err(frame)?;
    let reader = SliceReader::new(any.value()).map_err(frame)?;
    match (any.tag(), Tag::peek(&reader).map_err(frame)?) {
        (Tag::Sequence, Tag::Sequence) => KeyPair::read(any).map_err(frame)?.open(with),
        (Tag::Sequence, Tag::ObjectIdentifier) => open_data(any, with),
        _ => Err(Fault::EnvelopeFrame.error()),
    }
}

/// `SM2EnvelopedKey` of GM/T 0009.
struct KeyPair<'a> {
    cipher: AlgorithmIdentifierRef<'a>,
    /// `SM2Cipher`, with its tag and length.
    encrypted_key: &'a [u8],
    public: BitStringRef<'a>,
    secret: BitStringRef<'a>,
}

impl<'a> KeyPair<'a> {
    fn read(any: AnyRef<'a>) -> der::Result<KeyPair<'a>> {
        any.sequence(|reader| {
            Ok(KeyPair {
                cipher: reader.decode()?,
                encrypted_key: reader.tlv_bytes()?,
                public: reader.decode()?,
                secret: reader.decode()?,
            })
        })
    }

    fn open(&self, with: &SigningKey) -> Result<SigningKey, Error> {
        let public = self.public.as_bytes().filter(|bytes| bytes.len() == 65);
        let public = public.and_then(|bytes| VerifyingKey::from_slice(bytes).ok());
        let public = public.ok_or(Fault::EnvelopePublic.error())?;
        let secret = self.secret.as_bytes().and_then(|bytes| <&[u8; 32]>::try_from(bytes).ok());
        let mut d = Secret::new(secret.ok_or(Fault::EnvelopeSecret.error())?);
        if !SM4.contains(&self.cipher.oid) {
            return Err(Error::KeyFile(KeyFileError::UnknownEncryption));
        }
        let other = Error::KeyFile(KeyFileError::OtherEnvelope);
        let sm4_key = sm2::decrypt(with, self.encrypted_key, Form::Der).map_err(|_| other)?;
        let sm4 = Sm4::new_from_slice(sm4_key.as_bytes()).map_err(|_| other)?;
        d.as_mut_bytes().as_chunks_mut::<16>().0.iter_mut().for_each(|block| sm4.decrypt_block(block.into()));
        let key = SigningKey::from_bytes(d.as_bytes())?;
        if halves_agree(&public.to_bytes(), &key.verifying_key().to_bytes()) {
            Ok(key)
        } else {
            Err(Error::PublicKeyMismatch)
        }
    }
}

/// Opens enveloped data of GM/T 0010.
fn open_data(any: AnyRef<'_>, with: &SigningKey) -> Result<SigningKey, Error> {
    let frame = |_| Fault::EnvelopeFrame.error();
    let (kind, content): (ObjectIdentifier, AnyRef<'_>) =
        any.sequence(|reader| Ok::<_, der::Error>((reader.decode()?, reader.decode()?))).map_err(frame)?;
    match kind {
        ENVELOPED if content.tag() == EXPLICIT => {}
        SIGNED_AND_ENVELOPED => return Err(Fault::EnvelopeSigned.error()),
        _ => return Err(Fault::EnvelopeFrame.error()),
    }
    let data = Data::read(AnyRef::from_der(content.value()).map_err(frame)?).map_err(frame)?;
    let plain = data.decrypt(with)?;
    read_key(&plain.0).map_err(|error| match error {
        Error::KeyFile(_) => Fault::EnvelopeContent.error(),
        other => other,
    })
}

/// The explicit tag of a content, and the implicit one of a content that is encrypted.
const EXPLICIT: Tag = Tag::ContextSpecific { constructed: true, number: TagNumber(0) };
const IMPLICIT: Tag = Tag::ContextSpecific { constructed: false, number: TagNumber(0) };

/// `EnvelopedData` of GM/T 0010.
struct Data<'a> {
    /// What is in the SET.
    recipients: &'a [u8],
    cipher: AlgorithmIdentifierRef<'a>,
    encrypted: AnyRef<'a>,
}

impl<'a> Data<'a> {
    fn read(any: AnyRef<'a>) -> der::Result<Data<'a>> {
        any.sequence(|reader| {
            u8::decode(reader)?;
            let recipients = AnyRef::decode(reader)?;
            recipients.tag().assert_eq(Tag::Set)?;
            let (cipher, encrypted) = reader.sequence(|reader| {
                <ObjectIdentifier>::decode(reader)?;
                Ok::<_, der::Error>((reader.decode()?, AnyRef::decode(reader)?))
            })?;
            encrypted.tag().assert_eq(IMPLICIT)?;
            Ok(Data { recipients: recipients.value(), cipher, encrypted })
        })
    }

    fn decrypt(&self, with: &SigningKey) -> Result<SecretBytes, Error> {
        let cipher = Cipher::read(&self.cipher).map_err(|error| match error {
            Error::KeyFile(KeyFileError::Der) => Fault::EnvelopeFrame.error(),
            other => other,
        })?;
        let key = self.content_key(with)?;
        let length = key.as_bytes().len() == cipher.key_length();
        let plain = if length { cipher.open(key.as_bytes(), self.encrypted.value()) } else { None };
        plain.ok_or(Error::KeyFile(KeyFileError::OtherEnvelope))
    }

    /// The key of the content, from the first recipient whose ciphertext `with` opens.
    fn content_key(&self, with: &SigningKey) -> Result<Plaintext, Error> {
        let recipient = |_| Fault::EnvelopeRecipient.error();
        let mut reader = SliceReader::new(self.recipients).map_err(recipient)?;
        for _ in 0..MAX_RECIPIENTS {
            if reader.is_finished() {
                break;
            }
            let ciphertext = encrypted_key(&mut reader).map_err(recipient)?;
            let form = if ciphertext.first() == Some(&0x30) { Form::Der } else { Form::C1C2C3Without04 };
            if let Ok(key) = sm2::decrypt(with, ciphertext, form) {
                return Ok(key);
            }
        }
        if reader.is_finished() && !self.recipients.is_empty() {
            Err(Error::KeyFile(KeyFileError::OtherEnvelope))
        } else {
            Err(Fault::EnvelopeRecipients.error())
        }
    }
}

/// The encrypted key of the next recipient.
fn encrypted_key<'a>(reader: &mut SliceReader<'a>) -> der::Result<&'a [u8]> {
    reader.sequence(|reader| {
        u8::decode(reader)?;
        let name = AnyRef::decode(reader)?.tag();
        if ![Tag::Sequence, EXPLICIT, IMPLICIT].contains(&name) {
            return Err(name.unexpected_error(Some(Tag::Sequence)).into());
        }
        AlgorithmIdentifierRef::decode(reader)?;
        Ok(<&OctetStringRef>::decode(reader)?.as_bytes())
    })
}

/// The key of SM2 that was in an envelope.
fn read_key(content: &[u8]) -> Result<SigningKey, Error> {
    if let Ok(d) = <&[u8; 32]>::try_from(content) {
        return SigningKey::from_bytes(d);
    }
    match PrivateKey::from_plain_der(content)? {
        PrivateKey::Sm2(key) => Ok(key),
        _ => Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    }
}
