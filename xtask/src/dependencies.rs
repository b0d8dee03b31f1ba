//! `check-layers`, second half: the crates depend on each other along the arrows only, and the library
//! depends on nobody else's implementation of what it implements.

use crate::{Outcome, outcome, repository};
use std::process::Command;

/// What each crate may depend on at most among those in the second list; tests may use what they like.
const CRATES: &[(&str, Rule)] = &[
    ("crates/chop-core", Rule::Nothing),
    ("crates/chop", Rule::NothingOf(&["chop-cli", "chop-ref", "chop-vectors", "chop-ffi", "xtask"])),
    ("crates/chop-ref", Rule::NothingOf(&["chop", "chop-core", "chop-cli"])),
    ("crates/chop-vectors", Rule::NothingOf(&["chop", "chop-core", "chop-cli", "chop-ref"])),
    (
        "crates/chop-report",
        Rule::NothingOf(&["chop", "chop-core", "chop-cli", "chop-ref", "chop-vectors", "xtask"]),
    ),
    ("crates/chop-cli", Rule::NothingOf(&["chop-core", "chop-ref", "chop-vectors"])),
    ("crates/chop-ffi", Rule::NothingOf(&["chop-core", "chop-ref", "chop-vectors"])),
    // It names `chop` for one page of documentation; a test of `generate` sees to that.
    ("xtask", Rule::NothingOf(&["chop-core"])),
];

/// The libraries whose whole dependency tree is searched, with all features on all targets.
const LIBRARIES: &[&str] = &["chop-core", "chop"];
/// Other implementations of signatures and curves, by a part of the name: never below the library. (The
/// crate `ed25519` is none: it has the type that signatures of all implementations share.)
const RIVALS: &[&str] = &[
    "ed25519-",
    "x25519",
    "curve25519",
    "aws-lc",
    "boring",
    "blst",
    "dalek",
    "fiat-crypto",
    "graviola",
    "gmssl",
    "libcrux",
    "libsm",
    "openssl",
    "orion",
    "sodium",
    "zebra",
];
/// The same, for names too short to be searched as a part.
const RIVALS_EXACT: &[&str] = &["ring", "sm2", "p256", "k256", "smcrypto", "chop-ref", "chop-vectors"];

enum Rule {
    Nothing,
    NothingOf(&'static [&'static str]),
}

/// Reads the manifests and the dependency tree.
pub(crate) fn check() -> Outcome {
    let (mut crates, mut violations) = (0, Vec::new());
    for (folder, rule) in CRATES {
        let manifest = format!("{folder}/Cargo.toml");
        if repository::at(&manifest).exists() {
            crates += 1;
            violations.extend(violations_in(&manifest, &repository::read(&manifest)?, rule));
        }
    }
    for library in LIBRARIES {
        violations.extend(rivals_in(library, &tree(library)?));
    }
    outcome(violations, format!("{crates} crates' dependencies"))
}

fn violations_in(path: &str, manifest: &str, rule: &Rule) -> Vec<String> {
    dependencies(manifest)
        .into_iter()
        .filter(|(_, name)| match rule {
            Rule::Nothing => true,
            Rule::NothingOf(list) => list.contains(&name.as_str()),
        })
        .map(|(line, name)| format!("{path}:{line}: may not depend on `{name}` (dev-dependencies are free)"))
        .collect()
}

/// The dependencies of a manifest that are not for tests only, with their lines.
///
/// Reads the part of TOML that manifests are written in: a table header a line, a key a line.
fn dependencies(manifest: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (i, line) in manifest.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or_default();
            // `dependencies`, `target.'…'.dependencies`, and either with `.name`; so for build-dependencies.
            let parts: Vec<&str> = header.rsplitn(2, "dependencies").collect();
            let wanted = parts.len() == 2 && !parts[1].ends_with("dev-") && parts[1] != "workspace.";
            inside = wanted && parts[0].is_empty();
            if let Some(name) = parts[0].strip_prefix('.').filter(|_| wanted) {
                found.push((i + 1, unquoted(name)));
            }
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            let key = line.split('=').next().unwrap_or_default().trim();
            // `name = …`, `name.workspace = true`; a renamed package shows its own name.
            let package = line.split("package = \"").nth(1).and_then(|rest| rest.split('"').next());
            found.push((i + 1, unquoted(package.unwrap_or(key.split('.').next().unwrap_or(key)))));
        }
    }
    found
}

fn unquoted(name: &str) -> String {
    name.trim_matches(['"', '\'']).into()
}

/// All packages that `library` is built from, one a line.
fn tree(library: &str) -> Result<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--package", library, "--edges", "normal,build", "--prefix", "none"])
        .args(["--all-features", "--target", "all", "--format", "{p}"])
        .current_dir(repository::root())
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo tree --package {library}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn rivals_in(library: &str, tree: &str) -> Vec<String> {
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .filter(|name| RIVALS_EXACT.contains(name) || RIVALS.iter().any(|rival| name.contains(rival)))
        .map(|name| format!("{library} is built from `{name}`, which is for tests and benches only"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"
[package]
name = "a"
[features]
x = ["dep:b"]
[dependencies]
b = "1"
c.workspace = true # comment
# d = "1"
e = { package = "f", version = "1" }
[dev-dependencies]
g = "1"
[target.'cfg(unix)'.dependencies]
h = "1"
[target.'cfg(unix)'.dev-dependencies]
i = "1"
[build-dependencies.j]
version = "1"
[dev-dependencies.k]
version = "1"
[lints]
workspace = true
"#;

    #[test]
    fn dependencies_are_all_but_those_for_tests() {
        let names: Vec<String> = dependencies(MANIFEST).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["b", "c", "f", "h", "j"]);
    }

    #[test]
    fn forbidden_dependencies_are_found() {
        assert_eq!(violations_in("Cargo.toml", MANIFEST, &Rule::Nothing).len(), 5);
        assert_eq!(
            violations_in("Cargo.toml", MANIFEST, &Rule::NothingOf(&["c", "g"])),
            ["Cargo.toml:8: may not depend on `c` (dev-dependencies are free)"]
        );
    }

    #[test]
    fn rivals_are_found_below_the_library() {
        let tree = "chop v0.1.0 (path)\nsha2 v0.11.0\ned25519-dalek v2.0.0\nring v0.17.0\nstring v1.0.0\n";
        assert_eq!(rivals_in("chop", tree).len(), 2);
    }
}
