"""Signatures verified in Polars: a lazy frame, and an expression.

From the root of a clone:

    pip install ./bindings/python polars
    python bindings/python/examples/polars_columns.py [rows]
"""

import os
import sys

import polars as pl

import chop
from chop import ed25519

COLUMNS = ("public_key", "signature", "message")
verifier = chop.Verifier(policy="zip-215", threads=os.cpu_count() or 1)


def signed_frame(rows: int) -> pl.DataFrame:
    """Rows that one key has signed, but for row 2, which has the signature of row 1."""
    key = ed25519.SigningKey.generate()
    messages = [b"payment %d" % row for row in range(rows)]
    signatures = key.sign_many(messages)
    signatures[2] = signatures[1]
    return pl.DataFrame({"public_key": [bytes(key.public_key)] * rows, "signature": signatures, "message": messages})


def is_valid(rows: pl.Series) -> pl.Series:
    return pl.Series(verifier.columns(*(rows.struct.field(name) for name in COLUMNS)))


def main() -> None:
    frame = signed_frame(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)

    lazy = verifier(frame.lazy()).filter(pl.col("valid").not_())
    print("lazy frame:", lazy.collect()["message"].to_list())

    valid = pl.struct(COLUMNS).map_batches(is_valid, return_dtype=pl.Boolean)
    print("expression:", frame.filter(valid.not_())["message"].to_list())


if __name__ == "__main__":
    main()
