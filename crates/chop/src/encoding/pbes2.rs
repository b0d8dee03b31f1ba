//! Encrypted private keys: PBES2 (RFC 8018), with the algorithms of GM/T 0091 beside the usual ones.
//!
//! | part     | read                                                                              | written     |
//! |----------|-----------------------------------------------------------------------------------|-------------|
//! | scheme   | PBES2, PBES of GM/T 0091                                                           | PBES2       |
//! | function | PBKDF2 with HMAC of SHA-1, SHA-224, -256, -384, -512 or SM3; scrypt (RFC 7914)     | PBKDF2, SHA-256, 600,000 iterations |
//! | cipher   | AES-128, AES-192, AES-256 or SM4, in CBC or GCM mode                               | AES-256-CBC |
//!
//! Every function goes with every cipher. A hostile file cannot ask for much more work than an honest one:
//! see [`MAX_ITERATIONS`] and `limited_scrypt.rs`.
//!
//! The lengths and parameters in a file are public. SM4 looks its S-box up in a table, so that it is not
//! constant time in a key that only ever decrypts one file.

use super::limited_scrypt::Scrypt;
use crate::secret::{Secret, SecretBytes};
use crate::{Error, KeyFileError};
use aes_gcm::aead::AeadInOut;
use aes_gcm::aead::consts::U12;
use aes_gcm::{AesGcm, Nonce, Tag};
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::consts::U16;
use cbc::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockSizeUser, KeyInit, KeyIvInit,
};
use pbkdf2::pbkdf2_hmac;
use pkcs8::ObjectIdentifier;
use pkcs8::der::asn1::{AnyRef, OctetStringRef};
use pkcs8::der::{self, Decode, Reader, SliceReader, Tag as DerTag};
use pkcs8::spki::AlgorithmIdentifierRef;

/// Iterations of PBKDF2 at most: 16 times what is written here, a few seconds of work.
pub(super) const MAX_ITERATIONS: u64 = 10_000_000;

const PBES2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.5.13");
const PBKDF2: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.5.12");
const SCRYPT: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.4.1.11591.4.11");
/// GM/T 0091 in its two readings: the arc of the standard, and the one that software writes.
const GM_PBES: [ObjectIdentifier; 2] = [
    ObjectIdentifier::new_unwrap("1.2.156.10197.6.1.4.1.5.2"),
    ObjectIdentifier::new_unwrap("1.2.156.10197.6.4.1.5.2"),
];
const GM_PBKDF: [ObjectIdentifier; 2] = [
    ObjectIdentifier::new_unwrap("1.2.156.10197.6.1.4.1.5.1"),
    ObjectIdentifier::new_unwrap("1.2.156.10197.6.4.1.5.1"),
];

/// The hash of an HMAC: that of PBKDF2, and those of PKCS#12.
#[derive(Clone, Copy)]
pub(super) enum Hash {
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sm3,
}

impl Hash {
    /// Its bytes.
    #[cfg(feature = "pkcs12")]
    pub(super) const fn length(self) -> usize {
        match self {
            Hash::Sha1 => 20,
            Hash::Sha224 => 28,
            Hash::Sha256 | Hash::Sm3 => 32,
            Hash::Sha384 => 48,
            Hash::Sha512 => 64,
        }
    }
}

/// HMAC with SM3 has three identifiers: that of GmSSL and gmsm, which GM/T 0006 registers; that of
/// GM/T 0091, A.2; and that of SM3 itself, which GM/T 0091, A.4 has in its place.
pub(super) const PRFS: [(ObjectIdentifier, Hash); 8] = [
    (ObjectIdentifier::new_unwrap("1.2.840.113549.2.7"), Hash::Sha1),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.2.8"), Hash::Sha224),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.2.9"), Hash::Sha256),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.2.10"), Hash::Sha384),
    (ObjectIdentifier::new_unwrap("1.2.840.113549.2.11"), Hash::Sha512),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.401.2"), Hash::Sm3),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.401.3.1"), Hash::Sm3),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.401"), Hash::Sm3),
];

#[derive(Clone, Copy)]
enum Block {
    Aes128,
    Aes192,
    Aes256,
    Sm4,
}

#[derive(Clone, Copy)]
enum Mode {
    Cbc,
    Gcm,
}

