//! DER as libsecp256k1's lax parser reads it: what some chains accepted before BIP 66, and still hold.

/// r and s, read without a sign. `None` where that parser refuses; a number of more than 32 bytes is one that is too great, and so is given as
/// 2^256 − 1.
///
/// The length of the SEQUENCE is skipped and not looked at, what follows s as well; lengths may have needless zeros, numbers may be empty, be
/// negative or begin with zeros.
pub(super) fn numbers(der: &[u8]) -> Option<[[u8; 32]; 2]> {
    let mut rest = Rest(der);
    rest.tag(0x30)?;
    rest.skip_length()?;
    Some([rest.number()?, rest.number()?])
}

/// The bytes that are left to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn bytes(&mut self, n: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(bytes)
    }

    fn tag(&mut self, tag: u8) -> Option<()> {
        (self.byte()? == tag).then_some(())
    }

    fn skip_length(&mut self) -> Option<()> {
        let first = self.byte()?;
        if first >= 0x80 {
            self.bytes(usize::from(first - 0x80))?;
        }
        Some(())
    }

    /// A length in the short form, or in the long one of at most seven bytes behind its zeros.
    fn length(&mut self) -> Option<usize> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(usize::from(first));
        }
        let significant = without_zeros(self.bytes(usize::from(first - 0x80))?);
        if significant.len() > 7 {
            return None;
        }
        let length = significant.iter().fold(0, |length, byte| length << 8 | u64::from(*byte));
        usize::try_from(length).ok()
    }

    /// An INTEGER.
    fn number(&mut self) -> Option<[u8; 32]> {
        self.tag(0x02)?;
        let length = self.length()?;
        let significant = without_zeros(self.bytes(length)?);
        let Some(zeros) = 32usize.checked_sub(significant.len()) else { return Some([0xFF; 32]) };
        let mut number = [0; 32];
        number[zeros..].copy_from_slice(significant);
        Some(number)
    }
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    &bytes[zeros..]
}
