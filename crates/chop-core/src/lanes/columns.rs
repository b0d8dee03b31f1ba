//! Five limbs of 52 bits in each lane, and the columns of their products: what fields and
//! scalars of radix 2^52 share.
//!
//! x = x0 + 2^52·x1 + 2^104·x2 + 2^156·x3 + 2^208·x4 in each lane. Of limbs 0..3 the low 52 bits count, which is what
//! `vpmadd52` reads; above them is junk, left by carries and by the unpacking of words. Limb 4 has none.

use super::{LaneMasks, Madd52, Register, operations};

/// What the expression is for each of the five limbs $i, written out: an array that a loop indexes stays in memory at the opt-levels that
/// keep such loops.
macro_rules! five {
    ($i:ident => $limb:expr) => {
        [
            {
                const $i: usize = 0;
                $limb
            },
            {
                const $i: usize = 1;
                $limb
            },
            {
                const $i: usize = 2;
                $limb
            },
            {
                const $i: usize = 3;
                $limb
            },
            {
                const $i: usize = 4;
                $limb
            },
        ]
    };
}
pub(crate) use five;

pub(crate) const M52: u64 = (1 << 52) - 1;

/// 256 bits as limbs.
pub(crate) const fn limbs_of(w: &[u64; 4]) -> [u64; 5] {
    [
        w[0] & M52,
        (w[0] >> 52 | w[1] << 12) & M52,
        (w[1] >> 40 | w[2] << 24) & M52,
        (w[2] >> 28 | w[3] << 36) & M52,
        w[3] >> 16,
    ]
}

/// x − y mod 2^256, and whether x is less: for constants.
pub(crate) const fn minus(x: &[u64; 4], y: &[u64; 4]) -> ([u64; 4], bool) {
    let (mut z, mut borrow, mut i) = ([0; 4], 0, 0);
    while i < 4 {
        let difference = (x[i] as u128).wrapping_sub(y[i] as u128).wrapping_sub(borrow);
        (z[i], borrow) = (difference as u64, difference >> 127);
        i += 1;
    }
    (z, borrow == 1)
}

/// 2^n·x mod m for x below m: constants of Montgomery's method.
pub(crate) const fn doubled_modulo(m: &[u64; 4], x: &[u64; 4], n: usize) -> [u64; 4] {
    let (mut x, mut turn) = (*x, 0);
    while turn < n {
        let twice = [x[0] << 1, x[1] << 1 | x[0] >> 63, x[2] << 1 | x[1] >> 63, x[3] << 1 | x[2] >> 63];
        let (less, borrow) = minus(&twice, m);
        // The borrow is not real where the shift lost a bit.
        x = if borrow && x[3] >> 63 == 0 { twice } else { less };
        turn += 1;
    }
    x
}

/// The same integer in every lane.
#[inline(always)]
pub(crate) fn splat<V: Register>(limbs: &[u64; 5]) -> [V; 5] {
    [V::splat(limbs[0]), V::splat(limbs[1]), V::splat(limbs[2]), V::splat(limbs[3]), V::splat(limbs[4])]
}

/// c + x·y: 25 low and 25 high halves, each on a whole column.
#[inline(always)]
pub(crate) fn add_product<V: Madd52>(mut c: [V; 10], x: &[V; 5], y: &[V; 5]) -> [V; 10] {
    // To column k comes Σ_{i+j=k} lo(x_i·y_j) + Σ_{i+j=k−1} hi(x_i·y_j) ≤ 9·2^52 < 2^56.
    for i in 0..5 {
        for j in 0..5 {
            c[i + j] = c[i + j].madd52lo(x[i], y[j]);
            c[i + j + 1] = c[i + j + 1].madd52hi(x[i], y[j]);
        }
    }
    c
}

/// x·y, with the low halves in chains of their own beside those of the high halves.
#[inline(always)]
pub(crate) fn product_soon<V: Madd52>(x: &[V; 5], y: &[V; 5]) -> [V; 10] {
    let (mut low, mut high) = ([V::splat(0); 10], [V::splat(0); 10]);
    for i in 0..5 {
        for j in 0..5 {
            low[i + j] = low[i + j].madd52lo(x[i], y[j]);
            high[i + j + 1] = high[i + j + 1].madd52hi(x[i], y[j]);
        }
    }
    for k in 1..9 {
        low[k] = low[k].add(high[k]);
    }
    low[9] = high[9];
    low
}

