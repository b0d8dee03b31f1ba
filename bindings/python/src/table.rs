//! Columns of tables: the primitives of `chop.verify_table` and `chop.Verifier`.

use crate::bulk::{Ed25519, Form, Mode, Reason, Rows, Scheme, Sm2, Verdict, caches};
use crate::bytes::{Input, Many};
use crate::capsule::Batches;
use crate::column::{Column, Encodings, Kind, Role, Wanted, equal_lengths, no_keys};
use crate::ed25519::{blake2b, blake3, sha512};
use crate::errors::{check_memory, of, wrong_type, wrong_value};
use crate::policy::Rule;
use crate::results::{self, Reader};
use crate::work::threads_of;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, new_empty_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use chop::ed25519::generic::{Blake2b, Blake3, Sha512};
use chop::sm2;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, TryLockError};

/// An algorithm, and the keys that calls of it have met often, prepared, for each thread.
struct Cached<S: Scheme> {
    scheme: S,
    caches: Mutex<Vec<S::Cache>>,
    threads: NonZeroUsize,
}

impl<S: Scheme> Cached<S> {
    fn new(scheme: S, threads: NonZeroUsize) -> Cached<S> {
        Cached { scheme, caches: Mutex::new(caches::<S>(threads)), threads }
    }

    /// Verdicts and, if `errors` asks for them, reasons. While the caches are another call's, a call has its own.
    fn judge(&self, rows: &Rows<'_>, errors: bool) -> PyResult<Verdicts> {
        let verdicts = match self.caches.try_lock() {
            Ok(mut shared) => rows.verify_each(&self.scheme, &mut shared),
            Err(TryLockError::Poisoned(poisoned)) => {
                rows.verify_each(&self.scheme, &mut poisoned.into_inner())
            }
            Err(TryLockError::WouldBlock) => rows.verify_each(&self.scheme, &mut caches::<S>(self.threads)),
        }?;
        let reasons = errors.then(|| rows.reasons(&self.scheme, &verdicts, self.threads.get()));
        Ok((verdicts, reasons.transpose()?))
    }
}

/// How rows are judged.
enum Algorithm {
    Sha512(Cached<Ed25519<Sha512>>),
    Blake3(Cached<Ed25519<Blake3>>),
    Blake2b(Cached<Ed25519<Blake2b>>),
    Sm2(Cached<Sm2>),
}

/// What `judge` and `judge_stream` are told, for many calls: the rule, the names of the columns, the caches of keys.
///
/// One object may be used by many threads; it cannot be pickled, and `chop.Verifier` makes its own where it arrives.
#[pyclass(frozen, module = "chop._chop")]
pub(crate) struct Judge {
    inner: Arc<Inner>,
}

struct Inner {
    algorithm: Algorithm,
    encodings: Encodings,
    names: [String; 3],
    /// The column of identifiers, if there is one.
    id: Option<String>,
    out: String,
    errors: bool,
}

/// Verdicts and, if they were asked for, the reasons of those that are not valid.
type Verdicts = (Vec<Verdict>, Option<Vec<Reason>>);

const ROLES: [Role; 3] = [Role::Key, Role::Signature, Role::Message];

