//! How deep the columns of a Parquet file are nested, told before the file is opened.
//!
//! The crate that opens it follows the schema by recursion, as deep as the file says: some hundred thousand levels in a
//! small file end the stack, which no handler catches.
//!
//! The footer is a struct in Thrift's compact protocol. Field 2 is the list of the schema's elements, parents before
//! their children, and field 5 of an element is the number of its children.

use anyhow::{Context, bail};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// The deepest that columns may be nested.
const DEEPEST: usize = 64;

/// Refuses a file whose columns are nested too deep. The reader refuses other files that are no Parquet.
///
/// # Errors
/// If they are, or the footer does not say it; as the system says.
pub(super) fn check(mut file: &File) -> anyhow::Result<()> {
    let length = file.metadata()?.len();
    let mut end = [0; 8];
    if length < 12 {
        return Ok(());
    }
    file.seek(SeekFrom::Start(length - 8))?;
    file.read_exact(&mut end)?;
    let [a, b, c, d, magic @ ..] = end;
    let footer = u64::from(u32::from_le_bytes([a, b, c, d]));
    if &magic != b"PAR1" || footer > length - 12 {
        return Ok(());
    }
    file.seek(SeekFrom::Start(length - 8 - footer))?;
    let mut bytes = Vec::new();
    file.take(footer).read_to_end(&mut bytes)?;
    if depth(&bytes).context("its footer is damaged")? > DEEPEST {
        bail!("its columns are nested more than {DEEPEST} deep");
    }
    Ok(())
}

/// The depth of the schema in a footer, or some depth above [`DEEPEST`]; `None` if the footer is damaged.
fn depth(footer: &[u8]) -> Option<usize> {
    let mut thrift = Thrift(footer);
    let mut id = 0;
    while let Some(kind) = thrift.field(&mut id)? {
        if (id, kind) != (2, LIST) {
            thrift.skip(kind, 0)?;
            continue;
        }
        let (elements, _) = thrift.list()?;
        let (mut deepest, mut open) = (0, Vec::new());
        for _ in 0..elements {
            while open.pop_if(|left| *left == 0).is_some() {}
            if let Some(left) = open.last_mut() {
                *left -= 1;
            }
            open.push(thrift.children()?);
            deepest = deepest.max(open.len());
            if deepest > DEEPEST {
                break;
            }
        }
        return Some(deepest);
    }
    None
}

const LIST: u8 = 9;

/// Bytes that are read on.
struct Thrift<'a>(&'a [u8]);

impl Thrift<'_> {
    /// The type of the next field of a struct, whose number follows `id`; inside `None` at the end of the struct.
    fn field(&mut self, id: &mut i64) -> Option<Option<u8>> {
        let head = self.byte()?;
        if head == 0 {
            return Some(None);
        }
        *id = match head >> 4 {
            0 => self.signed()?,
            more => *id + i64::from(more),
        };
        Some(Some(head & 15))
    }

    /// How many children an element of the schema has.
    fn children(&mut self) -> Option<u64> {
        let (mut id, mut children) = (0, 0);
        while let Some(kind) = self.field(&mut id)? {
            if (id, kind) == (5, 5) {
                children = self.signed()?;
            } else {
                self.skip(kind, 0)?;
            }
        }
        u64::try_from(children).ok()
    }

    /// The length and the type of a list.
    fn list(&mut self) -> Option<(u64, u8)> {
        let head = self.byte()?;
        let length = if head >> 4 == 15 { self.number()? } else { u64::from(head >> 4) };
        Some((length, head & 15))
    }

    fn skip(&mut self, kind: u8, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        match kind {
            1 | 2 => {}
            3 => self.bytes(1)?,
            4..=6 => drop(self.number()?),
            7 => self.bytes(8)?,
            8 => {
                let length = self.number()?;
                self.bytes(length)?;
            }
            LIST | 10 => {
                let (length, kind) = self.list()?;
                for _ in 0..length {
                    self.item(kind, depth + 1)?;
                }
            }
            11 => {
                let length = self.number()?;
                let kinds = if length > 0 { self.byte()? } else { 0 };
                for _ in 0..length {
                    self.item(kinds >> 4, depth + 1)?;
                    self.item(kinds & 15, depth + 1)?;
                }
            }
            12 => {
                let mut id = 0;
                while let Some(kind) = self.field(&mut id)? {
                    self.skip(kind, depth + 1)?;
                }
            }
            13 => self.bytes(16)?,
            _ => return None,
        }
        Some(())
    }

    /// Skips what a list holds; a truth value is a byte there, and in the head of a field elsewhere.
    fn item(&mut self, kind: u8, depth: usize) -> Option<()> {
        if matches!(kind, 1 | 2) { self.bytes(1) } else { self.skip(kind, depth) }
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn bytes(&mut self, n: u64) -> Option<()> {
        self.0 = self.0.get(usize::try_from(n).ok()?..)?;
        Some(())
    }

    /// A number of seven bits a byte.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The same with its sign in the lowest bit.
    fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A footer whose schema has elements with these numbers of children.
    fn footer(children: &[u8]) -> Vec<u8> {
        let mut bytes =
            vec![0x15, 2, 0x19, 0xfc, 0x80 | children.len() as u8 & 0x7f, (children.len() >> 7) as u8];
        for n in children {
            // Field 4, a name; field 5.
            bytes.extend([0x48, 1, b'a', 0x15, 2 * n, 0]);
        }
        bytes
    }

    #[test]
    fn the_depth_is_that_of_the_longest_path() {
        assert_eq!(depth(&footer(&[2, 0, 0])), Some(2));
        assert_eq!(depth(&footer(&[3, 0, 1, 1, 0, 0])), Some(4));
        assert_eq!(depth(&footer(&[[1; 63].as_slice(), &[0]].concat())), Some(64));
        assert_eq!(depth(&footer(&[1; 300])), Some(65));
        let whole = footer(&[1, 0]);
        assert!((0..whole.len()).all(|n| depth(&whole[..n]).is_none()));
    }
}
