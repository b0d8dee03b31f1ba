//! What bulk calls return: lists, arrays of numpy, and Arrow data.

use crate::bulk::{Reason, Verdict};
use crate::column::Kind;
use crate::errors::wrong_value;
use crate::{bytes, capsule};
use arrow_array::cast::AsArray;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, LargeStringArray, RecordBatchReader, StringArray,
};
use arrow_buffer::Buffer;
use arrow_schema::{DataType, SchemaRef};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyCapsule, PyList, PyString};
use std::sync::{Arc, Mutex, PoisonError};

/// A column of Arrow data: what bulk calls return if a column that they are given is one.
///
/// Any Arrow library takes it (`pyarrow.array(column)`, `polars.Series(column)`), numpy as well; it has a length, rows by
/// number, and iterates: `bool`, `bytes` or `str`, None for null.
///
/// >>> from chop import Column
/// >>> Column.__name__
/// 'Column'
#[pyclass(frozen, module = "chop")]
pub(crate) struct Column {
    array: ArrayRef,
}

impl Column {
    fn object<'py>(&self, py: Python<'py>, i: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.array.is_null(i) {
            return Ok(None);
        }
        Ok(Some(match self.array.data_type() {
            DataType::Boolean => {
                pyo3::types::PyBool::new(py, self.array.as_boolean().value(i)).to_owned().into_any()
            }
            DataType::Utf8 => PyString::new(py, self.array.as_string::<i32>().value(i)).into_any(),
            DataType::LargeUtf8 => PyString::new(py, self.array.as_string::<i64>().value(i)).into_any(),
            _ => PyBytes::new(py, self.array.as_fixed_size_binary().value(i)).into_any(),
        }))
    }
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer ignore what is requested.
        let _ = requested_schema;
        capsule::export_array(py, &self.array)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.array.data_type()).map_err(capsule::failed)?;
        capsule::export_schema(py, schema)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(wrong_value(
                "Arrow has a bit for each verdict, and numpy a byte: it cannot be had without a copy",
            ));
        }
        if let Some(row) = (0..self.array.len()).find(|row| self.array.is_null(*row)) {
            return Err(wrong_value(format!("row {row} is null, which an array of numpy cannot say")));
        }
        let array = match self.array.data_type() {
            DataType::Boolean => {
                let verdicts = self.array.as_boolean();
                numpy_bools(py, verdicts.len(), |bytes| write(bytes, verdicts.values().iter()))?
            }
            DataType::FixedSizeBinary(width) => {
                let width = usize::try_from(*width).unwrap_or(1);
                numpy_rows(py, self.array.as_fixed_size_binary().value_data(), width)?
            }
            _ => py.import("numpy")?.call_method1("array", (self.to_list(py)?,))?,
        };
        match dtype {
            None => Ok(array),
            Some(dtype) => array.call_method1("astype", (dtype,)),
        }
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: isize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let n = self.array.len();
        let from_end = if row < 0 { row + n as isize } else { row };
        match usize::try_from(from_end) {
            Ok(i) if i < n => self.object(py, i),
            _ => Err(PyIndexError::new_err(format!("there is no row {row}: the column has {n}"))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_list(py)?.try_iter()?.into_any())
    }

    /// The rows as a list.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: PyResult<Vec<_>> = (0..self.array.len()).map(|i| self.object(py, i)).collect();
        PyList::new(py, rows?)
    }

    fn __repr__(&self) -> String {
        format!("<chop.Column of {} rows, {}>", self.array.len(), self.array.data_type())
    }
}

/// An array of numpy, `bool` of shape (n,), over bytes that `fill` writes where they stay.
fn numpy_bools<'py>(py: Python<'py>, n: usize, fill: impl FnOnce(&mut [u8])) -> PyResult<Bound<'py, PyAny>> {
    let memory = PyByteArray::new_with(py, n, |bytes| {
        fill(bytes);
        Ok(())
    })?;
    py.import("numpy")?.call_method1("frombuffer", (memory, "?"))
}

/// Writes a byte for each verdict.
fn write(bytes: &mut [u8], verdicts: impl Iterator<Item = bool>) {
    for (byte, verdict) in bytes.iter_mut().zip(verdicts) {
        *byte = u8::from(verdict);
    }
}

