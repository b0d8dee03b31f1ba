//! Integers modulo ℓ = 2^252 + c, one in each lane of any vector.
//!
//! | quantity                               | bound                                                |
//! |----------------------------------------|------------------------------------------------------|
//! | c                                      | 2^124 < c < 2^125: three limbs, the last < 2^21      |
//! | [`Scalars`]                            | < ℓ; limb 4 ≤ 2^44                                   |
//! | what `folded` takes                    | limbs 0..4: columns ≤ 10·2^52;                       |
//! |                                        | limbs 5..8: the low 52 bits count, the rest is junk; |
//! |                                        | limb 9 ≤ 2^44                                        |
//! | what `least` takes                     | limbs 0..3: the low 52 bits count, the rest is junk; |
//! |                                        | limb 4 ≤ 2^57                                        |
//!
//! Reduction folds: 2^260 = 2^8·2^252 ≡ −2^8·c, which is on the border of a limb, and at the end once
//! 2^252 ≡ −c. Five limbs times the three of 2^8·c leave three limbs above the border, and these times
//! the three again none. (The remainder of 2^260 itself, for which nothing had to be subtracted, has
//! five limbs.) As in the fields in lanes, a factor's bits above bit 52 are not read, so that a carry
//! does not mask the limb that it comes from.
//!
//! | operation                     | multiply-adds | others | instructions |
//! |-------------------------------|---------------|--------|--------------|
//! | `reduce_wide`                 | 30 + 17 + 8   | 89     | 144          |
//! | `mul`, [`Scalars::mul_add`]   | 50 + 55       | 69     | 174          |
//! | `reduce`                      | 8             | 49     | 57           |
//! | `add`, `neg`, `sub`           | 8             | 52, 57 | 60, 65       |

use super::{LaneModulus, carried};
use crate::lanes::columns::{M52, add_product, masked};
use crate::lanes::{LaneMasks, Vector, operations};
use crate::scalar::l25519::{L25519, ORDER};

/// The top limb of a number below 2^252 has 252 − 4·52 = 44 bits.
const M44: u64 = (1 << 44) - 1;
/// c.
const C: [u64; 3] = c_times_2_to(0);
/// 2^8·c ≡ −2^260.
const C_256: [u64; 3] = c_times_2_to(8);
/// The largest quotient by 2^252 that [`least`] takes is 2^13.
const QUOTIENT_BITS: u32 = 13;
/// 2^11·ℓ with columns of at least 6·2^52 and at most 8·2^52: added to a column, it lets one of 6·2^52
/// be subtracted. 2^11·ℓ has the top limb 2^11·2^44 = 8·2^52; each limb below takes 7·2^52 from the next.
const BIAS: [u64; 5] = {
    let c = c_times_2_to(11);
    [c[0] + (7 << 52), c[1] + (7 << 52) - 7, c[2] + (7 << 52) - 7, (7 << 52) - 7, (8 << 52) - 7]
};
/// 2^252 − 2^13·c.
const LIFT: [u64; 5] = {
    let c = c_times_2_to(QUOTIENT_BITS);
    [(1 << 52) - c[0], M52 - c[1], M52 - c[2], M52, M44]
};

/// The limbs of 2^n·c < 2^156, for n ≤ 31.
const fn c_times_2_to(n: u32) -> [u64; 3] {
    // c = ℓ − 2^252 is in the two low words of ℓ.
    let (low, high) = (ORDER[0], ORDER[1]);
    let c = [low & M52, (low >> 52 | high << 12) & M52, high >> 40];
    [(c[0] << n) & M52, (c[1] << n | c[0] >> (52 - n)) & M52, c[2] << n | c[1] >> (52 - n)]
}

const _: () = {
    assert!(ORDER[2] == 0 && ORDER[3] == 1 << 60);
    assert!(C[2] < 1 << 21 && C_256[2] < 1 << 29);
    // What `least` takes: the highest limb of BIAS and a scalar, with the carries of the columns below, which are < 2^56.
    assert!(BIAS[4] + (1 << 44) + (1 << 4) <= 1 << 57);
    let mut i = 0;
    while i < 5 {
        assert!(BIAS[i] >= 6 << 52 && BIAS[i] <= 8 << 52);
        i += 1;
    }
};