impl Inner {
    fn widths(&self, role: Role) -> &'static [usize] {
        match (role, &self.algorithm) {
            (Role::Message | Role::Id, _) => &[],
            (Role::Key, Algorithm::Sm2(_)) => &[33, 65],
            (Role::Key, _) => &[32],
            (Role::Signature, Algorithm::Sm2(sm2)) if sm2.scheme.form != Form::Raw => &[],
            (Role::Signature, _) => &[64],
        }
    }

    fn wanted<'a>(&'a self, name: &'a str, role: Role) -> Wanted<'a> {
        let is_key = match self.algorithm {
            Algorithm::Sha512(_) => sha512::is_key,
            Algorithm::Blake3(_) => blake3::is_key,
            Algorithm::Blake2b(_) => blake2b::is_key,
            Algorithm::Sm2(_) => crate::sm2::is_key,
        };
        let is_key = if role == Role::Key { is_key } else { no_keys };
        Wanted {
            name,
            role,
            widths: self.widths(role),
            encoding: self.encodings.of(role),
            is_key,
            copied: false,
        }
    }

    fn judge(&self, columns: &[Column], n: usize) -> PyResult<Verdicts> {
        let [keys, signatures, messages, ids @ ..] = columns else {
            return Err(wrong_value("a key, a signature and a message are needed"));
        };
        let rows = Rows { keys, signatures, messages, ids: ids.first(), n };
        match &self.algorithm {
            Algorithm::Sha512(cached) => cached.judge(&rows, self.errors),
            Algorithm::Blake3(cached) => cached.judge(&rows, self.errors),
            Algorithm::Blake2b(cached) => cached.judge(&rows, self.errors),
            Algorithm::Sm2(cached) => cached.judge(&rows, self.errors),
        }
    }

    /// The name of the column of reasons.
    fn why(&self) -> String {
        format!("{}_error", self.out)
    }

    /// The columns of a batch.
    fn columns_of(&self, column: impl Fn(&str) -> PyResult<ArrayRef>) -> PyResult<Vec<Column>> {
        let of = |(name, role)| Column::of_chunks(vec![column(name)?], &self.wanted(name, role));
        self.parts().map(of).collect()
    }

    /// The columns that are read, by name.
    fn parts(&self) -> impl Iterator<Item = (&str, Role)> {
        let names = self.names.iter().map(String::as_str).zip(ROLES);
        names.chain(self.id.as_deref().map(|name| (name, Role::Id)))
    }

    /// The schema of a table with the columns of the result.
    fn judged_schema(&self, schema: &Schema) -> PyResult<Schema> {
        for name in [Some(self.out.clone()), self.errors.then(|| self.why())].into_iter().flatten() {
            if schema.field_with_name(&name).is_ok() {
                return Err(wrong_value(format!(
                    "the table has a column {name}: name another one with out="
                )));
            }
        }
        self.columns_of(|name| {
            let same: Vec<_> = schema.fields().iter().filter(|field| field.name() == name).collect();
            match same.as_slice() {
                [field] => Ok(new_empty_array(field.data_type())),
                [] => {
                    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
                    Err(wrong_value(format!("the table has no column {name}; it has {}", names.join(", "))))
                }
                _ => Err(wrong_value(format!("the table has several columns {name}"))),
            }
        })?;
        let mut fields = schema.fields().to_vec();
        fields.push(Arc::new(Field::new(&self.out, DataType::Boolean, true)));
        if self.errors {
            fields.push(Arc::new(Field::new(self.why(), DataType::Utf8, true)));
        }
        Ok(Schema::new_with_metadata(fields, schema.metadata().clone()))
    }
}

#[pymethods]
impl Judge {
    #[new]
    #[pyo3(signature = (*, algorithm, policy, id, form, ctx, ph, encoding, names, out, errors, threads))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of chop.verify_table")]
    fn new(
        algorithm: &str,
        policy: Option<Rule>,
        id: Option<Bound<'_, PyAny>>,
        form: Option<&str>,
        ctx: Option<Input>,
        ph: bool,
        encoding: Option<Encodings>,
        names: [String; 3],
        out: String,
        errors: bool,
        threads: usize,
    ) -> PyResult<Judge> {
        let threads = threads_of(threads)?;
        // Text names a column, bytes are the identifier of all rows.
        let id_name = id.as_ref().and_then(|id| id.extract::<String>().ok());
        let algorithm = if algorithm == "sm2" {
            if policy.is_some() || ctx.is_some() || ph {
                return Err(wrong_type(
                    "sm2 has no policy, ctx or ph: its standard leaves no choice but the id",
                ));
            }
            let same =
                id.as_ref().filter(|_| id_name.is_none()).map(|id| id.extract::<Input>()).transpose()?;
            let same = same.as_ref().map_or(sm2::Id::DEFAULT.as_bytes(), AsRef::as_ref);
            let scheme = Sm2::new(same, crate::sm2::form_of(form)?).map_err(of)?;
            Algorithm::Sm2(Cached::new(scheme, threads))
        } else {
            if id.is_some() || form.is_some() {
                return Err(wrong_type("id and format are those of sm2"));
            }
            let Rule(policy) = policy.ok_or_else(|| {
                wrong_type("policy is required for Ed25519, because rules differ: 'zip-215' for example; see chop.policies()")
            })?;
            let mode = Mode::new(ctx.as_ref().map(AsRef::as_ref), ph).map_err(of)?;
            match algorithm {
                "ed25519" => Algorithm::Sha512(Cached::new(Ed25519::new(policy, mode), threads)),
                "ed25519-blake3" => Algorithm::Blake3(Cached::new(Ed25519::new(policy, mode), threads)),
                "ed25519-blake2b" => Algorithm::Blake2b(Cached::new(Ed25519::new(policy, mode), threads)),
                _ => {
                    return Err(wrong_value(format!(
                        "no algorithm is named '{algorithm}': 'ed25519', 'ed25519-blake3', 'ed25519-blake2b', 'sm2'"
                    )));
                }
            }
        };
        let encodings = encoding.unwrap_or_default();
        Ok(Judge { inner: Arc::new(Inner { algorithm, encodings, names, id: id_name, out, errors }) })
    }

