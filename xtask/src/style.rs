//! `check-style`: what no commit may hold.

use crate::syntax::Source;
use crate::{Outcome, generate, outcome, repository};

/// Macros of unfinished code.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];
/// Folders of somebody's machine, at the beginning of a path. Cut in two so as not to match themselves.
const MACHINE: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("C:\\Us", "ers"),
];
/// Lines of a source file at most.
const LONGEST: usize = 700;
/// Endings of the files with that limit.
const LIMITED: &[&str] = &[".rs", ".c", ".h", ".go", ".py", ".js", ".ts"];
/// Published test values keep their upstream form.
const UPSTREAM: &[&str] = &["crates/chop-vectors/data/"];
/// Libraries that are not compiled with tests of their own (`test = false` in Cargo.toml): one there would never run.
const WITHOUT_TESTS: &[&str] = &["crates/chop-core/src/"];
/// The crates without unsafe code, by the file that says so.
const SAFE: &[&str] = &["crates/chop/src/lib.rs", "crates/chop-report/src/lib.rs", "xtask/src/main.rs"];

/// Where a cost is named by the function in `mul/` that has it, and no operation on points is counted again.
const WITHOUT_COUNTS: &[&str] = &["crates/chop-core/src/engine/", "crates/chop-core/src/run/"];
/// What is counted in `mul/`.
const COUNTED: &[&str] = &["additions", "doublings", "complete additions"];

/// Where no number of lanes is written as a number: the code that is the same for every number of them.
const FOR_ANY_WIDTH: &[&str] = &[
    "crates/chop-core/src/engine/",
    "crates/chop-core/src/mul/",
    "crates/chop-core/src/run/",
    "crates/chop-core/src/curve/",
    "crates/chop-core/src/cpu.rs",
    "crates/chop-core/src/table/mod.rs",
    "crates/chop-core/src/table/read/",
];
/// How code would say eight lanes. An eight that is something else has a name.
const EIGHT_LANES: &[&str] = &["; 8]", "0..8", "1..8", "(8)", "::<8>", "/ 8", "% 8", "8 *", "* 8"];

/// Reads all files of the repository.
pub(crate) fn check() -> Outcome {
    let files = repository::files()?;
    let mut violations = Vec::new();
    for path in files.iter().filter(|path| !UPSTREAM.iter().any(|folder| path.starts_with(folder))) {
        // Files that are not text have no style.
        if let Ok(text) = std::fs::read_to_string(repository::at(path)) {
            let generated = generate::FILES.iter().any(|file| file.path == path);
            violations.extend(violations_in(path, &text, generated));
        }
    }
    for path in SAFE {
        if !forbids_unsafe(&Source::parse(path, &repository::read(path)?)) {
            violations.push(format!("{path}: no `#![forbid(unsafe_code)]`"));
        }
    }
    outcome(violations, format!("{} files", files.len()))
}

fn violations_in(path: &str, text: &str, generated: bool) -> Vec<String> {
    let mut violations = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(folder) = machine_path(line) {
            violations.push(format!("{path}:{}: `{folder}` is a path of one machine", i + 1));
        }
        if WITHOUT_COUNTS.iter().any(|folder| path.starts_with(folder)) && counts_operations(line) {
            violations
                .push(format!("{path}:{}: the cost has its home in `mul/`: write \"Cost: as […]\"", i + 1));
        }
    }
    if FOR_ANY_WIDTH.iter().any(|folder| path.starts_with(folder)) {
        for (i, line) in text.lines().enumerate().filter(|(_, line)| says_eight_lanes(line)) {
            violations.push(format!(
                "{path}:{}: `{}`: a number of lanes is `LANES`, another eight has a name",
                i + 1,
                line.trim()
            ));
        }
    }
    let lines = text.lines().count();
    if !generated && lines > LONGEST && LIMITED.iter().any(|ending| path.ends_with(ending)) {
        violations.push(format!("{path}: {lines} lines, more than {LONGEST}"));
    }
    if !generated && text.starts_with(generate::HEADER) {
        violations.push(format!("{path}: says that it is generated, and no generator has it"));
    }
    if path.ends_with(".rs") {
        let source = Source::parse(path, text);
        for i in 0..source.tokens.len() {
            let line = source.tokens[i].line;
            if let Some(word) =
                source.word(i).filter(|word| UNFINISHED.contains(word) && source.is(i + 1, "!"))
            {
                violations.push(format!("{path}:{line}: `{word}!`"));
            }
            if source.is(i, "#") && source.is(i + 1, "[") && source.is(i + 2, "ignore") {
                violations.push(format!("{path}:{line}: an ignored test is no test"));
            }
            let is_test = source.is(i, "[") && source.is(i + 1, "test") && source.is(i + 2, "]");
            if is_test && WITHOUT_TESTS.iter().any(|folder| path.starts_with(folder)) {
                violations
                    .push(format!("{path}:{line}: a test that never runs; its place is the folder `tests`"));
            }
        }
    }
    violations
}

