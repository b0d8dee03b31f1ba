//! SM3 (GB/T 32905) of messages in parts: of one by the crate `sm3`, of many in lanes.

#[cfg(feature = "alloc")]
use crate::level;
#[cfg(feature = "alloc")]
use chop_core::cpu::InLanes;
#[cfg(feature = "alloc")]
use chop_core::ct;
#[cfg(feature = "alloc")]
use chop_core::engine::hash::sm3_x16;
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

/// Digests of many messages, each of up to N parts.
///
/// On a level with lanes sixteen at a time, but for long ones; elsewhere one after the other. Constant time in the
/// contents.
#[cfg(feature = "alloc")]
pub(super) fn digest_many<'a, const N: usize>(
    message: impl Fn(usize) -> [&'a [u8]; N],
    digests: &mut [[u8; 32]],
) {
    let Some(lanes) = level::current().in_lanes() else {
        for (i, out) in digests.iter_mut().enumerate() {
            digest_into(&message(i), out);
        }
        return;
    };
    let (mut places, mut n) = ([0; 16], 0);
    let length = digests.len();
    for i in 0..length {
        let parts = message(i);
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        if bytes > LONG {
            digest_into(&parts, &mut digests[i]);
            continue;
        }
        places[n] = i;
        n += 1;
        if n == 16 {
            digest_sixteen(lanes, &message, &places, digests);
            n = 0;
        }
    }
    match n {
        0 => {}
        1 => digest_into(&message(places[0]), &mut digests[places[0]]),
        // The last of them in the lanes that are left.
        _ => {
            let last = places[n - 1];
            places[n..].fill(last);
            digest_sixteen(lanes, &message, &places, digests);
        }
    }
}

/// Messages from this length on are hashed alone: in lanes the others would wait for them.
#[cfg(feature = "alloc")]
const LONG: usize = 1024;

#[cfg(feature = "alloc")]
fn digest_sixteen<'a, const N: usize>(
    lanes: InLanes,
    message: impl Fn(usize) -> [&'a [u8]; N],
    places: &[usize; 16],
    digests: &mut [[u8; 32]],
) {
    let parts = places.map(message);
    let mut found = [[0; 32]; 16];
    sm3_x16(lanes, &parts.each_ref().map(|parts| &parts[..]), &mut found);
    for (place, digest) in places.iter().zip(&found) {
        digests[*place] = *digest;
    }
    ct::wipe(found.as_flattened_mut());
}
