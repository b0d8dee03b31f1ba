//! What the groups of Weierstrass curves have in common: the methods and traits of their points.
//!
//! A macro is used in the module of a curve, which has the type that it is for and imports the functions of its engine under the
//! names `engine` and `engine_vartime`.

#[cfg(feature = "alloc")]
mod many;
mod point;
#[cfg(feature = "serde")]
mod serde;

#[cfg(feature = "alloc")]
pub(super) use many::many_points;
pub(super) use point::points;
#[cfg(feature = "serde")]
pub(super) use serde::points_as_bytes;

/// An integer as 32 big-endian bytes. Constant time.
#[inline]
pub(super) fn big_endian(x: u128) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[16..].copy_from_slice(&x.to_be_bytes());
    bytes
}
