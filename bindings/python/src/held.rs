//! Secret keys where they stay: on the heap, from the moment they are made until they are wiped there.
//!
//! A value that moves leaves its bytes behind. So a key is made and boxed below a stack that is wiped afterwards, and keys that are made
//! many at a time stay in the memory in which the library made them; objects of Python hold pointers to them.

use std::hint::black_box;
use std::ops::Deref;
use std::sync::Arc;
use zeroize::Zeroize;

/// Bytes of stack that are wiped: more than reading a key takes besides what the library wipes itself.
const STACK: usize = 64 << 10;

/// A secret key. It is wiped when the object goes; keys that were made together when the last of them goes.
pub(crate) enum Held<K> {
    Own(Box<K>),
    Among(Arc<Vec<K>>, usize),
}

impl<K> Held<K> {
    /// The key that `f` makes.
    pub(crate) fn make<E>(f: impl FnOnce() -> Result<K, E>) -> Result<Held<K>, E> {
        let made = boxed(f);
        wipe_stack();
        made.map(Held::Own)
    }

    /// Each of many keys that the library has made just now.
    pub(crate) fn each(keys: Vec<K>) -> impl Iterator<Item = Held<K>> {
        wipe_stack();
        let keys = Arc::new(keys);
        (0..keys.len()).map(move |i| Held::Among(Arc::clone(&keys), i))
    }
}

impl<K> Deref for Held<K> {
    type Target = K;

    fn deref(&self) -> &K {
        match self {
            Held::Own(key) => key,
            Held::Among(keys, i) => &keys[*i],
        }
    }
}

/// A frame of its own, in which the key moves.
#[inline(never)]
fn boxed<K, E>(f: impl FnOnce() -> Result<K, E>) -> Result<Box<K>, E> {
    f().map(Box::new)
}

/// Writes zeros where the frames of calls before were.
#[inline(never)]
fn wipe_stack() {
    let mut below = [0_u8; STACK];
    below.zeroize();
    black_box(&below);
}
