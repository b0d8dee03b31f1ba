//! Points of SM2's curve as bytes, and their secret multiples.
//!
//! Coordinates are 32 big-endian bytes each; a coordinate that is not below p is refused, never reduced.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::{InLanes, Level};
use crate::ct::{self, Mask, declassify};
use crate::curve::jacobian::Curve;
use crate::curve::sm2::{Affine, Jacobian, Sm2};
use crate::engine::BLOCK_GROUPS;
use crate::engine::group::sm2;
use crate::field::bundle::Bundle;
use crate::field::fsm2::{FSm2, LaneFe as Fe, MODULUS, VectorSm2, bytes_to_words, words_to_bytes};
use crate::field::inverses::invert_all;
use crate::field::{Field, LaneMask, Lanes, PerElement, PrimeField};
use crate::lanes::PerLane;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::affine::{CombDigits, Multiples, SIDE_BY_SIDE};
use crate::mul::weierstrass::group::mul_base as mul_base_group;
use crate::mul::weierstrass::window::mul as mul_windows;
use crate::run::{Job, One, Wide, WideJob, run, run_wide};
use crate::scalar::limbs;
use crate::scalar::nsm2::Scalar;

const PUBLIC: &str = "encodings of points are public";

/// A point of SM2's curve other than O, as canonical words: the same for every level, 64 bytes. Every such
/// value is on the curve; as the order is prime, every such point generates the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sm2Point {
    pub(super) x: [u64; 4],
    y: [u64; 4],
}

impl Sm2Point {
    /// The base point G (GB/T 32918.5).
    pub const BASE: Sm2Point = Sm2Point { x: Sm2::BASE_X.words(), y: Sm2::BASE_Y.words() };

    /// a = p − 3 of the curve's equation y² = x³ + a·x + b, big endian.
    pub const A: [u8; 32] = words_to_bytes(&[MODULUS[0] - 3, MODULUS[1], MODULUS[2], MODULUS[3]]);
    /// b of the curve's equation, big endian.
    pub const B: [u8; 32] = words_to_bytes(&Sm2::B.words());

    /// The point (x, y), if both are below p and the point is on the curve.
    pub fn from_coordinates(level: Level, x: &[u8; 32], y: &[u8; 32]) -> Option<Sm2Point> {
        struct IsOnCurve(Sm2Point);
        impl Job for IsOnCurve {
            type Out = Mask;
            #[inline(always)]
            fn one<L: One>(self) -> Mask {
                self.0.load::<L::FSm2>().is_on_curve().lane(0)
            }
        }
        let point = Sm2Point { x: bytes_to_words(x), y: bytes_to_words(y) };
        let reduced = is_reduced(&point.x).and(is_reduced(&point.y));
        let exists = reduced.and(run(level, IsOnCurve(point)));
        declassify(exists, PUBLIC).then_some(point)
    }

    /// The point with this x, if it is below p and there is one, and with y odd or even as asked.
    pub fn from_x(level: Level, x: &[u8; 32], odd: bool) -> Option<Sm2Point> {
        struct LiftX([u64; 4], bool);
        impl Job for LiftX {
            type Out = ([u64; 4], Mask);
            #[inline(always)]
            fn one<L: One>(self) -> ([u64; 4], Mask) {
                let x = L::FSm2::from_words(&Lanes::splat(self.0));
                let (point, exists) = Affine::lift_x(&x, Mask::from_public(self.1));
                (point.y.to_words().as_ref()[0], exists)
            }
        }
        let x = bytes_to_words(x);
        let (y, exists) = run(level, LiftX(x, odd));
        declassify(exists.and(is_reduced(&x)), PUBLIC).then_some(Sm2Point { x, y })
    }

    /// Decodes 04 ‖ x ‖ y (65 bytes), or 02 ‖ x with even y and 03 ‖ x with odd y (33 bytes): GB/T 32918.1, 4.2.9.
    /// Hybrid forms (06, 07) and O (00) are refused. Variable time: encodings are public.
    pub fn from_bytes(level: Level, bytes: &[u8]) -> Option<Sm2Point> {
        match bytes.split_first()? {
            (4, rest) => {
                let (x, y) = rest.split_first_chunk()?;
                Sm2Point::from_coordinates(level, x, y.try_into().ok()?)
            }
            (form @ (2 | 3), x) => Sm2Point::from_x(level, x.try_into().ok()?, *form == 3),
            _ => None,
        }
    }

