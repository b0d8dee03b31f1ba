//! SM3 (GB/T 32905) of messages in parts, by the crate `sm3`.

use crate::Secret;
use chop_core::ct;
use sm3::Digest as _;

/// A running SM3.
pub(super) type Sm3State = sm3::Sm3;

/// SM3 of the concatenation of `parts`.
pub(super) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut state = Sm3State::new();
    for part in parts {
        state.update(part);
    }
    state.finalize().into()
}

/// As [`digest`], of secrets.
pub(super) fn secret_digest(state: Sm3State) -> Secret<32> {
    let mut digest: [u8; 32] = state.finalize().into();
    let secret = Secret::new(&digest);
    ct::wipe(&mut digest);
    secret
}
