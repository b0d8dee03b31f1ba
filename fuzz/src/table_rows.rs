//! Tables: no bytes make the reader panic, rows come in the order of their lines, and a table says the same
//! with and without its last line end.

use chop_cli::Format;

/// Gives the bytes to the reader of tables, in every format of text.
pub fn run(data: &[u8]) {
    for format in [Format::Jsonl, Format::Json, Format::Csv, Format::Tsv] {
        // As elements of an array may, too.
        let shared = matches!(format, Format::Csv | Format::Json);
        let rows = chop_cli::read_table(data, format);
        for pair in rows.as_deref().unwrap_or_default().windows(2) {
            // Lines end in LF; a CSV record may end in CR alone and leave the next one on its line.
            assert!(pair[0].0 < pair[1].0 || shared && pair[0].0 == pair[1].0, "lines ascend");
        }
    }
    if data.last() != Some(&b'\n') {
        let ended = [data, b"\n"].concat();
        for format in [Format::Jsonl, Format::Tsv] {
            assert_eq!(chop_cli::read_table(data, format), chop_cli::read_table(&ended, format));
        }
    }
}

/// Inputs that reach deep.
pub fn seeds() -> Vec<Vec<u8>> {
    let (key, signature) = ("ab".repeat(32), "cd".repeat(64));
    let row = format!(r#"{{"public_key":"{key}","message":"00ff","signature":"{signature}"}}"#);
    let ctx = row.replace('}', r#","algorithm":"ed25519ctx","context":"a\u00e9"}"#);
    let ph = row.replace('}', r#","algorithm":"ed25519ph","context_hex":"0102","other":[{"x":1}]}"#);
    let nested = row.replace('}', r#","tx":{"a.id":"00","a":{"id":"01","b":[{}]}},"tx.a":{"id":null}}"#);
    let csv = format!(
        "message,public_key,signature,context\n00,{key},{signature},\n\"00\",{key},{signature},\"a\"\"b\"\n"
    );
    let tsv =
        format!("message\tpublic_key\tsignature\tcontext\n00\t{key}\t{signature}\t\\N\n\t\\t\t\\\\\ta\n");
    vec![
        format!("{row}\n{ctx}\n\n{ph}\n").into_bytes(),
        format!("{row}\r\n{{}}\nnull\n[1]\n{row}").into_bytes(),
        csv.clone().into_bytes(),
        csv.replace('\n', "\r\n").into_bytes(),
        tsv.into_bytes(),
        format!("\u{feff} [\n{row},\n{nested}, {{}} , null,[1],\"]\\\",\", {ph}\n]\n").into_bytes(),
        format!("{nested}\n{{\"tx\":{{\"a\":{{}}}},\"tx\":1}}\n").into_bytes(),
    ]
}
