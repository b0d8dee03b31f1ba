//! The orders of the points of a signature: whether they have a part of small order, about which rules disagree.

use chop::ed25519::{Signature, VerifyingKey};
use serde_json::{Value, json};
use std::fmt;

/// The order of a point: that of its part of small order, and whether a multiple of B is there, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order {
    small_part: u8,
    large_part: bool,
}

impl Order {
    /// The order of the point with this encoding, if there is one.
    fn of(encoding: &[u8; 32]) -> Option<Order> {
        let point = VerifyingKey::from_bytes(encoding).ok()?;
        Some(Order { small_part: point.small_part_order(), large_part: !point.is_small_order() })
    }

    /// The orders of A and of R, by name.
    pub(super) fn of_both(key: &[u8; 32], signature: &Signature) -> [(&'static str, Option<Order>); 2] {
        [("A", Order::of(key)), ("R", Order::of(signature.r_bytes()))]
    }

    /// As an object, or null where there is no point.
    pub(super) fn to_json(order: Option<Order>) -> Value {
        match order {
            None => Value::Null,
            Some(order) => json!({
                "order": order.to_string(),
                "small_part": order.small_part,
                "mixed": order.is_mixed(),
            }),
        }
    }

    fn is_mixed(self) -> bool {
        self.large_part && self.small_part > 1
    }

    /// What the order means.
    pub(super) fn meaning(self) -> String {
        match self {
            Order { large_part: true, small_part: 1 } => {
                "the order of B, as honest signers have it".to_owned()
            }
            Order { large_part: true, small_part } => {
                format!("mixed: a multiple of B plus a point of order {small_part}")
            }
            Order { large_part: false, small_part: 1 } => "the neutral element".to_owned(),
            Order { large_part: false, .. } => "small: no multiple of B is in it".to_owned(),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.large_part, self.small_part) {
            (true, 1) => f.write_str("ℓ"),
            (true, small) => write!(f, "{small}·ℓ"),
            (false, small) => write!(f, "{small}"),
        }
    }
}
