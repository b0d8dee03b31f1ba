//! Columns of Python objects.

use super::text::{self, Encoding};
use super::{Cell, Wanted};
use crate::bytes::{Input, type_name};
use crate::errors::wrong_type;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use zeroize::Zeroizing;

/// A row that is an object.
pub(super) enum Row {
    /// `bytes`, as they lie.
    Bytes(PyBackedBytes),
    /// A copy of a buffer that somebody may change, or decoded text; wiped, because it may be a secret.
    Copied(Zeroizing<Vec<u8>>),
    /// Text that is not in the encoding of the column.
    NotText,
    /// None.
    Null,
}

impl Row {
    #[inline]
    pub(super) fn cell(&self) -> Cell<'_> {
        match self {
            Row::Bytes(bytes) => Cell::Bytes(bytes),
            Row::Copied(bytes) => Cell::Bytes(bytes),
            Row::NotText => Cell::NotText,
            Row::Null => Cell::Null,
        }
    }
}

/// The bytes of each object: `bytes` as they lie, buffers and keys copied, text decoded.
pub(super) fn rows(object: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Vec<Row>> {
    let length = object.len().map_err(|_| {
        wrong_type(format!(
            "column {}: a list, an array of uint8 of shape (n, width), or an Arrow column is needed and not {}",
            wanted.name,
            type_name(object)
        ))
    })?;
    // An object may claim any length.
    let mut rows = Vec::with_capacity(length.min(1 << 20));
    for (i, row) in object.try_iter()?.enumerate() {
        let row = row?;
        rows.push(match row.cast::<PyBytes>() {
            Ok(bytes) => Row::Bytes(PyBackedBytes::from(bytes.clone())),
            Err(_) if row.is_none() => Row::Null,
            Err(_) => other(&row, wanted).map_err(|error| named(error, row.py(), i, wanted))?,
        });
    }
    Ok(rows)
}

/// An object that is neither `bytes` nor None.
fn other(row: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Row> {
    if (wanted.is_key)(row) {
        let bytes = row.call_method0("__bytes__")?.cast_into::<PyBytes>()?;
        return Ok(Row::Bytes(PyBackedBytes::from(bytes)));
    }
    if let Ok(text) = row.cast::<PyString>() {
        return decoded(text, text::encoding_of(wanted)?);
    }
    Ok(match row.extract::<Input>()? {
        Input::Bytes(bytes) => Row::Bytes(bytes),
        Input::Copied(bytes) => Row::Copied(bytes),
    })
}

fn decoded(text: &Bound<'_, PyString>, encoding: Encoding) -> PyResult<Row> {
    Ok(encoding.decode(text.to_str()?).map_or(Row::NotText, Row::Copied))
}

/// The error with the row and the column that it is about. What objects raise themselves stays as it is.
fn named(error: PyErr, py: Python<'_>, row: usize, wanted: &Wanted<'_>) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(py) && !error.is_instance_of::<PyBufferError>(py) {
        return error;
    }
    wrong_type(format!("column {}, row {row}: {}", wanted.name, error.value(py)))
}
