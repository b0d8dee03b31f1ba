"""Ed25519, Ed25519ctx and Ed25519ph (RFC 8032): keys, and many signatures at a time."""

from collections.abc import Sequence
from typing import Any, Literal, final

from typing_extensions import Buffer

from ._chop import Explanation, Policy

__all__ = ["SigningKey", "VerifyingKey", "find_invalid", "keygen_many", "sign_many", "verify_all", "verify_each"]

_Encoding = Literal["hex", "base64", "base64url", "utf-8"]

@final
class SigningKey:
    @staticmethod
    def generate() -> SigningKey: ...
    @staticmethod
    def from_seed(seed: Buffer) -> SigningKey: ...
    @staticmethod
    def load(data: Buffer, password: str | Buffer | None = None) -> SigningKey: ...
    @property
    def public_key(self) -> VerifyingKey: ...
    def sign(
        self, msg: Buffer, *, ctx: Buffer | None = None, ph: bool = False, hedged: bool = False, checked: bool = False
    ) -> bytes: ...
    def sign_prehashed(self, digest: Buffer, *, ctx: Buffer | None = None) -> bytes: ...
    def sign_many(
        self, msgs: Any, *, encoding: _Encoding | dict[str, _Encoding] | None = None, threads: int = 1
    ) -> Any: ...
    def to_seed(self) -> bytes: ...
    def to_pem(self, password: str | Buffer | None = None) -> str: ...
    def to_der(self, password: str | Buffer | None = None) -> bytes: ...
    def __reduce__(self) -> Any: ...

@final
class VerifyingKey:
    def __new__(cls, encoding: Buffer) -> VerifyingKey: ...
    @staticmethod
    def load(data: Buffer) -> VerifyingKey: ...
    def prepare(self) -> VerifyingKey: ...
    @property
    def is_prepared(self) -> bool: ...
    @property
    def is_small_order(self) -> bool: ...
    @property
    def is_canonical(self) -> bool: ...
    def verify(
        self,
        sig: Buffer,
        msg: Buffer,
        *,
        policy: str | Policy | None = None,
        ctx: Buffer | None = None,
        ph: bool = False,
    ) -> None: ...
    def is_valid(
        self,
        sig: Buffer,
        msg: Buffer,
        *,
        policy: str | Policy | None = None,
        ctx: Buffer | None = None,
        ph: bool = False,
    ) -> bool: ...
    def verify_prehashed(
        self, sig: Buffer, digest: Buffer, *, policy: str | Policy | None = None, ctx: Buffer | None = None
    ) -> None: ...
    def verify_each(
        self,
        sigs: Any,
        msgs: Any,
        *,
        policy: str | Policy,
        ctx: Buffer | None = None,
        ph: bool = False,
        encoding: _Encoding | dict[str, _Encoding] | None = None,
        threads: int = 1,
    ) -> Any: ...
    def explain(self, sig: Buffer, msg: Buffer, *, ctx: Buffer | None = None, ph: bool = False) -> Explanation: ...
    def to_pem(self) -> str: ...
    def to_der(self) -> bytes: ...
    def __bytes__(self) -> bytes: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[bytes]: ...

def verify_each(
    keys: Any,
    sigs: Any,
    msgs: Any,
    *,
    policy: str | Policy,
    ctx: Buffer | None = None,
    ph: bool = False,
    encoding: _Encoding | dict[str, _Encoding] | None = None,
    threads: int = 1,
) -> Any: ...
def verify_all(
    keys: Any,
    sigs: Any,
    msgs: Any,
    *,
    policy: str | Policy,
    ctx: Buffer | None = None,
    ph: bool = False,
    encoding: _Encoding | dict[str, _Encoding] | None = None,
    threads: int = 1,
) -> None: ...
def find_invalid(
    keys: Any,
    sigs: Any,
    msgs: Any,
    *,
    policy: str | Policy,
    ctx: Buffer | None = None,
    ph: bool = False,
    encoding: _Encoding | dict[str, _Encoding] | None = None,
    threads: int = 1,
) -> list[int]: ...
def sign_many(
    keys: Sequence[SigningKey],
    msgs: Any,
    *,
    encoding: _Encoding | dict[str, _Encoding] | None = None,
    threads: int = 1,
) -> Any: ...
def keygen_many(seeds: Any, *, threads: int = 1) -> list[SigningKey]: ...
