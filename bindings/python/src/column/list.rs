//! Columns of Python objects.

use super::Wanted;
use crate::bytes::{Input, type_name};
use crate::errors::wrong_type;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

/// The bytes of each object: `bytes` as they lie, buffers and keys copied.
pub(super) fn rows(object: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Vec<Option<PyBackedBytes>>> {
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
            Ok(bytes) => Some(PyBackedBytes::from(bytes.clone())),
            Err(_) if row.is_none() => None,
            Err(_) => Some(other(&row, wanted).map_err(|error| named(error, row.py(), i, wanted))?),
        });
    }
    Ok(rows)
}

/// The bytes of an object that is not `bytes`.
fn other(row: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<PyBackedBytes> {
    let py = row.py();
    if (wanted.is_key)(row) {
        return Ok(PyBackedBytes::from(row.call_method0("__bytes__")?.cast_into::<PyBytes>()?));
    }
    Ok(PyBackedBytes::from(PyBytes::new(py, row.extract::<Input>()?.as_ref())))
}

/// The error with the row and the column that it is about.
fn named(error: PyErr, py: Python<'_>, row: usize, wanted: &Wanted<'_>) -> PyErr {
    wrong_type(format!("column {}, row {row}: {}", wanted.name, error.value(py)))
}
