//! The ladder of RFC 7748 over four lanes: the least time of one X25519.
//!
//! A step is a product, a square and a product of vectors, one after the other, where [`montgomery`](super::montgomery) makes ten products
//! of one lane:
//!
//! | lanes                     | what                                                                     |
//! |---------------------------|--------------------------------------------------------------------------|
//! | A, B, C, D                | x2 + z2, x2 − z2, x3 + z3, x3 − z3                                        |
//! | AA, BB, DA, CB            | first product: A, B, D, C by A, B, A, B                                   |
//! | AA, E, F, G               | E = AA − BB, F = DA + CB, G = DA − CB                                     |
//! | AA², E², F², G²           | the square                                                               |
//! | AA·E, c·E², 0, u·G²       | second product: AA, E², F², G² by E, c, 0, u; c = (486662 − 2)/4         |
//!
//! x2 = AA·BB = AA² − AA·E and z2 = E·(AA + c·E) = AA·E + c·E², x3 = F² and z3 = u·G², are not made. Of them only the next sums are:
//! A = AA² + c·E², B = AA² − c·E² − 2·AA·E, C = F² + u·G², D = F² − u·G².
//!
//! Bounds in units of 2^56, of which a product has at most 8 and a carry takes 72: AA and DA begin with 8 … 9, so that what is taken from
//! them, BB and CB, leaves no less than 0; AA² and F² begin with 24 … 25, from which a product and twice another are taken. Sums are at
//! most 41.
//!
//! Contract: constant time in the scalar and in u.
#![allow(non_snake_case)] // vectors of coordinates are capital letters

use super::montgomery::ProjectiveU;
use crate::field::f25519::coordinates::{Columns, Coordinates, Start, ZERO};
use crate::field::f25519::{F25519, MODULUS};
use crate::field::{Lanes, Sum};

/// (486662 − 2)/4.
const C: [u64; 4] = [121_665, 0, 0, 0];
/// The columns with which AA, BB, DA and CB begin.
const PRODUCTS: Start = Start::new([9, 0, 9, 0]);
/// The columns with which the squares begin.
const SQUARES: Start = Start::new([25, 0, 25, 0]);

const ZERO_WORDS: [u64; 4] = [0; 4];
const ONE_WORDS: [u64; 4] = [1, 0, 0, 0];

/// Constants of a step.
struct Constants<F: Coordinates> {
    /// 1, c, 0, u.
    factors: F,
    /// The lanes of differences.
    differences: F::Pattern,
}

/// k·(u, ·) for a 255-bit k, taken as it is (clamping is the caller's). Bit 255 of `u` is ignored.
///
/// Cost: 255 steps of 2 products, a square, 3 carries, 40 permutations.
#[inline(always)]
pub fn ladder<G: F25519, F: Coordinates>(k: &[u64; 4], u: &[u64; 4]) -> ProjectiveU<G> {
    let constants = Constants {
        factors: F::from_words(&[ONE_WORDS, C, ZERO_WORDS, *u]),
        differences: F::pattern(0b1010),
    };
    let minus_one = [MODULUS[0] - 1, MODULUS[1], MODULUS[2], MODULUS[3]];
    let points = F::from_words(&[ONE_WORDS, ONE_WORDS, *u, *u]).widen();
    let mut S = points.add(&F::from_words(&[ZERO_WORDS, ZERO_WORDS, ONE_WORDS, minus_one]).widen()).carry();
    let mut before = 0;
    for t in (0..255).rev() {
        let bit = k[t / 64] >> (t % 64) & 1;
        S = step(&S, F::all_if(bit ^ before), &constants);
        before = bit;
    }
    let words = S.moved_across([0, 1, 0, 1], F::all_if(before)).to_words();
    let [A, B] = [words[0], words[1]].map(|words| G::from_loose(&Lanes::splat(words)).widen());
    ProjectiveU { u: A.add(&B).carry(), w: A.sub(&B).carry() }
}

/// The sums and differences for (2·P2, P2 + P3), given those for P2 and P3, whose difference is (u : 1). Of (2·P3, P2 + P3) where the mask
/// is true.
#[inline(always)]
fn step<F: Coordinates>(S: &F, exchanged: F::Mask, k: &Constants<F>) -> F {
    let [left, right] = [S.moved_across([0, 1, 3, 2], exchanged), S.moved_across([0, 1, 0, 1], exchanged)];
    let W = left.mul_onto(&PRODUCTS, &right); //                                     AA, BB, DA, CB
    let U = W.moved([0, 0, 2, 2]).add_or_sub(k.differences, &W.moved([ZERO, 1, 3, 3])).carry(); // AA, E, F, G
    let V = U.sqr_onto(&SQUARES); //                                                 AA², E², F², G²
    let L = F::blended(0b0001, &U, &V.carry()); //                                   AA, E², F², G²
    let P = L.mul_onto(&Start::ZERO, &F::blended(0b0001, &U.moved([1, 0, 3, 2]), &k.factors)); // by E, c, 0, u
    let twice = P.moved([ZERO, 0, ZERO, 2]);
    let S = V.moved([0, 0, 2, 2]).add_or_sub(k.differences, &P.moved([1, 1, 3, 3]));
    S.sub(&twice.add(&twice)).carry()
}
