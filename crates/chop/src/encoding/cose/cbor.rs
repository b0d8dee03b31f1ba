//! A strict reader of CBOR (RFC 8949) that borrows from the bytes, so that no copy of a secret is made, and the few items that are written.
//!
//! Refused: maps of more than 256 pairs, lengths that are not said at once, a key twice in one map, items nested deeper than 16, and what COSE does not use: simple values
//! other than false, true and null, and floating-point numbers.

use crate::Fault;
use alloc::vec::Vec;

/// How many pairs a map may have: their keys are compared with each other.
const MAX_PAIRS: u64 = 256;
/// How deep arrays, maps and tags may stand in each other.
const MAX_DEPTH: usize = 16;

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// An integer from −2^64 to 2^64 − 1.
    Number(i128),
    Bytes(&'a [u8]),
    Text(&'a str),
    Array(Vec<Item<'a>>),
    Map(Map<'a>),
    Bool(bool),
    Null,
    /// A tag, and what it marks.
    Tag(u64, alloc::boxed::Box<Item<'a>>),
}

/// A map: pairs, no two of which have one key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Map<'a>(Vec<(Item<'a>, Item<'a>)>);

impl<'a> Item<'a> {
    /// Reads the one item that some bytes are.
    ///
    /// # Errors
    /// [`Fault::CborSyntax`], [`Fault::CborTwice`], [`Fault::CborMany`], [`Fault::CborNested`].
    pub(super) fn from_bytes(bytes: &'a [u8]) -> Result<Item<'a>, Fault> {
        let mut reader = Reader { rest: bytes };
        let item = reader.item(0)?;
        if reader.rest.is_empty() { Ok(item) } else { Err(Fault::CborSyntax) }
    }

    /// The number, if the item is one.
    pub(super) fn number(&self) -> Option<i128> {
        match self {
            Item::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The bytes, if the item is a string of them.
    pub(super) fn bytes(&self) -> Option<&'a [u8]> {
        match self {
            Item::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The array, if the item is one.
    pub(super) fn array(&self) -> Option<&[Item<'a>]> {
        match self {
            Item::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The map, if the item is one.
    pub(super) fn map(&self) -> Option<&Map<'a>> {
        match self {
            Item::Map(map) => Some(map),
            _ => None,
        }
    }
}

impl<'a> Map<'a> {
    /// The value of a numbered key.
    pub(super) fn get(&self, key: i128) -> Option<&Item<'a>> {
        self.0.iter().find(|pair| pair.0 == Item::Number(key)).map(|pair| &pair.1)
    }

    /// Whether it has a key.
    pub(super) fn has(&self, key: &Item<'_>) -> bool {
        self.0.iter().any(|pair| pair.0 == *key)
    }

    /// Its keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &Item<'a>> {
        self.0.iter().map(|pair| &pair.0)
    }
}

/// The bytes that have not been read.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: u64) -> Result<&'a [u8], Fault> {
        let length = usize::try_from(length).map_err(|_| Fault::CborSyntax)?;
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(Fault::CborSyntax)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The kind of the next item, 0 to 7, and its argument.
    fn head(&mut self) -> Result<(u8, u64), Fault> {
        let first = self.take(1)?[0];
        let argument = match first & 31 {
            small @ 0..24 => u64::from(small),
            // The argument stands in the next 1, 2, 4 or 8 bytes.
            size @ 24..28 => {
                let bytes = self.take(1 << (size - 24))?;
                bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
            _ => return Err(Fault::CborSyntax),
        };
        // Simple values of one byte that follows would stand for numbers that have no meaning here.
        if first >> 5 == 7 && first & 31 >= 24 { Err(Fault::CborSyntax) } else { Ok((first >> 5, argument)) }
    }

    fn item(&mut self, depth: usize) -> Result<Item<'a>, Fault> {
        let (kind, argument) = self.head()?;
        if (4..7).contains(&kind) && depth == MAX_DEPTH {
            return Err(Fault::CborNested);
        }
        Ok(match kind {
            0 => Item::Number(i128::from(argument)),
            1 => Item::Number(-1 - i128::from(argument)),
            2 => Item::Bytes(self.take(argument)?),
            3 => Item::Text(core::str::from_utf8(self.take(argument)?).map_err(|_| Fault::CborSyntax)?),
            4 => Item::Array(self.items(argument, depth)?),
            5 => Item::Map(self.pairs(argument, depth)?),
            6 => Item::Tag(argument, alloc::boxed::Box::new(self.item(depth + 1)?)),
            _ => match argument {
                20 => Item::Bool(false),
                21 => Item::Bool(true),
                22 => Item::Null,
                _ => return Err(Fault::CborSyntax),
            },
        })
    }

    fn items(&mut self, count: u64, depth: usize) -> Result<Vec<Item<'a>>, Fault> {
        // Grown as items are read: a count alone takes no memory.
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.item(depth + 1)?);
        }
        Ok(items)
    }

    fn pairs(&mut self, count: u64, depth: usize) -> Result<Map<'a>, Fault> {
        if count > MAX_PAIRS {
            return Err(Fault::CborMany);
        }
        let mut map = Map::default();
        for _ in 0..count {
            let key = self.item(depth + 1)?;
            if map.has(&key) {
                return Err(Fault::CborTwice);
            }
            let value = self.item(depth + 1)?;
            map.0.push((key, value));
        }
        Ok(map)
    }
}

/// The head of an item: its kind and its argument, as short as can be.
pub(super) fn head(kind: u8, argument: usize) -> Vec<u8> {
    let bytes = (argument as u64).to_be_bytes();
    let (size, code) = match argument as u64 {
        0..24 => return alloc::vec![kind << 5 | argument as u8],
        24..0x100 => (1, 24),
        0x100..0x1_0000 => (2, 25),
        0x1_0000..0x1_0000_0000 => (4, 26),
        _ => (8, 27),
    };
    let mut head = alloc::vec![kind << 5 | code];
    head.extend_from_slice(&bytes[8 - size..]);
    head
}

/// A string of bytes.
pub(super) fn bytes(content: &[u8]) -> Vec<u8> {
    [&head(2, content.len()), content].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_of_every_kind_are_read() {
        // RFC 8949, appendix A.
        for (bytes, item) in [
            (&b"\x00"[..], Item::Number(0)),
            (b"\x17", Item::Number(23)),
            (b"\x18\x18", Item::Number(24)),
            (b"\x19\x03\xe8", Item::Number(1000)),
            (b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", Item::Number(u64::MAX.into())),
            (b"\x3b\xff\xff\xff\xff\xff\xff\xff\xff", Item::Number(-1 - i128::from(u64::MAX))),
            (b"\x20", Item::Number(-1)),
            (b"\x39\x03\xe7", Item::Number(-1000)),
            (b"\xf4", Item::Bool(false)),
            (b"\xf5", Item::Bool(true)),
            (b"\xf6", Item::Null),
            (b"\x44\x01\x02\x03\x04", Item::Bytes(&[1, 2, 3, 4])),
            (b"\x64IETF", Item::Text("IETF")),
            (b"\x82\x01\x80", Item::Array(alloc::vec![Item::Number(1), Item::Array(Vec::new())])),
            (b"\xa1\x01\x02", Item::Map(Map(alloc::vec![(Item::Number(1), Item::Number(2))]))),
            (b"\xd2\x00", Item::Tag(18, alloc::boxed::Box::new(Item::Number(0)))),
        ] {
            assert_eq!(Item::from_bytes(bytes), Ok(item), "{bytes:02x?}");
            for cut in 0..bytes.len() {
                assert_eq!(Item::from_bytes(&bytes[..cut]), Err(Fault::CborSyntax));
            }
        }
    }

    #[test]
    fn what_is_not_read_is_refused() {
        for bytes in [
            &b"\x5f\x41a\xff"[..], // a length that is said at the end
            b"\x9f\xff",
            b"\xbf\xff",
            b"\xf9\x00\x00", // a floating-point number
            b"\xf7",         // undefined
            b"\xf8\x14",
            b"\x61\xff", // no UTF-8
            b"\x00\x00",
            b"\x1c",
            b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x5b\xff\xff\xff\xff\xff\xff\xff\xff",
        ] {
            assert_eq!(Item::from_bytes(bytes), Err(Fault::CborSyntax), "{bytes:02x?}");
        }
        assert_eq!(Item::from_bytes(b"\xa2\x01\x02\x18\x01\x03"), Err(Fault::CborTwice));
        let nested = |depth: usize| [alloc::vec![0x81; depth], alloc::vec![0]].concat();
        assert!(Item::from_bytes(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(Item::from_bytes(&nested(MAX_DEPTH + 1)), Err(Fault::CborNested));
    }

    #[test]
    fn heads_are_as_short_as_can_be() {
        for (length, written) in
            [(0, &[0x40][..]), (23, &[0x57]), (24, &[0x58, 24]), (255, &[0x58, 255]), (256, &[0x59, 1, 0])]
        {
            assert_eq!(head(2, length), written);
            let content = alloc::vec![7; length];
            assert_eq!(Item::from_bytes(&bytes(&content)), Ok(Item::Bytes(&content)));
        }
        assert_eq!(head(2, 0x1_0000), [0x5a, 0, 1, 0, 0]);
    }
}
