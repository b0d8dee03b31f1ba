"""Millions of signed rows, a few of them bad at hidden places, verified in Spark and in Ray.

From the root of a clone:

    pip install ./bindings/python "pyspark[sql]" "ray[data]"
    python bindings/python/examples/at_scale.py --engine both --rows 10000000

The names in brackets add what Spark's Arrow functions and Ray Data import: pandas, numpy and pyarrow. Spark needs Java 17 or newer. Ten
million rows take 1.4 GB in a temporary folder; `--folder` names one that is kept and read again by the next run.

The program writes Parquet files, lets each engine verify them, and checks that the engine finds the hidden rows and no others. Its last
lines say how much of the engine's own speed is left, as a share of 1 / (1/a + 1/b):

    a   rows a second of the same job with a function that verifies nothing: it passes batches through and adds a constant column
    b   rows a second of `verify_each` alone, in this process, with a thread for each core

An engine that does its own work and the verification one after the other, on all cores, has a share of 100 %. Spark may have more, because
its Java half works beside the Python half. On a machine with other load the many processes of an engine get more of the cores than the one
process that measures b; the second share takes for b what `verify_each` would reach with the cores to itself, by its processor time.
"""

import argparse
import logging
import os
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import chop
from chop import ed25519

POLICY = "zip-215"
COLUMNS = ("public_key", "signature", "message")
OF_A_FILE = 250_000
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
SCHEMA = pa.schema([("row", pa.int64())] + [(name, pa.binary()) for name in COLUMNS])
WAYS = ("flipped bit", "other message", "other key", "short signature")


# --- the rows ------------------------------------------------------------------------------------------


def hidden_rows(rows: int) -> dict[int, str]:
    """The bad rows, and in which way each is bad: the same for the same number of rows."""
    places = random.Random(rows).sample(range(rows), min(rows, 40))
    return {row: WAYS[i % len(WAYS)] for i, row in enumerate(places)}


def signers() -> tuple[list[Any], list[int]]:
    """Keys and how often each signs: 16 sign half of the rows, 10,000 the other half."""
    seeds = [n.to_bytes(32, "little") for n in range(10_016)]
    return ed25519.keygen_many(seeds), [625] * 16 + [1] * 10_000


def signed_table(first: int, rows: int, hidden: dict[int, str]) -> pa.Table:
    """Rows `first` to `first + rows`, signed, and those that are hidden spoilt."""
    source = random.Random(first)
    keys, weights = signers()
    signing = source.choices(keys, weights, k=rows)
    text = source.randbytes(32 * rows)
    messages = [text[i : i + 32] for i in range(0, len(text), 32)]
    signatures = ed25519.sign_many(signing, messages, threads=CORES)
    public = {key: bytes(key.public_key) for key in keys}
    columns = [[public[key] for key in signing], signatures, messages]
    for row in range(first, first + rows):
        if row in hidden:
            spoil(columns, row - first, hidden[row])
    return pa.table([range(first, first + rows), *columns], schema=SCHEMA)


def spoil(columns: list[list[bytes]], i: int, way: str) -> None:
    """Makes row `i` bad."""
    keys, signatures, messages = columns
    if way == "flipped bit":
        signatures[i] = bytes([signatures[i][0] ^ 1]) + signatures[i][1:]
    elif way == "other message":
        messages[i] = messages[i][::-1]
    elif way == "other key":
        keys[i] = next(key for key in keys if key != keys[i])
    else:
        signatures[i] = signatures[i][:63]


