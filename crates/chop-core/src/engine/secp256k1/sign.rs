//! ECDSA signing (SEC 1, 4.1.3): from a key, a nonce and a digest to r and s, and which of the points with x ≡ r the nonce made.
#![allow(non_snake_case)] // points are capital letters
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::point::{Secp256k1Point, mul_base};
use crate::cpu::{InLanes, Level};
use crate::ct::{self, Mask, Wipe, Wiped, declassify};
use crate::curve::secp256k1::Secp256k1;
use crate::engine::group::secp256k1 as group;
use crate::engine::least_leftover_of_base;
use crate::engine::weierstrass::point::{BLOCK, affine_given, mul_base_many};
use crate::engine::weierstrass::scalars::{invert_all, invert_both};
use crate::field::{Field, Lanes};
use crate::run::{Job, One, in_groups, run};
use crate::scalar::limbs;
use crate::scalar::nsecp256k1::{ORDER, Scalar};

const NO_SIGNATURE: &str = "a nonce without a signature is dropped, and nothing made with it is shown";

/// A signature: two numbers in 1 ..= n − 1, big endian, s ≤ (n − 1)/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// r.
    pub r: [u8; 32],
    /// s.
    pub s: [u8; 32],
    /// Which point R is: bit 0 is 1 where its y is odd, bit 1 where its x is r + n.
    pub recovery: u8,
}

/// (n − 1)/2.
const HALF: [u64; 4] = [
    ORDER[0] >> 1 | ORDER[1] << 63,
    ORDER[1] >> 1 | ORDER[2] << 63,
    ORDER[2] >> 1 | ORDER[3] << 63,
    ORDER[3] >> 1,
];

/// Whether s > (n − 1)/2.
pub(super) fn is_high(s: &Scalar) -> Mask {
    limbs::is_less(&HALF, s.words())
}

/// P = d·G; `None` if d is 0. Constant time but for that. Cost: as [`mul_base`].
pub fn public_key(level: Level, d: &Scalar) -> Option<Secp256k1Point> {
    mul_base(level, d)
}

/// The signature of the digest e, any 256 bits, given the secret key d and the nonce k. It is `None` where the standard
/// asks for another nonce: k = 0, r = 0 or s = 0. Constant time but for that.
///
/// k must be uniform in 1 ..= n − 1 and belong to this digest and key alone.
///
/// Cost: as [`mul_base`]; both inversions go side by side.
pub fn sign(level: Level, d: &Scalar, k: &Scalar, e: &[u8; 32]) -> Option<Signature> {
    let mut point = group::mul_base(level, k);
    let (signature, made) = run(level, Sign { d, k, e, point: &point });
    point.wipe();
    declassify(made, NO_SIGNATURE).then_some(signature)
}

/// The signature, given k·G, and whether there is one.
struct Sign<'a> {
    d: &'a Scalar,
    k: &'a Scalar,
    e: &'a [u8; 32],
    point: &'a group::Point,
}

impl Job for Sign<'_> {
    type Out = (Signature, Mask);

    #[inline(always)]
    fn one<L: One>(self) -> (Signature, Mask) {
        let point = self.point.load::<L::FSecp256k1>();
        let mut z = point.Z.to_words().as_ref()[0];
        let mut inverse = Wiped::new(*self.k);
        invert_both::<Secp256k1>(&mut z, &mut inverse);
        let R = affine_given(&point, &L::FSecp256k1::from_words(&Lanes::splat(z)));
        ct::wipe(&mut z);
        signature::<L>(&R, &inverse, self.d, self.e)
    }
}

