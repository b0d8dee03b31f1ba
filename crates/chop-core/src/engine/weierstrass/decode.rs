//! Many points from bytes, or from their x and the parity of their y. Everything here is public.
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::{self, AffinePoint};
use super::{EngineCurve, WeierstrassVector};
use crate::cpu::Level;
use crate::ct::{Mask, declassify};
use crate::curve::jacobian::Affine;
use crate::field::Field;
use crate::field::big_endian::bytes_to_words;
use crate::lanes::{LaneMasks, Lanes as _, PerLane};
use crate::run::{Each, Wide, part, run_each};
use core::marker::PhantomData;

const PUBLIC: &str = "encodings of points are public";

/// The x of a point and whether its y is odd.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct HalfPoint {
    /// x, in little-endian words.
    pub(in crate::engine) x: [u64; 4],
    /// Whether y is odd.
    pub(in crate::engine) odd: bool,
}

impl HalfPoint {
    /// Some x, where nobody asks for a point.
    pub(in crate::engine) const NOTHING: HalfPoint = HalfPoint { x: [0; 4], odd: false };
}

/// Encodings that are looked at together.
const BLOCK: usize = 64;

/// The points of many encodings, each as [`point::from_bytes`] gives it: roots for as many at a time as there are lanes.
///
/// Cost per group of compressed points: one square root, 2M + 2S.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn from_bytes_each<C: EngineCurve>(
    level: Level,
    encodings: &[&[u8]],
    out: &mut [Option<AffinePoint<C>>],
) {
    assert_eq!(encodings.len(), out.len(), "one place a point");
    for (encodings, out) in encodings.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let (mut halves, mut places, mut n) = ([HalfPoint::NOTHING; BLOCK], [0; BLOCK], 0);
        for (i, encoding) in encodings.iter().enumerate() {
            match half_of(encoding) {
                Some(half) => {
                    (halves[n], places[n]) = (half, i);
                    n += 1;
                }
                None => out[i] = point::from_bytes(level, encoding),
            }
        }
        let mut points = [None; BLOCK];
        lift_each(level, &halves[..n], &mut points[..n]);
        for (place, point) in places[..n].iter().zip(points) {
            out[*place] = point;
        }
    }
}

/// What a compressed encoding says; `None` for another one.
fn half_of(encoding: &[u8]) -> Option<HalfPoint> {
    match encoding.split_first()? {
        (form @ (2 | 3), x) => Some(HalfPoint { x: bytes_to_words(x.try_into().ok()?), odd: *form == 3 }),
        _ => None,
    }
}

/// The points with these x and parities of y; `None` for an x that is not below p or belongs to no point. One by one on a level without
/// lanes, else as many at a time as there are lanes.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn lift_each<C: EngineCurve>(
    level: Level,
    halves: &[HalfPoint],
    out: &mut [Option<AffinePoint<C>>],
) {
    run_each(level, &Lift(halves, PhantomData), out);
}

struct Lift<'a, C>(&'a [HalfPoint], PhantomData<C>);

impl<C: EngineCurve> Each for Lift<'_, C> {
    type Out = Option<AffinePoint<C>>;
    const BLOCK_GROUPS: usize = 2;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut Self::Out) {
        *out = point::lift(level, &self.0[i].x, self.0[i].odd);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [Self::Out]) {
        let halves = part(self.0, first, out.len());
        if out.len() <= L::LANES {
            return Halves::<C, L::Words>::load(halves).lift(out);
        }
        let (halves, next) = halves.split_at(L::LANES);
        let (out, next_out) = out.split_at_mut(L::LANES);
        let groups = [Halves::<C, L::Words>::load(halves), Halves::load(next)];
        let lifted =
            Affine::lift_x_side_by_side(&[groups[0].x, groups[1].x], &[groups[0].odd, groups[1].odd]);
        groups[0].store(&lifted[0], out);
        groups[1].store(&lifted[1], next_out);
    }
}

/// A group of these or less.
struct Halves<C: EngineCurve, V: WeierstrassVector> {
    words: PerLane<V, [u64; 4]>,
    x: C::LaneFe<V>,
    odd: LaneMasks<V>,
}

impl<C: EngineCurve, V: WeierstrassVector> Halves<C, V> {
    #[inline(always)]
    fn load(halves: &[HalfPoint]) -> Self {
        let mut words = PerLane::<V, [u64; 4]>::splat([0; 4]);
        let mut odd = PerLane::<V, Mask>::splat(Mask::FALSE);
        for lane in 0..V::LANES {
            let Some(half) = halves.get(lane) else { break };
            (words[lane], odd[lane]) = (half.x, Mask::from_public(half.odd));
        }
        Halves { words, x: C::LaneFe::<V>::from_words(&words), odd: C::LaneFe::<V>::mask(&odd) }
    }

    #[inline(always)]
    fn lift(&self, out: &mut [Option<AffinePoint<C>>]) {
        self.store(&Affine::lift_x(&self.x, self.odd), out);
    }

    /// The points that there are.
    #[inline(always)]
    fn store(
        &self,
        (point, exists): &(Affine<C, C::LaneFe<V>>, LaneMasks<V>),
        out: &mut [Option<AffinePoint<C>>],
    ) {
        let y = point.y.to_words();
        for lane in 0..V::LANES {
            let Some(out) = out.get_mut(lane) else { break };
            let exists = exists.lane(lane).and(point::is_reduced::<C>(&self.words[lane]));
            *out = declassify(exists, PUBLIC).then_some(AffinePoint::new(self.words[lane], y[lane]));
        }
    }
}
