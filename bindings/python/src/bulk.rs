//! Rows to verdicts: columns become items of the library in blocks, without the GIL, on as many threads as were asked for.

use crate::column::{Cell, Column};
use crate::work::{each_piece, piece, workers};
use chop::ed25519::generic::{self, Hash, Item, KeyCache, KeyRef};
use chop::ed25519::{self, Context, Policy, Signature};
use chop::{Error, sm2};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Rows that become items at a time: what is read of them stays in a cache until it is verified.
const BLOCK: usize = 512;
/// The most rows of one equation: more gain nothing, as in the library.
const EQUATION: usize = 8192;

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Valid,
    Invalid,
    /// A cell of the row is None or null.
    Null,
    /// A cell of the row is not what it should be.
    Malformed(&'static str),
}

/// Why a row is not valid.
pub(crate) type Reason = Option<Cow<'static, str>>;

/// The columns of a call, of equal length.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub(crate) keys: &'a Column,
    pub(crate) signatures: &'a Column,
    pub(crate) messages: &'a Column,
    /// Identifiers of SM2, where rows have their own.
    pub(crate) ids: Option<&'a Column>,
    pub(crate) n: usize,
}

/// A row whose cells are bytes of the right lengths. Keys and signatures are copies: were memory to change while it is read, a
/// verdict might be that on another row, but no cache has the table of another key.
pub(crate) struct Row<'a, S: Scheme> {
    number: usize,
    key: S::Key,
    message: &'a [u8],
    /// The identifier of the row, if it has its own.
    id: Option<&'a [u8]>,
    signature: S::Signature,
}

/// An algorithm that verifies rows.
pub(crate) trait Scheme: Sync + Sized {
    /// The bytes of a public key.
    type Key: Send + Sync;
    type Signature: Send + Sync;
    type Cache: Send + Sync;

    /// A copy of bytes that may be a public key, or why their length says that they are none.
    fn key(&self, bytes: &[u8]) -> Result<Self::Key, &'static str>;
    /// The signature in some bytes.
    fn signature(&self, bytes: &[u8]) -> Result<Self::Signature, &'static str>;
    /// A cache whose tables take at most so many bytes.
    fn cache(bytes: usize) -> Self::Cache;
    /// Verdicts on well-formed rows.
    fn verify_each(&self, rows: &[Row<'_, Self>], cache: &mut Self::Cache) -> Vec<bool>;
    /// Why a row is invalid.
    fn reason(&self, key: &[u8], signature: &[u8], message: &[u8]) -> String;
}

impl<'a> Rows<'a> {
    /// Row `i` as an item, or its verdict if it is none.
    fn row<S: Scheme>(&self, scheme: &S, number: usize) -> Result<Row<'a, S>, Verdict> {
        let cells = [self.keys.cell(number), self.signatures.cell(number), self.messages.cell(number)];
        let id = self.ids.map(|ids| ids.cell(number));
        if cells.iter().chain(&id).any(|cell| matches!(cell, Cell::Null)) {
            return Err(Verdict::Null);
        }
        let bytes = |cell, text| match cell {
            Cell::Bytes(bytes) => Ok(bytes),
            _ => Err(Verdict::Malformed(text)),
        };
        let key = bytes(cells[0], "the public key is not text in the encoding of its column")?;
        let signature = bytes(cells[1], "the signature is not text in the encoding of its column")?;
        let message = bytes(cells[2], "the message is not text in the encoding of its column")?;
        let key = scheme.key(key).map_err(Verdict::Malformed)?;
        let signature = scheme.signature(signature).map_err(Verdict::Malformed)?;
        let id = id.map(id_of).transpose()?;
        Ok(Row { number, key, message, id, signature })
    }

    /// The well-formed rows of a range, and the verdicts on the others.
    fn read<S: Scheme>(
        &self,
        scheme: &S,
        range: Range<usize>,
        mut other: impl FnMut(usize, Verdict),
    ) -> Vec<Row<'a, S>> {
        let mut rows = Vec::with_capacity(range.len());
        for number in range {
            match self.row(scheme, number) {
                Ok(row) => rows.push(row),
                Err(verdict) => other(number, verdict),
            }
        }
        rows
    }

