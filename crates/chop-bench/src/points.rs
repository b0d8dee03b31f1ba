//! The inputs of the operations of points and scalars.
#![allow(non_snake_case)] // points are capital letters

use crate::inputs::{Inputs, ROUND, groups};

/// A scalar, another, a point, an element of ristretto255, and their encodings.
pub struct Input<S, P, R> {
    /// A scalar.
    pub a: S,
    /// Another.
    pub b: S,
    /// a·b·B + B.
    pub P: P,
    /// The element of `wide`.
    pub R: R,
    /// The encoding of `P`.
    pub encoding: [u8; 32],
    /// The encoding of `R`.
    pub ristretto: [u8; 32],
    /// Uniform bytes: those of `a` before those of `b`.
    pub wide: [u8; 64],
}

/// Inputs in groups of `size`, made of the 32 bytes of `a`, the 32 bytes of `b` and both.
pub fn inputs<I>(size: usize, input: impl Fn(&[u8; 32], &[u8; 32], [u8; 64]) -> I) -> Vec<Vec<I>> {
    let Inputs { seeds, messages } = Inputs::new(ROUND.max(size));
    let input = |(a, b): (&[u8; 32], &[u8; 32])| {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(a);
        wide[32..].copy_from_slice(b);
        input(a, b, wide)
    };
    groups(seeds.iter().zip(&messages).map(input).collect(), size)
}
