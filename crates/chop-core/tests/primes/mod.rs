//! The primes of 256 bits, of fields and of orders, that are tested by the same laws, each with what the laws need to know.

#![allow(dead_code, unused_macros, unused_imports)] // each test uses a part

use chop_core::curve::jacobian::Curve as _;
use chop_core::curve::secp256k1::Secp256k1;
use chop_core::curve::sm2::Sm2;
use chop_core::field::full_field::FullPrime;
use chop_core::field::full_limbs::Words64;
use chop_core::field::{Limbs, full_field};
use chop_core::field::{fsecp256k1, fsm2};
use chop_core::scalar::lanes::LaneModulus;
use chop_core::scalar::nsecp256k1::NSecp256k1;
use chop_core::scalar::nsm2::NSm2;
use chop_ref::BigUint;
use chop_ref::weierstrass::Curve;

/// A prime of 256 bits under a curve.
pub(crate) trait Prime256: FullPrime {
    /// The reference's curve.
    fn curve() -> &'static Curve;
    /// 0, 1, b and the coordinates of the base point.
    const CONSTANTS: [Self::Constant; 5];
    /// The little-endian words of a constant.
    fn words(constant: &Self::Constant) -> [u64; 4];
    /// In one lane a is held as a·R modulo p: R.
    fn full_form() -> BigUint;
    /// R of the fields in lanes.
    fn lane_form(limbs: Limbs) -> BigUint;

    /// p.
    fn p() -> &'static BigUint {
        &Self::curve().p
    }

    /// The values of [`Prime256::CONSTANTS`].
    fn values() -> [BigUint; 5] {
        let (x, y) = Self::curve().G.clone().unwrap();
        [int(0), int(1), Self::curve().b.clone(), x, y]
    }
}

impl Prime256 for fsm2::PSm2 {
    fn curve() -> &'static Curve {
        chop_ref::sm2::sm2()
    }
    const CONSTANTS: [fsm2::Constant; 5] =
        [fsm2::Constant::ZERO, fsm2::Constant::ONE, Sm2::B, Sm2::BASE_X, Sm2::BASE_Y];
    fn words(constant: &fsm2::Constant) -> [u64; 4] {
        constant.words()
    }
    fn full_form() -> BigUint {
        power(256)
    }
    fn lane_form(limbs: Limbs) -> BigUint {
        match limbs {
            Limbs::Radix52 => power(260),
            Limbs::Doubles51 => power(255),
        }
    }
}

impl Prime256 for fsecp256k1::PSecp256k1 {
    fn curve() -> &'static Curve {
        chop_ref::secp256k1()
    }
    const CONSTANTS: [fsecp256k1::Constant; 5] = [
        fsecp256k1::Constant::ZERO,
        fsecp256k1::Constant::ONE,
        Secp256k1::B,
        Secp256k1::BASE_X,
        Secp256k1::BASE_Y,
    ];
    fn words(constant: &fsecp256k1::Constant) -> [u64; 4] {
        constant.words()
    }
    fn full_form() -> BigUint {
        int(1)
    }
    fn lane_form(limbs: Limbs) -> BigUint {
        match limbs {
            Limbs::Radix52 => int(1),
            Limbs::Doubles51 => (Self::p() + 1u8) >> 1,
        }
    }
}

/// The field of one element with products in plain Rust.
pub(crate) type Full<P> = full_field::Fe<P, Words64>;

pub(crate) fn int(x: u64) -> BigUint {
    BigUint::from(x)
}

pub(crate) fn power(n: u32) -> BigUint {
    int(1) << n
}

pub(crate) fn words(x: &BigUint) -> [u64; 4] {
    let mut words = x.to_u64_digits();
    words.resize(4, 0);
    words.try_into().unwrap()
}

pub(crate) fn from_words(words: &[u64; 4]) -> BigUint {
    BigUint::from_bytes_be(&chop_core::field::big_endian::words_to_bytes(words))
}

/// A constant of a field, whose type stands for the prime.
pub(crate) trait OfPrime: Copy + 'static {
    /// The prime.
    type Prime: Prime256<Constant = Self>;
}

impl OfPrime for fsm2::Constant {
    type Prime = fsm2::PSm2;
}

impl OfPrime for fsecp256k1::Constant {
    type Prime = fsecp256k1::PSecp256k1;
}

/// The order of a base point, of 256 bits.
pub(crate) trait Order256: LaneModulus {
    /// n.
    fn n() -> &'static BigUint;
}

impl Order256 for NSm2 {
    fn n() -> &'static BigUint {
        &chop_ref::sm2::sm2().n
    }
}

impl Order256 for NSecp256k1 {
    fn n() -> &'static BigUint {
        &chop_ref::secp256k1().n
    }
}
