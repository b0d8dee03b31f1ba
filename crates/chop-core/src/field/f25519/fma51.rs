//! GF(2^255 − 19), an element in each lane, by multiply-adds of doubles.
//!
//! x = x0 + 2^51·x1 + 2^102·x2 + 2^153·x3 + 2^204·x4 in each lane, with signed limbs. Unit U = 125·2^50.
//!
//! | type    | every limb or column is                                                     | made by                   | read by              |
//! |---------|-----------------------------------------------------------------------------|---------------------------|----------------------|
//! | [`Fe`]  | a double that is an integer, magnitude ≤ X = 2^50 + 2^16                     | `carry`, decoding         | `mul`, `sqr`, …      |
//! | [`Sum`] | a signed integer, magnitude ≤ n·U, n its depth, and the magic of the column | `mul`, `sqr`: n = 1; sums | `add`, `sub`, `carry`|
//!
//! How doubles make products is said in [`doubles`](crate::lanes::doubles). The bits of the constants that split products are in the
//! columns; how much of them, the *magic*, is counted beside the depth. It is a constant wherever the compiler sees how a sum was made, and
//! is taken away once, with the bias of the carry. So a sum that lives from one turn of a loop to the next must be made in the same way in
//! all turns, which `widen` helps: its magic is that of a product.
//!
//! Columns are signed, so that a difference has no bias, and the limbs of a carry lie around zero. 2^255 ≡ 19 is on the border of a limb:
//! all five limbs are carried at once.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

pub mod coordinates;

use super::{Constant, F25519};
use crate::field::bounds::{Depth, MAX_DEPTH};
use crate::field::{Exchange, Field, LaneField, Sum as SumTrait, invert_lanes, words_of_lanes};
use crate::lanes::columns::selected;
use crate::lanes::doubles::{
    D, LARGEST_COLUMNS, LIMB, MAGIC_OF_MULTIPLE, MAGIC_OF_PRODUCT, MAGIC_OF_SQUARE, multiple,
};
use crate::lanes::{self, Doubles, Four, LaneMasks, Lanes, PerLane, Register, Step, Vector, operations};

const M51: u64 = (1 << 51) - 1;
/// U, the largest magnitude of a column of a product.
const UNIT: u64 = 125 << 50;
/// The bits of 2^52.
const TWO_52: u64 = 0x4330_0000_0000_0000;
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

/// An element in each lane that may be multiplied, by the bits of doubles.
#[derive(Clone, Copy, Debug)]
pub struct Fe<V>([V; 5]);

/// A sum of products in each lane.
#[derive(Clone, Copy, Debug)]
pub struct Sum<V> {
    columns: [V; 5],
    /// What the columns have besides the value, modulo 2^64.
    magic: [u64; 5],
    depth: Depth,
}

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

