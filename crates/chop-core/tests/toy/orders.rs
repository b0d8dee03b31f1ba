//! The orders of small groups with an endomorphism, and how their scalars are split.

use chop_core::scalar::endomorphism::Endomorphism;
use chop_core::scalar::modulus::Modulus;

/// The order of a small group with an endomorphism.
macro_rules! small {
    ($Name:ident: n = $n:literal, lambda = $lambda:literal, a = [$a1:literal, $a2:literal], b = [$b1:literal, $b2:literal]) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $Name;

        impl Modulus for $Name {
            const ORDER: [u64; 4] = [$n, 0, 0, 0];
            const BIG_ENDIAN: bool = true;
        }

        impl Endomorphism for $Name {
            const LAMBDA: [u64; 4] = [$lambda, 0, 0, 0];
            const SHIFT: usize = 1;
            const ROUNDED: [[u64; 4]; 2] = [[nearest($b2, $n), 0, 0, 0], [nearest($b1, $n), 0, 0, 0]];
            const A: [[u64; 4]; 2] = [[$a1, 0, 0, 0], [$a2, 0, 0, 0]];
            const B: [[u64; 4]; 2] = [[$b1, 0, 0, 0], [$b2, 0, 0, 0]];
        }
    };
}

/// ⌊2^64·b/n⌉.
const fn nearest(b: u128, n: u128) -> u64 {
    (((b << 64) + n / 2) / n) as u64
}

small!(Seven: n = 7, lambda = 2, a = [2, 1], b = [1, 3]);
small!(Thirteen: n = 13, lambda = 3, a = [3, 1], b = [1, 4]);
small!(Of199: n = 199, lambda = 92, a = [2, 15], b = [13, 2]);
small!(Of64633: n = 64633, lambda = 2887, a = [179, 112], b = [112, 291]);
