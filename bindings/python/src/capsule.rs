//! The Arrow C data interface, by the capsules of Python's `__arrow_c_array__`, `__arrow_c_stream__` and `__arrow_c_schema__`.
//!
//! What comes in is checked before anything else reads it: a schema that is no schema, lengths and offsets below zero or beyond any
//! memory, counts of buffers and children that do not fit the type, null pointers, offsets that decrease, codes outside of their
//! dictionary. The interface does not say how large most buffers are, so a producer that claims more rows than it has
//! memory for cannot be found out, by anybody.

#![allow(unsafe_code)]

use crate::bytes::type_name;
use crate::errors::{wrong_type, wrong_value};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, RecordBatchReader, StructArray, make_array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The most rows that an array may claim: more than any memory holds. `length + offset` stays far below 2^63.
const MOST_ROWS: i64 = 1 << 48;
/// The deepest nesting of a type.
const DEEPEST: usize = 64;

/// `struct ArrowSchema` of the interface.
#[repr(C)]
struct RawSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut RawSchema,
    dictionary: *mut RawSchema,
    release: Option<unsafe extern "C" fn(*mut RawSchema)>,
    private_data: *mut c_void,
}

/// `struct ArrowArray` of the interface.
#[repr(C)]
struct RawArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut RawArray,
    dictionary: *mut RawArray,
    release: Option<unsafe extern "C" fn(*mut RawArray)>,
    private_data: *mut c_void,
}

fn bad<T>(text: impl Into<String>) -> Result<T, ArrowError> {
    Err(ArrowError::CDataInterface(text.into()))
}

/// The structures below a structure, of which none is null.
///
/// # Safety
/// `children` is null or points to `n` pointers, each null or to a valid structure.
unsafe fn below<'a, T>(children: *mut *mut T, n: i64) -> Result<Vec<&'a T>, ArrowError> {
    if n < 0 || (n > 0 && children.is_null()) || n > MOST_ROWS {
        return bad("the children of the type are missing");
    }
    let mut all = Vec::new();
    for i in 0..n as usize {
        // SAFETY: the caller promises n pointers.
        let place = unsafe { children.add(i) };
        // SAFETY: as above.
        let child = unsafe { place.read() };
        // SAFETY: the caller promises null or a valid structure.
        match unsafe { child.as_ref() } {
            Some(child) => all.push(child),
            None => return bad("a child of the type is missing"),
        }
    }
    Ok(all)
}

impl RawSchema {
    /// The description of the type.
    fn format(&self) -> Result<&str, ArrowError> {
        if self.release.is_none() {
            return bad("the schema was released");
        }
        if self.format.is_null() {
            return bad("the schema has no format");
        }
        // SAFETY: the interface says that the format is a string that ends with a zero.
        let format = unsafe { CStr::from_ptr(self.format) };
        format.to_str().or_else(|_| bad("the format of the schema is not UTF-8"))
    }

    fn children(&self) -> Result<Vec<&RawSchema>, ArrowError> {
        // SAFETY: the interface says that many children.
        unsafe { below(self.children, self.n_children) }
    }

    fn dictionary(&self) -> Option<&RawSchema> {
        // SAFETY: the interface says null or a schema.
        unsafe { self.dictionary.as_ref() }
    }

    /// Checks the schema and what is below it.
    fn check(&self, depth: usize) -> Result<(), ArrowError> {
        if depth > DEEPEST {
            return bad("the type is nested too deeply");
        }
        let format = self.format()?;
        if self.dictionary().is_some() && !matches!(format, "c" | "C" | "s" | "S" | "i" | "I" | "l" | "L") {
            return bad(format!("the codes of a dictionary cannot have the format '{format}'"));
        }
        if let Some(width) = format.strip_prefix("w:")
            && !width.parse::<i32>().is_ok_and(|width| width >= 0)
        {
            return bad(format!("no type has the format '{format}'"));
        }
        if !self.name.is_null() {
            // SAFETY: the interface says that a name is a string that ends with a zero.
            let name = unsafe { CStr::from_ptr(self.name) };
            name.to_str().or_else(|_| bad("the name of a column is not UTF-8"))?;
        }
        for child in self.children()?.into_iter().chain(self.dictionary()) {
            child.check(depth + 1)?;
        }
        Ok(())
    }
}

