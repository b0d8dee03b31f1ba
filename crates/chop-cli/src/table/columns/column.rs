//! A column that rows need: bytes or text.

use crate::table::cells::Cell;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, FixedSizeBinaryArray,
    LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
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
    /// Whole numbers.
    Number(Vec<Option<i128>>),
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
            _ => numbers(array).map_or_else(|| Column::Other(array.clone()), Column::Number),
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
            Column::Number(numbers) => numbers[row].map(|number| match u64::try_from(number) {
                Ok(number) => Cell::Number(number),
                Err(_) => Cell::Other,
            }),
            Column::Other(array) if !array.is_null(row) && array.data_type() != &DataType::Null => {
                Some(Cell::Other)
            }
            _ => None,
        }
    }
}

/// The values of an array of whole numbers, and `None` for an array of another type.
fn numbers(array: &ArrayRef) -> Option<Vec<Option<i128>>> {
    fn of<T: ArrowPrimitiveType<Native: Into<i128>>>(array: &ArrayRef) -> Option<Vec<Option<i128>>> {
        Some(array.as_primitive::<T>().iter().map(|number| number.map(Into::into)).collect())
    }
    match array.data_type() {
        DataType::Int8 => of::<Int8Type>(array),
        DataType::Int16 => of::<Int16Type>(array),
        DataType::Int32 => of::<Int32Type>(array),
        DataType::Int64 => of::<Int64Type>(array),
        DataType::UInt8 => of::<UInt8Type>(array),
        DataType::UInt16 => of::<UInt16Type>(array),
        DataType::UInt32 => of::<UInt32Type>(array),
        DataType::UInt64 => of::<UInt64Type>(array),
        _ => None,
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