    /// Verdicts on columns, and reasons or None. `columns` are those of keys, signatures, messages and, if it has a name, of identifiers.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        columns: Many<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let Many(columns) = columns;
        let inner = &self.inner;
        let parts: Vec<_> = inner.parts().collect();
        if columns.len() != parts.len() {
            return Err(wrong_type(format!("{} columns are needed and not {}", parts.len(), columns.len())));
        }
        let read = columns
            .iter()
            .zip(&parts)
            .map(|(object, (name, role))| Column::of(object, &inner.wanted(name, *role)));
        let columns = read.collect::<PyResult<Vec<Column>>>()?;
        let kind = columns.iter().map(|column| column.kind).max().unwrap_or(Kind::List);
        let named: Vec<_> = parts.iter().map(|(name, _)| *name).zip(&columns).collect();
        let n = equal_lengths(&named)?;
        let (verdicts, reasons) = py.detach(|| inner.judge(&columns, n))?;
        let verdicts = results::of_verdicts(py, &verdicts, kind)?;
        let reasons = reasons.map(|reasons| results::arrow(py, results::strings(&reasons))).transpose()?;
        (verdicts, reasons).into_pyobject(py)
    }

    /// A reader of a table with the columns of the result.
    fn stream(&self, table: &Bound<'_, PyAny>) -> PyResult<Reader> {
        let batches = Batches::of(table)?;
        let schema = Arc::new(self.inner.judged_schema(&batches.schema())?);
        Ok(Reader::new(Box::new(Judged { batches, schema, inner: Arc::clone(&self.inner) })))
    }
}

/// The error of a stream for an exception. Streams have only a text: an interrupt is raised again by the reader's thread.
fn passed_on(error: PyErr) -> ArrowError {
    let text = error.to_string().replace('\0', "");
    Python::attach(|py| {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            // If even that fails, the text says it.
            let _ = py.import("_thread").and_then(|thread| thread.call_method0("interrupt_main"));
        }
    });
    ArrowError::ComputeError(text)
}

/// Batches with the columns of the result.
struct Judged {
    batches: Batches,
    schema: SchemaRef,
    inner: Arc<Inner>,
}

impl Judged {
    fn judge(&self, batch: &RecordBatch) -> PyResult<RecordBatch> {
        let missing = |name: &str| wrong_value(format!("a batch has no column {name}"));
        let columns =
            self.inner.columns_of(|name| batch.column_by_name(name).cloned().ok_or_else(|| missing(name)))?;
        check_memory::<Verdict>(batch.num_rows())?;
        let (verdicts, reasons) = self.inner.judge(&columns, batch.num_rows())?;
        let mut all = batch.columns().to_vec();
        all.push(Arc::new(results::booleans(&verdicts)));
        if let Some(reasons) = reasons {
            let reasons = results::strings(&reasons);
            if *reasons.data_type() != DataType::Utf8 {
                return Err(wrong_value(
                    "the reasons of one batch have more than 2 GiB: give smaller batches",
                ));
            }
            all.push(reasons);
        }
        RecordBatch::try_new(Arc::clone(&self.schema), all).map_err(crate::capsule::failed)
    }
}

impl Iterator for Judged {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.batches.next()?;
        Some(batch.and_then(|batch| self.judge(&batch).map_err(passed_on)))
    }
}

impl RecordBatchReader for Judged {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