impl RawArray {
    fn children(&self) -> Result<Vec<&RawArray>, ArrowError> {
        // SAFETY: the interface says that many children.
        unsafe { below(self.children, self.n_children) }
    }

    /// The buffer of this number, `None` if it is null.
    fn buffer(&self, i: usize) -> Option<*const c_void> {
        // SAFETY: `check` has compared the number of buffers.
        let place = unsafe { self.buffers.add(i) };
        // SAFETY: as above.
        let buffer = unsafe { place.read() };
        (!buffer.is_null()).then_some(buffer)
    }

    /// Checks the array, and what is below it, against its schema, which was checked.
    fn check(&self, schema: &RawSchema) -> Result<(), ArrowError> {
        if self.length < 0 || self.offset < 0 || self.length > MOST_ROWS || self.offset > MOST_ROWS {
            return bad(format!("an array cannot have length {} and offset {}", self.length, self.offset));
        }
        if self.null_count < -1 || self.null_count > self.length {
            return bad(format!("an array of {} rows cannot have {} nulls", self.length, self.null_count));
        }
        let format = schema.format()?;
        let (least, most) = buffers_of(format)?;
        if self.n_buffers < least || self.n_buffers > most || (self.n_buffers > 0 && self.buffers.is_null()) {
            return bad(format!("an array of format '{format}' cannot have {} buffers", self.n_buffers));
        }
        self.check_offsets(format)?;
        let (schemas, arrays) = (schema.children()?, self.children()?);
        if schemas.len() != arrays.len() {
            return bad("the array and its schema have different numbers of children");
        }
        for (child, schema) in arrays.into_iter().zip(schemas) {
            child.check(schema)?;
        }
        // SAFETY: the interface says null or an array.
        match (unsafe { self.dictionary.as_ref() }, schema.dictionary()) {
            (Some(dictionary), Some(schema)) => dictionary.check(schema),
            (None, None) => Ok(()),
            _ => bad("the array and its schema disagree about a dictionary"),
        }
    }

    /// The number in place `i` of a buffer of offsets or lengths.
    ///
    /// # Safety
    /// `T` is a number, and the buffer, if it is there, has a place `i`.
    unsafe fn number<T: Copy + Into<i64>>(&self, buffer: usize, i: usize) -> Result<i64, ArrowError> {
        let Some(numbers) = self.buffer(buffer) else { return bad("a buffer of the array is missing") };
        let numbers = numbers.cast::<T>();
        if !numbers.is_aligned() {
            return bad("the offsets of the array do not lie on a multiple of their size");
        }
        // SAFETY: the caller promises the place.
        let place = unsafe { numbers.add(i) };
        // SAFETY: it is aligned, and the caller promises a number in it.
        Ok(unsafe { place.read() }.into())
    }

    /// Checks the end of the data that the last offset of an array of bytes or text names, and the lengths of a view's buffers.
    fn check_offsets(&self, format: &str) -> Result<(), ArrowError> {
        let rows = (self.length + self.offset) as usize;
        let last = match format {
            // SAFETY: the interface says one offset more than rows.
            "z" | "u" if rows > 0 => unsafe { self.number::<i32>(1, rows) }?,
            // SAFETY: as above.
            "Z" | "U" if rows > 0 => unsafe { self.number::<i64>(1, rows) }?,
            "vz" | "vu" => {
                let variadic = self.n_buffers as usize - 3;
                let mut worst = 0;
                for i in 0..variadic {
                    // SAFETY: the interface says a length for each of these buffers.
                    let length = unsafe { self.number::<i64>(variadic + 2, i) }?;
                    worst = if length < 0 { length } else { worst.max(length) };
                }
                worst
            }
            _ => 0,
        };
        if (0..MOST_ROWS).contains(&last) { Ok(()) } else { bad(format!("an offset of the array is {last}")) }
    }
}

/// The least and the largest number of buffers of an array of a format.
fn buffers_of(format: &str) -> Result<(i64, i64), ArrowError> {
    Ok(match format.as_bytes() {
        b"n" => (0, 0),
        b"z" | b"u" | b"Z" | b"U" | b"+vl" | b"+vL" => (3, 3),
        b"vz" | b"vu" => (3, 1 << 20),
        [b'+', b'w', ..] | b"+s" => (1, 1),
        [b'+', b'u', b's', ..] => (1, 1),
        [b'+', b'r'] => (0, 0),
        [b'+', ..] | [b'w' | b'd' | b't', ..] | [_] => (2, 2),
        _ => return bad(format!("no type has the format '{format}'")),
    })
}

