//! Wycheproof's Ed25519 set under every rule that agrees with it, and where the others differ.

use chop::ed25519::{Policy, Signature, VerifyingKey};
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

/// The cases on which the rules with this id give another verdict than Wycheproof, and why that is right.
fn exceptions(id: &str) -> &'static [usize] {
    match id {
        // S + ℓ and the like below 2^253: the rule checks three bits only.
        "legacy" => &[63, 85],
        // R = 01…80, the neutral element with a needless sign bit, is accepted by that rule.
        "zip-215" => &[151],
        _ => &[],
    }
}

#[test]
fn every_rule_agrees_with_wycheproof_but_for_its_exceptions() {
    let set = TestSet::load(TestName::Ed25519).unwrap();
    let mut cases = 0;
    for group in &set.test_groups {
        let key = VerifyingKey::from_slice(&group.key.pk).unwrap();
        for case in &group.tests {
            cases += 1;
            for named in Policy::NAMED {
                let valid = Signature::from_slice(&case.sig).is_ok_and(|signature| {
                    key.with_policy(named.policy).verify(&case.msg, &signature).is_ok()
                });
                let expected =
                    (case.result == TestResult::Valid) ^ exceptions(named.id).contains(&case.tc_id);
                assert_eq!(valid, expected, "tcId {}, {}: {}", case.tc_id, named.id, case.comment);
            }
        }
    }
    assert_eq!(cases, 151);
}
