//! Passphrases: from a file, or asked for on the terminal. Never from an argument, which every user of
//! the machine could read.

use crate::{files, output};
use anyhow::{Context, bail};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// A passphrase; wiped when dropped.
pub(crate) type Passphrase = Zeroizing<Vec<u8>>;

/// Where the passphrase of an encrypted key comes from.
#[derive(clap::Args, Debug)]
pub(crate) struct Source {
    /// Read the passphrase of an encrypted private key from the first line of FILE instead of asking
    #[arg(long, value_name = "FILE")]
    pub(crate) passphrase_file: Option<PathBuf>,
}

impl Source {
    /// The passphrase for an existing key.
    ///
    /// # Errors
    /// If the file cannot be read, or there is neither a file nor a terminal.
    pub(crate) fn ask(&self, key: &str) -> anyhow::Result<Passphrase> {
        match &self.passphrase_file {
            Some(path) => from_file(path),
            None => prompt(&format!("Passphrase of {key}: ")).with_context(|| {
                format!("{key} is encrypted and its passphrase cannot be asked for: use --passphrase-file")
            }),
        }
    }
}

/// The passphrase for a new key: asked for twice.
///
/// # Errors
/// If there is no terminal, the two differ, or it is empty.
pub(crate) fn choose() -> anyhow::Result<Passphrase> {
    let first = prompt("New passphrase: ")
        .context("there is no terminal to ask for a passphrase: use a passphrase file")?;
    if first.is_empty() {
        bail!("the passphrase is empty");
    }
    let second = prompt("The same again: ")?;
    if *first != *second {
        bail!("the two passphrases differ");
    }
    Ok(first)
}

/// The first line of a file.
///
/// # Errors
/// If it cannot be read or is empty.
pub(crate) fn from_file(path: &Path) -> anyhow::Result<Passphrase> {
    let content = files::read_small(path)?;
    let line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.is_empty() {
        bail!("the first line of {} is empty: no passphrase", output::name(path));
    }
    Ok(Zeroizing::new(line.to_vec()))
}

fn prompt(text: &str) -> anyhow::Result<Passphrase> {
    Ok(Zeroizing::new(rpassword::prompt_password(text)?.into_bytes()))
}
