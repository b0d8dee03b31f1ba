//! Signatures of both programs.
//!
//! ```text
//! untrusted comment: TEXT
//! base64 of algorithm (2) ‖ key id (8) ‖ R ‖ S (64)
//! trusted comment: TEXT                               minisign only, as is the next line
//! base64 of R ‖ S of the global signature
//! ```
//!
//! | algorithm | signed is                    | written by                                    | here    |
//! |-----------|------------------------------|-----------------------------------------------|---------|
//! | `Ed`      | the message                  | signify; minisign before 0.10 and with `-l`    | read, and written in two lines |
//! | `ED`      | the message's BLAKE2b-512    | minisign                                      | read and written |
//!
//! The global signature is that of R ‖ S of the first and the trusted comment: it is always checked where there is one.

use super::{
    ED25519, Holds, KeyId, LONGEST_COMMENT, PublicKey, check_comment, decode, first_line, holds, malformed,
    split_comment,
};
use crate::ed25519::{self, Policy, SigningKey};
use crate::{Error, Fault};
use alloc::string::{String, ToString};
use base64ct::{Base64, Encoding};
use blake2::{Blake2b512, Digest};

/// Characters of the second line.
pub(super) const CHARACTERS: usize = 100;
const PREHASHED: &[u8; 2] = b"ED";
const TRUSTED: &str = "trusted comment: ";
/// The most bytes of a trusted comment that is written: what minisign reads.
const LONGEST_TRUSTED: usize = 8000;

/// How a signature is made, and by which program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureKind {
    /// minisign: of the message's BLAKE2b-512.
    Minisign,
    /// minisign as it was: of the message itself.
    MinisignLegacy,
    /// signify: of the message itself, without a trusted comment.
    Signify,
}

impl SignatureKind {
    /// A name: `minisign`, `minisign, legacy` or `signify`.
    pub fn name(self) -> &'static str {
        match self {
            SignatureKind::Minisign => "minisign",
            SignatureKind::MinisignLegacy => "minisign, legacy",
            SignatureKind::Signify => "signify",
        }
    }
}

/// A signature with its comments.
///
/// # Example
/// ```
/// use chop::ed25519::{Policy, SigningKey};
/// use chop::encoding::minisign::{KeyId, PublicKey, Signature};
/// let key = SigningKey::generate()?;
/// let public = PublicKey::from(key.verifying_key());
/// let signature = Signature::sign(&key, KeyId::of(&public.key), b"hello", "version 1")?;
/// let read = Signature::from_text(&signature.to_text()?)?;
/// read.verify(&public, b"hello", Policy::DEFAULT)?;
/// assert_eq!(read.trusted_comment(), Some("version 1"));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    id: KeyId,
    prehashed: bool,
    signature: ed25519::Signature,
    comment: String,
    trusted: Option<Trusted>,
}

/// A trusted comment and the signature of it, the global one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Trusted {
    comment: String,
    global: ed25519::Signature,
}

impl Signature {
    /// Reads the text of a file. Lines end with LF or CR LF.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed); so is a signature with its message behind it, which `signify -S -e` makes.
    pub fn from_text(text: &str) -> Result<Signature, Error> {
        let (comment, rest) = split_comment(text)?;
        match holds(text) {
            Some(Holds::Signature) => {}
            Some(_) => return Err(malformed(Fault::CommentedKey)),
            None => return Err(malformed(Fault::CommentedLength)),
        }
        let (line, rest) = first_line(rest);
        let mut bytes = [0; 74];
        decode(line, &mut bytes, Fault::CommentedSignatureBase64)?;
        let wrong = malformed(Fault::CommentedSignatureBase64);
        let (algorithm, signed) = bytes.split_first_chunk::<2>().ok_or(wrong)?;
        let (id, signature) = signed.split_first_chunk().ok_or(wrong)?;
        let prehashed = algorithm == PREHASHED;
        if !prehashed && algorithm != ED25519 {
            return Err(malformed(Fault::CommentedSignatureAlgorithm));
        }
        let trusted = Trusted::read(rest, prehashed)?;
        if prehashed && trusted.is_none() {
            return Err(malformed(Fault::CommentedSignatureAlone));
        }
        let signature = ed25519::Signature::from_slice(signature).map_err(|_| wrong)?;
        Ok(Signature { id: KeyId(*id), prehashed, signature, comment: comment.to_string(), trusted })
    }

    /// The text of a file, with a newline at its end.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed) for a comment, as one that was read may have it, with control characters, or that is too long.
    pub fn to_text(&self) -> Result<String, Error> {
        let algorithm = if self.prehashed { PREHASHED } else { ED25519 };
        let bytes = [algorithm.as_slice(), &self.id.0, &self.signature.to_bytes()].concat();
        let mut text = super::to_text(&self.comment, &bytes)?;
        if let Some(trusted) = &self.trusted {
            check_comment(&trusted.comment, LONGEST_TRUSTED)?;
            let global = Base64::encode_string(&trusted.global.to_bytes());
            text += &[TRUSTED, &trusted.comment, "\n", &global, "\n"].concat();
        }
        Ok(text)
    }

