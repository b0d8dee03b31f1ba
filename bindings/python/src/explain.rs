//! Why a signature is or is not valid: results of `explain`.

use chop::ed25519::{Facts, Policy};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Everything that can be asked about one signature of Ed25519: what is true of it, and the verdict of every known policy.
///
/// >>> from chop import ed25519
/// >>> key = ed25519.SigningKey.generate()
/// >>> why = key.public_key.explain(key.sign(b"hello"), b"olleh")
/// >>> why.verdicts["zip-215"]
/// 'the equation does not hold'
/// >>> why.facts["s_canonical"]
/// True
#[pyclass(frozen, module = "chop")]
pub(crate) struct Explanation {
    facts: Facts,
    found: Vec<String>,
}

impl Explanation {
    pub(crate) fn new(facts: Facts, found: Vec<String>) -> Explanation {
        Explanation { facts, found }
    }
}

#[pymethods]
impl Explanation {
    /// The facts by name, each a bool: S is canonical, A decodes, the equations hold, and so on.
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        for (name, holds) in self.facts.iter() {
            facts.set_item(name, holds)?;
        }
        Ok(facts)
    }

    /// For each known policy True, or the fact that decided against the signature, as text.
    #[getter]
    fn verdicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let verdicts = PyDict::new(py);
        for entry in Policy::NAMED {
            match entry.policy.rejection(&self.facts) {
                None => verdicts.set_item(entry.id, true)?,
                Some(rejection) => verdicts.set_item(entry.id, rejection.to_string())?,
            }
        }
        Ok(verdicts)
    }

    /// What the bytes are a valid signature of instead, in words: another variant, context, or a changed message. Each was
    /// verified; empty if the search found nothing.
    #[getter]
    fn found(&self) -> Vec<String> {
        self.found.clone()
    }

    fn __str__(&self) -> String {
        let mut text = String::new();
        for entry in Policy::NAMED {
            let verdict = entry.policy.rejection(&self.facts);
            let words =
                verdict.map_or_else(|| "valid".to_owned(), |rejection| format!("invalid: {rejection}"));
            text += &format!("{:24}{words}\n", entry.id);
        }
        for found in &self.found {
            text += &format!("it is valid as: {found}\n");
        }
        text
    }

    fn __repr__(&self) -> String {
        let valid = Policy::NAMED.iter().filter(|entry| entry.policy.accepts(&self.facts)).count();
        format!("<chop.Explanation: valid under {valid} of {} policies>", Policy::NAMED.len())
    }
}

/// A way in which the bytes are a valid signature of SM2.
///
/// `id` is the identifier, None where the hash does without; `hash`, `document` and `signature` say in words how the digest, the
/// message and the bytes were read; `format` is what `verify(..., format=...)` takes, None if it cannot be told to.
#[pyclass(frozen, module = "chop")]
pub(crate) struct Dialect {
    id: Option<Vec<u8>>,
    /// How the digest was made, in words.
    #[pyo3(get)]
    hash: &'static str,
    /// How the message was read, in words.
    #[pyo3(get)]
    document: &'static str,
    /// How the bytes of the signature were read, in words.
    #[pyo3(get)]
    signature: &'static str,
    /// What `verify(..., format=...)` takes, None if it cannot be told to.
    #[pyo3(get)]
    format: Option<&'static str>,
    /// Whether `verify` accepts it, told the id and the format.
    #[pyo3(get)]
    is_standard: bool,
    words: String,
}

impl Dialect {
    pub(crate) fn of(found: &chop::sm2::Dialect<'_>) -> Dialect {
        Dialect {
            id: found.id.map(|id| id.as_bytes().to_vec()),
            hash: found.hash,
            document: found.document,
            signature: found.signature,
            format: found.form,
            is_standard: found.is_standard(),
            words: found.to_string(),
        }
    }
}

#[pymethods]
impl Dialect {
    /// The identifier, None where the hash does without.
    #[getter]
    fn id<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.id.as_ref().map(|id| PyBytes::new(py, id))
    }

    fn __str__(&self) -> String {
        self.words.clone()
    }

    fn __repr__(&self) -> String {
        format!("<chop.Dialect: {}>", self.words)
    }
}
