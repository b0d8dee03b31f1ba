//! Laws of GF(2^255 − 19) for every backend, against big integers.
//!
//! Each law is one function, generic over the backend; the modules at the end name them for each. The
//! random values come from a generator whose seed is in the output of a failing test; another seed is
//! taken from the environment variable `CHOP_TEST_SEED`.

mod common;
#[path = "common/integers_25519.rs"]
mod integers;

use chop_core::ct::{Mask, declassify};
use chop_core::field::bounds::{BIAS_DEPTH, MAX_DEPTH, MAX_SUBTRAHEND};
use chop_core::field::chains::{invert_25519, pow_p58_25519};
use chop_core::field::f25519::{self, Constant, F25519};
use chop_core::field::{Field, LaneField, LaneMask, Lanes, PerElement, Sum};
use chop_core::lanes::Register;
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use common::Random;
use integers::{RandomIntegers, edges, from_words, int, p, weighed, words};
use num_bigint::BigUint;

/// The backend of full limbs.
type Full = f25519::r64x1::Fe;
type FullSum = f25519::r64x1::Sum;
/// The 64-bit backend without a carry flag.
type Wide = f25519::u64x1::Fe;
/// The 32-bit backend.
type Narrow = f25519::u32x1::Fe;
type NarrowSum = f25519::u32x1::Sum;
/// The backends of four and of eight lanes.
type Four = f25519::r51::Fe<U64x4>;
type Eight = f25519::r52::Fe<U64x8>;
type EightSum = f25519::r52::Sum<U64x8>;
/// The backend of doubles, over four lanes and over eight.
type Doubles4 = f25519::fma51::Fe<U64x4>;
type Doubles8 = f25519::fma51::Fe<U64x8>;

// ---------------------------------------------------------------------------------------------------
// What the laws need to know of a backend

trait Backend: F25519<Sum: std::fmt::Debug> + std::fmt::Debug {
    /// Whether limbs may be negative; integers are then given modulo p.
    const SIGNED: bool = false;
    /// Elements with every limb at a bound, one for each depth that the backend gives its elements.
    fn at_bounds() -> Vec<Self>;
    /// A sum with every column at the bound of depth `n`.
    fn sum_at_bound(n: u8) -> Self::Sum;
    /// The integers that the limbs stand for, not reduced.
    fn integers(&self) -> Vec<BigUint>;
    /// The integers that the columns stand for, not reduced; of a depth that may be carried.
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint>;
}

impl Backend for Full {
    fn at_bounds() -> Vec<Self> {
        let all = u64::MAX;
        let limbs = [[0; 4], [all, 0, 0, 0], [0, all, all, all], [0, 0, 0, 1 << 63], [all; 4]];
        limbs.map(Full::from_limbs).into()
    }
    fn sum_at_bound(n: u8) -> Self::Sum {
        match n {
            0 => FullSum::of_parts([0; 4], 0, 0),
            n => FullSum::of_parts([u64::MAX; 4], i64::from(n) - 1, n),
        }
    }
    fn integers(&self) -> Vec<BigUint> {
        vec![weighed(&self.limbs(), |i| 64 * i)]
    }
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
        let (limbs, top) = sum.parts();
        vec![weighed(&limbs, |i| 64 * i) + (int(top.try_into().expect("not negative")) << 256u32)]
    }
}

impl Backend for Wide {
    fn at_bounds() -> Vec<Self> {
        (0..=MAX_DEPTH).map(Wide::at_bound).collect()
    }
    fn sum_at_bound(n: u8) -> Self::Sum {
        Wide::at_bound(n).widen()
    }
    fn integers(&self) -> Vec<BigUint> {
        vec![weighed(&self.limbs(), |i| 51 * i)]
    }
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
        sum.carry().integers() // a change of type only
    }
}

