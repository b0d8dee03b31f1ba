//! `bindings/verdicts/`: signatures on the edges with the verdicts of the reference, for the tests of every language.
//!
//! A line is a JSON object. Bytes are hexadecimal. Ed25519: `key`, `signature`, `message`, and `valid`, the names of the policies that
//! accept it. SM2: `key`, `id`, `message`, `signature`, and `valid`, true or false.

use chop_ref::{Rule, accepts, edges, sm2_edges};

/// The edges of Ed25519.
pub(super) fn ed25519() -> String {
    let line = |edge: &chop_ref::Edge| {
        let valid: Vec<String> = Rule::ALL
            .into_iter()
            .filter(|rule| accepts(*rule, &edge.facts))
            .map(|rule| format!("\"{}\"", rule.name()))
            .collect();
        format!(
            "{{\"name\":\"{}\",\"key\":\"{}\",\"signature\":\"{}\",\"message\":\"{}\",\"valid\":[{}]}}\n",
            edge.name,
            hex(&edge.key),
            hex(&edge.signature),
            hex(&edge.message),
            valid.join(",")
        )
    };
    edges().iter().map(line).collect()
}

/// The edges of SM2.
pub(super) fn sm2() -> String {
    let line = |edge: &chop_ref::Sm2Edge| {
        format!(
            "{{\"name\":\"{}\",\"key\":\"{}\",\"id\":\"{}\",\"message\":\"{}\",\"signature\":\"{}\",\"valid\":{}}}\n",
            edge.name,
            hex(&edge.key),
            hex(edge.id),
            hex(edge.message),
            hex(&edge.signature),
            edge.valid
        )
    };
    sm2_edges().iter().map(line).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
