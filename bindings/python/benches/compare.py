"""Times the package beside the Rust library and beside other packages, in turn, on one core.

    python benches/compare.py [--rust PATH] [--rounds N] [--rows N]

``--rust`` is the measured program of the Rust library, which is built by

    cargo build --release --manifest-path crates/chop-bench/subjects/chop/Cargo.toml

Packages that are not installed are left out. Times are medians over the rounds, in nanoseconds an item; messages have 32 bytes, and
every row has a key of its own, as in the Rust program.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import chop
from chop import ed25519, sm2

Timed = Callable[[], float]


def timed(calls: int, items: int, f: Callable[[], object]) -> Timed:
    """A measurement: nanoseconds an item of `calls` calls of `f`."""

    def measure() -> float:
        start = time.perf_counter_ns()
        for _ in range(calls):
            f()
        return (time.perf_counter_ns() - start) / (calls * items)

    f()
    return measure


class Rust:
    """The measured program of the Rust library."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> int:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def timed(self, operation: str, size: int, calls: int) -> Timed:
        self.ask(f"check {operation} {size}")
        return lambda: self.ask(f"time {operation} {size} {calls}") / (size * calls)


def one(rows: dict[str, Timed], rust: Rust | None) -> None:
    key = ed25519.SigningKey.generate()
    pub, msg = key.public_key, bytes(32)
    prepared, sig = pub.prepare(), key.sign(msg)
    n = 2000
    rows["one: chop, key decoded"] = timed(n, 1, lambda: pub.is_valid(sig, msg))
    rows["one: chop, key prepared"] = timed(n, 1, lambda: prepared.is_valid(sig, msg))
    if rust:
        rows["one: Rust, key decoded"] = rust.timed("verify_decoded", 1, n)
        rows["one: Rust, key prepared"] = rust.timed("verify_prepared", 1, n)
    try:
        import nacl.signing

        theirs = nacl.signing.VerifyKey(bytes(pub))
        rows["one: PyNaCl"] = timed(n // 4, 1, lambda: theirs.verify(msg, sig))
    except ImportError:
        pass
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        other = Ed25519PublicKey.from_public_bytes(bytes(pub))
        rows["one: cryptography"] = timed(n // 4, 1, lambda: other.verify(sig, msg))
    except ImportError:
        pass


def each(rows: dict[str, Timed], rust: Rust | None, n: int) -> None:
    keys = ed25519.keygen_many([i.to_bytes(32, "little") for i in range(1, n + 1)])
    pubs, msgs = [bytes(key.public_key) for key in keys], [i.to_bytes(32, "big") for i in range(n)]
    sigs = ed25519.sign_many(keys, msgs)
    if rust:
        rows["each: Rust"] = rust.timed("verify_each", n, 1)
    rows["each: chop, lists"] = timed(1, n, lambda: ed25519.verify_each(pubs, sigs, msgs, policy="chop-1"))
    try:
        import numpy as np

        arrays = [np.frombuffer(b"".join(part), np.uint8).reshape(n, -1) for part in (pubs, sigs, msgs)]
        rows["each: chop, numpy"] = timed(1, n, lambda: ed25519.verify_each(*arrays, policy="chop-1"))
        writable = [array.copy() for array in arrays]
        rows["each: chop, numpy, writable"] = timed(1, n, lambda: ed25519.verify_each(*writable, policy="chop-1"))
    except ImportError:
        pass
    try:
        import pyarrow as pa

        columns = [pa.array(part, pa.binary(len(part[0]))) for part in (pubs, sigs, msgs)]
        rows["each: chop, Arrow"] = timed(1, n, lambda: ed25519.verify_each(*columns, policy="chop-1"))
    except ImportError:
        pass


def of_sm2(rows: dict[str, Timed]) -> None:
    key = sm2.SigningKey.generate()
    n = 4096
    keys = sm2.keygen_many([i.to_bytes(32, "big") for i in range(1, n + 1)])
    msgs = [bytes(32)] * n
    sigs = [own.sign(msg, format="raw") for own, msg in zip(keys, msgs)]
    pubs = [bytes(own.public_key) for own in keys]
    rows["sm2, each: chop, lists"] = timed(1, n, lambda: sm2.verify_each(pubs, sigs, msgs))
    try:
        from gmssl import sm2 as other
    except ImportError:
        return
    theirs = other.CryptSM2(private_key="", public_key=bytes(key.public_key)[1:].hex(), asn1=False)
    sig = key.sign(msgs[0], format="raw").hex()
    rows["sm2, one: gmssl"] = timed(3, 1, lambda: theirs.verify_with_sm3(sig, msgs[0]))


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        facts = dict(line.split(":", 1) for line in lines if ":" in line)
        facts = {name.strip(): value.strip() for name, value in facts.items()}
        return f"{facts['model name']} (family {facts['cpu family']}, model {facts['model']})"
    except (OSError, KeyError):
        return platform.processor()


def import_time() -> float:
    """Milliseconds that `import chop` adds to the start of Python."""

    def start(code: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (time.perf_counter() - begin) * 1e3

    return statistics.median(start("import chop") - start("pass") for _ in range(9))


RATIOS = [
    ("one: chop, key decoded", "one: PyNaCl"),
    ("one: chop, key decoded", "one: cryptography"),
    ("one: chop, key prepared", "one: PyNaCl"),
    ("one: chop, key prepared", "one: cryptography"),
    ("each: chop, numpy", "each: Rust"),
    ("each: chop, Arrow", "each: Rust"),
    ("each: chop, lists", "each: Rust"),
    ("each: chop, numpy", "one: PyNaCl"),
    ("sm2, each: chop, lists", "sm2, one: gmssl"),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rust", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--rows", type=int, default=65_536)
    arguments = parser.parse_args()
    rust = Rust(arguments.rust) if arguments.rust else None
    rows: dict[str, Timed] = {}
    one(rows, rust)
    each(rows, rust, arguments.rows)
    of_sm2(rows)
    times: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(arguments.rounds):
        for name, measure in rows.items():
            times[name].append(measure())
    medians = {name: statistics.median(own) for name, own in times.items()}
    print(f"{processor()}; Python {platform.python_version()}; level {chop.level()}; load {os.getloadavg()[0]:.1f}")
    for name, median in medians.items():
        print(f"{name:28}{median:12,.0f} ns")
    for ours, other in RATIOS:
        if ours in medians and other in medians:
            ratio = statistics.median(b / a for a, b in zip(times[ours], times[other]))
            print(f"{other} ÷ {ours}: {ratio:.3f}")
    print(f"import chop: {import_time():.1f} ms")


if __name__ == "__main__":
    main()
