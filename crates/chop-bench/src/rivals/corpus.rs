//! The signatures that everybody is asked about before anybody is measured.
//!
//! Honest ones and altered ones, made with the reference: no two implementations may differ on those. And
//! the irregular ones of `docs/verification-policies.md`, which rules differ on.
#![allow(non_snake_case)] // points are capital letters

use chop_bench::random::Random;
use chop_bench::subject::Case;
use chop_bench::{hex, inputs};
use chop_ref::weierstrass::Curve;
use chop_ref::{BigUint, Mode, public_key, sha512, sign};

/// A case, and whether everybody must accept it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) case: Case,
    pub(crate) valid: bool,
    /// How it was made.
    pub(crate) how: &'static str,
}

/// An irregular signature, and who accepts it by the page.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) case: Case,
    /// What is irregular.
    pub(crate) note: String,
    /// The named rules of chop that accept it.
    pub(crate) accepted_by: Vec<String>,
}

/// Honest signatures of Ed25519.
const ED25519: usize = 256;
/// Honest signatures of SM2 and ECDSA, whose reference is slower.
const WEIERSTRASS: usize = 64;

/// Signatures of Ed25519, each followed by four alterations of it. Messages have 2 to 200 bytes and begin
/// with the byte that those of [`inputs`] begin with.
pub(crate) fn ed25519() -> Vec<Known> {
    let mut random = Random::new(0x6564_3235);
    let make = |i: usize| {
        let seed: [u8; 32] = random.bytes();
        let mut message = random.vec(2 + i % 199);
        message[0] = inputs::FIRST_BYTE;
        let signature = sign(sha512, Mode::Pure, &seed, &message);
        Case { key: public_key(sha512, &seed).to_vec(), message, signature }
    };
    let honest: Vec<Case> = (0..ED25519).map(make).collect();
    with_alterations(honest, 0)
}

/// Signatures of SM2 on digests, each followed by four alterations of it.
pub(crate) fn sm2() -> Vec<Known> {
    let curve = chop_ref::sm2::sm2();
    let sign = |d: &_, k: &_, e: &_| curve.sign(d, k, e).expect("no nonce of these is unlucky");
    on_curve(curve, 0x736d_3200, sign)
}

/// Signatures of ECDSA on secp256k1 (SEC 2, 2.4.1), s below n/2, each followed by four alterations of it.
pub(crate) fn secp256k1() -> Vec<Known> {
    let curve = chop_ref::secp256k1();
    let sign = |d: &_, k: &_, e: &_| {
        let (r, s, _) = curve.ecdsa_sign(d, k, e).expect("no nonce of these is unlucky");
        (r, s)
    };
    on_curve(curve, 0x6b31_0000, sign)
}

/// Signatures of BIP 340 of messages of 32 bytes, each followed by four alterations of it.
pub(crate) fn bip340() -> Vec<Known> {
    let curve = chop_ref::secp256k1();
    let mut random = Random::new(0x6269_7033);
    let make = |_| {
        // Half of all 32-byte numbers: below n.
        let [d, k] = [0; 2].map(|_| BigUint::from_bytes_be(&random.bytes::<32>()) >> 1);
        let message = random.vec(32);
        let (key, signature) = curve.schnorr_sign(&d, &k, &message).expect("neither is 0");
        Case { key: key.to_vec(), message, signature }
    };
    let honest: Vec<Case> = (0..WEIERSTRASS).map(make).collect();
    with_alterations(honest, 0)
}

/// Honest signatures on a Weierstrass curve, and alterations; `sign` has a secret, a nonce and a digest.
fn on_curve(
    curve: &Curve,
    seed: u64,
    sign: impl Fn(&BigUint, &BigUint, &BigUint) -> (BigUint, BigUint),
) -> Vec<Known> {
    let mut random = Random::new(seed);
    let mut number = || BigUint::from_bytes_be(&random.bytes::<32>()) >> 1;
    let make = |_| {
        // Half of all 32-byte numbers: below n.
        let (d, k, e) = (number(), number(), number());
        let (x, y) = curve.mul(&d, &curve.G).expect("d is below n and not 0");
        let (r, s) = sign(&d, &k, &e);
        let key = [vec![4], big_endian(&x), big_endian(&y)].concat();
        let signature = [big_endian(&r), big_endian(&s)].concat();
        Case { key, message: big_endian(&e), signature: signature.try_into().expect("two halves") }
    };
    let honest: Vec<Case> = (0..WEIERSTRASS).map(make).collect();
    with_alterations(honest, 1)
}

