//! The builds that can be measured, one row each, and how each becomes a program.
//!
//! A new rival is a subject in `subjects/` (or in the Go module `go`) and a row here.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library, built in one way.
#[derive(Debug)]
pub(crate) struct Build {
    /// What results refer to it by.
    pub(crate) id: &'static str,
    /// The property that distinguishes it from other builds of the same library; empty if there are none.
    pub(crate) variant: &'static str,
    /// What makes the program.
    pub(crate) how: How,
}

/// What makes a program of a build.
#[derive(Debug)]
pub(crate) enum How {
    /// The cargo package in this folder, with these RUSTFLAGS.
    Cargo { folder: &'static str, flags: &'static str },
    /// The same, and then this level of chop.
    Chop { level: &'static str },
    /// The program of the Go module, which has several implementations.
    Go { implementation: &'static str },
    /// The program that opens shared libraries. Where the user names no file, this one is tried.
    Library { kind: &'static str, file: Option<&'static str> },
}

/// The program of a build and what its environment says to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ready {
    pub(crate) program: PathBuf,
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// How cargo optimises programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As users build them.
    Release,
    /// As tests are built, in the folder of tests, with the caller's flags. Only what needs no flags of its own can be built so.
    Tests,
}

/// Shared libraries that the user named, by the kind of the row.
pub(crate) type Libraries = BTreeMap<String, PathBuf>;

const fn cargo(id: &'static str, variant: &'static str, folder: &'static str, flags: &'static str) -> Build {
    Build { id, variant, how: How::Cargo { folder, flags } }
}

const fn chop(id: &'static str, level: &'static str) -> Build {
    Build { id, variant: level, how: How::Chop { level } }
}

const fn go(id: &'static str, variant: &'static str, implementation: &'static str) -> Build {
    Build { id, variant, how: How::Go { implementation } }
}

const fn library(
    id: &'static str,
    variant: &'static str,
    kind: &'static str,
    file: Option<&'static str>,
) -> Build {
    Build { id, variant, how: How::Library { kind, file } }
}

const SERIAL: &str = "--cfg curve25519_dalek_backend=\"serial\"";
const AVX512: &str = "--cfg curve25519_dalek_backend=\"avx512\"";
const NATIVE: &str = "-C target-cpu=native";

/// Every build, in the order of the tables: ours, those for Ed25519 and X25519, those for SM2, and those
/// for secp256k1.
pub(crate) const BUILDS: &[Build] = &[
    chop("chop-portable", "portable"),
    chop("chop-adx", "adx"),
    chop("chop-fma", "fma"),
    chop("chop-ifma", "ifma"),
    cargo("dalek-auto", "auto", "subjects/dalek", ""),
    cargo("dalek-serial", "serial", "subjects/dalek", SERIAL),
    cargo("dalek-avx512", "AVX-512", "subjects/dalek", AVX512),
    cargo("dalek-native", "native", "subjects/dalek", NATIVE),
    cargo("zebra-auto", "auto", "subjects/zebra", ""),
    cargo("zebra-native", "native", "subjects/zebra", NATIVE),
    cargo("consensus", "", "subjects/consensus", ""),
    cargo("commonware", "", "subjects/commonware", ""),
    cargo("ring", "", "subjects/native/ring", ""),
    cargo("aws-lc", "", "subjects/native/aws-lc", ""),
    cargo("graviola", "", "subjects/native/graviola", ""),
    cargo("libsodium-new", "new", "subjects/native/sodium", ""),
    library("libsodium", "system", "sodium", Some("libsodium.so.23")),
    cargo("openssl-new", "new", "subjects/native/openssl", ""),
    library("openssl", "system", "openssl", Some("libcrypto.so.3")),
    library("crypto_mb", "", "crypto_mb", None),
    go("go", "", "stdlib"),
    go("voi", "default", "voi-default"),
    go("voi-zip215", "ZIP-215", "voi-zip215"),
    go("voi-stdlib", "stdlib", "voi-stdlib"),
    go("voi-fips", "FIPS 186-5", "voi-fips"),
    go("circl", "", "circl"),
    go("go-consensus", "", "consensus"),
    library("firedancer", "", "firedancer", None),
    cargo("efficient-sm2", "", "subjects/efficient-sm2", ""),
    cargo("sm2", "", "subjects/sm2", ""),
    cargo("libsm", "", "subjects/libsm", ""),
    go("gmsm", "", "gmsm"),
    library("tongsuo", "", "tongsuo", None),
    library("gmssl", "", "gmssl", None),
    cargo("secp256k1", "", "subjects/native/secp256k1", ""),
    cargo("k256", "", "subjects/k256", ""),
];

impl Build {
    /// The row with this id.
    pub(crate) fn of(id: &str) -> Option<&'static Build> {
        BUILDS.iter().find(|build| build.id == id)
    }

