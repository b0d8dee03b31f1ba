"""Every policy × every signature on the edge × every way to ask: the verdict is the reference's."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import chop
from chop import ed25519, sm2

POLICIES = [policy.name for policy in chop.policies()]


def columns(rows):
    return [[row[part] for row in rows] for part in ("key", "signature", "message")]


def is_key(encoding, scheme):
    try:
        scheme.VerifyingKey(encoding)
    except chop.MalformedKey:
        return False
    return True


def test_the_policies_are_those_of_the_reference(ed25519_edges):
    named = {name for row in ed25519_edges for name in row["valid"]}
    assert named == set(POLICIES)


@pytest.mark.parametrize("policy", POLICIES)
def test_one(ed25519_edges, policy):
    for row in ed25519_edges:
        expected = policy in row["valid"]
        if not is_key(row["key"], ed25519):
            assert not expected, row["name"]
            continue
        key = ed25519.VerifyingKey(row["key"])
        for own in (key, key.prepare()):
            assert own.is_valid(row["signature"], row["message"], policy=policy) == expected, row["name"]
        verdict = key.explain(row["signature"], row["message"]).verdicts[policy]
        assert (verdict is True) == expected, row["name"]
        if expected:
            key.verify(row["signature"], row["message"], policy=policy)
        else:
            with pytest.raises(chop.InvalidSignature):
                key.verify(row["signature"], row["message"], policy=policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("threads", [1, 3])
def test_each_all_and_find_invalid(ed25519_edges, policy, threads):
    # Often enough for every key to be prepared.
    rows = ed25519_edges * 5
    expected = [policy in row["valid"] for row in rows]
    keys, sigs, msgs = columns(rows)
    each = ed25519.verify_each(keys, sigs, msgs, policy=policy, threads=threads)
    assert each == expected
    invalid = [i for i, valid in enumerate(expected) if not valid]
    assert ed25519.find_invalid(keys, sigs, msgs, policy=policy, threads=threads) == invalid
    with pytest.raises(chop.BatchInvalid) as raised:
        ed25519.verify_all(keys, sigs, msgs, policy=policy, threads=threads)
    assert raised.value.rows == invalid
    valid = [row for row in rows if policy in row["valid"]]
    ed25519.verify_all(*columns(valid), policy=policy, threads=threads)


@pytest.mark.parametrize("policy", POLICIES)
def test_columns(ed25519_edges, policy):
    rows = ed25519_edges
    expected = [policy in row["valid"] for row in rows]
    keys, sigs, msgs = columns(rows)
    arrays = [np.frombuffer(b"".join(part), np.uint8).reshape(len(rows), -1) for part in (keys, sigs)]
    result = ed25519.verify_each(*arrays, msgs, policy=policy)
    assert isinstance(result, np.ndarray) and result.dtype == bool and result.tolist() == expected
    for key_type, sig_type, msg_type in [
        (pa.binary(32), pa.binary(64), pa.binary()),
        (pa.binary(), pa.large_binary(), pa.large_binary()),
        (pa.binary_view(), pa.binary_view(), pa.binary_view()),
        (pa.dictionary(pa.int16(), pa.binary(32)), pa.binary(), pa.binary()),
    ]:
        arrow = [pa.array(part, kind) for part, kind in zip((keys, sigs, msgs), (key_type, sig_type, msg_type))]
        assert list(ed25519.verify_each(*arrow, policy=policy)) == expected
        table = pa.table(arrow, names=["public_key", "signature", "message"])
        assert chop.verify_table(table, policy=policy)["valid"].to_pylist() == expected
    verifier = chop.Verifier(policy=policy)
    for _ in range(140):
        verifier(table)
    assert verifier(table)["valid"].to_pylist() == expected


def test_sm2_in_every_way(sm2_edges):
    assert sum(row["valid"] for row in sm2_edges) == 4
    for row in sm2_edges:
        if is_key(row["key"], sm2):
            key = sm2.VerifyingKey(row["key"])
            for own in (key, key.prepare()):
                verdict = own.is_valid(row["signature"], row["message"], id=row["id"])
                assert verdict == row["valid"], row["name"]
            if row["valid"]:
                key.verify(row["signature"], row["message"], id=row["id"])
            else:
                with pytest.raises(chop.InvalidSignature):
                    key.verify(row["signature"], row["message"], id=row["id"])
        else:
            assert not row["valid"], row["name"]
    for id in {row["id"] for row in sm2_edges}:
        # Often enough for the keys to be prepared.
        rows = [row for row in sm2_edges if row["id"] == id] * 60
        expected = [row["valid"] for row in rows]
        keys, sigs, msgs = columns(rows)
        assert sm2.verify_each(keys, sigs, msgs, id=id) == expected
        assert sm2.verify_each(keys, sigs, msgs, id=id, threads=2) == expected
        arrow = [pa.array(part, pa.binary()) for part in (keys, sigs, msgs)]
        assert list(sm2.verify_each(*arrow, id=id)) == expected
        table = pa.table(arrow, names=["public_key", "signature", "message"])
        assert chop.verify_table(table, algorithm="sm2", id=id)["valid"].to_pylist() == expected
