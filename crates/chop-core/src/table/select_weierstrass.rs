//! Reading a table of points of a Weierstrass curve with signed digits. O has no affine coordinates, so a
//! digit 0 gives a mask and a point that is none.

use super::select::{magnitude, scan};
use crate::ct::Mask;
use crate::curve::weierstrass::{Affine, Cached, CurveField, PackedPoint};
use crate::field::Lanes;

/// d·P of each lane's digit, from the row 1·P, 2·P, …, N·P, and whether the digit is 0: then the point is to
/// be ignored. Every entry is read for every digit: constant time. Digits are in −N ..= N.
#[inline(always)]
pub fn select<F: CurveField, const N: usize>(
    row: &[PackedPoint; N],
    digits: &F::Lanes<i8>,
) -> (Affine<F>, F::Mask) {
    let mut points = F::Lanes::<PackedPoint>::splat([[0; 4]; 2]);
    let mut negative = F::Lanes::<Mask>::splat(Mask::FALSE);
    let mut none = negative;
    for lane in 0..F::LANES {
        let (index, sign) = magnitude(digits.as_ref()[lane]);
        points.as_mut()[lane] = scan(row, index);
        negative.as_mut()[lane] = sign;
        none.as_mut()[lane] = Mask::is_zero(index);
    }
    (Affine::unpack(&points).negate_if(F::mask(&negative)), F::mask(&none))
}

/// d·P of each lane's digit, from each lane's own table 1·P, …, N·P, O for 0. Every entry is read: constant
/// time.
#[inline(always)]
pub fn select_cached<F: CurveField, const N: usize>(
    table: &[Cached<F>; N],
    digits: &F::Lanes<i8>,
) -> Cached<F> {
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
    found.negate_if(F::mask(&negative))
}

/// d·P of one public digit that is not 0: reads only the wanted entry.
#[inline(always)]
pub fn entry_vartime<F: CurveField>(row: &[PackedPoint], digit: i8) -> Affine<F> {
    let entry = Affine::unpack(&F::Lanes::splat(row[digit.unsigned_abs() as usize - 1]));
    if digit < 0 { entry.negate_if(F::mask(&F::Lanes::splat(Mask::TRUE))) } else { entry }
}