    /// Signs a message as minisign does: its BLAKE2b-512, and then that signature and a comment.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed) for a comment with control characters or of more than 8000 bytes.
    pub fn sign(key: &SigningKey, id: KeyId, message: &[u8], trusted: &str) -> Result<Signature, Error> {
        Signature::sign_hashed(key, id, Blake2b512::new_with_prefix(message), trusted)
    }

    /// The same of everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// Those of the reader, and as [`Signature::sign`].
    #[cfg(feature = "std")]
    pub fn sign_reader<R: std::io::Read>(
        key: &SigningKey,
        id: KeyId,
        message: R,
        trusted: &str,
    ) -> Result<Signature, crate::ReaderError> {
        Ok(Signature::sign_hashed(key, id, hashed(message)?, trusted)?)
    }

    fn sign_hashed(key: &SigningKey, id: KeyId, hash: Blake2b512, trusted: &str) -> Result<Signature, Error> {
        check_comment(trusted, LONGEST_TRUSTED)?;
        let signature = key.sign(&hash.finalize());
        let global = key.sign_parts(&[&signature.to_bytes(), trusted.as_bytes()]);
        Ok(Signature {
            id,
            prehashed: true,
            signature,
            comment: "signature from minisign secret key".to_string(),
            trusted: Some(Trusted { comment: trusted.to_string(), global }),
        })
    }

    /// A signature as signify writes it, of an Ed25519 signature of the message itself. `signify -V` without `-p` finds the public key by
    /// the comment `verify with NAME.pub`.
    ///
    /// # Errors
    /// [`KeyFileError::Malformed`](crate::KeyFileError::Malformed) for a comment with control characters or of more than 1000 bytes.
    pub fn signify(signature: ed25519::Signature, id: KeyId, comment: &str) -> Result<Signature, Error> {
        check_comment(comment, LONGEST_COMMENT)?;
        Ok(Signature { id, prehashed: false, signature, comment: comment.to_string(), trusted: None })
    }

    /// Verifies it, and the trusted comment if there is one, for a key that the caller trusts.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`], whatever the reason: another key id, another trusted comment, another message.
    ///
    /// # Timing
    /// Variable in all arguments: everything here is public.
    pub fn verify(&self, key: &PublicKey, message: &[u8], policy: Policy) -> Result<(), Error> {
        self.verify_trusted_comment(key, policy)?;
        let verifier = key.key.with_policy(policy);
        if self.prehashed {
            verifier.verify(&Blake2b512::digest(message), &self.signature)
        } else {
            verifier.verify(message, &self.signature)
        }
    }

    /// The same of everything that a reader gives, in one pass and 64 KiB of memory.
    ///
    /// # Errors
    /// Those of the reader, and as [`Signature::verify`].
    #[cfg(feature = "std")]
    pub fn verify_reader<R: std::io::Read>(
        &self,
        key: &PublicKey,
        message: R,
        policy: Policy,
    ) -> Result<(), crate::ReaderError> {
        self.verify_trusted_comment(key, policy)?;
        let verifier = key.key.with_policy(policy);
        if self.prehashed {
            Ok(verifier.verify(&hashed(message)?.finalize(), &self.signature)?)
        } else {
            verifier.verify_reader(message, &self.signature)
        }
    }

    /// Verifies the key id and the global signature alone: not the message. A signature of signify has no global signature.
    ///
    /// # Errors
    /// [`Error::InvalidSignature`] for another key id, another key, or another comment or signature than was signed.
    pub fn verify_trusted_comment(&self, key: &PublicKey, policy: Policy) -> Result<(), Error> {
        if key.id.is_some_and(|id| id != self.id) {
            return Err(Error::InvalidSignature);
        }
        let Some(trusted) = &self.trusted else { return Ok(()) };
        let parts = [&self.signature.to_bytes()[..], trusted.comment.as_bytes()];
        key.key.with_policy(policy).verify_parts(&parts, &trusted.global)
    }

    /// The id of the key that made it.
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// How it is made, and by which program.
    pub fn kind(&self) -> SignatureKind {
        match (self.prehashed, &self.trusted) {
            (true, _) => SignatureKind::Minisign,
            (false, Some(_)) => SignatureKind::MinisignLegacy,
            (false, None) => SignatureKind::Signify,
        }
    }

    /// R and S.
    pub fn signature(&self) -> &ed25519::Signature {
        &self.signature
    }

    /// The comment that anybody may have written.
    pub fn untrusted_comment(&self) -> &str {
        &self.comment
    }

    /// The comment that is signed. It counts once [`Signature::verify`] returned.
    pub fn trusted_comment(&self) -> Option<&str> {
        self.trusted.as_ref().map(|trusted| &*trusted.comment)
    }
}

