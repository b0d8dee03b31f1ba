//! Scalar multiplication of eight independent problems, one a lane.
//!
//! Lanes differ in where their digits are zero, so there are fixed windows here and no sliding ones. A
//! scalar is a 256-bit integer a lane in four vectors of words.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::{AffineCached, Cached, Extended, Projective};
use crate::field::Field;
use crate::field::f25519::r52x8::Fe;
use crate::lanes::Vector;
use crate::scalar::digits_x8::Digits;
use crate::table::{BASE_COMB_LIMBS, BASE_MULTIPLES_LIMBS, COMB_ROWS, COMB_WINDOW, Comb, LIMBS, select};

/// s·B in each lane, for scalars below ℓ. Constant time: rows of the comb are looked up in registers.
///
/// Cost: 51 additions of 7M.
#[inline(always)]
pub fn mul_base<V: Vector>(scalars: &[V; 4]) -> Extended<Fe<V>> {
    let digits = Digits::<V, COMB_WINDOW, COMB_ROWS>::new(scalars);
    let mut sum = Extended::<Fe<V>>::identity();
    for i in 0..COMB_ROWS {
        let (index, negative) = digits.get(i);
        let entry = select::select_lanes(&BASE_COMB_LIMBS[i], index);
        sum = sum.add_affine_signed(&entry, negative).to_extended();
    }
    sum
}

/// Bits a window of the scalar of A: a table of 16 points a lane.
const A_WINDOW: usize = 5;
const A_DIGITS: usize = 51;
/// Bits a window of the scalar of B: a table of 128 points for all lanes.
const B_WINDOW: usize = 8;
const B_DIGITS: usize = 32;

/// a·A + b·B in each lane, for public scalars below ℓ.
///
/// Cost: 250 doublings, 51 additions of 8M and 32 of 7M, a table of 15 additions and 16 conversions.
#[inline(always)]
pub fn double_base_vartime<V: Vector>(a: &[V; 4], A: &Extended<Fe<V>>, b: &[V; 4]) -> Projective<Fe<V>> {
    let a_digits = Digits::<V, A_WINDOW, A_DIGITS>::new(a);
    let b_digits = Digits::<V, B_WINDOW, B_DIGITS>::new(b);

    let mut table = [[V::splat(0); 20]; 17];
    table[0] = select::cached_limbs(&Cached::identity());
    let step = A.to_cached();
    table[1] = select::cached_limbs(&step);
    let mut multiple = *A;
    for j in 2..17 {
        multiple = multiple.add(&step).to_extended();
        table[j] = select::cached_limbs(&multiple.to_cached());
    }

    let mut Q = Projective::<Fe<V>>::identity();
    for at in (0..=A_WINDOW * (A_DIGITS - 1)).rev() {
        let R = Q.double();
        let (a_here, b_here) = (at % A_WINDOW == 0, at % B_WINDOW == 0);
        if !a_here && !b_here {
            Q = R.to_projective();
            continue;
        }
        let mut P = R.to_extended();
        if a_here {
            let (index, negative) = a_digits.get(at / A_WINDOW);
            P = P.add_signed(&select::gather_cached_vartime(&table, index), negative).to_extended();
        }
        if b_here {
            let (index, negative) = b_digits.get(at / B_WINDOW);
            let entry = select::gather_affine_vartime(&BASE_MULTIPLES_LIMBS, index);
            P = P.add_affine_signed(&entry, negative).to_extended();
        }
        Q = P.to_projective();
    }
    Q
}

/// a·A + b·B in each lane, for public scalars below ℓ and the comb of each lane's A.
///
/// Cost: 102 additions of 7M, no doublings. Combs are read where they lie: 51 times 96 bytes of each.
#[inline(always)]
pub fn double_comb_vartime<V: Vector>(a: &[V; 4], combs: &[&Comb; 8], b: &[V; 4]) -> Projective<Fe<V>> {
    let a_digits = Digits::<V, COMB_WINDOW, COMB_ROWS>::new(a);
    let mut sum = mul_base(b);
    for i in 0..COMB_ROWS {
        let (index, negative) = a_digits.get(i);
        let entry = comb_entries_vartime(combs, i, index);
        sum = sum.add_affine_signed(&entry, negative).to_extended();
    }
    sum.to_projective()
}

/// Entry `index` of row `row` of each lane's comb, the neutral element for 0.
#[inline(always)]
fn comb_entries_vartime<V: Vector>(combs: &[&Comb; 8], row: usize, index: V) -> AffineCached<Fe<V>> {
    let index = index.to_array();
    let mut words = [[0; 8]; LIMBS - 3];
    for lane in 0..8 {
        let entry = match index[lane] {
            0 => &[[1, 0, 0, 0], [1, 0, 0, 0], [0; 4]],
            n => &combs[lane][row][n as usize - 1],
        };
        for c in 0..3 {
            for i in 0..4 {
                words[4 * c + i][lane] = entry[c][i];
            }
        }
    }
    let mut w = [V::splat(0); LIMBS - 3];
    for i in 0..LIMBS - 3 {
        w[i] = V::from_array(words[i]);
    }
    AffineCached {
        y_plus_x: Fe::from_bundle(&[w[0], w[1], w[2], w[3]]),
        y_minus_x: Fe::from_bundle(&[w[4], w[5], w[6], w[7]]),
        xy2d: Fe::from_bundle(&[w[8], w[9], w[10], w[11]]),
    }
}
