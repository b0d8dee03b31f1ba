//! Scalars and fields of Weierstrass curves, for each order and each prime.

use super::bytes;
use crate::secret::{reveal, secret};
use chop_core::field::big_endian::bytes_to_words;
use chop_core::field::{LaneMask, Lanes, PerElement, PrimeField, Sum};
use chop_core::lanes::{PerLane, Vector, bundle};
use chop_core::scalar::endomorphism::{self, Endomorphism};
use chop_core::scalar::lanes::{LaneModulus, Scalars};
use chop_core::scalar::limbs::Word;
use chop_core::scalar::modulus::{Modulus, Scalar};

fn secret_scalar<M: Modulus>(n: usize) -> Scalar<M> {
    secret(Scalar::from_bytes_mod_order(&bytes(n)))
}

/// Arithmetic modulo n.
pub fn scalars<M: Modulus, W: Word>() {
    let (x, y) = (secret_scalar::<M>(0), secret_scalar::<M>(1));
    reveal(x.mul_with::<W>(&y).to_bytes());
    reveal(x.add(&y).to_bytes());
    reveal(x.sub(&y).to_bytes());
    reveal(x.neg().to_bytes());
    reveal(x.eq(&y).word());
    reveal(x.is_zero().word());
    let mut wide = [0; 64];
    wide[..32].copy_from_slice(&bytes(2));
    reveal(Scalar::<M>::from_bytes_wide_with::<W>(&secret(wide)).to_bytes());
    reveal(Scalar::<M>::from_bytes_mod_order(&secret([0xff; 32])).to_bytes());
    reveal(Scalar::<M>::is_canonical(&secret([0xff; 32])).word());
}

/// 1/x modulo n.
pub fn invert<M: Modulus>() {
    reveal(secret_scalar::<M>(0).invert().to_bytes());
}

/// To limbs and back, whether the value is 0, and arithmetic.
pub fn field<F: PrimeField>() {
    let secret = |n| F::from_words(&secret(PerElement::<F, _>::splat(bytes_to_words(&bytes(n)))));
    let (x, y) = (secret(0), secret(1));
    reveal(x.is_zero().lane(0).word());
    let difference = x.mul(&y).sub(&x.sqr().double()).reduce();
    for z in [x, difference, x.mul_small(7).carry(), x.invert(), x.sqrt(), F::select(x.is_zero(), &x, &y)] {
        reveal(z.to_words());
    }
    reveal(F::from_table(&x.to_table()).to_words());
}

/// The halves of a scalar by an endomorphism.
pub fn split<M: Endomorphism, W: Word>() {
    for half in endomorphism::split::<M, W>(&secret_scalar(0)) {
        reveal(half.negative.word());
        reveal(half.magnitude);
    }
}

/// Arithmetic modulo n in lanes.
pub fn scalars_in_lanes<M: LaneModulus, V: Vector>() {
    let mut words = PerLane::<V, [u64; 4]>::splat([0; 4]);
    for lane in 0..V::LANES {
        words[lane] = secret(bytes_to_words(&bytes(lane)));
    }
    let wide = PerLane::<V, [u64; 8]>::splat(secret([0x0123_4567_89ab_cdef; 8]));
    let x = Scalars::<M, V>::reduce(&bundle(&words));
    let y = Scalars::reduce_wide(&bundle(&wide));
    for z in [x.mul(&y), x.add(&y), x.sub(&y), x.neg(), x.invert()] {
        for words in z.store().as_ref() {
            reveal(*words);
        }
    }
    reveal(x.is_zero().lane(0).word());
    reveal(Scalars::<M, V>::is_canonical(&bundle(&words)).lane(0).word());
}
