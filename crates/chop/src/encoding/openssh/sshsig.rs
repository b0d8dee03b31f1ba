//! SSHSIG, the signatures of files that `ssh-keygen -Y` and git make (`PROTOCOL.sshsig` of OpenSSH's sources).
//!
//! ```text
//! file:    "SSHSIG", number 1, string public key, string namespace, string reserved, string hash, string signature
//! signed:  "SSHSIG", string namespace, string reserved, string hash, string hash(message)
//! token:   what it signs is SHA-256(application) ‖ flags ‖ counter ‖ SHA-256(signed)
//! ```
//!
//! The namespace says what a signature is for: `file`, `git`, or a name of one's own as in a mail address. A signature for one use is
//! none for another.

use super::public::{ED25519, PublicKey, SK_ED25519};
use super::wire::{Reader, malformed, strings};
use crate::ed25519::{self, Policy, SigningKey};
use crate::encoding::pem;
use crate::{Error, Fault, KeyFileError};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use sha2::{Digest, Sha256, Sha512};

/// The label of its armour.
pub(crate) const LABEL: &str = "SSH SIGNATURE";
const MAGIC: &[u8] = b"SSHSIG";
const VERSION: u32 = 1;
const LINE: usize = 70;
/// The bit of a security token's flags that says that somebody touched it.
const USER_PRESENT: u8 = 1;

/// The hash of a message that is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MessageHash {
    /// SHA-256.
    Sha256,
    /// SHA-512, which is what `ssh-keygen` takes unless told otherwise, and what is written here.
    Sha512,
}

impl MessageHash {
    /// The name in a signature.
    pub fn name(self) -> &'static str {
        match self {
            MessageHash::Sha256 => "sha256",
            MessageHash::Sha512 => "sha512",
        }
    }

    fn named(name: &[u8]) -> Option<MessageHash> {
        [MessageHash::Sha256, MessageHash::Sha512].into_iter().find(|hash| hash.name().as_bytes() == name)
    }

    /// Begins to hash a message.
    pub fn start(self) -> MessageHasher {
        match self {
            MessageHash::Sha256 => MessageHasher(State::Sha256(Sha256::new())),
            MessageHash::Sha512 => MessageHasher(State::Sha512(Sha512::new())),
        }
    }
}

/// A message on its way through [`MessageHash`].
#[derive(Clone)]
pub struct MessageHasher(State);

#[derive(Clone)]
enum State {
    Sha256(Sha256),
    Sha512(Sha512),
}

impl core::fmt::Debug for MessageHasher {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MessageHasher").finish_non_exhaustive()
    }
}

impl MessageHasher {
    /// Hashes the next part of the message.
    pub fn update(&mut self, part: &[u8]) {
        match &mut self.0 {
            State::Sha256(state) => state.update(part),
            State::Sha512(state) => state.update(part),
        }
    }

    /// Hashes everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// Those of the reader.
    #[cfg(feature = "std")]
    pub fn update_reader<R: std::io::Read>(&mut self, mut message: R) -> std::io::Result<()> {
        crate::reader::for_each_chunk(&mut message, |chunk| self.update(chunk))
    }

    fn finish(self) -> Vec<u8> {
        match self.0 {
            State::Sha256(state) => state.finalize().to_vec(),
            State::Sha512(state) => state.finalize().to_vec(),
        }
    }

    fn hash(&self) -> MessageHash {
        match self.0 {
            State::Sha256(_) => MessageHash::Sha256,
            State::Sha512(_) => MessageHash::Sha512,
        }
    }
}

/// The statement of a security token beside its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token {
    flags: u8,
    counter: u32,
}

/// A signature with the key that it names, which nobody need trust for that.
///
/// # Example
/// ```
/// use chop::ed25519::{Policy, SigningKey};
/// use chop::encoding::openssh::Signature;
/// let key = SigningKey::generate()?;
/// let signature = Signature::sign(&key, "file", b"hello")?;
/// let read = Signature::from_text(&signature.to_text()?)?;
/// let trusted = key.verifying_key().into();
/// read.verify(&trusted, "file", b"hello", Policy::DEFAULT)?;
/// assert!(read.verify(&trusted, "git", b"hello", Policy::DEFAULT).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    key: PublicKey,
    namespace: String,
    /// For later versions: signed, and ignored.
    reserved: Vec<u8>,
    hash: MessageHash,
    signature: ed25519::Signature,
    token: Option<Token>,
}

impl Signature {
    /// Reads the text of a file: `-----BEGIN SSH SIGNATURE-----`.
    ///
    /// # Errors
    /// [`KeyFileError::WrongAlgorithm`] for the signatures of other keys than Ed25519's; [`KeyFileError::Pem`],
    /// [`KeyFileError::Malformed`], [`Error::NotAPoint`].
    pub fn from_text(text: &str) -> Result<Signature, Error> {
        let (label, content) = pem::decode(text)?;
        if label != LABEL {
            return Err(Error::KeyFile(KeyFileError::Pem));
        }
        Signature::from_bytes(&content.0)
    }