fn big_endian(number: &BigUint) -> Vec<u8> {
    let bytes = number.to_bytes_be();
    [vec![0; 32 - bytes.len()], bytes].concat()
}

/// Each case and four that differ from it in one bit: of the key (not its first `spared` bytes, which
/// say in what form it is), of the message, of each half of the signature.
fn with_alterations(honest: Vec<Case>, spared: usize) -> Vec<Known> {
    let mut random = Random::new(0x666c_6970);
    let mut all = Vec::new();
    for case in honest {
        let mut altered = |how, change: &mut dyn FnMut(&mut Case, &mut Random)| {
            let mut case = case.clone();
            change(&mut case, &mut random);
            Known { case, valid: false, how }
        };
        let four = [
            altered("a bit of the key", &mut |case, random| flip(&mut case.key[spared..], random)),
            altered("a bit of the message", &mut |case, random| flip(&mut case.message[1..], random)),
            altered("a bit of R or r", &mut |case, random| flip(&mut case.signature[..32], random)),
            altered("a bit of S or s", &mut |case, random| flip(&mut case.signature[32..], random)),
        ];
        all.push(Known { case, valid: true, how: "honest" });
        all.extend(four);
    }
    all
}

fn flip(bytes: &mut [u8], random: &mut Random) {
    let bit = random.below(8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
}

/// The irregular signatures of the page about rules.
pub(crate) fn edges() -> Result<Vec<Edge>, String> {
    edges_of(include_str!("../../../../docs/verification-policies.md"))
}

/// The page has a table of verdicts (number, class, a column a rule) and a list of the signatures (number,
/// key, message, signature).
fn edges_of(page: &str) -> Result<Vec<Edge>, String> {
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let table = page.lines().skip_while(|line| *line != "## Verdicts");
    let mut table = table.filter(|line| line.starts_with('|')).map(cells);
    let head: Vec<String> = table.next().ok_or("the page about rules has no verdicts")?;
    let rules: Vec<String> = head.iter().skip(2).map(|rule| rule.trim_matches('`').to_owned()).collect();
    let list = page.lines().skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```");
    let edge = |(line, row): (&str, Vec<String>)| {
        let (number, case) = line.trim().split_once(' ')?;
        let (case, [same, note, verdicts @ ..]) = (Case::from_line(case)?, &row[..]) else { return None };
        let accepts = |(rule, verdict): (&String, &String)| (verdict == "✓").then(|| rule.clone());
        let accepted_by = rules.iter().zip(verdicts).filter_map(accepts).collect();
        (number == same && verdicts.len() == rules.len()).then(|| Edge {
            case,
            note: note.clone(),
            accepted_by,
        })
    };
    let edges: Option<Vec<Edge>> = list.zip(table.skip(1)).map(edge).collect();
    edges.filter(|edges| !edges.is_empty()).ok_or_else(|| "the page about rules cannot be read".to_owned())
}

/// The bytes of a case, to find it again.
pub(crate) fn described(case: &Case) -> String {
    let Case { key, message, signature } = case;
    let [key, message, signature] = [key, message, &signature[..]].map(hex::encode);
    format!("key {key}, message {message}, signature {signature}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_accepts_what_is_honest_and_nothing_altered() {
        let cases = ed25519();
        assert_eq!(cases.len(), 5 * ED25519);
        for known in cases.iter().take(20) {
            let Case { key, message, signature } = &known.case;
            let key = key[..].try_into().expect("32 bytes");
            let facts = chop_ref::facts(sha512, Mode::Pure, key, message, signature);
            for rule in chop_ref::Rule::ALL {
                assert_eq!(chop_ref::accepts(rule, &facts), known.valid, "{}: {}", known.how, rule.name());
            }
        }
    }

    #[test]
    fn the_page_about_rules_is_read_whole() {
        let edges = edges().expect("the page");
        assert_eq!(edges.len(), 20);
        assert_eq!(edges[0].accepted_by.len(), chop_ref::Rule::ALL.len());
        assert_eq!(edges[2].accepted_by, ["legacy"]);
        for edge in &edges {
            let Case { key, message, signature } = &edge.case;
            let key = key[..].try_into().expect("32 bytes");
            let facts = chop_ref::facts(sha512, Mode::Pure, key, message, signature);
            for rule in chop_ref::Rule::ALL {
                let accepted = edge.accepted_by.iter().any(|name| name == rule.name());
                assert_eq!(accepted, chop_ref::accepts(rule, &facts), "{}: {}", edge.note, rule.name());
            }
        }
    }
}
