//! The measured parts of documents: tables that are written from runs of measurements in the repository, so
//! that no number stands in a document without the run that it is from.
//!
//! ```text
//! <!-- measured: FILE VIEW [ALGORITHM]… [IMPLEMENTATION]… -->
//! (written by `cargo xtask generate`)
//! <!-- end measured -->
//! ```
//!
//! FILE is one of `docs/measurements`, the JSON of a [`Run`]; VIEW one of [`View`]; no algorithms stand for all.
//! Implementations are ids of the run, those of a view that sets some beside each other.

use crate::repository;
use chop_report::{Algorithm, Choice, Language, Run, View, view};

/// The documents with such parts.
pub(super) const DOCUMENTS: &[&str] =
    &["README.md", "README.zh-CN.md", "docs/performance.md", "docs/rivals.md"];
/// Where the runs are.
const FOLDER: &str = "docs/measurements/";

const BEGIN: &str = "<!-- measured:";
const BEGIN_ENDS: &str = "-->";
const END: &str = "<!-- end measured -->";

/// The runs of the repository, by the names of their files.
pub(super) struct Runs(Vec<(String, Run)>);

impl Runs {
    /// Reads all of them.
    pub(super) fn read() -> Result<Runs, String> {
        let mut runs = Vec::new();
        for path in repository::files()? {
            if let Some(name) = path.strip_prefix(FOLDER).filter(|name| name.ends_with(".json")) {
                let run = run(&repository::read(&path)?).map_err(|error| format!("{path}: {error}"))?;
                runs.push((name.to_string(), run));
            }
        }
        Ok(Runs(runs))
    }

    fn named(&self, name: &str) -> Result<&Run, String> {
        let found = self.0.iter().find(|(file, _)| file == name).map(|(_, run)| run);
        found.ok_or_else(|| {
            let names = self.0.iter().map(|(file, _)| file.as_str());
            format!("no file `{name}` in {FOLDER}; there is {}", list(names))
        })
    }
}

/// A run with everything that a number in a document needs.
fn run(json: &str) -> Result<Run, String> {
    let run = Run::from_json(json).map_err(|error| error.to_string())?;
    for (is_missing, field) in
        [(run.commit.is_none(), "commit"), (run.machine.compilers.is_empty(), "machine.compilers")]
    {
        if is_missing {
            return Err(format!("no `{field}`: numbers in documents need it, so write it into the file"));
        }
    }
    Ok(run)
}

/// The text of a document with its measured parts written again.
pub(super) fn rewritten(path: &str, text: &str, runs: &Runs) -> Result<String, String> {
    let mut written = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').enumerate();
    while let Some((i, line)) = lines.next() {
        written += line;
        let at = |error: String| format!("{path}:{}: {error}", i + 1);
        if line.trim_end() == END {
            return Err(at(format!("`{END}` without a beginning")));
        }
        let Some(words) = line.strip_prefix(BEGIN) else { continue };
        let Some(words) = words.trim_end().strip_suffix(BEGIN_ENDS) else {
            return Err(at(format!("`{BEGIN}` must end in `{BEGIN_ENDS}` on the same line")));
        };
        written += &format!("\n{}\n", part(path, words, runs).map_err(at)?);
        let mut between = lines.by_ref().map(|(_, line)| line);
        let end = between.find(|line| line.trim_end() == END || line.starts_with(BEGIN));
        let Some(end) = end.filter(|line| line.trim_end() == END) else {
            return Err(at(format!("no `{END}` after this line")));
        };
        written += end;
    }
    Ok(written)
}

