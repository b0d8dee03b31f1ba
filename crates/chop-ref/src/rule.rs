//! The rules for what counts as a valid signature, each a plain expression over [`Facts`].
//!
//! Nothing is shared between the expressions, so that a mistake in one cannot hide in the others.

use crate::ed25519::Facts;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $name:literal,)*) => {
        /// A rule of verification, named after who applies it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $rule),* }

        impl Rule {
            /// Every rule.
            pub const ALL: [Rule; [$(Rule::$rule),*].len()] = [$(Rule::$rule),*];

            /// The identifier of the rule.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name),* }
            }
        }
    };
}

rules! {
    /// chop's own default: cofactored, canonical encodings, no small-order key. Equal to curve25519-voi's default.
    Chop1 = "chop-1",
    /// Go's standard library: compares bytes, asks nothing of A.
    Stdlib = "stdlib",
    /// FIPS 186-5, and RFC 8032 read cofactored.
    Fips186_5 = "fips-186-5",
    /// RFC 8032 read cofactorless.
    Rfc8032Cofactorless = "rfc8032-cofactorless",
    /// ZIP-215: cofactored, every encoding that decodes.
    Zip215 = "zip-215",
    /// ed25519-dalek's `verify_strict`.
    DalekStrict = "dalek-strict",
    /// ed25519-dalek's `verify` with its feature `legacy_compatibility`: S is only known to be below 2^253.
    Legacy = "legacy",
    /// libsodium 1.0.x without `ED25519_COMPAT`.
    Libsodium1_0 = "libsodium-1.0",
    /// Firedancer: compares points.
    Firedancer = "firedancer",
    /// Solana's SIMD-0376 as amended in September 2026: cofactored, with every flag strict.
    Simd0376 = "simd-0376-2026-09",
}

/// Whether a rule accepts a signature of which these facts hold.
pub fn accepts(rule: Rule, f: &Facts) -> bool {
    match rule {
        Rule::Chop1 => {
            f.s_canonical
                && (f.a_decodes && f.a_y_reduced && !f.a_minus_zero && !f.a_small_order)
                && (f.r_decodes && f.r_y_reduced && !f.r_minus_zero)
                && f.cofactored_equal
        }
        // R is never decoded: equal bytes are canonical bytes.
        Rule::Stdlib => f.s_canonical && f.s_top_bits_clear && f.a_decodes && f.bytes_equal,
        Rule::Fips186_5 => {
            f.s_canonical
                && (f.a_decodes && f.a_y_reduced && !f.a_minus_zero)
                && (f.r_decodes && f.r_y_reduced && !f.r_minus_zero)
                && f.cofactored_equal
        }
        Rule::Rfc8032Cofactorless => {
            f.s_canonical
                && (f.a_decodes && f.a_y_reduced && !f.a_minus_zero)
                && (f.r_decodes && f.r_y_reduced && !f.r_minus_zero)
                && f.points_equal
        }
        Rule::Zip215 => f.s_canonical && f.a_decodes && f.r_decodes && f.cofactored_equal,
        // A with y ≥ p passes; "−0" is rejected only because such points have small order.
        Rule::DalekStrict => {
            f.s_canonical
                && (f.a_decodes && !f.a_small_order)
                && (f.r_decodes && !f.r_small_order)
                && f.bytes_equal
        }
        // The only rule with S ≥ l.
        Rule::Legacy => f.s_top_bits_clear && f.a_decodes && f.bytes_equal,
        // The list of y that libsodium rejects, sign ignored, is that of the small-order points.
        Rule::Libsodium1_0 => {
            f.s_canonical
                && (f.a_decodes && f.a_y_reduced && !f.a_minus_zero && !f.a_small_order)
                && !f.r_small_order
                && f.bytes_equal
        }
        // The only rule that compares points and lets R with y ≥ p pass.
        Rule::Firedancer => {
            f.s_canonical
                && (f.a_decodes && !f.a_small_order)
                && (f.r_decodes && !f.r_small_order)
                && f.points_equal
        }
        Rule::Simd0376 => {
            f.s_canonical
                && (f.a_decodes && f.a_y_reduced && !f.a_minus_zero && !f.a_small_order)
                && (f.r_decodes && f.r_y_reduced && !f.r_minus_zero && !f.r_small_order)
                && f.cofactored_equal
        }
    }
}
