//! Rows of secp256k1: what they hold, and verdicts on many of them.

use super::cells::Cells;
use super::layout::{ADDRESS, DIGEST, MESSAGE, PUBLIC_KEY, RECOVERY_ID, SIGNATURE, V};
use crate::algorithm::Algorithm;
use crate::ecdsa::{self, Fault, Numbers};
use crate::scheme::needed;
use crate::table::row::Rules;
use chop::secp256k1::{
    Address, Digest, Item, KeyCache, KeyRef, PreparedVerifyingKey, RecoverableSignature, RecoveryId, Rule,
    VerifyingKey, recover_many,
};

/// A row that can be judged.
pub(crate) struct EcdsaRow {
    /// A point, 33 or 65 bytes; `None` if one key is given for all rows, or the row has an address alone.
    pub(crate) key: Option<Vec<u8>>,
    pub(crate) address: Option<Address>,
    pub(crate) digest: Digest,
    has_digest: bool,
    /// The signature, or why it is never valid.
    pub(crate) numbers: Result<Numbers, String>,
}

impl EcdsaRow {
    /// Whether it has a digest instead of a message.
    pub(crate) fn has_digest(&self) -> bool {
        self.has_digest
    }

    /// The names of the rules that accept it.
    pub(super) fn accepted_by(&self, key: Option<&VerifyingKey>) -> impl Iterator<Item = &'static str> {
        Rule::NAMED.into_iter().filter(move |rule| self.is_valid(key, *rule)).map(Rule::name)
    }

    /// Whether it is valid under the key, or else its own or the one that it recovers.
    pub(crate) fn is_valid(&self, key: Option<&VerifyingKey>, rule: Rule) -> bool {
        let Ok(numbers) = &self.numbers else { return false };
        let own = self.key.as_deref().map(VerifyingKey::from_slice);
        let key = match (key, own, numbers.recoverable()) {
            (Some(key), ..) => *key,
            (None, Some(Ok(key)), _) => key,
            (None, None, Some(signature)) => match signature.recover_by(rule, &self.digest) {
                Ok(key) => key,
                Err(_) => return false,
            },
            (None, ..) => return false,
        };
        numbers.is_valid(&key, &self.digest, rule)
            && self.address.is_none_or(|address| Address::of(&key) == address)
    }

    /// Why it is not valid, if it is not.
    pub(crate) fn reason(&self, key: Option<&VerifyingKey>, rule: Rule) -> String {
        let numbers = match &self.numbers {
            Ok(numbers) => numbers,
            Err(reason) => return reason.clone(),
        };
        let key = match (key, &self.key) {
            (Some(key), _) => Some(*key),
            (None, Some(bytes)) => match VerifyingKey::from_slice(bytes) {
                Ok(key) => Some(key),
                Err(error) => return error.to_string(),
            },
            (None, None) => None,
        };
        let reason = numbers.reason(rule);
        if reason != ecdsa::EQUATION {
            return reason;
        }
        let recovered = numbers.recoverable().map(|signature| signature.recover_by(rule, &self.digest));
        match (recovered, key, &self.address) {
            (Some(recovered), Some(key), _)
                if recovered.as_ref() != Ok(&key) && numbers.has_another_id(&key, &self.digest, rule) =>
            {
                ecdsa::OTHER_ID.to_owned()
            }
            (Some(Err(_)), ..) => "no key is recovered from this signature".to_owned(),
            (Some(Ok(recovered)), None, Some(address)) => {
                format!("the address of the recovered key is {}, not {address}", Address::of(&recovered))
            }
            (_, Some(key), Some(address)) if Address::of(&key) != *address => {
                format!("the address of the key is {}, not {address}", Address::of(&key))
            }
            _ => reason,
        }
    }
}

