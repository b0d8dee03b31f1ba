"""X25519 (RFC 7748): key agreement, one pair or many at a time."""

from ._chop import x25519 as _native

PrivateKey = _native.PrivateKey
PublicKey = _native.PublicKey
exchange_many = _native.exchange_many
public_key_many = _native.public_key_many

__all__ = ["PrivateKey", "PublicKey", "exchange_many", "public_key_many"]