const CIPHERS: [(ObjectIdentifier, Block, Mode); 8] = [
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2"), Block::Aes128, Mode::Cbc),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.6"), Block::Aes128, Mode::Gcm),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22"), Block::Aes192, Mode::Cbc),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.26"), Block::Aes192, Mode::Gcm),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42"), Block::Aes256, Mode::Cbc),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.46"), Block::Aes256, Mode::Gcm),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.104.2"), Block::Sm4, Mode::Cbc),
    (ObjectIdentifier::new_unwrap("1.2.156.10197.1.104.8"), Block::Sm4, Mode::Gcm),
];

/// Whether this is an `EncryptedPrivateKeyInfo`, of whatever scheme.
pub(crate) fn is_encrypted(der: &[u8]) -> bool {
    outer(der).is_ok()
}

/// EncryptedPrivateKeyInfo ::= SEQUENCE { AlgorithmIdentifier, OCTET STRING } (RFC 5958, 3).
fn outer(der: &[u8]) -> der::Result<(AlgorithmIdentifierRef<'_>, &[u8])> {
    let mut reader = SliceReader::new(der)?;
    let parts = reader.sequence(|reader| {
        let algorithm = AlgorithmIdentifierRef::decode(reader)?;
        Ok::<_, der::Error>((algorithm, <&OctetStringRef>::decode(reader)?.as_bytes()))
    })?;
    reader.finish()?;
    Ok(parts)
}

/// The decrypted bytes.
///
/// # Errors
/// [`KeyFileError::Der`] and those of [`open`].
pub(crate) fn decrypt(der: &[u8], passphrase: &[u8]) -> Result<SecretBytes, Error> {
    let (scheme, content) = outer(der).map_err(|_| Error::KeyFile(KeyFileError::Der))?;
    open(&scheme, content, passphrase)
}

/// The decrypted bytes of a content that a scheme encrypted.
///
/// # Errors
/// [`KeyFileError::Der`], [`KeyFileError::UnknownEncryption`], [`KeyFileError::KdfCost`], [`KeyFileError::Memory`]; [`KeyFileError::Decryption`] for a wrong
/// passphrase, which CBC mode does not always notice.
pub(super) fn open(
    scheme: &AlgorithmIdentifierRef<'_>,
    content: &[u8],
    passphrase: &[u8],
) -> Result<SecretBytes, Error> {
    if scheme.oid != PBES2 && !GM_PBES.contains(&scheme.oid) {
        return Err(Error::KeyFile(KeyFileError::UnknownEncryption));
    }
    let [function, cipher] = sequence(scheme.parameters)?;
    let (function, cipher) = (identifier(function)?, Cipher::read(&identifier(cipher)?)?);
    let mut key = Secret::new(&[0; 32]);
    let key = &mut key.as_mut_bytes()[..cipher.key_length()];
    Function::read(&function, key.len())?.derive(passphrase, key)?;
    cipher.open(key, content).ok_or(Error::KeyFile(KeyFileError::Decryption))
}

/// A block cipher in a mode, with what it starts from.
pub(super) struct Cipher<'a> {
    block: Block,
    mode: Mode,
    start: &'a [u8],
}

