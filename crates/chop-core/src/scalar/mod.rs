//! Scalars: integers modulo the order of a group, and their digits.
//!
//! | module        | what                                                                                    |
//! |---------------|-----------------------------------------------------------------------------------------|
//! | [`limbs`]     | multi-word integers, one source for words of 64 and of 32 bits                          |
//! | [`modulus`]   | integers modulo the order of a group                                                    |
//! | [`l25519`]    | integers modulo ℓ, the order of the base point of edwards25519; clamping                |
//! | [`nsm2`], [`nsecp256k1`] | integers modulo n, the order of the base point of SM2 and of secp256k1       |
//! | `full_order`  | how numbers are reduced modulo an order of 256 bits                                     |
//! | [`lanes`]     | the same integers, one in each lane                                                     |
//! | [`endomorphism`] | two halves in place of a scalar, for a group with an endomorphism                     |
//! | [`digits`]    | signed digits of a scalar, of a scalar in each lane, and of one scalar over the lanes   |
//! | [`lattice`]   | two short numbers in place of a long scalar, of one and in each lane                    |

pub mod digits;
pub mod endomorphism;
mod full_order;
pub mod l25519;
pub mod lanes;
/// Two short numbers in place of a long scalar: the same pairs for one scalar and for one in each lane.
pub mod lattice {
    pub mod lanes_vartime;
    pub mod one_vartime;
}
pub mod limbs;
pub mod modulus;
pub mod nsecp256k1;
pub mod nsm2;