/// What stands between the two lines.
fn part(path: &str, words: &str, runs: &Runs) -> Result<String, String> {
    let mut words = words.split_whitespace();
    let (Some(file), Some(name)) = (words.next(), words.next()) else {
        return Err(format!("after `{BEGIN}` come a file of {FOLDER} and a view"));
    };
    let run = runs.named(file)?;
    let which = View::from_name(name).ok_or_else(|| {
        format!("no view `{name}`; there is {}", list(View::ALL.into_iter().map(View::name)))
    })?;
    let (mut algorithms, mut implementations) = (Vec::new(), Vec::new());
    for name in words {
        if let Some(algorithm) = Algorithm::from_name(name) {
            algorithms.push(algorithm);
        } else if which == View::Beside && run.implementations.iter().any(|who| who.id == name) {
            implementations.push(name);
        } else {
            let all = Algorithm::ALL.iter().map(|algorithm| algorithm.name());
            let ids = run.implementations.iter().map(|who| who.id.as_str()).filter(|_| which == View::Beside);
            return Err(format!("no algorithm `{name}`; there is {}", list(all.chain(ids))));
        }
    }
    let language = if path.contains(".zh-CN.") { Language::Chinese } else { Language::English };
    let choice = Choice { algorithms: &algorithms, implementations: &implementations };
    let text = view(run, which, choice, language);
    // A link is relative to the folder of the document.
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let link = FOLDER.strip_prefix(&format!("{folder}/")).unwrap_or(FOLDER);
    Ok(format!("{text}\n[{file}]({link}{file})\n"))
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Runs {
        let text = include_str!("../../../crates/chop-report/tests/data/small.json");
        Runs(vec![("small.json".into(), run(text).unwrap())])
    }

    fn error(text: &str) -> String {
        rewritten("docs/a.md", text, &runs()).unwrap_err()
    }

    #[test]
    fn a_part_is_written_and_what_is_around_it_stays() {
        let text = "# A\n\n<!-- measured: small.json latency ed25519 -->\nold\n<!-- end measured -->\nlast";
        let written = rewritten("docs/a.md", text, &runs()).unwrap();
        assert!(written.starts_with("# A\n\n<!-- measured: small.json latency ed25519 -->\n\nA processor;"));
        assert!(written.contains("\n```sh\ncargo xtask rivals\n```\n"), "the command is named: {written}");
        assert!(written.contains("| chop, portable | 25,000 |\n"), "{written}");
        assert!(written.ends_with("\n[small.json](measurements/small.json)\n\n<!-- end measured -->\nlast"));
        assert!(!written.contains("old"));
        assert_eq!(rewritten("docs/a.md", &written, &runs()).unwrap(), written, "written once, it stays");
        let written = rewritten("README.md", text, &runs()).unwrap();
        assert!(written.contains("(docs/measurements/small.json)"), "{written}");
        let written = rewritten("README.zh-CN.md", text, &runs()).unwrap();
        assert!(written.contains("| 实现 | sign |"), "a document has its language: {written}");
    }

    #[test]
    fn a_number_that_is_not_of_the_run_is_found_with_its_line() {
        let text = "# A\n<!-- measured: small.json latency -->\n<!-- end measured -->\n";
        let written = rewritten("a.md", text, &runs()).unwrap();
        let line = written.lines().position(|line| line == "| chop, portable | 25,000 |").unwrap() + 1;
        let stale = written.replace("25,000", "24,999");
        let expected = rewritten("a.md", &stale, &runs()).unwrap();
        assert_eq!(super::super::difference(stale.as_bytes(), expected.as_bytes()), Some(line));
    }

    #[test]
    fn a_text_without_marks_stays() {
        for text in ["", "a\n\nb", "| a |\r\n"] {
            assert_eq!(rewritten("a.md", text, &runs()).unwrap(), text);
        }
    }

    #[test]
    fn marks_that_say_nothing_known_are_errors_with_their_line_and_what_there_is() {
        let part = |words: &str| format!("a\n<!-- measured: {words} -->\n<!-- end measured -->\n");
        assert_eq!(
            error(&part("big.json latency")),
            "docs/a.md:2: no file `big.json` in docs/measurements/; there is small.json"
        );
        assert_eq!(
            error(&part("small.json speed")),
            "docs/a.md:2: no view `speed`; there is latency, batch, ratios, beside, verdicts, implementations"
        );
        assert_eq!(
            error(&part("small.json latency sm3")),
            "docs/a.md:2: no algorithm `sm3`; there is ed25519, x25519, sm2, secp256k1, bip340"
        );
        assert!(error(&part("small.json")).contains("docs/a.md:2: after `<!-- measured:` come a file"));
    }

    #[test]
    fn a_part_without_an_end_or_a_beginning_is_an_error() {
        let begin = "<!-- measured: small.json latency -->\n";
        assert_eq!(error(begin), "docs/a.md:1: no `<!-- end measured -->` after this line");
        assert_eq!(
            error(&format!("{begin}{begin}{END}\n")),
            "docs/a.md:1: no `<!-- end measured -->` after this line"
        );
        assert_eq!(error(&format!("a\n{END}\n")), "docs/a.md:2: `<!-- end measured -->` without a beginning");
        assert!(error("<!-- measured: small.json latency\n").contains("must end in `-->`"));
    }

    #[test]
    fn numbers_in_documents_need_a_commit_and_compilers() {
        let text = include_str!("../../../crates/chop-report/tests/data/small.json");
        let without = text.replace("  \"commit\": \"0123456789abcdef\",\n", "");
        assert!(run(&without).unwrap_err().contains("no `commit`"));
        let mut without = run(text).unwrap();
        without.machine.compilers.clear();
        assert!(run(&without.to_json()).unwrap_err().contains("no `machine.compilers`"));
        assert!(run("{}").unwrap_err().contains("missing field"));
    }
}
