//! Values of columns as JSON, for the lines that results are.
//!
//! | a column of                     | becomes                                                     |
//! |---------------------------------|-------------------------------------------------------------|
//! | integers, decimals              | a number                                                    |
//! | floating-point numbers          | a number; null if it is infinite or none                    |
//! | truth values                    | `true`, `false`                                             |
//! | text                            | a string                                                    |
//! | bytes                           | a string of hexadecimal digits                              |
//! | dates, times, points in time    | a string as ISO 8601 has it, with `Z` if the column has a time zone |
//! | a dictionary of these           | the value                                                   |

use super::column::places;
use crate::output::hex;
use arrow_array::cast::AsArray;
use arrow_array::temporal_conversions as temporal;
use arrow_array::types::*;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, new_empty_array};
use arrow_schema::{DataType, TimeUnit};
use std::fmt::{Debug, Display};

/// Writes the value of a row.
pub(super) type Writer = Box<dyn Fn(usize) -> String>;

/// Whether columns of this type have a [`writer`].
pub(super) fn is_known(data_type: &DataType) -> bool {
    writer(&new_empty_array(data_type)).is_some()
}

/// What writes the values of a column, if its type is in the table; null is `null`.
pub(super) fn writer(array: &ArrayRef) -> Option<Writer> {
    let write = of_values(array)?;
    let array = array.clone();
    Some(Box::new(move |i| if array.is_null(i) { "null".to_owned() } else { write(i) }))
}

fn of_values(array: &ArrayRef) -> Option<Writer> {
    use DataType::*;
    Some(match array.data_type() {
        Null => Box::new(|_| "null".to_owned()),
        Boolean => by(array.as_boolean().clone(), |array, i| array.value(i).to_string()),
        Int8 => number::<Int8Type>(array),
        Int16 => number::<Int16Type>(array),
        Int32 => number::<Int32Type>(array),
        Int64 => number::<Int64Type>(array),
        UInt8 => number::<UInt8Type>(array),
        UInt16 => number::<UInt16Type>(array),
        UInt32 => number::<UInt32Type>(array),
        UInt64 => number::<UInt64Type>(array),
        Float16 => by(array.as_primitive::<Float16Type>().clone(), |a, i| float(a.value(i).to_f64())),
        Float32 => by(array.as_primitive::<Float32Type>().clone(), |a, i| float(a.value(i).into())),
        Float64 => by(array.as_primitive::<Float64Type>().clone(), |a, i| float(a.value(i))),
        Decimal32(..) => decimal::<Decimal32Type>(array),
        Decimal64(..) => decimal::<Decimal64Type>(array),
        Decimal128(..) => decimal::<Decimal128Type>(array),
        Decimal256(..) => decimal::<Decimal256Type>(array),
        Utf8 => by(array.as_string::<i32>().clone(), |array, i| string(array.value(i))),
        LargeUtf8 => by(array.as_string::<i64>().clone(), |array, i| string(array.value(i))),
        Utf8View => by(array.as_string_view().clone(), |array, i| string(array.value(i))),
        Binary => by(array.as_binary::<i32>().clone(), |array, i| string(&hex(array.value(i)))),
        LargeBinary => by(array.as_binary::<i64>().clone(), |array, i| string(&hex(array.value(i)))),
        BinaryView => by(array.as_binary_view().clone(), |array, i| string(&hex(array.value(i)))),
        FixedSizeBinary(_) => {
            by(array.as_fixed_size_binary().clone(), |array, i| string(&hex(array.value(i))))
        }
        Date32 => {
            moment::<Date32Type, _>(array, "", |days| temporal::date32_to_datetime(days).map(|t| t.date()))
        }
        Date64 => moment::<Date64Type, _>(array, "", |ms| temporal::date64_to_datetime(ms).map(|t| t.date())),
        Time32(TimeUnit::Second) => moment::<Time32SecondType, _>(array, "", temporal::time32s_to_time),
        Time32(_) => moment::<Time32MillisecondType, _>(array, "", temporal::time32ms_to_time),
        Time64(TimeUnit::Microsecond) => {
            moment::<Time64MicrosecondType, _>(array, "", temporal::time64us_to_time)
        }
        Time64(_) => moment::<Time64NanosecondType, _>(array, "", temporal::time64ns_to_time),
        Timestamp(unit, zone) => {
            let zone = if zone.is_some() { "Z" } else { "" };
            match unit {
                TimeUnit::Second => {
                    moment::<TimestampSecondType, _>(array, zone, temporal::timestamp_s_to_datetime)
                }
                TimeUnit::Millisecond => {
                    moment::<TimestampMillisecondType, _>(array, zone, temporal::timestamp_ms_to_datetime)
                }
                TimeUnit::Microsecond => {
                    moment::<TimestampMicrosecondType, _>(array, zone, temporal::timestamp_us_to_datetime)
                }
                TimeUnit::Nanosecond => {
                    moment::<TimestampNanosecondType, _>(array, zone, temporal::timestamp_ns_to_datetime)
                }
            }
        }
        Dictionary(..) => {
            let write = writer(array.as_any_dictionary().values())?;
            by(places(array), move |places, i| places[i].map_or_else(|| "null".to_owned(), &write))
        }
        _ => return None,
    })
}

fn by<A: 'static>(array: A, write: impl Fn(&A, usize) -> String + 'static) -> Writer {
    Box::new(move |i| write(&array, i))
}

fn number<T: ArrowPrimitiveType<Native: Display>>(array: &ArrayRef) -> Writer {
    by(array.as_primitive::<T>().clone(), |array, i| array.value(i).to_string())
}

fn decimal<T: DecimalType + ArrowPrimitiveType>(array: &ArrayRef) -> Writer {
    by(array.as_primitive::<T>().clone(), |array: &PrimitiveArray<T>, i| array.value_as_string(i))
}

/// Dates and times write themselves as ISO 8601 has it; what is none, beyond the years that a calendar has, is its number.
fn moment<T, M>(array: &ArrayRef, zone: &'static str, convert: fn(T::Native) -> Option<M>) -> Writer
where
    T: ArrowPrimitiveType<Native: Display>,
    M: Debug + 'static,
{
    by(array.as_primitive::<T>().clone(), move |array, i| match convert(array.value(i)) {
        Some(moment) => string(&format!("{moment:?}{zone}")),
        None => array.value(i).to_string(),
    })
}

fn float(value: f64) -> String {
    serde_json::Number::from_f64(value).map_or_else(|| "null".to_owned(), |number| number.to_string())
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
