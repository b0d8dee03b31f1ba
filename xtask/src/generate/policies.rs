//! `docs/verification-policies.md`: the rules from the library's own list, the verdicts from the reference.
//!
//! The only document that is written from the library: a page about its rules must name those it has.

use super::edge_cases::{EdgeCase, edge_cases};
use chop::ed25519::{Equation, NamedPolicy, Policy, SRange, Software};
use chop_ref::{Decoded, Point, Rule, accepts, decode, small_order_encodings};

/// The page.
pub(super) fn page() -> String {
    [
        HEAD,
        &choices(),
        NAMES,
        &names(),
        SOFTWARE,
        &software(),
        VERDICTS,
        &verdicts(),
        UNTESTABLE,
        SMALL_ORDER,
        &small_order(),
    ]
    .into_iter()
    .chain([SIGNATURES, &signatures()])
    .collect()
}

const HEAD: &str = "\
<!-- Written by `cargo xtask generate`; do not edit. -->
# Verification policies

RFC 8032 leaves choices open, and implementations made different ones: the same key, message and signature
are valid for one program and invalid for the next. That matters wherever two parties must agree on a
verdict, and wherever a verdict taken today is checked again tomorrow. In chop the choices are a value, the
`Policy`, and the verdict is a function of the key, the message, the signature and the policy: not of the
machine, not of the batch an item stands in, not of a cargo feature.

## Which one

- **You have no reason to choose:** `chop-1`, which is what you get without asking. It accepts every
  signature that an honest signer makes, refuses keys under which anybody can sign, refuses a second encoding
  of anything, and is cofactored, so that a batch is verified by one equation with the verdicts of single
  verification.
- **Everybody must agree (consensus, replicated logs):** one rule, written into the protocol by its id, and
  cofactored: the cofactorless rules cannot be checked in one equation without sometimes disagreeing with
  themselves. For a new protocol `simd-0376-2026-09`, which refuses everything irregular, or `chop-1`. For
  Zcash and CometBFT `zip-215`: it is exact and widely implemented, but has keys under which everybody can sign
  every message, the all-zero key among them; whoever uses such a key as a placeholder must refuse it first.
- **You check what another program checks:** the rule of that program, found by its name in the second table.
  Agreeing on honest signatures is easy and proves nothing; pick the rule before the first irregular one comes.
- **You must accept old data:** `legacy`, and only for that. Its signatures can be altered by anybody into
  other valid ones, so never use them as identifiers.
- **You need another combination:** `Policy` has builders. Such a rule has no id: write its six fields down.

A released id never changes its meaning. If the program behind a rule changes its mind, the new rule gets a new
id and the old one stays. Aliases are resolved to ids wherever chop prints a rule.

## The choices

A is the public key, (R, S) the signature, B the base point, ℓ = 2^252 + 27742317777372353535851937790883648493 its
order, p = 2^255 − 19, and k = H(dom2 ‖ R ‖ A ‖ M) mod ℓ, hashed from the bytes as they were received.

- *Equation*: cofactored is 8·(S·B − k·A − R) = 0, with the 8 applied to the point; cofactorless is S·B − k·A = R.
- *S*: below ℓ, or only its top three bits zero.
- *Small-order A, R*: points of order 1, 2, 4 or 8 pass. Such a key makes anything verify.
- *Irregular A, R*: encodings with y ≥ p, or with x = 0 and the sign bit set (“−0”), pass.
- *R compared*: what follows from the above. As bytes, with the encoding of S·B − k·A, which is canonical; as a point;
  or as a point after multiplying by 8.
- *Binding*: no signature is valid for two messages, even if the signer made the key with that in mind.
- *One equation*: `verify_all` checks a batch by one random combination; else it verifies item by item.

";

const NAMES: &str = "
## Names

Every name is accepted wherever a rule is asked for; the id is what is printed.

";

const SOFTWARE: &str = "
## Software

The rule of a library, a runtime or a chain, in the version that was examined; `chop policies NAME` says the same, for any of the
names. Names of software are no names of rules, because software changes its mind. “None of these” was tried and has other
verdicts; “unknown” was neither tried nor read.

";

const VERDICTS: &str = "
## Verdicts

One signature of each class, made with the reference implementation `chop-ref` and judged by it; ✓ means valid. A test
holds the library to these verdicts; its own tests do the same with some hundred signatures more, on every route and
level. “Mixed order” is a multiple of B plus a point of small order, “0” is the neutral element, k is as above.

";

const UNTESTABLE: &str = "
One class is missing: an A or R of large order with y ≥ p, that is y = p + 3 and the few like it. Nobody knows the
discrete logarithm of such a point, so nobody can make a valid signature with one. Rules that differ only there
(`dalek-strict`, `libsodium-1.0`, `firedancer`) cannot be told apart by any known signature; what is tested is the decoder.
";

const SMALL_ORDER: &str = "
## Points of small order

Eight points, fourteen encodings. The library finds them by arithmetic, never by comparing with this list.

| encoding | order | irregular |
|----------|-------|-----------|
";

const SIGNATURES: &str = "
## The signatures

Those of the table above, for trying other implementations: number, public key, message, signature.

