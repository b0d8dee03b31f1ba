"""Columns of every kind, from every library that is there: the same verdicts, in the form that was given."""

from __future__ import annotations

import base64
import pickle
import signal
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import chop
from chop import ed25519, sm2, x25519

pa = pytest.importorskip("pyarrow")

N = 500


@pytest.fixture(scope="module")
def rows():
    """Keys, signatures, messages, and which rows are valid: every seventh is not."""
    keys = ed25519.keygen_many([bytes([n]) * 32 for n in range(1, 8)])
    own = [keys[i % len(keys)] for i in range(N)]
    msgs = [b"message %d" % i for i in range(N)]
    sigs = ed25519.sign_many(own, msgs)
    valid = [i % 7 != 3 for i in range(N)]
    msgs = [msg if good else msg + b"!" for msg, good in zip(msgs, valid)]
    return [bytes(key.public_key) for key in own], sigs, msgs, valid


def table_of(rows, **types):
    keys, sigs, msgs, _ = rows
    return pa.table(
        {
            "public_key": pa.array(keys, types.get("key", pa.binary(32))),
            "signature": pa.array(sigs, types.get("sig", pa.binary(64))),
            "message": pa.array(msgs, types.get("msg", pa.binary())),
        }
    )


def each(keys, sigs, msgs, **more):
    return ed25519.verify_each(keys, sigs, msgs, policy="zip-215", **more)


def test_numpy_in_every_layout(rows):
    keys, sigs, msgs, valid = rows
    matrix = [np.frombuffer(b"".join(part), np.uint8).reshape(N, -1) for part in (keys, sigs)]
    fixed = np.frombuffer(b"".join(msg.ljust(16, b".") for msg in msgs), np.uint8).reshape(N, 16)
    writable = [part.copy() for part in matrix]
    for keys_, sigs_ in (matrix, writable):
        assert each(keys_, sigs_, msgs).tolist() == valid
        assert each(np.asfortranarray(keys_), sigs_, msgs).tolist() == valid
        wide = np.zeros((N, 128), np.uint8)
        wide[:, ::2] = sigs_
        assert each(keys_, wide[:, ::2], msgs).tolist() == valid
        backwards = each(keys_[::-1], sigs_[::-1], msgs[::-1])
        assert backwards.tolist() == valid[::-1]
    assert not each(*matrix, fixed).any()
    objects = np.array(msgs, dtype=object)
    assert each(keys, sigs, objects).tolist() == valid
    result = each(*matrix, msgs)
    result[0] = False
    assert result.flags.writeable


def test_the_result_is_of_the_kind_of_the_columns(rows):
    keys, sigs, msgs, valid = rows
    arrow, array = pa.array(sigs, pa.binary(64)), np.frombuffer(b"".join(keys), np.uint8).reshape(N, 32)
    assert type(each(keys, sigs, tuple(msgs))) is list
    assert type(each(array, sigs, msgs)) is np.ndarray
    column = each(array, arrow, msgs)
    assert type(column) is chop.Column and len(column) == N and list(column) == valid
    assert column[0] is True and column[3] is False and column[-1] is valid[-1]
    assert np.asarray(column).tolist() == valid and pa.array(column).to_pylist() == valid
    assert column.to_list() == valid and pa.array(column).type == pa.bool_()
    with pytest.raises(IndexError):
        column[N]


