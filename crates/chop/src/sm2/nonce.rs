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
use crate::{Secret, rfc6979};
use chop_core::scalar::nsm2::{NSm2, Scalar};
use hmac::Hmac;
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
pub(super) type Deterministic = rfc6979::Nonces<Hmac<sm3::Sm3>, NSm2>;
