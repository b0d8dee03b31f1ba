"""Signatures verified in Dask, partition by partition.

From the root of a clone:

    pip install ./bindings/python "dask[dataframe]"
    python bindings/python/examples/dask_partitions.py [rows]
"""

import sys

import dask
import dask.dataframe as dd
import pandas as pd

import chop
from chop import ed25519


def signed_frame(rows: int) -> pd.DataFrame:
    """Rows that one key has signed, but for row 2, which has the signature of row 1."""
    key = ed25519.SigningKey.generate()
    messages = [b"payment %d" % row for row in range(rows)]
    signatures = key.sign_many(messages)
    signatures[2] = signatures[1]
    return pd.DataFrame({"public_key": [bytes(key.public_key)] * rows, "signature": signatures, "message": messages})


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    # Dask reads objects as text otherwise, which bytes are not.
    dask.config.set({"dataframe.convert-string": False})
    frame = dd.from_pandas(signed_frame(rows), npartitions=4)
    judged = frame.map_partitions(chop.verify_table, policy="zip-215", meta=dict(frame.dtypes, valid="bool"))
    for message in judged[~judged["valid"]]["message"].compute():
        print("not valid:", message)


if __name__ == "__main__":
    main()
