//! The measured operations.

use std::fmt;

/// An operation and its size: bytes of the message for one signature, signatures for a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// What is done.
    pub name: &'static str,
    /// The size.
    pub size: usize,
}

/// What is done in one call.
///
/// | name             | one call                                                                    |
/// |------------------|-----------------------------------------------------------------------------|
/// | `keygen`         | a seed of 32 bytes → a key that can sign                                    |
/// | `sign`           | a key and a message → a signature                                           |
/// | `verify`         | 32 bytes of key, a message, a signature → a verdict, each key new           |
/// | `verify_decoded` | the same with a key that was parsed before                                  |
/// | `verify_prepared`| the same with the library's fastest form of a key that was met before       |
/// | `verify_all`     | n keys of 32 bytes, messages, signatures → one verdict, all keys different  |
/// | `verify_all_decoded` | the same with keys that were parsed before                              |
/// | `x25519_public`  | a secret → its public key                                                   |
/// | `x25519_shared`  | a secret and another's public key → the shared secret                       |
pub const NAMES: [&str; 9] = [
    "keygen",
    "sign",
    "verify",
    "verify_decoded",
    "verify_prepared",
    "verify_all",
    "verify_all_decoded",
    "x25519_public",
    "x25519_shared",
];

/// The sizes of batches.
pub const BATCHES: [usize; 8] = [1, 4, 16, 64, 256, 1024, 4096, 16384];

impl Operation {
    /// Every measured operation.
    pub fn all() -> Vec<Operation> {
        let mut all = Vec::new();
        for name in NAMES {
            if name.starts_with("verify_all") {
                all.extend(BATCHES.map(|size| Operation { name, size }));
            } else {
                all.push(Operation { name, size: 32 });
            }
        }
        all
    }

    /// How many signatures, keys or secrets one call handles.
    pub fn items(&self) -> usize {
        if self.name.starts_with("verify_all") { self.size } else { 1 }
    }

    /// `operation/level/size`.
    pub fn title(&self, level: &str) -> String {
        format!("{}/{level}/{}", self.name, self.size)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.size)
    }
}
