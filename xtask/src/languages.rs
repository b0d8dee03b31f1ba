//! `test` and `wheel`: the tests of every language whose tools are here, and the Python package as a wheel.
//!
//! What is missing is named on a line that begins with `skipped:`, and fails nothing: an interpreter that is not installed, a package
//! that cannot be fetched.

use crate::{Outcome, repository};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How the tests of a language run.
type Tests = fn() -> Outcome;
/// The languages with tests, in the order in which they run.
const LANGUAGES: &[(&str, Tests)] = &[("rust", rust), ("python", python)];

/// Interpreters that may be Python 3.11 or newer, the usual one first.
const INTERPRETERS: &[&str] = &["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11"];
/// What the tests of the package cannot do without.
const NEEDED: &[&str] = &["maturin>=1.16,<2", "pytest"];
/// Links a wheel that runs on Linux from 2014 on, where the linker that is here makes one for systems as new as its own.
const LINKER: &str = "ziglang";
/// What some of the tests use, and name when it is missing.
const USED: &[&str] = &[
    "numpy",
    "pyarrow",
    "polars",
    "pandas",
    "nanoarrow",
    "arro3-core",
    "mypy",
    "cryptography",
    "cryptography-vectors",
    "pynacl",
    "gmssl",
    "duckdb",
    "chdb",
    "dask[dataframe]",
    "datafusion",
    "pyspark[sql]",
    "ray[data]",
];

/// `test [language]…`.
pub(crate) fn test(arguments: &[String]) -> Outcome {
    let unknown = arguments.iter().find(|name| LANGUAGES.iter().all(|(known, _)| known != name));
    if let Some(name) = unknown {
        let known: Vec<&str> = LANGUAGES.iter().map(|(name, _)| *name).collect();
        return Err(format!("no language `{name}`: {}", known.join(", ")));
    }
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|wanted| wanted == name);
    let mut outcomes = Vec::new();
    for (name, run) in LANGUAGES.iter().filter(|(name, _)| wanted(name)) {
        outcomes.push(run().map_err(|report| format!("{name}: {report}"))?);
    }
    Ok(outcomes.join("; "))
}

/// `wheel [folder]`: the Python package, built for release; by default into `wheels` of the target folder.
pub(crate) fn wheel(arguments: &[String]) -> Outcome {
    let folder = match arguments {
        [] => target().join("wheels"),
        [folder] => std::path::absolute(folder).map_err(|error| error.to_string())?,
        _ => return Err("the only argument is a folder".into()),
    };
    let Some(environment) = Environment::make()? else {
        return Ok("no wheel was built".into());
    };
    let wheel = environment.build(&folder)?;
    let bytes = std::fs::metadata(&wheel).map_err(|error| error.to_string())?.len();
    environment.try_out(&wheel)?;
    Ok(format!("{} ({:.1} MB)", wheel.display(), bytes as f64 / 1e6))
}

/// Where this repository builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository::at("target"), PathBuf::from)
}

/// Runs a command in the root of the repository.
fn run(command: &mut Command) -> Result<(), String> {
    let status = command.current_dir(repository::root()).status();
    let status = status.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} failed: {status}", command.get_program().display()))
    }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn rust() -> Outcome {
    run(cargo().args(["test", "--workspace", "--all-features"]))?;
    Ok("the workspace".into())
}

fn python() -> Outcome {
    let Some(environment) = Environment::make()? else {
        return Ok("python skipped".into());
    };
    environment.add_what_tests_use();
    // What is tested is what users get.
    let wheel = environment.build(&target().join("wheels-for-tests"))?;
    // The same version as before, of other code.
    let install = ["--quiet", "--force-reinstall", "--no-deps"];
    run(environment.pip().args(install).arg(&wheel))?;
    let mut tests = environment.python();
    tests
        .args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider"])
        .arg(repository::at("bindings/python/tests"))
        .env("CHOP_PROGRAM", program()?);
    match wycheproof() {
        Some(folder) => tests.env("CHOP_WYCHEPROOF", folder),
        None => {
            println!("skipped: Wycheproof's vectors through Python: cargo does not say where they are");
            &mut tests
        }
    };
    run(&mut tests)?;
    Ok("the Python package".into())
}

/// The program `chop` for tests that run it: `CHOP_PROGRAM`, or else one that is built for them. The folder is that of the package, so that
/// no other build holds it up.
fn program() -> Result<PathBuf, String> {
    if let Some(program) = std::env::var_os("CHOP_PROGRAM") {
        return std::path::absolute(program).map_err(|error| format!("CHOP_PROGRAM: {error}"));
    }
    let folder = target().join("python-build");
    run(cargo()
        .args(["build", "--quiet", "--locked", "--package", "chop-cli"])
        .env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join("debug").join(format!("chop{}", std::env::consts::EXE_SUFFIX)))
}

