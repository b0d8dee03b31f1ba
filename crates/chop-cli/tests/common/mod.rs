//! A folder to work in, and the program run in it.
#![allow(dead_code)] // not every test program uses every function

use assert_cmd::Command;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use tempfile::TempDir;

/// What a run of the program said.
pub(crate) struct Said {
    /// The exit code.
    pub(crate) code: i32,
    /// Standard output.
    pub(crate) out: String,
    /// Standard output as bytes.
    pub(crate) bytes: Vec<u8>,
    /// Standard error.
    pub(crate) err: String,
}

impl Said {
    /// Expects an exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Said {
        assert_eq!(self.code, code, "stdout: {}\nstderr: {}", self.out, self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self
    }

    /// Expects a text on standard error.
    #[track_caller]
    pub(crate) fn complains(self, text: &str) -> Said {
        assert!(self.err.contains(text), "no {text:?} in stderr: {}", self.err);
        self
    }

    /// Expects a text on standard output.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Said {
        assert!(self.out.contains(text), "no {text:?} in stdout: {}", self.out);
        self
    }

    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap()
    }
}

/// The program: `CHOP_PROGRAM`, where it is for a processor that this machine only emulates.
pub(crate) fn program() -> OsString {
    std::env::var_os("CHOP_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_chop").into())
}

/// A folder of its own.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// An empty one.
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// One with `key.pem`, `key.pub.pem`, `doc` and `doc.sig`.
    pub(crate) fn signed() -> Folder {
        let folder = Folder::new();
        folder.chop("keygen --out key.pem").exits(0);
        folder.write("doc", "hello\n");
        folder.chop("sign --key key.pem doc").exits(0);
        folder
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// Reads a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// Reads a text.
    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// Runs the program with arguments that have no blanks.
    pub(crate) fn chop(&self, arguments: &str) -> Said {
        self.run(&arguments.split(' ').collect::<Vec<_>>(), b"")
    }

    /// Runs the program with arguments and standard input.
    pub(crate) fn run(&self, arguments: &[&str], input: &[u8]) -> Said {
        let mut command = Command::new(program());
        command.current_dir(self.0.path()).env_remove("CHOP_LEVEL");
        said(command.args(arguments).write_stdin(input.to_vec()).output().unwrap())
    }

    /// Begins a run of the program with arguments that have no blanks, its standard input and output as given.
    pub(crate) fn begin(&self, arguments: &str, input: Stdio, output: Stdio) -> Child {
        let mut command = std::process::Command::new(program());
        command.current_dir(self.0.path()).env_remove("CHOP_LEVEL").args(arguments.split(' '));
        command.stdin(input).stdout(output).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The names in the folder, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs a line of a shell in which `chop` is the program.
    #[cfg(unix)]
    pub(crate) fn shell(&self, line: &str) -> Said {
        let program = PathBuf::from(program());
        let path = std::env::var("PATH").unwrap_or_default();
        let path = format!("{}:{path}", program.parent().unwrap().display());
        let mut command = std::process::Command::new("sh");
        command.current_dir(self.0.path()).env_remove("CHOP_LEVEL").env("PATH", path).args(["-c", line]);
        said(command.output().unwrap())
    }

    /// Runs another program; `None` if this machine lacks it.
    pub(crate) fn other(&self, program: &str, arguments: &str) -> Option<Said> {
        let mut command = std::process::Command::new(program);
        command.current_dir(self.0.path()).args(arguments.split(' '));
        command.output().ok().map(said)
    }
}

/// What a program said.
pub(crate) fn said(output: std::process::Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
        bytes: output.stdout,
    }
}
