//! Kernels that leak, for `cargo xtask check-codegen` to find: a check that finds nothing in them proves nothing elsewhere.
//!
//! Compiled with `--cfg chop_codegen` only, which only that check sets. Two kinds of leak:
//!
//! | function          | the compiler makes of it                                                             |
//! |-------------------|--------------------------------------------------------------------------------------|
//! | [`select_by_bit`] | one condition for all lanes, in general registers, of a mask without a barrier       |
//! | [`jump_on_lane`]  | a jump on what was in a lane                                                         |

use super::on_level;
use crate::cpu::InLanes as Level;
use crate::kernel::{Backend, Kernel, dispatch_lanes};
use crate::lanes::Register;

on_level! { by dispatch_lanes:
    /// A step for each bit of the first words, as in a ladder: what is squared is 2·x or y, by the bit. Not constant time in it.
    pub fn select_by_bit<B>(words: &[[u64; 8]; 2]) -> [u64; 8] {
        let (mut x, y) = (B::Vector::from_array(words[1]), B::Vector::from_array(words[0]));
        for t in 0..512 {
            let bit = words[0][t / 64] >> (t % 64) & 1;
            let mask = B::Vector::pattern((bit as u8).wrapping_neg());
            x = B::Vector::select(mask, x.add(x), y).madd52lo(x, x);
        }
        x.to_array()
    }

    /// The first words or the others, by a bit of their products. Not constant time in it.
    pub fn jump_on_lane<B>(words: &[[u64; 8]; 2]) -> [u64; 8] {
        let (x, y) = (B::Vector::from_array(words[0]), B::Vector::from_array(words[1]));
        let products = x.madd52lo(x, y).to_array();
        if products[3] & 4 == 0 { words[0] } else { words[1] }
    }
}