    /// A verdict for each row, on as many threads as there are caches of keys, one of which is this thread.
    ///
    /// # Errors
    /// What a signal handler of Python raises meanwhile, `KeyboardInterrupt` as a rule.
    pub(crate) fn verify_each<S: Scheme>(
        &self,
        scheme: &S,
        caches: &mut [S::Cache],
    ) -> PyResult<Vec<Verdict>> {
        let mut verdicts = vec![Verdict::Invalid; self.n];
        let threads = workers(self.n, caches.len()).len();
        let size = piece(self.n, threads, BLOCK);
        each_piece(&mut caches[..threads], verdicts.chunks_mut(size).enumerate(), |cache, (i, verdicts)| {
            self.verify_piece(scheme, i * size, verdicts, cache);
            true
        })?;
        Ok(verdicts)
    }

    /// Verdicts on the rows from `first` on.
    fn verify_piece<S: Scheme>(
        &self,
        scheme: &S,
        first: usize,
        verdicts: &mut [Verdict],
        cache: &mut S::Cache,
    ) {
        let range = first..first + verdicts.len();
        let rows = self.read(scheme, range, |number, verdict| verdicts[number - first] = verdict);
        let valid = scheme.verify_each(&rows, cache);
        for (row, valid) in rows.iter().zip(valid) {
            verdicts[row.number - first] = if valid { Verdict::Valid } else { Verdict::Invalid };
        }
    }

    /// Why each row that is not valid is not, `None` for the others and for null.
    ///
    /// # Errors
    /// As for `verify_each`.
    pub(crate) fn reasons<S: Scheme>(
        &self,
        scheme: &S,
        verdicts: &[Verdict],
        threads: usize,
    ) -> PyResult<Vec<Reason>> {
        let mut reasons = vec![None; self.n];
        let (mut states, size) = (workers(self.n, threads), piece(self.n, threads, BLOCK));
        let pieces = reasons.chunks_mut(size).zip(verdicts.chunks(size)).enumerate();
        each_piece(&mut states, pieces, |(), (i, (reasons, verdicts))| {
            for (n, (reason, verdict)) in reasons.iter_mut().zip(verdicts).enumerate() {
                *reason = self.reason(scheme, i * size + n, *verdict);
            }
            true
        })?;
        Ok(reasons)
    }

    fn reason<S: Scheme>(&self, scheme: &S, i: usize, verdict: Verdict) -> Reason {
        match verdict {
            Verdict::Valid | Verdict::Null => None,
            Verdict::Malformed(text) => Some(Cow::Borrowed(text)),
            Verdict::Invalid => match [self.keys.cell(i), self.signatures.cell(i), self.messages.cell(i)] {
                [Cell::Bytes(key), Cell::Bytes(signature), Cell::Bytes(message)] => {
                    Some(Cow::Owned(scheme.reason(key, signature, message)))
                }
                _ => None,
            },
        }
    }
}

/// The identifier in a cell.
fn id_of(cell: Cell<'_>) -> Result<&[u8], Verdict> {
    match cell {
        Cell::Null => Err(Verdict::Null),
        Cell::NotText => Err(Verdict::Malformed("the identifier is not text in the encoding of its column")),
        Cell::Bytes(id) if sm2::Id::new(id).is_err() => {
            Err(Verdict::Malformed("an identifier has at most 8191 bytes, and this one has more"))
        }
        Cell::Bytes(id) => Ok(id),
    }
}

/// What the tables of keys may take in all threads of a call together: 64 MiB.
const TABLES: usize = 64 << 20;

/// Caches of keys for as many threads.
pub(crate) fn caches<S: Scheme>(threads: NonZeroUsize) -> Vec<S::Cache> {
    (0..threads.get()).map(|_| S::cache(TABLES / threads)).collect()
}

/// What pure signatures, contexts and prehashed messages are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mode {
    pub(crate) ctx: Option<Vec<u8>>,
    pub(crate) ph: bool,
}

impl Mode {
    /// # Errors
    /// A context of a wrong length.
    pub(crate) fn new(ctx: Option<&[u8]>, ph: bool) -> Result<Mode, Error> {
        if let Some(ctx) = ctx {
            Context::new(ctx)?;
        }
        Ok(Mode { ctx: ctx.map(<[u8]>::to_vec), ph })
    }

    fn context(&self) -> Option<Context<'_>> {
        // The constructor has seen that it is one.
        self.ctx.as_deref().and_then(|ctx| Context::new(ctx).ok())
    }
}

/// Ed25519 with a hash, a policy and a mode.
pub(crate) struct Ed25519<H: Hash> {
    pub(crate) policy: Policy,
    pub(crate) mode: Mode,
    /// The key of all rows, if it is one that was prepared.
    pub(crate) prepared: Option<Arc<generic::PreparedVerifyingKey<H>>>,
}

