"""The native half of `chop`. Import `chop`, not this module."""

from collections.abc import Iterator
from typing import Any, Literal, final

__all__ = [
    "Column",
    "Dialect",
    "Explanation",
    "Judge",
    "Policy",
    "Reader",
    "ed25519",
    "ed25519_blake2b",
    "ed25519_blake3",
    "level",
    "policies",
    "sm2",
    "x25519",
]

# Submodules, whose stubs are those of `chop.ed25519` and so on.
ed25519: Any
ed25519_blake2b: Any
ed25519_blake3: Any
sm2: Any
x25519: Any

@final
class Policy:
    def __new__(
        cls,
        name: str,
        *,
        equation: Literal["cofactored", "cofactorless"] | None = None,
        s_range: Literal["canonical", "top-three-bits"] | None = None,
        small_order_a: bool | None = None,
        small_order_r: bool | None = None,
        non_canonical_a: bool | None = None,
        non_canonical_r: bool | None = None,
    ) -> Policy: ...
    @property
    def name(self) -> str | None: ...
    @property
    def aliases(self) -> list[str]: ...
    @property
    def summary(self) -> str: ...
    @property
    def equation(self) -> Literal["cofactored", "cofactorless"]: ...
    @property
    def s_range(self) -> Literal["canonical", "top-three-bits"]: ...
    @property
    def small_order_a(self) -> bool: ...
    @property
    def small_order_r(self) -> bool: ...
    @property
    def non_canonical_a(self) -> bool: ...
    @property
    def non_canonical_r(self) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...

@final
class Explanation:
    @property
    def facts(self) -> dict[str, bool]: ...
    @property
    def verdicts(self) -> dict[str, Literal[True] | str]: ...
    @property
    def found(self) -> list[str]: ...

@final
class Dialect:
    @property
    def id(self) -> bytes | None: ...
    @property
    def hash(self) -> str: ...
    @property
    def document(self) -> str: ...
    @property
    def signature(self) -> str: ...
    @property
    def format(self) -> Literal["raw", "der", "der-lenient"] | None: ...
    @property
    def is_standard(self) -> bool: ...

@final
class Column:
    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: int, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def to_list(self) -> list[Any]: ...

@final
class Reader:
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class Judge:
    def __new__(
        cls,
        *,
        algorithm: str,
        policy: str | Policy | None,
        id: Any,
        form: str | None,
        ctx: Any,
        ph: bool,
        encoding: Any,
        names: list[str],
        out: str,
        errors: bool,
        threads: int,
    ) -> Judge: ...
    def columns(self, columns: list[Any]) -> tuple[Any, Column | None]: ...
    def stream(self, table: Any) -> Reader: ...

def policies() -> list[Policy]: ...
def level() -> str: ...
