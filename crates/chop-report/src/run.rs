//! The data of a run, and its JSON.
//!
//! Reading is strict: a field that is not known is an error, as are results of nobody that is listed. What
//! is absent is not written, except in a result, where `null` says that an operation has no such thing.

use crate::groups::What;
use crate::{Algorithm, Error, Key, Operation, here};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The name and version of the format. A change of meaning is a new version.
///
/// ```
/// assert_eq!(chop_report::FORMAT, "chop-measurements 1");
/// ```
pub const FORMAT: &str = "chop-measurements 1";

/// What one run on one machine measured.
///
/// ```
/// use chop_report::{Machine, Run};
/// let run = Run::new("chop bench --json", Machine::here("0.1.0", "portable", "chop-1"));
/// assert!(run.results.is_empty() && run.to_json().contains("\"chop bench --json\""));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// [`FORMAT`].
    pub format: String,
    /// The command that made it, without the paths of one machine.
    pub command: String,
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// The commit of this repository that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where it was measured.
    pub machine: Machine,
    /// The implementations that were measured.
    #[serde(default)]
    pub implementations: Vec<Implementation>,
    /// The implementations that were not measured, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Absent>,
    /// The measurements.
    pub results: Vec<Measurement>,
    /// The verdicts of all implementations on irregular signatures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdicts: Option<VerdictTable>,
}

/// The machine and what was built for it.
///
/// ```
/// let machine = chop_report::Machine::here("0.1.0", "portable", "chop-1");
/// assert!(machine.processors > 0 && machine.arch == std::env::consts::ARCH);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// What the system calls the processor.
    pub processor: String,
    /// How many threads it runs at a time.
    pub processors: usize,
    /// The operating system.
    pub os: String,
    /// The architecture.
    pub arch: String,
    /// The version of chop.
    pub chop: String,
    /// The fastest level of chop here.
    pub level: String,
    /// The rule that chop verifies Ed25519 by.
    pub policy: String,
    /// What the processor has of the instructions that implementations of these algorithms use.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Which compilers, by name (`rustc`, `gcc`, `go`), with their versions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub compilers: BTreeMap<String, String>,
    /// The processor that everything was held on, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_on: Option<usize>,
    /// How busy the machine was before and after: the system's load averages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load: Option<[String; 2]>,
}

/// Somebody who was measured: a library, built in one way.
///
/// ```
/// let text = r#"{"id": "a", "name": "A", "version": "1", "language": "C", "rule": "RFC 8032", "ours": false}"#;
/// let implementation: chop_report::Implementation = serde_json::from_str(text)?;
/// assert_eq!(implementation.flags, "");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Implementation {
    /// What results refer to it by: `chop-portable`, `dalek-serial`.
    pub id: String,
    /// Its name in reports; short, as it labels lines.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it is written in.
    pub language: String,
    /// What it was built with beyond its defaults; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// The rule that it verifies by: the name of one of ours, or a description.
    pub rule: String,
    /// Whether its use of secrets takes constant time, as far as is known: `yes`, `no: …`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant_time: Option<String>,
    /// Whether it is chop.
    pub ours: bool,
}

/// Somebody who was not measured.
///
/// ```
/// use chop_report::Absent;
/// let absent = Absent { id: "a".into(), name: "A".into(), reason: "it needs AVX-512".into() };
/// assert_eq!(serde_json::to_value(absent)?["reason"], "it needs AVX-512");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Absent {
    /// As in [`Implementation`].
    pub id: String,
    /// As in [`Implementation`].
    pub name: String,
    /// Why not.
    pub reason: String,
}

