//! Scalars: integers modulo the order of a group, and their digits.
//!
//! | file          | what                                                                           |
//! |---------------|--------------------------------------------------------------------------------|
//! | [`lattice_vartime`] | two short numbers in place of a long scalar                               |
//! | [`limbs`]     | multi-word integers, one source for words of 64 and of 32 bits                 |
//! | [`l25519`]    | integers modulo ℓ, the order of the base point of edwards25519; clamping       |
//! | [`l25519x8`]  | the same integers, eight at a time                                             |
//! | [`nsm2`]      | integers modulo n, the order of the base point of SM2                          |
//! | [`nsm2x8`]    | the same integers, eight at a time                                             |
//! | [`recode`]    | signed digits for fixed windows, sliding windows and buckets                   |
//! | [`digits_x8`] | signed digits for fixed windows of eight scalars                               |

pub mod digits_x8;
pub mod l25519;
pub mod l25519x8;
pub mod lattice_vartime;
pub mod limbs;
pub mod nsm2;
pub mod nsm2x8;
pub mod recode;
