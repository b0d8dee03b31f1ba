//! The nonces of RFC 6979, section 3.2: a secret function of the key and the digest.

use crate::Secret;
use chop_core::ct::{self, declassify};
use chop_core::scalar::modulus::{Modulus, Scalar};
use core::marker::PhantomData;
use hmac::{KeyInit, Mac};

/// Nonces modulo the order M, one after the other, by HMAC with a hash of 32 bytes and blocks of 64.
///
/// HMAC under K is kept as it is before its message: two blocks of the hash for each K and not for each use of it.
pub(crate) struct Nonces<H, M> {
    /// HMAC_K.
    keyed: H,
    /// V.
    value: Secret<32>,
    /// Whether a nonce was made of V, so that K and V change before the next one.
    used: bool,
    order: PhantomData<M>,
}

impl<H: Mac + KeyInit + Clone, M: Modulus> Nonces<H, M> {
    /// Nonces of nothing yet.
    pub(crate) fn new() -> Nonces<H, M> {
        Nonces { keyed: keyed(&[0; 32]), value: Secret::new(&[1; 32]), used: false, order: PhantomData }
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
            if self.used {
                self.update(&[&[0]]);
            }
            self.set_value();
            self.used = true;
            let canonical;
            (*nonce, canonical) = Scalar::from_canonical_bytes(self.value.as_bytes());
            // One in 2^32 or fewer is refused, and nothing was made with it.
            if declassify(canonical.and(nonce.is_zero().not()), "a refused nonce is never used") {
                return;
            }
        }
    }

    /// K = HMAC_K(V ‖ parts), V = HMAC_K(V).
    fn update(&mut self, parts: &[&[u8]]) {
        let mut mac = self.mac(parts);
        self.keyed = keyed(&mac);
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
        let mut mac = self.keyed.clone();
        mac.update(self.value.as_bytes());
        for part in parts {
            mac.update(part);
        }
        let mut bytes = [0; 32];
        bytes.copy_from_slice(&mac.finalize().into_bytes());
        bytes
    }
}

/// HMAC under K.
fn keyed<H: KeyInit>(key: &[u8; 32]) -> H {
    // A key of a whole block: HMAC fills shorter ones with zeros.
    let mut block = Secret::<64>::zeros();
    block.as_mut_bytes()[..32].copy_from_slice(key);
    let Ok(keyed) = H::new_from_slice(block.as_bytes()) else {
        unreachable!("HMAC takes keys of any length")
    };
    keyed
}

#[cfg(all(test, feature = "secp256k1"))]
mod tests {
    use super::*;
    use chop_core::scalar::nsecp256k1::NSecp256k1;
    use hmac::Hmac;
    use sha2::Sha256;

    fn mac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The steps of section 3.2, one by one; a nonce that is not wanted is followed by the steps of 3.2.h.3.
    #[test]
    fn nonces_after_the_first_are_those_of_the_standard() {
        for added in [&[][..], &[3; 32]] {
            let (d, e) = ([9; 32], [5; 32]);
            let (mut k, mut v) = ([0; 32], [1; 32]);
            for step in [0, 1] {
                k = mac(&k, &[&v, &[step], &d, &e, added]);
                v = mac(&k, &[&v]);
            }
            let mut nonces = Nonces::<Hmac<Sha256>, NSecp256k1>::new();
            nonces.start(&Secret::new(&d), &e, added);
            for _ in 0..4 {
                v = mac(&k, &[&v]);
                let mut nonce = Scalar::ZERO;
                nonces.next(&mut nonce);
                assert_eq!(nonce.to_bytes(), v);
                k = mac(&k, &[&v, &[0]]);
                v = mac(&k, &[&v]);
            }
        }
    }
}
