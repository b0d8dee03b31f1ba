//! `check-layers`, first half: the modules of `chop-core` import along the arrows only.
//!
//! ```text
//!   engine ──► mul ──► table ──► curve ──► field ──► lanes ──► cpu
//!      │        │                            ▲         ▲
//!      │        └────────► scalar ───────────┼─────────┤
//!      │                     ▲               │         │
//!      ├─────────────────────┼─► hash ───────┼─────────┤
//!      └─────────────────► run ──────────────┴─────────┘
//!                               ct (used by all), inverse (for field and scalar)
//! ```

use crate::syntax::{Path, Source};
use crate::{Outcome, outcome, repository};
use std::collections::BTreeSet;

/// The modules at the top of `chop-core` and those that each may use, besides itself, `ct`, and what these
/// may use in turn.
const ARROWS: &[(&str, &[&str])] = &[
    ("engine", &["mul", "scalar", "hash", "run"]),
    ("mul", &["table", "scalar"]),
    ("table", &["curve"]),
    ("curve", &["field"]),
    ("run", &["field", "scalar"]),
    ("field", &["lanes", "inverse"]),
    ("hash", &["lanes"]),
    ("lanes", &["cpu"]),
    ("scalar", &["lanes", "inverse"]),
    ("inverse", &[]),
    ("cpu", &[]),
    ("ct", &[]),
];
/// The modules that all may use.
const FOR_ALL: &[&str] = &["ct"];
/// Where the modules are.
const FOLDER: &str = "crates/chop-core/src";

/// Reads `chop-core` and reports each import against the arrows.
pub(crate) fn check() -> Outcome {
    let sources = repository::sources(&[FOLDER])?;
    let (mut imports, mut violations) = (0, Vec::new());
    for source in &sources {
        let (found, wrong) = violations_in(source, &sources);
        imports += found;
        violations.extend(wrong);
    }
    outcome(violations, format!("{} modules' files, {imports} imports", sources.len()))
}

/// How many paths of `source` lead to a module of the crate, and those that must not.
fn violations_in(source: &Source, all: &[Source]) -> (usize, Vec<String>) {
    let file = source.file_modules(FOLDER);
    let (mut imports, mut violations) = (0, Vec::new());
    let Some(&from) = file.first() else { return (0, violations) }; // lib.rs names the modules
    if is_test_file(&file, all) {
        return (0, violations);
    }
    let Some(allowed) = closure(from) else {
        violations.push(format!("{}: the module `{from}` is not in xtask/src/layers.rs", source.path));
        return (0, violations);
    };
    for path in source.paths() {
        let Some(to) = target(source, &file, &path).filter(|_| !source.is_test(path.at)) else { continue };
        imports += 1;
        if !allowed.contains(to.as_str()) {
            let names = path.names.join("::");
            violations.push(format!("{}:{}: `{names}`: {from} may not use {to}", source.path, path.line));
        }
    }
    (imports, violations)
}

/// All that `module` may use; nothing if it is unknown.
fn closure(module: &str) -> Option<BTreeSet<&str>> {
    let direct = |name: &str| ARROWS.iter().find(|(from, _)| *from == name).map(|(_, to)| *to);
    direct(module)?;
    let mut allowed: BTreeSet<&str> = FOR_ALL.iter().copied().chain([module]).collect();
    let mut open = vec![module];
    while let Some(next) = open.pop() {
        for to in direct(next).unwrap_or_default() {
            if allowed.insert(to) {
                open.push(to);
            }
        }
    }
    Some(allowed)
}

/// The top module that `path` leads to, if it starts at `crate`, `self` or `super`.
fn target(source: &Source, file: &[&str], path: &Path) -> Option<String> {
    let mut place: Vec<&str> = file.iter().copied().chain(source.modules(path.at)).collect();
    let mut names = path.names.iter().map(String::as_str).peekable();
    match *names.peek()? {
        "crate" => place.clear(),
        "self" | "super" => {}
        _ => return None,
    }
    for name in names {
        match name {
            "crate" | "self" => {}
            "super" => _ = place.pop(),
            _ => place.push(name),
        }
    }
    place.first().map(|it| it.to_string())
}

/// Whether a file belongs to a module that its parent declares for tests only.
fn is_test_file(file: &[&str], all: &[Source]) -> bool {
    all.iter().any(|parent| {
        let above = parent.file_modules(FOLDER);
        file.len() > above.len()
            && file.starts_with(&above)
            && parent.test_files().contains(&file[above.len()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(path: &str, text: &str) -> Vec<String> {
        let source = Source::parse(&format!("{FOLDER}/{path}"), text);
        violations_in(&source, &[]).1
    }

    #[test]
    fn imports_along_the_arrows_pass() {
        let text =
            "use crate::{ct::Mask, field::Field, lanes}; use super::edwards; fn f() { crate::cpu::g() }";
        assert_eq!(violations("curve/edwards/montgomery.rs", text), [""; 0]);
        assert_eq!(violations("engine/mod.rs", "use crate::{mul, hash, scalar, run, cpu, table};"), [""; 0]);
        assert_eq!(violations("lib.rs", "pub use crate::engine::f;"), [""; 0]);
    }

    #[test]
    fn imports_against_the_arrows_are_found() {
        for (path, text) in [
            ("field/mod.rs", "use crate::curve::edwards;"),
            ("field/f25519/mod.rs", "use super::super::curve;"),
            ("field/f25519/mod.rs", "fn f() { crate::mul::g::<3>() }"),
            ("cpu.rs", "use super::lanes;"),
            ("table/read/edwards.rs", "use crate::{ct, mul::edwards::window};"),
            ("scalar/mod.rs", "mod a { mod b { use super::super::super::field; } }"),
            ("mul/mod.rs", "macro_rules! m { () => { $crate::hash::f() } }"),
            ("hash/mod.rs", "use crate as root; use crate::run as r;"),
            ("ct.rs", "use crate::cpu;"),
            ("field/mod.rs", "use crate::Reexported;"),
            ("unheard_of.rs", ""),
        ] {
            assert_eq!(violations(path, text).len(), 1, "{path}: {text}");
        }
    }

    #[test]
    fn tests_may_import_anything() {
        assert_eq!(violations("field/mod.rs", "#[cfg(test)] mod tests { use crate::engine; }"), [""; 0]);
        let field = Source::parse(&format!("{FOLDER}/field/mod.rs"), "#[cfg(test)] mod laws;");
        let laws = Source::parse(&format!("{FOLDER}/field/laws.rs"), "use crate::engine;");
        assert_eq!(violations_in(&laws, &[field]).1, [""; 0]);
    }

    #[test]
    fn the_arrows_have_no_cycle() {
        for (module, _) in ARROWS {
            for other in closure(module).unwrap().into_iter().filter(|it| it != module && *it != "ct") {
                assert!(!closure(other).unwrap().contains(module), "{module} and {other} use each other");
            }
        }
    }
}
