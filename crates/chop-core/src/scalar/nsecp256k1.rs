//! Integers modulo n, the order of secp256k1's base point (SEC 2, 2.4.1), a prime just below 2^256:
//! 2^256 − 2^129 < n < 2^256 − 2^128. Products are reduced as `scalar/full_order.rs` says.

use super::endomorphism::Endomorphism;
use super::modulus::{self, Modulus};

/// n as little-endian words.
pub const ORDER: [u64; 4] =
    [0xbfd2_5e8c_d036_4141, 0xbaae_dce6_af48_a03b, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff];

/// An integer modulo n, big endian as bytes, as all numbers of secp256k1 are.
pub type Scalar = modulus::Scalar<NSecp256k1>;

/// The order n.
#[derive(Clone, Copy, Debug)]
pub struct NSecp256k1;

impl Modulus for NSecp256k1 {
    const ORDER: [u64; 4] = ORDER;
    const BIG_ENDIAN: bool = true;
}

impl Endomorphism for NSecp256k1 {
    const LAMBDA: [u64; 4] =
        [0xdf02_967c_1b23_bd72, 0x122e_22ea_2081_6678, 0xa526_1c02_8812_645a, 0x5363_ad4c_c05c_30e0];
    const SHIFT: usize = 6;
    const ROUNDED: [[u64; 4]; 2] = [
        [0xe893_209a_45db_b031, 0x3daa_8a14_71e8_ca7f, 0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd],
        [0x1571_b4ae_8ac4_7f71, 0x2212_08ac_9df5_06c6, 0x6f54_7fa9_0abf_e4c4, 0xe443_7ed6_010e_8828],
    ];
    const A: [[u64; 4]; 2] = [
        [0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd, 0, 0],
        [0x57c1_108d_9d44_cfd8, 0x14ca_50f7_a8e2_f3f6, 1, 0],
    ];
    const B: [[u64; 4]; 2] = [
        [0x6f54_7fa9_0abf_e4c3, 0xe443_7ed6_010e_8828, 0, 0],
        [0xe86c_90e4_9284_eb15, 0x3086_d221_a7d4_6bcd, 0, 0],
    ];
}
