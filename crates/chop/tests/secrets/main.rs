//! No secret is left in memory that was freed.
#![cfg(all(
    feature = "blake2b",
    feature = "blake3",
    feature = "getrandom",
    feature = "pem",
    feature = "rand_core",
    feature = "signature",
    feature = "sm2"
))]

mod cases;
mod ed25519;
mod files;
mod groups;
mod heap;
#[path = "../levels/mod.rs"]
mod levels;
mod sm2;
mod words;

use cases::Case;
use chop::level::Level;
use std::hint::black_box;
use std::sync::LazyLock;
use words::Secrets;

fn all_cases() -> Vec<Case> {
    use chop::ed25519::generic::{Blake2b, Blake3, Sha512};
    use chop_ref::{blake2b, blake3, sha512};
    let mut cases = ed25519::cases::<Sha512>(sha512);
    cases.extend(ed25519::cases::<Blake3>(blake3));
    cases.extend(ed25519::cases::<Blake2b>(blake2b));
    cases.extend(ed25519::x25519());
    cases.extend(sm2::cases());
    cases.extend(files::cases());
    cases.extend(groups::cases());
    cases
}

/// Calls `test` with every case on every level, slow cases on one.
fn on_every_level(test: impl Fn(Level, &Case)) {
    let cases = all_cases();
    levels::on_every_level(|level| {
        let all = level == Level::available().next().expect("a level");
        cases.iter().filter(|case| all || !case.slow).for_each(|case| test(level, case));
    });
}

#[test]
fn freed_memory_holds_no_secrets() {
    let findings = std::cell::RefCell::new(Vec::new());
    on_every_level(|level, case| {
        for found in heap::freed_with_secrets(&case.secrets, &*case.run) {
            findings.borrow_mut().push(format!("{}, {}: {found}", level.name(), case.name));
        }
    });
    let findings = findings.into_inner();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

/// A secret for controls, and itself.
static CONTROL: LazyLock<([u8; 32], Secrets)> = LazyLock::new(|| {
    let secret = cases::random("a control");
    (secret, Secrets::default().bytes("control", &secret))
});

#[test]
fn a_secret_in_a_freed_vector_is_found() {
    let (secret, secrets) = &*CONTROL;
    assert_eq!(
        heap::freed_with_secrets(secrets, &|| drop(black_box(secret.to_vec()))),
        ["control in a block of 32 bytes"]
    );
}

#[test]
fn a_secret_in_a_vector_that_has_grown_and_was_wiped_is_found() {
    let (secret, secrets) = &*CONTROL;
    let grow = || {
        let mut bytes = Vec::with_capacity(33);
        bytes.push(0);
        bytes.extend_from_slice(secret);
        black_box(&mut bytes).reserve(1000);
        chop_core::ct::wipe(&mut bytes);
    };
    assert_eq!(heap::freed_with_secrets(secrets, &grow), ["control in a block of 33 bytes"]);
}

#[test]
fn a_secret_that_was_wiped_is_not_found() {
    let (secret, secrets) = &*CONTROL;
    let wiped = || {
        let mut bytes = black_box(secret.to_vec());
        chop_core::ct::wipe(&mut bytes);
    };
    assert_eq!(heap::freed_with_secrets(secrets, &wiped), [""; 0]);
}
