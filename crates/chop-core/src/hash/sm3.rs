//! SM3 (GB/T 32905), for one message or for two in each lane of a vector.
//!
//! A word of the standard is a [`Word32`]: a `u32`, or many of them, two in each 64-bit lane of a vector, of which
//! [`Vector`] has the two operations that must not run from one half into the other: addition and rotation. No
//! operation branches on data or moves it between halves, so that one text serves both. Messages are given in
//! parts, which are hashed as if concatenated.
//!
//! | for a block of sixteen messages | rotations | additions | others |
//! |---------------------------------|-----------|-----------|--------|
//! | 64 rounds                       | 384       | 512       | 432    |
//! | 52 words of the schedule        | 208       |           | 312    |
//!
//! 1,850 instructions, of which instruction vectors join pairs of bitwise ones.
//!
//! Contract: constant time in the contents. The lengths of the parts are public, and so is which lane has how many
//! blocks. Blocks and chaining values are wiped before a digest returns.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use super::blocks::{self, Blocks, fetch};
use crate::ct;
use crate::lanes::{Lanes, PerHalf, PerLane, Records, Vector, each_ref};

/// Bytes in a block.
pub const BLOCK: usize = 64;
/// Bytes in a digest.
pub const DIGEST: usize = 32;

/// A 32-bit word of SM3, in each lane. All arithmetic wraps.
pub trait Word32: Copy {
    /// Whether an operation is many instructions. See [`OUTLINED`](crate::lanes::Register::OUTLINED).
    const OUTLINED: bool;

    /// The same word in every lane.
    fn splat(x: u32) -> Self;
    /// x + y mod 2^32.
    fn add(self, y: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, y: Self) -> Self;
    /// Bitwise and.
    fn and(self, y: Self) -> Self;
    /// Bitwise or.
    fn or(self, y: Self) -> Self;
    /// Rotation to the left by N bits, 0 < N < 32.
    fn rotl<const N: u32>(self) -> Self;

    /// Each bit of y where x has a 1, else of z: GG of 4.3 from round 16 on.
    #[inline(always)]
    fn ch(self, y: Self, z: Self) -> Self {
        z.xor(self.and(y.xor(z)))
    }
    /// Each bit as in two of the three at least: FF of 4.3 from round 16 on.
    #[inline(always)]
    fn maj(self, y: Self, z: Self) -> Self {
        self.and(y).or(z.and(self.or(y)))
    }
}

/// A [`Word32`] with a place per message.
pub trait Word32Lanes: Word32 {
    /// How many messages there are.
    const MESSAGES: usize;
    /// One `T` per message.
    type Messages<T: Copy>: Lanes<T>;
    /// A word in memory, as it is in a register.
    type Stored: Copy;
    /// The word in memory.
    fn to_memory(self) -> Self::Stored;
    /// The word from memory.
    fn from_memory(stored: &Self::Stored) -> Self;
    /// All ones for the messages whose flag is all ones, else 0.
    fn from_flags(flags: &Self::Messages<u64>) -> Self;
    /// The big-endian words of a block of each message.
    fn load(blocks: &Self::Messages<[u8; BLOCK]>) -> [Self; 16];
    /// The digest of each message that has a place: the big-endian bytes of eight words.
    fn store(words: &[Self; 8], digests: &mut [[u8; DIGEST]]);
}

impl Word32 for u32 {
    const OUTLINED: bool = false;

