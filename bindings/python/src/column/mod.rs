//! Columns: whatever an argument of a bulk call is, as rows of bytes.
//!
//! | argument                                         | rows                                  | read                        |
//! |--------------------------------------------------|---------------------------------------|-----------------------------|
//! | list, tuple, object array of bytes or keys       | an object each, `None` allowed        | `bytes` as they lie         |
//! | the same of `str`                                | bytes of text in a named encoding     | decoded first               |
//! | `uint8` array of shape (n, width)                | `width` bytes each                    | as it lies if read-only     |
//! | Arrow: (fixed-size, large, view) binary          | bytes, or null                        | as it lies                  |
//! | Arrow: (large, view) strings                     | bytes of text in a named encoding     | decoded first               |
//! | Arrow: a dictionary of these                     | an entry of the dictionary            | as its values               |
//!
//! Contract: a column is read without the GIL by any number of threads. Memory that its owner says is read-only, and changes all the
//! same, makes verdicts wrong that are given meanwhile, and nothing else.

mod arrow;
mod list;
mod text;

use crate::bytes::type_name;
use crate::errors::{check_memory, wrong_type, wrong_value};
use crate::{capsule, memory::Memory};
use arrow_array::ArrayRef;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};
pub(crate) use text::{Encoding, Encodings};
use zeroize::Zeroizing;

/// A row of a column.
#[derive(Clone, Copy)]
pub(crate) enum Cell<'a> {
    Bytes(&'a [u8]),
    /// None, or null.
    Null,
    /// Text that is not in the encoding of the column.
    NotText,
}

/// The part that a column has in a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Key,
    Signature,
    Message,
    Id,
}

/// What a column must be.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Its name, for errors.
    pub(crate) name: &'a str,
    pub(crate) role: Role,
    /// The widths that rows of one width may have; any if empty.
    pub(crate) widths: &'a [usize],
    pub(crate) encoding: Option<Encoding>,
    /// Which objects are keys of this column, besides bytes.
    pub(crate) is_key: fn(&Bound<'_, PyAny>) -> bool,
    /// Buffers are copied even where they are read-only, for what is read twice or must not change.
    pub(crate) copied: bool,
}

/// For columns of bytes alone.
pub(crate) fn no_keys(_: &Bound<'_, PyAny>) -> bool {
    false
}

impl Wanted<'_> {
    fn check_width(&self, width: usize) -> PyResult<()> {
        if self.widths.is_empty() || self.widths.contains(&width) {
            return Ok(());
        }
        let widths: Vec<_> = self.widths.iter().map(usize::to_string).collect();
        Err(wrong_value(format!(
            "column {}: its rows have {width} bytes and must have {}",
            self.name,
            widths.join(" or ")
        )))
    }
}

/// What the result has to be: the first of these that any column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    List,
    Numpy,
    Arrow,
}

/// A column of an argument.
pub(crate) struct Column {
    rows: Rows,
    n: usize,
    pub(crate) kind: Kind,
}

enum Rows {
    List(Vec<list::Row>),
    Matrix {
        bytes: Bytes,
        width: usize,
    },
    Chunks(arrow::Chunks),
    /// Copies of the cells of Arrow data.
    Owned {
        bytes: Zeroizing<Vec<u8>>,
        cells: Vec<Own>,
    },
    /// The same in every row.
    Same(Vec<u8>),
}

/// A cell that was copied.
enum Own {
    Bytes(std::ops::Range<usize>),
    Null,
    NotText,
}

enum Bytes {
    Borrowed(Memory),
    /// Wiped: they may be seeds.
    Copied(Zeroizing<Vec<u8>>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Borrowed(memory) => memory.as_ref(),
            Bytes::Copied(bytes) => bytes,
        }
    }
}

