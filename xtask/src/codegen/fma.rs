//! Kernels of the level `fma` over secret lanes. Their jobs are those of the level `ifma`; what is counted is less: multiply-adds of doubles,
//! jumps, and moves of lanes.

use super::rules::{Kernel, Secret};

/// A kernel: its multiply-adds at least, its conditional jumps and its moves at most. It may end in one lane, and panic and call through
/// pointers as on `ifma`.
pub(super) const fn kernel(name: &'static str, multiply_adds: usize, jumps: usize, moves: usize) -> Kernel {
    Kernel {
        name,
        multiply_adds,
        wide: 0,
        one_lane: true,
        panics: usize::MAX,
        through_pointers: usize::MAX,
        halves: usize::MAX,
        secret: Some(Secret { jumps, moves }),
    }
}

/// A step over public lanes.
pub(super) const fn public(name: &'static str) -> Kernel {
    Kernel { secret: None, ..kernel(name, 0, 0, 0) }
}

/// Where results become words, they leave lanes by loads of what was stored, or by moves; which one is the compiler's choice.
pub(super) const KERNELS: &[Kernel] = &[
    kernel("fma ed25519::scalars::Expand", 0, 6, 0),
    kernel("fma ed25519::scalars::Reduce", 0, 9, 0),
    kernel("fma ed25519::scalars::Respond", 0, 16, 4),
    kernel("fma ed25519::sign::Multiples", 225, 18, 0),
    // The moves are the limbs of the first lane, which ends the sum.
    kernel("fma group::edwards::MulBase", 765, 4, 15),
    // The moves are those limbs, and the places of limbs that are moved.
    kernel("fma weierstrass::group::MulBase<chop_core::curve::sm2::Sm2>", 0, 4, 13),
    kernel("fma weierstrass::group::MulBase<chop_core::curve::secp256k1::Secp256k1>", 0, 4, 13),
    kernel("fma hash::Group<chop_core::hash::sha512::Sha512>", 0, 4, 0),
    kernel("fma hash::Group<chop_core::hash::sm3::Sm3>", 0, 3, 0),
    kernel("fma hazmat::edwards::Decode", 117, 0, 3),
    kernel("fma hazmat::edwards::IsTorsionFree", 448, 9, 2),
    kernel("fma hazmat::edwards::MapToCurve", 594, 0, 0),
    kernel("fma hazmat::edwards::Mul", 358, 6, 0),
    kernel("fma hazmat::edwards::MulMontgomery", 117, 1, 8),
    // The moves are the words of points, and which of them there are; in a sum also constants that are copied by vectors.
    kernel("fma hazmat::edwards_many::Decode", 117, 12, 9),
    kernel("fma hazmat::edwards_many::Mul", 2538, 44, 0),
    kernel("fma hazmat::edwards_many::Multiples", 0, 7, 0),
    kernel("fma hazmat::edwards_many::Sum", 1512, 44, 6),
    kernel("fma hazmat::edwards_many::SumOfFew", 387, 23, 0),
    kernel("fma hazmat::edwards_many::ToAffine<AffinePoint>", 225, 16, 0),
    kernel("fma hazmat::edwards_many::ToAffine<[u8; 32]>", 225, 16, 8),
    kernel("fma hazmat::ristretto::Decode", 441, 0, 1),
    kernel("fma hazmat::ristretto::Encode", 612, 0, 5),
    kernel("fma hazmat::ristretto::FromUniformBytes", 1044, 2, 0),
    kernel("fma hazmat::ristretto_many::Decode", 441, 12, 3),
    kernel("fma hazmat::ristretto_many::Encode", 612, 15, 0),
    kernel("fma hazmat::ristretto_many::FromUniformBytes", 1044, 9, 4),
    kernel("fma hazmat::weierstrass::AffineOf<chop_core::curve::sm2::Sm2>", 297, 20, 0),
    kernel("fma hazmat::weierstrass::AffineOf<chop_core::curve::secp256k1::Secp256k1>", 372, 20, 0),
    kernel("fma hazmat::weierstrass::Multiples<chop_core::curve::sm2::Sm2>", 0, 8, 0),
    kernel("fma hazmat::weierstrass::Multiples<chop_core::curve::secp256k1::Secp256k1>", 0, 8, 0),
    // The moves are digits, stored by the lanes and read as bytes: they become masks.
    kernel("fma hazmat::weierstrass::Products<chop_core::curve::sm2::Sm2>", 288, 42, 6),
    kernel("fma hazmat::weierstrass::Products<chop_core::curve::secp256k1::Secp256k1>", 300, 42, 6),
    // The move is the place of a list, which is given back after a panic.
    kernel("fma hazmat::weierstrass::Sum<chop_core::curve::sm2::Sm2>", 909, 66, 1),
    kernel("fma hazmat::weierstrass::Sum<chop_core::curve::secp256k1::Secp256k1>", 1100, 66, 1),
    kernel("fma leaky::JumpOnLane", 0, 0, 0),
    kernel("fma leaky::SelectByBit", 0, 1, 0),
    // The product and the square modulo 2^255 − 19, in assembly: called where the compiler does not write them out.
    kernel("fma product", 50, 0, 0),
    kernel("fma square", 30, 0, 0),
    kernel("fma weierstrass::point::Many<chop_core::curve::sm2::Sm2>", 0, 14, 0),
    kernel("fma weierstrass::point::Many<chop_core::curve::secp256k1::Secp256k1>", 0, 14, 0),
    // The moves are the same.
    kernel("fma weierstrass::point::ManyAffine<chop_core::curve::sm2::Sm2>", 0, 87, 2),
    kernel("fma weierstrass::point::ManyAffine<chop_core::curve::secp256k1::Secp256k1>", 0, 87, 2),
    kernel("fma weierstrass::scalars::InvertAll<chop_core::scalar::nsm2::NSm2>", 0, 22, 0),
    kernel("fma weierstrass::scalars::InvertAll<chop_core::scalar::nsecp256k1::NSecp256k1>", 0, 22, 0),
    // The moves are r and s, which become bytes, and whether there is a signature.
    kernel("fma sm2::sign::sign_many::Many", 0, 16, 9),
    // The moves are the words of two results, which end in one lane.
    kernel("fma x25519::Exchange", 117, 1, 8),
    kernel("fma x25519::Exchanges", 1476, 41, 4),
    kernel("fma x25519::PublicKeys", 180, 15, 4),
    public("fma apart AddUp<Fe<P25519, F64x4>>"),
    kernel("fma apart InvertLanes<Fe<P25519, F64x4>>", 135, 2, 0),
    kernel("fma apart InvertLanes<Fe<PSm2, F64x4>>", 0, 2, 0),
    kernel("fma apart InvertLanes<Fe<PSecp256k1, F64x4>>", 0, 2, 0),
    kernel("fma apart MulBase<F64x4>", 360, 4, 0),
    kernel("fma apart MulBase<Sm2, Fe<PSm2, F64x4>, 43>", 0, 4, 0),
    kernel("fma apart MulBase<Secp256k1, Fe<PSecp256k1, F64x4>, 43>", 0, 4, 0),
    public("fma apart MulVartime<F64x4>"),
    public("fma apart OddSums<F64x4>"),
    public("fma apart AddWithExceptions<Secp256k1, Fe<PSecp256k1, F64x4>>"),
    public("fma apart SumGroups<Fe<PSecp256k1, F64x4>>"),
    public("fma apart SumOfDistinct<Secp256k1, Fe<PSecp256k1, F64x4>>"),
    public("fma apart SumOfAny<Secp256k1, Fe<PSecp256k1, F64x4>>"),
    // The products of the fields of Weierstrass curves, which kernels call.
    kernel("fma apart Product<PSm2, F64x4>", 50, 0, 0),
    kernel("fma apart Product<PSecp256k1, F64x4>", 37, 0, 0),
    kernel("fma apart Square<PSm2, F64x4>", 30, 0, 0),
    kernel("fma apart Square<PSecp256k1, F64x4>", 22, 0, 0),
    kernel("fma apart TwoProducts<PSecp256k1, F64x4>", 67, 0, 0),
    kernel("fma apart ProductsAndSquare<PSecp256k1, F64x4>", 55, 0, 0),
    kernel("fma apart SqrtRatios<Fe<P25519, F64x4>, 1>", 765, 4, 0),
    kernel("fma apart SqrtRatios<Fe<P25519, F64x4>, 2>", 972, 7, 0),
    kernel("fma apart SqrtRatios<Fe<P25519, F64x4>, 3>", 738, 14, 0),
];
