//! Sums of many multiples on every level: sums that are known to vanish, and the same with one change.
#![cfg(feature = "alloc")]

use chop_core::cpu::Level;
use chop_core::engine::AffinePoint;
use chop_core::engine::ed25519::sign::mul_base_affine_many;
use chop_core::engine::group::sum_vartime::{Term, is_small_order_sum_vartime, sum_vartime};
use chop_core::engine::hazmat::edwards;
use chop_core::field::f25519::bytes_to_words;
use chop_core::lanes::portable_u64x4::U64x4;
use chop_core::lanes::portable_u64x8::U64x8;
use chop_core::lanes::{Lanes, PerLane, Vector};
use chop_core::mul::bucket_lists_vartime::{self, BucketLists, GROUPS_AT_A_TIME, NO_TERM};
use chop_core::mul::edwards::buckets_vartime::Scalar as Signed;
use chop_core::mul::edwards::group_buckets_vartime::COSTS;
use chop_core::scalar::digits::windows::Windows;
use chop_core::scalar::l25519::Scalar;
use chop_ref::{BigUint, torsion};

/// A scalar from a name.
fn scalar(label: &str, i: usize) -> Scalar {
    let digest = chop_ref::sha512(&[label.as_bytes(), &(i as u64).to_le_bytes()]);
    Scalar::from_bytes_wide(&digest)
}

/// A term with what it is made of.
#[derive(Clone, Copy)]
struct Owned {
    scalar: [u64; 4],
    bits: usize,
    negative: bool,
    point: AffinePoint,
}

fn borrowed(all: &[Owned]) -> Vec<Term<'_>> {
    all.iter()
        .map(|&Owned { scalar, bits, negative, ref point }| Term { scalar, bits, negative, point })
        .collect()
}

/// n terms whose sum with the base scalar is the neutral element: points c·B with known c. Half of the scalars have 128
/// bits.
fn vanishing(n: usize) -> (Vec<Owned>, Scalar) {
    vanishing_with(n, |i| i % 8 < 4)
}

/// The same where `is_short` says which scalars have 128 bits. Some of the others are 0, 1 or −1, and some terms are negative.
fn vanishing_with(n: usize, is_short: fn(usize) -> bool) -> (Vec<Owned>, Scalar) {
    let logarithms: Vec<Scalar> = (0..n).map(|i| scalar("point", i)).collect();
    let mut points = vec![AffinePoint::IDENTITY; n];
    mul_base_affine_many(Level::PORTABLE, &logarithms, &mut points);
    let mut base = Scalar::ZERO;
    let mut terms = Vec::new();
    for (i, (logarithm, point)) in logarithms.iter().zip(points).enumerate() {
        let full = scalar("factor", i);
        let (factor, bits) = match i % 24 {
            _ if is_short(i) => (Scalar::from_bytes_mod_order(&low_half(&full.to_bytes())), 128),
            4 => (Scalar::ZERO, 253),
            5 => (Scalar::ONE, 1),
            6 => (Scalar::ONE.neg(), 253),
            _ => (full, 253),
        };
        let negative = i % 3 == 1;
        let signed = if negative { factor.neg() } else { factor };
        base = signed.mul_add(logarithm, &base);
        terms.push(Owned { scalar: *factor.words(), bits, negative, point });
    }
    (terms, base.neg())
}

fn low_half(bytes: &[u8; 32]) -> [u8; 32] {
    let mut half = [0; 32];
    half[..16].copy_from_slice(&bytes[..16]);
    half
}

const SIZES: [usize; 16] = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 64, 65, 143, 144, 400];