    /// Whether it is chop.
    pub(crate) fn is_ours(&self) -> bool {
        matches!(self.how, How::Chop { .. })
    }

    /// Whether the user means it by `name`: its id, or the first words of it.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }

    /// What it is built with beyond defaults.
    pub(crate) fn flags(&self) -> &'static str {
        match self.how {
            How::Cargo { flags, .. } => flags,
            _ => "",
        }
    }

    /// Builds it.
    ///
    /// # Errors
    /// The reason why there is no such program here, in one line.
    pub(crate) fn make(&self, libraries: &Libraries, profile: Profile) -> Result<Ready, String> {
        let ready = |program, environment| Ready { program, environment };
        match self.how {
            How::Cargo { folder, flags: "" } if profile == Profile::Tests => {
                Ok(ready(build_for_tests(folder)?, Vec::new()))
            }
            How::Cargo { folder, flags } => Ok(ready(build_package(self.id, folder, flags)?, Vec::new())),
            How::Chop { level } => {
                let program = match profile {
                    Profile::Release => build_package(self.id, "subjects/chop", "")?,
                    Profile::Tests => build_for_tests("subjects/chop")?,
                };
                Ok(ready(program, vec![("CHOP_LEVEL", level.to_owned())]))
            }
            How::Go { implementation } => {
                Ok(ready(build_go()?, vec![("SUBJECT", implementation.to_owned())]))
            }
            How::Library { kind, file } => {
                let given = libraries.get(kind).map(|path| path.display().to_string());
                let file = given.or(file.map(str::to_owned));
                let file = file.ok_or_else(|| format!("no library was given: --library {kind}=PATH"))?;
                let program = build_package(self.id, "subjects/native/library", "")?;
                Ok(ready(program, vec![("SUBJECT", kind.to_owned()), ("LIBRARY", file)]))
            }
        }
    }
}

/// Builds the package in `folder`, stock but for `flags`. Builds with flags have a target folder of their
/// own, so that they do not rebuild each other.
fn build_package(id: &str, folder: &str, flags: &str) -> Result<PathBuf, String> {
    let target = target()?.join("subjects").join(if flags.is_empty() { "stock" } else { id });
    let mut command = cargo_build(folder)?;
    command.arg("--release").env("RUSTFLAGS", flags).env_remove("CARGO_ENCODED_RUSTFLAGS");
    succeed(command.env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("release").join(program_of(folder)))
}

/// Builds the package in `folder` from what the tests of this workspace have built already.
fn build_for_tests(folder: &str) -> Result<PathBuf, String> {
    let target = target()?;
    succeed(cargo_build(folder)?.env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join("debug").join(program_of(folder)))
}

fn cargo_build(folder: &str) -> Result<Command, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--quiet", "--locked", "--manifest-path"]);
    command.arg(root()?.join(folder).join("Cargo.toml"));
    Ok(command)
}

