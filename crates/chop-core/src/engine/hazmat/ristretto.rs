//! Elements of ristretto255 (RFC 9496) one at a time, on any level. Constant time.
//!
//! An element is held as a [`Point`] that represents it; its sums and multiples are those of the point.
#![allow(non_snake_case)] // points are capital letters

use super::edwards::Point;
use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::edwards::ristretto;
use crate::field::f25519::{F25519, bytes_to_words, words_to_bytes};
use crate::field::{LaneMask, Lanes};
use crate::run::{Job, One, Wide, run};

/// The element of an encoding, and whether it is one; the neutral element if not. Cost: one square root.
pub fn decode(level: Level, encoding: &[u8; 32]) -> (Point, Mask) {
    run(level, Decode(encoding))
}

struct Decode<'a>(&'a [u8; 32]);

impl Job for Decode<'_> {
    type Out = (Point, Mask);
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> (Point, Mask) {
        decoded::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> (Point, Mask) {
        decoded::<L::Chain>(self.0)
    }
}

#[inline(always)]
fn decoded<F: F25519>(encoding: &[u8; 32]) -> (Point, Mask) {
    let [(point, valid)] = ristretto::decode::<F, 1>(&[Lanes::splat(bytes_to_words(encoding))]);
    (Point::store(&point), valid.lane(0))
}

/// The encoding of an element. Cost: one square root.
pub fn encode(level: Level, P: &Point) -> [u8; 32] {
    run(level, Encode(P))
}

struct Encode<'a>(&'a Point);

impl Job for Encode<'_> {
    type Out = [u8; 32];
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> [u8; 32] {
        encoded::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> [u8; 32] {
        encoded::<L::Chain>(self.0)
    }
}

#[inline(always)]
fn encoded<F: F25519>(P: &Point) -> [u8; 32] {
    let [encoding] = ristretto::encode(&[P.load::<F>()]);
    words_to_bytes(&encoding.as_ref()[0])
}

/// The element of 64 bytes: uniform if they are (RFC 9496, 4.3.4). Cost: two square roots.
pub fn from_uniform_bytes(level: Level, bytes: &[u8; 64]) -> Point {
    run(level, FromUniformBytes(bytes))
}

struct FromUniformBytes<'a>(&'a [u8; 64]);

impl Job for FromUniformBytes<'_> {
    type Out = Point;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Point {
        mapped::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Point {
        mapped::<L::Chain>(self.0)
    }
}

#[inline(always)]
fn mapped<F: F25519>(bytes: &[u8; 64]) -> Point {
    let [low, high] = halves(bytes);
    let t = [F::from_words(&Lanes::splat(low)), F::from_words(&Lanes::splat(high))];
    let [P, Q] = ristretto::map(&t);
    Point::store(&P.add(&Q.to_cached()).to_extended())
}

/// Whether both are the same element. Cost: 4M.
pub fn equals(level: Level, P: &Point, Q: &Point) -> Mask {
    run(level, Equals(P, Q))
}

struct Equals<'a>(&'a Point, &'a Point);

impl Job for Equals<'_> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        let Equals(P, Q) = self;
        ristretto::equals(&P.load::<L::F25519>(), &Q.load()).lane(0)
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
