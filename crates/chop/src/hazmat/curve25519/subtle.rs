//! Comparison and selection in constant time, by the traits of the crate `subtle`.

use super::{EdwardsPoint, MontgomeryPoint, RistrettoPoint, Scalar};
use crate::hazmat::mask;
use chop_core::engine::edwards::Point;
use chop_core::scalar::l25519;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

macro_rules! equality {
    ($($Type:ident)*) => {
        $(impl ConstantTimeEq for $Type {
            fn ct_eq(&self, other: &$Type) -> Choice {
                Choice::from(self.equals(other).bit() as u8)
            }
        })*
    };
}
equality!(Scalar EdwardsPoint RistrettoPoint MontgomeryPoint);

impl ConditionallySelectable for Scalar {
    fn conditional_select(a: &Scalar, b: &Scalar, choice: Choice) -> Scalar {
        Scalar(l25519::Scalar::select(mask(choice), &b.0, &a.0))
    }
}

impl ConditionallySelectable for EdwardsPoint {
    fn conditional_select(a: &EdwardsPoint, b: &EdwardsPoint, choice: Choice) -> EdwardsPoint {
        EdwardsPoint(Point::select(mask(choice), &b.0, &a.0))
    }
}

impl ConditionallySelectable for RistrettoPoint {
    fn conditional_select(a: &RistrettoPoint, b: &RistrettoPoint, choice: Choice) -> RistrettoPoint {
        RistrettoPoint(Point::select(mask(choice), &b.0, &a.0))
    }
}

impl ConditionallySelectable for MontgomeryPoint {
    fn conditional_select(a: &MontgomeryPoint, b: &MontgomeryPoint, choice: Choice) -> MontgomeryPoint {
        let mut u = [0; 32];
        for (u, (a, b)) in u.iter_mut().zip(a.as_bytes().iter().zip(b.as_bytes())) {
            *u = u8::conditional_select(a, b, choice);
        }
        MontgomeryPoint::from_bytes(&u)
    }
}
