//! Bytes that a single call is given, and results that are bytes.

use crate::errors::{check_memory, wrong_type};
use chop::Error;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyString};
use zeroize::Zeroizing;

/// Messages longer than this are hashed without the GIL.
const LONG: usize = 2048;

/// Bytes-like: `bytes` as it lies, anything else copied, because its owner may change it meanwhile. A message that changed
/// between the two passes of a signature would give the secret key away. The copy is wiped: it may be a secret.
pub(crate) enum Input {
    Bytes(PyBackedBytes),
    Copied(Zeroizing<Vec<u8>>),
}

impl Input {
    /// 32 bytes.
    pub(crate) fn array<const N: usize>(&self, error: Error) -> PyResult<&[u8; N]> {
        self.as_ref().try_into().map_err(|_| crate::errors::of(error))
    }
}

impl AsRef<[u8]> for Input {
    fn as_ref(&self) -> &[u8] {
        match self {
            Input::Bytes(bytes) => bytes,
            Input::Copied(bytes) => bytes,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Input> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Input::Bytes(PyBackedBytes::from(bytes.to_owned())));
        }
        if object.is_instance_of::<PyString>() {
            return Err(wrong_type(
                "bytes are needed here and not str: encode the text first, for example text.encode()",
            ));
        }
        let buffer = PyBuffer::<u8>::get(&object)
            .map_err(|_| wrong_type(format!("bytes are needed here and not {}", type_name(&object))))?;
        if buffer.dimensions() != 1 {
            return Err(wrong_type("bytes are needed here and not an array of several dimensions"));
        }
        check_memory::<u8>(buffer.len_bytes())?;
        Ok(Input::Copied(Zeroizing::new(buffer.to_vec(object.py())?)))
    }
}

/// The objects of a list, or of anything that iterates; it may claim any length.
pub(crate) struct Many<T>(pub(crate) Vec<T>);

impl<'py, T> FromPyObject<'_, 'py> for Many<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Many<T>> {
        let mut all = Vec::new();
        for item in object.try_iter()? {
            all.push(item?.extract::<T>().map_err(Into::into)?);
        }
        Ok(Many(all))
    }
}

/// The name of an object's type.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// Runs `f`, without the GIL if `length` bytes take long to hash.
pub(crate) fn hashing<T: Send>(py: Python<'_>, length: usize, f: impl FnOnce() -> T + Send) -> T {
    if length > LONG { py.detach(f) } else { f() }
}

/// A list of `bytes`, `width` of `flat` each.
pub(crate) fn list_of<'py>(py: Python<'py>, flat: &[u8], width: usize) -> PyResult<Bound<'py, PyAny>> {
    let rows = flat.chunks_exact(width).map(|row| PyBytes::new(py, row));
    Ok(pyo3::types::PyList::new(py, rows.collect::<Vec<_>>())?.into_any())
}
