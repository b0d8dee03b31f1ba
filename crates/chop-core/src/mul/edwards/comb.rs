//! s·B and, for a point with a comb, s·P: one table entry per window and no doublings.
//!
//! The comb of B has windows of 5 bits: a secret scalar reads 51 rows of 16 entries of 96 bytes, 78 KB; windows of 4 bits would
//! read 49 KB for 64 additions. The combs of other points have windows of 6 bits, 132 KB, because public digits read them, too,
//! and each public digit reads one entry.

use super::group;
use crate::ct;
use crate::curve::edwards::{Accumulator, Extended, PackedPoint};
use crate::field::f25519::{F25519, Vector25519};
use crate::field::{LaneField, Lanes, PerElement};
use crate::scalar::digits;
use crate::table::read::edwards;
use crate::table::{Aligned, BASE_COMB_SCAN, COMB_ROWS, COMB_WINDOW, Comb, SCAN_ROWS, SCAN_WINDOW};

/// How the comb of the base point is read.
pub trait MulBase<F: F25519> {
    /// s·B in each lane, for scalars below ℓ, which are overwritten. Constant time. Cost: as [`mul_base`] or [`group::mul_base`].
    fn mul_base(scalars: &mut PerElement<F, [u64; 4]>) -> Extended<F>;
}

/// Every entry of a row is read: for one element.
pub struct ByScan;

impl<F: F25519> MulBase<F> for ByScan {
    #[inline(always)]
    fn mul_base(scalars: &mut PerElement<F, [u64; 4]>) -> Extended<F> {
        let product = mul_base(scalars);
        ct::wipe(scalars.as_mut());
        product
    }
}

/// A row is looked up in registers: for lanes.
pub struct InRegisters;

impl<F: F25519 + LaneField> MulBase<F> for InRegisters
where
    F::Vector: Vector25519<Fe = F>,
{
    #[inline(always)]
    fn mul_base(scalars: &mut PerElement<F, [u64; 4]>) -> Extended<F> {
        group::mul_base::<F::Vector>(scalars)
    }
}

/// s·B in each lane, for scalars below ℓ given as words. Constant time.
///
/// Cost: 51 additions of 7M.
#[inline(always)]
pub fn mul_base<F: F25519>(scalars: &PerElement<F, [u64; 4]>) -> Extended<F> {
    mul_windows::<F, SCAN_WINDOW, SCAN_ROWS, _>(&BASE_COMB_SCAN, scalars)
}

/// s·P in each lane, for scalars below ℓ given as words and the comb of one P for all lanes. Constant
/// time.
///
/// Cost: 43 additions of 7M.
#[inline(always)]
pub fn mul_comb<F: F25519>(comb: &Comb, scalars: &PerElement<F, [u64; 4]>) -> Extended<F> {
    mul_windows::<F, COMB_WINDOW, COMB_ROWS, _>(comb, scalars)
}

/// [`mul_comb`] for a comb with windows of W bits.
#[inline(always)]
fn mul_windows<F: F25519, const W: usize, const ROWS: usize, const ENTRIES: usize>(
    comb: &[Aligned<[PackedPoint; ENTRIES]>; ROWS],
    scalars: &PerElement<F, [u64; 4]>,
) -> Extended<F> {
    const { assert!(ENTRIES == 1 << (W - 1)) };
    let mut digits = PerElement::<F, [i8; ROWS]>::splat([0; ROWS]);
    for lane in 0..F::LANES {
        digits.as_mut()[lane] = digits::signed_radix::<W, ROWS>(&scalars.as_ref()[lane]);
    }
    let mut sum = Accumulator::<F>::identity();
    for (i, row) in comb.iter().enumerate() {
        let mut digit = PerElement::<F, i8>::splat(0);
        for lane in 0..F::LANES {
            digit.as_mut()[lane] = digits.as_ref()[lane][i];
        }
        let (entry, negative) = edwards::select::<F, _>(&row.0, &digit);
        sum = sum.add_affine_signed(&entry, negative).to_accumulator();
    }
    for lane in digits.as_mut() {
        ct::wipe(lane);
    }
    sum.to_extended()
}

/// P ± Q for a packed Q, the sign public.
#[inline(always)]
pub(super) fn add_packed_vartime<F: F25519>(
    sum: &Accumulator<F>,
    entry: &PackedPoint,
    negative: bool,
) -> Accumulator<F> {
    use crate::ct::Mask;
    use crate::curve::edwards::AffineCached;
    let entry = AffineCached::<F>::unpack(&Lanes::splat(*entry));
    let negative = F::mask(&Lanes::splat(Mask::from_public(negative)));
    sum.add_affine_signed(&entry, negative).to_accumulator()
}

/// The comb of P. Cost: 1,333 additions, 43 doublings and one inversion; 132,096 bytes.
#[cfg(feature = "alloc")]
pub fn build_comb_vartime<F: F25519>(point: &Extended<F>) -> alloc::boxed::Box<Comb> {
    use crate::field::inverses::invert_all;
    use crate::table::COMB_ENTRIES;
    use alloc::{boxed::Box, vec, vec::Vec};

    let mut points: Vec<Extended<F>> = Vec::with_capacity(COMB_ROWS * COMB_ENTRIES);
    let mut first = *point;
    for _ in 0..COMB_ROWS {
        let step = first.to_cached();
        let mut multiple = first;
        points.push(multiple);
        for _ in 1..COMB_ENTRIES {
            multiple = multiple.add(&step).to_extended();
            points.push(multiple);
        }
        first = multiple.double().to_extended();
    }

    let mut z = Vec::with_capacity(points.len());
    for point in &points {
        z.push(point.Z);
    }
    let mut running = z.clone();
    invert_all(&mut z, &mut running);
    let mut comb: Box<Comb> = vec![Aligned([[[0u64; 4]; 3]; COMB_ENTRIES]); COMB_ROWS]
        .into_boxed_slice()
        .try_into()
        .unwrap_or_else(|_| unreachable!("the vector has COMB_ROWS rows"));
    for i in 0..points.len() {
        comb[i / COMB_ENTRIES].0[i % COMB_ENTRIES] = points[i].to_affine_cached(&z[i]).pack().as_ref()[0];
    }
    comb
}
