//! What is measured, by name: operations, algorithms, forms of keys.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Defines an enumeration whose values have one name, in text and in JSON.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident { $($(#[$about:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $type {
            $($(#[$about])* #[serde(rename = $name)] $value,)*
        }

        impl $type {
            /// All values, in the order in which reports show them.
            #[doc = concat!("\n```\nassert!(chop_report::", stringify!($type), "::ALL.is_sorted());\n```")]
            pub const ALL: &[$type] = &[$($type::$value),*];

            /// The name in JSON and in tables.
            #[doc = concat!("\n```\nlet first = chop_report::", stringify!($type), "::ALL[0];")]
            #[doc = "assert_eq!(first.name(), first.to_string());\n```"]
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }

            /// The value that has this name.
            #[doc = concat!("\n```\nassert_eq!(chop_report::", stringify!($type), "::from_name(\"?\"), None);\n```")]
            pub fn from_name(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named! {
    /// An operation; times are of one item of it.
    ///
    /// ```
    /// use chop_report::Operation;
    /// assert_eq!(Operation::from_name("verify_each"), Some(Operation::VerifyEach));
    /// assert!(Operation::VerifyEach.takes_many() && Operation::VerifyEach.verifies());
    /// ```
    Operation {
        /// A seed of 32 bytes → a key that can sign.
        Keygen = "keygen",
        /// A key and a message → a signature.
        Sign = "sign",
        /// A key, a message, a signature → a verdict.
        Verify = "verify",
        /// As [`Keygen`](Operation::Keygen), n in one call.
        KeygenMany = "keygen_many",
        /// As [`Sign`](Operation::Sign), n in one call.
        SignMany = "sign_many",
        /// As [`Verify`](Operation::Verify), n in one call, a verdict each.
        VerifyEach = "verify_each",
        /// As [`Verify`](Operation::Verify), n in one call, one verdict.
        VerifyAll = "verify_all",
        /// A secret and another's public key → the shared secret.
        Exchange = "exchange",
        /// As [`Exchange`](Operation::Exchange), n in one call.
        ExchangeMany = "exchange_many",
        /// A secret → its public key.
        PublicKey = "public_key",
        /// As [`PublicKey`](Operation::PublicKey), n in one call.
        PublicKeyMany = "public_key_many",
        /// A digest and a signature of it that says which point R was → the key that made it.
        Recover = "recover",
        /// As [`Recover`](Operation::Recover), n in one call.
        RecoverMany = "recover_many",
    }
}

named! {
    /// An algorithm.
    ///
    /// ```
    /// assert_eq!(chop_report::Algorithm::Sm2.name(), "sm2");
    /// ```
    Algorithm {
        /// RFC 8032.
        Ed25519 = "ed25519",
        /// RFC 7748.
        X25519 = "x25519",
        /// GB/T 32918.
        Sm2 = "sm2",
        /// SEC 1, on the curve of Bitcoin.
        Secp256k1 = "secp256k1",
        /// BIP 340, Schnorr signatures on the same curve.
        Bip340 = "bip340",
    }
}

named! {
    /// In which form, and how often the same, an operation gets its key.
    ///
    /// ```
    /// assert_eq!(chop_report::Key::Prepared.to_string(), "prepared");
    /// ```
    Key {
        /// The bytes that are sent, different in every item.
        Bytes = "bytes",
        /// A decoded key, different in every item; of a signer, whose secret is expanded before.
        Decoded = "decoded",
        /// A key with a table made before, one of 64.
        Prepared = "prepared",
        /// The same bytes in every item.
        Same = "same",
    }
}

impl Operation {
    /// Whether it makes signatures, with a private key.
    ///
    /// ```
    /// use chop_report::Operation;
    /// assert!(Operation::SignMany.signs() && !Operation::Verify.signs());
    /// ```
    pub fn signs(self) -> bool {
        matches!(self, Operation::Sign | Operation::SignMany)
    }

    /// Whether one call has n items.
    ///
    /// ```
    /// use chop_report::Operation;
    /// assert!(Operation::KeygenMany.takes_many() && !Operation::Keygen.takes_many());
    /// ```
    pub fn takes_many(self) -> bool {
        !matches!(
            self,
            Operation::Keygen
                | Operation::Sign
                | Operation::Verify
                | Operation::Exchange
                | Operation::PublicKey
                | Operation::Recover
        )
    }

    /// Whether the result is a verdict, so that there is a public key and a rule.
    ///
    /// ```
    /// use chop_report::Operation;
    /// assert!(Operation::VerifyAll.verifies() && !Operation::SignMany.verifies());
    /// ```
    pub fn verifies(self) -> bool {
        matches!(self, Operation::Verify | Operation::VerifyEach | Operation::VerifyAll)
    }
}

impl Algorithm {
    /// The name as people write it.
    ///
    /// ```
    /// assert_eq!(chop_report::Algorithm::Ed25519.title(), "Ed25519");
    /// ```
    pub fn title(self) -> &'static str {
        match self {
            Algorithm::Ed25519 => "Ed25519",
            Algorithm::X25519 => "X25519",
            Algorithm::Sm2 => "SM2",
            Algorithm::Secp256k1 => "ECDSA on secp256k1",
            Algorithm::Bip340 => "BIP 340",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_json_is_the_name_in_tables() {
        for &operation in Operation::ALL {
            assert_eq!(serde_json::to_string(&operation).unwrap(), format!("\"{operation}\""));
            assert_eq!(Operation::from_name(operation.name()), Some(operation));
        }
        assert_eq!(Key::from_name("bites"), None);
        assert!(serde_json::from_str::<Algorithm>("\"sm3\"").is_err());
    }
}
