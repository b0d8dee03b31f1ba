//! The nonces of RFC 6979, section 3.2: a secret function of the key and the digest.

use crate::Secret;
use chop_core::ct::{self, declassify};
use chop_core::scalar::modulus::{Modulus, Scalar};
use core::marker::PhantomData;
use hmac::{KeyInit, Mac};

/// Nonces modulo the order M, one after the other, by HMAC with a hash of 32 bytes and blocks of 64.
pub(crate) struct Nonces<H, M> {
    key: Secret<32>,
    value: Secret<32>,
    kind: PhantomData<(H, M)>,
}

impl<H: Mac + KeyInit, M: Modulus> Nonces<H, M> {
    /// Nonces of nothing yet.
    pub(crate) fn new() -> Nonces<H, M> {
        Nonces { key: Secret::new(&[0; 32]), value: Secret::new(&[1; 32]), kind: PhantomData }
    }

    /// Nonces for the signature of e by d, and what is added to both (section 3.6): nothing, or randomness.
    pub(crate) fn start(&mut self, d: &Secret<32>, e: &[u8; 32], added: &[u8]) {
        let e = Scalar::<M>::from_bytes_mod_order(e).to_bytes();
        self.update(&[&[0], d.as_bytes(), &e, added]);
        self.update(&[&[1], d.as_bytes(), &e, added]);
    }

    /// The next nonce, into its place.
    pub(crate) fn next(&mut self, nonce: &mut Scalar<M>) {
        loop {
            self.set_value();
            let canonical;
            (*nonce, canonical) = Scalar::from_canonical_bytes(self.value.as_bytes());
            self.update(&[&[0]]);
            // One in 2^32 or fewer is refused, and nothing was made with it.
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
        let Ok(mut mac) = H::new_from_slice(key.as_bytes()) else {
            unreachable!("HMAC takes keys of any length")
        };
        mac.update(self.value.as_bytes());
        for part in parts {
            mac.update(part);
        }
        let mut bytes = [0; 32];
        bytes.copy_from_slice(&mac.finalize().into_bytes());
        bytes
    }
}
