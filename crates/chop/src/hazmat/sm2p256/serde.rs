//! Scalars and points in serde: 32 and 33 bytes in binary formats, hexadecimal digits in readable ones.
//!
//! What is read must be canonical: a scalar below n, the compressed encoding of a point. O has none.

use super::{Point, Scalar};
use crate::encoding::bytes_serde::as_bytes;
use crate::hazmat::weierstrass::points_as_bytes;

as_bytes!(Scalar, Scalar::to_bytes, Scalar::from_canonical_bytes);
points_as_bytes!();
