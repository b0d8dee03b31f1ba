//! Functions without guard rails, for people who build protocols and know why they need them.

use crate::level;

/// The function X25519 of RFC 7748 on bytes: `k` is clamped, bit 255 of `u` is ignored, and an all-zero
/// result is returned like any other. Constant time.
///
/// # Example
/// ```
/// let mut nine = [0; 32];
/// nine[0] = 9;
/// let public = chop::hazmat::x25519(&[1; 32], &nine);
/// assert_eq!(public, chop::x25519::StaticSecret::from_bytes(&[1; 32]).public_key().to_bytes());
/// ```
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
    chop_core::engine::x25519::exchange(level::current(), k, u)
}
