//! Hexadecimal text of public bytes.

/// The lower-case digits of `bytes`, written into `text`.
///
/// # Panics
/// If `text` is not twice as long as `bytes`.
pub(crate) fn encode<'a>(bytes: &[u8], text: &'a mut [u8]) -> &'a str {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    assert_eq!(text.len(), 2 * bytes.len(), "two digits a byte");
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        pair[0] = DIGITS[(byte >> 4) as usize];
        pair[1] = DIGITS[(byte & 15) as usize];
    }
    core::str::from_utf8(text).unwrap_or_default()
}

/// Exactly N bytes from 2·N digits of either case.
pub(crate) fn decode<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let digit = |d: u8| (d as char).to_digit(16).map(|d| d as u8);
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}
