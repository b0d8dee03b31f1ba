//! X25519 (RFC 7748): the function on bytes, its public keys, and the maps between the two curves.

use crate::cpu::Level;
use crate::ct;
use crate::ct::Mask;
use crate::curve::montgomery::{ProjectiveU, edwards_y, ladder, ladders_clamped};
use crate::curve::quad_ladder;
use crate::field::f25519::r52::Fe;
use crate::field::f25519::{Constant, F25519, bytes_to_words, words_to_bytes};
use crate::field::inverses::invert_all;
use crate::field::{Field, LaneMask, Lanes, Sum};
use crate::kernel::{Backend, Kernel, dispatch, dispatch_one};
use crate::mul::fixed_base::{ByScan, InRegisters, MulBase};
use crate::scalar::l25519::{Scalar, clamp};

use super::crossover::{base_lanes_pay_from, exchange_lanes_pay_from, together};
use super::{AffinePoint, SHARED, mul_base};

/// X25519(k, u): `k` is clamped here, bit 255 of `u` is ignored. Constant time in both.
///
/// Cost: 251 ladder steps and 4 doublings, over four lanes 255 steps, and one inversion.
pub fn exchange(level: Level, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    // The result goes to its place: what a kernel returns leaves copies.
    struct One<'a>(&'a [u8; 32], &'a [u8; 32], &'a mut [u8; 32]);
    impl Kernel for One<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let mut clamped = clamp(*self.0);
            let mut scalar = bytes_to_words(&clamped);
            let u = bytes_to_words(self.1);
            let shared = if const { B::Many::LANES == 1 } {
                let mut words = <B::One as Field>::Lanes::<[u64; 4]>::splat(scalar);
                let mut bundle = B::One::bundle(&words);
                let [shared] = ladders_clamped(&[bundle], &[B::One::from_words(&Lanes::splat(u))]);
                ct::wipe(words.as_mut());
                B::One::wipe(&mut bundle);
                shared
            } else {
                quad_ladder::ladder::<B::One, B::Vector4>(&scalar, &u)
            };
            let mut shared = shared.encode();
            *self.2 = words_to_bytes(&shared.as_ref()[0]);
            ct::wipe(&mut clamped);
            ct::wipe(&mut scalar);
            ct::wipe(shared.as_mut());
        }
    }
    let mut out = [0; 32];
    dispatch(level, One(k, u, &mut out));
    out
}

/// k·(u, ·) for any k below 2^255, over four lanes where there are any. Constant time. Bit 255 of `u` is ignored.
#[inline(always)]
pub(super) fn ladder_of_one<B: Backend>(k: &[u64; 4], u: &[u64; 4]) -> ProjectiveU<B::One> {
    if const { B::Many::LANES == 1 } {
        ladder(&B::One::bundle(&Lanes::splat(*k)), &B::One::from_words(&Lanes::splat(*u)))
    } else {
        quad_ladder::ladder::<B::One, B::Vector4>(k, u)
    }
}

/// Many X25519(k, u), as many at a time as the level has lanes. Constant time.
///
/// Cost: 251 ladder steps, 4 doublings and 4M an item, and one inversion for every 16 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn exchange_many(level: Level, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    struct Many<'a>(&'a [[u8; 32]], &'a [[u8; 32]], &'a mut [[u8; 32]]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let step = SHARED * B::Many::LANES;
            for ((k, u), out) in self.0.chunks(step).zip(self.1.chunks(step)).zip(self.2.chunks_mut(step)) {
                exchange_shared::<B::Many>(k, u, out);
            }
        }
    }
    assert!(k.len() == u.len() && k.len() == out.len(), "one scalar, point and place each");
    let n = together(level, k.len(), exchange_lanes_pay_from());
    let (many, rest) = out.split_at_mut(n);
    dispatch(level, Many(&k[..n], &u[..n], many));
    for ((k, u), out) in k[n..].iter().zip(&u[n..]).zip(rest) {
        *out = exchange(level, k, u);
    }
}

/// At most [`SHARED`] groups of exchanges.
#[inline(always)]
fn exchange_shared<F: F25519>(k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let mut shared =
        [ProjectiveU { u: F::constant(&Constant::ZERO), w: F::constant(&Constant::ONE) }; SHARED];
    // Two ladders side by side, where lanes are multiplied.
    let together = if const { F::LANES == 1 } { 1 } else { 2 };
    let step = together * F::LANES;
    for ((k, u), shared) in k.chunks(step).zip(u.chunks(step)).zip(shared.chunks_mut(together)) {
        if k.len() > F::LANES {
            exchange_groups::<F, 2>(k, u, shared);
        } else {
            exchange_groups::<F, 1>(k, u, shared);
        }
    }
    encode_all(&mut shared, out);
}

