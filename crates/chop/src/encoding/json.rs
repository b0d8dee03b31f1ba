//! A strict reader of JSON (RFC 8259) for keys and signatures. Values borrow from the text, so that no copy of a secret is made.
//!
//! | refused                                   | because                                                                  |
//! |-------------------------------------------|--------------------------------------------------------------------------|
//! | a member twice in one object              | programs disagree on which of the two counts                             |
//! | arrays and objects nested deeper than 32  | the reader calls itself                                                  |
//! | halves of surrogate pairs in escapes      | they are no text                                                         |
//!
//! Timing: constant in the characters of strings without escapes, so that keys may stand in them; where strings begin and end is public.
//! Everything else takes variable time.

use crate::Fault;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use chop_core::ct::{Mask, declassify};

/// How deep arrays and objects may stand in each other.
const MAX_DEPTH: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Null,
    Bool(bool),
    /// The text of a number.
    Number(&'a str),
    Text(Text<'a>),
    Array(Vec<Value<'a>>),
    Object(Object<'a>),
}

/// A string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text<'a> {
    /// The bytes between the quotation marks, which are UTF-8: as a `str`, each cut would look at a character.
    raw: &'a [u8],
    escaped: bool,
}

/// An object: its members in their order, no two of which have one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object<'a>(Vec<(Text<'a>, Value<'a>)>);

impl<'a> Value<'a> {
    /// Reads the one value that a text is.
    ///
    /// # Errors
    /// [`Fault::JsonSyntax`], [`Fault::JsonTwice`], [`Fault::JsonNested`].
    pub(crate) fn from_text(text: &'a str) -> Result<Value<'a>, Fault> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.skip_blanks();
        if reader.at == text.len() { Ok(value) } else { Err(Fault::JsonSyntax) }
    }

    /// The string, if the value is one.
    pub(crate) fn text(&self) -> Option<Text<'a>> {
        match self {
            Value::Text(text) => Some(*text),
            _ => None,
        }
    }

    /// The array, if the value is one.
    pub(crate) fn array(&self) -> Option<&[Value<'a>]> {
        match self {
            Value::Array(values) => Some(values),
            _ => None,
        }
    }

    /// The object, if the value is one.
    pub(crate) fn object(&self) -> Option<&Object<'a>> {
        match self {
            Value::Object(object) => Some(object),
            _ => None,
        }
    }
}

impl<'a> Text<'a> {
    /// The characters in UTF-8, if none of them is written as an escape: as all of a key are that any program wrote.
    pub(crate) fn plain(self) -> Option<&'a [u8]> {
        (!self.escaped).then_some(self.raw)
    }

    /// The characters. Variable time.
    pub(crate) fn decoded(self) -> Cow<'a, str> {
        match self.plain() {
            Some(plain) => String::from_utf8_lossy(plain),
            // The reader has seen that its escapes are right.
            None => Cow::Owned(unescaped(self.raw).unwrap_or_default()),
        }
    }
}

impl<'a> Object<'a> {
    /// The value of a member.
    pub(crate) fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|member| member.0.decoded() == name).map(|member| &member.1)
    }

    /// The names of its members, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = Cow<'a, str>> {
        self.0.iter().map(|member| member.0.decoded())
    }
}

