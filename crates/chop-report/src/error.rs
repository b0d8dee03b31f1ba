//! What a text that should be a run of measurements can lack.

use std::fmt;

/// Why a text is no run of measurements.
///
/// ```
/// let error = chop_report::Run::from_json("{}").unwrap_err();
/// assert!(error.to_string().contains("missing field"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// No JSON, a field too many, too few, or of another type.
    Json(serde_json::Error),
    /// Another format, or another version of this one.
    Format(String),
    /// Two implementations, measured or absent, have the same id.
    TwiceTheId(String),
    /// A result or a row of verdicts names an implementation that is not listed.
    UnknownImplementation(String),
    /// A time that is not positive, a count of zero: result number i, counted from 0.
    ImpossibleResult(usize),
    /// Somebody was measured twice with the same operation, input and n: result number i.
    TwiceTheResult(usize),
    /// A row of verdicts is shorter or longer than the list of cases.
    VerdictsAndCases(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Json(error) => write!(f, "{error}"),
            Error::Format(found) => {
                write!(f, "the format is {found:?}, and {:?} is read: measure again", crate::FORMAT)
            }
            Error::TwiceTheId(id) => write!(f, "two implementations have the id {id:?}: give each its own"),
            Error::UnknownImplementation(id) => {
                write!(f, "{id:?} has results and is not among `implementations`: list it there")
            }
            Error::ImpossibleResult(i) => write!(
                f,
                "result {i}: `ns` and `ns_min` must be above 0, and `n`, `threads` and `rounds` at least 1"
            ),
            Error::TwiceTheResult(i) => write!(
                f,
                "result {i} repeats an earlier one of the same implementation: keep one, or give builds or \
                 levels that differ ids that differ"
            ),
            Error::VerdictsAndCases(id) => {
                write!(f, "the verdicts of {id:?} are not as many as the cases: one each, null for none")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Json(error) => Some(error),
            _ => None,
        }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Error {
        Error::Json(error)
    }
}
