//! Hexadecimal text as users write it: digits of either case, after `0x` or `0X` or nothing.
//!
//! The text may be that of a secret. The digits are decoded in constant time, and the prefix is looked at only where
//! everything after it is digits: how the text is written shows, and no digit does.

use zeroize::Zeroizing;

/// The bytes that the digits stand for; `None` if the text has something else, or half a byte.
pub(crate) fn decode(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    if let Ok(bytes) = base16ct::mixed::decode_vec(text) {
        return Some(Zeroizing::new(bytes));
    }
    let (prefix, digits) = text.split_at_checked(2)?;
    let bytes = base16ct::mixed::decode_vec(digits).map(Zeroizing::new).ok()?;
    matches!(prefix, "0x" | "0X").then_some(bytes)
}

/// As [`decode`], of text that everybody may know.
pub(crate) fn decode_public(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    base16ct::mixed::decode_vec(digits).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_taken_off_once() {
        for (text, bytes) in [
            ("00fF", Some(&[0, 0xff][..])),
            ("0x00fF", Some(&[0, 0xff])),
            ("0X00fF", Some(&[0, 0xff])),
            ("", Some(&[])),
            ("0x", Some(&[])),
            ("0", None),
            ("x0", None),
            ("0x0", None),
            ("1x00", None),
            ("0x0x00", None),
            ("00x0", None),
            (" 0x00", None),
            ("é00", None),
            ("0é00", None),
        ] {
            assert_eq!(decode(text).as_deref().map(Vec::as_slice), bytes, "{text}");
            assert_eq!(decode_public(text).as_deref(), bytes, "{text}");
        }
    }
}
