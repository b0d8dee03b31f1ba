//! Intel's crypto_mb: eight of everything at a time, on processors with AVX-512 IFMA. Its SM2 begins with
//! messages and identifiers, not digests, and is not measured.

#![allow(non_snake_case)] // points are capital letters

use chop_bench::about::{About, ConstantTime};
use chop_bench::inputs::{Inputs, ROUND, fold, fold_all, groups};
use chop_bench::subject::{Case, Prepared, Subject};
use std::array;
use std::ffi::c_int;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

/// Lanes of a call.
const LANES: usize = 8;

/// One pointer a lane, null where there is nothing to do. All that is pointed to has 32 bytes, but messages.
type In = *const *const u8;
type Out = *const *mut u8;

crate::table! {
    /// What is used of crypto_mb (`crypto_mb/ed25519.h`, `x25519.h`, `cpu_features.h`). A result has four
    /// bits a lane, 0 where all is well.
    CryptoMb {
        mbx_get_algo_info: fn(c_int) -> u64;
        mbx_ed25519_public_key_mb8: fn(Out, In) -> u32;
        mbx_ed25519_sign_mb8: fn(Out, Out, In, *const u32, In, In) -> u32;
        mbx_ed25519_verify_mb8: fn(In, In, In, *const u32, In) -> u32;
        mbx_x25519_public_key_mb8: fn(Out, In) -> u32;
        mbx_x25519_mb8: fn(Out, In, In) -> u32;
    }
}

static CRYPTO_MB: OnceLock<CryptoMb> = OnceLock::new();

fn crypto_mb() -> &'static CryptoMb {
    CRYPTO_MB.get().expect("set before anything is asked")
}

/// Answers requests with these functions.
///
/// # Errors
/// If the processor lacks what they need.
///
/// # Panics
/// If this is called twice.
pub fn serve(functions: CryptoMb) -> Result<(), String> {
    // SAFETY: it may be called at any time, and says the same of every algorithm.
    if unsafe { (functions.mbx_get_algo_info)(0) } == 0 {
        return Err("this processor has not what crypto_mb needs (AVX-512 IFMA)".to_owned());
    }
    assert!(CRYPTO_MB.set(functions).is_ok(), "one library a process");
    Subject {
        about: About {
            name: "Intel crypto_mb".to_owned(),
            version: "of the file".to_owned(),
            language: "C".to_owned(),
            rule: "stdlib".to_owned(),
            constant_time: ConstantTime::Yes,
        },
        level: "mb8",
        operations: &["keygen_many", "sign_many", "verify_each", "x25519_public_many", "x25519_shared_many"],
        routes: &["verify_each"],
        prepare: &prepare,
        verdicts: &verdicts,
    }
    .serve();
    Ok(())
}

type Bytes = [u8; 32];

/// Pointers to the items of a group, and null where it has fewer than there are lanes.
fn pointers<T>(group: &[T], bytes: impl Fn(&T) -> *const u8) -> [*const u8; LANES] {
    array::from_fn(|i| group.get(i).map_or(null(), &bytes))
}

/// Pointers to the places for as many results.
fn places(results: &mut [Bytes]) -> [*mut u8; LANES] {
    let mut results = results.iter_mut();
    array::from_fn(|_| results.next().map_or(null_mut(), |place| place.as_mut_ptr()))
}

/// Whether lane `i` is without error.
fn is_fine(status: u32, i: usize) -> bool {
    status >> (4 * i) & 0xf == 0
}

/// Calls `group` with eight items at a time, and the places of their results.
fn in_groups<T>(items: &[T], mut group: impl FnMut(&[T], &mut [Bytes])) -> Vec<Bytes> {
    let mut results = vec![[0; 32]; items.len()];
    for (items, results) in items.chunks(LANES).zip(results.chunks_mut(LANES)) {
        group(items, results);
    }
    results
}

fn public_keys(seeds: &[Bytes]) -> Vec<Bytes> {
    in_groups(seeds, |seeds, publics| {
        let (n, publics, seeds) = (seeds.len(), places(publics), pointers(seeds, |seed| seed.as_ptr()));
        // SAFETY: eight pointers each, to 32 bytes or null.
        let status = unsafe { (crypto_mb().mbx_ed25519_public_key_mb8)(publics.as_ptr(), seeds.as_ptr()) };
        assert!((0..n).all(|i| is_fine(status, i)), "public keys: {status:x}");
    })
}

/// What signs: a seed, its public key, and a message.
struct Signer {
    seed: Bytes,
    public: Bytes,
    message: Bytes,
}

fn sign(signers: &[Signer]) -> Vec<[u8; 64]> {
    let mut signatures = Vec::with_capacity(signers.len());
    for group in signers.chunks(LANES) {
        let (mut R, mut S) = ([[0; 32]; LANES], [[0; 32]; LANES]);
        let n = group.len();
        let (to_R, to_S) = (places(&mut R[..n]), places(&mut S[..n]));
        let lengths = [32; LANES];
        let (messages, seeds) =
            (pointers(group, |s| s.message.as_ptr()), pointers(group, |s| s.seed.as_ptr()));
        let publics = pointers(group, |s| s.public.as_ptr());
        // SAFETY: eight pointers each, to 32 bytes or null, and eight lengths of 32.
        let status = unsafe {
            (crypto_mb().mbx_ed25519_sign_mb8)(
                to_R.as_ptr(),
                to_S.as_ptr(),
                messages.as_ptr(),
                lengths.as_ptr(),
                seeds.as_ptr(),
                publics.as_ptr(),
            )
        };
        assert!((0..n).all(|i| is_fine(status, i)), "signatures: {status:x}");
        signatures.extend((0..n).map(|i| <[u8; 64]>::try_from([R[i], S[i]].concat()).expect("two halves")));
    }
    signatures
}

