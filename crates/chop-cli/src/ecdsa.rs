//! Signatures of ECDSA over secp256k1 as files and tables have them.

use crate::signature::{Reading, unwrapped};
use chop::Error;
use chop::secp256k1::{DerForm, Digest, RecoverableSignature, RecoveryId, Rule, Signature, VerifyingKey};

/// Why the equation of a signature in range does not hold.
pub(crate) const EQUATION: &str =
    "the equation does not hold: another message, key or hash, or an altered signature";

/// Why a signature that says which point R was does not hold where r and s alone do.
pub(crate) const OTHER_ID: &str =
    "v, or the recovery id, is wrong: without it the signature is valid under this key";

/// r and s, and which point R was, where the signature says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) signature: Signature,
    pub(crate) id: Option<RecoveryId>,
}

/// What is wrong with a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is none, or none in the form that was asked for.
    Malformed(String),
    /// It is one, and valid under no key.
    Invalid(String),
}

impl Fault {
    /// The sentence.
    pub(crate) fn reason(self) -> String {
        match self {
            Fault::Malformed(reason) | Fault::Invalid(reason) => reason,
        }
    }
}

/// The recovery id of v, whose last bit may have the number of a chain before it (EIP-155).
pub(crate) fn id_of_v(v: u64) -> Option<RecoveryId> {
    match v {
        35.. => RecoveryId::new(((v - 35) & 1) as u8),
        _ => RecoveryId::from_v(u8::try_from(v).ok()?),
    }
}

/// The signature in a file, and v beside it, if one was given.
///
/// # Errors
/// What is wrong with it, and what to do about it.
pub(crate) fn read(content: &[u8], reading: Reading, rule: Rule, v: Option<u64>) -> Result<Numbers, Fault> {
    let (bytes, _) = unwrapped(content).map_err(|error| Fault::Malformed(error.to_string()))?;
    with_v(&bytes, reading, rule, v)
}

/// The signature in some bytes, and v beside it, if one was given.
///
/// # Errors
/// As [`read`].
pub(crate) fn with_v(bytes: &[u8], reading: Reading, rule: Rule, v: Option<u64>) -> Result<Numbers, Fault> {
    let numbers = from_bytes(bytes, reading, rule)?;
    match v {
        None => Ok(numbers),
        Some(_) if bytes.len() != 64 => Err(Fault::Malformed(format!(
            "--v belongs to a signature of 64 bytes, and this one has {}",
            bytes.len()
        ))),
        Some(v) => match id_of_v(v) {
            Some(id) => Ok(Numbers { id: Some(id), ..numbers }),
            None => Err(Fault::Invalid(format!("v is {v}, and must be 0, 1, 27, 28, or 35 or more"))),
        },
    }
}

/// The signature in some bytes.
///
/// # Errors
/// As [`read`].
pub(crate) fn from_bytes(bytes: &[u8], reading: Reading, rule: Rule) -> Result<Numbers, Fault> {
    let plain = |signature| Ok(Numbers { signature, id: None });
    match reading {
        Reading::Raw | Reading::Base58 => Signature::from_slice(bytes).map_err(fault).and_then(plain),
        Reading::Recoverable => recoverable(bytes),
        Reading::DerLax if rule.der() == DerForm::Strict => {
            Err(Fault::Malformed(format!("the rule {rule} takes strict DER, and der-lax reads more")))
        }
        Reading::Der | Reading::DerLax if rule.der() == DerForm::None => {
            Err(Fault::Malformed(format!("the rule {rule} is of signatures that have no DER")))
        }
        Reading::DerLax => Signature::from_der_lax(bytes).map_err(fault).and_then(plain),
        Reading::Der => from_der(bytes).and_then(plain),
        _ if bytes.len() == 64 => Signature::from_slice(bytes).map_err(fault).and_then(plain),
        _ if bytes.len() == 65 && Signature::from_der(bytes).is_err() => recoverable(bytes),
        _ if rule.der() == DerForm::None => Err(Fault::Malformed(format!(
            "the signature has {} bytes, and under the rule {rule} must have 64 or 65",
            bytes.len()
        ))),
        _ => from_der(bytes).and_then(plain),
    }
}

fn from_der(bytes: &[u8]) -> Result<Signature, Fault> {
    Signature::from_der(bytes).map_err(|error| match error {
        Error::SignatureDer if bytes.len() == 64 => {
            Fault::Malformed(format!("{error}; it has 64 bytes: use --signature-format raw"))
        }
        Error::SignatureDer if Signature::from_der_lax(bytes).is_ok() => Fault::Malformed(
            "the signature is no strict DER: --signature-format der-lax reads it, as it was read before BIP 66"
                .to_owned(),
        ),
        Error::SignatureDer => {
            Fault::Malformed(format!("{error}; nor r and s, for it has {} bytes", bytes.len()))
        }
        other => fault(other),
    })
}

fn recoverable(bytes: &[u8]) -> Result<Numbers, Fault> {
    let bytes: &[u8; 65] = bytes.try_into().map_err(|_| {
        Fault::Malformed(format!("the signature has {} bytes, and a recoverable one has 65", bytes.len()))
    })?;
    let signature = RecoverableSignature::from_bytes(bytes).map_err(fault)?;
    Ok(Numbers { signature: *signature.signature(), id: Some(signature.recovery_id()) })
}

