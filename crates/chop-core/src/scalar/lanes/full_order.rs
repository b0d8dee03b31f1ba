//! Reduction of an integer in each lane modulo an order m of 256 bits, whatever m is, by Montgomery's method with R = 2^260.
//!
//! | quantity                       | bound                                                        |
//! |--------------------------------|--------------------------------------------------------------|
//! | m                              | 2^256 − 2^225 < m < 2^256                                    |
//! | factors of `montgomery`        | one < m, the other < 2^256·17/16                             |
//! | what it gives                  | < x·y/R + m < m·17/16, limbs 0..3 with junk above bit 52     |
//! | what `least` takes             | < 2·m; limbs 0..3: the low 52 bits count; limb 4 < 2^50      |
//!
//! Products are reduced twice, for x·y/R·R²/R, as for one scalar in `scalar/full_order`.
//!
//! | operation                        | multiply-adds | others | instructions |
//! |----------------------------------|---------------|--------|--------------|
//! | `montgomery`                     | 50 + 55       | 18     | 123          |
//! | `mul`                            | 210           | 66     | 276          |
//! | `reduce`                         |               | 40     | 40           |
//! | `reduce_wide`                    | 105           | 141    | 246          |
//! | `add`, `neg`, `sub`              |               | 43, 48 | 43, 48       |

use super::{LaneModulus, Scalars, carried};
use crate::lanes::Vector;
use crate::lanes::columns::{M52, add_product, doubled_modulo, limbs_of, masked, selected, splat, unpacked};
use crate::scalar::full_order::minus_inverse;
use crate::scalar::modulus::Modulus;

/// The top limb has 256 − 4·52 = 48 bits.
const M48: u64 = (1 << 48) - 1;

/// 2^n mod m.
const fn power(order: &[u64; 4], n: usize) -> [u64; 5] {
    assert!(order[3] > u64::MAX - (1 << 33), "an order just below 2^256");
    limbs_of(&doubled_modulo(order, &[1, 0, 0, 0], n))
}

/// m with limbs from which any limb can be subtracted, but the highest: it takes what is missing from the sum.
pub(super) const fn bias(order: &[u64; 4]) -> [u64; 5] {
    let m = limbs_of(order);
    [m[0] + (1 << 52), m[1] + M52, m[2] + M52, m[3] + M52, m[4] - 1]
}

/// 512-bit numbers modulo m, from little-endian words.
#[inline(always)]
pub(super) fn reduce_wide<M: LaneModulus, V: Vector>(words: &[V; 8]) -> Scalars<M, V> {
    let high = unpacked(&[words[4], words[5], words[6], words[7]]);
    // Times 2^256·R and divided by R.
    let high =
        Scalars::new(least::<M, V>(&montgomery::<M, V>(&high, &splat(&const { power(&M::ORDER, 516) }))));
    high.add(&Scalars::reduce(&[words[0], words[1], words[2], words[3]]))
}

/// x·y modulo m.
#[inline(always)]
pub(super) fn mul<M: LaneModulus, V: Vector>(x: &Scalars<M, V>, y: &Scalars<M, V>) -> Scalars<M, V> {
    let product = montgomery::<M, V>(&x.0, &y.0);
    Scalars::new(least::<M, V>(&montgomery::<M, V>(&product, &splat(&const { power(&M::ORDER, 520) }))))
}

/// x + 2^256 − m, carried: from 2^256 on exactly where x ≥ m.
#[inline(always)]
fn with_complement<M: Modulus, V: Vector>(x: &[V; 5]) -> [V; 5] {
    let complement = const { power(&M::ORDER, 256) };
    let mut y = *x;
    for i in 0..5 {
        y[i] = y[i].add(V::splat(complement[i]));
    }
    carried(&y)
}

/// x·y/R modulo m, for one factor below m. Cost: 105 multiply-adds, 18 others.
#[inline(always)]
fn montgomery<M: Modulus, V: Vector>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
    let (zero, m) = (V::splat(0), const { limbs_of(&M::ORDER) });
    let mut c = add_product([zero; 10], x, y);
    // Columns ≤ 9·2^52; q·m adds 9·2^52 at most, and a carry.
    for i in 0..5 {
        // q·m takes the low 52 bits of the column away: c_i + q·m_0 ≡ 0.
        let q = zero.madd52lo(c[i], V::splat(const { minus_inverse(M::ORDER[0]) & M52 }));
        for j in 0..5 {
            c[i + j] = c[i + j].madd52lo(q, V::splat(m[j]));
            c[i + j + 1] = c[i + j + 1].madd52hi(q, V::splat(m[j]));
        }
        c[i + 1] = c[i + 1].add(c[i].shr::<52>());
    }
    carried(&[c[5], c[6], c[7], c[8], c[9]])
}

/// x − m if that is not negative, else x, without junk. Cost: 30.
#[inline(always)]
pub(super) fn least<M: Modulus, V: Vector>(x: &[V; 5]) -> [V; 5] {
    let x = masked(x);
    let mut y = with_complement::<M, V>(&x);
    let less = y[4].shr::<48>().eq(V::splat(0));
    y[4] = y[4].and(V::splat(M48));
    selected(less, &x, &masked(&y))
}
