//! The call that says more about a signature that was rejected.

use super::Args;
use super::verdict::Case;
use crate::cli::PolicyArg;
use crate::output;
use std::path::Path;

/// The call of `chop explain` for this document; none where there are several keys, of which it takes
/// one.
pub(super) fn hint(args: &Args, case: &Case<'_>) -> Option<String> {
    let [key] = args.key.as_slice() else { return None };
    if case.keyring.keys.len() > 1 {
        return None;
    }
    let mut call = format!("chop explain --key {}", quoted(key));
    if args.signature.is_some() {
        call += &format!(" --signature {}", quoted(case.signature));
    }
    match args.policy.policy {
        Some(PolicyArg::Ecdsa(rule)) => call += &format!(" --policy {rule}"),
        _ if args.policy.id() != "chop-1" => call += &format!(" --policy {}", args.policy.id()),
        _ => {}
    }
    if let Some(hash) = args.scheme.hash.hash {
        call += &format!(" --hash {hash}");
    }
    if let Some(algorithm) = args.scheme.algorithm {
        call += &format!(" --algorithm {}", algorithm.name());
    }
    if let Some(context) = args.scheme.context() {
        call += &format!(" --context-hex {}", output::hex(context));
    }
    match args.scheme.id.bytes() {
        None => {}
        Some(b"") => call += " --id ''",
        Some(id) => call += &format!(" --id-hex {}", output::hex(id)),
    }
    if let Some(v) = args.v {
        call += &format!(" --v {v}");
    }
    if let Some(reading) = args.reading.name() {
        call += &format!(" --signature-format {reading}");
    }
    Some(format!("{call} {}", quoted(case.document)))
}

/// A name as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let name = output::name(path);
    let plain = |c: char| c.is_alphanumeric() || "/._-+=,:@%".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        name
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    }
}
