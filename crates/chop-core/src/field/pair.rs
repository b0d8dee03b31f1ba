//! What formulas compute with: an element in each lane of one group, or of two groups side by side.
//!
//! The steps of a formula wait for each other, and a product takes twice as long to be ready as the processor needs to compute it. So two
//! groups take each step together: the products of one fill the time for which those of the other are waited for.

use super::{Field, Sum};
use crate::lanes::Step;

/// Elements that may be multiplied. Constant time in all values; depths are those of [`Field`].
pub trait Factor: Copy {
    /// Products and their sums.
    type Sum: Sum<Fe = Self>;

    /// Takes a step in a function of its own: [`Field::apart`].
    fn apart<S: Step>(step: S) -> S::Out;
    /// x·y.
    fn mul(&self, y: &Self) -> Self::Sum;
    /// x².
    fn sqr(&self) -> Self::Sum;
    /// x·y − z: [`Field::mul_sub`].
    fn mul_sub(&self, y: &Self, z: &Self::Sum) -> Self::Sum;
    /// x² − z: [`Field::sqr_sub`].
    fn sqr_sub(&self, z: &Self::Sum) -> Self::Sum;
    /// x·y + u·v: [`Field::mul_add_mul`].
    fn mul_add_mul(&self, y: &Self, uv: [&Self; 2]) -> Self::Sum;
    /// 2·x·y + z²: [`Field::twice_mul_add_sqr`].
    fn twice_mul_add_sqr(&self, y: &Self, z: &Self) -> Self::Sum;
    /// x as something that can be added.
    fn widen(&self) -> Self::Sum;
    /// x^(2^n), n ≥ 1.
    fn sqr_n(&self, n: usize) -> Self;
    /// x, for products that the compiler is not to begin before what was taken in turn earlier, where two groups are side by side: the columns
    /// of two products do not fit the registers together.
    fn in_turn(&self) -> Self;
}

impl<F: Field> Factor for F {
    type Sum = F::Sum;

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        <F as Field>::apart(step)
    }

    #[inline(always)]
    fn mul(&self, y: &F) -> F::Sum {
        Field::mul(self, y)
    }

    #[inline(always)]
    fn sqr(&self) -> F::Sum {
        Field::sqr(self)
    }

    #[inline(always)]
    fn mul_sub(&self, y: &F, z: &F::Sum) -> F::Sum {
        Field::mul_sub(self, y, z)
    }

    #[inline(always)]
    fn sqr_sub(&self, z: &F::Sum) -> F::Sum {
        Field::sqr_sub(self, z)
    }

    #[inline(always)]
    fn mul_add_mul(&self, y: &F, uv: [&F; 2]) -> F::Sum {
        Field::mul_add_mul(self, y, uv)
    }

    #[inline(always)]
    fn twice_mul_add_sqr(&self, y: &F, z: &F) -> F::Sum {
        Field::twice_mul_add_sqr(self, y, z)
    }

    #[inline(always)]
    fn widen(&self) -> F::Sum {
        Field::widen(self)
    }

    #[inline(always)]
    fn sqr_n(&self, n: usize) -> F {
        Field::sqr_n(self, n)
    }

    #[inline(always)]
    fn in_turn(&self) -> F {
        *self
    }
}

/// Two values side by side.
#[derive(Clone, Copy, Debug)]
pub struct Pair<T>(pub [T; 2]);

impl<S: Sum> Sum for Pair<S> {
    type Fe = Pair<S::Fe>;

    #[inline(always)]
    fn add(&self, y: &Self) -> Self {
        Pair([self.0[0].add(&y.0[0]), self.0[1].add(&y.0[1])])
    }

    #[inline(always)]
    fn sub(&self, y: &Self) -> Self {
        Pair([self.0[0].sub(&y.0[0]), self.0[1].sub(&y.0[1])])
    }

    #[inline(always)]
    fn carry(&self) -> Self::Fe {
        Pair([self.0[0].carry(), self.0[1].carry()])
    }

    #[inline(always)]
    fn reduce(&self) -> Self::Fe {
        Pair([self.0[0].reduce(), self.0[1].reduce()])
    }
}

impl<F: Field> Factor for Pair<F> {
    type Sum = Pair<F::Sum>;

    #[inline(always)]
    fn apart<S: Step>(step: S) -> S::Out {
        <F as Field>::apart(step)
    }

    #[inline(always)]
    fn mul(&self, y: &Self) -> Self::Sum {
        Pair([Field::mul(&self.0[0], &y.0[0]), Field::mul(&self.0[1], &y.0[1])])
    }

    #[inline(always)]
    fn sqr(&self) -> Self::Sum {
        Pair([Field::sqr(&self.0[0]), Field::sqr(&self.0[1])])
    }

    #[inline(always)]
    fn mul_sub(&self, y: &Self, z: &Self::Sum) -> Self::Sum {
        Pair([Field::mul_sub(&self.0[0], &y.0[0], &z.0[0]), Field::mul_sub(&self.0[1], &y.0[1], &z.0[1])])
    }

    #[inline(always)]
    fn sqr_sub(&self, z: &Self::Sum) -> Self::Sum {
        Pair([Field::sqr_sub(&self.0[0], &z.0[0]), Field::sqr_sub(&self.0[1], &z.0[1])])
    }

    #[inline(always)]
    fn mul_add_mul(&self, y: &Self, [u, v]: [&Self; 2]) -> Self::Sum {
        Pair([
            Field::mul_add_mul(&self.0[0], &y.0[0], [&u.0[0], &v.0[0]]),
            Field::mul_add_mul(&self.0[1], &y.0[1], [&u.0[1], &v.0[1]]),
        ])
    }

    #[inline(always)]
    fn twice_mul_add_sqr(&self, y: &Self, z: &Self) -> Self::Sum {
        Pair([
            Field::twice_mul_add_sqr(&self.0[0], &y.0[0], &z.0[0]),
            Field::twice_mul_add_sqr(&self.0[1], &y.0[1], &z.0[1]),
        ])
    }

    #[inline(always)]
    fn widen(&self) -> Self::Sum {
        Pair([Field::widen(&self.0[0]), Field::widen(&self.0[1])])
    }

    /// One after the other in each step.
    #[inline(always)]
    fn sqr_n(&self, n: usize) -> Self {
        debug_assert!(n >= 1);
        let mut y = Factor::sqr(self).carry();
        for _ in 1..n {
            y = Factor::sqr(&y).carry();
        }
        y
    }

    #[inline(always)]
    fn in_turn(&self) -> Self {
        Pair([Field::in_turn(&self.0[0]), Field::in_turn(&self.0[1])])
    }
}