/// What the package in `folder` calls its program.
fn program_of(folder: &str) -> String {
    let name = folder.rsplit('/').next().unwrap_or(folder);
    format!("chop-bench-subject-{name}{}", std::env::consts::EXE_SUFFIX)
}

fn build_go() -> Result<PathBuf, String> {
    let program = target()?.join("subjects").join(format!("go{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new("go");
    command.args(["build", "-o"]).arg(&program).arg(".").current_dir(root()?.join("go"));
    succeed(&mut command)?;
    Ok(program)
}

/// Runs a command that builds something; if it fails, the line that says why.
fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(reason(&String::from_utf8_lossy(&output.stderr))
        .unwrap_or_else(|| format!("{name}: {}", output.status)))
}

/// The first line that says what is wrong, of what a program wrote before it failed.
pub(crate) fn reason(text: &str) -> Option<String> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let told = lines().find(|line| line.starts_with("error"));
    let first = || lines().find(|line| !line.starts_with("go: downloading") && !line.starts_with('#'));
    told.or_else(first).map(str::to_owned)
}

/// The folder of this package, as cargo tells the program that it runs.
pub(crate) fn root() -> Result<PathBuf, String> {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .ok_or_else(|| "start this program with `cargo run`".to_owned())
}

/// The folder that builds go to.
pub(crate) fn target() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().map(|root| root.join("target")), |path| Ok(path.into()))?;
    // Commands run in other folders.
    Ok(std::env::current_dir().map_or(target.clone(), |here: PathBuf| here.join(Path::new(&target))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_the_same_library_has_different_variants() {
        let ids: BTreeSet<&str> = BUILDS.iter().map(|build| build.id).collect();
        assert_eq!(ids.len(), BUILDS.len());
        let is_id =
            |id: &str| id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b));
        assert!(ids.iter().all(|id| is_id(id)), "{ids:?}");
    }

    #[test]
    fn every_package_is_there_and_has_the_name_of_its_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for build in BUILDS {
            let folder = match build.how {
                How::Cargo { folder, .. } => folder,
                How::Chop { .. } => "subjects/chop",
                How::Library { .. } => "subjects/native/library",
                How::Go { .. } => {
                    assert!(root.join("go/go.sum").exists());
                    continue;
                }
            };
            let manifest = std::fs::read_to_string(root.join(folder).join("Cargo.toml"));
            let manifest = manifest.unwrap_or_else(|error| panic!("{}: {folder}: {error}", build.id));
            let name = program_of(folder);
            let name = name.trim_end_matches(std::env::consts::EXE_SUFFIX);
            assert!(manifest.contains(&format!("name = \"{name}\"")), "{}: {folder}", build.id);
        }
    }

    #[test]
    fn the_names_of_rivals_choose_their_builds() {
        let named = |name: &str| BUILDS.iter().filter(|build| build.is_named(name)).count();
        assert_eq!((named("chop"), named("chop-ifma"), named("dalek")), (4, 1, 4));
        assert_eq!((named("cho"), named("")), (0, 0));
    }

    #[test]
    fn the_reason_of_a_failure_is_one_line() {
        let cargo = "warning: x\nerror: failed to get `a`\n\nCaused by:\n  b\n";
        assert_eq!(reason(cargo).as_deref(), Some("error: failed to get `a`"));
        let go = "go: downloading x v1\n# chop\ngo: x@v1: dial tcp: no such host\n";
        assert_eq!(reason(go).as_deref(), Some("go: x@v1: dial tcp: no such host"));
        assert_eq!(reason("\n"), None);
    }

    #[test]
    fn what_cannot_be_built_has_a_reason() {
        let row = library("x", "", "x", None);
        assert_eq!(
            row.make(&Libraries::new(), Profile::Release),
            Err("no library was given: --library x=PATH".to_owned())
        );
        let mut command = Command::new("sh");
        command.args(["-c", "echo working; echo 'error: no compiler' >&2; exit 1"]);
        assert_eq!(succeed(&mut command), Err("error: no compiler".to_owned()));
    }
}
