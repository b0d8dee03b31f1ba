//! Laws of the fields of 256 bits in lanes, for the vector of every level and for doubles in plain Rust, against big integers.

mod common;
mod primes;

use chop_core::ct::{Mask, declassify};
use chop_core::field::bounds::{BIAS_DEPTH, MAX_DEPTH, MAX_SUBTRAHEND};
use chop_core::field::{Bounded, Field, Limbs, PrimeField, PrimeLaneField, Sum};
use chop_core::field::{fsecp256k1, fsm2};
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::lanes::{Lanes, PerLane};
use chop_ref::BigUint;
use common::{Random, laws_on_every_level, per_lane};
use primes::{Full, OfPrime, Prime256, from_words, int, power, words};

/// A field in lanes, whose bounds can be tested.
trait Backend: PrimeLaneField<Constant: OfPrime> + Bounded {
    /// Elements whose limbs are as large as they may be.
    fn at_bounds() -> Vec<Self> {
        match Self::LIMBS {
            Limbs::Radix52 => vec![Self::at_bound(0)],
            Limbs::Doubles51 => (0..32).map(Self::at_bound).collect(),
        }
    }

    /// Sums whose columns are as large as depth `n` allows.
    fn sums_at_bound(n: u8) -> Vec<Self::Sum> {
        match Self::LIMBS {
            Limbs::Radix52 => vec![Self::sum_at_bound(n, 1)],
            Limbs::Doubles51 => vec![Self::sum_at_bound(n, 1), Self::sum_at_bound(n, -1)],
        }
    }

    /// The elements.
    fn meanings(&self) -> Vec<BigUint> {
        self.limbs().as_ref().iter().map(meaning::<Self>).collect()
    }

    /// What a sum stands for, in each lane.
    fn sum_meanings(sum: &Self::Sum) -> Vec<BigUint> {
        Self::columns(sum).as_ref().iter().map(meaning::<Self>).collect()
    }
}

impl<B: PrimeLaneField<Constant: OfPrime> + Bounded> Backend for B {}

/// The prime of a field.
type Of<B> = <<B as PrimeField>::Constant as OfPrime>::Prime;

/// p.
fn p<B: Backend>() -> &'static BigUint {
    Of::<B>::p()
}

/// The bits of a limb.
fn bits<B: Backend>() -> usize {
    match B::LIMBS {
        Limbs::Radix52 => 52,
        Limbs::Doubles51 => 51,
    }
}

/// 1/R modulo p: a is held as a·R.
fn r_inverse<B: Backend>() -> BigUint {
    Of::<B>::lane_form(B::LIMBS).modinv(p::<B>()).unwrap()
}

/// What limbs or columns stand for, modulo p.
fn meaning<B: Backend>(columns: &[i64; 5]) -> BigUint {
    let bits = bits::<B>();
    let mut x = p::<B>() << 320u32;
    for (i, &column) in columns.iter().enumerate() {
        match column {
            negative if negative < 0 => x -= int(negative.unsigned_abs()) << (bits * i),
            _ => x += int(column as u64) << (bits * i),
        }
    }
    x * r_inverse::<B>() % p::<B>()
}

fn element<B: Backend>(x: &[BigUint; 8]) -> B {
    B::from_words(&per_lane::<B::Vector, _>(&x.each_ref().map(words)))
}

/// The lanes as integers, which must be below p.
fn values<B: Backend>(x: &B) -> Vec<BigUint> {
    let values: Vec<_> = x.to_words().as_ref().iter().map(from_words).collect();
    assert!(values.iter().all(|value| value < p::<B>()), "not reduced");
    assert_eq!(values, x.meanings());
    values
}

#[track_caller]
fn assert_lanes<B: Backend>(z: &B, x: &[BigUint], y: &[BigUint], f: impl Fn(&BigUint, &BigUint) -> BigUint) {
    for (lane, value) in values(z).iter().enumerate() {
        assert_eq!(*value, f(&x[lane], &y[lane]) % p::<B>(), "lane {lane} of x = {x:x?}, y = {y:x?}");
    }
}

/// x − y + a multiple of p.
fn minus<B: Backend>(x: &BigUint, y: &BigUint) -> BigUint {
    x + (p::<B>() << 80u32) - y
}

