//! Explains one row of a table as a file is explained: key, message and signature are those of the row.

use super::{Args, Subject, expect_options_of, report, secp256k1_row};
use crate::algorithm::Algorithm;
use crate::commands::verify::SM2_EQUATION;
use crate::commands::verify_table::{RuleArgs, format, rules};
use crate::exit::Outcome;
use crate::scheme::{Asked, Verifier};
use crate::table::args::TableArgs;
use crate::table::layout::Layout;
use crate::table::pipeline::Job;
use crate::table::reasons;
use crate::table::secp256k1::EcdsaRow;
use crate::table::single::{self, Content, Fields};
use crate::{files, keys, output};
use anyhow::{Context, anyhow, bail};
use chop::encoding::PublicKey;
use chop::{bip340, ed25519, ed25519_blake2b, ed25519_blake3, sm2};
use serde_json::json;
use std::path::PathBuf;

/// Arguments that name a row of a table.
#[derive(clap::Args, Debug)]
pub(crate) struct RowArgs {
    /// Explain the row of a table instead of a file: TABLE is its name, N the line that the summary of `chop
    /// verify-table` prints, of Parquet, Arrow and JSON arrays the number of the row from 1. Give the options of that run, too
    #[arg(long, value_name = "TABLE:N", allow_hyphen_values = true, conflicts_with_all = ["document", "signature", "context", "context_hex"])]
    pub(super) row: Option<String>,
    #[command(flatten)]
    table: TableArgs,
}

impl RowArgs {
    /// How the table is read.
    pub(super) fn table(&self) -> &TableArgs {
        &self.table
    }

    /// Refuses options of tables where no row is explained.
    ///
    /// # Errors
    /// If there is one.
    pub(super) fn expect_none(&self) -> anyhow::Result<()> {
        match self.table.given() {
            Some(option) => bail!("{option} is for the rows of tables: use --row TABLE:N"),
            None => Ok(()),
        }
    }
}

/// Judges and explains a row.
///
/// # Errors
/// If there is no such row; as the system says.
pub(super) fn run(args: &Args, row: &str) -> anyhow::Result<Outcome> {
    let (table, line) = place(row)?;
    files::one_stdin([table.as_path()].into_iter().chain(args.key.as_deref()))?;
    let key = args.key.as_ref().map(|path| keys::read_verifying(path, args.scheme.asked())).transpose()?;
    let of_key = key.as_ref().map(|key| Algorithm::of_library(key.algorithm())).transpose()?;
    let of_table = &args.row.table;
    let layout = Layout::new(&of_table.columns, &of_table.encoding, &[])?;
    let what = RuleArgs {
        algorithm: args.scheme.algorithm,
        table: of_table,
        reading: &args.reading,
        policy: &args.policy,
        id: &args.scheme.id,
        hash: args.scheme.hash.hash,
    };
    let job = Job {
        tables: vec![(table.clone(), format(&table, of_table)?)],
        stream: false,
        keeps_columns: false,
        rules: rules(&what, layout, of_key)?,
        key: None,
        policy: args.policy.rule(),
        judged: 0,
        reasons: reasons::Asked { rows: 0, accepted_by: false },
        threads: 1,
        consumed: Default::default(),
    };
    let name = format!("{}:{line}", output::name(&table));
    let fields = match single::find(&job, line)? {
        Ok(fields) => fields,
        Err(error) => {
            let error = output::one_line(&error);
            return say(args, &name, Some(&format!("malformed: {error}")));
        }
    };
    explain(args, &name, key, &fields, &job)
}

/// The table and the line in `TABLE:N`.
fn place(row: &str) -> anyhow::Result<(PathBuf, u64)> {
    let place =
        row.rsplit_once(':').and_then(|(table, line)| Some((PathBuf::from(table), line.parse().ok()?)));
    match place {
        Some((table, line)) if line > 0 && !table.as_os_str().is_empty() => Ok((table, line)),
        _ => Err(anyhow!("--row {}: not of the form TABLE:N, N from 1", output::one_line(row))),
    }
}

fn explain(
    args: &Args,
    name: &str,
    key: Option<PublicKey>,
    fields: &Fields,
    job: &Job,
) -> anyhow::Result<Outcome> {
    if let Some(row) = &fields.ecdsa {
        return of_secp256k1(args, name, key, fields, row, job);
    }
    let algorithm = fields.algorithm.unwrap_or(job.rules.algorithm());
    let key = match key.map_or_else(|| of_row(algorithm, fields), Ok) {
        Ok(key) => key,
        Err(reason) => return say(args, name, Some(&reason)),
    };
    let is_sm2 = matches!(key, PublicKey::Sm2(_));
    let id = is_sm2.then(|| fields.id.as_deref().unwrap_or(&job.rules.id));
    let asked = Asked { algorithm: fields.algorithm, context: fields.context.as_deref(), id, hash: None };
    let verifier = Verifier::new(&key, asked).with_context(|| name.to_owned())?;
    expect_options_of(args, &verifier)?;
    let message = match &fields.content {
        Content::Message(message) => message,
        Content::Digest(digest) => return of_digest(args, name, &key, digest, &fields.signature),
    };
    let subject = Subject {
        document: name.to_owned(),
        bytes: message.len(),
        signature: name.to_owned(),
        key: Some(output::hex(&verifier.key_bytes())),
        fingerprint: Some(keys::fingerprint(&key)),
        algorithm: verifier.algorithm().name(),
    };
    report(args, subject, &verifier, message, &fields.signature)
}

