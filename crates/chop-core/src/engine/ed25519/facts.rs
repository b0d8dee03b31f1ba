//! Facts about a signature, each true, false or unknown, and the set of facts that a plan asks for.
#![allow(non_snake_case)] // points are capital letters

use super::decode::Decoded;
use crate::ct::declassify;
use crate::scalar::l25519::Scalar;

/// One question about a signature (A, R, S) on a digest k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u16)]
pub enum Fact {
    /// S < ℓ.
    SCanonical = 1 << 0,
    /// The top three bits of S are 0.
    STopBitsClear = 1 << 1,
    /// A is the encoding of a point, in any form.
    ADecodes = 1 << 2,
    /// The y of A is below p.
    AYReduced = 1 << 3,
    /// A has x = 0 and the sign bit 1.
    AMinusZero = 1 << 4,
    /// The order of A divides 8.
    ASmallOrder = 1 << 5,
    /// R is the encoding of a point, in any form.
    RDecodes = 1 << 6,
    /// The y of R is below p.
    RYReduced = 1 << 7,
    /// R has x = 0 and the sign bit 1.
    RMinusZero = 1 << 8,
    /// The order of R divides 8.
    RSmallOrder = 1 << 9,
    /// The encoding of S·B − k·A is R, byte for byte.
    BytesEqual = 1 << 10,
    /// S·B − k·A = R.
    PointsEqual = 1 << 11,
    /// 8·(S·B − k·A − R) = 0.
    CofactoredEqual = 1 << 12,
}

impl Fact {
    /// Every fact.
    pub const ALL: [Fact; 13] = [
        Fact::SCanonical,
        Fact::STopBitsClear,
        Fact::ADecodes,
        Fact::AYReduced,
        Fact::AMinusZero,
        Fact::ASmallOrder,
        Fact::RDecodes,
        Fact::RYReduced,
        Fact::RMinusZero,
        Fact::RSmallOrder,
        Fact::BytesEqual,
        Fact::PointsEqual,
        Fact::CofactoredEqual,
    ];
}

/// A set of facts: what a judgement may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan(u16);

impl Plan {
    /// No fact.
    pub const NOTHING: Plan = Plan(0);
    /// Every fact.
    pub const EVERYTHING: Plan = Plan((1 << 13) - 1);

    /// The set with one more fact.
    pub const fn with(self, fact: Fact) -> Plan {
        Plan(self.0 | fact as u16)
    }

    /// Whether the set has this fact.
    pub const fn has(self, fact: Fact) -> bool {
        self.0 & fact as u16 != 0
    }

    /// Whether a signature with other bytes than R′ can only be judged after decoding R.
    pub const fn decodes_r(self) -> bool {
        self.has(Fact::RDecodes)
            || self.has(Fact::RMinusZero)
            || self.has(Fact::RSmallOrder)
            || self.has(Fact::PointsEqual)
            || self.has(Fact::CofactoredEqual)
    }
}

/// The facts that are known about one signature.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Facts {
    known: u16,
    holds: u16,
}

impl Facts {
    /// No fact is known.
    pub const UNKNOWN: Facts = Facts { known: 0, holds: 0 };

    /// States a fact.
    #[inline(always)]
    pub fn set(&mut self, fact: Fact, holds: bool) {
        self.known |= fact as u16;
        self.holds = if holds { self.holds | fact as u16 } else { self.holds & !(fact as u16) };
    }

    /// Whether the fact is known.
    pub fn is_known(&self, fact: Fact) -> bool {
        self.known & fact as u16 != 0
    }

    /// Whether the fact is known to hold. In debug builds, reading an unknown fact panics: the plan
    /// did not ask for what the judgement reads.
    #[inline]
    pub fn holds(&self, fact: Fact) -> bool {
        debug_assert!(self.is_known(fact), "{fact:?} is read but was not planned for");
        self.holds & fact as u16 != 0
    }

    /// The facts that need no equation, with both points decoded: what a batch checks item by item.
    pub fn without_equation(S: &[u8; 32], A: &Decoded, R: &Decoded) -> Facts {
        let mut facts = Facts::UNKNOWN;
        facts.set_s(S);
        facts.set_a(A);
        facts.set_r(R);
        facts
    }

    /// The facts about the range of S.
    #[inline(always)]
    pub(super) fn set_s(&mut self, S: &[u8; 32]) {
        self.set(Fact::SCanonical, declassify(Scalar::is_canonical(S), "verification is public"));
        self.set(Fact::STopBitsClear, S[31] >> 5 == 0);
    }

    /// The facts about the encoding of A.
    #[inline(always)]
    pub(super) fn set_a(&mut self, A: &Decoded) {
        self.set(Fact::ADecodes, A.decodes);
        self.set(Fact::AYReduced, A.y_reduced);
        self.set(Fact::AMinusZero, A.minus_zero);
        self.set(Fact::ASmallOrder, A.small_order);
    }

    /// The facts about the encoding of R.
    #[inline(always)]
    pub(super) fn set_r(&mut self, R: &Decoded) {
        self.set(Fact::RDecodes, R.decodes);
        self.set(Fact::RYReduced, R.y_reduced);
        self.set(Fact::RMinusZero, R.minus_zero);
        self.set(Fact::RSmallOrder, R.small_order);
    }
}

impl core::fmt::Debug for Facts {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut map = f.debug_map();
        for fact in Fact::ALL {
            if self.is_known(fact) {
                map.entry(&fact, &self.holds(fact));
            }
        }
        map.finish()
    }
}