/// x² and c, whose columns 1 to 8 are doubled: the ten products off the diagonal once, doubled with them, and the five on it.
///
/// Not a doubled operand, which would not fit 52 bits.
#[inline(always)]
pub(crate) fn double_and_add_square<V: Madd52>(mut c: [V; 10], x: &[V; 5]) -> [V; 10] {
    for i in 0..5 {
        for j in i + 1..5 {
            c[i + j] = c[i + j].madd52lo(x[i], x[j]);
            c[i + j + 1] = c[i + j + 1].madd52hi(x[i], x[j]);
        }
    }
    for k in 1..9 {
        c[k] = c[k].add(c[k]);
    }
    for i in 0..5 {
        c[2 * i] = c[2 * i].madd52lo(x[i], x[i]);
        c[2 * i + 1] = c[2 * i + 1].madd52hi(x[i], x[i]);
    }
    c
}

/// 2·c + x² for any c.
#[inline(always)]
pub(crate) fn double_all_and_add_square<V: Madd52>(c: [V; 10], x: &[V; 5]) -> [V; 10] {
    let mut z = c;
    // They have no product off the diagonal, and `double_and_add_square` leaves them.
    z[0] = c[0].add(c[0]);
    z[9] = c[9].add(c[9]);
    double_and_add_square(z, x)
}

/// The largest columns of c + x·y, for limbs 4 of at most `top`. As large as those of the square, which adds the same
/// terms: 2·(x_i·x_j)_lo ≤ (x_i·x_j)_lo + (x_j·x_i)_lo.
pub(crate) const fn add_largest_product(mut c: [u64; 10], top: u64) -> [u64; 10] {
    let x = [M52, M52, M52, M52, top];
    let mut i = 0;
    while i < 5 {
        let mut j = 0;
        while j < 5 {
            let xy = x[i] as u128 * x[j] as u128;
            c[i + j] += if xy > M52 as u128 { M52 } else { xy as u64 };
            c[i + j + 1] += (xy >> 52) as u64;
            j += 1;
        }
        i += 1;
    }
    c
}

operations! {
    over Register;

    pub(crate) fn add_columns(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(y[i]);
        }
        z
    }

    /// x + bias − y.
    pub(crate) fn sub_columns(x: &[V; 5], y: &[V; 5], bias: &[u64; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(V::splat(bias[i])).sub(y[i]);
        }
        z
    }

    /// x − y, of columns with a bias.
    pub(crate) fn sub_unbiased(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].sub(y[i]);
        }
        z
    }

    /// The limbs without junk.
    pub(crate) fn masked(x: &[V; 5]) -> [V; 5] {
        let m52 = V::splat(M52);
        [x[0].and(m52), x[1].and(m52), x[2].and(m52), x[3].and(m52), x[4]]
    }

    pub(crate) fn selected(mask: LaneMasks<V>, x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *y;
        for i in 0..5 {
            z[i] = V::select(mask, x[i], y[i]);
        }
        z
    }

    /// Words to limbs, with junk.
    pub(crate) fn unpacked(w: &[V; 4]) -> [V; 5] {
        [
            w[0],
            w[0].shr::<52>().or(w[1].shl::<12>()),
            w[1].shr::<40>().or(w[2].shl::<24>()),
            w[2].shr::<28>().or(w[3].shl::<36>()),
            w[3].shr::<16>(),
        ]
    }

    /// Limbs without junk, the highest below 2^48, to words.
    pub(crate) fn packed(x: &[V; 5]) -> [V; 4] {
        [
            x[0].or(x[1].shl::<52>()),
            x[1].shr::<12>().or(x[2].shl::<40>()),
            x[2].shr::<24>().or(x[3].shl::<28>()),
            x[3].shr::<36>().or(x[4].shl::<16>()),
        ]
    }
}
