//! Scalar multiplication. Constant time, or `_vartime` for public inputs.
//!
//! | module          | on                                                              |
//! |-----------------|-----------------------------------------------------------------|
//! | [`edwards`]     | edwards25519                                                    |
//! | [`weierstrass`] | any Weierstrass curve of prime order                            |
//! | [`sm2`], [`secp256k1`] | what is particular to these curves: the order and the tables of the base point |
//! | [`double_base_vartime`] | which way to a·P + b·G each of them takes               |
//! | [`bucket_lists_vartime`] | which term of a sum goes to which bucket               |
//!
//! Files of the same name compute the same in both folders: `comb`, `window` and `sum` in one lane or one problem per lane, `group`
//! what only levels with lanes have, one problem per lane; `spread` one problem over all lanes.

#[cfg(feature = "alloc")]
pub mod bucket_lists_vartime;
pub mod double_base_vartime;
pub mod edwards;
pub mod secp256k1;
pub mod sm2;
pub mod weierstrass;
