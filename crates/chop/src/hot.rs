//! Keys that occur often in calls for many: counted, and prepared where that pays. It changes no verdict.
//!
//! A key's hash names a set of [`WAYS`] places; a key that finds no place there takes one count from the rarest key of the set, whose
//! place is free when nothing is left (as Misra and Gries 1982 find frequent elements), so that keys that occur often are found
//! in whatever order they come. Items are counted in pieces just before they are verified, so that a key is read from memory once.
//! When the memory for tables is full, a key takes the table of another only if it occurs twice as often.
//!
//! Contract: whoever sends the items may choose the keys. Time per item, memory and the number of tables have bounds that do not
//! depend on the keys. The worst that chosen keys do is that others are not prepared. Keys are public, and time varies with them.

use crate::{level, pieces};
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;

/// Places of a set.
const WAYS: usize = 4;
/// The fewest items of a single call whose keys are counted.
pub(crate) const COUNTED_FROM: usize = 128;
/// The most sets: 524 KB, which fit a second cache.
const MOST_SETS: usize = 1 << 14;
/// The most bytes of tables, unless a cache is told another number.
const MOST_BYTES: usize = 64 << 20;
/// After this many items all counts are halved, so that keys that were common long ago make room.
const AGE: usize = 1 << 20;

/// A key that is counted, or a free place.
#[derive(Clone, Copy)]
struct Place {
    /// Bits of the key's hash. Keys that share all of them share a count, which may prepare the rarer one.
    tag: u32,
    /// How often the key was met, at least; 0 where the place is free.
    count: u32,
}

const FREE: [Place; WAYS] = [Place { tag: 0, count: 0 }; WAYS];

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

/// Keys that are not prepared, counted.
struct Counts {
    /// Empty until something is counted.
    sets: Vec<[Place; WAYS]>,
}

impl Counts {
    /// Makes room for the keys of n items, without losing more than the counts of earlier ones.
    fn make_room(&mut self, n: usize) {
        let wanted = n.div_ceil(WAYS).next_power_of_two().min(MOST_SETS);
        if self.sets.len() < wanted {
            self.sets = vec![FREE; wanted];
        }
    }

    /// Counts a key: its place, and its count, 0 if it found no place.
    fn meet(&mut self, key: &[u8]) -> ((usize, u32), u32) {
        let (set, tag) = place_of(key, self.sets.len());
        let places = &mut self.sets[set];
        let own = |place: &&mut Place| place.count > 0 && place.tag == tag;
        let count = if let Some(place) = places.iter_mut().find(own) {
            place.count = place.count.saturating_add(1);
            place.count
        } else {
            match places.iter_mut().min_by_key(|place| place.count) {
                Some(free) if free.count == 0 => {
                    *free = Place { tag, count: 1 };
                    1
                }
                Some(rarest) => {
                    rarest.count -= 1;
                    0
                }
                None => 0,
            }
        };
        ((set, tag), count)
    }

    fn halve(&mut self) {
        for place in self.sets.as_flattened_mut() {
            place.count /= 2;
        }
    }
}

/// The bytes that a key of a Weierstrass curve is counted by.
#[cfg(any(feature = "secp256k1", feature = "sm2"))]
#[derive(Clone, Copy)]
pub(crate) struct Name {
    bytes: [u8; 65],
    length: usize,
}

#[cfg(any(feature = "secp256k1", feature = "sm2"))]
impl Name {
    /// The name of a key; `None` for bytes that are too many for one.
    pub(crate) fn new(key: &[u8]) -> Option<Name> {
        let mut name = Name { bytes: [0; 65], length: key.len() };
        name.bytes.get_mut(..key.len())?.copy_from_slice(key);
        Some(name)
    }
}

#[cfg(any(feature = "secp256k1", feature = "sm2"))]
impl AsRef<[u8]> for Name {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// A prepared key.
pub(crate) trait Prepared: Send + Sync {
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

/// Prepared keys, found by their bytes, and the counts of others.
pub(crate) struct HotKeys<P> {
    counts: Counts,
    /// Tag and number of the prepared key, 0 for none and else one more; empty if there are none.
    sets: Vec<[(u32, u32); WAYS]>,
    prepared: Vec<P>,
    /// How often each prepared key was met.
    uses: Vec<u32>,
    /// The most prepared keys.
    most: usize,
    /// Items since the counts were halved.
    since: usize,
}

/// A key that was met often enough.
struct Candidate {
    place: (usize, u32),
    item: usize,
    count: u32,
}

impl<P: Prepared> HotKeys<P> {
    /// No keys, and memory for tables of so many bytes.
    pub(crate) const fn with_memory(bytes: usize) -> HotKeys<P> {
        HotKeys {
            counts: Counts { sets: Vec::new() },
            sets: Vec::new(),
            prepared: Vec::new(),
            uses: Vec::new(),
            most: bytes / P::BYTES,
            since: 0,
        }
    }

