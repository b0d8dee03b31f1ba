//! The public half of a private key, where both are blocks of one text with PEM.
//!
//! | block                 | has the public key of the private one                                     |
//! |-----------------------|---------------------------------------------------------------------------|
//! | public key            | always                                                                    |
//! | request (`x509`)      | always                                                                    |
//! | certificate (`x509`)  | one of those whose keys are read: the others are of its chain             |

use super::{PublicKey, blocks, halves_agree};
use crate::Error;
use alloc::vec::Vec;

/// Refuses a text in which the public half of the private key with the public key `key` is another's.
///
/// # Errors
/// [`Error::PublicKeyMismatch`].
pub(super) fn check(text: &str, key: &PublicKey) -> Result<(), Error> {
    let (certificates, halves): (Vec<_>, Vec<_>) =
        blocks::public(text).partition(|(label, _)| label.ends_with("CERTIFICATE"));
    let certified: Vec<PublicKey> =
        certificates.iter().filter_map(|(_, certificate)| certified(certificate)).collect();
    let is_own = |read: &PublicKey| {
        read.algorithm() == key.algorithm() && halves_agree(&read.to_bytes(), &key.to_bytes())
    };
    let agree = halves
        .iter()
        .all(|(label, block)| half(label, block).is_none_or(|half| half.is_ok_and(|half| is_own(&half))));
    if agree && (certified.is_empty() || certified.iter().any(is_own)) {
        Ok(())
    } else {
        Err(Error::PublicKeyMismatch)
    }
}

/// The key in a block with a public key or in a request for a certificate; `None` where requests are not read.
fn half(label: &str, block: &str) -> Option<Result<PublicKey, Error>> {
    if label.ends_with("CERTIFICATE REQUEST") {
        #[cfg(feature = "x509")]
        return Some(super::CertificateRequest::from_pem(block).and_then(|request| request.public_key()));
        #[cfg(not(feature = "x509"))]
        return None;
    }
    Some(PublicKey::from_pem(block))
}

/// The key of a certificate; `None` if it is not read.
#[cfg_attr(not(feature = "x509"), expect(unused_variables))]
fn certified(certificate: &str) -> Option<PublicKey> {
    #[cfg(feature = "x509")]
    return super::Certificate::from_pem(certificate).ok()?.public_key().ok();
    #[cfg(not(feature = "x509"))]
    None
}
