//! Tables of points and the two ways to read them: constant time for secret digits, direct for public.

mod base_comb;
mod base_odd;
pub mod select;

pub use base_comb::BASE_COMB;
pub use base_odd::BASE_ODD;

use crate::curve::edwards::PackedPoint;

/// Bits a window of the combs.
pub const COMB_WINDOW: usize = 5;
/// Windows of the combs: 51·5 = 255 bits, enough for a scalar below 2^253 and its last carry.
pub const COMB_ROWS: usize = 51;
/// Entries a row: 1·P … 16·P for signed digits of five bits.
pub const COMB_ENTRIES: usize = 16;

/// A comb of a point P: row i holds 1·32^i·P, 2·32^i·P, …, 16·32^i·P. 78,336 bytes.
pub type Comb = [[PackedPoint; COMB_ENTRIES]; COMB_ROWS];
