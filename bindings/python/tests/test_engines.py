"""Engines for data judge 100,000 signed rows each, and must find exactly the bad ones that are hidden among them."""

import os
import random
import shutil
import sys

import pytest

import chop
from chop import ed25519

ROWS = 100_000
NAMES = ("public_key", "signature", "message")
POLICY = "zip-215"


class Signed:
    """Signed rows as lists, and the numbers of those that are bad and of those that have a null."""

    def __init__(self):
        source = random.Random(100_000)
        keys = ed25519.keygen_many([source.randbytes(32) for _ in range(300)])
        # The first keys sign most rows.
        signing = source.choices(keys, [1 / n for n in range(1, 301)], k=ROWS)
        self.message = [source.randbytes(source.randrange(64)) + row.to_bytes(4, "little") for row in range(ROWS)]
        self.signature = ed25519.sign_many(signing, self.message, threads=2)
        self.public_key = [bytes(key.public_key) for key in signing]
        # The first and the last row are bad, so that no edge of a batch is left out.
        places = [0, ROWS - 1] + source.sample(range(1, ROWS - 1), 48)
        self.null, self.bad = sorted(places[2:8]), sorted(places[:2] + places[8:])
        for i, row in enumerate(self.bad):
            self.spoil(row, i % 5)
        for i, row in enumerate(self.null):
            getattr(self, NAMES[i % 3])[row] = None

    def spoil(self, row, way):
        if way == 0:
            self.signature[row] = bytes([self.signature[row][0] ^ 1]) + self.signature[row][1:]
        elif way == 1:
            self.message[row] += b"."
        elif way == 2:
            self.public_key[row] = next(key for key in self.public_key if key not in (None, self.public_key[row]))
        elif way == 3:
            self.signature[row] = self.signature[row][:63]
        else:
            self.public_key[row] += b"\0"

    def columns(self):
        return {"row": list(range(ROWS)), **{name: getattr(self, name) for name in NAMES}}

    def table(self):
        pyarrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        return pyarrow.table(self.columns())

    def check(self, rows, verdicts):
        """Checks verdicts, given with the numbers of their rows in any order."""
        verdicts = dict(zip(rows, verdicts, strict=True))
        assert len(verdicts) == ROWS
        assert sorted(row for row, verdict in verdicts.items() if verdict is None) == self.null
        assert sorted(row for row, verdict in verdicts.items() if verdict is not None and not verdict) == self.bad


@pytest.fixture(scope="session")
def signed():
    return Signed()


def engine(name):
    return pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture(scope="module")
def spark():
    engine("pyspark")
    engine("pandas")
    if not shutil.which("java") and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for name in ("spark.driver.host", "spark.driver.bindAddress"):
        builder = builder.config(name, "127.0.0.1")
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def spark_frame(spark, signed, tmp_path):
    from pyarrow import parquet

    parquet.write_table(signed.table(), tmp_path / "rows.parquet")
    return spark.read.parquet(str(tmp_path / "rows.parquet")).repartition(4)


@pytest.mark.filterwarnings("ignore")
def test_spark_finds_them_in_batches_of_arrow(spark_frame, signed):
    verifier = chop.Verifier(policy=POLICY, errors=True)
    columns = "row bigint, public_key binary, signature binary, message binary, valid boolean, valid_error string"
    judged = spark_frame.mapInArrow(verifier.iter, columns).select("row", "valid", "valid_error").toArrow()
    signed.check(judged["row"].to_pylist(), judged["valid"].to_pylist())
    reasons = dict(zip(judged["row"].to_pylist(), judged["valid_error"].to_pylist()))
    assert sorted(row for row, reason in reasons.items() if reason is not None) == signed.bad


@pytest.mark.filterwarnings("ignore")
def test_spark_finds_them_by_a_function_of_columns(spark_frame, signed):
    functions = engine("pyspark.sql.functions")
    if not hasattr(functions, "arrow_udf"):
        pytest.skip("arrow_udf needs Spark 4.1")
    import pyarrow as pa

    verifier = chop.Verifier(policy=POLICY)

    def is_valid(keys: pa.Array, sigs: pa.Array, msgs: pa.Array) -> pa.Array:
        return pa.array(verifier.columns(keys, sigs, msgs))

    verdict = functions.arrow_udf(is_valid, "boolean")(*NAMES)
    judged = spark_frame.select("row", verdict.alias("valid")).toArrow()
    signed.check(judged["row"].to_pylist(), judged["valid"].to_pylist())


