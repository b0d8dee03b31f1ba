//! No secret is left in memory that was freed, nor on the stack below a call that has returned.
#![cfg(all(
    feature = "blake2b",
    feature = "blake3",
    feature = "getrandom",
    feature = "hazmat",
    feature = "pem",
    feature = "rand_core",
    feature = "secp256k1",
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
mod secp256k1;
mod sm2;
mod stack;
mod words;

use cases::Case;
use chop::level::Level;
use chop_core::ct;
use std::cell::RefCell;
use std::hint::black_box;
use std::sync::{LazyLock, Mutex};
use words::Secrets;

fn all_cases() -> Vec<Case> {
    use chop::ed25519::generic::{Blake2b, Blake3, Sha512};
    use chop_ref::{blake2b, blake3, sha512};
    let mut cases = ed25519::cases::<Sha512>(sha512);
    cases.extend(ed25519::cases::<Blake3>(blake3));
    cases.extend(ed25519::cases::<Blake2b>(blake2b));
    cases.extend(ed25519::x25519());
    cases.extend(secp256k1::cases());
    cases.extend(sm2::cases());
    cases.extend(files::cases());
    cases.extend(groups::cases());
    cases
}

/// Calls `test` with every case on every level, slow cases on one.
fn on_every_level(test: impl Fn(Level, &Case)) {
    // Making the cases frees secrets of the reference, which no other test may search.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let cases = all_cases();
    levels::on_every_level(|level| {
        let all = level == Level::available().next().expect("a level");
        cases.iter().filter(|case| all || !case.slow).for_each(|case| test(level, case));
    });
}

#[test]
fn freed_memory_holds_no_secrets() {
    let findings = RefCell::new(Vec::new());
    on_every_level(|level, case| {
        for found in heap::freed_with_secrets(&case.secrets, &*case.run) {
            findings.borrow_mut().push(format!("{}, {}: {found}", level.name(), case.name));
        }
    });
    let findings = findings.into_inner();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn the_stack_below_a_call_holds_no_secrets() {
    if !stack::IS_SEARCHED {
        eprintln!("skipped: calls on a stack of their own are written for x86-64 and AArch64 on Unix");
        return;
    }
    let stack = RefCell::new(stack::Painted::new());
    let findings = RefCell::new(Vec::new());
    on_every_level(|level, case| {
        if case.stack {
            for found in stack.borrow_mut().left_by(&case.secrets, &*case.run) {
                findings.borrow_mut().push(format!("{}, {}: {found}", level.name(), case.name));
            }
        }
    });
    let findings = findings.into_inner();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn a_secret_that_is_left_on_the_stack_is_found() {
    #[inline(never)]
    fn careless(secret: &[u8; 32]) {
        black_box(&black_box(*secret));
    }
    if stack::IS_SEARCHED {
        let (secret, secrets) = &*CONTROL;
        let mut stack = stack::Painted::new();
        let left = stack.left_by(secrets, &|| careless(black_box(secret)));
        assert_eq!(Vec::from_iter(left), ["control"]);
        let left = stack.left_by(secrets, &|| ct::on_wiped_stack::<64, _>(|| careless(black_box(secret))));
        assert_eq!(Vec::from_iter(left), [""; 0]);
    }
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
        ct::wipe(&mut bytes);
    };
    assert_eq!(heap::freed_with_secrets(secrets, &grow), ["control in a block of 33 bytes"]);
}

#[test]
fn a_secret_that_was_wiped_is_not_found() {
    let (secret, secrets) = &*CONTROL;
    let wiped = || {
        let mut bytes = black_box(secret.to_vec());
        ct::wipe(&mut bytes);
    };
    assert_eq!(heap::freed_with_secrets(secrets, &wiped), [""; 0]);
}
