//! Builds the programs that are measured and talks to them.

use crate::Options;
use chop_bench::operation::{Operation, Rival};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The two programs to compare.
pub(crate) struct Programs {
    pub(crate) chop: PathBuf,
    pub(crate) rival: PathBuf,
}

/// Builds both, stock but for the backend of dalek.
///
/// chop is built without flags, as its users build it: what is faster is chosen at run time.
pub(crate) fn build(options: &Options) -> Result<Programs, String> {
    let serial = "--cfg curve25519_dalek_backend=\"serial\"";
    let flags = if options.backend == "serial" { serial } else { "" };
    let chop = build_one("chop", "chop", "")?;
    let rival = match options.rival {
        Rival::Dalek => build_one("dalek", &format!("dalek-{}", options.backend), flags)?,
        rival => build_one(rival.name(), rival.name(), "")?,
    };
    Ok(Programs { chop, rival })
}

/// Builds the package of `subjects/NAME` into a target folder of its own, so that flags of one do not rebuild the other.
fn build_one(name: &str, folder: &str, flags: &str) -> Result<PathBuf, String> {
    let root = root()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target = target.join("subjects").join(folder);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--quiet", "--locked", "--manifest-path"])
        .arg(root.join("subjects").join(name).join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", flags)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !status.success() {
        return Err(format!("the subject {name} does not build"));
    }
    Ok(target.join("release").join(format!("chop-bench-subject-{name}")))
}

/// The folder of this package, as cargo tells the program that it runs.
pub(crate) fn root() -> Result<PathBuf, String> {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .ok_or_else(|| "start this program with `cargo run`".to_owned())
}

/// A program that runs and waits for requests.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program on processor `cpu`, if there is a `taskset` to hold it there.
    pub(crate) fn start(path: &Path, level: &str, cpu: Option<usize>) -> Result<Program, String> {
        let mut command = match cpu {
            Some(cpu) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &cpu.to_string()]).arg(path);
                command
            }
            None => Command::new(path),
        };
        let mut child = command
            .env("CHOP_LEVEL", level)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no output to read")?;
        Ok(Program { child, input, output: BufReader::new(output) })
    }

    /// The implementation that computes.
    pub(crate) fn level(&mut self) -> Result<String, String> {
        self.ask("level")
    }

    /// Prepares an operation; a number made of its results.
    pub(crate) fn check(&mut self, operation: &Operation) -> Result<String, String> {
        self.ask(&format!("check {} {}", operation.name, operation.size))
    }

    /// Nanoseconds of `calls` calls.
    pub(crate) fn time(&mut self, operation: &Operation, calls: usize) -> Result<u64, String> {
        let answer = self.ask(&format!("time {} {} {calls}", operation.name, operation.size))?;
        answer.parse().map_err(|_| format!("not a time: {answer}"))
    }

    fn ask(&mut self, request: &str) -> Result<String, String> {
        let gone = |error: std::io::Error| format!("the measured program is gone: {error}");
        let input = self.input.as_mut().ok_or("the program has been stopped")?;
        writeln!(input, "{request}").and_then(|()| input.flush()).map_err(gone)?;
        let mut answer = String::new();
        if self.output.read_line(&mut answer).map_err(gone)? == 0 {
            return Err(format!("the measured program gave up at: {request}"));
        }
        Ok(answer.trim_end().to_owned())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The end of its input is the end of the program.
        self.input = None;
        let _ = self.child.wait();
    }
}

/// Processor, compiler and commit: without them a number means nothing.
pub(crate) fn print_circumstances(options: &Options) -> Result<(), String> {
    let root = root()?;
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    println!("processor  {}", model.trim_start_matches(['\t', ' ', ':']));
    println!("compiler   {}", first_line(Command::new("rustc").arg("--version")));
    let commit =
        first_line(Command::new("git").arg("-C").arg(&root).args(["rev-parse", "--short=12", "HEAD"]));
    let mut changes = Command::new("git");
    changes.arg("-C").arg(&root).args(["status", "--porcelain", "--", "../chop", "../chop-core"]);
    let changed = if first_line(&mut changes).is_empty() { "" } else { " and changes to it" };
    println!("commit     {commit}{changed}");
    match options.rival {
        Rival::Dalek => println!("rival      ed25519-dalek, x25519-dalek 3, backend {}", options.backend),
        Rival::Commonware => println!("rival      commonware-cryptography-curve25519 2026.10.0"),
        Rival::EfficientSm2 => println!("rival      efficient-sm2 0.2.5"),
        Rival::Sm2 => println!("rival      sm2 0.14.0"),
    }
    Ok(())
}

fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    output.unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}
