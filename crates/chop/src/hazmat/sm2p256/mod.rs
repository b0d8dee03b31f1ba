//! The group of SM2's curve (GB/T 32918.5), and the integers modulo its order. No cofactor: every point but O generates
//! the group.
//!
//! | type       | what it is                                                    |
//! |------------|---------------------------------------------------------------|
//! | [`Scalar`] | an integer modulo n; bytes are big endian, as in all of SM2   |
//! | [`Point`]  | a point of the curve, or O                                    |
//!
//! | operation                      | cost                                                     | time          |
//! |--------------------------------|----------------------------------------------------------|---------------|
//! | `P + Q`, `P - Q`               | 16M + 8S: complete, whatever the points                  | constant      |
//! | `P.double()`                   | 4M + 4S                                                  | constant      |
//! | `k * P`                        | 255 doublings, 52 additions, an inversion                | constant      |
//! | `mul_base(k)`                  | 43 additions of 8M + 3S                                  | constant      |
//! | `double_base_vartime(a, P, b)` | 256 doublings, 71 additions, an inversion                | public inputs |
//! | `multiscalar_mul`              | 255 doublings, 67 additions of 16M + 8S a term           | constant      |
//! | `multiscalar_mul_vartime`      | 256 doublings, 51 additions a term                       | public inputs |
//! | `…_many`                       | as one by one, eight in lanes                            | constant      |
//!
//! # Example
//! ```
//! use chop::hazmat::sm2p256::{Point, Scalar};
//! let (a, b) = (Scalar::from(7u64), Scalar::from(8u64));
//! let P = Point::mul_base(&a);
//! assert_eq!(P + Point::mul_base(&b), (a + b) * Point::BASE);
//! assert_eq!(P - P, Point::IDENTITY);
//! assert_eq!(Point::from_bytes(&P.to_compressed_bytes().expect("not O"))?, P);
//! # Ok::<(), chop::Error>(())
//! ```

#[cfg(feature = "alloc")]
mod many;
mod point;
mod scalar;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "subtle")]
mod subtle;

pub use point::Point;
pub use scalar::Scalar;
