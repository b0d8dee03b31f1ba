//! SM2 signing (GB/T 32918.2, 6.1): from a key, a nonce and a digest to r and s.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::crossover::{base_lanes_pay_from, together};
use super::sm2_point::{Sm2Point, mul_base, store_lanes};
use super::{SHARED, invert_all_sm2, mul_base_sm2};
use crate::cpu::Level;
use crate::ct::{self, Mask, declassify};
use crate::curve::weierstrass::{CurveField, Jacobian};
use crate::field::fsm2::r52::Fe;
use crate::field::fsm2::{bytes_to_words, words_to_bytes};
use crate::field::{Field, Sum};
use crate::kernel::{Backend, Kernel, dispatch, dispatch_lanes};
use crate::lanes::Vector;
use crate::mul::weierstrass_lanes;
use crate::scalar::nsm2::Scalar;
use crate::scalar::nsm2x8::Scalars as Scalars8;

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

/// (1 + d)^−1, what signing needs of the key; nothing if d is no secret key. Constant time but for that.
///
/// Cost: one inversion modulo n, as long as a signature: to be kept with the key.
pub fn key_factor(d: &Scalar) -> Option<Scalar> {
    let factor = d.add(&Scalar::ONE).invert();
    in_range(d).then_some(factor)
}

/// P = d·G; nothing if d is no secret key. Constant time but for that. Cost: as [`mul_base`].
pub fn public_key(level: Level, d: &Scalar) -> Option<Sm2Point> {
    if in_range(d) { mul_base(level, d) } else { None }
}

fn in_range(d: &Scalar) -> bool {
    declassify(is_secret_key(d), "a secret key out of range is refused, and everybody knows it")
}

/// The signature of the digest e, any 256 bits, given (1 + d)^−1 and the nonce k. Nothing where the standard
/// asks for another nonce: k = 0, r = 0, r + k = n or s = 0. Constant time but for that.
///
/// k must be uniform in 1 ..= n − 1 and belong to this digest and key alone.
///
/// Cost: 43 additions of 8M + 3S, or in lanes 7 of them and 3 of 12M + 4S; one inversion, one multiplication modulo n.
pub fn sign(level: Level, factor: &Scalar, k: &Scalar, e: &[u8; 32]) -> Option<Signature> {
    struct One<'a> {
        factor: &'a Scalar,
        k: &'a Scalar,
        e: &'a [u8; 32],
    }
    impl Kernel for One<'_> {
        type Output = (Signature, Mask);
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> (Signature, Mask) {
            let point = mul_base_sm2::<B>(self.k.words());
            let z_inverse = point.Z.invert();
            let x1 = point.X.mul(&z_inverse.sqr().carry()).carry().to_words().as_ref()[0];
            // r = e + x1;  s = (1 + d)^−1·(k − r·d) = (1 + d)^−1·(k + r) − r.
            let r = Scalar::from_bytes_mod_order(self.e).add(&Scalar::from_words_mod_order(&x1));
            let mut r_plus_k = r.add(self.k);
            let mut product = self.factor.mul_with::<B::Word>(&r_plus_k);
            let s = product.sub(&r);
            let refused = self.k.is_zero().or(r.is_zero()).or(r_plus_k.is_zero()).or(s.is_zero());
            r_plus_k.wipe();
            product.wipe();
            (Signature { r: r.to_bytes(), s: s.to_bytes() }, refused.not())
        }
    }
    let (signature, made) = dispatch(level, One { factor, k, e });
    declassify(made, NO_SIGNATURE).then_some(signature)
}

/// Where the lanes are 0, and what they must be for a product of them to have an inverse: 1 there.
#[inline(always)]
pub(super) fn without_zeros<V: Vector>(z: &Fe<V>) -> Fe<V> {
    Fe::select(z.is_zero(), &Fe::one(), z)
}

/// k·G of at most [`SHARED`]·8 scalars, and the inverses of their Z, 1 where Z is 0.
#[inline(always)]
fn multiples<V: Vector>(scalars: &[Scalar]) -> ([Jacobian<Fe<V>>; SHARED], [Fe<V>; SHARED]) {
    let identity = Jacobian::<Fe<V>>::identity();
    let (mut points, mut z) = ([identity; SHARED], [identity.Z; SHARED]);
    let mut running = z;
    let groups = scalars.len().div_ceil(8);
    for (group, scalars) in scalars.chunks(8).enumerate() {
        let mut words = words_of(scalars);
        let mut bundle = <Fe<V>>::bundle(&words);
        points[group] = weierstrass_lanes::mul_base(&bundle);
        z[group] = without_zeros(&points[group].Z);
        ct::wipe(words.as_flattened_mut());
        V::wipe(&mut bundle);
    }
    invert_all_sm2(&mut z[..groups], &mut running[..groups]);
    (points, z)
}

/// The words of at most eight scalars, one a lane, 0 where there is none.
#[inline(always)]
pub(super) fn words_of(scalars: &[Scalar]) -> [[u64; 4]; 8] {
    let mut words = [[0; 4]; 8];
    for lane in 0..8 {
        let Some(scalar) = scalars.get(lane) else { break };
        words[lane] = *scalar.words();
    }
    words
}

