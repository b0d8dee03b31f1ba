//! Points of the curve −x² + y² = 1 + d·x²·y² over GF(p).
#![allow(non_snake_case)] // Points and projective coordinates are uppercase, as in the standards.

use crate::field::{self, add, d, inv, mul, neg, p, sub};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// The order of the base point, 2^252 + 27742317777372353535851937790883648493.
pub fn l() -> &'static BigUint {
    static L: LazyLock<BigUint> =
        LazyLock::new(|| (BigUint::from(1u8) << 252u32) + 27742317777372353535851937790883648493u128);
    &L
}

/// A point in affine coordinates, both below p. The functions expect points of the curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The x-coordinate.
    pub x: BigUint,
    /// The y-coordinate.
    pub y: BigUint,
}

impl Point {
    /// The neutral element (0, 1).
    pub fn identity() -> Point {
        Point { x: BigUint::ZERO, y: BigUint::from(1u8) }
    }

    /// The base point: y = 4/5 and x even (RFC 8032, 5.1).
    pub fn base() -> Point {
        static BASE: LazyLock<Point> = LazyLock::new(|| {
            let y = mul(&BigUint::from(4u8), &inv(&BigUint::from(5u8)));
            decode(&field::to_bytes(&y)).point.expect("the base point is on the curve")
        });
        BASE.clone()
    }

    /// P + Q, for all P and Q, by the affine law of RFC 8032, 5.1.
    ///
    /// x3 = (x1·y2 + x2·y1)/(1 + d·x1·x2·y1·y2), y3 = (y1·y2 + x1·x2)/(1 − d·x1·x2·y1·y2).
    pub fn add(&self, Q: &Point) -> Point {
        let one = BigUint::from(1u8);
        let (x1, y1, x2, y2) = (&self.x, &self.y, &Q.x, &Q.y);
        let t = mul(d(), &mul(&mul(x1, x2), &mul(y1, y2)));
        Point {
            x: mul(&add(&mul(x1, y2), &mul(x2, y1)), &inv(&add(&one, &t))),
            y: mul(&add(&mul(y1, y2), &mul(x1, x2)), &inv(&sub(&one, &t))),
        }
    }

    /// −P = (−x, y).
    pub fn neg(&self) -> Point {
        Point { x: neg(&self.x), y: self.y.clone() }
    }

    /// \[n\]P by double-and-add. `n` is used as the integer it is, never reduced.
    pub fn mul(n: &BigUint, P: &Point) -> Point {
        let P = Extended::from_affine(P);
        let mut Q = Extended::from_affine(&Point::identity());
        for bit in (0..n.bits()).rev() {
            Q = Q.add(&Q);
            if n.bit(bit) {
                Q = Q.add(&P);
            }
        }
        let z = inv(&Q.Z);
        Point { x: mul(&Q.X, &z), y: mul(&Q.Y, &z) }
    }

    /// \[8\]P = identity.
    pub fn is_small_order(&self) -> bool {
        Point::mul(&BigUint::from(8u8), self) == Point::identity()
    }

    /// The canonical encoding: y, with the lowest bit of x as bit 255 (RFC 8032, 5.1.2).
    pub fn encode(&self) -> [u8; 32] {
        let mut bytes = field::to_bytes(&self.y);
        bytes[31] |= u8::from(self.x.bit(0)) << 7;
        bytes
    }
}

/// x = X/Z, y = Y/Z, x·y = T/Z: the affine law without its inversions, which a multiplication has too many of.
struct Extended {
    X: BigUint,
    Y: BigUint,
    Z: BigUint,
    T: BigUint,
}

impl Extended {
    fn from_affine(P: &Point) -> Extended {
        Extended { X: P.x.clone(), Y: P.y.clone(), Z: BigUint::from(1u8), T: mul(&P.x, &P.y) }
    }

    /// RFC 8032, 5.1.4; complete, so it doubles too.
    fn add(&self, Q: &Extended) -> Extended {
        let two = BigUint::from(2u8);
        let A = mul(&sub(&self.Y, &self.X), &sub(&Q.Y, &Q.X)); //      A = (Y1−X1)·(Y2−X2)
        let B = mul(&add(&self.Y, &self.X), &add(&Q.Y, &Q.X)); //      B = (Y1+X1)·(Y2+X2)
        let C = mul(&mul(&self.T, &Q.T), &mul(&two, d())); //          C = T1·2·d·T2
        let D = mul(&mul(&self.Z, &Q.Z), &two); //                     D = Z1·2·Z2
        let (E, F, G, H) = (sub(&B, &A), sub(&D, &C), add(&D, &C), add(&B, &A));
        Extended { X: mul(&E, &F), Y: mul(&G, &H), Z: mul(&F, &G), T: mul(&E, &H) }
    }
}

/// What 32 bytes say as the encoding of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The point, if y (taken mod p) is the y-coordinate of one.
    pub point: Option<Point>,
    /// y < p, whether the point exists or not.
    pub y_reduced: bool,
    /// The point exists, its x is 0 and the sign bit is 1.
    pub minus_zero: bool,
}

/// Decodes liberally: RFC 8032, 5.1.3 without the two rejections, which are reported instead.
pub fn decode(bytes: &[u8; 32]) -> Decoded {
    let one = BigUint::from(1u8);
    let mut y_bytes = *bytes;
    y_bytes[31] &= 0x7f;
    let sign = bytes[31] >> 7 == 1;
    let y_read = field::from_bytes(&y_bytes);
    let y = &y_read % p();

    // x² = (y² − 1)/(d·y² + 1); the denominator is never 0, as −1/d is no square.
    let yy = mul(&y, &y);
    let root = field::sqrt_ratio(&sub(&yy, &one), &add(&mul(d(), &yy), &one));
    let minus_zero = sign && root == Some(BigUint::ZERO);
    let point = root.map(|x| Point { x: if x.bit(0) == sign { x } else { neg(&x) }, y });
    Decoded { point, y_reduced: y_read < *p(), minus_zero }
}

/// The eight points of small order, point i = \[i\]T for one T of order 8.
pub fn torsion() -> [Point; 8] {
    static TORSION: LazyLock<[Point; 8]> = LazyLock::new(|| {
        // [l]P is a point of small order, for any P; half of all P give one of order 8.
        let T = (2u8..)
            .filter_map(|y| decode(&field::to_bytes(&BigUint::from(y))).point)
            .map(|P| Point::mul(l(), &P))
            .find(|T| Point::mul(&BigUint::from(4u8), T) != Point::identity())
            .expect("a small y leads to a point of order 8");
        std::array::from_fn(|i| Point::mul(&BigUint::from(i), &T))
    });
    TORSION.clone()
}

/// All encodings that [`decode`] to a point of small order, sorted: 8 canonical ones and 6 others.
pub fn small_order_encodings() -> Vec<[u8; 32]> {
    let mut encodings = std::collections::BTreeSet::new();
    for P in torsion() {
        for y in [P.y.clone(), &P.y + p()].into_iter().filter(|y| y.bits() <= 255) {
            for sign in [0, 0x80] {
                let mut bytes = field::to_bytes(&y);
                bytes[31] |= sign;
                encodings.insert(bytes);
            }
        }
    }
    encodings.into_iter().collect()
}