/// Decodes a row.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decode(cells: &Cells<'_>, rules: &Rules) -> Result<EcdsaRow, String> {
    let address = address(cells, rules)?;
    let key = match rules.key {
        Some(_) => None,
        None => key(cells, rules, address.is_some())?,
    };
    let (digest, has_digest) = digest(cells, rules)?;
    let bytes = cells.needed(SIGNATURE, rules)?;
    let numbers = match ecdsa::from_bytes(&bytes, rules.reading, rules.ecdsa) {
        Ok(numbers) => Ok(numbers),
        Err(Fault::Invalid(reason)) => Err(reason),
        Err(Fault::Malformed(reason)) => return Err(reason),
    };
    let beside = beside(cells, rules, bytes.len())?;
    let numbers = numbers.and_then(|numbers| match beside {
        None => Ok(numbers),
        Some(id) => id.map(|id| Numbers { id: Some(id), ..numbers }),
    });
    let recovers = numbers.as_ref().map_or(true, |numbers| numbers.id.is_some());
    if key.is_none() && rules.key.is_none() && !recovers {
        return Err(format!(
            "{} without what recovers a key: {} or {} beside 64 bytes of {}, or 65 bytes",
            rules.layout.name(ADDRESS),
            rules.layout.name(V),
            rules.layout.name(RECOVERY_ID),
            rules.layout.name(SIGNATURE)
        ));
    }
    Ok(EcdsaRow { key, address, digest, has_digest, numbers })
}

fn address(cells: &Cells<'_>, rules: &Rules) -> Result<Option<Address>, String> {
    let name = rules.layout.name(ADDRESS);
    if let Some(bytes) = cells.raw(ADDRESS) {
        let bytes =
            bytes.try_into().map_err(|_| format!("{name} has {} bytes, and must have 20", bytes.len()));
        return bytes.map(Address::from_bytes).map(Some);
    }
    let Some(text) = cells.text(ADDRESS)? else { return Ok(None) };
    Address::from_text(&text).map(Some).map_err(|error| format!("{name}: {error}"))
}

fn key(cells: &Cells<'_>, rules: &Rules, may_be_none: bool) -> Result<Option<Vec<u8>>, String> {
    let name = rules.layout.name(PUBLIC_KEY);
    if !cells.has(PUBLIC_KEY)? && may_be_none {
        return Ok(None);
    }
    let key = cells.needed(PUBLIC_KEY, rules)?;
    match key.len() {
        n if Algorithm::Secp256k1.public_key_lengths().contains(&n) => Ok(Some(key.into_owned())),
        64 => Err(format!("{name} has 64 bytes: put 04 before x and y")),
        n => {
            let lengths = Algorithm::Secp256k1.public_key_lengths_in_words();
            Err(format!("{name} has {n} bytes, and must have {lengths}"))
        }
    }
}

/// The digest, and whether the row has it instead of a message.
fn digest(cells: &Cells<'_>, rules: &Rules) -> Result<(Digest, bool), String> {
    let name = |field: usize| rules.layout.name(field);
    match (cells.has(MESSAGE)?, cells.some(DIGEST, rules.layout.encoding(DIGEST))?) {
        (true, Some(_)) => Err(format!("both {} and {}", name(MESSAGE), name(DIGEST))),
        (false, Some(_)) if !rules.allow_digests => Err(format!(
            "{} without {}: anybody can make one that fits; use --allow-digests to judge it all the same",
            name(DIGEST),
            name(MESSAGE)
        )),
        (false, Some(bytes)) => {
            let digest = bytes.as_ref().try_into();
            let wrong = |_| format!("{} has {} bytes, and must have 32", name(DIGEST), bytes.len());
            Ok((Digest::from_bytes(digest.map_err(wrong)?), true))
        }
        // An empty message is one, if there is a column of messages.
        (_, None) => {
            let hash = needed(rules.hash)?;
            Ok((hash.digest(&cells.needed(MESSAGE, rules)?), false))
        }
    }
}

