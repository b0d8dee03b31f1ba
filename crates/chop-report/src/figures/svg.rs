//! A figure being drawn.

use super::looks::Look;
use crate::escape::html;
use std::fmt::Write;

/// Height of letters.
pub(crate) const LETTER: f64 = 12.0;
/// From one line of text to the next.
pub(crate) const LINE: f64 = 15.0;

/// Where a text is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A figure of a width and a height, with a title and a description for those who do not see it.
pub(crate) struct Svg {
    head: String,
    body: String,
}

impl Svg {
    /// `id` is unique on the page.
    pub(crate) fn new(id: &str, width: f64, height: f64, title: &str, description: &str) -> Svg {
        let (title, description) = (html(title), html(description));
        let head = format!(
            "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" \
             aria-labelledby=\"{id}-t {id}-d\">\n<title id=\"{id}-t\">{title}</title>\n\
             <desc id=\"{id}-d\">{description}</desc>\n"
        );
        Svg { head, body: String::new() }
    }

    /// The figure as an element of HTML.
    pub(crate) fn finish(self) -> String {
        self.head + &self.body + "</svg>\n"
    }

    /// A text on the base line `y`. `class` is one of the page's styles, or empty.
    pub(crate) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        self.put(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{class}>{}</text>\n",
            html(text)
        ));
    }

    /// A thin straight line.
    pub(crate) fn rule(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        self.put(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{class}\"/>\n"
        ));
    }

    /// A bar that lies, with a text that is shown when it is pointed at.
    pub(crate) fn bar(&mut self, x: f64, y: f64, width: f64, height: f64, look: &Look, tip: &str) {
        let (fill, edge) = if look.ours { ("url(#ours)", look.colour) } else { ("#c4c4c4", "#555") };
        self.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"{fill}\" \
             stroke=\"{edge}\"><title>{}</title></rect>\n",
            width.max(1.0),
            html(tip)
        ));
    }

    /// A line through points.
    pub(crate) fn path(&mut self, points: &[(f64, f64)], look: &Look) {
        let list: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let Look { colour, dash, .. } = look;
        let width = if look.ours { 2.6 } else { 1.6 };
        self.put(format_args!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{dash}\"/>\n",
            list.join(" ")
        ));
    }

    /// A marker with a text that is shown when it is pointed at.
    pub(crate) fn marker(&mut self, x: f64, y: f64, look: &Look, tip: &str) {
        let Look { colour, marker, .. } = look;
        let (fill, width) = if look.ours { (*colour, 1.5) } else { ("#fff", 1.8) };
        self.put(format_args!(
            "<path d=\"{}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{width}\"><title>{}</title></path>\n",
            marker.path(x, y),
            html(tip)
        ));
    }

    fn put(&mut self, element: std::fmt::Arguments<'_>) {
        self.body.write_fmt(element).expect("a string can be written to");
    }
}

/// How wide a text is at most, in the fonts of most systems; wide letters are counted as wide.
pub(crate) fn width(text: &str) -> f64 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | ' ' | '.' | ',' | '-' | '\'' | '(' | ')' | '|' | ':' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '&' | '<' | '>' | '=' | '+' => 0.95,
        c if c.is_uppercase() => 0.76,
        c if c > '\u{2e7f}' => 1.05,
        _ => 0.62,
    };
    text.chars().map(of).sum::<f64>() * LETTER
}

/// The text, or its beginning and “…” where it would be wider than `most`.
pub(crate) fn fitted(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.into();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short) + width(&c.to_string()) + LETTER > most {
            break;
        }
        short.push(c);
    }
    short.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_whole_and_another_says_that_it_is_not() {
        assert_eq!(fitted("chop, portable", 200.0), "chop, portable");
        let short = fitted(&"wide ".repeat(20), 100.0);
        assert!(short.ends_with('…') && width(&short) <= 100.0 + LETTER, "{short}");
    }

    #[test]
    fn figures_say_what_they_show_and_escape_it() {
        let mut svg = Svg::new("f1", 100.0, 50.0, "a < b", "all \"of\" it");
        svg.text(1.0, 2.04, Anchor::End, "", "<&>");
        let text = svg.finish();
        assert!(text.contains("role=\"img\" aria-labelledby=\"f1-t f1-d\""), "{text}");
        assert!(text.contains("<title id=\"f1-t\">a &lt; b</title>"), "{text}");
        assert!(text.contains("<desc id=\"f1-d\">all &quot;of&quot; it</desc>"), "{text}");
        assert!(
            text.contains("<text x=\"1.0\" y=\"2.0\" text-anchor=\"end\">&lt;&amp;&gt;</text>"),
            "{text}"
        );
    }
}
