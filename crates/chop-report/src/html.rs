//! A run as one page of HTML that needs nothing else: style and figures are inside, and there are no scripts.

use crate::figures::bars::{bars, bars_of_one};
use crate::figures::{lines::lines, ratios::ratios};
use crate::groups::{Group, groups};
use crate::tables::{self, Align, Table};
use crate::{Algorithm, Run, escape};

/// The run as a page of HTML: circumstances, who was measured and who was not, figures, who accepts what, and
/// all numbers.
///
/// Everything that was read is escaped, nothing is loaded, and nothing is told apart by colour alone.
///
/// ```
/// # let json = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/small.json"));
/// let page = chop_report::html(&chop_report::Run::from_json(json)?);
/// assert!(page.starts_with("<!doctype html>") && page.contains("<svg "));
/// assert!(page.contains("&lt;Other&gt; &amp; &quot;Sons&quot;") && !page.contains("<script"));
/// # Ok::<(), chop_report::Error>(())
/// ```
pub fn html(run: &Run) -> String {
    let others = run.implementations.iter().any(|who| !who.ours);
    let title = if others { "chop beside others" } else { "How fast chop is" };
    let all = groups(run);
    let algorithms: Vec<Algorithm> = Algorithm::ALL
        .iter()
        .copied()
        .filter(|a| all.iter().any(|group| group.what.algorithm == *a))
        .collect();
    let mut page = Page::begin(title, run);
    page.contents(run, &algorithms);
    page.section("who", "Who was measured");
    page.table("Implementations", &tables::implementations(run));
    page.absent(run);
    if all.is_empty() {
        page.put("<p>There are no results.</p>\n");
    }
    for &algorithm in &algorithms {
        page.section(algorithm.name(), algorithm.title());
        let of_it: Vec<&Group<'_>> = all.iter().filter(|group| group.what.algorithm == algorithm).collect();
        page.figures(run, algorithm, &of_it);
    }
    page.verdicts(run);
    if !all.is_empty() {
        page.section("numbers", "All numbers");
        page.put(
            "<p>Nanoseconds an item, medians and least times over the rounds. Where n items are given in one call, \
             the time of the call is divided by n.</p>\n",
        );
        for group in &all {
            let title = format!("{}, {}", group.what.algorithm.title(), group.what.title());
            page.table(&title, &tables::numbers_of(group));
        }
    }
    page.end()
}

const STYLE: &str = include_str!("page.css");

/// A page being written.
struct Page {
    text: String,
    figures: usize,
}

impl Page {
    fn begin(title: &str, run: &Run) -> Page {
        let text = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{title}, {date}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{HATCHES}\
             <h1>{title}</h1>\n",
            title = escape::html(title),
            date = escape::html(&run.date),
        );
        let mut page = Page { text, figures: 0 };
        page.table("Where, when and how it was measured", &tables::facts(run));
        page
    }

    fn end(mut self) -> String {
        self.put("</body>\n</html>\n");
        self.text
    }

    fn put(&mut self, text: &str) {
        self.text += text;
    }

    fn contents(&mut self, run: &Run, algorithms: &[Algorithm]) {
        let mut links = vec![("who", "Who was measured")];
        links.extend(algorithms.iter().map(|algorithm| (algorithm.name(), algorithm.title())));
        links.extend(run.verdicts.iter().map(|_| ("verdicts", "Who accepts what")));
        links.extend(algorithms.first().map(|_| ("numbers", "All numbers")));
        let links: Vec<String> =
            links.into_iter().map(|(id, title)| format!("<a href=\"#{id}\">{title}</a>")).collect();
        self.put(&format!("<nav aria-label=\"Contents\">{}</nav>\n", links.join(" · ")));
    }

    fn section(&mut self, id: &str, title: &str) {
        self.put(&format!("<h2 id=\"{id}\">{title}</h2>\n"));
    }

    fn absent(&mut self, run: &Run) {
        if !run.absent.is_empty() {
            self.table("Not measured", &tables::absent(run));
        }
    }

    /// What is shown of an algorithm: ratios, then bars, then lines.
    fn figures(&mut self, run: &Run, algorithm: Algorithm, groups: &[&Group<'_>]) {
        let shortest = tables::shortest(run);
        let shortest: Vec<&Group<'_>> =
            shortest.iter().filter(|group| group.what.algorithm == algorithm).collect();
        let id = self.next_id();
        if let Some(figure) = ratios(&id, run, &shortest) {
            self.put(
                "<h3>Others beside ours</h3>\n<p>A marker is one of the others. Messages are the shortest \
                      that were measured, n the largest that ours and others have.</p>\n",
            );
            self.figure("wide", "Times of others, as multiples of the time of the fastest of ours", &figure);
        }
        let (many, single): (Vec<&Group<'_>>, Vec<&Group<'_>>) =
            groups.iter().partition(|group| group.sizes().len() > 1);
        let mut measured =
            single.iter().flat_map(|group| &group.series).map(|series| &series.implementation.id);
        let first = measured.next();
        if first.is_some() && measured.all(|id| Some(id) == first) {
            self.put("<h3>Time an item</h3>\n<p>The shorter the bar, the faster.</p>\n");
            let id = self.next_id();
            self.figure("wide", "Every operation", &bars_of_one(&id, run, &single));
        } else if !single.is_empty() {
            self.put(
                "<h3>Time an item</h3>\n<p>The shorter the bar, the faster. Ours are hatched and bold; × is the time \
                 as a multiple of that of the fastest of ours.</p>\n<div class=\"figures\">\n",
            );
            for group in single {
                let id = self.next_id();
                self.figure("", &group.title(), &bars(&id, run, group));
            }
            self.put("</div>\n");
        }
        if !many.is_empty() {
            self.put(
                "<h3>Many items a call</h3>\n<p>The higher the line, the faster. Ours are thick, with filled markers \
                 and a bold name. Both axes are logarithmic.</p>\n<div class=\"figures\">\n",
            );
            for group in many {
                let id = self.next_id();
                self.figure("", &group.what.title(), &lines(&id, run, group));
            }
            self.put("</div>\n");
        }
    }

    fn next_id(&mut self) -> String {
        self.figures += 1;
        format!("figure-{}", self.figures)
    }

    fn figure(&mut self, class: &str, caption: &str, svg: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let caption = escape::html(caption);
        self.put(&format!("<figure{class}>\n<figcaption>{caption}</figcaption>\n{svg}</figure>\n"));
    }

    fn verdicts(&mut self, run: &Run) {
        let Some(verdicts) = tables::verdicts(run) else { return };
        self.section("verdicts", "Who accepts what");
        self.put(
            "<p>Irregular signatures, on which implementations disagree: ✓ is accepted, – is rejected, ? could \
             not be asked.</p>\n",
        );
        self.put("<div class=\"dense\">");
        self.table("Verdicts", &verdicts);
        self.put("</div>\n");
        self.table("The cases", &tables::cases(run));
    }

    fn table(&mut self, caption: &str, table: &Table) {
        let class = |align: Align| if align == Align::Right { " class=\"number\"" } else { "" };
        let mut text = format!(
            "<div class=\"table\"><table>\n<caption>{}</caption>\n<thead><tr>",
            escape::html(caption)
        );
        for (title, align) in &table.columns {
            text += &format!("<th scope=\"col\"{}>{}</th>", class(*align), escape::html(title));
        }
        text += "</tr></thead>\n<tbody>\n";
        for row in &table.rows {
            text += "<tr>";
            for (i, (cell, (_, align))) in row.iter().zip(&table.columns).enumerate() {
                let cell = escape::html(cell);
                text += &match i {
                    0 => format!("<th scope=\"row\">{cell}</th>"),
                    _ => format!("<td{}>{cell}</td>", class(*align)),
                };
            }
            text += "</tr>\n";
        }
        self.put(&(text + "</tbody>\n</table></div>\n"));
    }
}