    /// Reads the bytes that the text has in base64.
    ///
    /// # Errors
    /// As [`Signature::from_text`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Signature, Error> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(malformed(Fault::SignatureStart))?;
        let mut reader = Reader::new(rest);
        if reader.number(Fault::SignatureVersion)? != VERSION {
            return Err(malformed(Fault::SignatureOtherVersion));
        }
        let key = PublicKey::from_bytes(reader.string(Fault::SignaturePublicKey)?)?;
        let namespace = reader.string(Fault::SignatureNamespace)?;
        let reserved = reader.string(Fault::SignatureReserved)?.to_vec();
        let hash = reader.string(Fault::SignatureHash)?;
        let signature = reader.string(Fault::SignatureBlob)?;
        reader.finish(Fault::SignatureAfterBlob)?;
        let namespace =
            core::str::from_utf8(namespace).map_err(|_| malformed(Fault::SignatureNamespaceUtf8))?;
        check_namespace(namespace).map_err(malformed)?;
        let hash = MessageHash::named(hash).ok_or(malformed(Fault::SignatureOtherHash))?;
        let (signature, token) = read_signature(signature, &key)?;
        Ok(Signature { key, namespace: namespace.to_string(), reserved, hash, signature, token })
    }

    /// The text of a file, with a newline at its end.
    ///
    /// # Errors
    /// None that a signature could cause.
    pub fn to_text(&self) -> Result<String, Error> {
        Ok(pem::encode_wrapped(LABEL, &self.to_bytes(), LINE)?.as_str().to_string())
    }

    /// The bytes that the text has in base64.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (namespace, hash) = (self.namespace.as_bytes(), self.hash.name().as_bytes());
        let fields =
            strings(&[&self.key.to_bytes(), namespace, &self.reserved, hash, &self.signature_bytes()]);
        [MAGIC, &VERSION.to_be_bytes(), &fields].concat()
    }

    /// string kind, string R ‖ S, and of a token its flags and counter.
    fn signature_bytes(&self) -> Vec<u8> {
        let mut bytes = strings(&[self.key.kind(), &self.signature.to_bytes()]);
        if let Some(token) = self.token {
            bytes.push(token.flags);
            bytes.extend_from_slice(&token.counter.to_be_bytes());
        }
        bytes
    }

    /// Signs a message for the use that `namespace` names.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`] for a namespace that is empty or has a zero byte.
    pub fn sign(key: &SigningKey, namespace: &str, message: &[u8]) -> Result<Signature, Error> {
        let mut hasher = MessageHash::Sha512.start();
        hasher.update(message);
        Signature::sign_hashed(key, namespace, hasher)
    }

    /// Signs the message that has gone through `hasher`.
    ///
    /// # Errors
    /// As [`Signature::sign`].
    pub fn sign_hashed(key: &SigningKey, namespace: &str, hasher: MessageHasher) -> Result<Signature, Error> {
        check_namespace(namespace).map_err(malformed)?;
        let hash = hasher.hash();
        let signed = signed_bytes(namespace, b"", hash, &hasher.finish());
        Ok(Signature {
            key: key.verifying_key().into(),
            namespace: namespace.to_string(),
            reserved: Vec::new(),
            hash,
            signature: key.sign(&signed),
            token: None,
        })
    }

    /// Verifies it for a key that the caller trusts and for one use.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason: another key, another namespace, another message, or a token that nobody
    /// touched.
    pub fn verify(
        &self,
        key: &PublicKey,
        namespace: &str,
        message: &[u8],
        policy: Policy,
    ) -> Result<(), Error> {
        let mut hasher = self.hash.start();
        hasher.update(message);
        self.verify_hashed(key, namespace, hasher, policy)
    }

    /// Verifies it for the message that has gone through `hasher`, which [`MessageHash::start`] of [`Signature::hash`] began.
    ///
    /// # Errors
    /// As [`Signature::verify`].
    pub fn verify_hashed(
        &self,
        key: &PublicKey,
        namespace: &str,
        hasher: MessageHasher,
        policy: Policy,
    ) -> Result<(), Error> {
        if *key != self.key
            || namespace != self.namespace
            || hasher.hash() != self.hash
            || !self.user_present()
        {
            return Err(Error::InvalidSignature);
        }
        let signed = signed_bytes(namespace, &self.reserved, self.hash, &hasher.finish());
        let verifier = key.verifying_key().with_policy(policy);
        match (self.token, key.application()) {
            (Some(token), Some(application)) => {
                let [application, signed] = [application, &signed].map(Sha256::digest);
                let parts = [&application[..], &[token.flags], &token.counter.to_be_bytes(), &signed];
                verifier.verify_parts(&parts, &self.signature)
            }
            _ => verifier.verify(&signed, &self.signature),
        }
    }

    /// The key that the signature names.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The use that the signature is for.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// The hash of its message.
    pub fn hash(&self) -> MessageHash {
        self.hash
    }

    /// Whether somebody touched the security token, if the key is in one.
    pub fn user_present(&self) -> bool {
        self.token.is_none_or(|token| token.flags & USER_PRESENT != 0)
    }
}

