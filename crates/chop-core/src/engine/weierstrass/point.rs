//! Points of a Weierstrass curve of 256 bits as bytes, and their secret multiples.
//!
//! Coordinates are 32 big-endian bytes each; a coordinate that is not below p is refused, never reduced.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::group::{self, Point};
use super::scalars::words_of;
use super::{EngineCurve, Scalar, WeierstrassVector};
use crate::cpu::{InLanes, Level};
use crate::ct::{self, Mask, declassify};
use crate::curve::jacobian::{Affine, CurveField, Jacobian};
use crate::engine::{BLOCK_GROUPS, least_leftover_of_base};
use crate::field::big_endian::{bytes_to_words, words_to_bytes};
use crate::field::bundle::Bundle;
use crate::field::inverses::invert_all;
use crate::field::{Field, LaneMask, Lanes, PerElement, PrimeField};
use crate::lanes::PerLane;
#[cfg(feature = "alloc")]
use crate::mul::weierstrass::affine::{CombDigits, Multiples, SIDE_BY_SIDE};
use crate::mul::weierstrass::group::mul_base as mul_base_group;
use crate::mul::weierstrass::window::mul as mul_windows;
use crate::run::{Job, One, Wide, WideJob, in_groups, run, run_wide};
use crate::scalar::limbs;
use core::marker::PhantomData;

const PUBLIC: &str = "encodings of points are public";
const REFUSED: &str = "a scalar 0 is refused, and everybody knows it";

/// A point of a curve other than O, as canonical words: the same for every level, 64 bytes. Every such
/// value is on the curve; as the order is prime, every such point generates the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AffinePoint<C> {
    pub(in crate::engine) x: [u64; 4],
    y: [u64; 4],
    curve: PhantomData<C>,
}

impl<C> AffinePoint<C> {
    pub(super) const fn new(x: [u64; 4], y: [u64; 4]) -> AffinePoint<C> {
        AffinePoint { x, y, curve: PhantomData }
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

    /// −P.
    pub fn negated(&self) -> AffinePoint<C>
    where
        C: EngineCurve,
    {
        // No point has y = 0.
        AffinePoint::new(self.x, limbs::sub(&C::MODULUS, &self.y).0)
    }

    /// The one of P and −P whose y is even. Constant time.
    #[cfg(feature = "secp256k1")]
    pub(in crate::engine) fn with_even_y(&self) -> AffinePoint<C>
    where
        C: EngineCurve,
    {
        AffinePoint::new(self.x, limbs::select(self.is_odd(), &self.negated().y, &self.y))
    }

    /// Whether y is odd.
    #[cfg(feature = "secp256k1")]
    pub(in crate::engine) fn is_odd(&self) -> Mask {
        Mask::from_bit(self.y[0] & 1)
    }

    /// The point in field form. Cost: 2M.
    #[inline(always)]
    pub(crate) fn load<F: CurveField<C>>(&self) -> Affine<C, F>
    where
        C: EngineCurve,
    {
        Affine::new(F::from_words(&Lanes::splat(self.x)), F::from_words(&Lanes::splat(self.y)))
    }
}

/// The point (x, y), if both are below p and the point is on the curve.
pub(in crate::engine) fn from_coordinates<C: EngineCurve>(
    level: Level,
    x: &[u8; 32],
    y: &[u8; 32],
) -> Option<AffinePoint<C>> {
    let point = AffinePoint::<C>::new(bytes_to_words(x), bytes_to_words(y));
    let reduced = is_reduced::<C>(&point.x).and(is_reduced::<C>(&point.y));
    let exists = reduced.and(run(level, IsOnCurve(&point)));
    declassify(exists, PUBLIC).then_some(point)
}

struct IsOnCurve<'a, C>(&'a AffinePoint<C>);

impl<C: EngineCurve> Job for IsOnCurve<'_, C> {
    type Out = Mask;
    #[inline(always)]
    fn one<L: One>(self) -> Mask {
        self.0.load::<C::Fe<L>>().is_on_curve().lane(0)
    }
}

/// The point with this x, if it is below p and there is one, and with y odd or even as asked.
pub(in crate::engine) fn from_x<C: EngineCurve>(
    level: Level,
    x: &[u8; 32],
    odd: bool,
) -> Option<AffinePoint<C>> {
    lift(level, &bytes_to_words(x), odd)
}

