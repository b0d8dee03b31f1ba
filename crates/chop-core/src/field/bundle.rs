//! Secret words in lanes: a guard that overwrites them.

use super::{Field, PerElement};
use crate::ct;

/// Secret words, brought together, which are overwritten when they go out of scope.
///
/// A panic that may happen while a guard lives makes the compiler drop it in a function outside of the kernel, without the target
/// features. So arrays of bundles, whose indices are checked, are wiped by [`Field::wipe`].
pub struct Bundle<F: Field>(F::Words);

impl<F: Field> Bundle<F> {
    /// Brings the words of each lane together, and overwrites them where they were.
    #[inline(always)]
    pub fn of(words: &mut PerElement<F, [u64; 4]>) -> Self {
        let bundle = Bundle(F::bundle(words));
        ct::wipe(words.as_mut());
        bundle
    }
}

impl<F: Field> core::ops::Deref for Bundle<F> {
    type Target = F::Words;
    #[inline(always)]
    fn deref(&self) -> &F::Words {
        &self.0
    }
}

impl<F: Field> Drop for Bundle<F> {
    #[inline(always)]
    fn drop(&mut self) {
        F::wipe(&mut self.0);
    }
}