/// r and s, given R = k·G and 1/k; and whether there is a signature. With 1/k given as 0 there is none.
#[inline(always)]
fn signature<L: One>(R: &Secp256k1Point, inverse: &Scalar, d: &Scalar, e: &[u8; 32]) -> (Signature, Mask) {
    let r = Scalar::from_words_mod_order(&R.x);
    let is_reduced = limbs::is_less(&R.x, &ORDER).not();
    // s = (e + r·d)/k.
    let product = Wiped::new(r.mul_with::<L::Word>(d));
    let sum = Wiped::new(product.add(&Scalar::from_bytes_mod_order(e)));
    let s = sum.mul_with::<L::Word>(inverse);
    // −s belongs to −k, and so to −R.
    let high = is_high(&s);
    let recovery = R.is_odd().xor(high).bit() | is_reduced.bit() << 1;
    let s = Scalar::select(high, &s.neg(), &s);
    let refused = r.is_zero().or(s.is_zero());
    (Signature { r: r.to_bytes(), s: s.to_bytes(), recovery: recovery as u8 }, refused.not())
}

/// Many signatures, each as [`sign`] makes it: one by one on a level without lanes, else their points as many at a time as
/// there are lanes. A nonce without a signature gives nothing and disturbs no other.
///
/// Cost: as `mul_base_many` of `engine/weierstrass/point.rs`.
///
/// # Panics
/// If the lengths differ.
pub fn sign_many(
    level: Level,
    keys: &[Scalar],
    nonces: &[Scalar],
    es: &[[u8; 32]],
    out: &mut [Option<Signature>],
) {
    assert!(
        keys.len() == out.len() && nonces.len() == out.len() && es.len() == out.len(),
        "one place a signature"
    );
    let Some(lanes) = level.in_lanes() else {
        for (i, out) in out.iter_mut().enumerate() {
            *out = sign(level, &keys[i], &nonces[i], &es[i]);
        }
        return;
    };
    let n = in_groups(out.len(), level.lanes(), least_leftover_of_base(out.len()));
    let (many, rest) = out.split_at_mut(n);
    for (i, out) in many.chunks_mut(BLOCK).enumerate() {
        let at = BLOCK * i..BLOCK * i + out.len();
        sign_block(lanes, &keys[at.clone()], &nonces[at.clone()], &es[at], out);
    }
    for (i, out) in rest.iter_mut().enumerate() {
        *out = sign(level, &keys[n + i], &nonces[n + i], &es[n + i]);
    }
}

/// At most [`BLOCK`] signatures. Called, so that only blocks take its 24 KB of stack.
#[inline(never)]
fn sign_block(
    lanes: InLanes,
    keys: &[Scalar],
    nonces: &[Scalar],
    es: &[[u8; 32]],
    out: &mut [Option<Signature>],
) {
    let (mut points, mut inverses) = ([Secp256k1Point::BASE; BLOCK], [Scalar::ZERO; BLOCK]);
    let (points, inverses) = (&mut points[..out.len()], &mut inverses[..out.len()]);
    mul_base_many::<Secp256k1>(lanes, nonces, points);
    inverses.copy_from_slice(nonces);
    invert_all(lanes, inverses);
    run(Level::from(lanes), SignBlock { keys, nonces, points, inverses, es, out });
    for inverse in inverses {
        inverse.wipe();
    }
}

/// Signatures, given the points and inverses of their nonces.
struct SignBlock<'a> {
    keys: &'a [Scalar],
    nonces: &'a [Scalar],
    points: &'a [Secp256k1Point],
    inverses: &'a [Scalar],
    es: &'a [[u8; 32]],
    out: &'a mut [Option<Signature>],
}

impl Job for SignBlock<'_> {
    type Out = ();

    #[inline(always)]
    fn one<L: One>(self) {
        for i in 0..self.out.len() {
            let (signature, made) =
                signature::<L>(&self.points[i], &self.inverses[i], &self.keys[i], &self.es[i]);
            let made = made.and(self.nonces[i].is_zero().not());
            self.out[i] = declassify(made, NO_SIGNATURE).then_some(signature);
        }
    }
}

/// P = d·G of many keys; `None` for 0. Constant time but for that.
///
/// Cost: as [`sign_many`].
///
/// # Panics
/// If the lengths differ.
pub fn public_key_many(level: Level, ds: &[Scalar], out: &mut [Option<Secp256k1Point>]) {
    crate::engine::weierstrass::point::mul_base_each::<Secp256k1>(level, ds, out);
}
