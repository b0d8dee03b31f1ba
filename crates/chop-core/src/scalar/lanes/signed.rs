//! Integers with a sign, one in each lane: five limbs of 52 bits without junk, in two's complement modulo 2^260.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::carried;
use crate::lanes::columns::{M52, masked};
use crate::lanes::{LaneMasks, Vector, operations};

/// The sign of a number, in its last limb.
const SIGN: u64 = 1 << 51;

/// Where x is negative.
#[inline(always)]
pub(in crate::scalar) fn is_negative<V: Vector>(x: &[V; 5]) -> LaneMasks<V> {
    V::splat(SIGN - 1).lt(x[4])
}

/// |x|.
#[inline(always)]
pub(in crate::scalar) fn magnitude<V: Vector>(x: &[V; 5]) -> [V; 5] {
    negated(x, is_negative(x))
}

operations! {
    over Vector;

    /// −x where the mask is true, else x.
    pub(in crate::scalar) fn negated(x: &[V; 5], negative: LaneMasks<V>) -> [V; 5] {
        let digits = negative.vector().and(V::splat(M52));
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].xor(digits);
        }
        z[0] = z[0].sub(negative.vector());
        reduced(&z)
    }

    /// x − y: −y is 2^260 − 1 − y, whose digits are the others of y's, and 1.
    pub(in crate::scalar) fn difference(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let m52 = V::splat(M52);
        let mut z = *x;
        for i in 0..5 {
            z[i] = z[i].add(y[i].xor(m52));
        }
        z[0] = z[0].add(V::splat(1));
        reduced(&z)
    }

    /// The limbs of the columns modulo 2^260.
    pub(in crate::scalar) fn reduced(c: &[V; 5]) -> [V; 5] {
        let mut z = masked(&carried(c));
        z[4] = z[4].and(V::splat(M52));
        z
    }
}
