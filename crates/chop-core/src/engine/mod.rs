//! Jobs in, facts out: what a scheme needs from the curve, for one item or many, on a given level.
//!
//! The engine knows no message, no policy and no key file. Verification returns [`ed25519::facts::Facts`] and the
//! scheme layer judges them; digests and random weights are computed above and passed down.

pub mod ed25519;
pub mod group;
pub mod hash;
#[cfg(feature = "hazmat")]
pub mod hazmat;
#[cfg(chop_codegen)]
pub mod leaky;
#[cfg(feature = "secp256k1")]
pub mod secp256k1;
#[cfg(feature = "sm2")]
pub mod sm2;
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
pub mod weierstrass;
pub mod weights;
pub mod x25519;

use crate::curve::edwards::Extended;
use crate::field::f25519::{Constant, F25519, words_to_bytes};
use crate::field::{Lanes, PerElement};

/// An affine point as canonical 64-bit words: the same for every level, 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AffinePoint {
    /// x.
    pub x: [u64; 4],
    /// y.
    pub y: [u64; 4],
}

impl AffinePoint {
    /// (0, 1).
    pub const IDENTITY: AffinePoint = AffinePoint { x: [0; 4], y: [1, 0, 0, 0] };

    /// The base point B of RFC 8032.
    pub const BASE: AffinePoint = AffinePoint { x: Constant::BASE_X.words(), y: Constant::BASE_Y.words() };

    /// The 32-byte encoding: y, and the lowest bit of x on top (RFC 8032, 5.1.2).
    pub fn encode(&self) -> [u8; 32] {
        let mut words = self.y;
        words[3] |= self.x[0] << 63;
        words_to_bytes(&words)
    }

    /// One point per lane. Cost: 1M.
    #[inline(always)]
    pub(crate) fn load<F: F25519>(points: &PerElement<F, AffinePoint>) -> Extended<F> {
        let (mut x, mut y) = (PerElement::<F, _>::splat([0; 4]), PerElement::<F, _>::splat([0; 4]));
        for i in 0..F::LANES {
            x.as_mut()[i] = points.as_ref()[i].x;
            y.as_mut()[i] = points.as_ref()[i].y;
        }
        Extended::from_affine(F::from_words(&x), F::from_words(&y))
    }

    /// The negatives, one point per lane. Cost: 1M.
    #[inline(always)]
    pub(crate) fn load_negated<F: F25519>(points: &PerElement<F, AffinePoint>) -> Extended<F> {
        AffinePoint::load::<F>(points).negate()
    }
}

/// Groups that share an inversion in the calls for many.
pub(crate) const BLOCK_GROUPS: usize = 16;

/// The least number of leftover multiples of a base point that are worth a group, of `n` in all: fewer where whole groups share
/// the inversion with them. Measured on Zen 4 with eight lanes.
fn least_leftover_of_base(n: usize) -> usize {
    if n < 8 { 3 } else { 2 }
}
