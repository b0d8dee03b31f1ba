//! Keys and signatures as OpenSSH writes them.
//!
//! | file                                    | type               |
//! |-----------------------------------------|--------------------|
//! | `~/.ssh/id_ed25519`                     | [`PrivateKeyFile`] |
//! | `~/.ssh/id_ed25519.pub`, a line of `authorized_keys` | [`PublicKey`] |
//! | `*.sig` of `ssh-keygen -Y sign`, signatures of git | [`Signature`] |
//! | `allowed_signers`                       | [`AllowedSigners`] |
//!
//! Ed25519 keys only, and on the public side those that a security token holds. Keys of other kinds are recognised and
//! refused with [`WrongAlgorithm`](crate::KeyFileError::WrongAlgorithm).

mod allowed_signers;
mod private;
mod public;
mod sshsig;
mod wire;
#[cfg(feature = "getrandom")]
mod write_private;

pub(super) use allowed_signers::is_allowed_signers;
pub use allowed_signers::{AllowedSigners, Line, Moment, UnusableLine};
pub use private::PrivateKeyFile;
pub(super) use private::{LABEL as PRIVATE_LABEL, read as read_private};
pub use public::PublicKey;
pub(super) use public::begins_like_key as is_public_key;
pub use sshsig::{MessageHash, MessageHasher, Signature};