def write(folder: Path, rows: int) -> None:
    """Writes the files, unless the folder has them."""
    folder.mkdir(parents=True, exist_ok=True)
    files = sorted(folder.glob("*.parquet"))
    if files:
        there = sum(pq.read_metadata(file).num_rows for file in files)
        if there != rows:
            sys.exit(f"{folder} has {there:,} rows and not {rows:,}: name another folder")
        return
    start, hidden = time.perf_counter(), hidden_rows(rows)
    for first in range(0, rows, OF_A_FILE):
        table = signed_table(first, min(OF_A_FILE, rows - first), hidden)
        pq.write_table(table, folder / f"{first:012}.parquet", compression="none", use_dictionary=["public_key"])
    print(f"{rows:,} rows signed and written in {time.perf_counter() - start:.0f} s: {folder}")


def rates_alone(folder: Path) -> tuple[float, float]:
    """Rows a second of `verify_each` in this process, by the clock and by processor time."""
    rows, seconds, processor = 0, 0.0, 0.0
    for file in sorted(folder.glob("*.parquet")):
        table = pq.read_table(file)
        columns = [table[name] for name in COLUMNS]
        start, spent = time.perf_counter(), time.process_time()
        ed25519.verify_each(*columns, policy=POLICY, threads=CORES)
        seconds += time.perf_counter() - start
        processor += time.process_time() - spent
        rows += table.num_rows
    return rows / seconds, CORES * rows / processor


# --- the memory of workers -----------------------------------------------------------------------------


