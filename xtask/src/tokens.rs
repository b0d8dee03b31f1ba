//! Rust source text cut into tokens: enough to tell code from comments and strings.
//!
//! No macro is expanded and nothing is rejected; text that no compiler accepts gives some tokens or other.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or a keyword; a raw identifier without its `r#`.
    Word,
    /// A number, a character or a string.
    Literal,
    /// `'a`.
    Lifetime,
    /// `::`, or one character of any other punctuation.
    Punctuation,
    /// `// …` or `/* … */`, documentation included.
    Comment,
}

/// A piece of source text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its text.
    pub(crate) text: String,
    /// The line that it begins on, counted from 1.
    pub(crate) line: usize,
}

/// The tokens of `source`, without white space.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer { rest: source, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

fn starts_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn continues_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// How many bytes of `text` satisfy `wanted`, from its beginning.
fn run(text: &str, wanted: impl Fn(char) -> bool) -> usize {
    text.find(|c| !wanted(c)).unwrap_or(text.len())
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        self.take(run(self.rest, char::is_whitespace), Kind::Comment);
        let first = self.rest.chars().next()?;
        let rest = self.rest;
        let (length, kind) = if rest.starts_with("//") {
            (run(rest, |c| c != '\n'), Kind::Comment)
        } else if rest.starts_with("/*") {
            (block_comment(rest), Kind::Comment)
        } else if let Some(length) = string(rest) {
            (length, Kind::Literal)
        } else if let Some(name) = rest.strip_prefix("r#").filter(|it| it.starts_with(starts_word)) {
            self.take(2, Kind::Word);
            (run(name, continues_word), Kind::Word)
        } else if starts_word(first) {
            (run(rest, continues_word), Kind::Word)
        } else if first.is_ascii_digit() {
            (number(rest), Kind::Literal)
        } else if first == '\'' {
            quote(rest)
        } else if rest.starts_with("::") {
            (2, Kind::Punctuation)
        } else {
            (first.len_utf8(), Kind::Punctuation)
        };
        Some(self.take(length, kind))
    }

    fn take(&mut self, length: usize, kind: Kind) -> Token {
        let (text, rest) = self.rest.split_at(length);
        let token = Token { kind, text: text.into(), line: self.line };
        self.line += text.matches('\n').count();
        self.rest = rest;
        token
    }
}

/// Block comments nest.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of a string with any prefix: `"…"`, `b"…"`, `c"…"`, `r#"…"#` and so on; or of `b'…'`.
fn string(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        text.strip_prefix(prefix).is_some_and(|after| {
            after.starts_with('"') || prefix.ends_with('r') && after.trim_start_matches('#').starts_with('"')
        })
    });
    let Some(prefix) = prefix else {
        return text.starts_with("b'").then(|| 1 + quote(&text[1..]).0);
    };
    let after = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = run(after, |c| c == '#');
        let end = format!("\"{}", "#".repeat(hashes));
        let body = &after[hashes + 1..];
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(prefix.len() + hashes + 1 + length);
    }
    Some(prefix.len() + quoted(after, '"'))
}

/// The length of a text between two `quote`s, with escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character or a lifetime: `'a'` is one, `'a` the other.
fn quote(text: &str) -> (usize, Kind) {
    let word = run(&text[1..], continues_word);
    if word > 0 && !text[1 + word..].starts_with('\'') {
        return (1 + word, Kind::Lifetime);
    }
    (quoted(text, '\''), Kind::Literal)
}

/// A number; the dot of `1.5` belongs to it, those of `1..5` and `1.max(5)` do not.
fn number(text: &str) -> usize {
    let whole = run(text, continues_word);
    match text[whole..].strip_prefix('.') {
        Some(after) if after.starts_with(|c: char| c.is_ascii_digit()) => {
            whole + 1 + run(after, continues_word)
        }
        _ => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        tokens(source).into_iter().filter(|it| it.kind == Kind::Word).map(|it| it.text).collect()
    }

    #[test]
    fn words_in_comments_and_strings_are_not_code() {
        let source = r####"
            a /* b /* c */ d */ e // f
            "g \" h" i r#"j " k"# l b"m" b'n' c"o" 'p' '\'' '\u{1F600}' q
        "####;
        assert_eq!(words(source), ["a", "e", "i", "l", "q"]);
    }

    #[test]
    fn lifetimes_raw_words_and_numbers_end_where_they_should() {
        assert_eq!(
            words("fn f<'a>(x: &'a str) { r#match; 0x1f_u8; 1.5e3; 1..n; 1.max(2) }"),
            ["fn", "f", "x", "str", "match", "n", "max"]
        );
    }

    #[test]
    fn lines_are_counted_through_every_kind_of_token() {
        let found = tokens("a\n/* \n */ \"\n\" b\n// c\nd");
        let line = |text: &str| found.iter().find(|it| it.text == text).unwrap().line;
        assert_eq!((line("a"), line("b"), line("d")), (1, 4, 6));
    }

    #[test]
    fn unfinished_text_ends_without_a_panic() {
        for source in ["/* é", "\"é", "r#\"é", "'", "'é", "b'", "r#", "é\\"] {
            assert!(!tokens(source).is_empty(), "{source}");
        }
    }
}
