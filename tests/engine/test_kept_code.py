"""What was compiled is found again or compiled again, and a wheel brings it along."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from threading import Event, Thread

import pytest

from engine import jit
from engine.compiling import code_files
from engine.compiling.code_files import read_kept, sweep_kept, write_kept
from engine.compiling.locked_folder import held, lock_file
from engine.loop import code_pack, compile_ahead
from lab.cli import ROOT
from lab.speed import ROOMS
from tests.engine.positions import COMPILED

compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

CREW = """
import subprocess, sys
code = "import threading, time; from engine.loop.compile_share import _end_with_parent as end;"
code += "threading.Thread(target=end, daemon=True).start(); print('here', flush=True); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
child.wait()
"""


def twice(n):
    """A little function to compile."""
    return n + n


def damages(data):
    """A whole file, and ways in which it may be damaged."""
    yield from (data[:n] for n in (0, 1, code_files.SUM - 1, code_files.SUM, len(data) // 2, len(data) - 1))
    step = max(1, len(data) // 60)
    yield from (data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(0, len(data), step))
    yield from (b"\0" * len(data), data + b"\0", data * 2)


def test_only_what_was_written_is_read(tmp_path):
    path = tmp_path / "a.nbc"
    write_kept(path, b"machine code" * 20)
    data = path.read_bytes()
    assert read_kept(path) == b"machine code" * 20
    ways = list(damages(data))
    for way in ways:
        path.write_bytes(way)
        assert read_kept(path) is None
    assert len(ways) > 60
    path.unlink()
    path.mkdir()
    assert read_kept(path) is None and read_kept(tmp_path / "none") is None


def test_a_file_copied_over_another_or_of_another_compiler_is_not_read(tmp_path, monkeypatch):
    write_kept(tmp_path / "a", b"one")
    shutil.copy(tmp_path / "a", tmp_path / "b")
    assert read_kept(tmp_path / "b") is None and read_kept(tmp_path / "a") == b"one"
    monkeypatch.setattr(code_files, "versions", lambda: ("0.1", "0.2"))
    assert read_kept(tmp_path / "a") is None


def test_drafts_of_the_dead_are_swept_and_those_of_the_living_are_not(tmp_path):
    dead, alive = tmp_path / "drafts.0123456789abcdef.part", tmp_path / "claims.fedcba9876543210.part"
    with held(tmp_path, "claims", ".part") as claims:
        shutil.copytree(claims, dead)
        (dead / "half.nbc").write_bytes(b"half")
        shutil.copytree(claims, alive)
        (tmp_path / "kernel.nbc").write_bytes(b"")
        sweep_kept(tmp_path)
        assert sorted(p.name for p in tmp_path.iterdir()) == sorted([claims.name, "kernel.nbc"])


def test_whoever_compiles_for_another_ends_with_it():
    parent = subprocess.Popen([sys.executable, "-c", CREW], stdout=subprocess.PIPE)
    assert parent.stdout is not None and parent.stdout.readline() == b"here\n"
    parent.kill()
    parent.wait()
    started = time.monotonic()
    assert parent.stdout.read() == b""  # the child has it open as long as it lives
    assert time.monotonic() - started < 20


def nowhere(tmp_path):
    """A place where not even root can make a folder."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "sources"


def test_where_code_is_kept(tmp_path, monkeypatch):
    beside, home = tmp_path / "beside", tmp_path / "home"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    monkeypatch.setattr(code_files.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.delenv(code_files.ASKED, raising=False)
    assert code_files.place_of_code(beside, "kernels", lambda _: False) == (beside / "kernels", True)
    shut = nowhere(tmp_path)
    assert code_files.place_of_code(shut, "kernels", lambda _: False) == (home / "card-lab/numba/kernels", True)
    assert code_files.place_of_code(shut, "kernels", lambda f: f == shut / "kernels") == (shut / "kernels", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shut))
    found, can_write = code_files.place_of_code(shut, "kernels", lambda _: False)
    assert can_write and found.parent.parent == tmp_path and found.parent.stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(code_files.tempfile, "gettempdir", lambda: str(shut))
    assert code_files.place_of_code(shut, "kernels", lambda _: False) == (shut / "kernels", False)
    monkeypatch.setenv(code_files.ASKED, str(tmp_path / "asked"))
    assert code_files.place_of_code(beside, "kernels", lambda _: False) == (tmp_path / "asked/kernels", True)


