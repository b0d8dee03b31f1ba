//! SM3 (GB/T 32905) of messages in parts: of one by the crate `sm3`, of many in lanes.

#[cfg(feature = "alloc")]
pub(super) mod bulk;

use sm3::Digest as _;

/// A running SM3.
pub(super) type Sm3State = sm3::Sm3;

/// SM3 of the concatenation of `parts`.
pub(super) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut found = [0; 32];
    digest_into(parts, &mut found);
    found
}

/// As [`digest`], into its place.
pub(super) fn digest_into(parts: &[&[u8]], digest: &mut [u8; 32]) {
    let mut state = Sm3State::new();
    for part in parts {
        state.update(part);
    }
    finish_into(&mut state, digest);
}

/// The digest of secrets, into its place. The state stays where it is, to be wiped when it is dropped, and is of no more
/// use.
pub(super) fn finish_into(state: &mut Sm3State, digest: &mut [u8; 32]) {
    state.finalize_into_reset(digest.into());
}
