//! The blocks of PEM in a text, and which of them counts.
//!
//! Other text may stand around them: the attributes that `openssl pkcs12` writes, the description that `openssl x509 -text` writes,
//! other certificates of a chain. A block begins and ends with a line of its own.
//!
//! Constant time but for where lines end and which of them begin or end a block: the lines between may be secret.

use alloc::vec::Vec;
use chop_core::ct::{self, Mask, declassify};

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// A block, with the lines that begin and end it.
struct Block<'a> {
    label: &'a str,
    start: usize,
    end: usize,
}

/// What a text with PEM in it is about.
pub(super) enum Chosen<'a> {
    /// The block that counts, with the curve parameters before it if there are some, and its label.
    Block(&'a str, &'a str),
    /// Several blocks that would count.
    Several,
    /// No whole block.
    Nothing,
}

/// The block of `text` that counts: its private key, or else its public key, the first of its certificates, its request for one, or its
/// last block.
pub(super) fn choose(text: &str) -> Chosen<'_> {
    let blocks = blocks(text);
    let Some(best) = blocks.iter().map(|block| Rank::of(block.label)).min() else { return Chosen::Nothing };
    let mut ranked = (0..blocks.len()).filter(|at| Rank::of(blocks[*at].label) == best);
    let (first, more) = (ranked.next().unwrap_or_default(), ranked.next().is_some());
    let at = match best {
        Rank::PrivateKey | Rank::PublicKey if more => return Chosen::Several,
        Rank::Other | Rank::Parameters => ranked.next_back().unwrap_or(blocks.len() - 1),
        _ => first,
    };
    let chosen = &blocks[at];
    let parameters = at.checked_sub(1).map(|before| &blocks[before]).filter(|before| {
        Rank::of(before.label) == Rank::Parameters && text[before.end..chosen.start].trim().is_empty()
    });
    let start = parameters.map_or(chosen.start, |before| before.start);
    Chosen::Block(&text[start..chosen.end], chosen.label)
}

/// The blocks of `text` that hold a public key: it alone, in a certificate, or in a request for one; each with its label.
#[cfg(feature = "pem")]
pub(super) fn public(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_public = |block: &Block<'_>| {
        matches!(Rank::of(block.label), Rank::PublicKey | Rank::Certificate | Rank::Request)
    };
    blocks(text).into_iter().filter(is_public).map(|block| (block.label, &text[block.start..block.end]))
}

/// The label in the last line that begins a block; empty where that line is cut.
pub(super) fn last_label(text: &str) -> Option<&str> {
    let begins = |(_, line)| rest_of(line, BEGIN);
    let rest = lines(text).filter_map(begins).last()?;
    Some(rest.trim_end().strip_suffix("-----").unwrap_or_default())
}

/// How much a block counts: less is more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    PrivateKey,
    PublicKey,
    Certificate,
    Request,
    Other,
    Parameters,
}

impl Rank {
    fn of(label: &str) -> Rank {
        match label {
            _ if label.ends_with("PRIVATE KEY") => Rank::PrivateKey,
            _ if label.ends_with("PUBLIC KEY") => Rank::PublicKey,
            _ if label.ends_with("CERTIFICATE") => Rank::Certificate,
            _ if label.ends_with("CERTIFICATE REQUEST") => Rank::Request,
            _ if label.ends_with("PARAMETERS") => Rank::Parameters,
            _ => Rank::Other,
        }
    }
}

/// All whole blocks, in order.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut begun: Option<(&str, usize)> = None;
    for (start, line) in lines(text) {
        if let Some(label) = labelled(line, BEGIN) {
            begun = Some((label, start));
        } else if let Some((label, from)) = begun
            && labelled(line, END) == Some(label)
        {
            found.push(Block { label, start: from, end: start + line.trim_end().len() });
            begun = None;
        }
    }
    found
}

