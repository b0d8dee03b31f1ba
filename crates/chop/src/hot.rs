//! Keys that occur often in a call for many: counted, and prepared where that pays. It changes no verdict.
//!
//! Counting is one pass over the keys before anything is verified. A key's hash names a set of [`WAYS`] places; a key that finds
//! no place there takes one count from the rarest key of the set, whose place is free when nothing is left (as Misra and Gries
//! 1982 find frequent elements), so that keys that occur often are found in whatever order they come.
//!
//! Contract: whoever sends the items may choose the keys. Time per item, memory and the number of tables have bounds that do not
//! depend on the keys. The worst that chosen keys do is that others are not prepared. Keys are public, and time varies with them.

use crate::level;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// Places of a set.
const WAYS: usize = 4;
/// The fewest items whose keys are counted.
const COUNTED_FROM: usize = 128;
/// The most sets: 786 KB, which fit a second cache.
const MOST_SETS: usize = 1 << 14;
/// The most bytes of tables in a call.
const MOST_BYTES: usize = 64 << 20;

/// A key that is counted, or a free place.
#[derive(Clone, Copy)]
struct Place {
    /// Bits of the key's hash, so that few other keys are compared as bytes.
    tag: u32,
    /// An item that has the key.
    item: u32,
    /// How often it was met, at least; 0 where the place is free.
    count: u32,
}

const FREE: [Place; WAYS] = [Place { tag: 0, item: 0, count: 0 }; WAYS];

/// The set of a key among a power of two, and its tag.
fn place_of(key: &[u8], sets: usize) -> (usize, u32) {
    // Odd, and without a pattern: the fractional part of the golden ratio.
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = key.len() as u64;
    for part in key.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(bytes)).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    ((hash >> 32) as usize & (sets - 1), hash as u32)
}

/// The keys of n items that occur at least `least` times, the commonest first: the number of an item of each. `key(i)` is the key of
/// item `i`, `None` if it is not to be counted.
///
/// A key that occurs a few times less is left out too where its set is full.
fn frequent<K: AsRef<[u8]>>(n: usize, key: impl Fn(usize) -> Option<K>, least: u32) -> Vec<usize> {
    let mut sets = vec![FREE; n.div_ceil(WAYS).next_power_of_two().min(MOST_SETS)];
    for i in 0..n.min(u32::MAX as usize) {
        let Some(own_key) = key(i) else { continue };
        let bytes = own_key.as_ref();
        let (set, tag) = place_of(bytes, sets.len());
        let set = &mut sets[set];
        let own = |place: &&mut Place| {
            place.count > 0
                && place.tag == tag
                && key(place.item as usize).is_some_and(|other| other.as_ref() == bytes)
        };
        if let Some(place) = set.iter_mut().find(own) {
            place.count += 1;
        } else if let Some(rarest) = set.iter_mut().min_by_key(|place| place.count) {
            match rarest.count {
                0 => *rarest = Place { tag, item: i as u32, count: 1 },
                _ => rarest.count -= 1,
            }
        }
    }
    let mut found: Vec<Place> = sets.into_iter().flatten().filter(|place| place.count >= least).collect();
    found.sort_unstable_by_key(|place| (Reverse(place.count), place.item));
    found.into_iter().map(|place| place.item as usize).collect()
}

/// Prepared keys, found by their bytes.
pub(crate) struct HotKeys<P> {
    /// Tag and number of the prepared key, 0 for none and else one more; empty if there are none.
    sets: Vec<[(u32, u32); WAYS]>,
    prepared: Vec<P>,
}

/// A prepared key.
pub(crate) trait Prepared {
    /// Bytes of its table.
    const BYTES: usize;
    /// The least number of items for which their key is prepared, on a level without lanes: half as many again as save the time
    /// of preparing.
    const LEAST: u32;
    /// The same on a level with lanes.
    const LEAST_IN_LANES: u32;
    /// The bytes that items name it by.
    fn encoding(&self) -> &[u8];
}

impl<P: Prepared> HotKeys<P> {
    /// No keys.
    pub(crate) const NONE: HotKeys<P> = HotKeys { sets: Vec::new(), prepared: Vec::new() };

    /// Prepares the keys of n items that occur often enough, but no more than [`MOST_BYTES`] take; none of fewer than
    /// [`COUNTED_FROM`] items. `key` is as for [`frequent`]; `prepare(i)` is the key of item `i`, `None` if its bytes are no key.
    pub(crate) fn of<K: AsRef<[u8]>>(
        n: usize,
        key: impl Fn(usize) -> Option<K>,
        prepare: impl Fn(usize) -> Option<P>,
    ) -> HotKeys<P> {
        if n < COUNTED_FROM {
            return HotKeys::NONE;
        }
        let in_lanes = level::current().in_lanes().is_some();
        HotKeys::at_least(if in_lanes { P::LEAST_IN_LANES } else { P::LEAST }, n, key, prepare)
    }

