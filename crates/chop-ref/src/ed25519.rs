//! RFC 8032, 5.1: keys, signatures, and the facts that verification is decided by.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use crate::field::{from_bytes, to_bytes};
use crate::hash::Hash;
use crate::point::{Point, decode, l};
use num_bigint::BigUint;

/// The three schemes of RFC 8032, 5.1.
///
/// # Panics
/// All functions that take a mode panic if its context has more than 255 bytes, or if the message of Ed25519ph
/// is no digest of 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode<'a> {
    /// Ed25519.
    Pure,
    /// Ed25519ctx with a context, which the RFC says SHOULD NOT be empty.
    Ctx(&'a [u8]),
    /// Ed25519ph with a context. Where a function asks for a message, it gets the 64-byte digest PH(M).
    Ph(&'a [u8]),
}

impl Mode<'_> {
    /// dom2(F, C) of RFC 8032, section 2; empty for pure Ed25519.
    pub fn dom2(self) -> Vec<u8> {
        let (F, C) = match self {
            Mode::Pure => return Vec::new(),
            Mode::Ctx(context) => (0, context),
            Mode::Ph(context) => (1, context),
        };
        let len = u8::try_from(C.len()).expect("a context has at most 255 bytes");
        [&b"SigEd25519 no Ed25519 collisions"[..], &[F, len], C].concat()
    }

    fn check(self, message: &[u8]) {
        let digest = matches!(self, Mode::Ph(_));
        assert!(!digest || message.len() == 64, "the message of Ed25519ph is a 64-byte digest");
    }
}

/// The integer that 32 secret bytes stand for: bits 0, 1, 2 and 255 cleared, bit 254 set.
///
/// RFC 8032, 5.1.5, step 2, and decodeScalar25519 of RFC 7748, section 5.
pub fn clamp(mut bytes: [u8; 32]) -> BigUint {
    bytes[0] &= 248;
    bytes[31] &= 127;
    bytes[31] |= 64;
    from_bytes(&bytes)
}

/// The clamped secret scalar s and the prefix of a seed (RFC 8032, 5.1.5 and 5.1.6, step 1).
pub fn expand_seed(hash: Hash, seed: &[u8; 32]) -> (BigUint, [u8; 32]) {
    let (scalar, prefix) = halves(&hash(&[seed]));
    (clamp(scalar), prefix)
}

/// The public key of a seed: the encoding of \[s\]B.
pub fn public_key(hash: Hash, seed: &[u8; 32]) -> [u8; 32] {
    let (s, _) = expand_seed(hash, seed);
    Point::mul(&s, &Point::base()).encode()
}

/// k = H(dom2 ‖ R ‖ A ‖ M) mod l, of the bytes as they are given.
pub fn challenge(hash: Hash, mode: Mode<'_>, R: &[u8; 32], A: &[u8; 32], message: &[u8]) -> BigUint {
    mode.check(message);
    from_bytes(&hash(&[&mode.dom2(), R, A, message])) % l()
}

/// The signature R ‖ S of a message (RFC 8032, 5.1.6).
pub fn sign(hash: Hash, mode: Mode<'_>, seed: &[u8; 32], message: &[u8]) -> [u8; 64] {
    let (s, prefix) = expand_seed(hash, seed);
    let A = Point::mul(&s, &Point::base()).encode();
    let r = from_bytes(&hash(&[&mode.dom2(), &prefix, message])) % l();
    let R = Point::mul(&r, &Point::base()).encode();
    let k = challenge(hash, mode, &R, &A, message);
    let S = (r + k * s) % l();
    [R, to_bytes(&S)].concat().try_into().expect("R and S have 32 bytes each")
}

/// What can be said about one signature under one key, each fact without regard to the others.
///
/// Q below is \[S\]B − \[k\]A, with S the 256-bit integer as it was read and k reduced mod l. Where A does not
/// decode there is no Q, and where R does not decode there is nothing to compare it to: those facts are false.
/// The facts "small order" and "minus zero" of a point that does not decode are false too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// S < l.
    pub s_canonical: bool,
    /// The top three bits of byte 63 of the signature are 0, so S < 2^253.
    pub s_top_bits_clear: bool,
    /// A is a point of the curve, its y taken mod p.
    pub a_decodes: bool,
    /// The y of A is below p.
    pub a_y_reduced: bool,
    /// A has x = 0 and sign bit 1.
    pub a_minus_zero: bool,
    /// \[8\]A = identity.
    pub a_small_order: bool,
    /// R is a point of the curve, its y taken mod p.
    pub r_decodes: bool,
    /// The y of R is below p.
    pub r_y_reduced: bool,
    /// R has x = 0 and sign bit 1.
    pub r_minus_zero: bool,
    /// \[8\]R = identity.
    pub r_small_order: bool,
    /// The canonical encoding of Q is R byte for byte.
    pub bytes_equal: bool,
    /// Q = R.
    pub points_equal: bool,
    /// \[8\](Q − R) = identity, the 8 applied to the point.
    pub cofactored_equal: bool,
}

/// All facts about a signature; every signature and every key has them.
pub fn facts(hash: Hash, mode: Mode<'_>, public: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> Facts {
    let (R_bytes, S_bytes) = halves(signature);
    let S = from_bytes(&S_bytes);
    let k = challenge(hash, mode, &R_bytes, public, message);
    let (a, r) = (decode(public), decode(&R_bytes));

    let Q = a.point.as_ref().map(|A| Point::mul(&S, &Point::base()).add(&Point::mul(&k, A).neg()));
    let both = Q.as_ref().zip(r.point.as_ref());

    Facts {
        s_canonical: S < *l(),
        s_top_bits_clear: signature[63] & 0b1110_0000 == 0,
        a_decodes: a.point.is_some(),
        a_y_reduced: a.y_reduced,
        a_minus_zero: a.minus_zero,
        a_small_order: a.point.as_ref().is_some_and(Point::is_small_order),
        r_decodes: r.point.is_some(),
        r_y_reduced: r.y_reduced,
        r_minus_zero: r.minus_zero,
        r_small_order: r.point.as_ref().is_some_and(Point::is_small_order),
        bytes_equal: Q.as_ref().is_some_and(|Q| Q.encode() == R_bytes),
        points_equal: both.is_some_and(|(Q, R)| Q == R),
        cofactored_equal: both.is_some_and(|(Q, R)| Q.add(&R.neg()).is_small_order()),
    }
}

fn halves(bytes: &[u8; 64]) -> ([u8; 32], [u8; 32]) {
    let half = |range: std::ops::Range<usize>| bytes[range].try_into().expect("a half has 32 bytes");
    (half(0..32), half(32..64))
}
