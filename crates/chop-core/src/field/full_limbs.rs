//! Words of 64 bits with carries, for fields of full limbs.

/// a + x·y + c, low and high word: at most (2^64 − 1)² + 2·(2^64 − 1) = 2^128 − 1.
#[inline(always)]
pub(super) const fn mul_add(a: u64, x: u64, y: u64, c: u64) -> (u64, u64) {
    let t = a as u128 + x as u128 * y as u128 + c as u128;
    (t as u64, (t >> 64) as u64)
}

/// x + y + carry, and the carry.
#[inline(always)]
pub(super) const fn add_carry(x: u64, y: u64, carry: bool) -> (u64, bool) {
    let (z, c1) = x.overflowing_add(y);
    let (z, c2) = z.overflowing_add(carry as u64);
    (z, c1 | c2)
}

/// x − y − borrow, and the borrow.
#[inline(always)]
pub(super) const fn sub_borrow(x: u64, y: u64, borrow: bool) -> (u64, bool) {
    let (z, b1) = x.overflowing_sub(y);
    let (z, b2) = z.overflowing_sub(borrow as u64);
    (z, b1 | b2)
}

/// x·y. Cost: 16 products of words.
///
/// Row by row, the low words of a row's products in one chain of carries and the high words in another: two
/// additions a product, where a word and a carry at a time would be four.
#[inline(always)]
pub(super) const fn mul_wide(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
    let mut r = [0u64; 8];
    let mut i = 0;
    while i < 4 {
        let (a0, b0) = mul_add(0, x[i], y[0], 0);
        let (a1, b1) = mul_add(0, x[i], y[1], 0);
        let (a2, b2) = mul_add(0, x[i], y[2], 0);
        let (a3, b3) = mul_add(0, x[i], y[3], 0);
        let mut k;
        (r[i], k) = r[i].overflowing_add(a0);
        (r[i + 1], k) = add_carry(r[i + 1], a1, k);
        (r[i + 2], k) = add_carry(r[i + 2], a2, k);
        (r[i + 3], k) = add_carry(r[i + 3], a3, k);
        r[i + 4] = k as u64;
        (r[i + 1], k) = r[i + 1].overflowing_add(b0);
        (r[i + 2], k) = add_carry(r[i + 2], b1, k);
        (r[i + 3], k) = add_carry(r[i + 3], b2, k);
        (r[i + 4], _) = add_carry(r[i + 4], b3, k);
        i += 1;
    }
    r
}

/// x². Cost: 10 products of words.
#[inline(always)]
pub(super) const fn square_wide(x: &[u64; 4]) -> [u64; 8] {
    // The products of different limbs once, then twice that, then the squares of limbs.
    let (r1, c) = mul_add(0, x[0], x[1], 0);
    let (r2, c) = mul_add(0, x[0], x[2], c);
    let (r3, r4) = mul_add(0, x[0], x[3], c);
    let (r3, c) = mul_add(r3, x[1], x[2], 0);
    let (r4, r5) = mul_add(r4, x[1], x[3], c);
    let (r5, r6) = mul_add(r5, x[2], x[3], 0);
    let doubled = [
        0,
        r1 << 1,
        r2 << 1 | r1 >> 63,
        r3 << 1 | r2 >> 63,
        r4 << 1 | r3 >> 63,
        r5 << 1 | r4 >> 63,
        r6 << 1 | r5 >> 63,
        r6 >> 63,
    ];
    let mut r = [0; 8];
    let mut k = false;
    let mut i = 0;
    while i < 4 {
        let (low, high) = mul_add(0, x[i], x[i], 0);
        (r[2 * i], k) = add_carry(doubled[2 * i], low, k);
        (r[2 * i + 1], k) = add_carry(doubled[2 * i + 1], high, k);
        i += 1;
    }
    debug_assert!(!k);
    r
}
