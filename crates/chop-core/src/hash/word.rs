//! The words that hashes compute with: an integer of 32 or 64 bits, for one message or for many in the lanes of a vector.
//!
//! | word         | integer | messages     | message l is in                                       |
//! |--------------|---------|--------------|-------------------------------------------------------|
//! | `u32`, `u64` | itself  | 1            |                                                       |
//! | a [`Vector`] | `u64`   | one per lane | lane l                                                |
//! | [`Halves`]   | `u32`   | two per lane | the low half of lane l, then the high halves          |
//!
//! No operation branches on data or moves it between messages, so that one text of a hash serves all of them.
//!
//! Contract: constant time in all values.

#![allow(clippy::needless_range_loop)] // iterator adaptors are not sure to be inlined into a kernel

use crate::ct::Plain;
use crate::lanes::{Lanes, PerHalf, PerLane, Records, Register, Vector};

/// An integer that a hash computes with: `u32` or `u64`.
pub trait Integer: Copy + 'static {
    /// A block of 16 such integers, eight bytes of the message in each word, the first byte lowest.
    type Block: Lanes<u64> + Plain;
    /// The bytes of eight such integers.
    type Digest: Lanes<u8> + Plain;
    /// Such an integer for every message that the lanes of a vector have room for.
    type InLanes<V: Vector>: Word<Integer = Self>;
}

impl Integer for u32 {
    type Block = [u64; 8];
    type Digest = [u8; 32];
    type InLanes<V: Vector> = Halves<V>;
}

impl Integer for u64 {
    type Block = [u64; 16];
    type Digest = [u8; 64];
    type InLanes<V: Vector> = V;
}

/// A block of one message.
pub type Block<W> = <<W as Word>::Integer as Integer>::Block;
/// The digest of one message.
pub type Digest<W> = <<W as Word>::Integer as Integer>::Digest;

/// An integer of each message. All arithmetic wraps.
pub trait Word: Copy {
    /// The integer of one message.
    type Integer: Integer;
    /// Whether an operation is many instructions, so that the compression function is compiled once, as
    /// a loop of rounds, and called. See [`Register::OUTLINED`].
    const OUTLINED: bool;
    /// How many messages there are.
    const MESSAGES: usize;
    /// One `T` per message.
    type Messages<T: Copy>: Lanes<T>;
    /// A word in memory.
    type Stored: Lanes<u64>;

    /// The same integer for every message.
    fn splat(x: Self::Integer) -> Self;
    /// x + y.
    fn add(self, y: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, y: Self) -> Self;
    /// Bitwise and.
    fn and(self, y: Self) -> Self;
    /// Bitwise or.
    fn or(self, y: Self) -> Self;
    /// Rotation to the right by N bits, N above 0 and below the number of bits.
    fn rotr<const N: u32>(self) -> Self;
    /// ⌊x / 2^N⌋, N below the number of bits.
    fn shr<const N: u32>(self) -> Self;

    /// The word in memory, which its owner wipes.
    fn to_memory(self) -> Self::Stored;
    /// The word from memory.
    fn from_memory(stored: &Self::Stored) -> Self;
    /// All ones for the messages whose flag is all ones, 0 for those whose flag is 0.
    fn from_flags(flags: &Self::Messages<u64>) -> Self;
    /// The big-endian integers of a block of each message.
    fn load(blocks: &Self::Messages<Block<Self>>) -> [Self; 16];
    /// The digest of each message that has a place: the big-endian bytes of eight integers.
    fn store(words: &[Self; 8], digests: &mut [Digest<Self>]);

    /// Each bit of y where x has a 1, else of z: (x ∧ y) ⊕ (¬x ∧ z).
    #[inline(always)]
    fn ch(self, y: Self, z: Self) -> Self {
        z.xor(self.and(y.xor(z)))
    }
    /// Each bit as in two of the three at least: (x ∧ y) ⊕ (x ∧ z) ⊕ (y ∧ z).
    #[inline(always)]
    fn maj(self, y: Self, z: Self) -> Self {
        self.and(y).or(z.and(self.or(y)))
    }
}