/// An integer modulo ℓ in each lane.
pub type Scalars<V> = super::Scalars<L25519, V>;

impl LaneModulus for L25519 {
    const BIAS: [u64; 5] = BIAS;

    #[inline(always)]
    fn least<V: Vector>(x: &[V; 5]) -> [V; 5] {
        least(x)
    }

    #[inline(always)]
    fn reduce_wide<V: Vector>(words: &[V; 8]) -> Scalars<V> {
        Scalars::new(folded(&wide_limbs(words)))
    }

    #[inline(always)]
    fn mul<V: Vector>(x: &Scalars<V>, y: &Scalars<V>) -> Scalars<V> {
        x.mul_add(y, &Scalars::zero())
    }
}

impl<V: Vector> Scalars<V> {
    /// self·y + z.
    #[inline(always)]
    pub fn mul_add(&self, y: &Scalars<V>, z: &Scalars<V>) -> Scalars<V> {
        Scalars::new(folded(&product_plus(&self.0, &y.0, &z.0)))
    }
}

/// |s| and where s is negative, as [`magnitude`](crate::scalar::l25519::magnitude) in each lane. Cost: 28.
#[inline(always)]
pub fn magnitude<V: Vector>(x: &[V; 4]) -> ([V; 4], LaneMasks<V>) {
    let negative = V::splat((1 << 59) - 1).lt(x[3]);
    // ℓ − x = ℓ + (2^256 − 1 − x) + 1 modulo 2^256; no word of ℓ and a carry wrap.
    let (mut z, mut carry) = (*x, V::splat(1));
    for i in 0..4 {
        let summand = carry.add(V::splat(ORDER[i]));
        let sum = summand.sub(x[i]).sub(V::splat(1));
        // A sum wraps where it is less than a summand.
        carry = V::splat(0).sub(sum.lt(summand).vector());
        z[i] = V::select(negative, sum, x[i]);
    }
    (z, negative)
}

