//! SHA-512 over lanes: known answers of FIPS 180-4, the constants from their definition, every length
//! around the block boundaries against an independent implementation, and lanes against one lane.

use chop_core::cpu::Level;
use chop_core::engine::hash::sha512_many;
use chop_core::hash::{self, Hash, Word};
use chop_core::lanes::portable_u64x8::U64x8;
use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha512};

const INITIAL: [u64; 8] = hash::Sha512::INITIAL;

fn digest(parts: &[&[u8]]) -> [u8; 64] {
    hash::digest::<hash::Sha512>(parts)
}

fn expected(message: &[u8]) -> [u8; 64] {
    Sha512::digest(message).into()
}

/// The digests of eight messages, the same on every level with lanes.
fn digest_x8(messages: &[&[&[u8]]; 8]) -> [[u8; 64]; 8] {
    let mut agreed = None;
    for lanes in Level::available().filter_map(Level::in_lanes) {
        let mut digests = [[0xEE; 64]; 8];
        sha512_many(lanes, messages, &mut digests);
        assert_eq!(*agreed.get_or_insert(digests), digests, "{lanes:?}");
    }
    agreed.unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Bytes without a period that a block could hide.
fn bytes(n: usize) -> Vec<u8> {
    (0..n as u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8).collect()
}

fn primes() -> impl Iterator<Item = u64> {
    (2u64..).filter(|n| (2..*n).all(|d| n % d != 0))
}

#[test]
fn initial_values_are_square_roots_of_primes() {
    for (prime, constant) in primes().zip(INITIAL) {
        // ⌊2^64·√p⌋ mod 2^64.
        let root = (BigUint::from(prime) << 128u32).sqrt();
        assert_eq!(root % (BigUint::from(1u8) << 64u32), BigUint::from(constant), "prime {prime}");
    }
}

#[test]
fn round_constants_are_cube_roots_of_primes() {
    for (prime, constant) in primes().zip(hash::Sha512::ROUND) {
        // ⌊2^64·∛p⌋ mod 2^64.
        let root = (BigUint::from(prime) << 192u32).cbrt();
        assert_eq!(root % (BigUint::from(1u8) << 64u32), BigUint::from(*constant), "prime {prime}");
    }
}

#[test]
fn known_answers_of_fips_180_4() {
    let million = vec![b'a'; 1_000_000];
    let two_blocks = b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn\
                       hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";
    assert_eq!(two_blocks.len() * 8, 896);
    let answers: [(&[u8], &str); 4] = [
        (
            b"",
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
             47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
        ),
        (
            b"abc",
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        ),
        (
            two_blocks,
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
             501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
        ),
        (
            &million,
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
             de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
        ),
    ];
    for (message, answer) in answers {
        assert_eq!(hex(&digest(&[message])), answer, "{} bytes", message.len());
    }
    let parts = answers.map(|(message, _)| [message]);
    let lanes: [&[&[u8]]; 8] = core::array::from_fn(|l| parts[l % 4].as_slice());
    for (l, lane) in digest_x8(&lanes).iter().enumerate() {
        assert_eq!(hex(lane), answers[l % 4].1, "lane {l}");
    }
}

#[test]
fn every_length_agrees_with_sha2() {
    let message = bytes(300);
    for n in 0..=300 {
        assert_eq!(digest(&[&message[..n]]), expected(&message[..n]), "{n} bytes");
    }
}

#[test]
fn every_length_agrees_with_sha2_in_every_lane() {
    let message = bytes(400);
    for n in 0..=300 {
        // Lane l has another start and another length, so that exchanged lanes show.
        let slices: [&[u8]; 8] = core::array::from_fn(|l| &message[l..l + (n + 41 * l) % 301]);
        let parts = slices.map(|slice| [slice]);
        let lanes: [&[&[u8]]; 8] = core::array::from_fn(|l| parts[l].as_slice());
        assert_eq!(digest_x8(&lanes), slices.map(expected), "from {n} bytes");
    }
}

#[test]
fn the_number_of_blocks_is_that_of_the_padded_message() {
    for n in 0..=600 {
        // 5.1.2: the smallest k with n·8 + 1 + k = 896 mod 1024, then 128 bits.
        let k = (0..).find(|k| (n * 8 + 1 + k) % 1024 == 896).unwrap();
        assert_eq!(hash::blocks::<hash::Sha512>(n) * 1024, n * 8 + 1 + k + 128, "{n} bytes");
    }
}

#[test]
fn finished_lanes_keep_their_digest_while_one_goes_on() {
    let long = bytes(5000);
    for busy in 0..8 {
        let slices: [&[u8]; 8] = core::array::from_fn(|l| if l == busy { &long[..] } else { &long[..l] });
        let parts = slices.map(|slice| [slice]);
        let lanes: [&[&[u8]]; 8] = core::array::from_fn(|l| parts[l].as_slice());
        assert_eq!(digest_x8(&lanes), slices.map(expected), "lane {busy}");
    }
}

#[test]
fn cutting_a_message_into_parts_changes_nothing() {
    let message = bytes(290);
    let whole = expected(&message);
    for cut in 0..=290 {
        let (a, b) = message.split_at(cut);
        assert_eq!(digest(&[a, b]), whole, "cut at {cut}");
        assert_eq!(digest(&[&[], a, &[], &[], b, &[]]), whole, "cut at {cut}, empty parts");
    }
    let single: Vec<&[u8]> = message.chunks(1).collect();
    assert_eq!(digest(&single), whole);
    assert_eq!(digest(&[]), expected(b""));
}

#[test]
fn compress_works_on_each_lane_alone() {
    let words: Vec<u64> =
        bytes(1024).chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    let blocks: [[u64; 16]; 8] = core::array::from_fn(|l| words[16 * l..][..16].try_into().unwrap());
    let compress = hash::compress::<hash::Sha512, U64x8>;
    let wide = compress(&hash::initial::<hash::Sha512, _>(), &Word::load(&blocks));
    for (l, block) in blocks.iter().enumerate() {
        let one = hash::compress::<hash::Sha512, u64>(&INITIAL, &Word::load(&[*block]));
        assert_eq!(one, wide.map(|word| word.0[l]), "lane {l}");
        assert_ne!(one, INITIAL);
    }
}

proptest! {
    #[test]
    fn unequal_messages_in_parts_agree_with_sha2(
        messages in prop::array::uniform8(prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..4))
    ) {
        let parts: Vec<Vec<&[u8]>> =
            messages.iter().map(|parts| parts.iter().map(|part| part.as_slice()).collect()).collect();
        let lanes: [&[&[u8]]; 8] = core::array::from_fn(|l| parts[l].as_slice());
        let digests = digest_x8(&lanes);
        for l in 0..8 {
            let whole = messages[l].concat();
            prop_assert_eq!(digests[l], expected(&whole), "lane {}", l);
            prop_assert_eq!(digest(lanes[l]), digests[l], "lane {}", l);
        }
    }
}
