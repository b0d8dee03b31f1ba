//! Scalars modulo ℓ against arbitrary-precision integers, in words of 64 and of 32 bits, at the edges
//! and at random; and recodings, which must give back the value within their digits' bounds.

use chop_core::ct::{Mask, Wipe, declassify};
use chop_core::scalar::digits::{
    SignedRadix, signed_radix, signed_radix_len, signed_radix_wide, wnaf_vartime,
};
use chop_core::scalar::l25519::{ORDER, Scalar, clamp, magnitude};
use chop_core::scalar::limbs;
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

/// ℓ from RFC 8032, 5.1, and not from the code under test.
fn order() -> BigUint {
    (BigUint::from(1u8) << 252u32) + BigUint::from(27742317777372353535851937790883648493u128)
}

fn power(n: u32) -> BigUint {
    BigUint::from(1u8) << n
}

/// `value` as N little-endian bytes.
fn bytes<const N: usize>(value: &BigUint) -> [u8; N] {
    let mut out = [0; N];
    let digits = value.to_bytes_le();
    assert!(digits.len() <= N);
    out[..digits.len()].copy_from_slice(&digits);
    out
}

fn value(scalar: &Scalar) -> BigUint {
    BigUint::from_bytes_le(&scalar.to_bytes())
}

fn scalar(value: &BigUint) -> Scalar {
    Scalar::from_bytes_wide(&bytes(value))
}

fn holds(mask: Mask) -> bool {
    declassify(mask, "test")
}

/// The neighbourhoods of multiples of ℓ and of powers of two, where a quotient estimate may be off by
/// one and where a word or a fold ends; all below 2^`limit`.
fn edges(limit: u32) -> Vec<BigUint> {
    let mut centres = vec![];
    for k in [1u32, 2, 3, 7, 8, 15, 16, 17, 255, 256, 257] {
        centres.push(order() * k);
    }
    for n in 0..=260 {
        // ℓ·2^n, and the greatest multiple of ℓ below 2^(252 + n).
        centres.push(order() << n);
        centres.push(power(252 + n) / order() * order());
    }
    // The greatest multiple there is.
    centres.push(power(limit) / order() * order());
    for n in 0..=limit {
        centres.push(power(n));
    }
    // 2^252·h for which c·h is just above or below multiples of 2^256 and 2^252.
    let c = order() - power(252);
    for n in [128, 252, 256, 260, 380] {
        centres.push((power(n) / &c) << 256u32);
        centres.push(((power(n) / &c) + 1u8) << 256u32);
        centres.push((power(n) / &c) << 252u32);
    }
    let mut all = vec![BigUint::ZERO];
    for centre in centres {
        for delta in 0u32..=2 {
            all.push(&centre + delta);
            if centre >= BigUint::from(delta) {
                all.push(&centre - delta);
            }
        }
    }
    all.retain(|x| *x < power(limit));
    all.sort();
    all.dedup();
    assert!(all.contains(&(power(limit) - 1u8)) && all.len() > 1000);
    all
}

/// A handful of scalars at the edges of 0 .. ℓ.
fn extreme_scalars() -> Vec<BigUint> {
    let l = order();
    let mut all = vec![];
    for x in [BigUint::ZERO, 1u8.into(), 2u8.into(), &l - 1u8, &l - 2u8, &l >> 1u32, (&l >> 1u32) + 1u8] {
        all.push(x);
    }
    for n in [32, 64, 124, 125, 126, 128, 192, 251, 252] {
        all.push(power(n) - 1u8);
        all.push(power(n));
    }
    // c itself, and the square root of ℓ: products right at ℓ.
    all.push(&l - power(252));
    all.push(l.sqrt());
    all.push(l.sqrt() + 1u8);
    all
}

#[test]
fn order_is_that_of_rfc_8032() {
    assert_eq!(BigUint::from_bytes_le(&limbs::to_bytes(&ORDER)), order());
}

