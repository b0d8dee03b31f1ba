//! Integers of words: the laws of arithmetic at the edges of words.

use chop_core::ct::{Mask, declassify};
use chop_core::scalar::limbs::{
    Word, Words, add, add_if, extract, from_bytes, from_u64s, is_less, mul, mul_word, shl, sub,
    sub_if_not_less, to_bytes, to_u64s,
};

/// Every combination of words from the edges of their range.
fn edges<W: Word>() -> impl Iterator<Item = [W; 3]> {
    let edge = [0, 1, u64::MAX >> (65 - W::BITS), 1 << (W::BITS - 1), u64::MAX];
    (0..125).map(move |i| [edge[i % 5], edge[i / 5 % 5], edge[i / 25]].map(W::truncate))
}

fn product<W: Word>(x: &[W; 3], y: &[W; 3]) -> [W; 6] {
    mul(x, y)
}

fn equal<X: Words>(x: &X, y: &X) -> bool {
    x.as_ref().iter().zip(y.as_ref()).all(|(a, b)| a.widen() == b.widen())
}

fn laws<W: Word>() {
    for x in edges::<W>() {
        for y in edges::<W>() {
            let (sum, carry) = add(&x, &y);
            let (back, borrow) = sub(&sum, &y);
            assert!(equal(&back, &x));
            assert_eq!(carry.widen(), borrow.widen());
            assert_eq!(declassify(is_less(&sum, &y), "test"), carry.widen() == 1);

            let (difference, borrow) = sub(&x, &y);
            let restored = add_if(Mask::from_bit(borrow.widen()), &difference, &y);
            assert!(equal(&restored, if borrow.widen() == 1 { &x } else { &difference }));
            let reduced = sub_if_not_less(&x, W::ZERO, &y);
            assert!(equal(&reduced, if borrow.widen() == 1 { &x } else { &difference }));
            assert!(equal(&sub_if_not_less(&x, W::truncate(1), &y), &difference));

            // (x + 1)·y = x·y + y, with 1 + x below B³.
            let (next, carry) = add(&x, &[1, 0, 0].map(W::truncate));
            if carry.widen() == 0 {
                let wide = [y[0], y[1], y[2], W::ZERO, W::ZERO, W::ZERO];
                let (expected, carry) = add(&product(&x, &y), &wide);
                assert!(equal(&product(&next, &y), &expected));
                assert_eq!(carry.widen(), 0);
            }
            assert!(equal(&product(&x, &y), &product(&y, &x)));

            let (low, high) = mul_word(&x, y[0]);
            let single: [W; 4] = mul(&x, &[y[0]]);
            assert!(equal(&[low[0], low[1], low[2], high], &single));
        }
        for k in [1, 4, W::BITS / 2, W::BITS - 1] {
            let (low, high) = shl(&x, k);
            let (expected, top) = mul_word(&x, W::truncate(1 << k));
            assert!(equal(&low, &expected));
            assert_eq!(high.widen(), top.widen());
        }
    }
}

#[test]
fn laws_hold_at_the_edges_for_words_of_64_bits() {
    laws::<u64>();
}

#[test]
fn laws_hold_at_the_edges_for_words_of_32_bits() {
    laws::<u32>();
}

#[test]
fn conversions_keep_the_order_of_words_and_bytes() {
    let words = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908, 0x1716_1514_1312_1110, 0x1f1e_1d1c_1b1a_1918];
    let halves: [u32; 8] = from_u64s(&words);
    assert_eq!(halves[..3], [0x0302_0100, 0x0706_0504, 0x0b0a_0908]);
    assert_eq!(to_u64s::<_, 4>(&halves), words);
    let bytes = to_bytes(&words);
    assert!((0..32).all(|i| bytes[i] == i as u8));
    assert_eq!(from_bytes(&bytes), words);
    assert_eq!(extract::<_, [u32; 2]>(&halves, 6), [0x1b1a_1918, 0x1f1e_1d1c]);
}
