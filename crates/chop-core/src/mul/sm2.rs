//! The group of SM2's curve: its order and the tables of its base point.

use super::weierstrass::{
    self, BASE_MULTIPLES, BASE_PIECES, BaseComb, BaseMultiples, BasePieces, BaseSplit, Group,
};
use crate::curve::sm2::{PackedPoint, Sm2};
use crate::field::Limbs;
use crate::scalar::nsm2;
use crate::table::{
    AffineLimbRow, AffineSplitGroup, SM2_COMB, SM2_MULTIPLES, SM2_ROWS, SPLIT_GROUPS, Sm2Comb,
    sm2_comb_limbs, sm2_split,
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
    fn comb_limbs(kind: Limbs) -> &'static [AffineLimbRow; SM2_ROWS] {
        sm2_comb_limbs(kind)
    }
}

impl BaseSplit<SPLIT_GROUPS> for Sm2 {
    #[inline(always)]
    fn split(kind: Limbs) -> &'static [AffineSplitGroup; SPLIT_GROUPS] {
        sm2_split(kind)
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
