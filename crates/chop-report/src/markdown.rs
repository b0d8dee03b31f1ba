//! A run as a page of Markdown, and its parts that documents show.

use crate::groups::groups;
use crate::tables::{self, Align, Table};
use crate::{Run, escape};

/// The run as a page of Markdown: circumstances, who was measured and who was not, all numbers, and who
/// accepts what.
///
/// Ratios are to the fastest of ours for the same operation, key, message, n and number of threads.
///
/// ```
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.json"));
/// let page = chop_report::markdown(&chop_report::Run::from_json(json)?);
/// assert!(page.contains("| Command | cargo xtask rivals |"));
/// assert!(page.contains("| Missing | it needs &lt;AVX-512> |"));
/// # Ok::<(), chop_report::Error>(())
/// ```
pub fn markdown(run: &Run) -> String {
    let mut page =
        format!("# Measurements of {}\n\n{}", escape::markdown(&run.date), table(&tables::facts(run)));
    page += "\nTimes are nanoseconds an item, medians over rounds; “time ÷ ours” is that of the fastest of ours in \
             the same table with the same n.\n\n## Who was measured\n\n";
    page += &table(&tables::implementations(run));
    if !run.absent.is_empty() {
        page += "\n## Who was not\n\n";
        page += &table(&tables::absent(run));
    }
    let mut algorithm = None;
    for group in groups(run) {
        if algorithm.replace(group.what.algorithm) != Some(group.what.algorithm) {
            page += &format!("\n## {}\n", group.what.algorithm.title());
        }
        page += &format!("\n### {}\n\n{}", group.what.title(), table(&tables::numbers_of(&group)));
    }
    if run.results.is_empty() {
        page += "\nThere are no results.\n";
    }
    if let Some(verdicts) = tables::verdicts(run) {
        page += &format!(
            "\n## Who accepts what\n\n✓ is accepted, – is rejected, ? could not be asked.\n\n{}\n{}",
            table(&verdicts),
            table(&tables::cases(run))
        );
    }
    page
}

/// A table of Markdown.
pub(crate) fn table(table: &Table) -> String {
    let line =
        |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let mut text = line(&mut table.columns.iter().map(|(title, _)| escape::markdown(title)));
    text += &line(&mut table.columns.iter().map(|(_, align)| match align {
        Align::Left => "---".into(),
        Align::Right => "--:".into(),
    }));
    for row in &table.rows {
        text += &line(&mut row.iter().map(|cell| escape::markdown(cell)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_everybody_and_every_number() {
        let run = Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let page = markdown(&run);
        for part in [
            "# Measurements of 2026-03-01\n",
            "| Commit | 0123456789abcdef |\n",
            "## Who was not\n\n| name | why it was not measured |\n| --- | --- |\n| Missing | it needs &lt;AVX-512> |\n",
            "## Ed25519\n\n### sign: messages of 32 bytes\n",
            "| &lt;Other> &amp; \"Sons\" | 50,001 | 50,000 | 20,000 | 2.00 | 5 | EVP_DigestSign |\n",
            "| chop, portable | chop-1 | – | – |\n",
            "| 2 | s-large | S ≥ ℓ |\n",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }

    #[test]
    fn all_rows_of_a_table_have_the_same_number_of_cells() {
        let run = crate::tests::run(&["chop|portable", "other"], &[1, 16, 64]);
        let page = markdown(&run);
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        for pair in page.lines().collect::<Vec<_>>().windows(2) {
            if pair.iter().all(|line| line.starts_with('|')) {
                assert_eq!(cells(pair[0]), cells(pair[1]), "{pair:?}");
            }
        }
    }

    #[test]
    fn a_run_without_results_says_so() {
        let run = crate::tests::run(&[], &[]);
        assert!(markdown(&run).ends_with("There are no results.\n"));
    }
}
