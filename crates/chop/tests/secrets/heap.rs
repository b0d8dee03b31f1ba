//! Memory that is freed holds no secrets: an allocator that searches every block before it goes back.
//!
//! Growing a block is taking a new one, copying and freeing the old one, so that no old block goes unsearched. All memory
//! is handed out as zeros, so that what is found was written by whoever had the block.

use super::words::Secrets;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst};

/// Places of the table of words: a power of two, and several times what a case has.
const PLACES: usize = 1 << 18;
/// Findings that are kept; others are counted.
const KEPT: usize = 64;

/// The words that are searched for, each at the first free place from its hash on; 0 is a free place.
static WORDS: [AtomicU64; PLACES] = [const { AtomicU64::new(0) }; PLACES];
static SEARCHING: AtomicBool = AtomicBool::new(false);
static FOUND: AtomicUsize = AtomicUsize::new(0);
/// The word of a finding, and the size of the block.
static FINDINGS: [(AtomicU64, AtomicUsize); KEPT] =
    [const { (AtomicU64::new(0), AtomicUsize::new(0)) }; KEPT];

/// The place of a word, or the free one where it would be.
fn place(word: u64) -> &'static AtomicU64 {
    let start = (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize;
    let mut places = (start..start + PLACES).map(|i| &WORDS[i % PLACES]);
    places.find(|place| [0, word].contains(&place.load(SeqCst))).expect("a table that is not full")
}

/// Whether a word belongs to a secret.
pub(crate) fn is_searched(word: u64) -> bool {
    word != 0 && place(word).load(SeqCst) == word
}

/// Remembers each word of a secret in the block, at whatever byte it begins.
fn search(block: &[u8]) {
    for eight in block.windows(8) {
        let word = u64::from_le_bytes(eight.try_into().expect("a window of eight"));
        if is_searched(word) {
            let i = FOUND.fetch_add(1, SeqCst);
            if let Some((found, size)) = FINDINGS.get(i) {
                found.store(word, SeqCst);
                size.store(block.len(), SeqCst);
            }
        }
    }
}

/// The system's allocator, which searches what is freed.
struct Searching;

// SAFETY: blocks come from `System` and go back to it with the layout that they came with.
unsafe impl GlobalAlloc for Searching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises about `layout` are those that `System` asks for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if SEARCHING.load(SeqCst) {
            // SAFETY: the block is of this size, was handed out as zeros, and belongs to nobody until it is freed below.
            search(unsafe { std::slice::from_raw_parts(pointer, layout.size()) });
        }
        // SAFETY: `pointer` came from `System` with this layout, as all of ours do.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises a size that is not 0 and fits this alignment.
        let layout_of_new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        // SAFETY: the layout is one with a size that is not 0.
        let new = unsafe { self.alloc(layout_of_new) };
        if !new.is_null() {
            // SAFETY: both blocks have at least the smaller of the two sizes, and the new one is apart from the old one.
            unsafe { std::ptr::copy_nonoverlapping(pointer, new, size.min(layout.size())) };
            // SAFETY: the caller gives the block up, and it came from us with this layout.
            unsafe { self.dealloc(pointer, layout) };
        }
        new
    }
}

#[global_allocator]
static ALLOCATOR: Searching = Searching;

/// Fills the table with the words of `secrets`, calls `f`, and empties it.
pub(crate) fn searching_for<T>(secrets: &Secrets, f: impl FnOnce() -> T) -> T {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    secrets.words().for_each(|word| place(word).store(word, SeqCst));
    let result = f();
    WORDS.iter().for_each(|place| place.store(0, SeqCst));
    result
}

/// The secrets that are in blocks that `operation` frees, on whatever thread, each with the size of the block and how often
/// that was found.
pub(crate) fn freed_with_secrets(secrets: &Secrets, operation: &dyn Fn()) -> Vec<String> {
    searching_for(secrets, || {
        FOUND.store(0, SeqCst);
        SEARCHING.store(true, SeqCst);
        operation();
        SEARCHING.store(false, SeqCst);
        let findings = FINDINGS[..FOUND.load(SeqCst).min(KEPT)].iter();
        let mut found: Vec<String> = findings
            .map(|(word, size)| {
                let name = secrets.name(word.load(SeqCst)).expect("a word of a secret");
                format!("{name} in a block of {} bytes", size.load(SeqCst))
            })
            .collect();
        found.sort();
        found.dedup();
        found
    })
}
