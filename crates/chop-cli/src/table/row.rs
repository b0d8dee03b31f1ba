//! A record's fields, decoded: everything that verification needs, or what is wrong with it.

use super::bip340::{self, SchnorrRow};
use super::cells::{Cells, Origin};
use super::header::Header;
use super::input::Format;
use super::layout::{ALGORITHM, CONTEXT, CONTEXT_HEX, Encoding, Layout, MESSAGE, PUBLIC_KEY, SIGNATURE};
use super::nested;
use super::reader::{Record, Records};
use super::secp256k1::{self, EcdsaRow};
use super::sm2::{self, Sm2Row};
use super::texts::{self, Texts};
use crate::algorithm::Algorithm;
use crate::output::one_line;
use crate::scheme::{Asked, Scheme};
use crate::signature::Reading;
use chop::ed25519::{Context, Signature};
use chop::secp256k1::{MessageHash, Rule};
use sha2::{Digest, Sha512};

/// A row that can be judged.
pub(crate) enum Row {
    Ed25519(EdRow),
    Sm2(Sm2Row),
    Secp256k1(EcdsaRow),
    Bip340(SchnorrRow),
}

impl Row {
    /// Whether it has a digest instead of a message.
    pub(crate) fn has_digest(&self) -> bool {
        match self {
            Row::Ed25519(_) | Row::Bip340(_) => false,
            Row::Sm2(row) => row.has_digest(),
            Row::Secp256k1(row) => row.has_digest(),
        }
    }
}

/// A row of the Ed25519 family.
pub(crate) struct EdRow {
    /// `None` if one key is given for all rows.
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) signed: Signed,
    pub(crate) signature: Signature,
}

/// The signed content of a row and its scheme: the row owns its message and its context.
pub(crate) enum Signed {
    Pure(Vec<u8>),
    Ctx {
        context: Vec<u8>,
        message: Vec<u8>,
    },
    Ph {
        context: Option<Vec<u8>>,
        /// The SHA-512 of the message.
        digest: [u8; 64],
    },
    Blake3(Vec<u8>),
    Blake2b(Vec<u8>),
}

/// What holds for all rows.
pub(crate) struct Rules {
    pub(crate) layout: Layout,
    /// The algorithm that was asked for.
    pub(crate) asked: Option<Algorithm>,
    /// The algorithm of the one key, if one is given.
    pub(crate) key: Option<Algorithm>,
    /// How signatures of SM2 and secp256k1 are read.
    pub(crate) reading: Reading,
    /// The identifier of SM2 rows that have none.
    pub(crate) id: Vec<u8>,
    /// How messages of secp256k1 are hashed.
    pub(crate) hash: Option<MessageHash>,
    /// The rule of secp256k1.
    pub(crate) ecdsa: Rule,
    /// Whether rows of SM2 and secp256k1 with a digest are judged.
    pub(crate) allow_digests: bool,
}

impl Rules {
    /// Nothing asked for, and a key in every row.
    pub(crate) fn new(layout: Layout) -> Rules {
        let id = chop::sm2::Id::DEFAULT.as_bytes().to_vec();
        Rules {
            layout,
            asked: None,
            key: None,
            reading: Reading::Auto,
            id,
            hash: None,
            ecdsa: Rule::default(),
            allow_digests: false,
        }
    }

    /// The algorithm of rows that name none.
    pub(crate) fn algorithm(&self) -> Algorithm {
        self.asked.or(self.key).unwrap_or(Algorithm::Ed25519)
    }
}

/// A record taken apart.
pub(crate) struct Parsed {
    /// The row, or what is wrong with it.
    pub(crate) row: Result<Row, String>,
    /// The copied columns as JSON; `None` where a row has none.
    pub(crate) copies: Vec<Option<String>>,
}

/// Takes a record of text apart.
pub(crate) fn parse(records: &Records, record: &Record, header: Option<&Header>, rules: &Rules) -> Parsed {
    match texts(records, record, header, rules) {
        Err(error) => Parsed { row: Err(error), copies: Vec::new() },
        Ok((Texts { cells, copies }, origin)) => {
            let row = decode(&Cells { cells, layout: &rules.layout, origin }, rules);
            Parsed { row, copies }
        }
    }
}

