//! Ed25519 key generation and signing: s·B as an encoding, for one secret scalar or many.

use super::invert_all;
use crate::cpu::Level;
use crate::ct;
use crate::field::f25519::words_to_bytes;
use crate::field::{Field, Lanes, chains};
use crate::kernel::{Backend, Kernel, dispatch};
use crate::mul::fixed_base::mul_base;
use crate::scalar::l25519::Scalar;

/// The encoding of s·B. Constant time.
///
/// Cost: 51 additions of 7M and one inversion.
pub fn mul_base_encoded(level: Level, scalar: &Scalar) -> [u8; 32] {
    struct One<'a>(&'a Scalar);
    impl Kernel for One<'_> {
        type Output = [u8; 32];
        #[inline(always)]
        fn run<B: Backend>(self, _: B) -> [u8; 32] {
            let point = mul_base::<B::One>(&Lanes::splat(*self.0.words()));
            words_to_bytes(&point.encode(&chains::invert_25519(&point.Z)).as_ref()[0])
        }
    }
    dispatch(level, One(scalar))
}

/// The encodings of many s·B, as many at a time as the level has lanes. Constant time.
///
/// Cost: 51 additions of 7M an item, and one inversion for every 16 groups of lanes.
///
/// # Panics
/// If the lengths differ.
pub fn mul_base_encoded_many(level: Level, scalars: &[Scalar], out: &mut [[u8; 32]]) {
    /// Groups of lanes that share an inversion.
    const SHARED: usize = 16;
    struct Many<'a>(&'a [Scalar], &'a mut [[u8; 32]]);
    impl Kernel for Many<'_> {
        type Output = ();
        #[inline(always)]
        fn run<B: Backend>(self, _: B) {
            type F<B> = <B as Backend>::Many;
            let lanes = F::<B>::LANES;
            let identity = crate::curve::edwards::Projective::<F<B>>::identity();
            for (scalars, out) in self.0.chunks(SHARED * lanes).zip(self.1.chunks_mut(SHARED * lanes)) {
                let mut points = [identity; SHARED];
                let mut z = [identity.Z; SHARED];
                let mut scratch = z;
                let groups = scalars.len().div_ceil(lanes);
                for (group, scalars) in scalars.chunks(lanes).enumerate() {
                    let mut words = <F<B> as Field>::Lanes::<[u64; 4]>::splat([0; 4]);
                    for (lane, scalar) in scalars.iter().enumerate() {
                        words.as_mut()[lane] = *scalar.words();
                    }
                    points[group] = mul_base::<F<B>>(&words).to_projective();
                    z[group] = points[group].Z;
                    ct::wipe(words.as_mut());
                }
                invert_all(&mut z[..groups], &mut scratch[..groups]);
                for (group, out) in out.chunks_mut(lanes).enumerate() {
                    let encoded = points[group].encode(&z[group]);
                    for (lane, out) in out.iter_mut().enumerate() {
                        *out = words_to_bytes(&encoded.as_ref()[lane]);
                    }
                }
            }
        }
    }
    assert_eq!(scalars.len(), out.len(), "one place a scalar");
    dispatch(level, Many(scalars, out));
}
