//! The parts of documents that are lists out of the source: what is declassified, and what is unsafe.
//!
//! ```text
//! <!-- list: NAME -->
//! (written by `cargo xtask generate`)
//! <!-- end list -->
//! ```
//!
//! What the source cannot say has one home: what a reason reveals is in [`REVEALED`], by the text of the reason. A reason
//! without such an entry is an error, and so is an entry that no code uses.

use crate::repository;
use crate::syntax::Source;
use crate::tokens::Kind;

/// The documents with such lists, and the list of each.
pub(super) const DOCUMENTS: &[(&str, &str)] =
    &[("docs/constant-time.md", "declassified"), ("docs/soundness.md", "unsafe")];

const END: &str = "<!-- end list -->";

/// The library: where secrets are.
const LIBRARY: [&str; 2] = ["crates/chop-core/src", "crates/chop/src"];
/// Programs that measure what others wrote, in C. The document has a paragraph about them.
const OTHERS: &str = "crates/chop-bench/";

/// Each reason for revealing a mask, and what is revealed.
const REVEALED: &[(&str, &str)] = &[
    (
        "verification is public",
        "the facts about a public key and a signature; whether the equation of a batch holds; exceptions of additions of \
         public points; the signs of public scalars",
    ),
    ("multiplication of public points", "whether a public point is O"),
    ("encodings of points are public", "whether coordinates are those of a point"),
    (
        "public keys are public",
        "whether the public key beside a secret one belongs to it; whether a u-coordinate is −1, which has no Edwards point",
    ),
    ("signatures are public", "whether the two numbers of a signature are in range"),
    ("a scalar 0 is refused, and everybody knows it", "that a multiple of G is O"),
    (
        "a secret key out of range is refused, and everybody knows it",
        "whether d is in 1 ..= n − 2 (SM2) or 1 ..= n − 1",
    ),
    ("a key of more than 256 bits is refused", "whether a number in a file fits into 32 bytes"),
    (
        "where the lines of a text end is public",
        "the newlines of a key in PEM, and of a file with a key of age",
    ),
    ("where the blocks of a text are is public", "which lines begin and end a block of PEM"),
    (
        "which format a text has is public",
        "how a text begins that says what it is; the code of a multibase key, and so its algorithm",
    ),
    (
        "the length of a text of base58 is public",
        "how large the number is that a key is: how many characters its base58 has",
    ),
    (
        "the length of a text of numbers is public",
        "how many digits the 64 numbers of a Solana keypair have together",
    ),
    ("where the blanks around a text are is public", "the blanks around a key in age or base64"),
    (
        "where the strings of a text begin and end is public",
        "the quotes, backslashes and control characters in a string of JSON",
    ),
    (
        "a refused nonce is never used",
        "whether the bytes of a nonce are a number in 1 ..= n − 1; others are drawn if not",
    ),
    (
        "a nonce without a signature is dropped, and nothing made with it is shown",
        "whether k, r, s or, with SM2, r + k is 0",
    ),
    (
        "a mask of zeros is dropped, and so is what was made with it",
        "whether the key stream of an encryption is zero throughout",
    ),
    (
        "whether the checksum of a private key fits is told",
        "whether a passphrase of a file of minisign or signify is right: the error that is returned",
    ),
    (
        "whether a ciphertext decrypts is told",
        "whether the hash in a ciphertext is right: the error that is returned",
    ),
    (
        "a zero secret is refused, and everybody knows it",
        "whether an exchange gave zero: the error that is returned",
    ),
    (
        "the caller asked whether two values are equal",
        "the answers of `==`, `is_identity`, `is_small_order`, `is_torsion_free`",
    ),
    (
        "the caller asked whether two secrets are equal",
        "the answer of `Secret::equals`; whether a message stayed the same while it was signed",
    ),
    (
        "whether a passphrase is right is told",
        "whether the check of a PKCS#12 file is right: the error that is returned",
    ),
    (
        "whether a passphrase is ASCII, and how long its characters are, shows",
        "of the passphrase of a PKCS#12 file: whether it is ASCII, and if not how many bytes each character has in UTF-8",
    ),
    (
        "whether bytes could be decoded shows in the result",
        "whether bytes are a point, canonically, or a scalar below the order",
    ),
];

/// The list of this name.
pub(super) fn list(name: &str) -> Result<String, String> {
    match name {
        "declassified" => declassified(&repository::sources(&LIBRARY)?, REVEALED),
        "unsafe" => {
            let mut sources = repository::sources(&[""])?;
            sources.retain(|source| !source.path.starts_with(OTHERS));
            Ok(unsafe_code(&sources))
        }
        _ => Err(format!("no list `{name}`")),
    }
}

