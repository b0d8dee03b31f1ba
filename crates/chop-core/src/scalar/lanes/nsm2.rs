//! Integers modulo n, the order of SM2's base point, one in each lane of any vector.
//!
//! | quantity                       | bound                                                        |
//! |--------------------------------|--------------------------------------------------------------|
//! | n                              | 2^256 − 2^225 < n < 2^256                                    |
//! | factors of `montgomery`        | one < n, the other < 2^256·17/16                             |
//! | what it gives                  | < x·y/R + n < n·17/16, limbs 0..3 with junk above bit 52     |
//! | what `least` takes             | < 2·n; limbs 0..3: the low 52 bits count; limb 4 < 2^50      |
//!
//! Products are reduced by Montgomery's method with R = 2^260, twice for x·y/R·R²/R, as for one scalar in `nsm2`.
//!
//! | operation                        | multiply-adds | others | instructions |
//! |----------------------------------|---------------|--------|--------------|
//! | `montgomery`                     | 50 + 55       | 18     | 123          |
//! | `mul`                            | 210           | 66     | 276          |
//! | `reduce`                         |               | 40     | 40           |
//! | `reduce_wide`                    | 105           | 141    | 246          |
//! | `add`, `neg`, `sub`              |               | 43, 48 | 43, 48       |

use super::{LaneModulus, carried};
use crate::lanes::columns::{M52, add_product, doubled_modulo, limbs_of, masked, selected, splat, unpacked};
use crate::lanes::{Vector, operations};
use crate::scalar::nsm2::{MINUS_INVERSE, NSm2, ORDER};

/// The top limb has 256 − 4·52 = 48 bits.
const M48: u64 = (1 << 48) - 1;
/// n.
const N: [u64; 5] = limbs_of(&ORDER);
/// 2^256 − n.
const COMPLEMENT: [u64; 5] = limbs_of(&doubled_modulo(&ORDER, &[1, 0, 0, 0], 256));
/// R² mod n.
const R2: [u64; 5] = limbs_of(&doubled_modulo(&ORDER, &[1, 0, 0, 0], 520));
/// 2^256·R mod n: times this, divided by R, a number is shifted by 256 bits.
const SHIFT: [u64; 5] = limbs_of(&doubled_modulo(&ORDER, &[1, 0, 0, 0], 516));

/// An integer modulo n in each lane.
pub type Scalars<V> = super::Scalars<NSm2, V>;

impl LaneModulus for NSm2 {
    /// n with limbs from which any limb can be subtracted, but the highest: it takes what is missing from the sum.
    const BIAS: [u64; 5] = [N[0] + (1 << 52), N[1] + M52, N[2] + M52, N[3] + M52, N[4] - 1];

    #[inline(always)]
    fn least<V: Vector>(x: &[V; 5]) -> [V; 5] {
        least(x)
    }

    #[inline(always)]
    fn reduce_wide<V: Vector>(words: &[V; 8]) -> Scalars<V> {
        let high = unpacked(&[words[4], words[5], words[6], words[7]]);
        let high = Scalars::new(least(&montgomery(&high, &splat(&SHIFT))));
        high.add(&Scalars::reduce(&[words[0], words[1], words[2], words[3]]))
    }

    #[inline(always)]
    fn mul<V: Vector>(x: &Scalars<V>, y: &Scalars<V>) -> Scalars<V> {
        Scalars::new(least(&montgomery(&montgomery(&x.0, &y.0), &splat(&R2))))
    }
}

/// x + 2^256 − n, carried: from 2^256 on exactly where x ≥ n.
#[inline(always)]
fn with_complement<V: Vector>(x: &[V; 5]) -> [V; 5] {
    let mut y = *x;
    for i in 0..5 {
        y[i] = y[i].add(V::splat(COMPLEMENT[i]));
    }
    carried(&y)
}

operations! {
    over Vector;

    /// x·y/R modulo n, for one factor below n. Cost: 105 multiply-adds, 18 others.
    fn montgomery(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let zero = V::splat(0);
        let mut c = add_product([zero; 10], x, y);
        // Columns ≤ 9·2^52; m·n adds 9·2^52 at most, and a carry.
        for i in 0..5 {
            // m·n takes the low 52 bits of the column away: c_i + m·n_0 ≡ 0.
            let m = zero.madd52lo(c[i], V::splat(MINUS_INVERSE & M52));
            for j in 0..5 {
                c[i + j] = c[i + j].madd52lo(m, V::splat(N[j]));
                c[i + j + 1] = c[i + j + 1].madd52hi(m, V::splat(N[j]));
            }
            c[i + 1] = c[i + 1].add(c[i].shr::<52>());
        }
        carried(&[c[5], c[6], c[7], c[8], c[9]])
    }

    /// x − n if that is not negative, else x, without junk. Cost: 30.
    fn least(x: &[V; 5]) -> [V; 5] {
        let x = masked(x);
        let mut y = with_complement(&x);
        let less = y[4].shr::<48>().eq(V::splat(0));
        y[4] = y[4].and(V::splat(M48));
        selected(less, &x, &masked(&y))
    }
}
