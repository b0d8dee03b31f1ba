//! GF(P) for a small prime P, with one lane, with four and with eight. Every element is also held unreduced, as the real backends do: x or
//! x + P. Sums have the depth that the rule of depths gives them, asserted as by the real backends.

use chop_core::ct::{self, Mask};
use chop_core::field::bounds::Depth;
use chop_core::field::{Field, LaneField, Limbs, PrimeField, PrimeLaneField, Sum};
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::lanes::{Eight, Four, LaneMasks, Register, Single};

/// A constant of the field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Residue<const P: u64>(pub(crate) u64);

/// An element, below 2·P.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Toy<const P: u64>(pub(crate) u64);

/// A sum of products.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToySum<const P: u64>(u64, Depth);

fn power<const P: u64>(x: u64, mut n: u64) -> u64 {
    let (mut y, mut x) = (1, x % P);
    while n > 0 {
        if n & 1 == 1 {
            y = y * x % P;
        }
        x = x * x % P;
        n >>= 1;
    }
    y
}

fn root<const P: u64>(x: u64) -> u64 {
    assert!(P % 4 == 3, "roots are powers for these primes");
    power::<P>(x, P.div_ceil(4))
}

impl<const P: u64> Sum for ToySum<P> {
    type Fe = Toy<P>;
    fn add(&self, y: &Self) -> Self {
        ToySum((self.0 + y.0) % P, self.1.plus(y.1))
    }
    fn sub(&self, y: &Self) -> Self {
        ToySum((self.0 + P - y.0) % P, self.1.minus(y.1))
    }
    fn carry(&self) -> Toy<P> {
        self.1.assert_carriable();
        // Not the least representative.
        Toy(self.0 + P)
    }
    fn reduce(&self) -> Toy<P> {
        self.carry()
    }
}

impl<const P: u64> Field for Toy<P> {
    type Width = Single;
    type Mask = Mask;
    type Sum = ToySum<P>;
    type Words = [u64; 4];

    fn mul(&self, y: &Self) -> ToySum<P> {
        ToySum(self.0 * y.0 % P, Depth::UNIT)
    }
    fn sqr(&self) -> ToySum<P> {
        self.mul(self)
    }
    fn twice_mul(&self, y: &Self, squares: &ToySum<P>) -> ToySum<P> {
        // As a backend does whose squarings are much cheaper than its products.
        self.widen().add(&y.widen()).carry().sqr().sub(squares)
    }
    fn mul_small(&self, c: u32) -> ToySum<P> {
        ToySum(self.0 * c as u64 % P, Depth::UNIT)
    }
    fn invert(&self) -> Self {
        Toy(power::<P>(self.0, P - 2))
    }
    fn widen(&self) -> ToySum<P> {
        ToySum(self.0 % P, Depth::UNIT)
    }
    fn select(mask: Mask, x: &Self, y: &Self) -> Self {
        Toy(mask.select(x.0, y.0))
    }
    fn is_zero(&self) -> Mask {
        Mask::is_zero(self.0 % P)
    }
    fn mask(lanes: &[Mask; 1]) -> Mask {
        lanes[0]
    }
    fn bundle(lanes: &[[u64; 4]; 1]) -> [u64; 4] {
        lanes[0]
    }
    fn unbundle(words: &[u64; 4]) -> [[u64; 4]; 1] {
        [*words]
    }
    fn wipe(words: &mut [u64; 4]) {
        ct::wipe(words);
    }
    fn with_top_bit(words: &[u64; 4], lowest: &[u64; 4]) -> [u64; 4] {
        [words[0], words[1], words[2], words[3] | lowest[0] << 63]
    }
    fn bit(words: &[u64; 4], i: usize) -> Mask {
        Mask::from_bit(words[i / 64] >> (i % 64) & 1)
    }
    fn from_bundle(words: &[u64; 4]) -> Self {
        Toy(words[0] % P)
    }
    fn to_bundle(&self) -> [u64; 4] {
        [self.0 % P, 0, 0, 0]
    }
}

impl<const P: u64> PrimeField for Toy<P> {
    type Constant = Residue<P>;
    fn zero() -> Self {
        Toy(0)
    }
    fn one() -> Self {
        Toy(1)
    }
    fn constant(c: &Residue<P>) -> Self {
        Toy(c.0)
    }
    fn from_table(words: &[[u64; 4]; 1]) -> Self {
        Toy(words[0][0])
    }
    fn to_table(&self) -> [[u64; 4]; 1] {
        [[self.0 % P, 0, 0, 0]]
    }
    /// As fields of one lane do; those in lanes do not.
    fn half(&self) -> Option<Self> {
        let x = self.0 % P;
        Some(Toy(if x.is_multiple_of(2) { x / 2 } else { x.midpoint(P) }))
    }
    fn sqrt(&self) -> Self {
        Toy(root::<P>(self.0))
    }
}

