//! Commits and tags of git, which hold the signature of the rest of them (`gitformat-signature(5)`).
//!
//! | object | signature                                                                       | signed                    |
//! |--------|---------------------------------------------------------------------------------|---------------------------|
//! | commit | the header `gpgsig` or `gpgsig-sha256`, each line but the first behind a blank  | the lines without it      |
//! | tag    | from a line `-----BEGIN … SIGNATURE-----` on                                    | what stands before        |
//!
//! An object with more than one signature is refused: which of them counts is not for the reader to guess.

/// The kinds of objects that are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Commit,
    Tag,
}

impl Kind {
    /// In a sentence.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Commit => "commit",
            Kind::Tag => "tag",
        }
    }
}

/// An object with its signature taken out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    pub(crate) kind: Kind,
    /// The bytes that are signed.
    pub(crate) payload: Vec<u8>,
    /// The text of the signature.
    pub(crate) signature: Vec<u8>,
}

/// The bytes that are enough to tell the kind of an object: those of its first header.
pub(crate) const HEAD: u64 = 80;

/// The kind of an object by its first header, as `git cat-file commit` or `tag` prints it; `None` if it is none.
pub(crate) fn kind(content: &[u8]) -> Option<Kind> {
    let first = content.split(|byte| *byte == b'\n').next()?;
    let is_id = |id: &[u8]| [40, 64].contains(&id.len()) && id.iter().all(u8::is_ascii_hexdigit);
    if first.strip_prefix(b"tree ").is_some_and(is_id) {
        return Some(Kind::Commit);
    }
    first.strip_prefix(b"object ").is_some_and(is_id).then_some(Kind::Tag)
}

/// The object and its signature.
///
/// # Errors
/// A sentence, if it has none or more than one.
pub(crate) fn signed(content: &[u8], kind: Kind) -> Result<Signed, String> {
    let (payload, signatures) = match kind {
        Kind::Commit => split_commit(content),
        Kind::Tag => {
            // A tag of a repository with two kinds of hashes has a signature in its header, too.
            let (rest, mut signatures) = split_commit(content);
            let (payload, more) = split_tag(&rest);
            signatures.extend(more);
            (payload, signatures)
        }
    };
    match <[Vec<u8>; 1]>::try_from(signatures) {
        Ok([signature]) => Ok(Signed { kind, payload, signature }),
        Err(none) if none.is_empty() => Err(format!("there is no signature in this {}", kind.name())),
        Err(more) => Err(format!(
            "there are {} signatures in this {}, and which counts is not said",
            more.len(),
            kind.name()
        )),
    }
}

/// The commit without its headers of signatures, and these.
fn split_commit(content: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let (mut payload, mut signatures) = (Vec::with_capacity(content.len()), Vec::<Vec<u8>>::new());
    let mut rest = content;
    let mut in_signature = false;
    while let Some(line) = next_line(&mut rest) {
        if line == b"\n" {
            // The headers end here.
            payload.extend_from_slice(line);
            break;
        }
        let start = line.strip_prefix(b"gpgsig ").or(line.strip_prefix(b"gpgsig-sha256 "));
        match (start, line.strip_prefix(b" "), signatures.last_mut()) {
            (Some(start), ..) => signatures.push(start.to_vec()),
            (None, Some(more), Some(signature)) if in_signature => signature.extend_from_slice(more),
            _ => payload.extend_from_slice(line),
        }
        in_signature = start.is_some() || in_signature && line.starts_with(b" ");
    }
    payload.extend_from_slice(rest);
    (payload, signatures)
}

/// The tag before its signature, and this; more than one if there are several.
fn split_tag(content: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
    let mut starts = Vec::new();
    let mut rest = content;
    while let Some(line) = next_line(&mut rest) {
        let text = line.trim_ascii_end();
        if text.starts_with(b"-----BEGIN ") && text.ends_with(b" SIGNATURE-----") {
            starts.push(content.len() - rest.len() - line.len());
        }
    }
    let Some(&first) = starts.first() else { return (content.to_vec(), Vec::new()) };
    let ends = starts.iter().skip(1).copied().chain([content.len()]);
    let signatures = starts.iter().zip(ends).map(|(start, end)| content[*start..end].to_vec());
    (content[..first].to_vec(), signatures.collect())
}

/// Cuts the next line off, with its newline.
fn next_line<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    if rest.is_empty() {
        return None;
    }
    let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
    let (line, tail) = rest.split_at(end);
    *rest = tail;
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789012345678901234567890123456789";

    #[test]
    fn a_commit_is_split_from_its_header() {
        let head = format!("tree {ID}\nauthor a\n");
        let tail = "encoding x\n y\n\nmessage\ngpgsig none\n";
        let text = format!("{head}gpgsig one\n two\n \n three\n{tail}");
        let found = signed(text.as_bytes(), kind(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(found.payload, format!("{head}{tail}").as_bytes());
        assert_eq!((found.kind, &*found.signature), (Kind::Commit, &b"one\ntwo\n\nthree\n"[..]));
        let twice = format!("{head}gpgsig one\ngpgsig-sha256 two\n{tail}");
        assert!(signed(twice.as_bytes(), Kind::Commit).unwrap_err().contains("2 signatures"));
        assert!(
            signed(format!("{head}{tail}").as_bytes(), Kind::Commit).unwrap_err().contains("no signature")
        );
    }

    #[test]
    fn a_tag_is_split_from_its_end() {
        let head = format!("object {ID}\ntype commit\n\nmessage\n");
        let signature = "-----BEGIN SSH SIGNATURE-----\nx\n-----END SSH SIGNATURE-----\n";
        let text = format!("{head}{signature}");
        let found = signed(text.as_bytes(), kind(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(
            (found.payload, found.signature),
            (head.as_bytes().to_vec(), signature.as_bytes().to_vec())
        );
        assert!(signed(format!("{text}{signature}").as_bytes(), Kind::Tag).is_err());
        assert!(signed(head.as_bytes(), Kind::Tag).is_err());
    }

    #[test]
    fn other_texts_are_no_objects() {
        for text in ["", "tree", "tree 0123", "object x\n", "commit 12\0tree"] {
            assert_eq!(kind(text.as_bytes()), None, "{text}");
        }
    }
}
