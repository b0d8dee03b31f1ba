//! Rows of BIP 340: what they hold, and verdicts on many of them.

use super::cells::Cells;
use super::layout::{ADDRESS, DIGEST, MESSAGE, PUBLIC_KEY, RECOVERY_ID, SIGNATURE, V};
use crate::algorithm::Algorithm;
use crate::schnorr;
use crate::table::row::{Rules, exactly};
use chop::bip340::{Item, KeyRef, Signature, VerifyingKey, verify_each_into};

/// A row that can be judged.
pub(crate) struct SchnorrRow {
    /// `None` if one key is given for all rows.
    key: Option<[u8; 32]>,
    message: Vec<u8>,
    signature: Signature,
}

impl SchnorrRow {
    /// Why it is not valid, if it is not.
    pub(super) fn reason(&self) -> String {
        match self.key.as_ref().map(VerifyingKey::from_bytes) {
            Some(Err(error)) => error.to_string(),
            _ => schnorr::reason(&self.signature).to_owned(),
        }
    }
}

/// Decodes a row.
///
/// # Errors
/// A sentence that says what is wrong with the row.
pub(super) fn decode(cells: &Cells<'_>, rules: &Rules) -> Result<SchnorrRow, String> {
    for field in [DIGEST, ADDRESS, RECOVERY_ID, V] {
        if cells.has(field)? {
            let name = Algorithm::Bip340.name();
            return Err(format!("{} is for secp256k1, and {name} has none", rules.layout.name(field)));
        }
    }
    let key = match rules.key {
        Some(_) => None,
        None => {
            let bytes = cells.needed(PUBLIC_KEY, rules)?;
            Some(bytes.as_ref().try_into().map_err(|_| exactly(rules, PUBLIC_KEY, &bytes, 32))?)
        }
    };
    let message = cells.needed(MESSAGE, rules)?.into_owned();
    let signature = cells.needed(SIGNATURE, rules)?;
    let bytes = signature.as_ref().try_into().map_err(|_| exactly(rules, SIGNATURE, &signature, 64))?;
    Ok(SchnorrRow { key, message, signature: Signature::from_bytes(bytes) })
}

/// Rows on their way to a verdict.
pub(super) struct Lot<'a> {
    key: Option<VerifyingKey>,
    rows: Vec<(usize, &'a SchnorrRow)>,
}

impl<'a> Lot<'a> {
    pub(super) fn new(key: Option<VerifyingKey>) -> Lot<'a> {
        Lot { key, rows: Vec::new() }
    }

    pub(super) fn add(&mut self, i: usize, row: &'a SchnorrRow) {
        self.rows.push((i, row));
    }

    /// Writes the verdicts to their places.
    pub(super) fn judge(&self, valid: &mut [bool]) {
        let item = |(i, row): &(usize, &'a SchnorrRow)| {
            let key = match (&self.key, &row.key) {
                (Some(key), _) => KeyRef::Decoded(key),
                (None, Some(bytes)) => KeyRef::Bytes(bytes),
                // A row without a key is no row of this lot.
                (None, None) => return None,
            };
            Some((*i, Item::new(key, &row.message, &row.signature)))
        };
        let (places, items): (Vec<usize>, Vec<Item<'_>>) = self.rows.iter().filter_map(item).unzip();
        let mut verdicts = vec![false; items.len()];
        verify_each_into(&items, &mut verdicts);
        for (place, verdict) in places.iter().zip(verdicts) {
            valid[*place] = verdict;
        }
    }
}
