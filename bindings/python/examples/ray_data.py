"""Signatures verified in Ray Data, by an actor for each core.

From the root of a clone:

    pip install ./bindings/python "ray[data]"
    python bindings/python/examples/ray_data.py [rows]
"""

import os
import sys

import pyarrow as pa
import pyarrow.compute as pc
import ray.data

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
    cores = max(2, os.cpu_count() or 1)
    ray.init(num_cpus=cores, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    judged = (
        ray.data.from_arrow(signed_table(rows))
        .repartition(2 * cores)
        .map_batches(
            chop.Verifier,
            fn_constructor_kwargs={"policy": "zip-215"},
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=cores),
            num_cpus=0.5,  # Actors that ask for all cores leave none to other tasks.
        )
    )
    for batch in judged.iter_batches(batch_size=None, batch_format="pyarrow"):
        for row in batch.filter(pc.invert(batch["valid"])).to_pylist():
            print("not valid:", row["message"])
    ray.shutdown()


if __name__ == "__main__":
    main()
