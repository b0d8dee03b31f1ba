"""SM2 (GB/T 32918): keys, signatures, encryption, and many signatures at a time."""

from ._chop import sm2 as _native

DEFAULT_ID: bytes = _native.DEFAULT_ID
TLS_13_ID: bytes = _native.TLS_13_ID
SigningKey = _native.SigningKey
VerifyingKey = _native.VerifyingKey
explain = _native.explain
keygen_many = _native.keygen_many
verify_each = _native.verify_each

__all__ = ["DEFAULT_ID", "TLS_13_ID", "SigningKey", "VerifyingKey", "explain", "keygen_many", "verify_each"]
