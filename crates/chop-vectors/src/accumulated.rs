//! One hash that stands for many test vectors: SHA-512 over the outputs for inputs 0..N.
//!
//! | scheme       | input i              | output i                                                      |
//! |--------------|----------------------|---------------------------------------------------------------|
//! | `ed25519`    | [`ed25519_input`]    | public key ‖ signature of the message                         |
//! | `ed25519ctx` | [`ed25519ctx_input`] | the same with the context                                     |
//! | `ed25519ph`  | [`ed25519ph_input`]  | the same for SHA-512 of the message, with the context         |
//! | `x25519`     | [`x25519_input`]     | X25519(k, u)                                                  |
//! | `sm2`        | [`sm2_input`]        | public key 04 ‖ x ‖ y, then r ‖ s                             |

use serde::Deserialize;
use sha2::{Digest, Sha512};
use std::collections::BTreeMap;

/// What one signature is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The secret key (seed).
    pub seed: [u8; 32],
    /// The message, 0 to 256 bytes.
    pub message: Vec<u8>,
    /// The context; `None` for pure Ed25519.
    pub context: Option<Vec<u8>>,
}

/// The hash of the first N outputs of Ed25519, for ascending N.
pub fn ed25519() -> Vec<(usize, [u8; 64])> {
    marks("ed25519")
}

/// The hash of the first N outputs of Ed25519ctx, for ascending N.
pub fn ed25519ctx() -> Vec<(usize, [u8; 64])> {
    marks("ed25519ctx")
}

/// The hash of the first N outputs of Ed25519ph, for ascending N.
pub fn ed25519ph() -> Vec<(usize, [u8; 64])> {
    marks("ed25519ph")
}

/// The hash of the first N outputs of X25519, for ascending N.
pub fn x25519() -> Vec<(usize, [u8; 64])> {
    marks("x25519")
}

/// The hash of the first N outputs of SM2, for ascending N.
pub fn sm2() -> Vec<(usize, [u8; 64])> {
    marks("sm2")
}

/// What one SM2 signature is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sm2Input {
    /// The secret key is 1 + this number, big endian, modulo n − 2.
    pub d: [u8; 40],
    /// The nonce is 1 + this number, big endian, modulo n − 1.
    pub k: [u8; 40],
    /// The identifier, 0 to 32 bytes.
    pub id: Vec<u8>,
    /// The message, 0 to 256 bytes.
    pub message: Vec<u8>,
}

/// Input `i` of [`sm2`].
pub fn sm2_input(i: usize) -> Sm2Input {
    let number = |tag| expand(tag, i, 40).try_into().expect("asked for 40 bytes");
    Sm2Input {
        d: number("acc/sm2/d"),
        k: number("acc/sm2/k"),
        id: expand("acc/sm2/id", i, i % 33),
        message: expand("acc/sm2/msg", i, i % 257),
    }
}

/// Input `i` of [`ed25519`].
pub fn ed25519_input(i: usize) -> Input {
    input("acc/ed25519", i, None)
}

/// Input `i` of [`ed25519ctx`]; the context has 1 to 255 bytes.
pub fn ed25519ctx_input(i: usize) -> Input {
    input("acc/ed25519ctx", i, Some(1 + i % 255))
}

/// Input `i` of [`ed25519ph`]; the context has 0 to 255 bytes.
pub fn ed25519ph_input(i: usize) -> Input {
    input("acc/ed25519ph", i, Some(i % 256))
}

/// Input `i` of [`x25519`]: the scalar k before clamping, and u before bit 255 is masked.
pub fn x25519_input(i: usize) -> ([u8; 32], [u8; 32]) {
    (expand32("acc/x25519/k", i), expand32("acc/x25519/u", i))
}

/// The deterministic input stream: the first `n` bytes of SHA-512(tag ‖ le64(i) ‖ 0) ‖
/// SHA-512(tag ‖ le64(i) ‖ 1) ‖ …
///
/// # Panics
/// If `n` > 256·64: the block number is one byte.
pub fn expand(tag: &str, i: usize, n: usize) -> Vec<u8> {
    let mut stream = Vec::new();
    for block in 0..n.div_ceil(64) {
        let block = u8::try_from(block).expect("at most 256 blocks");
        let digest =
            Sha512::new().chain_update(tag).chain_update((i as u64).to_le_bytes()).chain_update([block]);
        stream.extend(digest.finalize());
    }
    stream.truncate(n);
    stream
}

fn expand32(tag: &str, i: usize) -> [u8; 32] {
    expand(tag, i, 32).try_into().expect("asked for 32 bytes")
}

fn input(tag: &str, i: usize, context_len: Option<usize>) -> Input {
    Input {
        seed: expand32(&format!("{tag}/seed"), i),
        message: expand(&format!("{tag}/msg"), i, i % 257),
        context: context_len.map(|n| expand(&format!("{tag}/ctx"), i, n)),
    }
}

#[derive(Deserialize)]
struct File {
    #[serde(rename = "sha512_at_N")]
    marks: BTreeMap<String, BTreeMap<String, String>>,
}

fn marks(scheme: &str) -> Vec<(usize, [u8; 64])> {
    let text = include_str!("../data/accumulated/outputs.json");
    let file: File = serde_json::from_str(text).expect("the file is well-formed");
    let mut marks: Vec<(usize, [u8; 64])> = Vec::new();
    for (n, hash) in &file.marks[scheme] {
        marks.push((n.parse().expect("the key is a count"), crate::bytes(hash)));
    }
    marks.sort_unstable();
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(marks: &[(usize, [u8; 64])]) -> Vec<usize> {
        marks.iter().map(|(n, _)| *n).collect()
    }

    #[test]
    fn marks_are_powers_of_ten() {
        assert_eq!(counts(&ed25519()), [1, 10, 100, 1_000, 10_000]);
        assert_eq!(counts(&ed25519ctx()), [1, 10, 100, 1_000]);
        assert_eq!(counts(&ed25519ph()), [1, 10, 100, 1_000]);
        assert_eq!(counts(&x25519()), [1, 10, 100, 1_000, 10_000]);
        assert_eq!(counts(&sm2()), [1, 10, 100]);
    }

    #[test]
    fn expand_is_the_concatenation_of_its_blocks() {
        let block = |number: u8| Sha512::digest([&b"tag\x05\0\0\0\0\0\0\0"[..], &[number]].concat());
        let both = [block(0), block(1)].concat();
        for n in [0, 1, 63, 64, 65, 128] {
            assert_eq!(expand("tag", 5, n), both[..n]);
        }
    }

    #[test]
    fn lengths_of_messages_and_contexts_wrap_around() {
        let lengths = |i| {
            let (ctx, ph) = (ed25519ctx_input(i), ed25519ph_input(i));
            (ctx.message.len(), ctx.context.unwrap().len(), ph.context.unwrap().len())
        };
        assert_eq!([0, 255, 256, 257].map(lengths), [(0, 1, 0), (255, 1, 255), (256, 2, 0), (0, 3, 1)]);
        assert_eq!(ed25519_input(0).context, None);
    }
}