impl Trusted {
    /// Reads what is behind the second line.
    fn read(text: &str, prehashed: bool) -> Result<Option<Trusted>, Error> {
        let text = text.strip_prefix('\r').unwrap_or(text);
        let text = text.strip_prefix('\n').unwrap_or(text);
        let Some(rest) = text.strip_prefix(TRUSTED) else {
            return match text.trim() {
                "" => Ok(None),
                _ if prehashed => Err(malformed(Fault::CommentedSignatureAlone)),
                _ => Err(malformed(Fault::CommentedSignatureEmbedded)),
            };
        };
        let (comment, rest) = rest.split_once('\n').ok_or(malformed(Fault::CommentedSignatureTrusted))?;
        let (line, behind) = first_line(rest);
        if !behind.trim().is_empty() {
            return Err(malformed(Fault::CommentedSignatureAfter));
        }
        let mut global = [0; 64];
        decode(line, &mut global, Fault::CommentedSignatureGlobal)?;
        let comment = comment.trim_end_matches('\r').to_string();
        Ok(Some(Trusted { comment, global: ed25519::Signature::from_bytes(&global) }))
    }
}

/// The state after everything that a reader gives.
#[cfg(feature = "std")]
fn hashed<R: std::io::Read>(mut message: R) -> std::io::Result<Blake2b512> {
    let mut hash = Blake2b512::new();
    crate::reader::for_each_chunk(&mut message, |chunk| hash.update(chunk))?;
    Ok(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: KeyId = KeyId([8; 8]);

    fn key() -> SigningKey {
        SigningKey::from_seed(&[7; 32])
    }

    fn public() -> PublicKey {
        PublicKey { id: Some(ID), ..PublicKey::from(key().verifying_key()) }
    }

    fn all() -> [Signature; 3] {
        let minisign = Signature::sign(&key(), ID, b"hello", "a trusted comment").unwrap();
        let signify = Signature::signify(key().sign(b"hello"), ID, "verify with a.pub").unwrap();
        let global = key().sign_parts(&[&signify.signature.to_bytes(), b"old"]);
        let trusted = Some(Trusted { comment: "old".to_string(), global });
        let legacy = Signature { trusted, ..signify.clone() };
        [minisign, legacy, signify]
    }

    #[test]
    fn every_kind_is_written_and_read_and_every_part_counts() {
        let kinds = [SignatureKind::Minisign, SignatureKind::MinisignLegacy, SignatureKind::Signify];
        for (signature, kind) in all().into_iter().zip(kinds) {
            assert_eq!(signature.kind(), kind);
            let text = signature.to_text().unwrap();
            for text in [&*text, text.trim_end(), &text.replace('\n', "\r\n")] {
                assert_eq!(Signature::from_text(text), Ok(signature.clone()));
            }
            assert_eq!(signature.verify(&public(), b"hello", Policy::DEFAULT), Ok(()));
            assert!(signature.verify(&public(), b"hallo", Policy::DEFAULT).is_err());
            let bare = PublicKey::from(key().verifying_key());
            assert_eq!(signature.verify(&bare, b"hello", Policy::DEFAULT), Ok(()));
            let other_id = PublicKey { id: Some(KeyId([9; 8])), ..bare };
            assert!(signature.verify(&other_id, b"hello", Policy::DEFAULT).is_err());
            let other = PublicKey::from(SigningKey::from_seed(&[9; 32]).verifying_key());
            assert!(signature.verify(&other, b"hello", Policy::DEFAULT).is_err());
        }
    }

    #[test]
    fn another_trusted_comment_is_not_valid() {
        for mut signature in all() {
            let Some(trusted) = &mut signature.trusted else { continue };
            trusted.comment.push('!');
            assert_eq!(signature.verify(&public(), b"hello", Policy::DEFAULT), Err(Error::InvalidSignature));
        }
    }

    #[test]
    fn what_follows_a_signature_is_refused_by_name() {
        let [minisign, legacy, signify] = all().map(|signature| signature.to_text().unwrap());
        for (text, fault) in [
            ([&*signify, "a message\n"].concat(), Fault::CommentedSignatureEmbedded),
            ([&*signify, "trusted comment: and no more"].concat(), Fault::CommentedSignatureTrusted),
            ([&*signify, "trusted comment: a\nbb\n"].concat(), Fault::CommentedSignatureGlobal),
            ([&*legacy, "more"].concat(), Fault::CommentedSignatureAfter),
            ([&*minisign, "more"].concat(), Fault::CommentedSignatureAfter),
            (
                minisign.lines().take(2).collect::<alloc::vec::Vec<_>>().join("\n"),
                Fault::CommentedSignatureAlone,
            ),
            (public().to_text().unwrap(), Fault::CommentedKey),
        ] {
            assert_eq!(Signature::from_text(&text), Err(malformed(fault)), "{text}");
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn readers_give_what_slices_give() {
        for signature in all() {
            assert!(signature.verify_reader(&public(), &b"hello"[..], Policy::DEFAULT).is_ok());
            assert!(signature.verify_reader(&public(), &b"hallo"[..], Policy::DEFAULT).is_err());
        }
        let signature = Signature::sign_reader(&key(), ID, &b"hello"[..], "a trusted comment");
        assert_eq!(signature.unwrap(), all()[0]);
    }
}