```text
";

fn choices() -> String {
    let mut text = "\
| id | equation | S | small-order A | small-order R | irregular A | irregular R | R compared | binding | one equation |
|----|----------|---|---------------|---------------|-------------|-------------|------------|---------|--------------|
"
    .to_string();
    for NamedPolicy { id, policy, .. } in Policy::NAMED {
        let passes = |accepted| if accepted { "accept" } else { "reject" };
        let cofactored = policy.equation == Equation::Cofactored;
        let id = format!("`{id}`");
        let cells = [
            id.as_str(),
            if cofactored { "cofactored" } else { "cofactorless" },
            match policy.s_range {
                SRange::Canonical => "S < ℓ",
                SRange::TopThreeBits => "S < 2^253",
            },
            passes(policy.small_order_a),
            passes(policy.small_order_r),
            passes(policy.non_canonical_a),
            passes(policy.non_canonical_r),
            match (cofactored, policy.non_canonical_r) {
                (true, _) => "point, times 8",
                (false, true) => "point",
                (false, false) => "bytes",
            },
            yes(!policy.small_order_a),
            yes(cofactored),
        ];
        text += &row(&cells);
    }
    text
}

fn names() -> String {
    let mut text = "| id | aliases | who uses it |\n|----|---------|-------------|\n".to_string();
    for NamedPolicy { id, aliases, summary, .. } in Policy::NAMED {
        let aliases: Vec<String> = aliases.iter().map(|alias| format!("`{alias}`")).collect();
        text += &row(&[&format!("`{id}`"), &aliases.join(", "), summary]);
    }
    text
}

fn software() -> String {
    let mut text = String::from(
        "| software | version | names | rule | how known |\n|----------|---------|-------|------|-----------|\n",
    );
    for software in Software::KNOWN {
        let rule = match software.rule {
            Some(id) => format!("`{id}`"),
            None if software.version.is_empty() => "unknown".to_owned(),
            None => "none of these".to_owned(),
        };
        let names = software.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        text += &row(&[software.what, software.version, &names, &rule, software.source]);
    }
    text
}

fn verdicts() -> String {
    let ids: Vec<String> = Policy::NAMED.iter().map(|named| format!("`{}`", named.id)).collect();
    let mut text =
        format!("|   | class | {} |\n|---|-------|{}\n", ids.join(" | "), "---|".repeat(ids.len()));
    for (i, case) in edge_cases().iter().enumerate() {
        let number = (i + 1).to_string();
        let mut cells = vec![number.as_str(), case.name];
        cells.extend(Policy::NAMED.iter().map(|named| if verdict(named, case) { "✓" } else { "" }));
        text += &row(&cells);
    }
    text
}

/// What the reference says of a case under the rule with the id of `named`.
fn verdict(named: &NamedPolicy, case: &EdgeCase) -> bool {
    let rule = Rule::ALL.into_iter().find(|rule| rule.name() == named.id);
    accepts(rule.expect("the reference has every rule of the library"), &case.facts)
}

fn small_order() -> String {
    let mut text = String::new();
    for encoding in small_order_encodings() {
        let Decoded { point, y_reduced, minus_zero } = decode(&encoding);
        let irregular = match (y_reduced, minus_zero) {
            (true, false) => "",
            (true, true) => "−0",
            (false, false) => "y ≥ p",
            (false, true) => "y ≥ p, −0",
        };
        let order = order(&point.expect("it is the encoding of a point"));
        text += &row(&[&format!("`{}`", hex(&encoding)), &order.to_string(), irregular]);
    }
    text
}

fn order(point: &Point) -> u8 {
    let is = |n: &u8| Point::mul(&chop_ref::BigUint::from(*n), point) == Point::identity();
    [1, 2, 4, 8].into_iter().find(is).expect("it has small order")
}

fn signatures() -> String {
    let mut text = String::new();
    for (i, case) in edge_cases().iter().enumerate() {
        let (key, message, signature) = (hex(&case.public), hex(&case.message), hex(&case.signature));
        text += &format!("{:2} {key} {message} {signature}\n", i + 1);
    }
    text + "```\n"
}

fn yes(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}

/// A row of a table.
fn row(cells: &[&str]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::ed25519::{Signature, VerifyingKey};

    #[test]
    fn the_library_gives_the_verdicts_of_the_page() {
        for case in edge_cases() {
            let key = VerifyingKey::from_bytes(&case.public).unwrap();
            let signature = Signature::from_bytes(&case.signature);
            for named in Policy::NAMED {
                let verdict_of_library = key.with_policy(named.policy).verify(&case.message, &signature);
                assert_eq!(verdict_of_library.is_ok(), verdict(named, &case), "{}, {}", case.name, named.id);
            }
        }
    }

    #[test]
    fn the_classes_tell_the_rules_apart() {
        let cases = edge_cases();
        let column = |named| cases.iter().map(|case| verdict(named, case)).collect::<Vec<_>>();
        let columns: std::collections::BTreeSet<Vec<bool>> = Policy::NAMED.iter().map(column).collect();
        // Three rules differ only where no signature is known.
        assert_eq!(columns.len(), Policy::NAMED.len() - 2);
    }
}
