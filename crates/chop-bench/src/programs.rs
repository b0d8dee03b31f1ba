//! Programs that are measured: starting them and talking to them, in the protocol of `subject.rs`.

use crate::builds::{Ready, reason};
use chop_bench::about::About;
use chop_bench::operation::Operation;
use chop_bench::subject::{Case, is_together};
use std::io::{BufRead, BufReader, Read, Write, copy, sink};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;

/// A program that runs and waits for requests.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// What it writes about errors, when it has ended.
    errors: Option<JoinHandle<String>>,
}

impl Program {
    /// Starts a program on processor `cpu`, if there is a `taskset` to hold it there.
    pub(crate) fn start(ready: &Ready, cpu: Option<usize>) -> Result<Program, String> {
        let mut command = match cpu {
            Some(cpu) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &cpu.to_string()]).arg(&ready.program);
                command
            }
            None => Command::new(&ready.program),
        };
        let child = command
            .envs(ready.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", ready.program.display()))?;
        Program::talking_to(child)
    }

    /// A program that was started with three pipes.
    fn talking_to(mut child: Child) -> Result<Program, String> {
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no output to read")?;
        let errors = child.stderr.take().ok_or("no errors to read")?;
        let errors = Some(std::thread::spawn(move || first_words(errors)));
        Ok(Program { child, input, output: BufReader::new(output), errors })
    }

    /// What it is.
    pub(crate) fn about(&mut self) -> Result<About, String> {
        About::from_line(&self.ask("about")?)
    }

    /// The implementation that computes.
    pub(crate) fn level(&mut self) -> Result<String, String> {
        self.ask("level")
    }

    /// The names of the operations that it has a function for.
    pub(crate) fn operations(&mut self) -> Result<Vec<String>, String> {
        Ok(self.ask("operations")?.split_whitespace().map(str::to_owned).collect())
    }

    /// Its ways to a verdict.
    pub(crate) fn routes(&mut self) -> Result<Vec<String>, String> {
        Ok(self.ask("routes")?.split_whitespace().map(str::to_owned).collect())
    }

    /// The verdicts of a route: one a case, or one for all together.
    pub(crate) fn verdicts(&mut self, route: &str, cases: &[&Case]) -> Result<Vec<Option<bool>>, String> {
        let lines: Vec<String> = std::iter::once(format!("verdicts {route} {}", cases.len()))
            .chain(cases.iter().map(|case| case.to_line()))
            .collect();
        let answer = self.ask(&lines.join("\n"))?;
        let together = is_together(route);
        let expected = if together { 1 } else { cases.len() };
        let verdict = |letter| match letter {
            '1' => Ok(Some(true)),
            '0' => Ok(Some(false)),
            '-' => Ok(None),
            _ => Err(format!("not a verdict: {answer}")),
        };
        let verdicts = answer.chars().map(verdict).collect::<Result<Vec<_>, _>>()?;
        if verdicts.len() != expected {
            return Err(format!("{} verdicts of {route} instead of {expected}", verdicts.len()));
        }
        Ok(verdicts)
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
        let input = self.input.as_mut().ok_or("the program has been stopped")?;
        let asked = writeln!(input, "{request}").and_then(|()| input.flush());
        let mut answer = String::new();
        if asked.is_err() || !self.output.read_line(&mut answer).is_ok_and(|n| n > 0) {
            return Err(self.last_words(request));
        }
        Ok(answer.trim_end_matches(['\n', '\r']).to_owned())
    }

    /// Why it ended: what it wrote, or what it was asked when it did.
    fn last_words(&mut self, request: &str) -> String {
        self.input = None;
        let text = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        let first = request.lines().next().unwrap_or_default();
        reason(&text).unwrap_or_else(|| format!("the program ended when it was asked: {first}"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The end of its input is the end of the program.
        self.input = None;
        let _ = self.child.wait();
    }
}

/// Reads to the end, so that a program that complains about every case does not wait for a reader, and keeps the
/// beginning.
fn first_words(mut errors: ChildStderr) -> String {
    let mut text = Vec::new();
    let _ = errors.by_ref().take(1 << 16).read_to_end(&mut text);
    let _ = copy(&mut errors, &mut sink());
    String::from_utf8_lossy(&text).into_owned()
}

/// The last processor that this process may use, if `taskset` can hold a program there.
pub(crate) fn processor() -> Option<usize> {
    let count = std::thread::available_parallelism().ok()?.get();
    let cpu = count - 1;
    let held = Command::new("taskset")
        .args(["-c", &cpu.to_string(), "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    held.is_ok_and(|status| status.success()).then_some(cpu)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A program that is a shell script, removed at the end.
    pub(crate) struct Script(PathBuf);

    impl Script {
        /// The script runs for each line that it reads, which is `$line`.
        pub(crate) fn answering(name: &str, body: &str) -> Script {
            let path = std::env::temp_dir().join(format!("chop-bench-{name}-{}.sh", std::process::id()));
            std::fs::write(&path, format!("while IFS= read -r line; do\n{body}\ndone\n")).expect("a file");
            Script(path)
        }

        /// A script that was just written may still count as open for writing, so the shell reads it.
        pub(crate) fn start(&self) -> Program {
            let child = Command::new("sh")
                .arg(&self.0)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("there is a shell");
            Program::talking_to(child).expect("three pipes")
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    #[test]
    fn a_program_that_ends_says_why() {
        let script = Script::answering("ends", "echo 'this processor has no level x' >&2; exit 2");
        assert_eq!(script.start().about(), Err("this processor has no level x".to_owned()));
        let script = Script::answering("silent", "exit 1");
        assert_eq!(script.start().level(), Err("the program ended when it was asked: level".to_owned()));
    }

    #[test]
    fn a_program_that_complains_at_length_is_heard_out() {
        // More than a pipe holds, before the answer.
        let script = Script::answering("complains", "head -c 300000 /dev/zero >&2; echo portable");
        assert_eq!(script.start().level(), Ok("portable".to_owned()));
    }
}
