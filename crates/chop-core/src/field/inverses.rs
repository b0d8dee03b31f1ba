//! The inverses of many elements by one inversion (Montgomery 1987). Constant time.

use super::{Field, Sum};

/// A way to invert one element that is not 0.
pub(super) trait Inversion<F> {
    /// 1/x.
    fn of(x: &F) -> F;
}

/// [`Field::invert`].
struct InConstantTime;

impl<F: Field> Inversion<F> for InConstantTime {
    #[inline(always)]
    fn of(x: &F) -> F {
        x.invert()
    }
}

/// 1/z for every z, none of which may be 0, in place. Cost: one inversion and 3M per element. `running` is scratch of the same
/// length.
#[inline(always)]
pub(crate) fn invert_all<F: Field>(z: &mut [F], running: &mut [F]) {
    invert_all_by::<F, InConstantTime>(z, running);
}

/// [`invert_all`] by a way to invert one.
#[inline(always)]
pub(super) fn invert_all_by<F: Field, I: Inversion<F>>(z: &mut [F], running: &mut [F]) {
    // The products of the first one, two, … elements.
    let Some(&(mut product)) = z.first() else { return };
    running[0] = product;
    for i in 1..z.len() {
        product = product.mul(&z[i]).carry();
        running[i] = product;
    }
    let mut inverse = I::of(&product);
    for i in (1..z.len()).rev() {
        let this = inverse.mul(&running[i - 1]).carry();
        inverse = inverse.mul(&z[i]).carry();
        z[i] = this;
    }
    z[0] = inverse;
}

/// [`invert_all`] for the first n of an array.
#[inline(always)]
pub(crate) fn invert_first<F: Field, const N: usize>(z: &mut [F; N], n: usize) {
    let mut running = *z;
    invert_all(&mut z[..n], &mut running[..n]);
}
