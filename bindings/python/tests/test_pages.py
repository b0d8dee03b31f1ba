"""Runs the blocks of Python in docs/columns.md, in the README of the package and in that of the project."""

import ast
import os
import re
import shutil
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
COLUMNS = PACKAGE.parents[1] / "docs" / "columns.md"
README = PACKAGE / "README.md"
PROJECT = PACKAGE.parents[1] / "README.md"

# Modules that a page uses and a machine may lack.
OPTIONAL = {"dask", "datafusion", "duckdb", "numpy", "pandas", "polars", "pyarrow", "pyspark", "ray"}


def sections(page):
    """The blocks of each section that has some, by its title, each with the number of its first line."""
    found, title, block = {}, page.name, None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if block is not None and line == "```":
            found.setdefault(title, []).append((first, "\n".join(block)))
            block = None
        elif block is not None:
            block.append(line)
        elif line == "```python":
            first, block = number + 1, []
        elif heading := re.match("## (.*)", line):
            title = heading[1]
    return found


def needed(code):
    """The optional modules that a block imports."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module.partition(".")[0])
    return sorted(names & OPTIONAL)


def run(page, blocks):
    """Runs blocks in one namespace, the lines of which are those of the page."""
    for name in sorted({name for _, code in blocks for name in needed(code)}):
        # The extras of Ray that it needs are known when this part of it is imported.
        module = "ray.data" if name == "ray" else name
        pytest.importorskip(module, reason=f"{module} is not installed", exc_type=ImportError)
        if name == "pyspark":
            pytest.importorskip("pandas", reason="pandas, which Spark needs, is not installed")
            if not shutil.which("java") and "JAVA_HOME" not in os.environ:
                pytest.skip("Spark needs Java")
    namespace = {"__name__": "page"}
    for first, code in blocks:
        exec(compile("\n" * (first - 1) + code, str(page), "exec"), namespace)


@pytest.fixture
def engines_end():
    yield
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()
    if "pyspark.sql" in sys.modules:
        session = sys.modules["pyspark.sql"].SparkSession.getActiveSession()
        if session is not None:
            session.stop()


@pytest.mark.parametrize("title", sections(COLUMNS))
@pytest.mark.filterwarnings("ignore")
def test_the_blocks_of_columns_run(title, engines_end):
    blocks = sections(COLUMNS)
    start = blocks["A table"]
    run(COLUMNS, start if title == "A table" else start + blocks[title])


def test_the_blocks_of_the_readme_run():
    run(README, [block for blocks in sections(README).values() for block in blocks])


def test_the_readme_of_the_project_runs():
    [(_, blocks)] = [item for item in sections(PROJECT).items() if item[0] == "In Python"]
    run(PROJECT, blocks)
