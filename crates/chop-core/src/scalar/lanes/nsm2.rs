//! Integers modulo n, the order of SM2's base point, one in each lane of any vector.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane.
//!
//! | quantity                       | bound                                                        |
//! |--------------------------------|--------------------------------------------------------------|
//! | n                              | 2^256 − 2^225 < n < 2^256                                    |
//! | [`Scalars`]                    | < n; limbs < 2^52, limb 4 < 2^48                             |
//! | factors of `montgomery`        | one < n, the other < 2^256·17/16                             |
//! | what it gives                  | < x·y/R + n < n·17/16, limbs 0..3 with junk above bit 52     |
//! | what `least` takes             | < 2·n; limbs 0..3: the low 52 bits count; limb 4 < 2^50      |
//!
//! Products are reduced by Montgomery's method with R = 2^260, twice for x·y/R·R²/R, as for one scalar in `nsm2`.
//!
//! | operation                        | multiply-adds | others | instructions |
//! |----------------------------------|---------------|--------|--------------|
//! | `montgomery`                     | 50 + 55       | 18     | 123          |
//! | [`Scalars::mul`]                 | 210           | 66     | 276          |
//! | [`Scalars::reduce`]              |               | 44     | 44           |
//! | [`Scalars::reduce_wide`]         | 105           | 139    | 244          |
//! | [`Scalars::add`], `sub`, `neg`   |               | 43, 48 | 43, 48       |
//!
//! Contract: constant time in all values. Nothing moves from one lane to another.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use crate::lanes::columns::add_product;
use crate::lanes::{LaneMasks, PerLane, Vector, operations};
use crate::scalar::nsm2::{MINUS_INVERSE, ORDER};

const M52: u64 = (1 << 52) - 1;
/// The top limb has 256 − 4·52 = 48 bits.
const M48: u64 = (1 << 48) - 1;
/// n.
const N: [u64; 5] = limbs(&ORDER);
/// 2^256 − n.
const COMPLEMENT: [u64; 5] = limbs(&power_of_2(256));
/// R mod n: 1 in Montgomery form.
const R: [u64; 5] = limbs(&power_of_2(260));
/// R² mod n.
const R2: [u64; 5] = limbs(&power_of_2(520));
/// 2^256·R mod n: times this, divided by R, a number is shifted by 256 bits.
const SHIFT: [u64; 5] = limbs(&power_of_2(516));
/// n with limbs from which any limb can be subtracted, but the highest: it takes what is missing from the sum.
const BIAS: [u64; 5] = [N[0] + (1 << 52), N[1] + M52, N[2] + M52, N[3] + M52, N[4] - 1];

/// 2^k mod n.
const fn power_of_2(k: usize) -> [u64; 4] {
    let (mut x, mut turn) = ([1u64, 0, 0, 0], 0);
    while turn < k {
        let twice = [x[0] << 1, x[1] << 1 | x[0] >> 63, x[2] << 1 | x[1] >> 63, x[3] << 1 | x[2] >> 63];
        let (mut less, mut borrow, mut i) = ([0; 4], 0u128, 0);
        while i < 4 {
            let difference = (twice[i] as u128).wrapping_sub(ORDER[i] as u128).wrapping_sub(borrow);
            (less[i], borrow) = (difference as u64, difference >> 127);
            i += 1;
        }
        // The borrow is not real where the shift lost a bit.
        x = if borrow == 1 && x[3] >> 63 == 0 { twice } else { less };
        turn += 1;
    }
    x
}

/// 256 bits as limbs.
const fn limbs(w: &[u64; 4]) -> [u64; 5] {
    [
        w[0] & M52,
        (w[0] >> 52 | w[1] << 12) & M52,
        (w[1] >> 40 | w[2] << 24) & M52,
        (w[2] >> 28 | w[3] << 36) & M52,
        w[3] >> 16,
    ]
}

/// An integer modulo n in each lane, in five limbs of 52 bits. They may be secrets, so there is neither `Debug` nor
/// `==`.
#[derive(Clone, Copy)]
pub struct Scalars<V>([V; 5]);

