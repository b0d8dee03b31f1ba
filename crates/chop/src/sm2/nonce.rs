//! Nonces: the one number that a signature must never share with another.
//!
//! | kind          | k                                                                                     |
//! |---------------|---------------------------------------------------------------------------------------|
//! | hedged        | 512 bits of SM3(d ‖ randomness ‖ e ‖ label ‖ attempt ‖ 0 or 1), modulo n                   |
//! | deterministic | RFC 6979 with HMAC-SM3, h1 = e                                                        |
//!
//! Hedged: a fault or a power trace of one signature says nothing about the next, and with bad randomness
//! k is still a secret function of key and digest. 512 bits modulo n are uniform but for 2^-256.

use super::hash::{Sm3State, finish_into};
use crate::Secret;
use chop_core::ct::{self, declassify};
use chop_core::scalar::nsm2::Scalar;
use hmac::{Hmac, KeyInit, Mac};
use sm3::Digest as _;

/// The label that separates nonces of signatures from all else that is hashed.
pub(super) const SIGNATURE: &[u8] = b"chop SM2 nonce";

/// Nonces from a hash, one after the other.
pub(super) struct Hedged {
    /// SM3 of what all attempts have in common.
    common: Sm3State,
    attempt: u8,
}

impl Hedged {
    /// Nonces of nothing yet.
    pub(super) fn new() -> Hedged {
        Hedged { common: Sm3State::new(), attempt: 0 }
    }

    /// Nonces for a signature. Key and randomness fill a block of SM3, and all the rest another one.
    pub(super) fn start_signature(&mut self, d: &Secret<32>, randomness: &[u8; 32], e: &[u8; 32]) {
        self.start(&[d.as_bytes(), randomness, e, SIGNATURE]);
    }

    /// Nonces from a hash of these parts.
    pub(super) fn start(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.common.update(part);
        }
    }

    /// The next nonce, into its place.
    pub(super) fn next(&mut self, nonce: &mut Scalar) {
        let mut wide = Secret::zeros();
        for (half, digest) in (0..).zip(wide.as_mut_bytes().as_chunks_mut::<32>().0) {
            let mut state = self.common.clone();
            state.update([self.attempt, half]);
            finish_into(&mut state, digest);
        }
        self.attempt = self.attempt.wrapping_add(1);
        *nonce = Scalar::from_bytes_wide(wide.as_bytes());
    }
}

/// The nonces of RFC 6979, section 3.2, with HMAC-SM3, one after the other.
pub(super) struct Deterministic {
    key: Secret<32>,
    value: Secret<32>,
}

impl Deterministic {
    /// Nonces of nothing yet.
    pub(super) fn new() -> Deterministic {
        Deterministic { key: Secret::new(&[0; 32]), value: Secret::new(&[1; 32]) }
    }

    /// Nonces for the signature of e by d.
    pub(super) fn start(&mut self, d: &Secret<32>, e: &[u8; 32]) {
        let e = Scalar::from_bytes_mod_order(e).to_bytes();
        self.update(&[&[0], d.as_bytes(), &e]);
        self.update(&[&[1], d.as_bytes(), &e]);
    }

    /// The next nonce, into its place.
    pub(super) fn next(&mut self, nonce: &mut Scalar) {
        loop {
            self.set_value();
            let canonical;
            (*nonce, canonical) = Scalar::from_canonical_bytes(self.value.as_bytes());
            self.update(&[&[0]]);
            // One in 2^32 is refused, and nothing was made with it.
            if declassify(canonical.and(nonce.is_zero().not()), "a refused nonce is never used") {
                return;
            }
        }
    }

    /// K = HMAC_K(V ‖ parts), V = HMAC_K(V).
    fn update(&mut self, parts: &[&[u8]]) {
        let mut mac = self.mac(parts);
        self.key.as_mut_bytes().copy_from_slice(&mac);
        ct::wipe(&mut mac);
        self.set_value();
    }

    /// V = HMAC_K(V).
    fn set_value(&mut self) {
        let mut mac = self.mac(&[]);
        self.value.as_mut_bytes().copy_from_slice(&mac);
        ct::wipe(&mut mac);
    }

    /// HMAC_K(V ‖ parts), to be wiped.
    fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        // A key of a whole block: HMAC fills shorter ones with zeros.
        let mut key = Secret::<64>::zeros();
        key.as_mut_bytes()[..32].copy_from_slice(self.key.as_bytes());
        let mut mac = Hmac::<sm3::Sm3>::new(key.as_bytes().into());
        mac.update(self.value.as_bytes());
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}
