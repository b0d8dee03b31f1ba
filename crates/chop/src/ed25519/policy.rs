//! Which signatures count as valid: the known rules by name, as plain data.
//!
//! RFC 8032 leaves choices open and implementations made different ones, so that the same 96 bytes are
//! valid for one program and invalid for the next. A [`Policy`] states the choices. Every route, single
//! or batch, prepared key or not, on every machine, gives the verdict of the policy.
//!
//! A released name never changes its meaning. The table of all names is in
//! `docs/verification-policies.md`, which is generated from this file.

use super::facts::Facts;
use chop_core::engine::ed25519::facts::{Fact, Plan};
use core::fmt;

/// The equation that a signature (R, S) must satisfy for the key A and k = H(R ‖ A ‖ M) mod ℓ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equation {
    /// 8·(S·B − k·A − R) = 0. The only one that a batch can check without ever disagreeing.
    Cofactored,
    /// S·B − k·A = R.
    Cofactorless,
}

/// Which S are in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SRange {
    /// S < ℓ: signatures cannot be altered by adding ℓ.
    Canonical,
    /// The top three bits of S are zero, as the earliest implementations checked: malleable.
    TopThreeBits,
}

/// A rule for what is valid. Plain data: take a constant, or change one with the `with_…` builders.
///
/// # Example
/// ```
/// use chop::ed25519::Policy;
/// assert_eq!(Policy::from_name("zebra")?, Policy::ZIP_215);
/// assert_eq!(Policy::ZIP_215.id(), Some("zip-215"));
/// const OURS: Policy = Policy::ZIP_215.with_small_order_a(false);
/// assert_eq!(OURS.id(), None);
/// # Ok::<(), chop::ed25519::UnknownPolicy>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Policy {
    /// The equation.
    pub equation: Equation,
    /// The range of S.
    pub s_range: SRange,
    /// Public keys of order 1, 2, 4 or 8 are accepted. They make every message verify.
    pub small_order_a: bool,
    /// R of order 1, 2, 4 or 8 is accepted.
    pub small_order_r: bool,
    /// Encodings of A with y ≥ p, or with x = 0 and the sign bit set, are accepted.
    pub non_canonical_a: bool,
    /// Such encodings of R are accepted.
    pub non_canonical_r: bool,
}

/// A named rule.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NamedPolicy {
    /// The name that outputs use.
    pub id: &'static str,
    /// Other names of the same rule, accepted wherever `id` is.
    pub aliases: &'static [&'static str],
    /// The rule.
    pub policy: Policy,
    /// The software that uses the policy.
    pub summary: &'static str,
}

impl Policy {
    /// Cofactored, everything canonical, no small-order keys: strongly binding, batches agree. The
    /// default here and in curve25519-voi.
    pub const CHOP_1: Policy = Policy {
        equation: Equation::Cofactored,
        s_range: SRange::Canonical,
        small_order_a: false,
        small_order_r: true,
        non_canonical_a: false,
        non_canonical_r: false,
    };
    /// The policy of calls that name none: [`Policy::CHOP_1`].
    pub const DEFAULT: Policy = Policy::CHOP_1;
    /// Go, OpenSSL, BoringSSL, ring and ed25519-dalek's `verify`: cofactorless, R compared as bytes.
    pub const STDLIB: Policy = Policy {
        equation: Equation::Cofactorless,
        s_range: SRange::Canonical,
        small_order_a: true,
        small_order_r: true,
        non_canonical_a: true,
        non_canonical_r: false,
    };
    /// FIPS 186-5, section 7.7: cofactored, everything canonical.
    pub const FIPS_186_5: Policy = Policy::CHOP_1.with_small_order_a(true);
    /// RFC 8032, 5.1.7, in the cofactorless reading: HACL*, graviola, aws-lc with s2n-bignum.
    pub const RFC8032_COFACTORLESS: Policy = Policy::STDLIB.with_non_canonical_a(false);
    /// ZIP-215: cofactored, every encoding accepted. Zcash, CometBFT.
    pub const ZIP_215: Policy = Policy {
        equation: Equation::Cofactored,
        s_range: SRange::Canonical,
        small_order_a: true,
        small_order_r: true,
        non_canonical_a: true,
        non_canonical_r: true,
    };
    /// ed25519-dalek's `verify_strict`; Solana today.
    pub const DALEK_STRICT: Policy = Policy::STDLIB.with_small_order_a(false).with_small_order_r(false);
    /// The earliest implementations (ref10), and dalek's `verify` with `legacy_compatibility`: malleable.
    pub const LEGACY: Policy = Policy::STDLIB.with_s_range(SRange::TopThreeBits);
    /// libsodium 1.0.x.
    pub const LIBSODIUM_1_0: Policy = Policy::DALEK_STRICT.with_non_canonical_a(false);
    /// Firedancer: as dalek's strict rule, but R is compared as a point.
    pub const FIREDANCER: Policy = Policy::DALEK_STRICT.with_non_canonical_r(true);
    /// SIMD-0376 as amended in September 2026: cofactored, everything canonical, no small order.
    pub const SIMD_0376_2026_09: Policy = Policy::CHOP_1.with_small_order_r(false);

