//! Scalars: integers modulo the order of a group, and their digits.
//!
//! | file       | what                                                                              |
//! |------------|-----------------------------------------------------------------------------------|
//! | [`limbs`]  | multi-word integers, one source for words of 64 and of 32 bits                    |
//! | [`l25519`] | integers modulo ℓ, the order of the base point of edwards25519; clamping          |
//! | [`recode`] | signed digits for fixed windows, sliding windows and buckets                      |

pub mod l25519;
pub mod limbs;
pub mod recode;