    #[inline(always)]
    fn splat(x: u32) -> u32 {
        x
    }
    #[inline(always)]
    fn add(self, y: u32) -> u32 {
        self.wrapping_add(y)
    }
    #[inline(always)]
    fn xor(self, y: u32) -> u32 {
        self ^ y
    }
    #[inline(always)]
    fn and(self, y: u32) -> u32 {
        self & y
    }
    #[inline(always)]
    fn or(self, y: u32) -> u32 {
        self | y
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> u32 {
        self.rotate_left(N)
    }
}

impl Word32Lanes for u32 {
    const MESSAGES: usize = 1;
    type Messages<T: Copy> = [T; 1];
    type Stored = u32;
    #[inline(always)]
    fn to_memory(self) -> u32 {
        self
    }
    #[inline(always)]
    fn from_memory(stored: &u32) -> u32 {
        *stored
    }
    #[inline(always)]
    fn from_flags(flags: &[u64; 1]) -> u32 {
        flags[0] as u32
    }
    #[inline(always)]
    fn load(blocks: &[[u8; BLOCK]; 1]) -> [u32; 16] {
        let mut words = [0; 16];
        for i in 0..16 {
            let mut word = [0; 4];
            word.copy_from_slice(&blocks[0][4 * i..4 * i + 4]);
            words[i] = u32::from_be_bytes(word);
        }
        words
    }
    #[inline(always)]
    fn store(words: &[u32; 8], digests: &mut [[u8; 32]]) {
        for i in 0..8 {
            digests[0][4 * i..4 * i + 4].copy_from_slice(&words[i].to_be_bytes());
        }
    }
}

/// Two words of 32 bits per lane: word l is the low half of lane l, word LANES + l the high half.
#[derive(Clone, Copy)]
pub struct Halves<V>(V);

impl<V: Vector> Word32 for Halves<V> {
    const OUTLINED: bool = V::OUTLINED;

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Halves(V::splat(u64::from(x) << 32 | u64::from(x)))
    }
    #[inline(always)]
    fn add(self, y: Self) -> Self {
        Halves(self.0.add_halves(y.0))
    }
    #[inline(always)]
    fn xor(self, y: Self) -> Self {
        Halves(self.0.xor(y.0))
    }
    #[inline(always)]
    fn and(self, y: Self) -> Self {
        Halves(self.0.and(y.0))
    }
    #[inline(always)]
    fn or(self, y: Self) -> Self {
        Halves(self.0.or(y.0))
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        Halves(self.0.rol_halves::<N>())
    }
}

/// Eight bytes at a time of the blocks of all lanes, from that of `first` on, big endian: word i of each lane in vector i.
#[inline(always)]
fn columns<V: Vector>(blocks: &PerHalf<V, [u8; BLOCK]>, first: usize) -> [V; 8] {
    // Read with the first byte lowest, as most processors do; turned round in all lanes at once.
    let mut rows = Records::<V, 8>::zeros();
    for l in 0..V::LANES {
        for i in 0..8 {
            let mut word = [0; 8];
            word.copy_from_slice(&blocks[first + l][8 * i..8 * i + 8]);
            rows[l][i] = u64::from_le_bytes(word);
        }
    }
    let mut columns = V::from_eight_words(each_ref::<V, _>(&rows));
    for i in 0..8 {
        columns[i] = columns[i].swap_bytes();
    }
    columns
}

