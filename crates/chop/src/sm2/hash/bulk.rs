//! SM3 of many messages: sixteen at a time where the level has lanes.

use super::digest_into;
use crate::level;
use chop_core::cpu::InLanes;
use chop_core::ct;
use chop_core::engine::hash::sm3_x16;

/// Digests of many messages, each of up to N parts.
///
/// On a level with lanes sixteen at a time, but for long ones; elsewhere one after the other. Constant time in the
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
const LONG: usize = 1024;

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
