"""Tables: a column of verdicts for the rows of a table, as the type of table that was given."""

from __future__ import annotations

import sys
from typing import Any, Iterable, Iterator

from . import _chop


class Verifier:
    """A rule and the names of columns, to verify tables with: for engines that call a function for each batch of rows.

    The arguments are those of `verify_table`. The object can be pickled, so that Spark, Ray and Dask send it to their workers.
    Each copy keeps the public keys that occur often prepared from call to call, in at most 64 MiB; a call that runs while
    another one does has a cache of its own, as large, until it ends.

    >>> import chop
    >>> verifier = chop.Verifier(policy="zip-215", key="pk", signature="sig", message="msg")
    >>> verifier
    chop.Verifier(policy='zip-215', key='pk', signature='sig', message='msg')
    """

    def __init__(
        self,
        *,
        policy: Any = None,
        key: str = "public_key",
        signature: str = "signature",
        message: str = "message",
        out: str = "valid",
        threads: int = 1,
        errors: bool = False,
        encoding: Any = None,
        algorithm: str = "ed25519",
        id: bytes | str | None = None,
        format: str | None = None,
        ctx: bytes | None = None,
        ph: bool = False,
    ) -> None:
        self._arguments = dict(
            policy=policy,
            key=key,
            signature=signature,
            message=message,
            out=out,
            threads=threads,
            errors=errors,
            encoding=dict(encoding) if isinstance(encoding, dict) else encoding,
            algorithm=algorithm,
            id=_own(id),
            format=format,
            ctx=_own(ctx),
            ph=ph,
        )
        self._prepare()

    def _prepare(self) -> None:
        given = dict(self._arguments)
        names = [given.pop(part) for part in ("key", "signature", "message")]
        self._judge = _chop.Judge(names=names, form=given.pop("format"), **given)

    def __call__(self, table: Any) -> Any:
        """The table with the column of verdicts, and with the column of reasons if `errors` is true."""
        for kind in type(table).__mro__:
            add = _ADDERS.get((kind.__module__.partition(".")[0], kind.__name__))
            if add is not None:
                return add(self, table)
        return self._judge.stream(table)

    def columns(self, keys: Any, sigs: Any, msgs: Any) -> Any:
        """A verdict for each row of three columns, as the functions `verify_each` return them: for engines that call a function with
        columns, such as DuckDB, Polars and DataFusion.

        >>> import chop
        >>> verifier = chop.Verifier(policy="zip-215")
        >>> verifier.columns([bytes(32)], [bytes(64)], [b""])
        [True]
        """
        return self._judge.columns([keys, sigs, msgs])[0]

    def columns_with_ids(self, keys: Any, sigs: Any, msgs: Any, ids: Any) -> Any:
        """As `columns`, with a fourth column of identifiers of SM2: for a verifier whose `id` names a column.

        >>> import chop
        >>> from chop import sm2
        >>> key = sm2.SigningKey.generate()
        >>> sig = key.sign(b"hello", id=b"alice")
        >>> verifier = chop.Verifier(algorithm="sm2", id="signer")
        >>> verifier.columns_with_ids([key.public_key] * 2, [sig] * 2, [b"hello"] * 2, [b"alice", b"bob"])
        [True, False]
        """
        return self._judge.columns([keys, sigs, msgs, ids])[0]

    def iter(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The tables of an iterator, one after the other, each with its verdicts: for `mapInArrow` of Spark."""
        for batch in batches:
            yield self(batch)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_judge"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    def __repr__(self) -> str:
        given = {
            name: value
            for name, value in self._arguments.items()
            if value != _DEFAULTS.get(name, None)
        }
        return f"chop.Verifier({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def _out(self) -> str:
        return str(self._arguments["out"])

    def _results(self, names: Iterable[Any], column: Any) -> dict[str, Any]:
        """The columns of the result by their names, for a table with columns of these names."""
        names = list(names)
        wanted = [str(self._arguments[part]) for part in ("key", "signature", "message")]
        if isinstance(self._arguments["id"], str):
            wanted.append(self._arguments["id"])
        for name in wanted:
            if names.count(name) != 1:
                what = "no column" if name not in names else "several columns"
                raise ValueError(f"the table has {what} {name}; it has {', '.join(map(str, names))}")
        out = [self._out()] + ([self._out() + "_error"] if self._arguments["errors"] else [])
        for name in out:
            if name in names:
                raise ValueError(f"the table has a column {name}: name another one with out=")
        results = self._judge.columns([column(name) for name in wanted])
        return dict(zip(out, results))


_DEFAULTS = {
    "key": "public_key",
    "signature": "signature",
    "message": "message",
    "out": "valid",
    "threads": 1,
    "errors": False,
    "algorithm": "ed25519",
    "ph": False,
}


def _own(given: Any) -> Any:
    """A copy of bytes that their owner may change, anything else as it is."""
    if isinstance(given, (bytes, str)):
        return given
    try:
        return memoryview(given).tobytes()
    except TypeError:
        return given


def _add_to_pyarrow(verifier: Verifier, table: Any) -> Any:
    pyarrow = sys.modules["pyarrow"]
    for name, result in verifier._results(table.schema.names, table.column).items():
        table = table.append_column(name, pyarrow.array(result))
    return table


def _add_to_pyarrow_reader(verifier: Verifier, reader: Any) -> Any:
    pyarrow = sys.modules["pyarrow"]
    return pyarrow.RecordBatchReader.from_stream(verifier._judge.stream(reader))


def _add_to_polars(verifier: Verifier, frame: Any) -> Any:
    polars = sys.modules["polars"]
    results = verifier._results(frame.columns, frame.get_column)
    return frame.with_columns(polars.Series(result).alias(name) for name, result in results.items())


def _add_to_lazy_polars(verifier: Verifier, frame: Any) -> Any:
    polars = sys.modules["polars"]
    schema = dict(frame.collect_schema())
    schema[verifier._out()] = polars.Boolean
    if verifier._arguments["errors"]:
        schema[verifier._out() + "_error"] = polars.String
    return frame.map_batches(verifier, schema=schema)


def _pandas_column(frame: Any, name: str) -> Any:
    column = frame[name]
    if column.dtype != object:
        return column
    # Objects are read as they are, which needs no Arrow library. pandas has several for what is missing.
    return [None if missing else value for value, missing in zip(column.to_list(), column.isna())]


def _add_to_pandas(verifier: Verifier, frame: Any) -> Any:
    results = verifier._results(frame.columns, lambda name: _pandas_column(frame, name))
    columns = {}
    for name, result in results.items():
        values = list(result)
        if name == verifier._out() and None not in values:
            columns[name] = sys.modules["numpy"].asarray(values, dtype=bool)
        else:
            columns[name] = sys.modules["pandas"].Series(
                values, index=frame.index, dtype="boolean" if name == verifier._out() else object
            )
    return frame.assign(**columns)


_ADDERS = {
    ("pyarrow", "Table"): _add_to_pyarrow,
    ("pyarrow", "RecordBatch"): _add_to_pyarrow,
    ("pyarrow", "RecordBatchReader"): _add_to_pyarrow_reader,
    ("polars", "DataFrame"): _add_to_polars,
    ("polars", "LazyFrame"): _add_to_lazy_polars,
    ("pandas", "DataFrame"): _add_to_pandas,
}


def verify_table(
    table: Any,
    policy: Any = None,
    *,
    key: str = "public_key",
    signature: str = "signature",
    message: str = "message",
    out: str = "valid",
    threads: int = 1,
    errors: bool = False,
    encoding: Any = None,
    algorithm: str = "ed25519",
    id: bytes | str | None = None,
    format: str | None = None,
    ctx: bytes | None = None,
    ph: bool = False,
) -> Any:
    """The table with a column of verdicts, a bool for each row, null where a cell of the row is null.

    A table of pyarrow, Polars or pandas gives one of the same type, a `pyarrow.RecordBatchReader` gives a reader that judges while
    it is read, and anything else that gives Arrow data (`__arrow_c_stream__`, `__arrow_c_array__`) a `chop.Reader`.

    `key`, `signature` and `message` name the columns of bytes: fixed-size, large or view binary, dictionaries of them, or text with
    its `encoding` ("hex", "base64", "base64url", or a dict by "key", "signature", "message", where messages may be "utf-8").
    `out` names the new column. `errors=True` adds a column `out` + "_error" that says why a row is not valid.

    `policy` is required for Ed25519; `ctx` and `ph` are as for `SigningKey.sign`. `algorithm` is "ed25519", "ed25519-blake3",
    "ed25519-blake2b" or "sm2", which has no policy and takes `format` and `id`: bytes for all rows, or the name of a column.
    `threads` threads verify.

    Raises `ValueError` if a column is missing, has rows of a wrong fixed width, or `out` is there already, and `TypeError` if a
    column has a wrong type.

    >>> import chop
    >>> from chop import ed25519
    >>> key = ed25519.SigningKey.generate()
    >>> import pyarrow
    >>> table = pyarrow.table({
    ...     "public_key": [bytes(key.public_key)] * 2,
    ...     "signature": [key.sign(b"hello")] * 2,
    ...     "message": [b"hello", b"olleh"],
    ... })
    >>> chop.verify_table(table, policy="zip-215")["valid"].to_pylist()
    [True, False]
    """
    verifier = Verifier(
        policy=policy,
        key=key,
        signature=signature,
        message=message,
        out=out,
        threads=threads,
        errors=errors,
        encoding=encoding,
        algorithm=algorithm,
        id=id,
        format=format,
        ctx=ctx,
        ph=ph,
    )
    return verifier(table)
