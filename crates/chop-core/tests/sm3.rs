//! SM3 over lanes: the examples of GB/T 32905, every length around the block boundaries against an independent
//! implementation, and lanes against one lane.

use chop_core::cpu::Level;
use chop_core::engine::hash::sm3_many;
use chop_core::hash;
use sm3::{Digest, Sm3};

fn digest(parts: &[&[u8]]) -> [u8; 32] {
    hash::digest::<hash::Sm3>(parts)
}

/// The digests of sixteen messages, the same on every level with lanes.
fn digest_x16(messages: &[&[&[u8]]; 16]) -> [[u8; 32]; 16] {
    let mut agreed = None;
    for lanes in Level::available().filter_map(Level::in_lanes) {
        let mut digests = [[0xEE; 32]; 16];
        sm3_many(lanes, messages, &mut digests);
        assert_eq!(*agreed.get_or_insert(digests), digests, "{lanes:?}");
    }
    agreed.unwrap()
}

/// Bytes without a period that a block could hide.
fn bytes(n: usize) -> Vec<u8> {
    (0..n as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn the_examples_of_the_standard() {
    let long = b"abcd".repeat(16);
    for (message, expected) in [
        (&b"abc"[..], "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"),
        (&long, "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"),
    ] {
        assert_eq!(hex(&digest(&[message])), expected);
        assert_eq!(digest_x16(&[&[message]; 16]).map(|digest| hex(&digest)), [expected; 16]);
    }
}

#[test]
fn every_length_up_to_three_blocks_agrees_with_another_implementation() {
    let data = bytes(200 + 16);
    for length in 0..200 {
        assert_eq!(hash::blocks::<hash::Sm3>(length as u64), (length as u64 + 72) / 64);
        let message = &data[..length];
        let expected: [u8; 32] = Sm3::digest(message).into();
        assert_eq!(digest(&[message]), expected, "{length} bytes");
        let (first, rest) = message.split_at(length / 3);
        assert_eq!(digest(&[first, b"", rest]), expected, "{length} bytes in three parts");
    }
}

#[test]
fn lanes_of_different_lengths_do_not_disturb_each_other() {
    let data = bytes(1000);
    for start in 0..40 {
        // Lengths that differ in all lanes, some by several blocks.
        let lengths: Vec<usize> = (0..16).map(|l| (start * 7 + l * l * 3) % 400).collect();
        let cut: Vec<[&[u8]; 2]> = lengths
            .iter()
            .enumerate()
            .map(|(l, length)| data[l..l + length].split_at(length / 2).into())
            .collect();
        let messages: [&[&[u8]]; 16] = std::array::from_fn(|l| &cut[l][..]);
        for (l, found) in digest_x16(&messages).iter().enumerate() {
            let expected: [u8; 32] = Sm3::digest(&data[l..l + lengths[l]]).into();
            assert_eq!(*found, expected, "lane {l} of {lengths:?}");
        }
    }
    let none: [&[&[u8]]; 16] = [&[]; 16];
    assert_eq!(digest_x16(&none), [digest(&[]); 16]);
}