    /// Every named rule.
    pub const NAMED: &'static [NamedPolicy] = &[
        NamedPolicy {
            id: "chop-1",
            aliases: &["default", "voi"],
            policy: Policy::CHOP_1,
            summary: "the default here and in curve25519-voi; strongly binding",
        },
        NamedPolicy {
            id: "stdlib",
            aliases: &["go", "dalek", "openssl", "boringssl", "ring"],
            policy: Policy::STDLIB,
            summary: "Go, OpenSSL, BoringSSL, ring, ed25519-dalek `verify`",
        },
        NamedPolicy {
            id: "fips-186-5",
            aliases: &["fips"],
            policy: Policy::FIPS_186_5,
            summary: "FIPS 186-5; RFC 8032 read cofactored",
        },
        NamedPolicy {
            id: "rfc8032-cofactorless",
            aliases: &["rfc8032", "hacl", "aws-lc", "graviola"],
            policy: Policy::RFC8032_COFACTORLESS,
            summary: "RFC 8032 read cofactorless; HACL*, graviola, aws-lc with s2n-bignum",
        },
        NamedPolicy {
            id: "zip-215",
            aliases: &["zip215", "ed25519-consensus", "zebra", "cometbft"],
            policy: Policy::ZIP_215,
            summary: "Zcash, CometBFT, ed25519-zebra, ed25519-consensus",
        },
        NamedPolicy {
            id: "dalek-strict",
            aliases: &["solana-strict"],
            policy: Policy::DALEK_STRICT,
            summary: "ed25519-dalek `verify_strict`; Solana today",
        },
        NamedPolicy {
            id: "legacy",
            aliases: &["ref10"],
            policy: Policy::LEGACY,
            summary: "ref10; dalek `verify` with `legacy_compatibility`; malleable",
        },
        NamedPolicy {
            id: "libsodium-1.0",
            aliases: &["libsodium"],
            policy: Policy::LIBSODIUM_1_0,
            summary: "libsodium 1.0.x",
        },
        NamedPolicy { id: "firedancer", aliases: &[], policy: Policy::FIREDANCER, summary: "Firedancer" },
        NamedPolicy {
            id: "simd-0376-2026-09",
            aliases: &["simd-0376"],
            policy: Policy::SIMD_0376_2026_09,
            summary: "Solana SIMD-0376 as amended in September 2026",
        },
    ];

    /// The rule with another equation.
    pub const fn with_equation(mut self, equation: Equation) -> Policy {
        self.equation = equation;
        self
    }

    /// The rule with another range of S.
    pub const fn with_s_range(mut self, s_range: SRange) -> Policy {
        self.s_range = s_range;
        self
    }

    /// The rule, accepting or rejecting small-order keys.
    pub const fn with_small_order_a(mut self, accepted: bool) -> Policy {
        self.small_order_a = accepted;
        self
    }

    /// The rule, accepting or rejecting small-order R.
    pub const fn with_small_order_r(mut self, accepted: bool) -> Policy {
        self.small_order_r = accepted;
        self
    }

    /// The rule, accepting or rejecting irregular encodings of the key.
    pub const fn with_non_canonical_a(mut self, accepted: bool) -> Policy {
        self.non_canonical_a = accepted;
        self
    }

    /// The rule, accepting or rejecting irregular encodings of R.
    pub const fn with_non_canonical_r(mut self, accepted: bool) -> Policy {
        self.non_canonical_r = accepted;
        self
    }

    /// The rule with this id or alias.
    ///
    /// # Errors
    /// [`UnknownPolicy`], which suggests a name that is near.
    pub fn from_name(name: &str) -> Result<Policy, UnknownPolicy> {
        Policy::names()
            .find(|(known, _)| *known == name)
            .map(|(_, policy)| policy)
            .ok_or_else(|| UnknownPolicy { nearest: nearest(name) })
    }

    /// The released name of this rule, if it has one.
    pub fn id(&self) -> Option<&'static str> {
        Policy::NAMED.iter().find(|named| named.policy == *self).map(|named| named.id)
    }

    fn names() -> impl Iterator<Item = (&'static str, Policy)> {
        Policy::NAMED.iter().flat_map(|named| {
            core::iter::once(named.id).chain(named.aliases.iter().copied()).map(|name| (name, named.policy))
        })
    }

    /// Whether a signature with these facts is valid.
    pub fn accepts(&self, facts: &Facts) -> bool {
        self.rejection(facts).is_none()
    }

    /// The first fact that makes the rule reject, or `None` if it accepts.
    pub fn rejection(&self, facts: &Facts) -> Option<Rejection> {
        self.judge(&facts.known)
    }

    /// The judgement: reads only facts of [`Policy::plan`].
    pub(crate) fn judge(&self, facts: &chop_core::engine::ed25519::facts::Facts) -> Option<Rejection> {
        if let Some(rejection) = self.judge_without_equation(facts) {
            return Some(rejection);
        }
        let (fact, rejection) = match (self.equation, self.non_canonical_r) {
            (Equation::Cofactored, _) => (Fact::CofactoredEqual, Rejection::Equation),
            (Equation::Cofactorless, true) => (Fact::PointsEqual, Rejection::Equation),
            // Equal bytes say that the points are equal and that R is canonical.
            (Equation::Cofactorless, false) => (Fact::BytesEqual, Rejection::Equation),
        };
        (!facts.holds(fact)).then_some(rejection)
    }

    /// The judgement of everything but the equation (and, for cofactorless rules that compare bytes,
    /// the canonicity of R, which the comparison implies).
    pub(crate) fn judge_without_equation(
        &self,
        facts: &chop_core::engine::ed25519::facts::Facts,
    ) -> Option<Rejection> {
        match self.s_range {
            SRange::Canonical if !facts.holds(Fact::SCanonical) => return Some(Rejection::SNotCanonical),
            SRange::TopThreeBits if !facts.holds(Fact::STopBitsClear) => return Some(Rejection::STopBits),
            _ => {}
        }
        if !facts.holds(Fact::ADecodes) {
            return Some(Rejection::ANotAPoint);
        }
        if !self.non_canonical_a && (!facts.holds(Fact::AYReduced) || facts.holds(Fact::AMinusZero)) {
            return Some(Rejection::ANotCanonical);
        }
        if !self.small_order_a && facts.holds(Fact::ASmallOrder) {
            return Some(Rejection::ASmallOrder);
        }
        if !self.small_order_r || self.reads_r() {
            if !facts.holds(Fact::RDecodes) {
                return Some(Rejection::RNotAPoint);
            }
            if !self.small_order_r && facts.holds(Fact::RSmallOrder) {
                return Some(Rejection::RSmallOrder);
            }
            let canonical = facts.holds(Fact::RYReduced) && !facts.holds(Fact::RMinusZero);
            if !self.non_canonical_r && !canonical {
                return Some(Rejection::RNotCanonical);
            }
        }
        None
    }

    /// Whether the verdict needs R as a point, not only as bytes.
    const fn reads_r(&self) -> bool {
        matches!(self.equation, Equation::Cofactored) || self.non_canonical_r
    }

    /// The facts that the judgement reads.
    pub(crate) const fn plan(&self) -> Plan {
        let mut plan = Plan::NOTHING
            .with(Fact::SCanonical)
            .with(Fact::STopBitsClear)
            .with(Fact::ADecodes)
            .with(Fact::AYReduced)
            .with(Fact::AMinusZero)
            .with(Fact::ASmallOrder)
            .with(Fact::BytesEqual);
        if !self.small_order_r {
            plan = plan
                .with(Fact::RSmallOrder)
                .with(Fact::RDecodes)
                .with(Fact::RYReduced)
                .with(Fact::RMinusZero);
        }
        if self.reads_r() {
            plan = plan.with(Fact::RDecodes).with(Fact::RYReduced).with(Fact::RMinusZero);
        }
        match (self.equation, self.non_canonical_r) {
            (Equation::Cofactored, _) => plan.with(Fact::CofactoredEqual),
            (Equation::Cofactorless, true) => plan.with(Fact::PointsEqual),
            (Equation::Cofactorless, false) => plan,
        }
    }

    /// The rule as one number, for transcripts.
    #[cfg(feature = "alloc")]
    pub(crate) fn bits(&self) -> u8 {
        (self.equation == Equation::Cofactored) as u8
            | ((self.s_range == SRange::Canonical) as u8) << 1
            | (self.small_order_a as u8) << 2
            | (self.small_order_r as u8) << 3
            | (self.non_canonical_a as u8) << 4
            | (self.non_canonical_r as u8) << 5
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::DEFAULT
    }
}

