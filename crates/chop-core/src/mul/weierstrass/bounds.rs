//! Inequalities that the order n of a group must satisfy so that additions which are not complete meet no exception.
//!
//! Each multiplication with secret scalars has a proof at the top of its file, and asks here, at compile time, for the inequalities
//! that the proof rests on. T is the weight of the last row of a comb, 64^(rows − 1).
//!
//! | function     | inequalities                                                                        | asked for by |
//! |--------------|-------------------------------------------------------------------------------------|--------------|
//! | [`comb`]     | n ≤ 2^(6·rows − 1); n ≥ 2·T; n ≥ 33·T/64; n mod T ≥ 33/64·T                         | `comb`, `group` |
//! | [`affine`]   | those; n is odd; n mod H ≥ 33/64·H for the weight H of the row in the middle        | `affine`     |
//! | [`spread`]   | n < 16^d, n ≥ 9·16^(d−1) for d digits                                               | `spread`     |
//! | [`window`]   | n ≥ 64                                                                              | `window`     |

use crate::table::JACOBIAN_WINDOW;

/// ⌊n / 2^k⌋, or 2^64 − 1 if that is less.
const fn shifted(n: &[u64; 4], k: usize) -> u64 {
    let (word, shift) = (k / 64, k % 64);
    if word > 3 {
        return 0;
    }
    let mut low = n[word] >> shift;
    let mut i = word + 1;
    while i < 4 {
        let above = n[i];
        if i == word + 1 && shift > 0 {
            low |= above << (64 - shift);
            if above >> shift != 0 {
                return u64::MAX;
            }
        } else if above != 0 {
            return u64::MAX;
        }
        i += 1;
    }
    low
}

/// Whether n mod 64^rows is at least 33/64·64^rows, and so more than what the rows below can sum up to, 32/63·64^rows.
const fn is_far_above_multiple(n: &[u64; 4], rows: usize) -> bool {
    let at = JACOBIAN_WINDOW * (rows - 1);
    let (word, shift) = (at / 64, at % 64);
    let mut digit = n[word] >> shift;
    if shift > 64 - JACOBIAN_WINDOW && word < 3 {
        digit |= n[word + 1] << (64 - shift);
    }
    digit & 63 >= 33
}

/// Bits of n.
pub const fn bits(n: &[u64; 4]) -> usize {
    let mut bits = 256;
    while bits > 0 && shifted(n, bits - 1) == 0 {
        bits -= 1;
    }
    bits
}

/// The inequalities of the proof of [`comb`](super::comb), for a comb of so many rows.
pub const fn comb(n: &[u64; 4], rows: usize) -> bool {
    let top = JACOBIAN_WINDOW * (rows - 1);
    shifted(n, JACOBIAN_WINDOW * rows - 1) == 0
        && shifted(n, top) >= 2
        && shifted(n, top - JACOBIAN_WINDOW) >= 33
        && is_far_above_multiple(n, rows - 1)
}

/// The inequalities of the proof of affine sums: the last two parts of the rows, which are added up apart, begin with row
/// `middle`.
pub const fn affine(n: &[u64; 4], rows: usize, middle: usize) -> bool {
    comb(n, rows) && middle < rows && n[0] & 1 == 1 && is_far_above_multiple(n, middle)
}

/// The inequalities of the proof of [`spread`](super::spread), for so many digits of four bits.
pub const fn spread(n: &[u64; 4], digits: usize) -> bool {
    shifted(n, 4 * digits) == 0 && shifted(n, 4 * (digits - 1)) >= 9
}

/// The inequalities of the proof of [`window`](super::window).
pub const fn window(n: &[u64; 4]) -> bool {
    shifted(n, 6) >= 1
}
