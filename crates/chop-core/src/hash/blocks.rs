//! Messages in parts, cut into padded blocks.
//!
//! Contract: constant time in the contents; lengths are public.

use crate::ct;

/// How many blocks of `size` bytes a message of `length` bytes has: it is followed by one byte for the bit after it and
/// by `size`/8 bytes for its length.
#[inline]
pub(super) const fn count(length: u64, size: u64) -> u64 {
    (length + 1 + size / 8).div_ceil(size)
}

/// Bytes in the largest block of all hashes.
const LARGEST: usize = 128;

/// The bytes of a block, eight in each word.
type Padded = [[u8; 8]; LARGEST / 8];
const ZEROS: Padded = [[0; 8]; LARGEST / 8];

/// The blocks of a padded message.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    /// The bytes that are not yet in a block: the rest of the current part, and the parts after it.
    current: &'a [u8],
    parts: &'a [&'a [u8]],
    /// Bytes in the message.
    length: u64,
    /// Whether the bit after the message is still to come.
    open: bool,
    /// Blocks still to come.
    left: u64,
}

impl<'a> Blocks<'a> {
    pub(super) const EMPTY: Blocks<'static> =
        Blocks { current: &[], parts: &[], length: 0, open: true, left: 0 };

    /// The blocks of `size` bytes.
    #[inline(never)]
    pub(super) fn new(parts: &'a [&'a [u8]], size: usize) -> Blocks<'a> {
        let mut length = 0;
        for part in parts {
            length += part.len() as u64;
        }
        Blocks { current: &[], parts, length, open: true, left: count(length, size as u64) }
    }

    /// The next block, padded as FIPS 180-4, 5.1, and GB/T 32905, 5.2, say: after the message a bit 1 and zeros, and
    /// at the end of the last block the length in bits, big endian. Eight bytes in each word, the first lowest. `padded` is
    /// scratch, to be wiped.
    #[inline(always)]
    fn next<B: AsMut<[u64]>>(&mut self, block: &mut B, padded: &mut Padded) {
        let size = const { size_of::<B>() };
        self.left -= 1;
        if let Some((whole, rest)) = self.current.split_at_checked(size) {
            read(whole.as_chunks().0, block.as_mut());
            self.current = rest;
            return;
        }
        *padded = ZEROS;
        let filled = self.fill(&mut padded.as_flattened_mut()[..size]);
        let block = block.as_mut();
        read(&padded[..], block);
        // As words: a processor waits where it reads back bytes that it has written one by one.
        if self.open
            && let Some(word) = block.get_mut(filled / 8)
        {
            *word |= 0x80 << (8 * (filled % 8));
            self.open = false;
        }
        if self.left == 0 {
            // The length has 16 bytes or 8; that of a slice fits the last nine.
            let [.., high, low] = block else { return };
            *low = (self.length << 3).swap_bytes();
            if size == LARGEST {
                *high = (self.length >> 61).swap_bytes();
            }
        }
    }

    /// Copies the rest of the message into `free`, as far as it fits. The number of bytes copied.
    fn fill(&mut self, mut free: &mut [u8]) -> usize {
        let size = free.len();
        while !free.is_empty() {
            if self.current.is_empty() {
                let Some((first, rest)) = self.parts.split_first() else { break };
                (self.current, self.parts) = (first, rest);
                continue;
            }
            let n = self.current.len().min(free.len());
            let (now, later) = self.current.split_at(n);
            let (filled, rest) = free.split_at_mut(n);
            filled.copy_from_slice(now);
            (self.current, free) = (later, rest);
        }
        size - free.len()
    }
}

/// Words from their bytes, the lowest first.
#[inline(always)]
fn read(bytes: &[[u8; 8]], words: &mut [u64]) {
    for (word, bytes) in words.iter_mut().zip(bytes) {
        *word = u64::from_le_bytes(*bytes);
    }
}

/// Puts the next block of every message that has one left into its place. All ones for such a message,
/// else 0 in `fetched`. Whether any message has one. All three have a place per message.
///
/// Not inlined: these are copies of bytes, which gain nothing from lanes.
#[inline(never)]
pub(super) fn fetch<B: AsMut<[u64]>>(
    messages: &mut [Blocks<'_>],
    blocks: &mut [B],
    fetched: &mut [u64],
) -> bool {
    let (mut any, mut padded) = (false, ZEROS);
    for l in 0..messages.len() {
        fetched[l] = 0;
        if messages[l].left > 0 {
            messages[l].next(&mut blocks[l], &mut padded);
            (fetched[l], any) = (u64::MAX, true);
        }
    }
    ct::wipe(&mut padded);
    any
}