/// An integer as the word of one message.
macro_rules! one_message {
    ($integer:ident) => {
        impl Word for $integer {
            type Integer = $integer;
            const OUTLINED: bool = false;
            const MESSAGES: usize = 1;
            type Messages<T: Copy> = [T; 1];
            type Stored = [u64; 1];

            #[inline(always)]
            fn splat(x: $integer) -> $integer {
                x
            }
            #[inline(always)]
            fn add(self, y: $integer) -> $integer {
                self.wrapping_add(y)
            }
            #[inline(always)]
            fn xor(self, y: $integer) -> $integer {
                self ^ y
            }
            #[inline(always)]
            fn and(self, y: $integer) -> $integer {
                self & y
            }
            #[inline(always)]
            fn or(self, y: $integer) -> $integer {
                self | y
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> $integer {
                self.rotate_right(N)
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> $integer {
                self >> N
            }
            #[inline(always)]
            fn to_memory(self) -> [u64; 1] {
                [u64::from(self)]
            }
            #[inline(always)]
            fn from_memory(stored: &[u64; 1]) -> $integer {
                stored[0] as $integer
            }
            #[inline(always)]
            fn from_flags(flags: &[u64; 1]) -> $integer {
                flags[0] as $integer
            }
            #[inline(always)]
            fn load(blocks: &[Block<$integer>; 1]) -> [$integer; 16] {
                let mut words = [0; 16];
                for i in 0..16 {
                    let byte = i * size_of::<$integer>();
                    words[i] = ((blocks[0][byte / 8] >> (8 * (byte % 8))) as $integer).swap_bytes();
                }
                words
            }
            #[inline(always)]
            fn store(words: &[$integer; 8], digests: &mut [Digest<$integer>]) {
                for i in 0..8 {
                    let bytes = words[i].to_be_bytes();
                    digests[0][i * bytes.len()..(i + 1) * bytes.len()].copy_from_slice(&bytes);
                }
            }
        }
    };
}
one_message!(u32);
one_message!(u64);

/// Eight words of a block of each lane's message, from those of message `first` and from word `from` on; word i of each in
/// vector i, with its first byte highest.
#[inline(always)]
fn columns<V: Vector, B: AsRef<[u64]>>(blocks: &[B], first: usize, from: usize) -> [V; 8] {
    let mut rows = PerLane::<V, &[u64; 8]>::splat(&[0; 8]);
    for lane in 0..V::LANES {
        if let Some(rest) = blocks[first + lane].as_ref().get(from..)
            && let Some(row) = rest.first_chunk()
        {
            rows[lane] = row;
        }
    }
    let mut columns = V::from_eight_words(rows);
    for i in 0..8 {
        columns[i] = columns[i].swap_bytes();
    }
    columns
}

/// The inverse of [`columns`], of digests.
#[inline(always)]
fn rows<V: Vector>(mut columns: [V; 8]) -> Records<V, 8> {
    for i in 0..8 {
        columns[i] = columns[i].swap_bytes();
    }
    Records::new(V::to_eight_words(&columns))
}

impl<V: Vector> Word for V {
    type Integer = u64;
    const OUTLINED: bool = V::OUTLINED;
    const MESSAGES: usize = V::LANES;
    type Messages<T: Copy> = PerLane<V, T>;
    type Stored = PerLane<V, u64>;

    #[inline(always)]
    fn splat(x: u64) -> V {
        Register::splat(x)
    }
    #[inline(always)]
    fn add(self, y: V) -> V {
        Register::add(self, y)
    }
    #[inline(always)]
    fn xor(self, y: V) -> V {
        Register::xor(self, y)
    }
    #[inline(always)]
    fn and(self, y: V) -> V {
        Register::and(self, y)
    }
    #[inline(always)]
    fn or(self, y: V) -> V {
        Register::or(self, y)
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> V {
        self.ror::<N>()
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> V {
        Register::shr::<N>(self)
    }
    #[inline(always)]
    fn to_memory(self) -> PerLane<V, u64> {
        self.to_array()
    }
    #[inline(always)]
    fn from_memory(stored: &PerLane<V, u64>) -> V {
        V::from_array(*stored)
    }
    #[inline(always)]
    fn from_flags(flags: &PerLane<V, u64>) -> V {
        V::from_array(*flags)
    }
    #[inline(always)]
    fn load(blocks: &PerLane<V, [u64; 16]>) -> [V; 16] {
        let mut words = [Register::splat(0); 16];
        for half in 0..2 {
            let columns: [V; 8] = columns(blocks.as_ref(), 0, 8 * half);
            for i in 0..8 {
                words[8 * half + i] = columns[i];
            }
        }
        words
    }
    #[inline(always)]
    fn store(words: &[V; 8], digests: &mut [[u8; 64]]) {
        let rows = rows(*words);
        for lane in 0..V::LANES.min(digests.len()) {
            for i in 0..8 {
                digests[lane][8 * i..8 * i + 8].copy_from_slice(&rows[lane][i].to_le_bytes());
            }
        }
    }
}

/// Two words of 32 bits per lane: that of message l is the low half of lane l, that of message LANES + l the high half.
#[derive(Clone, Copy)]
pub struct Halves<V>(V);

impl<V: Vector> Halves<V> {
    /// The low halves of `low`, and the high ones of `high`.
    #[inline(always)]
    fn joined(low: V, high: V) -> Halves<V> {
        let low_half: V = Register::splat(u64::MAX >> 32);
        Halves(Register::or(Register::and(low, low_half), high.andnot(low_half)))
    }
}

impl<V: Vector> Word for Halves<V> {
    type Integer = u32;
    const OUTLINED: bool = V::OUTLINED;
    const MESSAGES: usize = 2 * V::LANES;
    type Messages<T: Copy> = PerHalf<V, T>;
    type Stored = PerLane<V, u64>;

    #[inline(always)]
    fn splat(x: u32) -> Self {
        Halves(Register::splat(u64::from(x) << 32 | u64::from(x)))
    }
    #[inline(always)]
    fn add(self, y: Self) -> Self {
        Halves(self.0.add_halves(y.0))
    }
    #[inline(always)]
    fn xor(self, y: Self) -> Self {
        Halves(Register::xor(self.0, y.0))
    }
    #[inline(always)]
    fn and(self, y: Self) -> Self {
        Halves(Register::and(self.0, y.0))
    }
    #[inline(always)]
    fn or(self, y: Self) -> Self {
        Halves(Register::or(self.0, y.0))
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Halves(self.0.ror_halves::<N>())
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Halves(Register::shr::<N>(self.0)).and(Word::splat(u32::MAX >> N))
    }
    #[inline(always)]
    fn to_memory(self) -> PerLane<V, u64> {
        self.0.to_array()
    }
    #[inline(always)]
    fn from_memory(stored: &PerLane<V, u64>) -> Self {
        Halves(V::from_array(*stored))
    }
    #[inline(always)]
    fn from_flags(flags: &Self::Messages<u64>) -> Self {
        Halves::joined(V::from_words(flags.as_ref()), V::from_words(&flags.as_ref()[V::LANES..]))
    }
    #[inline(always)]
    fn load(blocks: &Self::Messages<[u64; 8]>) -> [Self; 16] {
        let low: [V; 8] = columns(blocks.as_ref(), 0, 0);
        let high: [V; 8] = columns(blocks.as_ref(), V::LANES, 0);
        let mut words = [Word::splat(0); 16];
        for i in 0..8 {
            // The first of two integers is in the high half of each.
            words[2 * i] = Halves::joined(Register::shr::<32>(low[i]), high[i]);
            words[2 * i + 1] = Halves::joined(low[i], high[i].shl::<32>());
        }
        words
    }
    #[inline(always)]
    fn store(words: &[Self; 8], digests: &mut [[u8; 32]]) {
        // Eight bytes at a time: those of the messages in low halves, then the others.
        let mut pairs = [Register::splat(0); 8];
        for i in 0..4 {
            let (first, second) = (words[2 * i].0, words[2 * i + 1].0);
            pairs[i] = Halves::joined(second, first.shl::<32>()).0;
            pairs[i + 4] = Halves::joined(Register::shr::<32>(second), first).0;
        }
        let rows = rows::<V>(pairs);
        for l in 0..Self::MESSAGES.min(digests.len()) {
            let half = 4 * (l / V::LANES);
            for i in 0..4 {
                digests[l][8 * i..8 * i + 8].copy_from_slice(&rows[l % V::LANES][half + i].to_le_bytes());
            }
        }
    }
}
