//! The short pairs of [`lattice_vartime`](super::lattice_vartime), of eight scalars at a time.
//!
//! A round of Euclid's algorithm on leading bits is made in lanes: a step takes from a the greatest multiple of b by a power
//! of two, and exchanges them if a is then the smaller one. These are the quotients of one lane, found without a branch that
//! nobody can predict. What a round found is applied to the long numbers lane by lane.
//!
//! | what        | steps                                     |
//! |-------------|-------------------------------------------|
//! | a round     | some 40 of 15 operations, 30 bits shorter |
//! | a pair      | 5 rounds                                  |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::lattice_vartime::{Basis, Leading, Matrix, ORDER_8, ShortPair};
use crate::lanes::Vector;

/// Steps between two looks at whether all lanes are done.
const STEPS: usize = 8;

/// The short pairs modulo 8ℓ of public scalars below 2^255, those of N vectors side by side, since a step waits for the one
/// before it.
#[inline(always)]
pub fn short_pairs_vartime<V: Vector, const N: usize>(k: &[[[u64; 4]; 8]; N]) -> [[ShortPair; 8]; N] {
    let mut bases = [[Basis::new(&ORDER_8, &[0; 4]); 8]; N];
    for n in 0..N {
        for lane in 0..8 {
            bases[n][lane] = Basis::new(&ORDER_8, &k[n][lane]);
        }
    }
    loop {
        let mut leading = [[None; 8]; N];
        let mut any = false;
        for n in 0..N {
            for lane in 0..8 {
                leading[n][lane] = bases[n][lane].leading_vartime();
                any |= leading[n][lane].is_some();
            }
        }
        if !any {
            break;
        }
        let matrices = matrices_vartime::<V, N>(&leading);
        for n in 0..N {
            for lane in 0..8 {
                if leading[n][lane].is_some() {
                    bases[n][lane].apply(&matrices[n][lane]);
                }
            }
        }
    }
    let mut pairs = [[ShortPair::NOTHING; 8]; N];
    for n in 0..N {
        for lane in 0..8 {
            pairs[n][lane] = bases[n][lane].odd_pair_vartime();
        }
    }
    pairs
}

/// Eight rounds.
#[derive(Clone, Copy)]
struct Rounds<V> {
    a: V,
    b: V,
    least: V,
    /// The matrix, of which a step adds multiples of the second row to the first.
    p: V,
    q: V,
    r: V,
    s: V,
    /// All bits of a lane that has exchanged an odd number of times.
    negative: V,
}

impl<V: Vector> Rounds<V> {
    #[inline(always)]
    fn new(leading: &[Option<Leading>; 8]) -> Rounds<V> {
        let (mut a, mut b, mut least) = ([0; 8], [0; 8], [0; 8]);
        for lane in 0..8 {
            Leading { a: a[lane], b: b[lane], least: least[lane] } =
                leading[lane].unwrap_or(Leading::NOTHING);
        }
        let (zero, one) = (V::splat(0), V::splat(1));
        let [a, b, least] = [V::from_array(a), V::from_array(b), V::from_array(least)];
        Rounds { a, b, least, p: one, q: zero, r: zero, s: one, negative: zero }
    }

    /// One step in the lanes where b is not too short; a ≥ b before and after.
    #[inline(always)]
    fn step(&mut self) {
        let Rounds { a, b, least, p, q, r, s, negative } = *self;
        let shift = b.leading_zeros().sub(a.leading_zeros());
        // b·2^shift is as long as a; where it is more, half of it is not.
        let half = a.lt(b.shl_each(shift)).vector();
        let shift = shift.add(half);
        let idle = b.lt(least).vector();
        let a = a.sub(b.shl_each(shift).andnot(idle));
        let p = p.add(r.shl_each(shift).andnot(idle));
        let q = q.add(s.shl_each(shift).andnot(idle));
        let less = a.lt(b);
        self.a = V::select(less, b, a);
        self.b = V::select(less, a, b);
        self.p = V::select(less, r, p);
        self.q = V::select(less, s, q);
        self.r = V::select(less, p, r);
        self.s = V::select(less, q, s);
        self.negative = negative.xor(less.vector());
    }

    /// Whether no lane has a step to make.
    #[inline(always)]
    fn are_done_vartime(&self) -> bool {
        let idle = self.b.lt(self.least).vector().to_array();
        let mut all = u64::MAX;
        for lane in 0..8 {
            all &= idle[lane];
        }
        all == u64::MAX
    }
}

/// The matrices of a round.
#[inline(always)]
fn matrices_vartime<V: Vector, const N: usize>(leading: &[[Option<Leading>; 8]; N]) -> [[Matrix; 8]; N] {
    let mut rounds = [Rounds::<V>::new(&leading[0]); N];
    for n in 1..N {
        rounds[n] = Rounds::new(&leading[n]);
    }
    let mut done = false;
    while !done {
        for _ in 0..STEPS {
            for n in 0..N {
                rounds[n].step();
            }
        }
        done = true;
        for n in 0..N {
            done &= rounds[n].are_done_vartime();
        }
    }
    let mut matrices = [[Matrix::ONE; 8]; N];
    for n in 0..N {
        let Rounds { p, q, r, s, negative, .. } = rounds[n];
        let [p, q, r, s, negative] =
            [p.to_array(), q.to_array(), r.to_array(), s.to_array(), negative.to_array()];
        for lane in 0..8 {
            let negative = negative[lane] != 0;
            matrices[n][lane] = Matrix { p: p[lane], q: q[lane], r: r[lane], s: s[lane], negative };
        }
    }
    matrices
}
