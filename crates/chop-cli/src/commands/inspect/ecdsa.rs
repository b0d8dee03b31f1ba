//! What a signature of ECDSA over secp256k1 says.

use super::Facts;
use crate::algorithm::Algorithm;
use crate::output;
use chop::secp256k1::{RecoverableSignature, Signature};
use serde_json::json;

/// r, s and, of 65 bytes, which point R was.
///
/// # Errors
/// If the bytes are no signature.
pub(super) fn facts(bytes: &[u8], form: &str) -> anyhow::Result<Facts> {
    let is_der = Signature::from_der(bytes).is_ok();
    let recoverable: Option<&[u8; 65]> = bytes.try_into().ok().filter(|_| !is_der);
    let (signature, id) = match recoverable {
        Some(bytes) => {
            let signature = RecoverableSignature::from_bytes(bytes)?;
            (*signature.signature(), Some(signature.recovery_id()))
        }
        None if bytes.len() == 64 => (Signature::from_slice(bytes)?, None),
        None => (Signature::from_der_lax(bytes)?, None),
    };
    let strict = is_der || matches!(bytes.len(), 64 | 65);
    let mut facts = vec![
        ("kind", json!("signature")),
        ("form", json!(form)),
        ("algorithm", json!(Algorithm::Secp256k1.name())),
        ("strict", json!(strict)),
        ("r", json!(output::hex(signature.r_bytes()))),
        ("s", json!(output::hex(signature.s_bytes()))),
        ("low s", json!(signature.has_low_s())),
    ];
    if let Some(id) = id {
        facts.push(("recovery id", json!(id.to_byte())));
    }
    Ok(facts)
}