impl Backend for Narrow {
    fn at_bounds() -> Vec<Self> {
        vec![Narrow::at_bound()]
    }
    fn sum_at_bound(n: u8) -> Self::Sum {
        NarrowSum::at_bound(n)
    }
    fn integers(&self) -> Vec<BigUint> {
        vec![weighed(&self.limbs().map(u64::from), |i| (51 * i).div_ceil(2))]
    }
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
        vec![weighed(&sum.columns(), |i| (51 * i).div_ceil(2))]
    }
}

impl Backend for Four {
    fn at_bounds() -> Vec<Self> {
        vec![Self::at_bound()]
    }
    fn sum_at_bound(n: u8) -> Self::Sum {
        f25519::r51::Sum::at_bound(n)
    }
    fn integers(&self) -> Vec<BigUint> {
        self.limbs().iter().map(|limbs| weighed(limbs, |i| 51 * i)).collect()
    }
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
        sum.columns().iter().map(|columns| weighed(columns, |i| 51 * i)).collect()
    }
}

impl Backend for Eight {
    fn at_bounds() -> Vec<Self> {
        vec![Self::at_bound()]
    }
    fn sum_at_bound(n: u8) -> Self::Sum {
        f25519::r52::Sum::at_bound(n)
    }
    fn integers(&self) -> Vec<BigUint> {
        self.limbs().iter().map(|limbs| weighed(limbs, |i| 52 * i)).collect()
    }
    fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
        sum.columns().iter().map(|columns| weighed(columns, |i| 52 * i)).collect()
    }
}

/// Σ digits\[i\]·2^(51·i) and a multiple of p that makes it positive.
fn signed(digits: &[i64]) -> BigUint {
    let sum = |sign: i64| {
        let part = digits.iter().map(|digit| (sign * digit).max(0) as u64);
        weighed(&part.collect::<Vec<_>>(), |i| 51 * i)
    };
    minus(&sum(1), &sum(-1))
}

macro_rules! doubles {
    ($Fe:ty, $V:ty) => {
        impl Backend for $Fe {
            const SIGNED: bool = true;
            fn at_bounds() -> Vec<Self> {
                // The largest last: a law takes it for all.
                (0..32).rev().map(<$Fe>::at_bound).collect()
            }
            fn sum_at_bound(n: u8) -> Self::Sum {
                f25519::fma51::Sum::at_bound(n, 1)
            }
            fn integers(&self) -> Vec<BigUint> {
                self.limbs().iter().map(|limbs| signed(limbs)).collect()
            }
            fn sum_integers(sum: &Self::Sum) -> Vec<BigUint> {
                sum.columns().iter().map(|columns| signed(columns)).collect()
            }
        }
    };
}
doubles!(Doubles4, U64x4);
doubles!(Doubles8, U64x8);

/// An element with `x[i]` in lane i.
fn element<B: Backend>(x: &[BigUint]) -> B {
    assert_eq!(x.len(), B::LANES);
    let mut w = PerElement::<B, [u64; 4]>::splat([0; 4]);
    for (w, x) in w.as_mut().iter_mut().zip(x) {
        *w = words(x);
    }
    B::from_words(&w)
}

/// The lanes as integers, which must be below p.
fn values<B: Backend>(x: &B) -> Vec<BigUint> {
    let values: Vec<_> = x.to_words().as_ref().iter().map(from_words).collect();
    assert!(values.iter().all(|value| *value < p()), "not reduced");
    values
}

/// A mask with bit i of `bits` in lane i.
fn mask<B: Backend>(bits: u64) -> B::Mask {
    let mut lanes = PerElement::<B, Mask>::splat(Mask::FALSE);
    for (i, lane) in lanes.as_mut().iter_mut().enumerate() {
        *lane = Mask::from_bit(bits >> i & 1);
    }
    B::mask(&lanes)
}

fn bits<B: Backend>(mask: B::Mask) -> Vec<bool> {
    (0..B::LANES).map(|lane| declassify(mask.lane(lane), "test")).collect()
}

