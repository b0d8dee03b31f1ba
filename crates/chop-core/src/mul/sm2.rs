//! The group of SM2's curve: its order and the tables of its base point.

use super::weierstrass::tables_of_group;
use crate::curve::sm2::Sm2;
use crate::scalar::nsm2;
use crate::table::weierstrass::sm2 as tables;

tables_of_group!(Sm2, nsm2, tables);
