//! Hashes of many messages: SHA-512 of a group at a time where the level has lanes.
//!
//! Constant time in the contents; which messages share a group depends on their lengths, which are public.

use super::{Hash, Sha512};
use crate::ed25519::mode::{Dom, Mode, Pure};
use crate::level::{self, Level};
use chop_core::{cpu::InLanes, ct, engine, hash, lanes::MOST_LANES};
use core::cmp::Reverse;

/// How many messages are hashed at a time: enough for groups of equal length, little enough for the stack.
pub(in crate::ed25519) const CHUNK: usize = 64;

/// The cost of a compression of all lanes, in blocks of the crate `sha2`. Lanes are used where they
/// cost less than their messages one by one.
///
/// Measured on a Xeon with AVX-512 (Cascade Lake, rustc 1.95): 1.4 for long messages; 2 for messages of
/// one block, where starting and ending weigh most.
const GROUP: u64 = 2;

/// A message in parts, hashed as if concatenated: dom2 or nothing, and three more. Any may be empty.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    dom: Dom<'a>,
    rest: [&'a [u8]; 3],
}

impl<'a> Parts<'a> {
    pub(in crate::ed25519) fn new(dom: Dom<'a>, rest: [&'a [u8]; 3]) -> Parts<'a> {
        Parts { dom, rest }
    }

    /// The message in slices, to be hashed one after the other.
    pub(in crate::ed25519) fn slices(&self) -> [&[u8]; 6] {
        let ([a, b, c], [d, e, f]) = (self.dom.parts(), self.rest);
        [a, b, c, d, e, f]
    }

    fn blocks(&self) -> u64 {
        hash::blocks::<hash::Sha512>(self.slices().iter().map(|part| part.len() as u64).sum())
    }
}

/// Hashes `n` messages, number i of which is `message(i)`, and gives each digest with its number to
/// `take`, in order. Digests are on the stack, [`CHUNK`] at a time, and wiped.
pub(in crate::ed25519) fn for_each_digest<'a, H: Hash>(
    n: usize,
    message: impl Fn(usize) -> Parts<'a>,
    mut take: impl FnMut(usize, &[u8; 64]),
) {
    for_each_chunk::<H>(n, message, |start, digests| {
        for (i, digest) in digests.iter().enumerate() {
            take(start + i, digest);
        }
    });
}

/// As [`for_each_digest`], for up to [`CHUNK`] digests at a time and the number of the first of them.
pub(in crate::ed25519) fn for_each_chunk<'a, H: Hash>(
    n: usize,
    message: impl Fn(usize) -> Parts<'a>,
    mut take: impl FnMut(usize, &[[u8; 64]]),
) {
    let mut digests = [[0; 64]; CHUNK];
    for start in (0..n).step_by(CHUNK) {
        let digests = &mut digests[..(n - start).min(CHUNK)];
        H::digest_many(|i| message(start + i), digests);
        take(start, digests);
    }
    ct::wipe(&mut digests);
}

/// As [`for_each_chunk`], where messages or what is made of their digests is secret: the stack is wiped of both.
pub(in crate::ed25519) fn for_each_secret_chunk<'a, H: Hash>(
    n: usize,
    message: impl Fn(usize) -> Parts<'a>,
    take: impl FnMut(usize, &[[u8; 64]]),
) {
    level::on_wiped_stack::<BULK, BULK, _>(|| for_each_chunk::<H>(n, message, take));
}

/// Words of the stack that hashing many messages uses, and what is made of their digests: the most that any level does.
const BULK: usize = 2048;

pub(super) fn one_by_one<'a, H: Hash>(message: impl Fn(usize) -> Parts<'a>, digests: &mut [[u8; 64]]) {
    for (i, digest) in digests.iter_mut().enumerate() {
        H::digest_into(&message(i).slices(), digest);
    }
}

pub(super) fn sha512<'a>(level: Level, message: impl Fn(usize) -> Parts<'a>, digests: &mut [[u8; 64]]) {
    let Some(lanes) = level.in_lanes() else {
        return one_by_one::<Sha512>(message, digests);
    };
    for (n, digests) in digests.chunks_mut(CHUNK).enumerate() {
        by_groups(lanes, |i| message(n * CHUNK + i), digests);
    }
}