def test_missing_cells(rows):
    keys, sigs, msgs, valid = rows
    some = [None if i % 5 == 0 else msg for i, msg in enumerate(msgs)]
    expected = [None if i % 5 == 0 else good for i, good in enumerate(valid)]
    assert each(keys, sigs, some) == expected
    assert list(each(pa.array(keys), sigs, some)) == expected
    assert list(each(keys, sigs, pa.array(some))) == expected
    with pytest.raises(ValueError, match="row 0"):
        each(np.frombuffer(b"".join(keys), np.uint8).reshape(N, 32), sigs, some)
    with pytest.raises(ValueError, match="row 0"):
        np.asarray(each(keys, sigs, pa.array(some)))
    invalid = [i for i, good in enumerate(expected) if good is not True]
    assert ed25519.find_invalid(keys, sigs, some, policy="zip-215") == invalid
    with pytest.raises(chop.BatchInvalid) as raised:
        ed25519.verify_all(keys, sigs, some, policy="zip-215")
    assert raised.value.rows == invalid
    assert list(each(pa.nulls(N), sigs, msgs)) == [None] * N


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_chunks_slices_and_dictionaries(rows, threads):
    keys, sigs, msgs, valid = rows
    table = table_of(rows)
    chunked = pa.concat_tables([table.slice(0, 7), table.slice(7, 0), table.slice(7, 200), table.slice(207)])
    other = pa.chunked_array([msgs[:300], msgs[300:]])
    args = (chunked["public_key"], sigs, other)
    assert list(each(*args, threads=threads)) == valid
    for kind in (pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()):
        entries = sorted(set(keys))
        codes = pa.array([entries.index(key) for key in keys], kind)
        dictionary = pa.DictionaryArray.from_arrays(codes, pa.array(entries, pa.binary(32)))
        assert list(each(dictionary, sigs, msgs)) == valid
        assert list(each(dictionary[100:], sigs[100:], msgs[100:])) == valid[100:]
    part = slice(13, 402)
    assert list(each(pa.array(keys, pa.binary(32))[part], sigs[part], pa.array(msgs)[part])) == valid[part]
    assert list(each(pa.array([], pa.binary(32)), [], [])) == []
    assert list(each(pa.chunked_array([], pa.binary(32)), [], [])) == []


@pytest.mark.parametrize("encoding", ["hex", "base64", "base64url"])
def test_text_in_a_named_encoding(rows, encoding):
    import base64

    keys, sigs, msgs, valid = rows
    write = {
        "hex": bytes.hex,
        "base64": lambda raw: base64.b64encode(raw).decode(),
        "base64url": lambda raw: base64.urlsafe_b64encode(raw).decode().rstrip("="),
    }[encoding]
    text = [[write(cell) for cell in part] for part in (keys, sigs, msgs)]
    text[1][0] = "no text of this kind!"
    expected = [False, *valid[1:]]
    for kind in (pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())):
        arrow = [pa.array(part, pa.string()).cast(kind) for part in text]
        assert list(each(*arrow, encoding=encoding)) == expected
    table = pa.table(arrow, names=["public_key", "signature", "message"])
    judged = chop.verify_table(table, policy="zip-215", encoding=encoding, errors=True)
    assert judged["valid"].to_pylist() == expected
    assert "encoding" in judged["valid_error"][0].as_py() and judged["valid_error"][1].as_py() is None
    assert judged["valid_error"][3].as_py() == "the equation does not hold"
    with pytest.raises(TypeError, match="encoding"):
        each(*arrow)
    parts = {"key": encoding, "signature": encoding, "message": "utf-8"}
    plain = pa.array([msg.decode() for msg in msgs])
    assert list(each(arrow[0], arrow[1], plain, encoding=parts)) == expected


def test_rows_of_wrong_lengths_are_false_and_say_why(rows):
    keys, sigs, msgs, valid = (list(part) for part in rows)
    keys[0], sigs[1], keys[2] = b"short", sigs[1] + b"\0", b"\x02" + bytes(31)
    expected = [False, False, False, *valid[3:]]
    assert each(keys, sigs, msgs) == expected
    table = pa.table({"k": keys, "s": sigs, "m": msgs})
    judged = chop.verify_table(
        table, policy="zip-215", key="k", signature="s", message="m", out="ok", errors=True
    )
    assert judged["ok"].to_pylist() == expected
    why = judged["ok_error"].to_pylist()
    assert "32 bytes" in why[0] and "64 bytes" in why[1] and "public key" in why[2]
    assert [text is None for text in why] == expected
    assert ed25519.find_invalid(keys, sigs, msgs, policy="zip-215") == [i for i, ok in enumerate(expected) if not ok]