/// Integers for all lanes: groups of edges, each edge in each lane, and then random ones.
fn samples<B: Backend>(random: &mut Random) -> Vec<Vec<BigUint>> {
    let edges = edges();
    let mut groups = Vec::new();
    for start in 0..edges.len() {
        groups.push((0..B::LANES).map(|lane| edges[(start + 3 * lane) % edges.len()].clone()).collect());
    }
    for _ in 0..64 {
        groups.push((0..B::LANES).map(|_| random.int()).collect());
    }
    groups
}

/// Asserts that each lane of `z` is `f` of the lanes of x and y, modulo p.
#[track_caller]
fn assert_lanes<B: Backend>(z: &B, x: &[BigUint], y: &[BigUint], f: impl Fn(&BigUint, &BigUint) -> BigUint) {
    for (lane, value) in values(z).iter().enumerate() {
        assert_eq!(*value, f(&x[lane], &y[lane]) % p(), "lane {lane} of x = {x:x?}, y = {y:x?}");
    }
}

/// x − y + a multiple of p, for any y below 2^320.
fn minus(x: &BigUint, y: &BigUint) -> BigUint {
    x + (p() << 80u32) - y
}

// ---------------------------------------------------------------------------------------------------
// Laws

fn products_agree_with_integers<B: Backend>() {
    let mut random = Random::new();
    let samples = samples::<B>(&mut random);
    for (i, x) in samples.iter().enumerate() {
        let a = element::<B>(x);
        assert_lanes(&a.sqr().carry(), x, x, |x, y| x * y);
        for c in [0, 1, 19, 121_666, (1 << 17) - 1] {
            assert_lanes(&a.mul_small(c).carry(), x, x, |x, _| x * c);
            assert_lanes(&a.mul_small_onto(c, &a.sqr()), x, x, |x, _| x * c + x * x);
        }
        for y in samples.iter().skip(i) {
            let b = element::<B>(y);
            assert_lanes(&a.mul(&b).carry(), x, y, |x, y| x * y);
        }
        let y = &samples[(i + 7) % samples.len()];
        let b = element::<B>(y);
        let squares = a.sqr().add(&b.sqr());
        assert_lanes(&a.twice_mul(&b, &squares).carry(), x, y, |x, y| x * y * 2u32);
    }
}

fn sums_agree_with_integers<B: Backend>() {
    let mut random = Random::new();
    let samples = samples::<B>(&mut random);
    for x in &samples {
        for y in samples.iter().step_by(5) {
            let (a, b) = (element::<B>(x), element::<B>(y));
            assert_lanes(&a.widen().add(&b.widen()).carry(), x, y, |x, y| x + y);
            assert_lanes(&a.widen().sub(&b.widen()).carry(), x, y, minus);
            assert_lanes(&a.mul(&b).sub(&b.sqr()).reduce(), x, y, |x, y| minus(&(x * y), &(y * y % p())));
            assert_lanes(&a.mul(&b).double().carry(), x, y, |x, y| x * y * 2u32);
            assert_lanes(&a.widen().add(&a.mul(&b)).reduce().widen().reduce(), x, y, |x, y| x + x * y);
        }
    }
}

fn products_are_exact_at_maximal_bounds<B: Backend>() {
    for a in B::at_bounds() {
        let x = a.integers();
        assert_lanes(&a, &x, &x, |x, _| x.clone());
        assert_lanes(&a.sqr().carry(), &x, &x, |x, y| x * y);
        assert_lanes(&a.widen().reduce(), &x, &x, |x, _| x.clone());
        assert_lanes(&a.mul_small((1 << 17) - 1).carry(), &x, &x, |x, _| x * ((1u32 << 17) - 1));
        assert_lanes(&a.mul_small_onto((1 << 17) - 1, &a.sqr()), &x, &x, |x, _| {
            x * ((1u32 << 17) - 1) + x * x
        });
        for b in B::at_bounds() {
            let y = b.integers();
            assert_lanes(&a.mul(&b).carry(), &x, &y, |x, y| x * y);
        }
    }
}

