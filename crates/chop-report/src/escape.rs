//! Text that others wrote, in HTML, SVG and Markdown.

/// Text between tags and in quoted attributes of HTML and SVG.
pub(crate) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // XML has no other control characters, not even escaped.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text in a cell of a table of Markdown.
pub(crate) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '|' | '*' | '[' | ']' | '`' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_others_wrote_is_markup() {
        assert_eq!(html("<b a=\"1\" c='2'>&\n"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp; ");
        assert_eq!(markdown("a|b\n<i> & [c](d) `e`"), "a\\|b &lt;i> &amp; \\[c\\](d) \\`e\\`");
    }
}
