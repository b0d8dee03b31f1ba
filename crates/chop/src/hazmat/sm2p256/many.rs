//! Many multiples of points, and sums of them.

use super::{Point, Scalar};
use crate::hazmat::weierstrass::many_points;
use chop_core::engine::hazmat::sm2::{self as engine, Point as Group};
use chop_core::engine::hazmat::sm2_vartime as engine_vartime;
use chop_core::scalar::nsm2::Scalar as Integer;

many_points!("sm2p256");
