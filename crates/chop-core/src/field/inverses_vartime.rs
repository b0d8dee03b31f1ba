//! Inverses of public elements. Time varies with them.

#[cfg(any(feature = "alloc", feature = "secp256k1"))]
use super::Field;
#[cfg(any(feature = "alloc", feature = "secp256k1"))]
use super::inverses::{Inversion, invert_all_by};
use super::{Exchange, Joined, Lanes, Sum, lanes_joined};
use crate::lanes::Step;

/// [`Field::invert_vartime`] in lanes: as [`invert_lanes`](super::invert_lanes).
#[inline(always)]
pub(crate) fn invert_lanes_vartime<F: Exchange>(x: &F) -> F {
    F::apart(InvertLanes(x))
}

struct InvertLanes<'a, F>(&'a F);

impl<F: Exchange> Step for InvertLanes<'_, F> {
    type Out = F;

    #[inline(always)]
    fn take(self) -> F {
        let x = self.0;
        let Joined { zero, all, others } = lanes_joined(x);
        let inverse = F::from_words(&Lanes::splat(F::inverse_vartime(&all.to_words().as_ref()[0])));
        F::select(zero, x, &others.mul(&inverse).carry())
    }
}

/// [`Field::invert_vartime`].
#[cfg(any(feature = "alloc", feature = "secp256k1"))]
struct OfPublic;

#[cfg(any(feature = "alloc", feature = "secp256k1"))]
impl<F: Field> Inversion<F> for OfPublic {
    #[inline(always)]
    fn of(x: &F) -> F {
        x.invert_vartime()
    }
}

/// [`invert_all`](super::inverses::invert_all) of public elements.
#[cfg(any(feature = "alloc", feature = "secp256k1"))]
#[inline(always)]
pub(crate) fn invert_all_vartime<F: Field>(z: &mut [F], running: &mut [F]) {
    invert_all_by::<F, OfPublic>(z, running);
}

/// [`invert_all_vartime`] for the first n of an array.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn invert_first_vartime<F: Field, const N: usize>(z: &mut [F; N], n: usize) {
    let mut running = *z;
    invert_all_vartime(&mut z[..n], &mut running[..n]);
}