impl<H: Hash> Ed25519<H> {
    pub(crate) fn new(policy: Policy, mode: Mode) -> Ed25519<H> {
        Ed25519 { policy, mode, prepared: None }
    }

    /// The digests of the messages, where the mode asks for them.
    fn digests(&self, rows: &[Row<'_, Self>]) -> Vec<[u8; 64]> {
        let digest = |row: &Row<'_, Self>| H::digest(&[row.message]);
        if self.mode.ph { rows.iter().map(digest).collect() } else { Vec::new() }
    }

    fn items<'a>(&'a self, rows: &'a [Row<'_, Self>], digests: &'a [[u8; 64]]) -> Vec<Item<'a, H>> {
        let context = self.mode.context();
        let item = |(i, row): (usize, &'a Row<'_, Self>)| {
            let key = self.prepared.as_deref().map_or(KeyRef::Bytes(&row.key), KeyRef::Prepared);
            match context {
                _ if self.mode.ph => Item::ph(key, context, &digests[i], &row.signature),
                Some(context) => Item::ctx(key, context, row.message, &row.signature),
                None => Item::new(key, row.message, &row.signature),
            }
        };
        rows.iter().enumerate().map(item).collect()
    }

    /// Whether every row is valid, by one equation for many where the policy allows it. An empty call is not.
    ///
    /// # Errors
    /// As for `Rows::verify_each`.
    pub(crate) fn verify_all(&self, rows: &Rows<'_>, threads: usize) -> PyResult<bool> {
        let holds = AtomicBool::new(rows.n > 0);
        in_equations(rows.n, threads, |range| {
            let whole = range.len();
            let read = rows.read(self, range, |_, _| ());
            let digests = self.digests(&read);
            let valid =
                read.len() == whole && ed25519::verify_all(&self.items(&read, &digests), self.policy).is_ok();
            holds.fetch_and(valid, Ordering::Relaxed);
            valid
        })?;
        Ok(holds.into_inner())
    }

    /// The numbers of the rows that are not valid, ascending.
    ///
    /// # Errors
    /// As for `Rows::verify_each`.
    pub(crate) fn find_invalid(&self, rows: &Rows<'_>, threads: usize) -> PyResult<Vec<usize>> {
        let all = Mutex::new(Vec::new());
        in_equations(rows.n, threads, |range| {
            let mut found = Vec::new();
            let read = rows.read(self, range, |number, _| found.push(number));
            let digests = self.digests(&read);
            let invalid = ed25519::find_invalid(&self.items(&read, &digests), self.policy);
            found.extend(invalid.into_iter().map(|i| read[i].number));
            all.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            true
        })?;
        let mut all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        all.sort_unstable();
        Ok(all)
    }
}

/// Calls `f` with ranges of n rows, none larger than an equation should be, on `threads` threads, until it says no.
fn in_equations(n: usize, threads: usize, f: impl Fn(Range<usize>) -> bool + Sync) -> PyResult<()> {
    let pieces = n.div_ceil(piece(n, threads, EQUATION));
    let ranges = (0..pieces).map(|i| i * n / pieces..(i + 1) * n / pieces);
    each_piece(&mut workers(n, threads), ranges, |(), range| f(range))
}

impl<H: Hash> Scheme for Ed25519<H> {
    type Key = [u8; 32];
    type Signature = Signature;
    type Cache = KeyCache<H>;

    fn key(&self, bytes: &[u8]) -> Result<[u8; 32], &'static str> {
        bytes.try_into().map_err(|_| "a public key has 32 bytes, and this one has another length")
    }

    fn signature(&self, bytes: &[u8]) -> Result<Signature, &'static str> {
        Signature::from_slice(bytes).map_err(|_| "a signature has 64 bytes, and this one has another length")
    }

    fn cache(bytes: usize) -> KeyCache<H> {
        KeyCache::with_memory(bytes)
    }

    fn verify_each(&self, rows: &[Row<'_, Self>], cache: &mut KeyCache<H>) -> Vec<bool> {
        let digests = self.digests(rows);
        let items = self.items(rows, &digests);
        let mut valid = vec![false; items.len()];
        cache.verify_each_into(&items, self.policy, &mut valid);
        valid
    }

    fn reason(&self, key: &[u8], signature: &[u8], message: &[u8]) -> String {
        let parsed = generic::VerifyingKey::<H>::from_slice(key)
            .and_then(|key| Ok((key, Signature::from_slice(signature).map_err(|_| Error::SignatureLength)?)));
        let (key, signature) = match parsed {
            Ok(both) => both,
            Err(error) => return error.to_string(),
        };
        let facts = match (self.mode.context(), self.mode.ph) {
            (context, true) => key.ph(context).facts(message, &signature),
            (Some(context), false) => key.ctx(context).facts(message, &signature),
            (None, false) => key.facts(message, &signature),
        };
        let rejection = self.policy.rejection(&facts);
        rejection.map_or_else(|| Error::InvalidSignature.to_string(), |rejection| rejection.to_string())
    }
}

