//! X25519 (RFC 7748): the function on bytes, its public keys, and the maps between the two curves.

use crate::cpu::Level;
use crate::ct::{self, Mask, Wiped};
use crate::curve::edwards::montgomery::{ProjectiveU, edwards_y, ladders_clamped};
use crate::curve::edwards::quad_ladder;
use crate::field::bundle::Bundle;
use crate::field::f25519::LaneFe as Fe;
use crate::field::f25519::{Constant, F25519, bytes_to_words, words_to_bytes};
use crate::field::inverses::invert_first;
use crate::field::{Field, LaneMask, Lanes, PerElement, Sum};
use crate::lanes::MOST_LANES;
use crate::mul::edwards::comb::{ByScan, InRegisters, MulBase};
use crate::run::{Each, Job, One, Shared, Wide, part, run, run_each, run_shared};
use crate::scalar::l25519::{Scalar, clamp};

use super::group::edwards;
use super::{AffinePoint, BLOCK_GROUPS, least_leftover_of_base};

/// X25519(k, u): `k` is clamped here, bit 255 of `u` is ignored. Constant time in both.
///
/// Cost: as [`ladders_clamped`], over four lanes as [`quad_ladder::ladder`], and one inversion.
pub fn exchange(level: Level, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    let mut out = [0; 32];
    run(level, Exchange { k, u, out: &mut out });
    out
}

/// One exchange. The result goes to its place: what a job returns leaves copies.
struct Exchange<'a> {
    k: &'a [u8; 32],
    u: &'a [u8; 32],
    out: &'a mut [u8; 32],
}

impl Job for Exchange<'_> {
    type Out = ();
    const OVER_LANES: bool = true;

    #[inline(always)]
    fn one<L: One>(self) {
        let scalar = clamped_words(self.k);
        let bundle = Bundle::<L::F25519>::of(&mut Lanes::splat(*scalar));
        let u = L::F25519::from_words(&Lanes::splat(bytes_to_words(self.u)));
        let [shared] = ladders_clamped(&[*bundle], &[u]);
        encode_secret(&shared, self.out);
    }

    #[inline(always)]
    fn alone<L: Wide>(self) {
        let scalar = clamped_words(self.k);
        let shared = quad_ladder::ladder::<L::F25519, L::Quad>(&scalar, &bytes_to_words(self.u));
        encode_secret(&shared, self.out);
    }
}

/// The words of a clamped scalar.
#[inline(always)]
fn clamped_words(k: &[u8; 32]) -> Wiped<[u64; 4]> {
    let clamped = Wiped::new(clamp(*k));
    Wiped::new(bytes_to_words(&clamped))
}

/// The coordinate of a point that is secret.
#[inline(always)]
fn encode_secret<F: F25519>(shared: &ProjectiveU<F>, out: &mut [u8; 32]) {
    let mut words = shared.encode();
    *out = words_to_bytes(&words.as_ref()[0]);
    ct::wipe(words.as_mut());
}

/// Many X25519(k, u). Constant time.
///
/// Cost per item: as [`ladders_clamped`], and 4M; one inversion per block of 16 groups.
///
/// # Panics
/// If the lengths differ.
pub fn exchange_many(level: Level, k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    assert_eq!(k.len(), u.len(), "one point a scalar");
    run_each(level, &Exchanges { k, u }, out);
}

struct Exchanges<'a> {
    k: &'a [[u8; 32]],
    u: &'a [[u8; 32]],
}

impl Each for Exchanges<'_> {
    type Out = [u8; 32];
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    /// Measured on Zen 4 with eight lanes.
    fn least_leftover(_n: usize) -> usize {
        4
    }

    fn count(&self) -> usize {
        self.k.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut [u8; 32]) {
        run(level, Exchange { k: &self.k[i], u: &self.u[i], out });
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [[u8; 32]]) {
        // Two ladders side by side: their multiply-adds fill each other's waits.
        exchange_shared::<Fe<L::Words>, 2>(
            part(self.k, first, out.len()),
            part(self.u, first, out.len()),
            out,
        );
    }

    fn in_one_lane(&self, level: Level, out: &mut [[u8; 32]]) {
        run_shared(level, self, out);
    }
}

