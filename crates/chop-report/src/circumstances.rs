//! Where, when and how a run was made: what stands above its numbers.

use crate::Run;

/// Names and values, those that are known.
pub(crate) fn facts(run: &Run) -> Vec<(&'static str, String)> {
    let machine = &run.machine;
    let mut facts = vec![
        ("Date", run.date.clone()),
        ("Command", run.command.clone()),
        ("Processor", machine.processor.clone()),
        ("Threads of the processor", machine.processors.to_string()),
        ("Instructions", some(machine.features.join(" "))),
        ("System", format!("{} {}", machine.os, machine.arch)),
        ("Compilers", some(compilers(run))),
        ("chop", format!("{}, fastest level here: {}", machine.chop, machine.level)),
        ("Commit", run.commit.clone().unwrap_or_else(|| NOT_SAID.into())),
        ("Rule of chop for Ed25519", machine.policy.clone()),
    ];
    if let Some(held_on) = machine.held_on {
        facts.push(("Held on processor", held_on.to_string()));
    }
    if let Some([before, after]) = &machine.load {
        facts.push(("Load before and after", format!("{before}; {after}")));
    }
    facts
}

/// The same in one sentence, for a document.
pub(crate) fn sentence(run: &Run) -> String {
    let machine = &run.machine;
    let mut parts = vec![machine.processor.clone()];
    if !machine.compilers.is_empty() {
        parts.push(compilers(run));
    }
    parts.push(match &run.commit {
        Some(commit) => format!("chop {}, commit {commit}", machine.chop),
        None => format!("chop {}", machine.chop),
    });
    parts.push(run.date.clone());
    parts.join("; ")
}

const NOT_SAID: &str = "not said";

fn some(text: String) -> String {
    if text.is_empty() { NOT_SAID.into() } else { text }
}

fn compilers(run: &Run) -> String {
    let each = run.machine.compilers.iter().map(|(name, version)| format!("{name} {version}"));
    each.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_said_and_what_is_not_is_said_to_be_unknown() {
        let mut run = Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let value = |run: &Run, name| facts(run).into_iter().find(|fact| fact.0 == name).map(|fact| fact.1);
        assert_eq!(value(&run, "Compilers").unwrap(), "gcc 12.2.0, rustc 1.95.0");
        assert_eq!(value(&run, "Load before and after").unwrap(), "0.10 0.20 0.30; 0.40 0.50 0.60");
        assert_eq!(
            sentence(&run),
            "A processor; gcc 12.2.0, rustc 1.95.0; chop 0.1.0, commit 0123456789abcdef; 2026-03-01"
        );
        run.commit = None;
        run.machine.compilers.clear();
        run.machine.held_on = None;
        assert_eq!(value(&run, "Commit").unwrap(), "not said");
        assert_eq!(value(&run, "Held on processor"), None);
        assert_eq!(sentence(&run), "A processor; chop 0.1.0; 2026-03-01");
    }
}
