//! The inputs of all measurements, the same for every subject.

use crate::random::Random;

/// How many different inputs an operation on one signature goes round. Enough that branches on digits
/// of scalars cannot be learnt by the processor, few enough that the inputs stay in its first caches.
pub const ROUND: usize = 256;

/// How many keys the inputs of a prepared verification share: hot keys, whose tables are in the cache.
pub const HOT_KEYS: usize = 4;

/// Seeds of keys and messages of 32 bytes, all different.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Seeds of keys, or secrets.
    pub seeds: Vec<[u8; 32]>,
    /// Messages.
    pub messages: Vec<[u8; 32]>,
}

impl Inputs {
    /// The first `n` inputs.
    pub fn new(n: usize) -> Inputs {
        let mut random = Random::new(0x6368_6f70);
        let (mut seeds, mut messages) = (Vec::with_capacity(n), Vec::with_capacity(n));
        for _ in 0..n {
            seeds.push(random.bytes());
            messages.push(random.bytes());
        }
        Inputs { seeds, messages }
    }
}

/// A number made of bytes, to compare what subjects computed.
pub fn fold(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum: u64, byte| sum.wrapping_mul(0x0100_0000_01b3).wrapping_add(u64::from(*byte)))
}
