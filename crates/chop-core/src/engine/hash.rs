//! SHA-512 and SM3 of many messages, on levels with lanes.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::{InLanes, Level};
use crate::ct::Wiped;
use crate::hash::{sha512, sm3};
use crate::lanes::{Lanes, MOST_LANES, PerHalf, PerLane};
use crate::run::{Wide, WideJob, run_wide};

/// The digests of many messages, each the concatenation of its parts. A message may be empty, and one
/// without parts is.
///
/// Constant time in the contents; the lengths are public. Blocks and chaining values are wiped; digests
/// are the caller's to wipe if they are secret.
///
/// Cost: for each group a compression of all lanes for every block of its longest message.
///
/// # Panics
/// If the lengths differ.
pub fn sha512_many(lanes: InLanes, messages: &[&[&[u8]]], digests: &mut [[u8; 64]]) {
    assert_eq!(messages.len(), digests.len(), "one place a message");
    let group = Level::from(lanes).lanes();
    for (messages, digests) in messages.chunks(group).zip(digests.chunks_mut(group)) {
        let (mut all, mut found) = ([&[][..]; MOST_LANES], Wiped::new([[0; 64]; MOST_LANES]));
        all[..messages.len()].copy_from_slice(messages);
        run_wide(lanes, Sha512 { messages: &all, digests: &mut found });
        digests.copy_from_slice(&found[..digests.len()]);
    }
}

/// A message per lane.
struct Sha512<'a> {
    messages: &'a [&'a [&'a [u8]]; MOST_LANES],
    digests: &'a mut [[u8; 64]; MOST_LANES],
}

impl WideJob for Sha512<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let mut messages = PerLane::<L::Words, &[&[u8]]>::splat(&[]);
        for lane in 0..L::LANES {
            messages[lane] = self.messages[lane];
        }
        sha512::digest_lanes::<L::Words>(&messages, self.digests);
    }
}

/// The SM3 digests of many messages, as [`sha512_many`] gives those of SHA-512: two messages per lane.
///
/// Cost: for each two groups a compression of both for every block of their longest message.
///
/// # Panics
/// If the lengths differ.
pub fn sm3_many(lanes: InLanes, messages: &[&[&[u8]]], digests: &mut [[u8; 32]]) {
    assert_eq!(messages.len(), digests.len(), "one place a message");
    let group = 2 * Level::from(lanes).lanes();
    for (messages, digests) in messages.chunks(group).zip(digests.chunks_mut(group)) {
        let (mut all, mut found) = ([&[][..]; 2 * MOST_LANES], Wiped::new([[0; 32]; 2 * MOST_LANES]));
        all[..messages.len()].copy_from_slice(messages);
        run_wide(lanes, Sm3 { messages: &all, digests: &mut found });
        digests.copy_from_slice(&found[..digests.len()]);
    }
}

/// Two messages per lane.
struct Sm3<'a> {
    messages: &'a [&'a [&'a [u8]]; 2 * MOST_LANES],
    digests: &'a mut [[u8; 32]; 2 * MOST_LANES],
}

impl WideJob for Sm3<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        let mut messages = PerHalf::<L::Words, &[&[u8]]>::splat(&[]);
        for i in 0..2 * L::LANES {
            messages[i] = self.messages[i];
        }
        sm3::digest_lanes::<sm3::Halves<L::Words>>(&messages, self.digests);
    }
}
