//! Columns of Arrow arrays, chunk by chunk.

use super::text::Decoded;
use super::{Cell, Wanted};
use crate::errors::wrong_type;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, GenericBinaryArray,
    LargeBinaryArray, OffsetSizeTrait,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use pyo3::prelude::*;

/// The chunks of a column.
pub(super) struct Chunks {
    chunks: Vec<Chunk>,
    /// Where each chunk ends.
    ends: Vec<usize>,
}

/// An array of bytes.
enum Chunk {
    Fixed(FixedSizeBinaryArray),
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    Text(Decoded),
    /// Codes, `None` for null, and the entries that they name.
    Dictionary {
        codes: Vec<Option<usize>>,
        entries: Box<Chunk>,
    },
    /// A column of nulls alone.
    Nulls,
}

impl Chunks {
    pub(super) fn of(arrays: &[ArrayRef], wanted: &Wanted<'_>) -> PyResult<Chunks> {
        let (mut chunks, mut ends, mut n) = (Vec::new(), Vec::new(), 0);
        for array in arrays {
            // Chunks without rows would make the search for a row's chunk ambiguous; the first tells the type.
            let chunk = Chunk::of(array, wanted)?;
            if !array.is_empty() {
                n += array.len();
                chunks.push(chunk);
                ends.push(n);
            }
        }
        Ok(Chunks { chunks, ends })
    }

    pub(super) fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn cell(&self, i: usize) -> Cell<'_> {
        if let [chunk] = self.chunks.as_slice() {
            return chunk.cell(i);
        }
        let chunk = self.ends.partition_point(|end| *end <= i);
        let start = if chunk == 0 { 0 } else { self.ends[chunk - 1] };
        self.chunks[chunk].cell(i - start)
    }
}

impl Chunk {
    fn of(array: &ArrayRef, wanted: &Wanted<'_>) -> PyResult<Chunk> {
        Ok(match array.data_type() {
            DataType::FixedSizeBinary(width) => {
                wanted.check_width(usize::try_from(*width).unwrap_or(0))?;
                Chunk::Fixed(array.as_fixed_size_binary().clone())
            }
            DataType::Binary => Chunk::Small(array.as_binary().clone()),
            DataType::LargeBinary => Chunk::Large(array.as_binary().clone()),
            DataType::BinaryView => Chunk::View(array.as_binary_view().clone()),
            DataType::Utf8 => Chunk::Text(Decoded::of(array.as_string::<i32>().iter(), wanted)?),
            DataType::LargeUtf8 => Chunk::Text(Decoded::of(array.as_string::<i64>().iter(), wanted)?),
            DataType::Utf8View => Chunk::Text(Decoded::of(array.as_string_view().iter(), wanted)?),
            DataType::Null => Chunk::Nulls,
            DataType::Dictionary(code, _) => match code.as_ref() {
                DataType::Int8 => dictionary::<Int8Type>(array, wanted)?,
                DataType::Int16 => dictionary::<Int16Type>(array, wanted)?,
                DataType::Int32 => dictionary::<Int32Type>(array, wanted)?,
                DataType::Int64 => dictionary::<Int64Type>(array, wanted)?,
                DataType::UInt8 => dictionary::<UInt8Type>(array, wanted)?,
                DataType::UInt16 => dictionary::<UInt16Type>(array, wanted)?,
                DataType::UInt32 => dictionary::<UInt32Type>(array, wanted)?,
                _ => dictionary::<UInt64Type>(array, wanted)?,
            },
            other => {
                return Err(wrong_type(format!(
                    "column {}: its type is {other}, and bytes or text are needed",
                    wanted.name
                )));
            }
        })
    }

    #[inline]
    fn cell(&self, i: usize) -> Cell<'_> {
        match self {
            Chunk::Fixed(array) if array.is_valid(i) => Cell::Bytes(array.value(i)),
            Chunk::Small(array) => offset_cell(array, i),
            Chunk::Large(array) => offset_cell(array, i),
            Chunk::View(array) if array.is_valid(i) => Cell::Bytes(array.value(i)),
            Chunk::Text(decoded) => decoded.cell(i),
            Chunk::Dictionary { codes, entries } => codes[i].map_or(Cell::Null, |code| entries.cell(code)),
            Chunk::Fixed(_) | Chunk::View(_) | Chunk::Nulls => Cell::Null,
        }
    }
}

#[inline]
fn offset_cell<O: OffsetSizeTrait>(array: &GenericBinaryArray<O>, i: usize) -> Cell<'_> {
    if array.is_valid(i) { Cell::Bytes(array.value(i)) } else { Cell::Null }
}

fn dictionary<K: ArrowDictionaryKeyType>(array: &ArrayRef, wanted: &Wanted<'_>) -> PyResult<Chunk> {
    let dictionary = array.as_dictionary::<K>();
    let codes = dictionary.keys().iter().map(|code| code.map(ArrowNativeType::as_usize)).collect();
    Ok(Chunk::Dictionary { codes, entries: Box::new(Chunk::of(dictionary.values(), wanted)?) })
}
