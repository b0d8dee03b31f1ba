//! Hashes of many messages, on levels with lanes.

#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use crate::cpu::{InLanes, Level};
use crate::ct::Wiped;
use crate::hash::{self, Hash, Integer, Sha512, Sm3, Word};
use crate::lanes::{Lanes, MOST_LANES};
use crate::run::{Wide, WideJob, run_wide};

/// The digests of many messages, each the concatenation of its parts. A message may be empty, and one
/// without parts is.
///
/// Constant time in the contents; the lengths are public. Blocks and chaining values are wiped; digests
/// are the caller's to wipe if they are secret.
///
/// Cost: [`Word::MESSAGES`] messages at a time, a compression for every block of the longest of them.
///
/// # Panics
/// If the lengths differ.
pub fn sha512_many(lanes: InLanes, messages: &[&[&[u8]]], digests: &mut [[u8; 64]]) {
    many::<Sha512>(lanes, messages, digests);
}

/// The SM3 digests of many messages, as [`sha512_many`] gives those of SHA-512.
///
/// # Panics
/// If the lengths differ.
pub fn sm3_many(lanes: InLanes, messages: &[&[&[u8]]], digests: &mut [[u8; 32]]) {
    many::<Sm3>(lanes, messages, digests);
}

/// As many messages at a time as there are places for; in places that are left, empty ones. Called with each hash in this
/// crate, so that each kernel is compiled here.
fn many<H: Hash>(lanes: InLanes, messages: &[&[&[u8]]], digests: &mut [Digest<H>]) {
    assert_eq!(messages.len(), digests.len(), "one place a message");
    let group = Level::from(lanes).lanes() * PER_LANE / size_of::<H::Integer>();
    for (messages, digests) in messages.chunks(group).zip(digests.chunks_mut(group)) {
        let (mut all, mut found) = ([&[][..]; MOST], Wiped::new([Lanes::splat(0); MOST]));
        all[..messages.len()].copy_from_slice(messages);
        run_wide(lanes, Group::<H> { messages: &all, digests: &mut found });
        digests.copy_from_slice(&found[..digests.len()]);
    }
}

/// The digest of one message.
type Digest<H> = <<H as Hash>::Integer as Integer>::Digest;

/// Bytes of integers in a lane.
const PER_LANE: usize = size_of::<u64>();
/// The most messages that there are places for.
const MOST: usize = MOST_LANES * PER_LANE / size_of::<u32>();

/// As many messages as there are places for, and more.
struct Group<'a, H: Hash> {
    messages: &'a [&'a [&'a [u8]]; MOST],
    digests: &'a mut [Digest<H>; MOST],
}

impl<H: Hash> WideJob for Group<'_, H> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        hash_group::<H, <H::Integer as Integer>::InLanes<L::Words>>(self.messages, self.digests);
    }
}

#[inline(always)]
fn hash_group<H: Hash, W: Word<Integer = H::Integer>>(
    messages: &[&[&[u8]]; MOST],
    digests: &mut [Digest<H>; MOST],
) {
    let mut group = W::Messages::<&[&[u8]]>::splat(&[]);
    for i in 0..W::MESSAGES {
        group[i] = messages[i];
    }
    hash::digest_lanes::<H, W>(&group, digests);
}
