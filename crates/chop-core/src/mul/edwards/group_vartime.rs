//! Sums of public multiples, one in each lane.
//!
//! Lanes differ in where their digits are zero, so there are fixed windows here and no sliding ones. A
//! scalar is a 256-bit integer a lane in four vectors of words.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::{Accumulator, AffineCached, Cached, Extended, PackedPoint, Projective};
use crate::field::Lanes;
use crate::field::f25519::{LaneFe as Fe, Vector25519};
use crate::lanes::{LaneMasks, PerLane, Step};
use crate::scalar::digits::lanes::{Digits, OddDigits};
use crate::scalar::lanes::l25519::magnitude;
use crate::table::read::edwards;
use crate::table::{
    BASE_COMB_PUBLIC, BASE_MULTIPLES, BASE_MULTIPLES_HIGH, COMB_ENTRIES, COMB_ROWS, COMB_WINDOW, Comb,
    IDENTITY, PUBLIC_ROWS, PUBLIC_WINDOW,
};

/// Bits a window of the scalar of B: two tables of 512 points for all lanes, and five windows of two bits.
const BASE_WINDOW: usize = 10;
const BASE_DIGITS: usize = 26;

/// ±s·P in each lane, for public scalars.
pub struct Term<'a, V: Vector25519> {
    /// s, any value below 2^256.
    pub scalar: &'a [V; 4],
    /// The lanes in which −s·P is meant.
    pub negative: LaneMasks<V>,
    /// P, with Z = 1.
    pub point: &'a Extended<Fe<V>>,
}

/// The sum of two terms and w·B in each lane, for any public w, which counts as two halves of 128 bits. Scalars of the second
/// term are odd.
///
/// Both scalars are written with odd digits of two bits, so that one addition serves both: of ±(P, 3P) ± (Q, 3Q), of which
/// eight are enough with their negatives.
///
/// Cost for scalars of 128 bits: 126 doublings, 65 additions of 8M and 26 of 7M, a table of 10 additions and doublings and 10
/// conversions. The longest scalar of all lanes says how many doublings.
///
/// # Panics
/// In debug builds, if a scalar of the second term is even.
#[inline(always)]
pub fn mul_vartime<V: Vector25519>(terms: &[Term<'_, V>; 2], w: &[V; 4]) -> Projective<Fe<V>> {
    V::apart(MulVartime { terms, w })
}

struct MulVartime<'a, V: Vector25519> {
    terms: &'a [Term<'a, V>; 2],
    w: &'a [V; 4],
}

impl<V: Vector25519> Step for MulVartime<'_, V> {
    type Out = Projective<Fe<V>>;

    #[inline(always)]
    fn take(self) -> Projective<Fe<V>> {
        let MulVartime { terms: [p, q], w } = self;
        let (zero, one) = (V::splat(0), V::splat(1));
        let low = Digits::<V, BASE_WINDOW, BASE_DIGITS>::new(&[w[0], w[1], zero, zero]);
        let high = Digits::<V, BASE_WINDOW, BASE_DIGITS>::new(&[w[2], w[3], zero, zero]);
        let n = longest_vartime(p.scalar).max(longest_vartime(q.scalar)).max(128).div_ceil(2);
        // An even s is s + 1 here, and P is taken away in the end.
        let even = p.scalar[0].and(one).eq(zero);
        let odd = [p.scalar[0].or(one), p.scalar[1], p.scalar[2], p.scalar[3]];
        let (p_digits, q_digits) =
            (OddDigits::new(&odd, p.negative, n), OddDigits::new(q.scalar, q.negative, n));
        let table = odd_sums::<V>(p.point, q.point);
        let mut Q = Projective::<Fe<V>>::identity();
        for i in (0..n).rev() {
            let mut P = Accumulator::identity();
            if i + 1 < n {
                // The coordinate T, which an addition needs, is made by the last doubling only.
                P = Q.double().to_projective().double().to_accumulator();
            }
            // The digit of P is made positive.
            let negative = p_digits.get(i).lt(V::splat(2));
            let flip = negative.vector().and(V::splat(3));
            let index = p_digits.get(i).xor(flip).and(one).shl::<2>().or(q_digits.get(i).xor(flip));
            let sum = P.add_signed(&edwards::entries_of_lanes_vartime(&table, index), negative);
            if i % (BASE_WINDOW / 2) > 0 {
                Q = sum.to_projective();
                continue;
            }
            let (index, negative) = low.get(i / (BASE_WINDOW / 2));
            let entry = base_multiples_vartime(&BASE_MULTIPLES, index);
            P = sum.to_accumulator().add_affine_signed(&entry, negative).to_accumulator();
            let (index, negative) = high.get(i / (BASE_WINDOW / 2));
            let entry = base_multiples_vartime(&BASE_MULTIPLES_HIGH, index);
            let sum = P.add_affine_signed(&entry, negative);
            if i > 0 {
                Q = sum.to_projective();
            } else {
                let entry = Cached::select(even, &p.point.to_cached(), &Cached::identity());
                Q = sum.to_accumulator().add_signed(&entry, p.negative.not()).to_projective();
            }
        }
        Q
    }
}

/// Sums of odd multiples, without their negatives.
const ODD_SUMS: usize = 8;

/// d·P + e·Q of each lane for P and Q with Z = 1, d = 1 and 3, and e = −3, −1, 1 and 3 of each.
#[inline(always)]
fn odd_sums<V: Vector25519>(P: &Extended<Fe<V>>, Q: &Extended<Fe<V>>) -> [edwards::CachedLimbs<V>; ODD_SUMS] {
    V::apart(OddSums::<V> { P, Q })
}

struct OddSums<'a, V: Vector25519> {
    P: &'a Extended<Fe<V>>,
    Q: &'a Extended<Fe<V>>,
}