/// What `take` makes of the columns of a record of text.
///
/// # Errors
/// If it is no record; those of `take`.
pub(super) fn with_cells<T>(
    records: &Records,
    record: &Record,
    header: Option<&Header>,
    rules: &Rules,
    take: impl FnOnce(&Cells<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let (Texts { cells, .. }, origin) = texts(records, record, header, rules)?;
    take(&Cells { cells, layout: &rules.layout, origin })
}

fn texts<'a>(
    records: &'a Records,
    record: &Record,
    header: Option<&Header>,
    rules: &Rules,
) -> Result<(Texts<'a>, Origin<'a>), String> {
    let Some((bytes, ends)) = records.content(record) else {
        return Err(format!("longer than {} MiB", super::RECORD >> 20));
    };
    let layout = &rules.layout;
    Ok(match header {
        None => (texts::json(bytes, layout)?, Origin::Json(bytes)),
        Some(header) if header.format == Format::Tsv => (texts::tsv(bytes, header, layout)?, Origin::Table),
        Some(header) => (texts::csv(bytes, ends, header, layout)?, Origin::Csv),
    })
}

/// The names of a record's columns; none if it is no record.
pub(crate) fn columns(records: &Records, record: &Record, header: Option<&Header>) -> Vec<String> {
    match (header, records.content(record)) {
        (Some(header), _) => header.names.clone(),
        (None, Some((bytes, _))) => nested::names(bytes),
        (None, None) => Vec::new(),
    }
}

/// Decodes a row.
///
/// # Errors
/// What is wrong with it.
pub(super) fn decode(cells: &Cells<'_>, rules: &Rules) -> Result<Row, String> {
    let algorithm = match cells.text(ALGORITHM)? {
        None => rules.asked,
        Some(name) => {
            let Some(named) = Algorithm::from_name(&name) else {
                return Err(format!("no algorithm {}", one_line(&name)));
            };
            if let Some(asked) = rules.asked.filter(|asked| *asked != named) {
                return Err(format!("the row is {name}, and {} was asked for", asked.name()));
            }
            Some(named)
        }
    };
    let of_key = rules.key.or(algorithm).unwrap_or(Algorithm::Ed25519).of_key();
    let layout = &rules.layout;
    let contexts = (cells.some(CONTEXT, Encoding::Utf8)?, cells.some(CONTEXT_HEX, Encoding::Hex)?);
    let context = match contexts {
        (context, None) | (None, context) => context,
        (Some(_), Some(_)) => {
            return Err(format!("both {} and {}", layout.name(CONTEXT), layout.name(CONTEXT_HEX)));
        }
    };
    let asked = Asked { algorithm, context: context.as_deref(), ..Asked::default() };
    let owned = |context: Context<'_>| context.as_bytes().to_vec();
    let row = |signed: &dyn Fn(Vec<u8>) -> Signed| decode_ed(cells, rules, signed).map(Row::Ed25519);
    match Scheme::resolve(of_key, asked)? {
        Scheme::Pure => row(&Signed::Pure),
        Scheme::Ctx(context) => row(&|message| Signed::Ctx { context: owned(context), message }),
        Scheme::Ph(context) => row(&|message| Signed::Ph {
            context: context.map(owned),
            digest: Sha512::digest(&message).into(),
        }),
        Scheme::Blake3 => row(&Signed::Blake3),
        Scheme::Blake2b => row(&Signed::Blake2b),
        Scheme::Sm2(_) => sm2::decode(cells, rules).map(Row::Sm2),
        Scheme::Secp256k1(_) => secp256k1::decode(cells, rules).map(Row::Secp256k1),
        Scheme::Bip340 => bip340::decode(cells, rules).map(Row::Bip340),
    }
}

/// The sentence about a field that must have n bytes and has others.
pub(super) fn exactly(rules: &Rules, field: usize, bytes: &[u8], n: usize) -> String {
    format!("{} has {} bytes, and must have {n}", rules.layout.name(field), bytes.len())
}

/// A row of the Ed25519 family, whose message becomes what `signed` says.
fn decode_ed(cells: &Cells<'_>, rules: &Rules, signed: &dyn Fn(Vec<u8>) -> Signed) -> Result<EdRow, String> {
    let key = match rules.key {
        Some(_) => None,
        None => {
            let bytes = cells.needed(PUBLIC_KEY, rules)?;
            Some(bytes.as_ref().try_into().map_err(|_| exactly(rules, PUBLIC_KEY, &bytes, 32))?)
        }
    };
    let message = cells.needed(MESSAGE, rules)?;
    let signature = cells.needed(SIGNATURE, rules)?;
    let signature = signature.as_ref().try_into().map_err(|_| exactly(rules, SIGNATURE, &signature, 64))?;
    Ok(EdRow { key, signed: signed(message.into_owned()), signature: Signature::from_bytes(signature) })
}