#[test]
fn sums_that_vanish_are_found_and_one_change_is_seen_wherever_it_is() {
    for level in Level::available() {
        for n in SIZES {
            if n > 100 && level == Level::PORTABLE32 {
                continue; // the same code as portable, only slower
            }
            let (terms, base) = vanishing(n);
            assert!(
                is_small_order_sum_vartime(level, &borrowed(&terms), base.words()),
                "{}: {n} terms",
                level.name()
            );
            let other = base.add(&Scalar::ONE);
            assert!(
                !is_small_order_sum_vartime(level, &borrowed(&terms), other.words()),
                "{}: {n} terms, base",
                level.name()
            );
            for place in [0, n / 2, n.saturating_sub(1)].into_iter().filter(|&place| place < n) {
                let mut changed = terms.clone();
                changed[place].scalar[0] ^= 1;
                assert!(
                    !is_small_order_sum_vartime(level, &borrowed(&changed), base.words()),
                    "{}: term {place} of {n}",
                    level.name()
                );
            }
        }
    }
    if Level::ifma().is_none() {
        println!("skipped: the level ifma, which this processor lacks");
    }
}

#[test]
fn few_long_scalars_among_many_short_ones_are_not_lost() {
    for level in Level::available() {
        if level == Level::PORTABLE32 {
            continue; // the same code as portable, only slower
        }
        // From none, to more than are worth a sum of their own; short ones first, last and between.
        let kinds: [fn(usize) -> bool; 4] = [|_| true, |i| i > 0, |i| !(500..502).contains(&i), |i| i < 900];
        for is_short in kinds {
            let (terms, base) = vanishing_with(1000, is_short);
            assert!(is_small_order_sum_vartime(level, &borrowed(&terms), base.words()), "{}", level.name());
            let long = (0..1000).find(|&i| !is_short(i)).unwrap_or(7);
            for place in [0, long, 999] {
                let mut changed = terms.clone();
                changed[place].scalar[1] ^= 1 << 40;
                assert!(
                    !is_small_order_sum_vartime(level, &borrowed(&changed), base.words()),
                    "{}",
                    level.name()
                );
            }
            let other = base.add(&Scalar::ONE);
            assert!(!is_small_order_sum_vartime(level, &borrowed(&terms), other.words()), "{}", level.name());
        }
    }
}

#[test]
fn the_greatest_scalar_of_every_length_is_taken_whole() {
    // Digits of which each is as great as it can be hand a carry to the next, and the last one too.
    for level in Level::available() {
        for bits in 0..=253 {
            assert_sum_of_greatest(level, bits, 9);
        }
    }
}

#[test]
fn buckets_take_the_greatest_scalar_of_every_length_whole() {
    for level in Level::available() {
        for bits in (0..20).chain(120..=130).chain(240..=253) {
            assert_sum_of_greatest(level, bits, 300);
        }
    }
}

/// `n` times (2^bits − 1)·B, as a sum and otherwise.
fn assert_sum_of_greatest(level: Level, bits: usize, n: u64) {
    let scalar = [0, 1, 2, 3].map(|i| low_bits(bits.saturating_sub(64 * i)));
    let term = Term { scalar, bits, negative: false, point: &AffinePoint::BASE };
    let sum = sum_vartime(level, &vec![term; n as usize], &[0; 4]);
    let one = edwards::mul(Level::PORTABLE, &scalar, &edwards::Point::BASE);
    let all = edwards::mul(Level::PORTABLE, &[n, 0, 0, 0], &one);
    let [sum, all] = [sum, all].map(|point| edwards::compress(level, &point));
    assert_eq!(sum, all, "{}: {n} scalars of {bits} bits", level.name());
}

/// The word whose lowest bits are ones, as many as fit.
fn low_bits(bits: usize) -> u64 {
    u64::MAX.checked_shr(64 - bits.min(64) as u32).unwrap_or(0)
}

#[test]
fn points_of_small_order_do_not_count() {
    let affine = |point: &chop_ref::Point| {
        let words = |x: &BigUint| bytes_to_words(&chop_ref::field::to_bytes(x));
        AffinePoint { x: words(&point.x), y: words(&point.y) }
    };
    for level in Level::available() {
        for n in [1, 9, 40] {
            let (mut terms, base) = vanishing(n);
            for (i, point) in torsion().iter().enumerate() {
                let factor = scalar("torsion", i);
                let (scalar, point) = (*factor.words(), affine(point));
                terms.push(Owned { scalar, bits: 253, negative: i % 2 == 1, point });
            }
            assert!(
                is_small_order_sum_vartime(level, &borrowed(&terms), base.words()),
                "{}: {n} terms",
                level.name()
            );
        }
    }
}