impl<V: Vector> Word32Lanes for Halves<V> {
    const MESSAGES: usize = 2 * V::LANES;
    type Messages<T: Copy> = PerHalf<V, T>;
    type Stored = PerLane<V, u64>;
    #[inline(always)]
    fn to_memory(self) -> PerLane<V, u64> {
        self.0.to_array()
    }
    #[inline(always)]
    fn from_memory(stored: &PerLane<V, u64>) -> Self {
        Halves(V::from_array(*stored))
    }
    #[inline(always)]
    fn from_flags(flags: &PerHalf<V, u64>) -> Self {
        let low_half = V::splat(u64::MAX >> 32);
        let (low, high) = (V::from_words(flags.as_ref()), V::from_words(&flags.as_ref()[V::LANES..]));
        Halves(low.and(low_half).or(high.andnot(low_half)))
    }
    #[inline(always)]
    fn load(blocks: &PerHalf<V, [u8; BLOCK]>) -> [Self; 16] {
        let (low, high) = (columns::<V>(blocks, 0), columns::<V>(blocks, V::LANES));
        let low_half = V::splat(u64::MAX >> 32);
        let mut words = [Halves(low_half); 16];
        for i in 0..8 {
            // The first of two words is in the high half of each.
            words[2 * i] = Halves(low[i].shr::<32>().or(high[i].andnot(low_half)));
            words[2 * i + 1] = Halves(low[i].and(low_half).or(high[i].shl::<32>()));
        }
        words
    }
    #[inline(always)]
    fn store(words: &[Self; 8], digests: &mut [[u8; DIGEST]]) {
        // Eight bytes at a time: those of the messages in low halves, then the others.
        let low_half = V::splat(u64::MAX >> 32);
        let mut pairs = [V::splat(0); 8];
        for i in 0..4 {
            let (first, second) = (words[2 * i].0, words[2 * i + 1].0);
            pairs[i] = first.shl::<32>().or(second.and(low_half)).swap_bytes();
            pairs[i + 4] = first.andnot(low_half).or(second.shr::<32>()).swap_bytes();
        }
        let rows = Records::<V, 8>::new(V::to_eight_words(&pairs));
        for l in 0..(2 * V::LANES).min(digests.len()) {
            let half = 4 * (l / V::LANES);
            for i in 0..4 {
                digests[l][8 * i..8 * i + 8].copy_from_slice(&rows[l % V::LANES][half + i].to_le_bytes());
            }
        }
    }
}

/// The initial value, 4.1.
pub const INITIAL: [u32; 8] =
    [0x7380_166f, 0x4914_b2b9, 0x1724_42d7, 0xda8a_0600, 0xa96f_30bc, 0x1631_38aa, 0xe38d_ee4d, 0xb0fb_0e4e];

/// T_j ⋘ (j mod 32) of 4.2.
const ROUND: [u32; 64] = {
    let mut constants = [0; 64];
    let mut j = 0;
    while j < 64 {
        let t: u32 = if j < 16 { 0x79cc_4519 } else { 0x7a87_9d8a };
        constants[j] = t.rotate_left(j as u32 % 32);
        j += 1;
    }
    constants
};

/// Where word i of A … D, or of E … H, is in round t: instead of each word moving on to the next variable, the
/// names move, and after 4 rounds they are back.
#[inline(always)]
const fn place(i: usize, t: usize) -> usize {
    i / 4 * 4 + (i + 64 - t) % 4
}

/// Round t, 5.3.3, with W_t and W_(t + 4).
#[inline(always)]
fn round<W: Word32>(s: &mut [W; 8], t: usize, early: bool, constant: u32, word: W, later: W) {
    let (a, b, c, d) = (s[place(0, t)], s[place(1, t)], s[place(2, t)], s[place(3, t)]);
    let (e, f, g, h) = (s[place(4, t)], s[place(5, t)], s[place(6, t)], s[place(7, t)]);
    let a12 = a.rotl::<12>();
    let ss1 = a12.add(e).add(W::splat(constant)).rotl::<7>();
    let ff = if early { a.xor(b).xor(c) } else { a.maj(b, c) };
    let gg = if early { e.xor(f).xor(g) } else { e.ch(f, g) };
    let tt1 = ff.add(d).add(ss1.xor(a12)).add(word.xor(later));
    let tt2 = gg.add(h).add(ss1).add(word);
    s[place(1, t)] = b.rotl::<9>(); // the next C
    s[place(3, t)] = tt1; // the next A
    s[place(5, t)] = f.rotl::<19>(); // the next G
    s[place(7, t)] = tt2.xor(tt2.rotl::<9>()).xor(tt2.rotl::<17>()); // the next E
}