operations! {
    over Vector;

    /// The limbs of 512-bit numbers, as [`folded`] takes them; limb 9 < 2^44. Cost: 28.
    fn wide_limbs(w: &[V; 8]) -> [V; 10] {
        let m52 = V::splat(M52);
        [
            w[0].and(m52),
            w[0].shr::<52>().or(w[1].shl::<12>()).and(m52),
            w[1].shr::<40>().or(w[2].shl::<24>()).and(m52),
            w[2].shr::<28>().or(w[3].shl::<36>()).and(m52),
            w[3].shr::<16>().or(w[4].shl::<48>()).and(m52),
            w[4].shr::<4>(),
            w[4].shr::<56>().or(w[5].shl::<8>()),
            w[5].shr::<44>().or(w[6].shl::<20>()),
            w[6].shr::<32>().or(w[7].shl::<32>()),
            w[7].shr::<20>(),
        ]
    }

    /// x·y + z in ten limbs, as [`folded`] takes them. Cost: 50 multiply-adds, 8 others.
    fn product_plus(x: &[V; 5], y: &[V; 5], z: &[V; 5]) -> [V; 10] {
        let zero = V::splat(0);
        let z = [z[0], z[1], z[2], z[3], z[4], zero, zero, zero, zero, zero];
        let mut n = add_product(z, x, y);
        // Column k is Σ_{i+j=k} lo(x_i·y_j) + Σ_{i+j=k−1} hi(x_i·y_j), and z_k for k < 5: the largest,
        // column 4, has 5 + 4 + 1 terms < 2^52. It is not carried into column 5, for it need not be a
        // factor. Column 9 = hi(x4·y4) ≤ 2^88 / 2^52 = 2^36, and a carry ≤ 3: below 2^44.
        for k in 5..9 {
            n[k + 1] = n[k + 1].add(n[k].shr::<52>());
        }
        n
    }

    /// Ten limbs to the five of the least representative. Cost: 47 + 8 multiply-adds, 14 + 47 others.
    fn folded(n: &[V; 10]) -> [V; 5] {
        #[cfg(debug_assertions)]
        assert_foldable(n);
        // n = low + 2^260·h ≡ low − t with t = 2^8·c·h.
        let mut t = [V::splat(0); 8];
        for i in 0..5 {
            for j in 0..3 {
                t[i + j] = t[i + j].madd52lo(n[i + 5], V::splat(C_256[j]));
                t[i + j + 1] = t[i + j + 1].madd52hi(n[i + 5], V::splat(C_256[j]));
            }
        }
        // Columns 0..4 of t are subtracted as they are: 3 low and 3 high halves at most, ≤ 6·2^52.
        //                                                      v = low + BIAS − (t mod 2^260)
        let mut v = [n[0], n[1], n[2], n[3], n[4]];
        for k in 0..5 {
            v[k] = v[k].add(V::splat(BIAS[k])).sub(t[k]);
        }
        // Columns 5..7 are factors and so are carried, among themselves. Columns 5 and 6 have 5 and 3
        // halves, so their carries are ≤ 5. Column 7 = hi(h4·C_256[2]) ≤ 2^44·2^29 / 2^52 = 2^21, and
        // with a carry < 2^22.
        for k in 5..7 {
            t[k + 1] = t[k + 1].add(t[k].shr::<52>());
        }
        //                                                      v += 2^8·c·⌊t / 2^260⌋
        for i in 0..3 {
            for j in 0..3 {
                v[i + j] = v[i + j].madd52lo(t[i + 5], V::splat(C_256[j]));
                // The ninth high half is 0: t7·C_256[2] < 2^22·2^29 < 2^52.
                if i + j < 4 {
                    v[i + j + 1] = v[i + j + 1].madd52hi(t[i + 5], V::splat(C_256[j]));
                }
            }
        }
        // Columns 2 and 3 got 5 halves: ≤ (10 + 8 + 5)·2^52. Column 4 got 3: ≤ (10 + 8 + 3)·2^52.
        // Every carry is ≤ 23, and (21·2^52 + 23) < 2^57.
        least(&carried(&v))
    }

    /// Limbs to those of the least representative. Cost: 8 multiply-adds, 39 others.
    fn least(z: &[V; 5]) -> [V; 5] {
        #[cfg(debug_assertions)]
        assert_quotient(z);
        let (m52, m44) = (V::splat(M52), V::splat(M44));
        let c = [V::splat(C[0]), V::splat(C[1]), V::splat(C[2])];
        // z = 2^252·q + r0 ≡ r with r = r0 − c·q; as q ≤ 2^13, −2^138 < r < 2^252.
        // x = r + 2^252 = r0 + LIFT + c·p with p = 2^13 − q, no term of which is negative; 0 < x < 2^253.
        let p = V::splat(1 << QUOTIENT_BITS).sub(z[4].shr::<44>());
        let mut x = [z[0].and(m52), z[1].and(m52), z[2].and(m52), z[3].and(m52), z[4].and(m44)];
        for i in 0..5 {
            x[i] = x[i].add(V::splat(LIFT[i]));
        }
        // Columns ≤ 4·2^52. The high half of p·c2 ≤ 2^13·2^21 is 0.
        x[0] = x[0].madd52lo(p, c[0]);
        x[1] = x[1].madd52lo(p, c[1]).madd52hi(p, c[0]);
        x[2] = x[2].madd52lo(p, c[2]).madd52hi(p, c[1]);
        x = carried(&x);
        // Bit 252 of x tells r ≥ 0. If it is 1, r = x − 2^252 is the result, and if it is 0,
        // r + ℓ = x + c is, which is below ℓ as r is below 0.
        let f = V::splat(1).sub(x[4].shr::<44>());
        x = [
            x[0].and(m52).madd52lo(f, c[0]),
            x[1].and(m52).madd52lo(f, c[1]),
            x[2].and(m52).madd52lo(f, c[2]),
            x[3].and(m52),
            x[4].and(m44),
        ];
        masked(&carried(&x))
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_foldable<V: Vector>(n: &[V; 10]) {
    for lane in crate::lanes::unbundle(n).as_ref() {
        for k in 0..5 {
            assert!(lane[k] <= 10 << 52, "column {k} is {}", lane[k]);
        }
        assert!(lane[9] <= 1 << 44, "limb 9 is {}", lane[9]);
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_quotient<V: Vector>(z: &[V; 5]) {
    for lane in z[4].to_array().as_ref() {
        assert!(lane >> 44 <= 1 << QUOTIENT_BITS, "top limb is {lane}");
    }
}