fn sums_are_exact_at_maximal_bounds<B: Backend>() {
    for n in 0..=MAX_DEPTH {
        let a = B::sum_at_bound(n);
        let x = B::sum_integers(&a);
        assert_lanes(&a.carry(), &x, &x, |x, _| x.clone());
        assert_lanes(&a.reduce(), &x, &x, |x, _| x.clone());
        // What comes out of the carry is within the bounds of a factor.
        assert_lanes(&a.carry().sqr().carry(), &x, &x, |x, y| x * y);
        assert_lanes(&a.carry().mul(&B::at_bounds().pop().unwrap()).carry(), &x, &x, |x, _| {
            x * &B::at_bounds().pop().unwrap().integers()[0]
        });
        for m in 0..=MAX_DEPTH - n {
            let b = B::sum_at_bound(m);
            let y = B::sum_integers(&b);
            assert_lanes(&a.add(&b).carry(), &x, &y, |x, y| x + y);
        }
        if n + BIAS_DEPTH <= MAX_DEPTH {
            for m in 0..=MAX_SUBTRAHEND {
                let b = B::sum_at_bound(m);
                let y = B::sum_integers(&b);
                assert_lanes(&a.sub(&b).carry(), &x, &y, minus);
            }
        }
    }
    // The longest chain that the depths allow: 0 − 3 − 3 + 1.
    let (zero, one, three) = (B::sum_at_bound(0), B::sum_at_bound(1), B::sum_at_bound(3));
    let (x, y) = (B::sum_integers(&one), B::sum_integers(&three));
    let chain = zero.sub(&three).sub(&three).add(&one);
    assert_lanes(&chain.carry(), &x, &y, |x, y| minus(&minus(x, y), y));
}

/// Sums of products of the largest factors, not of the declared largest columns.
fn sums_of_maximal_products_stay_in_bounds<B: Backend>() {
    for a in B::at_bounds() {
        let x = a.integers();
        let mut sum = a.sqr();
        for n in 1..=MAX_DEPTH as u32 {
            assert_lanes(&sum.carry(), &x, &x, |x, y| x * y * n);
            // The result of one operation is a factor of the next, again and again.
            let mut again = sum.carry();
            let mut value: Vec<_> = x.iter().map(|x| x * x * n).collect();
            for _ in 0..8 {
                again = again.sqr().carry();
                value = value.iter().map(|x| x * x % p()).collect();
            }
            assert_lanes(&again, &value, &value, |x, _| x.clone());
            if n < MAX_DEPTH as u32 {
                sum = sum.add(&a.sqr());
            }
        }
    }
}

fn multiplication_is_commutative_and_associative<B: Backend>() {
    let mut random = Random::new();
    for _ in 0..64 {
        let mut next = || element::<B>(&(0..B::LANES).map(|_| random.int()).collect::<Vec<_>>());
        let (a, b, c) = (next(), next(), next());
        assert_eq!(values(&a.mul(&b).carry()), values(&b.mul(&a).carry()));
        let left = a.mul(&b).carry().mul(&c).carry();
        let right = a.mul(&b.mul(&c).carry()).carry();
        assert_eq!(values(&left), values(&right));
    }
}

fn multiplication_distributes_over_sums_and_differences<B: Backend>() {
    let mut random = Random::new();
    for _ in 0..64 {
        let mut next = || element::<B>(&(0..B::LANES).map(|_| random.int()).collect::<Vec<_>>());
        let (a, b, c) = (next(), next(), next());
        let left = a.mul(&b.widen().add(&c.widen()).carry()).carry();
        let right = a.mul(&b).add(&a.mul(&c)).carry();
        assert_eq!(values(&left), values(&right));
        let left = a.mul(&b.widen().sub(&c.widen()).carry()).carry();
        let right = a.mul(&b).sub(&a.mul(&c)).carry();
        assert_eq!(values(&left), values(&right));
    }
}

