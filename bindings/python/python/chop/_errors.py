"""The exceptions of ``chop``."""

from __future__ import annotations


class Error(Exception):
    """What every error of ``chop`` is, except for those of wrong arguments: they are ``TypeError`` and ``ValueError``.

    ``code`` is a number that never changes its meaning, the same in every language; 0 where the error is of this package alone.
    """

    code: int = 0

    def __init__(self, message: str = "", code: int = 0) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.code))


class InvalidSignature(Error):
    """The signature is not valid for this key and message under the policy."""


class MalformedSignature(InvalidSignature, ValueError):
    """The bytes are no signature, whatever the key: a wrong length, DER that is none, numbers out of range."""


class MalformedKey(Error, ValueError):
    """The bytes, or the file, are no key."""


class BatchInvalid(InvalidSignature):
    """Not every signature of a batch is valid.

    ``rows`` has the numbers of the invalid rows, ascending.
    """

    rows: list[int]

    def __init__(self, message: str = "", rows: list[int] | None = None) -> None:
        super().__init__(message, 1)
        self.rows = [] if rows is None else rows

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (str(self), self.rows))