/// An array of numpy, `uint8` of shape (n, width).
fn numpy_rows<'py>(py: Python<'py>, flat: &[u8], width: usize) -> PyResult<Bound<'py, PyAny>> {
    let rows = py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, flat), "u1"))?;
    rows.call_method1("reshape", (flat.len() / width.max(1), width))
}

/// Verdicts as what the columns of the call were.
///
/// # Errors
/// For numpy, if a row is null: its verdicts cannot say so.
pub(crate) fn of_verdicts<'py>(
    py: Python<'py>,
    verdicts: &[Verdict],
    kind: Kind,
) -> PyResult<Bound<'py, PyAny>> {
    let is_valid = |verdict: &Verdict| *verdict == Verdict::Valid;
    match kind {
        Kind::Arrow => Ok(arrow(py, Arc::new(booleans(verdicts)))?.into_any()),
        Kind::Numpy => {
            if let Some(row) = verdicts.iter().position(|verdict| *verdict == Verdict::Null) {
                return Err(wrong_value(format!(
                    "row {row} has no key, signature or message, and an array of numpy cannot say so: give lists or Arrow columns"
                )));
            }
            numpy_bools(py, verdicts.len(), |bytes| write(bytes, verdicts.iter().map(is_valid)))
        }
        Kind::List => {
            let rows = verdicts.iter().map(|verdict| (*verdict != Verdict::Null).then(|| is_valid(verdict)));
            Ok(PyList::new(py, rows)?.into_any())
        }
    }
}

/// The verdicts as an Arrow array.
pub(crate) fn booleans(verdicts: &[Verdict]) -> BooleanArray {
    verdicts.iter().map(|verdict| (*verdict != Verdict::Null).then_some(*verdict == Verdict::Valid)).collect()
}

/// The most bytes of text in an array with offsets of 32 bits.
const MOST_TEXT: usize = i32::MAX as usize;

/// Reasons as an Arrow array, with offsets of 64 bits if 32 are too few.
pub(crate) fn strings(reasons: &[Reason]) -> ArrayRef {
    let rows = || reasons.iter().map(Option::as_deref);
    let bytes: usize = rows().flatten().map(str::len).sum();
    if bytes <= MOST_TEXT {
        Arc::new(rows().collect::<StringArray>())
    } else {
        Arc::new(rows().collect::<LargeStringArray>())
    }
}

/// A column of Arrow data.
pub(crate) fn arrow(py: Python<'_>, array: ArrayRef) -> PyResult<Bound<'_, Column>> {
    Bound::new(py, Column { array })
}

/// Rows of `width` bytes each, as what a column of the call was.
pub(crate) fn of_rows<'py>(
    py: Python<'py>,
    flat: &[u8],
    width: usize,
    kind: Kind,
) -> PyResult<Bound<'py, PyAny>> {
    match kind {
        Kind::List => bytes::list_of(py, flat, width),
        Kind::Numpy => numpy_rows(py, flat, width),
        Kind::Arrow => {
            let width = i32::try_from(width).unwrap_or(i32::MAX);
            let array =
                FixedSizeBinaryArray::try_new(width, Buffer::from(flat), None).map_err(capsule::failed)?;
            Ok(arrow(py, Arc::new(array))?.into_any())
        }
    }
}

/// A table with a column of verdicts, judged batch by batch while it is read. It can be read once, by any Arrow library:
/// `pyarrow.RecordBatchReader.from_stream(reader)`, `polars.from_arrow(reader)`, `duckdb.from_arrow(reader)`.
#[pyclass(frozen, module = "chop")]
pub(crate) struct Reader {
    schema: SchemaRef,
    batches: Mutex<Option<Box<dyn RecordBatchReader + Send>>>,
}

impl Reader {
    pub(crate) fn new(batches: Box<dyn RecordBatchReader + Send>) -> Reader {
        Reader { schema: batches.schema(), batches: Mutex::new(Some(batches)) }
    }
}

#[pymethods]
impl Reader {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer ignore what is requested.
        let _ = requested_schema;
        let batches = self.batches.lock().unwrap_or_else(PoisonError::into_inner).take();
        match batches {
            Some(batches) => capsule::export_stream(py, batches),
            None => Err(wrong_value("this reader was read before: it can be read once")),
        }
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref()).map_err(capsule::failed)?;
        capsule::export_schema(py, schema)
    }

    fn __repr__(&self) -> &'static str {
        "<chop.Reader>"
    }
}