fn an_element_times_its_inverse_is_one<B: Backend>() {
    let mut random = Random::new();
    for x in samples::<B>(&mut random).iter().step_by(3) {
        let a = element::<B>(x);
        for inverse in [a.invert(), a.invert_vartime(), invert_25519(&a)] {
            assert_lanes(&inverse, x, x, |x, _| x.modpow(&(p() - int(2)), &p()));
            assert_lanes(&a.mul(&inverse).carry(), x, x, |x, _| int((x % p() != int(0)) as u128));
        }
    }
}

fn the_square_root_power_agrees_with_integers<B: Backend>() {
    let mut random = Random::new();
    let exponent = (p() - int(5)) >> 3;
    for x in samples::<B>(&mut random).iter().step_by(3) {
        let a = element::<B>(x);
        let [power] = pow_p58_25519(&[a]);
        assert_lanes(&power, x, x, |x, _| x.modpow(&exponent, &p()));
        let [power, of_square] = pow_p58_25519(&[a, a.sqr().carry()]);
        assert_lanes(&power, x, x, |x, _| x.modpow(&exponent, &p()));
        assert_lanes(&of_square, x, x, |x, _| (x * x).modpow(&exponent, &p()));
    }
}

fn select_takes_x_where_the_mask_is_true_and_swap_exchanges<B: Backend>() {
    let mut random = Random::new();
    for pattern in 0..1u64 << B::LANES {
        let x: Vec<_> = (0..B::LANES).map(|_| random.int()).collect();
        let y: Vec<_> = (0..B::LANES).map(|_| random.int()).collect();
        let (mut a, mut b) = (element::<B>(&x), element::<B>(&y));
        let (mut swapped_x, mut swapped_y) = (y.clone(), x.clone());
        for lane in 0..B::LANES {
            if pattern >> lane & 1 == 0 {
                swapped_x[lane] = x[lane].clone();
                swapped_y[lane] = y[lane].clone();
            }
        }
        let selected = B::select(mask::<B>(pattern), &b, &a);
        assert_lanes(&selected, &swapped_x, &x, |x, _| x.clone());
        B::swap(mask::<B>(pattern), &mut a, &mut b);
        assert_lanes(&a, &swapped_x, &x, |x, _| x.clone());
        assert_lanes(&b, &swapped_y, &x, |y, _| y.clone());
    }
}

fn masks_are_boolean_algebra_in_each_lane<B: Backend>() {
    let all = (1u64 << B::LANES) - 1;
    let lanes = |x: u64| (0..B::LANES).map(|lane| x >> lane & 1 == 1).collect::<Vec<_>>();
    for x in 0..=all {
        for y in [0, 1, x, !x & all, 0x5A & all, all] {
            let (m, n) = (mask::<B>(x), mask::<B>(y));
            assert_eq!(bits::<B>(m), lanes(x));
            assert_eq!(bits::<B>(m.and(n)), lanes(x & y));
            assert_eq!(bits::<B>(m.or(n)), lanes(x | y));
            assert_eq!(bits::<B>(m.not()), lanes(!x));
        }
    }
}

fn is_zero_holds_for_the_multiples_of_p_and_nothing_else<B: Backend>() {
    let mut random = Random::new();
    for x in samples::<B>(&mut random) {
        let expected: Vec<_> = x.iter().map(|x| x % p() == int(0)).collect();
        let a = element::<B>(&x);
        assert_eq!(bits::<B>(a.is_zero()), expected, "{x:x?}");
        // x − x is a multiple of p that is not 0 in the limbs.
        let difference = a.widen().sub(&a.widen());
        assert_eq!(bits::<B>(difference.carry().is_zero()), vec![true; B::LANES]);
        let one = B::constant(&Constant::ONE).widen();
        assert_eq!(bits::<B>(difference.add(&one).carry().is_zero()), vec![false; B::LANES]);
    }
    for k in 0..4u32 {
        // Integers around p and 2p that only a sum can hold.
        for x in [p(), p() - int(1), p() + int(1), p() * 2u32 - int(1), p() * 2u32] {
            let half = element::<B>(&vec![&x >> 1; B::LANES]);
            let odd = element::<B>(&vec![&x & int(1); B::LANES]);
            let mut sum = half.widen().double().add(&odd.widen());
            for _ in 0..k {
                sum = sum.add(&element::<B>(&vec![p(); B::LANES]).widen());
            }
            let value = vec![x.clone(); B::LANES];
            assert_lanes(&sum.carry(), &value, &value, |x, _| x.clone());
            assert_eq!(bits::<B>(sum.carry().is_zero()), vec![&x % p() == int(0); B::LANES]);
        }
    }
}

