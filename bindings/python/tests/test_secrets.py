"""When an object with a secret goes, the memory of the process no longer holds the secret."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

SEARCH = '''
import gc, sys
import numpy as np
from chop import ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519

MASK = 0x5A
rng = np.random.default_rng(int(sys.argv[2]))
# The secret is in memory only behind a mask; what is searched for is masked as well.
masked = rng.integers(0, 256, 32, np.uint8)
# What is read is nowhere else, and no longer than it is searched.
window = bytearray((1 << 20) + 64)
numbers = np.frombuffer(window, np.uint8)


def found():
    places = 0
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps.read().splitlines():
            span, access = line.split()[:2]
            if "rw" not in access or "[v" in line:
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            for at in range(start, end, 1 << 20):
                memory.seek(at)
                try:
                    length = memory.readinto(memoryview(window)[: min(len(window), end - at)])
                except OSError:
                    break
                np.bitwise_xor(numbers, MASK, out=numbers)
                # SM2 keeps numbers with their last byte first.
                places += window.count(masked.tobytes(), 0, length) + window.count(masked[::-1].tobytes(), 0, length)
                numbers.fill(0)
    return places


secret = bytearray(32)
for i in range(32):
    secret[i] = int(masked[i]) ^ MASK
assert found() >= 1
scheme, how = sys.argv[1].split(".")
made = {
    "seed": lambda: ed25519.SigningKey.from_seed(secret),
    "ed25519": lambda: ed25519.SigningKey.load(secret),
    "blake3": lambda: ed25519_blake3.SigningKey.from_seed(secret),
    "blake2b": lambda: ed25519_blake2b.SigningKey.from_seed(secret),
    "sm2": lambda: sm2.SigningKey(secret),
    "sm2file": lambda: sm2.SigningKey.load(secret),
    "x25519": lambda: x25519.PrivateKey(secret),
    "many": lambda: ed25519.keygen_many(np.frombuffer(secret, np.uint8).reshape(1, 32))[0],
    "manylist": lambda: ed25519.keygen_many([secret, bytes(32)])[0],
    "sm2many": lambda: sm2.keygen_many(np.frombuffer(secret, np.uint8).reshape(1, 32))[0],
}[scheme]
key = made()
for i in range(32):
    secret[i] = 0
if how == "kept":
    assert found() >= 1
if how == "used":
    if hasattr(key, "sign"):
        key.sign(b"hello"), key.sign(b"hello", hedged=True), key.sign_many([b"a", b"b"] * 20), repr(key), key.public_key
    else:
        key.public_key, key.exchange(x25519.PrivateKey.generate().public_key)
del key
gc.collect()
print(found())
'''


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the memory of a process is read from /proc")
@pytest.mark.parametrize("scheme", ["seed", "ed25519", "blake3", "blake2b", "sm2", "sm2file", "x25519", "many", "manylist", "sm2many"])
@pytest.mark.parametrize("how", ["kept", "used"])
def test_a_secret_is_wiped_when_its_object_goes(scheme, how):
    pytest.importorskip("numpy")
    done = subprocess.run([sys.executable, "-c", SEARCH, f"{scheme}.{how}", "7"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "0\n"
    gc.collect()
