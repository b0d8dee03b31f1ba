//! Scalars: integers modulo the order of a group, and their digits.
//!
//! | module        | what                                                                                    |
//! |---------------|-----------------------------------------------------------------------------------------|
//! | [`limbs`]     | multi-word integers, one source for words of 64 and of 32 bits                          |
//! | [`l25519`]    | integers modulo ℓ, the order of the base point of edwards25519; clamping                |
//! | [`nsm2`]      | integers modulo n, the order of the base point of SM2                                   |
//! | [`lanes`]     | the same integers, one in each lane                                                     |
//! | [`digits`]    | signed digits of a scalar, of a scalar in each lane, and of one scalar over the lanes   |
//! | [`lattice`]   | two short numbers in place of a long scalar, of one and in each lane                    |

/// Inversion of many scalars, the same modulo both orders.
macro_rules! invert_all {
    () => {
        /// The inverses of all in place, 0 for 0, with one inversion (Montgomery 1987) and 3 multiplications each.
        /// `before` is scratch of the same length, and wiped.
        ///
        /// # Panics
        /// If the lengths differ.
        pub fn invert_all(scalars: &mut [Scalar], before: &mut [Scalar]) {
            use crate::ct::{Wipe, Wiped};
            assert_eq!(scalars.len(), before.len(), "one place a scalar");
            // A 0 counts as 1.
            let mut product = Wiped::new(Scalar::ONE);
            for (scalar, before) in scalars.iter().zip(before.iter_mut()) {
                *before = *product;
                *product = product.mul(&Scalar::select(scalar.is_zero(), &Scalar::ONE, scalar));
            }
            let mut inverse = Wiped::new(product.invert());
            for (scalar, before) in scalars.iter_mut().zip(before.iter_mut()).rev() {
                let none = scalar.is_zero();
                let this = Wiped::new(inverse.mul(before));
                *inverse = inverse.mul(&Scalar::select(none, &Scalar::ONE, scalar));
                *scalar = Scalar::select(none, &Scalar::ZERO, &this);
                before.wipe();
            }
        }
    };
}
use invert_all;

pub mod digits;
pub mod l25519;
/// Integers modulo each order, one in each lane.
pub mod lanes {
    pub mod l25519;
    pub mod nsm2;
}
/// Two short numbers in place of a long scalar: the same pairs for one scalar and for one in each lane.
pub mod lattice {
    pub mod lanes_vartime;
    pub mod one_vartime;
}
pub mod limbs;
pub mod nsm2;