    /// No keys, and the usual memory.
    pub(crate) const NONE: HotKeys<P> = HotKeys::with_memory(MOST_BYTES);

    /// Counts the keys of n items and prepares those that occur often enough. `key(i)` is the key of item `i`, `None` if it is not
    /// to be counted; `prepare(i)` is the key prepared, `None` if its bytes are no key.
    pub(crate) fn meet<K: AsRef<[u8]>>(
        &mut self,
        n: usize,
        key: impl Fn(usize) -> Option<K>,
        prepare: impl Fn(usize) -> Option<P> + Send + Sync,
    ) {
        let in_lanes = level::current().in_lanes().is_some();
        self.meet_at_least(if in_lanes { P::LEAST_IN_LANES } else { P::LEAST }, n, key, prepare);
    }

    /// As [`HotKeys::meet`], for keys that occur at least `least` times.
    fn meet_at_least<K: AsRef<[u8]>>(
        &mut self,
        least: u32,
        n: usize,
        key: impl Fn(usize) -> Option<K>,
        prepare: impl Fn(usize) -> Option<P> + Send + Sync,
    ) {
        self.counts.make_room(n);
        let mut found = self.count(least, n, &key);
        // Each key once, and the commonest first: they get the memory.
        found.sort_unstable_by_key(|candidate| (candidate.place, Reverse(candidate.count)));
        found.dedup_by_key(|candidate| candidate.place);
        found.sort_unstable_by_key(|candidate| (Reverse(candidate.count), candidate.item));
        let room = self.most.saturating_sub(self.prepared.len()).min(found.len());
        let (fitting, others) = found.split_at(room);
        let prepared = pieces::map(fitting, |candidate| prepare(candidate.item));
        for (key, candidate) in prepared.into_iter().zip(fitting) {
            self.add(key, candidate.count);
        }
        for candidate in others {
            self.replace(candidate.count, || prepare(candidate.item));
        }
        self.age(n);
    }

    /// Counts the keys of n items: those not prepared whose count reaches `least`, or a multiple of it.
    fn count<K: AsRef<[u8]>>(
        &mut self,
        least: u32,
        n: usize,
        key: impl Fn(usize) -> Option<K>,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        for item in 0..n {
            let Some(key) = key(item) else { continue };
            if let Some(number) = self.number(key.as_ref()) {
                self.uses[number] = self.uses[number].saturating_add(1);
                continue;
            }
            let (place, count) = self.counts.meet(key.as_ref());
            if count > 0 && count.is_multiple_of(least) && self.has_place(key.as_ref()) {
                found.push(Candidate { place, item, count });
            }
        }
        found
    }

    /// Whether a key would be found if it were prepared: its set is not full.
    fn has_place(&self, key: &[u8]) -> bool {
        self.sets.is_empty() || self.sets[place_of(key, self.sets.len()).0].iter().any(|place| place.1 == 0)
    }

    /// Adds a prepared key for which there is memory.
    fn add(&mut self, key: Option<P>, uses: u32) {
        let Some(key) = key else { return };
        if self.sets.is_empty() {
            // Eight places a key: chance fills no set.
            self.sets = vec![[(0, 0); WAYS]; (2 * self.most).next_power_of_two()];
        }
        let (set, tag) = place_of(key.encoding(), self.sets.len());
        if self.number(key.encoding()).is_none()
            && let Some(free) = self.sets[set].iter_mut().find(|place| place.1 == 0)
        {
            self.prepared.push(key);
            self.uses.push(uses);
            *free = (tag, self.prepared.len() as u32);
        }
    }

    /// Gives the table of the rarest prepared key to a key that was met more than twice as often.
    fn replace(&mut self, count: u32, prepare: impl FnOnce() -> Option<P>) {
        let rarest = self.uses.iter().enumerate().min_by_key(|(_, uses)| **uses);
        let Some((number, _)) = rarest.filter(|(_, uses)| count / 2 > **uses) else { return };
        let Some(key) = prepare() else { return };
        self.remove(number);
        self.add(Some(key), count);
    }

    /// Removes a prepared key; the last one gets its number.
    fn remove(&mut self, number: usize) {
        let last = self.prepared.len() - 1;
        self.rename(number, 0);
        if number != last {
            self.rename(last, number as u32 + 1);
        }
        self.prepared.swap_remove(number);
        self.uses.swap_remove(number);
    }

    /// Writes another number where the prepared key of this number is found.
    fn rename(&mut self, number: usize, other: u32) {
        let (set, _) = place_of(self.prepared[number].encoding(), self.sets.len());
        if let Some(place) = self.sets[set].iter_mut().find(|place| place.1 == number as u32 + 1) {
            *place = (if other == 0 { 0 } else { place.0 }, other);
        }
    }

    fn age(&mut self, n: usize) {
        self.since += n;
        if self.since >= AGE {
            self.since = 0;
            self.counts.halve();
            self.uses.iter_mut().for_each(|uses| *uses /= 2);
        }
    }

