//! Writing to the terminal and to pipes.
//!
//! A reader that goes away (`chop … | head`) is no error: what follows is discarded, and the exit code
//! is that of the work. Failures of every other kind, a full disk for example, are errors.

use std::fmt::Display;
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

    fn forgive<T>(&mut self, result: io::Result<T>, instead: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(instead)
            }
            other => other,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let result = self.inner.write(bytes);
        self.forgive(result, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let result = self.inner.flush();
        self.forgive(result, ())
    }
}

/// Writes a text to standard output.
///
/// # Errors
/// If it cannot be written, other than because its reader went away.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output.
///
/// # Errors
/// As [`print`].
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = Stdout::lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(cannot_write_stdout)
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

fn cannot_write_stdout(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write to standard output")
}

/// Writes a line to standard error; if even that fails, there is nobody to tell.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Reports an error with its causes.
pub(crate) fn complain(error: &anyhow::Error) {
    note(format_args!("chop: {error:#}"));
}

/// A file's name for people, on one line: control characters are escaped, so that no file name can
/// print a verdict.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        return "-".to_owned();
    }
    one_line(&path.to_string_lossy())
}

/// Text on one line, control characters escaped.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() { line.extend(c.escape_default()) } else { line.push(c) }
    }
    line
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
    }
}
