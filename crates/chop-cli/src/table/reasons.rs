//! Why rows are not valid: the fact that decided, and the rules under which they would be valid.
//!
//! Verdicts come from bulk calls, which keep no facts. The facts of a row are computed here again, for the rows that
//! somebody is told about.

use super::pipeline::Job;
use super::row::{EdRow, Row, Signed};
use super::secp256k1::EcdsaRow;
use super::verify::TableKey;
use chop::ed25519::generic::{Blake2b, Blake3, Hash, Sha512, VerifyingKey};
use chop::ed25519::{Context, Facts, Policy, Rejection};

/// The reasons that are asked for of rows that are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// Of how many rows, judged together, the reason is found.
    pub(crate) rows: usize,
    /// Whether the rules that would accept a row are found, too.
    pub(crate) accepted_by: bool,
}

/// Why a row that is well-formed is not valid.
pub(crate) struct Rejected {
    pub(crate) reason: String,
    /// The ids of the named policies that accept it; none unless [asked for](Asked::accepted_by).
    pub(crate) accepted_by: Vec<&'static str>,
}

/// Why a row is not valid. Of SM2 and of BIP 340 there is one rule, and no other accepts what it rejects.
pub(super) fn of(row: &Row, job: &Job) -> Rejected {
    let (key, policy, asked) = (job.key.as_ref(), job.policy, job.reasons);
    let row = match row {
        Row::Secp256k1(row) => return of_ecdsa(row, job),
        Row::Sm2(row) => return Rejected { reason: row.reason(), accepted_by: Vec::new() },
        Row::Bip340(row) => return Rejected { reason: row.reason(), accepted_by: Vec::new() },
        Row::Ed25519(row) => row,
    };
    let Some(facts) = facts(row, key) else {
        return Rejected { reason: Rejection::ANotAPoint.to_string(), accepted_by: Vec::new() };
    };
    let rejection = policy.rejection(&facts).unwrap_or(Rejection::Equation);
    let accepting = Policy::NAMED.iter().filter(|named| asked.accepted_by && named.policy.accepts(&facts));
    Rejected { reason: rejection.to_string(), accepted_by: accepting.map(|named| named.id).collect() }
}

/// Why a row of secp256k1 is not valid: under another rule it may be.
fn of_ecdsa(row: &EcdsaRow, job: &Job) -> Rejected {
    let key = match &job.key {
        Some(TableKey::Secp256k1(key)) => Some(key.verifying_key()),
        _ => None,
    };
    let accepted_by = match job.reasons.accepted_by {
        true => row.accepted_by(key).collect(),
        false => Vec::new(),
    };
    Rejected { reason: row.reason(key, job.rules.ecdsa), accepted_by }
}

/// All facts about a row; `None` if its key is the encoding of no point.
fn facts(row: &EdRow, key: Option<&TableKey>) -> Option<Facts> {
    match (&row.signed, key) {
        (Signed::Blake3(_), Some(TableKey::Blake3(key))) => facts_under(Some(key.verifying_key()), row),
        (Signed::Blake2b(_), Some(TableKey::Blake2b(key))) => facts_under(Some(key.verifying_key()), row),
        (Signed::Blake3(_), _) => facts_under::<Blake3>(None, row),
        (Signed::Blake2b(_), _) => facts_under::<Blake2b>(None, row),
        (_, Some(TableKey::Sha512(key))) => facts_under(Some(key.verifying_key()), row),
        _ => facts_under::<Sha512>(None, row),
    }
}

/// The facts under the one key of all rows, or that of the row.
fn facts_under<H: Hash>(key: Option<&VerifyingKey<H>>, row: &EdRow) -> Option<Facts> {
    let key = match (key, &row.key) {
        (Some(key), _) => *key,
        (None, Some(bytes)) => VerifyingKey::from_bytes(bytes).ok()?,
        (None, None) => return None,
    };
    let signature = &row.signature;
    Some(match &row.signed {
        Signed::Pure(message) | Signed::Blake3(message) | Signed::Blake2b(message) => {
            key.facts(message, signature)
        }
        Signed::Ctx { context, message } => key.ctx(Context::new(context).ok()?).facts(message, signature),
        Signed::Ph { context, digest } => {
            let context = context.as_ref().and_then(|context| Context::new(context).ok());
            key.ph(context).facts_of_prehashed(digest, signature)
        }
    })
}
