//! Many multiples of points, and sums of them.

use super::{Point, Scalar};
use crate::hazmat::weierstrass::many_points;
use chop_core::engine::hazmat::secp256k1::{self as engine, Point as Group};
use chop_core::engine::hazmat::secp256k1_vartime as engine_vartime;
use chop_core::scalar::nsecp256k1::Scalar as Integer;

many_points!("secp256k1");
