//! SHA-512 of eight independent messages at a time, and SM3 of sixteen, on levels with eight lanes.

use crate::cpu::InLanes;
use crate::hash::{sha512, sm3};
use crate::kernel::{Backend, Kernel, dispatch_lanes};

/// The digests of eight messages, each the concatenation of its parts. A message may be empty, and one
/// without parts is.
///
/// Constant time in the contents; the lengths are public. Blocks and chaining values are wiped; digests
/// are the caller's to wipe if they are secret.
///
/// Cost: a compression of eight lanes for every block of the longest message.
pub fn sha512_x8(lanes: InLanes, messages: &[&[&[u8]]; 8], digests: &mut [[u8; 64]; 8]) {
    struct Eight<'a>(&'a [&'a [&'a [u8]]; 8], &'a mut [[u8; 64]; 8]);
    impl Kernel for Eight<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            sha512::digest_lanes::<B::Vector, 8>(self.0, self.1);
        }
    }
    dispatch_lanes(lanes, Eight(messages, digests));
}

/// The SM3 digests of sixteen messages, as [`sha512_x8`] gives those of SHA-512: two messages a lane.
///
/// Cost: a compression of sixteen words for every block of the longest message.
pub fn sm3_x16(lanes: InLanes, messages: &[&[&[u8]]; 16], digests: &mut [[u8; 32]; 16]) {
    struct Sixteen<'a>(&'a [&'a [&'a [u8]]; 16], &'a mut [[u8; 32]; 16]);
    impl Kernel for Sixteen<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            sm3::digest_lanes::<sm3::Halves<B::Vector>, 16>(self.0, self.1);
        }
    }
    dispatch_lanes(lanes, Sixteen(messages, digests));
}
