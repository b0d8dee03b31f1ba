//! Comparison and selection in constant time, by the traits of the crate `subtle`: what the types of every group have in
//! common.

use chop_core::ct::Mask;
use subtle::Choice;

/// The mask of a choice: true for 1.
pub(super) fn mask(choice: Choice) -> Mask {
    Mask::from_bit(u64::from(choice.unwrap_u8()))
}

/// The choice of a mask.
pub(super) fn choice(mask: Mask) -> Choice {
    Choice::from(mask.bit() as u8)
}

/// For types with `equals`.
macro_rules! equality {
    ($($Type:ident)*) => {
        $(impl subtle::ConstantTimeEq for $Type {
            fn ct_eq(&self, other: &$Type) -> subtle::Choice {
                crate::hazmat::selection::choice(self.equals(other))
            }
        })*
    };
}
pub(super) use equality;

/// For tuple structs around a type with `select`.
macro_rules! selection {
    ($($Type:ident($Inner:ty))*) => {
        $(impl subtle::ConditionallySelectable for $Type {
            fn conditional_select(a: &$Type, b: &$Type, choice: subtle::Choice) -> $Type {
                $Type(<$Inner>::select(crate::hazmat::selection::mask(choice), &b.0, &a.0))
            }
        })*
    };
}
pub(super) use selection;