    /// How many keys are prepared.
    pub(crate) fn len(&self) -> usize {
        self.prepared.len()
    }

    /// The prepared key of an item whose key has these bytes, if any.
    #[inline]
    pub(crate) fn of_item<K: AsRef<[u8]>>(&self, key: impl FnOnce() -> Option<K>) -> Option<&P> {
        if self.prepared.is_empty() { None } else { self.get(key()?.as_ref()) }
    }

    /// The prepared key with these bytes.
    fn get(&self, key: &[u8]) -> Option<&P> {
        Some(&self.prepared[self.number(key)?])
    }

    /// The number of the prepared key with these bytes.
    #[inline]
    fn number(&self, key: &[u8]) -> Option<usize> {
        if self.sets.is_empty() {
            return None;
        }
        let (set, tag) = place_of(key, self.sets.len());
        let own = |place: &&(u32, u32)| {
            place.1 > 0 && place.0 == tag && self.prepared[place.1 as usize - 1].encoding() == key
        };
        self.sets[set].iter().find(own).map(|place| place.1 as usize - 1)
    }
}

/// Items that are counted together, and then verified: what is read of their keys stays in a cache meanwhile.
pub(crate) fn piece() -> usize {
    2048 * pieces::threads()
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

    fn meet(hot: &mut HotKeys<Key>, keys: &[[u8; 32]], least: u32) {
        hot.meet_at_least(least, keys.len(), |i| Some(&keys[i][..]), |i| Some(Key(keys[i].to_vec())));
    }

    fn hot(keys: &[[u8; 32]], least: u32) -> HotKeys<Key> {
        let mut hot = HotKeys::NONE;
        meet(&mut hot, keys, least);
        hot
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
        let mut none = HotKeys::<Key>::NONE;
        none.meet_at_least(16, 100, |i| Some(&all[i][..]), |_| None);
        none.meet_at_least(1, 100, |_| None::<[u8; 32]>, |i| Some(Key(all[i].to_vec())));
        assert!(none.get(&all[0]).is_none());
    }

    #[test]
    fn counts_and_keys_stay_from_call_to_call() {
        let mut hot = HotKeys::NONE;
        for call in 0..4 {
            meet(&mut hot, &keys(&[1, 2, 3, 1]), 8);
            assert_eq!(hot.get(&keys(&[1])[0]).is_some(), call == 3);
        }
        assert!(hot.get(&keys(&[2])[0]).is_none());
    }

    #[test]
    fn a_full_memory_changes_hands_only_for_keys_that_occur_twice_as_often() {
        let most = MOST_BYTES / Key::BYTES;
        let times = |key: u64, times: usize| vec![key; times];
        let first: Vec<u64> = (0..most as u64).flat_map(|key| times(key, 10 + key as usize)).collect();
        let mut hot = hot(&keys(&first), 10);
        assert_eq!(hot.prepared.len(), most);
        meet(&mut hot, &keys(&times(1000, 20)), 10);
        assert!(hot.get(&keys(&[1000])[0]).is_none() && hot.get(&keys(&[0])[0]).is_some());
        meet(&mut hot, &keys(&times(1000, 10)), 10);
        assert!(hot.get(&keys(&[1000])[0]).is_some() && hot.get(&keys(&[0])[0]).is_none());
        assert_eq!(hot.prepared.len(), most);
        for key in 1..most as u64 {
            assert!(hot.get(&keys(&[key])[0]).is_some(), "{key}");
        }
    }

    #[test]
    fn memory_is_what_was_asked_for() {
        let all = keys(&(0..40).map(|i| i / 10).collect::<Vec<_>>());
        for most in [0, 1, 3, 9] {
            let mut hot = HotKeys::<Key>::with_memory(most * Key::BYTES);
            meet(&mut hot, &all, 10);
            assert_eq!(hot.len(), most.min(4));
        }
    }

    #[test]
    fn old_counts_lose_their_weight() {
        let mut hot = hot(&keys(&[1; 10]), 10);
        assert_eq!(hot.uses, [10]);
        meet(&mut hot, &keys(&[1; 90]), 10);
        assert_eq!(hot.uses, [100]);
        hot.age(AGE);
        assert_eq!(hot.uses, [50]);
    }

    #[test]
    fn keys_that_would_not_be_found_are_not_prepared() {
        let mut all = Vec::new();
        let sets = (2 * (MOST_BYTES / Key::BYTES)).next_power_of_two();
        for number in 0..100_000 {
            let key = keys(&[number])[0];
            if place_of(&key, sets).0 == 3 {
                all.extend([key; 20]);
            }
        }
        let mut hot = hot(&all[..20 * WAYS], 20);
        assert_eq!(hot.prepared.len(), WAYS);
        hot.meet_at_least(20, 20, |_| Some(&all[20 * WAYS][..]), |_| panic!("a full set"));
    }
}
