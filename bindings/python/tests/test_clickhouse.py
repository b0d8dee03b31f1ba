"""The program as a function of ClickHouse, with the configuration and the queries of docs/tables.md, inside chdb."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from chop import ed25519

PAGE = Path(__file__).resolve().parents[3] / "docs" / "tables.md"
ROWS = 20_000
BAD = {0, 7, 12_345, ROWS - 1}
QUERIES = '''
import sys
import chdb.session
folder, queries = sys.argv[1], sys.argv[2:]
session = chdb.session.Session(
    f":memory:?config-file={folder}/config.xml&user_scripts_path={folder}/scripts"
    f"&user_defined_executable_functions_config={folder}/*_function.xml"
)
for query in queries:
    print(session.query(query, "CSV"), end="")
'''


def blocks(language):
    """The blocks of a language in the section about ClickHouse."""
    section = PAGE.read_text(encoding="utf-8").partition("### ClickHouse")[2]
    return re.findall(f"```{language}\n(.*?)```", section, re.S)


def signed(folder):
    """A file of rows as ClickHouse reads it, with a few that are not valid."""
    keys = ed25519.keygen_many([bytes([n]) * 32 for n in range(1, 20)])
    msgs = [b"message \0 %d" % i for i in range(ROWS)]
    signing = [keys[i % len(keys)] for i in range(ROWS)]
    sigs = ed25519.sign_many(signing, msgs)
    with (folder / "signed.csv").open("w", newline="", encoding="ascii") as file:
        rows = csv.writer(file)
        for i, (key, msg, sig) in enumerate(zip(signing, msgs, sigs)):
            msg = msg + b"!" if i in BAD else msg
            rows.writerow([i, bytes(key.public_key).hex(), msg.hex(), sig.hex()])
    return "(SELECT id, unhex(k) AS public_key, unhex(m) AS message, unhex(s) AS signature FROM " + (
        f"file('{folder}/signed.csv', CSV, 'id UInt32, k String, m String, s String'))"
    )


def test_the_functions_and_queries_of_the_page(tmp_path):
    pytest.importorskip("chdb", reason="chdb is not installed")
    program = os.environ.get("CHOP_PROGRAM")
    if not program:
        pytest.skip("CHOP_PROGRAM names no program")
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "chop").symlink_to(program)
    (tmp_path / "config.xml").write_text("<clickhouse></clickhouse>")
    (function,) = blocks("xml")
    (tmp_path / "chop_function.xml").write_text(function)
    (sql,) = blocks("sql")
    queries = [query.strip() for query in sql.replace("FROM signed", f"FROM {signed(tmp_path)}").split(";") if query.strip()]
    assert len(queries) == 2
    done = subprocess.run([sys.executable, "-c", QUERIES, tmp_path, *queries], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    *rows, count = done.stdout.splitlines()
    verdicts = dict(map(int, row.split(",")) for row in rows)
    assert verdicts == {i: int(i not in BAD) for i in range(ROWS)} and int(count) == len(BAD)
