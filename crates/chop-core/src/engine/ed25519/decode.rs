//! Decoding of Ed25519's public keys and of R: points, and what was irregular about their encodings. Everything here is
//! public, and time varies with all of it.
#![allow(non_snake_case)] // points are capital letters

use crate::cpu::Level;
use crate::ct::declassify;
use crate::curve::edwards::Projective;
use crate::curve::edwards::decode::{Decompressed, decompress};
use crate::curve::edwards::small_order::is_small_order;
use crate::engine::AffinePoint;
use crate::field::f25519::{Constant, F25519, LaneFe as Fe, bytes_to_words};
use crate::field::{Field, LaneMask, Lanes, PerElement};
use crate::run::{Each, Job, One, Shared, Wide, part, run, run_each, run_shared};

const PUBLIC: &str = "verification is public";

/// A decoded encoding and what was irregular about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The point; the neutral element where `decodes` is false.
    pub point: AffinePoint,
    /// Whether there is a point with this y.
    pub decodes: bool,
    /// y is below p.
    pub y_reduced: bool,
    /// x = 0 and the sign bit is 1.
    pub minus_zero: bool,
    /// The order divides 8 (false where nothing decodes).
    pub small_order: bool,
}

impl Decoded {
    /// The result for an encoding that names no point.
    pub const NOTHING: Decoded = Decoded {
        point: AffinePoint::IDENTITY,
        decodes: false,
        y_reduced: false,
        minus_zero: false,
        small_order: false,
    };

    /// Decodes one encoding. Cost: one square root and two doublings.
    pub fn from_bytes(level: Level, encoding: &[u8; 32]) -> Decoded {
        run(level, Decode(encoding))
    }

    /// Decodes many encodings.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn many_from_bytes(level: Level, encodings: &[[u8; 32]], out: &mut [Decoded]) {
        run_each(level, &DecodeMany(encodings), out);
    }
}

struct Decode<'a>(&'a [u8; 32]);

impl Job for Decode<'_> {
    type Out = Decoded;
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) -> Decoded {
        decode_one::<L::F25519>(self.0)
    }

    #[inline(always)]
    fn alone<L: Wide>(self) -> Decoded {
        decode_one::<L::Chain>(self.0)
    }
}

struct DecodeMany<'a>(&'a [[u8; 32]]);

impl Each for DecodeMany<'_> {
    type Out = Decoded;
    /// Three groups do not wait for each other's squarings.
    const BLOCK_GROUPS: usize = 3;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Decoded) {
        *out = Decoded::from_bytes(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Decoded]) {
        let encodings = part(self.0, first, out.len());
        if const { L::Chain::LANES < L::LANES } && encodings.len() <= L::Chain::LANES {
            decode_lanes::<L::Chain, 1>(encodings, out);
        } else {
            decode_groups::<Fe<L::Words>>(encodings, out);
        }
    }

    fn in_one_lane(&self, level: Level, out: &mut [Decoded]) {
        run_shared(level, self, out);
    }
}

impl Shared for DecodeMany<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [Decoded]) {
        decode_groups::<L::F25519>(part(self.0, first, out.len()), out);
    }
}

/// Decodes a block of encodings, which may be short.
#[inline(always)]
fn decode_groups<F: F25519>(encodings: &[[u8; 32]], out: &mut [Decoded]) {
    if encodings.len() > 2 * F::LANES {
        decode_lanes::<F, 3>(encodings, out);
    } else if encodings.len() > F::LANES {
        decode_lanes::<F, 2>(encodings, out);
    } else {
        decode_lanes::<F, 1>(encodings, out);
    }
}

#[inline(always)]
fn decode_one<F: F25519>(encoding: &[u8; 32]) -> Decoded {
    let mut out = [Decoded::NOTHING];
    decode_lanes::<F, 1>(core::slice::from_ref(encoding), &mut out);
    out[0]
}

/// Decodes at most N·LANES encodings.
#[inline(always)]
fn decode_lanes<F: F25519, const N: usize>(encodings: &[[u8; 32]], out: &mut [Decoded]) {
    let mut words = [PerElement::<F, [u64; 4]>::splat(AffinePoint::IDENTITY.y); N];
    for (place, encoding) in encodings.iter().enumerate().take(N * F::LANES) {
        words[place / F::LANES].as_mut()[place % F::LANES] = bytes_to_words(encoding);
    }
    let found = decompress::<F, N>(&words);
    for (out, found) in out.chunks_mut(F::LANES).zip(&found) {
        let Decompressed { x: X, y: Y, decodes, y_reduced, minus_zero } = *found;
        let Z = F::constant(&Constant::ONE);
        let small_order = is_small_order(&Projective { X, Y, Z }).and(decodes);
        let (x, y) = (X.to_words(), Y.to_words());
        for (lane, out) in out.iter_mut().enumerate() {
            *out = Decoded {
                point: AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] },
                decodes: declassify(decodes.lane(lane), PUBLIC),
                y_reduced: declassify(y_reduced.lane(lane), PUBLIC),
                minus_zero: declassify(minus_zero.lane(lane), PUBLIC),
                small_order: declassify(small_order.lane(lane), PUBLIC),
            };
        }
    }
}
