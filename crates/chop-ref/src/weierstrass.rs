//! Short Weierstrass curves by their affine law.
#![allow(non_snake_case)] // Points are uppercase, as in the standards.

use num_bigint::BigUint;

/// The curve y² = x³ + a·x + b over GF(p), with a base point of prime order n.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The prime of the field.
    pub p: BigUint,
    /// a.
    pub a: BigUint,
    /// b.
    pub b: BigUint,
    /// The order of the base point.
    pub n: BigUint,
    /// The base point.
    pub G: Point,
}

/// (x, y), or `None` for the point at infinity O.
pub type Point = Option<(BigUint, BigUint)>;

impl Curve {
    /// x³ + a·x + b.
    fn right_side(&self, x: &BigUint) -> BigUint {
        (x * x * x + &self.a * x + &self.b) % &self.p
    }

    /// Whether the coordinates are below p and on the curve; O is.
    pub fn contains(&self, P: &Point) -> bool {
        P.as_ref().is_none_or(|(x, y)| *x < self.p && *y < self.p && (y * y) % &self.p == self.right_side(x))
    }

    /// The point with this x whose y is odd or even as asked, for p ≡ 3 mod 4 and x < p.
    pub fn lift(&self, x: &BigUint, odd: bool) -> Point {
        let square = self.right_side(x);
        let y = square.modpow(&((&self.p + 1u8) / 4u8), &self.p);
        let y = if y.bit(0) == odd { y } else { (&self.p - y) % &self.p };
        ((&y * &y) % &self.p == square && y.bit(0) == odd).then(|| (x.clone(), y))
    }

    /// −P = (x, −y).
    pub fn neg(&self, P: &Point) -> Point {
        P.as_ref().map(|(x, y)| (x.clone(), (&self.p - y) % &self.p))
    }

    /// P + Q (GB/T 32918.1, 3.2.3.1): the slope λ is (y2 − y1)/(x2 − x1), or (3·x1² + a)/(2·y1) for P = Q.
    pub fn add(&self, P: &Point, Q: &Point) -> Point {
        let ((x1, y1), (x2, y2)) = match (P, Q) {
            (None, _) => return Q.clone(),
            (_, None) => return P.clone(),
            (Some(P), Some(Q)) => (P, Q),
        };
        let p = &self.p;
        let (rise, run) = if x1 != x2 {
            (y2 + p - y1, x2 + p - x1)
        } else if y1 == y2 && *y1 != BigUint::ZERO {
            (x1 * x1 * 3u8 + &self.a, y1 * 2u8)
        } else {
            return None;
        };
        let slope = rise * (run % p).modinv(p).expect("the slope of two points that are not opposite") % p;
        let x3 = (&slope * &slope + p + p - x1 - x2) % p; //        x3 = λ² − x1 − x2
        let y3 = (slope * (x1 + p - &x3) + p - y1) % p; //          y3 = λ·(x1 − x3) − y1
        Some((x3, y3))
    }

    /// \[k\]P by double-and-add. `k` is used as the integer it is.
    pub fn mul(&self, k: &BigUint, P: &Point) -> Point {
        let mut Q = None;
        for bit in (0..k.bits()).rev() {
            Q = self.add(&Q, &Q);
            if k.bit(bit) {
                Q = self.add(&Q, P);
            }
        }
        Q
    }
}
