//! Which software verifies by which rule, as far as that is known.
//!
//! Names of libraries and chains are no names of rules: software changes its rule, and a released name of a rule never
//! changes its meaning. The page `docs/verification-policies.md` has this table, too.

/// A library, a runtime or a chain, one function or version of it, and the rule by which that verifies.
///
/// # Example
/// ```
/// use chop::ed25519::Software;
/// let rules: Vec<_> = Software::named("node").map(|software| software.rule).collect();
/// assert_eq!(rules, [Some("stdlib")]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Software {
    /// What people call it: lower case, its own name first, then the families that it belongs to.
    pub names: &'static [&'static str],
    /// The library and the function.
    pub what: &'static str,
    /// The version that was examined; empty where none was.
    pub version: &'static str,
    /// The id of its rule in [`Policy::NAMED`](super::Policy::NAMED); `None` if it is unknown, or none of those.
    pub rule: Option<&'static str>,
    /// How that is known, or why it is not.
    pub source: &'static str,
}

/// The source of rules that were found by trying.
const RUN: &str = "all signatures of docs/verification-policies.md were run through it";
/// The same, where none of the named rules has these verdicts.
const RUN_NONE: &str =
    "all signatures of docs/verification-policies.md were run through it: no named rule has its verdicts";
/// The same for what calls libsodium: the signatures do not tell its rule from two others.
const RUN_SODIUM: &str =
    "it calls libsodium; all signatures of docs/verification-policies.md were run through it";
/// The source of rules that were read.
const READ: &str = "its source was read";
const UNKNOWN: &str = "neither its source was read nor was it tried";

const fn row(
    names: &'static [&'static str],
    what: &'static str,
    version: &'static str,
    rule: &'static str,
    source: &'static str,
) -> Software {
    Software { names, what, version, rule: Some(rule), source }
}

const fn unknown(
    names: &'static [&'static str],
    what: &'static str,
    version: &'static str,
    source: &'static str,
) -> Software {
    Software { names, what, version, rule: None, source }
}