class Memory:
    """The private memory of the worker processes while a job runs, read from /proc twice a second; none on other systems."""

    def __init__(self, is_worker: Callable[[str], bool]) -> None:
        self.is_worker = is_worker
        self.samples: list[tuple[float, int, int]] = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def __enter__(self) -> "Memory":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.done.set()
        self.thread.join()

    def watch(self) -> None:
        start = time.perf_counter()
        while not self.done.wait(0.5):
            for process in Path("/proc").glob("[0-9]*"):
                try:
                    if self.is_worker((process / "cmdline").read_text().replace("\0", " ")):
                        status = (process / "status").read_text()
                        kib = int(status.partition("RssAnon:")[2].split()[0])
                        self.samples.append((time.perf_counter() - start, int(process.name), kib))
                except (OSError, ValueError, IndexError):
                    pass  # It ended meanwhile.

    def report(self) -> list[str]:
        """A line for the peak, and one for the largest worker in each tenth of the time."""
        if not self.samples:
            return ["memory of the workers    not measured"]
        end = self.samples[-1][0]
        largest = [0] * 10
        for when, _, kib in self.samples:
            tenth = min(9, int(10 * when / end))
            largest[tenth] = max(largest[tenth], kib // 1024)
        return [
            f"peak memory of a worker  {max(largest)} MiB, of {len({pid for _, pid, _ in self.samples})} processes",
            f"in each tenth of the job {' '.join(map(str, largest))} MiB",
        ]


# --- the engines ---------------------------------------------------------------------------------------


Found = tuple[int, list[int]]


class Spark:
    """Spark in local mode, with a Python process for each core."""

    def __init__(self) -> None:
        # The workers run this interpreter.
        os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(f"local[{CORES}]")
        settings = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        self.session = builder.getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")

    def job(self, folder: Path, function: Callable[[Iterable[Any]], Iterator[Any]]) -> Found:
        """The number of rows, and those that the function finds bad."""
        from pyspark.sql import functions as F

        columns = "row bigint, public_key binary, signature binary, message binary, valid boolean"
        judged = self.session.read.parquet(str(folder)).mapInArrow(function, columns)
        bad = F.collect_list(F.when(~F.col("valid"), F.col("row")))
        return tuple(judged.agg(F.count("valid"), bad).first())

    def count_only(self, folder: Path) -> Found:
        def constant(batches: Iterable[Any]) -> Iterator[Any]:
            for batch in batches:
                yield batch.append_column("valid", pa.repeat(True, batch.num_rows))

        return self.job(folder, constant)

    def verify(self, folder: Path) -> Found:
        return self.job(folder, chop.Verifier(policy=POLICY).iter)

    @staticmethod
    def is_worker(command: str) -> bool:
        return "pyspark.daemon" in command

    def stop(self) -> None:
        self.session.stop()


class Ray:
    """Ray on this machine, with an actor for each core."""

    def __init__(self) -> None:
        import ray.data

        ray.init(
            num_cpus=max(2, CORES),
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            log_to_driver=False,
            logging_level="ERROR",
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        logging.getLogger("ray.data").setLevel(logging.ERROR)

    def job(self, folder: Path, function: Any, **arguments: Any) -> Found:
        """The number of rows, and those that the function finds bad."""
        import ray

        judged = ray.data.read_parquet(str(folder)).map_batches(
            function,
            fn_constructor_kwargs=arguments,
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=CORES),
            num_cpus=0.5,  # Tasks that read need cores, too: actors that ask for all may wait for ever.
        )
        rows, bad = 0, []
        for batch in judged.iter_batches(batch_size=None, batch_format="pyarrow"):
            rows += batch.num_rows
            bad += batch.filter(pc.invert(batch["valid"]))["row"].to_pylist()
        return rows, bad

    def count_only(self, folder: Path) -> Found:
        class Constant:
            def __call__(self, table: pa.Table) -> pa.Table:
                return table.append_column("valid", pa.repeat(True, table.num_rows))

        return self.job(folder, Constant)

    def verify(self, folder: Path) -> Found:
        return self.job(folder, chop.Verifier, policy=POLICY)

    @staticmethod
    def is_worker(command: str) -> bool:
        return command.startswith("ray::MapWorker")

    def stop(self) -> None:
        import ray

        ray.shutdown()


# --- the run -------------------------------------------------------------------------------------------


def timed(job: Callable[[Path], Found], folder: Path) -> tuple[list[int], float]:
    """The bad rows, and rows a second."""
    start = time.perf_counter()
    rows, bad = job(folder)
    return sorted(bad), rows / (time.perf_counter() - start)


def check(found: list[int], hidden: dict[int, str]) -> None:
    """Prints the rows that were found; ends the program if they are not the hidden ones."""
    if found != sorted(hidden):
        sys.exit(f"missed: {sorted(set(hidden) - set(found))}; wrongly found: {sorted(set(found) - set(hidden))}")
    print(f"exactly the {len(hidden)} hidden rows were found:")
    for way in WAYS:
        print(f"  {way}: {', '.join(str(row) for row in found if hidden[row] == way)}")


def run(name: str, folder: Path, rows: int, few: Path) -> None:
    """Verifies the rows with an engine and prints what became of it."""
    print(f"\n{name}, {CORES} cores, chop's level {chop.level()}, {rows:,} rows")
    engine = {"spark": Spark, "ray": Ray}[name]()
    try:
        engine.verify(few)  # The first job starts the workers.
        b, unloaded = rates_alone(folder)
        _, a = timed(engine.count_only, folder)
        with Memory(engine.is_worker) as memory:
            found, rate = timed(engine.verify, folder)
    finally:
        engine.stop()
    check(found, hidden_rows(rows))
    print(f"rows a second            {rate:,.0f}")
    print(f"a, the engine alone      {a:,.0f}")
    print(f"b, verify_each alone     {b:,.0f}")
    print(f"b, by processor time     {unloaded:,.0f}")
    print(f"share of 1/(1/a + 1/b)   {rate * (1 / a + 1 / b):.0%}; {rate * (1 / a + 1 / unloaded):.0%} with b by processor time")
    print(*memory.report(), sep="\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Verifies many signed rows in Spark and in Ray.")
    parser.add_argument("--engine", choices=("spark", "ray", "both"), default="both")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--folder", type=Path, help="where the files are, or will be written and kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder, few = options.folder or Path(temporary, "rows"), Path(temporary, "few")
        write(folder, options.rows)
        write(few, 10_000)
        for name in ("spark", "ray") if options.engine == "both" else (options.engine,):
            run(name, folder, options.rows, few)


if __name__ == "__main__":
    main()