def test_a_temporary_folder_that_others_can_write_to_is_not_trusted(tmp_path):
    for name, mode in (("shared", 0o777), ("group", 0o770)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
        assert not code_files._is_ours_alone(tmp_path / name)
    (tmp_path / "mine").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "mine")
    assert code_files._is_ours_alone(tmp_path / "mine") and not code_files._is_ours_alone(tmp_path / "link")


@pytest.fixture
def entry(monkeypatch, tmp_path):
    """Makes what Python calls of a little kernel, as a new process would, with its code kept in `tmp_path`."""
    compile_ahead.load_all()
    compile_ahead.load_slots()
    monkeypatch.setattr(jit, "CACHE", tmp_path)

    def made():
        monkeypatch.setattr(jit, "KERNELS", {})
        return jit.kernel()(twice).entry

    return made


@compiled
def test_the_damaged_code_of_a_kernel_is_compiled_again(entry, tmp_path):
    assert entry()(4) == 8
    files = {path: path.read_bytes() for path in tmp_path.glob("*.nb[ci]")}
    assert len(files) >= 2
    ways = (lambda _: b"", lambda d: d[: len(d) // 2], lambda d: d[:-9] + bytes([d[-9] ^ 1]) + d[-8:])
    for way in (*ways, lambda _: files[max(files)]):
        for path, data in files.items():
            path.write_bytes(way(data))
        assert entry()(4) == 8
        assert all(read_kept(path) is not None for path in files)


@compiled
def test_code_that_names_what_has_moved_since_is_compiled_again(entry, tmp_path):
    assert entry()(4) == 8
    for path in tmp_path.glob("*.nb[ci]"):
        write_kept(path, b"cengine.moved_away\nGone\n.")  # a pickle of a class of a module that is no more
    assert entry()(4) == 8


@compiled
def test_code_that_cannot_be_kept_is_compiled_all_the_same(entry, tmp_path, monkeypatch):
    monkeypatch.setattr(jit, "CACHE", nowhere(tmp_path))
    assert entry()(4) == 8
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@compiled
def test_a_damaged_pack_is_none(tmp_path, monkeypatch):
    compile_ahead.load_all()
    whole, path = code_pack.path_of_pack(), tmp_path / code_pack.path_of_pack().name
    data = whole.read_bytes()
    monkeypatch.setattr(code_pack, "path_of_pack", lambda: path)
    path.write_bytes(data)
    assert code_pack.is_compiled_before() and not code_pack.is_damaged()
    for way in (b"", data[:1000], data[:-1], data[:5000] + bytes([data[5000] ^ 1]) + data[5001:]):
        path.write_bytes(way)
        assert code_pack.is_damaged() and not code_pack.is_compiled_before()
        assert not code_pack.load_program() and not code_pack.load_kernels(compile_ahead.apart())


@compiled
def test_whoever_finds_another_at_work_waits_and_compiles_nothing(tmp_path, monkeypatch):
    at_work = os.open(tmp_path / compile_ahead.WAITING, os.O_RDWR | os.O_CREAT)
    assert lock_file(at_work)
    is_there, told, compiled_here = [False], Event(), []
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    monkeypatch.setattr(compile_ahead, "is_compiled_before", lambda: is_there[0])
    monkeypatch.setattr(compile_ahead, "_compile_in_processes", lambda *_: compiled_here.append(1) or True)
    waiting = Thread(target=compile_ahead.compile_all, kwargs={"told": lambda *_: told.set()})
    waiting.start()
    assert told.wait(60)
    is_there[0] = True
    os.close(at_work)
    waiting.join(60)
    assert not waiting.is_alive() and not compiled_here


@compiled
def test_what_cannot_be_kept_is_said_and_nobody_is_set_to_work(monkeypatch, capsys):
    monkeypatch.setattr(jit, "IS_KEPT", False)
    monkeypatch.setattr(compile_ahead, "is_compiled_before", lambda: False)
    monkeypatch.setattr(compile_ahead, "_compile_in_processes", lambda *_: pytest.fail("compiles"))
    compile_ahead.compile_all()
    said = capsys.readouterr().err
    assert "cannot be kept" in said and code_files.ASKED in said


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
