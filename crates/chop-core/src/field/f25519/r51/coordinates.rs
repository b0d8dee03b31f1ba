//! Four lanes that are the coordinates of a point: products for the least time of one, and sums that move between lanes.
//!
//! The bounds differ from lane to lane. In place of a depth, [`Columns`] has a range a lane, in units of 2^56: debug
//! builds compute it beside the values, and assert it. A difference has no bias of its own: products begin with a
//! multiple of p in the lanes from which something will be taken ([`Start`]), which costs nothing.
//!
//! | what                    | range of a column, in units of 2^56  |
//! |-------------------------|--------------------------------------|
//! | product                 | 0 … U = 8                            |
//! | start of n              | n − 1 … n                            |
//! | left less right         | least of left ≥ most of right        |
//! | what is carried         | most ≤ 72, as elsewhere              |

use super::{Fe, carried, multiple_of_p_near, product_onto, square_onto};
#[cfg(debug_assertions)]
use super::{MAX_DEPTH, UNIT};
use crate::field::f25519::Constant;
use crate::lanes::columns::add_columns;
use crate::lanes::{LaneMasks, PerLane, Register, Vector4, operations};

/// U in units of 2^56.
#[cfg(debug_assertions)]
const UNITS: u8 = (UNIT[0] >> 56) as u8;
/// The most units that may be carried.
#[cfg(debug_assertions)]
const MOST: u8 = MAX_DEPTH * UNITS;

/// A multiple of p in each lane that a product begins with, for differences to come.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    columns: [[u64; 4]; 5],
    units: [u8; 4],
}

impl Start {
    /// Zero.
    pub const ZERO: Start = Start::new([0; 4]);

    /// Columns of n − 1 … n units in lanes with n > 1, and zero in lanes with n = 0.
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

    #[inline(always)]
    fn load<V: Vector4>(&self) -> [V; 5] {
        let mut z = [V::splat(0); 5];
        for i in 0..5 {
            z[i] = V::from_array(self.columns[i]);
        }
        z
    }
}

/// Sums of products, in each lane of another coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Columns<V> {
    columns: [V; 5],
    ranges: Ranges,
}

/// In place of a lane to move from: the lane becomes 0.
pub const ZERO: usize = 4;

/// The lanes to move from, where a lane that becomes 0 comes from any.
const fn lanes(from: [usize; 4]) -> [u64; 4] {
    [from[0] as u64 % 4, from[1] as u64 % 4, from[2] as u64 % 4, from[3] as u64 % 4]
}

/// The lanes that do not become 0, by bits. (No loop, which might be one in a kernel.)
const fn moving(from: [usize; 4]) -> u8 {
    let [a, b, c, d] = from;
    (a != ZERO) as u8 | ((b != ZERO) as u8) << 1 | ((c != ZERO) as u8) << 2 | ((d != ZERO) as u8) << 3
}

/// Lanes in which something is done that is not done in the others.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<V> {
    mask: LaneMasks<V>,
    /// By bits.
    lanes: u8,
}

impl<V: Vector4> Pattern<V> {
    /// To be made once: the compiler does not know which lanes they are. Of a constant mask it makes permutations, which cost
    /// an instruction and three cycles an operation, where a masked instruction costs nothing.
    #[inline(always)]
    pub fn new(lanes: u8) -> Pattern<V> {
        Pattern { mask: V::mask_of_bits(lanes), lanes }
    }
}

impl<V: Vector4> Columns<V> {
    #[inline(always)]
    fn new(columns: [V; 5], ranges: Ranges) -> Columns<V> {
        #[cfg(debug_assertions)]
        ranges.check(&columns);
        Columns { columns, ranges }
    }

    /// A start by itself.
    #[inline(always)]
    pub fn start(start: &Start) -> Columns<V> {
        Columns::new(start.load(), Ranges::start(start))
    }

    /// Lane i is lane `from[i]`, or 0 for [`ZERO`]. Cost: 5 permutations.
    #[inline(always)]
    pub fn moved(&self, from: [usize; 4]) -> Columns<V> {
        Columns::new(moved_columns(&self.columns, lanes(from), moving(from)), self.ranges.moved(from))
    }

