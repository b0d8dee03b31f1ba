//! The short pairs of [`one_vartime`](super::one_vartime) in each lane.
//!
//! A round of Euclid's algorithm on leading bits is made in lanes: a step takes from a the greatest multiple of b by a power
//! of two, and exchanges them if a is then the smaller one. These are the quotients of one lane, found without a branch that
//! nobody can predict. What a round found is applied to the long numbers in lanes, too.
//!
//! | what        | steps                                              |
//! |-------------|----------------------------------------------------|
//! | a round     | some 40 of 14 operations, 30 bits shorter          |
//! | its matrix  | four sums of two products, 20 operations each, and two signs |
//! | a pair      | 5 rounds                                           |
//!
//! A long quotient, of which random scalars have one of 24 bits in 2^20, would keep all lanes waiting: its pair is found
//! alone. All pairs are those of one lane.
//!
//! Long numbers are those of `lanes/signed.rs`:
//!
//! | quantity                         | bound                                       |
//! |----------------------------------|---------------------------------------------|
//! | what vectors are multiplied by   | ≤ 2^31                                      |
//! | columns of m·x − n·y             | < 2·2^52 + 2·2^31 + 2^31 + 2^2 < 2^54       |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::one_vartime::{ENOUGH, GAP, LEADING, ORDER_8, ShortPair, short_pair_vartime};
use crate::lanes::columns::{M52, masked, packed, selected, unpacked};
use crate::lanes::{self, LaneMasks, Lanes, PerLane, Vector, operations};
use crate::scalar::lanes::signed::{is_negative, magnitude, negated, reduced};

/// Steps between two looks at whether all lanes are done.
const STEPS: usize = 8;

/// A [`ShortPair`] in each lane.
#[derive(Clone, Copy)]
pub struct ShortPairs<V> {
    /// |u|.
    pub u: [V; 4],
    /// Where u is negative.
    pub u_negative: LaneMasks<V>,
    /// v, positive and odd.
    pub v: [V; 4],
}

/// The short pairs modulo 8ℓ of public scalars below 2^255, those of N vectors side by side, since a step waits for the one
/// before it.
#[inline(always)]
pub fn short_pairs_vartime<V: Vector, const N: usize>(k: &[[V; 4]; N]) -> [ShortPairs<V>; N] {
    let mut bases = [Bases::new(&k[0]); N];
    for n in 1..N {
        bases[n] = Bases::new(&k[n]);
    }
    loop {
        let mut rounds = [Rounds::new(&mut bases[0]); N];
        for n in 1..N {
            rounds[n] = Rounds::new(&mut bases[n]);
        }
        if are_done_vartime(&rounds) {
            break;
        }
        loop {
            for _ in 0..STEPS {
                for n in 0..N {
                    rounds[n].step();
                }
            }
            if are_done_vartime(&rounds) {
                break;
            }
        }
        for n in 0..N {
            bases[n].apply(&rounds[n]);
        }
    }
    let mut pairs = [bases[0].odd_pairs_vartime(&k[0]); N];
    for n in 1..N {
        pairs[n] = bases[n].odd_pairs_vartime(&k[n]);
    }
    pairs
}

/// Whether the mask is true in a lane.
#[inline(always)]
fn any_vartime<V: Vector>(mask: LaneMasks<V>) -> bool {
    let words = mask.vector().to_array();
    let mut any = 0;
    for lane in 0..V::LANES {
        any |= words[lane];
    }
    any != 0
}

/// Whether no lane has a step to make.
#[inline(always)]
fn are_done_vartime<V: Vector, const N: usize>(rounds: &[Rounds<V>; N]) -> bool {
    let mut idle = rounds[0].idle();
    for n in 1..N {
        idle = idle.and(rounds[n].idle());
    }
    !any_vartime(idle.not())
}

/// A basis of the lattice in each lane, of vectors whose u are not negative.
#[derive(Clone, Copy)]
struct Bases<V> {
    x: Vectors<V>,
    y: Vectors<V>,
    /// The lanes that had a long quotient. What they have counts for nothing.
    alone: LaneMasks<V>,
}

/// A vector of the lattice in each lane.
#[derive(Clone, Copy)]
struct Vectors<V> {
    u: [V; 5],
    v: [V; 5],
}

impl<V: Vector> Bases<V> {
    /// (8ℓ, 0) and (k, 1).
    #[inline(always)]
    fn new(k: &[V; 4]) -> Bases<V> {
        let (zero, one) = (V::splat(0), V::splat(1));
        let mut order = [zero; 4];
        for i in 0..4 {
            order[i] = V::splat(ORDER_8[i]);
        }
        Bases {
            x: Vectors { u: masked(&unpacked(&order)), v: [zero; 5] },
            y: Vectors { u: masked(&unpacked(k)), v: [one, zero, zero, zero, zero] },
            alone: V::pattern(0),
        }
    }

