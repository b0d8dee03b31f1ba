//! Bulk operations in pieces: on the threads of a rayon pool with the feature `parallel`, else on the
//! calling thread.
//!
//! Results never depend on how items are cut: each has its place, and a piece is what the whole would be.

/// Items a piece. Enough that handing it to a thread costs nothing beside it (256 signatures take half a
/// millisecond or more), and a multiple of what the engine computes together.
pub(crate) const PIECE: usize = 256;

/// The threads that work on a call.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "parallel")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    1
}

/// Items whose intermediate results are kept at a time: a piece for each thread.
pub(crate) fn together() -> usize {
    PIECE * threads()
}

/// What `f` makes of each of few items, each of which takes long.
pub(crate) fn map<T: Sync, U: Send>(items: &[T], f: impl Fn(&T) -> U + Send + Sync) -> alloc::vec::Vec<U> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        items.par_iter().map(f).collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.iter().map(f).collect()
}

/// Calls `f` with pieces of `items` and the same pieces of `out`.
#[cfg(feature = "parallel")]
pub(crate) fn fill<T: Sync, U: Send>(items: &[T], out: &mut [U], f: impl Fn(&[T], &mut [U]) + Sync) {
    use rayon::prelude::*;
    if items.len() <= PIECE {
        return f(items, out);
    }
    items.par_chunks(PIECE).zip(out.par_chunks_mut(PIECE)).for_each(|(items, out)| f(items, out));
}

/// Calls `f` with `items` and `out`.
#[cfg(not(feature = "parallel"))]
pub(crate) fn fill<T: Sync, U: Send>(items: &[T], out: &mut [U], f: impl Fn(&[T], &mut [U]) + Sync) {
    f(items, out);
}

/// The size of pieces of n > 0 items that are as equal as can be, as few as can be, and none larger than `most`.
pub(crate) fn equal(n: usize, most: usize) -> usize {
    n.div_ceil(n.div_ceil(most))
}

/// Whether `f` holds for equal pieces of n > 0 `items`: one for each thread, but fewer where they would be smaller than the
/// first of `sizes`, and more where they would be larger than the last, which is more than twice the first.
#[cfg(all(feature = "getrandom", feature = "parallel"))]
pub(crate) fn all<T: Sync>(
    items: &[T],
    sizes: core::ops::RangeInclusive<usize>,
    f: impl Fn(&[T]) -> bool + Sync,
) -> bool {
    use rayon::prelude::*;
    let n = items.len();
    let threads = rayon::current_num_threads().min(n / *sizes.start()).max(1);
    let piece = equal(n, n.div_ceil(threads).min(*sizes.end()));
    if n <= piece {
        return f(items);
    }
    items.par_chunks(piece).all(&f)
}

/// Whether `f` holds for equal pieces of n > 0 `items`, none larger than the last of `sizes`.
#[cfg(all(feature = "getrandom", not(feature = "parallel")))]
pub(crate) fn all<T: Sync>(
    items: &[T],
    sizes: core::ops::RangeInclusive<usize>,
    f: impl Fn(&[T]) -> bool + Sync,
) -> bool {
    items.chunks(equal(items.len(), *sizes.end())).all(f)
}