fn words_are_the_least_representatives_and_bit_255_is_ignored<B: Backend>() {
    let mut random = Random::new();
    for x in samples::<B>(&mut random) {
        let a = element::<B>(&x);
        assert_lanes(&a, &x, &x, |x, _| x.clone());
        if B::SIGNED {
            assert_lanes(&a, &a.integers(), &x, |_, x| x.clone());
        } else {
            assert_eq!(a.integers(), x);
        }
        let high: Vec<_> = x.iter().map(|x| x | int(1) << 255u32).collect();
        assert_eq!(values(&element::<B>(&high)), values(&a));
        assert_eq!(values(&element::<B>(&values(&a))), values(&a));
    }
}

fn a_change_in_one_lane_never_changes_another<B: Backend>() {
    let mut random = Random::new();
    let results = |x: &[BigUint], y: &[BigUint], pattern: u64| {
        let (a, b) = (element::<B>(x), element::<B>(y));
        let sum = a.mul(&b).add(&a.sqr()).sub(&b.widen()).carry();
        [
            values(&a.mul(&b).carry()),
            values(&a.sqr().reduce()),
            values(&sum),
            values(&a.mul_small(121_666).carry()),
            values(&B::select(mask::<B>(pattern), &a, &b)),
            values(&invert_25519(&a)),
            values(&a.invert()),
        ]
    };
    for lane in 0..B::LANES {
        let x: Vec<_> = (0..B::LANES).map(|_| random.int()).collect();
        let y: Vec<_> = (0..B::LANES).map(|_| random.int()).collect();
        let pattern = random.word();
        let before = results(&x, &y, pattern);
        for (new_x, new_y) in
            [(int(0), int(0)), ((int(1) << 255u32) - int(1), p()), (random.int(), random.int())]
        {
            let (mut x, mut y) = (x.clone(), y.clone());
            x[lane] = new_x;
            y[lane] = new_y;
            let after = results(&x, &y, pattern ^ 1 << lane);
            for (before, after) in before.iter().zip(&after) {
                for other in (0..B::LANES).filter(|other| *other != lane) {
                    assert_eq!(before[other], after[other], "lane {lane} changed lane {other}");
                }
            }
        }
    }
}

fn constants_have_their_values<B: Backend>() {
    let inverse = |x: u32| int(x as u128).modpow(&(p() - int(2)), &p());
    let value = |c: &Constant| {
        let values = values(&B::constant(c));
        assert!(values.iter().all(|x| *x == values[0]), "the same in every lane");
        values[0].clone()
    };
    let d = (p() - int(121_665)) * inverse(121_666) % p();
    assert_eq!(value(&Constant::ZERO), int(0));
    assert_eq!(value(&Constant::ONE), int(1));
    assert_eq!(value(&Constant::D), d);
    assert_eq!(value(&Constant::D2), &d * 2u32 % p());
    assert_eq!(value(&Constant::D2_INVERSE) * &d * 2u32 % p(), int(1));
    assert_eq!(value(&Constant::SQRT_M1), int(2).modpow(&((p() - int(1)) >> 2), &p()));
    // y = 4/5, and x is the even root of −x² + y² = 1 + d·x²·y².
    let (x, y) = (value(&Constant::BASE_X), value(&Constant::BASE_Y));
    assert_eq!(y, int(4) * inverse(5) % p());
    assert_eq!(&x % 2u32, int(0));
    let (xx, yy) = (&x * &x, &y * &y);
    assert_eq!((&yy + (p() << 260u32) - &xx) % p(), (int(1) + d * xx * yy) % p());
}