/// Integers below 2^256 at which a carry or a reduction can go wrong, as they are and in Montgomery form.
fn edges<B: Backend>() -> Vec<BigUint> {
    let mut edges = vec![];
    let e = power(256) - p::<B>();
    for centre in [int(0), p::<B>().clone(), power(256), e.clone(), p::<B>() - &e, p::<B>() >> 1u32] {
        for low in 0..3u8 {
            edges.push((&centre + low) % power(256));
            edges.push((power(256) + &centre - low) % power(256));
        }
    }
    for bit in [12u32, 44, 48, 51, 52, 64, 96, 102, 104, 153, 156, 204, 208, 224, 254, 255] {
        edges.push(power(bit));
        edges.push(power(bit) - 1u8);
        edges.push(power(256) - power(bit));
    }
    // What has these limbs as its Montgomery form.
    let inverse = r_inverse::<B>();
    for i in 0..edges.len() {
        edges.push(&edges[i] * &inverse % p::<B>());
    }
    edges
}

trait RandomIntegers {
    fn int(&mut self) -> BigUint;
    fn ints(&mut self) -> [BigUint; 8];
}

impl RandomIntegers for Random {
    fn int(&mut self) -> BigUint {
        from_words(&[self.edgy_word(), self.edgy_word(), self.edgy_word(), self.edgy_word()])
    }
    fn ints(&mut self) -> [BigUint; 8] {
        std::array::from_fn(|_| self.int())
    }
}

/// Groups of edges, different in all lanes, and random ones.
fn samples<B: Backend>(random: &mut Random) -> Vec<[BigUint; 8]> {
    let edges = edges::<B>();
    let mut groups: Vec<[BigUint; 8]> = (0..edges.len())
        .step_by(3)
        .map(|start| std::array::from_fn(|lane| edges[(start + 5 * lane) % edges.len()].clone()))
        .collect();
    groups.extend((0..32).map(|_| random.ints()));
    groups
}

fn constants_have_their_values<B: Backend>() {
    for (constant, expected) in Of::<B>::CONSTANTS.iter().zip(Of::<B>::values()) {
        assert_eq!(values(&B::constant(constant)), vec![expected; B::LANES]);
    }
}

fn products_agree_with_integers<B: Backend>() {
    let mut random = Random::new();
    let samples = samples::<B>(&mut random);
    for (i, x) in samples.iter().enumerate() {
        let a = element::<B>(x);
        assert_lanes(&a, x, x, |x, _| x.clone());
        assert_lanes(&a.sqr().carry(), x, x, |x, y| x * y);
        assert_lanes(&a.sqr_n(3), x, x, |x, _| x.modpow(&int(8), p::<B>()));
        for c in [0, 1, 16, 121_666, (1 << 17) - 1] {
            assert_lanes(&a.mul_small(c).carry(), x, x, |x, _| x * c);
        }
        for y in samples.iter().skip(i).step_by(3) {
            let b = element::<B>(y);
            assert_lanes(&a.mul(&b).carry(), x, y, |x, y| x * y);
            assert_lanes(&a.mul_soon(&b).carry(), x, y, |x, y| x * y);
            let squares = a.sqr().add(&b.sqr());
            assert_lanes(&a.twice_mul(&b, &squares).carry(), x, y, |x, y| x * y * 2u8);
            assert_lanes(&a.mul_sub(&b, &b.widen()).carry(), x, y, |x, y| minus::<B>(&(x * y), y));
            assert_lanes(&a.sqr_sub(&b.widen()).carry(), x, y, |x, y| minus::<B>(&(x * x), y));
            assert_lanes(&a.mul_add_mul(&b, [&b, &b]).carry(), x, y, |x, y| x * y + y * y);
            assert_lanes(&a.twice_mul_add_sqr(&b, &a).carry(), x, y, |x, y| x * y * 2u8 + x * x);
            assert_lanes(&a.twice_mul_add_sqr(&a, &b).carry(), x, y, |x, y| x * x * 2u8 + y * y);
        }
    }
}