def test_columns_that_cannot_be_right_are_named(rows):
    keys, sigs, msgs, _ = rows
    array = np.frombuffer(b"".join(keys), np.uint8).reshape(N, 32)
    for wrong, error, text in [
        ((pa.array(sigs, pa.binary(64)), sigs, msgs), ValueError, "keys"),
        ((array[:, :31], sigs, msgs), ValueError, "keys"),
        ((keys, array, msgs), ValueError, "sigs"),
        ((keys, sigs[:-1], msgs), ValueError, "rows"),
        ((keys, sigs, pa.array(range(N))), TypeError, "msgs"),
        ((array.astype(np.int64), sigs, msgs), TypeError, "keys"),
        ((array.reshape(-1), sigs, msgs), ValueError, "keys"),
        ((b"".join(keys), sigs, msgs), TypeError, "keys"),
        (("keys", sigs, msgs), TypeError, "keys"),
        ((3, sigs, msgs), TypeError, "keys"),
        ((keys, sigs, ["text"] * N), TypeError, "row 0"),
        ((keys, [3] * N, msgs), TypeError, "row 0"),
    ]:
        with pytest.raises(error, match=text):
            each(*wrong)
    for threads in (0, -1):
        with pytest.raises((ValueError, OverflowError)):
            each(keys, sigs, msgs, threads=threads)


def test_tables_keep_their_type(rows):
    table, valid = table_of(rows), rows[3]
    judge = chop.Verifier(policy="zip-215")
    assert judge(table).column_names == [*table.column_names, "valid"]
    for given in (table, table.to_batches()[0]):
        judged = judge(given)
        assert type(judged) is type(given) and judged["valid"].to_pylist() == valid
    reader = judge(table.to_reader(max_chunksize=64))
    assert type(reader) is pa.RecordBatchReader and reader.schema.field("valid").type == pa.bool_()
    assert reader.read_all()["valid"].to_pylist() == valid

    class Foreign:
        def __arrow_c_stream__(self, requested_schema=None):
            return table.__arrow_c_stream__(requested_schema)

    judged = judge(Foreign())
    assert type(judged) is chop.Reader
    assert pa.table(judged)["valid"].to_pylist() == valid
    with pytest.raises(ValueError, match="once"):
        pa.table(judged)
    again = judge(Foreign())
    assert pa.schema(again).names == [*table.column_names, "valid"]
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.connect().from_arrow(again).filter("valid").count("*").fetchall() == [(sum(valid),)]
    with_errors = chop.verify_table(Foreign(), policy="zip-215", errors=True)
    assert pa.table(with_errors)["valid_error"].null_count == sum(valid)


def test_polars(rows):
    pl = pytest.importorskip("polars")
    frame, valid = pl.from_arrow(table_of(rows)), rows[3]
    judged = chop.verify_table(frame, policy="zip-215", errors=True)
    assert type(judged) is pl.DataFrame and judged["valid"].to_list() == valid
    lazy = chop.verify_table(frame.lazy(), policy="zip-215")
    assert type(lazy) is pl.LazyFrame and lazy.collect()["valid"].to_list() == valid
    assert list(each(frame["public_key"], frame["signature"], frame["message"])) == valid
    twice = pl.concat([frame, frame], rechunk=False)
    assert chop.verify_table(twice, policy="zip-215")["valid"].to_list() == valid * 2


