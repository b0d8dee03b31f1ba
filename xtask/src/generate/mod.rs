//! `generate`: writes the files that are computed, from `chop-ref` and never from the code under test; but
//! for the pages about the library's policies and rules, which name those it has.
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
#[cfg(feature = "library")]
mod rules;
mod source_lists;
mod verdicts;
mod weierstrass_tables;

use crate::{Outcome, outcome, repository};
use std::fs;

/// A generated file.
pub(crate) struct Generated {
    /// Relative to the root of the repository.
    pub(crate) path: &'static str,
    /// What it holds.
    content: Content,
}

/// What makes a file.
enum Content {
    Text(fn() -> String),
    Bytes(fn() -> Vec<u8>),
}

impl Generated {
    const fn text(path: &'static str, text: fn() -> String) -> Generated {
        Generated { path, content: Content::Text(text) }
    }

    const fn bytes(path: &'static str, bytes: fn() -> Vec<u8>) -> Generated {
        Generated { path, content: Content::Bytes(bytes) }
    }

    fn content(&self) -> Vec<u8> {
        match self.content {
            Content::Text(text) => text().into_bytes(),
            Content::Bytes(bytes) => bytes(),
        }
    }
}

/// All generated files.
pub(crate) const FILES: &[Generated] = &[
    Generated::bytes("crates/chop-core/src/table/generated/base_comb.bin", base_tables::comb),
    Generated::bytes("crates/chop-core/src/table/generated/base_comb_public.bin", base_tables::public_comb),
    Generated::bytes("crates/chop-core/src/table/generated/base_comb_scan.bin", base_tables::scan_comb),
    Generated::bytes("crates/chop-core/src/table/generated/base_multiples.bin", base_tables::multiples),
    Generated::bytes(
        "crates/chop-core/src/table/generated/base_multiples_high.bin",
        base_tables::high_multiples,
    ),
    Generated::bytes("crates/chop-core/src/table/generated/sm2_comb.bin", weierstrass_tables::sm2_comb),
    Generated::bytes(
        "crates/chop-core/src/table/generated/sm2_multiples.bin",
        weierstrass_tables::sm2_multiples,
    ),
    Generated::bytes("crates/chop-core/src/table/generated/sm2_split.bin", weierstrass_tables::sm2_split),
    Generated::bytes(
        "crates/chop-core/src/table/generated/secp256k1_comb.bin",
        weierstrass_tables::secp256k1_comb,
    ),
    Generated::bytes(
        "crates/chop-core/src/table/generated/secp256k1_multiples.bin",
        weierstrass_tables::secp256k1_multiples,
    ),
    Generated::bytes(
        "crates/chop-core/src/table/generated/secp256k1_split.bin",
        weierstrass_tables::secp256k1_split,
    ),
    Generated::text("examples/signatures.jsonl", example_table::table),
    Generated::text("bindings/verdicts/ed25519.jsonl", verdicts::ed25519),
    Generated::text("bindings/verdicts/sm2.jsonl", verdicts::sm2),
    #[cfg(feature = "library")]
    Generated::text(POLICIES, policies::page),
    #[cfg(feature = "library")]
    Generated::text(RULES, rules::page),
    Generated::text(ATTRIBUTES, attributes),
];

/// The page about the library's policies.
const POLICIES: &str = "docs/verification-policies.md";
/// The page about its rules for ECDSA.
const RULES: &str = "docs/secp256k1-rules.md";
/// What tools are told about files.
const ATTRIBUTES: &str = ".gitattributes";

/// `.gitattributes`: which files nobody reads line by line. The same with the feature `library` and without.
fn attributes() -> String {
    let pages = [POLICIES, RULES];
    let tables =
        FILES.iter().map(|file| file.path).filter(|path| !pages.contains(path) && *path != ATTRIBUTES);
    let mut text = "# Written by `cargo xtask generate`; do not edit.\n".to_owned();
    for path in tables.chain(pages) {
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
    for (path, content) in &all {
        // A file that is right keeps its time stamp, and nothing is compiled again.
        if fs::read(repository::at(path)).is_ok_and(|old| old == *content) {
            continue;
        }
        fs::write(repository::at(path), content).map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
        written += 1;
    }
    Ok(format!("{} files, {written} of them changed", all.len()))
}

/// Compares the generated files with what would be written.
pub(crate) fn check() -> Outcome {
    let all = all()?;
    let differences = all.iter().filter_map(|(path, content)| match fs::read(repository::at(path)) {
        Ok(found) => difference(&found, content)
            .map(|line| format!("{path}:{line}: not what `cargo xtask generate` writes")),
        Err(error) => Some(format!("{path}: {error}")),
    });
    outcome(differences.collect(), format!("{} files are up to date", all.len()))
}

/// The paths and contents of all generated files, and of the documents with generated parts.
fn all() -> Result<Vec<(&'static str, Vec<u8>)>, String> {
    let runs = measured::Runs::read()?;
    let mut all: Vec<_> = FILES.iter().map(|file| (file.path, file.content())).collect();
    for path in measured::DOCUMENTS {
        all.push((path, measured::rewritten(path, &repository::read(path)?, &runs)?.into_bytes()));
    }
    for (path, name) in source_lists::DOCUMENTS {
        let list = source_lists::list(name)?;
        all.push((path, source_lists::rewritten(path, &repository::read(path)?, name, &list)?.into_bytes()));
    }
    Ok(all)
}

/// The first line that differs.
fn difference(found: &[u8], expected: &[u8]) -> Option<usize> {
    if found == expected {
        return None;
    }
    let lines = |content: &[u8]| -> Vec<Vec<u8>> {
        content.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let same = lines(found).iter().zip(&lines(expected)).take_while(|(a, b)| a == b).count();
    Some(same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_names_the_first_line_that_differs() {
        assert_eq!(difference(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(difference(b"a\nb\n", b"a\nc\n"), Some(2));
        assert_eq!(difference(b"a\nb\n", b"a\nb\nc\n"), Some(3));
        assert_eq!(difference(b"a\nb", b"a\nb\n"), Some(3));
    }

    #[test]
    fn only_the_pages_about_policies_and_rules_read_the_library() {
        for source in repository::sources(&["xtask/src"]).unwrap() {
            let pages = ["xtask/src/generate/policies.rs", "xtask/src/generate/rules.rs"];
            let page = pages.contains(&source.path.as_str());
            let reads = source.paths().iter().any(|path| path.names[0] == "chop");
            assert_eq!(reads, page, "{}", source.path);
        }
    }
}
