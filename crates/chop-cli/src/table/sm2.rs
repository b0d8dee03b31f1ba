//! Rows of SM2: what they hold, and verdicts on many of them.

use super::cells::Cells;
use super::layout::{DIGEST, ID, MESSAGE, PUBLIC_KEY, SIGNATURE};
use crate::algorithm::Algorithm;
use crate::commands::verify::SM2_EQUATION;
use crate::signature::from_sm2_bytes;
use crate::table::layout::Encoding;
use crate::table::row::Rules;
use chop::sm2::{
    BoundVerifier, Digest, Id, Item, KeyCache, KeyRef, PreparedVerifyingKey, Signature, VerifyingKey,
};

/// A row that can be judged.
pub(crate) struct Sm2Row {
    /// A point, 33 or 65 bytes; `None` if one key is given for all rows.
    key: Option<Vec<u8>>,
    content: Content,
    signature: Signature,
    /// `None`: that of all rows.
    id: Option<Vec<u8>>,
}

impl Sm2Row {
    /// Whether it has a digest instead of a message.
    pub(crate) fn has_digest(&self) -> bool {
        matches!(self.content, Content::Digest(_))
    }

    /// Why it is not valid, if it is not.
    pub(super) fn reason(&self) -> String {
        let key = self.key.as_deref().map(VerifyingKey::from_slice);
        match key {
            Some(Err(error)) => error.to_string(),
            _ => SM2_EQUATION.to_owned(),
        }
    }
}

/// What was signed.
enum Content {
    Message(Vec<u8>),
    Digest(Digest),
}

/// Decodes a row.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decode(cells: &Cells<'_>, rules: &Rules) -> Result<Sm2Row, String> {
    let name = |field: usize| rules.layout.name(field);
    let key = match rules.key {
        Some(_) => None,
        None => {
            let key = cells.needed(PUBLIC_KEY, rules)?;
            match key.len() {
                n if Algorithm::Sm2.public_key_lengths().contains(&n) => Some(key.into_owned()),
                64 => return Err(format!("{} has 64 bytes: put 04 before x and y", name(PUBLIC_KEY))),
                n => {
                    let lengths = Algorithm::Sm2.public_key_lengths_in_words();
                    return Err(format!("{} has {n} bytes, and must have {lengths}", name(PUBLIC_KEY)));
                }
            }
        }
    };
    let content = match (cells.has(MESSAGE)?, cells.some(DIGEST, rules.layout.encoding(DIGEST))?) {
        (true, Some(_)) => return Err(format!("both {} and {}", name(MESSAGE), name(DIGEST))),
        (false, Some(_)) if !rules.allow_digests => {
            return Err(format!(
                "{} without {}: anybody can make one that fits; use --allow-digests to judge it all the same",
                name(DIGEST),
                name(MESSAGE)
            ));
        }
        (false, Some(bytes)) => {
            let digest = bytes.as_ref().try_into();
            let wrong = |_| format!("{} has {} bytes, and must have 32", name(DIGEST), bytes.len());
            Content::Digest(Digest::from_bytes(digest.map_err(wrong)?))
        }
        // An empty message is one, if there is a column of messages.
        (_, None) => Content::Message(cells.needed(MESSAGE, rules)?.into_owned()),
    };
    let id = match cells.some(ID, Encoding::Hex)? {
        None => None,
        Some(_) if matches!(content, Content::Digest(_)) => {
            return Err(format!("{} and {}: a digest has its identifier in it", name(DIGEST), name(ID)));
        }
        Some(id) => {
            Id::new(&id).map_err(|error| error.to_string())?;
            Some(id.into_owned())
        }
    };
    let signature = cells.needed(SIGNATURE, rules)?;
    let signature = from_sm2_bytes(&signature, rules.reading)?;
    Ok(Sm2Row { key, content, signature, id })
}

/// Rows on their way to a verdict.
pub(super) struct Lot<'a> {
    key: Option<&'a PreparedVerifyingKey>,
    /// The key with the identifier of all rows.
    bound: Option<BoundVerifier<'a>>,
    id: Id<'a>,
    rows: Vec<&'a Sm2Row>,
    indices: Vec<usize>,
}

impl<'a> Lot<'a> {
    /// `id` is the identifier of rows that have none.
    pub(super) fn new(key: Option<&'a PreparedVerifyingKey>, id: Id<'a>) -> Lot<'a> {
        Lot { key, bound: key.map(|key| key.with_id(&id)), id, rows: Vec::new(), indices: Vec::new() }
    }

    pub(super) fn add(&mut self, i: usize, row: &'a Sm2Row) {
        self.rows.push(row);
        self.indices.push(i);
    }

    /// Writes the verdicts to their places.
    pub(super) fn judge(&self, cache: &mut KeyCache, valid: &mut [bool]) {
        let items: Vec<_> = self.rows.iter().map(|row| self.item(row)).collect();
        let mut verdicts = vec![false; items.len()];
        cache.verify_each_into(&items, &mut verdicts);
        for (i, verdict) in self.indices.iter().zip(verdicts) {
            valid[*i] = verdict;
        }
    }

    fn item<'i>(&'i self, row: &'i Sm2Row) -> Item<'i> {
        let id = row.id.as_deref().and_then(|id| Id::new(id).ok());
        let key = match (&row.key, self.key, &self.bound, id) {
            (_, _, Some(bound), None) => KeyRef::Bound(bound),
            (_, Some(key), ..) => KeyRef::Prepared(key),
            (key, None, ..) => KeyRef::Bytes(key.as_deref().unwrap_or_default()),
        };
        match &row.content {
            Content::Message(message) => {
                Item::new(key, message, &row.signature).with_id(id.unwrap_or(self.id))
            }
            Content::Digest(digest) => Item::prehashed(key, digest, &row.signature),
        }
    }
}
