//! What libraries in C write keys and signatures of SM2 as.

/// `SEQUENCE { INTEGER 1, OCTET STRING of 32 bytes …` (RFC 5915), before the secret.
pub(crate) const PRIVATE_HEAD: &[u8] = b"\x30\x31\x02\x01\x01\x04\x20";
/// `… [0] OBJECT IDENTIFIER 1.2.156.10197.1.301 }`, after it.
pub(crate) const PRIVATE_TAIL: &[u8] = b"\xa0\x0a\x06\x08\x2a\x81\x1c\xcf\x55\x01\x82\x2d";
/// Two numbers of 32 bytes as `SEQUENCE { INTEGER, INTEGER }`.
pub(crate) fn sequence(signature: &[u8; 64]) -> Vec<u8> {
    let mut der = vec![0x30, 0];
    for number in signature.chunks(32) {
        let zeros = number.iter().take_while(|byte| **byte == 0).count().min(31);
        let sign = usize::from(number[zeros] >= 0x80);
        der.extend([2, (32 - zeros + sign) as u8]);
        der.extend(&[0][..sign]);
        der.extend(&number[zeros..]);
    }
    der[1] = (der.len() - 2) as u8;
    der
}

/// The reverse.
pub(crate) fn numbers(der: &[u8]) -> Option<[u8; 64]> {
    let [0x30, _, rest @ ..] = der else { return None };
    let (mut rest, mut signature) = (rest, [0; 64]);
    for half in signature.chunks_mut(32) {
        let [2, length, after @ ..] = rest else { return None };
        let (number, after) = after.split_at_checked(usize::from(*length))?;
        let number = number.strip_prefix(&[0]).unwrap_or(number);
        half.get_mut(32_usize.checked_sub(number.len())?..)?.copy_from_slice(number);
        rest = after;
    }
    Some(signature)
}

#[cfg(test)]
mod tests {
    use super::{numbers, sequence};

    #[test]
    fn numbers_are_read_from_the_sequence_that_they_make() {
        for (r, s) in [(1, 0x7f), (0x80, 0), (0xff, 0x80)] {
            let mut signature = [0; 64];
            (signature[0], signature[31], signature[63]) = (r, 5, s);
            assert_eq!(numbers(&sequence(&signature)), Some(signature));
            signature[0] = 0;
            assert_eq!(numbers(&sequence(&signature)), Some(signature));
        }
        assert_eq!(sequence(&[0; 64]), [0x30, 6, 2, 1, 0, 2, 1, 0]);
    }
}
