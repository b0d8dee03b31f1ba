//! scrypt (RFC 7914) within limits: a hostile file cannot ask for much more work or memory than an honest one.

use crate::{Error, KeyFileError};

/// Memory at most, 128·r·(N + p) bytes: 1 GiB for N and r, as minisign writes them, and 1 MiB for p and r.
pub(super) const MAX_BYTES: u64 = (1 << 30) + (1 << 20);
/// Work at most: N·r·p blocks of 128 bytes, four passes over the most memory.
pub(super) const MAX_BLOCKS: u64 = 1 << 25;

/// scrypt with parameters within the limits.
pub(super) struct Scrypt {
    parameters: scrypt::Params,
    /// The bytes of each vector that the crate `scrypt` makes.
    memory: [usize; 3],
}

impl Scrypt {
    /// scrypt with N, a power of two from 2 on, r and p, both from 1 on.
    ///
    /// # Errors
    /// [`KeyFileError::KdfCost`] beyond the limits, and for numbers that are none of these.
    pub(super) fn new(n: u64, r: u64, p: u64) -> Result<Scrypt, Error> {
        let cost = Error::KeyFile(KeyFileError::KdfCost);
        let bytes = n.saturating_add(p).saturating_mul(r).saturating_mul(128);
        let blocks = n.saturating_mul(r).saturating_mul(p);
        if n < 2 || !n.is_power_of_two() || blocks == 0 || bytes > MAX_BYTES || blocks > MAX_BLOCKS {
            return Err(cost);
        }
        // All products are at most MAX_BYTES by now.
        let block = 128 * r as usize;
        let memory = [block * n as usize, block * p as usize, block];
        let parameters = scrypt::Params::new(n.trailing_zeros() as u8, r as u32, p as u32);
        Ok(Scrypt { parameters: parameters.map_err(|_| cost)?, memory })
    }

    /// Fills `key` from a passphrase and a salt.
    ///
    /// # Errors
    /// [`KeyFileError::Memory`] if there is less memory than this takes.
    pub(super) fn derive(&self, passphrase: &[u8], salt: &[u8], key: &mut [u8]) -> Result<(), Error> {
        try_memory(self.memory)?;
        // Refused by the function: a key of no bytes, or of more than any file asks for.
        scrypt::scrypt(passphrase, salt, &self.parameters, key)
            .map_err(|_| Error::KeyFile(KeyFileError::KdfCost))
    }
}

/// Whether there is memory for all of these vectors together. It is given back: the crate `scrypt` takes it by itself, and
/// would end the process if there were none.
fn try_memory(sizes: [usize; 3]) -> Result<(), Error> {
    let mut vectors = sizes.map(|_| alloc::vec::Vec::<u8>::new());
    for (vector, size) in vectors.iter_mut().zip(sizes) {
        vector.try_reserve_exact(size).map_err(|_| Error::KeyFile(KeyFileError::Memory))?;
    }
    // The compiler may leave out a block that nobody looks at.
    core::hint::black_box(&vectors);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_beyond_the_limits_are_refused() {
        let is_allowed = |n, r, p| Scrypt::new(n, r, p).is_ok();
        assert!(is_allowed(1 << 20, 8, 1) && is_allowed(1 << 14, 8, 1) && is_allowed(2, 1, 1));
        for (n, r, p) in [(1 << 21, 8, 1), (1 << 20, 8, 5), (1 << 62, 1 << 62, 1), (2, 1 << 40, 1 << 40)] {
            assert!(!is_allowed(n, r, p), "{n} {r} {p}");
        }
        for (n, r, p) in [(0, 8, 1), (1, 8, 1), (3, 8, 1), (2, 0, 1), (2, 1, 0)] {
            assert!(!is_allowed(n, r, p), "{n} {r} {p}");
        }
    }
}