/// Refuses a namespace that is empty or has a zero byte.
fn check_namespace(namespace: &str) -> Result<(), Fault> {
    match namespace {
        "" => Err(Fault::SignatureNamespaceEmpty),
        _ if namespace.contains('\0') => Err(Fault::SignatureNamespaceZero),
        _ => Ok(()),
    }
}

fn signed_bytes(namespace: &str, reserved: &[u8], hash: MessageHash, digest: &[u8]) -> Vec<u8> {
    [MAGIC, &strings(&[namespace.as_bytes(), reserved, hash.name().as_bytes(), digest])].concat()
}

fn read_signature(bytes: &[u8], key: &PublicKey) -> Result<(ed25519::Signature, Option<Token>), Error> {
    let mut reader = Reader::new(bytes);
    let kind = reader.string(Fault::SignatureKind)?;
    if kind != key.kind() {
        return Err(malformed(Fault::SignatureOtherKind));
    }
    let signature = reader.string(Fault::SignatureNumbers)?;
    let signature = signature.try_into().map_err(|_| malformed(Fault::SignatureNumbersLength))?;
    let token = match kind {
        ED25519 => None,
        SK_ED25519 => {
            let flags = reader.byte(Fault::SignatureFlags)?;
            Some(Token { flags, counter: reader.number(Fault::SignatureCounter)? })
        }
        _ => return Err(Error::KeyFile(KeyFileError::WrongAlgorithm)),
    };
    reader.finish(Fault::SignatureAfterNumbers)?;
    Ok((ed25519::Signature::from_bytes(signature), token))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    /// The signature of a message by a security token with this key.
    fn by_token(flags: u8, message: &[u8]) -> Signature {
        let public =
            PublicKey::from_bytes(&strings(&[SK_ED25519, key().verifying_key().as_bytes(), b"ssh:"]))
                .unwrap();
        let signed = signed_bytes("file", b"", MessageHash::Sha512, &Sha512::digest(message));
        let token = Token { flags, counter: 5 };
        let mut all = Sha256::digest(b"ssh:").to_vec();
        all.extend_from_slice(&[flags, 0, 0, 0, 5]);
        all.extend_from_slice(&Sha256::digest(&signed));
        Signature {
            key: public,
            namespace: "file".to_string(),
            reserved: Vec::new(),
            hash: MessageHash::Sha512,
            signature: key().sign(&all),
            token: Some(token),
        }
    }

    #[test]
    fn every_part_counts() {
        let trusted = PublicKey::from(key().verifying_key());
        let signature = Signature::sign(&key(), "file", b"hello").unwrap();
        assert_eq!(Signature::from_text(&signature.to_text().unwrap()), Ok(signature.clone()));
        let verify = |signature: &Signature, message: &[u8]| {
            signature.verify(&trusted, "file", message, Policy::DEFAULT)
        };
        assert_eq!(verify(&signature, b"hello"), Ok(()));
        assert_eq!(verify(&signature, b"hallo"), Err(Error::InvalidSignature));
        let other = Signature::sign(&SigningKey::from_seed(&[8; 32]), "file", b"hello").unwrap();
        assert_eq!(verify(&other, b"hello"), Err(Error::InvalidSignature));
        let reserved = Signature { reserved: b"x".to_vec(), ..signature.clone() };
        assert_eq!(verify(&reserved, b"hello"), Err(Error::InvalidSignature));
        for namespace in ["", "a\0b"] {
            let error = Signature::sign(&key(), namespace, b"").unwrap_err();
            assert!(matches!(error, Error::KeyFile(KeyFileError::Malformed(_))), "{error}");
        }
    }

    #[test]
    fn a_security_token_must_have_been_touched() {
        let verify = |signature: &Signature| {
            let read = Signature::from_text(&signature.to_text().unwrap()).unwrap();
            assert_eq!(read, *signature);
            read.verify(&read.key, "file", b"hello", Policy::DEFAULT)
        };
        assert_eq!(verify(&by_token(USER_PRESENT, b"hello")), Ok(()));
        assert_eq!(verify(&by_token(USER_PRESENT | 4, b"hello")), Ok(()));
        assert_eq!(verify(&by_token(4, b"hello")), Err(Error::InvalidSignature));
        assert_eq!(verify(&by_token(USER_PRESENT, b"hallo")), Err(Error::InvalidSignature));
        // The same key without its token is another key.
        let plain = PublicKey::from(key().verifying_key());
        let token = by_token(USER_PRESENT, b"hello");
        assert!(token.verify(&plain, "file", b"hello", Policy::DEFAULT).is_err());
    }

    #[test]
    fn what_is_cut_or_changed_is_refused() {
        let bytes = Signature::sign(&key(), "file", b"hello").unwrap().to_bytes();
        for cut in 0..bytes.len() {
            assert!(Signature::from_bytes(&bytes[..cut]).is_err(), "{cut}");
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        assert!(Signature::from_bytes(&longer).is_err());
        let version = [MAGIC, &[0, 0, 0, 2], &bytes[10..]].concat();
        assert!(Signature::from_bytes(&version).is_err());
    }
}
