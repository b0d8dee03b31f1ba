//! The files of the repository.

use crate::syntax::Source;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the repository: the folder above this crate.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
}

/// The place of `path`, which is relative to the root and has forward slashes.
pub(crate) fn at(path: &str) -> PathBuf {
    root().join(path)
}

/// The text of a file.
pub(crate) fn read(path: &str) -> Result<String, String> {
    fs::read_to_string(at(path)).map_err(|error| format!("{path}: {error}"))
}

/// All files that git tracks or would track, sorted. Those deleted but not yet committed are left out.
pub(crate) fn files() -> Result<Vec<String>, String> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("git does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let list = String::from_utf8(output.stdout).map_err(|_| "a file name is not UTF-8".to_string())?;
    let mut files: Vec<String> =
        list.split('\0').filter(|path| !path.is_empty() && at(path).is_file()).map(String::from).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

/// The Rust files below each of `folders`, parsed. A file below no folder that exists is no error: a crate
/// may not have been written yet.
pub(crate) fn sources(folders: &[&str]) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for path in files()? {
        let wanted =
            folders.iter().any(|folder| folder.is_empty() || path.starts_with(&format!("{folder}/")));
        if wanted && path.ends_with(".rs") {
            sources.push(Source::parse(&path, &read(&path)?));
        }
    }
    Ok(sources)
}
