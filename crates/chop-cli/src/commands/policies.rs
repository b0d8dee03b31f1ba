//! `chop policies`: the rules that can be asked for.

use crate::exit::Outcome;
use crate::output;
use chop::ed25519::{Equation, NamedPolicy, Policy, SRange, UnknownPolicy};
use serde_json::{Value, json};
use std::fmt::Write;

/// List the verification rules, or explain one
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A rule, by any of its names
    #[arg(value_name = "NAME", value_parser = known)]
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn known(name: &str) -> Result<String, UnknownPolicy> {
    Policy::from_name(name).map(|_| name.to_owned())
}

/// Prints all rules or one.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    let chosen: Vec<&NamedPolicy> = match &args.name {
        None => Policy::NAMED.iter().collect(),
        Some(name) => {
            let policy = Policy::from_name(name)?;
            Policy::NAMED.iter().filter(|named| named.policy == policy).collect()
        }
    };
    let text = if args.json {
        let policies: Vec<Value> = chosen.iter().map(|named| to_json(named)).collect();
        format!("{:#}\n", json!({ "policies": policies }))
    } else if args.name.is_some() {
        chosen.iter().map(|named| details(named)).collect()
    } else {
        list(&chosen)
    };
    output::print(&text)?;
    Ok(Outcome::Done)
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