def test_lists_of_text_in_a_named_encoding(rows):
    keys, sigs, msgs, valid = rows
    encode = {"hex": bytes.hex, "base64": lambda b: base64.b64encode(b).decode(),
              "base64url": lambda b: base64.urlsafe_b64encode(b).decode()}
    for name, text in encode.items():
        for end in ("", "="):
            written = [[text(cell).rstrip(end) for cell in part] for part in (keys, sigs, msgs)]
            assert each(*written, encoding=name) == valid
            assert list(each(*map(pa.array, written), encoding=name)) == valid
            assert each(np.array(written[0], object), *written[1:], encoding=name).tolist() == valid
    hexes = [key.hex() for key in keys]
    assert each(hexes, sigs, msgs, encoding={"key": "hex"}) == valid
    assert each(["zz", None, hexes[0]], sigs[:3], msgs[:3], encoding="hex") == [False, None, False]
    with pytest.raises(TypeError, match="column keys, row 0: .*encoding"):
        each(hexes, sigs, msgs)
    with pytest.raises(ValueError, match="utf-8"):
        each(hexes, sigs, msgs, encoding="utf-8")


def test_what_is_missing_in_pandas(rows):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(dict(zip(("public_key", "signature", "message"), rows[:3])), dtype=object)
    for i, missing in enumerate((None, float("nan"), pd.NA, pd.NaT)):
        frame.at[i, "message"] = missing
    judged = chop.verify_table(frame, policy="zip-215")
    assert judged["valid"].isna().tolist() == [True] * 4 + [False] * (N - 4)
    assert judged["valid"].tolist()[4:] == rows[3][4:]
    text = pd.DataFrame({"public_key": [rows[0][0].hex()], "signature": [rows[1][0].hex()], "message": ["x"]}, dtype=object)
    encoding = {"key": "hex", "signature": "hex", "message": "utf-8"}
    assert chop.verify_table(text, policy="zip-215", encoding=encoding)["valid"].tolist() == [False]


def test_tables_of_derived_classes_keep_their_type(rows):
    pd = pytest.importorskip("pandas")
    valid = rows[3]

    class Frame(pd.DataFrame):
        @property
        def _constructor(self):
            return Frame

    judged = chop.verify_table(Frame(table_of(rows).to_pandas()), policy="zip-215")
    assert type(judged) is Frame and judged["valid"].tolist() == valid
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table_of(rows).schema) as writer:
        writer.write_table(table_of(rows))
    reader = pa.ipc.open_stream(sink.getvalue())
    assert type(reader) is not pa.RecordBatchReader
    judged = chop.verify_table(reader, policy="zip-215")
    assert isinstance(judged, pa.RecordBatchReader) and judged.read_all()["valid"].to_pylist() == valid


class Named(chop.Verifier):
    """A verifier of somebody's, with an attribute."""

    def __init__(self, name):
        super().__init__(policy="zip-215", out="good")
        self.name = name


def test_a_derived_verifier_travels_whole(rows):
    again = pickle.loads(pickle.dumps(Named("mine")))
    assert type(again) is Named and again.name == "mine"
    assert again(table_of(rows))["good"].to_pylist() == rows[3]


def test_a_verifier_keeps_what_it_was_given():
    key = sm2.SigningKey.generate()
    id, encoding = bytearray(b"alice"), {"message": "hex"}
    table = pa.table({"public_key": [bytes(key.public_key)], "signature": [key.sign(b"m", id=b"alice")], "message": [b"m".hex()]})
    verifier = chop.Verifier(algorithm="sm2", id=id, encoding=encoding)
    id[:] = b"mally"
    encoding["message"] = "utf-8"
    for one in (verifier, pickle.loads(pickle.dumps(verifier))):
        assert one(table)["valid"].to_pylist() == [True]


def test_a_prepared_key_verifies_many_with_its_table():
    ours = ed25519.SigningKey.generate()
    key, msgs = ours.public_key, [b"%d" % i for i in range(40)]
    sigs, expected = ours.sign_many(msgs), [i % 5 != 0 for i in range(40)]
    sigs = [sig if good else sig[::-1] for sig, good in zip(sigs, expected)]
    for one in (key, key.prepare()):
        for policy in chop.policies():
            assert one.verify_each(sigs, msgs, policy=policy) == expected
    with_context = [ours.sign(msg, ctx=b"c") for msg in msgs]
    assert key.prepare().verify_each(with_context, msgs, policy="zip-215", ctx=b"c") == [True] * 40
    ours = sm2.SigningKey.generate()
    sigs = [ours.sign(msg, id=b"me") for msg in msgs]
    for one in (ours.public_key, ours.public_key.prepare()):
        assert one.verify_each(sigs, msgs, id=b"me") == [True] * 40
        assert one.verify_each(sigs, msgs) == [False] * 40


