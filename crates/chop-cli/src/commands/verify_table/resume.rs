//! `--resume`: the record of what unfinished results are the results of.
//!
//! A run goes on only where its own record equals that of the run which began: the arguments that can change a result,
//! the policy, the key, and of each table its name, its size and when it was modified.

use super::{Args, results};
use crate::files::{Destination, Unfinished, is_dash};
use crate::output;
use crate::table::pipeline::Job;
use anyhow::{Context, bail};
use chop::encoding::PublicKey;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// Opens the results of an earlier run, or begins them.
///
/// # Errors
/// If there are some of another run; if a table or the results cannot be continued; as the system says.
pub(super) fn open(
    args: &Args,
    destination: &Destination<'_>,
    job: &Job,
    key: Option<&PublicKey>,
) -> anyhow::Result<(results::Results, results::Earlier)> {
    results::refuse_resume(destination.path)?;
    let now = record(args, job, key)?;
    let place = Unfinished::at(destination)?;
    let Some(earlier) = place.record()? else {
        let partial = place.begin(format!("{now:#}\n").as_bytes())?;
        return results::Results::continued(partial, destination.path, job, args.only_invalid);
    };
    expect_same(&earlier, &now, destination.path)?;
    results::Results::continued(place.resume()?, destination.path, job, args.only_invalid)
}

/// What a run is, as far as its results depend on it.
fn record(args: &Args, job: &Job, key: Option<&PublicKey>) -> anyhow::Result<Value> {
    let table = &args.table;
    let id = args.id.bytes().map(output::hex);
    let key = key.map(|key| format!("{} {}", key.algorithm(), output::hex(&key.to_bytes())));
    let tables: Vec<Value> =
        job.tables.iter().map(|(path, _)| of_table(path)).collect::<anyhow::Result<_>>()?;
    Ok(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "arguments": {
            "algorithm": args.algorithm.map(crate::algorithm::Algorithm::name),
            "format": table.format.map(|format| format!("{format:?}").to_lowercase()),
            "columns": table.columns,
            "encoding": table.encoding,
            "allow_digests": table.allow_digests,
            "copy": args.copy,
            "only_invalid": args.only_invalid,
            "explain_invalid": args.explain_invalid,
            "signature_format": args.reading.name(),
            "id": id,
            "hash": args.hash.hash.map(|hash| hash.name()),
        },
        "policy": [args.policy.id(), job.rules.ecdsa.name()],
        "key": key,
        "tables": tables,
    }))
}

/// A table by its name, its size and its time of modification.
fn of_table(path: &Path) -> anyhow::Result<Value> {
    let name = output::name(path);
    if is_dash(path) {
        bail!("--resume: standard input cannot be read again: name the file");
    }
    let context = || format!("cannot read {name}");
    let metadata = std::fs::metadata(path).with_context(context)?;
    if !metadata.is_file() {
        bail!("--resume: {name} is no regular file: it cannot be read again");
    }
    let modified = metadata.modified().with_context(context)?;
    let modified = match modified.duration_since(UNIX_EPOCH) {
        Ok(after) => format!("{}.{:09}", after.as_secs(), after.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            format!("-{}.{:09}", before.as_secs(), before.subsec_nanos())
        }
    };
    Ok(json!({ "name": path.to_string_lossy(), "bytes": metadata.len(), "modified": modified }))
}

/// Refuses to go on where another run began.
fn expect_same(earlier: &[u8], now: &Value, path: &Path) -> anyhow::Result<()> {
    let partial = format!("{}.partial", output::name(path));
    let begin_anew = format!("remove {partial} and {partial}.json to begin anew");
    let earlier: Map<String, Value> = serde_json::from_slice(earlier)
        .with_context(|| format!("{partial}.json is damaged: {begin_anew}"))?;
    let differs = |name: &&str| earlier.get(*name) != now.get(*name);
    let names = ["version", "arguments", "policy", "key", "tables"];
    let Some(name) = names.into_iter().find(differs) else { return Ok(()) };
    let what = match name {
        "version" => "another version of chop".to_owned(),
        "tables" => "other tables, or they have changed since".to_owned(),
        "key" => "another key".to_owned(),
        "policy" => "another policy".to_owned(),
        _ => "other arguments".to_owned(),
    };
    bail!("{partial} was begun with {what}: give the same command, or {begin_anew}")
}
