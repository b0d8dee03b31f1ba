//! Kernels that leak, for `cargo xtask check-codegen` to find: a check that finds nothing in them proves nothing elsewhere.
//!
//! Compiled with `--cfg chop_codegen` only, which only that check sets. Two kinds of leak:
//!
//! | function          | the compiler makes of it                                                             |
//! |-------------------|--------------------------------------------------------------------------------------|
//! | [`select_by_bit`] | one condition for all lanes, in general registers, of a mask without a barrier       |
//! | [`jump_on_lane`]  | a jump on what was in a lane                                                         |

use crate::cpu::InLanes;
use crate::lanes::{MOST_LANES, Madd52, Register};
use crate::run::{Wide, WideJob, run_wide};

/// A step for each bit of the first words, as in a ladder: what is squared is 2·x or y, by the bit. Not constant time in it.
pub fn select_by_bit(level: InLanes, words: &[[u64; MOST_LANES]; 2]) -> [u64; MOST_LANES] {
    run_wide(level, SelectByBit(words))
}

struct SelectByBit<'a>(&'a [[u64; MOST_LANES]; 2]);

impl WideJob for SelectByBit<'_> {
    type Out = [u64; MOST_LANES];
    #[inline(always)]
    fn wide<L: Wide>(self) -> [u64; MOST_LANES] {
        let (mut x, y) = (L::Words::from_words(&self.0[1]), L::Words::from_words(&self.0[0]));
        for t in 0..512 {
            let bit = self.0[0][t / 64] >> (t % 64) & 1;
            let mask = L::Words::pattern((bit as u8).wrapping_neg());
            x = L::Words::select(mask, x.add(x), y).madd52lo(x, x);
        }
        let mut words = [0; MOST_LANES];
        words[..L::LANES].copy_from_slice(x.to_array().as_ref());
        words
    }
}

/// The first words or the others, by a bit of their products. Not constant time in it.
pub fn jump_on_lane(level: InLanes, words: &[[u64; MOST_LANES]; 2]) -> [u64; MOST_LANES] {
    run_wide(level, JumpOnLane(words))
}

struct JumpOnLane<'a>(&'a [[u64; MOST_LANES]; 2]);

impl WideJob for JumpOnLane<'_> {
    type Out = [u64; MOST_LANES];
    #[inline(always)]
    fn wide<L: Wide>(self) -> [u64; MOST_LANES] {
        let (x, y) = (L::Words::from_words(&self.0[0]), L::Words::from_words(&self.0[1]));
        let products = x.madd52lo(x, y).to_array();
        if products[3] & 4 == 0 { self.0[0] } else { self.0[1] }
    }
}
