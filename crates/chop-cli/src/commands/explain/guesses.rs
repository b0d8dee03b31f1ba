//! What a signature that does not verify may be a signature of instead.

use crate::scheme::EdVerifier;
use base64ct::{Base64, Encoding};
use chop::ed25519::{Context, Policy, Signature};
use chop::{ed25519, ed25519_blake2b, ed25519_blake3};
use sha2::{Digest, Sha256, Sha512};

/// Above this size a guess changes either the algorithm or the message, not both: 16 MiB.
pub(super) const LARGE: usize = 16 << 20;

/// The guesses that the policy accepts, in words.
pub(super) fn valid(
    asked: &EdVerifier<'_>,
    context: Option<&[u8]>,
    policy: Policy,
    message: &[u8],
    signature: &Signature,
) -> Vec<String> {
    let mut found = Vec::new();
    let verifiers = verifiers(asked, context);
    let mut try_message = |what: &str, message: &[u8], every: bool| {
        for verifier in verifiers.iter().filter(|verifier| every || same(verifier, asked)) {
            if policy.accepts(&verifier.facts(message, signature)) {
                found.push(format!("as {}{what}", described(verifier)));
            }
        }
    };
    try_message("", message, true);
    for (what, change) in CHANGES {
        if let Some(changed) = change(message) {
            try_message(&format!(", {what}"), &changed, message.len() <= LARGE);
        }
    }
    found
}

/// Every algorithm with this key.
fn verifiers<'c>(asked: &EdVerifier<'c>, context: Option<&'c [u8]>) -> Vec<EdVerifier<'c>> {
    let bytes = asked.key_bytes();
    let context = context.and_then(|bytes| Context::new(bytes).ok());
    let mut all = Vec::new();
    if let Ok(key) = ed25519::VerifyingKey::from_bytes(&bytes) {
        all.extend([EdVerifier::Pure(key), EdVerifier::Ph(key, None)]);
        if let Some(context) = context {
            all.extend([EdVerifier::Ctx(key, context), EdVerifier::Ph(key, Some(context))]);
        }
    }
    all.extend(ed25519_blake3::VerifyingKey::from_bytes(&bytes).ok().map(EdVerifier::Blake3));
    all.extend(ed25519_blake2b::VerifyingKey::from_bytes(&bytes).ok().map(EdVerifier::Blake2b));
    all
}

fn described(verifier: &EdVerifier<'_>) -> String {
    match verifier {
        EdVerifier::Ctx(..) | EdVerifier::Ph(_, Some(_)) => {
            format!("{} with the context", verifier.algorithm().name())
        }
        other => other.algorithm().name().to_owned(),
    }
}

fn same(a: &EdVerifier<'_>, b: &EdVerifier<'_>) -> bool {
    described(a) == described(b)
}

pub(super) type Change = fn(&[u8]) -> Option<Vec<u8>>;

/// What may have happened to a message between signing and verifying.
pub(super) const CHANGES: &[(&str, Change)] = &[
    ("the document without its last newline", |message| {
        let line = message.strip_suffix(b"\n")?;
        Some(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }),
    ("the document with a newline added", |message| Some([message, b"\n"].concat())),
    ("the document with CR LF added", |message| Some([message, b"\r\n"].concat())),
    ("the document without blanks around it", |message| {
        let text = message.trim_ascii();
        (text.len() != message.len()).then(|| text.to_vec())
    }),
    ("the document with LF line ends instead of CR LF", |message| {
        let text = std::str::from_utf8(message).ok()?;
        text.contains("\r\n").then(|| text.replace("\r\n", "\n").into_bytes())
    }),
    ("the document with CR LF line ends instead of LF", |message| {
        let text = std::str::from_utf8(message).ok()?;
        (text.contains('\n') && !text.contains('\r')).then(|| text.replace('\n', "\r\n").into_bytes())
    }),
    ("the bytes whose hexadecimal text the document is", |message| {
        let text = std::str::from_utf8(message.trim_ascii()).ok()?;
        base16ct::mixed::decode_vec(text.strip_prefix("0x").unwrap_or(text)).ok()
    }),
    ("the bytes whose base64 the document is", |message| {
        let text = std::str::from_utf8(message.trim_ascii()).ok()?;
        Base64::decode_vec(text).ok()
    }),
    ("the document as lower-case hexadecimal text", |message| {
        Some(base16ct::lower::encode_string(message).into_bytes())
    }),
    ("the document as upper-case hexadecimal text", |message| {
        Some(base16ct::upper::encode_string(message).into_bytes())
    }),
    ("the document as base64", |message| Some(Base64::encode_string(message).into_bytes())),
    ("the SHA-256 of the document", |message| Some(Sha256::digest(message).to_vec())),
    ("the SHA-512 of the document", |message| Some(Sha512::digest(message).to_vec())),
    ("the SHA-256 of the document as hexadecimal text", |message| {
        Some(base16ct::lower::encode_string(&Sha256::digest(message)).into_bytes())
    }),
    ("the empty message", |message| (!message.is_empty()).then(Vec::new)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use chop::ed25519::SigningKey;

    fn guesses(signed: &[u8], verified: &[u8]) -> Vec<String> {
        let key = SigningKey::from_seed(&[7; 32]);
        let asked = EdVerifier::Pure(key.verifying_key());
        valid(&asked, None, Policy::DEFAULT, verified, &key.sign(signed))
    }

    #[test]
    fn finds_changed_messages() {
        for (signed, verified, expected) in [
            (&b"hello"[..], &b"hello\n"[..], "without its last newline"),
            (b"hello\n", b"hello", "with a newline added"),
            (b"\xab\xcd", b"abcd", "the bytes whose hexadecimal text the document is"),
            (b"abcd", b"\xab\xcd", "as lower-case hexadecimal text"),
            (b"a\nb\n", b"a\r\nb\r\n", "with LF line ends"),
            (&Sha256::digest(b"hello"), b"hello", "the SHA-256 of the document"),
        ] {
            let found = guesses(signed, verified);
            assert!(found.iter().any(|guess| guess.contains(expected)), "{expected}: {found:?}");
        }
        assert!(guesses(b"hello", b"world").is_empty());
    }

    #[test]
    fn finds_other_algorithms_and_both_at_once() {
        let key = SigningKey::from_seed(&[7; 32]);
        let asked = EdVerifier::Pure(key.verifying_key());
        let found = valid(&asked, None, Policy::DEFAULT, b"hello\n", &key.ph(None).sign(b"hello"));
        assert_eq!(found[0], "as ed25519ph, the document without its last newline");
        let context = Context::new(b"c").unwrap();
        let signature = key.ctx(context).sign(b"hello");
        let found = valid(&asked, Some(b"c"), Policy::DEFAULT, b"hello", &signature);
        assert_eq!(found, ["as ed25519ctx with the context"]);
    }
}