/// The fact that decided against a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rejection {
    /// S ≥ ℓ.
    SNotCanonical,
    /// One of the top three bits of S is set.
    STopBits,
    /// A is the encoding of no point.
    ANotAPoint,
    /// A has y ≥ p, or x = 0 with the sign bit set.
    ANotCanonical,
    /// The order of A divides 8.
    ASmallOrder,
    /// R is the encoding of no point.
    RNotAPoint,
    /// R has y ≥ p, or x = 0 with the sign bit set.
    RNotCanonical,
    /// The order of R divides 8.
    RSmallOrder,
    /// The equation does not hold: another message, key or context, or an altered signature.
    Equation,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rejection::SNotCanonical => "S is not below the group order",
            Rejection::STopBits => "a top bit of S is set",
            Rejection::ANotAPoint => "the public key is not the encoding of a point",
            Rejection::ANotCanonical => "the public key is not canonically encoded",
            Rejection::ASmallOrder => "the public key has small order",
            Rejection::RNotAPoint => "R is not the encoding of a point",
            Rejection::RNotCanonical => "R is not canonically encoded",
            Rejection::RSmallOrder => "R has small order",
            Rejection::Equation => "the equation does not hold",
        })
    }
}

/// No rule has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownPolicy {
    /// The known name that differs least, if it differs in a few letters only.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no verification policy has this name")?;
        self.nearest.map_or(Ok(()), |nearest| write!(f, "; did you mean {nearest}?"))
    }
}

