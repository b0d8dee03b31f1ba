//! What the benches and the tests against rivals share: repeatable inputs, the list of measured
//! operations, and the loop of a program that is measured.

pub mod about;
pub mod hex;
pub mod inputs;
pub mod operation;
pub mod points;
pub mod random;
pub mod scheme;
pub mod subject;