    /// 04 ‖ x ‖ y.
    pub fn to_bytes(&self) -> [u8; 65] {
        let mut bytes = [4; 65];
        bytes[1..33].copy_from_slice(&self.x());
        bytes[33..].copy_from_slice(&self.y());
        bytes
    }

    /// 02 ‖ x for an even y, 03 ‖ x for an odd one.
    pub fn to_compressed_bytes(&self) -> [u8; 33] {
        let mut bytes = [2 + (self.y[0] & 1) as u8; 33];
        bytes[1..].copy_from_slice(&self.x());
        bytes
    }

    /// x.
    pub fn x(&self) -> [u8; 32] {
        words_to_bytes(&self.x)
    }

    /// y.
    pub fn y(&self) -> [u8; 32] {
        words_to_bytes(&self.y)
    }

    /// The point in field form. Cost: 2M.
    #[inline(always)]
    pub(crate) fn load<F: FSm2>(&self) -> Affine<F> {
        Affine::new(F::from_words(&Lanes::splat(self.x)), F::from_words(&Lanes::splat(self.y)))
    }
}

/// One point per lane. Cost: 2M.
#[inline(always)]
pub(crate) fn load_lanes<V: VectorSm2>(points: &PerLane<V, &Sm2Point>) -> Affine<Fe<V>> {
    let mut x = PerLane::<V, [u64; 4]>::splat([0; 4]);
    let mut y = x;
    for lane in 0..V::LANES {
        (x[lane], y[lane]) = (points[lane].x, points[lane].y);
    }
    Affine::new(Fe::<V>::from_words(&x), Fe::<V>::from_words(&y))
}

/// The affine points that are given by Z and its inverse. Cost: 5M + 1S.
#[inline(always)]
pub(crate) fn store_lanes<V: VectorSm2>(point: &Jacobian<Fe<V>>, z_inverse: &Fe<V>) -> PerLane<V, Sm2Point> {
    let point = point.to_affine(z_inverse);
    let (x, y) = (point.x.to_words(), point.y.to_words());
    let mut points = PerLane::<V, Sm2Point>::splat(Sm2Point::BASE);
    for lane in 0..V::LANES {
        points[lane] = Sm2Point { x: x[lane], y: y[lane] };
    }
    points
}

/// The elements with 1 in the lanes that are 0, so that a product of all has an inverse.
#[inline(always)]
pub(crate) fn without_zeros<V: VectorSm2>(z: &Fe<V>) -> Fe<V> {
    Fe::<V>::select(z.is_zero(), &PrimeField::one(), z)
}

/// The words of a group of scalars or fewer, one per lane, 0 where there is none.
#[inline(always)]
pub(crate) fn words_of<V: VectorSm2>(scalars: &[Scalar]) -> PerLane<V, [u64; 4]> {
    let mut words = PerLane::<V, [u64; 4]>::splat([0; 4]);
    for lane in 0..V::LANES {
        let Some(scalar) = scalars.get(lane) else { break };
        words[lane] = *scalar.words();
    }
    words
}

/// Whether words are below p.
fn is_reduced(words: &[u64; 4]) -> Mask {
    limbs::is_less(words, &MODULUS)
}

/// k·G for 0 < k < n; `None` for k = 0. Constant time but for that.
///
/// Cost: as [`sm2::mul_base`], and one inversion.
pub fn mul_base(level: Level, k: &Scalar) -> Option<Sm2Point> {
    let mut multiple = sm2::mul_base(level, k);
    let point = sm2::to_affine(level, &multiple);
    multiple.wipe();
    let refused = declassify(k.is_zero(), "a scalar 0 is refused, and everybody knows it");
    (!refused).then_some(point)
}

/// The least number of multiples of G for which affine sums beat those with a Z: one inversion must serve enough additions.
/// Measured on Zen 4 with eight lanes.
#[cfg(feature = "alloc")]
const AFFINE_SUMS_FROM: usize = 64;

/// Multiples of G that are made together.
pub(super) const BLOCK: usize = 256;

/// Many k·G for 0 < k < n, at most [`BLOCK`]; the result for k = 0 is unspecified. Constant time.
///
/// Cost: as [`Multiples::of`](crate::mul::weierstrass::affine::Multiples::of) if there are many and the feature `alloc` is on; else as
/// [`group::mul_base`](crate::mul::weierstrass::group::mul_base), with one inversion per block of 16 groups. Heap: 140 KB at most.
pub(super) fn mul_base_many(lanes: InLanes, scalars: &[Scalar], out: &mut [Sm2Point]) {
    #[cfg(feature = "alloc")]
    if scalars.len() >= AFFINE_SUMS_FROM {
        return run_wide(lanes, ManyAffine(scalars, out));
    }
    let block = BLOCK_GROUPS * Level::from(lanes).lanes();
    for (scalars, out) in scalars.chunks(block).zip(out.chunks_mut(block)) {
        run_wide(lanes, Many(scalars, out));
    }
}

