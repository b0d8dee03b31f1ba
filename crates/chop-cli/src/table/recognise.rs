//! The format of a table whose name does not say it, told by how it begins.
//!
//! | begins with                        | is                                     |
//! |------------------------------------|----------------------------------------|
//! | `[`                                | a JSON array                           |
//! | `{`                                | JSON Lines                             |
//! | a line with a tab and no comma     | tab-separated text, the line its header |
//! | a line with a comma                | CSV, the line its header               |
//! | anything else                      | JSON Lines, in which its rows are malformed |
//!
//! Blanks and a byte order mark before it are passed over. A header names two columns at least, so that a line without
//! tab and comma is none.

use super::input::{Format, Input, buffered};
use std::io::{self, BufRead, Cursor, Read};

/// The longest first line that is looked through: 64 KiB.
const LINE: u64 = 64 << 10;

/// The format of a table, and the table from its beginning.
///
/// # Errors
/// As the reader says.
pub(super) fn recognise(mut input: Input) -> io::Result<(Format, Input)> {
    let mut head = Vec::new();
    while head.len() < LINE as usize && says_nothing(&head) {
        if input.by_ref().take(LINE).read_until(b'\n', &mut head)? == 0 {
            break;
        }
    }
    let format = format_of(&head);
    Ok((format, buffered(Box::new(Cursor::new(head).chain(input)))))
}

fn says_nothing(head: &[u8]) -> bool {
    text(head).is_empty()
}

/// What follows a byte order mark and blanks.
fn text(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start()
}

fn format_of(head: &[u8]) -> Format {
    let line = text(head);
    let has = |byte| memchr::memchr(byte, line).is_some();
    match line.first() {
        Some(b'[') => Format::Json,
        Some(b'{') => Format::Jsonl,
        _ if has(b',') => Format::Csv,
        _ if has(b'\t') => Format::Tsv,
        _ => Format::Jsonl,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_table_says_its_format() {
        for (text, expected) in [
            ("", Format::Jsonl),
            (" \n\n", Format::Jsonl),
            ("\n {\"a\":1}\n", Format::Jsonl),
            ("\u{feff}[{\"a\":1}]", Format::Json),
            ("\n\n  [\n{}", Format::Json),
            ("public_key,message,signature\n", Format::Csv),
            ("\u{feff}a\tb\tc\n1,2\n", Format::Tsv),
            ("\"a\tb\",c\n", Format::Csv),
            ("no table\n1,2\n", Format::Jsonl),
        ] {
            let (format, mut input) = recognise(buffered(Box::new(text.as_bytes()))).unwrap();
            assert_eq!(format, expected, "{text:?}");
            let mut again = String::new();
            input.read_to_string(&mut again).unwrap();
            assert_eq!(again, text);
        }
    }
}
