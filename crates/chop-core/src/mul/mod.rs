//! Scalar multiplication. Constant time, or `_vartime` for public inputs.
//!
//! | module                  | computes                  | method                                   |
//! |-------------------------|---------------------------|------------------------------------------|
//! | [`fixed_base`]          | s·B, s·P for a comb of P  | signed comb of 5-bit windows, no doublings |
//! | [`var_base`]            | s·P                       | signed 4-bit windows                     |
//! | [`ladder`]              | s·P for many P, in lanes  | the Montgomery ladder, and y recovered   |
//! | [`double_base_vartime`] | a·A + b·B                 | interleaved NAFs                         |
//! | [`lanes`]               | s·B, a·A + b·B, eight times | fixed windows, tables in registers or gathered |
//! | [`split`]               | s·B, two combs, once      | a row of a comb in each of eight lanes   |
//! | [`quad`]                | Σ s_i·P_i, few terms, secret | as [`straus`], a coordinate in each of four lanes |
//! | [`quad_vartime`]        | Σ s_i·P_i + w·B, few terms | as [`straus_vartime`], a coordinate in each of four lanes |
//! | [`straus`]              | Σ s_i·P_i, secret         | signed 4-bit windows, doublings shared   |
//! | [`straus_vartime`]      | Σ s_i·P_i, few terms      | interleaved NAFs                         |
//! | [`pippenger_vartime`]   | Σ s_i·P_i, many terms     | signed buckets                           |
//! | [`pippenger_lanes_vartime`] | the same in eight lanes | sorted lists a bucket ([`bucket_lists_vartime`]) |
//! | [`weierstrass`]         | the same on Weierstrass curves | see there                           |
//! | [`sm2`]                 |                           | order and tables of SM2's curve          |

#[cfg(feature = "alloc")]
pub mod bucket_lists_vartime;
pub mod double_base_vartime;
pub mod fixed_base;
pub mod ladder;
pub mod lanes;
#[cfg(feature = "alloc")]
pub mod pippenger_lanes_vartime;
#[cfg(feature = "alloc")]
pub mod pippenger_vartime;
pub mod quad;
pub mod quad_vartime;
pub mod sm2;
pub mod split;
#[cfg(feature = "alloc")]
pub mod straus;
#[cfg(feature = "alloc")]
pub mod straus_vartime;
pub mod var_base;
pub mod weierstrass;