/// Array data of a checked array.
fn import(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> Result<ArrayRef, ArrowError> {
    // SAFETY: it is the structure of the interface, which the layout repeats.
    let raw = unsafe { &*(&raw const array).cast::<RawArray>() };
    // SAFETY: as above.
    let raw_schema = unsafe { &*(&raw const *schema).cast::<RawSchema>() };
    if raw.release.is_none() {
        return bad("the array was released");
    }
    raw_schema.check(0)?;
    raw.check(raw_schema)?;
    let imported = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // SAFETY: the array was checked against the schema, as far as the interface lets anybody check.
        let data = unsafe { from_ffi(array, schema) }?;
        data.validate_full()?;
        Ok(make_array(data))
    }));
    imported.unwrap_or_else(|_| bad("the array does not fit its schema"))
}

/// The field that a schema describes, of whose type there can be arrays.
fn field(schema: &FFI_ArrowSchema) -> Result<Field, ArrowError> {
    // SAFETY: as in `import`.
    unsafe { &*(&raw const *schema).cast::<RawSchema>() }.check(0)?;
    let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let field = Field::try_from(schema)?;
        arrow_array::new_empty_array(field.data_type());
        Ok(field)
    }));
    read.unwrap_or_else(|_| bad("the schema describes no type"))
}

/// An array stream that somebody produces.
pub(crate) struct Stream {
    stream: FFI_ArrowArrayStream,
    schema: FFI_ArrowSchema,
}

impl Stream {
    /// What a callback that failed has to say.
    fn failure(&mut self, code: i32) -> ArrowError {
        let said = self.stream.get_last_error().map(|last_error| {
            // SAFETY: the stream is not released, and the call before has failed.
            let text = unsafe { last_error(&raw mut self.stream) };
            if text.is_null() {
                return String::new();
            }
            // SAFETY: the interface says a string that ends with a zero, valid until the next call.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        });
        ArrowError::CDataInterface(format!(
            "the stream failed with code {code}: {}",
            said.unwrap_or_default()
        ))
    }

    fn open(stream: FFI_ArrowArrayStream) -> Result<Stream, ArrowError> {
        let mut opened = Stream { stream, schema: FFI_ArrowSchema::empty() };
        if opened.stream.release().is_none() {
            return bad("the stream was read before: it was released");
        }
        let Some(get_schema) = opened.stream.get_schema() else { return bad("the stream has no schema") };
        // SAFETY: the stream is not released, and the schema is ours to fill.
        match unsafe { get_schema(&raw mut opened.stream, &raw mut opened.schema) } {
            0 => Ok(opened),
            code => Err(opened.failure(code)),
        }
    }

    fn next_array(&mut self) -> Option<Result<ArrayRef, ArrowError>> {
        let Some(get_next) = self.stream.get_next() else { return Some(bad("the stream has no arrays")) };
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the stream is not released, and the array is ours to fill.
        match unsafe { get_next(&raw mut self.stream, &raw mut array) } {
            0 if array.is_released() => None,
            0 => Some(import(array, &self.schema)),
            code => Some(Err(self.failure(code))),
        }
    }
}

/// The capsule that a method of an object returns.
fn capsule<'py>(object: &Bound<'py, PyAny>, name: &CStr) -> PyResult<Bound<'py, PyCapsule>> {
    let capsule =
        object.cast::<PyCapsule>().map_err(|_| wrong_type("the Arrow method returned no capsule"))?;
    if !capsule.is_valid_checked(Some(name)) {
        return Err(wrong_type(format!("the Arrow capsule is no {}", name.to_string_lossy())));
    }
    Ok(capsule.clone())
}

/// The stream of an object with `__arrow_c_stream__`.
fn stream_of(object: &Bound<'_, PyAny>) -> PyResult<Stream> {
    let capsule = capsule(&object.call_method0("__arrow_c_stream__")?, STREAM)?;
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name points to a stream, which the consumer moves out.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast()) };
    Stream::open(stream).map_err(failed)
}

