//! The reasons why a signature or a token is not accepted.

use core::fmt;

/// Defines `Refusal` with the name and the sentence of each.
macro_rules! refusals {
    ($($(#[$doc:meta])* $name:ident: $id:literal, $text:literal;)+) => {
        /// Why a signature or a token is not accepted.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Refusal {
            $($(#[$doc])* $name,)+
        }

        impl Refusal {
            /// A name that never changes: `expired`.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Refusal::$name => $id,)+
                }
            }

            /// The reason as a sentence.
            const fn text(self) -> &'static str {
                match self {
                    $(Refusal::$name => $text,)+
                }
            }
        }
    };
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for Refusal {}

refusals! {
    /// `alg` is `none`: there is no signature.
    Unsigned: "unsigned", "alg is `none`: nothing is signed";
    /// `alg` is an HMAC, whose key is a shared secret.
    Hmac: "hmac", "alg is an HMAC, which is made with a secret that whoever verifies has, too, and is no signature";
    /// `alg` is one that is not read.
    OtherAlgorithm: "other-algorithm", "alg is neither `Ed25519` nor `EdDSA`, the only ones that are read";
    /// `alg` is missing in the protected header, or is no string.
    NoAlgorithm: "no-algorithm", "the protected header has no alg";
    /// The protected header is no JSON object in base64url, or has a member of the wrong type.
    Header: "header", "the protected header is no JSON object in base64url without duplicate members, or one of alg, kid, typ, b64 and crit has a wrong type";
    /// A member stands outside the protected header, where anybody can change it, or in both headers.
    Unprotected: "unprotected", "alg, crit, b64 or kid stands in the header that is not protected, or a member stands in both headers";
    /// `crit` names what is not understood, or what it must not name.
    Critical: "critical", "crit is no list of extensions that stand in the protected header and are understood here, as b64 is";
    /// `b64` stands without `crit`.
    UncriticalB64: "b64-not-critical", "b64 is false, and crit does not name it, as it must";
    /// `b64` is false in a token.
    TokenB64: "b64-in-token", "b64 is false, which a JWT must not have";
    /// The signature is not 64 bytes in base64url.
    SignatureLength: "signature-length", "the signature is not 64 bytes in base64url";
    /// No key has the `kid` of the signature.
    OtherKeyId: "other-key-id", "no key has the kid that the signature names";
    /// The key is for another algorithm.
    OtherKey: "other-key", "the key is not one of Ed25519";
    /// `use` of the key is another: `sig` is for signatures, `enc` for encryption.
    KeyUse: "key-use", "the key's use does not allow this: `sig` allows signatures, `enc` encryption";
    /// `key_ops` of the key does not name what is done.
    KeyOperations: "key-operations", "the key's key_ops do not allow this";
    /// `alg` of the key is another one.
    KeyAlgorithm: "key-algorithm", "the key's alg names another algorithm";
    /// There is no key.
    NoKey: "no-key", "there is no key that could be tried";
    /// The payload is missing, and was not given.
    Detached: "detached", "the payload is not in the signature and was not given";
    /// The signature does not verify.
    Invalid: "invalid", "the equation does not hold: another payload, header or key, or an altered signature";
    /// The token has expired.
    Expired: "expired", "expired";
    /// The token is not valid yet.
    NotYetValid: "not-yet-valid", "not-yet-valid";
    /// `aud` of the token does not name the one that was asked for.
    Audience: "audience", "aud does not name the audience that was asked for";
    /// `iss` of the token is not the one that was asked for.
    Issuer: "issuer", "iss is not the issuer that was asked for";
    /// The claims are no JSON object, or one that is judged has a wrong type.
    Claims: "claims", "the claims are no JSON object without duplicate members, or one of exp, nbf, aud and iss has a wrong type";
}