#[test]
fn constants_are_what_they_say() {
    assert_eq!(value(&Scalar::ZERO), BigUint::ZERO);
    assert_eq!(value(&Scalar::ONE), 1u8.into());
}

fn check_wide(x: &BigUint) {
    let expected = x % order();
    assert_eq!(value(&Scalar::from_bytes_wide_with::<u64>(&bytes(x))), expected, "64-bit words, {x:x}");
    assert_eq!(value(&Scalar::from_bytes_wide_with::<u32>(&bytes(x))), expected, "32-bit words, {x:x}");
    assert_eq!(value(&Scalar::from_bytes_wide(&bytes(x))), expected, "{x:x}");
}

fn check_narrow(x: &BigUint) {
    let expected = x % order();
    let b = bytes(x);
    assert_eq!(value(&Scalar::from_bytes_mod_order_with::<u64>(&b)), expected, "64-bit words, {x:x}");
    assert_eq!(value(&Scalar::from_bytes_mod_order_with::<u32>(&b)), expected, "32-bit words, {x:x}");
    assert_eq!(value(&Scalar::from_bytes_mod_order(&b)), expected, "{x:x}");
    assert_eq!(holds(Scalar::is_canonical(&b)), *x < order(), "{x:x}");
    let (reduced, canonical) = Scalar::from_canonical_bytes(&b);
    assert_eq!(value(&reduced), expected, "{x:x}");
    assert_eq!(holds(canonical), *x < order(), "{x:x}");
}

fn check_mul_add(x: &BigUint, y: &BigUint, z: &BigUint) {
    let expected = (x * y + z) % order();
    let (a, b, c) = (scalar(x), scalar(y), scalar(z));
    assert_eq!(value(&a.mul_add_with::<u64>(&b, &c)), expected, "64-bit words, {x:x}·{y:x} + {z:x}");
    assert_eq!(value(&a.mul_add_with::<u32>(&b, &c)), expected, "32-bit words, {x:x}·{y:x} + {z:x}");
    assert_eq!(value(&a.mul_add(&b, &c)), expected, "{x:x}·{y:x} + {z:x}");
}

fn check_ring(x: &BigUint, y: &BigUint) {
    let l = order();
    let (a, b) = (scalar(x), scalar(y));
    assert_eq!(value(&a.mul(&b)), x * y % &l);
    assert_eq!(value(&a.add(&b)), (x + y) % &l);
    assert_eq!(value(&a.sub(&b)), (x + &l - y % &l) % &l);
    assert_eq!(value(&a.neg()), (&l - x % &l) % &l);
    assert_eq!(holds(a.eq(&b)), x % &l == y % &l);
    assert_eq!(value(&Scalar::select(Mask::TRUE, &a, &b)), x % &l);
    assert_eq!(value(&Scalar::select(Mask::FALSE, &a, &b)), y % &l);
}

#[test]
fn wide_reduction_is_right_at_the_edges() {
    for x in edges(512) {
        check_wide(&x);
    }
}

#[test]
fn narrow_reduction_and_canonicity_are_right_at_the_edges() {
    for x in edges(256) {
        check_narrow(&x);
    }
}

#[test]
fn only_values_below_the_order_are_canonical() {
    for (x, canonical) in [
        (BigUint::ZERO, true),
        (order() - 1u8, true),
        (order(), false),
        (order() + 1u8, false),
        (order() * 2u8, false),
    ] {
        let (_, mask) = Scalar::from_canonical_bytes(&bytes(&x));
        assert_eq!(holds(mask), canonical, "{x:x}");
        assert_eq!(holds(Scalar::is_canonical(&bytes(&x))), canonical, "{x:x}");
    }
    // A bit too many in any byte above the order's low words is seen.
    for n in 125..252 {
        assert!(!holds(Scalar::is_canonical(&bytes(&(order() + power(n))))), "bit {n}");
        assert!(holds(Scalar::is_canonical(&bytes(&(order() - power(n))))), "bit {n}");
    }
}

