//! Elements of ristretto255, many at a time: as many as the level has lanes.
#![allow(non_snake_case)] // points are capital letters

use super::edwards::Point;
use super::edwards_many::{ROOTS, load_some, words_of};
use super::ristretto::{self as one, halves};
use crate::cpu::Level;
use crate::ct::Mask;
use crate::curve::edwards::{Extended, ristretto};
use crate::field::f25519::{F25519, LaneFe as Fe, words_to_bytes};
use crate::field::{LaneMask, Lanes, PerElement};
use crate::run::{Each, One, Shared, Wide, part, run_each, run_shared};

/// The elements of many encodings of ristretto255, and which are any.
///
/// # Panics
/// If the lengths differ.
pub fn decode_many(level: Level, encodings: &[[u8; 32]], out: &mut [(Point, Mask)]) {
    run_each(level, &Decode(encodings), out);
}

struct Decode<'a>(&'a [[u8; 32]]);

impl Each for Decode<'_> {
    type Out = (Point, Mask);
    const BLOCK_GROUPS: usize = ROOTS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut (Point, Mask)) {
        *out = one::decode(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [(Point, Mask)]) {
        decode_groups::<Fe<L::Words>>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [(Point, Mask)]) {
        run_shared(level, self, out);
    }
}

impl Shared for Decode<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [(Point, Mask)]) {
        decode_groups::<L::F25519>(part(self.0, first, out.len()), out);
    }
}

/// The encodings of many elements of ristretto255.
///
/// # Panics
/// If the lengths differ.
pub fn encode_many(level: Level, points: &[Point], out: &mut [[u8; 32]]) {
    run_each(level, &Encode(points), out);
}

struct Encode<'a>(&'a [Point]);

impl Each for Encode<'_> {
    type Out = [u8; 32];
    const BLOCK_GROUPS: usize = ROOTS;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut [u8; 32]) {
        *out = one::encode(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [[u8; 32]]) {
        encode_groups::<Fe<L::Words>>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [[u8; 32]]) {
        run_shared(level, self, out);
    }
}

impl Shared for Encode<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [[u8; 32]]) {
        encode_groups::<L::F25519>(part(self.0, first, out.len()), out);
    }
}

/// The elements of ristretto255 of many 64 bytes.
///
/// # Panics
/// If the lengths differ.
pub fn from_uniform_bytes_many(level: Level, bytes: &[[u8; 64]], out: &mut [Point]) {
    run_each(level, &FromUniformBytes(bytes), out);
}

struct FromUniformBytes<'a>(&'a [[u8; 64]]);

impl Each for FromUniformBytes<'_> {
    type Out = Point;
    const BLOCK_GROUPS: usize = 1;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Point) {
        *out = one::from_uniform_bytes(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Point]) {
        map_group::<Fe<L::Words>>(part(self.0, first, out.len()), out);
    }
}

#[inline(always)]
fn decode_groups<F: F25519>(encodings: &[[u8; 32]], out: &mut [(Point, Mask)]) {
    let found = ristretto::decode::<F, ROOTS>(&words_of::<F>(encodings));
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(ROOTS) {
        let (point, valid) = &found[group];
        let points = Point::store_lanes(point);
        for (lane, out) in out.iter_mut().enumerate() {
            *out = (points.as_ref()[lane], valid.lane(lane));
        }
    }
}

#[inline(always)]
fn encode_groups<F: F25519>(points: &[Point], out: &mut [[u8; 32]]) {
    let mut loaded = [Extended::<F>::identity(); ROOTS];
    for (group, points) in points.chunks(F::LANES).enumerate() {
        loaded[group] = load_some(points);
    }
    let encodings = ristretto::encode(&loaded);
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(ROOTS) {
        for (lane, out) in out.iter_mut().enumerate() {
            *out = words_to_bytes(&encodings[group].as_ref()[lane]);
        }
    }
}

#[inline(always)]
fn map_group<F: F25519>(bytes: &[[u8; 64]], out: &mut [Point]) {
    let mut words = [PerElement::<F, [u64; 4]>::splat([0; 4]); 2];
    for (lane, bytes) in bytes.iter().enumerate().take(F::LANES) {
        let [low, high] = halves(bytes);
        words[0].as_mut()[lane] = low;
        words[1].as_mut()[lane] = high;
    }
    let [P, Q] = ristretto::map(&[F::from_words(&words[0]), F::from_words(&words[1])]);
    let points = Point::store_lanes(&P.add(&Q.to_cached()).to_extended());
    let n = out.len().min(F::LANES);
    out[..n].copy_from_slice(&points.as_ref()[..n]);
}
