//! Points of edwards25519 and elements of ristretto255, many at a time: as many as the level has lanes, and with
//! shared inversions. Result `i` is what the function for one gives for input `i`. Constant time.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::crossover::{mul_lanes_pay_from, together};
use super::edwards::{Decoded, Point, mul};
use super::ristretto::halves;
use super::{AffinePoint, SHARED, in_groups};
use crate::cpu::Level;
use crate::ct::{self, Mask};
use crate::curve::decompress::decompress;
use crate::curve::edwards::Extended;
use crate::curve::montgomery::Origin;
use crate::curve::ristretto;
use crate::field::f25519::r52::Fe;
use crate::field::f25519::{Constant, F25519, bytes_to_words, words_to_bytes};
use crate::field::inverses::invert_all;
use crate::field::{Field, LaneMask, Lanes, Sum};
use crate::kernel::{Backend, Kernel, dispatch, dispatch_lanes};
use crate::mul::fixed_base::{ByScan, InRegisters, MulBase};
use crate::mul::ladder;
#[cfg(feature = "alloc")]
use crate::mul::var_base::Windows;
use crate::scalar::l25519::Scalar;

/// Groups that share an inversion: in one lane it costs what 140S do, in eight a fifth of that an element.
const GROUPS: usize = 32;
/// Groups whose square roots are taken together: they wait for each other.
const ROOTS: usize = 2;

in_groups! {
    /// Decodes many encodings, and says what was irregular about each.
    pub fn decode_many<B>(encodings: &[[u8; 32]], out: &mut [Decoded]) in (ROOTS * B::Many::LANES) {
        decode_groups::<B::Many>(encodings, out);
    }

    /// The affine coordinates of many points. Cost: 5M a point, and one inversion for 32 groups of lanes.
    pub fn to_affine_many<B>(points: &[Point], out: &mut [AffinePoint]) in (GROUPS * B::Many::LANES) {
        affine_shared::<B::Many>(points, out);
    }

    /// The encodings of many points (RFC 8032, 5.1.2). Cost: 5M a point, and one inversion for 32 groups of lanes.
    pub fn encode_many<B>(points: &[Point], out: &mut [[u8; 32]]) in (GROUPS * B::Many::LANES) {
        encode_shared::<B::Many>(points, out);
    }

    /// Many s·B. Cost: 51 additions of 7M each, in lanes 41.
    pub fn mul_base_many<B>(scalars: &[Scalar], out: &mut [Point]) in (B::Many::LANES) {
        if const { B::Many::LANES == 1 } {
            mul_base_lanes::<B::One, ByScan>(scalars, out);
        } else {
            mul_base_lanes::<Fe<B::Vector>, InRegisters>(scalars, out);
        }
    }

    /// The elements of many encodings of ristretto255, and which are any.
    pub fn decode_ristretto_many<B>(encodings: &[[u8; 32]], out: &mut [(Point, Mask)]) in (ROOTS * B::Many::LANES) {
        decode_ristretto_groups::<B::Many>(encodings, out);
    }

    /// The encodings of many elements of ristretto255.
    pub fn encode_ristretto_many<B>(points: &[Point], out: &mut [[u8; 32]]) in (ROOTS * B::Many::LANES) {
        encode_ristretto_groups::<B::Many>(points, out);
    }

    /// The elements of ristretto255 of many 64 bytes.
    pub fn ristretto_from_uniform_bytes_many<B>(bytes: &[[u8; 64]], out: &mut [Point]) in (B::Many::LANES) {
        map_ristretto_groups::<B::Many>(bytes, out);
    }
}

/// The words of encodings, 0 where there is none.
#[inline(always)]
fn words_of<F: F25519>(encodings: &[[u8; 32]]) -> [F::Lanes<[u64; 4]>; ROOTS] {
    let mut words = [F::Lanes::splat([0; 4]); ROOTS];
    for i in 0..encodings.len() {
        words[i / F::LANES].as_mut()[i % F::LANES] = bytes_to_words(&encodings[i]);
    }
    words
}

#[inline(always)]
fn decode_groups<F: F25519>(encodings: &[[u8; 32]], out: &mut [Decoded]) {
    let found = decompress::<F, ROOTS>(&words_of::<F>(encodings));
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(ROOTS) {
        let found = &found[group];
        let points = Point::store_lanes(&Extended::from_affine(found.x, found.y));
        for (lane, out) in out.iter_mut().enumerate() {
            *out = Decoded {
                point: points.as_ref()[lane],
                decodes: found.decodes.lane(lane),
                y_reduced: found.y_reduced.lane(lane),
                minus_zero: found.minus_zero.lane(lane),
            };
        }
    }
}

/// 1/Z of at most [`GROUPS`] groups of points, with one inversion.
#[inline(always)]
fn z_inverses<F: F25519>(points: &[Point]) -> [F; GROUPS] {
    let mut z = [F::constant(&Constant::ONE); GROUPS];
    let mut running = z;
    let groups = points.len().div_ceil(F::LANES);
    for (group, points) in points.chunks(F::LANES).enumerate() {
        z[group] = load_some::<F>(points).Z;
    }
    invert_all(&mut z[..groups], &mut running[..groups]);
    z
}

