//! GF(2^255 − 19), an element in each lane, by multiply-adds of doubles: [`lane_doubles`] for the prime 2^255 − 19.
//!
//! X = 2^50 + 2^16 for every limb, U = 125·2^50. 2^255 ≡ 19 is on the border of a limb, so that all five limbs are carried at once, and an
//! upper column is 19 times the one five below it.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

pub mod coordinates;

use super::{Constant, F25519, P25519};
use crate::field::bounds::MAX_DEPTH;
use crate::field::lane_doubles::{self, Prime};
use crate::lanes::columns::{five, splat};
use crate::lanes::doubles::{
    D, LARGEST_COLUMNS, LIMB, M51, MAGIC_OF_MULTIPLE, MAGIC_OF_PRODUCT, MAGIC_OF_SQUARE, TWO_52, multiple,
    packed, unpacked,
};
use crate::lanes::{Doubles, Four, PerLane, Register, Vector, operations};

/// An element in each lane that may be multiplied, by the bits of doubles.
pub type Fe<V> = lane_doubles::Fe<P25519, V>;
/// A sum of products in each lane.
pub type Sum<V> = lane_doubles::Sum<P25519, V>;

/// U, the largest magnitude of a column of a product.
const UNIT: u64 = 125 << 50;
/// What makes columns positive; 2^50 rounds to the nearest multiple of 2^51.
const BIAS: u64 = (1 << 62) + (1 << 50);
/// How much of the carry of a column is from [`BIAS`].
const BIAS_CARRY: u64 = BIAS >> 51;

const _: () = {
    let mut i = 0;
    while i < 5 {
        assert!(LARGEST_COLUMNS[i] <= UNIT);
        i += 1;
    }
    // A column and its bias are neither negative nor beyond 2^63.
    let most = MAX_DEPTH as u64 * UNIT;
    assert!(most < BIAS && most + BIAS < 1 << 63);
    // What is carried out of a column, and what of it limb 0 gets.
    let carry = (most >> 51) + 1;
    assert!((1 << 50) + 19 * carry <= LIMB);
    // As integers above 2^52, limbs and carries stay below 2^53.
    assert!(M51 + 19 * (2 * BIAS_CARRY) < 1 << 52);
};

/// The doubles that are the limbs of a number below 2^255, by their bits: for constants.
pub(super) const fn limbs_of(w: &[u64; 4]) -> [u64; 5] {
    let mut x = super::words_to_51(w);
    let mut z = [0i64; 5];
    let mut i = 0;
    while i < 5 {
        z[i] = x[i] as i64;
        // The upper half of the limbs becomes negative.
        if x[i] >> 50 > 0 {
            z[i] -= 1 << 51;
            if i < 4 { x[i + 1] += 1 } else { z[0] += 19 }
        }
        i += 1;
    }
    [
        (z[0] as f64).to_bits(),
        (z[1] as f64).to_bits(),
        (z[2] as f64).to_bits(),
        (z[3] as f64).to_bits(),
        (z[4] as f64).to_bits(),
    ]
}