#[test]
fn equal_and_opposite_points_meet_in_a_bucket() {
    for level in Level::available() {
        // All terms the same: every list of a pass is in one bucket, and each addition is a doubling.
        let (terms, _) = vanishing(3);
        let mut same = vec![terms[2]; 40];
        let logarithm = scalar("point", 2);
        let factor = scalar("factor", 2);
        let factor = Scalar::from_bytes_mod_order(&low_half(&factor.to_bytes()));
        assert!(!terms[2].negative);
        let forty = Scalar::from_bytes_mod_order(&{
            let mut bytes = [0; 32];
            bytes[0] = 40;
            bytes
        });
        let base = factor.mul(&logarithm).mul(&forty).neg();
        assert!(is_small_order_sum_vartime(level, &borrowed(&same), base.words()), "{}", level.name());
        // Half of them negative: the sums of buckets are the neutral element.
        for term in &mut same[..20] {
            term.negative = true;
        }
        assert!(
            is_small_order_sum_vartime(level, &borrowed(&same), Scalar::ZERO.words()),
            "{}",
            level.name()
        );
        // The same by the opposite scalar.
        for term in &mut same[..20] {
            *term = Owned { scalar: *factor.neg().words(), bits: 253, negative: false, ..*term };
        }
        assert!(
            is_small_order_sum_vartime(level, &borrowed(&same), Scalar::ZERO.words()),
            "{}",
            level.name()
        );
    }
}

#[test]
fn the_lists_name_every_digit_once() {
    lists_name_every_digit_once::<U64x8>();
    lists_name_every_digit_once::<U64x4>();
}

fn lists_name_every_digit_once<V: Vector>() {
    let is_negative = |i: usize| i % 5 == 3;
    for (n, window) in [(1, 3), (20, 4), (64, 6), (70, 5), (128, 7), (300, 12)] {
        let scalars: Vec<Signed> = (0..n)
            .map(|i| {
                let full = scalar("digits", i);
                // The first blocks have short ones only.
                match i % 2 {
                    0 if i > n / 2 => Signed { words: *full.words(), bits: 253 },
                    _ => Signed { words: bytes_to_words(&low_half(&full.to_bytes())), bits: 128 },
                }
            })
            .collect();
        let mut lists = BucketLists::new(V::LANES, n, [128, 253], window);
        let block = GROUPS_AT_A_TIME * V::LANES;
        for (i, scalars) in scalars.chunks(block).enumerate() {
            let mut words = [PerLane::<V, [u64; 4]>::splat([0; 4]); GROUPS_AT_A_TIME];
            let mut negative = [PerLane::<V, u64>::splat(0); GROUPS_AT_A_TIME];
            for (place, scalar) in scalars.iter().enumerate() {
                let (group, lane) = (place / V::LANES, place % V::LANES);
                words[group][lane] = scalar.words;
                negative[group][lane] = u64::from(is_negative(block * i + place));
            }
            let bits = scalars.iter().map(|scalar| scalar.bits).max().unwrap_or(0);
            lists.recode::<V>(block * i, &words, &negative, bits);
        }
        // Σ ± d·2^(begin of the window), by term, from the lists alone.
        let mut sums = vec![(BigUint::ZERO, BigUint::ZERO); n];
        for pass in 0..lists.passes() {
            lists.sort(pass);
            assert_eq!(lists.order().len().div_ceil(V::LANES), lists.steps().len());
            let (mut entries, mut longest) = (lists.entries().chunks_exact(V::LANES), u32::MAX);
            for (group, &steps) in lists.order().chunks(V::LANES).zip(lists.steps()) {
                assert!((1..=longest).contains(&steps));
                longest = steps;
                for step in 0..steps {
                    let found = entries.next().expect("an entry a step");
                    for (lane, entry) in found.iter().enumerate() {
                        if *entry == NO_TERM {
                            // The first list is the longest, and no list is empty.
                            assert!(lane > 0 && (step > 0 || lane >= group.len()));
                            continue;
                        }
                        let (lane, digit) = (
                            group[lane] as usize / lists.buckets(),
                            group[lane] as usize % lists.buckets() + 1,
                        );
                        let at = lists.windows().begin(lane * lists.passes() + pass);
                        let sum = &mut sums[(entry >> 1) as usize];
                        let value = BigUint::from(digit) << at;
                        if entry & 1 == 0 { sum.0 += value } else { sum.1 += value }
                    }
                }
            }
            assert!(entries.next().is_none());
        }
        for (i, (scalar, (plus, minus))) in scalars.iter().zip(sums).enumerate() {
            let value = BigUint::from_bytes_le(&chop_core::field::f25519::words_to_bytes(&scalar.words));
            let (more, less) = if is_negative(i) { (minus, plus) } else { (plus, minus) };
            assert_eq!(more - less, value, "term {i} of {n}, windows of {window} bits");
        }
    }
}

