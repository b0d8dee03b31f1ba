"""Docstrings: everything public has one, and its examples run. Stubs: they say what the package has."""

from __future__ import annotations

import doctest
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import chop
from chop import ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519

PACKAGE = Path(chop.__file__).parent


def public():
    """Every public object with its name."""
    yield "chop", chop
    for module in (chop, ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.ismodule(value) or isinstance(value, bytes):
                continue
            yield f"{module.__name__}.{name}", value
            if inspect.isclass(value):
                for member, method in vars(value).items():
                    if not member.startswith("_") and (callable(method) or hasattr(method, "__get__")):
                        yield f"{module.__name__}.{name}.{member}", method


def test_everything_public_has_a_docstring():
    bare = [name for name, value in public() if not inspect.getdoc(value)]
    assert bare == []


def test_the_examples_of_docstrings_run():
    pytest.importorskip("pyarrow")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    examples = 0
    for name, value in public():
        text = inspect.getdoc(value) or ""
        # Those of a hash variant are of chop.ed25519 as well.
        test = parser.get_doctest(text, {}, name, None, 0)
        examples += len(test.examples)
        runner.run(test)
    assert examples > 60
    assert runner.summarize(verbose=False).failed == 0


def test_stubs_and_types_are_right(tmp_path):
    pytest.importorskip("mypy")
    # An editable installation is not found by itself.
    installed = PACKAGE.parent.name == "site-packages"
    environment = {**os.environ} if installed else {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    for arguments in (["mypy.stubtest", "chop"], ["mypy", "--strict", "-p", "chop"]):
        done = subprocess.run(
            [sys.executable, "-m", *arguments], env=environment, capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_says_that_it_has_types():
    assert (PACKAGE / "py.typed").is_file()


def test_importing_needs_nobody():
    code = "import sys, chop; print([m for m in ('numpy', 'pyarrow', 'polars', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