impl Shared for Exchanges<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [[u8; 32]]) {
        exchange_shared::<L::F25519, 1>(part(self.k, first, out.len()), part(self.u, first, out.len()), out);
    }
}

/// A block of exchanges, N ladders side by side.
#[inline(always)]
fn exchange_shared<F: F25519, const N: usize>(k: &[[u8; 32]], u: &[[u8; 32]], out: &mut [[u8; 32]]) {
    let mut shared =
        [ProjectiveU { u: F::constant(&Constant::ZERO), w: F::constant(&Constant::ONE) }; BLOCK_GROUPS];
    let step = N * F::LANES;
    for ((k, u), shared) in k.chunks(step).zip(u.chunks(step)).zip(shared.chunks_mut(N)) {
        if k.len() > F::LANES {
            exchange_groups::<F, N>(k, u, shared);
        } else {
            exchange_groups::<F, 1>(k, u, shared);
        }
    }
    encode_all(&mut shared, out);
}

/// N groups of exchanges, the last of which may be short.
#[inline(always)]
fn exchange_groups<F: F25519, const N: usize>(k: &[[u8; 32]], u: &[[u8; 32]], shared: &mut [ProjectiveU<F>]) {
    let mut bundles = [F::bundle(&Lanes::splat([0; 4])); N];
    let mut points = [F::constant(&Constant::ZERO); N];
    let groups = k.chunks(F::LANES).zip(u.chunks(F::LANES));
    for ((k, u), (bundle, point)) in groups.zip(bundles.iter_mut().zip(&mut points)) {
        let mut scalars = PerElement::<F, [u64; 4]>::splat([0; 4]);
        let mut words = PerElement::<F, [u64; 4]>::splat([0; 4]);
        for (lane, (k, u)) in k.iter().zip(u).enumerate() {
            scalars.as_mut()[lane] = *clamped_words(k);
            words.as_mut()[lane] = bytes_to_words(u);
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
fn encode_all<F: F25519>(points: &mut [ProjectiveU<F>; BLOCK_GROUPS], out: &mut [[u8; 32]]) {
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let groups = out.len().div_ceil(F::LANES);
    let mut w = [one; BLOCK_GROUPS];
    for group in 0..groups {
        // A zero would make all inverses zero: infinity becomes 0/1.
        let infinite = points[group].w.is_zero();
        points[group].u = F::select(infinite, &zero, &points[group].u);
        w[group] = F::select(infinite, &one, &points[group].w);
    }
    invert_first(&mut w, groups);
    for (group, out) in out.chunks_mut(F::LANES).enumerate() {
        let u = points[group].u.mul(&w[group]).carry().to_words();
        for (lane, out) in out.iter_mut().enumerate() {
            *out = words_to_bytes(&u.as_ref()[lane]);
        }
    }
}

/// X25519(k, 9), through the comb of the Edwards base point: `k` is clamped here. Constant time.
///
/// Cost: as [`edwards::mul_base`], and one inversion. (The base points correspond, and both have order ℓ, so
/// the clamped scalar may be reduced modulo ℓ.)
pub fn public_key(level: Level, k: &[u8; 32]) -> [u8; 32] {
    // The stack has copies of the scalar where it is reduced.
    ct::on_wiped_stack::<128, _>(|| {
        let mut words = Wiped::new([0; 4]);
        base_scalar(k, &mut words);
        public_key_of(level, &words)
    })
}

/// The clamped scalar modulo ℓ, as words.
fn base_scalar(k: &[u8; 32], words: &mut [u64; 4]) {
    let clamped = Wiped::new(clamp(*k));
    let scalar = Wiped::new(Scalar::from_bytes_mod_order(&clamped));
    *words = *scalar.words();
}

/// The u-coordinate of s·B.
fn public_key_of(level: Level, scalar: &[u64; 4]) -> [u8; 32] {
    let scalar = Wiped::new(Scalar::new(*scalar));
    let mut point = edwards::mul_base(level, &scalar);
    let u = edwards::to_montgomery(level, &point);
    point.wipe();
    u
}

/// Many X25519(k, 9). Constant time.
///
/// Cost per item: as [`comb::mul_base`](crate::mul::edwards::comb::mul_base), in lanes as
/// [`group::mul_base`](crate::mul::edwards::group::mul_base), and 5M; one inversion per block of 16 groups.
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, k: &[[u8; 32]], out: &mut [[u8; 32]]) {
    assert_eq!(k.len(), out.len(), "one place an item");
    if k.len() < least_leftover_of_base(k.len()) {
        for (k, out) in k.iter().zip(out) {
            *out = public_key(level, k);
        }
        return;
    }
    let mut scalars = Wiped::new([[0; 4]; SCALARS]);
    for (k, out) in k.chunks(SCALARS).zip(out.chunks_mut(SCALARS)) {
        // Reduced here: a kernel that does so leaves copies in a frame that is too large to be wiped each time.
        ct::on_wiped_stack::<128, _>(|| {
            for (k, scalar) in k.iter().zip(scalars.iter_mut()) {
                base_scalar(k, scalar);
            }
        });
        run_each(level, &PublicKeys(&scalars[..k.len()]), out);
    }
}

/// Scalars that are reduced at a time: whole blocks.
const SCALARS: usize = BLOCK_GROUPS * MOST_LANES;

/// The public keys of scalars.
struct PublicKeys<'a>(&'a [[u64; 4]]);

impl Each for PublicKeys<'_> {
    type Out = [u8; 32];
    const BLOCK_GROUPS: usize = BLOCK_GROUPS;

    fn least_leftover(n: usize) -> usize {
        least_leftover_of_base(n)
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn one(&self, level: Level, i: usize, out: &mut [u8; 32]) {
        *out = public_key_of(level, &self.0[i]);
    }

    #[inline(always)]
    fn block<L: Wide>(&self, first: usize, out: &mut [[u8; 32]]) {
        public_keys_shared::<Fe<L::Words>, InRegisters>(part(self.0, first, out.len()), out);
    }

    fn in_one_lane(&self, level: Level, out: &mut [[u8; 32]]) {
        run_shared(level, self, out);
    }
}

impl Shared for PublicKeys<'_> {
    #[inline(always)]
    fn block_in_one_lane<L: One>(&self, first: usize, out: &mut [[u8; 32]]) {
        public_keys_shared::<L::F25519, ByScan>(part(self.0, first, out.len()), out);
    }
}

