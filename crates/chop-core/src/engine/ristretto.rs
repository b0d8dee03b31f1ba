//! Elements of ristretto255 (RFC 9496) one at a time, on any level. Constant time.
//!
//! An element is held as a [`Point`] that represents it; its sums and multiples are those of the point.
#![allow(non_snake_case)] // points are capital letters

use super::edwards::Point;
use super::on_level;
use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::ristretto;
use crate::field::f25519::{bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes};
use crate::kernel::{Backend, Kernel, dispatch, dispatch_one};

on_level! { by dispatch:
    /// The element of an encoding, and whether it is one; the neutral element if not. Cost: one square root.
    pub fn decode<B>(encoding: &[u8; 32]) -> (Point, Mask) {
        let [(point, valid)] = ristretto::decode::<B::Chain, 1>(&[Lanes::splat(bytes_to_words(encoding))]);
        (Point::store(&point), valid.lane(0))
    }

    /// The encoding of an element. Cost: one square root.
    pub fn encode<B>(P: &Point) -> [u8; 32] {
        let [encoding] = ristretto::encode(&[P.load::<B::Chain>()]);
        words_to_bytes(&encoding.as_ref()[0])
    }

    /// The element of 64 bytes: uniform if they are (RFC 9496, 4.3.4). Cost: two square roots.
    pub fn from_uniform_bytes<B>(bytes: &[u8; 64]) -> Point {
        let [low, high] = halves(bytes);
        let t = [B::Chain::from_words(&Lanes::splat(low)), B::Chain::from_words(&Lanes::splat(high))];
        let [P, Q] = ristretto::map(&t);
        Point::store(&P.add(&Q.to_cached()).to_extended())
    }
}

on_level! {
    /// Whether both are the same element. Cost: 4M.
    pub fn equals<B>(P: &Point, Q: &Point) -> Mask {
        ristretto::equals(&P.load::<B::One>(), &Q.load()).lane(0)
    }
}

/// The words of the two halves.
#[inline(always)]
pub(super) fn halves(bytes: &[u8; 64]) -> [[u64; 4]; 2] {
    let (mut low, mut high) = ([0; 32], [0; 32]);
    low.copy_from_slice(&bytes[..32]);
    high.copy_from_slice(&bytes[32..]);
    [bytes_to_words(&low), bytes_to_words(&high)]
}
