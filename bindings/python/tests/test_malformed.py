"""Objects that lie: every one gives an exception or a verdict of False, and none a crash."""

from __future__ import annotations

import ctypes
import random

import numpy as np
import pytest

import chop
from chop import ed25519, sm2, x25519

pa = pytest.importorskip("pyarrow")

EXPECTED = (TypeError, ValueError, OverflowError, MemoryError, chop.Error, NotImplementedError, RuntimeError)
ARRAY = b"arrow_array"
SCHEMA = b"arrow_schema"
STREAM = b"arrow_array_stream"


class RawSchema(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(RawSchema))
RawSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", RELEASE_SCHEMA),
    ("private_data", ctypes.c_void_p),
]


class RawArray(ctypes.Structure):
    pass


RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(RawArray))
RawArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", RELEASE_ARRAY),
    ("private_data", ctypes.c_void_p),
]

class RawStream(ctypes.Structure):
    pass


GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(RawStream))
RawStream._fields_ = [
    ("get_schema", GET),
    ("get_next", GET),
    ("get_last_error", ctypes.c_void_p),
    ("release", RELEASE_STREAM),
    ("private_data", ctypes.c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


@RELEASE_SCHEMA
def release_schema(schema):
    schema.contents.release = RELEASE_SCHEMA()


@RELEASE_ARRAY
def release_array(array):
    array.contents.release = RELEASE_ARRAY()


class Lie:
    """An array of three rows, of which any field may be set to anything."""

    def __init__(self, format=b"z", n=3, buffers=None, schema=(), array=(), names=(SCHEMA, ARRAY)):
        offsets = (ctypes.c_int32 * 4)(0, 1, 2, 3)
        data = ctypes.create_string_buffer(b"abc" * 64)
        self.kept = [offsets, data, buffers]
        pointers = [None, ctypes.addressof(offsets), ctypes.addressof(data)] if buffers is None else buffers
        self.pointers = (ctypes.c_void_p * max(1, len(pointers)))(*pointers)
        self.schema = RawSchema(format, b"x", None, 2, 0, None, None, release_schema, None)
        self.array = RawArray(n, 0, 0, len(pointers), 0, self.pointers, None, None, release_array, None)
        for name, value in dict(schema).items():
            setattr(self.schema, name, value)
        for name, value in dict(array).items():
            setattr(self.array, name, value)
        self.names = names

    def __arrow_c_array__(self, requested_schema=None):
        return (
            new_capsule(ctypes.addressof(self.schema), self.names[0], None),
            new_capsule(ctypes.addressof(self.array), self.names[1], None),
        )


@RELEASE_STREAM
def release_stream(stream):
    stream.contents.release = RELEASE_STREAM()


class EmptyStream:
    """A stream of no arrays, of a column or of tables with three columns, with a format and that of a dictionary's codes."""

    def __init__(self, format, codes=None, table=False):
        own = RawSchema(format, b"x", None, 2, 0, None, None, release_schema, None)
        if codes is not None:
            entries = own
            own = RawSchema(codes, b"x", None, 2, 0, None, ctypes.addressof(entries), release_schema, None)
            self.entries = entries
        self.column = own
        self.schema = own
        if table:
            columns = [RawSchema() for _ in range(3)]
            for name, column in zip((b"public_key", b"signature", b"message"), columns):
                ctypes.pointer(column)[0] = own
                column.name = name
            self.columns = (ctypes.c_void_p * 3)(*map(ctypes.addressof, columns))
            self.kept = columns
            self.schema = RawSchema(b"+s", b"", None, 0, 3, ctypes.addressof(self.columns), None, release_schema, None)
        self.get_schema = GET(self._get_schema)
        self.get_next = GET(self._get_next)
        self.stream = RawStream(self.get_schema, self.get_next, None, release_stream, None)

    def _get_schema(self, stream, out):
        ctypes.memmove(out, ctypes.addressof(self.schema), ctypes.sizeof(RawSchema))
        return 0

    def _get_next(self, stream, out):
        ctypes.memset(out, 0, ctypes.sizeof(RawArray))
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        return new_capsule(ctypes.addressof(self.stream), STREAM, None)


def ask(column):
    """Every bulk call with the object in every place."""
    good = [b"abc"] * 3
    for keys, sigs, msgs in ((column, good, good), (good, column, good), (good, good, column)):
        for call in (
            lambda: ed25519.verify_each(keys, sigs, msgs, policy="zip-215"),
            lambda: sm2.verify_each(keys, sigs, msgs, encoding="hex"),
        ):
            try:
                result = call()
            except EXPECTED as error:
                assert str(error)
            else:
                assert not any(result)


def test_an_honest_structure_is_read():
    assert list(ed25519.verify_each(Lie(), [b"abc"] * 3, Lie(), policy="zip-215")) == [False] * 3


OFFSETS = [
    [-1, 1, 2, 3],
    [0, 1, 2, -3],
    [0, 2, 1, 3],
    [3, 2, 1, 0],
    [-(2**31)] * 4,
    [0, 2**31 - 1, 1, 3],
]


def lies():
    yield {"format": None}
    for format in (b"", b"q", b"\xff\xfe", b"w:", b"w:-3", b"w:x", b"w:99999999999999999999", b"+s", b"+l", b"+w:3", b"+ud:0",
                   b"+r", b"vz", b"Z", b"l", b"n", b"tdD", b"d:3,2", b"z\x01", b"w:0"):
        for n in (0, 3):
            yield {"format": format, "n": n, "array": {} if n else {"n_buffers": 3}}
    for field in ("length", "offset", "n_buffers", "n_children", "null_count"):
        for value in (-1, -(2**63), 2**63 - 1, 2**49, 7):
            if field in ("length", "offset", "null_count") and 0 <= value < 8:
                continue  # Nobody can see that the memory is shorter.
            yield {"array": {field: value}}
    for field in ("n_children",):
        for value in (-1, 1, 2**63 - 1):
            yield {"schema": {field: value}}
    yield {"schema": {"release": RELEASE_SCHEMA()}}
    yield {"array": {"release": RELEASE_ARRAY()}}
    yield {"array": {"buffers": ctypes.POINTER(ctypes.c_void_p)()}}
    yield {"buffers": [None, None, None]}
    yield {"buffers": []}
    for n in (0, 3):
        yield {"format": b"vz", "n": n, "buffers": [None] * 4}
    yield {"schema": {"dictionary": None}, "format": b"i", "buffers": [None, None]}
    for names in ((ARRAY, SCHEMA), (b"other", ARRAY), (SCHEMA, STREAM)):
        yield {"names": names}
    for offsets in OFFSETS:
        memory = (ctypes.c_int32 * 4)(*offsets)
        data = ctypes.create_string_buffer(1 << 10)
        yield {"buffers": [None, ctypes.addressof(memory), ctypes.addressof(data)], "kept": (memory, data)}
        wide = (ctypes.c_int64 * 4)(*offsets)
        yield {"format": b"Z", "buffers": [None, ctypes.addressof(wide), ctypes.addressof(data)], "kept": (wide, data)}


def test_structures_that_lie_are_refused():
    for fields in lies():
        fields = dict(fields)
        kept = fields.pop("kept", None)
        ask(Lie(**fields))
        del kept


def test_streams_without_arrays_whose_types_are_none():
    assert list(ed25519.verify_each(EmptyStream(b"z"), [], EmptyStream(b"z", b"i"), policy="zip-215")) == []
    assert pa.table(chop.verify_table(EmptyStream(b"z", table=True), policy="zip-215")).num_rows == 0
    wrong = [(b"z", codes) for codes in (b"g", b"f", b"u", b"z", b"b", b"tdD", b"+s", b"n", b"w:3")]
    for format, codes in wrong + [(b"w:-3", None), (b"w:-3", b"i"), (b"w:4294967328", None), (b"d:99,1", None)]:
        with pytest.raises((ValueError, TypeError), match="Arrow|type"):
            ed25519.verify_each(EmptyStream(format, codes), [], [], policy="zip-215")
        with pytest.raises((ValueError, TypeError), match="Arrow|type"):
            chop.verify_table(EmptyStream(format, codes, table=True), policy="zip-215")


@pytest.mark.parametrize("format, size, buffer", [(b"z", 4, 1), (b"U", 8, 1), (b"vz", 8, 3)])
def test_offsets_between_places_are_refused(format, size, buffer):
    memory = ctypes.create_string_buffer(256)
    buffers = [None, ctypes.addressof(memory), ctypes.addressof(memory), ctypes.addressof(memory)][: 4 if buffer == 3 else 3]
    buffers[buffer] = ctypes.addressof(memory) + size - ctypes.addressof(memory) % size + 1
    with pytest.raises(ValueError, match="multiple of their size"):
        ed25519.verify_each(Lie(format=format, buffers=buffers), [b""] * 3, [b""] * 3, policy="zip-215")


class Methods:
    """An object whose Arrow methods return whatever they are told, or raise."""

    def __init__(self, method, result):
        self.result = result
        setattr(type(self), method, lambda own, requested_schema=None: own.answer())

    def answer(self):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def test_methods_that_return_anything():
    for method in ("__arrow_c_array__", "__arrow_c_stream__"):
        for result in (None, 3, (), (1, 2), (1, 2, 3), "text", b"", [], RuntimeError("no"), object()):
            kind = type("Own", (Methods,), {})
            ask(kind(method, result))
            with pytest.raises(EXPECTED):
                chop.verify_table(kind(method, result), policy="zip-215")


def test_readers_that_are_closed_or_fail():
    table = pa.table({"public_key": [bytes(32)], "signature": [bytes(64)], "message": [b""]})
    closed = table.to_reader()
    closed.close()
    spent = table.to_reader()
    spent.read_all()

    def failing():
        yield table.to_batches()[0]
        raise OSError("the disk is gone")

    broken = pa.RecordBatchReader.from_batches(table.schema, failing())
    with pytest.raises((OSError, pa.ArrowInvalid), match="the disk is gone"):
        chop.verify_table(broken, policy="zip-215").read_all()
    # What a closed reader still has is its library's affair.
    assert chop.verify_table(closed, policy="zip-215").read_all().num_rows <= 1
    assert chop.verify_table(spent, policy="zip-215").read_all().num_rows == 0
    stream = table.to_reader().__arrow_c_stream__()

    class Twice:
        def __arrow_c_stream__(self, requested_schema=None):
            return stream

    assert pa.table(chop.verify_table(Twice(), policy="zip-215")).num_rows == 1
    with pytest.raises(EXPECTED):
        chop.verify_table(Twice(), policy="zip-215")


class Sequence:
    """A sequence with a length and rows of its own choice."""

    def __init__(self, length, rows):
        self.length, self.rows = length, rows

    def __len__(self):
        return self.length

    def __getitem__(self, i):
        return self.rows[i]


def test_sequences_that_lie():
    for column in (
        Sequence(2**62, [b""]),
        Sequence(0, [b"abc"] * 3),
        Sequence(5, [b"abc"] * 3),
        {b"a": 1},
        {1, 2, 3},
        iter([b"abc"]),
        (x for x in [b"abc"]),
        range(3),
        "abc",
        b"abc",
        bytearray(96),
        memoryview(bytes(96)),
        3.5,
        None,
        object(),
        [None] * 3,
        [[b"a"]] * 3,
        [object()] * 3,
        ["a"] * 3,
        [memoryview(b"abc")[::2]] * 3,
        [np.zeros(3)] * 3,
        [float("nan")] * 3,
    ):
        ask(column)


def test_lists_that_lie_where_keys_are_needed():
    key, secret = ed25519.SigningKey.generate(), x25519.PrivateKey.generate()
    assert ed25519.sign_many(Sequence(2**62, [key]), [b"m"]) == [key.sign(b"m")]
    assert x25519.public_key_many(Sequence(2**62, [secret])) == [secret.public_key]
    public = bytes(secret.public_key)
    assert x25519.exchange_many(Sequence(2**62, [secret]), [public]) == [secret.exchange(secret.public_key)]
    own = sm2.SigningKey.generate()
    sig = own.sign(b"m", id=b"me")
    assert own.public_key.explain(sig, b"m", try_ids=Sequence(2**62, [b"me"]))
    with pytest.raises(TypeError):
        ed25519.sign_many(["text"], [b"m"])


def test_what_rows_raise_is_passed_on():
    class Failing:
        def __buffer__(self, flags):
            raise MemoryError("none left")

        def __len__(self):
            return 1

        def __getitem__(self, i):
            raise RuntimeError("the rows are gone")

    with pytest.raises(RuntimeError, match="the rows are gone"):
        ed25519.verify_each(Failing(), [b""], [b""], policy="zip-215")
    with pytest.raises(TypeError, match="column keys, row 1"):
        ed25519.verify_each([b"", 3], [b""] * 2, [b""] * 2, policy="zip-215")


def test_arrays_that_are_no_rows():
    rng = np.random.default_rng(1)
    for dtype in ("u1", "i1", "u2", "<i8", ">i8", "f8", "c16", "?", "S32", "U8", "M8[s]", "O", "V32"):
        for shape in ((), (3,), (3, 0), (0, 32), (3, 32), (3, 64), (3, 4, 5), (3, 1)):
            ask(np.zeros(shape, dtype))
    for _ in range(50):
        array = rng.integers(0, 255, (6, 64), np.uint8)
        for view in (array[::-2], array[:, ::-1], array.T, array[:3, 1:33], np.broadcast_to(array[0], (3, 64))):
            ask(view)


def test_a_thousand_random_objects():
    random.seed(7)
    atoms = [None, b"", b"abc", bytes(32), bytes(64), "text", 3, -1, 2.5, object(), [], (), {}, pa.scalar(3), np.uint8(3)]
    kinds = [pa.binary(), pa.binary(32), pa.large_binary(), pa.string(), pa.int64(), pa.bool_(), pa.list_(pa.binary()),
             pa.struct([("a", pa.binary())]), pa.null(), pa.float32(), pa.date32(), pa.decimal128(5, 2), pa.binary_view(),
             pa.dictionary(pa.int8(), pa.string()), pa.large_list(pa.int8()), pa.map_(pa.string(), pa.int8()),
             pa.run_end_encoded(pa.int32(), pa.binary()), pa.month_day_nano_interval(), pa.duration("s")]
    for i in range(1000):
        n = random.choice([0, 1, 3, 3, 3, 7])
        if i % 2:
            column = [random.choice(atoms) for _ in range(n)]
        else:
            column = pa.nulls(n, random.choice(kinds))
            if random.random() < 0.5:
                column = pa.chunked_array([column, column[:1]])
        ask(column)


def test_single_calls_refuse_anything_else():
    key = ed25519.SigningKey.generate()
    for thing in (None, 3, 2.5, "text", [], (), {}, object(), np.zeros(3), np.zeros((2, 3), "f4"), float("nan")):
        for call in (
            lambda: key.sign(thing),
            lambda: key.public_key.verify(thing, b""),
            lambda: key.public_key.is_valid(bytes(64), thing),
            lambda: ed25519.VerifyingKey(thing),
            lambda: ed25519.SigningKey.load(thing),
            lambda: sm2.VerifyingKey.load(thing),
            lambda: x25519.PrivateKey(thing),
            lambda: x25519.exchange_many(thing, [bytes(32)]),
            lambda: chop.Policy(thing),
            lambda: chop.verify_table(thing, policy="zip-215"),
            lambda: chop.verify_table(thing, policy=thing),
            lambda: chop.Verifier(policy="zip-215", encoding=thing)(thing),
        ):
            with pytest.raises((*EXPECTED, AttributeError)):
                call()


def test_files_that_are_none():
    random.seed(3)
    pem = ed25519.SigningKey.generate().to_pem().encode()
    der = sm2.SigningKey.generate().to_der()
    for _ in range(300):
        for data in (pem, der):
            data = bytearray(data)
            for _ in range(random.choice([1, 2, 5])):
                data[random.randrange(len(data))] = random.randrange(256)
            del data[random.randrange(len(data) + 1) :]
            for load in (ed25519.SigningKey.load, sm2.SigningKey.load, x25519.PrivateKey.load, ed25519.VerifyingKey.load):
                try:
                    load(bytes(data))
                except chop.MalformedKey as error:
                    assert str(error) and error.code


def test_more_rows_than_memory():
    one = np.zeros(64, np.uint8)
    many = 2**44
    for column in (np.broadcast_to(one, (many, 64)), np.broadcast_to(one[:32], (many, 32)), np.zeros((many, 0), np.uint8)):
        for call in (
            lambda: ed25519.verify_each(column, column, column, policy="zip-215"),
            lambda: ed25519.verify_all([b""], [b""], column, policy="zip-215"),
            lambda: ed25519.find_invalid(column, [b""], [b""], policy="zip-215"),
            lambda: ed25519.SigningKey.generate().sign_many(column),
            lambda: ed25519.SigningKey.generate().sign(np.broadcast_to(one[:1], (many,))),
        ):
            with pytest.raises((MemoryError, ValueError)):
                call()
    for call in (ed25519.verify_each, ed25519.verify_all, ed25519.find_invalid):
        nulls = Lie(format=b"n", n=2**44, buffers=[], array={"null_count": 2**44})
        with pytest.raises(MemoryError):
            call(nulls, [], [], policy="zip-215")