operations! {
    over Doubles;

    /// Limbs from columns from which nothing has been taken yet: with t = column − magic + 2^62 + 2^50, 0 ≤ t < 2^63, limb i is
    /// (t_i mod 2^51) − 2^50 and ⌊t_(i−1)/2^51⌋ − 2^11, the carry of column 4 times 19. Cost: 31 instructions.
    fn carried(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        split(&five!(I => columns[I].add(V::splat(BIAS.wrapping_sub(magic[I])))))
    }

    /// The limbs of t, as in `carried`.
    fn split(t: &[V; 5]) -> [V; 5] {
        let q = five!(I => t[I].shr::<51>());
        let r = five!(I => t[I].and(V::splat(M51)).or(V::splat(TWO_52)));
        let zero = (TWO_52_AND_HALF + (19 * BIAS_CARRY) as f64).to_bits();
        let others = V::splat((TWO_52_AND_HALF + BIAS_CARRY as f64).to_bits());
        [
            r[0].add(q[4].mul_low_halves(V::splat(19))).fsub(V::splat(zero)),
            r[1].add(q[0]).fsub(others),
            r[2].add(q[1]).fsub(others),
            r[3].add(q[2]).fsub(others),
            r[4].add(q[3]).fsub(others),
        ]
    }

    /// The limbs of the least non-negative representative, as integers.
    ///
    /// |x| < 2^254.1, so that x + p is between 0 and 2p, and so are its limbs: x_i + 2^51 − 1 > 0. Then q = ⌊(x + p + 19)/2^255⌋ is 1
    /// exactly when x + p ≥ p, and x + p − q·p = x + p + 19·q − q·2^255.
    fn canonical(x: &[V; 5]) -> [V; 5] {
        let m51 = V::splat(M51);
        let mut z = *x;
        for i in 0..5 {
            let p = if i == 0 { M51 - 18 } else { M51 };
            // The double x + D has the bits of D and x.
            z[i] = x[i].fadd(V::splat(D)).add(V::splat(p.wrapping_sub(D)));
        }
        let mut q = z[0].add(V::splat(19)).shr::<51>();
        for i in 1..5 {
            q = z[i].add(q).shr::<51>();
        }
        z[0] = z[0].add(q).add(q.add(q)).add(q.shl::<4>());
        for i in 0..4 {
            z[i + 1] = z[i + 1].add(z[i].shr::<51>());
            z[i] = z[i].and(m51);
        }
        z[4] = z[4].and(m51);
        z
    }
}

/// `carried` for columns with a magic a lane.
#[inline(always)]
fn carried_lanes<V: Doubles + Register<Width = Four>>(columns: &[V; 5], magic: &[[u64; 4]; 5]) -> [V; 5] {
    let t = five!(I => {
        let [a, b, c, d] = magic[I];
        let less = [BIAS.wrapping_sub(a), BIAS.wrapping_sub(b), BIAS.wrapping_sub(c), BIAS.wrapping_sub(d)];
        columns[I].add(V::from_array(less))
    });
    split(&t)
}

/// 2^52 + 2^50.
const TWO_52_AND_HALF: f64 = 5.0 * ((1u64 << 50) as f64);

impl Prime for P25519 {
    const LARGEST: [u64; 5] = [LIMB; 5];
    const UNIT: u64 = UNIT;
    const MAGIC_OF_PRODUCT: [u64; 5] = MAGIC_OF_PRODUCT;
    const MAGIC_OF_SQUARE: [u64; 5] = MAGIC_OF_SQUARE;
    const MAGIC_OF_MULTIPLE: [u64; 5] = MAGIC_OF_MULTIPLE;

    #[inline(always)]
    fn mul<V: Doubles>(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        V::product(x, y)
    }

    #[inline(always)]
    fn sqr<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        V::square(x)
    }

    #[inline(always)]
    fn mul_small<V: Doubles>(x: &[V; 5], c: u32) -> [V; 5] {
        multiple(x, c)
    }

    /// Cost: 10 instructions.
    #[inline(always)]
    fn widened<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        five!(I => x[I].fadd(V::splat(D)).add(V::splat(MAGIC_OF_PRODUCT[I].wrapping_sub(D))))
    }

    /// Cost: 31 instructions.
    #[inline(always)]
    fn carried<V: Doubles>(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        carried(columns, magic)
    }

    #[inline(always)]
    fn from_words<V: Doubles>(words: &[V; 4]) -> [V; 5] {
        let mut columns = unpacked(words);
        columns[4] = columns[4].and(V::splat(M51));
        carried(&columns, &[0; 5])
    }

    #[inline(always)]
    fn to_words<V: Doubles>(x: &[V; 5]) -> [V; 4] {
        packed(&canonical(x))
    }

    #[inline(always)]
    fn canonical<V: Doubles>(x: &[V; 5]) -> [V; 5] {
        canonical(x)
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
    }
}

impl<V: Doubles + Vector> F25519 for Fe<V> {
    #[inline(always)]
    fn from_loose(words: &PerLane<V, [u64; 4]>) -> Fe<V> {
        Fe::new(carried(&unpacked(&V::from_records(words)), &[0; 5]))
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Fe<V> {
        Fe::new(splat(&c.doubles))
    }
}
