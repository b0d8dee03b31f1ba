//! The exceptions of the package, which `chop/_errors.py` defines: which error of the library becomes which of them.

use chop::Error;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

macro_rules! classes {
    ($($function:ident = $name:literal;)*) => {$(
        #[doc = concat!("`chop.", $name, "`.")]
        fn $function(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
            static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
            Ok(CLASS.import(py, "chop._errors", $name)?.clone())
        }
    )*};
}

classes! {
    error = "Error";
    invalid_signature = "InvalidSignature";
    malformed_signature = "MalformedSignature";
    malformed_key = "MalformedKey";
    batch_invalid = "BatchInvalid";
}

/// The exception for an error of the library.
pub(crate) fn of(cause: Error) -> PyErr {
    let text = cause.to_string();
    Python::attach(|py| {
        let class = match cause {
            Error::InvalidSignature => invalid_signature(py),
            Error::SignatureLength | Error::SignatureRange | Error::SignatureDer => malformed_signature(py),
            Error::PublicKeyLength
            | Error::SecretKeyLength
            | Error::NotAPoint
            | Error::PublicKeyMismatch
            | Error::SecretKeyRange
            | Error::Blob
            | Error::KeyFile(_) => malformed_key(py),
            Error::ContextLength | Error::IdLength | Error::EmptyMessage => {
                return PyValueError::new_err(text);
            }
            _ => error(py),
        };
        class.map_or_else(|problem| problem, |class| PyErr::from_type(class, (text, cause.code())))
    })
}

/// `BatchInvalid` with the numbers of the invalid rows.
pub(crate) fn batch(py: Python<'_>, rows: &[usize], n: usize) -> PyErr {
    let first = rows.first().map_or(String::new(), |row| format!("; the first is row {row}"));
    let text = format!("{} of {n} signatures are not valid{first}", rows.len());
    let class = batch_invalid(py);
    class.map_or_else(|problem| problem, |class| PyErr::from_type(class, (text, rows.to_vec())))
}

/// `MemoryError`, unless there is memory for so many values: objects may claim any size.
pub(crate) fn check_memory<T>(n: usize) -> PyResult<()> {
    let reserved = Vec::<T>::new().try_reserve_exact(n);
    reserved.map_err(|_| PyMemoryError::new_err(format!("there is no memory for {n} rows or bytes")))
}

/// `TypeError`.
pub(crate) fn wrong_type(text: impl Into<String>) -> PyErr {
    PyTypeError::new_err(text.into())
}

/// `ValueError`.
pub(crate) fn wrong_value(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}
