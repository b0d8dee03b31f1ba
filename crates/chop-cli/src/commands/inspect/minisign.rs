//! Describes files of minisign and signify.

use super::{Args, Facts, key_facts};
use crate::algorithm::Algorithm;
use crate::output;
use anyhow::bail;
use chop::encoding::PublicKey;
use chop::encoding::minisign::{self, Format, Holds, PrivateKeyFile, Signature};
use chop::{Error, KeyFileError};
use serde_json::json;

/// Describes a key or a signature.
///
/// # Errors
/// If it is malformed, or cannot be decrypted with the passphrase that is offered.
pub(super) fn facts(text: &str, args: &Args) -> anyhow::Result<Facts> {
    match minisign::holds(text) {
        Some(Holds::PrivateKey(format)) => private_key(text, format, args),
        Some(Holds::Signature) => signature(&Signature::from_text(text)?),
        _ => public_key(&minisign::PublicKey::from_text(text)?),
    }
}

fn public_key(key: &minisign::PublicKey) -> anyhow::Result<Facts> {
    let Some(id) = key.id else { bail!("a key without an id") };
    let mut facts = vec![
        ("kind", json!("public key")),
        ("form", json!("minisign or signify")),
        ("minisign key id", json!(id.to_string())),
        ("untrusted comment", json!(output::one_line(&key.comment))),
    ];
    facts.extend(key_facts(&PublicKey::Ed25519(key.key), ""));
    Ok(facts)
}

fn private_key(text: &str, format: Format, args: &Args) -> anyhow::Result<Facts> {
    let read = PrivateKeyFile::from_text(text, None);
    let encrypted = matches!(read, Err(Error::KeyFile(KeyFileError::Encrypted)));
    let mut facts =
        vec![("kind", json!("private key")), ("form", json!(format.name())), ("encrypted", json!(encrypted))];
    // Asking would be a surprise: only a file that was offered is used.
    let file = match read {
        Err(_) if encrypted && args.source.passphrase_file.is_none() => {
            facts.push(("algorithm", json!(Algorithm::Ed25519.name())));
            facts.push(("public key", json!("unknown: give --passphrase-file to see more")));
            return Ok(facts);
        }
        Err(_) if encrypted => {
            let word = args.source.ask(&output::name(&args.file))?;
            PrivateKeyFile::from_text(text, Some(&word))?
        }
        read => read?,
    };
    facts.push(("minisign key id", json!(file.id.to_string())));
    facts.push(("untrusted comment", json!(output::one_line(&file.comment))));
    facts.extend(key_facts(&PublicKey::Ed25519(file.key.verifying_key()), ""));
    Ok(facts)
}

fn signature(signature: &Signature) -> anyhow::Result<Facts> {
    let mut facts = vec![
        ("kind", json!("signature")),
        ("form", json!(signature.kind().name())),
        ("algorithm", json!(Algorithm::Ed25519.name())),
        ("minisign key id", json!(signature.id().to_string())),
        ("untrusted comment", json!(output::one_line(signature.untrusted_comment()))),
    ];
    if let Some(comment) = signature.trusted_comment() {
        // Not verified here: that takes the key.
        facts.push(("trusted comment", json!(output::one_line(comment))));
    }
    Ok(facts)
}
