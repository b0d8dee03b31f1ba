//! `chop policies`: the rules that can be asked for, and which software verifies by which.

use crate::exit::Outcome;
use crate::output;
use chop::ed25519::{Equation, NamedPolicy, Policy, SRange, Software};
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
    if Software::named(name).next().is_some() {
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
    let (chosen, software): (Vec<&NamedPolicy>, Vec<&Software>) = match &args.name {
        None => (Policy::NAMED.iter().collect(), Software::KNOWN.iter().collect()),
        Some(name) => {
            let policy = Policy::from_name(name).ok();
            let chosen = Policy::NAMED.iter().filter(|named| Some(named.policy) == policy);
            (chosen.collect(), Software::named(name).collect())
        }
    };
    let text = if args.json {
        let policies: Vec<Value> = chosen.iter().map(|named| to_json(named)).collect();
        let software: Vec<Value> = software.iter().map(|software| software_to_json(software)).collect();
        format!("{:#}\n", json!({ "policies": policies, "software": software }))
    } else if args.name.is_some() {
        let rules = chosen.iter().map(|named| details(named));
        rules.chain(software.iter().map(|software| rule_of(software))).collect::<Vec<_>>().join("\n")
    } else {
        list(&chosen) + &names()
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
