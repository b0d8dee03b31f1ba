//! Points of edwards25519 and curve25519 ([`edwards`]) and of Weierstrass curves ([`jacobian`]), SM2's among them ([`sm2`]), generic
//! over the field and so over the lanes.

pub mod edwards;
mod formulas;
pub mod jacobian;
pub mod secp256k1;
pub mod sm2;
