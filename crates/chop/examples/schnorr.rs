//! A Schnorr proof of knowledge on ristretto255: whoever knows x with A = x·B convinces others, and tells nothing of x
//! (Schnorr 1991; made non-interactive after Fiat and Shamir 1986, with the statement in the hash).
//!
//! ```text
//! prover     r random, R = r·B, c = H(context, A, R), s = r + c·x; the proof is R ‖ s
//! verifier   s·B = R + c·A
//! ```
//!
//! ristretto255 has no cofactor and one encoding an element: nothing is to be multiplied by 8, and no two proofs are
//! the same proof in other bytes.
#![allow(non_snake_case)] // points are capital letters

use chop::Error;
use chop::hazmat::curve25519::{RistrettoPoint, Scalar};

/// What the hash of this protocol is told apart from others by.
const TAG: &[u8] = b"example-schnorr-v1-ristretto255_XMD:SHA-512";

/// c: the challenge. Lengths stand before what has none of its own.
fn challenge(context: &[u8], A: &RistrettoPoint, R: &RistrettoPoint) -> Result<Scalar, Error> {
    let length = (context.len() as u64).to_be_bytes();
    Scalar::hash(&[&length, context, &A.compress(), &R.compress()], TAG)
}

/// The proof that the prover knows x, for a statement made in `context`.
pub(crate) fn prove(x: &Scalar, context: &[u8]) -> Result<[u8; 64], Error> {
    let A = RistrettoPoint::mul_base(x);
    let r = Scalar::generate()?; // never the same twice, or x is known
    let R = RistrettoPoint::mul_base(&r);
    let c = challenge(context, &A, &R)?;
    let s = c.mul_add(x, &r);
    let mut proof = [0; 64];
    proof[..32].copy_from_slice(&R.compress());
    proof[32..].copy_from_slice(&s.to_bytes());
    Ok(proof)
}

/// Whether the proof shows that somebody who made a statement in `context` knew x with A = x·B. Everything here is
/// public.
pub(crate) fn verify(A: &RistrettoPoint, context: &[u8], proof: &[u8; 64]) -> Result<(), Error> {
    let (R, s) = proof.split_at(32);
    let R = RistrettoPoint::decompress(R.try_into().map_err(|_| Error::InvalidSignature)?)?;
    let s = Scalar::from_canonical_bytes(s.try_into().map_err(|_| Error::InvalidSignature)?)?;
    let c = challenge(context, A, &R)?;
    // s·B − c·A = R
    if RistrettoPoint::double_base_vartime(&-c, A, &s) == R { Ok(()) } else { Err(Error::InvalidSignature) }
}

#[allow(dead_code)] // tests use the functions alone
fn main() -> Result<(), Error> {
    let x = Scalar::generate()?;
    let A = RistrettoPoint::mul_base(&x);
    let proof = prove(&x, b"I am here")?;
    verify(&A, b"I am here", &proof)?;
    println!("{A:?}: the proof is valid");
    Ok(())
}