/// How a signature of SM2 is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// 64 bytes are r ‖ s, anything else is DER.
    Auto,
    Raw,
    Der,
    DerLenient,
}

impl Form {
    /// The signature in some bytes.
    pub(crate) fn read(self, bytes: &[u8]) -> Result<sm2::Signature, Error> {
        match self {
            Form::Auto if bytes.len() == 64 => sm2::Signature::from_slice(bytes),
            Form::Raw => sm2::Signature::from_slice(bytes),
            Form::Auto | Form::Der => sm2::Signature::from_der(bytes),
            Form::DerLenient => sm2::Signature::from_der_lenient(bytes),
        }
    }
}

/// SM2 with an identifier for rows that have none of their own.
pub(crate) struct Sm2 {
    pub(crate) id: Vec<u8>,
    pub(crate) form: Form,
    /// The key of all rows, if it is one that was prepared.
    pub(crate) prepared: Option<Arc<sm2::PreparedVerifyingKey>>,
}

/// The bytes of a point.
pub(crate) enum Point {
    Compressed([u8; 33]),
    Uncompressed([u8; 65]),
}

impl AsRef<[u8]> for Point {
    fn as_ref(&self) -> &[u8] {
        match self {
            Point::Compressed(bytes) => bytes,
            Point::Uncompressed(bytes) => bytes,
        }
    }
}

impl Sm2 {
    /// # Errors
    /// An identifier that is too long.
    pub(crate) fn new(id: &[u8], form: Form) -> Result<Sm2, Error> {
        sm2::Id::new(id)?;
        Ok(Sm2 { id: id.to_vec(), form, prepared: None })
    }

    /// The identifier of a row.
    fn id<'a>(&'a self, row: &Row<'a, Sm2>) -> sm2::Id<'a> {
        // The constructor, or `id_of`, has seen that it is one.
        sm2::Id::new(row.id.unwrap_or(&self.id)).unwrap_or_default()
    }
}

impl Scheme for Sm2 {
    type Key = Point;
    type Signature = sm2::Signature;
    type Cache = sm2::KeyCache;

    fn key(&self, bytes: &[u8]) -> Result<Point, &'static str> {
        let compressed = bytes.try_into().map(Point::Compressed);
        compressed
            .or_else(|_| bytes.try_into().map(Point::Uncompressed))
            .map_err(|_| "a public key of SM2 has 33 or 65 bytes, and this one has another length")
    }

    fn signature(&self, bytes: &[u8]) -> Result<sm2::Signature, &'static str> {
        self.form.read(bytes).map_err(|error| match (error, self.form) {
            (Error::SignatureRange, _) => "r and s of the signature are not numbers from 1 to n - 1",
            (Error::SignatureLength, _) => "a signature has 64 bytes, and this one has another length",
            (_, Form::Auto) => "the signature is neither r ‖ s in 64 bytes nor DER",
            (_, Form::Raw | Form::Der) => "the signature is not DER",
            (_, Form::DerLenient) => "the signature is not DER, even read leniently",
        })
    }

    fn cache(bytes: usize) -> sm2::KeyCache {
        sm2::KeyCache::with_memory(bytes)
    }

    fn verify_each<'r>(&'r self, rows: &'r [Row<'_, Sm2>], cache: &mut sm2::KeyCache) -> Vec<bool> {
        let key = |row: &'r Row<'_, Sm2>| {
            self.prepared.as_deref().map_or(sm2::KeyRef::Bytes(row.key.as_ref()), sm2::KeyRef::Prepared)
        };
        let items: Vec<_> = rows
            .iter()
            .map(|row| sm2::Item::new(key(row), row.message, &row.signature).with_id(self.id(row)))
            .collect();
        let mut valid = vec![false; items.len()];
        cache.verify_each_into(&items, &mut valid);
        valid
    }

    fn reason(&self, key: &[u8], _: &[u8], _: &[u8]) -> String {
        sm2::VerifyingKey::from_slice(key).err().unwrap_or(Error::InvalidSignature).to_string()
    }
}
