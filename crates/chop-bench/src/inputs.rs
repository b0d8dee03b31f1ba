//! The inputs of all measurements, the same for every subject.

use crate::random::Random;

/// How many different items an operation goes round. Enough that branches on digits of scalars cannot be
/// learnt by the processor, few enough that the inputs stay in its first caches.
pub const ROUND: usize = 256;

/// How many keys the inputs of a prepared verification share: hot keys, whose tables are in the cache.
pub const HOT_KEYS: usize = 4;

/// How many prepared keys the items of a bulk verification share: 8.5 MB of tables, within a last cache.
pub const WARM_KEYS: usize = 64;

/// The same with 80 MB of tables, which no cache of a core holds.
pub const COLD_KEYS: usize = 1024;

/// The first byte of every message: a frame that one of the subjects puts before what it signs.
pub const FIRST_BYTE: u8 = 0;

/// Seeds of keys and messages of 32 bytes, all different.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Seeds of keys, or secrets.
    pub seeds: Vec<[u8; 32]>,
    /// Messages. The first byte is [`FIRST_BYTE`].
    pub messages: Vec<[u8; 32]>,
}

impl Inputs {
    /// The first `n` inputs.
    pub fn new(n: usize) -> Inputs {
        let mut random = Random::new(0x6368_6f70);
        let (mut seeds, mut messages) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for _ in 0..n {
            seeds.push(random.bytes());
            let mut message: [u8; 32] = random.bytes();
            message[0] = FIRST_BYTE;
            messages.push(message);
        }
        Inputs { seeds, messages }
    }
}

/// The items in groups of `size`, one for each call.
///
/// # Panics
/// If a group is not full.
pub fn groups<T>(items: Vec<T>, size: usize) -> Vec<Vec<T>> {
    assert_eq!(items.len() % size, 0, "full groups, so that each call is the same work");
    let n = items.len() / size;
    let mut items = items.into_iter();
    (0..n).map(|_| items.by_ref().take(size).collect()).collect()
}

/// A number made of bytes, to compare what subjects computed. Eight bytes at a time: byte by byte it would take as long as
/// the cheapest of what is measured.
pub fn fold(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    fold_all(words.iter().chain((!rest.is_empty()).then_some(&last)).map(|word| u64::from_le_bytes(*word)))
}

/// A number made of numbers. Those of many valid signatures do not cancel.
pub fn fold_all(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum: u64, number| sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(number))
}
