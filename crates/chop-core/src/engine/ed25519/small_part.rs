//! The part of small order of a point: for people who want to know why rules disagree.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::declassify;
use crate::engine::AffinePoint;
use crate::field::{LaneMask, Lanes};
use crate::mul::edwards::window;
use crate::run::{Job, One, run};

/// The order of the part of small order of a public point P on the curve: 1, 2, 4 or 8.
///
/// P is a multiple of B plus a point T with 8·T = 0, and ℓ·P = ℓ·T has the order of T, because ℓ is odd.
/// Cost: as [`window::mul_by_order`], and a few doublings.
pub fn order(level: Level, point: &AffinePoint) -> u8 {
    run(level, SmallPart(point))
}

struct SmallPart<'a>(&'a AffinePoint);

impl Job for SmallPart<'_> {
    type Out = u8;

    #[inline(always)]
    fn one<L: One>(self) -> u8 {
        let mut T = window::mul_by_order(&AffinePoint::load::<L::F25519>(&Lanes::splat(*self.0)));
        let mut order = 1;
        while order < 8 && !declassify(T.is_identity().lane(0), "verification is public") {
            T = T.double().to_extended();
            order *= 2;
        }
        order
    }
}