/// The digests of at most [`CHUNK`] messages, in groups of about as many blocks each, the
/// longest first. If a group is not worth the lanes, because its longest message is much longer than the
/// others or because there are only two, the longest is hashed alone and another group begins after it.
fn by_groups<'a>(lanes: InLanes, message: impl Fn(usize) -> Parts<'a>, digests: &mut [[u8; 64]]) {
    let mut sorted = [(0, 0); CHUNK]; // (blocks, number)
    let sorted = &mut sorted[..digests.len()];
    for (i, place) in sorted.iter_mut().enumerate() {
        *place = (message(i).blocks(), i);
    }
    sorted.sort_unstable_by_key(|&(blocks, _)| Reverse(blocks));
    let mut waiting = &*sorted;
    while let Some(&(_, first)) = waiting.first() {
        let (group, rest) = waiting.split_at(waiting.len().min(Level::from(lanes).lanes()));
        if !is_worth_lanes(group) {
            Sha512::digest_into(&message(first).slices(), &mut digests[first]);
            waiting = &waiting[1..];
            continue;
        }
        let mut parts = [Parts::new(Pure.dom(), [&[]; 3]); MOST_LANES];
        for (parts, &(_, i)) in parts.iter_mut().zip(group) {
            *parts = message(i);
        }
        let slices = parts.each_ref().map(Parts::slices);
        let (mut found, n) = ([[0; 64]; MOST_LANES], group.len());
        let slices = slices.each_ref().map(|it| it.as_slice());
        engine::hash::sha512_many(lanes, &slices[..n], &mut found[..n]);
        for (digest, &(_, i)) in found.iter().zip(group) {
            digests[i] = *digest;
        }
        ct::wipe(&mut found);
        waiting = rest;
    }
}

/// Whether messages, given as (blocks, number) with the longest first, are hashed sooner in lanes.
fn is_worth_lanes(group: &[(u64, usize)]) -> bool {
    let blocks: u64 = group.iter().map(|(blocks, _)| blocks).sum();
    blocks > GROUP * group[0].0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ed25519::mode::{Context, Ctx, Ph};
    use alloc::vec::Vec;

    /// Bytes without a period that a block could hide.
    fn bytes(n: usize) -> Vec<u8> {
        (0..n as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_be_bytes()[0]).collect()
    }

    /// Every level's digests of messages of these lengths against those one by one.
    fn check(source: &[u8], lengths: &[usize]) {
        let context = Ctx(Context::new(b"context").unwrap());
        // Another start for each message, so that exchanged digests show; and another number of parts.
        let message = |i: usize| {
            let message = &source[i % 100..][..lengths[i]];
            let (a, b) = message.split_at(message.len() * (i % 7) / 7);
            match i % 3 {
                0 => Parts::new(Pure.dom(), [a, b, b""]),
                1 => Parts::new(context.dom(), [b"", a, b]),
                _ => Parts::new(Ph(None).dom(), [a, b"", b]),
            }
        };
        let mut expected = alloc::vec![[0; 64]; lengths.len()];
        one_by_one::<Sha512>(message, &mut expected);
        for level in Level::available() {
            let mut digests = alloc::vec![[0xEE; 64]; lengths.len()];
            sha512(level, message, &mut digests);
            assert_eq!(digests, expected, "{} messages, {}", lengths.len(), level.name());
        }
    }

    #[test]
    fn any_number_of_messages_has_the_digests_of_one_by_one() {
        let source = bytes(1000);
        for n in 0..=130 {
            let lengths: Vec<usize> = (0..n).map(|i| (i * 37 + n) % 300).collect();
            check(&source, &lengths);
            check(&source, &alloc::vec![n; n]);
        }
    }

    #[test]
    fn lengths_around_the_ends_of_blocks_have_the_digests_of_one_by_one() {
        let source = bytes(2000);
        for blocks in 1..=8 {
            let end = 128 * blocks;
            let lengths: Vec<usize> = (end - 20..end + 20).collect();
            check(&source, &lengths);
        }
    }

    #[test]
    fn messages_of_nothing_to_a_mebibyte_in_one_call_have_the_digests_of_one_by_one() {
        let source = bytes((1 << 20) + 100);
        let mut lengths: Vec<usize> = (0..60).map(|i| i * i).collect();
        lengths.extend([1 << 20, 0, 100_000, 1 << 20, (1 << 20) - 1, 65_536, 0]);
        check(&source, &lengths);
        check(&source, &[0, 1 << 20, 0, 0]);
        check(&source, &[1 << 20; 3]);
    }

    #[test]
    fn lanes_that_would_run_empty_are_not_used() {
        let group = |blocks: &[u64]| blocks.iter().map(|&blocks| (blocks, 0)).collect::<Vec<_>>();
        assert!(!is_worth_lanes(&group(&[1])));
        assert!(!is_worth_lanes(&group(&[1, 1])));
        assert!(is_worth_lanes(&group(&[1, 1, 1])));
        assert!(is_worth_lanes(&group(&[9, 8, 7, 6, 5, 4, 3, 2])));
        assert!(!is_worth_lanes(&group(&[8193, 2, 1, 1, 1, 1, 1, 1])));
        assert!(is_worth_lanes(&group(&[8193, 8193, 1, 1])));
    }
}
