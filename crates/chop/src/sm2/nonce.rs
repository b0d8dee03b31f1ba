//! Nonces: the one number that a signature must never share with another.
//!
//! | kind          | k                                                                                     |
//! |---------------|---------------------------------------------------------------------------------------|
//! | hedged        | 512 bits of SM3(d ‖ randomness ‖ e ‖ label ‖ attempt ‖ 0 or 1), modulo n                   |
//! | deterministic | RFC 6979 with HMAC-SM3, h1 = e                                                        |
//!
//! Hedged: a fault or a power trace of one signature says nothing about the next, and with bad randomness
//! k is still a secret function of key and digest. 512 bits modulo n are uniform but for 2^-256.

use super::sm3::{Sm3State, secret_digest};
use crate::Secret;
use chop_core::ct::declassify;
use chop_core::scalar::nsm2::Scalar;
use hmac::{Hmac, KeyInit, Mac};
use sm3::Digest as _;

/// What tells a nonce of a signature from all else that is hashed.
const SIGNATURE: &[u8] = b"chop SM2 nonce";
/// Nonces that are hashed together: what fills the lanes of a hash.
#[cfg(feature = "alloc")]
const GROUP: usize = 8;

/// Nonces from a hash, one after the other.
pub(super) struct Hedged {
    /// SM3 of what all attempts have in common.
    common: Sm3State,
    attempt: u8,
}

impl Hedged {
    /// Nonces for a signature. Key and randomness fill a block of SM3, and all the rest another one.
    pub(super) fn for_signature(d: &Secret<32>, randomness: &[u8; 32], e: &[u8; 32]) -> Hedged {
        Hedged::new(&[d.as_bytes(), randomness, e, SIGNATURE])
    }

    /// The first of the nonces of many signatures, given d, randomness and e of each.
    #[cfg(feature = "alloc")]
    pub(super) fn first_of_many<'a>(
        of: impl Fn(usize) -> (&'a [u8; 32], &'a [u8; 32], &'a [u8; 32]),
        nonces: &mut [Scalar],
    ) {
        for (group, nonces) in nonces.chunks_mut(GROUP).enumerate() {
            // Both halves of a nonce, one after the other.
            let mut halves = [[0; 32]; 2 * GROUP];
            let used = &mut halves[..2 * nonces.len()];
            let parts = |i: usize| -> [&[u8]; 5] {
                let (d, randomness, e) = of(GROUP * group + i / 2);
                [d, randomness, e, SIGNATURE, if i.is_multiple_of(2) { &[0, 0] } else { &[0, 1] }]
            };
            super::sm3::digest_many(parts, used);
            for (nonce, halves) in nonces.iter_mut().zip(used.as_chunks::<2>().0) {
                let mut wide = Secret::new(&[0; 64]);
                wide.as_mut_bytes().copy_from_slice(halves.as_flattened());
                *nonce = Scalar::from_bytes_wide(wide.as_bytes());
            }
            chop_core::ct::wipe(halves.as_flattened_mut());
        }
    }

    /// Nonces for a ciphertext, from secret randomness.
    #[cfg(feature = "alloc")]
    pub(super) fn for_ciphertext(randomness: &[u8; 32], key: &[u8; 65], message: &[u8]) -> Hedged {
        Hedged::new(&[randomness, key, b"chop SM2 encryption", message])
    }

    fn new(parts: &[&[u8]]) -> Hedged {
        let mut common = Sm3State::new();
        for part in parts {
            common.update(part);
        }
        Hedged { common, attempt: 0 }
    }

    /// The next nonce.
    pub(super) fn next(&mut self) -> Scalar {
        let mut wide = Secret::new(&[0; 64]);
        for half in 0..2 {
            let mut state = self.common.clone();
            state.update([self.attempt, half]);
            let at = 32 * usize::from(half);
            wide.as_mut_bytes()[at..at + 32].copy_from_slice(secret_digest(state).as_bytes());
        }
        self.attempt = self.attempt.wrapping_add(1);
        Scalar::from_bytes_wide(wide.as_bytes())
    }
}

/// The nonces of RFC 6979, section 3.2, with HMAC-SM3, one after the other.
pub(super) struct Deterministic {
    key: Secret<32>,
    value: Secret<32>,
}

impl Deterministic {
    pub(super) fn new(d: &Secret<32>, e: &[u8; 32]) -> Deterministic {
        let e = Scalar::from_bytes_mod_order(e).to_bytes();
        let mut generator = Deterministic { key: Secret::new(&[0; 32]), value: Secret::new(&[1; 32]) };
        generator.update(&[&[0], d.as_bytes(), &e]);
        generator.update(&[&[1], d.as_bytes(), &e]);
        generator
    }

    /// The next nonce.
    pub(super) fn next(&mut self) -> Scalar {
        loop {
            self.value = self.mac(&[]);
            let (k, canonical) = Scalar::from_canonical_bytes(self.value.as_bytes());
            self.update(&[&[0]]);
            // One in 2^32 is refused, and nothing was made with it.
            if declassify(canonical.and(k.is_zero().not()), "a refused nonce is never used") {
                return k;
            }
        }
    }

    /// K = HMAC_K(V ‖ parts), V = HMAC_K(V).
    fn update(&mut self, parts: &[&[u8]]) {
        self.key = self.mac(parts);
        self.value = self.mac(&[]);
    }

    /// HMAC_K(V ‖ parts).
    fn mac(&self, parts: &[&[u8]]) -> Secret<32> {
        // A key of a whole block: HMAC fills shorter ones with zeros.
        let mut key = Secret::new(&[0; 64]);
        key.as_mut_bytes()[..32].copy_from_slice(self.key.as_bytes());
        let mut mac = Hmac::<sm3::Sm3>::new(key.as_bytes().into());
        mac.update(self.value.as_bytes());
        for part in parts {
            mac.update(part);
        }
        let mut bytes: [u8; 32] = mac.finalize().into_bytes().into();
        let secret = Secret::new(&bytes);
        chop_core::ct::wipe(&mut bytes);
        secret
    }
}
