//! One a·P + b·G for public scalars on a curve with an endomorphism φ: over four or eight lanes, from the doubles of P.
//!
//! Where a sum is made from the greatest digit down, doublings and additions take turns, and each waits for the one before. Here only the
//! doublings do: first all (−2)^i·P are computed, i ≤ 128. The sum has terms that can be added in any order, as many at a time as there are lanes:
//!
//! - ±2^i·P for the digits of the non-adjacent form of a1 and ±2^i·φ(P) for those of a2, where a = a1 + a2·λ (`scalar/endomorphism.rs`):
//!   86 terms on average, and no table of multiples of P;
//! - d_j·64^j·G out of the comb of G for the 43 digits d_j of b.
//!
//! In the end all lanes are added up.
//!
//! **Doublings** have a coordinate in a lane, [X, V, Z] for V = 2·Y, so that three rounds of products are what each takes instead of seven products.
//! The formula is that of [`Jacobian::times_minus_two`]:
//!
//! | lane | round 1 | then    | round 2  | then                     | round 3                   |
//! |------|---------|---------|----------|--------------------------|---------------------------|
//! | 0    | X²      | E = 3·X² | E²      | X3 = E² − 2·D            |                           |
//! | 1    | V²      | G = V²  | D = X·G  | rest = X3 − D = E² − 3·D | −V3 = 2·E·rest + G²       |
//! | 2    | V·Z     | Z3      | G²       |                          |                           |
//! | 3    | Z²      | for additions of the point |          |       |                           |
//!
//! **Exceptions** are found as in [`group_vartime`](super::group_vartime): where Z of the result is 0, it says nothing.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group_vartime::{Sum, add_rows, comb_digits};
use super::{BaseComb, EndomorphicGroup};
use crate::ct::declassify;
use crate::curve::jacobian::{Affine, Cached, Curve, CurveLanes, Jacobian};
use crate::field::{PrimeLaneField, Sum as _};
use crate::lanes::{Lanes, PerLane, Register, bundle_rows};
use crate::scalar::digits::length_vartime;
use crate::scalar::endomorphism::Half;
use crate::scalar::limbs;

const PUBLIC: &str = "verification is public";

/// Digits of the non-adjacent form of half of a scalar, below 2^128.
const LENGTH: usize = 129;
/// Digits of two halves that are not 0: no two neighbours of one half are.
const TERMS: usize = 2 * LENGTH.div_ceil(2);

/// Coordinates of a double, each in a lane.
const COORDINATES: usize = 4;

/// X, V, Z and Z² of a double by limbs: limb l of coordinate c is number 4·l + c.
type Row = [u64; 5 * COORDINATES];

/// a·P + b·G in each lane, for the halves of a, and b below n in little-endian words. Where Z is 0: see the top of this file.
///
/// Cost in eight lanes: 128 doublings of 3M one after the other; about 11 additions of 13M + 3S, 6 products, 6 additions of 8M + 3S, and 3 of
/// 12M + 4S. 25 KB of stack.
#[inline(always)]
pub fn mul_vartime<C, F, const ROWS: usize>(a: &[Half; 2], P: &Affine<C, F>, b: &[u64; 4]) -> Jacobian<C, F>
where
    C: BaseComb<ROWS> + EndomorphicGroup,
    F: CurveLanes<C>,
{
    let mut terms = Terms { terms: [Term { place: 0, negative: false, image: false }; TERMS], n: 0 };
    terms.append(&a[0], false);
    terms.append(&a[1], true);
    // No digit is above the bits of its half but one place.
    let top = length_vartime(&a[0].magnitude).max(length_vartime(&a[1].magnitude));
    let doubles = doubles(P, top);
    let mut sum = Sum::nothing();
    for first in (0..terms.n).step_by(F::LANES) {
        let (term, none) = terms.load::<C, F>(&doubles, first);
        sum.add_but(&term, none);
    }
    add_rows(&mut sum, &[C::comb()], &[comb_digits(b)]);
    sum.join();
    sum.point
}

/// From which lanes the first four are taken. What the others have is read by nobody.
#[inline(always)]
fn from<V: Register>(lanes: [u64; COORDINATES]) -> PerLane<V, u64> {
    const { assert!(V::LANES >= COORDINATES) };
    let mut from = PerLane::<V, u64>::splat(0);
    for lane in 0..COORDINATES {
        from[lane] = lanes[lane];
    }
    from
}

/// The element with these lanes in the places of its first four.
#[inline(always)]
fn moved<F: PrimeLaneField>(x: &F, lanes: [u64; COORDINATES]) -> F {
    x.permute(from::<F::Vector>(lanes))
}

/// The sum with this lane in the places of its first four.
#[inline(always)]
fn spread<F: PrimeLaneField>(sum: &F::Sum, lane: u64) -> F::Sum {
    F::permute_sum(sum, from::<F::Vector>([lane; COORDINATES]))
}

/// `x` in these lanes, as bits, else `y`.
#[inline(always)]
fn select<F: PrimeLaneField>(lanes: u8, x: &F, y: &F) -> F {
    F::select(F::Vector::pattern(lanes), x, y)
}

