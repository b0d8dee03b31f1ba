//! The result of verifying many signatures: a verdict for each.

use alloc::vec::Vec;

/// A verdict for each of n items.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "an invalid signature is a verdict, not an error: look at it"]
pub struct Verdicts {
    valid: Vec<bool>,
}

impl Verdicts {
    pub(crate) fn new(valid: Vec<bool>) -> Verdicts {
        Verdicts { valid }
    }

    /// How many items there were.
    pub fn len(&self) -> usize {
        self.valid.len()
    }

    /// Whether there were no items.
    pub fn is_empty(&self) -> bool {
        self.valid.is_empty()
    }

    /// Whether item `i` is valid.
    ///
    /// # Panics
    /// If there is no item `i`.
    pub fn is_valid(&self, i: usize) -> bool {
        self.valid[i]
    }

    /// Whether every item is valid. Of no items every one is: `true`. Where that would be wrong, ask
    /// [`is_empty`](Verdicts::is_empty), too.
    ///
    /// # Example
    /// ```
    /// use chop::ed25519::{self, Item, Policy};
    /// let none: [Item<'_>; 0] = [];
    /// let verdicts = ed25519::verify_each(&none, Policy::DEFAULT);
    /// assert!(verdicts.all_valid() && verdicts.is_empty());
    /// ```
    #[must_use]
    pub fn all_valid(&self) -> bool {
        self.valid.iter().all(|valid| *valid)
    }

    /// The verdicts in the order of the items.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = bool> + '_ {
        self.valid.iter().copied()
    }

    /// The indices of the invalid items, ascending.
    pub fn invalid(&self) -> impl Iterator<Item = usize> + '_ {
        self.valid.iter().enumerate().filter(|(_, valid)| !**valid).map(|(i, _)| i)
    }
}
