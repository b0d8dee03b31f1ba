//! Sums and products modulo p = 2^255 − 19 while the library is compiled: for tables of constants, and for nothing else, since a
//! backend is faster. Canonical words below p go in and come out.

use crate::field::full_limbs::{add_carry, mul_add, mul_wide, sub_borrow};

/// p.
const P: [u64; 4] = [u64::MAX - 18, u64::MAX, u64::MAX, u64::MAX >> 1];

/// x + y.
pub const fn add(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    // x + y < 2·p < 2^256: no carry leaves.
    let (sum, _) = sum(x, y);
    reduce(&sum)
}

/// x − y.
pub const fn sub(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let mut opposite = [0; 4];
    let (mut i, mut borrow) = (0, false);
    while i < 4 {
        (opposite[i], borrow) = sub_borrow(P[i], y[i], borrow);
        i += 1;
    }
    // x + p − y < 2·p.
    add(x, &opposite)
}

/// x·y.
pub const fn mul(x: &[u64; 4], y: &[u64; 4]) -> [u64; 4] {
    let product = mul_wide(x, y);
    // low + 2^256·high ≡ low + 38·high < 39·2^256.
    let (mut folded, mut carry) = ([0; 4], 0);
    let mut i = 0;
    while i < 4 {
        (folded[i], carry) = mul_add(product[i], product[4 + i], 38, carry);
        i += 1;
    }
    // The bits from 2^255 on: below 2·39. 19 times that is below 1,482.
    let high = carry << 1 | folded[3] >> 63;
    folded[3] &= u64::MAX >> 1;
    // Below 2^255 + 1,482 < 2·p.
    let (folded, _) = sum(&folded, &[19 * high, 0, 0, 0]);
    reduce(&folded)
}

/// x + y modulo 2^256, and the carry.
const fn sum(x: &[u64; 4], y: &[u64; 4]) -> ([u64; 4], bool) {
    let mut sum = [0; 4];
    let (mut i, mut carry) = (0, false);
    while i < 4 {
        (sum[i], carry) = add_carry(x[i], y[i], carry);
        i += 1;
    }
    (sum, carry)
}

/// x modulo p, for x < 2·p: x ≥ p exactly when x + 19 ≥ 2^255.
const fn reduce(x: &[u64; 4]) -> [u64; 4] {
    let (mut more, _) = sum(x, &[19, 0, 0, 0]);
    if more[3] >> 63 == 0 {
        return *x;
    }
    more[3] &= u64::MAX >> 1;
    more
}
