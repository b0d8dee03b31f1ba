//! Elements of fields of 256 bits in lanes of doubles: what their limbs and carries have in common, whatever the prime.
//!
//! Five limbs of 51 bits are 255, and so limb 4 has one bit more than the others: X = 2^50 + 2^10 for limbs 0 to 3 and 2^51 + 2^28 for limb
//! 4. [`lanes::doubles_256`](crate::lanes::doubles_256) has the products.
//!
//! Multiples of 2^256 are folded by a carry. [`lane_doubles`](super::lane_doubles) says what limbs, columns and magic are.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use crate::lanes::columns::{minus, selected};
use crate::lanes::doubles::{C, C_WIDE, D, M51, TWO_52, unpacked};
use crate::lanes::{Doubles, operations};

/// X, the largest magnitude of each limb.
pub(super) const LARGEST: [u64; 5] = {
    let limb = (1 << 50) + (1 << 10);
    [limb, limb, limb, limb, (1 << 51) + (1 << 28)]
};
/// 2^52 − 1.
pub(super) const M52: u64 = (1 << 52) - 1;
/// W = 1.5·2^78, by its bits: x + W is rounded to a multiple of 2^26.
const W: u64 = 0x44D8_0000_0000_0000;

/// Cuts 256 bits into four limbs of 51 and one of 52.
pub(super) const fn cut(w: &[u64; 4]) -> [u64; 5] {
    [
        w[0] & M51,
        (w[0] >> 51 | w[1] << 13) & M51,
        (w[1] >> 38 | w[2] << 26) & M51,
        (w[2] >> 25 | w[3] << 39) & M51,
        w[3] >> 12,
    ]
}

/// The bits of the double x.
pub(super) const fn double(x: u64) -> u64 {
    (x as f64).to_bits()
}

/// The limbs of a number below `p`, as the bits of doubles: of the number itself or of the number less p, whichever is nearer to 0.
pub(super) const fn centred(p: &[u64; 4], words: &[u64; 4]) -> [u64; 5] {
    let upper = words[3] >> 63 == 1;
    let mut x = cut(&if upper { minus(p, words).0 } else { *words });
    let (mut z, mut i) = ([0; 5], 0);
    while i < 5 {
        let mut limb = x[i] as i64;
        if i < 4 && limb >> 50 > 0 {
            limb -= 1 << 51;
            x[i + 1] += 1;
        }
        z[i] = ((if upper { -limb } else { limb }) as f64).to_bits();
        i += 1;
    }
    z
}

/// Half of a number below p, modulo p, for `half_of_one` = (p + 1)/2.
pub(super) const fn half(words: &[u64; 4], half_of_one: &[u64; 4]) -> [u64; 4] {
    let (odd, mut z, mut carry, mut i) = (words[0] & 1, [0; 4], 0, 0);
    while i < 4 {
        let above = if i < 3 { words[i + 1] << 63 } else { 0 };
        let sum = (words[i] >> 1 | above) as u128 + (odd * half_of_one[i]) as u128 + carry;
        (z[i], carry) = (sum as u64, sum >> 64);
        i += 1;
    }
    z
}

/// The largest magnitudes of the columns of a product, in units of 2^51 from one to the next, by the steps of `upper_product`
/// and `lower_product`; a square adds the same terms. Column 9 is 2·h.
pub(super) const fn largest_columns() -> [u64; 10] {
    let (mut c, mut i) = ([0; 10], 0);
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            c[i + j] += if i + j == 8 { 1 << 51 } else { 1 << 50 };
            c[i + j + 1] += ((LARGEST[i] as u128 * LARGEST[j] as u128) >> 51) as u64 + 2;
            j += 1;
        }
        i += 1;
    }
    c
}

const _: () = {
    // C = 1.5·2^103 holds what is chained, and 1.5·2^104 the square of the largest limb.
    let (limb, top) = (LARGEST[0] as u128, LARGEST[4] as u128);
    assert!(limb * top + limb * limb <= 1 << 102 && 3 * limb * limb <= 1 << 102 && 2 * limb * top > 1 << 102);
    assert!(top * top <= 1 << 103);
    assert!(f64::from_bits(C_WIDE) == 2.0 * f64::from_bits(C));
};