/// A row of secp256k1, which may have an address instead of a key.
fn of_secp256k1(
    args: &Args,
    name: &str,
    key: Option<PublicKey>,
    fields: &Fields,
    row: &EcdsaRow,
    job: &Job,
) -> anyhow::Result<Outcome> {
    args.reading.refuse_structures("`chop explain` explains")?;
    if !args.try_id.is_empty() {
        bail!("--try-id is for sm2: secp256k1 has no identifier");
    }
    let key = match key {
        Some(PublicKey::Secp256k1(key)) => Some(key),
        _ => None,
    };
    let question = secp256k1_row::Question { row, fields, rules: &job.rules, key };
    let report = secp256k1_row::report(args, name, &question);
    output::print(&if args.json { report.to_json() } else { report.to_text() })?;
    Ok(Outcome::of_verdict(report.is_valid()))
}

/// The key in a row; or why it is none.
fn of_row(algorithm: Algorithm, fields: &Fields) -> Result<PublicKey, String> {
    let bytes = fields.key.as_deref().unwrap_or_default();
    let key = match algorithm.of_key() {
        _ if algorithm == Algorithm::Bip340 => {
            bip340::VerifyingKey::from_slice(bytes).map(|key| PublicKey::Secp256k1(key.into()))
        }
        Algorithm::Ed25519Blake3 => {
            ed25519_blake3::VerifyingKey::from_slice(bytes).map(PublicKey::Ed25519Blake3)
        }
        Algorithm::Ed25519Blake2b => {
            ed25519_blake2b::VerifyingKey::from_slice(bytes).map(PublicKey::Ed25519Blake2b)
        }
        Algorithm::Sm2 => sm2::VerifyingKey::from_slice(bytes).map(PublicKey::Sm2),
        _ => ed25519::VerifyingKey::from_slice(bytes).map(PublicKey::Ed25519),
    };
    key.map_err(|error| match algorithm.of_key() {
        Algorithm::Sm2 | Algorithm::Secp256k1 => error.to_string(),
        _ => ed25519::Rejection::ANotAPoint.to_string(),
    })
}

/// A row with a digest: no document is there that something may have happened to.
fn of_digest(
    args: &Args,
    name: &str,
    key: &PublicKey,
    digest: &[u8],
    signature: &[u8],
) -> anyhow::Result<Outcome> {
    let (PublicKey::Sm2(key), Ok(digest)) = (key, digest.try_into()) else {
        bail!("{name}: only rows of sm2 have digests of 32 bytes");
    };
    let signature = match crate::signature::from_sm2_bytes(signature, args.reading.reading()) {
        Ok(signature) => signature,
        Err(reason) => return say(args, name, Some(&reason)),
    };
    let verdict = key.verify_prehashed(&sm2::Digest::from_bytes(digest), &signature);
    say(args, name, verdict.err().map(|_| SM2_EQUATION))
}

/// Prints a verdict for which there is nothing more to say; `reason` is why it is no.
fn say(args: &Args, name: &str, reason: Option<&str>) -> anyhow::Result<Outcome> {
    let text = if args.json {
        let mut object = json!({ "file": name, "valid": reason.is_none() });
        if let Some(reason) = reason {
            object["reason"] = json!(reason);
        }
        format!("{object:#}\n")
    } else {
        let verdict = reason.map_or_else(|| "OK".to_owned(), |reason| format!("INVALID: {reason}"));
        format!("{:<13}{name}\n{:<13}{verdict}\n", "row:", "verdict:")
    };
    output::print(&text)?;
    Ok(Outcome::of_verdict(reason.is_none()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_named_by_its_table_and_its_line() {
        assert_eq!(place("a:b.csv:12").unwrap(), (PathBuf::from("a:b.csv"), 12));
        assert_eq!(place("-:1").unwrap(), (PathBuf::from("-"), 1));
        for row in ["a.csv", "a.csv:", ":3", "a.csv:0", "a.csv:-1", "a.csv:x", ""] {
            assert!(place(row).unwrap_err().to_string().contains("TABLE:N"), "{row}");
        }
    }
}