/// As [`from_x`], from little-endian words.
pub(in crate::engine) fn lift<C: EngineCurve>(
    level: Level,
    x: &[u64; 4],
    odd: bool,
) -> Option<AffinePoint<C>> {
    let (y, exists) = run(level, LiftX::<C>(*x, odd, PhantomData));
    declassify(exists.and(is_reduced::<C>(x)), PUBLIC).then_some(AffinePoint::new(*x, y))
}

struct LiftX<C>([u64; 4], bool, PhantomData<C>);

impl<C: EngineCurve> Job for LiftX<C> {
    type Out = ([u64; 4], Mask);
    #[inline(always)]
    fn one<L: One>(self) -> ([u64; 4], Mask) {
        let x = C::Fe::<L>::from_words(&Lanes::splat(self.0));
        let (point, exists) = Affine::<C, _>::lift_x(&x, Mask::from_public(self.1));
        (point.y.to_words().as_ref()[0], exists)
    }
}

/// Decodes 04 ‖ x ‖ y (65 bytes), or 02 ‖ x with even y and 03 ‖ x with odd y (33 bytes): SEC 1, 2.3.4; GB/T 32918.1, 4.2.9.
/// Hybrid forms (06, 07) and O (00) are refused. Variable time: encodings are public.
pub(in crate::engine) fn from_bytes<C: EngineCurve>(level: Level, bytes: &[u8]) -> Option<AffinePoint<C>> {
    match bytes.split_first()? {
        (4, rest) => {
            let (x, y) = rest.split_first_chunk()?;
            from_coordinates(level, x, y.try_into().ok()?)
        }
        (form @ (2 | 3), x) => from_x(level, x.try_into().ok()?, *form == 3),
        _ => None,
    }
}

/// What affine points of one curve have besides [`AffinePoint`]'s own, and its secret multiples.
macro_rules! functions_of_points {
    ($curve:ty) => {
        impl crate::engine::weierstrass::point::AffinePoint<$curve> {
            /// The base point G.
            pub const BASE: Self = <$curve as crate::engine::weierstrass::EngineCurve>::BASE;

            /// The point (x, y), if both are below p and the point is on the curve.
            pub fn from_coordinates(level: crate::cpu::Level, x: &[u8; 32], y: &[u8; 32]) -> Option<Self> {
                crate::engine::weierstrass::point::from_coordinates(level, x, y)
            }

            /// The point with this x, if it is below p and there is one, and with y odd or even as asked.
            pub fn from_x(level: crate::cpu::Level, x: &[u8; 32], odd: bool) -> Option<Self> {
                crate::engine::weierstrass::point::from_x(level, x, odd)
            }

            /// The points of many encodings, each as [`from_bytes`](Self::from_bytes) gives it.
            ///
            /// # Panics
            /// If the lengths differ.
            pub fn from_bytes_each(level: crate::cpu::Level, encodings: &[&[u8]], out: &mut [Option<Self>]) {
                crate::engine::weierstrass::decode::from_bytes_each(level, encodings, out);
            }

            /// Decodes 04 ‖ x ‖ y (65 bytes), or 02 ‖ x with even y and 03 ‖ x with odd y (33 bytes).
            /// Hybrid forms (06, 07) and O (00) are refused. Variable time: encodings are public.
            pub fn from_bytes(level: crate::cpu::Level, bytes: &[u8]) -> Option<Self> {
                crate::engine::weierstrass::point::from_bytes(level, bytes)
            }
        }

        /// k·G for 0 < k < n; `None` for k = 0. Constant time but for that.
        ///
        /// Cost: as `mul_base` of `engine/weierstrass/group.rs`, and one inversion.
        pub fn mul_base(
            level: crate::cpu::Level,
            k: &crate::engine::weierstrass::Scalar<$curve>,
        ) -> Option<crate::engine::weierstrass::point::AffinePoint<$curve>> {
            crate::engine::weierstrass::point::mul_base(level, k)
        }

        /// The coordinates x and y of k·P: the secret that both sides of an encryption or a key exchange compute. For
        /// k = 0 both are 0. Constant time in both arguments.
        ///
        /// Cost: as [`window::mul`](crate::mul::weierstrass::window::mul), and one inversion.
        pub fn mul(
            level: crate::cpu::Level,
            k: &crate::engine::weierstrass::Scalar<$curve>,
            point: &crate::engine::weierstrass::point::AffinePoint<$curve>,
        ) -> [[u8; 32]; 2] {
            crate::engine::weierstrass::point::mul(level, k, point)
        }
    };
}
pub(in crate::engine) use functions_of_points;