impl<V: Vector> Scalars<V> {
    #[inline(always)]
    fn new(limbs: [V; 5]) -> Scalars<V> {
        #[cfg(debug_assertions)]
        assert_below_order(&limbs);
        Scalars(limbs)
    }

    /// 1 in every lane.
    #[inline(always)]
    pub fn one() -> Scalars<V> {
        Scalars([V::splat(1), V::splat(0), V::splat(0), V::splat(0), V::splat(0)])
    }

    /// Any 256-bit numbers modulo n, from little-endian words.
    #[inline(always)]
    pub fn reduce(words: &[V; 4]) -> Scalars<V> {
        // 2^256 < 2·n.
        Scalars::new(least(&narrow_limbs(words)))
    }

    /// 512-bit numbers modulo n, from little-endian words.
    #[inline(always)]
    pub fn reduce_wide(words: &[V; 8]) -> Scalars<V> {
        let high = narrow_limbs(&[words[4], words[5], words[6], words[7]]);
        let high = Scalars::new(least(&montgomery(&high, &splat(&SHIFT))));
        high.add(&Scalars::reduce(&[words[0], words[1], words[2], words[3]]))
    }

    /// Numbers that are known to be below n, from little-endian words.
    ///
    /// # Panics
    /// In debug builds, if one is not.
    #[inline(always)]
    pub fn from_words(words: &[V; 4]) -> Scalars<V> {
        Scalars::new(narrow_limbs(words))
    }

    /// Where a 256-bit number, in little-endian words, is below n.
    #[inline(always)]
    pub fn is_canonical(words: &[V; 4]) -> LaneMasks<V> {
        below_order(&narrow_limbs(words))
    }

    /// The little-endian words, less than n.
    #[inline(always)]
    pub fn words(&self) -> [V; 4] {
        limbs_to_words(&self.0)
    }

    /// self·y.
    #[inline(always)]
    pub fn mul(&self, y: &Scalars<V>) -> Scalars<V> {
        Scalars::new(least(&montgomery(&montgomery(&self.0, &y.0), &splat(&R2))))
    }

    /// self + y.
    #[inline(always)]
    pub fn add(&self, y: &Scalars<V>) -> Scalars<V> {
        Scalars::new(sum(&self.0, &y.0))
    }

    /// self − y.
    #[inline(always)]
    pub fn sub(&self, y: &Scalars<V>) -> Scalars<V> {
        Scalars::new(difference(&self.0, &y.0))
    }

    /// −self.
    #[inline(always)]
    pub fn neg(&self) -> Scalars<V> {
        Scalars([V::splat(0); 5]).sub(self)
    }

    /// Where the scalar is 0.
    #[inline(always)]
    pub fn is_zero(&self) -> LaneMasks<V> {
        let x = &self.0;
        x[0].or(x[1]).or(x[2]).or(x[3]).or(x[4]).eq(V::splat(0))
    }

    /// `x` where the mask is true, else `y`, lane by lane.
    #[inline(always)]
    pub fn select(mask: LaneMasks<V>, x: &Scalars<V>, y: &Scalars<V>) -> Scalars<V> {
        let mut z = y.0;
        for i in 0..5 {
            z[i] = V::select(mask, x.0[i], y.0[i]);
        }
        Scalars(z)
    }

    /// 1/self, and 0 for 0. Cost: 252 squarings, 61 multiplications, 14 for a table: 41,000 instructions.
    ///
    /// self^(n−2), four bits of the exponent at a time. The exponent is the same for all scalars: its digits
    /// may choose addresses.
    #[inline(always)]
    pub fn invert(&self) -> Scalars<V> {
        const EXPONENT: [u64; 4] = [ORDER[0] - 2, ORDER[1], ORDER[2], ORDER[3]];
        let x = montgomery(&self.0, &splat(&R2));
        let mut powers = [splat(&R); 16];
        for i in 1..16 {
            // One factor below n.
            powers[i] = least(&montgomery(&powers[i - 1], &x));
        }
        let mut y = splat(&R);
        for i in (0..64).rev() {
            for _ in 0..4 {
                y = montgomery(&least(&y), &y);
            }
            let digit = (EXPONENT[i / 16] >> (4 * (i % 16)) & 15) as usize;
            y = montgomery(&powers[digit], &y);
        }
        let inverse = Scalars::new(least(&montgomery(&Scalars::one().0, &y)));
        for i in 0..16 {
            V::wipe(&mut powers[i]);
        }
        V::wipe(&mut y);
        inverse
    }

