"""Ed25519 with BLAKE3 instead of SHA-512: keys of other types, which nothing else of the standard reads."""

from ._chop import ed25519_blake3 as _native

SigningKey = _native.SigningKey
VerifyingKey = _native.VerifyingKey
find_invalid = _native.find_invalid
keygen_many = _native.keygen_many
sign_many = _native.sign_many
verify_all = _native.verify_all
verify_each = _native.verify_each

__all__ = ["SigningKey", "VerifyingKey", "find_invalid", "keygen_many", "sign_many", "verify_all", "verify_each"]
