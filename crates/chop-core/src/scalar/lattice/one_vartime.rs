//! Two short numbers in place of a long one: for k, u and v of half its length with u ≡ v·k modulo m.
//!
//! **Ed25519**: m = 8ℓ, and v is odd. D = S·B − R − k·A is a point of the whole curve, whose group has order 8ℓ. With
//! u ≡ v·k modulo 8ℓ
//!
//! ```text
//! v·D = v·S·B − v·R − u·A
//! ```
//!
//! exactly, whatever small orders A and R have a part of. The order of D divides 8ℓ, and v has no factor in
//! common with it: v is odd, and not a multiple of ℓ. So v·D = 0 if and only if D = 0, and 8·v·D = 0 if and only
//! if 8·D = 0 (Antipa et al. 2005, "Accelerated verification of ECDSA signatures", where the group has prime
//! order; modulo ℓ alone, or with an even v, the first would not hold here).
//!
//! **SM2**: m = n, the prime order of a group without small orders, so that any v does that is not a multiple of n.
//!
//! The pairs (u, v) are a lattice of determinant m with the basis (m, 0), (k, 1). Euclid's algorithm on the first
//! coordinates finds bases of it; in the middle both are near 2^127.5. Quotients are found from the leading 62
//! bits, and some are wrong by a little: any whole multiple of one vector taken from the other leaves a basis, so
//! that this costs length and never the result.
//!
//! | quantity                                     | bound                                       |
//! |----------------------------------------------|---------------------------------------------|
//! | remainders that are divided by               | ≥ 2^32, of leading 62 bits                  |
//! | what a round multiplies vectors by           | < 2^30                                      |
//! | coordinates                                  | −2^257 < u, v < 2^257                       |
//! | length of the result for k that is a hash    | 127 or 128 bits, rarely a few more          |
//!
//! For some k there is no short pair with an odd v, and the result is long: right, and slower to use. Modulo n there
//! always is one: Euclid's algorithm with the right quotients has u·v' ≤ n for a remainder u and the v' of the next one.

#![allow(clippy::needless_range_loop)] // several arrays are walked at once

use crate::scalar::digits::{length_vartime, word_at};
use crate::scalar::l25519;

/// u and v with u ≡ v·k. The length of both is below 2^256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortPair {
    /// |u|.
    pub u: [u64; 4],
    /// u is negative.
    pub u_negative: bool,
    /// v, positive; odd modulo 8ℓ.
    pub v: [u64; 4],
}

impl ShortPair {
    /// The pair of 0.
    pub(crate) const NOTHING: ShortPair = ShortPair { u: [0; 4], u_negative: false, v: [1, 0, 0, 0] };
}

/// 8ℓ.
pub(super) const ORDER_8: [u64; 4] = {
    let [a, b, c, d] = l25519::ORDER;
    [a << 3, b << 3 | a >> 61, c << 3 | b >> 61, d << 3 | c >> 61]
};
/// Euclid's algorithm ends at a remainder below 2^127.
pub(super) const ENOUGH: u32 = 127;
/// Leading bits that quotients are found from.
pub(super) const LEADING: u32 = 62;
/// A difference in length that leaves divisors of enough leading bits.
pub(super) const GAP: u32 = 24;

/// The short pair of k < 2^255, which is public, modulo 8ℓ.
///
/// Cost: about 75 quotients, five times four pairs of products of a word and five.
pub fn short_pair_vartime(k: &[u64; 4]) -> ShortPair {
    reduced_vartime(&ORDER_8, k).odd_pair_vartime()
}

/// The short pair of 0 < k < n, which is public, modulo the prime n of a curve: n above 2^255. Cost: as [`short_pair_vartime`].
pub fn short_pair_modulo_vartime(order: &[u64; 4], k: &[u64; 4]) -> ShortPair {
    debug_assert!(order[3] >> 63 == 1);
    reduced_vartime(order, k).y.to_pair()
}

/// A basis of the lattice whose second vector has a short u.
fn reduced_vartime(modulus: &[u64; 4], k: &[u64; 4]) -> Basis {
    let mut basis = Basis::new(modulus, k);
    while let Some(leading) = basis.leading_vartime() {
        basis.apply(&leading.matrix_vartime());
    }
    basis
}

