//! SM2: keys, signatures and the facts of verification.

pub mod point;
#[cfg(feature = "alloc")]
pub mod prepared;
pub mod sign;
pub mod verify;

use crate::ct;
use crate::curve::sm2::{Jacobian, Sm2};
use crate::field::fsm2::r52::Fe;
use crate::field::{Field, Lanes};
use crate::mul::weierstrass::{comb, spread};
use crate::run::{One, Wide};
use crate::table::SM2_COMB;

/// k·G on SM2's curve for one scalar below n, in one lane. Constant time. Cost: as [`comb::mul_comb`].
#[inline(always)]
pub(super) fn mul_base_one<L: One>(scalar: &[u64; 4]) -> Jacobian<L::FSm2> {
    let mut words = <L::FSm2 as Field>::Lanes::<[u64; 4]>::splat(*scalar);
    let point = comb::mul_comb(&SM2_COMB, &words);
    ct::wipe(words.as_mut());
    point
}

/// The same over all lanes. Cost: as [`spread::mul_base`].
#[inline(always)]
pub(super) fn mul_base_alone<L: Wide>(scalar: &[u64; 4]) -> Jacobian<L::FSm2> {
    spread::first_lane(&spread::mul_base::<Sm2, Fe<L::Words>, _>(scalar))
}
