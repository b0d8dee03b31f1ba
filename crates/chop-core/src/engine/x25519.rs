//! X25519 (RFC 7748): the function on bytes, its public keys, and the maps between the two curves.

use crate::cpu::Level;
use crate::ct;
use crate::ct::Mask;
use crate::curve::edwards::Extended;
use crate::curve::montgomery::{ProjectiveU, edwards_y, ladder};
use crate::field::f25519::{bytes_to_words, words_to_bytes};
use crate::field::{Field, LaneMask, Lanes};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::fixed_base::mul_base;
use crate::scalar::l25519::{Scalar, clamp};

use super::AffinePoint;

/// X25519(k, u): `k` is clamped here, bit 255 of `u` is ignored. Constant time in both.
///
/// Cost: 255 ladder steps and one inversion.
pub fn exchange(level: Level, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let mut out = [[0; 32]];
    struct One<'a>(&'a [u8; 32], &'a [u8; 32], &'a mut [[u8; 32]; 1]);
    impl Kernel for One<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            exchange_lanes::<B::One>(core::slice::from_ref(self.0), core::slice::from_ref(self.1), self.2);
        }
    }
    dispatch(level, One(k, u, &mut out));
    out[0]
}

/// Many X25519(k, u), as many at a time as the level has lanes. Constant time.
///
/// # Panics
/// If the lengths differ.
pub fn exchange_many(level: Level, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    struct Many<'a>(&'a [[u8; 32]], &'a [[u8; 32]], &'a mut [[u8; 32]]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let lanes = B::Many::LANES;
            for ((k, u), out) in self.0.chunks(lanes).zip(self.1.chunks(lanes)).zip(self.2.chunks_mut(lanes))
            {
                exchange_lanes::<B::Many>(k, u, out);
            }
        }
    }
    assert!(k.len() == u.len() && k.len() == out.len(), "one scalar, point and place each");
    dispatch(level, Many(k, u, out));
}

/// 1 ..= LANES exchanges.
#[inline(always)]
fn exchange_lanes<F: crate::field::f25519::F25519>(k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let mut scalars = F::Lanes::<[u64; 4]>::splat([0; 4]);
    let mut points = F::Lanes::<[u64; 4]>::splat([0; 4]);
    for (lane, (k, u)) in k.iter().zip(u).enumerate() {
        let mut clamped = clamp(*k);
        scalars.as_mut()[lane] = bytes_to_words(&clamped);
        points.as_mut()[lane] = bytes_to_words(u);
        ct::wipe(&mut clamped);
    }
    let shared = ladder(&scalars, &F::from_words(&points)).encode();
    for (lane, out) in out.iter_mut().enumerate() {
        *out = words_to_bytes(&shared.as_ref()[lane]);
    }
    ct::wipe(scalars.as_mut());
}

/// X25519(k, 9), through the comb of the Edwards base point: `k` is clamped here. Constant time.
///
/// Cost: 51 additions of 7M and one inversion. (The base points correspond, and both have order ℓ, so
/// the clamped scalar may be reduced modulo ℓ.)
pub fn public_key(level: Level, k: &[u8; 32]) -> [u8; 32] {
    let mut out = [[0; 32]];
    struct One<'a>(&'a [u8; 32], &'a mut [[u8; 32]; 1]);
    impl Kernel for One<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            public_key_lanes::<B::One>(core::slice::from_ref(self.0), self.1);
        }
    }
    dispatch(level, One(k, &mut out));
    out[0]
}

/// Many X25519(k, 9), as many at a time as the level has lanes. Constant time.
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    struct Many<'a>(&'a [[u8; 32]], &'a mut [[u8; 32]]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let lanes = B::Many::LANES;
            for (k, out) in self.0.chunks(lanes).zip(self.1.chunks_mut(lanes)) {
                public_key_lanes::<B::Many>(k, out);
            }
        }
    }
    assert_eq!(k.len(), out.len(), "one place a scalar");
    dispatch(level, Many(k, out));
}

/// 1 ..= LANES public keys.
#[inline(always)]
fn public_key_lanes<F: crate::field::f25519::F25519>(k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
    for (lane, k) in k.iter().enumerate() {
        let mut clamped = clamp(*k);
        let mut scalar = Scalar::from_bytes_mod_order(&clamped);
        words.as_mut()[lane] = *scalar.words();
        scalar.wipe();
        ct::wipe(&mut clamped);
    }
    let point: Extended<F> = mul_base(&words);
    let encoded = ProjectiveU::from_edwards(&point).encode();
    for (lane, out) in out.iter_mut().enumerate() {
        *out = words_to_bytes(&encoded.as_ref()[lane]);
    }
    ct::wipe(words.as_mut());
}

/// The u-coordinate of an Edwards point, (1 + y)/(1 − y); 0 for the neutral element.
pub fn u_from_edwards(level: Level, point: &AffinePoint) -> [u8; 32] {
    struct One<'a>(&'a AffinePoint);
    impl Kernel for One<'_> {
        type Output = [u8; 32];
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> [u8; 32] {
            let point = AffinePoint::load::<B::One>(&Lanes::splat(*self.0));
            words_to_bytes(&ProjectiveU::from_edwards(&point).encode().as_ref()[0])
        }
    }
    dispatch(level, One(point))
}

/// The encoding of the Edwards point over u with the wanted sign of x, (u − 1)/(u + 1) as y; the mask is
/// false for u = −1, which has none. Whether that y is on the curve is for the decoder to say.
pub fn edwards_from_u(level: Level, u: &[u8; 32], sign: u8) -> ([u8; 32], Mask) {
    struct One<'a>(&'a [u8; 32]);
    impl Kernel for One<'_> {
        type Output = ([u8; 32], Mask);
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> ([u8; 32], Mask) {
            let (y, exists) = edwards_y(&B::One::from_words(&Lanes::splat(bytes_to_words(self.0))));
            (words_to_bytes(&y.as_ref()[0]), exists.lane(0))
        }
    }
    let (mut encoding, exists) = dispatch(level, One(u));
    encoding[31] |= (sign & 1) << 7;
    (encoding, exists)
}