/// Word t of the message schedule, 5.3.2, over the word 16 places before it.
#[inline(always)]
fn schedule<W: Word32>(w: &mut [W; 16], t: usize) -> W {
    // W[j − 16], W[j − 9], W[j − 3], W[j − 13], W[j − 6].
    let x = w[t % 16].xor(w[(t + 7) % 16]).xor(w[(t + 13) % 16].rotl::<15>());
    let p1 = x.xor(x.rotl::<15>()).xor(x.rotl::<23>());
    w[t % 16] = p1.xor(w[(t + 3) % 16].rotl::<7>()).xor(w[(t + 10) % 16]);
    w[t % 16]
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

/// The 64 rounds, with state and window in registers.
#[inline(always)]
fn rounds<W: Word32>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    sixteen!(t => {
        let word = w[t];
        let later = if t < 12 { w[t + 4] } else { schedule(&mut w, t + 4) };
        round(&mut s, t, true, ROUND[t], word, later)
    });
    for group in 1..4 {
        sixteen!(t => {
            let word = w[t];
            let later = schedule(&mut w, t + 4);
            round(&mut s, t, false, ROUND[16 * group + t], word, later)
        });
    }
    s
}

/// The 64 rounds, with state and window in memory, for words that fill several registers each.
#[inline(never)]
fn rounds_rolled<W: Word32>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let (mut s, mut w) = (*state, *block);
    for t in 0..64 {
        let word = w[t % 16];
        let later = if t < 12 { w[t + 4] } else { schedule(&mut w, t + 4) };
        round(&mut s, t, t < 16, ROUND[t], word, later);
    }
    s
}

/// The compression function, 5.3.3, on one block of 16 words in each lane.
#[inline(always)]
pub fn compress<W: Word32>(state: &[W; 8], block: &[W; 16]) -> [W; 8] {
    let mut next = if const { W::OUTLINED } { rounds_rolled(state, block) } else { rounds(state, block) };
    for i in 0..8 {
        next[i] = next[i].xor(state[i]);
    }
    next
}

/// How many blocks a message of `length` bytes has: it is followed by one byte for the bit after it and by 8
/// bytes for its length.
#[inline]
pub fn blocks(length: u64) -> u64 {
    blocks::count::<BLOCK>(length)
}

/// The digest of each message, which is the concatenation of its parts, for as many messages as there are places.
///
/// As many compressions as the longest message has [`blocks`]: those that are finished keep their chaining value
/// and run on without effect. A message may be empty.
#[inline(always)]
pub fn digest_lanes<W: Word32Lanes>(messages: &W::Messages<&[&[u8]]>, digests: &mut [[u8; DIGEST]]) {
    let mut unread = W::Messages::<Blocks<'_, BLOCK>>::splat(Blocks::EMPTY);
    for l in 0..W::MESSAGES {
        unread[l] = Blocks::new(messages[l]);
    }
    let mut blocks = W::Messages::<[u8; BLOCK]>::splat([0; BLOCK]);
    let mut fetched = W::Messages::<u64>::splat(0);
    // The chaining value is in memory while `fetch` has the registers, in memory that is wiped.
    let mut chain = [W::splat(0).to_memory(); 8];
    for i in 0..8 {
        chain[i] = W::splat(INITIAL[i]).to_memory();
    }
    let mut state = [W::splat(0); 8];
    while fetch(unread.as_mut(), blocks.as_mut(), fetched.as_mut()) {
        for i in 0..8 {
            state[i] = W::from_memory(&chain[i]);
        }
        let active = W::from_flags(&fetched);
        let next = compress(&state, &W::load(&blocks));
        for i in 0..8 {
            chain[i] = active.ch(next[i], state[i]).to_memory();
        }
    }
    ct::wipe(blocks.as_mut());
    for i in 0..8 {
        state[i] = W::from_memory(&chain[i]);
    }
    W::store(&state, digests);
    ct::overwrite(&mut chain, W::splat(0).to_memory());
}

/// The digest of one message, the concatenation of `parts`.
pub fn digest(parts: &[&[u8]]) -> [u8; DIGEST] {
    let mut digests = [[0; DIGEST]];
    digest_lanes::<u32>(&[parts], &mut digests);
    digests[0]
}
