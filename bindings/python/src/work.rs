//! Work in pieces, on as many threads as a call asks for, one of which is the thread of the call; without the GIL.
//!
//! Between its pieces that thread lets Python handle signals, so that Ctrl-C ends a call of any size. Where the operating system
//! refuses threads, fewer do the work.

use crate::errors::wrong_value;
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most threads of a call.
const MOST_THREADS: usize = 1024;
/// The fewest items that are worth a thread.
const OF_A_THREAD: usize = 256;
/// Time between two looks at the signals of Python.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// The number of threads that an argument asks for.
pub(crate) fn threads_of(threads: usize) -> PyResult<NonZeroUsize> {
    let usable = NonZeroUsize::new(threads).filter(|threads| threads.get() <= MOST_THREADS);
    usable.ok_or_else(|| wrong_value(format!("threads is a number from 1 to {MOST_THREADS}")))
}

/// The items of a piece, if n are shared among threads and a piece has at most `most`.
pub(crate) fn piece(n: usize, threads: usize, most: usize) -> usize {
    n.div_ceil(threads).clamp(OF_A_THREAD.min(most), most)
}

/// Lets Python handle the signals that came, now and then.
struct Signals {
    looked: Instant,
}

impl Signals {
    fn look(&mut self) -> PyResult<()> {
        if self.looked.elapsed() < BETWEEN_SIGNALS {
            return Ok(());
        }
        self.looked = Instant::now();
        Python::attach(|py| py.check_signals())
    }
}

/// Pieces that threads take one after the other.
struct Pieces<I> {
    left: Mutex<I>,
    stopped: AtomicBool,
}

impl<I: Iterator> Pieces<I> {
    fn next(&self) -> Option<I::Item> {
        if self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        self.left.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Takes pieces until none is left, `f` says no, or `on` fails.
    fn work<E>(
        &self,
        mut f: impl FnMut(I::Item) -> bool,
        mut on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(piece) = self.next() {
            if !f(piece) {
                self.stop();
            }
            if let Err(error) = on() {
                self.stop();
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Gives every piece to `f`, with the state of the thread that takes it, until `f` says no. There are as many threads as states.
///
/// # Errors
/// What a signal handler of Python raises meanwhile, `KeyboardInterrupt` as a rule.
pub(crate) fn each_piece<P, S: Send>(
    states: &mut [S],
    pieces: impl Iterator<Item = P> + Send,
    f: impl Fn(&mut S, P) -> bool + Sync,
) -> PyResult<()> {
    let Some((own, others)) = states.split_first_mut() else { return Ok(()) };
    let pieces = Pieces { left: Mutex::new(pieces), stopped: AtomicBool::new(false) };
    let (pieces, f) = (&pieces, &f);
    std::thread::scope(|scope| {
        for state in others {
            let work = move || pieces.work(|piece| f(state, piece), || Ok::<(), ()>(()));
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        let mut signals = Signals { looked: Instant::now() };
        pieces.work(|piece| f(own, piece), || signals.look())
    })
}

/// As many threads without a state as n items are worth.
pub(crate) fn workers(n: usize, threads: usize) -> Vec<()> {
    vec![(); threads.min(n.div_ceil(OF_A_THREAD)).max(1)]
}

/// Items that are signed, made or exchanged at a time.
const BLOCK: usize = 4096;

/// Computes a result for each of many items, on `threads` threads: `f` fills the results from a number on.
///
/// # Errors
/// As for `each_piece`.
pub(crate) fn fill<T: Send>(
    threads: usize,
    out: &mut [T],
    f: impl Fn(usize, &mut [T]) + Sync,
) -> PyResult<()> {
    let (mut states, size) = (workers(out.len(), threads), piece(out.len(), threads, BLOCK));
    each_piece(&mut states, out.chunks_mut(size).enumerate(), |(), (i, out)| {
        f(i * size, out);
        true
    })
}

/// What `f` makes of each piece of the items, in their order, on `threads` threads.
///
/// # Errors
/// As for `each_piece`.
pub(crate) fn in_pieces<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    f: impl Fn(&[T]) -> R + Sync,
) -> PyResult<Vec<R>> {
    let (mut states, size) = (workers(items.len(), threads), piece(items.len(), threads, BLOCK));
    let mut made: Vec<Option<R>> = Vec::new();
    made.resize_with(items.len().div_ceil(size), || None);
    each_piece(&mut states, made.iter_mut().zip(items.chunks(size)), |(), (made, items)| {
        *made = Some(f(items));
        true
    })?;
    Ok(made.into_iter().flatten().collect())
}