/// Two vectors that make up the lattice, their u not negative.
#[derive(Clone, Copy)]
struct Basis {
    x: Vector,
    y: Vector,
}

/// The leading bits of x.u and y.u, from the same bit on.
#[derive(Clone, Copy)]
struct Leading {
    /// Of x.u, the longer one: at most 62 bits.
    a: u64,
    /// Of y.u.
    b: u64,
    /// Nothing below this is divided by.
    least: u64,
}

/// Euclid's steps of one round: x becomes p·x − q·y and y becomes s·y − r·x, or the negatives of these after an odd number
/// of exchanges. Nothing is negative.
#[derive(Clone, Copy)]
struct Matrix {
    p: u64,
    q: u64,
    r: u64,
    s: u64,
    negative: bool,
}

impl Matrix {
    /// No step.
    const ONE: Matrix = Matrix { p: 1, q: 0, r: 0, s: 1, negative: false };
}

impl Basis {
    /// (m, 0) and (k, 1).
    fn new(modulus: &[u64; 4], k: &[u64; 4]) -> Basis {
        Basis {
            x: Vector { u: Signed::from_words(modulus), v: Signed::ZERO },
            y: Vector { u: Signed::from_words(k), v: Signed::ONE },
        }
    }

    /// The leading words with which the next round begins; `None` if y.u is short enough. Divides until quotients are short.
    fn leading_vartime(&mut self) -> Option<Leading> {
        loop {
            let (long, short) = (self.x.u.bits_vartime(), self.y.u.bits_vartime());
            if short <= ENOUGH {
                return None;
            }
            if long < short {
                core::mem::swap(&mut self.x, &mut self.y);
            } else if long - short > GAP {
                // A long quotient: the longest power of 2 that it surely has.
                let multiple = self.y.times_power_of_two(long - short - 1);
                self.x = Vector::difference(1, &self.x, 1, &multiple);
            } else {
                let shift = long - LEADING;
                let least = if shift < ENOUGH { (1 << 32).max(1 << (ENOUGH - shift)) } else { 1 << 32 };
                return Some(Leading { a: self.x.u.word_at(shift), b: self.y.u.word_at(shift), least });
            }
        }
    }

    /// Both vectors after the steps of a round.
    fn apply(&mut self, matrix: &Matrix) {
        let Matrix { p, q, r, s, negative } = *matrix;
        debug_assert!(p.max(q).max(r).max(s) <= 1 << 31);
        let (x, y) = if negative {
            (Vector::difference(q, &self.y, p, &self.x), Vector::difference(r, &self.x, s, &self.y))
        } else {
            (Vector::difference(p, &self.x, q, &self.y), Vector::difference(s, &self.y, r, &self.x))
        };
        // Where a quotient was off, u may be negative all the same. A vector and its negative are as good as each other;
        // lengths are read from u ≥ 0.
        (self.x, self.y) = (x.with_u_not_negative(), y.with_u_not_negative());
    }

    /// The pair of the shortest vector with an odd v that is near: y, or x less a few times y.
    fn odd_pair_vartime(self) -> ShortPair {
        let Basis { mut x, y } = self;
        if y.v.is_odd() {
            return y.to_pair();
        }
        // The steps have determinant ±1, so that one v is odd: that of x, and of x less any multiple of y.
        debug_assert!(x.v.is_odd());
        for _ in 0..32 {
            let next = Vector::difference(1, &x, 1, &y);
            if !next.is_shorter_vartime(&x) {
                break;
            }
            x = next;
        }
        x.to_pair()
    }
}

impl Leading {
    /// As many steps of Euclid's algorithm as the leading bits allow.
    fn matrix_vartime(self) -> Matrix {
        let Leading { mut a, mut b, least } = self;
        // a ≈ p·x − q·y and b ≈ s·y − r·x, or their negatives.
        let Matrix { mut p, mut q, mut r, mut s, mut negative } = Matrix::ONE;
        while b >= least {
            // Most quotients are 1, 2 or 3; a division takes longer than three subtractions.
            let (mut quotient, mut rest) = (0, a);
            while rest >= b {
                if quotient == 3 {
                    quotient = a / b;
                    rest = a % b;
                    break;
                }
                quotient += 1;
                rest -= b;
            }
            (a, b) = (b, rest);
            (p, q, r, s) = (r, s, p + quotient * r, q + quotient * s);
            negative = !negative;
        }
        Matrix { p, q, r, s, negative }
    }
}

