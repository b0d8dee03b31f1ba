//! What is run: an operation of the library, and the secrets that it computes with.

use super::words::Secrets;

/// One operation. What it returns is dropped before it ends.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) secrets: Secrets,
    pub(crate) run: Box<dyn Fn()>,
    /// Whether its stack is searched: not if it may be given to other threads, nor if the caller moves secrets.
    pub(crate) stack: bool,
    /// Whether one level is enough, as it takes long and depends little on the level.
    pub(crate) slow: bool,
}

impl Case {
    /// An operation on one thread.
    pub(crate) fn new<T>(
        name: impl Into<String>,
        secrets: Secrets,
        operation: impl Fn() -> T + 'static,
    ) -> Case {
        // Dropped where it is: to move it would leave a copy.
        let run = Box::new(move || {
            let result = operation();
            std::hint::black_box(&result);
        });
        Case { name: name.into(), secrets, run, stack: true, slow: false }
    }

    /// The same for an operation on `n` items, which are shared among threads if there are many.
    pub(crate) fn on_many(self, n: usize) -> Case {
        Case { name: format!("{}, {n}", self.name), stack: n <= 256, ..self }
    }

    /// The same for an operation whose result is moved here, so that copies on the stack are the caller's.
    pub(crate) fn moved(self) -> Case {
        Case { stack: false, ..self }
    }

    /// The same for an operation that takes long.
    pub(crate) fn slow(self) -> Case {
        Case { slow: true, ..self }
    }
}

/// How many items bulk operations have: fewer than lanes, no whole number of groups, as many as go together, and more.
pub(crate) const MANY: [usize; 4] = [1, 13, 256, 300];

/// 32 bytes that belong to a label.
pub(crate) fn random(label: &str) -> [u8; 32] {
    let digest = chop_ref::sha512(&[b"test secrets", label.as_bytes()]);
    digest[..32].try_into().expect("half of 64 bytes")
}

/// As many of them.
pub(crate) fn randoms(label: &str, n: usize) -> Vec<[u8; 32]> {
    (0..n).map(|i| random(&format!("{label} {i}"))).collect()
}

/// What lives as long as the process: the secrets of callers are never freed here.
pub(crate) fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// A generator that gives the same bytes again and again.
pub(crate) struct Given(pub(crate) &'static [u8; 32]);

impl rand_core::TryRng for Given {
    type Error = core::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(u32::from_le_bytes(self.0[..4].try_into().expect("four bytes")))
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(u64::from_le_bytes(self.0[..8].try_into().expect("eight bytes")))
    }
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> {
        out.chunks_mut(32).for_each(|out| out.copy_from_slice(&self.0[..out.len()]));
        Ok(())
    }
}

impl rand_core::TryCryptoRng for Given {}
