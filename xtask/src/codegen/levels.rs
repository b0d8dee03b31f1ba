//! The optimisation levels: the assembly that the compiler makes of `chop-core` at each, and what is different.
//!
//! Numbers are of one level. At the others a kernel may move as many lanes and no more.

use crate::side_by_side::side_by_side;
use crate::{aliases, repository};
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

/// The level that releases have and that the numbers of the table are of.
pub(super) const COUNTED: &str = aliases::RELEASED;
/// Levels that users may take.
const LEVELS: [&str; 4] = [COUNTED, "1", "2", "s"];

/// The levels that the command line asks for, and whether those that are not counted may be made quickly: `[--quick] [--opt LEVEL]…`.
pub(super) fn wanted(arguments: &[String]) -> Result<(Vec<&'static str>, bool), String> {
    let (mut levels, mut quick) = (Vec::new(), false);
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == aliases::OPTION {
            quick = true;
            continue;
        }
        let level = arguments.next().filter(|_| argument == "--opt");
        match LEVELS.iter().find(|it| level.is_some_and(|level| level == *it)) {
            Some(level) => levels.push(*level),
            None => {
                return Err(format!(
                    "the only arguments are {} and --opt with one of {}",
                    aliases::OPTION,
                    LEVELS.join(", ")
                ));
            }
        }
    }
    Ok((if levels.is_empty() { LEVELS.into() } else { levels }, quick))
}

/// Makes the assembly of each level and gives their places.
pub(super) fn assembly(levels: &[&'static str], quick: bool) -> Vec<(&'static str, Result<PathBuf, String>)> {
    side_by_side(levels, |level| make(level, quick))
}

fn make(level: &str, quick: bool) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::at("target"), PathBuf::from);
    // A folder a level, or one build would wait for the other.
    let target = repository::root().join(target).join("codegen").join(level);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "rustc",
            "--quiet",
            "--release",
            "--package",
            "chop-core",
            "--features",
            "alloc,hazmat,secp256k1,sm2",
        ])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit", "asm", "-C", "codegen-units=1", "-C", "symbol-mangling-version=v0"])
        .args(["--cfg", "chop_codegen"])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        // Flags of the caller are left out: with the features everywhere there would be nothing to see.
        .env("RUSTFLAGS", aliases::flags(level, quick))
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .current_dir(repository::root())
        .status()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !status.success() {
        return Err("the build failed".into());
    }
    newest(&target.join("release/deps"))
}

/// The listing in `folder` that was written last.
fn newest(folder: &std::path::Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut listings: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let written = entry.metadata().and_then(|data| data.modified());
        if let (true, Ok(written)) = (name.starts_with("chop_core-") && name.ends_with(".s"), written) {
            listings.push((written, entry.path()));
        }
    }
    let newest = listings.into_iter().max();
    newest.map(|(_, path)| path).ok_or_else(|| format!("no assembly in {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_all_or_those_that_are_named() {
        let wanted = |words: &[&str]| wanted(&words.iter().map(|it| it.to_string()).collect::<Vec<_>>());
        assert_eq!(wanted(&[]), Ok((vec!["3", "1", "2", "s"], false)));
        assert_eq!(wanted(&["--opt", "s", "--opt", "1"]), Ok((vec!["s", "1"], false)));
        assert_eq!(wanted(&["--quick", "--opt", "s"]), Ok((vec!["s"], true)));
        for wrong in [&["--opt"] as &[_], &["--opt", "0"], &["3"], &["--opt", "3", "--opt"]] {
            assert!(wanted(wrong).is_err(), "{wrong:?}");
        }
    }
}
