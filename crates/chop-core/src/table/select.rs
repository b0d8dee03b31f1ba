//! Reading a table row with signed digits.

use crate::ct::Mask;
use crate::curve::edwards::{AffineCached, Cached, PackedPoint};
use crate::field::Lanes;
use crate::field::f25519::F25519;

/// The neutral element, packed.
const IDENTITY: PackedPoint = [[1, 0, 0, 0], [1, 0, 0, 0], [0; 4]];

/// (|d|, d < 0) without a branch.
#[inline(always)]
fn magnitude(digit: i8) -> (u64, Mask) {
    let sign = (digit as i64) >> 63;
    let magnitude = ((digit as i64 ^ sign) - sign) as u64;
    (magnitude, Mask::from_bit(sign as u64 & 1))
}

/// |d|·P of each lane's digit, from the row 1·P, 2·P, …, N·P, and whether the digit is negative.
///
/// Every entry is read for every digit: constant time. Digits are in −N ..= N.
#[inline(always)]
pub fn select<F: F25519, const N: usize>(
    row: &[PackedPoint; N],
    digits: &F::Lanes<i8>,
) -> (AffineCached<F>, F::Mask) {
    let mut points = F::Lanes::<PackedPoint>::splat(IDENTITY);
    let mut negative = F::Lanes::<Mask>::splat(Mask::FALSE);
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        points.as_mut()[lane] = scan(row, index);
        negative.as_mut()[lane] = sign;
    }
    (AffineCached::unpack(&points), F::mask(&negative))
}

/// Entry `index` counted from 1, or the neutral element for 0. Reads the whole row. Compiled once and
/// called, whatever the level: it is plain 64-bit code.
#[inline(never)]
fn scan<const N: usize>(row: &[PackedPoint; N], index: u64) -> PackedPoint {
    let none = Mask::is_zero(index).bit();
    let mut found: PackedPoint = [[none, 0, 0, 0], [none, 0, 0, 0], [0; 4]];
    for (j, entry) in row.iter().enumerate() {
        // The barrier in this mask is what keeps the compiler from skipping the other entries.
        let wanted = Mask::eq(index, j as u64 + 1).word();
        for c in 0..3 {
            for w in 0..4 {
                found[c][w] |= entry[c][w] & wanted;
            }
        }
    }
    found
}

/// |d|·P of each lane's digit, from each lane's own table 1·P, …, N·P in field form, and whether the
/// digit is negative. Every entry is read: constant time.
#[inline(always)]
pub fn select_cached<F: F25519, const N: usize>(
    table: &[Cached<F>; N],
    digits: &F::Lanes<i8>,
) -> (Cached<F>, F::Mask) {
    let mut indices = F::Lanes::<u64>::splat(0);
    let mut negative = F::Lanes::<Mask>::splat(Mask::FALSE);
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        indices.as_mut()[lane] = index;
        negative.as_mut()[lane] = sign;
    }
    let mut found = Cached::identity();
    for (j, entry) in table.iter().enumerate() {
        let mut wanted = F::Lanes::<Mask>::splat(Mask::FALSE);
        for lane in 0..F::LANES {
            wanted.as_mut()[lane] = Mask::eq(indices.as_ref()[lane], j as u64 + 1);
        }
        found = Cached::select(F::mask(&wanted), entry, &found);
    }
    (found, F::mask(&negative))
}

/// |d|·P of one public digit, and whether the digit is negative: reads only the wanted entry.
#[inline(always)]
pub fn entry_vartime<const N: usize>(row: &[PackedPoint; N], digit: i8) -> (PackedPoint, bool) {
    match digit {
        0 => (IDENTITY, false),
        _ => (row[digit.unsigned_abs() as usize - 1], digit < 0),
    }
}