#[test]
fn ring_operations_are_right_at_the_edges() {
    for x in extreme_scalars() {
        for y in extreme_scalars() {
            check_ring(&x, &y);
            for z in [BigUint::ZERO, 1u8.into(), order() - 1u8] {
                check_mul_add(&x, &y, &z);
            }
        }
    }
}

#[test]
fn eq_sees_every_bit() {
    for n in 0..252 {
        assert!(!holds(scalar(&power(n)).eq(&Scalar::ZERO)), "bit {n}");
    }
    assert!(holds(scalar(&order()).eq(&Scalar::ZERO)));
}

#[test]
fn wipe_leaves_zero() {
    let mut x = scalar(&(order() - 1u8));
    x.wipe();
    assert_eq!(*x.words(), [0; 4]);
}

#[test]
fn clamp_changes_five_bits_at_most() {
    // RFC 7748, 5.2, decodes its scalar to 2^254 + 8·k: the all-zero and the all-one string.
    assert_eq!(BigUint::from_bytes_le(&clamp([0; 32])), power(254));
    assert_eq!(BigUint::from_bytes_le(&clamp([0xff; 32])), power(255) - 8u8);
    let x: [u8; 32] = core::array::from_fn(|i| (i * 37 + 5) as u8);
    let clamped = clamp(x);
    assert_eq!(clamped[1..31], x[1..31]);
    assert_eq!(clamp(clamped), clamped);
}

/// Σ d_i·2^(w·i).
fn reconstruct(digits: impl DoubleEndedIterator<Item = i64>, w: usize) -> BigInt {
    digits.rev().fold(BigInt::ZERO, |sum, d| (sum << w) + d)
}

fn check_radix<const W: usize, const N: usize>(x: &BigUint) {
    let digits = signed_radix::<W, N>(&limbs::from_bytes(&bytes(x)));
    assert_eq!(reconstruct(digits.iter().map(|d| *d as i64), W), BigInt::from(x.clone()), "W {W}, {x:x}");
    let half = 1i64 << (W - 1);
    for d in &digits[..N - 1] {
        assert!((-half..half).contains(&(*d as i64)), "W {W}, digit {d}, {x:x}");
    }
    // The documented bound of the last digit, 2^(b − w·(n−1)), and 0 or 1 if nothing reaches it.
    let most = if x.bits() as usize > W * (N - 1) { 1 << (x.bits() as usize - W * (N - 1)) } else { 1 };
    assert!((0..=half.min(most)).contains(&(digits[N - 1] as i64)), "W {W}, last {}, {x:x}", digits[N - 1]);
}

/// x in digits whose signs are changed where that of its magnitude says so.
fn check_magnitude<const W: usize, const N: usize>(x: &BigUint) {
    let (words, negative) = magnitude(&limbs::from_bytes(&bytes(x)));
    let negative = holds(negative);
    let s = BigInt::from(BigUint::from_bytes_le(&limbs::to_bytes(&words)));
    let shift = if negative { BigInt::from(order()) } else { BigInt::ZERO };
    assert_eq!(if negative { -&s } else { s.clone() }, BigInt::from(x.clone()) - shift, "{x:x}");
    // 2^251 + c.
    assert!(s <= BigInt::from(order() - power(251)), "{x:x}");
    let digits = signed_radix_wide::<W, N>(&words);
    assert_eq!(reconstruct(digits.iter().map(|d| *d as i64), W), s, "W {W}, {x:x}");
    let half = 1i64 << (W - 1);
    for d in digits {
        assert!((-half..=half).contains(&(d as i64)), "W {W}, digit {d}, {x:x}");
    }
}

fn check_radix_vartime(x: &BigUint, w: usize, extra: usize) {
    let len = signed_radix_len(x.bits() as usize, w) + extra;
    let radix = SignedRadix::new_vartime(&limbs::from_bytes(&bytes(x)), w, len);
    assert_eq!((radix.digits(), radix.digit(w, len), radix.digit(w, len + 9)), (len, 0, 0));
    let digits: Vec<i16> = (0..len).map(|i| radix.digit(w, i)).collect();
    assert_eq!(reconstruct(digits.iter().map(|d| *d as i64), w), BigInt::from(x.clone()), "w {w}, {x:x}");
    let half = 1i64 << (w - 1);
    let (last, others) = digits.split_last().unwrap();
    for d in others {
        assert!((-half..half).contains(&(*d as i64)), "w {w}, digit {d}, {x:x}");
    }
    assert!((0..=half).contains(&(*last as i64)), "w {w}, last {last}, {x:x}");
}