impl Column {
    /// Reads an argument.
    pub(crate) fn of(object: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Column> {
        let column = Column::read(object, wanted)?;
        // Rows may take no memory, as nulls do; their results take some.
        check_memory::<[u8; 64]>(column.n)?;
        Ok(column)
    }

    fn read(object: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Column> {
        if capsule::is_arrow(object) {
            return Column::of_chunks(capsule::chunks_of(object)?, wanted);
        }
        let is_one = object.is_instance_of::<PyBytes>()
            || object.is_instance_of::<PyByteArray>()
            || object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyMemoryView>();
        if is_one {
            return Err(wrong_type(format!(
                "column {}: many rows are needed (a list, an array of shape (n, width), an Arrow column) and not one {}",
                wanted.name,
                type_name(object)
            )));
        }
        match PyBuffer::<u8>::get(object) {
            Ok(buffer) => Column::of_buffer(object.py(), buffer, wanted),
            Err(_) => Column::of_objects(object, wanted),
        }
    }

    /// Of arrays of Arrow data.
    pub(crate) fn of_chunks(arrays: Vec<ArrayRef>, wanted: &Wanted<'_>) -> PyResult<Column> {
        let chunks = arrow::Chunks::of(&arrays, wanted)?;
        check_memory::<[u8; 64]>(chunks.len())?;
        if wanted.copied {
            return Ok(Column::owned(&chunks));
        }
        Ok(Column { n: chunks.len(), rows: Rows::Chunks(chunks), kind: Kind::Arrow })
    }

    /// Copies of the cells, which nobody changes while they are read twice.
    fn owned(chunks: &arrow::Chunks) -> Column {
        let (mut bytes, mut cells) = (Zeroizing::new(Vec::new()), Vec::with_capacity(chunks.len()));
        for i in 0..chunks.len() {
            cells.push(match chunks.cell(i) {
                Cell::Bytes(cell) => {
                    let start = bytes.len();
                    bytes.extend_from_slice(cell);
                    Own::Bytes(start..bytes.len())
                }
                Cell::Null => Own::Null,
                Cell::NotText => Own::NotText,
            });
        }
        Column { n: chunks.len(), rows: Rows::Owned { bytes, cells }, kind: Kind::Arrow }
    }

    /// The same bytes in each of n rows.
    pub(crate) fn same(bytes: &[u8], n: usize) -> Column {
        Column { rows: Rows::Same(bytes.to_vec()), n, kind: Kind::List }
    }

    fn of_buffer(py: Python<'_>, buffer: PyBuffer<u8>, wanted: &Wanted<'_>) -> PyResult<Column> {
        let &[n, width] = buffer.shape() else {
            return Err(wrong_value(format!(
                "column {}: an array of uint8 must have the shape (n, width), and this one has {} dimension(s)",
                wanted.name,
                buffer.dimensions()
            )));
        };
        wanted.check_width(width)?;
        let bytes = match if wanted.copied { Err(buffer) } else { Memory::of(buffer) } {
            Ok(memory) => Bytes::Borrowed(memory),
            Err(buffer) => {
                // Rows may all be one row in memory.
                check_memory::<u8>(buffer.len_bytes())?;
                Bytes::Copied(Zeroizing::new(buffer.to_vec(py)?))
            }
        };
        Ok(Column { rows: Rows::Matrix { bytes, width }, n, kind: Kind::Numpy })
    }

    fn of_objects(object: &Bound<'_, PyAny>, wanted: &Wanted<'_>) -> PyResult<Column> {
        let kind = if is_numpy(object) { Kind::Numpy } else { Kind::List };
        // Others convert their elements: those of strings lose zeros at their ends.
        if kind == Kind::Numpy && object.getattr("dtype")?.getattr("kind")?.extract::<String>()? != "O" {
            return Err(wrong_type(format!(
                "column {}: an array of numpy must have the type uint8 and the shape (n, width), or the type object",
                wanted.name
            )));
        }
        let rows = list::rows(object, wanted)?;
        Ok(Column { n: rows.len(), rows: Rows::List(rows), kind })
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.n
    }

    /// Row `i`.
    #[inline]
    pub(crate) fn cell(&self, i: usize) -> Cell<'_> {
        match &self.rows {
            Rows::List(rows) => rows[i].cell(),
            Rows::Matrix { bytes, width } => Cell::Bytes(&bytes.as_ref()[i * width..(i + 1) * width]),
            Rows::Chunks(chunks) => chunks.cell(i),
            Rows::Owned { bytes, cells } => match &cells[i] {
                Own::Bytes(range) => Cell::Bytes(&bytes[range.clone()]),
                Own::Null => Cell::Null,
                Own::NotText => Cell::NotText,
            },
            Rows::Same(bytes) => Cell::Bytes(bytes),
        }
    }
}

/// Whether an object is an array of numpy, which is not imported for the question.
fn is_numpy(object: &Bound<'_, PyAny>) -> bool {
    object.hasattr("__array_interface__").unwrap_or(false)
}

/// Checks that columns have the same number of rows, and returns it.
pub(crate) fn equal_lengths(columns: &[(&str, &Column)]) -> PyResult<usize> {
    let n = columns.first().map_or(0, |(_, column)| column.len());
    match columns.iter().find(|(_, column)| column.len() != n) {
        None => Ok(n),
        Some((name, column)) => Err(wrong_value(format!(
            "column {name} has {} rows, and column {} has {n}",
            column.len(),
            columns[0].0
        ))),
    }
}
