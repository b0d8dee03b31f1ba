//! Explains a row of secp256k1: its key may be an address, and its signature may recover a key.

use super::secp256k1::{Found, NOTHING, Report};
use super::{Args, Subject, recovery};
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
        let read = self.row.numbers.as_ref().ok().and_then(|numbers| numbers.id);
        read.or_else(|| recovery::v_behind(&self.fields.signature).and_then(id_of_v))
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
                .map(|(dialect, id)| recovery::with_id(of(dialect, rule), id, self.id(), OTHER_ID))
                .collect(),
        }
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
        let numbers = self.row.numbers.as_ref().ok();
        let v = self.fields.v.or_else(|| recovery::v_behind(&self.fields.signature));
        beside.extend(recovery::lines(v, numbers, &self.row.digest));
        beside
    }
}
