//! Secret words of each lane, on their way into registers or out of them.

use super::{Lanes, PerLane, Register};
use crate::ct;

/// N secret words per lane, which are overwritten when they go out of scope: as [`ct::Wiped`], for any number of lanes.
pub struct Records<V: Register, const N: usize>(PerLane<V, [u64; N]>);

impl<V: Register, const N: usize> Records<V, N> {
    /// Guards the words.
    #[inline(always)]
    pub fn new(words: PerLane<V, [u64; N]>) -> Self {
        Records(words)
    }

    /// 0 in every lane.
    #[inline(always)]
    pub fn zeros() -> Self {
        Records(Lanes::splat([0; N]))
    }
}

impl<V: Register, const N: usize> core::ops::Deref for Records<V, N> {
    type Target = PerLane<V, [u64; N]>;
    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<V: Register, const N: usize> core::ops::DerefMut for Records<V, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<V: Register, const N: usize> Drop for Records<V, N> {
    #[inline(always)]
    fn drop(&mut self) {
        ct::wipe(self.0.as_mut());
    }
}
