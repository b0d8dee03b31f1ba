//! The ladder of RFC 7748 over four lanes: the least time of one X25519.
//!
//! A step is three products of vectors, one after the other, where [`montgomery`](super::montgomery) makes ten of one lane:
//!
//! | lanes                           | what                                                              |
//! |---------------------------------|-------------------------------------------------------------------|
//! | D, C, B, A                      | x3 − z3, x3 + z3, x2 − z2, x2 + z2                                |
//! | DA, CB, BB, AA                  | first product, by A, B, B, A                                      |
//! | (DA + CB)², (DA − CB)², AA·BB, c·E | second product, E = AA − BB, c = (486662 + 2)/4                |
//! | x3, z3, x2, z2                  | third product, of these, BB added to the last, by 1, u, 1, E      |
//!
//! Bounds in units of 2^56, of which a product has at most 8 and a carry takes 72: x3, x2, DA and AA begin with 8 … 9, so
//! that what is taken from them, z3, z2, CB and BB, leaves no less than 0; sums are at most 25.
//!
//! Contract: constant time in the scalar and in u.
#![allow(non_snake_case)] // vectors of coordinates are capital letters

use super::montgomery::ProjectiveU;
use crate::field::Lanes;
use crate::field::f25519::coordinates::{Columns, Coordinates, Start, ZERO};
use crate::field::f25519::{Constant, F25519};

/// (486662 + 2)/4.
const C: Constant = Constant::new([121_666, 0, 0, 0]);
/// The columns with which x3, z3, x2 and z2 begin.
const POINTS: Start = Start::new([9, 0, 9, 0]);
/// The columns with which DA, CB, BB and AA begin.
const PRODUCTS: Start = Start::new([9, 0, 0, 9]);

/// Lanes that the formulas tell from others.
#[derive(Clone, Copy)]
struct Patterns<P> {
    differences_of_points: P,
    differences_of_products: P,
}

/// k·(u, ·) for a 255-bit k, taken as it is (clamping is the caller's). Bit 255 of `u` is ignored.
///
/// Cost: 255 steps of 3 products, 4 carries, 35 permutations.
#[inline(always)]
pub fn ladder<G: F25519, F: Coordinates>(k: &[u64; 4], u: &[u64; 4]) -> ProjectiveU<G> {
    const ZERO_WORDS: [u64; 4] = [0; 4];
    const ONE_WORDS: [u64; 4] = [1, 0, 0, 0];
    let patterns =
        Patterns { differences_of_points: F::pattern(0b0101), differences_of_products: F::pattern(0b1010) };
    let [one, c] = [F::constant(&Constant::ONE), F::constant(&C)];
    let mut S = F::from_words(&[*u, ONE_WORDS, ONE_WORDS, ZERO_WORDS]).mul_onto(&POINTS, &one);
    let factors = F::from_words(&[ONE_WORDS, *u, ONE_WORDS, ZERO_WORDS]);
    let mut before = 0;
    for t in (0..255).rev() {
        let bit = k[t / 64] >> (t % 64) & 1;
        S = S.exchanged(F::all_if(bit ^ before), [2, 3, 0, 1]);
        before = bit;
        S = step(&S, &factors, &c, &patterns);
    }
    S = S.exchanged(F::all_if(before), [2, 3, 0, 1]);
    let words = S.carry().to_words();
    ProjectiveU { u: G::from_loose(&Lanes::splat(words[2])), w: G::from_loose(&Lanes::splat(words[3])) }
}

/// (2·P2, P2 + P3) given P3 − P2 = (u : 1).
#[inline(always)]
fn step<F: Coordinates>(S: &F::Columns, factors: &F, c: &F, patterns: &Patterns<F::Pattern>) -> F::Columns {
    let H = S.moved([0, 0, 2, 2]).add_or_sub(patterns.differences_of_points, &S.moved([1, 1, 3, 3]));
    let H = H.carry(); //                                                   D, C, B, A
    let Q = H.mul_onto(&PRODUCTS, &H.moved([3, 2, 2, 3])); //               DA, CB, BB, AA
    let L = Q.moved([0, 0, 3, 3]);
    let L = L.add_or_sub(patterns.differences_of_products, &Q.moved([1, 1, ZERO, 2]));
    let L = L.carry(); //                                                   DA + CB, DA − CB, AA, E
    let R = F::blended(0b0100, &Q.carry(), c);
    let R = F::blended(0b0011, &L, &R); //            DA + CB, DA − CB, BB, c
    let P = L.mul_onto(&Start::ZERO, &R).add(&Q.moved([ZERO, ZERO, ZERO, 2]));
    P.carry().mul_onto(&POINTS, &F::blended(0b1000, &L, factors))
}