fn check_wnaf(x: &BigUint, w: usize) {
    let words = limbs::from_bytes(&bytes(x));
    let digits: [i16; 257] = wnaf_vartime(&words, w);
    if w <= 8 {
        assert_eq!(wnaf_vartime::<i8, 257>(&words, w).map(i16::from), digits);
    }
    if x.bits() <= 128 {
        assert_eq!(wnaf_vartime::<i16, 129>(&words, w), digits[..129]);
    }
    assert_eq!(reconstruct(digits.iter().map(|d| *d as i64), 1), BigInt::from(x.clone()), "w {w}, {x:x}");
    for (i, d) in digits.iter().enumerate().filter(|(_, d)| **d != 0) {
        assert!(d % 2 != 0 && (*d as i32).abs() < 1 << (w - 1), "w {w}, digit {d} at {i}, {x:x}");
        let next = &digits[i + 1..(i + w).min(257)];
        assert!(next.iter().all(|d| *d == 0), "w {w}, a neighbour of {i}, {x:x}");
    }
}

/// All recodings that may be asked of x < 2^256.
fn check_recodings(x: &BigUint) {
    if *x < order() {
        check_magnitude::<6, 42>(x);
        check_magnitude::<7, 36>(x);
        check_magnitude::<8, 32>(x);
        check_radix::<4, 64>(x);
        check_radix::<5, 51>(x);
        check_radix::<8, 32>(x);
    }
    if x.bits() <= 255 {
        check_radix::<4, 64>(x);
    }
    if x.bits() <= 254 {
        check_radix::<5, 51>(x);
        check_radix::<8, 32>(x);
    }
    check_radix::<2, 129>(x);
    check_radix::<3, 86>(x);
    check_radix::<5, 52>(x);
    check_radix::<6, 43>(x);
    check_radix::<7, 37>(x);
    check_radix::<8, 33>(x);
    for w in 2..=15 {
        check_radix_vartime(x, w, 0);
        check_radix_vartime(x, w, 1);
        // As many as there may be.
        check_radix_vartime(x, w, 320 / w - signed_radix_len(x.bits() as usize, w));
    }
    for w in 2..=8 {
        check_wnaf(x, w);
    }
}

#[test]
fn recodings_keep_the_value_at_the_edges() {
    for x in edges(256).iter().step_by(3) {
        check_recodings(x);
    }
    // Digits all at the border between staying and handing on a carry, and one below it.
    for w in 2..=15 {
        for digit in [(1u32 << (w - 1)) - 1, 1 << (w - 1), (1 << w) - 1] {
            let x = (0..256 / w).fold(BigUint::ZERO, |x, _| (x << w) + digit);
            check_recodings(&x);
        }
    }
    for n in [253, 254, 255, 256] {
        check_recodings(&(power(n) - 1u8));
    }
    // Where the sign of a magnitude changes, the greatest one, and the middle of all scalars.
    for x in [power(251), order() - power(251), order() >> 1, (order() >> 1) + 1u8, order() - 1u8] {
        check_recodings(&(&x - 1u8));
        check_recodings(&x);
        check_recodings(&(x + 1u8));
    }
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "value too great for the digits")]
fn debug_builds_reject_a_value_too_great_for_its_digits() {
    // The last digit of 4 bits would be 9.
    signed_radix::<4, 64>(&[0, 0, 0, (1 << 63) | (1 << 60)]);
}

#[test]
#[should_panic(expected = "too few digits")]
fn run_time_recoding_rejects_a_last_digit_beyond_its_bound() {
    // 2^3 + 1 needs a second digit of 4 bits.
    SignedRadix::new_vartime(&[9, 0, 0, 0], 4, 1);
}