/// One measurement. Times are of one item.
///
/// ```
/// use chop_report::{Algorithm, Measurement, Operation};
/// let text = r#"{"implementation": "a", "operation": "sign", "algorithm": "sm2", "level": null, "key": null,
///     "n": 1, "message_bytes": 32, "threads": 1, "ns": 20000.0, "ns_min": 19000.5, "rounds": 5}"#;
/// let measurement: Measurement = serde_json::from_str(text)?;
/// assert_eq!((measurement.operation, measurement.algorithm), (Operation::Sign, Algorithm::Sm2));
/// assert_eq!(measurement.per_second(), 50_000.0);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The id of an [`Implementation`].
    pub implementation: String,
    /// What was done.
    pub operation: Operation,
    /// With which algorithm.
    pub algorithm: Algorithm,
    /// On which level of chop; `None` for others.
    pub level: Option<String>,
    /// The form of the key; `None` where there is one form.
    pub key: Option<Key>,
    /// Items a call.
    pub n: usize,
    /// The length of messages; `None` where there are none.
    pub message_bytes: Option<usize>,
    /// How many threads computed.
    pub threads: usize,
    /// Nanoseconds an item: the median over rounds.
    pub ns: f64,
    /// The least of them.
    pub ns_min: f64,
    /// How many rounds.
    pub rounds: usize,
    /// What was called, where that is not what the operation says: `n times VerifyingKey::verify`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
}

/// Which irregular signatures each implementation accepts.
///
/// ```
/// let text = r#"{"cases": [{"id": "1", "note": "A of small order"}],
///     "rows": [{"implementation": "a", "accepts": [true]}]}"#;
/// let table: chop_report::VerdictTable = serde_json::from_str(text)?;
/// assert_eq!(table.rows[0].accepts, [Some(true)]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictTable {
    /// The signatures.
    pub cases: Vec<Case>,
    /// The verdicts.
    pub rows: Vec<VerdictRow>,
}

/// An irregular signature.
///
/// ```
/// let case = chop_report::Case { id: "3".into(), note: "S = ℓ".into() };
/// assert_eq!(serde_json::to_string(&case)?, r#"{"id":"3","note":"S = ℓ"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A short name.
    pub id: String,
    /// What is irregular.
    pub note: String,
}

/// The verdicts of one implementation.
///
/// ```
/// let row: chop_report::VerdictRow = serde_json::from_str(r#"{"implementation": "a", "accepts": [null]}"#)?;
/// assert_eq!(row.accepts, [None]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictRow {
    /// The id of an [`Implementation`].
    pub implementation: String,
    /// What was asked, where that is not its verification of one signature by its own rule:
    /// `verify@zip-215`, `verify_all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<String>,
    /// A verdict a case; `None` if it could not be asked.
    pub accepts: Vec<Option<bool>>,
}

impl Run {
    /// A run without results, of today.
    ///
    /// ```
    /// use chop_report::{Machine, Run, today};
    /// let run = Run::new("chop bench", Machine::here("0.1.0", "portable", "chop-1"));
    /// assert_eq!(run.date, today());
    /// ```
    pub fn new(command: &str, machine: Machine) -> Run {
        Run {
            format: FORMAT.into(),
            command: command.into(),
            date: here::today(),
            commit: None,
            machine,
            implementations: Vec::new(),
            absent: Vec::new(),
            results: Vec::new(),
            verdicts: None,
        }
    }

    /// Reads a run.
    ///
    /// # Errors
    /// If it is none: see [`Error`].
    ///
    /// ```
    /// use chop_report::{Error, Run};
    /// assert!(matches!(Run::from_json("?"), Err(Error::Json(_))));
    /// ```
    pub fn from_json(text: &str) -> Result<Run, Error> {
        let run: Run = serde_json::from_str(text)?;
        run.check()?;
        Ok(run)
    }