operations! {
    over Doubles;

    /// Limbs as columns, without magic.
    pub(super) fn integers(x: &[V; 5]) -> [V; 5] {
        let d = V::splat(D);
        // Limb 4 has more bits than there are beside D: those from 2^26 on are taken by themselves.
        let w = V::splat(W);
        let upper = x[4].fadd(w);
        let lower = x[4].fsub(upper.fsub(w)).fadd(d);
        [
            x[0].fadd(d).sub(d),
            x[1].fadd(d).sub(d),
            x[2].fadd(d).sub(d),
            x[3].fadd(d).sub(d),
            upper.sub(w).shl::<26>().add(lower.sub(d)),
        ]
    }

    /// Limbs from t_i = c_i + `bias` + 2^50 for i < 4 and t_4 = c_4 + `bias` + 2^51, columns c from which multiples of 2^256 are folded: of t_4
    /// the low 52 bits count. `bias` is a multiple of 2^52, and `fold` is what the fold brings to limb 4, with `fold_bias` too much of it.
    ///
    /// Limb i < 4 is (t_i mod 2^51) − 2^50 and the carry of the limb below; limb 4 is (t_4 mod 2^52) − 2^51, the fold and a carry: as it may
    /// leave the doubles that have the bits of an integer, it is a sum of doubles.
    pub(super) fn limbs_of_columns(t: &[V; 5], bias: u64, fold: V, fold_bias: u64) -> [V; 5] {
        let carry = bias >> 51;
        let m51 = V::splat(M51);
        let (two_52, less) = (V::splat(TWO_52), V::splat(double(M52 + 1 + (1 << 50) + carry)));
        let low = t[4].and(V::splat(M52)).or(two_52).fsub(V::splat(double(M52 + 1 + (1 << 51))));
        let high = fold.add(t[3].shr::<51>()).or(two_52);
        [
            t[0].and(m51).or(two_52).fsub(V::splat(double(M52 + 1 + (1 << 50)))),
            t[1].and(m51).or(two_52).add(t[0].shr::<51>()).fsub(less),
            t[2].and(m51).or(two_52).add(t[1].shr::<51>()).fsub(less),
            t[3].and(m51).or(two_52).add(t[2].shr::<51>()).fsub(less),
            low.fadd(high.fsub(V::splat(double(M52 + 1 + fold_bias + carry)))),
        ]
    }

    /// The limbs of the least non-negative representative, as integers, for the limbs of p and of e = 2^256 − p.
    ///
    /// |x| < 2^255.1, so that x + p is between 0 and 2p. x + p ≥ p exactly when x + p + e ≥ 2^256; then x is x + p + e − 2^256.
    pub(super) fn canonical(x: &[V; 5], p: &[u64; 5], e: &[u64; 5]) -> [V; 5] {
        let (x, m51) = (integers(x), V::splat(M51));
        let (mut y, mut z) = (x, x);
        for i in 0..5 {
            // Limbs of p + e = 2^256, which are 0 but for the last: but positive ones.
            y[i] = x[i].add(V::splat(p[i]));
        }
        for i in 0..5 {
            z[i] = y[i].add(V::splat(e[i]));
        }
        for i in 0..4 {
            y[i + 1] = y[i + 1].add(y[i].shr::<51>());
            z[i + 1] = z[i + 1].add(z[i].shr::<51>());
            (y[i], z[i]) = (y[i].and(m51), z[i].and(m51));
        }
        let less = z[4].shr::<52>().eq(V::splat(0));
        z[4] = z[4].and(V::splat(M52));
        selected(less, &y, &z)
    }

    /// Half of the words of each lane, modulo p, as columns of depth 1, for `half_of_one` = (p + 1)/2.
    pub(super) fn halves(words: &[V; 4], half_of_one: &[u64; 4]) -> [V; 5] {
        let odd = V::splat(0).sub(words[0].and(V::splat(1)));
        let mut half = *words;
        for i in 0..4 {
            let above = if i < 3 { words[i + 1].shl::<63>() } else { V::splat(0) };
            half[i] = words[i].shr::<1>().or(above);
        }
        let mut columns = unpacked(&half);
        for i in 0..5 {
            columns[i] = columns[i].add(odd.and(V::splat(cut(half_of_one)[i])));
        }
        columns
    }
}
