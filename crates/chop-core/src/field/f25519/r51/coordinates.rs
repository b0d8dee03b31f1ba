//! [`Coordinates`] over limbs of 51 bits: unsigned columns, with a range a lane in units of 2^56.
//!
//! | what                    | range of a column, in units of 2^56  |
//! |-------------------------|--------------------------------------|
//! | product                 | 0 … U = 8                            |
//! | start of n              | n − 1 … n                            |
//! | left less right         | least of left ≥ most of right        |
//! | what is carried         | most ≤ 72, as elsewhere              |

use super::{Fe, carried, product_onto, square_onto};
#[cfg(debug_assertions)]
use super::{MAX_DEPTH, UNIT};
use crate::field::Field;
use crate::field::f25519::Constant;
#[cfg(debug_assertions)]
use crate::field::f25519::coordinates::ZERO;
use crate::field::f25519::coordinates::{Columns as ColumnsTrait, Coordinates, Start, lanes, moving};
use crate::lanes::columns::add_columns;
use crate::lanes::{LaneMasks, PerLane, Register, Vector4, operations};

/// U in units of 2^56.
#[cfg(debug_assertions)]
const UNITS: u8 = (UNIT[0] >> 56) as u8;
/// The most units that may be carried.
#[cfg(debug_assertions)]
const MOST: u8 = MAX_DEPTH * UNITS;

/// The columns of a start.
#[inline(always)]
fn load<V: Vector4>(start: &Start) -> [V; 5] {
    let mut z = [V::splat(0); 5];
    for i in 0..5 {
        z[i] = V::from_array(start.columns[i]);
    }
    z
}

/// Sums of products, in each lane of another coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Columns<V> {
    columns: [V; 5],
    ranges: Ranges,
}

/// Lanes in which something is done that is not done in the others.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<V> {
    mask: LaneMasks<V>,
    /// By bits.
    lanes: u8,
}

impl<V: Vector4> Columns<V> {
    #[inline(always)]
    fn new(columns: [V; 5], ranges: Ranges) -> Columns<V> {
        #[cfg(debug_assertions)]
        ranges.check(&columns);
        Columns { columns, ranges }
    }
}

impl<V: Vector4> ColumnsTrait for Columns<V> {
    type Fe = Fe<V>;
    type Pattern = Pattern<V>;

    #[inline(always)]
    fn start(start: &Start) -> Columns<V> {
        Columns::new(load(start), Ranges::start(start))
    }

    /// Cost: 5 permutations.
    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Columns<V> {
        Columns::new(moved_columns(&self.columns, lanes(from), moving(from)), self.ranges.moved(from))
    }

    /// Cost: 5 additions.
    #[inline(always)]
    fn add_in(&self, lanes: Pattern<V>, y: &Columns<V>) -> Columns<V> {
        let columns = sums_in(&self.columns, &y.columns, lanes.mask);
        Columns::new(columns, self.ranges.combine(&y.ranges, lanes.lanes, 0))
    }

    /// Cost: 10 additions.
    #[inline(always)]
    fn add_or_sub(&self, minus: Pattern<V>, y: &Columns<V>) -> Columns<V> {
        let columns = sums_or_differences(&self.columns, &y.columns, minus.mask);
        Columns::new(columns, self.ranges.combine(&y.ranges, !minus.lanes, minus.lanes))
    }

    /// Cost: 5 additions.
    #[inline(always)]
    fn add(&self, y: &Columns<V>) -> Columns<V> {
        Columns::new(add_columns(&self.columns, &y.columns), self.ranges.combine(&y.ranges, 15, 0))
    }

    /// Cost: 5 additions.
    #[inline(always)]
    fn sub(&self, y: &Columns<V>) -> Columns<V> {
        Columns::new(differences(&self.columns, &y.columns), self.ranges.combine(&y.ranges, 0, 15))
    }

    #[inline(always)]
    fn carry(&self) -> Fe<V> {
        self.ranges.assert_carriable();
        Fe::new(carried(&self.columns))
    }
}

impl<V: Vector4> Coordinates for Fe<V> {
    type Register = V;
    type Columns = Columns<V>;
    type Pattern = Pattern<V>;

    /// The compiler does not know which lanes they are. Of a constant mask it makes permutations, which cost an instruction and three
    /// cycles an operation, where a masked instruction costs nothing.
    #[inline(always)]
    fn pattern(lanes: u8) -> Pattern<V> {
        Pattern { mask: V::mask_of_bits(lanes), lanes }
    }

    #[inline(always)]
    fn all_if(bit: u64) -> LaneMasks<V> {
        V::splat(bit).eq(V::splat(1))
    }

    #[inline(always)]
    fn blended(lanes: u8, x: &Self, y: &Self) -> Self {
        Field::select(V::pattern(lanes), x, y)
    }

    /// Cost: 50 multiply-adds, 45 shifts and additions.
    #[inline(always)]
    fn mul_onto(&self, start: &Start, y: &Fe<V>) -> Columns<V> {
        Columns::new(product_onto(&load(start), &self.0, &y.0), Ranges::product(start))
    }

    /// Cost: 30 multiply-adds, 63 shifts and additions.
    #[inline(always)]
    fn sqr_onto(&self, start: &Start) -> Columns<V> {
        Columns::new(square_onto(&load(start), &self.0), Ranges::product(start))
    }

    /// Cost: 5 permutations.
    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Fe<V> {
        self.permute(lanes(from))
    }

    /// Cost: 5 permutations, where a register is an index.
    #[inline(always)]
    fn moved_across(&self, from: [usize; 4], across: LaneMasks<V>) -> Self {
        let mut limbs = self.0;
        for limb in &mut limbs {
            *limb = limb.permute_across(lanes(from), across);
        }
        Fe::new(limbs)
    }

    #[inline(always)]
    fn to_columns(self) -> Columns<V> {
        Columns::new(self.0, Ranges::ELEMENT)
    }

    #[inline(always)]
    fn constants(c: [&Constant; 4]) -> Fe<V> {
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
