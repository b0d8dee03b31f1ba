//! Finite fields for one element or for several independent ones at a time.
//!
//! A [`Field`] value is a field element in each of its [`Field::LANES`] lanes, and nothing above this
//! folder can tell how many there are: a branch on data becomes a [`LaneMask`], a table index becomes
//! an array of indices. There are two kinds of value, and that is where the speed is:
//!
//! | kind               | meaning                       | made by                        | read by                      |
//! |--------------------|-------------------------------|--------------------------------|------------------------------|
//! | [`Field`] (`Fe`)   | may be multiplied             | `carry`, decoding, constants   | `mul`, `sqr`, `select`, `is_zero` |
//! | [`Sum`]            | may be added and subtracted   | `mul`, `sqr`, sums, `widen`    | `add`, `sub`, `carry`        |
//!
//! Every formula is products, then sums, then carries, then products: one carry per multiplicand.
//! How much may be summed before a carry is counted in [`bounds`].

pub mod big_endian;
pub mod bounds;
pub mod bundle;
pub mod chains;
mod doubles_256;
pub mod f25519;
pub mod fsecp256k1;
pub mod fsm2;
pub mod full_field;
pub mod full_limbs;
pub mod inverses;
pub mod inverses_vartime;
pub mod lane_doubles;
pub mod lane_field;
#[cfg(target_arch = "x86_64")]
pub mod mulx;
pub mod pair;
pub mod prime;

use crate::ct;
pub use crate::lanes::Lanes;
use crate::lanes::{LaneMasks, Register, Step, Width};
pub use prime::{Bounded, LaneField, Limbs, PrimeField, PrimeLaneField};

/// The methods of [`Field`] on words of a field with one element: a lane's words are the words.
macro_rules! words_of_one_lane {
    () => {
        #[inline(always)]
        fn mask(lanes: &[Mask; 1]) -> Mask {
            lanes[0]
        }

        #[inline(always)]
        fn bundle(lanes: &[[u64; 4]; 1]) -> [u64; 4] {
            lanes[0]
        }

        #[inline(always)]
        fn unbundle(words: &[u64; 4]) -> [[u64; 4]; 1] {
            [*words]
        }

        #[inline(always)]
        fn wipe(words: &mut [u64; 4]) {
            crate::ct::wipe(words);
        }

        #[inline(always)]
        fn with_top_bit(words: &[u64; 4], lowest: &[u64; 4]) -> [u64; 4] {
            [words[0], words[1], words[2], words[3] | lowest[0] << 63]
        }

        #[inline(always)]
        fn bit(words: &[u64; 4], i: usize) -> Mask {
            Mask::from_bit(words[i / 64] >> (i % 64) & 1)
        }
    };
}
use words_of_one_lane;

/// The methods of [`Field`] on words of a field with an element a lane: a word of each lane in a register.
macro_rules! words_of_lanes {
    () => {
        #[inline(always)]
        fn mask(lanes: &crate::lanes::PerLane<V, crate::ct::Mask>) -> LaneMasks<V> {
            LaneMasks::from_lanes(lanes)
        }

        #[inline(always)]
        fn bundle(lanes: &crate::lanes::PerLane<V, [u64; 4]>) -> [V; 4] {
            crate::lanes::from_records(lanes)
        }

        #[inline(always)]
        fn unbundle(words: &[V; 4]) -> crate::lanes::PerLane<V, [u64; 4]> {
            crate::lanes::to_records(words)
        }

        #[inline(always)]
        fn wipe(words: &mut [V; 4]) {
            V::wipe(words);
        }

        #[inline(always)]
        fn with_top_bit(words: &[V; 4], lowest: &[V; 4]) -> [V; 4] {
            [words[0], words[1], words[2], words[3].or(lowest[0].shl::<63>())]
        }

        #[inline(always)]
        fn bit(words: &[V; 4], i: usize) -> LaneMasks<V> {
            words[i / 64].shr_by(i as u32 % 64).and(V::splat(1)).eq(V::splat(1))
        }
    };
}
use words_of_lanes;

/// A condition per lane.
pub trait LaneMask: Copy {
    /// Both.
    fn and(self, other: Self) -> Self;
    /// Either.
    fn or(self, other: Self) -> Self;
    /// Exactly one.
    fn xor(self, other: Self) -> Self;
    /// The opposite.
    fn not(self) -> Self;
    /// The condition of one lane.
    fn lane(self, lane: usize) -> ct::Mask;
}

