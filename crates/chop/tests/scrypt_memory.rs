//! A key file that asks for more memory than there is gives an error: an allocator with a limit says so.
#![cfg(feature = "pem")]

use chop::ed25519::SigningKey;
use chop::{Error, KeyFileError};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

// Each thread has its own: the one that prints what tests say must have memory while another has none left.
thread_local! {
    /// Bytes that are in use; less than none where this thread frees what others took.
    static USED: Cell<isize> = const { Cell::new(0) };
    /// Bytes that may be.
    static LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
    /// The most that have been.
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, with a limit. What grows is a new block, a copy and the old block freed, as is the default.
struct Limited;

impl Limited {
    /// Whether so many bytes more are within the limit.
    fn takes(size: usize) -> bool {
        let used = USED.get() + size as isize;
        if used > LIMIT.get() {
            return false;
        }
        USED.set(used);
        MOST.set(MOST.get().max(used));
        true
    }
}

// SAFETY: blocks come from `System` and go back to it with the layout that they came with; a null pointer says that there is
// none.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Limited::takes(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !Limited::takes(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.set(USED.get() - layout.size() as isize);
        // SAFETY: `pointer` came from `System` with this layout, as all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Limited = Limited;

/// One element of DER.
fn tlv(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let content = parts.concat();
    assert!(content.len() < 0x80, "a length of one byte");
    [&[tag, content.len() as u8], content.as_slice()].concat()
}

fn integer(number: u32) -> Vec<u8> {
    // A zero before a first byte from 0x80 on, which would make it negative.
    let bytes = [&[0], number.to_be_bytes().as_slice()].concat();
    let zeros = bytes.windows(2).take_while(|two| two[0] == 0 && two[1] < 0x80).count();
    tlv(2, &[&bytes[zeros..]])
}

/// An encrypted key with these numbers of scrypt, and AES-256-CBC; its content is none.
fn file([n, r, p]: [u32; 3]) -> Vec<u8> {
    const PBES2: &[u8] = &[6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 5, 13];
    const SCRYPT: &[u8] = &[6, 9, 0x2b, 6, 1, 4, 1, 0xda, 0x47, 4, 11];
    const AES: &[u8] = &[6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 42];
    let numbers = tlv(0x30, &[&tlv(4, &[b"salt"]), &integer(n), &integer(r), &integer(p)]);
    let function = tlv(0x30, &[SCRYPT, &numbers]);
    let cipher = tlv(0x30, &[AES, &tlv(4, &[&[0; 16]])]);
    let scheme = tlv(0x30, &[PBES2, &tlv(0x30, &[&function, &cipher])]);
    tlv(0x30, &[&scheme, &tlv(4, &[&[0; 16]])])
}

/// What becomes of reading that file with so many bytes to be had, and how many were used at a time.
fn read_within(limit: usize, numbers: [u32; 3]) -> (Error, usize) {
    let file = file(numbers);
    let before = USED.get();
    MOST.set(before);
    LIMIT.set(before + limit as isize);
    let read = SigningKey::from_pkcs8_encrypted_der(&file, b"passphrase");
    LIMIT.set(isize::MAX);
    (read.err().expect("no key in there"), (MOST.get() - before) as usize)
}

const MEBIBYTE: usize = 1 << 20;

/// N = 2^20, r = 8, p = 1: what minisign writes, 1 GiB.
#[test]
fn more_memory_than_there_is_gives_an_error() {
    let (error, used) = read_within(64 * MEBIBYTE, [1 << 20, 8, 1]);
    assert_eq!(error, Error::KeyFile(KeyFileError::Memory));
    assert!(used < MEBIBYTE, "{used} bytes were used all the same");
}

/// N = p = 4, r = 2^13: two blocks of 4 MiB and one of 1 MiB.
#[test]
fn memory_for_each_block_that_is_none_for_all_gives_an_error() {
    let numbers = [4, 1 << 13, 4];
    assert_eq!(read_within(8 * MEBIBYTE, numbers).0, Error::KeyFile(KeyFileError::Memory));
    let (error, used) = read_within(10 * MEBIBYTE, numbers);
    assert_eq!(error, Error::KeyFile(KeyFileError::Decryption), "9 MiB are enough, and there is no key");
    assert!((9 * MEBIBYTE..10 * MEBIBYTE).contains(&used), "{used} bytes used at a time");
}
