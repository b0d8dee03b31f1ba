//! Whether s·G + t·P has a given x on a Weierstrass curve: one signature over four or eight lanes, with half of the doublings.
//!
//! A signature of SM2 names x of the point R that s·G + t·P must be or be opposite to. A square root finds R up to its sign.
//! For v not a multiple of n and u ≡ v·t modulo n
//!
//! ```text
//! v·(s·G + t·P) = w·G + u·P   with w = v·s,
//! ```
//!
//! and as n is prime, that is v·R or −v·R exactly where s·G + t·P is R or −R: where the x of both sides is the same.
//! Since the sign is not known there are two sides to compute, with doublings each, and in one lane nothing is won. Here
//! they are neighbours, and u and v are of half the length of t (`scalar/lattice/one_vartime`; Antipa et al. 2005,
//! "Accelerated verification of ECDSA signatures", which has a hint of the sign):
//!
//! | of eight lanes | of four | what                                                                          |
//! |----------------|---------|-------------------------------------------------------------------------------|
//! | 0 … 5          | 0, 1    | w_i·(2^(b·i)·G) for the pieces w_i of w, of b = 43 bits or b = 129 bits each  |
//! | 6              | 2       | u·P                                                                           |
//! | 7              | 3       | v·R                                                                           |
//!
//! All lanes but the last are added up in the end.
//!
//! **Exceptions** are found as in [`group_vartime`](super::group_vartime): where Z of a result is
//! 0 there is no answer, and the caller computes in one lane.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group_vartime::{multiples, stepped, zeros};
use super::spread::moved;
use super::{BASE_PIECES, BasePieces};
use crate::ct::declassify;
use crate::curve::jacobian::{CurveLanes, Jacobian, PackedPoint};
use crate::field::{Field, Lanes, Sum};
use crate::lanes::{PerLane, Register};
use crate::lanes::{joined, joins};
use crate::scalar::digits::lanes::Digits;
use crate::scalar::lattice::one_vartime::ShortPair;
use crate::table::read::jacobian;

/// Bits a window: a table of 8 points a lane.
const WINDOW: usize = 4;
const ENTRIES: usize = 1 + (1 << (WINDOW - 1));
/// Of a number below 2^256; those of u and v are zero from [`SHORT_DIGITS`] on.
const DIGITS: usize = 64;
const SHORT_DIGITS: usize = 33;
/// u and v are below 2^LONGEST, so that no carry leaves their digits.
const LONGEST: u32 = 130;
const _: () = assert!(LONGEST < (WINDOW * SHORT_DIGITS - 1) as u32);

/// Bits between two pieces of [`BasePieces`].
const PIECE: usize = 43;

/// The lanes, of this many, into which others are added when lanes are joined for the `j`th time: in the end lane 0 has all, but for the
/// last lane.
#[inline(always)]
fn into(lanes: usize, j: u32) -> u8 {
    let below = (1 << (lanes >> (j + 1))) - 1;
    if j == 0 { below >> 1 } else { below }
}

/// The part of w that lane i has: as many pieces as are left for each lane but two.
#[inline(always)]
fn part<F: Field>(w: &[u64; 4], i: usize) -> [u64; 4] {
    let length = const {
        assert!(BASE_PIECES.is_multiple_of(F::LANES - 2));
        let length = PIECE * BASE_PIECES / (F::LANES - 2);
        assert!(length < LONGEST as usize);
        length
    };
    let mut part = [0; 4];
    for (j, word) in part.iter_mut().enumerate() {
        if 64 * j < length {
            *word = bits(w, length * i + 64 * j, length - 64 * j);
        }
    }
    part
}

/// Whether w·G + u·P and v·R have the same x; `None` if an addition met an exception, a lane had nothing to add, or u or v
/// is longer than 130 bits.
///
/// Cost: 128 doublings, 40 additions of 11M + 3S or less, and of 12M + 4S 3 where there are eight lanes, 2 where there are four.
#[inline(always)]
pub fn same_x_vartime<C: BasePieces, F: CurveLanes<C>>(
    w: &[u64; 4],
    pair: &ShortPair,
    P: &PackedPoint,
    R: &PackedPoint,
) -> Option<bool> {
    let is_long = |x: &[u64; 4]| x[3] != 0 || x[2] >> (LONGEST - 128) != 0;
    if is_long(&pair.u) || is_long(&pair.v) {
        return None;
    }
    let mut scalars = PerLane::<F::Vector, [u64; 4]>::splat([0; 4]);
    let mut points = PerLane::<F::Vector, &PackedPoint>::splat(P);
    let (P_lane, R_lane) = (F::LANES - 2, F::LANES - 1);
    for i in 0..P_lane {
        scalars[i] = part::<F>(w, i);
        points[i] = &C::pieces()[i * BASE_PIECES / P_lane];
    }
    (scalars[P_lane], scalars[R_lane], points[R_lane]) = (pair.u, pair.v, R);
    let negative = u8::from(pair.u_negative) << P_lane;
    let points = jacobian::load_lanes::<C, F>(points).negate_if(F::Vector::mask_of_bits(negative));

    let digits = Digits::<F::Vector, WINDOW, DIGITS>::new(&F::Vector::from_records(&scalars));
    let table: [_; ENTRIES] = multiples(&points);
    let mut Q = Jacobian::<C, F>::identity();
    let mut empty = u8::MAX;
    for i in (0..SHORT_DIGITS).rev() {
        if empty != u8::MAX {
            for _ in 0..WINDOW {
                Q = Q.double();
            }
        }
        let (index, negative) = digits.get(i);
        let index = index.to_array();
        let entry = jacobian::entries_of_lanes_vartime::<C, F, _>(&table, &index).negate_if(negative);
        let next = Q.add_distinct(&entry);
        Q = stepped(&Q, next, &entry.to_jacobian(), &mut empty, zeros::<F::Vector>(&index));
    }
    for j in 0..joins::<F::Vector>() {
        let next = Q.add_distinct(&moved(&Q, joined::<F::Vector>(j)));
        Q = Jacobian::select(F::Vector::mask_of_bits(into(F::LANES, j)), &next, &Q);
    }
    let Q = Q.to_cached();
    let from_R = PerLane::<F::Vector, u64>::splat(R_lane as u64);
    let difference = Q.X.mul(&Q.ZZ.permute(from_R)).sub(&Q.X.permute(from_R).mul(&Q.ZZ));
    let is_nothing = Q.Z.is_zero();
    let says_nothing = is_nothing.lane(0).or(is_nothing.lane(R_lane));
    if declassify(says_nothing, PUBLIC) {
        return None;
    }
    Some(declassify(difference.reduce().is_zero().lane(0), PUBLIC))
}

const PUBLIC: &str = "verification is public";

/// As many bits of w as are wanted from bit `at` on, 64 at most; those beyond w are 0.
#[inline(always)]
fn bits(w: &[u64; 4], at: usize, wanted: usize) -> u64 {
    let word = |i: usize| w.get(i).copied().unwrap_or(0);
    let (first, shift) = (at / 64, at % 64);
    let mut x = word(first) >> shift;
    if shift > 0 {
        x |= word(first + 1) << (64 - shift);
    }
    if wanted < 64 { x & ((1 << wanted) - 1) } else { x }
}