def test_keys_compare_with_anything():
    for one in (ed25519.SigningKey.generate(), sm2.SigningKey.generate(), x25519.PrivateKey.generate()):
        key = one.public_key

        class Like:
            def __eq__(self, other):
                return True

        assert key == Like() and key != 3 and key != bytes(key) and key == type(key)(bytes(key))
        assert key.__eq__(3) is NotImplemented and hash(key) == hash(type(key)(bytes(key)))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers with signals")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("call", ["each", "all", "find", "sign", "keygen", "exchange", "public", "sm2", "errors", "stream"])
def test_an_interrupt_ends_a_call_of_any_size(call, threads):
    n = 300_000
    key, own = ed25519.SigningKey.generate(), sm2.SigningKey.generate()
    secret = x25519.PrivateKey.generate()
    msgs, sig = [b"m"] * n, key.sign(b"m")
    ed = [np.broadcast_to(np.frombuffer(part, np.uint8), (n, len(part))) for part in (bytes(key.public_key), sig)]
    wrong = pa.table({"public_key": [bytes(key.public_key)] * n, "signature": [sig[::-1]] * n, "message": msgs})
    judged = chop.Verifier(policy="zip-215", errors=True, threads=threads)
    call = {
        "each": lambda: ed25519.verify_each(*ed, msgs, policy="zip-215", threads=threads),
        "all": lambda: ed25519.verify_all(*ed, msgs, policy="zip-215", threads=threads),
        "find": lambda: ed25519.find_invalid(*ed, msgs, policy="zip-215", threads=threads),
        "sign": lambda: key.sign_many(msgs, threads=threads),
        "keygen": lambda: ed25519.keygen_many(ed[0], threads=threads),
        "exchange": lambda: x25519.exchange_many(secret, np.broadcast_to(np.uint8(9), (n, 32)), threads=threads),
        "public": lambda: x25519.public_key_many([secret] * n, threads=threads),
        "sm2": lambda: own.sign_many(msgs, format="raw", threads=threads),
        "errors": lambda: judged(wrong),
        "stream": lambda: judged(wrong.to_reader(max_chunksize=n)).read_all(),
    }[call]

    def interrupt(*_):
        raise KeyboardInterrupt("told to stop")

    before = signal.signal(signal.SIGALRM, interrupt)
    python = signal.signal(signal.SIGINT, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt, match="told to stop"):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            try:
                call()
            except pa.ArrowInvalid:
                # Readers raise their own error. The interrupt comes as soon as Python runs again.
                for _ in range(1000):
                    pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, python)


def test_pandas(rows):
    pd = pytest.importorskip("pandas")
    valid = rows[3]
    frame = table_of(rows).to_pandas().set_index(pd.Index(range(1000, 1000 + N)))
    judged = chop.verify_table(frame, policy="zip-215", errors=True)
    assert type(judged) is pd.DataFrame and judged["valid"].tolist() == valid and judged["valid"].dtype == bool
    assert (judged.index == frame.index).all() and judged["valid_error"].notna().sum() == valid.count(False)
    frame.loc[1000, "message"] = None
    assert chop.verify_table(frame, policy="zip-215")["valid"].tolist()[0] is pd.NA
    arrow = table_of(rows).to_pandas(types_mapper=pd.ArrowDtype)
    assert chop.verify_table(arrow, policy="zip-215")["valid"].tolist() == valid