    /// Lanes as by [`Columns::moved`] where the mask is true, which is one mask for all lanes, else as they are. The lanes
    /// that are exchanged must have the same range. Constant time in the mask. Cost: 5 permutations, 5 selections.
    #[inline(always)]
    pub fn exchanged(&self, mask: LaneMasks<V>, from: [usize; 4]) -> Columns<V> {
        #[cfg(debug_assertions)]
        assert_eq!(self.ranges.lanes, self.ranges.moved(from).lanes, "lanes of other ranges are exchanged");
        let mut columns = self.columns;
        for column in &mut columns {
            *column = V::select(mask, column.permute(lanes(from)), *column);
        }
        Columns::new(columns, self.ranges)
    }

    /// x + y in the lanes of `lanes`, x in the others. Cost: 5 additions.
    #[inline(always)]
    pub fn add_in(&self, lanes: Pattern<V>, y: &Columns<V>) -> Columns<V> {
        let columns = sums_in(&self.columns, &y.columns, lanes.mask);
        Columns::new(columns, self.ranges.combine(&y.ranges, lanes.lanes, 0))
    }

    /// x − y in the lanes of `minus`, x + y in the others. Cost: 10 additions.
    #[inline(always)]
    pub fn add_or_sub(&self, minus: Pattern<V>, y: &Columns<V>) -> Columns<V> {
        let columns = sums_or_differences(&self.columns, &y.columns, minus.mask);
        Columns::new(columns, self.ranges.combine(&y.ranges, !minus.lanes, minus.lanes))
    }

    /// x + y. Cost: 5 additions.
    #[inline(always)]
    pub fn add(&self, y: &Columns<V>) -> Columns<V> {
        Columns::new(add_columns(&self.columns, &y.columns), self.ranges.combine(&y.ranges, 15, 0))
    }

    /// x − y. Cost: 5 additions.
    #[inline(always)]
    pub fn sub(&self, y: &Columns<V>) -> Columns<V> {
        Columns::new(differences(&self.columns, &y.columns), self.ranges.combine(&y.ranges, 0, 15))
    }

    /// The multipliable form.
    #[inline(always)]
    pub fn carry(&self) -> Fe<V> {
        self.ranges.assert_carriable();
        Fe::new(carried(&self.columns))
    }
}

impl<V: Vector4> Fe<V> {
    /// start + x·y. Cost: 50 multiply-adds, 45 shifts and additions.
    #[inline(always)]
    pub fn mul_onto(&self, start: &Start, y: &Fe<V>) -> Columns<V> {
        Columns::new(product_onto(&start.load(), &self.0, &y.0), Ranges::product(start))
    }

    /// start + x². Cost: 30 multiply-adds, 63 shifts and additions.
    #[inline(always)]
    pub fn sqr_onto(&self, start: &Start) -> Columns<V> {
        Columns::new(square_onto(&start.load(), &self.0), Ranges::product(start))
    }

    /// Lane i is lane `from[i]`. Cost: 5 permutations.
    #[inline(always)]
    pub fn moved(&self, from: [usize; 4]) -> Fe<V> {
        self.permute(lanes(from))
    }

    /// x as something that can be added.
    #[inline(always)]
    pub fn to_columns(self) -> Columns<V> {
        Columns::new(self.0, Ranges::ELEMENT)
    }

    /// A constant a lane.
    #[inline(always)]
    pub fn constants(c: [&Constant; 4]) -> Fe<V> {
        let mut limbs = [V::splat(0); 5];
        for i in 0..5 {
            limbs[i] = V::from_array([c[0].r51[i], c[1].r51[i], c[2].r51[i], c[3].r51[i]]);
        }
        Fe::new(limbs)
    }
}