/// The recovery id that stands beside a signature of so many bytes, if one does; or why no signature has it.
fn beside(
    cells: &Cells<'_>,
    rules: &Rules,
    bytes: usize,
) -> Result<Option<Result<RecoveryId, String>>, String> {
    let name = |field: usize| rules.layout.name(field);
    let (id, v) = (cells.number(RECOVERY_ID)?, cells.number(V)?);
    let field = match (id, v) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => return Err(format!("both {} and {}", name(RECOVERY_ID), name(V))),
        (Some(_), None) => RECOVERY_ID,
        (None, Some(_)) => V,
    };
    if bytes != 64 {
        return Err(format!(
            "{} belongs to a {} of 64 bytes, and this one has {bytes}",
            name(field),
            name(SIGNATURE)
        ));
    }
    Ok(Some(match (id, v) {
        (Some(id @ 0..=1), _) => RecoveryId::new(id as u8).ok_or_else(String::new),
        (Some(id), _) => Err(format!("{} is {id}, and must be 0 or 1", name(RECOVERY_ID))),
        (_, v) => v
            .and_then(ecdsa::id_of_v)
            .ok_or_else(|| format!("{} is neither 0, 1, 27, 28 nor 35 or more", name(V))),
    }))
}

/// Rows on their way to a verdict.
pub(super) struct Lot<'a> {
    key: Option<&'a PreparedVerifyingKey>,
    rule: Rule,
    /// Signatures that are verified under a key.
    verified: Vec<(usize, &'a EcdsaRow, &'a Numbers)>,
    /// Signatures whose key is recovered and compared.
    recovered: Vec<(usize, &'a EcdsaRow, RecoverableSignature)>,
}

impl<'a> Lot<'a> {
    pub(super) fn new(key: Option<&'a PreparedVerifyingKey>, rule: Rule) -> Lot<'a> {
        Lot { key, rule, verified: Vec::new(), recovered: Vec::new() }
    }

    pub(super) fn add(&mut self, i: usize, row: &'a EcdsaRow) {
        let Ok(numbers) = &row.numbers else { return };
        match numbers.recoverable() {
            Some(signature) => self.recovered.push((i, row, signature)),
            None => self.verified.push((i, row, numbers)),
        }
    }

    /// Writes the verdicts to their places.
    pub(super) fn judge(&self, cache: &mut KeyCache, valid: &mut [bool]) {
        let items: Vec<Item<'_>> = self
            .verified
            .iter()
            .map(|(_, row, numbers)| Item::of_digest(self.key_of(row), &row.digest, &numbers.signature))
            .collect();
        let mut verdicts = vec![false; items.len()];
        cache.verify_each_into(&items, self.rule, &mut verdicts);
        for ((i, row, _), verdict) in self.verified.iter().zip(verdicts) {
            valid[*i] = verdict && self.has_address(row);
        }
        let items: Vec<(&Digest, &RecoverableSignature)> =
            self.recovered.iter().map(|(_, row, signature)| (&row.digest, signature)).collect();
        for ((i, row, _), key) in self.recovered.iter().zip(recover_many(&items, self.rule)) {
            valid[*i] = key.is_some_and(|key| self.is_of(row, &key));
        }
    }

    fn key_of<'i>(&'i self, row: &'i EcdsaRow) -> KeyRef<'i> {
        match (self.key, &row.key) {
            (Some(key), _) => KeyRef::Prepared(key),
            (None, key) => KeyRef::Bytes(key.as_deref().unwrap_or_default()),
        }
    }

    /// Whether the row names no address, or that of its key.
    fn has_address(&self, row: &EcdsaRow) -> bool {
        let Some(address) = row.address else { return true };
        let key = match (self.key, &row.key) {
            (Some(key), _) => Ok(*key.verifying_key()),
            (None, key) => VerifyingKey::from_slice(key.as_deref().unwrap_or_default()),
        };
        key.is_ok_and(|key| Address::of(&key) == address)
    }

    /// Whether a recovered key is the one that the row, or the caller, names.
    fn is_of(&self, row: &EcdsaRow, recovered: &VerifyingKey) -> bool {
        let is_key = match (self.key, &row.key) {
            (Some(key), _) => key.verifying_key() == recovered,
            (None, Some(bytes)) if bytes.len() == 33 => recovered.to_compressed_bytes()[..] == **bytes,
            (None, Some(bytes)) => recovered.to_bytes()[..] == **bytes,
            (None, None) => row.address.is_some(),
        };
        is_key && row.address.is_none_or(|address| Address::of(recovered) == address)
    }
}
