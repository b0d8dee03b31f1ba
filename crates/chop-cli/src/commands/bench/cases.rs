//! What is measured: which operations of which algorithm, on which level, with which keys and sizes.
//!
//! What an operation is, [`chop_report::Operation`] says.

use super::operations::PREPARED;
use chop::level::Level;
use chop_report::{Algorithm, Key, Operation};
use std::fmt;

/// The algorithms that have an operation.
fn algorithms(operation: Operation) -> &'static [Algorithm] {
    match operation {
        Operation::Exchange | Operation::ExchangeMany | Operation::PublicKey | Operation::PublicKeyMany => {
            &[Algorithm::X25519]
        }
        Operation::VerifyAll => &[Algorithm::Ed25519, Algorithm::Bip340],
        Operation::Sign | Operation::Verify | Operation::VerifyEach => {
            &[Algorithm::Ed25519, Algorithm::Sm2, Algorithm::Secp256k1, Algorithm::Bip340]
        }
        Operation::Recover | Operation::RecoverMany => &[Algorithm::Secp256k1],
        _ => &[Algorithm::Ed25519, Algorithm::Sm2, Algorithm::Secp256k1],
    }
}

fn has_messages(operation: Operation) -> bool {
    operation.verifies() || matches!(operation, Operation::Sign | Operation::SignMany)
}

/// Whose key item `i` has.
pub(super) fn signer(key: Key, i: usize) -> usize {
    match key {
        Key::Same => 0,
        Key::Prepared => i % PREPARED,
        Key::Bytes | Key::Decoded => i,
    }
}

/// Lengths of messages in bytes.
pub(super) const MESSAGES: [usize; 2] = [32, 1024];

/// How many items one call of a bulk operation gets.
const SIZES: [usize; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16384];
const QUICK_SIZES: [usize; 4] = [1, 16, 256, 1024];

/// The greatest size on a slow level that nobody asked for.
const SLOW_UP_TO: usize = 64;

/// Measurements that differ in n only and share their inputs.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) operation: Operation,
    pub(super) algorithm: Algorithm,
    pub(super) level: Level,
    /// `None` where no public key is given.
    pub(super) key: Option<Key>,
    /// `None` where there are no messages.
    pub(super) message_bytes: Option<usize>,
    /// Ascending.
    pub(super) sizes: Vec<usize>,
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} on level {}", self.operation, self.algorithm, self.level.name())?;
        if let Some(key) = self.key {
            write!(f, ", key {key}")?;
        }
        if let Some(bytes) = self.message_bytes {
            write!(f, ", messages of {bytes} bytes")?;
        }
        Ok(())
    }
}

/// All measurements in the order of the table. No algorithms stand for all of them, no operations likewise, and
/// no levels for all that this processor has, the slow ones with small sizes.
pub(super) fn plan(
    algorithms: &[Algorithm],
    operations: &[Operation],
    levels: &[Level],
    quick: bool,
) -> Vec<Series> {
    let available: Vec<Level> = Level::available().collect();
    let asked = !levels.is_empty();
    let mut all = Vec::new();
    let wanted = |algorithm, operation: &Operation| {
        (algorithms.is_empty() || algorithms.contains(&algorithm))
            && (operations.is_empty() || operations.contains(operation))
            && self::algorithms(*operation).contains(&algorithm)
    };
    for &algorithm in Algorithm::ALL {
        for &operation in Operation::ALL.iter().filter(|operation| wanted(algorithm, operation)) {
            for &level in available.iter().filter(|level| !asked || levels.contains(level)) {
                let largest = if is_slow(level) && !asked { SLOW_UP_TO } else { usize::MAX };
                for key in keys(algorithm, operation) {
                    for message_bytes in messages(operation) {
                        let sizes = sizes(operation, key, quick, largest);
                        if !sizes.is_empty() {
                            all.push(Series { operation, algorithm, level, key, message_bytes, sizes });
                        }
                    }
                }
            }
        }
    }
    all
}