/// One point per lane. Cost: 2M.
#[inline(always)]
pub(crate) fn load_lanes<C: EngineCurve, V: WeierstrassVector>(
    points: &PerLane<V, &AffinePoint<C>>,
) -> Affine<C, C::LaneFe<V>> {
    let mut x = PerLane::<V, [u64; 4]>::splat([0; 4]);
    let mut y = x;
    for lane in 0..V::LANES {
        (x[lane], y[lane]) = (points[lane].x, points[lane].y);
    }
    Affine::new(C::LaneFe::<V>::from_words(&x), C::LaneFe::<V>::from_words(&y))
}

/// The affine points that are given by Z and its inverse. Cost: 5M + 1S.
#[inline(always)]
pub(crate) fn store_lanes<C: EngineCurve, V: WeierstrassVector>(
    point: &Jacobian<C, C::LaneFe<V>>,
    z_inverse: &C::LaneFe<V>,
) -> PerLane<V, AffinePoint<C>> {
    let point = point.to_affine(z_inverse);
    let (x, y) = (point.x.to_words(), point.y.to_words());
    let mut points = PerLane::<V, AffinePoint<C>>::splat(C::BASE);
    for lane in 0..V::LANES {
        points[lane] = AffinePoint::new(x[lane], y[lane]);
    }
    points
}

/// The elements with 1 in the lanes that are 0, so that a product of all has an inverse.
#[inline(always)]
pub(crate) fn without_zeros<C: EngineCurve, V: WeierstrassVector>(z: &C::LaneFe<V>) -> C::LaneFe<V> {
    C::LaneFe::<V>::select(z.is_zero(), &PrimeField::one(), z)
}

/// Whether words are below p.
pub(super) fn is_reduced<C: EngineCurve>(words: &[u64; 4]) -> Mask {
    limbs::is_less(words, &C::MODULUS)
}

/// k·G for 0 < k < n; `None` for k = 0. Constant time but for that.
///
/// Cost: as [`group::mul_base`], and one inversion.
pub(in crate::engine) fn mul_base<C: EngineCurve>(level: Level, k: &Scalar<C>) -> Option<AffinePoint<C>> {
    let mut multiple: Point<C> = group::mul_base(level, k);
    let point = group::to_affine(level, &multiple);
    multiple.wipe();
    (!declassify(k.is_zero(), REFUSED)).then_some(point)
}

/// The least number of multiples of G for which affine sums beat those with a Z: one inversion must serve enough additions.
/// Measured on Zen 4 with eight lanes.
#[cfg(feature = "alloc")]
const AFFINE_SUMS_FROM: usize = 64;

/// Multiples of G that are made together.
pub(in crate::engine) const BLOCK: usize = 256;

/// Many k·G for 0 < k < n, at most [`BLOCK`]; the result for k = 0 is unspecified. Constant time.
///
/// Cost: as [`Multiples::of`](crate::mul::weierstrass::affine::Multiples::of) if there are many and the feature `alloc` is on; else as
/// [`group::mul_base`](crate::mul::weierstrass::group::mul_base), with one inversion per block of 16 groups. Heap: 140 KB at most.
pub(in crate::engine) fn mul_base_many<C: EngineCurve>(
    lanes: InLanes,
    scalars: &[Scalar<C>],
    out: &mut [AffinePoint<C>],
) {
    #[cfg(feature = "alloc")]
    if scalars.len() >= AFFINE_SUMS_FROM {
        return run_wide(lanes, ManyAffine(scalars, out));
    }
    let block = BLOCK_GROUPS * Level::from(lanes).lanes();
    for (scalars, out) in scalars.chunks(block).zip(out.chunks_mut(block)) {
        run_wide(lanes, Many(scalars, out));
    }
}

/// Many k·G, each as [`mul_base`] gives it: one by one on a level without lanes, else as many at a time as there are lanes. Constant time
/// but for which k are 0.
///
/// # Panics
/// If the lengths differ.
pub(in crate::engine) fn mul_base_each<C: EngineCurve>(
    level: Level,
    scalars: &[Scalar<C>],
    out: &mut [Option<AffinePoint<C>>],
) {
    assert_eq!(scalars.len(), out.len(), "one place a multiple");
    let n = match level.in_lanes() {
        Some(_) => in_groups(scalars.len(), level.lanes(), least_leftover_of_base(scalars.len())),
        None => 0,
    };
    let (scalars, rest) = scalars.split_at(n);
    let (out, rest_out) = out.split_at_mut(n);
    for (k, out) in rest.iter().zip(rest_out) {
        *out = mul_base(level, k);
    }
    let Some(lanes) = level.in_lanes() else { return };
    let mut points = [C::BASE; BLOCK];
    for (scalars, out) in scalars.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        mul_base_many(lanes, scalars, &mut points[..scalars.len()]);
        for ((k, point), out) in scalars.iter().zip(&points).zip(out) {
            *out = (!declassify(k.is_zero(), REFUSED)).then_some(*point);
        }
    }
}

