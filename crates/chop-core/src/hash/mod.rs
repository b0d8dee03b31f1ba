//! Hashes of one message or of many in lanes: what all that Merkle and Damgård's construction with words is made of share.
//!
//! A [`Hash`] is its initial value, the constants of its rounds, and one round with its message schedule; the text of a
//! round serves every [`Word`]. Everything else is written here once: messages in parts, padded blocks, chaining
//! values in memory, and lanes whose message has ended. A single long message is better hashed by the well-kept crates,
//! and the crate `chop` does so; these are for several independent messages.
//!
//! Contract: constant time in the contents. The lengths of the parts are public, and so is which message has how many
//! blocks. Blocks and chaining values are wiped before a digest returns; what is computed from them lives in registers,
//! and is not wiped where the compiler spills it to the stack.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

mod blocks;
mod sha512;
mod sm3;
mod word;

use crate::ct;
use crate::lanes::Lanes;
use blocks::{Blocks, fetch};
pub use sha512::Sha512;
pub use sm3::Sm3;
pub use word::{Block, Digest, Halves, Integer, Word};

/// A hash function with eight words of state and sixteen big-endian words a block.
pub trait Hash {
    /// The integer that a word is for one message.
    type Integer: Integer;
    /// The initial chaining value.
    const INITIAL: [Self::Integer; 8];
    /// The constant of each round. Their number is that of the rounds, a multiple of 16.
    const ROUND: &'static [Self::Integer];

    /// Round t < 16 of a group of 16, the first of the block or a later one. `w` are the last sixteen words of the message
    /// schedule, word t that of sixteen rounds before.
    fn round<W: Word<Integer = Self::Integer>>(
        s: &mut [W; 8],
        w: &mut [W; 16],
        t: usize,
        first: bool,
        constant: W,
    );
    /// A word of the next chaining value, from that before and that after the rounds.
    fn join<W: Word>(before: W, after: W) -> W;
}

/// Bytes in a block.
const fn block_bytes<H: Hash>() -> usize {
    size_of::<<H::Integer as Integer>::Block>()
}

/// How many blocks a message of `length` bytes has: it is followed by one byte for the bit after it and by an eighth
/// of a block for its length.
#[inline]
pub const fn blocks<H: Hash>(length: u64) -> u64 {
    blocks::count(length, block_bytes::<H>() as u64)
}

/// Sixteen rounds spelled out, so that every index into the state and the window is a constant.
macro_rules! sixteen {
    ($t:ident => $round:expr) => {
        sixteen!($t => $round; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
    ($t:ident => $round:expr; $($index:literal)*) => {
        $({
            let $t: usize = $index;
            $round
        })*
    };
}

/// The rounds, with state and window in registers.
#[inline(always)]
fn rounds<H: Hash, W: Word<Integer = H::Integer>>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    sixteen!(t => H::round(&mut s, &mut w, t, true, W::splat(H::ROUND[t])));
    for group in 1..H::ROUND.len() / 16 {
        sixteen!(t => H::round(&mut s, &mut w, t, false, W::splat(H::ROUND[16 * group + t])));
    }
    s
}

/// The rounds, with state and window in memory, for words that fill several registers each: spelled out, these take a
/// compiler half a minute.
#[inline(never)]
fn rounds_rolled<H: Hash, W: Word<Integer = H::Integer>>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    for t in 0..H::ROUND.len() {
        H::round(&mut s, &mut w, t % 16, t < 16, W::splat(H::ROUND[t]));
    }
    s
}

/// The initial chaining value of every message.
#[inline(always)]
pub fn initial<H: Hash, W: Word<Integer = H::Integer>>() -> [W; 8] {
    let mut state = [W::splat(H::INITIAL[0]); 8];
    for i in 1..8 {
        state[i] = W::splat(H::INITIAL[i]);
    }
    state
}

/// The compression function: the chaining value after a block of each message.
#[inline(always)]
pub fn compress<H: Hash, W: Word<Integer = H::Integer>>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let mut next = if const { W::OUTLINED } {
        rounds_rolled::<H, W>(state, block)
    } else {
        rounds::<H, W>(state, block)
    };
    for i in 0..8 {
        next[i] = H::join(state[i], next[i]);
    }
    next
}

/// The digest of each message, which is the concatenation of its parts, for as many messages as there are places.
///
/// As many compressions as the longest message has [`blocks`]: those that are finished keep their chaining value and run
/// on without effect. A message may be empty.
#[inline(always)]
pub fn digest_lanes<H: Hash, W: Word<Integer = H::Integer>>(
    messages: &W::Messages<&[&[u8]]>,
    digests: &mut [Digest<W>],
) {
    let mut unread = W::Messages::<Blocks<'_>>::splat(Blocks::EMPTY);
    for l in 0..W::MESSAGES {
        unread[l] = Blocks::new(messages[l], block_bytes::<H>());
    }
    let mut blocks = W::Messages::<Block<W>>::splat(Lanes::splat(0));
    let mut fetched = W::Messages::<u64>::splat(0);
    // The chaining value is in memory while `fetch` has the registers, in memory that is wiped.
    let mut state = initial::<H, W>();
    let mut chain = [state[0].to_memory(); 8];
    for i in 1..8 {
        chain[i] = state[i].to_memory();
    }
    while fetch(unread.as_mut(), blocks.as_mut(), fetched.as_mut()) {
        for i in 0..8 {
            state[i] = W::from_memory(&chain[i]);
        }
        let active = W::from_flags(&fetched);
        let next = compress::<H, W>(&state, &W::load(&blocks));
        for i in 0..8 {
            chain[i] = active.ch(next[i], state[i]).to_memory();
        }
    }
    ct::wipe(blocks.as_mut());
    for i in 0..8 {
        state[i] = W::from_memory(&chain[i]);
    }
    W::store(&state, digests);
    ct::overwrite(&mut chain, Lanes::splat(0));
}

/// The digest of one message, the concatenation of `parts`.
pub fn digest<H: Hash<Integer: Word<Integer = H::Integer>>>(parts: &[&[u8]]) -> Digest<H::Integer> {
    let mut digests = [Lanes::splat(0)];
    digest_lanes::<H, H::Integer>(&Lanes::splat(parts), &mut digests);
    digests[0]
}