/// A block of public keys.
#[inline(always)]
fn public_keys_shared<F: F25519, M: MulBase<F>>(scalars: &[[u64; 4]], out: &mut [[u8; 32]]) {
    let mut keys =
        [ProjectiveU { u: F::constant(&Constant::ZERO), w: F::constant(&Constant::ONE) }; BLOCK_GROUPS];
    for (group, scalars) in scalars.chunks(F::LANES).enumerate() {
        let mut words = PerElement::<F, [u64; 4]>::splat([0; 4]);
        words.as_mut()[..scalars.len()].copy_from_slice(scalars);
        keys[group] = ProjectiveU::from_edwards(&M::mul_base(&mut words));
    }
    encode_all(&mut keys, out);
}

/// The u-coordinate of an Edwards point, (1 + y)/(1 − y); 0 for the neutral element.
pub fn u_from_edwards(level: Level, point: &AffinePoint) -> [u8; 32] {
    edwards::to_montgomery(level, &edwards::from_affine(level, point))
}

/// The encoding of the Edwards point over u with the wanted sign of x, (u − 1)/(u + 1) as y; the mask is
/// false for u = −1, which has none. Whether that y is on the curve is for the decoder to say.
pub fn edwards_from_u(level: Level, u: &[u8; 32], sign: u8) -> ([u8; 32], Mask) {
    let (mut encoding, exists) = run(level, EdwardsY(u));
    encoding[31] |= (sign & 1) << 7;
    (encoding, exists)
}

struct EdwardsY<'a>(&'a [u8; 32]);

impl Job for EdwardsY<'_> {
    type Out = ([u8; 32], Mask);
    #[inline(always)]
    fn one<L: One>(self) -> ([u8; 32], Mask) {
        let (y, exists) = edwards_y(&L::F25519::from_words(&Lanes::splat(bytes_to_words(self.0))));
        (words_to_bytes(&y.as_ref()[0]), exists.lane(0))
    }
}