/// A vector of the lattice.
#[derive(Clone, Copy)]
struct Vector {
    u: Signed,
    v: Signed,
}

impl Vector {
    /// m·x − n·y.
    fn difference(m: u64, x: &Vector, n: u64, y: &Vector) -> Vector {
        Vector { u: Signed::difference(m, &x.u, n, &y.u), v: Signed::difference(m, &x.v, n, &y.v) }
    }

    fn times_power_of_two(&self, n: u32) -> Vector {
        Vector { u: self.u.shl(n), v: self.v.shl(n) }
    }

    fn with_u_not_negative(self) -> Vector {
        if self.u.is_negative() { self.negate() } else { self }
    }

    fn negate(&self) -> Vector {
        Vector { u: self.u.negate(), v: self.v.negate() }
    }

    /// max(|u|, |v|) is less than that of `other`.
    fn is_shorter_vartime(&self, other: &Vector) -> bool {
        let [a, b, c, d] = [self.u, self.v, other.u, other.v].map(|x| x.magnitude());
        is_less_vartime(larger_vartime(&a, &b), larger_vartime(&c, &d))
    }

    fn to_pair(self) -> ShortPair {
        let x = if self.v.is_negative() { self.negate() } else { self };
        ShortPair { u: x.u.magnitude(), u_negative: x.u.is_negative(), v: x.v.magnitude() }
    }
}

fn is_less_vartime(x: &[u64; 4], y: &[u64; 4]) -> bool {
    x.iter().rev().lt(y.iter().rev())
}

fn larger_vartime<'a>(x: &'a [u64; 4], y: &'a [u64; 4]) -> &'a [u64; 4] {
    if is_less_vartime(x, y) { y } else { x }
}

/// An integer in −2^257 .. 2^257, in two's complement.
#[derive(Clone, Copy)]
struct Signed([u64; 5]);

impl Signed {
    const ZERO: Signed = Signed([0; 5]);
    const ONE: Signed = Signed([1, 0, 0, 0, 0]);

    fn from_words(x: &[u64; 4]) -> Signed {
        Signed([x[0], x[1], x[2], x[3], 0])
    }

    fn is_odd(&self) -> bool {
        self.0[0] & 1 == 1
    }

    fn is_negative(&self) -> bool {
        self.0[4] >> 63 == 1
    }

    fn negate(&self) -> Signed {
        Signed::difference(0, self, 1, self)
    }

    /// |x|, which is below 2^256.
    fn magnitude(&self) -> [u64; 4] {
        let [a, b, c, d, top] = if self.is_negative() { self.negate().0 } else { self.0 };
        debug_assert!(top == 0);
        [a, b, c, d]
    }

    /// m·x − n·y, modulo 2^320, for m and n below 2^32.
    #[inline]
    fn difference(m: u64, x: &Signed, n: u64, y: &Signed) -> Signed {
        let mut z = [0; 5];
        // Products are below 2^96, and so the sum stays far from the ends of its type.
        let mut sum = 0i128;
        for i in 0..5 {
            sum += i128::from(m) * i128::from(x.0[i]) - i128::from(n) * i128::from(y.0[i]);
            z[i] = sum as u64;
            sum >>= 64;
        }
        Signed(z)
    }

    /// x·2^n for a result in range.
    fn shl(&self, n: u32) -> Signed {
        let (words, bits) = ((n / 64) as usize, n % 64);
        let mut z = [0; 5];
        for i in words..5 {
            let low = if i > words { self.0[i - words - 1] >> 1 >> (63 - bits) } else { 0 };
            z[i] = self.0[i - words] << bits | low;
        }
        Signed(z)
    }

    /// How many bits x ≥ 0 has.
    fn bits_vartime(&self) -> u32 {
        debug_assert!(!self.is_negative());
        length_vartime(&self.0) as u32
    }

    /// The 64 bits from bit `at` on, for at < 256.
    fn word_at(&self, at: u32) -> u64 {
        word_at(&self.0, at as usize)
    }
}
