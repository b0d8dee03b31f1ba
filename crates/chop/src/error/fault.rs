//! The faults of files whose format is known: which format, and what about it is wrong.
//!
//! An error holds a number and no text: its variants stand beside keys in results, and where an error is larger than a byte the
//! compiler moves such results, and so the keys, through the stack.

use core::fmt;

/// Defines `Fault` with the format and the sentence of each.
macro_rules! faults {
    ($($format:literal { $($name:ident: $text:literal;)+ })+) => {
        /// The number of a fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(not(all(feature = "openssh", feature = "minisign")), expect(dead_code, reason = "the formats are those of features"))]
        pub(crate) enum Fault {
            $($($name,)+)+
        }

        impl FormatFault {
            /// The format, as a noun: `OpenSSH private key`.
            pub const fn format(self) -> &'static str {
                match self.0 {
                    $($(Fault::$name => $format,)+)+
                }
            }

            /// The fault, as the rest of a sentence: `ends in its comment`.
            pub const fn text(self) -> &'static str {
                match self.0 {
                    $($(Fault::$name => $text,)+)+
                }
            }
        }
    };
}

/// The format of a file that does not follow it, and its fault: the detail of
/// [`KeyFileError::Malformed`](super::KeyFileError::Malformed). Size: one byte.
///
/// # Example
/// ```
/// # #[cfg(feature = "openssh")] {
/// use chop::{Error, KeyFileError, encoding::openssh::PublicKey};
/// let Err(Error::KeyFile(KeyFileError::Malformed(fault))) = PublicKey::from_line("ssh-ed25519") else { panic!() };
/// assert_eq!((fault.format(), fault.text()), ("OpenSSH public key", "ends behind its kind of key"));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FormatFault(pub(crate) Fault);

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.format(), self.text())
    }
}

const _: () = assert!(size_of::<super::Error>() == 1, "an error beside a key is one byte");

faults! {
    "OpenSSH private key" {
        PrivateStart: "does not begin with openssh-key-v1";
        PrivateCipher: "ends in the name of its cipher";
        PrivateKdf: "ends in the name of its key derivation";
        PrivateKdfParameters: "ends in the parameters of its key derivation";
        PrivateKeyCount: "ends before the number of its keys";
        PrivateNotOneKey: "does not hold exactly one key";
        PrivatePublicKey: "ends in its public key";
        PrivateSecretPart: "ends in its secret part";
        PrivateHalfEncrypted: "names a cipher without a key derivation, or one without the other";
        PrivateTag: "has bytes behind its secret part, or lacks some";
        PrivateBlocks: "has a secret part that is no whole number of blocks";
        PrivatePublicKind: "ends in the kind of its public key";
        PrivateAfterPublicKey: "has bytes behind its public key";
        PrivatePublicLength: "has a public key of other than 32 bytes";
        PrivateSalt: "ends in the salt";
        PrivateRounds: "ends before the number of rounds";
        PrivateAfterRounds: "has bytes behind the number of rounds";
        PrivateCheck: "ends before its check numbers";
        PrivateSecondCheck: "ends in its check numbers";
        PrivateChecksDiffer: "has two check numbers that differ";
        PrivateKind: "ends in the kind of its private key";
        PrivateOtherKind: "has a private key of another kind than its public key";
        PrivatePublicHalf: "ends in the public half of its private key";
        PrivatePair: "ends in its private key";
        PrivateComment: "ends in its comment";
        PrivatePadding: "has padding other than 1, 2, 3 and so on";
        PrivatePairLength: "has a private key of other than 64 bytes";
    }
    "OpenSSH public key" {
        PublicEmpty: "is an empty line";
        PublicCertAuthority: "is a certificate authority's: its key signs certificates, not messages";
        PublicOptionsOnly: "ends behind its options";
        PublicNoKind: "does not name a kind of key";
        PublicKindOnly: "ends behind its kind of key";
        PublicBase64: "is not base64 behind its kind of key";
        PublicOtherKind: "names another kind of key than it holds";
        PublicKind: "ends in its kind of key";
        PublicKey: "ends in its key";
        PublicLength: "has a key of other than 32 bytes";
        PublicApplication: "ends in the application of its security token";
        PublicAfterKey: "has bytes behind its key";
    }
    "SSH signature" {
        SignatureStart: "does not begin with SSHSIG";
        SignatureVersion: "ends in its version";
        SignatureOtherVersion: "is of a version other than 1";
        SignaturePublicKey: "ends in its public key";
        SignatureNamespace: "ends in its namespace";
        SignatureReserved: "ends in its reserved field";
        SignatureHash: "ends in the name of its hash";
        SignatureBlob: "ends in its signature";
        SignatureAfterBlob: "has bytes behind its signature";
        SignatureNamespaceUtf8: "has a namespace that is no UTF-8";
        SignatureOtherHash: "names a hash other than sha256 and sha512";
        SignatureNamespaceEmpty: "has an empty namespace";
        SignatureNamespaceZero: "has a namespace with a zero byte";
        SignatureKind: "ends in the kind of its signature";
        SignatureOtherKind: "is of another kind than its key";
        SignatureNumbers: "ends in R and S";
        SignatureNumbersLength: "has R and S of other than 64 bytes";
        SignatureFlags: "ends before the flags of its security token";
        SignatureCounter: "ends in the counter of its security token";
        SignatureAfterNumbers: "has bytes behind R and S";
    }
    "allowed_signers file" {
        SignersRevoked: "is a list of revoked keys, which says nothing about who may sign";
    }
    "minisign or signify file" {
        CommentedStart: "does not begin with `untrusted comment:`";
        CommentedOneLine: "ends in its comment";
        CommentedLength: "has a second line as long as that of no key and no signature";
        CommentedSignature: "is a signature, and a key belongs here";
        CommentedKey: "is a key, and a signature belongs here";
        CommentedPrivateAfter: "has text behind its private key";
        CommentedLong: "would have a comment that is longer than the programs read";
        CommentedControl: "would have a comment of more than one line, or with control characters";
    }
    "minisign or signify public key" {
        CommentedPublicBase64: "is not base64";
        CommentedPublicAlgorithm: "names an algorithm other than Ed";
        CommentedPublicAfter: "has text behind its key";
    }
    "minisign private key" {
        MinisignBase64: "is not base64";
        MinisignAlgorithm: "names an algorithm other than Ed";
        MinisignKdf: "names a key derivation other than scrypt and none";
        MinisignOtherChecksum: "names a checksum other than BLAKE2b";
        MinisignChecksum: "has a checksum that does not fit its key";
    }
    "signify private key" {
        SignifyBase64: "is not base64";
        SignifyAlgorithm: "names an algorithm other than Ed";
        SignifyKdf: "names a key derivation other than bcrypt";
        SignifyChecksum: "has a checksum that does not fit its key";
    }
    "minisign or signify signature" {
        CommentedSignatureBase64: "is not base64 in its second line";
        CommentedSignatureAlgorithm: "names an algorithm other than Ed and ED";
        CommentedSignatureAlone: "hashes its message first, and ends before its trusted comment";
        CommentedSignatureTrusted: "ends in its trusted comment";
        CommentedSignatureGlobal: "is not base64 in its fourth line";
        CommentedSignatureAfter: "has text behind its fourth line";
        CommentedSignatureEmbedded: "has a message behind it, as `signify -S -e` writes it: `signify -V -e` judges and extracts that";
    }
}
