//! Bytes as words of a line: two hexadecimal digits each, and `-` for none.

/// The word of `bytes`.
pub fn encode(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a hexadecimal word; `None` if it is not hexadecimal.
pub fn decode(word: &str) -> Option<Vec<u8>> {
    if word == "-" {
        return Some(Vec::new());
    }
    if !word.bytes().all(|digit| digit.is_ascii_hexdigit()) || !word.len().is_multiple_of(2) {
        return None;
    }
    (0..word.len()).step_by(2).map(|i| u8::from_str_radix(&word[i..i + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for bytes in [&b""[..], &[0], &[0xff, 0x10, 3]] {
            assert_eq!(decode(&encode(bytes)).as_deref(), Some(bytes));
        }
        assert_eq!(["0", "0g", "+f", "é"].map(decode), [None, None, None, None]);
    }
}
