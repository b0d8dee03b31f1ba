//! Positive controls: code that leaks. A run of the check in which one of them passes proves nothing.

use crate::secret::{reveal, secret};
use chop_core::scalar::digits;
use std::hint::black_box;

/// A branch on a bit of a secret. The two sides are calls that cannot become a conditional move.
pub fn branch() {
    #[inline(never)]
    fn odd(x: u64) -> u64 {
        black_box(x).wrapping_mul(3)
    }
    #[inline(never)]
    fn even(x: u64) -> u64 {
        black_box(x).wrapping_add(5)
    }
    let x = secret(41u64);
    reveal(if x & 1 == 1 { odd(x) } else { even(x) });
}

/// A table entry that a secret chooses.
pub fn index() {
    let table = black_box([2u64, 3, 5, 7, 11, 13, 17, 19]);
    let x = secret(5u64);
    reveal(table[(x & 7) as usize] ^ x);
}

/// Two secrets compared by `==`, which stops at the first difference.
pub fn equality() {
    let (x, y) = (secret(super::bytes(0)), secret(super::bytes(1)));
    reveal(u8::from(black_box(&x[..]) == black_box(&y[..])) ^ x[0]);
}

/// A function of the library that says by its name that it is for public values.
pub fn wnaf_vartime() {
    reveal(digits::wnaf_vartime::<i8, 257>(&secret(super::words(0)), 5));
}