/// The array of an object with `__arrow_c_array__`, and its field.
fn array_of(object: &Bound<'_, PyAny>) -> PyResult<(ArrayRef, Field)> {
    let pair = object.call_method0("__arrow_c_array__")?;
    let pair =
        pair.cast::<PyTuple>().map_err(|_| wrong_type("__arrow_c_array__ returned no pair of capsules"))?;
    if pair.len() != 2 {
        return Err(wrong_type("__arrow_c_array__ returned no pair of capsules"));
    }
    let (schema, array) = (capsule(&pair.get_item(0)?, SCHEMA)?, capsule(&pair.get_item(1)?, ARRAY)?);
    let (schema, array) = (schema.pointer_checked(Some(SCHEMA))?, array.pointer_checked(Some(ARRAY))?);
    // SAFETY: a capsule of this name points to a schema, which the consumer moves out.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.as_ptr().cast()) };
    // SAFETY: a capsule of this name points to an array, which the consumer moves out.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr().cast()) };
    let field = field(&schema).map_err(failed)?;
    Ok((import(array, &schema).map_err(failed)?, field))
}

/// The exception for what an Arrow producer did.
pub(crate) fn failed(error: ArrowError) -> PyErr {
    wrong_value(format!("Arrow data that cannot be read: {error}"))
}

/// Whether an object gives Arrow data.
pub(crate) fn is_arrow(object: &Bound<'_, PyAny>) -> bool {
    has(object, "__arrow_c_array__") || has(object, "__arrow_c_stream__")
}

fn has(object: &Bound<'_, PyAny>, method: &str) -> bool {
    object.hasattr(method).unwrap_or(false)
}

/// The arrays of a column, in their order.
pub(crate) fn chunks_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if has(object, "__arrow_c_array__") {
        return Ok(vec![array_of(object)?.0]);
    }
    let mut stream = stream_of(object)?;
    let mut chunks = Vec::new();
    // The producer may compute for long, or need the GIL on another thread.
    while let Some(array) = object.py().detach(|| stream.next_array()) {
        chunks.push(array.map_err(failed)?);
    }
    if chunks.is_empty() {
        chunks.push(arrow_array::new_empty_array(field(&stream.schema).map_err(failed)?.data_type()));
    }
    Ok(chunks)
}

/// The batches of a table, one after the other.
pub(crate) struct Batches {
    schema: SchemaRef,
    source: Source,
}

enum Source {
    Stream(Stream),
    Once(Option<ArrayRef>),
}

impl Batches {
    /// Of an object with `__arrow_c_stream__` or `__arrow_c_array__`.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Batches> {
        let (source, field) = if has(object, "__arrow_c_stream__") {
            let stream = stream_of(object)?;
            let field = field(&stream.schema).map_err(failed)?;
            (Source::Stream(stream), field)
        } else if has(object, "__arrow_c_array__") {
            let (array, field) = array_of(object)?;
            (Source::Once(Some(array)), field)
        } else {
            return Err(wrong_type(format!(
                "a table is needed that gives Arrow data (pyarrow, Polars, pandas, DuckDB, a reader) and not {}",
                type_name(object)
            )));
        };
        let DataType::Struct(fields) = field.data_type() else {
            return Err(wrong_type(format!(
                "a table is needed and not a column of type {}",
                field.data_type()
            )));
        };
        let schema = Schema::new_with_metadata(fields.clone(), field.metadata().clone());
        Ok(Batches { schema: Arc::new(schema), source })
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let array = match &mut self.source {
            Source::Stream(stream) => stream.next_array()?,
            Source::Once(array) => Ok(array.take()?),
        };
        Some(array.and_then(|array| {
            let Some(rows) = array.as_any().downcast_ref::<StructArray>() else {
                return bad("a batch of the table has no columns of its own: it is no structure");
            };
            if rows.null_count() > 0 {
                return bad("a batch of the table has rows that are null as a whole");
            }
            let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
            RecordBatch::try_new_with_options(Arc::clone(&self.schema), rows.columns().to_vec(), &options)
        }))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The capsules of a schema and an array.
pub(crate) fn export_array<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(failed)?;
    Ok((PyCapsule::new_with_value(py, schema, SCHEMA)?, PyCapsule::new_with_value(py, array, ARRAY)?))
}

/// The capsule of a schema.
pub(crate) fn export_schema<'py>(
    py: Python<'py>,
    schema: FFI_ArrowSchema,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// The capsule of a stream of batches.
pub(crate) fn export_stream<'py>(
    py: Python<'py>,
    batches: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(batches), STREAM)
}