/// What bars of ours are filled with. It is a figure of its own, as figures share it.
const HATCHES: &str = "<svg width=\"0\" height=\"0\" aria-hidden=\"true\" style=\"position:absolute\"><defs>\
    <pattern id=\"ours\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"6\" height=\"6\" fill=\"#0072b2\"/><rect width=\"2\" height=\"6\" fill=\"#fff\"/>\
    </pattern></defs></svg>\n";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Whether every tag that is opened is closed, in order.
    fn is_balanced(page: &str) -> bool {
        const EMPTY: [&str; 2] = ["meta", "!doctype"];
        let mut open = Vec::new();
        for part in page.split('<').skip(1) {
            let tag = part.split('>').next().unwrap();
            let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
            if tag.starts_with('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') && !EMPTY.contains(&name) {
                open.push(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn names_of_any_characters_are_text() {
        let names = ["chop-<&\">", "other-'</svg><script>alert(1)</script>"];
        let mut run = crate::tests::run(&names, &[1, 16]);
        run.command = "</pre><script src=x>".into();
        let page = html(&run);
        assert!(is_balanced(&page));
        assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert(1)"));
    }

    #[test]
    fn a_page_loads_nothing_and_its_ids_are_unique() {
        let page = html(&crate::tests::run(&["chop-portable", "a", "b"], &[1, 16, 256]));
        for word in ["http", "src=", "@import", "<link", "javascript"] {
            assert!(!page.contains(word), "{word}");
        }
        let ids: Vec<&str> =
            page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
        assert!(page.matches("role=\"img\"").count() == page.matches("<desc").count());
    }

    #[test]
    fn runs_of_any_shape_have_a_page() {
        for (names, sizes) in [
            (&[][..], &[][..]),
            (&["chop-portable"], &[]),
            (&["chop-portable"], &[1]),
            (&["chop-portable"], &[64]),
            (&["other"], &[1, 16]),
            (&["chop-portable", "chop-ifma"], &[1, 16, 16384]),
        ] {
            let page = html(&crate::tests::run(names, sizes));
            assert!(is_balanced(&page), "{names:?} {sizes:?}");
            assert!(!page.contains("NaN") && !page.contains("inf"), "{names:?} {sizes:?}");
            assert_eq!(page.contains("There are no results."), names.is_empty() || sizes.is_empty());
            if sizes == [64] {
                assert!(
                    page.contains("verify_all: key as bytes, messages of 32 bytes, n = 64"),
                    "one n is said"
                );
            }
            let many = sizes.len() > 1;
            assert_eq!(page.contains("Many items a call"), many && !names.is_empty());
        }
    }

    #[test]
    fn who_was_not_measured_and_who_accepts_what_are_said() {
        let run = Run::from_json(include_str!("../tests/data/small.json")).unwrap();
        let page = html(&run);
        assert!(page.contains("<th scope=\"row\">Missing</th><td>it needs &lt;AVX-512&gt;</td>"), "{page}");
        assert!(page.contains("<td>✓</td><td>?</td>"), "{page}");
        assert!(page.contains("<title>chop beside others, 2026-03-01</title>"));
    }
}
