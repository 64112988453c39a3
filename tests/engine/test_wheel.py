"""A wheel brings compiled code along: whoever installs it plays at once, and has no need of the compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from engine import jit
from lab.cli import ROOT
from lab.speed import ROOMS
from tests.engine.positions import COMPILED

BUILD = "import sys; from lab.wheel_build import build_wheel; print(build_wheel(sys.argv[1]))"
PLAY = """
import sys
from lab.cli import main
code = main(["compare", "base", "base+faster", "--games", "20"])
print(code, main.__globals__["__file__"], [name for name in sys.modules if name.split(".")[0] == "numba"])
"""


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED or jit.CHECKED, reason="a wheel brings compiled code along")
def test_who_installs_a_wheel_compiles_nothing(tmp_path):
    sources, site, empty = tmp_path / "sources", tmp_path / "site", tmp_path / "empty"
    for room in (*ROOMS, "reports"):
        shutil.copytree(ROOT / room, sources / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "app.py"):
        shutil.copyfile(ROOT / name, sources / name)
    given = os.environ | {"PYTHONPATH": str(sources), "LAB_CACHE": str(jit.CACHE.parent)}
    built = subprocess.run([sys.executable, "-c", BUILD, str(tmp_path)], cwd=sources, env=given, **TOLD)
    name = built.stdout.splitlines()[-1]
    assert f"-cp{sys.version_info[0]}{sys.version_info[1]}-" in name and not name.endswith("-any.whl")
    assert not list((sources / "engine").rglob("*.bin")), "the sources are left as they were"
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--target",
        str(site),
        str(tmp_path / name),
    ]
    subprocess.run(install, check=True)
    given = os.environ | {"PYTHONPATH": str(site), "LAB_CACHE": str(empty)}
    played = subprocess.run([sys.executable, "-c", PLAY], cwd=tmp_path, env=given, **TOLD)
    assert played.stdout.splitlines()[-1] == f"0 {site / 'lab' / 'cli.py'} []"
    assert "compile" not in played.stderr and not [path for path in empty.rglob("*") if path.is_file()]


TOLD = {"capture_output": True, "text": True, "check": True}