operations! {
    over Register;

    /// Lane i is lane `from[i]` if that is in `some`, else 0.
    fn moved_columns(x: &[V; 5], from: PerLane<V, u64>, some: u8) -> [V; 5] {
        let (mut z, some) = (*x, V::pattern(some));
        for i in 0..5 {
            z[i] = V::select(some, x[i].permute(from), V::splat(0));
        }
        z
    }

    fn sums_in(x: &[V; 5], y: &[V; 5], lanes: LaneMasks<V>) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = V::select(lanes, x[i].add(y[i]), x[i]);
        }
        z
    }

    fn sums_or_differences(x: &[V; 5], y: &[V; 5], minus: LaneMasks<V>) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = V::select(minus, x[i].sub(y[i]), x[i].add(y[i]));
        }
        z
    }

    fn differences(x: &[V; 5], y: &[V; 5]) -> [V; 5] {
        let mut z = *x;
        for i in 0..5 {
            z[i] = x[i].sub(y[i]);
        }
        z
    }
}

/// The least and the most of a column in each lane, in units of 2^56; of size zero in release builds.
#[derive(Clone, Copy, Debug)]
struct Ranges {
    #[cfg(debug_assertions)]
    lanes: [(u8, u8); 4],
}

impl Ranges {
    /// Limbs without junk.
    const ELEMENT: Ranges = Ranges {
        #[cfg(debug_assertions)]
        lanes: [(0, 1); 4],
    };

    #[inline(always)]
    fn start(start: &Start) -> Ranges {
        #[cfg(debug_assertions)]
        return Ranges { lanes: start.units.map(|n| (n.saturating_sub(1), n)) };
        #[cfg(not(debug_assertions))]
        let _ = start.units;
        #[cfg(not(debug_assertions))]
        Ranges {}
    }

    #[inline(always)]
    fn product(start: &Start) -> Ranges {
        #[cfg(debug_assertions)]
        return Ranges { lanes: Ranges::start(start).lanes.map(|(least, most)| (least, most + UNITS)) };
        #[cfg(not(debug_assertions))]
        Ranges::start(start)
    }

    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Ranges {
        #[cfg(debug_assertions)]
        return Ranges { lanes: from.map(|i| if i == ZERO { (0, 0) } else { self.lanes[i] }) };
        #[cfg(not(debug_assertions))]
        {
            let _ = from;
            *self
        }
    }

    /// Of x + y in the lanes of `plus`, of x − y in those of `minus`, of x in the others.
    #[inline(always)]
    fn combine(&self, y: &Ranges, plus: u8, minus: u8) -> Ranges {
        #[cfg(debug_assertions)]
        return self.check_combination(y, plus, minus);
        #[cfg(not(debug_assertions))]
        {
            let _ = (y, plus, minus);
            *self
        }
    }

    #[inline(always)]
    fn assert_carriable(&self) {
        #[cfg(debug_assertions)]
        self.check_carriable();
    }
}

/// The assertions themselves, called: inlined at every operation they would swamp a kernel.
#[cfg(debug_assertions)]
impl Ranges {
    #[inline(never)]
    fn check_combination(&self, y: &Ranges, plus: u8, minus: u8) -> Ranges {
        let mut lanes = self.lanes;
        for i in 0..4 {
            let ((least, most), (y_least, y_most)) = (self.lanes[i], y.lanes[i]);
            if plus >> i & 1 == 1 {
                lanes[i] = (least + y_least, most + y_most);
            } else if minus >> i & 1 == 1 {
                assert!(least >= y_most, "lane {i}: {y_most} units are taken from as few as {least}");
                lanes[i] = (least - y_most, most - y_least);
            }
        }
        Ranges { lanes }
    }

    #[inline(never)]
    fn check_carriable(&self) {
        assert!(self.lanes.iter().all(|(_, most)| *most <= MOST), "{self:?} is carried, {MOST} allowed");
    }

    #[inline(never)]
    fn check<V: Vector4>(&self, columns: &[V; 5]) {
        for (i, lane) in crate::lanes::unbundle(columns).iter().enumerate() {
            let (least, most) = self.lanes[i];
            for column in lane {
                let fits = u64::from(least) << 56 <= *column && *column <= u64::from(most) << 56;
                assert!(fits, "lane {i}: {column} is not of {least} … {most} units");
            }
        }
    }
}