fn sums_agree_with_integers<B: Backend>() {
    let mut random = Random::new();
    let samples = samples::<B>(&mut random);
    for x in &samples {
        for y in samples.iter().step_by(7) {
            let (a, b) = (element::<B>(x), element::<B>(y));
            assert_lanes(&a.widen().add(&b.widen()).carry(), x, y, |x, y| x + y);
            assert_lanes(&a.widen().sub(&b.widen()).carry(), x, y, minus::<B>);
            assert_lanes(&a.minus(&b), x, y, minus::<B>);
            let zero = a.minus(&a);
            let [all, none] = [Mask::TRUE, Mask::FALSE].map(|mask| B::mask(&Lanes::splat(mask)));
            assert_lanes(&a.negate_if(all, &zero), x, y, |x, _| minus::<B>(&int(0), x));
            assert_lanes(&a.negate_if(none, &zero), x, y, |x, _| x.clone());
            assert_lanes(&a.mul(&b).sub(&b.sqr()).reduce(), x, y, |x, y| {
                minus::<B>(&(x * y), &(y * y % p::<B>()))
            });
            assert_lanes(&a.widen().add(&a.mul(&b)).reduce().widen().reduce(), x, y, |x, y| x + x * y);
            let mut from = PerLane::<B::Vector, u64>::splat(0);
            for (lane, from) in from.as_mut().iter_mut().enumerate() {
                *from = (B::LANES - 1 - lane) as u64;
            }
            let reversed = [x, y].map(|x| x[..B::LANES].iter().rev().cloned().collect::<Vec<_>>());
            let difference = B::permute_sum(&a.mul(&b).sub(&b.widen()), from);
            assert_lanes(&difference.carry(), &reversed[0], &reversed[1], |x, y| minus::<B>(&(x * y), y));
        }
    }
}

fn products_are_exact_at_maximal_bounds<B: Backend>() {
    for a in B::at_bounds() {
        let x = a.meanings();
        for b in B::at_bounds() {
            let y = b.meanings();
            assert_lanes(&a.mul(&b).carry(), &x, &y, |x, y| x * y);
            assert_lanes(&a.mul_soon(&b).carry(), &x, &y, |x, y| x * y);
            assert_lanes(&a.minus(&b), &x, &y, minus::<B>);
            let two = a.mul_add_mul(&b, [&b, &b]);
            assert_lanes(&two.carry(), &x, &y, |x, y| x * y + y * y);
            let eight = two.double().double();
            assert_lanes(&eight.carry(), &x, &y, |x, y| (x * y + y * y) * 4u8);
            let three = a.twice_mul_add_sqr(&b, &a);
            assert_lanes(&three.carry(), &x, &y, |x, y| x * y * 2u8 + x * x);
            let nine = three.double().add(&three);
            assert_lanes(&nine.carry(), &x, &y, |x, y| (x * y * 2u8 + x * x) * 3u8);
            // The most that is subtracted, and the most that is added to that.
            for (less, more) in B::sums_at_bound(MAX_SUBTRAHEND).iter().zip(B::sums_at_bound(MAX_DEPTH - 5)) {
                let (less_value, more_value) = (B::sum_meanings(less), B::sum_meanings(&more));
                let expected: Vec<_> = (0..B::LANES)
                    .map(|i| {
                        [
                            minus::<B>(&(&x[i] * &y[i]), &less_value[i]),
                            minus::<B>(&(&x[i] * &x[i]), &less_value[i]),
                        ]
                    })
                    .map(|[product, square]| [product % p::<B>(), square % p::<B>()])
                    .collect();
                for (i, difference) in [a.mul_sub(&b, less), a.sqr_sub(less)].iter().enumerate() {
                    let expected: Vec<_> = expected.iter().map(|of_lane| of_lane[i].clone()).collect();
                    assert_lanes(&difference.carry(), &expected, &more_value, |x, _| x.clone());
                    assert_lanes(&difference.add(&more).carry(), &expected, &more_value, |x, y| x + y);
                }
            }
        }
        assert_lanes(&a.sqr().carry(), &x, &x, |x, y| x * y);
        assert_lanes(&a, &x, &x, |x, _| x.clone());
        assert_lanes(&a.widen().reduce(), &x, &x, |x, _| x.clone());
        assert_lanes(&a.mul_small((1 << 17) - 1).carry(), &x, &x, |x, _| x * ((1u32 << 17) - 1));
        // Sums of the largest products, and the result of one operation as a factor of the next, again and again.
        let mut sum = a.sqr();
        for n in 1..=u32::from(MAX_DEPTH) {
            let mut again = sum.carry();
            assert_lanes(&again, &x, &x, |x, y| x * y * n);
            let mut value: Vec<_> = x.iter().map(|x| x * x * n).collect();
            for _ in 0..8 {
                again = again.sqr().carry();
                value = value.iter().map(|x| x * x % p::<B>()).collect();
                assert_lanes(&again, &value, &value, |x, _| x.clone());
            }
            if n < u32::from(MAX_DEPTH) {
                sum = sum.add(&a.sqr());
            }
        }
    }
}

