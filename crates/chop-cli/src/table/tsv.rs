//! Lines of tab-separated text, with the escapes that databases write.
//!
//! Between fields is a tab, and after the last one LF or CR LF. A tab, a line end or a backslash inside a field is
//! escaped; a field that is `\N` is null. An escape that is not in the table makes its row malformed.
//!
//! | escape | byte | | escape | byte |
//! |--------|------|-|--------|------|
//! | `\t`   | 09   | | `\f`   | 0c   |
//! | `\n`   | 0a   | | `\v`   | 0b   |
//! | `\r`   | 0d   | | `\0`   | 00   |
//! | `\b`   | 08   | | `\\`, `\'` | the second |

use std::borrow::Cow;

/// The fields of a line, unescaped; `None` is null. A field with an unknown escape is an error.
pub(super) fn fields(line: &[u8]) -> impl Iterator<Item = Result<Option<Cow<'_, [u8]>>, String>> {
    without_end(line).split(|byte| *byte == b'\t').map(field)
}

/// How many fields a line has.
pub(super) fn count(line: &[u8]) -> usize {
    1 + memchr::memchr_iter(b'\t', line).count()
}

/// A line without the CR of CR LF.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn field(bytes: &[u8]) -> Result<Option<Cow<'_, [u8]>>, String> {
    if bytes == br"\N" {
        return Ok(None);
    }
    if memchr::memchr(b'\\', bytes).is_none() {
        return Ok(Some(Cow::Borrowed(bytes)));
    }
    let mut plain = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        plain.push(if byte == b'\\' { meant(rest.next().copied())? } else { byte });
    }
    Ok(Some(Cow::Owned(plain)))
}

/// The byte that is meant by what follows a backslash.
fn meant(escape: Option<u8>) -> Result<u8, String> {
    Ok(match escape {
        Some(b't') => b'\t',
        Some(b'n') => b'\n',
        Some(b'r') => b'\r',
        Some(b'b') => 0x08,
        Some(b'f') => 0x0c,
        Some(b'v') => 0x0b,
        Some(b'0') => 0,
        Some(byte @ (b'\\' | b'\'')) => byte,
        Some(byte) => return Err(format!("no escape \\{}", byte.escape_ascii())),
        None => return Err("a backslash at the end of a field".to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Vec<Option<String>> {
        let text = |field: Cow<'_, [u8]>| String::from_utf8(field.into_owned()).unwrap();
        fields(line.as_bytes()).map(|field| field.unwrap().map(text)).collect()
    }

    #[test]
    fn fields_are_unescaped_and_null_is_told_from_empty() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(read("a\t\t\\N\r"), [some("a"), some(""), None]);
        assert_eq!(read(r"\t\n\r\b\f\v\0\\\'"), [some("\t\n\r\u{8}\u{c}\u{b}\0\\'")]);
        assert_eq!(read(r"\\N"), [some(r"\N")]);
        assert_eq!(count(b"a\t\t"), 3);
    }

    #[test]
    fn unknown_escapes_are_errors() {
        for line in [r"\q", r"a\N", r"a\", r"\x41"] {
            assert!(fields(line.as_bytes()).any(|field| field.is_err()), "{line}");
        }
    }
}
