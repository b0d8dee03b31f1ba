//! Everything that can be asked about one signature, for people who want to know why.

use chop_core::engine::ed25519::facts::{Fact, Facts as Known};
use core::fmt;

/// All facts about one signature under one key. Which of them matter is the policy's choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    pub(crate) known: Known,
}

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident = $fact:ident;)*) => {
        impl Facts {
            $($(#[$doc])* pub fn $name(&self) -> bool { self.known.holds(Fact::$fact) })*

            /// Every fact with its name, in a fixed order.
            pub fn iter(&self) -> impl Iterator<Item = (&'static str, bool)> {
                [$((stringify!($name), self.$name())),*].into_iter()
            }
        }
    };
}

facts! {
    /// S < ℓ.
    s_canonical = SCanonical;
    /// The top three bits of S are zero.
    s_top_bits_clear = STopBitsClear;
    /// A is the encoding of a point, in any form.
    a_decodes = ADecodes;
    /// The y of A is below p.
    a_y_reduced = AYReduced;
    /// A has x = 0 and the sign bit set.
    a_minus_zero = AMinusZero;
    /// The order of A divides 8.
    a_small_order = ASmallOrder;
    /// R is the encoding of a point, in any form.
    r_decodes = RDecodes;
    /// The y of R is below p.
    r_y_reduced = RYReduced;
    /// R has x = 0 and the sign bit set.
    r_minus_zero = RMinusZero;
    /// The order of R divides 8.
    r_small_order = RSmallOrder;
    /// The encoding of S·B − k·A is R, byte for byte.
    bytes_equal = BytesEqual;
    /// S·B − k·A = R.
    points_equal = PointsEqual;
    /// 8·(S·B − k·A − R) = 0.
    cofactored_equal = CofactoredEqual;
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
