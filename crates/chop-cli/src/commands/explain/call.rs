//! The call of `chop verify` that would accept a signature: for the same files, as a shell takes it.

use super::Args;
use crate::algorithm::Algorithm;
use crate::commands::verify::quoted;
use crate::output;
use chop::ed25519::{Policy, Variant};

/// The call that accepts the document as it is under another rule.
pub(super) fn under_policy(args: &Args, policy: Policy) -> String {
    let context = args.scheme.context();
    let algorithm = args.scheme.algorithm.map(Algorithm::name);
    ed25519(args, quoted(&args.key), policy, algorithm, context)
}

/// The call that accepts the document as it is, as a signature of another algorithm; `key` are the bytes of the public key,
/// which the call has instead of a file that says it is a key for `asked`.
pub(super) fn as_variant(args: &Args, key: &[u8], asked: Variant<'_>, variant: Variant<'_>) -> String {
    let of_key =
        |variant: Variant<'_>| Algorithm::from_name(variant.algorithm()).map(|algorithm| algorithm.of_key());
    let key = if of_key(asked) == of_key(variant) { quoted(&args.key) } else { output::hex(key) };
    let context = variant.context();
    let context = context.as_ref().map(|context| context.as_bytes());
    ed25519(args, key, args.policy.rule(), Some(variant.algorithm()), context)
}

fn ed25519(
    args: &Args,
    key: String,
    policy: Policy,
    algorithm: Option<&str>,
    context: Option<&[u8]>,
) -> String {
    let mut options = String::new();
    if let Some(algorithm) = algorithm {
        options += &format!(" --algorithm {algorithm}");
    }
    if let Some(context) = context {
        options += &format!(" --context-hex {}", output::hex(context));
    }
    if let Some(id) = policy.id().filter(|_| policy != Policy::DEFAULT) {
        options += &format!(" --policy {id}");
    }
    call(args, &key, &options)
}

/// The call with these options for SM2.
pub(super) fn sm2(args: &Args, options: &str) -> String {
    let algorithm = args.scheme.algorithm.map_or(String::new(), |it| format!(" --algorithm {}", it.name()));
    call(args, &quoted(&args.key), &format!("{algorithm} {options}"))
}

fn call(args: &Args, key: &str, options: &str) -> String {
    let signature =
        args.signature.as_ref().map_or(String::new(), |path| format!(" --signature {}", quoted(path)));
    format!("chop verify --key {key}{signature}{options} {}", quoted(&args.document))
}