/// A text and how far it has been read.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next byte, which is no part of a string: it is public.
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Takes a byte of punctuation.
    fn takes(&mut self, expected: u8) -> bool {
        let is = self.peek() == Some(expected);
        self.at += usize::from(is);
        is
    }

    fn value(&mut self, depth: usize) -> Result<Value<'a>, Fault> {
        self.skip_blanks();
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => self.number().map(Value::Number),
            Some(b'"') => self.string().map(Value::Text),
            Some(b'{' | b'[') if depth == MAX_DEPTH => Err(Fault::JsonNested),
            Some(b'{') => self.members(depth + 1).map(Value::Object),
            Some(b'[') => self.items(depth + 1).map(Value::Array),
            _ => self.word(),
        }
    }

    /// `null`, `true` or `false`.
    fn word(&mut self) -> Result<Value<'a>, Fault> {
        for (word, value) in
            [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))]
        {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(Fault::JsonSyntax)
    }

    fn items(&mut self, depth: usize) -> Result<Vec<Value<'a>>, Fault> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_blanks();
        if self.takes(b']') {
            return Ok(items);
        }
        loop {
            items.push(self.value(depth)?);
            self.skip_blanks();
            if self.takes(b']') {
                return Ok(items);
            }
            if !self.takes(b',') {
                return Err(Fault::JsonSyntax);
            }
        }
    }

    fn members(&mut self, depth: usize) -> Result<Object<'a>, Fault> {
        self.at += 1;
        let (mut members, mut names) = (Vec::new(), BTreeSet::new());
        self.skip_blanks();
        if self.takes(b'}') {
            return Ok(Object(members));
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            if !names.insert(name.decoded()) {
                return Err(Fault::JsonTwice);
            }
            self.skip_blanks();
            if !self.takes(b':') {
                return Err(Fault::JsonSyntax);
            }
            members.push((name, self.value(depth)?));
            self.skip_blanks();
            if self.takes(b'}') {
                return Ok(Object(members));
            }
            if !self.takes(b',') {
                return Err(Fault::JsonSyntax);
            }
        }
    }

    fn string(&mut self) -> Result<Text<'a>, Fault> {
        if !self.takes(b'"') {
            return Err(Fault::JsonSyntax);
        }
        let (start, mut escaped) = (self.at, false);
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            self.at += rest.iter().position(|byte| ends_run(*byte)).unwrap_or(rest.len());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    escaped = true;
                    // Whatever follows belongs to the escape: `\"` does not end the string.
                    self.at += 2;
                }
                _ => return Err(Fault::JsonSyntax),
            }
        }
        // No character is cut: a quotation mark is one by itself.
        let raw = &self.text.as_bytes()[start..self.at];
        self.at += 1;
        if escaped && unescaped(raw).is_none() { Err(Fault::JsonSyntax) } else { Ok(Text { raw, escaped }) }
    }

    fn number(&mut self) -> Result<&'a str, Fault> {
        let rest = &self.text[self.at..];
        let length =
            rest.bytes().position(|byte| !matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E'));
        let number = &rest[..length.unwrap_or(rest.len())];
        self.at += number.len();
        if is_number(number) { Ok(number) } else { Err(Fault::JsonSyntax) }
    }
}

/// Whether a byte ends a run of plain characters in a string.
fn ends_run(byte: u8) -> bool {
    let is = |other: u8| Mask::eq(u64::from(byte), u64::from(other));
    // Below a blank: the difference is negative, and so its top bit is set.
    let is_control = Mask::from_bit(u64::from(byte).wrapping_sub(u64::from(b' ')) >> 63);
    declassify(is(b'"').or(is(b'\\')).or(is_control), "where the strings of a text begin and end is public")
}

/// Whether a text is a number as the grammar of RFC 8259 has it.
fn is_number(number: &str) -> bool {
    let number = number.strip_prefix('-').unwrap_or(number);
    let (mantissa, exponent) = match number.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (number, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// The characters that stand for themselves behind a backslash, or for the control character beside them.
const ESCAPES: [(char, char); 8] = [
    ('"', '"'),
    ('\\', '\\'),
    ('/', '/'),
    ('b', '\u{8}'),
    ('f', '\u{c}'),
    ('n', '\n'),
    ('r', '\r'),
    ('t', '\t'),
];

/// The characters of a string with escapes; `None` if one of these is none.
fn unescaped(raw: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = core::str::from_utf8(raw).ok()?;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let kind = escape.chars().next()?;
        rest = &escape[kind.len_utf8()..];
        if kind == 'u' {
            text.push(code_point(&mut rest)?);
        } else {
            text.push(ESCAPES.iter().find(|pair| pair.0 == kind)?.1);
        }
    }
    text.push_str(rest);
    Some(text)
}

/// The character of the four digits that `rest` begins with, or of two such escapes that are a surrogate pair.
fn code_point(rest: &mut &str) -> Option<char> {
    let first = code_unit(rest)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    *rest = rest.strip_prefix("\\u")?;
    let second = code_unit(rest)?;
    if !(0xdc00..0xe000).contains(&second) {
        return None;
    }
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00))
}