/// A virtual environment of Python for the tests, below the target folder.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// Makes it, or takes the one that is there; `None`, with the reason printed, if something that is needed is missing.
    fn make() -> Result<Option<Environment>, String> {
        let environment = Environment { folder: target().join("python") };
        if !succeeds(environment.python().args(["-c", "import maturin, pytest"])) {
            let Some(interpreter) = INTERPRETERS.iter().find(|name| is_new_enough(name)) else {
                println!("skipped: Python: no interpreter 3.11 or newer is here");
                return Ok(None);
            };
            let made =
                Command::new(interpreter).args(["-m", "venv", "--clear"]).arg(&environment.folder).status();
            if !made.is_ok_and(|status| status.success()) {
                println!("skipped: Python: its module venv makes no environment");
                return Ok(None);
            }
            if !succeeds(environment.pip().arg("--quiet").args(NEEDED)) {
                println!("skipped: Python: {} cannot be fetched", NEEDED.join(" and "));
                return Ok(None);
            }
        }
        Ok(Some(environment))
    }

    /// The folder of its programs.
    fn programs(&self) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    fn python(&self) -> Command {
        let mut command = Command::new(self.programs().join("python"));
        command.env("VIRTUAL_ENV", &self.folder);
        let others = std::env::var_os("PATH").unwrap_or_default();
        let places = std::iter::once(self.programs()).chain(std::env::split_paths(&others));
        if let Ok(path) = std::env::join_paths(places) {
            command.env("PATH", path);
        }
        command
    }

    /// `pip install`, without questions.
    fn pip(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-input"]);
        command
    }

    /// Fetches what tests use, all together or, if something is missing, one by one.
    fn add_what_tests_use(&self) {
        if succeeds(self.pip().arg("--quiet").args(USED)) {
            return;
        }
        for package in USED {
            if !succeeds(self.pip().args(["--quiet", package])) {
                println!("skipped: tests that use {package}: it cannot be fetched");
            }
        }
    }

    /// The arguments of maturin for a wheel that is given to others.
    fn for_others(&self) -> Vec<&'static str> {
        let release = ["--profile", "release"];
        if !cfg!(target_os = "linux") {
            return release.to_vec();
        }
        if !succeeds(self.pip().args(["--quiet", LINKER])) {
            println!("skipped: a wheel for older systems: {LINKER} cannot be fetched");
            return release.to_vec();
        }
        [release.as_slice(), &["--zig", "--compatibility", "manylinux2014"]].concat()
    }

    /// Imports the package from a wheel alone.
    fn try_out(&self, wheel: &Path) -> Result<(), String> {
        let folder = target().join("wheel-alone");
        let _ = std::fs::remove_dir_all(&folder);
        run(self.pip().args(["--quiet", "--no-deps", "--target"]).arg(&folder).arg(wheel))?;
        let program = "from chop import ed25519, level; key = ed25519.SigningKey.generate(); \
                       key.public_key.verify(key.sign(b'hello'), b'hello'); print('the wheel computes with', level())";
        run(self.python().args(["-c", program]).env("PYTHONPATH", &folder))
    }

    /// The wheel of the package.
    fn build(&self, folder: &Path) -> Result<PathBuf, String> {
        // Only the new one shall be found there.
        for old in wheels(folder) {
            std::fs::remove_file(&old).map_err(|error| format!("{}: {error}", old.display()))?;
        }
        let mut maturin = self.python();
        maturin
            .args(["-m", "maturin", "build", "--locked", "--quiet", "--out"])
            .arg(folder)
            .args(self.for_others());
        maturin.arg("--manifest-path").arg(repository::at("bindings/python/Cargo.toml"));
        maturin.env("CARGO_TARGET_DIR", target().join("python-build"));
        run(&mut maturin)?;
        wheels(folder).pop().ok_or("maturin made no wheel".into())
    }
}

/// The wheels of the package in a folder.
fn wheels(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("chopsig-") && path.extension() == Some(OsStr::new("whl"))
    };
    files.filter(is_ours).collect()
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

fn is_new_enough(interpreter: &str) -> bool {
    succeeds(Command::new(interpreter).args(["-c", "import sys, venv; sys.exit(sys.version_info < (3, 11))"]))
}

/// The folder of Wycheproof's vectors, which a crate brings that the tests of the library use.
fn wycheproof() -> Option<PathBuf> {
    let output =
        cargo().args(["metadata", "--format-version", "1"]).current_dir(repository::root()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let manifest = text.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let manifest = manifest.map(PathBuf::from).find(|path| {
        path.parent()
            .and_then(Path::file_name)
            .is_some_and(|name| name.to_string_lossy().starts_with("wycheproof-"))
    })?;
    Some(manifest.parent()?.join("src").join("data")).filter(|folder| folder.is_dir())
}
