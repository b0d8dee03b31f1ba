//! SM2 signing (GB/T 32918.2, 6.1): from a key, a nonce and a digest to r and s.

#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::{Sm2Point, mul_base};
use crate::cpu::Level;
use crate::ct::{self, Mask, Wipe, Wiped, declassify};
use crate::curve::sm2::Sm2;
use crate::engine::group::sm2;
use crate::engine::least_leftover_of_base;
use crate::engine::weierstrass::point::{BLOCK, affine_given, mul_base_each, mul_base_many};
use crate::engine::weierstrass::scalars::{invert_all, invert_both, words_of};
use crate::field::big_endian::{bytes_to_words, words_to_bytes};
use crate::field::fsm2::LaneFe as Fe;
use crate::field::{Field, Lanes, Sum};
use crate::lanes::{PerLane, Records};
use crate::run::{Job, One, Wide, WideJob, in_groups, run, run_wide};
use crate::scalar::lanes::nsm2::Scalars;
use crate::scalar::nsm2::{NSm2, Scalar};

const NO_SIGNATURE: &str = "a nonce without a signature is dropped, and nothing made with it is shown";

/// A signature: two numbers in 1 ..= n − 1, big endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// r.
    pub r: [u8; 32],
    /// s.
    pub s: [u8; 32],
}

/// Whether d is a secret key: in 1 ..= n − 2. With d = n − 1, 1 + d would have no inverse.
pub fn is_secret_key(d: &Scalar) -> Mask {
    d.is_zero().or(d.add(&Scalar::ONE).is_zero()).not()
}

/// P = d·G; `None` if d is no secret key. Constant time but for that. Cost: as [`mul_base`].
pub fn public_key(level: Level, d: &Scalar) -> Option<Sm2Point> {
    if in_range(d) { mul_base(level, d) } else { None }
}

/// P = d·G, as [`public_key`] gives it, and in `factor` (1 + d)^−1, which signing needs and which is to be kept with the key; `None`, and
/// `factor` as it was, if d is no secret key. Constant time but for that. Cost: as [`mul_base`]: both inversions go side by side.
pub fn key_pair(level: Level, d: &Scalar, factor: &mut Scalar) -> Option<Sm2Point> {
    if !in_range(d) {
        return None;
    }
    let mut point = sm2::mul_base(level, d);
    *factor = d.add(&Scalar::ONE);
    let public = run(level, KeyPair { point: &point, factor });
    point.wipe();
    Some(public)
}

/// The affine point, and the inverse of 1 + d in its place.
struct KeyPair<'a> {
    point: &'a sm2::Point,
    factor: &'a mut Scalar,
}

impl Job for KeyPair<'_> {
    type Out = Sm2Point;

    #[inline(always)]
    fn one<L: One>(self) -> Sm2Point {
        let point = self.point.load::<L::FSm2>();
        let mut z = point.Z.to_words().as_ref()[0];
        invert_both::<Sm2>(&mut z, self.factor);
        let point = affine_given(&point, &L::FSm2::from_words(&Lanes::splat(z)));
        ct::wipe(&mut z);
        point
    }
}

fn in_range(d: &Scalar) -> bool {
    declassify(is_secret_key(d), "a secret key out of range is refused, and everybody knows it")
}

/// The signature of the digest e, any 256 bits, given (1 + d)^−1 and the nonce k. It is `None` where the standard
/// asks for another nonce: k = 0, r = 0, r + k = n or s = 0. Constant time but for that.
///
/// k must be uniform in 1 ..= n − 1 and belong to this digest and key alone.
///
/// Cost: as [`mul_base`]; one multiplication modulo n.
pub fn sign(level: Level, factor: &Scalar, k: &Scalar, e: &[u8; 32]) -> Option<Signature> {
    let mut point = sm2::mul_base(level, k);
    let (signature, made) = run(level, Sign { factor, k, e, point: &point });
    point.wipe();
    declassify(made, NO_SIGNATURE).then_some(signature)
}

/// The signature, given k·G, and whether there is one.
struct Sign<'a> {
    factor: &'a Scalar,
    k: &'a Scalar,
    e: &'a [u8; 32],
    point: &'a sm2::Point,
}

impl Job for Sign<'_> {
    type Out = (Signature, Mask);

    #[inline(always)]
    fn one<L: One>(self) -> (Signature, Mask) {
        let point = self.point.load::<L::FSm2>();
        let z_inverse = point.Z.invert();
        let x1 = point.X.mul(&z_inverse.sqr().carry()).carry().to_words().as_ref()[0];
        // r = e + x1;  s = (1 + d)^−1·(k − r·d) = (1 + d)^−1·(k + r) − r.
        let r = Scalar::from_bytes_mod_order(self.e).add(&Scalar::from_words_mod_order(&x1));
        let r_plus_k = Wiped::new(r.add(self.k));
        let product = Wiped::new(self.factor.mul_with::<L::Word>(&r_plus_k));
        let s = product.sub(&r);
        let refused = self.k.is_zero().or(r.is_zero()).or(r_plus_k.is_zero()).or(s.is_zero());
        (Signature { r: r.to_bytes(), s: s.to_bytes() }, refused.not())
    }
}