impl<'a> Cipher<'a> {
    /// The cipher that an identifier names.
    pub(super) fn read(cipher: &AlgorithmIdentifierRef<'a>) -> Result<Cipher<'a>, Error> {
        let found = CIPHERS.iter().find(|(oid, ..)| *oid == cipher.oid);
        let &(_, block, mode) = found.ok_or(Error::KeyFile(KeyFileError::UnknownEncryption))?;
        Ok(Cipher { block, mode, start: mode.start(cipher.parameters)? })
    }

    /// SM4 in CBC mode.
    #[cfg(feature = "gm")]
    pub(super) fn sm4_cbc(start: &'a [u8; 16]) -> Cipher<'a> {
        Cipher { block: Block::Sm4, mode: Mode::Cbc, start }
    }

    pub(super) fn key_length(&self) -> usize {
        self.block.key_length()
    }

    /// What was encrypted under a key of the right length; `None` if padding or tag is not right.
    pub(super) fn open(&self, key: &[u8], content: &[u8]) -> Option<SecretBytes> {
        let mut content = SecretBytes(content.to_vec());
        let length = match self.block {
            Block::Aes128 => self.mode.open::<aes::Aes128>(key, self.start, &mut content.0),
            Block::Aes192 => self.mode.open::<aes::Aes192>(key, self.start, &mut content.0),
            Block::Aes256 => self.mode.open::<aes::Aes256>(key, self.start, &mut content.0),
            Block::Sm4 => self.mode.open::<sm4::Sm4>(key, self.start, &mut content.0),
        }?;
        chop_core::ct::wipe(&mut content.0[length..]);
        content.0.truncate(length);
        Some(content)
    }
}

/// The elements of a SEQUENCE of exactly `N`.
fn sequence<const N: usize>(any: Option<AnyRef<'_>>) -> Result<[AnyRef<'_>; N], Error> {
    let any = any.ok_or(Error::KeyFile(KeyFileError::Der))?;
    let elements = any.sequence(|reader| {
        let mut elements = [AnyRef::NULL; N];
        for element in &mut elements {
            *element = reader.decode()?;
        }
        Ok::<_, der::Error>(elements)
    });
    elements.map_err(|_| Error::KeyFile(KeyFileError::Der))
}

fn identifier(any: AnyRef<'_>) -> Result<AlgorithmIdentifierRef<'_>, Error> {
    any.decode_as().map_err(|_| Error::KeyFile(KeyFileError::Der))
}

fn octets(any: AnyRef<'_>) -> Result<&[u8], Error> {
    any.decode_as::<&OctetStringRef>()
        .map(OctetStringRef::as_bytes)
        .map_err(|_| Error::KeyFile(KeyFileError::Der))
}

impl Block {
    fn key_length(self) -> usize {
        match self {
            Block::Aes128 | Block::Sm4 => 16,
            Block::Aes192 => 24,
            Block::Aes256 => 32,
        }
    }
}

impl Mode {
    /// The initial vector of CBC, an OCTET STRING; the nonce of GCM, with a tag of 16 bytes (RFC 5084, 3.2).
    fn start(self, parameters: Option<AnyRef<'_>>) -> Result<&[u8], Error> {
        match self {
            Mode::Cbc => octets(parameters.ok_or(Error::KeyFile(KeyFileError::Der))?),
            Mode::Gcm => {
                // Without the second element the tag has 12 bytes, which nobody writes.
                let [nonce, tag_length] =
                    sequence(parameters).map_err(|_| Error::KeyFile(KeyFileError::UnknownEncryption))?;
                match tag_length.decode_as::<u8>() {
                    Ok(16) => octets(nonce),
                    _ => Err(Error::KeyFile(KeyFileError::UnknownEncryption)),
                }
            }
        }
    }

    /// Decrypts in place; the length of what was encrypted.
    fn open<C>(self, key: &[u8], start: &[u8], content: &mut [u8]) -> Option<usize>
    where
        C: BlockSizeUser<BlockSize = U16> + BlockCipherDecrypt + BlockCipherEncrypt + KeyInit,
    {
        match self {
            Mode::Cbc => {
                let cipher = cbc::Decryptor::<C>::new_from_slices(key, start).ok()?;
                Some(cipher.decrypt_padded::<Pkcs7>(content).ok()?.len())
            }
            Mode::Gcm => {
                let cipher = <AesGcm<C, U12> as KeyInit>::new_from_slice(key).ok()?;
                let nonce = Nonce::<U12>::try_from(start).ok()?;
                let (content, tag) = content.split_last_chunk_mut::<16>()?;
                let tag = Tag::from(*tag);
                let length = content.len();
                cipher.decrypt_inout_detached(&nonce, &[], content.into(), &tag).ok()?;
                Some(length)
            }
        }
    }
}

/// The function that makes a key of a passphrase, with parameters within the limits.
pub(super) enum Function<'a> {
    Pbkdf2 { prf: Hash, salt: &'a [u8], iterations: u32 },
    Scrypt { salt: &'a [u8], function: Scrypt },
}

impl<'a> Function<'a> {
    pub(super) fn read(
        function: &AlgorithmIdentifierRef<'a>,
        key_length: usize,
    ) -> Result<Function<'a>, Error> {
        let parameters = function.parameters.ok_or(Error::KeyFile(KeyFileError::Der))?;
        let gm = GM_PBKDF.contains(&function.oid);
        if function.oid == SCRYPT {
            Function::scrypt(parameters, key_length)
        } else if gm || function.oid == PBKDF2 {
            Function::pbkdf2(parameters, key_length, if gm { Hash::Sm3 } else { Hash::Sha1 })
        } else {
            Err(Error::KeyFile(KeyFileError::UnknownEncryption))
        }
    }

    /// PBKDF2-params ::= SEQUENCE { salt, iterationCount INTEGER, keyLength INTEGER OPTIONAL,
    /// prf AlgorithmIdentifier DEFAULT } (RFC 8018, A.2).
    fn pbkdf2(parameters: AnyRef<'a>, key_length: usize, default: Hash) -> Result<Function<'a>, Error> {
        let parts = parameters.sequence(|reader| {
            let salt = <&OctetStringRef>::decode(reader)?.as_bytes();
            let iterations = number(reader)?;
            let length = if at(reader, DerTag::Integer) { Some(number(reader)?) } else { None };
            let prf: Option<AlgorithmIdentifierRef<'_>> =
                if reader.is_finished() { None } else { Some(reader.decode()?) };
            Ok::<_, der::Error>((salt, iterations, length, prf))
        });
        let (salt, iterations, length, prf) = parts.map_err(|_| Error::KeyFile(KeyFileError::Der))?;
        let prf = match prf {
            None => default,
            Some(asked) => {
                let found = PRFS.iter().find(|(oid, _)| *oid == asked.oid);
                found.ok_or(Error::KeyFile(KeyFileError::UnknownEncryption))?.1
            }
        };
        if iterations > MAX_ITERATIONS {
            return Err(Error::KeyFile(KeyFileError::KdfCost));
        }
        let iterations = u32::try_from(iterations).map_err(|_| Error::KeyFile(KeyFileError::KdfCost))?;
        if iterations == 0 || length.is_some_and(|length| length != key_length as u64) {
            return Err(Error::KeyFile(KeyFileError::Der));
        }
        Ok(Function::Pbkdf2 { prf, salt, iterations })
    }

    /// scrypt-params ::= SEQUENCE { salt OCTET STRING, N, r, p INTEGER, keyLength INTEGER OPTIONAL }
    /// (RFC 7914, 7.1).
    fn scrypt(parameters: AnyRef<'a>, key_length: usize) -> Result<Function<'a>, Error> {
        let parts = parameters.sequence(|reader| {
            let salt = <&OctetStringRef>::decode(reader)?.as_bytes();
            let numbers = [number(reader)?, number(reader)?, number(reader)?];
            let length = if reader.is_finished() { None } else { Some(number(reader)?) };
            Ok::<_, der::Error>((salt, numbers, length))
        });
        let (salt, [n, r, p], length) = parts.map_err(|_| Error::KeyFile(KeyFileError::Der))?;
        if n < 2 || !n.is_power_of_two() || r == 0 || p == 0 {
            return Err(Error::KeyFile(KeyFileError::Der));
        }
        if length.is_some_and(|length| length != key_length as u64) {
            return Err(Error::KeyFile(KeyFileError::Der));
        }
        Ok(Function::Scrypt { salt, function: Scrypt::new(n, r, p)? })
    }

    pub(super) fn derive(&self, passphrase: &[u8], key: &mut [u8]) -> Result<(), Error> {
        match *self {
            Function::Scrypt { salt, ref function } => function.derive(passphrase, salt, key)?,
            Function::Pbkdf2 { prf, salt, iterations: n } => match prf {
                Hash::Sha1 => pbkdf2_hmac::<sha1::Sha1>(passphrase, salt, n, key),
                Hash::Sha224 => pbkdf2_hmac::<sha2::Sha224>(passphrase, salt, n, key),
                Hash::Sha256 => pbkdf2_hmac::<sha2::Sha256>(passphrase, salt, n, key),
                Hash::Sha384 => pbkdf2_hmac::<sha2::Sha384>(passphrase, salt, n, key),
                Hash::Sha512 => pbkdf2_hmac::<sha2::Sha512>(passphrase, salt, n, key),
                Hash::Sm3 => pbkdf2_hmac::<sm3::Sm3>(passphrase, salt, n, key),
            },
        }
        Ok(())
    }
}

/// The next INTEGER, which is not negative. One that does not fit counts as the greatest that does.
pub(super) fn number<'a>(reader: &mut impl Reader<'a>) -> der::Result<u64> {
    let number = pkcs8::der::asn1::UintRef::decode(reader)?;
    let bytes = number.as_bytes();
    if bytes.len() > 8 {
        return Ok(u64::MAX);
    }
    Ok(bytes.iter().fold(0, |value, byte| value << 8 | u64::from(*byte)))
}

fn at<'a>(reader: &impl Reader<'a>, tag: DerTag) -> bool {
    !reader.is_finished() && DerTag::peek(reader).is_ok_and(|next| next == tag)
}

/// How often a passphrase is hashed: OWASP's 2023 figure for PBKDF2 with HMAC-SHA-256.
#[cfg(feature = "getrandom")]
const ITERATIONS: u32 = 600_000;

/// PBES2 with PBKDF2-HMAC-SHA-256 and AES-256-CBC, which every program reads.
///
/// # Errors
/// [`Error::Randomness`].
#[cfg(feature = "getrandom")]
pub(crate) fn encrypt(der: &[u8], passphrase: &[u8]) -> Result<alloc::vec::Vec<u8>, Error> {
    use super::element;
    use cbc::cipher::BlockModeEncrypt;
    let (mut salt, mut iv) = ([0; 16], [0; 16]);
    getrandom::fill(&mut salt).map_err(|_| Error::Randomness)?;
    getrandom::fill(&mut iv).map_err(|_| Error::Randomness)?;
    let mut key = Secret::new(&[0; 32]);
    pbkdf2_hmac::<sha2::Sha256>(passphrase, &salt, ITERATIONS, key.as_mut_bytes());
    // Padded to the next multiple of 16, by a whole block if it is one already.
    let mut content = SecretBytes(alloc::vec![0; (der.len() / 16 + 1) * 16]);
    content.0[..der.len()].copy_from_slice(der);
    let cipher = cbc::Encryptor::<aes::Aes256>::new(key.as_bytes().into(), &iv.into());
    let encrypted = cipher
        .encrypt_padded::<Pkcs7>(&mut content.0, der.len())
        .map_err(|_| Error::KeyFile(KeyFileError::Der))?;

    let oid = |oid: &ObjectIdentifier| element(0x06, &[oid.as_bytes()]);
    let [_, _, (sha256, _), ..] = &PRFS;
    let [_, _, _, _, (aes256, ..), ..] = &CIPHERS;
    let prf = element(0x30, &[&oid(sha256), &[0x05, 0x00]]);
    let iterations = element(0x02, &[&ITERATIONS.to_be_bytes()[1..]]);
    let parameters = element(0x30, &[&element(0x04, &[&salt]), &iterations, &prf]);
    let function = element(0x30, &[&oid(&PBKDF2), &parameters]);
    let cipher = element(0x30, &[&oid(aes256), &element(0x04, &[&iv])]);
    let scheme = element(0x30, &[&oid(&PBES2), &element(0x30, &[&function, &cipher])]);
    Ok(element(0x30, &[&scheme, &element(0x04, &[encrypted])]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::element;
    use alloc::vec::Vec;

    /// SEQUENCE { salt, numbers } under an identifier.
    fn function(oid: &ObjectIdentifier, numbers: &[&[u8]]) -> Vec<u8> {
        let mut parts = element(0x04, &[b"salt"]);
        numbers.iter().for_each(|number| parts.extend(element(0x02, &[number])));
        element(0x30, &[&element(0x06, &[oid.as_bytes()]), &element(0x30, &[&parts])])
    }

    fn file(function: &[u8]) -> Vec<u8> {
        let (aes256, ..) = &CIPHERS[4];
        let cipher = element(0x30, &[&element(0x06, &[aes256.as_bytes()]), &element(0x04, &[&[0; 16]])]);
        let scheme = [&element(0x06, &[PBES2.as_bytes()])[..], &element(0x30, &[function, &cipher])].concat();
        element(0x30, &[&element(0x30, &[&scheme]), &element(0x04, &[&[0; 16]])])
    }

    #[test]
    fn hostile_costs_are_refused_before_any_work() {
        let refused = |oid, numbers: &[&[u8]]| decrypt(&file(&function(oid, numbers)), b"x").err();
        for iterations in [&[0x00, 0x98, 0x96, 0x81][..], &[0x7F; 4], &[0x7F; 9]] {
            assert_eq!(refused(&PBKDF2, &[iterations]), Some(Error::KeyFile(KeyFileError::KdfCost)));
        }
        // N·r, r and p each too great for the memory; N·r and r·p together; five passes over the most memory.
        let (two_20, two_24): (&[u8], &[u8]) = (&[0x10, 0, 0], &[0x01, 0, 0, 0]);
        for [n, r, p] in [
            [two_20, &[9], &[1]],
            [two_24, &[1], &[1]],
            [&[2], two_24, &[1]],
            [&[2], &[1], two_24],
            [&[4], &[0x20, 0, 0], &[4]],
            [two_20, &[8], &[5]],
            [&[0x40, 0, 0, 0, 0, 0, 0, 0], &[0x7F; 8], &[0x7F; 9]],
        ] {
            assert_eq!(refused(&SCRYPT, &[n, r, p]), Some(Error::KeyFile(KeyFileError::KdfCost)));
        }
        for [n, r, p] in [[[3], [1], [1]], [[1], [1], [1]], [[2], [0], [1]], [[2], [1], [0]]] {
            assert_eq!(refused(&SCRYPT, &[&n, &r, &p]), Some(Error::KeyFile(KeyFileError::Der)));
        }
        assert_eq!(refused(&PBKDF2, &[&[0]]), Some(Error::KeyFile(KeyFileError::Der)));
        assert_eq!(
            refused(&PBKDF2, &[&[1], &[16]]),
            Some(Error::KeyFile(KeyFileError::Der)),
            "AES-256 has no key of 16 bytes"
        );
        assert_eq!(refused(&PBES2, &[&[1]]), Some(Error::KeyFile(KeyFileError::UnknownEncryption)));
        assert_eq!(refused(&PBKDF2, &[&[1]]), Some(Error::KeyFile(KeyFileError::Decryption)));
    }

    /// Whether scrypt with these numbers is within the limits.
    fn is_accepted([n, r, p]: [u32; 3]) -> bool {
        let [n, r, p] = [n, r, p].map(|number| [&[0], number.to_be_bytes().as_slice()].concat());
        let shortest = |bytes: &Vec<u8>| {
            let zeros = bytes.windows(2).take_while(|two| two[0] == 0 && two[1] < 0x80).count();
            bytes[zeros..].to_vec()
        };
        let identifier = function(&SCRYPT, &[&shortest(&n), &shortest(&r), &shortest(&p)]);
        let identifier = AlgorithmIdentifierRef::from_der(&identifier).unwrap();
        match Function::read(&identifier, 32) {
            Ok(_) => true,
            Err(error) => {
                assert_eq!(error, Error::KeyFile(KeyFileError::KdfCost));
                false
            }
        }
    }

    #[test]
    fn memory_is_limited_for_all_parts_of_scrypt_together() {
        // minisign: 1 GiB, and 1 KiB beside it.
        assert!(is_accepted([1 << 20, 8, 1]));
        assert!(!is_accepted([1 << 20, 9, 1]));
        // 128·8·(2 + p) bytes: as many as can be, and 1 KiB more.
        assert!(is_accepted([2, 8, (1 << 20) + 1022]));
        assert!(!is_accepted([2, 8, (1 << 20) + 1023]));
        // 128·r·(4 + 4) bytes: the greatest r, and one more.
        assert!(is_accepted([4, 1_049_600, 4]));
        assert!(!is_accepted([4, 1_049_601, 4]));
        // Twice 1 GiB, each of which alone would do.
        assert!(!is_accepted([4, 1 << 21, 4]));
    }

    #[test]
    fn the_cost_that_openssl_takes_for_scrypt_is_accepted() {
        let identifier = function(&SCRYPT, &[&[0x40, 0], &[8], &[1]]);
        let identifier = AlgorithmIdentifierRef::from_der(&identifier).unwrap();
        assert!(Function::read(&identifier, 32).is_ok());
    }
}
