//! Which columns a table has and how they are written.

use anyhow::{anyhow, bail};

/// What a column can mean, in the order of [`FIELDS`].
pub(crate) const PUBLIC_KEY: usize = 0;
/// The signed message.
pub(crate) const MESSAGE: usize = 1;
/// The signature.
pub(crate) const SIGNATURE: usize = 2;
/// The context as text.
pub(crate) const CONTEXT: usize = 3;
/// The context in hexadecimal.
pub(crate) const CONTEXT_HEX: usize = 4;
/// The algorithm by name.
pub(crate) const ALGORITHM: usize = 5;
/// SM2 and secp256k1: the digest that was signed.
pub(crate) const DIGEST: usize = 6;
/// SM2: the identifier of the signer, in hexadecimal.
pub(crate) const ID: usize = 7;
/// secp256k1: the address of the key, as text.
pub(crate) const ADDRESS: usize = 8;
/// secp256k1: which point R was, a number.
pub(crate) const RECOVERY_ID: usize = 9;
/// secp256k1: the same as Ethereum writes it.
pub(crate) const V: usize = 10;

/// The names of the columns unless they are renamed.
pub(crate) const FIELDS: [&str; 11] = [
    "public_key",
    "message",
    "signature",
    "context",
    "context_hex",
    "algorithm",
    "digest",
    "id",
    "address",
    "recovery_id",
    "v",
];

/// How the bytes of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Hex,
    Base64,
    Base64Url,
    /// With the letters of Bitcoin, as Solana writes keys and signatures.
    Base58,
    Utf8,
}

/// The columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The name of each field's column.
    names: [String; FIELDS.len()],
    /// The encoding of each; of those without a choice, hexadecimal.
    encodings: [Encoding; FIELDS.len()],
    /// Columns to copy to the output.
    copies: Vec<String>,
    /// The names with a dot, which may be those of [nested](super::nested) columns.
    paths: Vec<String>,
    /// The names of all columns in their order, if the table does not say them.
    order: Option<Vec<String>>,
}

/// The name of a column that is not read, among [columns in order](Layout::in_order).
const UNREAD: &str = "_";

/// Where a column goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    pub(crate) field: Option<usize>,
    pub(crate) copy: Option<usize>,
}

impl Layout {
    /// The layout with renamed columns (`public_key=pk`), encodings (`message=utf8`) and columns to copy.
    ///
    /// # Errors
    /// If a field or an encoding is unknown or a column is named twice.
    pub(crate) fn new(columns: &[String], encodings: &[String], copies: &[String]) -> anyhow::Result<Layout> {
        let mut layout = Layout {
            names: FIELDS.map(str::to_owned),
            encodings: [Encoding::Hex; FIELDS.len()],
            copies: Vec::new(),
            paths: Vec::new(),
            order: None,
        };
        for renaming in columns {
            let (field, name) = assignment(renaming, "--columns")?;
            layout.names[field] = name.to_owned();
        }
        for (i, name) in layout.names.iter().enumerate() {
            if let Some(other) = layout.names[..i].iter().position(|earlier| earlier == name) {
                bail!("column {name} cannot be both {} and {}", FIELDS[other], FIELDS[i]);
            }
        }
        for choice in encodings {
            let (field, encoding) = assignment(choice, "--encoding")?;
            let encoding = match encoding {
                "hex" => Encoding::Hex,
                "base64" => Encoding::Base64,
                "base64url" => Encoding::Base64Url,
                "base58" => Encoding::Base58,
                "utf8" if field == MESSAGE => Encoding::Utf8,
                "utf8" => bail!("--encoding {choice}: a {} is no text", FIELDS[field]),
                other => {
                    bail!("--encoding {choice}: {other} is neither hex, base64, base64url, base58 nor utf8")
                }
            };
            if ![PUBLIC_KEY, MESSAGE, SIGNATURE, DIGEST].contains(&field) {
                bail!("--encoding {choice}: only public_key, message, digest and signature have an encoding");
            }
            layout.encodings[field] = encoding;
        }
        for name in copies {
            if ["row", "line", "file", "valid", "error", "reason", "accepted_by"].contains(&name.as_str()) {
                bail!("--copy {name}: results have a {name} of their own");
            }
            if layout.copies.contains(name) {
                bail!("--copy {name} twice");
            }
            layout.copies.push(name.clone());
        }
        for name in layout.names.iter().chain(&layout.copies) {
            if name.contains('.') && !layout.paths.contains(name) {
                layout.paths.push(name.clone());
            }
        }
        Ok(layout)
    }

