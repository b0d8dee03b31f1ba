//! The bodies of the fuzz targets, on their seeds and on a few thousand inputs made from a fixed seed.
#![cfg(all(
    feature = "blake2b",
    feature = "blake3",
    feature = "cose",
    feature = "gm",
    feature = "jose",
    feature = "minisign",
    feature = "openssh",
    feature = "pkcs12",
    feature = "sm2",
    feature = "text-keys",
    feature = "x509"
))]

// Plain library code of the folder `fuzz`, which is a workspace of its own.
#[allow(unreachable_pub)]
#[path = "../../../fuzz/src/lib.rs"]
mod fuzz;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Where the pseudo-random inputs begin. Any number will do; a failure prints the input itself.
const START: u64 = 0x63_68_6f_70;

/// SplitMix64 (Steele, Lea, Flood 2014, 10.1145/2660193.2660195).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }

    /// A seed with one to three small changes, or every eighth time nothing but random bytes.
    fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        if self.below(8) == 0 {
            let length = self.below(130);
            return self.bytes(length);
        }
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..1 + self.below(3) {
            let at = self.below(input.len() + 1);
            match self.below(5) {
                0 => input.truncate(at),
                1 => input.insert(at, self.next() as u8),
                2 if at < input.len() => drop(input.remove(at)),
                3 if at < input.len() => input[at] = self.next() as u8,
                _ if at < input.len() => input[at] ^= 1 << self.below(8),
                _ => input.extend_from_slice(&seeds[self.below(seeds.len())]),
            }
        }
        input
    }
}

fn smoke(target: &str, inputs: usize, run: fn(&[u8])) {
    let seeds = fuzz::seeds().into_iter().find(|(name, _)| *name == target).expect("a target").1;
    let mut random = Random(START);
    let made = (0..inputs).map(|_| random.input(&seeds));
    for input in seeds.iter().cloned().chain([Vec::new()]).chain(made) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| run(&input))) {
            eprintln!("{target}: the input was {input:02x?}");
            resume_unwind(panic);
        }
    }
}

#[test]
fn keys_and_signatures_of_cose_survive_any_bytes() {
    smoke("cose", 3000, fuzz::cose::run);
}

#[test]
fn files_with_frames_around_a_key_survive_any_bytes() {
    smoke("gm", 3000, fuzz::gm::run);
}

#[test]
fn keys_and_signatures_in_json_survive_any_bytes() {
    smoke("jose", 3000, fuzz::jose::run);
}

#[test]
fn keys_survive_any_bytes() {
    smoke("keys", 3000, fuzz::keys::run);
}

#[test]
fn files_of_minisign_and_signify_survive_any_bytes() {
    smoke("minisign", 3000, fuzz::minisign::run);
}

#[test]
fn files_of_openssh_survive_any_bytes() {
    smoke("openssh", 3000, fuzz::openssh::run);
}

#[test]
fn texts_survive_any_bytes() {
    smoke("pem", 3000, fuzz::pem::run);
}

#[test]
fn sm2_survives_any_bytes() {
    smoke("sm2", 1500, fuzz::sm2::run);
}

#[test]
fn keys_in_text_survive_any_bytes() {
    smoke("text_keys", 3000, fuzz::text_keys::run);
}

#[test]
fn one_and_each_and_all_agree() {
    smoke("verify_one_each_all", 60, fuzz::verify::run);
}

/// A body that accepts everything would find nothing.
#[test]
fn seeds_are_keys() {
    let readable = |seed: &[u8]| {
        let text = String::from_utf8_lossy(seed);
        chop::encoding::PrivateKey::from_pem(&text, None).is_ok()
            || chop::encoding::PublicKey::from_pem(&text).is_ok()
    };
    assert_eq!(fuzz::pem::seeds().iter().filter(|seed| readable(seed)).count(), 9);
}
