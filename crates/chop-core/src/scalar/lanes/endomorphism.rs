//! The split of a scalar in each lane: as [`endomorphism`](crate::scalar::endomorphism) says, which has the proof, with another S.
//!
//! Here S is 52·s for the most s with S ≤ 64·SHIFT, and a constant is what is left of the other one after D = 64·SHIFT − S bits, rounded
//! once more: it is wrong by at most 1/2 + 2^−(D+1) ≤ 1, so that c1 and c2 are wrong by at most 1/2 + n/2^S and
//!
//! ```text
//! |k1| ≤ (1/2 + n/2^S)·(a1 + a2)      |k2| ≤ (1/2 + n/2^S)·(b1 + b2)
//! ```
//!
//! For secp256k1 S = 364, and the bounds of half a scalar are those of one lane.
//!
//! | quantity                     | bound                                     |
//! |------------------------------|-------------------------------------------|
//! | columns of k·constant        | 9·2^52 + 2^51 + 2^12 < 2^56               |
//! | c1, c2                       | < 2^129: three limbs                      |
//! | columns of c1·a1 + c2·a2     | 2·5·2^52 < 2^56                           |

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::signed::{difference, is_negative, magnitude, reduced};
use crate::lanes::columns::{M52, add_product, limbs_of, masked, packed, splat, unpacked};
use crate::lanes::{LaneMasks, Vector, operations};
use crate::scalar::endomorphism::Endomorphism;

/// k1 and k2 of each lane: numbers of magnitude below 2^128.
#[derive(Clone, Copy)]
pub struct Halves<V> {
    /// The magnitudes, in little-endian words.
    pub magnitudes: [[V; 4]; 2],
    /// Where they are below 0.
    pub negative: [LaneMasks<V>; 2],
}

/// The constants in limbs.
struct Constants {
    rounded: [[u64; 5]; 2],
    a: [[u64; 5]; 2],
    b: [[u64; 5]; 2],
    /// S in limbs.
    limbs: usize,
}

impl Constants {
    const fn of<E: Endomorphism>() -> Constants {
        let (s, limbs) = (64 * E::SHIFT, 64 * E::SHIFT / 52);
        assert!(s - 52 * limbs > 0 && limbs > 0 && limbs < 8);
        let [g1, g2] = E::ROUNDED;
        let rounded = [limbs_of(&shortened(&g1, s - 52 * limbs)), limbs_of(&shortened(&g2, s - 52 * limbs))];
        let (a, b) = ([limbs_of(&E::A[0]), limbs_of(&E::A[1])], [limbs_of(&E::B[0]), limbs_of(&E::B[1])]);
        Constants { rounded, a, b, limbs }
    }
}

/// ⌊x/2^d⌉ for 0 < d < 52, x + 2^51 below 2^256.
const fn shortened(x: &[u64; 4], d: usize) -> [u64; 4] {
    let (mut z, mut carry, mut i) = ([0; 4], 1u64 << (d - 1), 0);
    while i < 4 {
        let (sum, over) = x[i].overflowing_add(carry);
        (z[i], carry) = (sum, over as u64);
        i += 1;
    }
    [z[0] >> d | z[1] << (64 - d), z[1] >> d | z[2] << (64 - d), z[2] >> d | z[3] << (64 - d), z[3] >> d]
}

/// k1 and k2 of scalars below n, in little-endian words. Cost: two products of 256 bits and four of 130.
#[inline(always)]
pub fn split<E: Endomorphism, V: Vector>(k: &[V; 4]) -> Halves<V> {
    let constants = const { &Constants::of::<E>() };
    let k = masked(&unpacked(k));
    let c1 = rounded(&k, &constants.rounded[0], constants.limbs);
    let c2 = rounded(&k, &constants.rounded[1], constants.limbs);
    let nothing = [V::splat(0); 5];
    let both = add_low_product(&add_low_product(&nothing, &c1, &constants.a[0]), &c2, &constants.a[1]);
    let k1 = difference(&k, &reduced(&both));
    let positive = reduced(&add_low_product(&nothing, &c1, &constants.b[0]));
    let k2 = difference(&positive, &reduced(&add_low_product(&nothing, &c2, &constants.b[1])));
    Halves {
        magnitudes: [packed(&magnitude(&k1)), packed(&magnitude(&k2))],
        negative: [is_negative(&k1), is_negative(&k2)],
    }
}

operations! {
    over Vector;

    /// ⌊(k·constant + 2^(S−1))/2^S⌋ for S = 52·limbs.
    fn rounded(k: &[V; 5], constant: &[u64; 5], limbs: usize) -> [V; 3] {
        let mut c = [V::splat(0); 10];
        c[limbs - 1] = V::splat(1 << 51);
        c = add_product(c, k, &splat(constant));
        for i in 0..9 {
            c[i + 1] = c[i + 1].add(c[i].shr::<52>());
            c[i] = c[i].and(V::splat(M52));
        }
        [c[limbs], c[limbs + 1], c[limbs + 2]]
    }

    /// c + x·y modulo 2^260 for y of three limbs.
    fn add_low_product(c: &[V; 5], x: &[V; 3], y: &[u64; 5]) -> [V; 5] {
        let mut z = *c;
        for i in 0..3 {
            for j in 0..3 {
                let limb = V::splat(y[j]);
                z[i + j] = z[i + j].madd52lo(x[i], limb);
                if i + j < 4 {
                    z[i + j + 1] = z[i + j + 1].madd52hi(x[i], limb);
                }
            }
        }
        z
    }
}
