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
        #[allow(dead_code, reason = "the formats are those of features")]
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

impl Fault {
    /// The error of a file with this fault.
    #[cfg(any(feature = "gm", feature = "pkcs12"))]
    pub(crate) const fn error(self) -> super::Error {
        super::Error::KeyFile(super::KeyFileError::Malformed(FormatFault(self)))
    }
}

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
    "JSON" {
        JsonSyntax: "does not follow the grammar of JSON";
        JsonTwice: "has a member twice in one object, and programs disagree on which counts";
        JsonNested: "is nested more than 32 deep";
    }
    "JWK" {
        JwkObject: "is no JSON object";
        JwkType: "has no kty";
        JwkCurve: "has no crv";
        JwkX: "has an x that is not 32 bytes in base64url";
        JwkY: "has a y that is not 32 bytes in base64url";
        JwkSecret: "has a d that is not 32 bytes in base64url";
        JwkKeyId: "has a kid that is no string";
        JwkAlgorithm: "has an alg that is no string";
        JwkUse: "has a use that is no string";
        JwkOperations: "has key_ops that are no list of strings";
    }
    "JWK set" {
        JwkSet: "is no JSON object with a list of keys";
    }
    "JWS" {
        JwsParts: "is neither three parts with dots between them nor a JSON object";
        JwsMembers: "has neither a signature nor a list of signatures, or both";
        JwsSignature: "has a signature that is no JSON object with a string `signature`, or whose `protected` is no string";
        JwsHeader: "has a header that is no JSON object, or has more than 64 members";
        JwsSignatures: "has no signature, or more than 64";
        JwsPayload: "has a payload that is not the base64url of anything, or is no string";
        JwsMixedPayload: "has signatures with b64 and without, so that it has two payloads";
        JwsTwoPayloads: "has its payload in itself, and another was given";
    }
    "Solana keypair" {
        SolanaBrackets: "does not stand between [ and ]";
        SolanaLong: "has more than 2048 characters";
        SolanaCharacters: "has characters other than digits, commas and blanks between its brackets";
        SolanaNumber: "has a number that is not written as one from 0 to 255, or none between two commas";
        SolanaCount: "has other than 64 numbers";
    }
    "Tendermint key file" {
        TendermintLong: "has more than 16 KiB";
        TendermintMember: "lacks a type or a value of its key, or has something other than text or an object there";
        TendermintSecp256k1: "holds a key of secp256k1, which is not read";
        TendermintSr25519: "holds a key of sr25519, which is not read";
        TendermintBls: "holds a key of BLS12-381, which is not read";
        TendermintType: "names a type of key other than those of Ed25519";
        TendermintValue: "has a value that is not base64 of a key: 64 bytes if it is private, 32 if it is public";
    }
    "multibase key" {
        MultibaseText: "is not z and base58, u and base64url, or f and hexadecimal digits, of a key with its code";
        MultibaseCode: "has the code of a key that is not one of Ed25519, X25519, SM2 or secp256k1";
    }
    "did:key" {
        DidFragment: "names another key behind #, which is not read";
    }
    "age key" {
        AgeNoKey: "has nothing but comments";
        AgeOtherKind: "is neither AGE-SECRET-KEY-1… nor age1…: keys of plugins and hybrid keys are not read";
        AgeLength: "has other than 58 characters behind its prefix";
        AgeCharacter: "has a character that bech32 has not, or letters of the wrong case";
        AgeChecksum: "has a wrong checksum: a character was changed";
        AgePadding: "has bits behind its 32 bytes that are not zero";
    }
    "WIF key" {
        WifLength: "has other than 51 characters, or 52 for a compressed public key";
        WifCharacters: "is not base58 of a key: a character was changed, or one that base58 has not";
        WifChecksum: "has a wrong checksum: a character was changed";
        WifVersion: "has a version other than 80 and ef, Bitcoin's main and test networks, as keys of other coins have";
        WifSuffix: "has something other than 01 behind its 32 bytes";
    }
    "WireGuard key" {
        WireguardText: "is not 44 characters of base64";
    }
    "CFCA file" {
        CfcaFrame: "is not 1, a private key that is encrypted with SM4, and a certificate";
        CfcaBehind: "has bytes behind its certificate";
        CfcaContent: "names a type other than data for its private key or its certificate";
        CfcaCertificate: "has something other than an X.509 certificate in the place of one";
    }
    "key in an envelope" {
        EnvelopeFrame: "follows neither GM/T 0009 (a key pair) nor GM/T 0010 (enveloped data)";
        EnvelopeSigned: "is signed and in an envelope in one structure of GM/T 0010, which is not read";
        EnvelopeSkf: "is an ENVELOPEDKEYBLOB of SKF, which is not read: a device opens it";
        EnvelopeRecipients: "has no recipient, or more than 64";
        EnvelopeRecipient: "has a recipient that is not a version, a name, an algorithm and an encrypted key";
        EnvelopeSecret: "has an encrypted private key of other than 32 bytes";
        EnvelopePublic: "has a public key that is not 04, x and y of a point";
        EnvelopeContent: "holds something other than a private key of SM2: PKCS#8, SEC1 or 32 bytes";
    }
    "PKCS#12 file" {
        Pkcs12Frame: "is not version 3, a content, and the check of its passphrase";
        Pkcs12Ber: "has elements whose ends do not fit, or that are nested more than 16 deep";
        Pkcs12Signed: "is signed with a key: only files under a passphrase are read";
        Pkcs12Parts: "has a content that is not a list of up to 16 parts, plain or encrypted with a passphrase";
        Pkcs12Bags: "has a part that is not a list of up to 64 keys and certificates";
        Pkcs12Bag: "has a key or certificate in a structure other than its own";
        Pkcs12Nested: "has lists inside of its lists of keys, which are not read";
        Pkcs12Certificate: "has something other than an X.509 certificate in the place of one";
        Pkcs12NoKey: "holds no private key";
        Pkcs12Mac: "has a check of its passphrase that is not a hash, a salt and a count";
        Pkcs12MacHash: "checks its passphrase with a hash other than SHA-1, SHA-2 and SM3";
    }
    "CBOR" {
        CborSyntax: "does not follow the grammar of CBOR, or has what COSE does not use";
        CborTwice: "has a key twice in one map";
        CborMany: "has a map of more than 256 pairs";
        CborNested: "is nested more than 16 deep";
    }
    "COSE_Key" {
        CoseKeyMap: "is no map";
        CoseKeyType: "has no type and curve";
        CoseKeyX: "has an x that is not 32 bytes";
        CoseKeyD: "has a d that is not 32 bytes";
        CoseKeyId: "has a kid that is no string of bytes";
        CoseKeyOperations: "has key_ops that are no list";
    }
    "COSE_Sign1" {
        Sign1Parts: "is no list of two headers, a payload or null, and a signature";
        Sign1Header: "has a protected header that is no map";
        Sign1Unprotected: "has alg or crit outside its protected header, or a label in both headers";
        Sign1Algorithm: "has another alg than Ed25519 (-19) and EdDSA (-8)";
        Sign1Critical: "has a crit that names what is not understood, or what is not there";
        Sign1KeyId: "has a kid that is no string of bytes";
        Sign1Signature: "has a signature of other than 64 bytes";
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
