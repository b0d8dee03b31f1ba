//! ristretto255 (RFC 9496): a group of prime order ℓ, made of the even points of edwards25519 modulo those of
//! order 4, with one encoding for each element.
//!
//! An element is held as any point that represents it; P and P + T for T of order dividing 4 are the same.
//! Every function here works in each lane for itself. Constant time.
#![allow(non_snake_case)] // coordinates are capital letters in the formulas
#![allow(clippy::needless_range_loop)] // lane code: no iterator adaptors

use super::Extended;
use super::decode::y_is_reduced;
use super::square_root::{absolute, is_odd, negate_if, sqrt_ratios};
use crate::ct::Mask;
use crate::field::f25519::{Constant, F25519};
use crate::field::{LaneMask, Lanes, PerElement, Sum};

/// 1 − d².
const ONE_MINUS_D_SQ: Constant =
    Constant::new([0xe27c09c1945fc176, 0x2c81a138cd5e350f, 0x9994abddbe70dfe4, 0x029072a8b2b3e0d7]);
/// (d − 1)².
const D_MINUS_ONE_SQ: Constant =
    Constant::new([0x31ad5aaa44ed4d20, 0xd29e4a2cb01e1999, 0x4cdcd32f529b4eeb, 0x5968b37af66c2241]);
/// √(a·d − 1), a = −1: the root that RFC 9496, 4.1 takes.
const SQRT_AD_MINUS_ONE: Constant =
    Constant::new([0x7e97f6a0497b2e1b, 0xaf9d8e0c1b7854bd, 0x0f3cfcc931f5d1fd, 0x376931bf2b8348ac]);
/// 1/√(a − d): the root that RFC 9496, 4.1 takes.
const INVSQRT_A_MINUS_D: Constant =
    Constant::new([0x99c8fdaa805d40ea, 0x9d2f16175a4172be, 0x16c27b91fe01d840, 0x786c8905cfaffca2]);

/// Decodes N groups of encodings (RFC 9496, 4.3.1): a representative, the neutral element where the mask is
/// false. Only the encoding that [`encode`] makes is taken.
///
/// Cost of each: 1 power, 6S + 14M.
#[inline(always)]
pub fn decode<F: F25519, const N: usize>(
    encodings: &[PerElement<F, [u64; 4]>; N],
) -> [(Extended<F>, F::Mask); N] {
    let one = F::constant(&Constant::ONE);
    let (ones, mut s, mut u1, mut u2, mut v, mut v_u2_sqr) =
        ([one; N], [one; N], [one; N], [one; N], [one; N], [one; N]);
    for i in 0..N {
        s[i] = F::from_words(&encodings[i]);
        let ss = s[i].sqr();
        u1[i] = one.widen().sub(&ss).reduce(); //                     u1 = 1 − s²
        u2[i] = one.widen().add(&ss).reduce(); //                     u2 = 1 + s²
        let u2_sqr = u2[i].sqr();
        let d_u1_sqr = F::constant(&Constant::D).mul(&u1[i].sqr().carry());
        // v = −d·u1² − u2², depth 1 + 4 + 4
        v[i] = F::constant(&Constant::ZERO).widen().sub(&d_u1_sqr.add(&u2_sqr)).reduce();
        v_u2_sqr[i] = v[i].mul(&u2_sqr.carry()).reduce();
    }
    let roots = sqrt_ratios(&ones, &v_u2_sqr);
    let identity = Extended::identity();
    let no = F::mask(&Lanes::splat(Mask::FALSE));
    let mut points = [(identity, no); N];
    for i in 0..N {
        let den_x = roots[i].root.mul(&u2[i]).carry();
        let den_y = roots[i].root.mul(&den_x).carry().mul(&v[i]).carry();
        let s_den_x = s[i].mul(&den_x);
        let x = absolute(&s_den_x.double().reduce()); //              x = |2·s·den_x|
        let y = u1[i].mul(&den_y).reduce(); //                        y = u1·den_y
        let t = x.mul(&y).reduce();
        let mut canonical = PerElement::<F, Mask>::splat(Mask::FALSE);
        for lane in 0..F::LANES {
            let words = &encodings[i].as_ref()[lane];
            let rest = Mask::is_zero(words[0] & 1 | words[3] >> 63);
            canonical.as_mut()[lane] = y_is_reduced(words).and(rest);
        }
        let valid = F::mask(&canonical).and(roots[i].is_square).and(is_odd(&t).or(y.is_zero()).not());
        let point = Extended { X: x, Y: y, Z: one, T: t };
        points[i] = (Extended::select(valid, &point, &identity), valid);
    }
    points
}

