//! Products of full limbs: words of 32 and 64 bits, and the instructions that level `adx` has for them.

#[cfg(target_arch = "x86_64")]
use chop_core::cpu::Adx;
use chop_core::field::full_limbs::{Products, Words32, Words64};
#[cfg(target_arch = "x86_64")]
use chop_core::field::mulx;

/// Words of zeros, ones and anything, in all places.
fn samples() -> Vec<[u64; 4]> {
    let words = [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 0x9e37_79b9_7f4a_7c15];
    let mut all = Vec::new();
    for i in 0..words.len().pow(4) {
        let digit = |n: u32| words[i / words.len().pow(n) % words.len()];
        all.push([digit(0), digit(1), digit(2), digit(3)]);
    }
    all
}

/// Every sample with a seventh of all.
fn pairs() -> impl Iterator<Item = ([u64; 4], [u64; 4])> {
    let samples = samples();
    (0..samples.len()).flat_map(move |i| {
        let others: Vec<_> = samples.iter().copied().skip(i % 7).step_by(7).collect();
        let x = samples[i];
        others.into_iter().map(move |y| (x, y))
    })
}

#[test]
fn products_and_squares_of_words_of_32_bits_are_those_of_64() {
    for (x, y) in pairs() {
        assert_eq!(Words32::mul_wide(&x, &y), Words64::mul_wide(&x, &y), "{x:x?} · {y:x?}");
        assert_eq!(Words32::square_wide(&x), Words64::square_wide(&x), "{x:x?}²");
        assert_eq!(Words64::square_wide(&x), Words64::mul_wide(&x, &x), "{x:x?}²");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn products_with_two_chains_of_carries_are_those_of_the_plain_twin() {
    let Some(adx) = Adx::detect() else {
        eprintln!("skipped: this processor has no BMI2 and ADX");
        return;
    };
    for (x, y) in pairs() {
        assert_eq!(mulx::mul_wide(adx, &x, &y), Words64::mul_wide(&x, &y), "{x:x?} · {y:x?}");
        assert_eq!(mulx::square_wide(adx, &x), Words64::square_wide(&x), "{x:x?}²");
        // Any words, not only those of a product.
        let [[a, b, c, d], [e, f, g, h]] = [x, y];
        let wide = [a, b, c, d, e, f, g, h];
        assert_eq!(mulx::fold_38(adx, &wide), Words64::fold_38(&wide), "{wide:x?}");
    }
}
