//! Explains a row of secp256k1: its key may be an address, and its signature may recover a key.

use super::secp256k1::{Found, NOTHING, Report};
use super::{Args, Subject};
use crate::ecdsa::id_of_v;
use crate::keys;
use crate::output;
use crate::table::row::Rules;
use crate::table::secp256k1::EcdsaRow;
use crate::table::single::{Content, Fields};
use chop::encoding::PublicKey;
use chop::secp256k1::{Address, RecoveryId, VerifyingKey, dialects, dialects_of_address};

/// A row, and what it is judged by.
pub(super) struct Question<'a> {
    pub(super) row: &'a EcdsaRow,
    pub(super) fields: &'a Fields,
    pub(super) rules: &'a Rules,
    /// The one key of all rows, if there is one.
    pub(super) key: Option<VerifyingKey>,
}

/// Judges as `chop verify-table` does and, if the verdict is no, tries every dialect.
pub(super) fn report<'a>(args: &'a Args, name: &str, question: &Question<'_>) -> Report<'a> {
    let Question { row, fields, rules, key } = question;
    let rule = rules.ecdsa;
    let valid = row.is_valid(key.as_ref(), rule);
    let (found, nothing) = match question.claimed() {
        _ if valid => (Vec::new(), NOTHING),
        Ok(claimed) => (question.found(&claimed), NOTHING),
        Err(why) => (Vec::new(), why),
    };
    Report {
        subject: question.subject(name),
        beside: question.beside(),
        hash: if row.has_digest() { None } else { rules.hash },
        rule,
        form: format!("{} bytes", fields.signature.len()),
        reason: (!valid).then(|| row.reason(key.as_ref(), rule)),
        found,
        nothing,
        args,
    }
}

/// Whose signature a row says it is.
enum Claimed {
    Key(VerifyingKey),
    Address(Address),
}

/// Why nothing was tried, and why a dialect has no command.
const NO_POINT: &str = "no command: the public key of the row is no point of the curve";
const TWO_KEYS: &str = "no command: the address of the row is not that of its key";
const OTHER_ID: &str = "no command: the row names another recovery id, or a v that is none";

impl Question<'_> {
    /// The key that the row or the caller names, as it is.
    fn key(&self) -> Option<Result<VerifyingKey, &'static str>> {
        let own =
            || self.row.key.as_deref().map(|bytes| VerifyingKey::from_slice(bytes).map_err(|_| NO_POINT));
        self.key.map(Ok).or_else(own)
    }

    /// Whose signature it should be, or why it cannot be anybody's.
    fn claimed(&self) -> Result<Claimed, &'static str> {
        let key = self.key().transpose()?;
        match (key, self.row.address) {
            (Some(key), Some(address)) if Address::of(&key) != address => Err(TWO_KEYS),
            (Some(key), _) if self.recovers() => Ok(Claimed::Address(Address::of(&key))),
            (Some(key), _) => Ok(Claimed::Key(key)),
            (None, Some(address)) => Ok(Claimed::Address(address)),
            (None, None) => Err(NO_POINT),
        }
    }

    /// Whether the row says which point R was, rightly or not.
    fn recovers(&self) -> bool {
        let Fields { v, recovery_id, .. } = self.fields;
        v.or(*recovery_id).is_some() || self.id().is_some()
    }

    fn id(&self) -> Option<RecoveryId> {
        self.row.numbers.as_ref().ok().and_then(|numbers| numbers.id)
    }

    fn found(&self, claimed: &Claimed) -> Vec<Found> {
        let (signature, rule) = (&self.fields.signature, self.rules.ecdsa);
        let (message, of) = match &self.fields.content {
            Content::Message(message) => (message, Found::new as fn(_, _) -> _),
            Content::Digest(digest) => (digest, Found::of_digest as fn(_, _) -> _),
        };
        match claimed {
            Claimed::Key(key) => {
                dialects(key, message, signature).into_iter().map(|dialect| of(dialect, rule)).collect()
            }
            Claimed::Address(address) => dialects_of_address(address, message, signature)
                .into_iter()
                .map(|(dialect, id)| self.with_id(of(dialect, rule), id))
                .collect(),
        }
    }

    /// A dialect that takes this recovery id: where the row has another, that is said.
    fn with_id(&self, found: Found, id: RecoveryId) -> Found {
        if self.id() == Some(id) {
            return found;
        }
        let words = format!("{}, {}", found.words, in_words(id));
        Found { id: Some(id), words, options: Err(OTHER_ID), ..found }
    }

    fn subject(&self, name: &str) -> Subject {
        let key = self.key().and_then(Result::ok);
        let (Content::Message(content) | Content::Digest(content)) = &self.fields.content;
        Subject {
            document: name.to_owned(),
            bytes: content.len(),
            signature: name.to_owned(),
            key: key.map(|key| output::hex(&key.to_bytes())),
            fingerprint: key.map(|key| keys::fingerprint(&PublicKey::Secp256k1(key))),
            algorithm: "secp256k1",
        }
    }

    /// The address, the v and the recovery id of the row, and whose key the signature recovers.
    fn beside(&self) -> Vec<(&'static str, String)> {
        let mut beside = Vec::new();
        if let Some(address) = self.row.address {
            beside.push(("address", address.to_string()));
        }
        if let Some(v) = self.fields.v.or(self.last_byte()) {
            beside.push(("v", v_in_words(v)));
        }
        if let Some(id) = self.id() {
            beside.push(("recovery id", id.to_byte().to_string()));
        }
        if let Some(signature) = self.row.numbers.as_ref().ok().and_then(|numbers| numbers.recoverable()) {
            let recovered = signature.recover(&self.row.digest);
            let address = recovered.map(|key| Address::of(&key).to_string());
            beside.push(("recovered", address.unwrap_or_else(|_| "no key".to_owned())));
        }
        beside
    }

    /// The v that stands behind a signature of 65 bytes.
    fn last_byte(&self) -> Option<u64> {
        let last = *self.fields.signature.last()?;
        (self.fields.signature.len() == 65 && self.id().is_some()).then_some(u64::from(last))
    }
}

/// What v says.
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
