"""Signatures verified in DataFusion, by a function of SQL.

From the root of a clone:

    pip install ./bindings/python datafusion pyarrow
    python bindings/python/examples/datafusion_udf.py [rows]
"""

import sys

import pyarrow as pa
from datafusion import SessionContext, udf

import chop
from chop import ed25519


def signed_table(rows: int) -> pa.Table:
    """Rows that one key has signed, but for row 2, which has the signature of row 1."""
    key = ed25519.SigningKey.generate()
    messages = [b"payment %d" % row for row in range(rows)]
    signatures = key.sign_many(messages)
    signatures[2] = signatures[1]
    return pa.table({"public_key": [bytes(key.public_key)] * rows, "signature": signatures, "message": messages})


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    context = SessionContext()
    context.from_arrow(signed_table(rows), name="payments")
    verifier = chop.Verifier(policy="zip-215")
    context.register_udf(udf(verifier.columns, [pa.binary()] * 3, pa.bool_(), "immutable", name="is_valid"))
    query = "SELECT message FROM payments WHERE is_valid(public_key, signature, message) IS NOT TRUE"
    for message in context.sql(query).to_pydict()["message"]:
        print("not valid:", message)


if __name__ == "__main__":
    main()