    /// As [`HotKeys::of`], of however many items, for keys that occur at least `least` times.
    fn at_least<K: AsRef<[u8]>>(
        least: u32,
        n: usize,
        key: impl Fn(usize) -> Option<K>,
        prepare: impl Fn(usize) -> Option<P>,
    ) -> HotKeys<P> {
        let mut found = frequent(n, key, least);
        found.truncate(MOST_BYTES / P::BYTES);
        let prepared: Vec<P> = found.into_iter().filter_map(prepare).collect();
        if prepared.is_empty() {
            return HotKeys::NONE;
        }
        // Eight places a key: chance fills no set. A key that meets a full one is found no more, and verified as it is.
        let mut sets = vec![[(0, 0); WAYS]; (2 * prepared.len()).next_power_of_two()];
        for (i, key) in prepared.iter().enumerate() {
            let (set, tag) = place_of(key.encoding(), sets.len());
            if let Some(free) = sets[set].iter_mut().find(|place| place.1 == 0) {
                *free = (tag, i as u32 + 1);
            }
        }
        HotKeys { sets, prepared }
    }

    /// The prepared key of an item whose key has these bytes, if any.
    #[inline]
    pub(crate) fn of_item<K: AsRef<[u8]>>(&self, key: impl FnOnce() -> Option<K>) -> Option<&P> {
        if self.sets.is_empty() { None } else { self.get(key()?.as_ref()) }
    }

    /// The prepared key with these bytes.
    fn get(&self, key: &[u8]) -> Option<&P> {
        if self.sets.is_empty() {
            return None;
        }
        let (set, tag) = place_of(key, self.sets.len());
        for &(own, number) in &self.sets[set] {
            if number > 0 && own == tag {
                let prepared = &self.prepared[number as usize - 1];
                if prepared.encoding() == key {
                    return Some(prepared);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Key(Vec<u8>);

    impl Prepared for Key {
        const BYTES: usize = 1 << 20;
        const LEAST: u32 = 20;
        const LEAST_IN_LANES: u32 = 20;
        fn encoding(&self) -> &[u8] {
            &self.0
        }
    }

    /// A key of 32 bytes for each number.
    fn keys(numbers: &[u64]) -> Vec<[u8; 32]> {
        let mut keys = vec![[0; 32]; numbers.len()];
        for (key, number) in keys.iter_mut().zip(numbers) {
            key[..8].copy_from_slice(&number.wrapping_mul(0xD134_2543_DE82_EF95).to_le_bytes());
            key[31] = *number as u8;
        }
        keys
    }

    fn hot(keys: &[[u8; 32]], least: u32) -> HotKeys<Key> {
        HotKeys::at_least(least, keys.len(), |i| Some(&keys[i][..]), |i| Some(Key(keys[i].to_vec())))
    }

    #[test]
    fn keys_that_occur_often_enough_are_found_in_any_order() {
        // 1,000 keys of which every tenth occurs 40 times, and the others once; in order, and mixed.
        let mut numbers = Vec::new();
        for key in 0..1000 {
            numbers.extend(core::iter::repeat_n(key, if key % 10 == 0 { 40 } else { 1 }));
        }
        for step in [1, 997] {
            let mixed: Vec<u64> = (0..numbers.len()).map(|i| numbers[i * step % numbers.len()]).collect();
            let found = hot(&keys(&mixed), 30);
            for key in 0..1000 {
                let is_found = found.get(&keys(&[key])[0]).is_some();
                // A full set may cost a few, and none is found that is rare.
                assert!(is_found <= (key % 10 == 0), "{key}");
            }
            assert!(found.prepared.len() > 60 && found.prepared.len() <= MOST_BYTES / Key::BYTES, "{step}");
        }
    }

    #[test]
    fn a_common_key_among_a_million_others_is_found() {
        let numbers: Vec<u64> = (0..400_000).map(|i| if i % 50 == 0 { u64::MAX } else { i }).collect();
        let found = hot(&keys(&numbers), 1000);
        assert_eq!(found.prepared.len(), 1);
        assert!(found.get(&keys(&[u64::MAX])[0]).is_some());
    }

    #[test]
    fn the_commonest_keys_get_the_memory() {
        let most = MOST_BYTES / Key::BYTES;
        let mut numbers = Vec::new();
        for key in 0..2 * most as u64 {
            numbers.extend(core::iter::repeat_n(key, 100 + key as usize));
        }
        let found = hot(&keys(&numbers), 20);
        assert_eq!(found.prepared.len(), most);
        assert!(found.get(&keys(&[2 * most as u64 - 1])[0]).is_some());
        assert!(found.get(&keys(&[0])[0]).is_none());
    }

    #[test]
    fn a_key_is_found_by_all_of_its_bytes() {
        let all = keys(&(0..64).map(|i| i / 16).collect::<Vec<_>>());
        let found = hot(&all, 16);
        assert_eq!(found.prepared.len(), 4);
        for key in &all {
            assert_eq!(found.get(key).map(Prepared::encoding), Some(&key[..]));
        }
        assert!(found.get(&[7; 32]).is_none() && found.get(&[]).is_none());
    }

    #[test]
    fn no_key_is_prepared_of_few_items_or_of_bytes_that_are_none() {
        let all = keys(&[1; 100]);
        assert!(hot(&all[..15], 16).prepared.is_empty());
        let none = HotKeys::<Key>::at_least(16, 100, |i| Some(&all[i][..]), |_| None);
        assert!(none.get(&all[0]).is_none());
        let uncounted =
            HotKeys::<Key>::at_least(1, 100, |_| None::<[u8; 32]>, |i| Some(Key(all[i].to_vec())));
        assert!(uncounted.get(&all[0]).is_none());
        let of = |n| HotKeys::of(n, |_| Some([1; 32]), |_| Some(Key(vec![1; 32]))).get(&[1; 32]).is_some();
        assert!(!of(COUNTED_FROM - 1) && of(COUNTED_FROM));
    }
}
