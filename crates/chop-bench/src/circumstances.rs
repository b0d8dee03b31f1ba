//! Processor, compiler, commit and load: without them a number means nothing.

use crate::Options;
use crate::builds::root;
use chop_bench::operation::Rival;
use std::process::Command;

/// Prints what a table of `compare` and `count` is headed by.
pub(crate) fn print_circumstances(options: &Options) -> Result<(), String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": unknown");
    println!("processor  {}", model.trim_start_matches(['\t', ' ', ':']));
    println!("compiler   {}", first_line(Command::new("rustc").arg("--version")));
    println!("commit     {}", commit()?.unwrap_or_default());
    match options.rival {
        Rival::Dalek => println!("rival      ed25519-dalek, x25519-dalek 3, backend {}", options.backend),
        rival => println!("rival      {}", rival.name()),
    }
    Ok(())
}

/// The commit, and whether the library has changes beyond it.
pub(crate) fn commit() -> Result<Option<String>, String> {
    let root = root()?;
    let git = |arguments: &[&str]| first_line(Command::new("git").arg("-C").arg(&root).args(arguments));
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    let changed = !git(&["status", "--porcelain", "--", "../chop", "../chop-core"]).is_empty();
    let commit = if changed { format!("{commit} and changes to it") } else { commit };
    Ok(Some(commit).filter(|commit| !commit.is_empty()))
}

/// The first line that a command prints; `None` if it does not start.
pub(crate) fn first_line(command: &mut Command) -> String {
    let output = command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    output.unwrap_or_default().lines().next().unwrap_or_default().to_owned()
}

/// The system's load averages.
pub(crate) fn load() -> String {
    std::fs::read_to_string("/proc/loadavg").map_or_else(
        |_| "unknown".to_owned(),
        |text| text.split_whitespace().take(3).collect::<Vec<_>>().join(" "),
    )
}