/// Many signatures, each as [`sign`] makes it: one by one on a level without lanes, else as many at a time as
/// there are lanes. A nonce without a signature gives nothing and disturbs no other.
///
/// Cost: 42 additions of 8M + 3S a signature, and one inversion for every 16 groups of lanes.
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
        es: &'a [[u8; 32]],
        out: &'a mut [Option<Signature>],
    }
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let (points, z_inverses) = multiples::<B::Vector>(self.nonces);
            for (group, out) in self.out.chunks_mut(8).enumerate() {
                let at = 8 * group..8 * group + out.len();
                let mut e = [[0; 4]; 8];
                for (e, bytes) in e.iter_mut().zip(&self.es[at.clone()]) {
                    *e = bytes_to_words(bytes);
                }
                let zz = z_inverses[group].sqr().carry();
                let x1 = points[group].X.mul(&zz).carry().to_bundle();
                let mut k_words = words_of(&self.nonces[at.clone()]);
                let mut factor_words = words_of(&self.factors[at]);
                let mut k = Scalars8::<B::Vector>::load(&k_words);
                let mut factor = Scalars8::load(&factor_words);
                // r = e + x1;  s = (1 + d)^−1·(k + r) − r.
                let r = Scalars8::reduce(&<Fe<B::Vector>>::bundle(&e)).add(&Scalars8::reduce(&x1));
                let mut r_plus_k = r.add(&k);
                let mut product = factor.mul(&r_plus_k);
                let s = product.sub(&r);
                let made = k.is_zero().or(r.is_zero()).or(r_plus_k.is_zero()).or(s.is_zero()).not();
                ct::wipe(k_words.as_flattened_mut());
                ct::wipe(factor_words.as_flattened_mut());
                k.wipe();
                factor.wipe();
                r_plus_k.wipe();
                product.wipe();
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
    let n = together(level, out.len(), base_lanes_pay_from(out.len()));
    let (many, rest) = out.split_at_mut(n);
    for (i, out) in many.chunks_mut(8 * SHARED).enumerate() {
        let at = 8 * SHARED * i..8 * SHARED * i + out.len();
        let (factors, nonces, es) = (&factors[at.clone()], &nonces[at.clone()], &es[at]);
        dispatch_lanes(lanes, Many { factors, nonces, es, out });
    }
    for (i, out) in rest.iter_mut().enumerate() {
        *out = sign(level, &factors[n + i], &nonces[n + i], &es[n + i]);
    }
}

/// P = d·G of many keys; nothing for a d that is no secret key. Constant time but for that.
///
/// Cost: as [`sign_many`].
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, ds: &[Scalar], out: &mut [Option<Sm2Point>]) {
    struct Many<'a>(&'a [Scalar], &'a mut [Option<Sm2Point>]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let (points, z_inverses) = multiples::<B::Vector>(self.0);
            for (group, out) in self.1.chunks_mut(8).enumerate() {
                let points = store_lanes(&points[group], &z_inverses[group]);
                for (lane, out) in out.iter_mut().enumerate() {
                    *out = Some(points[lane]);
                }
            }
        }
    }
    assert_eq!(ds.len(), out.len(), "one place a key");
    let Some(lanes) = level.in_lanes() else {
        for (d, out) in ds.iter().zip(out) {
            *out = public_key(level, d);
        }
        return;
    };
    let (ds, rest) = ds.split_at(together(level, ds.len(), base_lanes_pay_from(ds.len())));
    let (out, rest_out) = out.split_at_mut(ds.len());
    for (d, out) in rest.iter().zip(rest_out) {
        *out = public_key(level, d);
    }
    for (ds, out) in ds.chunks(8 * SHARED).zip(out.chunks_mut(8 * SHARED)) {
        dispatch_lanes(lanes, Many(ds, out));
        for (d, out) in ds.iter().zip(out) {
            if !in_range(d) {
                *out = None;
            }
        }
    }
}

/// (1 + d)^−1 of many keys, as [`key_factor`] gives it, with one inversion for all, modulo n. Constant time but
/// for which d are no secret keys.
///
/// # Panics
/// If the lengths differ.
pub fn key_factor_many(ds: &[Scalar], out: &mut [Option<Scalar>]) {
    assert_eq!(ds.len(), out.len(), "one place a key");
    // The products of what was before, in the places of the results (Montgomery 1987). A d that is no key counts
    // as 1.
    let mut product = Scalar::ONE;
    for (d, out) in ds.iter().zip(out.iter_mut()) {
        *out = Some(product);
        product = product.mul(&summand(d));
    }
    let mut inverse = product.invert();
    product.wipe();
    for (d, out) in ds.iter().zip(out.iter_mut()).rev() {
        if let Some(before) = out {
            *before = before.mul(&inverse);
        }
        inverse = inverse.mul(&summand(d));
        if !in_range(d) {
            *out = None;
        }
    }
    inverse.wipe();
}

/// 1 + d, and 1 if that is 0.
fn summand(d: &Scalar) -> Scalar {
    let next = d.add(&Scalar::ONE);
    Scalar::select(next.is_zero(), &Scalar::ONE, &next)
}
