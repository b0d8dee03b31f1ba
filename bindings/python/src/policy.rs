//! Policies of Ed25519 as objects, and as the names that every call takes.

use crate::errors::{wrong_type, wrong_value};
use chop::ed25519;
use chop::ed25519::{Equation, SRange};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// A rule for which signatures of Ed25519 are valid, as plain data.
///
/// `Policy(name)` is a known rule, under any of its names; keyword arguments change it: `equation` ("cofactored" or
/// "cofactorless"), `s_range` ("canonical" or "top-three-bits"), and `small_order_a`, `small_order_r`, `non_canonical_a`,
/// `non_canonical_r`, which say whether such public keys (A) and commitments (R) are accepted.
///
/// >>> import chop
/// >>> chop.Policy("zebra").name
/// 'zip-215'
/// >>> ours = chop.Policy("zip-215", small_order_a=False)
/// >>> ours.name is None, ours.small_order_a, ours.equation
/// (True, False, 'cofactored')
#[pyclass(frozen, eq, hash, module = "chop")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Policy {
    pub(crate) rule: ed25519::Policy,
}

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (name, *, equation=None, s_range=None, small_order_a=None, small_order_r=None, non_canonical_a=None, non_canonical_r=None))]
    fn new(
        name: &str,
        equation: Option<&str>,
        s_range: Option<&str>,
        small_order_a: Option<bool>,
        small_order_r: Option<bool>,
        non_canonical_a: Option<bool>,
        non_canonical_r: Option<bool>,
    ) -> PyResult<Policy> {
        let mut rule = named(name)?;
        if let Some(name) = equation {
            rule = rule.with_equation(match name {
                "cofactored" => Equation::Cofactored,
                "cofactorless" => Equation::Cofactorless,
                _ => return Err(wrong_value("equation is 'cofactored' or 'cofactorless'")),
            });
        }
        if let Some(name) = s_range {
            rule = rule.with_s_range(match name {
                "canonical" => SRange::Canonical,
                "top-three-bits" => SRange::TopThreeBits,
                _ => return Err(wrong_value("s_range is 'canonical' or 'top-three-bits'")),
            });
        }
        rule = rule
            .with_small_order_a(small_order_a.unwrap_or(rule.small_order_a))
            .with_small_order_r(small_order_r.unwrap_or(rule.small_order_r))
            .with_non_canonical_a(non_canonical_a.unwrap_or(rule.non_canonical_a))
            .with_non_canonical_r(non_canonical_r.unwrap_or(rule.non_canonical_r));
        Ok(Policy { rule })
    }

    /// The name of the rule, None if it is no known one.
    #[getter]
    fn name(&self) -> Option<&'static str> {
        self.rule.id()
    }

    /// Other names of the rule.
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.entry().map_or_else(Vec::new, |entry| entry.aliases.to_vec())
    }

    /// Which software has this rule; empty if it is no known one.
    #[getter]
    fn summary(&self) -> &'static str {
        self.entry().map_or("", |entry| entry.summary)
    }

    /// "cofactored": 8·(S·B − k·A − R) = 0; "cofactorless": S·B − k·A = R.
    #[getter]
    fn equation(&self) -> &'static str {
        match self.rule.equation {
            Equation::Cofactored => "cofactored",
            Equation::Cofactorless => "cofactorless",
        }
    }

    /// "canonical": S < ℓ; "top-three-bits": S < 2^253, which is malleable.
    #[getter]
    fn s_range(&self) -> &'static str {
        match self.rule.s_range {
            SRange::Canonical => "canonical",
            SRange::TopThreeBits => "top-three-bits",
        }
    }

    /// Whether public keys of order 1, 2, 4 or 8 are accepted.
    #[getter]
    fn small_order_a(&self) -> bool {
        self.rule.small_order_a
    }

    /// Whether R of order 1, 2, 4 or 8 is accepted.
    #[getter]
    fn small_order_r(&self) -> bool {
        self.rule.small_order_r
    }

    /// Whether encodings of public keys that are not canonical are accepted.
    #[getter]
    fn non_canonical_a(&self) -> bool {
        self.rule.non_canonical_a
    }

    /// Whether encodings of R that are not canonical are accepted.
    #[getter]
    fn non_canonical_r(&self) -> bool {
        self.rule.non_canonical_r
    }

    fn __repr__(&self) -> String {
        match self.name() {
            Some(name) => format!("Policy('{name}')"),
            None => {
                let flag = |accepted| if accepted { "True" } else { "False" };
                format!(
                    "Policy('chop-1', equation='{}', s_range='{}', small_order_a={}, small_order_r={}, non_canonical_a={}, \
                     non_canonical_r={})",
                    self.equation(),
                    self.s_range(),
                    flag(self.small_order_a()),
                    flag(self.small_order_r()),
                    flag(self.non_canonical_a()),
                    flag(self.non_canonical_r()),
                )
            }
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&'static str,), Bound<'py, PyDict>)> {
        let fields = PyDict::new(py);
        fields.set_item("equation", self.equation())?;
        fields.set_item("s_range", self.s_range())?;
        fields.set_item("small_order_a", self.small_order_a())?;
        fields.set_item("small_order_r", self.small_order_r())?;
        fields.set_item("non_canonical_a", self.non_canonical_a())?;
        fields.set_item("non_canonical_r", self.non_canonical_r())?;
        Ok((("chop-1",), fields))
    }
}

impl Policy {
    fn entry(&self) -> Option<&'static ed25519::NamedPolicy> {
        ed25519::Policy::NAMED.iter().find(|entry| entry.policy == self.rule)
    }
}

/// Every known rule, the default first.
///
/// >>> import chop
/// >>> [policy.name for policy in chop.policies()][:2]
/// ['chop-1', 'stdlib']
#[pyfunction]
pub(crate) fn policies() -> Vec<Policy> {
    ed25519::Policy::NAMED.iter().map(|entry| Policy { rule: entry.policy }).collect()
}

fn named(name: &str) -> PyResult<ed25519::Policy> {
    ed25519::Policy::from_name(name).map_err(|_| {
        let names: Vec<_> = ed25519::Policy::NAMED.iter().map(|entry| entry.id).collect();
        wrong_value(format!("no policy is named '{name}'; the policies are {}", names.join(", ")))
    })
}

/// A policy as an argument: a name, or a [`Policy`].
#[derive(Clone, Copy)]
pub(crate) struct Rule(pub(crate) ed25519::Policy);

impl<'a, 'py> FromPyObject<'a, 'py> for Rule {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Rule> {
        if let Ok(name) = object.cast::<PyString>() {
            return Ok(Rule(named(name.to_str()?)?));
        }
        match object.cast::<Policy>() {
            Ok(policy) => Ok(Rule(policy.get().rule)),
            Err(_) => Err(wrong_type("a policy is a name, such as 'zip-215', or a chop.Policy")),
        }
    }
}

impl Default for Rule {
    fn default() -> Rule {
        Rule(ed25519::Policy::DEFAULT)
    }
}