fn sums_are_exact_at_maximal_bounds<B: Backend>() {
    for n in 0..=MAX_DEPTH {
        for a in B::sums_at_bound(n) {
            let x = B::sum_meanings(&a);
            assert_lanes(&a.carry(), &x, &x, |x, _| x.clone());
            assert_lanes(&a.carry().sqr().carry(), &x, &x, |x, y| x * y);
            for m in 0..=MAX_DEPTH - n {
                for b in B::sums_at_bound(m) {
                    assert_lanes(&a.add(&b).carry(), &x, &B::sum_meanings(&b), |x, y| x + y);
                    if n + BIAS_DEPTH <= MAX_DEPTH && m <= MAX_SUBTRAHEND {
                        assert_lanes(&a.sub(&b).carry(), &x, &B::sum_meanings(&b), minus::<B>);
                    }
                }
            }
        }
    }
    let at_bound = |n| B::sums_at_bound(n)[0];
    let (zero, one, three) = (at_bound(0), at_bound(1), at_bound(3));
    let chain = zero.sub(&three).sub(&three).add(&one);
    let (x, y) = (B::sum_meanings(&one), B::sum_meanings(&three));
    assert_lanes(&chain.carry(), &x, &y, |x, y| minus::<B>(&minus::<B>(x, y), y));
}

fn a_column_below_zero_is_carried_right<B: Backend>() {
    // Integers have the products whose column 1 is negative: of 0, and of what is next to it.
    let zero = B::zero();
    let mut found = 0;
    for x in edges::<B>() {
        let a = element::<B>(&std::array::from_fn(|lane| if lane % 2 == 0 { x.clone() } else { int(0) }));
        let x = values(&a);
        for product in [zero.mul(&a), a.mul(&zero), a.sqr(), zero.sqr()] {
            found += B::columns(&product).as_ref().iter().flatten().filter(|column| **column < 0).count();
            let mut sum = product;
            for _ in 1..MAX_DEPTH {
                sum = sum.add(&product);
            }
            let _ = values(&sum.carry());
            let thrice = product.double().add(&product);
            let y = B::sum_meanings(&thrice);
            assert_lanes(&a.widen().sub(&thrice).carry(), &x, &y, minus::<B>);
            assert_lanes(&thrice.sub(&a.widen()).carry(), &y, &x, minus::<B>);
        }
    }
    println!("{found} columns below zero");
}

fn is_zero_holds_for_the_multiples_of_p_and_nothing_else<B: Backend>() {
    let mut random = Random::new();
    let lanes = |mask: B::Mask| (0..B::LANES).map(|i| declassify(mask.lane(i), "test")).collect::<Vec<_>>();
    for x in samples::<B>(&mut random) {
        let a = element::<B>(&x);
        let expected: Vec<_> = x.iter().take(B::LANES).map(|x| x % p::<B>() == int(0)).collect();
        assert_eq!(lanes(a.is_zero()), expected);
        assert_eq!(lanes(a.widen().sub(&a.widen()).carry().is_zero()), vec![true; B::LANES]);
        let one = B::one().widen();
        assert_eq!(lanes(a.widen().sub(&a.widen()).add(&one).carry().is_zero()), vec![false; B::LANES]);
    }
}

fn words_of_tables_go_in_and_come_out<B: Backend>() {
    let mut random = Random::new();
    for x in samples::<B>(&mut random) {
        let table = per_lane::<B::Vector, _>(&x.each_ref().map(|x| words(&(x % p::<B>()))));
        let a = B::from_table(&table);
        assert_eq!(a.to_table().as_ref(), table.as_ref());
        for (lane, value) in values(&a).iter().enumerate() {
            let one = Full::<Of<B>>::from_table(&[table[lane]]);
            assert_eq!(words(value), one.to_words()[0]);
        }
        // Any 256 bits are read.
        let wide = B::from_table(&per_lane::<B::Vector, _>(&x.each_ref().map(words)));
        assert_eq!(values(&wide), values(&a));
    }
}

