//! Writing to the terminal and to pipes.
//!
//! A reader that goes away (`chop … | head`) is no error: what follows is discarded, and the exit code
//! is that of the work. Failures of every other kind, a full disk for example, are errors.
//!
//! Text is written without characters that could command a terminal or turn the direction of a line: they are
//! escaped here, whatever file, row or key they come from.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Standard output that may be closed by its reader at any time.
pub(crate) struct Stdout {
    inner: io::StdoutLock<'static>,
    closed: bool,
}

impl Stdout {
    pub(crate) fn lock() -> Stdout {
        Stdout { inner: io::stdout().lock(), closed: false }
    }

    /// Whether the reader went away.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Writes lines of text, [harmless](harmless) to a terminal.
    ///
    /// # Errors
    /// If they cannot be written, other than because the reader went away.
    pub(crate) fn text(&mut self, text: &str) -> anyhow::Result<()> {
        self.bytes(harmless(text).as_bytes())
    }

    /// Writes what is in buffers.
    ///
    /// # Errors
    /// As [`text`](Stdout::text).
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        let result = if self.closed { Ok(()) } else { self.inner.flush() };
        self.forgive(result)
    }

    fn bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let result = if self.closed { Ok(()) } else { self.inner.write_all(bytes) };
        self.forgive(result)
    }

    fn forgive(&mut self, result: io::Result<()>) -> anyhow::Result<()> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            other => {
                other.map_err(|error| anyhow::Error::new(error).context("cannot write to standard output"))
            }
        }
    }
}

/// Writes lines of text to standard output, [harmless](harmless) to a terminal.
///
/// # Errors
/// If it cannot be written, other than because its reader went away.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(harmless(text).as_bytes())
}

/// Writes bytes to standard output as they are.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = Stdout::lock();
    out.bytes(bytes).and_then(|()| out.flush())
}

/// Writes bytes that are no text to standard output, but never to a terminal.
///
/// # Errors
/// If standard output is a terminal or cannot be written.
pub(crate) fn print_binary(bytes: &[u8], what: &str) -> anyhow::Result<()> {
    refuse_terminal(io::stdout().is_terminal(), what)?;
    print_bytes(bytes)
}

/// The error of writing `what` to a terminal.
///
/// # Errors
/// If `is_terminal`.
pub(crate) fn refuse_terminal(is_terminal: bool, what: &str) -> anyhow::Result<()> {
    if is_terminal {
        anyhow::bail!("{what} is not written to a terminal: use --out FILE, or redirect the output");
    }
    Ok(())
}

/// Writes lines to standard error, [harmless](harmless) to a terminal; if even that fails, there is nobody to tell.
pub(crate) fn note(lines: impl Display) {
    let _ = writeln!(io::stderr(), "{}", harmless(&lines.to_string()));
}

/// Reports an error with its causes, on one line.
pub(crate) fn complain(error: &anyhow::Error) {
    note(one_line(&format!("chop: {error:#}")));
}

/// A file's name for people, on one line: control characters are escaped, so that no file name can
/// print a verdict.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "-".to_owned();
    }
    one_line(&path.to_string_lossy())
}

/// Text on one line, without characters that could command a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if commands_a_terminal(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
}

/// Lines of text with every character that could command a terminal as `\u` and four digits, as JSON has it: JSON
/// stays the same JSON.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let wanted = |c: char| c == '\n' || !commands_a_terminal(c);
    // What is plain ASCII is told byte by byte, which is faster.
    if text.bytes().all(|byte| byte == b'\n' || matches!(byte, b' '..=b'~')) || text.chars().all(wanted) {
        return Cow::Borrowed(text);
    }
    let mut lines = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if wanted(c) {
            lines.push(c);
        } else {
            let _ = write!(lines, "\\u{:04x}", u32::from(c));
        }
    }
    Cow::Owned(lines)
}

/// Whether a character is a control character (C0, DEL, C1), ends a line, or turns the direction of text.
pub(crate) fn commands_a_terminal(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_binary() {
        let error = refuse_terminal(true, "a raw signature").unwrap_err().to_string();
        assert!(error.contains("a raw signature is not written to a terminal"), "{error}");
        assert!(refuse_terminal(false, "a raw signature").is_ok());
    }

    #[test]
    fn a_file_name_cannot_print_a_verdict() {
        assert_eq!(name(Path::new("a\nb: OK\u{1b}[1m")), "a\\nb: OK\\u{1b}[1m");
        assert_eq!(name(Path::new("gpj.\u{202e}exe")), "gpj.\\u{202e}exe");
    }

    #[test]
    fn no_text_commands_a_terminal() {
        let hostile: String = (0..0x2100).filter_map(char::from_u32).collect();
        let shown = harmless(&hostile);
        assert!(shown.chars().all(|c| c == '\n' || !commands_a_terminal(c)));
        assert!(shown.contains("\\u001b") && shown.contains("\\u009b") && shown.contains("\\u007f"));
        assert!(shown.contains("\\u202e") && shown.contains("\\u2066") && shown.contains("\\u200f"));
        assert_eq!(harmless("plain\ntext, 明文"), "plain\ntext, 明文");
    }
}
