//! [`Coordinates`] over doubles: signed columns, so that products begin with nothing, and sums have a magnitude a lane in units of U.
//!
//! | what                      | magnitude of a column, in units of U |
//! |---------------------------|--------------------------------------|
//! | limb, as a column         | 1                                    |
//! | product                   | 1                                    |
//! | left and right, or less   | the sum of both                      |
//! | what is carried           | ≤ 9, as elsewhere                    |
//!
//! x − y is x + ¬y + 1 for integers: in the lanes in which something is subtracted, its bits are flipped, and the 1 is counted with the
//! magic, of which each lane has its own.

use super::{D, Fe, MAGIC_OF_PRODUCT, MAGIC_OF_SQUARE, carried_lanes};
#[cfg(debug_assertions)]
use super::{MAX_DEPTH, UNIT};
use crate::field::f25519::Constant;
#[cfg(debug_assertions)]
use crate::field::f25519::coordinates::ZERO;
use crate::field::f25519::coordinates::{Columns as ColumnsTrait, Coordinates, Start, lanes, moving};
use crate::field::{Field, LaneField};
use crate::lanes::columns::five;
use crate::lanes::doubles;
use crate::lanes::{Doubles, Four, LaneMasks, Register, Vector};

/// What columns have besides the value, a limb and a lane.
type Magic = [[u64; 4]; 5];

/// The same in every lane.
#[inline(always)]
const fn in_all(magic: [u64; 5]) -> Magic {
    [[magic[0]; 4], [magic[1]; 4], [magic[2]; 4], [magic[3]; 4], [magic[4]; 4]]
}

/// Sums of products, in each lane of another coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Columns<V> {
    columns: [V; 5],
    magic: Magic,
    magnitudes: Magnitudes,
}

impl<V: Doubles + Register<Width = Four>> Columns<V> {
    #[inline(always)]
    fn new(columns: [V; 5], magic: Magic, magnitudes: Magnitudes) -> Self {
        #[cfg(debug_assertions)]
        magnitudes.check(&columns, &magic);
        Columns { columns, magic, magnitudes }
    }

    /// x + y in the lanes of `plus`, x − y in those of `minus`, x in the others.
    #[inline(always)]
    fn combined(&self, y: &Self, plus: u8, minus: u8) -> Self {
        let columns = five!(I => combined(self.columns[I], y.columns[I], plus, minus));
        let magic = five!(I => {
            let [a, b] = [self.magic[I], y.magic[I]];
            [
                magic_of(a[0], b[0], plus, minus, 0),
                magic_of(a[1], b[1], plus, minus, 1),
                magic_of(a[2], b[2], plus, minus, 2),
                magic_of(a[3], b[3], plus, minus, 3),
            ]
        });
        Columns::new(columns, magic, self.magnitudes.combined(&y.magnitudes, plus | minus))
    }
}

/// One column of [`Columns::combined`], with the bits of y flipped where some lanes are subtracted and others not.
#[inline(always)]
fn combined<V: Register<Width = Four>>(x: V, y: V, plus: u8, minus: u8) -> V {
    let mut other = y;
    if plus | minus != 0b1111 {
        other = V::select(V::pattern(plus | minus), y, V::splat(0));
    }
    match (plus, minus) {
        (_, 0b1111) => x.sub(other),
        (_, 0) => x.add(other),
        _ => x.add(other.xor(V::pattern(minus).vector())),
    }
}

/// The magic of one lane of x + y, x − y or x. A bit that is flipped in place of a negative leaves 1 too little.
#[inline(always)]
const fn magic_of(x: u64, y: u64, plus: u8, minus: u8, lane: u8) -> u64 {
    let flipped = (minus != 0b1111) as u64;
    match (plus >> lane & 1, minus >> lane & 1) {
        (1, _) => x.wrapping_add(y),
        (_, 1) => x.wrapping_sub(y).wrapping_sub(flipped),
        _ => x,
    }
}

impl<V: Doubles + Vector<Width = Four>> ColumnsTrait for Columns<V> {
    type Fe = Fe<V>;
    type Pattern = u8;

    #[inline(always)]
    fn start(_: &Start) -> Self {
        Columns::new([V::splat(0); 5], in_all([0; 5]), Magnitudes::new([0; 4]))
    }

    /// Cost: 5 permutations, 5 blends.
    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Self {
        let some = moving(from);
        let columns = five!(I => {
            let column = self.columns[I].permute(lanes(from));
            if some == 0b1111 { column } else { V::select(V::pattern(some), column, V::splat(0)) }
        });
        let magic = five!(I => {
            let [a, b, c, d] = self.magic[I];
            let all = [a, b, c, d, 0];
            [all[from[0]], all[from[1]], all[from[2]], all[from[3]]]
        });
        Columns::new(columns, magic, self.magnitudes.moved(from))
    }

    /// Cost: 5 blends, 5 additions.
    #[inline(always)]
    fn add_in(&self, lanes: u8, y: &Self) -> Self {
        self.combined(y, lanes, 0)
    }

