//! Four lanes that are the coordinates of a point: what the formulas of [`quad`](crate::curve::edwards::quad) and
//! [`quad_ladder`](crate::curve::edwards::quad_ladder) ask of a field.
//!
//! Products are for the least time of one, and sums move between lanes. The bounds differ from lane to lane, so there is no depth: a
//! backend computes a range for each lane in debug builds, and asserts it. Where columns have no sign, a difference has no bias of its
//! own: products begin with a multiple of p in the lanes from which something will be taken ([`Start`]).

use super::r51::multiple_of_p_near;
use super::{Constant, F25519};
use crate::lanes::{Four, Vector4};

/// In place of a lane to move from: the lane becomes 0.
pub const ZERO: usize = 4;

/// The lanes to move from, where a lane that becomes 0 comes from any.
pub(super) const fn lanes(from: [usize; 4]) -> [u64; 4] {
    [from[0] as u64 % 4, from[1] as u64 % 4, from[2] as u64 % 4, from[3] as u64 % 4]
}

/// The lanes that do not become 0, by bits. (No loop, which might be one in a kernel.)
pub(super) const fn moving(from: [usize; 4]) -> u8 {
    let [a, b, c, d] = from;
    (a != ZERO) as u8 | ((b != ZERO) as u8) << 1 | ((c != ZERO) as u8) << 2 | ((d != ZERO) as u8) << 3
}

/// A multiple of p in each lane that a product begins with, for differences to come. Backends with signed columns have no need of it.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub(super) columns: [[u64; 4]; 5],
    pub(super) units: [u8; 4],
}

impl Start {
    /// Zero.
    pub const ZERO: Start = Start::new([0; 4]);

    /// Columns of n − 1 … n times 2^56 in lanes with n > 1, and zero in lanes with n = 0.
    pub const fn new(units: [u8; 4]) -> Start {
        let mut columns = [[0; 4]; 5];
        let mut lane = 0;
        while lane < 4 {
            let n = units[lane];
            if n > 0 {
                let multiple = multiple_of_p_near((n as u64) << 56);
                let mut i = 0;
                while i < 5 {
                    columns[i][lane] = multiple[i];
                    i += 1;
                }
            }
            lane += 1;
        }
        Start { columns, units }
    }
}

/// An element in each of four lanes that may be multiplied.
pub trait Coordinates: F25519<Width = Four> {
    /// The lanes.
    type Register: Vector4;
    /// Sums of products.
    type Columns: Columns<Fe = Self, Pattern = Self::Pattern>;
    /// Lanes in which something is done that is not done in the others.
    type Pattern: Copy;

    /// The lanes whose bit is 1, lane i being bit i. To be made once, and handed on.
    fn pattern(lanes: u8) -> Self::Pattern;
    /// All lanes if the bit, which may be secret, is 1; else none.
    fn all_if(bit: u64) -> Self::Mask;
    /// start + x·y.
    fn mul_onto(&self, start: &Start, y: &Self) -> Self::Columns;
    /// start + x².
    fn sqr_onto(&self, start: &Start) -> Self::Columns;
    /// Lane i is lane `from[i]`.
    fn moved(&self, from: [usize; 4]) -> Self;
    /// Lane i is lane `from[i]`, or, where the mask is true, which is one mask for all lanes, lane `from[i]` ^ 2. Constant time in the
    /// mask.
    fn moved_across(&self, from: [usize; 4], across: Self::Mask) -> Self;
    /// x in the lanes whose bit is 1, y in the others: for constants.
    fn blended(lanes: u8, x: &Self, y: &Self) -> Self;
    /// x as something that can be added.
    fn to_columns(self) -> Self::Columns;
    /// A constant a lane.
    fn constants(c: [&Constant; 4]) -> Self;
}

/// Sums of products, in each lane of another coordinate.
pub trait Columns: Copy {
    /// The multipliable form.
    type Fe;
    /// See [`Coordinates::Pattern`].
    type Pattern;

    /// A start by itself.
    fn start(start: &Start) -> Self;
    /// Lane i is lane `from[i]`, or 0 for [`ZERO`].
    fn moved(&self, from: [usize; 4]) -> Self;
    /// x + y in the lanes of `lanes`, x in the others.
    fn add_in(&self, lanes: Self::Pattern, y: &Self) -> Self;
    /// x − y in the lanes of `minus`, x + y in the others.
    fn add_or_sub(&self, minus: Self::Pattern, y: &Self) -> Self;
    /// x + y.
    fn add(&self, y: &Self) -> Self;
    /// x − y.
    fn sub(&self, y: &Self) -> Self;
    /// The multipliable form.
    fn carry(&self) -> Self::Fe;
}