impl<V: Vector25519> Step for OddSums<'_, V> {
    type Out = [edwards::CachedLimbs<V>; ODD_SUMS];

    #[inline(always)]
    fn take(self) -> Self::Out {
        let OddSums { P, Q } = self;
        let (twice_P, twice_Q) =
            (P.double().to_accumulator().to_cached(), Q.double().to_accumulator().to_cached());
        let (first, second) = (P.to_accumulator(), AffineCached::from_affine(Q));
        let (minus_1, plus_1) =
            (first.sub_affine(&second).to_accumulator(), first.add_affine(&second).to_accumulator());
        let (minus_3, plus_3) =
            (minus_1.sub(&twice_Q).to_accumulator(), plus_1.add(&twice_Q).to_accumulator());
        let once = [minus_3, minus_1, plus_1, plus_3];
        let mut table = [edwards::cached_limbs::<V>(&once[0].to_cached()); ODD_SUMS];
        for e in 0..4 {
            table[e] = edwards::cached_limbs::<V>(&once[e].to_cached());
            table[4 + e] = edwards::cached_limbs::<V>(&once[e].add(&twice_P).to_accumulator().to_cached());
        }
        table
    }
}

/// How many bits the longest number has.
#[inline(always)]
fn longest_vartime<V: Vector25519>(numbers: &[V; 4]) -> usize {
    let mut bits = 0;
    for word in 0..4 {
        let words = numbers[word].to_array();
        let mut any = 0;
        for lane in 0..V::LANES {
            any |= words[lane];
        }
        if any != 0 {
            bits = 64 * (word + 1) - any.leading_zeros() as usize;
        }
    }
    bits
}

/// Multiple `index`, counted from 1, in each lane; the neutral element for 0. For public indices.
#[inline(always)]
fn base_multiples_vartime<V: Vector25519>(multiples: &[PackedPoint; 512], index: V) -> AffineCached<Fe<V>> {
    let index = index.to_array();
    let mut entries = PerLane::<V, &PackedPoint>::splat(&IDENTITY);
    for lane in 0..V::LANES {
        if let Some(entry) = multiples.get((index[lane] as usize).wrapping_sub(1)) {
            entries[lane] = entry;
        }
    }
    edwards::load_lanes::<V>(entries)
}

/// a·A + b·B in each lane, for public scalars below ℓ and the comb of each lane's A.
///
/// Cost: 75 additions of 7M, no doublings. Combs are read where they lie: 96 bytes of each of 43 rows, and of 32 of that of
/// B, which are asked for two additions before.
#[inline(always)]
pub fn double_comb_vartime<V: Vector25519>(
    a: &[V; 4],
    combs: &PerLane<V, &Comb>,
    b: &[V; 4],
) -> Projective<Fe<V>> {
    let a_digits = Digits::<V, COMB_WINDOW, COMB_ROWS>::new(a);
    let (b, opposite) = magnitude(b);
    let b_digits = Digits::<V, PUBLIC_WINDOW, PUBLIC_ROWS>::new(&b);
    let (mut own, mut own_negative) = entries_vartime::<V, _>(rows::<V>(combs, 0), a_digits.get(0));
    let (mut base, mut base_negative) =
        entries_vartime::<V, _>(Lanes::splat(&BASE_COMB_PUBLIC[0].0), b_digits.get(0));
    let mut sum = Accumulator::identity();
    for i in 0..COMB_ROWS {
        let (entries, negative) = (own, own_negative);
        if i + 1 < COMB_ROWS {
            (own, own_negative) = entries_vartime::<V, _>(rows::<V>(combs, i + 1), a_digits.get(i + 1));
        }
        sum = sum.add_affine_signed(&edwards::load_lanes::<V>(entries), negative).to_accumulator();
        // The comb of B has wider windows, and fewer.
        if i < PUBLIC_ROWS {
            let (entries, negative) = (base, base_negative);
            if i + 1 < PUBLIC_ROWS {
                (base, base_negative) =
                    entries_vartime::<V, _>(Lanes::splat(&BASE_COMB_PUBLIC[i + 1].0), b_digits.get(i + 1));
            }
            let entry = edwards::load_lanes::<V>(entries);
            sum = sum.add_affine_signed(&entry, negative.xor(opposite)).to_accumulator();
        }
    }
    sum.to_extended().to_projective()
}

/// Row `row` of each lane's comb.
#[inline(always)]
fn rows<'a, V: Vector25519>(
    combs: &PerLane<V, &'a Comb>,
    row: usize,
) -> PerLane<V, &'a [PackedPoint; COMB_ENTRIES]> {
    let mut rows = PerLane::<V, &'a [PackedPoint; COMB_ENTRIES]>::splat(&combs[0][row].0);
    for lane in 1..V::LANES {
        rows[lane] = &combs[lane][row].0;
    }
    rows
}

/// The entries of rows for digits, the neutral element for 0, and where the digits are negative. Memory is asked for them.
#[inline(always)]
fn entries_vartime<V: Vector25519, const ENTRIES: usize>(
    rows: PerLane<V, &[PackedPoint; ENTRIES]>,
    (index, negative): (V, LaneMasks<V>),
) -> (PerLane<V, &PackedPoint>, LaneMasks<V>) {
    let index = index.to_array();
    let mut entries = PerLane::<V, &PackedPoint>::splat(&IDENTITY);
    for lane in 0..V::LANES {
        // An index is ENTRIES at most.
        if let Some(i) = (index[lane] as usize).checked_sub(1) {
            entries[lane] = &rows[lane][i % ENTRIES];
            V::prefetch_vartime(entries[lane]);
        }
    }
    (entries, negative)
}
