"""Ed25519, Ed25519ctx and Ed25519ph (RFC 8032): keys, and many signatures at a time."""

from ._chop import ed25519 as _native

SigningKey = _native.SigningKey
VerifyingKey = _native.VerifyingKey
find_invalid = _native.find_invalid
keygen_many = _native.keygen_many
sign_many = _native.sign_many
verify_all = _native.verify_all
verify_each = _native.verify_each

__all__ = ["SigningKey", "VerifyingKey", "find_invalid", "keygen_many", "sign_many", "verify_all", "verify_each"]
