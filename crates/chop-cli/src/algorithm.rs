//! The one list of algorithms: their names, their keys, and what each can do.
//!
//! Arguments, help, signing, verifying, tables and conversions ask it; a new algorithm is a line of `LIST`, and the
//! compiler names the places where its keys have a type of their own.

use anyhow::anyhow;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// An algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Ed25519,
    Ed25519ctx,
    Ed25519ph,
    Ed25519Blake3,
    Ed25519Blake2b,
    Sm2,
    Secp256k1,
    Bip340,
    X25519,
}

/// A value besides the message that a signature can be bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    Nothing,
    /// A context.
    Context,
    /// An identifier of the signer.
    Id,
}

/// The properties of an algorithm that the program needs.
struct Properties {
    algorithm: Algorithm,
    name: &'static str,
    /// One line for the help.
    help: &'static str,
    /// The algorithm whose keys it uses.
    key: Algorithm,
    /// The lengths of a public key in bytes, that which is written first.
    public_key: &'static [usize],
    binding: Binding,
    /// Whether signing reads the message once only.
    reads_once: bool,
    /// Whether signatures have a form in DER, which is then written unless another is asked for.
    der_signature: bool,
    /// Whether `--hash` says how messages are hashed.
    is_told_hash: bool,
}

impl Properties {
    /// A member of the Ed25519 family with keys of its own.
    const fn ed25519(algorithm: Algorithm, name: &'static str, help: &'static str) -> Properties {
        Properties {
            algorithm,
            name,
            help,
            key: algorithm,
            public_key: &[32],
            binding: Binding::Nothing,
            reads_once: false,
            der_signature: false,
            is_told_hash: false,
        }
    }
}

const LIST: [Properties; 9] = [
    Properties::ed25519(Algorithm::Ed25519, "ed25519", "RFC 8032 Ed25519"),
    Properties {
        key: Algorithm::Ed25519,
        binding: Binding::Context,
        ..Properties::ed25519(
            Algorithm::Ed25519ctx,
            "ed25519ctx",
            "RFC 8032 Ed25519ctx: with a context of 1 to 255 bytes",
        )
    },
    Properties {
        key: Algorithm::Ed25519,
        binding: Binding::Context,
        reads_once: true,
        ..Properties::ed25519(
            Algorithm::Ed25519ph,
            "ed25519ph",
            "RFC 8032 Ed25519ph: of the message's SHA-512; a context is optional",
        )
    },
    Properties::ed25519(
        Algorithm::Ed25519Blake3,
        "ed25519-blake3",
        "Ed25519 with BLAKE3 in place of SHA-512",
    ),
    Properties::ed25519(
        Algorithm::Ed25519Blake2b,
        "ed25519-blake2b",
        "Ed25519 with BLAKE2b-512 in place of SHA-512",
    ),
    Properties {
        algorithm: Algorithm::Sm2,
        name: "sm2",
        help: "GB/T 32918 SM2 with SM3: signatures, with an identifier of the signer, and encryption",
        key: Algorithm::Sm2,
        public_key: &[65, 33],
        binding: Binding::Id,
        reads_once: true,
        der_signature: true,
        is_told_hash: false,
    },
    Properties {
        algorithm: Algorithm::Secp256k1,
        name: "secp256k1",
        help: "ECDSA over secp256k1, as Bitcoin and Ethereum use it; --hash says how messages are hashed",
        key: Algorithm::Secp256k1,
        public_key: &[65, 33],
        binding: Binding::Nothing,
        reads_once: true,
        der_signature: true,
        is_told_hash: true,
    },
    Properties {
        algorithm: Algorithm::Bip340,
        name: "bip340",
        help: "BIP 340: Schnorr signatures over secp256k1, as Bitcoin's Taproot uses them; with the keys of secp256k1",
        key: Algorithm::Secp256k1,
        public_key: &[32],
        binding: Binding::Nothing,
        reads_once: false,
        der_signature: false,
        is_told_hash: false,
    },
    Properties {
        algorithm: Algorithm::X25519,
        name: "x25519",
        help: "RFC 7748 X25519: key agreement; keys only",
        key: Algorithm::X25519,
        public_key: &[32],
        binding: Binding::Nothing,
        reads_once: false,
        der_signature: false,
        is_told_hash: false,
    },
];

