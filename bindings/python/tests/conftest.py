"""What the tests share: the verdicts of the reference, and honest keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chop import ed25519

VERDICTS = Path(__file__).resolve().parents[2] / "verdicts"


def _lines(name: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (VERDICTS / name).read_text(encoding="utf-8").splitlines()]
    assert rows
    for row in rows:
        for part in ("key", "signature", "message", "id"):
            if part in row:
                row[part] = bytes.fromhex(row[part])
    return rows


@pytest.fixture(scope="session")
def ed25519_edges() -> list[dict[str, Any]]:
    return _lines("ed25519.jsonl")


@pytest.fixture(scope="session")
def sm2_edges() -> list[dict[str, Any]]:
    return _lines("sm2.jsonl")


@pytest.fixture
def key() -> ed25519.SigningKey:
    return ed25519.SigningKey.from_seed(bytes(range(32)))
