//! Depth: how many unit columns a value is made of. Counted in debug builds, free in release builds.
//!
//! A backend states its unit (the largest column that a product can have). A sum of `n` products has
//! depth `n`; a difference adds [`BIAS_DEPTH`], because a multiple of p is added so that columns
//! never go below zero. Formulas are written against the tightest backend:
//!
//! | rule                                   | bound                  | set by                          |
//! |----------------------------------------|------------------------|---------------------------------|
//! | what is carried                        | depth ≤ [`MAX_DEPTH`]  | `u64x1` multiplies without carry|
//! | what is subtracted (right operand)     | depth ≤ [`MAX_SUBTRAHEND`] | the bias of all backends    |
//! | what a difference costs                | + [`BIAS_DEPTH`]       | the bias of all backends        |

/// The largest depth that [`Sum::carry`](super::Sum::carry) takes.
pub const MAX_DEPTH: u8 = 9;
/// The largest depth that may stand on the right of [`Sum::sub`](super::Sum::sub).
pub const MAX_SUBTRAHEND: u8 = 3;
/// The depth that one subtraction adds to that of its left operand.
pub const BIAS_DEPTH: u8 = 4;

/// The depth of a value; a type of size zero in release builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    #[cfg(debug_assertions)]
    n: u8,
}

impl Depth {
    /// Nothing added yet: the value zero.
    pub const ZERO: Depth = Depth::new(0);
    /// One product.
    pub const UNIT: Depth = Depth::new(1);

    /// Depth `n`.
    pub const fn new(n: u8) -> Depth {
        let _ = n;
        Depth {
            #[cfg(debug_assertions)]
            n,
        }
    }

    /// The depth of a sum.
    #[inline(always)]
    pub fn plus(self, other: Depth) -> Depth {
        #[cfg(debug_assertions)]
        return Depth::new(self.n + other.n);
        #[cfg(not(debug_assertions))]
        other
    }

    /// The depth of a difference; asserts that the right operand is small enough for the bias.
    #[inline(always)]
    pub fn minus(self, other: Depth) -> Depth {
        #[cfg(debug_assertions)]
        return self.check_minus(other);
        #[cfg(not(debug_assertions))]
        other
    }

    /// The depth of either.
    #[inline(always)]
    pub fn max(self, other: Depth) -> Depth {
        #[cfg(debug_assertions)]
        return Depth::new(self.n.max(other.n));
        #[cfg(not(debug_assertions))]
        other
    }

    /// Asserts that a value may be carried.
    #[inline(always)]
    pub fn assert_carriable(self) {
        #[cfg(debug_assertions)]
        self.check_carriable();
    }

    /// Asserts that every limb is at most depth × unit.
    #[inline(always)]
    pub fn assert_limbs(self, limbs: &[u64], unit: &[u64]) {
        #[cfg(debug_assertions)]
        self.check_limbs(limbs, unit);
        #[cfg(not(debug_assertions))]
        let _ = (limbs, unit);
    }
}

/// The assertions themselves, called: inlined at every operation they would swamp a kernel.
#[cfg(debug_assertions)]
impl Depth {
    #[inline(never)]
    fn check_minus(self, other: Depth) -> Depth {
        assert!(other.n <= MAX_SUBTRAHEND, "depth {} on the right of a subtraction", other.n);
        Depth::new(self.n + BIAS_DEPTH)
    }

    #[inline(never)]
    fn check_carriable(self) {
        assert!(self.n <= MAX_DEPTH, "depth {} is carried, {MAX_DEPTH} allowed", self.n);
    }

    #[inline(never)]
    fn check_limbs(self, limbs: &[u64], unit: &[u64]) {
        for (i, (limb, unit)) in limbs.iter().zip(unit).enumerate() {
            let bound = self.n as u128 * *unit as u128;
            assert!(*limb as u128 <= bound, "limb {i} is {limb}, bound {bound} at depth {}", self.n);
        }
    }
}