    /// Both vectors after the steps of a round: p·x − q·y and s·y − r·x, or the negatives of these, such that u is not
    /// negative.
    #[inline(always)]
    fn apply(&mut self, rounds: &Rounds<V>) {
        let Rounds { p, q, r, s, .. } = *rounds;
        let (x, y) = (self.x, self.y);
        self.x = Vectors::difference(p, &x, q, &y).with_u_not_negative();
        self.y = Vectors::difference(s, &y, r, &x).with_u_not_negative();
    }

    /// The pairs of the shortest vectors with an odd v that are near: y, or x less a few times y.
    #[inline(always)]
    fn odd_pairs_vartime(&self, k: &[V; 4]) -> ShortPairs<V> {
        let (one, mut x) = (V::splat(1), self.x);
        let even = self.y.v[0].and(one).eq(V::splat(0));
        let mut nearer = even.and(self.alone.not());
        for _ in 0..32 {
            if !any_vartime(nearer) {
                break;
            }
            let next = Vectors::difference(one, &x, one, &self.y);
            nearer = nearer.and(is_less(&next.length(), &x.length()));
            x = Vectors { u: selected(nearer, &next.u, &x.u), v: selected(nearer, &next.v, &x.v) };
        }
        let z = Vectors { u: selected(even, &x.u, &self.y.u), v: selected(even, &x.v, &self.y.v) };
        // v is made positive.
        let u = negated(&z.u, is_negative(&z.v));
        let u_negative = is_negative(&u);
        let mut pairs = ShortPairs { u: packed(&magnitude(&u)), u_negative, v: packed(&magnitude(&z.v)) };
        if any_vartime(self.alone) {
            pairs.find_alone_vartime(self.alone, k);
        }
        pairs
    }
}

impl<V: Vector> ShortPairs<V> {
    /// The pairs of the lanes of the mask, one after the other.
    #[inline(always)]
    fn find_alone_vartime(&mut self, lanes: LaneMasks<V>, k: &[V; 4]) {
        let (k, mut u, mut v) = (lanes::unbundle(k), lanes::unbundle(&self.u), lanes::unbundle(&self.v));
        let mut u_negative = self.u_negative.vector().to_array();
        let alone = lanes.vector().to_array();
        for lane in 0..V::LANES {
            if alone[lane] != 0 {
                let pair = short_pair_vartime(&k[lane]);
                (u[lane], v[lane], u_negative[lane]) = (pair.u, pair.v, pair.u_negative as u64);
            }
        }
        let negative = V::from_array(u_negative).eq(V::splat(0)).not();
        *self = ShortPairs { u: lanes::bundle(&u), u_negative: negative, v: lanes::bundle(&v) };
    }

    /// The pair of each lane.
    #[inline(always)]
    pub fn lanes(&self) -> PerLane<V, ShortPair> {
        let (u, v) = (lanes::unbundle(&self.u), lanes::unbundle(&self.v));
        let u_negative = self.u_negative.vector().to_array();
        let mut pairs = PerLane::<V, ShortPair>::splat(ShortPair::NOTHING);
        for lane in 0..V::LANES {
            pairs[lane] = ShortPair { u: u[lane], u_negative: u_negative[lane] != 0, v: v[lane] };
        }
        pairs
    }
}

impl<V: Vector> Vectors<V> {
    /// m·x − n·y, for m and n up to 2^31.
    #[inline(always)]
    fn difference(m: V, x: &Vectors<V>, n: V, y: &Vectors<V>) -> Vectors<V> {
        Vectors { u: difference(m, &x.u, n, &y.u), v: difference(m, &x.v, n, &y.v) }
    }

    #[inline(always)]
    fn with_u_not_negative(&self) -> Vectors<V> {
        let negative = is_negative(&self.u);
        Vectors { u: negated(&self.u, negative), v: negated(&self.v, negative) }
    }

    /// max(|u|, |v|).
    #[inline(always)]
    fn length(&self) -> [V; 5] {
        let (u, v) = (magnitude(&self.u), magnitude(&self.v));
        selected(is_less(&u, &v), &v, &u)
    }
}

