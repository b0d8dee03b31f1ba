//! s·B, one scalar in each lane. Constant time: rows of the comb are looked up in registers.
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::curve::edwards::Extended;
use crate::field::bundle::Bundle;
use crate::field::f25519::{LaneFe as Fe, Vector25519};
use crate::lanes::{PerLane, Step};
use crate::scalar::digits::lanes::Digits;
use crate::scalar::lanes::l25519::magnitude;
use crate::table::read::edwards;
use crate::table::{BASE_ROWS, COMB_WINDOW, base_comb_limbs};

/// s·B in each lane, for scalars below ℓ given as words, which are overwritten. Constant time: rows of the comb are looked up in
/// registers.
///
/// Cost: 41 additions of 7M, and 1M.
#[inline(always)]
pub fn mul_base<V: Vector25519>(scalars: &mut PerLane<V, [u64; 4]>) -> Extended<Fe<V>> {
    V::apart(MulBase::<V>(scalars))
}

struct MulBase<'a, V: Vector25519>(&'a mut PerLane<V, [u64; 4]>);

impl<V: Vector25519> Step for MulBase<'_, V> {
    type Out = Extended<Fe<V>>;

    #[inline(always)]
    fn take(self) -> Extended<Fe<V>> {
        let comb = base_comb_limbs::<V>();
        let (mut scalars, opposite) = magnitude(&Bundle::<Fe<V>>::of(self.0));
        let mut digits = Digits::<V, COMB_WINDOW, BASE_ROWS>::new(&scalars);
        let (index, negative) = digits.get(0);
        let entry = edwards::select_lanes(&comb[0], index);
        let mut sum = entry.to_accumulator_signed(negative.xor(opposite));
        for i in 1..BASE_ROWS {
            let (index, negative) = digits.get(i);
            let entry = edwards::select_lanes(&comb[i], index);
            sum = sum.add_affine_signed(&entry, negative.xor(opposite)).to_accumulator();
        }
        digits.wipe();
        V::wipe(&mut scalars);
        sum.to_extended()
    }
}
