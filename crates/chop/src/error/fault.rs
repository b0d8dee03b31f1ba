//! What can be wrong with a file of a known format.

/// Defines [`Fault`] with the format and the sentence of each.
macro_rules! faults {
    ($($name:ident: $format:literal, $text:literal;)+) => {
        /// What is wrong with a file of a known format: the detail of [`KeyFileError::Malformed`](super::KeyFileError::Malformed).
        ///
        /// A number and no text, so that errors are small: their variants stand beside secrets in results.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Fault {
            $(#[doc = concat!("The ", $format, " ", $text, ".")] $name,)+
        }

        impl Fault {
            /// The format, as a noun: `OpenSSH private key`.
            pub const fn format(self) -> &'static str {
                match self {
                    $(Fault::$name => $format,)+
                }
            }

            /// What is wrong, as the rest of a sentence: `ends in its comment`.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Fault::$name => $text,)+
                }
            }
        }
    };
}

faults! {
    PrivateDoesNotBeginWithOpensshKeyV1: "OpenSSH private key", "does not begin with openssh-key-v1";
    PrivateEndsInTheNameOfItsCipher: "OpenSSH private key", "ends in the name of its cipher";
    PrivateEndsInTheNameOfItsKeyDerivation: "OpenSSH private key", "ends in the name of its key derivation";
    PrivateEndsInTheParametersOfItsKeyDerivation: "OpenSSH private key", "ends in the parameters of its key derivation";
    PrivateEndsBeforeTheNumberOfItsKeys: "OpenSSH private key", "ends before the number of its keys";
    PrivateDoesNotHoldExactlyOneKey: "OpenSSH private key", "does not hold exactly one key";
    PrivateEndsInItsPublicKey: "OpenSSH private key", "ends in its public key";
    PrivateEndsInItsSecretPart: "OpenSSH private key", "ends in its secret part";
    PrivateNamesACipherWithoutAKeyDerivationOrOneWithoutTheOther: "OpenSSH private key", "names a cipher without a key derivation, or one without the other";
    PrivateHasBytesBehindItsSecretPartOrLacksSome: "OpenSSH private key", "has bytes behind its secret part, or lacks some";
    PrivateHasASecretPartThatIsNoWholeNumberOfBlocks: "OpenSSH private key", "has a secret part that is no whole number of blocks";
    PrivateEndsInTheKindOfItsPublicKey: "OpenSSH private key", "ends in the kind of its public key";
    PrivateHasBytesBehindItsPublicKey: "OpenSSH private key", "has bytes behind its public key";
    PrivateHasAPublicKeyOfOtherThan32Bytes: "OpenSSH private key", "has a public key of other than 32 bytes";
    PrivateEndsInTheSalt: "OpenSSH private key", "ends in the salt";
    PrivateEndsBeforeTheNumberOfRounds: "OpenSSH private key", "ends before the number of rounds";
    PrivateHasBytesBehindTheNumberOfRounds: "OpenSSH private key", "has bytes behind the number of rounds";
    PrivateEndsBeforeItsCheckNumbers: "OpenSSH private key", "ends before its check numbers";
    PrivateEndsInItsCheckNumbers: "OpenSSH private key", "ends in its check numbers";
    PrivateHasTwoCheckNumbersThatDiffer: "OpenSSH private key", "has two check numbers that differ";
    PrivateEndsInTheKindOfItsPrivateKey: "OpenSSH private key", "ends in the kind of its private key";
    PrivateHasAPrivateKeyOfAnotherKindThanItsPublicKey: "OpenSSH private key", "has a private key of another kind than its public key";
    PrivateEndsInThePublicHalfOfItsPrivateKey: "OpenSSH private key", "ends in the public half of its private key";
    PrivateEndsInItsPrivateKey: "OpenSSH private key", "ends in its private key";
    PrivateEndsInItsComment: "OpenSSH private key", "ends in its comment";
    PrivateHasPaddingOtherThan123AndSoOn: "OpenSSH private key", "has padding other than 1, 2, 3 and so on";
    PrivateHasAPrivateKeyOfOtherThan64Bytes: "OpenSSH private key", "has a private key of other than 64 bytes";
    PublicIsAnEmptyLine: "OpenSSH public key", "is an empty line";
    PublicIsACertificateAuthoritySItsKeySignsCertificatesNotMessages: "OpenSSH public key", "is a certificate authority's: its key signs certificates, not messages";
    PublicEndsBehindItsOptions: "OpenSSH public key", "ends behind its options";
    PublicDoesNotNameAKindOfKey: "OpenSSH public key", "does not name a kind of key";
    PublicEndsBehindItsKindOfKey: "OpenSSH public key", "ends behind its kind of key";
    PublicIsNotBase64BehindItsKindOfKey: "OpenSSH public key", "is not base64 behind its kind of key";
    PublicNamesAnotherKindOfKeyThanItHolds: "OpenSSH public key", "names another kind of key than it holds";
    PublicEndsInItsKindOfKey: "OpenSSH public key", "ends in its kind of key";
    PublicEndsInItsKey: "OpenSSH public key", "ends in its key";
    PublicHasAKeyOfOtherThan32Bytes: "OpenSSH public key", "has a key of other than 32 bytes";
    PublicEndsInTheApplicationOfItsSecurityToken: "OpenSSH public key", "ends in the application of its security token";
    PublicHasBytesBehindItsKey: "OpenSSH public key", "has bytes behind its key";
    SignatureDoesNotBeginWithSshsig: "SSH signature", "does not begin with SSHSIG";
    SignatureEndsInItsVersion: "SSH signature", "ends in its version";
    SignatureIsOfAVersionOtherThan1: "SSH signature", "is of a version other than 1";
    SignatureEndsInItsPublicKey: "SSH signature", "ends in its public key";
    SignatureEndsInItsNamespace: "SSH signature", "ends in its namespace";
    SignatureEndsInItsReservedField: "SSH signature", "ends in its reserved field";
    SignatureEndsInTheNameOfItsHash: "SSH signature", "ends in the name of its hash";
    SignatureEndsInItsSignature: "SSH signature", "ends in its signature";
    SignatureHasBytesBehindItsSignature: "SSH signature", "has bytes behind its signature";
    SignatureHasANamespaceThatIsNoUtf8: "SSH signature", "has a namespace that is no UTF-8";
    SignatureNamesAHashOtherThanSha256AndSha512: "SSH signature", "names a hash other than sha256 and sha512";
    SignatureHasAnEmptyNamespace: "SSH signature", "has an empty namespace";
    SignatureHasANamespaceWithAZeroByte: "SSH signature", "has a namespace with a zero byte";
    SignatureEndsInTheKindOfItsSignature: "SSH signature", "ends in the kind of its signature";
    SignatureIsOfAnotherKindThanItsKey: "SSH signature", "is of another kind than its key";
    SignatureEndsInRAndS: "SSH signature", "ends in R and S";
    SignatureHasRAndSOfOtherThan64Bytes: "SSH signature", "has R and S of other than 64 bytes";
    SignatureEndsBeforeTheFlagsOfItsSecurityToken: "SSH signature", "ends before the flags of its security token";
    SignatureEndsInTheCounterOfItsSecurityToken: "SSH signature", "ends in the counter of its security token";
    SignatureHasBytesBehindRAndS: "SSH signature", "has bytes behind R and S";
    SignersIsAListOfRevokedKeys: "allowed_signers file", "is a list of revoked keys, which says nothing about who may sign";
}