/// k·G of at most [`BLOCK_GROUPS`] groups of scalars, by sums with a Z.
struct Many<'a, C: EngineCurve>(&'a [Scalar<C>], &'a mut [AffinePoint<C>]);

impl<C: EngineCurve> WideJob for Many<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let identity = Jacobian::<C, C::LaneFe<L::Words>>::identity();
        let (mut points, mut z) = ([identity; BLOCK_GROUPS], [identity.Z; BLOCK_GROUPS]);
        let mut running = z;
        let groups = self.0.len().div_ceil(L::LANES);
        for (group, scalars) in self.0.chunks(L::LANES).enumerate() {
            let bundle = Bundle::<C::LaneFe<L::Words>>::of(&mut words_of::<C::Order, L::Words>(scalars));
            points[group] = mul_base_group(&bundle);
            z[group] = without_zeros::<C, L::Words>(&points[group].Z);
        }
        invert_all(&mut z[..groups], &mut running[..groups]);
        for (group, out) in self.1.chunks_mut(L::LANES).enumerate() {
            let points = store_lanes::<C, L::Words>(&points[group], &z[group]);
            out.copy_from_slice(&points.as_ref()[..out.len()]);
        }
    }
}

/// k·G of many groups of scalars, by affine sums.
#[cfg(feature = "alloc")]
struct ManyAffine<'a, C: EngineCurve>(&'a [Scalar<C>], &'a mut [AffinePoint<C>]);

#[cfg(feature = "alloc")]
impl<C: EngineCurve> WideJob for ManyAffine<'_, C> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        // The last groups may have no scalars.
        let groups = self.0.len().div_ceil(L::LANES).next_multiple_of(SIDE_BY_SIDE);
        let mut digits = alloc::vec::Vec::with_capacity(groups);
        for group in 0..groups {
            let own = self.0.get(L::LANES * group..).unwrap_or_default();
            let mut words = words_of::<C::Order, L::Words>(own);
            digits.push(CombDigits::new(&Bundle::<C::LaneFe<L::Words>>::of(&mut words)));
        }
        let mut points = Multiples::<C, C::LaneFe<L::Words>>::of(&digits);
        for (group, out) in self.1.chunks_mut(L::LANES).enumerate() {
            let point = points.group(group);
            let (x, y) = (point.x.to_words(), point.y.to_words());
            for (lane, out) in out.iter_mut().enumerate() {
                *out = AffinePoint::new(x[lane], y[lane]);
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
pub(in crate::engine) fn mul<C: EngineCurve>(
    level: Level,
    k: &Scalar<C>,
    point: &AffinePoint<C>,
) -> [[u8; 32]; 2] {
    let mut shared = run(level, Mul(k, point));
    let coordinates = [shared.x(), shared.y()];
    ct::wipe(&mut shared.x);
    ct::wipe(&mut shared.y);
    coordinates
}

struct Mul<'a, C: EngineCurve>(&'a Scalar<C>, &'a AffinePoint<C>);

impl<C: EngineCurve> Job for Mul<'_, C> {
    type Out = AffinePoint<C>;
    #[inline(always)]
    fn one<L: One>(self) -> AffinePoint<C> {
        let mut words = PerElement::<C::Fe<L>, [u64; 4]>::splat(*self.0.words());
        let multiple = mul_windows(&words, &self.1.load::<C::Fe<L>>());
        ct::wipe(words.as_mut());
        affine(&multiple)
    }
}

/// The affine point; (0, 0) for O. Cost: one inversion, 5M + 1S.
#[inline(always)]
pub(crate) fn affine<C: EngineCurve, F: CurveField<C>>(point: &Jacobian<C, F>) -> AffinePoint<C> {
    affine_given(point, &point.Z.invert())
}

/// The affine point, given 1/Z. Cost: 5M + 1S.
#[inline(always)]
pub(in crate::engine) fn affine_given<C: EngineCurve, F: CurveField<C>>(
    point: &Jacobian<C, F>,
    z_inverse: &F,
) -> AffinePoint<C> {
    let point = point.to_affine(z_inverse);
    AffinePoint::new(point.x.to_words().as_ref()[0], point.y.to_words().as_ref()[0])
}
