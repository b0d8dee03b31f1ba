"""Ed25519 in all its variants, X25519 and SM2: one signature, many at a time, and whole columns.

Verdicts depend on the signature and on the policy that you name, never on the machine, the number of rows or the way of
computing. On processors with AVX-512 IFMA eight signatures are verified at a time.

>>> import chop
>>> from chop import ed25519
>>> key = ed25519.SigningKey.generate()
>>> sig = key.sign(b"hello")
>>> key.public_key.verify(sig, b"hello")                                                      # one
>>> ed25519.verify_each([key.public_key], [sig], [b"hello"], policy="zip-215")                # each
[True]
>>> ed25519.verify_all([key.public_key], [sig], [b"hello"], policy="zip-215")                 # all

``chop.verify_table`` and ``chop.Verifier`` verify the rows of tables; any library that speaks Arrow's PyCapsule interface is
understood, and none is needed.
"""

from . import ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519
from ._chop import Column, Dialect, Explanation, Policy, Reader, level, policies
from ._errors import BatchInvalid, Error, InvalidSignature, MalformedKey, MalformedSignature
from ._table import Verifier, verify_table

__all__ = [
    "BatchInvalid",
    "Column",
    "Dialect",
    "Error",
    "Explanation",
    "InvalidSignature",
    "MalformedKey",
    "MalformedSignature",
    "Policy",
    "Reader",
    "Verifier",
    "ed25519",
    "ed25519_blake2b",
    "ed25519_blake3",
    "level",
    "policies",
    "sm2",
    "verify_table",
    "x25519",
]