/// The algorithms in the order of the list, in which they are declared, too.
const ALL: [Algorithm; LIST.len()] = {
    let mut all = [Algorithm::Ed25519; LIST.len()];
    let mut i = 0;
    while i < LIST.len() {
        assert!(LIST[i].algorithm as usize == i, "the list has the order of the declaration");
        all[i] = LIST[i].algorithm;
        i += 1;
    }
    all
};

impl ValueEnum for Algorithm {
    fn value_variants<'a>() -> &'a [Algorithm] {
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.properties().help))
    }
}

impl Algorithm {
    fn properties(self) -> &'static Properties {
        &LIST[self as usize]
    }

    /// The algorithm with this name.
    pub(crate) fn from_name(name: &str) -> Option<Algorithm> {
        ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// The values of an argument that says what signs: the algorithms that do.
    pub(crate) fn that_sign() -> impl TypedValueParser<Value = Algorithm> {
        let signing = ALL.into_iter().filter(|algorithm| algorithm.signs());
        PossibleValuesParser::new(signing.filter_map(|algorithm| algorithm.to_possible_value()))
            .map(|name| Algorithm::from_name(&name).expect("names are those of algorithms"))
    }

    /// The algorithm of a key that the library calls by this name.
    ///
    /// # Errors
    /// If this program does not know it.
    pub(crate) fn of_library(name: &str) -> anyhow::Result<Algorithm> {
        Algorithm::from_name(name).ok_or_else(|| anyhow!("keys for {name} are not supported"))
    }

    /// Whether it makes signatures.
    fn signs(self) -> bool {
        self != Algorithm::X25519
    }

    /// The name of arguments, tables and output.
    pub(crate) fn name(self) -> &'static str {
        self.properties().name
    }

    /// The algorithm whose keys this one uses.
    pub(crate) fn of_key(self) -> Algorithm {
        self.properties().key
    }

    /// The lengths of a public key in bytes, that which is written first.
    pub(crate) fn public_key_lengths(self) -> &'static [usize] {
        self.properties().public_key
    }

    /// Those lengths in words: `65 or 33`.
    pub(crate) fn public_key_lengths_in_words(self) -> String {
        let lengths: Vec<String> = self.public_key_lengths().iter().map(usize::to_string).collect();
        lengths.join(" or ")
    }

    /// The value that its signatures can be bound to.
    pub(crate) fn binding(self) -> Binding {
        self.properties().binding
    }

    /// Whether signing reads the message once only.
    pub(crate) fn reads_once(self) -> bool {
        self.properties().reads_once
    }

    /// Whether `--hash` says how messages are hashed.
    pub(crate) fn is_told_hash(self) -> bool {
        self.properties().is_told_hash
    }

    /// Whether its signatures have a form in DER.
    pub(crate) fn has_der_signatures(self) -> bool {
        self.properties().der_signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_arguments() {
        for algorithm in ALL {
            assert_eq!(algorithm.to_possible_value().unwrap().get_name(), algorithm.name());
            assert_eq!(Algorithm::from_name(algorithm.name()), Some(algorithm));
        }
    }

    #[test]
    fn an_algorithm_that_uses_the_keys_of_another_has_keys_of_their_lengths() {
        for algorithm in ALL {
            assert_eq!(algorithm.of_key().of_key(), algorithm.of_key());
            // A key of BIP 340 is the x of a point of secp256k1.
            if algorithm != Algorithm::Bip340 {
                assert_eq!(algorithm.public_key_lengths(), algorithm.of_key().public_key_lengths());
            }
        }
    }
}
