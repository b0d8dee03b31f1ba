//! `chop policies`: the rules that can be asked for, and which software verifies by which.

use crate::exit::Outcome;
use crate::output;
use chop::ed25519::{Equation, NamedPolicy, Policy, SRange, Software};
use chop::secp256k1::{DerForm, RecoveryId, Rule};
use serde_json::{Value, json};
use std::fmt::Write;

/// List the verification rules, explain one, or say by which a library or a chain verifies
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A rule, by any of its names; or a language, a library or a chain: python, node, webcrypto, noble, solana, sui, …
    #[arg(value_name = "NAME", value_parser = known)]
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A name of a rule or of software.
fn known(name: &str) -> Result<String, String> {
    if Software::named(name).next().is_some() || Rule::from_name(name).is_some() {
        return Ok(name.to_owned());
    }
    let error = match Policy::from_name(name) {
        Ok(_) => return Ok(name.to_owned()),
        Err(unknown) => unknown,
    };
    Err(match error.nearest {
        Some(_) => error.to_string(),
        None => {
            "unknown: neither a rule nor software that chop knows the rule of; `chop policies` lists both"
                .to_owned()
        }
    })
}

/// Prints all rules, or what has a name.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let name = args.name.as_deref();
    let (chosen, software): (Vec<&NamedPolicy>, Vec<&Software>) = match name {
        None => (Policy::NAMED.iter().collect(), Software::KNOWN.iter().collect()),
        Some(name) => {
            let policy = Policy::from_name(name).ok();
            let chosen = Policy::NAMED.iter().filter(|named| Some(named.policy) == policy);
            (chosen.collect(), Software::named(name).collect())
        }
    };
    let of_ecdsa: Vec<Rule> =
        name.map_or(Rule::NAMED.to_vec(), |name| Rule::from_name(name).into_iter().collect());
    let text = if args.json {
        let policies: Vec<Value> = chosen.iter().map(|named| to_json(named)).collect();
        let software: Vec<Value> = software.iter().map(|software| software_to_json(software)).collect();
        let of_ecdsa: Vec<Value> = of_ecdsa.iter().map(|rule| rule_to_json(*rule)).collect();
        format!("{:#}\n", json!({ "policies": policies, "secp256k1": of_ecdsa, "software": software }))
    } else if args.name.is_some() {
        let rules = chosen.iter().map(|named| details(named));
        let rules = rules.chain(of_ecdsa.iter().map(|rule| rule_details(*rule)));
        rules.chain(software.iter().map(|software| rule_of(software))).collect::<Vec<_>>().join("\n")
    } else {
        list(&chosen) + &list_of_ecdsa(&of_ecdsa) + &names()
    };
    output::print(&text)?;
    Ok(Outcome::Done)
}

/// The names of all software, in lines.
fn names() -> String {
    let mut names: Vec<&str> = Software::KNOWN.iter().flat_map(|software| software.names).copied().collect();
    names.sort_unstable();
    names.dedup();
    let mut text = "\n`chop policies NAME` says by which rule these verify:\n".to_owned();
    let mut line = String::new();
    for name in names {
        if line.len() + name.len() > 76 {
            let _ = writeln!(text, " {line}");
            line.clear();
        }
        line += " ";
        line += name;
    }
    text + &format!(" {line}\n")
}

/// The rule of one piece of software, with its version and its source.
fn rule_of(software: &Software) -> String {
    let version = if software.version.is_empty() { "-" } else { software.version };
    let rule = match software.rule {
        Some(id) => format!("{id}: chop verify --policy {id}"),
        None if software.version.is_empty() => "unknown".to_owned(),
        None => "none of the named ones".to_owned(),
    };
    format!(
        "software:         {}\nversion:          {version}\nrule:             {rule}\nhow known:        {}\n",
        software.what, software.source,
    )
}

fn software_to_json(software: &Software) -> Value {
    json!({
        "names": software.names,
        "what": software.what,
        "version": software.version,
        "policy": software.rule,
        "source": software.source,
    })
}

