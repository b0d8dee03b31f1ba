//! The promise of one verdict everywhere: every rule × every edge case × every route × every level,
//! against the big-integer reference.

#![allow(non_snake_case)] // points are capital letters

#[allow(unreachable_pub)]
mod levels;

use chop::ed25519::{
    self, BatchError, Equation, Facts, Item, KeyCache, Policy, PreparedVerifyingKey, Signature, SigningKey,
    VerifyingKey,
};
use chop::level;
use chop_ref::{BigUint, Rule, l};
use levels::on_every_level;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A signature on the edge, with what the reference says about it.
struct Vector {
    name: String,
    key: [u8; 32],
    signature: Signature,
    message: Vec<u8>,
    facts: chop_ref::Facts,
}

fn vectors() -> &'static [Vector] {
    static VECTORS: OnceLock<Vec<Vector>> = OnceLock::new();
    VECTORS.get_or_init(|| {
        let vector = |edge: chop_ref::Edge| Vector {
            name: edge.name,
            key: edge.key,
            signature: Signature::from_bytes(&edge.signature),
            message: edge.message,
            facts: edge.facts,
        };
        chop_ref::edges().into_iter().map(vector).collect()
    })
}

/// The library's policy of a rule of the reference.
fn policy(rule: Rule) -> Policy {
    Policy::from_name(rule.name()).unwrap()
}

fn item(vector: &Vector) -> Item<'_> {
    Item::new(&vector.key, &vector.message, &vector.signature)
}

#[test]
fn the_library_has_the_rules_of_the_reference_and_no_others() {
    let mut ours: Vec<&str> = Policy::NAMED.iter().map(|named| named.id).collect();
    let mut theirs: Vec<&str> = Rule::ALL.iter().map(|rule| rule.name()).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
}

#[test]
fn the_vectors_tell_every_two_rules_apart_that_can_be_told_apart() {
    for (i, a) in Rule::ALL.into_iter().enumerate() {
        for &b in &Rule::ALL[..i] {
            let told =
                vectors().iter().any(|v| chop_ref::accepts(a, &v.facts) != chop_ref::accepts(b, &v.facts));
            // They differ only for an R with y ≥ p of large order: no valid signature is known.
            let untestable = matches!(
                (a, b),
                (Rule::Firedancer, Rule::DalekStrict | Rule::Libsodium1_0)
                    | (Rule::Libsodium1_0, Rule::DalekStrict)
            );
            assert_eq!(told, !untestable, "{} and {}", a.name(), b.name());
        }
    }
}

fn same_facts(ours: &Facts, theirs: &chop_ref::Facts) -> bool {
    ours.s_canonical() == theirs.s_canonical
        && ours.s_top_bits_clear() == theirs.s_top_bits_clear
        && ours.a_decodes() == theirs.a_decodes
        && ours.a_y_reduced() == theirs.a_y_reduced
        && ours.a_minus_zero() == theirs.a_minus_zero
        && ours.a_small_order() == theirs.a_small_order
        && ours.r_decodes() == theirs.r_decodes
        && ours.r_y_reduced() == theirs.r_y_reduced
        && ours.r_minus_zero() == theirs.r_minus_zero
        && ours.r_small_order() == theirs.r_small_order
        && ours.bytes_equal() == theirs.bytes_equal
        && ours.points_equal() == theirs.points_equal
        && ours.cofactored_equal() == theirs.cofactored_equal
}

#[test]
fn every_fact_of_every_vector_is_right() {
    on_every_level(|level| {
        for v in vectors() {
            let Ok(key) = VerifyingKey::from_bytes(&v.key) else {
                assert!(!v.facts.a_decodes, "{}", v.name);
                continue;
            };
            let facts = key.facts(&v.message, &v.signature);
            assert!(same_facts(&facts, &v.facts), "{} at {}: {facts:?}", v.name, level.name());
        }
    });
}

/// Every vector, and as many again of those with the same key that it occurs `often`; neighbours have different keys.
fn with_hot_keys(often: usize) -> Vec<&'static Vector> {
    let mut by_key: BTreeMap<[u8; 32], Vec<&Vector>> = BTreeMap::new();
    for vector in vectors() {
        by_key.entry(vector.key).or_default().push(vector);
    }
    let most = by_key.values().map(Vec::len).max().unwrap_or(0).max(often);
    let rows = |i| {
        let of_key = by_key.values().filter(move |own| i < own.len().max(often));
        of_key.map(move |own| own[i % own.len()])
    };
    (0..most).flat_map(rows).collect()
}

