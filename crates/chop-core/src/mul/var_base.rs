//! s·P for any point P, constant time: signed windows of 4 bits.
#![allow(non_snake_case)] // points are capital letters

use crate::curve::edwards::{Cached, Extended};
use crate::field::Lanes;
use crate::field::f25519::F25519;
use crate::scalar::recode;
use crate::table::select;

/// s·P in each lane, for scalars below 2^255 given as words. Constant time in both.
///
/// Cost: 252 doublings, 64 additions, a table of 8 points.
#[inline(always)]
pub fn mul<F: F25519>(scalars: &F::Lanes<[u64; 4]>, P: &Extended<F>) -> Extended<F> {
    let table = multiples(P);
    let mut digits = F::Lanes::<[i8; 64]>::splat([0; 64]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = recode::signed_radix::<4, 64>(&scalars.as_ref()[lane]);
    }
    let mut Q = Extended::identity();
    for i in (0..64).rev() {
        if i != 63 {
            let mut doubled = Q.to_projective();
            for _ in 0..3 {
                doubled = doubled.double().to_projective();
            }
            Q = doubled.double().to_extended();
        }
        let mut digit = F::Lanes::<i8>::splat(0);
        for lane in 0..F::LANES {
            digit.as_mut()[lane] = digits.as_ref()[lane][i];
        }
        let (entry, negative) = select::select_cached(&table, &digit);
        Q = Q.add_signed(&entry, negative).to_extended();
    }
    for lane in digits.as_mut() {
        crate::ct::wipe(lane);
    }
    Q
}

/// 1·P … 8·P.
#[inline(always)]
pub(super) fn multiples<F: F25519>(P: &Extended<F>) -> [Cached<F>; 8] {
    let first = P.to_cached();
    let mut table = [first; 8];
    let mut multiple = *P;
    for entry in &mut table[1..] {
        multiple = multiple.add(&first).to_extended();
        *entry = multiple.to_cached();
    }
    table
}