impl LaneMask for ct::Mask {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.and(other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.or(other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.xor(other)
    }
    #[inline(always)]
    fn not(self) -> Self {
        self.not()
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> ct::Mask {
        debug_assert_eq!(lane, 0);
        self
    }
}

impl<V: Register> LaneMask for LaneMasks<V> {
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.and(other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.or(other)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.xor(other)
    }
    #[inline(always)]
    fn not(self) -> Self {
        self.not()
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> ct::Mask {
        self.lane(lane)
    }
}

/// One `T` for each element of a value.
pub type PerElement<F, T> = <<F as Field>::Width as Width>::Array<T>;

/// A field element in each lane, ready to be multiplied. Constant time in all values.
pub trait Field: Copy + 'static {
    /// How many independent elements one value holds.
    type Width: Width;
    /// The same as a number.
    const LANES: usize = Self::Width::LANES;
    /// One condition per lane.
    type Mask: LaneMask;
    /// Products and their sums.
    type Sum: Sum<Fe = Self>;
    /// A 256-bit integer in each lane, in the form in which lanes are computed with.
    type Words: Copy;

    /// Takes a step in a function of its own where that is worth it: [`Register::apart`].
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apart<S: Step>(step: S) -> S::Out {
        step.take()
    }

    /// x·y.
    fn mul(&self, y: &Self) -> Self::Sum;
    /// x².
    fn sqr(&self) -> Self::Sum;
    /// x·y − z, z of depth 3 at most; depth 5. A product may begin with the multiple of p that a difference adds.
    #[inline(always)]
    fn mul_sub(&self, y: &Self, z: &Self::Sum) -> Self::Sum {
        self.mul(y).sub(z)
    }
    /// x² − z, likewise.
    #[inline(always)]
    fn sqr_sub(&self, z: &Self::Sum) -> Self::Sum {
        self.sqr().sub(z)
    }
    /// x·y + u·v, of depth 2: one reduction for both products, where there is one.
    #[inline(always)]
    fn mul_add_mul(&self, y: &Self, [u, v]: [&Self; 2]) -> Self::Sum {
        self.mul(y).add(&u.mul(v))
    }
    /// x·y that is ready sooner, if there is one, for a product that is waited for.
    #[inline(always)]
    fn mul_soon(&self, y: &Self) -> Self::Sum {
        self.mul(y)
    }
    /// 2·x·y + z², of depth 3: one reduction for both products, where there is one.
    #[inline(always)]
    fn twice_mul_add_sqr(&self, y: &Self, z: &Self) -> Self::Sum {
        self.mul(y).double().add(&z.sqr())
    }
    /// x^(2^n), n ≥ 1. Cost: n squarings, each waiting for the one before.
    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Self {
        debug_assert!(n >= 1);
        let mut y = self.sqr().carry();
        for _ in 1..n {
            y = y.sqr().carry();
        }
        y
    }
    /// 2·x·y, given `squares` = x² + y²; a backend where squaring is much cheaper than multiplying
    /// computes (x + y)² − squares, the others x·y + x·y. Depth at most 7.
    fn twice_mul(&self, y: &Self, squares: &Self::Sum) -> Self::Sum;
    /// c·x for a small public constant c < 2^17.
    fn mul_small(&self, c: u32) -> Self::Sum;
    /// y + c·x for c < 2^17 and y of depth 1.
    #[inline(always)]
    fn mul_small_onto(&self, c: u32, y: &Self::Sum) -> Self
    where
        Self::Sum: Sum<Fe = Self>,
    {
        y.add(&self.mul_small(c)).carry()
    }
    /// 1/x, and 0 for 0.
    fn invert(&self) -> Self;
    /// [`Field::invert`] of a public element: time may vary with it.
    #[inline(always)]
    fn invert_vartime(&self) -> Self {
        self.invert()
    }
    /// x as something that can be added.
    fn widen(&self) -> Self::Sum;

    /// x, for a product that the compiler is not to begin before what was taken in turn earlier
    /// ([`Register::in_turn`]).
    #[inline(always)]
    fn in_turn(&self) -> Self {
        *self
    }

    /// x − y, for products.
    #[inline(always)]
    fn minus(&self, y: &Self) -> Self {
        self.widen().sub(&y.widen()).carry()
    }
    /// `zero` − x where the mask is true, else x, lane by lane; `zero` is 0.
    #[inline(always)]
    fn negate_if(&self, mask: Self::Mask, zero: &Self) -> Self {
        Self::select(mask, &zero.widen().sub(&self.widen()).reduce(), self)
    }

    /// `x` where the mask is true, else `y`, lane by lane.
    fn select(mask: Self::Mask, x: &Self, y: &Self) -> Self;
    /// Exchanges `x` and `y` where the mask is true.
    #[inline(always)]
    fn swap(mask: Self::Mask, x: &mut Self, y: &mut Self) {
        let (a, b) = (*x, *y);
        *x = Self::select(mask, &b, &a);
        *y = Self::select(mask, &a, &b);
    }
    /// Whether x ≡ 0, lane by lane.
    fn is_zero(&self) -> Self::Mask;

    /// Lane-wise conditions joined into a mask.
    fn mask(lanes: &PerElement<Self, ct::Mask>) -> Self::Mask;

    /// The little-endian 64-bit words of a 256-bit integer a lane, brought together.
    fn bundle(lanes: &PerElement<Self, [u64; 4]>) -> Self::Words;
    /// The words of each lane.
    fn unbundle(words: &Self::Words) -> PerElement<Self, [u64; 4]>;
    /// Overwrites a secret with zeros.
    fn wipe(words: &mut Self::Words);
    /// The words with the lowest bit of others for bit 255, which is 0.
    fn with_top_bit(words: &Self::Words, lowest: &Self::Words) -> Self::Words;
    /// Whether bit `i` < 256 is 1; `i` is public.
    fn bit(words: &Self::Words, i: usize) -> Self::Mask;
    /// Elements from 256-bit integers. Bits above the length of p (bit 255 for p = 2^255 − 19) are
    /// ignored; values from p on are taken modulo p.
    fn from_bundle(words: &Self::Words) -> Self;
    /// The least non-negative representatives.
    fn to_bundle(&self) -> Self::Words;

    /// [`Field::from_bundle`] of the words of each lane.
    #[inline(always)]
    fn from_words(words: &PerElement<Self, [u64; 4]>) -> Self {
        Self::from_bundle(&Self::bundle(words))
    }
    /// [`Field::to_bundle`] as the words of each lane.
    #[inline(always)]
    fn to_words(&self) -> PerElement<Self, [u64; 4]> {
        Self::unbundle(&self.to_bundle())
    }
}

/// Products and sums of products, not yet ready to be multiplied. Constant time in all values.
///
/// Each value has a depth ([`bounds`]); debug builds assert it at each operation.
pub trait Sum: Copy {
    /// The multipliable form.
    type Fe;
    /// x + y; depths add.
    fn add(&self, y: &Self) -> Self;
    /// x − y, plus a multiple of p; depth + 4; `y` may have depth 3 at most.
    fn sub(&self, y: &Self) -> Self;
    /// The multipliable form; depth 9 at most.
    fn carry(&self) -> Self::Fe;
    /// As [`Sum::carry`], and the result counts as depth 1 when it is widened again.
    fn reduce(&self) -> Self::Fe;
    /// x + x.
    #[inline(always)]
    fn double(&self) -> Self {
        self.add(self)
    }
}

/// A field with lanes that can be exchanged.
pub(crate) trait Exchange: Field {
    /// Lane i is lane i ^ `distance`.
    fn across(&self, distance: usize) -> Self;
    /// 1/x of the least words of x: in one lane.
    fn inverse(words: &[u64; 4]) -> [u64; 4];
    /// The same for public words.
    #[inline(always)]
    fn inverse_vartime(words: &[u64; 4]) -> [u64; 4] {
        Self::inverse(words)
    }
}

/// [`Field::invert`] in lanes: the inverse of the product of all lanes by division steps, times all lanes but one. Cost in eight
/// lanes: 7M and an inversion in one.
#[inline(always)]
pub(crate) fn invert_lanes<F: Exchange>(x: &F) -> F {
    F::apart(InvertLanes(x))
}

struct InvertLanes<'a, F>(&'a F);

impl<F: Exchange> Step for InvertLanes<'_, F> {
    type Out = F;

    #[inline(always)]
    fn take(self) -> F {
        let x = self.0;
        let Joined { zero, all, others } = lanes_joined(x);
        let inverse = F::from_words(&Lanes::splat(F::inverse(&all.to_words().as_ref()[0])));
        F::select(zero, x, &others.mul(&inverse).carry())
    }
}

/// What the inverses of all lanes are made of.
struct Joined<F: Field> {
    /// Where x is 0. There it counts as 1.
    zero: F::Mask,
    /// In each lane the product of all.
    all: F,
    /// The product of the others.
    others: F,
}

/// Cost in eight lanes: 6M.
#[inline(always)]
fn lanes_joined<F: Exchange>(x: &F) -> Joined<F> {
    let (zero, one) = (x.is_zero(), F::from_words(&Lanes::splat([1, 0, 0, 0])));
    let (mut all, mut others) = (F::select(zero, &one, x), one);
    for level in 0..3 {
        let distance = F::LANES >> (level + 1);
        if distance > 0 {
            let moved = all.across(distance);
            others = others.mul(&moved).carry();
            all = all.mul(&moved).carry();
        }
    }
    Joined { zero, all, others }
}