#[test]
fn verdicts_under_keys_that_occur_often_follow_the_rule() {
    on_every_level(|level| {
        let rows = with_hot_keys(if level.lanes() > 1 { 140 } else { 30 });
        let fastest = level::Level::available().next() == Some(level);
        let few = [Rule::Zip215, Rule::DalekStrict];
        for rule in Rule::ALL.into_iter().filter(|rule| fastest || few.contains(rule)) {
            let keys: Vec<_> = rows.iter().map(|row| VerifyingKey::from_bytes(&row.key).ok()).collect();
            let items: Vec<Item<'_>> = rows
                .iter()
                .zip(&keys)
                .enumerate()
                .map(|(i, (row, key))| match key {
                    Some(key) if i % 3 == 0 => Item::new(key, &row.message, &row.signature),
                    _ => item(row),
                })
                .collect();
            // The first call prepares the keys as it goes, and the second one finds all of them prepared.
            let mut cache = KeyCache::new();
            for call in 0..2 {
                let mut valid = vec![false; items.len()];
                cache.verify_each_into(&items, policy(rule), &mut valid);
                for (row, valid) in rows.iter().zip(valid) {
                    let expected = chop_ref::accepts(rule, &row.facts);
                    let (name, rule, level) = (&row.name, rule.name(), level.name());
                    assert_eq!(valid, expected, "{name}, {rule} at {level}, call {call}");
                }
            }
        }
    });
}

#[test]
fn single_and_prepared_verdicts_follow_the_rule() {
    on_every_level(|level| {
        for v in vectors() {
            let key = VerifyingKey::from_bytes(&v.key).ok();
            let prepared = key.as_ref().map(PreparedVerifyingKey::new);
            for rule in Rule::ALL {
                let expected = chop_ref::accepts(rule, &v.facts);
                let verdict = |ok: Option<bool>| ok.unwrap_or(false);
                let single = verdict(
                    key.map(|key| key.with_policy(policy(rule)).verify(&v.message, &v.signature).is_ok()),
                );
                let fast = verdict(
                    prepared
                        .as_ref()
                        .map(|key| key.with_policy(policy(rule)).verify(&v.message, &v.signature).is_ok()),
                );
                let context = || format!("{}, {}, {}", v.name, rule.name(), level.name());
                assert_eq!(single, expected, "single: {}", context());
                let from_bytes = item(v).verify(policy(rule)).is_ok();
                assert_eq!(from_bytes, expected, "from bytes: {}", context());
                assert_eq!(fast, expected, "prepared: {}", context());
            }
        }
    });
}

#[test]
fn verdicts_of_many_with_prepared_keys_follow_the_rule() {
    let decodable: Vec<(&Vector, PreparedVerifyingKey)> = vectors()
        .iter()
        .filter_map(|v| Some((v, PreparedVerifyingKey::new(&VerifyingKey::from_bytes(&v.key).ok()?))))
        .collect();
    on_every_level(|level| {
        // Prepared keys and others, mixed in every group.
        let items: Vec<Item<'_>> = decodable
            .iter()
            .enumerate()
            .map(|(i, (v, key))| match i % 5 {
                0 => item(v),
                _ => Item::new(key, &v.message, &v.signature),
            })
            .collect();
        for rule in Rule::ALL {
            let expected: Vec<bool> =
                decodable.iter().map(|(v, _)| chop_ref::accepts(rule, &v.facts)).collect();
            let verdicts: Vec<bool> = ed25519::verify_each(&items, policy(rule)).iter().collect();
            assert_eq!(verdicts, expected, "{}, {}", rule.name(), level.name());
        }
    });
}

#[test]
fn verdicts_of_many_follow_the_rule() {
    on_every_level(|level| {
        let items: Vec<Item<'_>> = vectors().iter().map(item).collect();
        for rule in Rule::ALL {
            let expected: Vec<bool> = vectors().iter().map(|v| chop_ref::accepts(rule, &v.facts)).collect();
            let verdicts: Vec<bool> = ed25519::verify_each(&items, policy(rule)).iter().collect();
            assert_eq!(verdicts, expected, "each: {}, {}", rule.name(), level.name());
            let invalid: Vec<usize> = (0..items.len()).filter(|&i| !expected[i]).collect();
            assert_eq!(
                ed25519::find_invalid(&items, policy(rule)),
                invalid,
                "find_invalid: {}, {}",
                rule.name(),
                level.name()
            );
        }
    });
}