/// The lines of a text, each with where it begins. Only where they end shows.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    core::iter::from_fn(move || {
        let rest = text.as_bytes().get(start..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|byte| ends_line(*byte)).unwrap_or(rest.len());
        // A newline ends a character of UTF-8, so this is a text.
        let line = (start, text.get(start..start + length).unwrap_or_default());
        start += length + 1;
        Some(line)
    })
}

/// The label in a line that begins or ends a block.
fn labelled<'a>(line: &'a str, boundary: &str) -> Option<&'a str> {
    rest_of(line, boundary)?.trim_end().strip_suffix("-----")
}

/// What stands behind the beginning of a line.
fn rest_of<'a>(line: &'a str, beginning: &str) -> Option<&'a str> {
    let first = line.as_bytes().get(..beginning.len())?;
    declassify(ct::eq(first, beginning.as_bytes()), "where the blocks of a text are is public")
        .then(|| &line[beginning.len()..])
}

/// A text without the blanks of ASCII around it. Constant time but for where these are.
#[cfg(feature = "text-keys")]
pub(super) fn trim(text: &str) -> &str {
    let first = text.bytes().position(|byte| !is_blank(byte));
    let last = text.bytes().rposition(|byte| !is_blank(byte));
    // No character is cut: a blank is one by itself.
    first.zip(last).and_then(|(first, last)| text.get(first..=last)).unwrap_or_default()
}

/// Whether a byte is a blank or ends a line.
#[cfg(feature = "text-keys")]
fn is_blank(byte: u8) -> bool {
    let is = |blank: &u8| Mask::eq(u64::from(byte), u64::from(*blank));
    let any = b" \t\r\n\x0b\x0c".iter().fold(Mask::FALSE, |any, blank| any.or(is(blank)));
    declassify(any, "where the blanks around a text are is public")
}

/// Whether a byte is a newline or a carriage return.
pub(super) fn ends_line(byte: u8) -> bool {
    let differences = u64::from(byte ^ b'\n') * u64::from(byte ^ b'\r');
    declassify(Mask::is_zero(differences), "where the lines of a text end is public")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    fn block(label: &str) -> String {
        format!("-----BEGIN {label}-----\nAAAA\n-----END {label}-----\n")
    }

    #[track_caller]
    fn chosen(text: &str) -> (&str, &str) {
        let Chosen::Block(text, label) = choose(text) else { panic!("a block") };
        (text, label)
    }

    #[test]
    fn the_key_counts_whatever_stands_around_it() {
        let (key, certificate) = (block("PRIVATE KEY"), block("CERTIFICATE"));
        for text in [
            key.clone(),
            format!("Bag Attributes\n    localKeyID: 01\nKey Attributes: <No Attributes>\n{key}"),
            format!("{certificate}Bag Attributes: none\n{key}{certificate}"),
            format!("{key}{certificate}{certificate}").replace('\n', "\r\n"),
        ] {
            assert_eq!(chosen(&text).0.replace('\r', ""), key.trim_end());
        }
        let parameters = format!("{}{}", block("EC PARAMETERS"), block("EC PRIVATE KEY"));
        assert_eq!(chosen(&format!("{parameters}{certificate}")), (parameters.trim_end(), "EC PRIVATE KEY"));
        let chain = format!("subject=a\n{certificate}subject=b\n{}", certificate.replace('A', "B"));
        assert_eq!(chosen(&chain), (certificate.trim_end(), "CERTIFICATE"));
    }

    #[test]
    fn several_keys_and_halves_of_blocks_are_none() {
        let key = block("PRIVATE KEY");
        assert!(matches!(choose(&format!("{key}{key}")), Chosen::Several));
        let half = "-----BEGIN PRIVATE KEY-----\nAAAA\n";
        for text in ["", half, "-----END PRIVATE KEY-----", " -----BEGIN PRIVATE KEY-----"] {
            assert!(matches!(choose(text), Chosen::Nothing));
        }
        assert_eq!(chosen(&format!("{half}{key}")), (key.trim_end(), "PRIVATE KEY"));
    }
}