/// Whether a level exists only to check the others or for other processors; few users want its numbers.
fn is_slow(level: Level) -> bool {
    level != Level::detect() && [Level::PORTABLE32, Level::PORTABLE8, Level::PORTABLE4].contains(&level)
}

fn keys(algorithm: Algorithm, operation: Operation) -> Vec<Option<Key>> {
    if !operation.verifies() {
        return vec![None];
    }
    // There are no prepared keys of BIP 340.
    let has = |key: &Key| algorithm != Algorithm::Bip340 || *key != Key::Prepared;
    Key::ALL.iter().copied().filter(has).map(Some).collect()
}

fn messages(operation: Operation) -> Vec<Option<usize>> {
    if has_messages(operation) { MESSAGES.map(Some).to_vec() } else { vec![None] }
}

/// One item has one key: for n = 1, `same` would be `bytes` once more.
fn sizes(operation: Operation, key: Option<Key>, quick: bool, largest: usize) -> Vec<usize> {
    let all: &[usize] = match (operation.takes_many(), quick) {
        (false, _) => &[1],
        (true, false) => &SIZES,
        (true, true) => &QUICK_SIZES,
    };
    let smallest = if key == Some(Key::Same) { 2 } else { 1 };
    all.iter().copied().filter(|n| (smallest..=largest).contains(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_planned_on_every_level() {
        let plan = plan(&[], &[], &[], false);
        for level in Level::available() {
            for &operation in Operation::ALL {
                assert!(plan.iter().any(|series| series.level == level && series.operation == operation));
            }
        }
    }

    #[test]
    fn algorithms_are_chosen_and_have_their_operations_only() {
        let plan = plan(&[Algorithm::Sm2], &[], &[Level::PORTABLE], true);
        assert!(plan.iter().all(|series| series.algorithm == Algorithm::Sm2));
        let operations: Vec<_> = plan.iter().map(|series| series.operation).collect();
        assert!(operations.contains(&Operation::VerifyEach) && operations.contains(&Operation::Keygen));
        assert!(!operations.contains(&Operation::VerifyAll) && !operations.contains(&Operation::Exchange));
    }

    #[test]
    fn keys_are_recovered_on_secp256k1_alone_and_from_digests() {
        let operations = [Operation::Recover, Operation::RecoverMany];
        let plan = plan(&[], &operations, &[Level::PORTABLE], true);
        let shapes = plan.iter().map(|series| (series.algorithm, series.message_bytes, series.sizes.len()));
        assert_eq!(
            shapes.collect::<Vec<_>>(),
            [(Algorithm::Secp256k1, None, 1), (Algorithm::Secp256k1, None, 4)]
        );
    }

    #[test]
    fn slow_levels_are_measured_with_large_sizes_only_when_asked_for() {
        let largest = |levels: &[Level]| {
            let plan = plan(&[], &[Operation::VerifyAll], levels, false);
            let slow = plan.into_iter().filter(|series| series.level == Level::PORTABLE8);
            slow.flat_map(|series| series.sizes).max()
        };
        assert_eq!(largest(&[]), Some(64));
        assert_eq!(largest(&[Level::PORTABLE8]), Some(16384));
        assert_eq!(largest(&[Level::PORTABLE]), None);
    }

    #[test]
    fn keys_and_messages_are_varied_where_an_operation_has_them() {
        let shapes = |operation| -> Vec<_> {
            let plan = plan(&[Algorithm::Ed25519, Algorithm::X25519], &[operation], &[Level::PORTABLE], true);
            plan.iter().map(|series| (series.key, series.message_bytes, series.sizes.len())).collect()
        };
        assert_eq!(shapes(Operation::Exchange), [(None, None, 1)]);
        assert_eq!(shapes(Operation::SignMany), [(None, Some(32), 4), (None, Some(1024), 4)]);
        assert_eq!(shapes(Operation::Verify).len(), 6, "bytes, decoded and prepared");
        assert_eq!(shapes(Operation::VerifyEach).len(), 8);
        assert_eq!(shapes(Operation::VerifyEach)[7], (Some(Key::Same), Some(1024), 3));
    }
}