    /// [`Scalars::from_words`] of the words of each lane.
    #[inline(always)]
    pub fn load(words: &PerLane<V, [u64; 4]>) -> Scalars<V> {
        Scalars::from_words(&V::from_records(words))
    }

    /// The words of each lane, less than n.
    #[inline(always)]
    pub fn store(&self) -> PerLane<V, [u64; 4]> {
        V::to_records(&self.words())
    }
}

impl<V: Vector> crate::ct::Wipe for Scalars<V> {
    #[inline(always)]
    fn wipe(&mut self) {
        V::wipe(&mut self.0);
    }
}

#[inline(always)]
fn splat<V: Vector>(x: &[u64; 5]) -> [V; 5] {
    [V::splat(x[0]), V::splat(x[1]), V::splat(x[2]), V::splat(x[3]), V::splat(x[4])]
}

/// Adds the bits of each limb from 2^52 on to the next limb, and leaves them where they are too: junk.
/// Cost: 8.
#[inline(always)]
fn carried<V: Vector>(x: &[V; 5]) -> [V; 5] {
    let z0 = x[0];
    let z1 = x[1].add(z0.shr::<52>());
    let z2 = x[2].add(z1.shr::<52>());
    let z3 = x[3].add(z2.shr::<52>());
    let z4 = x[4].add(z3.shr::<52>());
    [z0, z1, z2, z3, z4]
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

    /// The limbs of 256-bit numbers, without junk; limb 4 < 2^48. Cost: 14.
    fn narrow_limbs(w: &[V; 4]) -> [V; 5] {
        let m52 = V::splat(M52);
        [
            w[0].and(m52),
            w[0].shr::<52>().or(w[1].shl::<12>()).and(m52),
            w[1].shr::<40>().or(w[2].shl::<24>()).and(m52),
            w[2].shr::<28>().or(w[3].shl::<36>()).and(m52),
            w[3].shr::<16>(),
        ]
    }

    /// The words of limbs without junk. Cost: 11.
    fn limbs_to_words(x: &[V; 5]) -> [V; 4] {
        [
            x[0].or(x[1].shl::<52>()),
            x[1].shr::<12>().or(x[2].shl::<40>()),
            x[2].shr::<24>().or(x[3].shl::<28>()),
            x[3].shr::<36>().or(x[4].shl::<16>()),
        ]
    }

    /// x < n, for limbs without junk.
    fn below_order(x: &[V; 5]) -> LaneMasks<V> {
        with_complement(x)[4].shr::<48>().eq(V::splat(0))
    }

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
        let m52 = V::splat(M52);
        let x = [x[0].and(m52), x[1].and(m52), x[2].and(m52), x[3].and(m52), x[4]];
        let y = with_complement(&x);
        let less = y[4].shr::<48>().eq(V::splat(0));
        [
            V::select(less, x[0], y[0].and(m52)),
            V::select(less, x[1], y[1].and(m52)),
            V::select(less, x[2], y[2].and(m52)),
            V::select(less, x[3], y[3].and(m52)),
            V::select(less, x[4], y[4].and(V::splat(M48))),
        ]
    }

    fn sum(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(y[i]);
        }
        least(&carried(&z))
    }

    /// x + n − y: between 0 and 2·n.
    fn difference(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            // Limb 4 may be −1 until the carry comes, which is then 1: the sum is not negative.
            z[i] = z[i].add(V::splat(BIAS[i])).sub(y[i]);
        }
        least(&carried(&z))
    }
}

#[cfg(debug_assertions)]
#[inline(never)]
fn assert_below_order<V: Vector>(limbs: &[V; 5]) {
    for lane in crate::lanes::unbundle(limbs).as_ref() {
        assert!(lane[..4].iter().all(|limb| *limb <= M52), "a limb of {lane:?}");
        assert!(lane.iter().rev().lt(N.iter().rev()), "{lane:?} is not below the order");
    }
}
