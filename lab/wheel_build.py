"""Builds wheels that bring compiled code along: whoever installs one plays at once, without compiling.

The build backend that pyproject.toml names: setuptools, and for a wheel the pack of the engine's machine code
(`engine.loop.code_pack`) lies in it as a file of data. So a wheel is for one system, family of processors and version
of Python. With other versions of Numba than it was built with, its code is compiled as in a clone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - what installers ask of a backend
from setuptools.dist import Distribution

COMPILE = """
from engine.loop import code_pack, compile_ahead
compile_ahead.compile_all()
if not code_pack.is_compiled_before():
    raise SystemExit("the engine is not compiled, so the wheel cannot bring it along")
print(code_pack.path_of_pack())
"""


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What compiles the engine, beside what setuptools needs."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), "numba>=0.64", "llvmlite>=0.46", "numpy>=2.0"]


def build_wheel(directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build a wheel for this system into a folder, from the current one; returns its name."""
    with _pack_beside_sources():
        usual = Distribution.has_ext_modules
        Distribution.has_ext_modules = lambda self: True  # it holds machine code
        try:
            name: str = build_meta.build_wheel(directory, config_settings, metadata_directory)
        finally:
            Distribution.has_ext_modules = usual
    return name


@contextmanager
def _pack_beside_sources() -> Iterator[None]:
    """Compile the engine, if it is not yet, and lay its pack where the wheel takes its data from."""
    here = Path.cwd()
    given = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [str(here), os.environ.get("PYTHONPATH")]))}
    done = subprocess.run([sys.executable, "-c", COMPILE], env=given, stdout=subprocess.PIPE, text=True, check=True)
    pack = Path(done.stdout.splitlines()[-1])
    brought = here / "engine" / "compiling" / pack.name
    shutil.copyfile(pack, brought)
    try:
        yield
    finally:
        brought.unlink()