/// N groups of exchanges, the last of which may be short.
#[inline(always)]
fn exchange_groups<F: F25519, const N: usize>(k: &[[u8; 32]], u: &[[u8; 32]], shared: &mut [ProjectiveU<F>]) {
    let mut bundles = [F::bundle(&F::Lanes::splat([0; 4])); N];
    let mut points = [F::constant(&Constant::ZERO); N];
    let groups = k.chunks(F::LANES).zip(u.chunks(F::LANES));
    for ((k, u), (bundle, point)) in groups.zip(bundles.iter_mut().zip(&mut points)) {
        let mut scalars = F::Lanes::<[u64; 4]>::splat([0; 4]);
        let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
        for (lane, (k, u)) in k.iter().zip(u).enumerate() {
            let mut clamped = clamp(*k);
            scalars.as_mut()[lane] = bytes_to_words(&clamped);
            words.as_mut()[lane] = bytes_to_words(u);
            ct::wipe(&mut clamped);
        }
        *bundle = F::bundle(&scalars);
        *point = F::from_words(&words);
        ct::wipe(scalars.as_mut());
    }
    for (shared, found) in shared.iter_mut().zip(ladders_clamped(&bundles, &points)) {
        *shared = found;
    }
    for bundle in &mut bundles {
        F::wipe(bundle);
    }
}

/// The u-coordinates of all groups with one inversion, 0 for the point at infinity. Constant time.
#[inline(always)]
fn encode_all<F: F25519>(points: &mut [ProjectiveU<F>; SHARED], out: &mut [[u8; 32]]) {
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let groups = out.len().div_ceil(F::LANES);
    let mut w = [one; SHARED];
    for group in 0..groups {
        // A zero would make all inverses zero: infinity becomes 0/1.
        let infinite = points[group].w.is_zero();
        points[group].u = F::select(infinite, &zero, &points[group].u);
        w[group] = F::select(infinite, &one, &points[group].w);
    }
    let mut running = w;
    invert_all(&mut w[..groups], &mut running[..groups]);
    for (group, out) in out.chunks_mut(F::LANES).enumerate() {
        let u = points[group].u.mul(&w[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = words_to_bytes(&u.as_ref()[lane]);
        }
    }
}

/// X25519(k, 9), through the comb of the Edwards base point: `k` is clamped here. Constant time.
///
/// Cost: 51 additions of 7M, or in lanes 7 of 7M and 3 of 9M of eight lanes each, and one inversion. (The base points correspond, and both have order ℓ, so
/// the clamped scalar may be reduced modulo ℓ.)
pub fn public_key(level: Level, k: &[u8; 32]) -> [u8; 32] {
    struct One<'a>(&'a [u8; 32]);
    impl Kernel for One<'_> {
        type Output = [u8; 32];
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> [u8; 32] {
            let mut scalar = base_scalar(self.0);
            let point = mul_base::<B>(&scalar);
            ct::wipe(&mut scalar);
            words_to_bytes(&ProjectiveU::from_edwards(&point).encode().as_ref()[0])
        }
    }
    dispatch(level, One(k))
}

/// The clamped scalar modulo ℓ, as words.
#[inline(always)]
fn base_scalar(k: &[u8; 32]) -> [u64; 4] {
    let mut clamped = clamp(*k);
    let mut scalar = Scalar::from_bytes_mod_order(&clamped);
    let words = *scalar.words();
    scalar.wipe();
    ct::wipe(&mut clamped);
    words
}

/// Many X25519(k, 9), as many at a time as the level has lanes. Constant time.
///
/// Cost: 51 additions of 7M, in lanes 41, and 5M an item, and one inversion for every 16 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    struct Many<'a>(&'a [[u8; 32]], &'a mut [[u8; 32]]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            let step = SHARED * B::Many::LANES;
            for (k, out) in self.0.chunks(step).zip(self.1.chunks_mut(step)) {
                if const { B::Many::LANES == 1 } {
                    public_keys_shared::<B::One, ByScan>(k, out);
                } else {
                    public_keys_shared::<Fe<B::Vector>, InRegisters>(k, out);
                }
            }
        }
    }
    assert_eq!(k.len(), out.len(), "one place an item");
    let (k, rest) = k.split_at(together(level, k.len(), base_lanes_pay_from(k.len())));
    let (many, rest_out) = out.split_at_mut(k.len());
    dispatch(level, Many(k, many));
    for (k, out) in rest.iter().zip(rest_out) {
        *out = public_key(level, k);
    }
}

/// At most [`SHARED`] groups of public keys.
#[inline(always)]
fn public_keys_shared<F: F25519, M: MulBase<F>>(k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let mut keys = [ProjectiveU { u: F::constant(&Constant::ZERO), w: F::constant(&Constant::ONE) }; SHARED];
    for (group, k) in k.chunks(F::LANES).enumerate() {
        let mut words = F::Lanes::<[u64; 4]>::splat([0; 4]);
        for (lane, k) in k.iter().enumerate() {
            words.as_mut()[lane] = base_scalar(k);
        }
        let mut bundle = F::bundle(&words);
        keys[group] = ProjectiveU::from_edwards(&M::mul_base(&bundle));
        ct::wipe(words.as_mut());
        F::wipe(&mut bundle);
    }
    encode_all(&mut keys, out);
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
    dispatch_one(level, One(point))
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
    let (mut encoding, exists) = dispatch_one(level, One(u));
    encoding[31] |= (sign & 1) << 7;
    (encoding, exists)
}