/// At most [`GROUPS`] groups of points.
#[inline(always)]
fn encode_shared<F: F25519>(points: &[Point], out: &mut [[u8; 32]]) {
    let z = z_inverses::<F>(points);
    for (group, (points, out)) in points.chunks(F::LANES).zip(out.chunks_mut(F::LANES)).enumerate() {
        let encodings = load_some::<F>(points).encode(&z[group]);
        for (lane, out) in out.iter_mut().enumerate() {
            *out = words_to_bytes(&encodings.as_ref()[lane]);
        }
    }
}

/// At most [`GROUPS`] groups of points.
#[inline(always)]
fn affine_shared<F: F25519>(points: &[Point], out: &mut [AffinePoint]) {
    let z = z_inverses::<F>(points);
    for (group, (points, out)) in points.chunks(F::LANES).zip(out.chunks_mut(F::LANES)).enumerate() {
        let P = load_some::<F>(points);
        let x = P.X.mul(&z[group]).carry().to_words();
        let y = P.Y.mul(&z[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = AffinePoint { x: x.as_ref()[lane], y: y.as_ref()[lane] };
        }
    }
}

/// At most as many points as there are lanes, the neutral element in the others.
#[inline(always)]
fn load_some<F: F25519>(points: &[Point]) -> Extended<F> {
    let mut lanes = F::Lanes::splat(Point::IDENTITY);
    lanes.as_mut()[..points.len()].copy_from_slice(points);
    Point::load_lanes(&lanes)
}

/// At most as many scalars as there are lanes, 0 in the others.
#[cfg(feature = "alloc")]
#[inline(always)]
fn load_scalars<F: F25519>(scalars: &[[u64; 4]]) -> F::Words {
    let mut lanes = F::Lanes::<[u64; 4]>::splat([0; 4]);
    lanes.as_mut()[..scalars.len()].copy_from_slice(scalars);
    let bundle = F::bundle(&lanes);
    ct::wipe(lanes.as_mut());
    bundle
}

#[inline(always)]
fn mul_base_lanes<F: F25519, M: MulBase<F>>(scalars: &[Scalar], out: &mut [Point]) {
    let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
    for (lane, scalar) in scalars.iter().enumerate() {
        words.as_mut()[lane] = *scalar.words();
    }
    let mut bundle = F::bundle(&words);
    let points = Point::store_lanes(&M::mul_base(&bundle));
    out.copy_from_slice(&points.as_ref()[..out.len()]);
    ct::wipe(words.as_mut());
    F::wipe(&mut bundle);
}

/// Many s·P. Cost: 252 doublings, 64 additions and a table of 8 points each; in lanes 253 steps of the ladder, and one
/// inversion for 16 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn mul_many(level: Level, terms: &[(Scalar, Point)], out: &mut [Point]) {
    struct Many<'a>(&'a [(Scalar, Point)], &'a mut [Point]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let step = SHARED * B::Many::LANES;
            for (terms, out) in self.0.chunks(step).zip(self.1.chunks_mut(step)) {
                mul_shared::<B::Many>(terms, out);
            }
        }
    }
    assert_eq!(terms.len(), out.len(), "one place a term");
    let n = level.in_lanes().map_or(0, |lanes| {
        let n = together(level, terms.len(), mul_lanes_pay_from());
        dispatch_lanes(lanes, Many(&terms[..n], &mut out[..n]));
        n
    });
    for ((scalar, P), out) in terms[n..].iter().zip(&mut out[n..]) {
        *out = mul(level, scalar.words(), P);
    }
}

/// At most [`SHARED`] groups of multiples, two at a time.
#[inline(always)]
fn mul_shared<F: F25519>(terms: &[(Scalar, Point)], out: &mut [Point]) {
    let mut inverses = [F::constant(&Constant::ONE); SHARED];
    let mut running = inverses;
    let groups = terms.len().div_ceil(F::LANES);
    for (group, terms) in terms.chunks(F::LANES).enumerate() {
        inverses[group] = Origin::denominator(&load_terms::<F>(terms).1);
    }
    invert_all(&mut inverses[..groups], &mut running[..groups]);
    let groups = terms.chunks(2 * F::LANES).zip(inverses.chunks(2));
    for ((terms, inverses), out) in groups.zip(out.chunks_mut(2 * F::LANES)) {
        if terms.len() > F::LANES {
            mul_groups::<F, 2>(terms, inverses, out);
        } else {
            mul_groups::<F, 1>(terms, inverses, out);
        }
    }
}

