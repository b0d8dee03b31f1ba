//! A column that rows need: bytes or text.

use crate::table::cells::Cell;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use arrow_schema::DataType;
use std::borrow::Cow;

/// The values of a column.
pub(super) enum Column {
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    FixedSizeBinary(FixedSizeBinaryArray),
    BinaryView(BinaryViewArray),
    Utf8(StringArray),
    LargeUtf8(LargeStringArray),
    Utf8View(StringViewArray),
    /// For each row the place of its value, if it has one.
    Dictionary(Vec<Option<usize>>, Box<Column>),
    /// Whole numbers; those below 0 are none.
    Number(UInt64Array),
    /// Values of another type.
    Other(ArrayRef),
}

impl Column {
    pub(super) fn new(array: &ArrayRef) -> Column {
        match array.data_type() {
            DataType::Binary => Column::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Column::LargeBinary(array.as_binary().clone()),
            DataType::FixedSizeBinary(_) => Column::FixedSizeBinary(array.as_fixed_size_binary().clone()),
            DataType::BinaryView => Column::BinaryView(array.as_binary_view().clone()),
            DataType::Utf8 => Column::Utf8(array.as_string().clone()),
            DataType::LargeUtf8 => Column::LargeUtf8(array.as_string().clone()),
            DataType::Utf8View => Column::Utf8View(array.as_string_view().clone()),
            DataType::Dictionary(..) => {
                let values = Box::new(Column::new(array.as_any_dictionary().values()));
                Column::Dictionary(places(array), values)
            }
            kind if kind.is_integer() => match arrow_cast::cast(array, &DataType::UInt64) {
                Ok(numbers) => Column::Number(numbers.as_primitive().clone()),
                Err(_) => Column::Other(array.clone()),
            },
            _ => Column::Other(array.clone()),
        }
    }

    /// The value of a row.
    pub(super) fn cell(&self, row: usize) -> Option<Cell<'_>> {
        let (bytes, text) = (|bytes| Some(Cell::Bytes(bytes)), |text| Some(Cell::Text(Cow::Borrowed(text))));
        match self {
            Column::Binary(array) if array.is_valid(row) => bytes(array.value(row)),
            Column::LargeBinary(array) if array.is_valid(row) => bytes(array.value(row)),
            Column::FixedSizeBinary(array) if array.is_valid(row) => bytes(array.value(row)),
            Column::BinaryView(array) if array.is_valid(row) => bytes(array.value(row)),
            Column::Utf8(array) if array.is_valid(row) => text(array.value(row)),
            Column::LargeUtf8(array) if array.is_valid(row) => text(array.value(row)),
            Column::Utf8View(array) if array.is_valid(row) => text(array.value(row)),
            Column::Dictionary(places, values) => places[row].and_then(|place| values.cell(place)),
            Column::Other(array) if !array.is_null(row) && array.data_type() != &DataType::Null => {
                Some(Cell::Other)
            }
            _ => None,
        }
    }
}

/// Where in its dictionary the value of each row is.
pub(super) fn places(array: &ArrayRef) -> Vec<Option<usize>> {
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return vec![None; array.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, place)| dictionary.keys().is_valid(row).then_some(place)).collect()
}
