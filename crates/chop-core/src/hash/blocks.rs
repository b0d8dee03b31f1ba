//! Messages in parts, cut into padded blocks of B bytes: what SHA-512 (128) and SM3 (64) have in common.
//!
//! Contract: constant time in the contents; lengths are public.

#![allow(clippy::needless_range_loop)] // part of kernels: no iterator adaptors

/// How many blocks a message of `length` bytes has: it is followed by one byte for the bit after it and by B/8
/// bytes for its length.
#[inline]
pub(super) const fn count<const B: usize>(length: u64) -> u64 {
    (length + 1 + B as u64 / 8).div_ceil(B as u64)
}

/// The blocks of a padded message.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a, const B: usize> {
    /// What is not yet in a block: the rest of the current part, and the parts after it.
    current: &'a [u8],
    parts: &'a [&'a [u8]],
    /// Bytes in the message.
    length: u64,
    /// Whether the bit after the message is still to come.
    open: bool,
    /// Blocks still to come.
    left: u64,
}

impl<'a, const B: usize> Blocks<'a, B> {
    pub(super) const EMPTY: Blocks<'static, B> =
        Blocks { current: &[], parts: &[], length: 0, open: true, left: 0 };

    #[inline(never)]
    pub(super) fn new(parts: &'a [&'a [u8]]) -> Blocks<'a, B> {
        let mut length = 0;
        for part in parts {
            length += part.len() as u64;
        }
        Blocks { current: &[], parts, length, open: true, left: count::<B>(length) }
    }

    /// The next block, padded as FIPS 180-4, 5.1, and GB/T 32905, 5.2, say: after the message a bit 1 and zeros, and
    /// at the end of the last block the length in bits, big endian.
    fn next(&mut self, block: &mut [u8; B]) {
        self.left -= 1;
        if let Some((whole, rest)) = self.current.split_first_chunk() {
            *block = *whole;
            self.current = rest;
            return;
        }
        *block = [0; B];
        let mut free = &mut block[..];
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
        if self.open
            && let Some(byte) = free.first_mut()
        {
            *byte = 0x80;
            self.open = false;
        }
        if self.left == 0 {
            // The length has 16 bytes or 8; that of a slice fits the last nine.
            let length = (8 * self.length as u128).to_be_bytes();
            block[B - B / 8..].copy_from_slice(&length[16 - B / 8..]);
        }
    }
}

/// Puts the next block of every message that has one left into its place. All ones for such a message,
/// else 0 in `fetched`. Whether any message has one. All three have a place per message.
///
/// Not inlined: these are copies of bytes, which gain nothing from lanes.
#[inline(never)]
pub(super) fn fetch<const B: usize>(
    messages: &mut [Blocks<'_, B>],
    blocks: &mut [[u8; B]],
    fetched: &mut [u64],
) -> bool {
    let mut any = false;
    for l in 0..messages.len() {
        fetched[l] = 0;
        if messages[l].left > 0 {
            messages[l].next(&mut blocks[l]);
            (fetched[l], any) = (u64::MAX, true);
        }
    }
    any
}