/// The folder of a machine that `line` names, if any. `docs/…` of the same name is none.
fn machine_path(line: &str) -> Option<&'static str> {
    MACHINE.iter().copied().find(|folder| {
        line.match_indices(folder).any(|(at, _)| {
            !line[..at].ends_with(|c: char| {
                c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '}' | ')' | '*')
            })
        })
    })
}

/// Whether a line says how many additions or doublings of points something takes.
fn counts_operations(line: &str) -> bool {
    COUNTED.iter().any(|word| {
        line.match_indices(word).any(|(at, _)| {
            let before = line[..at].strip_suffix(' ');
            before.is_some_and(|before| before.ends_with(|c: char| c.is_ascii_digit()))
        })
    })
}

/// Whether the code of a line has an eight as a number of lanes is written.
fn says_eight_lanes(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    EIGHT_LANES.iter().any(|eight| {
        code.match_indices(eight).any(|(at, _)| {
            let (before, after) = (&code[..at], &code[at + eight.len()..]);
            let goes_on = |c: char| c.is_ascii_digit() || c == '_';
            !before.ends_with(goes_on) && !after.starts_with(goes_on)
        })
    })
}

fn forbids_unsafe(source: &Source) -> bool {
    let wanted = ["#", "!", "[", "forbid", "(", "unsafe_code", ")", "]"];
    (0..source.tokens.len()).any(|at| wanted.iter().enumerate().all(|(i, text)| source.is(at + i, text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(text: &str) -> usize {
        violations_in("a.rs", text, false).len()
    }

    #[test]
    fn unfinished_code_is_found_in_code_only() {
        assert_eq!(violations("fn f() { todo!() }"), 1);
        assert_eq!(violations("fn f() { std::unimplemented![]; dbg!(1); }"), 2);
        assert_eq!(violations("#[test] #[ignore = \"slow\"] fn f() {}"), 1);
        assert_eq!(violations_in("crates/chop-core/src/ct.rs", "#[test] fn f() {}", false).len(), 1);
        assert_eq!(violations_in("crates/chop-core/tests/ct.rs", "#[test] fn f() {}", false).len(), 0);
        assert_eq!(violations("// todo!()\nfn todo() { \"dbg!()\" }"), 0);
    }

    #[test]
    fn paths_of_a_machine_are_found_in_any_text() {
        for folder in MACHINE {
            let text = format!("see {folder}somebody");
            assert_eq!(violations_in("a.md", &text, false).len(), 1, "{folder}");
            assert_eq!(violations_in("a.md", &format!("https://example.org{folder}x"), false).len(), 0);
            assert_eq!(violations_in("a.md", &format!("docs{folder}x"), false).len(), 0);
        }
    }

    #[test]
    fn counts_of_operations_are_found_where_they_have_no_home() {
        let violations = |path: &str, text: &str| violations_in(path, text, false).len();
        let engine = "crates/chop-core/src/engine/x25519.rs";
        assert_eq!(violations(engine, "/// s·B. Cost: 51 additions of 7M."), 1);
        assert_eq!(violations(engine, "/// Cost: 252 doublings, 52 complete additions."), 1);
        assert_eq!(
            violations(engine, "/// Cost: as [`mul`], whose additions are complete, and one inversion."),
            0
        );
        assert_eq!(
            violations("crates/chop-core/src/mul/edwards/group.rs", "/// Cost: 41 additions of 7M."),
            0
        );
    }

    #[test]
    fn numbers_of_lanes_are_found_where_any_width_is_computed() {
        let violations = |path: &str, text: &str| violations_in(path, text, false).len();
        let engine = "crates/chop-core/src/engine/x25519.rs";
        for line in [
            "[[0; 4]; 8]",
            "for lane in 0..8 {",
            "x.chunks_mut(8).rev()",
            "n.div_ceil(8)",
            "8 * group",
            "n / 8",
        ] {
            assert_eq!(violations(engine, line), 1, "{line}");
            assert_eq!(violations("crates/chop-core/src/lanes/x86_avx512.rs", line), 0, "{line}");
        }
        for line in ["[0; 80]", "for i in 0..L::LANES {", "// 8 * group", "x[8]", "18 * i", "0..80"] {
            assert_eq!(violations(engine, line), 0, "{line}");
        }
    }

    #[test]
    fn overlong_files_are_found_unless_generated() {
        let text = "\n".repeat(LONGEST + 1);
        assert_eq!(violations_in("a.rs", &text, false).len(), 1);
        assert_eq!(violations_in("a.rs", &text, true).len(), 0);
        assert_eq!(violations_in("a.json", &text, false).len(), 0);
        assert_eq!(violations_in("a.rs", generate::HEADER, false).len(), 1);
    }

    #[test]
    fn the_attribute_that_forbids_unsafe_code_is_found() {
        let source = |text| Source::parse("lib.rs", text);
        assert!(forbids_unsafe(&source("//! Doc.\n#![no_std]\n#![forbid(unsafe_code)]")));
        assert!(!forbids_unsafe(&source("#![deny(unsafe_code)] // #![forbid(unsafe_code)]")));
    }
}
