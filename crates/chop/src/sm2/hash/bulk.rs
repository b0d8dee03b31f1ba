//! SM3 of many messages: two per lane where the level has lanes.

use super::digest_into;
use crate::level;
use chop_core::cpu::InLanes;
use chop_core::ct;
use chop_core::engine::hash::sm3_many;
use chop_core::lanes::MOST_LANES;

/// Digests of many messages, each of up to N parts.
///
/// On a level with lanes two per lane, but for long ones; elsewhere one after the other. Constant time in the
/// contents.
pub(in crate::sm2) fn digest_many<'a, const N: usize>(
    message: impl Fn(usize) -> [&'a [u8]; N],
    digests: &mut [[u8; 32]],
) {
    let Some(lanes) = level::current().in_lanes() else {
        for (i, out) in digests.iter_mut().enumerate() {
            digest_into(&message(i), out);
        }
        return;
    };
    let (mut places, mut n) = ([0; TOGETHER], 0);
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
        if n == TOGETHER {
            digest_some(lanes, &message, &places, digests);
            n = 0;
        }
    }
    match n {
        0 => {}
        1 => digest_into(&message(places[0]), &mut digests[places[0]]),
        _ => digest_some(lanes, &message, &places[..n], digests),
    }
}

/// Messages that are given to the lanes at a time: two per lane where there are the most.
const TOGETHER: usize = 2 * MOST_LANES;

/// Messages from this length on are hashed alone: in lanes the others would wait for them.
const LONG: usize = 1024;

/// The digests of at most [`TOGETHER`] messages, at their places.
fn digest_some<'a, const N: usize>(
    lanes: InLanes,
    message: impl Fn(usize) -> [&'a [u8]; N],
    places: &[usize],
    digests: &mut [[u8; 32]],
) {
    let mut parts = [[&[][..]; N]; TOGETHER];
    for (parts, place) in parts.iter_mut().zip(places) {
        *parts = message(*place);
    }
    let (mut found, n) = ([[0; 32]; TOGETHER], places.len());
    sm3_many(lanes, &parts.each_ref().map(|parts| &parts[..])[..n], &mut found[..n]);
    for (place, digest) in places.iter().zip(&found) {
        digests[*place] = *digest;
    }
    ct::wipe(found.as_flattened_mut());
}