fn carrying_depth_10_panics<B: Backend>() {
    let _ = B::sum_at_bound(MAX_DEPTH).add(&B::sum_at_bound(1)).carry();
}

fn reducing_depth_10_panics<B: Backend>() {
    let _ = B::sum_at_bound(MAX_DEPTH).add(&B::sum_at_bound(1)).reduce();
}

fn subtracting_depth_4_panics<B: Backend>() {
    let _ = B::sum_at_bound(0).sub(&B::sum_at_bound(MAX_SUBTRAHEND + 1));
}

macro_rules! laws {
    ($backend:ident, $fe:ty, $($law:ident)*) => {
        mod $backend {
            $(#[test] fn $law() { super::$law::<$fe>() })*

            #[cfg(debug_assertions)]
            #[test]
            #[should_panic(expected = "depth 10 is carried")]
            fn carrying_depth_10_panics() { super::carrying_depth_10_panics::<$fe>() }

            #[cfg(debug_assertions)]
            #[test]
            #[should_panic(expected = "depth 10 is carried")]
            fn reducing_depth_10_panics() { super::reducing_depth_10_panics::<$fe>() }

            #[cfg(debug_assertions)]
            #[test]
            #[should_panic(expected = "depth 4 on the right of a subtraction")]
            fn subtracting_depth_4_panics() { super::subtracting_depth_4_panics::<$fe>() }
        }
    };
}

macro_rules! for_every_backend {
    ($($law:ident)*) => {
        laws!(r64x1, super::Full, $($law)*);
        laws!(u64x1, super::Wide, $($law)*);
        laws!(u32x1, super::Narrow, $($law)*);
        laws!(r52, super::Eight, $($law)*);
        laws!(r51, super::Four, $($law)*);
        laws!(fma51_of_four, super::Doubles4, $($law)*);
        laws!(fma51_of_eight, super::Doubles8, $($law)*);
    };
}

for_every_backend! {
    products_agree_with_integers
    sums_agree_with_integers
    products_are_exact_at_maximal_bounds
    sums_are_exact_at_maximal_bounds
    sums_of_maximal_products_stay_in_bounds
    multiplication_is_commutative_and_associative
    multiplication_distributes_over_sums_and_differences
    an_element_times_its_inverse_is_one
    the_square_root_power_agrees_with_integers
    select_takes_x_where_the_mask_is_true_and_swap_exchanges
    masks_are_boolean_algebra_in_each_lane
    is_zero_holds_for_the_multiples_of_p_and_nothing_else
    words_are_the_least_representatives_and_bit_255_is_ignored
    a_change_in_one_lane_never_changes_another
    constants_have_their_values
}

// ---------------------------------------------------------------------------------------------------
// Doubles: sums below zero

#[test]
fn sums_of_doubles_are_exact_below_zero() {
    for n in 0..=MAX_DEPTH {
        for m in 0..=MAX_DEPTH - n {
            let (a, b) = (f25519::fma51::Sum::<U64x4>::at_bound(n, -1), Doubles4::sum_at_bound(m));
            let (x, y) = (Doubles4::sum_integers(&a), Doubles4::sum_integers(&b));
            assert_lanes(&a.carry(), &x, &y, |x, _| x.clone());
            assert_lanes(&a.add(&b).carry(), &x, &y, |x, y| x + y);
            if m <= MAX_SUBTRAHEND && n + BIAS_DEPTH <= MAX_DEPTH {
                assert_lanes(&a.sub(&b).carry(), &x, &y, minus);
                assert_lanes(&a.sub(&b).carry().sqr().carry(), &x, &y, |x, y| minus(x, y) * minus(x, y));
            }
        }
    }
}

#[test]
fn products_of_doubles_are_exact_where_their_parts_change() {
    // Limbs at and beside powers of two, where the nearest multiple of 2^51 is another one, and halves, which round to even.
    let mut limbs = vec![0];
    for bit in 0..=50 {
        limbs.extend([(1i64 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    }
    let element =
        |limbs: [i64; 5]| Doubles4::from_limbs(limbs.map(|limb| U64x4::splat((limb as f64).to_bits())));
    let mut random = Random::new();
    let mut any =
        || limbs[random.word() as usize % limbs.len()] * if random.word() & 1 == 1 { 1 } else { -1 };
    for _ in 0..20_000 {
        let (a, b) = (element(std::array::from_fn(|_| any())), element(std::array::from_fn(|_| any())));
        let (x, y) = (a.integers(), b.integers());
        assert_lanes(&a.mul(&b).carry(), &x, &y, |x, y| x * y);
        assert_lanes(&a.sqr().carry(), &x, &y, |x, _| x * x);
    }
}

// ---------------------------------------------------------------------------------------------------
// Full limbs: sums below zero

#[test]
fn sums_of_full_limbs_are_exact_below_zero_and_where_the_fold_wraps() {
    // Just above −n·2^256, where 38·n is more than what the limbs hold, and just below n·2^256.
    for n in 1..=i64::from(MAX_DEPTH) {
        for low in [0, 1, 38 * n as u64 - 1, 38 * n as u64, 38 * n as u64 + 1, u64::MAX] {
            for high in [0, u64::MAX] {
                let limbs = [low, high, high, high];
                let value = weighed(&limbs, |i| 64 * i) + (p() << 80u32);
                let turns = int(n as u128) << 256u32;
                let below = FullSum::of_parts(limbs, -n, MAX_DEPTH).carry();
                assert_lanes(&below, &[value.clone() - &turns], &[int(0)], |x, _| x.clone());
                let above = FullSum::of_parts(limbs, n - 1, MAX_DEPTH).carry();
                let value = value + &turns - (int(1) << 256u32);
                assert_lanes(&above, &[value], &[int(0)], |x, _| x.clone());
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------
// One element in eight lanes

#[test]
fn r52_ignores_junk_above_bit_52_of_a_limb() {
    // Elements whose limbs still hold what was carried out of them, and the same without.
    let mut random = Random::new();
    for n in 1..=MAX_DEPTH {
        let x: Vec<_> = (0..8).map(|_| random.int()).collect();
        let a = element::<Eight>(&x);
        let mut sum = a.sqr();
        for _ in 1..n {
            sum = sum.add(&a.sqr());
        }
        let (junk, clean) = (sum.carry(), sum.carry().widen());
        assert!(EightSum::columns(&clean).iter().flatten().all(|limb| *limb < 1 << 52));
        let clean: Vec<_> = Eight::sum_integers(&clean).iter().map(|x| x % p()).collect();
        let clean = element::<Eight>(&clean);
        assert_eq!(values(&junk), values(&clean));
        assert_eq!(values(&junk.mul(&a).carry()), values(&clean.mul(&a).carry()));
        assert_eq!(values(&junk.sqr().carry()), values(&clean.sqr().carry()));
        assert_eq!(values(&junk.mul_small(121_666).carry()), values(&clean.mul_small(121_666).carry()));
        assert_eq!(bits::<Eight>(junk.is_zero()), bits::<Eight>(clean.is_zero()));
    }
}

#[test]
fn all_backends_give_the_same_words() {
    let mut random = Random::new();
    for _ in 0..32 {
        let x: Vec<_> = (0..8).map(|_| random.int()).collect();
        let eight = invert_25519(&element::<Eight>(&x)).to_words();
        for lane in 0..8 {
            let x = std::slice::from_ref(&x[lane]);
            assert_eq!(invert_25519(&element::<Wide>(x)).to_words(), [eight[lane]]);
            assert_eq!(invert_25519(&element::<Narrow>(x)).to_words(), [eight[lane]]);
        }
    }
}
