//! The elements of a JSON array, cut apart without being read: brackets are counted, strings are passed over, and what
//! stands between is left to the reader of rows.
//!
//! ```text
//! [ element , element , … ]
//! ```
//!
//! Before and after the array may be blanks. An element that is no JSON is a malformed row; text that is no array, or
//! has no end, is an error of the table.

/// Where in the text the cutter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before `[`.
    Start,
    /// After `[`, where `]` may follow at once.
    First,
    /// After `,`, before an element.
    Before,
    /// In an element, inside so many brackets.
    Inside { depth: usize, text: Text },
    /// After `]`.
    After,
}

/// Where in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Text {
    None,
    /// In a string.
    Quoted,
    /// After a backslash in a string.
    Escaped,
}

/// What some bytes came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// So many bytes say nothing.
    Blank(usize),
    /// So many bytes belong to an element that goes on.
    Part(usize),
    /// So many bytes belong to an element; the one after them ends it.
    Last(usize),
    /// The text is no array.
    Wrong(&'static str),
}

/// Cuts a text.
pub(super) struct Cutter(State);

impl Cutter {
    pub(super) fn new() -> Cutter {
        Cutter(State::Start)
    }

    /// What the beginning of these bytes, which are not empty, comes to.
    pub(super) fn cut(&mut self, bytes: &[u8]) -> Cut {
        if let State::Inside { depth, text } = self.0 {
            return self.inside(bytes, depth, text);
        }
        let blank = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blank > 0 {
            return Cut::Blank(blank);
        }
        match (self.0, bytes[0]) {
            (State::Start, b'[') => self.to(State::First, Cut::Blank(1)),
            (State::Start, _) => Cut::Wrong("it is no JSON array"),
            (State::First, b']') => self.to(State::After, Cut::Blank(1)),
            (State::After, _) => Cut::Wrong("something follows the array"),
            _ => self.inside(bytes, 0, Text::None),
        }
    }

    /// What is wrong if the text ends here.
    pub(super) fn end(&self) -> Option<&'static str> {
        match self.0 {
            State::Start | State::After => None,
            _ => Some("the array has no end"),
        }
    }

    fn to(&mut self, state: State, cut: Cut) -> Cut {
        self.0 = state;
        cut
    }

    fn inside(&mut self, bytes: &[u8], mut depth: usize, mut text: Text) -> Cut {
        let mut rest = bytes.iter().enumerate();
        while let Some((i, &byte)) = rest.next() {
            text = match (text, byte) {
                (Text::Escaped, _) | (Text::None, b'"') => Text::Quoted,
                (Text::Quoted, b'\\') => Text::Escaped,
                (Text::Quoted, b'"') => Text::None,
                (Text::Quoted, _) => {
                    // Straight to what ends the string or escapes its next character.
                    let skipped =
                        memchr::memchr2(b'"', b'\\', &bytes[i + 1..]).unwrap_or(bytes.len() - i - 1);
                    if let Some(last) = skipped.checked_sub(1) {
                        rest.nth(last);
                    }
                    Text::Quoted
                }
                (Text::None, b',') if depth == 0 => return self.to(State::Before, Cut::Last(i)),
                (Text::None, b']') if depth == 0 => return self.to(State::After, Cut::Last(i)),
                (Text::None, b'[' | b'{') => {
                    depth += 1;
                    Text::None
                }
                (Text::None, b']' | b'}') => {
                    depth = depth.saturating_sub(1);
                    Text::None
                }
                (Text::None, _) => Text::None,
            };
        }
        self.to(State::Inside { depth, text }, Cut::Part(bytes.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a text that comes in pieces of `n` bytes.
    fn elements(text: &str, n: usize) -> Result<Vec<String>, &'static str> {
        let (mut cutter, mut found, mut element) = (Cutter::new(), Vec::new(), Vec::new());
        for mut piece in text.as_bytes().chunks(n) {
            while !piece.is_empty() {
                let used = match cutter.cut(piece) {
                    Cut::Blank(used) => used,
                    Cut::Part(used) => {
                        element.extend_from_slice(&piece[..used]);
                        used
                    }
                    Cut::Last(used) => {
                        element.extend_from_slice(&piece[..used]);
                        found.push(String::from_utf8(std::mem::take(&mut element)).unwrap());
                        used + 1
                    }
                    Cut::Wrong(what) => return Err(what),
                };
                piece = &piece[used..];
            }
        }
        cutter.end().map_or(Ok(found), Err)
    }

    #[test]
    fn elements_are_cut_at_commas_outside_brackets_and_strings() {
        for (text, expected) in [
            ("", &[][..]),
            (" [ ] \n", &[]),
            ("[1]", &["1"]),
            ("[1,\n2 ]", &["1", "2 "]),
            (r#"[{"a":[1,"]"]},{"b":"\",]"}]"#, &[r#"{"a":[1,"]"]}"#, r#"{"b":"\",]"}"#]),
            (r#"["\\",3]"#, &[r#""\\""#, "3"]),
            ("[1,,2,]", &["1", "", "2", ""]),
            ("[}}]", &["}}"]),
        ] {
            for n in 1..=text.len().max(1) {
                assert_eq!(elements(text, n).unwrap(), expected, "{text} by {n}");
            }
        }
    }

    #[test]
    fn what_is_no_array_is_named() {
        for (text, expected) in [
            ("{}", "no JSON array"),
            ("[1", "no end"),
            ("[", "no end"),
            ("[1,", "no end"),
            ("[{\"a\":\"]", "no end"),
            ("[1] [2]", "follows"),
            ("[1]]", "follows"),
        ] {
            for n in 1..=text.len() {
                assert!(elements(text, n).unwrap_err().contains(expected), "{text} by {n}");
            }
        }
    }
}