/// The text of a document with its list written again.
pub(super) fn rewritten(path: &str, text: &str, name: &str, list: &str) -> Result<String, String> {
    let begin = format!("<!-- list: {name} -->\n");
    let parts = text.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) =
        parts.ok_or_else(|| format!("{path}: no lines `{}` and `{END}`", begin.trim_end()))?;
    Ok(format!("{before}{begin}\n{list}\n{END}{after}"))
}

/// A row for each reason: where it is given and what it reveals, in the order of `revealed`.
fn declassified(sources: &[Source], revealed: &[(&str, &str)]) -> Result<String, String> {
    let mut uses: Vec<(String, &str)> = Vec::new();
    for source in sources {
        for at in (0..source.tokens.len()).filter(|&at| is_declassified(source, at)) {
            let place = || format!("{}:{}", source.path, source.tokens[at].line);
            let reason =
                reason(sources, source, at).ok_or_else(|| format!("{}: no reason found", place()))?;
            if !revealed.iter().any(|(known, _)| *known == reason) {
                return Err(format!("{}: what `{reason}` reveals is not in REVEALED", place()));
            }
            uses.push((reason, source.path.as_str()));
        }
    }
    let mut text = "| reason | where | what is revealed |\n|---|---|---|\n".to_string();
    for (reason, what) in revealed {
        let mut files: Vec<&str> =
            uses.iter().filter(|(it, _)| it == reason).map(|(_, file)| *file).collect();
        files.dedup();
        if files.is_empty() {
            return Err(format!(
                "xtask/src/generate/source_lists.rs: nothing is declassified because `{reason}`"
            ));
        }
        let files: Vec<String> = files.iter().map(|file| format!("`{}`", short(file))).collect();
        text += &format!("| `{reason}` | {} | {what} |\n", files.join(", "));
    }
    Ok(text)
}

/// Whether token `at` is a call of `declassify` outside tests.
fn is_declassified(source: &Source, at: usize) -> bool {
    let is_call = source.is(at, "declassify") && source.is(at + 1, "(");
    is_call && !source.is_test(at) && !(at > 0 && source.is(at - 1, "fn"))
}

/// The reason in the call at `at`: a literal, or a constant of that file or of a module around it.
fn reason(sources: &[Source], source: &Source, at: usize) -> Option<String> {
    let last = source.end_of_group(at + 1).checked_sub(2)?;
    let last = if source.is(last, ",") { last - 1 } else { last };
    let token = source.tokens.get(last)?;
    if token.kind == Kind::Literal {
        return Some(token.text.trim_matches('"').into());
    }
    let mut folder = source.path.as_str();
    let mut homes = vec![source.path.clone()];
    while let Some((above, _)) = folder.rsplit_once('/') {
        homes.push(format!("{above}/mod.rs"));
        folder = above;
    }
    homes.iter().find_map(|home| constant(sources.iter().find(|it| it.path == *home)?, &token.text))
}

/// The text of the constant `name` of a file.
fn constant(source: &Source, name: &str) -> Option<String> {
    let at = (1..source.tokens.len()).find(|&at| source.is(at - 1, "const") && source.is(at, name))?;
    let value = (at..source.tokens.len()).find(|&at| source.is(at, "="))? + 1;
    let token = source.tokens.get(value).filter(|it| it.kind == Kind::Literal)?;
    Some(token.text.trim_matches('"').into())
}

/// A path without what all paths of the library begin with.
fn short(path: &str) -> &str {
    LIBRARY.iter().find_map(|folder| path.strip_prefix(folder)?.strip_prefix('/')).unwrap_or(path)
}

/// A row for each reason why unsafe code is sound, of each file: what is called under it, and in how many blocks.
fn unsafe_code(sources: &[Source]) -> String {
    let mut text = "| file | calls | blocks | why it is sound |\n|---|---|---|---|\n".to_string();
    for source in sources {
        let mut rows: Vec<(String, Vec<String>, usize)> = Vec::new();
        for at in (0..source.tokens.len()).filter(|&at| source.is(at, "unsafe")) {
            let opens = source.is(at + 1, "{");
            if !opens && !source.is(at + 1, "impl") {
                continue;
            }
            let called = if opens { calls(source, at + 1) } else { vec!["impl".into()] };
            let reason = safety(source, at);
            let row = match rows.iter_mut().find(|(known, ..)| *known == reason) {
                Some(row) => row,
                None => {
                    rows.push((reason, Vec::new(), 0));
                    rows.last_mut().expect("just pushed")
                }
            };
            row.2 += 1;
            row.1.extend(called);
        }
        for (reason, mut called, blocks) in rows {
            called.sort();
            called.dedup();
            let called: Vec<String> = called.iter().map(|name| format!("`{name}`")).collect();
            text += &format!("| `{}` | {} | {blocks} | {reason} |\n", source.path, called.join(", "));
        }
    }
    text
}

