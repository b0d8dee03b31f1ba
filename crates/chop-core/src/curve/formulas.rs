//! Formulas of Jacobian coordinates that run for one group of lanes or for two side by side: see [`Factor`].
//!
//! Points are [X, Y, Z] and [x, y], and depths are those of the formulas in `jacobian.rs`.
#![allow(non_snake_case)] // coordinates are capital letters in the formulas

use crate::field::Sum;
use crate::field::pair::Factor;

/// (−2)^n·P on a curve with a = 0. Cost: 3M + 4S a doubling, one reduction less than that; 4 carries.
///
/// As `dbl-2009-l`, with V = 2·Y in the place of Y. Then all that makes −V3 is positive, and one reduction serves both of its products:
///
/// ```text
/// V3 = 2·E·(D − X3) − G²   for   G = V²,  D = X·G,  E = 3·X²,  X3 = E² − 2·D
/// ```
///
/// The result has 2·Z for Z, so that Y needs no half of V: (4·X : 8·Y : 2·Z) is the same point.
#[inline(always)]
pub(super) fn times_minus_two<T: Factor>([X, Y, Z]: &[T; 3], n: usize) -> [T; 3] {
    let (mut X, mut V, mut Z) = (*X, Y.widen().double().reduce(), *Z);
    for _ in 0..n {
        let G = V.sqr().carry().in_turn(); //                    G = V²
        let A = X.sqr();
        let E = A.double().add(&A).carry().in_turn(); //         E = 3·X², depth 3
        let D = X.mul(&G); //                                    D = X·G
        let rest = E.sqr_sub(&D.double().add(&D)); //            X3 − D = E² − 3·D, depth 5
        let X3 = rest.add(&D); //                                X3, depth 6
        Z = V.mul(&Z).reduce().in_turn(); //                     Z3 = V·Z
        let rest = rest.carry().in_turn();
        X = X3.reduce().in_turn();
        V = E.twice_mul_add_sqr(&rest, &G).reduce().in_turn(); // −V3 = 2·E·(X3 − D) + G², depth 3
    }
    [X.widen().double().double().reduce(), V.widen().double().double().reduce(), Z.widen().double().reduce()]
}

/// P + Q for P ≠ ±Q, P not O. In the other cases Z is 0. Cost: 8M + 3S.
#[inline(always)]
pub(super) fn add_affine<T: Factor>(P: &[T; 3], Q: &[T; 2]) -> [T; 3] {
    let [H, r] = differences(P, Q);
    let [X1, Y1, Z1] = P;
    add_tail(X1, &H, Y1, &r, Z1)
}

/// H = x2·Z1² − X1 and r = y2·Z1³ − Y1. Cost: 3M + 1S.
#[inline(always)]
fn differences<T: Factor>([X1, Y1, Z1]: &[T; 3], [x2, y2]: &[T; 2]) -> [T; 2] {
    let Z1Z1 = Z1.sqr().carry().in_turn(); //                   Z1²
    let ZZZ1 = Z1Z1.mul(Z1).carry().in_turn(); //               Z1³
    let H = x2.mul_sub(&Z1Z1, &X1.widen()).carry().in_turn(); // H, depth 5
    [H, y2.mul_sub(&ZZZ1, &Y1.widen()).reduce().in_turn()] //   r, depth 5
}

/// −(P + Q) for P ≠ ±Q, P not O. In the other cases Z is 0. Cost: 8M + 3S, one reduction less than that.
#[inline(always)]
pub(super) fn add_affine_negated<T: Factor>(P: &[T; 3], Q: &[T; 2]) -> [T; 3] {
    let [H, r] = differences(P, Q);
    let [X1, Y1, Z1] = P;
    let HH = H.sqr().carry().in_turn(); //                      H²
    let HHH = H.mul(&HH); //                                    H³
    let V = X1.mul(&HH); //                                     V = X1·H²
    let X3 = r.sqr_sub(&V.double().add(&HHH)); //               X3 = r² − H³ − 2·V, depth 5
    let rest = X3.sub(&V).carry().in_turn(); //                 X3 − V, depth 9
    let HHH = HHH.carry().in_turn();
    let X3 = X3.reduce().in_turn();
    let Z3 = Z1.mul(&H).reduce().in_turn();
    let Y3 = r.mul_add_mul(&rest, [Y1, &HHH]).reduce().in_turn(); // −Y3 = r·(X3 − V) + Y1·H³, depth 2
    [X3, Y3, Z3]
}

/// The part that all other additions share: the sum of (U1, S1) and (U1 + H, S1 + r) over a common Z.
#[inline(always)]
pub(super) fn add_tail<T: Factor>(U1: &T, H: &T, S1: &T, r: &T, Z: &T) -> [T; 3] {
    let HH = H.sqr().carry(); //                                H²
    let HHH = H.mul(&HH); //                                    H³
    let V = U1.mul(&HH); //                                     V = U1·H²
    let X3 = r.sqr_sub(&V.double().add(&HHH)).reduce(); //      X3 = r² − H³ − 2·V, depth 5
    let rest = V.sub(&X3.widen()).carry(); //                   V − X3, depth 5
    let Y3 = r.mul_sub(&rest, &S1.mul(&HHH.carry())).reduce(); // Y3 = r·(V − X3) − S1·H³, depth 5
    [X3, Y3, Z.mul(H).reduce()]
}
