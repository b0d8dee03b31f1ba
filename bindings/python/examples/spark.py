"""Signatures verified in Spark, as batches of Arrow data and as a function of columns.

From the root of a clone, with Java 17 or newer:

    pip install ./bindings/python "pyspark[sql]"
    python bindings/python/examples/spark.py [rows]
"""

import os
import sys

import pyarrow as pa

import chop
from chop import ed25519

# The workers run this interpreter.
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

from pyspark.sql import SparkSession, functions  # noqa: E402

verifier = chop.Verifier(policy="zip-215")


def signed_table(rows: int) -> pa.Table:
    """Rows that one key has signed, but for row 2, which has the signature of row 1."""
    key = ed25519.SigningKey.generate()
    messages = [b"payment %d" % row for row in range(rows)]
    signatures = key.sign_many(messages)
    signatures[2] = signatures[1]
    return pa.table({"public_key": [bytes(key.public_key)] * rows, "signature": signatures, "message": messages})


def session() -> SparkSession:
    """Spark on this machine."""
    builder = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    for name in ("spark.driver.host", "spark.driver.bindAddress"):
        builder = builder.config(name, "127.0.0.1")
    return builder.getOrCreate()


def is_valid(keys: pa.Array, signatures: pa.Array, messages: pa.Array) -> pa.Array:
    return pa.array(verifier.columns(keys, signatures, messages))


def main() -> None:
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    spark = session()
    frame = spark.createDataFrame(signed_table(rows))

    judged = frame.mapInArrow(verifier.iter, "public_key binary, signature binary, message binary, valid boolean")
    print("mapInArrow:", [bytes(row.message) for row in judged.where("valid IS NOT TRUE").collect()])

    if hasattr(functions, "arrow_udf"):  # Spark 4.1
        valid = functions.arrow_udf(is_valid, "boolean")("public_key", "signature", "message")
        print("arrow_udf: ", [bytes(row.message) for row in frame.where(~valid).collect()])
    spark.stop()


if __name__ == "__main__":
    main()