/// The number of four hexadecimal digits.
fn code_unit(rest: &mut &str) -> Option<u32> {
    let digits = rest.get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    *rest = &rest[4..];
    u32::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    /// The value as the crate `serde_json` writes it.
    fn as_serde(value: &Value<'_>) -> serde_json::Value {
        match value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(bool) => (*bool).into(),
            Value::Number(number) => serde_json::from_str(number).unwrap(),
            Value::Text(text) => text.decoded().to_string().into(),
            Value::Array(values) => values.iter().map(as_serde).collect(),
            Value::Object(Object(members)) => {
                members.iter().map(|(name, value)| (name.decoded().to_string(), as_serde(value))).collect()
            }
        }
    }

    const TEXTS: [&str; 12] = [
        r#" {"kty" : "OKP", "crv":"Ed25519","keys":[1, -2.5e+3 ,{}, [ ] , null,true,false] } "#,
        r#""a\"b\\c\/\b\f\n\r\tA\u00e9\ud83d\ude00é""#,
        "[0,10,-0,0.5,1E9,1e-9,255]",
        "{}",
        "[]",
        "0",
        "\"\"",
        "null",
        r#"{"":0,"a":{"a":{"a":1}}}"#,
        "\t[\r\n1\n]\t",
        "[1.0,123456789012345]",
        "\"\u{7f}\u{2028}\"",
    ];

    #[test]
    fn reads_what_another_reader_reads() {
        for text in TEXTS {
            let expected: serde_json::Value = serde_json::from_str(text).unwrap();
            assert_eq!(as_serde(&Value::from_text(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn refuses_what_another_reader_refuses() {
        let mut refused = 0;
        for text in TEXTS {
            for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
                for with in
                    ["", "\"", "\\", "0", "-", ".", "e", ",", ":", "[", "]", "{", "}", " ", "x", "\n", "\0"]
                {
                    let next = text[at..].chars().next().unwrap().len_utf8();
                    for end in [at, at + next] {
                        let changed = format!("{}{with}{}", &text[..at], &text[end..]);
                        let theirs = serde_json::from_str::<serde_json::Value>(&changed);
                        let ours = Value::from_text(&changed);
                        // Only here a name may not stand twice, and only there numbers have a range.
                        let out_of_range =
                            theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
                        if ours != Err(Fault::JsonTwice) && !out_of_range {
                            assert_eq!(ours.is_ok(), theirs.is_ok(), "{changed}");
                        }
                        refused += u32::from(ours.is_err());
                    }
                }
            }
        }
        assert!(refused > 1000);
    }

    #[test]
    fn a_member_stands_once_however_its_name_is_written() {
        for text in [r#"{"a":1,"a":1}"#, r#"{"a":1,"\u0061":2}"#, r#"[{"b":{"c":1,"c":2}}]"#] {
            assert_eq!(Value::from_text(text), Err(Fault::JsonTwice), "{text}");
        }
        assert!(Value::from_text(r#"{"a":{"a":1},"A":2}"#).is_ok());
    }

    #[test]
    fn depth_is_limited() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::from_text(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(Value::from_text(&nested(MAX_DEPTH + 1)), Err(Fault::JsonNested));
        assert_eq!(Value::from_text(&"[".repeat(1_000_000)), Err(Fault::JsonNested));
    }

    #[test]
    fn only_strings_without_escapes_are_plain() {
        let value = Value::from_text(r#"["abc","\u0061"]"#).unwrap();
        let texts: Vec<_> = value.array().unwrap().iter().map(|value| value.text().unwrap()).collect();
        assert_eq!(
            (texts[0].plain(), texts[1].plain(), &*texts[1].decoded()),
            (Some(&b"abc"[..]), None, "a")
        );
    }

    #[test]
    fn members_are_found_by_name() {
        let value = Value::from_text(r#"{"a":1,"\u0062":"x"}"#).unwrap();
        let object = value.object().unwrap();
        assert_eq!(object.names().collect::<Vec<_>>(), ["a", "b"]);
        assert!(object.get("b").and_then(Value::text).is_some() && object.get("c").is_none());
    }
}
