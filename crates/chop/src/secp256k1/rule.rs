//! Rules by name: which signatures count.

use super::recoverable::RecoveryId;
use chop_core::engine::secp256k1::verify::Facts;
use core::fmt;

/// Which signatures count. All rules ask that r and s are in 1 ..= n − 1 and that the equation of ECDSA holds; they differ in s, in the
/// forms of signatures, and in the recovery ids that they take. A [`Signature`](super::Signature) is numbers and has no form any more: of the
/// columns below `verify_digest_by` judges s, `recover_by` s and the recovery id, and whoever reads bytes chooses the reader that the rule names.
///
/// s and n − s are both valid for the same r, so that whoever sees a signature can make another one of it. The lower of both, at most
/// (n − 1)/2, is *low*.
///
/// | rule                             | s   | DER    | recovery ids |
/// |----------------------------------|-----|--------|--------------|
/// | [`Rule::LIBSECP256K1`]           | low | any form | 0 to 3     |
/// | [`Rule::BITCOIN_CONSENSUS`]      | any | strict | none         |
/// | [`Rule::BITCOIN_RELAY`]          | low | strict | none         |
/// | [`Rule::ETHEREUM_TRANSACTION`]   | low | none   | 0 and 1      |
/// | [`Rule::ECRECOVER`]              | any | none   | 0 and 1, as v 27 and 28 |
/// | [`Rule::ANY_S`]                  | any | any form | 0 to 3     |
///
/// No rule takes hybrid public keys (06 and 07), which libsecp256k1 and Bitcoin's consensus do take.
///
/// # Example
/// ```
/// use chop::secp256k1::{Digest, Rule, SigningKey};
/// let key = SigningKey::from_bytes(&[7; 32])?;
/// let digest = Digest::sha256(b"hello");
/// let high = key.sign_digest(&digest).with_other_s();
/// assert!(key.verifying_key().verify_digest(&digest, &high).is_err());
/// key.verifying_key().verify_digest_by(Rule::ANY_S, &digest, &high)?;
/// assert_eq!(Rule::from_name("bitcoin-consensus"), Some(Rule::BITCOIN_CONSENSUS));
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rule {
    name: &'static str,
    summary: &'static str,
    low_s: bool,
    der: DerForm,
    /// How many recovery ids there are, from 0 on.
    ids: u8,
}

/// The forms of DER that a rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DerForm {
    /// That of BIP 66, which [`Signature::from_der`](super::Signature::from_der) reads, and the others that
    /// [`Signature::from_der_lax`](super::Signature::from_der_lax) reads.
    Any,
    /// That of BIP 66 alone.
    Strict,
    /// None: signatures are r ‖ s with a recovery id.
    None,
}

impl Rule {
    /// `libsecp256k1`: what `secp256k1_ecdsa_verify` accepts. The default.
    pub const LIBSECP256K1: Rule = Rule {
        name: "libsecp256k1",
        summary: "libsecp256k1 and the libraries over it; the default here",
        low_s: true,
        der: DerForm::Any,
        ids: 4,
    };
    /// `bitcoin-consensus`: what blocks may have since BIP 66.
    pub const BITCOIN_CONSENSUS: Rule = Rule {
        name: "bitcoin-consensus",
        summary: "Bitcoin's blocks since BIP 66",
        low_s: false,
        der: DerForm::Strict,
        ids: 0,
    };
    /// `bitcoin-relay`: what nodes pass on (BIP 146).
    pub const BITCOIN_RELAY: Rule = Rule {
        name: "bitcoin-relay",
        summary: "what Bitcoin's nodes pass on (BIP 146)",
        low_s: true,
        der: DerForm::Strict,
        ids: 0,
    };
    /// `ethereum-transaction`: what transactions may have since EIP-2.
    pub const ETHEREUM_TRANSACTION: Rule = Rule {
        name: "ethereum-transaction",
        summary: "Ethereum's transactions since EIP-2",
        low_s: true,
        der: DerForm::None,
        ids: 2,
    };
    /// `ecrecover`: what the precompiled contract at address 1 accepts.
    pub const ECRECOVER: Rule = Rule {
        name: "ecrecover",
        summary: "Ethereum's precompiled contract at address 1",
        low_s: false,
        der: DerForm::None,
        ids: 2,
    };
    /// `any-s`: the equation alone (SEC 1, 4.1.4).
    pub const ANY_S: Rule =
        Rule { name: "any-s", summary: "SEC 1: OpenSSL, Go, Java", low_s: false, der: DerForm::Any, ids: 4 };

    /// All rules.
    pub const NAMED: [Rule; 6] = [
        Rule::LIBSECP256K1,
        Rule::BITCOIN_CONSENSUS,
        Rule::BITCOIN_RELAY,
        Rule::ETHEREUM_TRANSACTION,
        Rule::ECRECOVER,
        Rule::ANY_S,
    ];

    /// The rule with this name; `low-s` is another name of `libsecp256k1`.
    pub fn from_name(name: &str) -> Option<Rule> {
        let name = if name == "low-s" { Rule::LIBSECP256K1.name } else { name };
        Rule::NAMED.into_iter().find(|rule| rule.name == name)
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The software that judges by this rule, in a few words.
    pub const fn summary(self) -> &'static str {
        self.summary
    }

    /// The form of DER that this rule takes. The caller chooses the reader by it, since a [`Signature`](super::Signature) is numbers alone.
    pub const fn der(self) -> DerForm {
        self.der
    }

    /// Whether s must be low.
    pub const fn requires_low_s(self) -> bool {
        self.low_s
    }

    /// Whether a key is recovered from a signature with this recovery id.
    pub const fn takes_recovery_id(self, id: RecoveryId) -> bool {
        id.to_byte() < self.ids
    }

    /// Whether a signature with these facts counts.
    pub(super) fn accepts(self, facts: &Facts) -> bool {
        facts.is_valid_with_any_s() && (facts.s_is_low || !self.low_s)
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule::LIBSECP256K1
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.name)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
