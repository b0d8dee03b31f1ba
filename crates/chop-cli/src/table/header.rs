//! The columns of a table that names them once for all rows.

use super::input::Format;
use super::layout::{
    ADDRESS, ALGORITHM, DIGEST, FIELDS, Layout, MESSAGE, PUBLIC_KEY, SIGNATURE, Slot, there_are,
};
use super::row::Rules;
use crate::algorithm::Algorithm;
use anyhow::bail;

/// Where columns go, as the table says or the command in its place.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) format: Format,
    /// Where each column goes.
    pub(crate) slots: Vec<Slot>,
    /// The name of each.
    pub(crate) names: Vec<String>,
}

impl Header {
    /// The header with these names.
    ///
    /// # Errors
    /// If a column is missing or there twice.
    pub(crate) fn new(format: Format, names: Vec<String>, rules: &Rules) -> anyhow::Result<Header> {
        let layout = &rules.layout;
        let mut slots: Vec<Slot> = Vec::new();
        for name in &names {
            let slot = layout.slot(name);
            if slot.field.is_some() && slots.iter().any(|earlier| earlier.field == slot.field) {
                bail!("the header has column {name} twice");
            }
            slots.push(slot);
        }
        let header = Header { format, slots, names };
        header.expect_fields(rules)?;
        Ok(header)
    }

    fn expect_fields(&self, rules: &Rules) -> anyhow::Result<()> {
        let has = |field| self.slots.iter().any(|slot| slot.field == Some(field));
        let may_be = |algorithms: &[Algorithm]| algorithms.contains(&rules.algorithm()) || has(ALGORITHM);
        // Some rows may have a digest instead of the message, and an address instead of the key.
        let digests = has(DIGEST) && may_be(&[Algorithm::Sm2, Algorithm::Secp256k1]);
        let addresses = has(ADDRESS) && may_be(&[Algorithm::Secp256k1]);
        for field in [PUBLIC_KEY, MESSAGE, SIGNATURE] {
            let needed = match field {
                PUBLIC_KEY => rules.key.is_none() && !addresses,
                MESSAGE => !digests,
                _ => true,
            };
            if !needed || has(field) {
                continue;
            }
            if rules.layout.order().is_some() {
                bail!("--columns has no {}", FIELDS[field]);
            }
            let name = rules.layout.name(field);
            bail!(
                "the header has no column {name}: use --columns {}=NAME{}",
                FIELDS[field],
                there_are(&self.names)
            );
        }
        Ok(())
    }

    /// Refuses a table without a column that is to be copied.
    ///
    /// # Errors
    /// If one is missing.
    pub(crate) fn expect_copies(&self, layout: &Layout) -> anyhow::Result<()> {
        match layout.copies().iter().find(|copy| !self.names.contains(copy)) {
            Some(copy) => bail!("--copy {copy}: no row has that column{}", there_are(&self.names)),
            None => Ok(()),
        }
    }
}