operations! {
    over Vector;

    /// m·x − n·y for m and n up to 2^31: n·(2^260 − y) = n·(2^260 − 1 − y) + n, whose digits are the others of y's.
    fn difference(m: V, x: &[V; 5], n: V, y: &[V; 5]) -> [V; 5] {
        let (zero, m52) = (V::splat(0), V::splat(M52));
        let mut z = [n, zero, zero, zero, zero];
        for i in 0..5 {
            let opposite = y[i].xor(m52);
            z[i] = z[i].madd52lo(m, x[i]).madd52lo(n, opposite);
            if i < 4 {
                z[i + 1] = z[i + 1].madd52hi(m, x[i]).madd52hi(n, opposite);
            }
        }
        reduced(&z)
    }

    /// x < y, for numbers that are not negative.
    fn is_less(x: &[V; 5], y: &[V; 5]) -> LaneMasks<V> {
        let mut borrow = V::splat(0);
        for i in 0..5 {
            borrow = x[i].sub(y[i]).sub(borrow).shr::<63>();
        }
        borrow.eq(V::splat(1))
    }

    /// How many bits x ≥ 0 has, and 104 for those with fewer.
    fn bits(x: &[V; 5]) -> V {
        let zero = V::splat(0);
        // 64 more than the place of a limb, less the zeros above its highest bit.
        let mut bits = V::splat(104 + 64).sub(x[2].leading_zeros());
        for i in 3..5 {
            bits = V::select(x[i].eq(zero), bits, V::splat(52 * i as u64 + 64).sub(x[i].leading_zeros()));
        }
        bits
    }

    /// The [`LEADING`] bits of y from where the first bit of x is the highest, for x that has more than 104.
    fn leading(x: &[V; 5], y: &[V; 5]) -> V {
        let zero = V::splat(0);
        // The limb with the first bit of x, and the two below it.
        let (mut top, mut z) = (x[2], [y[2], y[1], y[0]]);
        for i in 3..5 {
            let lower = x[i].eq(zero);
            top = V::select(lower, top, x[i]);
            for j in 0..3 {
                z[j] = V::select(lower, z[j], y[i - j]);
            }
        }
        // The first of 1 ..= 52 bits is to be bit 61: limbs move by 10 ..= 61, −42 ..= 9 and −94 ..= −43. A count that
        // is negative is a great one, and leaves 0.
        let up = top.leading_zeros().sub(V::splat(64 - LEADING as u64));
        let down = V::splat(52).sub(up);
        let highest = z[0].shl_each(up).or(z[1].shl_each(up.sub(V::splat(52)))).or(z[1].shr_each(down));
        highest.or(z[2].shr_each(down.add(V::splat(52))))
    }
}

/// Eight rounds.
#[derive(Clone, Copy)]
struct Rounds<V> {
    a: V,
    b: V,
    /// Nothing below this is divided by.
    least: V,
    /// The matrix, of which a step adds multiples of the second row to the first.
    p: V,
    q: V,
    r: V,
    s: V,
}

impl<V: Vector> Rounds<V> {
    /// The leading words with which the next round begins. x becomes the longer of both vectors, but in the lanes that are done.
    #[inline(always)]
    fn new(bases: &mut Bases<V>) -> Rounds<V> {
        let (zero, one) = (V::splat(0), V::splat(1));
        let enough = V::splat(ENOUGH as u64 + 1);
        let Bases { x, y, .. } = *bases;
        let (long, short) = (bits(&x.u), bits(&y.u));
        let exchange = long.lt(short).and(short.lt(enough).not());
        bases.x = Vectors { u: selected(exchange, &y.u, &x.u), v: selected(exchange, &y.v, &x.v) };
        bases.y = Vectors { u: selected(exchange, &x.u, &y.u), v: selected(exchange, &x.v, &y.v) };
        let (long, short) = (V::select(exchange, short, long), V::select(exchange, long, short));
        let done = short.lt(enough);
        let far = V::splat(GAP as u64).lt(long.sub(short)).and(done.not());
        bases.alone = bases.alone.or(far);
        // Without b, a lane makes no step.
        let a = leading(&bases.x.u, &bases.x.u);
        let b = V::select(done.or(bases.alone), zero, leading(&bases.x.u, &bases.y.u));
        // 2^32, or 2^ENOUGH where that is more: its place is ENOUGH + LEADING − long.
        let place = V::splat((ENOUGH + LEADING) as u64).sub(long);
        let least = one.shl_each(V::select(
            V::splat(32).add(long).lt(V::splat((ENOUGH + LEADING) as u64)),
            place,
            V::splat(32),
        ));
        Rounds { a, b, least, p: one, q: zero, r: zero, s: one }
    }

    /// Where no step is to be made.
    #[inline(always)]
    fn idle(&self) -> LaneMasks<V> {
        self.b.lt(self.least)
    }

    /// One step in the lanes where b is not too short; a ≥ b before and after.
    #[inline(always)]
    fn step(&mut self) {
        let Rounds { a, b, least, p, q, r, s } = *self;
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
    }
}