@pytest.mark.parametrize("library", ["nanoarrow", "arro3.core"])
def test_small_arrow_libraries(rows, library):
    library = pytest.importorskip(library)
    table, valid = table_of(rows), rows[3]
    keys, sigs, msgs = (table[name].combine_chunks() for name in table.column_names)
    if library.__name__ == "nanoarrow":
        columns = [library.Array(column) for column in (keys, sigs, msgs)]
        stream = library.ArrayStream(table)
    else:
        columns = [library.Array.from_arrow(column) for column in (keys, sigs, msgs)]
        stream = library.Table.from_arrow(table)
    assert list(each(*columns)) == valid
    assert pa.table(chop.verify_table(stream, policy="zip-215"))["valid"].to_pylist() == valid


def test_tables_that_cannot_be_right_are_named(rows):
    table = table_of(rows)
    for more, error, text in [
        ({"key": "nothing"}, ValueError, "no column nothing"),
        ({"out": "message"}, ValueError, "out="),
        ({"signature": "public_key"}, ValueError, "public_key"),
        ({"policy": None}, TypeError, "policy is required"),
        ({"algorithm": "sm2"}, TypeError, "sm2 has no policy"),
        ({"algorithm": "rsa"}, ValueError, "rsa"),
        ({"id": b"x"}, TypeError, "sm2"),
        ({"threads": 0}, ValueError, "threads"),
        ({"encoding": "rot13"}, ValueError, "rot13"),
    ]:
        arguments = {"policy": "zip-215", **more}
        for given in (table, table.to_reader()):
            with pytest.raises(error, match=text):
                chop.verify_table(given, **arguments)
    with pytest.raises(TypeError, match="table"):
        chop.verify_table([1, 2], policy="zip-215")
    with pytest.raises(TypeError, match="table"):
        chop.verify_table(table["message"], policy="zip-215")


def test_verifiers_travel_and_are_shared(rows):
    table, valid = table_of(rows), rows[3]
    verifier = chop.Verifier(policy=chop.Policy("zip-215", small_order_a=False), errors=True)
    again = pickle.loads(pickle.dumps(verifier))
    assert again(table).equals(verifier(table)) and repr(again) == repr(verifier)
    judged = list(verifier.iter(iter(table.to_batches(max_chunksize=100))))
    assert [value for batch in judged for value in batch["valid"].to_pylist()] == valid
    with ThreadPoolExecutor(8) as pool:
        for result in pool.map(verifier, [table] * 40):
            assert result["valid"].to_pylist() == valid
    assert list(verifier.columns(*(table[name] for name in table.column_names))) == valid


def test_signing_many_gives_the_kind_of_the_messages(rows):
    msgs = rows[2]
    key = ed25519.SigningKey.generate()
    expected = [key.sign(msg) for msg in msgs]
    for threads in (1, 3):
        assert key.sign_many(msgs, threads=threads) == expected
        column = key.sign_many(pa.array(msgs), threads=threads)
        assert pa.array(column).type == pa.binary(64) and list(column) == expected
    fixed = np.arange(N * 8, dtype=np.uint64).view(np.uint8).reshape(N, 64)
    made = key.sign_many(fixed)
    assert made.shape == (N, 64) and made[5].tobytes() == key.sign(fixed[5].tobytes())
    with pytest.raises(ValueError, match="row 1"):
        key.sign_many([b"", None])
    assert key.sign_many([]) == [] and key.sign_many(pa.array(["aa"]), encoding="hex")[0] == key.sign(b"\xaa")


