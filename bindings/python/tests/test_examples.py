"""Runs the programs of examples/ with few rows, each in a process of its own."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

# A program, the modules that it needs, its arguments, and how often it names a bad row.
PROGRAMS = [
    ("spark.py", ["pyspark", "pandas", "pyarrow"], ["5000"], b"payment 2", (1, 2)),
    ("ray_data.py", ["ray", "pandas", "pyarrow"], ["5000"], b"payment 2", (1,)),
    ("duckdb_udf.py", ["duckdb", "pyarrow"], ["5000"], b"payment 2", (1,)),
    ("polars_columns.py", ["polars"], ["5000"], b"payment 2", (2,)),
    ("dask_partitions.py", ["dask", "pandas"], ["5000"], b"payment 2", (1,)),
    ("datafusion_udf.py", ["datafusion", "pyarrow"], ["5000"], b"payment 2", (1,)),
    ("at_scale.py", ["pyspark", "pandas", "pyarrow"], ["--engine", "spark", "--rows", "20000"], b"exactly the 40 hidden", (1,)),
    ("at_scale.py", ["ray", "pandas", "pyarrow"], ["--engine", "ray", "--rows", "20000"], b"exactly the 40 hidden", (1,)),
]


def skip_without(modules):
    for name in modules:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed")
    if "pyspark" in modules and not shutil.which("java") and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")


@pytest.mark.parametrize(("program", "modules", "arguments", "text", "times"), PROGRAMS, ids=lambda value: str(value)[:24])
def test_the_example_finds_the_bad_rows(program, modules, arguments, text, times):
    skip_without(modules)
    command = [sys.executable, str(EXAMPLES / program), *arguments]
    done = subprocess.run(command, capture_output=True, timeout=180)
    assert done.returncode == 0, done.stderr.decode()[-4000:]
    assert done.stdout.count(text) in times, done.stdout.decode()


def test_every_example_is_run():
    assert {program for program, *_ in PROGRAMS} == {path.name for path in EXAMPLES.glob("*.py")}