/// The functions and macros that are called in the block at `at`, but for methods of their arguments.
fn calls(source: &Source, at: usize) -> Vec<String> {
    let end = source.end_of_group(at);
    let mut names: Vec<String> = Vec::new();
    for i in at..end {
        let Some(word) = source.word(i) else { continue };
        // `f(`, `f::<8>(` and `f!(`; not the registers and options of `asm!`.
        let is_macro = source.is(i + 1, "!");
        let is_generic = source.is(i + 1, "::") && source.is(i + 2, "<");
        let is_method = i > at + 1 && source.is(i - 1, ".") && !names.is_empty();
        if is_macro || is_generic || source.is(i + 1, "(") && !is_method {
            names.push(if is_macro { format!("{word}!") } else { word.to_string() });
        }
        if word == "asm" {
            break;
        }
    }
    if names.is_empty() {
        names.push("$call".into());
    }
    names
}

/// The comment `// SAFETY:` before the token at `at`, as one line.
fn safety(source: &Source, at: usize) -> String {
    let ends = |i: &usize| ["{", "}", ";"].iter().any(|end| source.is(*i, end));
    let mut lines: Vec<&str> = Vec::new();
    for i in (0..at).rev().take_while(|i| !ends(i)) {
        let token = &source.tokens[i];
        if token.kind != Kind::Comment {
            continue;
        }
        let line = token.text.trim_start_matches('/').trim();
        match line.strip_prefix("SAFETY:") {
            Some(first) => {
                lines.push(first.trim());
                break;
            }
            None => lines.push(line),
        }
    }
    lines.reverse();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const USES: &str = "const WHY: &str = \"because\"; fn f() { declassify(x.g(1), WHY) && ct::declassify(y, \"so\") }\n\
                        #[cfg(test)] mod tests { fn t() { declassify(x, \"test\") } }";

    fn sources(list: &[(&str, &str)]) -> Vec<Source> {
        list.iter().map(|(path, text)| Source::parse(path, text)).collect()
    }

    #[test]
    fn reasons_are_listed_with_their_files_and_what_they_reveal() {
        let sources = sources(&[
            ("crates/chop/src/a/b.rs", USES),
            ("crates/chop/src/a/c.rs", "fn f() { declassify(m, crate::a::SHARED) }"),
            ("crates/chop/src/a/mod.rs", "pub(crate) const SHARED: &str = \"so\";"),
            ("crates/chop-core/src/ct.rs", "pub fn declassify(mask: Mask, reason: &str) -> bool {}"),
        ]);
        let found = declassified(&sources, &[("so", "y"), ("because", "x")]).unwrap();
        assert!(
            found.ends_with("| `so` | `a/b.rs`, `a/c.rs` | y |\n| `because` | `a/b.rs` | x |\n"),
            "{found}"
        );
    }

    #[test]
    fn reasons_that_nobody_explains_and_explanations_that_nobody_needs_are_errors() {
        let sources = sources(&[("crates/chop/src/a.rs", USES)]);
        let error = declassified(&sources, &[("because", "x")]).unwrap_err();
        assert!(error.contains("crates/chop/src/a.rs:1: what `so` reveals"), "{error}");
        let error = declassified(&sources, &[("because", "x"), ("so", "y"), ("old", "z")]).unwrap_err();
        assert!(error.contains("nothing is declassified because `old`"), "{error}");
        let unknown = Source::parse("crates/chop/src/a.rs", "fn f() { declassify(x, ELSEWHERE) }");
        assert!(declassified(&[unknown], &[]).unwrap_err().contains("a.rs:1: no reason"));
    }

    #[test]
    fn unsafe_blocks_are_listed_with_what_they_call_and_why() {
        let text = "// SAFETY: it is\n// ours.\nlet x = unsafe { core::ptr::read(p) };\n// SAFETY: empty.\n\
                    unsafe { asm!(\"\", inout(reg) x) };\nunsafe fn f() {}\n// SAFETY: it is ours.\nunsafe { g::<3>(x) }";
        let found = unsafe_code(&sources(&[("a.rs", text), ("b.rs", "fn safe() {}")]));
        let rows: Vec<&str> = found.lines().skip(2).collect();
        assert_eq!(rows, ["| `a.rs` | `g`, `read` | 2 | it is ours. |", "| `a.rs` | `asm!` | 1 | empty. |"]);
    }

    #[test]
    fn a_list_is_written_between_its_lines_and_must_have_them() {
        let text = "a\n<!-- list: x -->\nold\n<!-- end list -->\nb\n";
        let written = rewritten("d.md", text, "x", "| new |\n").unwrap();
        assert_eq!(written, "a\n<!-- list: x -->\n\n| new |\n\n<!-- end list -->\nb\n");
        assert_eq!(rewritten("d.md", &written, "x", "| new |\n").unwrap(), written, "written once, it stays");
        assert!(rewritten("d.md", "a", "x", "").unwrap_err().contains("d.md: no lines `<!-- list: x -->`"));
    }
}
