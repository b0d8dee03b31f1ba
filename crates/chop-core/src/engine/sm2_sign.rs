//! SM2 signing (GB/T 32918.2, 6.1): from a key, a nonce and a digest to r and s.

use super::sm2_point::{Sm2Point, mul_base};
use crate::cpu::Level;
use crate::ct::{Mask, declassify};
use crate::curve::weierstrass::{CurveField, Jacobian};
use crate::field::{Field, Lanes, Sum};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::weierstrass::mul_comb;
use crate::scalar::nsm2::Scalar;
use crate::table::SM2_COMB;

/// A signature: two numbers in 1 ..= n − 1, big endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// r.
    pub r: [u8; 32],
    /// s.
    pub s: [u8; 32],
}

/// Whether d is a secret key: in 1 ..= n − 2. With d = n − 1, 1 + d would have no inverse.
pub fn is_secret_key(d: &Scalar) -> Mask {
    d.is_zero().or(d.add(&Scalar::ONE).is_zero()).not()
}

/// (1 + d)^−1, what signing needs of the key; nothing if d is no secret key. Constant time but for that.
///
/// Cost: one inversion modulo n, as long as a signature: to be kept with the key.
pub fn key_factor(d: &Scalar) -> Option<Scalar> {
    let factor = d.add(&Scalar::ONE).invert();
    in_range(d).then_some(factor)
}

/// P = d·G; nothing if d is no secret key. Constant time but for that. Cost: as [`mul_base`].
pub fn public_key(level: Level, d: &Scalar) -> Option<Sm2Point> {
    if in_range(d) { mul_base(level, d) } else { None }
}

fn in_range(d: &Scalar) -> bool {
    declassify(is_secret_key(d), "a secret key out of range is refused, and everybody knows it")
}

/// The signature of the digest e, any 256 bits, given (1 + d)^−1 and the nonce k. Nothing where the standard
/// asks for another nonce: k = 0, r = 0, r + k = n or s = 0. Constant time but for that.
///
/// k must be uniform in 1 ..= n − 1 and belong to this digest and key alone.
///
/// Cost: 43 additions of 8M + 3S, one inversion, one multiplication modulo n.
pub fn sign(level: Level, factor: &Scalar, k: &Scalar, e: &[u8; 32]) -> Option<Signature> {
    struct One<'a> {
        factor: &'a Scalar,
        k: &'a Scalar,
        e: &'a [u8; 32],
    }
    impl Kernel for One<'_> {
        type Output = (Signature, Mask);
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> (Signature, Mask) {
            let point: Jacobian<B::OneSm2> = mul_comb(&SM2_COMB, &Lanes::splat(*self.k.words()));
            let z_inverse = point.Z.invert();
            let x1 = point.X.mul(&z_inverse.sqr().carry()).carry().to_words().as_ref()[0];
            // r = e + x1;  s = (1 + d)^−1·(k − r·d) = (1 + d)^−1·(k + r) − r.
            let r = Scalar::from_bytes_mod_order(self.e).add(&Scalar::from_words_mod_order(&x1));
            let mut r_plus_k = r.add(self.k);
            let mut product = self.factor.mul_with::<B::Word>(&r_plus_k);
            let s = product.sub(&r);
            let refused = self.k.is_zero().or(r.is_zero()).or(r_plus_k.is_zero()).or(s.is_zero());
            r_plus_k.wipe();
            product.wipe();
            (Signature { r: r.to_bytes(), s: s.to_bytes() }, refused.not())
        }
    }
    let (signature, made) = dispatch(level, One { factor, k, e });
    declassify(made, "a nonce without a signature is dropped, and nothing made with it is shown")
        .then_some(signature)
}