#[test]
#[should_panic(expected = "too few digits")]
fn run_time_recoding_rejects_bits_beyond_its_digits() {
    SignedRadix::new_vartime(&[0, 0, 0, 1 << 63], 4, 4);
}

#[test]
#[should_panic(expected = "320 bits at most")]
fn run_time_recoding_rejects_more_digits_than_it_has_bits() {
    SignedRadix::new_vartime(&[1, 0, 0, 0], 15, 22);
}

#[test]
fn the_number_of_digits_is_the_least() {
    for w in 2..=15 {
        for bits in 1..=256 {
            let n = signed_radix_len(bits, w);
            assert!(bits < w * n && bits >= w * (n - 1), "{bits} bits, w {w}");
        }
    }
    assert_eq!((signed_radix_len(253, 4), signed_radix_len(253, 5), signed_radix_len(253, 13)), (64, 51, 20));
}

fn any_below_2_256() -> impl Strategy<Value = BigUint> {
    prop_oneof![
        any::<[u8; 32]>().prop_map(|b| BigUint::from_bytes_le(&b)),
        // Long runs of equal bits.
        (0..256u32, 0..256u32).prop_map(|(a, b)| power(a.max(b)) - power(a.min(b))),
    ]
}

fn any_scalar() -> impl Strategy<Value = BigUint> {
    any_below_2_256().prop_map(|x| x % order())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn reductions_agree_with_big_integers(low in any_below_2_256(), high in any_below_2_256()) {
        check_narrow(&low);
        check_wide(&(&low + (&high << 256u32)));
        // Next to a random multiple of ℓ.
        let multiple = (&low + (&high << 256u32)) / order() * order();
        check_wide(&multiple);
        check_wide(&(&multiple + 1u8));
        if multiple > BigUint::ZERO {
            check_wide(&(multiple - 1u8));
        }
    }

    #[test]
    fn operations_agree_with_big_integers(x in any_scalar(), y in any_scalar(), z in any_scalar()) {
        check_mul_add(&x, &y, &z);
        check_ring(&x, &y);
        check_ring(&x, &x);
    }

    #[test]
    fn scalars_are_a_commutative_ring(x in any_scalar(), y in any_scalar(), z in any_scalar()) {
        let (x, y, z) = (scalar(&x), scalar(&y), scalar(&z));
        prop_assert!(holds(x.mul(&y).eq(&y.mul(&x))));
        prop_assert!(holds(x.mul(&y.add(&z)).eq(&x.mul(&y).add(&x.mul(&z)))));
        prop_assert!(holds(x.mul(&y).mul(&z).eq(&x.mul(&y.mul(&z)))));
        prop_assert!(holds(x.sub(&y).add(&y).eq(&x)));
        prop_assert!(holds(x.add(&x.neg()).eq(&Scalar::ZERO)));
        prop_assert!(holds(x.mul(&Scalar::ONE).eq(&x)));
    }

    #[test]
    fn bytes_and_words_return(x in any_scalar()) {
        let b: [u8; 32] = bytes(&x);
        let (s, canonical) = Scalar::from_canonical_bytes(&b);
        prop_assert!(holds(canonical));
        prop_assert_eq!(s.to_bytes(), b);
        prop_assert_eq!(*s.words(), limbs::from_bytes(&b));
    }

    #[test]
    fn recodings_keep_the_value(x in any_below_2_256()) {
        check_recodings(&x);
        check_recodings(&(&x % order()));
    }

    #[test]
    fn clamped_values_can_be_recoded(b in any::<[u8; 32]>()) {
        let x = BigUint::from_bytes_le(&clamp(b));
        prop_assert!(x.bits() == 255 && (&x % 8u8) == BigUint::ZERO);
        check_radix::<4, 64>(&x);
        check_radix::<5, 52>(&x);
        check_radix::<6, 43>(&x);
        check_radix::<8, 33>(&x);
    }
}
