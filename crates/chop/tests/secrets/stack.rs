//! The stack below a call that has returned: which secrets are left there.
//!
//! The call runs on a stack of its own, memory of this file that is filled with a pattern before and read after it: all that
//! the call or what it calls has written is found, and nothing else is read.

use super::heap::{is_searched, searching_for};
use super::words::Secrets;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether there is code for this processor and system.
pub(crate) const IS_SEARCHED: bool =
    cfg!(all(unix, not(miri), any(target_arch = "x86_64", target_arch = "aarch64")));

/// Words of the stack: more than any operation needs.
const WORDS: usize = 1 << 18;
/// What the stack is filled with.
const PATTERN: u64 = 0xA5A5_5A5A_C3C3_3C3C;

/// A stack and where it was written.
pub(crate) struct Painted(Vec<u64>);

/// What calls from the other stack.
///
/// A panic ends here: nothing can be unwound beyond the end of that stack.
extern "C" fn call(operation: *const &dyn Fn()) {
    // SAFETY: `run` gives the address of its own argument, and waits.
    let operation = unsafe { &*operation };
    if catch_unwind(AssertUnwindSafe(operation)).is_err() {
        std::process::abort();
    }
}

impl Painted {
    pub(crate) fn new() -> Painted {
        Painted(vec![PATTERN; WORDS])
    }

    /// Calls `operation` with its frame at the end of this stack.
    #[inline(never)]
    fn run(&mut self, operation: &dyn Fn()) {
        self.0.fill(PATTERN);
        // Stacks grow downwards, and frames begin at multiples of 16.
        let top = self.0.as_mut_ptr_range().end.map_addr(|end| end & !15);
        let operation: *const &dyn Fn() = &raw const operation;
        // SAFETY: the stack pointer is that of memory that belongs to `self`, holds 2 MiB, and is not read or written by others
        // while the call lasts; `call` does not unwind, and the old stack pointer is kept in a register that a callee keeps.
        #[cfg(all(unix, not(miri), target_arch = "x86_64"))]
        unsafe {
            core::arch::asm!(
                "mov r12, rsp",
                "mov rsp, {top}",
                "call {call}",
                "mov rsp, r12",
                top = in(reg) top,
                call = sym call,
                in("rdi") operation,
                out("r12") _,
                clobber_abi("C"),
            );
        }
        // SAFETY: as above.
        #[cfg(all(unix, not(miri), target_arch = "aarch64"))]
        unsafe {
            core::arch::asm!(
                "mov x20, sp",
                "mov sp, {top}",
                "bl {call}",
                "mov sp, x20",
                top = in(reg) top,
                call = sym call,
                in("x0") operation,
                out("x20") _,
                clobber_abi("C"),
            );
        }
        assert!(
            self.0[..64].iter().all(|word| *word == PATTERN),
            "the stack is too small for this operation"
        );
    }

    /// The names of the secrets that `operation` leaves on its stack.
    pub(crate) fn left_by(&mut self, secrets: &Secrets, operation: &dyn Fn()) -> BTreeSet<&'static str> {
        searching_for(secrets, || {
            self.run(operation);
            let written = self.0.iter().position(|word| *word != PATTERN).unwrap_or(WORDS);
            let bytes: Vec<u8> = self.0[written..].iter().flat_map(|word| word.to_le_bytes()).collect();
            let words = bytes
                .windows(8)
                .map(|eight| u64::from_le_bytes(eight.try_into().expect("a window of eight")));
            words.filter(|word| is_searched(*word)).filter_map(|word| secrets.name(word)).collect()
        })
    }
}
