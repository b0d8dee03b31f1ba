//! Scalar multiplication on edwards25519. Constant time, or `_vartime` for public inputs.
//!
//! | module                  | computes                  | method                                   |
//! |-------------------------|---------------------------|------------------------------------------|
//! | [`comb`]                | s·B, s·P for a comb of P  | signed comb of 5-bit windows, no doublings |
//! | [`window`]              | s·P                       | signed 4-bit windows                     |
//! | [`sum`]                 | Σ s_i·P_i, secret         | signed 4-bit windows, doublings shared   |
//! | [`spread`]              | s·B, two combs, once      | a row of a comb in each lane             |
//! | [`group`]               | s·B, one per lane         | the comb, looked up in registers         |
//! | [`group_vartime`]       | a·A + b·B, one per lane   | fixed windows, tables gathered; two combs |
//! | [`ladder`]              | s·P, one per lane         | the Montgomery ladder, and y recovered   |
//! | [`quad`]                | Σ s_i·P_i, few terms, secret | as [`sum`], a coordinate in each of four lanes |
//! | [`quad_vartime`]        | Σ s_i·P_i + w·B, few terms | as [`sum_vartime`], a coordinate in each of four lanes |
//! | [`double_base_vartime`] | a·A + b·B                 | interleaved NAFs                         |
//! | [`sum_vartime`]         | Σ s_i·P_i, few terms      | interleaved NAFs                         |
//! | [`buckets_vartime`]     | Σ s_i·P_i, many terms     | signed buckets                           |
//! | [`group_buckets_vartime`] | the same, a bucket per lane | sorted lists for each bucket |

#[cfg(feature = "alloc")]
pub mod buckets_vartime;
pub mod comb;
pub mod double_base_vartime;
pub mod group;
#[cfg(feature = "alloc")]
pub mod group_buckets_vartime;
pub mod group_vartime;
pub mod ladder;
pub mod quad;
pub mod quad_vartime;
pub mod spread;
#[cfg(feature = "alloc")]
pub mod sum;
#[cfg(feature = "alloc")]
pub mod sum_vartime;
pub mod window;