#[test]
fn the_verdict_of_all_follows_the_rule() {
    on_every_level(|level| {
        let honest = item(&vectors()[0]);
        for rule in Rule::ALL {
            let policy = policy(rule);
            for v in vectors() {
                let expected =
                    if chop_ref::accepts(rule, &v.facts) { Ok(()) } else { Err(BatchError::Invalid) };
                let context = || format!("{}, {}, {}", v.name, rule.name(), level.name());
                let one = ed25519::verify_all(&[item(v)], policy);
                assert_eq!(one, expected, "batch of one: {}", context());
                let pair = ed25519::verify_all_deterministic(&[honest, item(v)], policy);
                assert_eq!(pair, expected, "batch of two: {}", context());
                // Levels with lanes make one equation of more items only.
                if level.lanes() > 1 && policy.equation == Equation::Cofactored {
                    let mut many = vec![honest; 17];
                    many[v.message.len() % 17] = item(v);
                    let many = ed25519::verify_all_deterministic(&many, policy);
                    assert_eq!(many, expected, "batch of many: {}", context());
                }
            }
            // All that the rule accepts, in one batch; then with one that it rejects.
            let mut accepted: Vec<Item<'_>> =
                vectors().iter().filter(|v| chop_ref::accepts(rule, &v.facts)).map(item).collect();
            assert_eq!(ed25519::verify_all(&accepted, policy), Ok(()), "{}, {}", rule.name(), level.name());
            accepted.insert(accepted.len() / 2, item(&vectors()[1]));
            assert_eq!(ed25519::verify_all(&accepted, policy), Err(BatchError::Invalid));
        }
    });
}

#[test]
fn no_item_of_a_group_disturbs_its_neighbours() {
    on_every_level(|_| {
        let (good, bad) = (item(&vectors()[0]), item(&vectors()[1]));
        for n in (0..=17).chain([24, 31, 33, 63, 64, 65]) {
            // Every position of small groups, every place of a lane in large ones.
            for position in (0..n).step_by(if n <= 17 { 1 } else { 9 }) {
                let mut items = vec![good; n];
                items[position] = bad;
                let verdicts = ed25519::verify_each(&items, Policy::DEFAULT);
                assert_eq!(verdicts.invalid().collect::<Vec<_>>(), [position]);
                assert_eq!(verdicts.len(), n);
            }
        }
    });
}

