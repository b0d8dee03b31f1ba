//! Jobs in, facts out: what a scheme needs from the curve, for one item or many, on a given level.
//!
//! Nothing here knows a message, a policy or a key file. Verification returns [`facts::Facts`] and the
//! scheme layer judges them; digests and random weights are computed above and passed down.

pub mod crossover;
pub mod ed25519_decode;
#[cfg(feature = "alloc")]
pub mod ed25519_prepared;
pub mod ed25519_scalars;
pub mod ed25519_sign;
pub mod ed25519_verify;
pub mod edwards;
pub mod edwards_many;
pub mod edwards_vartime;
pub mod facts;
pub mod hash;
#[cfg(chop_codegen)]
pub mod leaky;
#[cfg(feature = "alloc")]
pub mod msm;
pub mod ristretto;
pub mod sm2_group;
pub mod sm2_group_vartime;
pub mod sm2_point;
pub mod sm2_sign;
pub mod sm2_verify;
pub mod x25519;

/// Functions that are a kernel each: they take a level first, and the backend of that level is `B` in the body. They
/// compute with single elements, or with what the function that `by` names dispatches for.
macro_rules! on_level {
    (by $dispatch:ident: $($(#[$doc:meta])* $vis:vis fn $name:ident<$B:ident>($($arg:ident: &$type:ty),*) -> $out:ty $body:block)*) => {
        $(
            $(#[$doc])*
            $vis fn $name(level: Level, $($arg: &$type),*) -> $out {
                struct Run<'a> { $($arg: &'a $type),* }
                impl Kernel for Run<'_> {
                    type Output = $out;
                    #[inline(always)]
                    fn run<$B: Backend>(self, _: $B) -> $out {
                        let Run { $($arg),* } = self;
                        $body
                    }
                }
                $dispatch(level, Run { $($arg),* })
            }
        )*
    };
    ($($functions:tt)*) => {
        on_level! { by dispatch_one: $($functions)* }
    };
}
use on_level;

/// Functions that are a kernel each, from many items to a result each: they take a level first, and the backend of that
/// level is `B` in the body, which is given groups of as many as `in` says, the last one maybe not full. Where `else`
/// names a function for one item, a level without lanes calls that.
macro_rules! in_groups {
    ($(
        $(#[$doc:meta])*
        $vis:vis fn $name:ident<$B:ident>($items:ident: &[$Item:ty], $out:ident: &mut [$Out:ty]) in ($group:expr)
        $(else $one:ident)? $body:block
    )*) => {
        $(
            $(#[$doc])*
            ///
            /// # Panics
            /// If the lengths differ.
            $vis fn $name(level: Level, $items: &[$Item], $out: &mut [$Out]) {
                struct Many<'a>(&'a [$Item], &'a mut [$Out]);
                impl Kernel for Many<'_> {
                    type Output = ();
                    #[inline(always)]
                    fn run<$B: Backend>(self, _: $B) {
                        let group = $group;
                        for ($items, $out) in self.0.chunks(group).zip(self.1.chunks_mut(group)) $body
                    }
                }
                assert_eq!($items.len(), $out.len(), "one place an item");
                $(let Some(level) = level.in_lanes() else {
                    for (item, out) in $items.iter().zip($out) {
                        *out = $one(level, item);
                    }
                    return;
                };)?
                in_groups!(@run level, Many($items, $out), $($one)?);
            }
        )*
    };
    (@run $level:ident, $kernel:expr, ) => {
        dispatch($level, $kernel)
    };
    (@run $level:ident, $kernel:expr, $one:ident) => {
        dispatch_lanes($level, $kernel)
    };
}
use in_groups;

use crate::ct;
use crate::curve::edwards::Extended;
use crate::curve::weierstrass::Jacobian;
use crate::field::f25519::{Constant, F25519, words_to_bytes};
use crate::field::{Field, Lanes};
use crate::kernel::Backend;
use crate::mul::{fixed_base, split, weierstrass, weierstrass_split};
use crate::table::SM2_COMB;

/// An affine point as canonical 64-bit words: the same for every level, 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AffinePoint {
    /// x.
    pub x: [u64; 4],
    /// y.
    pub y: [u64; 4],
}

impl AffinePoint {
    /// (0, 1).
    pub const IDENTITY: AffinePoint = AffinePoint { x: [0; 4], y: [1, 0, 0, 0] };

    /// The base point B of RFC 8032.
    pub const BASE: AffinePoint = AffinePoint { x: Constant::BASE_X.words(), y: Constant::BASE_Y.words() };

    /// The 32-byte encoding: y, and the lowest bit of x on top (RFC 8032, 5.1.2).
    pub fn encode(&self) -> [u8; 32] {
        let mut words = self.y;
        words[3] |= self.x[0] << 63;
        words_to_bytes(&words)
    }

    /// One point per lane. Cost: 1M.
    #[inline(always)]
    pub(crate) fn load<F: F25519>(points: &F::Lanes<AffinePoint>) -> Extended<F> {
        let (mut x, mut y) = (F::Lanes::splat([0; 4]), F::Lanes::splat([0; 4]));
        for i in 0..F::LANES {
            x.as_mut()[i] = points.as_ref()[i].x;
            y.as_mut()[i] = points.as_ref()[i].y;
        }
        Extended::from_affine(F::from_words(&x), F::from_words(&y))
    }

    /// The negatives, one point per lane. Cost: 1M.
    #[inline(always)]
    pub(crate) fn load_negated<F: F25519>(points: &F::Lanes<AffinePoint>) -> Extended<F> {
        AffinePoint::load::<F>(points).negate()
    }
}

/// s·B for one scalar below ℓ, in lanes where there are any. Constant time.
///
/// Cost: 51 additions of 7M, or 7 of 7M and 3 of 9M of eight lanes each.
#[inline(always)]
fn mul_base<B: Backend>(scalar: &[u64; 4]) -> Extended<B::One> {
    if const { B::Many::LANES == 1 } {
        let mut words = <B::One as Field>::Lanes::<[u64; 4]>::splat(*scalar);
        let point = fixed_base::mul_base::<B::One>(&words);
        ct::wipe(words.as_mut());
        point
    } else {
        split::one_of_all(&split::mul_base::<B::Vector>(scalar))
    }
}

/// k·G on SM2's curve for one scalar below n, in lanes where there are any. Constant time.
///
/// Cost: 43 additions of 8M + 3S, or 7 of them and 3 of 12M + 4S of eight lanes each.
#[inline(always)]
fn mul_base_sm2<B: Backend>(scalar: &[u64; 4]) -> Jacobian<B::OneSm2> {
    if const { B::Many::LANES == 1 } {
        let mut words = <B::OneSm2 as Field>::Lanes::<[u64; 4]>::splat(*scalar);
        let point = weierstrass::mul_comb(&SM2_COMB, &words);
        ct::wipe(words.as_mut());
        point
    } else {
        weierstrass_split::first_lane(&weierstrass_split::mul_base::<B::Vector>(scalar))
    }
}

/// Groups of lanes that share an inversion in the calls for many.
pub(crate) const SHARED: usize = 16;