/// The bits of the integer x as a double.
fn bits_of(x: i64) -> u64 {
    (x as f64).to_bits()
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_limbs<V: Doubles>(limbs: &[V; 5]) {
    for lane in lanes::unbundle(limbs).as_ref() {
        for limb in lane {
            let x = f64::from_bits(*limb);
            assert!(x as i64 as f64 == x && (x as i64).unsigned_abs() <= LIMB, "a limb is {x}");
        }
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn check_columns<V: Doubles>(columns: &[V; 5], magic: &[u64; 5], depth: Depth) {
    for lane in lanes::unbundle(columns).as_ref() {
        for i in 0..5 {
            let column = lane[i].wrapping_sub(magic[i]) as i64;
            depth.assert_limbs(&[column.unsigned_abs()], &[UNIT]);
        }
    }
}

impl<V: Doubles> Fe<V> {
    /// Elements from doubles within the bounds.
    #[inline(always)]
    fn new(limbs: [V; 5]) -> Self {
        #[cfg(debug_assertions)]
        check_limbs(&limbs);
        Fe(limbs)
    }

    /// An element with every limb at the largest magnitude, with this sign, for tests of the bounds.
    pub fn at_bound(sign: i64) -> Self {
        Fe::new([V::splat(bits_of(sign * LIMB as i64)); 5])
    }

    /// The limbs of each lane, for tests: the value is Σ limb\[i\]·2^(51·i).
    pub fn limbs(&self) -> PerLane<V, [i64; 5]> {
        let mut z = PerLane::<V, [i64; 5]>::splat([0; 5]);
        let limbs = lanes::unbundle(&self.0);
        for lane in 0..V::LANES {
            for i in 0..5 {
                z[lane][i] = f64::from_bits(limbs[lane][i]) as i64;
            }
        }
        z
    }
}

impl<V: Doubles> Sum<V> {
    #[inline(always)]
    fn new(columns: [V; 5], magic: [u64; 5], depth: Depth) -> Self {
        #[cfg(debug_assertions)]
        check_columns(&columns, &magic, depth);
        Sum { columns, magic, depth }
    }

    /// A sum with every column at the largest magnitude that depth `n` allows, with this sign, for tests of the bounds.
    pub fn at_bound(n: u8, sign: i64) -> Self {
        assert!(n <= MAX_DEPTH);
        let column = (sign * i64::from(n) * UNIT as i64) as u64;
        Sum::new([V::splat(column); 5], [0; 5], Depth::new(n))
    }

    /// The columns of each lane, for tests: the value is Σ column\[i\]·2^(51·i).
    pub fn columns(&self) -> PerLane<V, [i64; 5]> {
        let mut z = PerLane::<V, [i64; 5]>::splat([0; 5]);
        let columns = lanes::unbundle(&self.columns);
        for lane in 0..V::LANES {
            for i in 0..5 {
                z[lane][i] = columns[lane][i].wrapping_sub(self.magic[i]) as i64;
            }
        }
        z
    }
}

operations! {
    over Doubles;

    /// Limbs from columns from which nothing has been taken yet: with t = column − magic + 2^62 + 2^50, 0 ≤ t < 2^63, limb i is
    /// (t_i mod 2^51) − 2^50 and ⌊t_(i−1)/2^51⌋ − 2^11, the carry of column 4 times 19. Cost: 31 instructions.
    fn carried(columns: &[V; 5], magic: &[u64; 5]) -> [V; 5] {
        let mut t = *columns;
        for i in 0..5 {
            t[i] = columns[i].add(V::splat(BIAS.wrapping_sub(magic[i])));
        }
        split(&t)
    }

    /// The limbs of t, as in `carried`.
    fn split(t: &[V; 5]) -> [V; 5] {
        let (mut q, mut r) = (*t, *t);
        for i in 0..5 {
            q[i] = t[i].shr::<51>();
            r[i] = t[i].and(V::splat(M51)).or(V::splat(TWO_52));
        }
        let zero = (TWO_52_AND_HALF + (19 * BIAS_CARRY) as f64).to_bits();
        let others = V::splat((TWO_52_AND_HALF + BIAS_CARRY as f64).to_bits());
        let mut z = r;
        z[0] = r[0].add(q[4].mul_low_halves(V::splat(19))).fsub(V::splat(zero));
        for i in 1..5 {
            z[i] = r[i].add(q[i - 1]).fsub(others);
        }
        z
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

    /// Words to columns below 2^52, which have no magic: 51 bits each, and what is above them.
    fn unpacked(w: &[V; 4]) -> [V; 5] {
        let m51 = V::splat(M51);
        [
            w[0].and(m51),
            w[0].shr::<51>().or(w[1].shl::<13>()).and(m51),
            w[1].shr::<38>().or(w[2].shl::<26>()).and(m51),
            w[2].shr::<25>().or(w[3].shl::<39>()).and(m51),
            w[3].shr::<12>(),
        ]
    }

    /// Limbs below 2^51, as integers, to words.
    fn packed(x: &[V; 5]) -> [V; 4] {
        [
            x[0].or(x[1].shl::<51>()),
            x[1].shr::<13>().or(x[2].shl::<38>()),
            x[2].shr::<26>().or(x[3].shl::<25>()),
            x[3].shr::<39>().or(x[4].shl::<12>()),
        ]
    }
}

/// `carried` for columns with a magic a lane.
#[inline(always)]
fn carried_lanes<V: Doubles + Register<Width = Four>>(columns: &[V; 5], magic: &[[u64; 4]; 5]) -> [V; 5] {
    let mut t = *columns;
    for i in 0..5 {
        let [a, b, c, d] = magic[i];
        let less = [BIAS.wrapping_sub(a), BIAS.wrapping_sub(b), BIAS.wrapping_sub(c), BIAS.wrapping_sub(d)];
        t[i] = columns[i].add(V::from_array(less));
    }
    split(&t)
}

/// 2^52 + 2^50.
const TWO_52_AND_HALF: f64 = 5.0 * ((1u64 << 50) as f64);

impl<V: Doubles + Vector> Field for Fe<V> {
    type Width = V::Width;
    type Mask = LaneMasks<V>;
    type Sum = Sum<V>;
    type Words = [V; 4];

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        V::apart(step)
    }

    #[inline(always)]
    fn mul(&self, y: &Self) -> Sum<V> {
        Sum::new(V::product(&self.0, &y.0), MAGIC_OF_PRODUCT, Depth::UNIT)
    }

    #[inline(always)]
    fn sqr(&self) -> Sum<V> {
        Sum::new(V::square(&self.0), MAGIC_OF_SQUARE, Depth::UNIT)
    }

    /// x·y doubled, depth 2: a square has 39 instructions less than a product, and the carry of x + y and the subtraction would have
    /// more.
    #[inline(always)]
    fn twice_mul(&self, y: &Self, _squares: &Sum<V>) -> Sum<V> {
        self.mul(y).double()
    }

    #[inline(always)]
    fn mul_small(&self, c: u32) -> Sum<V> {
        debug_assert!(c < 1 << 17);
        Sum::new(multiple(&self.0, c), MAGIC_OF_MULTIPLE, Depth::UNIT)
    }

    #[inline(always)]
    fn invert(&self) -> Self {
        invert_lanes(self)
    }

    /// With the magic of a product. Cost: 10 instructions.
    #[inline(always)]
    fn widen(&self) -> Sum<V> {
        let mut columns = self.0;
        for i in 0..5 {
            let bits = self.0[i].fadd(V::splat(D));
            columns[i] = bits.add(V::splat(MAGIC_OF_PRODUCT[i].wrapping_sub(D)));
        }
        Sum::new(columns, MAGIC_OF_PRODUCT, Depth::UNIT)
    }

    #[inline(always)]
    fn select(mask: LaneMasks<V>, x: &Self, y: &Self) -> Self {
        Fe(selected(mask, &x.0, &y.0))
    }

    #[inline(always)]
    fn is_zero(&self) -> LaneMasks<V> {
        let x = canonical(&self.0);
        x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
    }

    words_of_lanes!();

    #[inline(always)]
    fn from_bundle(words: &[V; 4]) -> Self {
        let mut columns = unpacked(words);
        columns[4] = columns[4].and(V::splat(M51));
        Fe::new(carried(&columns, &[0; 5]))
    }

    #[inline(always)]
    fn to_bundle(&self) -> [V; 4] {
        packed(&canonical(&self.0))
    }
}

impl<V: Doubles + Vector> SumTrait for Sum<V> {
    type Fe = Fe<V>;

    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        let mut z = *self;
        for i in 0..5 {
            z.columns[i] = self.columns[i].add(y.columns[i]);
            z.magic[i] = self.magic[i].wrapping_add(y.magic[i]);
        }
        Sum::new(z.columns, z.magic, self.depth.plus(y.depth))
    }

    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        let mut z = *self;
        for i in 0..5 {
            z.columns[i] = self.columns[i].sub(y.columns[i]);
            z.magic[i] = self.magic[i].wrapping_sub(y.magic[i]);
        }
        Sum::new(z.columns, z.magic, self.depth.minus(y.depth))
    }

    #[inline(always)]
    fn carry(&self) -> Fe<V> {
        self.depth.assert_carriable();
        Fe::new(carried(&self.columns, &self.magic))
    }

    #[inline(always)]
    fn reduce(&self) -> Fe<V> {
        self.carry()
    }
}

impl<V: Doubles + Vector> Exchange for Fe<V> {
    #[inline(always)]
    fn across(&self, distance: usize) -> Self {
        self.permute(lanes::across::<V>(distance))
    }

    #[inline(always)]
    fn inverse(words: &[u64; 4]) -> [u64; 4] {
        super::inverse(words)
    }
}

impl<V: Doubles + Vector> LaneField for Fe<V> {
    type Vector = V;

    /// The bits of doubles.
    #[inline(always)]
    fn from_limbs(limbs: [V; 5]) -> Self {
        Fe::new(limbs)
    }

    #[inline(always)]
    fn to_limbs(self) -> [V; 5] {
        self.0
    }

    /// Cost: 5 permutations.
    #[inline(always)]
    fn permute(&self, from: PerLane<V, u64>) -> Self {
        let mut limbs = self.0;
        for limb in &mut limbs {
            *limb = limb.permute(from);
        }
        Fe(limbs)
    }

    #[inline(always)]
    fn wipe_lanes(&mut self) {
        V::wipe(&mut self.0);
    }
}

impl<V: Doubles + Vector> F25519 for Fe<V> {
    #[inline(always)]
    fn from_loose(words: &PerLane<V, [u64; 4]>) -> Fe<V> {
        Fe::new(carried(&unpacked(&V::from_records(words)), &[0; 5]))
    }

    #[inline(always)]
    fn constant(c: &Constant) -> Fe<V> {
        let l = &c.doubles;
        Fe::new([V::splat(l[0]), V::splat(l[1]), V::splat(l[2]), V::splat(l[3]), V::splat(l[4])])
    }
}
