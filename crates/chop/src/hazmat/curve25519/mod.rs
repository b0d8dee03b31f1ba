//! The group of Ed25519 and X25519 in its three forms, and the integers modulo its order.
//!
//! | type                | what it is                                                                    |
//! |---------------------|-------------------------------------------------------------------------------|
//! | [`Scalar`]          | an integer modulo ℓ = 2^252 + 27742317777372353535851937790883648493           |
//! | [`EdwardsPoint`]    | a point of edwards25519 (RFC 7748, RFC 8032), one of 8·ℓ                      |
//! | [`RistrettoPoint`]  | an element of ristretto255 (RFC 9496), one of ℓ                               |
//! | [`MontgomeryPoint`] | a u-coordinate of curve25519 (RFC 7748)                                       |
//! | `FixedBaseTable`    | multiples of a point that is used often                                       |
//!
//! What an operation costs, in multiplications M of the field (a squaring S is a little less):
//!
//! | operation                                | cost                                            | time             |
//! |------------------------------------------|-------------------------------------------------|------------------|
//! | `P + Q`, `P - Q`                         | 9M                                              | constant         |
//! | `P.double()`                             | 4M + 4S                                         | constant         |
//! | `s * P`                                  | 252 doublings, 64 additions                     | constant         |
//! | `mul_base(s)`; `table.mul(s)`            | 51 additions; 43                                | constant         |
//! | `P.mul_vartime(s)`                       | 253 doublings, 42 additions                     | public inputs    |
//! | `double_base_vartime(a, A, b)`           | 253 doublings, 70 additions                     | public inputs    |
//! | `multiscalar_mul`                        | 252 doublings, 71 additions a term              | constant         |
//! | `multiscalar_mul_vartime`                | that with 50 a term; from 144 terms on buckets  | public inputs    |
//! | encoding of an Edwards point             | an inversion, about 50M                         | constant         |
//! | decoding; ristretto255 both ways         | a power, 251S + 11M                             | constant         |
//! | `…_many`                                 | as one by one, eight in lanes; inversions shared | as one by one   |
//!
//! # Example
//! ```
//! use chop::hazmat::curve25519::{EdwardsPoint, RistrettoPoint, Scalar, Strictness};
//! let (a, b) = (Scalar::from(7u64), Scalar::from(8u64));
//! let P = EdwardsPoint::mul_base(&a);
//! assert_eq!(P + EdwardsPoint::mul_base(&b), (a + b) * EdwardsPoint::BASE);
//! assert_eq!(EdwardsPoint::decompress(&P.compress(), Strictness::Canonical)?, P);
//! assert_eq!(a * a.invert() * RistrettoPoint::BASE, RistrettoPoint::BASE);
//! # Ok::<(), chop::Error>(())
//! ```

mod edwards;
mod group;
mod hash_to_curve;
#[cfg(feature = "alloc")]
mod many;
mod montgomery;
mod ristretto;
mod scalar;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "subtle")]
mod subtle;
#[cfg(feature = "alloc")]
mod tables;

pub use edwards::{EdwardsPoint, Strictness};
pub use hash_to_curve::expand_message_xmd;
pub use montgomery::MontgomeryPoint;
pub use ristretto::RistrettoPoint;
pub use scalar::Scalar;
#[cfg(feature = "alloc")]
pub use tables::FixedBaseTable;

pub use chop_core::scalar::l25519::clamp;