/// The field in lanes.
macro_rules! toy_lanes {
    ($Fe:ident, $Sum:ident, $V:ident, $Width:ident, $lanes:literal) => {
        /// An element in each lane.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $Fe<const P: u64>(pub(crate) [u64; $lanes]);

        /// A sum of products in each lane.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $Sum<const P: u64>([u64; $lanes], Depth);

        impl<const P: u64> Sum for $Sum<P> {
            type Fe = $Fe<P>;
            fn add(&self, y: &Self) -> Self {
                $Sum(std::array::from_fn(|i| (self.0[i] + y.0[i]) % P), self.1.plus(y.1))
            }
            fn sub(&self, y: &Self) -> Self {
                $Sum(std::array::from_fn(|i| (self.0[i] + P - y.0[i]) % P), self.1.minus(y.1))
            }
            fn carry(&self) -> $Fe<P> {
                self.1.assert_carriable();
                $Fe(self.0.map(|x| x + P))
            }
            fn reduce(&self) -> $Fe<P> {
                self.carry()
            }
        }

        impl<const P: u64> Field for $Fe<P> {
            type Width = $Width;
            type Mask = LaneMasks<$V>;
            type Sum = $Sum<P>;
            type Words = [$V; 4];

            fn mul(&self, y: &Self) -> $Sum<P> {
                $Sum(std::array::from_fn(|i| self.0[i] * y.0[i] % P), Depth::UNIT)
            }
            fn sqr(&self) -> $Sum<P> {
                self.mul(self)
            }
            fn twice_mul(&self, y: &Self, _: &$Sum<P>) -> $Sum<P> {
                self.mul(y).double()
            }
            fn mul_small(&self, c: u32) -> $Sum<P> {
                $Sum(self.0.map(|x| x * c as u64 % P), Depth::UNIT)
            }
            fn invert(&self) -> Self {
                $Fe(self.0.map(|x| power::<P>(x, P - 2)))
            }
            fn widen(&self) -> $Sum<P> {
                $Sum(self.0.map(|x| x % P), Depth::UNIT)
            }
            fn select(mask: LaneMasks<$V>, x: &Self, y: &Self) -> Self {
                $Fe($V::select(mask, $V::from_array(x.0), $V::from_array(y.0)).to_array())
            }
            fn is_zero(&self) -> LaneMasks<$V> {
                $V::from_array(self.0.map(|x| x % P)).eq($V::splat(0))
            }
            fn mask(lanes: &[Mask; $lanes]) -> LaneMasks<$V> {
                LaneMasks::from_lanes(lanes)
            }
            fn bundle(lanes: &[[u64; 4]; $lanes]) -> [$V; 4] {
                $V::from_records(lanes)
            }
            fn unbundle(words: &[$V; 4]) -> [[u64; 4]; $lanes] {
                $V::to_records(words)
            }
            fn wipe(words: &mut [$V; 4]) {
                $V::wipe(words);
            }
            fn with_top_bit(words: &[$V; 4], lowest: &[$V; 4]) -> [$V; 4] {
                [words[0], words[1], words[2], words[3].or(lowest[0].shl::<63>())]
            }
            fn bit(words: &[$V; 4], i: usize) -> LaneMasks<$V> {
                words[i / 64].shr_by(i as u32 % 64).and($V::splat(1)).eq($V::splat(1))
            }
            fn from_bundle(words: &[$V; 4]) -> Self {
                $Fe(words[0].to_array().map(|x| x % P))
            }
            fn to_bundle(&self) -> [$V; 4] {
                let zero = $V::splat(0);
                [$V::from_array(self.0.map(|x| x % P)), zero, zero, zero]
            }
        }

        impl<const P: u64> PrimeField for $Fe<P> {
            type Constant = Residue<P>;
            fn zero() -> Self {
                $Fe([0; $lanes])
            }
            fn one() -> Self {
                $Fe([1; $lanes])
            }
            fn constant(c: &Residue<P>) -> Self {
                $Fe([c.0; $lanes])
            }
            fn from_table(words: &[[u64; 4]; $lanes]) -> Self {
                $Fe(words.map(|words| words[0]))
            }
            fn to_table(&self) -> [[u64; 4]; $lanes] {
                self.0.map(|x| [x % P, 0, 0, 0])
            }
            fn sqrt(&self) -> Self {
                $Fe(self.0.map(root::<P>))
            }
        }

        impl<const P: u64> PrimeLaneField for $Fe<P> {
            fn from_table_lanes(words: &[$V; 4]) -> Self {
                $Fe(words[0].to_array())
            }
            fn permute_sum(sum: &$Sum<P>, from: [u64; $lanes]) -> $Sum<P> {
                $Sum(from.map(|lane| sum.0[lane as usize]), sum.1)
            }
        }

        impl<const P: u64> LaneField for $Fe<P> {
            type Vector = $V;
            const LIMBS: Limbs = Limbs::Radix52;
            fn from_limbs(limbs: [$V; 5]) -> Self {
                $Fe(limbs[0].to_array())
            }
            fn to_limbs(self) -> [$V; 5] {
                let zero = $V::splat(0);
                [$V::from_array(self.0), zero, zero, zero, zero]
            }
            fn permute(&self, from: [u64; $lanes]) -> Self {
                $Fe(from.map(|lane| self.0[lane as usize]))
            }
            fn wipe_lanes(&mut self) {
                self.0 = [0; $lanes];
            }
        }
    };
}
toy_lanes!(ToyLanes, ToyLanesSum, U64x8, Eight, 8);
toy_lanes!(ToyFour, ToyFourSum, U64x4, Four, 4);
