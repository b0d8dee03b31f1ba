//! `examples/signatures.jsonl`: a table of valid signatures, for trying the program.

use chop_ref::{Mode, public_key, sha512, sign};

/// Rows of the table.
const ROWS: u16 = 256;
/// Signers that take turns.
const KEYS: u16 = 16;

/// The table.
pub(super) fn table() -> String {
    (0..ROWS).map(row).collect()
}

fn row(i: u16) -> String {
    let seed = [(i % KEYS) as u8; 32];
    let message = format!("entry {i} of the log");
    let signature = sign(sha512, Mode::Pure, &seed, message.as_bytes());
    let columns = [
        ("public_key", &public_key(sha512, &seed)[..]),
        ("message", message.as_bytes()),
        ("signature", &signature),
    ];
    let fields: Vec<String> = columns
        .into_iter()
        .map(|(name, bytes)| {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("\"{name}\":\"{hex}\"")
        })
        .collect();
    format!("{{{}}}\n", fields.join(","))
}
