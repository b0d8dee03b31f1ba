//! Comparison and selection in constant time, by the traits of the crate `subtle`.

use super::{Point, Scalar};
use crate::hazmat::selection::{equality, selection};
use chop_core::engine::hazmat::sm2::Point as Group;
use chop_core::scalar::nsm2;

equality!(Scalar Point);
selection!(Scalar(nsm2::Scalar) Point(Group));