#[test]
fn the_search_finds_every_pattern_of_invalid_items() {
    // Where there is one lane, 300 items are cut in pieces of 38, and 2,100 in pieces that are cut again.
    let patterns = [
        (100, vec![]),
        (100, vec![0]),
        (100, (0..100).collect::<Vec<_>>()),
        (300, vec![]),
        (300, vec![0]),
        (300, vec![299]),
        (300, vec![37, 38]),
        (300, vec![40, 41, 200, 299]),
        (300, (250..300).collect()),
    ];
    let cut_twice = [(2100, vec![700, 701]), (2100, vec![2099]), (2100, vec![262, 263])];
    on_every_level(|level| {
        let (good, bad) = (item(&vectors()[0]), item(&vectors()[1]));
        let twice = if level == chop::level::Level::PORTABLE { &cut_twice[..] } else { &[] };
        for (n, pattern) in patterns.iter().chain(twice) {
            let mut items = vec![good; *n];
            for &i in pattern {
                items[i] = bad;
            }
            for policy in [Policy::ZIP_215, Policy::STDLIB] {
                assert_eq!(ed25519::find_invalid(&items, policy), *pattern);
            }
        }
        assert!(ed25519::find_invalid(&[] as &[Item<'_>], Policy::DEFAULT).is_empty());
    });
}

#[test]
fn an_empty_batch_is_an_error_and_not_a_success() {
    for named in Policy::NAMED {
        assert_eq!(ed25519::verify_all(&[] as &[Item<'_>], named.policy), Err(BatchError::Empty));
        assert_eq!(
            ed25519::verify_all_deterministic(&[] as &[Item<'_>], named.policy),
            Err(BatchError::Empty)
        );
    }
    assert!(ed25519::verify_each(&[] as &[Item<'_>], Policy::DEFAULT).is_empty());
}

/// Two forgeries whose defects cancel if both get the same weight: S + d and S − d.
#[test]
fn defects_that_cancel_under_equal_weights_are_found() {
    let key = SigningKey::from_seed(&[9; 32]);
    let public = key.verifying_key();
    let shifted = |message: &[u8], up: bool| {
        let honest = key.sign(message);
        let S = BigUint::from_bytes_le(honest.s_bytes());
        let d = BigUint::from(5u8);
        let S = if up { (S + d) % l() } else { (S + l() - d) % l() };
        Signature::from_components(*honest.r_bytes(), chop_ref::field::to_bytes(&S))
    };
    let (up, down) = (shifted(b"a", true), shifted(b"b", false));
    for padding in [0, 30, 200] {
        let honest = key.sign(b"c");
        let mut items = vec![Item::new(&public, b"a", &up), Item::new(&public, b"b", &down)];
        items.extend((0..padding).map(|_| Item::new(&public, b"c", &honest)));
        assert_eq!(ed25519::verify_all(&items, Policy::DEFAULT), Err(BatchError::Invalid));
        assert_eq!(ed25519::verify_all_deterministic(&items, Policy::DEFAULT), Err(BatchError::Invalid));
        assert_eq!(ed25519::find_invalid(&items, Policy::DEFAULT), [0, 1]);
    }
}

#[test]
fn batches_of_every_size_agree_with_their_items() {
    let keys: Vec<SigningKey> = (0..150u8).map(|i| SigningKey::from_seed(&[i; 32])).collect();
    let publics: Vec<VerifyingKey> = keys.iter().map(|key| key.verifying_key()).collect();
    let encodings: Vec<[u8; 32]> = publics.iter().map(|key| key.to_bytes()).collect();
    let prepared = PreparedVerifyingKey::new(&publics[3]);
    let signatures: Vec<Signature> = keys.iter().enumerate().map(|(i, key)| key.sign(&[i as u8])).collect();
    let messages: Vec<[u8; 1]> = (0..150).map(|i| [i as u8]).collect();
    let items: Vec<Item<'_>> = (0..150)
        .map(|i| match i % 3 {
            _ if i == 3 => Item::new(&prepared, &messages[i], &signatures[i]),
            0 => Item::new(&publics[i], &messages[i], &signatures[i]),
            _ => Item::new(&encodings[i], &messages[i], &signatures[i]),
        })
        .collect();
    on_every_level(|_| {
        for n in (1..=66).chain([100, 150]) {
            assert_eq!(ed25519::verify_all(&items[..n], Policy::DEFAULT), Ok(()), "{n}");
            let mut broken = items[..n].to_vec();
            broken[n - 1] = Item::new(&publics[n - 1], b"other", &signatures[n - 1]);
            assert_eq!(ed25519::verify_all(&broken, Policy::DEFAULT), Err(BatchError::Invalid), "{n}");
            assert_eq!(ed25519::find_invalid(&broken, Policy::DEFAULT), [n - 1]);
        }
    });
}

/// More items than one equation takes.
#[test]
fn batches_in_pieces_agree_with_their_items() {
    let keys: Vec<SigningKey> = (0..64u8).map(|i| SigningKey::from_seed(&[i; 32])).collect();
    let publics: Vec<VerifyingKey> = keys.iter().map(|key| key.verifying_key()).collect();
    let signatures: Vec<Signature> = keys.iter().map(|key| key.sign(b"one")).collect();
    let n = 2 * 8192 + 1;
    let items: Vec<Item<'_>> =
        (0..n).map(|i| Item::new(&publics[i % 64], b"one", &signatures[i % 64])).collect();
    assert_eq!(ed25519::verify_all(&items, Policy::DEFAULT), Ok(()));
    assert_eq!(ed25519::verify_all_deterministic(&items, Policy::DEFAULT), Ok(()));
    // The ends of pieces of 5,462 items, and two in different pieces.
    for places in [&[5461][..], &[5462], &[n - 1], &[0, 16_000]] {
        let mut broken = items.clone();
        for &place in places {
            broken[place] = Item::new(&publics[place % 64], b"other", &signatures[place % 64]);
        }
        assert_eq!(ed25519::verify_all(&broken, Policy::DEFAULT), Err(BatchError::Invalid), "{places:?}");
        assert_eq!(ed25519::verify_all_deterministic(&broken, Policy::DEFAULT), Err(BatchError::Invalid));
        assert_eq!(ed25519::find_invalid(&broken, Policy::DEFAULT), places);
    }
}
