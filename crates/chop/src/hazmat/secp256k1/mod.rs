//! The group of secp256k1 (SEC 2, 2.4.1), and the integers modulo its order. No cofactor: every point but O generates the group.
//!
//! | type             | what it is                                                        |
//! |------------------|-------------------------------------------------------------------|
//! | [`Scalar`]       | an integer modulo n; bytes are big endian, as in all of ECDSA     |
//! | [`Point`]        | a point of the curve, or O                                        |
//! | [`SharedSecret`] | what two parties share, by [`ecdh`]                               |
//!
//! | operation                      | cost                                                     | time          |
//! |--------------------------------|----------------------------------------------------------|---------------|
//! | `P + Q`, `P - Q`               | 15M + 8S: complete, whatever the points                  | constant      |
//! | `P.double()`                   | 3M + 4S                                                  | constant      |
//! | `k * P`                        | 255 doublings, 52 additions, an inversion                | constant      |
//! | `mul_base(k)`                  | 43 additions of 8M + 3S                                  | constant      |
//! | `ecdh(k, P)`                   | as `k * P`, an inversion more                            | constant      |
//! | `double_base_vartime(a, P, b)` | 129 doublings, 73 additions, an inversion                | public inputs |
//! | `multiscalar_mul`              | 255 doublings, 67 additions of 15M + 8S a term           | constant      |
//! | `multiscalar_mul_vartime`      | 256 doublings, 51 additions a term                       | public inputs |
//! | `…_many`                       | as one by one, as many at a time as the level has lanes  | constant      |
//!
//! # Example
//! ```
//! use chop::hazmat::secp256k1::{Point, Scalar};
//! let (a, b) = (Scalar::from(7u64), Scalar::from(8u64));
//! let P = Point::mul_base(&a);
//! assert_eq!(P + Point::mul_base(&b), (a + b) * Point::BASE);
//! assert_eq!(P - P, Point::IDENTITY);
//! assert_eq!(Point::from_bytes(&P.to_compressed_bytes().expect("not O"))?, P);
//! # Ok::<(), chop::Error>(())
//! ```

mod ecdh;
#[cfg(feature = "alloc")]
mod many;
mod point;
mod scalar;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "subtle")]
mod subtle;

pub use ecdh::{SharedSecret, ecdh};
pub use point::Point;
pub use scalar::Scalar;
