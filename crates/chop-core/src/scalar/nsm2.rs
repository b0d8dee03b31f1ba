//! Integers modulo n, the order of SM2's base point (GB/T 32918.5), a prime just below 2^256:
//! 2^256 − 2^224 − 2^128 < n < 2^256 − 2^224. Products are reduced as `scalar/full_order.rs` says.

use super::modulus::{self, Modulus};

/// n as little-endian words.
pub const ORDER: [u64; 4] =
    [0x53bb_f409_39d5_4123, 0x7203_df6b_21c6_052b, 0xffff_ffff_ffff_ffff, 0xffff_fffe_ffff_ffff];

/// An integer modulo n, big endian as bytes, as all numbers of SM2 are.
pub type Scalar = modulus::Scalar<NSm2>;

/// The order n.
#[derive(Clone, Copy, Debug)]
pub struct NSm2;

impl Modulus for NSm2 {
    const ORDER: [u64; 4] = ORDER;
    const BIG_ENDIAN: bool = true;
}