def test_sm2_columns():
    key = sm2.SigningKey.generate()
    msgs = [b"message %d" % i for i in range(200)]
    raw, der = key.sign_many(msgs, format="raw"), key.sign_many(msgs)
    sigs = [raw[i] if i % 2 else der[i] for i in range(200)]
    sigs[7], sigs[8] = sigs[9], b"none"
    expected = [i not in (7, 8) for i in range(200)]
    keys = [key.public_key if i % 3 else key.public_key.to_compressed_bytes() for i in range(200)]
    assert sm2.verify_each(keys, sigs, msgs) == expected
    table = pa.table({"public_key": [bytes(key.public_key)] * 200, "signature": sigs, "message": msgs})
    judged = chop.verify_table(table, algorithm="sm2", errors=True)
    assert judged["valid"].to_pylist() == expected
    assert judged["valid_error"][8].as_py().startswith("the signature is neither")
    for format, why in [("raw", "a signature has 64 bytes"), ("der", "the signature is not DER"), ("der-lenient", "the signature is not DER, even")]:
        column = table.set_column(1, "signature", pa.array(sigs, pa.binary()))
        judged = chop.verify_table(column, algorithm="sm2", errors=True, format=format)
        assert judged["valid_error"][8].as_py().startswith(why)
    column = key.sign_many(pa.array(msgs), format="raw")
    assert list(sm2.verify_each(keys, column, msgs, format="raw")) == [True] * 200


def test_sm2_identifiers_in_a_column():
    key = sm2.SigningKey.generate()
    ids = [b"alice", b"", b"1234567812345678", b"x" * 9000, None, b"bob"]
    sigs = [key.sign(b"m", id=id if id is not None and len(id) < 9000 else b"alice") for id in ids]
    keys, msgs, expected = [key.public_key] * 6, [b"m"] * 6, [True, True, True, False, None, True]
    assert sm2.verify_each(keys, sigs, msgs, id=ids) == expected
    assert list(sm2.verify_each(keys, sigs, msgs, id=pa.array(ids))) == expected
    assert key.public_key.verify_each(sigs, msgs, id=ids) == expected
    assert sm2.verify_each(keys, sigs, msgs, id=b"alice") == [True, False, False, True, True, False]
    table = pa.table({"public_key": [bytes(key.public_key)] * 6, "signature": sigs, "message": msgs, "who": ids})
    for given in (table, table.to_reader()):
        judged = chop.verify_table(given, algorithm="sm2", id="who", errors=True)
        judged = judged if isinstance(judged, pa.Table) else judged.read_all()
        assert judged["valid"].to_pylist() == expected and "8191" in judged["valid_error"][3].as_py()
    named = table.drop_columns("who").append_column("who", pa.array(["alice", "", "1234567812345678", "", None, "bob"]))
    with pytest.raises(TypeError, match="who"):
        chop.verify_table(named, algorithm="sm2", id="who")
    judged = chop.verify_table(named, algorithm="sm2", id="who", encoding={"id": "utf-8"})
    assert judged["valid"].to_pylist() == [True, True, True, False, None, True]
    verifier = chop.Verifier(algorithm="sm2", id="who")
    assert verifier.columns_with_ids(keys, sigs, msgs, ids) == expected
    with pytest.raises(TypeError, match="4 columns"):
        verifier.columns(keys, sigs, msgs)
    with pytest.raises(ValueError, match="rows"):
        sm2.verify_each(keys, sigs, msgs, id=ids[:2])


def test_what_is_signed_is_a_copy():
    """A message that changed between the two passes of a signature would give the secret key away."""
    import threading

    key = ed25519.SigningKey.generate()
    memory = np.zeros(24 << 20, np.uint8)
    array = pa.Array.from_buffers(pa.binary(len(memory)), 1, [None, pa.py_buffer(memory)])
    made = []
    signing = threading.Thread(target=lambda: made.append(key.sign_many(array)[0]))
    signing.start()
    while signing.is_alive():
        memory[-1] ^= 1
    signing.join()
    valid = []
    for last in (0, 1):
        memory[-1] = last
        valid.append(key.public_key.is_valid(made[0], memory.tobytes()))
    assert valid.count(True) == 1


def test_arrays_of_other_types_are_refused():
    key = ed25519.SigningKey.generate()
    for array in (np.array([b"a", b"b"]), np.array(["a", "b"]), np.zeros((2, 3), "f4")):
        with pytest.raises(TypeError, match="msgs"):
            key.sign_many(array)
    with pytest.raises(TypeError, match="dimensions"):
        key.sign(np.zeros((2, 3), np.uint8))