@pytest.mark.filterwarnings("ignore")
def test_ray_finds_them_in_actors(signed):
    ray, table = engine("ray"), signed.table()
    pytest.importorskip("ray.data", reason="ray[data] is not installed", exc_type=ImportError)
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    try:
        judged = ray.data.from_arrow([table.slice(i, 25_000) for i in range(0, ROWS, 25_000)]).map_batches(
            chop.Verifier,
            fn_constructor_kwargs={"policy": POLICY},
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=2),
            num_cpus=0.5,
        )
        rows, verdicts = [], []
        for batch in judged.iter_batches(batch_size=None, batch_format="pyarrow"):
            rows += batch["row"].to_pylist()
            verdicts += batch["valid"].to_pylist()
    finally:
        ray.shutdown()
    signed.check(rows, verdicts)


def test_duckdb_finds_them_by_a_function(signed):
    connection = engine("duckdb").connect()
    connection.create_function(
        "is_valid", chop.Verifier(policy=POLICY).columns, ["BLOB"] * 3, "BOOLEAN", type="arrow"
    )
    connection.register("signed", signed.table())
    judged = connection.sql("SELECT row, is_valid(public_key, signature, message) FROM signed").fetchall()
    signed.check(*zip(*judged))


@pytest.mark.parametrize("how", ["eager", "lazy", "streaming", "expression"])
def test_polars_finds_them(signed, how):
    pl = engine("polars")
    frame = pl.DataFrame(signed.columns())
    verifier = chop.Verifier(policy=POLICY)

    def is_valid(rows):
        return pl.Series(verifier.columns(*(rows.struct.field(name) for name in NAMES)))

    if how == "eager":
        judged = chop.verify_table(frame, policy=POLICY)
    elif how == "expression":
        judged = frame.with_columns(valid=pl.struct(NAMES).map_batches(is_valid, return_dtype=pl.Boolean))
    else:
        lazy = chop.verify_table(frame.lazy(), policy=POLICY).select("row", "valid")
        judged = lazy.collect(engine="streaming" if how == "streaming" else "in-memory")
    signed.check(judged["row"].to_list(), judged["valid"].to_list())


def test_polars_names_the_columns_of_the_result(signed):
    frame = engine("polars").DataFrame(signed.columns()).head(3)
    judged = chop.verify_table(frame, policy=POLICY, out="ok", errors=True)
    assert judged.columns == [*frame.columns, "ok", "ok_error"]
    lazy = chop.verify_table(frame.lazy(), policy=POLICY, out="ok", errors=True)
    assert lazy.collect().equals(judged)


def test_dask_finds_them_in_partitions(signed):
    dask, pandas = engine("dask"), engine("pandas")
    frames = pytest.importorskip("dask.dataframe", reason="dask[dataframe] is not installed")
    with dask.config.set({"dataframe.convert-string": False}):
        frame = frames.from_pandas(pandas.DataFrame(signed.columns()), npartitions=4)
        meta = dict(frame.dtypes, valid="boolean")
        judged = frame.map_partitions(chop.verify_table, policy=POLICY, meta=meta).compute()
    verdicts = [None if verdict is pandas.NA else verdict for verdict in judged["valid"]]
    signed.check(judged["row"].to_list(), verdicts)


def test_datafusion_finds_them_by_a_function(signed):
    datafusion = engine("datafusion")
    table = signed.table()
    import pyarrow as pa

    context = datafusion.SessionContext()
    context.from_arrow(table, name="signed")
    function = chop.Verifier(policy=POLICY).columns
    context.register_udf(datafusion.udf(function, [pa.binary()] * 3, pa.bool_(), "immutable", name="is_valid"))
    judged = context.sql("SELECT row, is_valid(public_key, signature, message) AS valid FROM signed").to_pydict()
    signed.check(judged["row"], judged["valid"])
