//! SHA-512 of eight independent messages at a time, and SM3 of sixteen, on levels with eight lanes.

use crate::cpu::InLanes;
use crate::hash::{sha512, sm3};
use crate::run::{Wide, WideJob, run_wide};

/// The digests of eight messages, each the concatenation of its parts. A message may be empty, and one
/// without parts is.
///
/// Constant time in the contents; the lengths are public. Blocks and chaining values are wiped; digests
/// are the caller's to wipe if they are secret.
///
/// Cost: a compression of eight lanes for every block of the longest message.
pub fn sha512_x8(lanes: InLanes, messages: &[&[&[u8]]; 8], digests: &mut [[u8; 64]; 8]) {
    run_wide(lanes, Sha512 { messages, digests });
}

struct Sha512<'a> {
    messages: &'a [&'a [&'a [u8]]; 8],
    digests: &'a mut [[u8; 64]; 8],
}

impl WideJob for Sha512<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        sha512::digest_lanes::<L::Words, 8>(self.messages, self.digests);
    }
}

/// The SM3 digests of sixteen messages, as [`sha512_x8`] gives those of SHA-512: two messages a lane.
///
/// Cost: a compression of sixteen words for every block of the longest message.
pub fn sm3_x16(lanes: InLanes, messages: &[&[&[u8]]; 16], digests: &mut [[u8; 32]; 16]) {
    run_wide(lanes, Sm3 { messages, digests });
}

struct Sm3<'a> {
    messages: &'a [&'a [&'a [u8]]; 16],
    digests: &'a mut [[u8; 32]; 16],
}

impl WideJob for Sm3<'_> {
    type Out = ();
    #[inline(always)]
    fn wide<L: Wide>(self) {
        sm3::digest_lanes::<sm3::Halves<L::Words>, 16>(self.messages, self.digests);
    }
}