/// N groups of multiples, the last of which may be short.
#[inline(always)]
fn mul_groups<F: F25519, const N: usize>(terms: &[(Scalar, Point)], inverses: &[F], out: &mut [Point]) {
    let mut scalars = [F::bundle(&F::Lanes::splat([0; 4])); N];
    let mut points = [Extended::<F>::identity(); N];
    let mut own = [F::constant(&Constant::ONE); N];
    for (i, (terms, inverse)) in terms.chunks(F::LANES).zip(inverses).enumerate().take(N) {
        (scalars[i], points[i]) = load_terms::<F>(terms);
        own[i] = *inverse;
    }
    let products = ladder::mul::<F, N>(&scalars, &points, &own);
    for (group, out) in out.chunks_mut(F::LANES).enumerate().take(N) {
        let products = Point::store_lanes(&products[group]);
        for (lane, out) in out.iter_mut().enumerate() {
            *out = products.as_ref()[lane];
        }
    }
    for scalars in &mut scalars {
        F::wipe(scalars);
    }
}

/// At most as many terms as there are lanes, 0·O in the others.
#[inline(always)]
fn load_terms<F: F25519>(terms: &[(Scalar, Point)]) -> (F::Words, Extended<F>) {
    let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
    let mut points = F::Lanes::splat(Point::IDENTITY);
    for (lane, (scalar, P)) in terms.iter().enumerate() {
        words.as_mut()[lane] = *scalar.words();
        points.as_mut()[lane] = *P;
    }
    let bundle = F::bundle(&words);
    ct::wipe(words.as_mut());
    (bundle, Point::load_lanes(&points))
}

/// Σ s_i·P_i, for scalars below 2^255. Cost: 252 doublings, and for each term 64 additions and a table of 8
/// points; on a level with lanes each adds up an eighth of the terms, or the coordinates of the sum of few are in four.
///
/// # Panics
/// If the lengths differ.
#[cfg(feature = "alloc")]
pub fn multiscalar_mul(level: Level, scalars: &[[u64; 4]], points: &[Point]) -> Point {
    use super::crossover::secret_sum_in_lanes_pays_from;
    use crate::curve::quad::Words;
    use crate::mul::quad;
    use alloc::vec::Vec;
    struct Sum<'a>(&'a [[u64; 4]], &'a [Point], &'a mut [Point; 8]);
    impl Kernel for Sum<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            if const { B::Many::LANES == 1 } {
                sum_lanes::<B::One, ByScan>(self.0, self.1, self.2);
            } else {
                sum_lanes::<Fe<B::Vector>, InRegisters>(self.0, self.1, self.2);
            }
        }
    }
    struct Few<'a>(&'a [[u64; 4]], &'a [Words]);
    impl Kernel for Few<'_> {
        type Output = Point;
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> Point {
            Point::store(&quad::mul_few::<B::Vector4>(self.0, self.1).to_extended::<B::One>())
        }
    }
    assert_eq!(scalars.len(), points.len(), "one scalar a point");
    if let Some(lanes) = level.in_lanes()
        && scalars.len() < secret_sum_in_lanes_pays_from()
    {
        let words: Vec<Words> = points.iter().map(Point::words).collect();
        return dispatch_lanes(lanes, Few(scalars, &words));
    }
    let mut sums = [Point::IDENTITY; 8];
    dispatch(level, Sum(scalars, points, &mut sums));
    let mut total = sums[0];
    for sum in sums.iter().take(level.lanes()).skip(1) {
        total = super::edwards::add(level, &total, sum);
    }
    total
}

/// What each lane has added up.
#[cfg(feature = "alloc")]
#[inline(always)]
fn sum_lanes<F: F25519, W: Windows<F>>(scalars: &[[u64; 4]], points: &[Point], out: &mut [Point; 8]) {
    use alloc::vec::Vec;
    let groups = scalars.len().div_ceil(F::LANES);
    let (mut words, mut loaded) = (Vec::with_capacity(groups), Vec::with_capacity(groups));
    for (scalars, points) in scalars.chunks(F::LANES).zip(points.chunks(F::LANES)) {
        words.push(load_scalars::<F>(scalars));
        loaded.push(load_some::<F>(points));
    }
    let sums = Point::store_lanes(&crate::mul::straus::mul::<F, W>(&words, &loaded));
    out[..F::LANES].copy_from_slice(sums.as_ref());
    for words in &mut words {
        F::wipe(words);
    }
}

#[inline(always)]
fn decode_ristretto_groups<F: F25519>(encodings: &[[u8; 32]], out: &mut [(Point, Mask)]) {
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
fn encode_ristretto_groups<F: F25519>(points: &[Point], out: &mut [[u8; 32]]) {
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
fn map_ristretto_groups<F: F25519>(bytes: &[[u8; 64]], out: &mut [Point]) {
    let mut words = [F::Lanes::<[u64; 4]>::splat([0; 4]); 2];
    for (lane, bytes) in bytes.iter().enumerate() {
        let [low, high] = halves(bytes);
        words[0].as_mut()[lane] = low;
        words[1].as_mut()[lane] = high;
    }
    let [P, Q] = ristretto::map(&[F::from_words(&words[0]), F::from_words(&words[1])]);
    let points = Point::store_lanes(&P.add(&Q.to_cached()).to_extended());
    out.copy_from_slice(&points.as_ref()[..out.len()]);
}