impl core::error::Error for UnknownPolicy {}

/// The known name with the least edit distance, if that is at most 1 and a quarter of the letters; names are cut at 32 bytes.
fn nearest(name: &str) -> Option<&'static str> {
    Policy::names()
        .map(|(known, _)| (edit_distance(known.as_bytes(), name.as_bytes()), known))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= 1 + name.len().min(32) / 4)
        .map(|(_, known)| known)
}

/// Levenshtein's distance of the first 32 bytes.
fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let (a, b) = (&a[..a.len().min(32)], &b[..b.len().min(32)]);
    let mut row = [0usize; 33];
    for (j, cell) in row.iter_mut().enumerate() {
        *cell = j;
    }
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + (x != y) as usize;
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_unique_and_found() {
        let mut seen = std::collections::HashSet::new();
        for named in Policy::NAMED {
            assert_eq!(named.policy.id(), Some(named.id));
            for name in core::iter::once(&named.id).chain(named.aliases) {
                assert!(seen.insert(*name), "{name} twice");
                assert_eq!(Policy::from_name(name), Ok(named.policy));
            }
        }
    }

    #[test]
    fn a_misspelt_name_gets_the_nearest_and_another_name_none() {
        for (name, near) in [("zip251", "zip215"), ("dalek-strickt", "dalek-strict"), ("opensll", "openssl")]
        {
            assert_eq!(Policy::from_name(name).unwrap_err().nearest, Some(near));
        }
        for name in ["python", "node", "sui", "webcrypto", "", &"x".repeat(1000)] {
            assert_eq!(Policy::from_name(name).unwrap_err().nearest, None, "{name}");
        }
    }
}
