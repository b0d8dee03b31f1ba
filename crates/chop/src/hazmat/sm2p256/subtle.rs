//! Comparison and selection in constant time, by the traits of the crate `subtle`.

use super::{Point, Scalar};
use crate::hazmat::mask;
use chop_core::engine::sm2_group::Point as Group;
use chop_core::scalar::nsm2;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

impl ConstantTimeEq for Scalar {
    fn ct_eq(&self, other: &Scalar) -> Choice {
        Choice::from(self.equals(other).bit() as u8)
    }
}

impl ConstantTimeEq for Point {
    fn ct_eq(&self, other: &Point) -> Choice {
        Choice::from(self.equals(other).bit() as u8)
    }
}

impl ConditionallySelectable for Scalar {
    fn conditional_select(a: &Scalar, b: &Scalar, choice: Choice) -> Scalar {
        Scalar(nsm2::Scalar::select(mask(choice), &b.0, &a.0))
    }
}

impl ConditionallySelectable for Point {
    fn conditional_select(a: &Point, b: &Point, choice: Choice) -> Point {
        Point(Group::select(mask(choice), &b.0, &a.0))
    }
}