impl Software {
    /// Everything that is known, and what is often asked for and is not.
    pub const KNOWN: &'static [Software] = &[
        row(&["cryptography", "python"], "Python: cryptography", "50.0.2, OpenSSL 4.0.3", "stdlib", RUN),
        row(&["pynacl", "python"], "Python: PyNaCl", "1.6.2", "libsodium-1.0", RUN_SODIUM),
        row(&["pycryptodome", "python"], "Python: pycryptodome", "4.4.0", "fips-186-5", RUN),
        unknown(&["ecdsa", "python"], "Python: ecdsa", "0.19.2", RUN_NONE),
        row(
            &["node", "nodejs", "javascript"],
            "Node.js: crypto.verify, crypto.subtle",
            "20.20.2, OpenSSL 3.0.19",
            "stdlib",
            RUN,
        ),
        row(
            &["webcrypto", "javascript"],
            "Web Cryptography, as its specification says",
            "Secure Curves, 2026-11",
            "libsodium-1.0",
            "the specification, section Ed25519, Verify: cofactorless, no small order; Node.js accepts more",
        ),
        unknown(
            &["chrome", "firefox", "safari", "browser", "webcrypto"],
            "Web Cryptography in browsers",
            "",
            UNKNOWN,
        ),
        row(
            &["noble", "noble-ed25519", "noble-curves", "javascript"],
            "@noble/ed25519, @noble/curves: verify",
            "3.2.0, 2.4.0",
            "zip-215",
            RUN,
        ),
        row(
            &["noble", "noble-ed25519", "noble-curves", "javascript"],
            "the same with { zip215: false }",
            "3.2.0, 2.4.0",
            "chop-1",
            RUN,
        ),
        row(
            &["libsodium-wrappers", "javascript"],
            "libsodium-wrappers",
            "0.8.4",
            "libsodium-1.0",
            RUN_SODIUM,
        ),
        unknown(
            &["tweetnacl", "javascript"],
            "tweetnacl: sign.detached.verify",
            "1.0.3",
            "all signatures of docs/verification-policies.md were run through it: as legacy, and S may have any 256 bits",
        ),
        unknown(&["stablelib", "javascript"], "@stablelib/ed25519", "2.1.0", RUN_NONE),
        unknown(&["elliptic", "javascript"], "elliptic: eddsa", "6.6.1", RUN_NONE),
        row(
            &["java", "openjdk", "jdk"],
            "OpenJDK: Signature Ed25519",
            "17.0.15",
            "rfc8032-cofactorless",
            RUN,
        ),
        unknown(&["bouncycastle", "java"], "Bouncy Castle", "", UNKNOWN),
        row(&["go", "golang"], "Go: crypto/ed25519", "1.26.8", "stdlib", RUN),
        row(
            &["voi", "curve25519-voi", "go"],
            "Go: curve25519-voi, without options",
            "2026-09",
            "chop-1",
            READ,
        ),
        row(&["dalek", "ed25519-dalek", "rust"], "Rust: ed25519-dalek, verify", "2, 3", "stdlib", READ),
        row(
            &["dalek", "ed25519-dalek", "rust"],
            "Rust: ed25519-dalek, verify_strict",
            "2, 3",
            "dalek-strict",
            READ,
        ),
        row(&["ring", "rust"], "Rust: ring", "0.17", "stdlib", READ),
        row(
            &["ed25519-consensus", "zebra", "ed25519-zebra", "rust"],
            "Rust: ed25519-consensus, ed25519-zebra",
            "2, 4",
            "zip-215",
            READ,
        ),
        row(&["graviola", "rust"], "Rust: graviola", "0.4", "rfc8032-cofactorless", READ),
        row(&["libcrux", "hacl", "rust"], "HACL*, libcrux", "2026-09", "rfc8032-cofactorless", READ),
        row(&["openssl", "c"], "OpenSSL: EVP_DigestVerify", "3.0.19, 4.0.3", "stdlib", RUN),
        row(&["boringssl", "c"], "BoringSSL", "2026-09", "stdlib", READ),
        row(
            &["aws-lc", "c"],
            "aws-lc with s2n-bignum (x86-64, AArch64)",
            "2026-09",
            "rfc8032-cofactorless",
            READ,
        ),
        row(&["aws-lc", "c"], "aws-lc elsewhere", "2026-09", "stdlib", READ),
        row(&["libsodium", "nacl", "c"], "libsodium", "1.0.22", "libsodium-1.0", READ),
        unknown(&["openssh", "ssh", "git"], "OpenSSH, and git with SSH keys", "", UNKNOWN),
        unknown(&["gnupg", "gpg", "libgcrypt"], "GnuPG", "", UNKNOWN),
        unknown(&["cryptokit", "swift", "apple"], "Apple CryptoKit", "", UNKNOWN),
        unknown(
            &["php", "ruby", "dotnet", "erlang"],
            "PHP, Ruby, .NET, Erlang: ask for the library that they call",
            "",
            UNKNOWN,
        ),
        row(
            &["solana", "agave"],
            "Solana: agave",
            "2026-09",
            "dalek-strict",
            "its source was read: verify_strict of ed25519-dalek",
        ),
        row(&["firedancer", "solana"], "Solana: Firedancer", "2026-09", "firedancer", READ),
        row(
            &["simd-0376", "solana"],
            "Solana: SIMD-0376, not active",
            "2026-09",
            "simd-0376-2026-09",
            "the proposal as amended",
        ),
        row(
            &["sui", "fastcrypto"],
            "Sui: fastcrypto",
            "commit 416e9653",
            "zip-215",
            "its source was read: ed25519-consensus",
        ),
        row(
            &["aptos"],
            "Aptos: aptos-crypto",
            "commit 25733892",
            "dalek-strict",
            "its source was read: verify_strict of ed25519-dalek, S below the order",
        ),
        row(
            &["polkadot", "substrate", "kusama"],
            "Polkadot SDK: sp-core",
            "commit 047de692",
            "zip-215",
            "its source was read: ed25519-zebra",
        ),
        row(
            &["soroban", "stellar"],
            "Stellar: contracts (soroban-env-host)",
            "commit 0a36e36b",
            "dalek-strict",
            "its source was read: verify_strict of ed25519-dalek",
        ),
        unknown(&["stellar", "stellar-core"], "Stellar: transactions (stellar-core)", "", UNKNOWN),
        row(
            &["near"],
            "NEAR: near-crypto",
            "2026-09",
            "stdlib",
            "its source was read: verify of ed25519-dalek, and the top three bits of S",
        ),
        row(
            &["cometbft", "cosmos", "tendermint"],
            "CometBFT",
            "2026-09",
            "zip-215",
            "its source was read: curve25519-voi with ZIP-215",
        ),
        row(&["zcash"], "Zcash: JoinSplit signatures", "since Canopy", "zip-215", "ZIP 215"),
        unknown(
            &["cardano", "tezos", "algorand", "ton", "monero", "xrpl", "internet-computer"],
            "Cardano, Tezos, Algorand, TON, Monero, XRP Ledger, Internet Computer",
            "",
            UNKNOWN,
        ),
    ];

    /// The rows of a name, which may be that of a library, of a language or of a chain. Upper and lower case are the same.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::Software;
    /// assert!(Software::named("Solana").any(|software| software.rule == Some("dalek-strict")));
    /// assert_eq!(Software::named("nothing of that name").count(), 0);
    /// ```
    pub fn named(name: &str) -> impl Iterator<Item = &'static Software> {
        Software::KNOWN
            .iter()
            .filter(move |software| software.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Policy, Software};

    #[test]
    fn each_rule_exists_by_its_id() {
        for software in Software::KNOWN {
            let Some(rule) = software.rule else { continue };
            assert_eq!(Policy::from_name(rule).unwrap().id(), Some(rule), "{}", software.what);
        }
    }

    #[test]
    fn every_rule_but_the_old_ones_and_the_standards_has_software() {
        for named in Policy::NAMED {
            let used = Software::KNOWN.iter().any(|software| software.rule == Some(named.id));
            assert_eq!(used, named.id != "legacy", "{}", named.id);
        }
    }

    #[test]
    fn a_name_of_a_rule_names_software_with_that_rule() {
        for named in Policy::NAMED {
            for name in named.aliases {
                let mut rows = Software::named(name).peekable();
                if rows.peek().is_some() {
                    assert!(rows.any(|software| software.rule == Some(named.id)), "{name}");
                }
            }
        }
    }

    #[test]
    fn names_are_lower_case_and_what_was_examined_has_a_version() {
        for software in Software::KNOWN {
            assert!(
                software.names.iter().all(|name| *name == name.to_ascii_lowercase()),
                "{}",
                software.what
            );
            assert!(software.rule.is_none() || !software.version.is_empty(), "{}", software.what);
        }
    }
}
