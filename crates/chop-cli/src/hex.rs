//! Hexadecimal text as users write it: digits of either case, after `0x` or `0X` or nothing. Of public bytes: keys are read by the library.

/// The bytes that the digits stand for; `None` if the text has something else, or half a byte.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
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
            assert_eq!(decode(text).as_deref(), bytes, "{text}");
        }
    }
}
