//! The optimisation levels: the assembly that the compiler makes of `chop-core` at each, and what is different.
//!
//! Numbers are of one level. At the others a kernel may move as many lanes, and those that a table says, each with a reason:
//! a person has looked at them.

use crate::repository;
use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

/// The level that releases have and that the numbers of the table are of.
pub(super) const COUNTED: &str = "3";
/// Levels that users may take.
const LEVELS: [&str; 4] = [COUNTED, "1", "2", "s"];

/// Moves that a kernel has more at another level than at 3, and what they are.
const FURTHER: &[(&str, &str, usize, &str)] = &[
    (
        "1",
        "edwards_many::mul_many::Many",
        4,
        "where places of results begin, which a function of its own finds out",
    ),
    (
        "2",
        "x25519::public_key::One",
        1,
        "a word of the scalar, in a place where another array of vectors was",
    ),
    ("2", "sm2_group::mul_base::Run", 1, "the same"),
    ("2", "sm2_point::mul_base::One", 1, "the same"),
    ("s", "ed25519_sign::mul_base_encoded::One", 2, "the words of the result, by a loop"),
    ("s", "edwards::mul_base::Run", 2, "the same"),
    ("s", "x25519::exchange::One", 1, "a word of the result, which is an operand of a store else"),
    ("s", "edwards::mul_montgomery::Run", 1, "the same"),
    ("s", "edwards::mul::Run", 3, "words of the scalar, copied by loops, and of the result"),
    ("s", "sm2_sign::sign_many::Many", 2, "words of r and s, by loops"),
];

/// The levels that the command line asks for: `[--opt LEVEL]…`.
pub(super) fn wanted(arguments: &[String]) -> Result<Vec<&'static str>, String> {
    let mut levels = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let level = arguments.next().filter(|_| argument == "--opt");
        match LEVELS.iter().find(|it| level.is_some_and(|level| level == *it)) {
            Some(level) => levels.push(*level),
            None => return Err(format!("the only arguments are --opt and one of {}", LEVELS.join(", "))),
        }
    }
    Ok(if levels.is_empty() { LEVELS.into() } else { levels })
}

/// Makes the assembly of each level and gives their places. All at a time: each is the compiler on one core.
pub(super) fn assembly(levels: &[&'static str]) -> Vec<(&'static str, Result<PathBuf, String>)> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = levels.iter().map(|level| (*level, scope.spawn(|| make(level)))).collect();
        threads.into_iter().map(|(level, thread)| (level, thread.join().expect("no panic"))).collect()
    })
}

/// How many lanes a kernel may move besides.
pub(super) fn further(level: &str, name: &str) -> usize {
    let found = FURTHER.iter().find(|(at, kernel, ..)| *at == level && *kernel == name);
    found.map_or(0, |(_, _, moves, _)| *moves)
}

fn make(level: &str) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::at("target"), PathBuf::from);
    // A folder a level, or one build would wait for the other.
    let target = repository::root().join(target).join("codegen").join(level);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["rustc", "--quiet", "--release", "--package", "chop-core", "--features", "alloc"])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "--emit", "asm", "-C", "codegen-units=1", "-C", "symbol-mangling-version=v0"])
        .args(["--cfg", "chop_codegen"])
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level)
        // Flags of the caller are left out: with the features everywhere there would be nothing to see.
        .env("RUSTFLAGS", "")
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
    fn further_moves_are_those_of_kernels_with_secrets_at_other_levels() {
        for (level, name, moves, _) in FURTHER {
            let kernel = super::super::listed(name).expect("a kernel that is listed");
            assert!(kernel.secret.is_some() && *moves > 0, "{name}");
            assert!(LEVELS.contains(level) && *level != COUNTED, "{name}");
        }
    }

    #[test]
    fn levels_are_all_or_those_that_are_named() {
        let wanted = |words: &[&str]| wanted(&words.iter().map(|it| it.to_string()).collect::<Vec<_>>());
        assert_eq!(wanted(&[]), Ok(vec!["3", "1", "2", "s"]));
        assert_eq!(wanted(&["--opt", "s", "--opt", "1"]), Ok(vec!["s", "1"]));
        for wrong in [&["--opt"] as &[_], &["--opt", "0"], &["3"], &["--opt", "3", "--opt"]] {
            assert!(wanted(wrong).is_err(), "{wrong:?}");
        }
    }
}
