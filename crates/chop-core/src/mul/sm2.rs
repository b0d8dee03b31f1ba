//! The group of SM2's curve: its order and the tables of its base point.

use super::weierstrass::{
    self, BASE_MULTIPLES, BASE_PIECES, BaseComb, BaseMultiples, BasePieces, BaseSplit, Group,
};
use crate::curve::sm2::{PackedPoint, Sm2};
use crate::scalar::nsm2;
use crate::table::{
    AffineLimbRow, AffineSplitGroup, SM2_COMB, SM2_COMB_LIMBS, SM2_MULTIPLES, SM2_ROWS, SM2_SPLIT,
    SPLIT_GROUPS, Sm2Comb,
};

impl Group for Sm2 {
    const ORDER: [u64; 4] = nsm2::ORDER;
}

impl BaseComb<SM2_ROWS> for Sm2 {
    #[inline(always)]
    fn comb() -> &'static Sm2Comb {
        &SM2_COMB
    }

    #[inline(always)]
    fn comb_limbs() -> &'static [AffineLimbRow; SM2_ROWS] {
        &SM2_COMB_LIMBS.0
    }
}

impl BaseSplit<SPLIT_GROUPS> for Sm2 {
    #[inline(always)]
    fn split() -> &'static [AffineSplitGroup; SPLIT_GROUPS] {
        &SM2_SPLIT.0
    }
}

static PIECES: [PackedPoint; BASE_PIECES] = weierstrass::pieces(&SM2_COMB);

impl BasePieces for Sm2 {
    #[inline(always)]
    fn pieces() -> &'static [PackedPoint; BASE_PIECES] {
        &PIECES
    }
}

impl BaseMultiples for Sm2 {
    #[inline(always)]
    fn multiples() -> &'static [PackedPoint; BASE_MULTIPLES] {
        &SM2_MULTIPLES.0
    }
}