/// Many signatures, each as [`sign`] makes it: one by one on a level without lanes, else as many at a time as
/// there are lanes. A nonce without a signature gives nothing and disturbs no other.
///
/// Cost: as `mul_base_many` of `engine/sm2/point.rs`.
///
/// # Panics
/// If the lengths differ.
pub fn sign_many(
    level: Level,
    factors: &[Scalar],
    nonces: &[Scalar],
    es: &[[u8; 32]],
    out: &mut [Option<Signature>],
) {
    struct Many<'a> {
        factors: &'a [Scalar],
        nonces: &'a [Scalar],
        /// k·G of the nonces.
        points: &'a [Sm2Point],
        es: &'a [[u8; 32]],
        out: &'a mut [Option<Signature>],
    }
    impl WideJob for Many<'_> {
        type Out = ();
        #[inline(always)]
        fn wide<L: Wide>(self) {
            for (group, out) in self.out.chunks_mut(L::LANES).enumerate() {
                let at = L::LANES * group..L::LANES * group + out.len();
                let mut e = PerLane::<L::Words, [u64; 4]>::splat([0; 4]);
                let mut x1 = e;
                for lane in 0..out.len() {
                    e[lane] = bytes_to_words(&self.es[at.clone()][lane]);
                    x1[lane] = self.points[at.clone()][lane].x;
                }
                let x1 = <Fe<L::Words>>::bundle(&x1);
                let k_words =
                    Records::<L::Words, 4>::new(words_of::<NSm2, L::Words>(&self.nonces[at.clone()]));
                let factor_words = Records::<L::Words, 4>::new(words_of::<NSm2, L::Words>(&self.factors[at]));
                let k = Wiped::new(Scalars::<L::Words>::load(&k_words));
                let factor = Wiped::new(Scalars::<L::Words>::load(&factor_words));
                // r = e + x1;  s = (1 + d)^−1·(k + r) − r.
                let r = Scalars::reduce(&<Fe<L::Words>>::bundle(&e)).add(&Scalars::reduce(&x1));
                let r_plus_k = Wiped::new(r.add(&k));
                let product = Wiped::new(factor.mul(&r_plus_k));
                let s = product.sub(&r);
                let made = k.is_zero().or(r.is_zero()).or(r_plus_k.is_zero()).or(s.is_zero()).not();
                let (r, s) = (r.store(), s.store());
                for lane in 0..out.len() {
                    let signature = Signature { r: words_to_bytes(&r[lane]), s: words_to_bytes(&s[lane]) };
                    let made = declassify(made.lane(lane), NO_SIGNATURE);
                    out[lane] = if made { Some(signature) } else { None };
                }
            }
        }
    }
    assert!(
        factors.len() == out.len() && nonces.len() == out.len() && es.len() == out.len(),
        "one place a signature"
    );
    let Some(lanes) = level.in_lanes() else {
        for (i, out) in out.iter_mut().enumerate() {
            *out = sign(level, &factors[i], &nonces[i], &es[i]);
        }
        return;
    };
    let n = in_groups(out.len(), level.lanes(), least_leftover_of_base(out.len()));
    let (many, rest) = out.split_at_mut(n);
    let mut points = [Sm2Point::BASE; BLOCK];
    for (i, out) in many.chunks_mut(BLOCK).enumerate() {
        let at = BLOCK * i..BLOCK * i + out.len();
        let (factors, nonces, es) = (&factors[at.clone()], &nonces[at.clone()], &es[at]);
        let points = &mut points[..out.len()];
        mul_base_many::<Sm2>(lanes, nonces, points);
        run_wide(lanes, Many { factors, nonces, points, es, out });
    }
    for (i, out) in rest.iter_mut().enumerate() {
        *out = sign(level, &factors[n + i], &nonces[n + i], &es[n + i]);
    }
}

/// P = d·G of many keys; `None` for a d that is no secret key. Constant time but for that.
///
/// Cost: as [`sign_many`].
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, ds: &[Scalar], out: &mut [Option<Sm2Point>]) {
    mul_base_each::<Sm2>(level, ds, out);
    for (d, out) in ds.iter().zip(out) {
        if !in_range(d) {
            *out = None;
        }
    }
}

/// (1 + d)^−1 of many keys, as [`key_pair`] gives it, with one inversion modulo n for 256 of them. Constant time but
/// for which d are no secret keys.
///
/// # Panics
/// If the lengths differ.
pub fn key_factor_many(level: Level, ds: &[Scalar], out: &mut [Option<Scalar>]) {
    assert_eq!(ds.len(), out.len(), "one place a key");
    let (mut factors, mut before) = ([Scalar::ZERO; BLOCK], [Scalar::ZERO; BLOCK]);
    for (ds, out) in ds.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
        let factors = &mut factors[..ds.len()];
        for (d, factor) in ds.iter().zip(factors.iter_mut()) {
            *factor = d.add(&Scalar::ONE);
        }
        match level.in_lanes() {
            Some(lanes) => invert_all(lanes, factors),
            None => Scalar::invert_all(factors, &mut before[..ds.len()]),
        }
        for ((d, factor), out) in ds.iter().zip(factors).zip(out) {
            *out = None;
            if in_range(d) {
                *out.insert(Scalar::ZERO) = *factor;
            }
            factor.wipe();
        }
    }
}