/// k·G of at most [`BLOCK_GROUPS`] groups of scalars, by sums with a Z.
struct Many<'a>(&'a [Scalar], &'a mut [Sm2Point]);

impl WideJob for Many<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let identity = Jacobian::<Fe<L::Words>>::identity();
        let (mut points, mut z) = ([identity; BLOCK_GROUPS], [identity.Z; BLOCK_GROUPS]);
        let mut running = z;
        let groups = self.0.len().div_ceil(L::LANES);
        for (group, scalars) in self.0.chunks(L::LANES).enumerate() {
            let bundle = Bundle::<Fe<L::Words>>::of(&mut words_of::<L::Words>(scalars));
            points[group] = mul_base_group(&bundle);
            z[group] = without_zeros::<L::Words>(&points[group].Z);
        }
        invert_all(&mut z[..groups], &mut running[..groups]);
        for (group, out) in self.1.chunks_mut(L::LANES).enumerate() {
            out.copy_from_slice(&store_lanes::<L::Words>(&points[group], &z[group]).as_ref()[..out.len()]);
        }
    }
}

/// k·G of many groups of scalars, by affine sums.
#[cfg(feature = "alloc")]
struct ManyAffine<'a>(&'a [Scalar], &'a mut [Sm2Point]);

#[cfg(feature = "alloc")]
impl WideJob for ManyAffine<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        // The last groups may have no scalars.
        let groups = self.0.len().div_ceil(L::LANES).next_multiple_of(SIDE_BY_SIDE);
        let mut digits = alloc::vec::Vec::with_capacity(groups);
        for group in 0..groups {
            let mut words = words_of::<L::Words>(self.0.get(L::LANES * group..).unwrap_or_default());
            digits.push(CombDigits::new(&Bundle::<Fe<L::Words>>::of(&mut words)));
        }
        let mut points = Multiples::<Sm2, Fe<L::Words>>::of(&digits);
        for (group, out) in self.1.chunks_mut(L::LANES).enumerate() {
            let point = points.group(group);
            let (x, y) = (point.x.to_words(), point.y.to_words());
            for (lane, out) in out.iter_mut().enumerate() {
                *out = Sm2Point { x: x[lane], y: y[lane] };
            }
        }
        points.wipe();
        for group in 0..groups {
            digits[group].wipe();
        }
    }
}

/// The coordinates x and y of k·P: the secret that both sides of an encryption or a key exchange compute. For
/// k = 0 both are 0. Constant time in both arguments.
///
/// Cost: as [`window::mul`](mul_windows), and one inversion.
pub fn mul(level: Level, k: &Scalar, point: &Sm2Point) -> [[u8; 32]; 2] {
    struct Mul<'a>(&'a Scalar, &'a Sm2Point);
    impl Job for Mul<'_> {
        type Out = Sm2Point;
        #[inline(always)]
        fn one<L: One>(self) -> Sm2Point {
            let mut words = PerElement::<L::FSm2, [u64; 4]>::splat(*self.0.words());
            let multiple = mul_windows(&words, &self.1.load::<L::FSm2>());
            ct::wipe(words.as_mut());
            affine(&multiple)
        }
    }
    let mut shared = run(level, Mul(k, point));
    let coordinates = [shared.x(), shared.y()];
    ct::wipe(&mut shared.x);
    ct::wipe(&mut shared.y);
    coordinates
}

/// The affine point; (0, 0) for O. Cost: one inversion, 5M + 1S.
#[inline(always)]
pub(crate) fn affine<F: FSm2>(point: &Jacobian<F>) -> Sm2Point {
    affine_given(point, &point.Z.invert())
}

/// The affine point, given 1/Z. Cost: 5M + 1S.
#[inline(always)]
pub(super) fn affine_given<F: FSm2>(point: &Jacobian<F>, z_inverse: &F) -> Sm2Point {
    let point = point.to_affine(z_inverse);
    Sm2Point { x: point.x.to_words().as_ref()[0], y: point.y.to_words().as_ref()[0] }
}