fn verify(cases: &[Case]) -> Vec<bool> {
    let mut verdicts = Vec::with_capacity(cases.len());
    for group in cases.chunks(LANES) {
        let (R, S) =
            (pointers(group, |c| c.signature.as_ptr()), pointers(group, |c| c.signature[32..].as_ptr()));
        let (messages, keys) = (pointers(group, |c| c.message.as_ptr()), pointers(group, |c| c.key.as_ptr()));
        let lengths: [u32; LANES] = array::from_fn(|i| group.get(i).map_or(0, |c| c.message.len() as u32));
        // SAFETY: eight pointers each, to 32 bytes or null, those of messages to as many bytes as are said.
        let status = unsafe {
            (crypto_mb().mbx_ed25519_verify_mb8)(
                R.as_ptr(),
                S.as_ptr(),
                messages.as_ptr(),
                lengths.as_ptr(),
                keys.as_ptr(),
            )
        };
        verdicts.extend((0..group.len()).map(|i| is_fine(status, i)));
    }
    verdicts
}

fn verdicts(_route: &str, cases: &[Case]) -> Vec<Option<bool>> {
    assert!(cases.iter().all(|case| case.key.len() == 32), "keys have 32 bytes");
    verify(cases).into_iter().map(Some).collect()
}

fn exchange_publics(secrets: &[Bytes]) -> Vec<Bytes> {
    in_groups(secrets, |secrets, publics| {
        let (n, publics, secrets) = (secrets.len(), places(publics), pointers(secrets, |s| s.as_ptr()));
        // SAFETY: eight pointers each, to 32 bytes or null.
        let status = unsafe { (crypto_mb().mbx_x25519_public_key_mb8)(publics.as_ptr(), secrets.as_ptr()) };
        assert!((0..n).all(|i| is_fine(status, i)), "public keys: {status:x}");
    })
}

fn exchange(pairs: &[(Bytes, Bytes)]) -> Vec<Bytes> {
    in_groups(pairs, |pairs, shared| {
        let (n, shared) = (pairs.len(), places(shared));
        let (secrets, publics) = (pointers(pairs, |p| p.0.as_ptr()), pointers(pairs, |p| p.1.as_ptr()));
        // SAFETY: eight pointers each, to 32 bytes or null.
        let status =
            unsafe { (crypto_mb().mbx_x25519_mb8)(shared.as_ptr(), secrets.as_ptr(), publics.as_ptr()) };
        assert!((0..n).all(|i| is_fine(status, i)), "shared secrets: {status:x}");
    })
}

fn fold_each(results: &[Bytes]) -> u64 {
    fold_all(results.iter().map(|result| fold(result)))
}

fn prepare(name: &str, size: usize) -> Prepared {
    let Inputs { seeds, messages } = Inputs::new(ROUND.max(size));
    let signers = || {
        let publics = public_keys(&seeds);
        let parts = seeds.iter().zip(publics).zip(&messages);
        parts
            .map(|((seed, public), message)| Signer { seed: *seed, public, message: *message })
            .collect::<Vec<_>>()
    };
    match name {
        "keygen_many" => {
            Prepared::new(groups(seeds, size), |seeds: &Vec<Bytes>| fold_each(&public_keys(seeds)))
        }
        "sign_many" => Prepared::new(groups(signers(), size), |signers: &Vec<Signer>| {
            fold_all(sign(signers).iter().map(|signature| fold(signature)))
        }),
        "verify_each" => {
            let signers = signers();
            let case = |(signer, signature): (&Signer, [u8; 64])| Case {
                key: signer.public.to_vec(),
                message: signer.message.to_vec(),
                signature,
            };
            let cases: Vec<Case> = signers.iter().zip(sign(&signers)).map(case).collect();
            Prepared::new(groups(cases, size), |cases: &Vec<Case>| {
                fold_all(verify(cases).into_iter().map(u64::from))
            })
        }
        "x25519_public_many" => {
            Prepared::new(groups(seeds, size), |secrets: &Vec<Bytes>| fold_each(&exchange_publics(secrets)))
        }
        "x25519_shared_many" => {
            let pairs = seeds.iter().copied().zip(exchange_publics(&messages)).collect();
            Prepared::new(groups(pairs, size), |pairs: &Vec<(Bytes, Bytes)>| fold_each(&exchange(pairs)))
        }
        _ => panic!("an unknown operation: {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_without_an_item_are_null() {
        let mut results = [[1; 32]; 3];
        let first = results[0].as_ptr();
        let lanes = places(&mut results);
        assert!(lanes[0].cast_const() == first && lanes[3..].iter().all(|place| place.is_null()));
        assert_eq!(pointers(&results[..2], |result| result.as_ptr())[2..], [null(); 6]);
    }

    #[test]
    fn each_lane_has_four_bits_of_the_result() {
        assert_eq!([0, 1, 2].map(|i| is_fine(0x0000_0080, i)), [true, false, true]);
    }
}