/// (−2)^i·P for i up to `top`.
#[inline(always)]
fn doubles<C: Curve, F: CurveLanes<C>>(P: &Affine<C, F>, top: usize) -> [Row; LENGTH] {
    let mut rows = [[0; 5 * COORDINATES]; LENGTH];
    let V = P.y.widen().double().reduce();
    let mut point = select(0b0001, &P.x, &select(0b0010, &V, &F::one()));
    for row in &mut rows[..=top] {
        let (own, next) = doubled::<C, F>(&point);
        let limbs = own.to_limbs();
        for l in 0..5 {
            let lanes = limbs[l].to_array();
            for c in 0..COORDINATES {
                row[COORDINATES * l + c] = lanes[c];
            }
        }
        point = next;
    }
    rows
}

/// A point, with Z² in its last lane, and −2 times the point. Depths as those of [`Jacobian::times_minus_two`].
#[inline(always)]
fn doubled<C: Curve, F: CurveLanes<C>>(point: &F) -> (F, F) {
    let first = moved(point, [0, 1, 1, 2]).mul_soon(&moved(point, [0, 1, 2, 2]));
    let thrice = first.double().add(&first).carry();
    let first = select(0b0001, &thrice, &first.reduce()); //                    [E, G, Z3, Z²]
    let left = select(0b0010, &moved(point, [0; 4]), &moved(&first, [0, 0, 1, 0]));
    let second = left.mul_soon(&moved(&first, [0, 1, 1, 0])); //                [E², D, G²]
    let D = spread::<F>(&second, 1);
    let rest = spread::<F>(&second, 0).sub(&D.double().add(&D)); //             E² − 3·D, depth 5
    let X3 = rest.add(&D).reduce(); //                                          X3, depth 6
    let product = moved(&first, [0; 4]).mul_soon(&rest.carry());
    let V3 = product.double().add(&spread::<F>(&second, 2)).reduce(); //        −V3, depth 3
    let next = select(0b0001, &X3, &select(0b0010, &V3, &first));
    (select(0b1000, &first, point), next)
}

/// ±(−2)^place·P, or the endomorphism of it.
#[derive(Clone, Copy)]
struct Term {
    place: u8,
    negative: bool,
    image: bool,
}

/// The terms of a·P, those with the endomorphism behind the others.
struct Terms {
    terms: [Term; TERMS],
    n: usize,
}

impl Terms {
    /// Appends the terms of half of a scalar.
    ///
    /// Its non-adjacent form has a digit other than 0 where k and 3·k differ in the next bit, and a negative one where k has it.
    #[inline(always)]
    fn append(&mut self, half: &Half, image: bool) {
        let k = &half.magnitude;
        let (thrice, _) = limbs::add(&limbs::add(k, k).0, k);
        let is_negative = declassify(half.negative, PUBLIC);
        for i in 0..3 {
            let mut digits = thrice[i] ^ k[i];
            while digits != 0 {
                let bit = digits.trailing_zeros() as usize;
                digits &= digits - 1;
                let place = 64 * i + bit - 1;
                let negative = (k[i] >> bit & 1 == 1) != (is_negative != (place % 2 == 1));
                self.terms[self.n] = Term { place: place as u8, negative, image };
                self.n += 1;
            }
        }
    }

    /// The terms of a group from `first` on, and the lanes, as bits, that have none.
    #[inline(always)]
    fn load<C: EndomorphicGroup, F: CurveLanes<C>>(
        &self,
        doubles: &[Row; LENGTH],
        first: usize,
    ) -> (Cached<C, F>, u8) {
        let mut rows = PerLane::<F::Vector, &Row>::splat(&doubles[0]);
        let (mut negative, mut images, mut none) = (0, 0, 0);
        for lane in 0..F::LANES {
            let i = first + lane;
            none |= u8::from(i >= self.n) << lane;
            let term = &self.terms[i.min(TERMS - 1)];
            negative |= u8::from(term.negative) << lane;
            images |= u8::from(term.image) << lane;
            if let Some(row) = doubles.get(usize::from(term.place)) {
                rows[lane] = row;
            }
        }
        let term = unpack::<C, F>(rows).negate_if(F::Vector::mask_of_bits(negative));
        if images == 0 {
            return (term, none);
        }
        (Cached::select(F::Vector::mask_of_bits(images), &term.image(), &term), none)
    }
}

/// The point of each lane's row: (4·X : 4·V : 2·Z), which is (4·X : 8·Y : 2·Z). Cost: 1M.
#[inline(always)]
fn unpack<C: Curve, F: CurveLanes<C>>(rows: PerLane<F::Vector, &Row>) -> Cached<C, F> {
    let l = bundle_rows::<F::Vector, { 5 * COORDINATES }>(rows);
    let X = F::from_limbs([l[0], l[4], l[8], l[12], l[16]]).widen().double().double().reduce();
    let Y = F::from_limbs([l[1], l[5], l[9], l[13], l[17]]).widen().double().double().reduce();
    let Z = F::from_limbs([l[2], l[6], l[10], l[14], l[18]]).widen().double().reduce();
    let ZZ = F::from_limbs([l[3], l[7], l[11], l[15], l[19]]).widen().double().double().carry();
    let ZZZ = ZZ.mul(&Z).carry();
    Cached::from_coordinates([X, Y, Z, ZZ, ZZZ])
}