/// Numbers out of range are a signature that is never valid; everything else is none.
fn fault(error: Error) -> Fault {
    match error {
        Error::SignatureRange | Error::RecoveryId => Fault::Invalid(error.to_string()),
        other => Fault::Malformed(other.to_string()),
    }
}

impl Numbers {
    /// Whether this is a signature of the digest under the key: if it says which point R was, the key that it recovers must be that one.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn verify(&self, key: &VerifyingKey, digest: &Digest, rule: Rule) -> Result<(), String> {
        if self.is_valid(key, digest, rule) {
            return Ok(());
        }
        let reason = self.reason(rule);
        let is_other_id = reason == EQUATION && self.has_another_id(key, digest, rule);
        Err(if is_other_id { OTHER_ID.to_owned() } else { reason })
    }

    /// As [`verify`](Numbers::verify), without the reason.
    pub(crate) fn is_valid(&self, key: &VerifyingKey, digest: &Digest, rule: Rule) -> bool {
        match self.recoverable() {
            Some(signature) => signature.recover_by(rule, digest).is_ok_and(|recovered| recovered == *key),
            None => key.verify_digest_by(rule, digest, &self.signature).is_ok(),
        }
    }

    /// Whether r and s alone are a signature under this key, which is not the one that is recovered: what says which point R was is wrong.
    pub(crate) fn has_another_id(&self, key: &VerifyingKey, digest: &Digest, rule: Rule) -> bool {
        self.id.is_some() && key.verify_digest_by(rule, digest, &self.signature).is_ok()
    }

    /// The signature as one that recovers its key, if it is one.
    pub(crate) fn recoverable(&self) -> Option<RecoverableSignature> {
        Some(RecoverableSignature::new(self.signature, self.id?))
    }

    /// Why a signature that is not valid is not.
    pub(crate) fn reason(&self, rule: Rule) -> String {
        if rule.requires_low_s() && !self.signature.has_low_s() {
            return format!("s is above n/2, which the rule {rule} refuses; any-s takes it");
        }
        match self.id {
            Some(id) if !rule.takes_recovery_id(id) => {
                format!("the rule {rule} takes no recovery id {}", id.to_byte())
            }
            _ => EQUATION.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chop::secp256k1::SigningKey;

    #[test]
    fn v_is_an_id_or_27_more_or_has_a_chain() {
        let id = |id| RecoveryId::new(id);
        for (v, expected) in [
            (0, id(0)),
            (1, id(1)),
            (2, None),
            (26, None),
            (27, id(0)),
            (28, id(1)),
            (29, None),
            (34, None),
            (35, id(0)),
            (36, id(1)),
            (37, id(0)),
            (38, id(1)),
            (u64::MAX, id(0)),
        ] {
            assert_eq!(id_of_v(v), expected, "{v}");
        }
    }

    #[test]
    fn every_form_is_read_and_named_where_it_is_not() {
        let key = SigningKey::from_bytes(&[7; 32]).unwrap();
        let made = key.sign_digest_recoverable(&Digest::sha256(b"hello"));
        let (raw, der) = (made.signature().to_bytes(), made.signature().to_der());
        let rule = Rule::LIBSECP256K1;
        let plain = Ok(Numbers { signature: *made.signature(), id: None });
        let with_id = Ok(Numbers { signature: *made.signature(), id: Some(made.recovery_id()) });
        for reading in [Reading::Auto, Reading::Raw] {
            assert_eq!(from_bytes(&raw, reading, rule), plain);
        }
        for reading in [Reading::Auto, Reading::Der, Reading::DerLax] {
            assert_eq!(from_bytes(der.as_ref(), reading, rule), plain);
        }
        for reading in [Reading::Auto, Reading::Recoverable] {
            assert_eq!(from_bytes(&made.to_bytes(), reading, rule), with_id);
        }
        let mut other_v = made.to_bytes();
        other_v[64] = 29;
        assert!(matches!(from_bytes(&other_v, Reading::Auto, rule), Err(Fault::Invalid(_))));
        assert!(matches!(from_bytes(&[0; 64], Reading::Auto, rule), Err(Fault::Invalid(_))));
        let malformed = |bytes: &[u8], reading, rule, says: &str| match from_bytes(bytes, reading, rule) {
            Err(Fault::Malformed(reason)) => assert!(reason.contains(says), "{reason}"),
            other => panic!("{other:?}"),
        };
        malformed(&raw, Reading::Der, rule, "--signature-format raw");
        malformed(&raw, Reading::Recoverable, rule, "65");
        malformed(der.as_ref(), Reading::DerLax, Rule::BITCOIN_CONSENSUS, "strict DER");
        malformed(der.as_ref(), Reading::Auto, Rule::ETHEREUM_TRANSACTION, "64 or 65");
        let mut lax = der.as_ref().to_vec();
        lax.push(0);
        malformed(&lax, Reading::Auto, rule, "der-lax");
    }
}
