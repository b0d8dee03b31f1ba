//! What a signature of secp256k1 says about the point R, as v or as a recovery id: in words, and compared with what a dialect takes.

use super::secp256k1::Found;
use crate::ecdsa::{Numbers, id_of_v};
use chop::secp256k1::{Address, Digest, RecoveryId, Signature};

/// A dialect that takes this recovery id: where there is another one, that is said, and `why` there is no command then.
pub(super) fn with_id(found: Found, id: RecoveryId, there: Option<RecoveryId>, why: &'static str) -> Found {
    if there == Some(id) {
        return found;
    }
    let words = format!("{}, {}", found.words, in_words(id));
    Found { id: Some(id), words, options: Err(why), ..found }
}

/// The lines about v, the recovery id, and whose key is recovered.
pub(super) fn lines(
    v: Option<u64>,
    numbers: Option<&Numbers>,
    digest: &Digest,
) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if let Some(v) = v {
        lines.push(("v", v_in_words(v)));
    }
    let Some(signature) = numbers.and_then(Numbers::recoverable) else { return lines };
    lines.push(("recovery id", signature.recovery_id().to_byte().to_string()));
    let address = signature.recover(digest).map(|key| Address::of(&key).to_string());
    lines.push(("recovered", address.unwrap_or_else(|_| "no key".to_owned())));
    lines
}

/// The v behind r and s in a signature of 65 bytes, however it is to be read.
pub(super) fn v_behind(signature: &[u8]) -> Option<u64> {
    let last = *signature.last().filter(|_| signature.len() == 65)?;
    let is_v = RecoveryId::from_v(last).is_some() && Signature::from_der(signature).is_err();
    is_v.then_some(u64::from(last))
}

/// The meaning of v, in words.
fn v_in_words(v: u64) -> String {
    match (v, id_of_v(v)) {
        (35.., _) => format!("{v}: chain {} (EIP-155)", (v - 35) / 2),
        (27 | 28, _) => format!("{v}: 27 and the recovery id"),
        (_, Some(_)) => format!("{v}: the recovery id itself"),
        (_, None) => format!("{v}: none"),
    }
}

/// A recovery id, with the v that stand for it.
fn in_words(id: RecoveryId) -> String {
    match id.to_byte() {
        id @ 0..=1 => {
            format!("recovery id {id}, which is v {id}, {} or {} and twice the chain", 27 + id, 35 + id)
        }
        id => format!("recovery id {id}, which no v stands for"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_v_says_what_it_is() {
        assert_eq!(v_in_words(0), "0: the recovery id itself");
        assert_eq!(v_in_words(28), "28: 27 and the recovery id");
        assert_eq!(v_in_words(37), "37: chain 1 (EIP-155)");
        assert_eq!(v_in_words(30), "30: none");
        let id = RecoveryId::new(1).unwrap();
        assert_eq!(in_words(id), "recovery id 1, which is v 1, 28 or 36 and twice the chain");
    }
}
