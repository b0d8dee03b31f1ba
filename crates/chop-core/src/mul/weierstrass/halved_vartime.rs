//! Whether s·G + t·P has a given x on a Weierstrass curve: one signature over eight lanes or more, with half of the doublings.
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
//! | lane    | what                                                            |
//! |---------|-----------------------------------------------------------------|
//! | 0 … 5   | w_i·(2^(43·i)·G) for the pieces w_i of w, of 43 bits each       |
//! | 6       | u·P                                                             |
//! | 7       | v·R                                                             |
//!
//! Lanes 0 … 6 are added up in the end. Where there are fewer lanes than that, there is no answer, and the caller computes in
//! one lane.
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
use crate::field::{Lanes, Sum};
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

/// Bits of a piece of w.
const PIECE: usize = 43;
const P_LANE: usize = 6;
const R_LANE: usize = 7;
/// Lanes that have something to do.
const ROLES: usize = 8;
/// The lanes into which others are added each time when lanes are joined: in the end lane 0 has all, but for lane 7.
const INTO: [u8; 3] = [0b0000_0111, 0b0000_0011, 0b0000_0001];

/// Whether w·G + u·P and v·R have the same x; `None` if an addition met an exception, a lane had nothing to add, u or v
/// is longer than 130 bits, or there are not eight lanes.
///
/// Cost: 128 doublings, 40 additions of 11M + 3S or less, 3 of 12M + 4S, of eight lanes each.
#[inline(always)]
pub fn same_x_vartime<C: BasePieces, F: CurveLanes<C>>(
    w: &[u64; 4],
    pair: &ShortPair,
    P: &PackedPoint,
    R: &PackedPoint,
) -> Option<bool> {
    if const { F::LANES != ROLES } {
        return None;
    }
    let is_long = |x: &[u64; 4]| x[3] != 0 || x[2] >> (LONGEST - 128) != 0;
    if is_long(&pair.u) || is_long(&pair.v) {
        return None;
    }
    let mut scalars = PerLane::<F::Vector, [u64; 4]>::splat([0; 4]);
    let mut points = PerLane::<F::Vector, &PackedPoint>::splat(P);
    for i in 0..BASE_PIECES {
        scalars[i][0] = piece(w, PIECE * i);
        points[i] = &C::pieces()[i];
    }
    (scalars[P_LANE], scalars[R_LANE], points[R_LANE]) = (pair.u, pair.v, R);
    let negative = u8::from(pair.u_negative) << P_LANE;
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
        Q = Jacobian::select(F::Vector::mask_of_bits(INTO[j as usize]), &next, &Q);
    }
    let Q = Q.to_cached();
    let R_lane = PerLane::<F::Vector, u64>::splat(R_LANE as u64);
    let difference = Q.X.mul(&Q.ZZ.permute(R_lane)).sub(&Q.X.permute(R_lane).mul(&Q.ZZ));
    let is_nothing = Q.Z.is_zero();
    let says_nothing = is_nothing.lane(0).or(is_nothing.lane(R_LANE));
    if declassify(says_nothing, PUBLIC) {
        return None;
    }
    Some(declassify(difference.reduce().is_zero().lane(0), PUBLIC))
}

const PUBLIC: &str = "verification is public";

/// Bits `at` … `at + 43` of w.
#[inline(always)]
fn piece(w: &[u64; 4], at: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    let mut x = w[word] >> shift;
    if shift + PIECE > 64 && word < 3 {
        x |= w[word + 1] << (64 - shift);
    }
    x & ((1 << PIECE) - 1)
}
