//! Requests from a program to the Valgrind that runs it.
//!
//! A request is an instruction sequence that does nothing on a processor and that Valgrind recognises:
//! four rotations of one register by 3 + 13 + 61 + 51 = 128 bits, then an exchange of a register with
//! itself. RAX points at the request's number and five arguments; the answer comes in RDX, which keeps
//! its value when nobody listens. Source: `valgrind.h` and `memcheck.h` of Valgrind, whose numbers are
//! part of its stable interface.
#![allow(unsafe_code)] // the only file of this crate that has any

/// RUNNING_ON_VALGRIND.
const RUNNING: u64 = 0x1001;
/// COUNT_ERRORS.
const COUNT_ERRORS: u64 = 0x1201;
/// Requests of the tool Memcheck: its two letters on top.
const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;
/// MAKE_MEM_UNDEFINED.
const MAKE_UNDEFINED: u64 = MEMCHECK + 1;
/// MAKE_MEM_DEFINED.
const MAKE_DEFINED: u64 = MEMCHECK + 2;
/// GET_VBITS.
const GET_VALIDITY: u64 = MEMCHECK + 8;

/// Makes a request with up to three arguments; `silence` is the answer when nobody listens.
fn request(silence: u64, number: u64, arguments: [u64; 3]) -> u64 {
    let [a, b, c] = arguments;
    let block = [number, a, b, c, 0, 0];
    let mut answer = silence;
    // SAFETY: RDI is rotated by 128 bits in all and RBX exchanged with itself: both end as they began, and
    // RDX and the flags are declared. Valgrind reads `block`, which is alive. Of the requests in this file
    // only GET_VBITS writes memory: a vector as long as it says, which `validity` owns.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") block.as_ptr(),
            inout("rdx") answer,
            options(nostack),
        );
    }
    answer
}

/// Whether this program runs under Valgrind with the tool Memcheck.
pub fn is_running() -> bool {
    let mut probe = [0u8];
    // Other tools do not know the request for validity.
    request(0, RUNNING, [0; 3]) != 0 && validity(&mut probe).is_some()
}

/// How many errors Memcheck has found so far, those it has found before included.
pub fn errors() -> u64 {
    request(0, COUNT_ERRORS, [0; 3])
}

/// Marks all bytes of `value` as undefined: a jump or an address that depends on them is an error.
///
/// The bytes keep their values. The mark is Valgrind's alone and follows copies and computations.
pub fn mark_undefined<T: ?Sized>(value: &mut T) {
    let length = size_of_val(value) as u64;
    request(0, MAKE_UNDEFINED, [value as *mut T as *mut u8 as u64, length, 0]);
}

/// Marks all bytes of `value` as defined.
pub fn mark_defined<T>(value: &mut T) {
    request(0, MAKE_DEFINED, [value as *mut T as u64, size_of::<T>() as u64, 0]);
}

/// A byte of flags for each byte of `value`, a bit that is set meaning an undefined bit; nothing if Memcheck
/// does not listen.
pub fn validity<T>(value: &mut T) -> Option<Vec<u8>> {
    let mut bits = vec![0u8; size_of::<T>()];
    // `bits` is written by Valgrind: as long as the request says, and exclusively ours.
    let answer =
        request(0, GET_VALIDITY, [value as *mut T as u64, bits.as_mut_ptr() as u64, bits.len() as u64]);
    (answer == 1).then_some(bits)
}
