//! Comparison and selection in constant time, by the traits of the crate `subtle`.

use super::{EdwardsPoint, MontgomeryPoint, RistrettoPoint, Scalar};
use crate::hazmat::selection::{equality, selection};
use chop_core::engine::hazmat::edwards::Point;
use chop_core::scalar::l25519;
use subtle::{Choice, ConditionallySelectable};

equality!(Scalar EdwardsPoint RistrettoPoint MontgomeryPoint);
selection!(Scalar(l25519::Scalar) EdwardsPoint(Point) RistrettoPoint(Point));

impl ConditionallySelectable for MontgomeryPoint {
    fn conditional_select(a: &MontgomeryPoint, b: &MontgomeryPoint, choice: Choice) -> MontgomeryPoint {
        let mut u = [0; 32];
        for (u, (a, b)) in u.iter_mut().zip(a.as_bytes().iter().zip(b.as_bytes())) {
            *u = u8::conditional_select(a, b, choice);
        }
        MontgomeryPoint::from_bytes(&u)
    }
}