    /// Cost: 5 flips, 5 additions.
    #[inline(always)]
    fn add_or_sub(&self, minus: u8, y: &Self) -> Self {
        self.combined(y, !minus & 0b1111, minus)
    }

    /// Cost: 5 additions.
    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        self.combined(y, 0b1111, 0)
    }

    /// Cost: 5 subtractions.
    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        self.combined(y, 0, 0b1111)
    }

    #[inline(always)]
    fn carry(&self) -> Fe<V> {
        self.magnitudes.assert_carriable();
        Fe::new(carried_lanes(&self.columns, &self.magic))
    }
}

impl<V: Doubles + Vector<Width = Four>> Coordinates for Fe<V> {
    type Register = V;
    type Columns = Columns<V>;
    type Pattern = u8;

    /// Known to the compiler, which makes blends of constants of it.
    #[inline(always)]
    fn pattern(lanes: u8) -> u8 {
        lanes
    }

    #[inline(always)]
    fn all_if(bit: u64) -> LaneMasks<V> {
        V::splat(bit).eq(V::splat(1))
    }

    #[inline(always)]
    fn mul_onto(&self, _: &Start, y: &Self) -> Columns<V> {
        Columns::new(doubles::product(&self.0, &y.0), in_all(MAGIC_OF_PRODUCT), Magnitudes::new([1; 4]))
    }

    #[inline(always)]
    fn sqr_onto(&self, _: &Start) -> Columns<V> {
        Columns::new(doubles::square(&self.0), in_all(MAGIC_OF_SQUARE), Magnitudes::new([1; 4]))
    }

    /// Cost: 5 permutations.
    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Self {
        self.permute(lanes(from))
    }

    /// Cost: 5 permutations, where a register is an index.
    #[inline(always)]
    fn moved_across(&self, from: [usize; 4], across: LaneMasks<V>) -> Self {
        let mut limbs = self.to_limbs();
        for limb in &mut limbs {
            *limb = limb.permute_across(lanes(from), across);
        }
        Fe::new(limbs)
    }

    #[inline(always)]
    fn blended(lanes: u8, x: &Self, y: &Self) -> Self {
        Field::select(V::pattern(lanes), x, y)
    }

    #[inline(always)]
    fn to_columns(self) -> Columns<V> {
        let columns = five!(I => self.0[I].fadd(V::splat(D)));
        Columns::new(columns, in_all([D; 5]), Magnitudes::new([1; 4]))
    }

    #[inline(always)]
    fn constants(c: [&Constant; 4]) -> Self {
        Fe::new(
            five!(I => V::from_array([c[0].doubles[I], c[1].doubles[I], c[2].doubles[I], c[3].doubles[I]])),
        )
    }
}

/// How large columns may be in each lane, in units of U; of size zero in release builds.
#[derive(Clone, Copy, Debug)]
struct Magnitudes {
    #[cfg(debug_assertions)]
    lanes: [u8; 4],
}

impl Magnitudes {
    #[inline(always)]
    fn new(lanes: [u8; 4]) -> Magnitudes {
        let _ = lanes;
        Magnitudes {
            #[cfg(debug_assertions)]
            lanes,
        }
    }

    #[inline(always)]
    fn moved(&self, from: [usize; 4]) -> Magnitudes {
        #[cfg(debug_assertions)]
        return Magnitudes { lanes: from.map(|i| if i == ZERO { 0 } else { self.lanes[i] }) };
        #[cfg(not(debug_assertions))]
        {
            let _ = from;
            *self
        }
    }

    /// Of x ± y in the lanes of `some`, of x in the others.
    #[inline(always)]
    fn combined(&self, y: &Magnitudes, some: u8) -> Magnitudes {
        #[cfg(debug_assertions)]
        return Magnitudes {
            lanes: core::array::from_fn(|i| self.lanes[i] + if some >> i & 1 == 1 { y.lanes[i] } else { 0 }),
        };
        #[cfg(not(debug_assertions))]
        {
            let _ = (y, some);
            *self
        }
    }

    #[inline(always)]
    fn assert_carriable(&self) {
        #[cfg(debug_assertions)]
        assert!(self.lanes.iter().all(|n| *n <= MAX_DEPTH), "{self:?} is carried, {MAX_DEPTH} allowed");
    }
}

/// The assertions themselves, called: inlined at every operation they would swamp a kernel.
#[cfg(debug_assertions)]
impl Magnitudes {
    #[inline(never)]
    fn check<V: Doubles + Register<Width = Four>>(&self, columns: &[V; 5], magic: &Magic) {
        for (i, lane) in crate::lanes::unbundle(columns).iter().enumerate() {
            let most = u64::from(self.lanes[i]) * UNIT;
            for (column, magic) in lane.iter().zip(magic) {
                let column = column.wrapping_sub(magic[i]) as i64;
                assert!(column.unsigned_abs() <= most, "lane {i}: {column} is beyond {most}");
            }
        }
    }
}