/// The encodings of N groups of elements (RFC 9496, 4.3.2).
///
/// Cost of each: 1 power, 4S + 23M.
#[inline(always)]
pub fn encode<F: F25519, const N: usize>(points: &[Extended<F>; N]) -> [PerElement<F, [u64; 4]>; N] {
    let one = F::constant(&Constant::ONE);
    let (ones, mut u1, mut u2, mut product) = ([one; N], [one; N], [one; N], [one; N]);
    for i in 0..N {
        let Extended { X, Y, Z, .. } = points[i];
        let (y, z) = (Y.widen(), Z.widen());
        u1[i] = z.add(&y).carry().mul(&z.sub(&y).carry()).carry(); // u1 = (Z + Y)·(Z − Y)
        u2[i] = X.mul(&Y).carry(); //                                 u2 = X·Y
        product[i] = u1[i].mul(&u2[i].sqr().carry()).reduce();
    }
    let roots = sqrt_ratios(&ones, &product);
    let mut encodings = [Lanes::splat([0; 4]); N];
    for i in 0..N {
        let Extended { X, Y, Z, T } = points[i];
        let sqrt_m1 = F::constant(&Constant::SQRT_M1);
        let den1 = roots[i].root.mul(&u1[i]).carry();
        let den2 = roots[i].root.mul(&u2[i]).carry();
        let z_inverse = den1.mul(&den2).carry().mul(&T).carry();
        let rotate = is_odd(&T.mul(&z_inverse).carry());
        let x = F::select(rotate, &Y.mul(&sqrt_m1).carry(), &X);
        let y = F::select(rotate, &X.mul(&sqrt_m1).carry(), &Y);
        let turned = den1.mul(&F::constant(&INVSQRT_A_MINUS_D)).carry();
        let den_inverse = F::select(rotate, &turned, &den2);
        let y = negate_if(is_odd(&x.mul(&z_inverse).carry()), &y);
        let s = den_inverse.mul(&Z.widen().sub(&y.widen()).carry()).reduce();
        encodings[i] = absolute(&s).to_words();
    }
    encodings
}

/// Whether two points represent the same element (RFC 9496, 4.3.3). Cost: 4M.
#[inline(always)]
pub fn equals<F: F25519>(P: &Extended<F>, Q: &Extended<F>) -> F::Mask {
    let first = P.X.mul(&Q.Y).sub(&P.Y.mul(&Q.X)).reduce(); //        X1·Y2 = Y1·X2
    let second = P.Y.mul(&Q.Y).sub(&P.X.mul(&Q.X)).reduce(); //       Y1·Y2 = X1·X2
    first.is_zero().or(second.is_zero())
}

/// The map of a field element (RFC 9496, 4.3.4, MAP), for N groups. Every element is mapped, and the map is no
/// bijection: a hash adds up two.
///
/// Cost of each: 1 power, 5S + 17M.
#[inline(always)]
pub fn map<F: F25519, const N: usize>(t: &[F; N]) -> [Extended<F>; N] {
    let (zero, one) = (F::constant(&Constant::ZERO), F::constant(&Constant::ONE));
    let d = F::constant(&Constant::D);
    let (mut r, mut u, mut v) = ([one; N], [one; N], [one; N]);
    for i in 0..N {
        r[i] = t[i].sqr().carry().mul(&F::constant(&Constant::SQRT_M1)).reduce(); // r = √−1·t²
        let r_plus_one = r[i].widen().add(&one.widen()).carry();
        u[i] = r_plus_one.mul(&F::constant(&ONE_MINUS_D_SQ)).reduce(); // u = (r + 1)·(1 − d²)
        let left = zero.widen().sub(&r[i].mul(&d).add(&one.widen())).carry();
        v[i] = left.mul(&r[i].widen().add(&d.widen()).carry()).reduce(); // v = (−1 − r·d)·(r + d)
    }
    let roots = sqrt_ratios(&u, &v);
    let mut points = [Extended::identity(); N];
    for i in 0..N {
        let is_square = roots[i].is_square;
        let root = absolute(&roots[i].root);
        let other = absolute(&root.mul(&t[i]).reduce());
        let other = zero.widen().sub(&other.widen()).reduce(); //     −|s·t|
        let s = F::select(is_square, &root, &other);
        let minus_one = zero.widen().sub(&one.widen()).reduce();
        let c = F::select(is_square, &minus_one, &r[i]);
        let r_minus_one = r[i].widen().sub(&one.widen()).carry();
        let n = c.mul(&r_minus_one).carry().mul(&F::constant(&D_MINUS_ONE_SQ)).sub(&v[i].widen()).carry();
        let ss = s.sqr();
        let w0 = s.mul(&v[i]).double().carry(); //                    w0 = 2·s·v
        let w1 = n.mul(&F::constant(&SQRT_AD_MINUS_ONE)).carry(); //  w1 = n·√(a·d − 1)
        let w2 = one.widen().sub(&ss).carry(); //                     w2 = 1 − s²
        let w3 = one.widen().add(&ss).carry(); //                     w3 = 1 + s²
        points[i] = Extended {
            X: w0.mul(&w3).carry(),
            Y: w2.mul(&w1).carry(),
            Z: w1.mul(&w3).carry(),
            T: w0.mul(&w2).carry(),
        };
    }
    points
}