#[test]
fn windows_are_as_few_as_they_can_be_and_nearly_of_one_width() {
    for width in 2..=15 {
        for [short, long] in
            [[0, 0], [1, 1], [16, 16], [127, 127], [128, 128], [0, 253], [127, 253], [128, 255]]
        {
            let windows = Windows::new(width, [short, long]);
            let of_short = windows.count_for(short);
            assert_eq!(of_short, (short + 1).div_ceil(width));
            assert_eq!(windows.count(), of_short + (long - short).div_ceil(width));
            assert_eq!(windows.count_for(long), if short == long { of_short } else { windows.count() });
            for (part, begin, end) in
                [(0..of_short, 0, short + 1), (of_short..windows.count(), short + 1, long + 1)]
            {
                let widths: Vec<usize> = part.clone().map(|i| windows.width(i)).collect();
                let Some((least, most)) = widths.iter().min().zip(widths.iter().max()) else { continue };
                assert!(*most <= width && most - least <= 1 && *most <= windows.widest(), "{widths:?}");
                assert_eq!((windows.begin(part.start), widths.iter().sum::<usize>()), (begin, end - begin));
            }
        }
    }
    assert!(std::panic::catch_unwind(|| Windows::new(8, [127, 253]).count_for(254)).is_err());
}

/// The last window of 128 bits in windows of 9 would have two bits.
#[test]
fn no_bucket_has_many_times_the_terms_of_others() {
    let n = 1000;
    let mut lists = BucketLists::new(8, n, [128, 253], 9);
    let block = GROUPS_AT_A_TIME * 8;
    for first in (0..n).step_by(block) {
        let mut words = [PerLane::<U64x8, [u64; 4]>::splat([0; 4]); GROUPS_AT_A_TIME];
        for i in 0..block.min(n - first) {
            words[i / 8][i % 8] = bytes_to_words(&low_half(&scalar("even", first + i).to_bytes()));
        }
        lists.recode::<U64x8>(first, &words, &[PerLane::<U64x8, u64>::splat(0); GROUPS_AT_A_TIME], 128);
    }
    for pass in 0..lists.passes() {
        lists.sort(pass);
        let longest = lists.steps().first().copied().unwrap_or(0);
        assert!(longest <= 40, "a list of {longest} terms");
    }
}

#[test]
fn windows_and_costs_grow_with_the_number_of_terms() {
    let window_for =
        |short, long, lanes| bucket_lists_vartime::window_for([(short, 127), (long, 253)], lanes, &COSTS);
    let sizes = [1, 16, 64, 512, 4096, 50_000];
    for both in [
        sizes.map(|n| window_for(n, n, 8)),
        sizes.map(|n| window_for(n, 0, 8)),
        sizes.map(|n| window_for(n, 2, 8)),
    ] {
        assert!(both.is_sorted_by_key(|(window, _)| *window), "{both:?}");
        assert!(both.is_sorted_by_key(|(_, cost)| *cost), "{both:?}");
        assert!((3..=12).contains(&both[0].0) && both[5].0 >= 10, "{both:?}");
    }
    // Few long terms have as many windows as many.
    assert!(window_for(1024, 0, 8).1 < window_for(1024, 2, 8).1);
}
