//! Signatures of BIP 340: why they are not valid.

use chop::bip340::{Signature, VerifyingKey};

/// Why a signature that is not valid is not, as far as its own bytes tell.
pub(crate) fn reason(signature: &Signature) -> &'static str {
    if !signature.has_s_in_range() {
        return "s is not below the order of the group";
    }
    // The x of a point tells a key, and R.
    match VerifyingKey::from_bytes(signature.r_bytes()) {
        Err(_) => "r is the x of no point",
        Ok(_) => {
            "the equation does not hold: another message or key, a message that was hashed before, or an altered signature"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::bip340::SigningKey;

    #[test]
    fn each_part_has_its_reason() {
        let signature = SigningKey::from_bytes(&[7; 32]).unwrap().sign(b"hello").to_bytes();
        let with = |range: std::ops::Range<usize>, byte| {
            let mut bytes = signature;
            bytes[range].fill(byte);
            reason(&Signature::from_bytes(&bytes))
        };
        assert!(with(32..64, 0xFF).contains("order"));
        assert!(with(0..32, 0xFF).contains("no point"));
        assert!(with(63..64, signature[63] ^ 1).contains("equation"));
    }
}
