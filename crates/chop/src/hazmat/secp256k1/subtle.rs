//! Comparison and selection in constant time, by the traits of the crate `subtle`.

use super::{Point, Scalar};
use crate::hazmat::selection::{equality, selection};
use chop_core::engine::hazmat::secp256k1::Point as Group;
use chop_core::scalar::nsecp256k1;

equality!(Scalar Point);
selection!(Scalar(nsecp256k1::Scalar) Point(Group));
