//! `generate`: writes the files that are computed, from `chop-ref` and never from the code under test; but
//! for the page about the library's policies, which names those it has.
//!
//! To add a file: a module with a function that gives its text, and a line in [`FILES`]. Parts of documents
//! are written from measurements: see `measured`. Others are lists out of the source: see `source_lists`.

mod base_tables;
#[cfg(feature = "library")]
mod edge_cases;
mod example_table;
mod measured;
#[cfg(feature = "library")]
mod policies;
mod sm2_tables;
mod source_lists;
mod verdicts;

use crate::{Outcome, outcome, repository};
use std::fs;

/// A generated file.
pub(crate) struct Generated {
    /// Relative to the root of the repository.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: fn() -> String,
}

/// All generated files.
pub(crate) const FILES: &[Generated] = &[
    Generated { path: "crates/chop-core/src/table/generated/base_comb.rs", text: base_tables::comb },
    Generated {
        path: "crates/chop-core/src/table/generated/base_comb_public.rs",
        text: base_tables::public_comb,
    },
    Generated {
        path: "crates/chop-core/src/table/generated/base_comb_scan.rs",
        text: base_tables::scan_comb,
    },
    Generated {
        path: "crates/chop-core/src/table/generated/base_multiples.rs",
        text: base_tables::multiples,
    },
    Generated { path: "crates/chop-core/src/table/generated/base_split.rs", text: base_tables::split },
    Generated {
        path: "crates/chop-core/src/table/generated/base_multiples_high.rs",
        text: base_tables::high_multiples,
    },
    Generated { path: "crates/chop-core/src/table/generated/sm2_comb.rs", text: sm2_tables::comb },
    Generated { path: "crates/chop-core/src/table/generated/sm2_split.rs", text: sm2_tables::split },
    Generated { path: "crates/chop-core/src/table/generated/sm2_multiples.rs", text: sm2_tables::multiples },
    Generated { path: "examples/signatures.jsonl", text: example_table::table },
    Generated { path: "bindings/verdicts/ed25519.jsonl", text: verdicts::ed25519 },
    Generated { path: "bindings/verdicts/sm2.jsonl", text: verdicts::sm2 },
    #[cfg(feature = "library")]
    Generated { path: POLICIES, text: policies::page },
    Generated { path: ATTRIBUTES, text: attributes },
];

/// The page about the library's policies.
const POLICIES: &str = "docs/verification-policies.md";
/// What tools are told about files.
const ATTRIBUTES: &str = ".gitattributes";

/// `.gitattributes`: which files nobody reads line by line. The same with the feature `library` and without.
fn attributes() -> String {
    let tables = FILES.iter().map(|file| file.path).filter(|path| ![POLICIES, ATTRIBUTES].contains(path));
    let mut text = "# Written by `cargo xtask generate`; do not edit.\n".to_owned();
    for path in tables.chain([POLICIES]) {
        text += &format!("{path} linguist-generated=true\n");
    }
    text
}

/// How a generated Rust file begins.
pub(crate) const HEADER: &str = "//! Written by `cargo xtask generate`; do not edit.\n";

/// `generate [--check]`.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    match arguments {
        [] => write(),
        [flag] if flag == "--check" => check(),
        _ => Err("the only argument is --check".into()),
    }
}

fn write() -> Outcome {
    let all = all()?;
    let mut written = 0;
    for (path, text) in &all {
        // A file that is right keeps its time stamp, and nothing is compiled again.
        if fs::read_to_string(repository::at(path)).is_ok_and(|old| old == *text) {
            continue;
        }
        fs::write(repository::at(path), text).map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
        written += 1;
    }
    Ok(format!("{} files, {written} of them changed", all.len()))
}

/// Compares the generated files with what would be written.
pub(crate) fn check() -> Outcome {
    let all = all()?;
    let differences = all.iter().filter_map(|(path, text)| match fs::read_to_string(repository::at(path)) {
        Ok(found) => difference(&found, text)
            .map(|line| format!("{path}:{line}: not what `cargo xtask generate` writes")),
        Err(error) => Some(format!("{path}: {error}")),
    });
    outcome(differences.collect(), format!("{} files are up to date", all.len()))
}

/// The paths and texts of all generated files, and of the documents with generated parts.
fn all() -> Result<Vec<(&'static str, String)>, String> {
    let runs = measured::Runs::read()?;
    let mut all: Vec<(&str, String)> = FILES.iter().map(|file| (file.path, (file.text)())).collect();
    for path in measured::DOCUMENTS {
        all.push((path, measured::rewritten(path, &repository::read(path)?, &runs)?));
    }
    for (path, name) in source_lists::DOCUMENTS {
        let list = source_lists::list(name)?;
        all.push((path, source_lists::rewritten(path, &repository::read(path)?, name, &list)?));
    }
    Ok(all)
}

/// The first line that differs.
fn difference(found: &str, expected: &str) -> Option<usize> {
    if found == expected {
        return None;
    }
    let (found, expected): (Vec<&str>, Vec<&str>) =
        (found.split('\n').collect(), expected.split('\n').collect());
    let same = found.iter().zip(&expected).take_while(|(a, b)| a == b).count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_names_the_first_line_that_differs() {
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(difference("a\nb\n", "a\nb\nc\n"), Some(3));
        assert_eq!(difference("a\nb", "a\nb\n"), Some(3));
    }

    #[test]
    fn only_the_page_about_policies_reads_the_library() {
        for source in repository::sources(&["xtask/src"]).unwrap() {
            let page = source.path == "xtask/src/generate/policies.rs";
            let reads = source.paths().iter().any(|path| path.names[0] == "chop");
            assert_eq!(reads, page, "{}", source.path);
        }
    }

    #[test]
    fn generated_rust_files_have_the_header() {
        for file in FILES.iter().filter(|file| file.path.ends_with(".rs")) {
            assert!((file.text)().starts_with(HEADER), "{}", file.path);
        }
    }
}