    /// The JSON, for people as well: a field a line.
    ///
    /// ```
    /// # use chop_report::{Machine, Run};
    /// let run = Run::new("chop bench", Machine::here("0.1.0", "portable", "chop-1"));
    /// assert!(run.to_json().starts_with("{\n  \"format\": \"chop-measurements 1\",\n"));
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a run has text for keys and no state that can fail") + "\n"
    }

    /// The implementation with this id.
    ///
    /// ```
    /// # use chop_report::{Machine, Run};
    /// let run = Run::new("chop bench", Machine::here("0.1.0", "portable", "chop-1"));
    /// assert!(run.implementation("chop-portable").is_none());
    /// ```
    pub fn implementation(&self, id: &str) -> Option<&Implementation> {
        self.implementations.iter().find(|implementation| implementation.id == id)
    }

    /// What the types do not say.
    fn check(&self) -> Result<(), Error> {
        if self.format != FORMAT {
            return Err(Error::Format(self.format.clone()));
        }
        let mut ids = BTreeSet::new();
        let absent = self.absent.iter().map(|absent| &absent.id);
        for id in self.implementations.iter().map(|implementation| &implementation.id).chain(absent) {
            if !ids.insert(id) {
                return Err(Error::TwiceTheId(id.clone()));
            }
        }
        let known = |id: &String| match self.implementation(id) {
            Some(_) => Ok(()),
            None => Err(Error::UnknownImplementation(id.clone())),
        };
        let mut measured = BTreeSet::new();
        for (i, result) in self.results.iter().enumerate() {
            known(&result.implementation)?;
            // JSON has neither infinity nor NaN.
            let least = result.n.min(result.threads).min(result.rounds);
            if least == 0 || result.ns <= 0.0 || result.ns_min <= 0.0 {
                return Err(Error::ImpossibleResult(i));
            }
            if !measured.insert((What::of(result), result.n, &result.implementation)) {
                return Err(Error::TwiceTheResult(i));
            }
        }
        if let Some(table) = &self.verdicts {
            for row in &table.rows {
                known(&row.implementation)?;
                if row.accepts.len() != table.cases.len() {
                    return Err(Error::VerdictsAndCases(row.implementation.clone()));
                }
            }
        }
        Ok(())
    }
}

impl Measurement {
    /// Items a second.
    ///
    /// ```
    /// # let text = r#"{"implementation": "a", "operation": "keygen", "algorithm": "sm2", "level": null,
    /// #   "key": null, "n": 1, "message_bytes": null, "threads": 1, "ns": 500.0, "ns_min": 500.0, "rounds": 1}"#;
    /// # let measurement: chop_report::Measurement = serde_json::from_str(text)?;
    /// assert_eq!((measurement.ns, measurement.per_second()), (500.0, 2e6));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn per_second(&self) -> f64 {
        1e9 / self.ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = include_str!("../tests/data/small.json");

    #[test]
    fn what_is_written_is_read_again_and_written_the_same() {
        let run = Run::from_json(SMALL).unwrap();
        assert_eq!(run.to_json(), SMALL);
        assert_eq!(run.implementation("other").unwrap().name, "<Other> & \"Sons\"");
    }

    #[test]
    fn what_is_not_known_is_an_error_that_names_it() {
        for (from, to, says) in [
            ("\"format\": \"chop-measurements 1\"", "\"format\": \"chop-measurements 2\"", "measure again"),
            ("\"rounds\": 5", "\"rounds\": 5, \"mood\": 1", "unknown field `mood`"),
            ("\"processors\": 2", "\"processors\": 2, \"cores\": 1", "unknown field `cores`"),
            ("\"operation\": \"sign\"", "\"operation\": \"sing\"", "unknown variant `sing`"),
            ("\"id\": \"other\"", "\"id\": \"another\"", "\"other\" has results and is not among"),
            ("\"id\": \"missing\"", "\"id\": \"other\"", "two implementations have the id \"other\""),
            ("\"rounds\": 5", "\"rounds\": 0", "result 0"),
            ("\"implementation\": \"other\"", "\"implementation\": \"chop-portable\"", "result 1 repeats"),
            ("\"ns\": 25000.5", "\"ns\": -1.0", "result 0"),
            ("          true,\n          null\n", "          true\n", "not as many as the cases"),
        ] {
            assert!(SMALL.contains(from), "{from}");
            let error = Run::from_json(&SMALL.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(says), "{to}: {error}");
        }
    }
}