fn list(all: &[&NamedPolicy]) -> String {
    let width = all.iter().map(|named| named.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    for named in all {
        let _ = writeln!(text, "{:width$}  {}", named.id, named.summary);
        if !named.aliases.is_empty() {
            let _ = writeln!(text, "{:width$}  also: {}", "", named.aliases.join(", "));
        }
    }
    text
}

/// The rules of ECDSA, with one more name of the first.
fn list_of_ecdsa(all: &[Rule]) -> String {
    let width = all.iter().map(|rule| rule.name().len()).max().unwrap_or(0);
    let mut text = "\nECDSA over secp256k1:\n".to_owned();
    for rule in all {
        let _ = writeln!(text, "{:width$}  {}", rule.name(), rule.summary());
        if *rule == Rule::default() {
            let _ = writeln!(text, "{:width$}  also: low-s", "");
        }
    }
    text
}

fn rule_details(rule: Rule) -> String {
    let s = if rule.requires_low_s() { "at most n/2" } else { "below n" };
    let der = match rule.der() {
        DerForm::Any => "strict, and lax where it is asked for",
        DerForm::Strict => "strict (BIP 66)",
        DerForm::None => "none: 64 or 65 bytes",
    };
    let ids: Vec<String> = ids(rule).iter().map(u8::to_string).collect();
    let ids = if ids.is_empty() { "none: no key is recovered".to_owned() } else { ids.join(", ") };
    format!(
        "policy:           {rule}, of secp256k1\nalso:             {}\nused by:          {}\n\
         s:                {s}\nDER:              {der}\nrecovery ids:     {ids}\n",
        if rule == Rule::default() { "low-s" } else { "-" },
        rule.summary(),
    )
}

fn rule_to_json(rule: Rule) -> Value {
    json!({
        "policy": rule.name(),
        "summary": rule.summary(),
        "low_s": rule.requires_low_s(),
        "der": match rule.der() {
            DerForm::Any => "any",
            DerForm::Strict => "strict",
            DerForm::None => "none",
        },
        "recovery_ids": ids(rule),
    })
}

/// The recovery ids that a rule takes.
fn ids(rule: Rule) -> Vec<u8> {
    let takes = |id: &u8| RecoveryId::new(*id).is_some_and(|id| rule.takes_recovery_id(id));
    (0..4).filter(takes).collect()
}

fn details(named: &NamedPolicy) -> String {
    let policy = &named.policy;
    let accepted = |yes| if yes { "accepted" } else { "rejected" };
    let equation = match policy.equation {
        Equation::Cofactored => "8·(S·B − k·A − R) = 0 (cofactored)",
        Equation::Cofactorless => "S·B − k·A = R (cofactorless)",
    };
    let range = match policy.s_range {
        SRange::Canonical => "below the group order",
        SRange::TopThreeBits => "only the top three bits are checked (malleable)",
    };
    format!(
        "policy:           {}\nalso:             {}\nused by:          {}\nequation:         {equation}\n\
         S:                {range}\nsmall-order key:  {}\nsmall-order R:    {}\nirregular key:    {}\n\
         irregular R:      {}\n",
        named.id,
        if named.aliases.is_empty() { "-".to_owned() } else { named.aliases.join(", ") },
        named.summary,
        accepted(policy.small_order_a),
        accepted(policy.small_order_r),
        accepted(policy.non_canonical_a),
        accepted(policy.non_canonical_r),
    )
}

fn to_json(named: &NamedPolicy) -> Value {
    let policy = &named.policy;
    json!({
        "policy": named.id,
        "aliases": named.aliases,
        "summary": named.summary,
        "equation": match policy.equation {
            Equation::Cofactored => "cofactored",
            Equation::Cofactorless => "cofactorless",
        },
        "s_range": match policy.s_range {
            SRange::Canonical => "canonical",
            SRange::TopThreeBits => "top-three-bits",
        },
        "small_order_a": policy.small_order_a,
        "small_order_r": policy.small_order_r,
        "non_canonical_a": policy.non_canonical_a,
        "non_canonical_r": policy.non_canonical_r,
    })
}
