//! The inverses of many elements by one inversion (Montgomery 1987). Constant time.

use super::f25519::F25519;
use super::{Field, PrimeField, Sum};

/// 1/z for every z, none of which may be 0, in place. Cost: one inversion and 3M per element
/// (Montgomery 1987). `running` is scratch of the same length. Constant time.
#[inline(always)]
pub(crate) fn invert_all<F: F25519>(z: &mut [F], running: &mut [F]) {
    if let Some(product) = running_products(z, running) {
        take_apart(z, running, product.invert());
    }
}

/// [`invert_all`] for the field of a Weierstrass curve.
#[inline(always)]
pub(crate) fn invert_all_prime<F: PrimeField>(z: &mut [F], running: &mut [F]) {
    if let Some(product) = running_products(z, running) {
        take_apart(z, running, product.inverse());
    }
}

/// The products of the first one, two, … elements, and that of all.
#[inline(always)]
fn running_products<F: Field<Sum: Sum<Fe = F>>>(z: &[F], running: &mut [F]) -> Option<F> {
    let mut product = *z.first()?;
    running[0] = product;
    for i in 1..z.len() {
        product = product.mul(&z[i]).carry();
        running[i] = product;
    }
    Some(product)
}

/// The inverses of all elements from that of their product.
#[inline(always)]
fn take_apart<F: Field<Sum: Sum<Fe = F>>>(z: &mut [F], running: &[F], mut inverse: F) {
    for i in (1..z.len()).rev() {
        let this = inverse.mul(&running[i - 1]).carry();
        inverse = inverse.mul(&z[i]).carry();
        z[i] = this;
    }
    z[0] = inverse;
}
