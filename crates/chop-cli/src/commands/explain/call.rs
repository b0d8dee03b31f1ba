//! The call that would accept a signature: of `chop verify` for the same files, of `chop verify-table` for the table of a row; as a shell takes
//! it.

use super::Args;
use crate::algorithm::Algorithm;
use crate::commands::verify::quoted;
use crate::output;
use chop::ed25519::{Policy, Variant};
use clap::ValueEnum;
use std::path::Path;

/// The call that accepts the document as it is under another rule.
pub(super) fn under_policy(args: &Args, policy: Policy) -> Option<String> {
    let context = args.scheme.context();
    let algorithm = args.scheme.algorithm.map(Algorithm::name);
    ed25519(args, key(args), policy, algorithm, context)
}

/// The call that accepts the document as it is, as a signature of another algorithm; `bytes` are the bytes of the public key,
/// which the call has instead of a file that says it is a key for `asked`.
pub(super) fn as_variant(
    args: &Args,
    bytes: &[u8],
    asked: Variant<'_>,
    variant: Variant<'_>,
) -> Option<String> {
    let of_key =
        |variant: Variant<'_>| Algorithm::from_name(variant.algorithm()).map(|algorithm| algorithm.of_key());
    let key = if of_key(asked) == of_key(variant) { key(args) } else { Some(output::hex(bytes)) };
    let context = variant.context();
    let context = context.as_ref().map(|context| context.as_bytes());
    ed25519(args, key, args.policy.rule(), Some(variant.algorithm()), context)
}

fn ed25519(
    args: &Args,
    key: Option<String>,
    policy: Policy,
    algorithm: Option<&str>,
    context: Option<&[u8]>,
) -> Option<String> {
    let mut options = String::new();
    if let Some(algorithm) = algorithm {
        options += &format!(" --algorithm {algorithm}");
    }
    if let Some(context) = context {
        if args.row.row.is_some() {
            // The contexts of rows stand in the table.
            return None;
        }
        options += &format!(" --context-hex {}", output::hex(context));
    }
    if let Some(id) = policy.id().filter(|_| policy != Policy::DEFAULT) {
        options += &format!(" --policy {id}");
    }
    Some(call(args, key, &options))
}

/// The call with these options, and the algorithm that was asked for.
pub(super) fn with_options(args: &Args, options: &str) -> String {
    let algorithm = args.scheme.algorithm.map_or(String::new(), |it| format!(" --algorithm {}", it.name()));
    call(args, key(args), &format!("{algorithm} {options}"))
}

/// The key as it was given; none where the row has it.
fn key(args: &Args) -> Option<String> {
    args.key.as_deref().map(quoted)
}

fn call(args: &Args, key: Option<String>, options: &str) -> String {
    let key = key.map_or(String::new(), |key| format!(" --key {key}"));
    if let Some((table, _)) = args.row.row.as_deref().and_then(|row| row.rsplit_once(':')) {
        return format!("chop verify-table{key}{}{options} {}", of_table(args), quoted(Path::new(table)));
    }
    let signature =
        args.signature.as_ref().map_or(String::new(), |path| format!(" --signature {}", quoted(path)));
    let document = args.document.as_deref().map_or(String::new(), quoted);
    format!("chop verify{key}{signature}{options} {document}")
}

/// The options that say how the table is read.
fn of_table(args: &Args) -> String {
    let table = args.row.table();
    let mut options = String::new();
    if let Some(format) = table.format.and_then(|format| format.to_possible_value()) {
        options += &format!(" --format {}", format.get_name());
    }
    for (option, values) in [("--columns", &table.columns), ("--encoding", &table.encoding)] {
        if !values.is_empty() {
            options += &format!(" {option} {}", quoted(Path::new(&values.join(","))));
        }
    }
    if table.allow_digests {
        options += " --allow-digests";
    }
    options
}