fn powers_agree_with_integers<B: Backend>() {
    let mut random = Random::new();
    for x in samples::<B>(&mut random).iter().step_by(4) {
        let a = element::<B>(x);
        assert_lanes(&a.invert(), x, x, |x, _| x.modpow(&(p::<B>() - 2u8), p::<B>()));
        assert_lanes(&a.invert_vartime(), x, x, |x, _| x.modpow(&(p::<B>() - 2u8), p::<B>()));
        let [root, of_square] = B::sqrts(&[a, a.sqr().carry()]);
        assert_lanes(&root, x, x, |x, _| x.modpow(&((p::<B>() + 1u8) >> 2u32), p::<B>()));
        assert_lanes(&of_square, x, x, |x, _| (x * x).modpow(&((p::<B>() + 1u8) >> 2u32), p::<B>()));
        assert_lanes(&a.sqrt(), x, x, |x, _| x.modpow(&((p::<B>() + 1u8) >> 2u32), p::<B>()));
    }
}

fn a_change_in_one_lane_never_changes_another<B: Backend>() {
    let mut random = Random::new();
    let results = |x: &[BigUint; 8], y: &[BigUint; 8], pattern: u64| {
        let (a, b) = (element::<B>(x), element::<B>(y));
        let masks: [Mask; 8] = std::array::from_fn(|i| Mask::from_bit(pattern >> i & 1));
        let mask = B::mask(&per_lane::<B::Vector, _>(&masks));
        [
            values(&a.mul(&b).carry()),
            values(&a.sqr().reduce()),
            values(&a.mul(&b).add(&a.sqr()).sub(&b.widen()).carry()),
            values(&a.mul_small(121_666).carry()),
            values(&B::select(mask, &a, &b)),
            values(&a.invert()),
        ]
    };
    for lane in 0..B::LANES {
        let (x, y, pattern) = (random.ints(), random.ints(), random.word());
        let before = results(&x, &y, pattern);
        for new in [int(0), power(256) - 1u8, p::<B>().clone(), random.int()] {
            let (mut x, mut y) = (x.clone(), y.clone());
            x[lane] = new;
            y[lane] = random.int();
            let after = results(&x, &y, pattern ^ 1 << lane);
            for (before, after) in before.iter().zip(&after) {
                for other in (0..B::LANES).filter(|other| *other != lane) {
                    assert_eq!(before[other], after[other], "lane {lane} changed lane {other}");
                }
            }
        }
    }
}

fn bytes_of_lanes_are_those_of_one<B: Backend>() {
    let mut random = Random::new();
    let x = random.ints();
    let a = element::<B>(&x);
    for (lane, words) in a.invert().to_words().as_ref().iter().enumerate() {
        let one = Full::<Of<B>>::from_words(&[self::words(&x[lane])]).invert().to_words()[0];
        assert_eq!(*words, one);
    }
}

/// Makes tests of each law on the fields of every level's vector, and on doubles in plain Rust.
macro_rules! laws {
    ($($law:ident)*) => {
        laws_on_every_level! { sm2_on_every_level over chop_core::field::fsm2::LaneFe<L::Words>: $($law)* }

        laws_on_every_level! { secp256k1_on_every_level over chop_core::field::fsecp256k1::LaneFe<L::Words>: $($law)* }

        mod sm2_in_four_doubles {
            $(#[test] fn $law() { super::$law::<super::fsm2::fma51::Fe<super::U64x4>>() })*
        }

        mod sm2_in_eight_doubles {
            $(#[test] fn $law() { super::$law::<super::fsm2::fma51::Fe<super::U64x8>>() })*
        }

        mod secp256k1_in_four_doubles {
            $(#[test] fn $law() { super::$law::<super::fsecp256k1::fma51::Fe<super::U64x4>>() })*
        }

        mod secp256k1_in_eight_doubles {
            $(#[test] fn $law() { super::$law::<super::fsecp256k1::fma51::Fe<super::U64x8>>() })*
        }
    };
}

laws! {
    constants_have_their_values
    products_agree_with_integers
    sums_agree_with_integers
    products_are_exact_at_maximal_bounds
    sums_are_exact_at_maximal_bounds
    a_column_below_zero_is_carried_right
    is_zero_holds_for_the_multiples_of_p_and_nothing_else
    words_of_tables_go_in_and_come_out
    powers_agree_with_integers
    a_change_in_one_lane_never_changes_another
    bytes_of_lanes_are_those_of_one
}