    /// The layout of a table without a header, whose columns are named in their order.
    ///
    /// # Errors
    /// If a name or an encoding is unknown.
    pub(crate) fn in_order(columns: &[String], encodings: &[String]) -> anyhow::Result<Layout> {
        for (i, name) in columns.iter().enumerate() {
            if name != UNREAD && columns[..i].contains(name) {
                bail!("--columns has {name} twice");
            }
            if name != UNREAD && !FIELDS.contains(&name.as_str()) {
                let known = FIELDS.join(", ");
                bail!(
                    "--columns {name}: no such column; there are {known}, and {UNREAD} for one that is not read"
                );
            }
        }
        Ok(Layout { order: Some(columns.to_vec()), ..Layout::new(&[], encodings, &[])? })
    }

    /// The names of all columns, if the table does not say them.
    pub(crate) fn order(&self) -> Option<&[String]> {
        self.order.as_deref()
    }

    /// Where the column with this name goes.
    pub(crate) fn slot(&self, name: &str) -> Slot {
        Slot {
            field: self.names.iter().position(|known| known == name),
            copy: self.copies.iter().position(|known| known == name),
        }
    }

    /// The names with a dot, which may be those of [nested](super::nested) columns.
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The name of a field's column.
    pub(crate) fn name(&self, field: usize) -> &str {
        &self.names[field]
    }

    /// The encoding of public key, message, digest or signature.
    pub(crate) fn encoding(&self, field: usize) -> Encoding {
        self.encodings[field]
    }

    /// The columns to copy.
    pub(crate) fn copies(&self) -> &[String] {
        &self.copies
    }
}

/// How many columns are listed, and how much of the name of each.
const LISTED: usize = 32;
const OF_NAME: usize = 64;

/// `; there are a, b`: the columns that a table has, where one is missing.
pub(crate) fn there_are<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let mut names = names.into_iter();
    let shortened = |name: S| match name.as_ref() {
        name if name.chars().count() > OF_NAME => name.chars().take(OF_NAME).chain(['…']).collect(),
        name => name.to_owned(),
    };
    let mut listed: Vec<String> = names.by_ref().take(LISTED).map(shortened).collect();
    if names.next().is_some() {
        listed.push("…".to_owned());
    }
    if listed.is_empty() {
        "; there are none".to_owned()
    } else {
        format!("; there are {}", listed.join(", "))
    }
}

/// The field and the value of `field=value`.
fn assignment<'a>(text: &'a str, option: &str) -> anyhow::Result<(usize, &'a str)> {
    let (field, value) = text
        .split_once('=')
        .filter(|(_, value)| !value.is_empty())
        .ok_or_else(|| anyhow!("{option} {text}: not of the form NAME=VALUE"))?;
    match FIELDS.iter().position(|known| *known == field) {
        Some(field) => Ok((field, value)),
        None => bail!("{option} {text}: no column {field}; there are {}", FIELDS.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn columns_are_renamed_and_encoded() {
        let layout =
            Layout::new(&words(&["public_key=pk"]), &words(&["message=utf8"]), &words(&["note"])).unwrap();
        assert_eq!(layout.slot("pk").field, Some(PUBLIC_KEY));
        assert_eq!(layout.slot("public_key").field, None);
        assert_eq!(layout.slot("note"), Slot { field: None, copy: Some(0) });
        assert_eq!(layout.encoding(MESSAGE), Encoding::Utf8);
    }

    #[test]
    fn mistakes_are_named() {
        for (columns, encodings, copies, expected) in [
            (&["key=pk"][..], &[][..], &[][..], "no column key"),
            (&["public_key"], &[], &[], "NAME=VALUE"),
            (&["public_key=message"], &[], &[], "both public_key and message"),
            (&[], &["message=latin1"], &[], "latin1"),
            (&[], &["signature=utf8"], &[], "no text"),
            (&[], &["context=hex"], &[], "have an encoding"),
            (&[], &[], &["valid"], "of their own"),
        ] {
            let error = Layout::new(&words(columns), &words(encodings), &words(copies)).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn columns_in_order_are_known_ones_or_unread() {
        let order = words(&["_", "signature", "_", "message"]);
        let layout = Layout::in_order(&order, &words(&["message=utf8"])).unwrap();
        assert_eq!(layout.order(), Some(&order[..]));
        assert_eq!((layout.slot("_").field, layout.slot("signature").field), (None, Some(SIGNATURE)));
        for (columns, expected) in [(&["sig"][..], "no such column"), (&["id", "id"], "id twice")] {
            let error = Layout::in_order(&words(columns), &[]).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}
