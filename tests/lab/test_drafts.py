"""Files and folders that appear whole or not at all, and what is left of them when their maker is killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.compiling.locked_folder import held, is_held, taken_over
from lab.store import atomic_files
from lab.store.atomic_files import make_room, placed, placed_folder, sweep

MAKER = """
import sys, time
from pathlib import Path
from lab.store.atomic_files import placed, placed_folder

def write(draft):
    if sys.argv[1] == "folder":
        draft.mkdir()
        (draft / "a").write_text("new")
    else:
        draft.write_text("new")
        (draft.parent / (draft.name + ".wal")).write_text("beside")
    print("ready", flush=True)
    time.sleep(60)

{"folder": placed_folder, "file": placed}[sys.argv[1]](Path(sys.argv[2]), write)
"""


def maker(kind, path, *before):
    """A process that is in the middle of making a draft."""
    process = subprocess.Popen([*before, sys.executable, "-c", MAKER, kind, str(path)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    if process.stdout.readline() != b"ready\n":
        process.wait()
        pytest.skip("this machine allows no process namespaces")
    return process


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


def folder_of(path, text):
    """A writer of a folder of two files that say the same."""

    def write(draft):
        draft.mkdir()
        for name in "ab":
            (draft / name).write_text(text)

    return path, write


@pytest.mark.parametrize("kind", ["file", "folder"])
@pytest.mark.parametrize("has_room", [False, True])
def test_a_draft_is_kept_while_its_maker_lives_and_goes_after_its_death(kind, has_room, tmp_path):
    if has_room:
        make_room(tmp_path)
    target = tmp_path / "out.txt"
    process = maker(kind, target)
    try:
        during = names(tmp_path)
        sweep(tmp_path)
        assert names(tmp_path) == during and any("draft" in name for name in during)
    finally:
        process.kill()
        process.wait()
    sweep(tmp_path)
    assert names(tmp_path) == ([".drafts"] if has_room else [])


def test_the_next_one_that_writes_beside_it_sweeps(tmp_path):
    for name in ("report.html", "new\nline", "中" * 80):
        process = maker("file", tmp_path / name)
        process.kill()
        process.wait()
    assert len(names(tmp_path)) > 1
    placed(tmp_path / "other.html", lambda draft: draft.write_text("new"))
    assert names(tmp_path) == ["other.html"]


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces of processes are Linux's")
def test_a_draft_of_another_container_is_kept(tmp_path):
    """Its maker has the process number 1 there; the lock is the same kernel's."""
    if shutil.which("unshare") is None:
        pytest.skip("no unshare here")
    process = maker("file", tmp_path / "x", "unshare", "--fork", "--pid", "--kill-child", "--map-root-user", "--user")
    try:
        during = names(tmp_path)
        sweep(tmp_path)
        assert names(tmp_path) == during and len(during) == 4
    finally:
        process.kill()
        process.wait()
    until = time.monotonic() + 10
    while names(tmp_path) and time.monotonic() < until:
        sweep(tmp_path)
    assert names(tmp_path) == []


def test_what_is_not_ours_is_never_swept(tmp_path):
    for name in (".film.part", ".film.0123456789abcdef.part"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data").write_text("somebody's")
    (tmp_path / ".download.part").write_text("somebody's")
    (tmp_path / ".x.1.host-77.part").write_text("a young one of before")
    before = names(tmp_path)
    sweep(tmp_path)
    assert names(tmp_path) == before


def test_a_forged_note_moves_nothing_elsewhere(tmp_path):
    forged = tmp_path / "shared" / ".x.0123456789abcdef.part"
    (forged / "before").mkdir(parents=True)
    (forged / "held").write_text(str(tmp_path / "elsewhere"))
    sweep(tmp_path / "shared")
    assert names(tmp_path) == ["shared"]


def test_old_drafts_of_before_there_were_locks_go(tmp_path):
    for name in (".lab.duckdb.1.host-77.part", ".lab.duckdb.1.host-77.part.wal"):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (0, 0))
    sweep(tmp_path)
    assert names(tmp_path) == []


def test_a_reader_sees_one_whole_folder_at_any_moment(tmp_path):
    """Old or new, never neither and never a mix, while the folder is written again and again."""
    place = tmp_path / "out"
    placed_folder(*folder_of(place, "0"))
    stop, seen = threading.Event(), set()

    def look():
        while not stop.is_set():
            if atomic_files._exchange() is not None:
                assert place.is_dir()
            at = os.open(place, os.O_RDONLY)
            try:
                texts = [Path(f"/proc/self/fd/{at}/{name}").read_text() for name in "ab"]
            except FileNotFoundError:  # swept after it had left its place
                continue
            finally:
                os.close(at)
            seen.add(tuple(texts))

    if sys.platform != "linux":
        pytest.skip("looks at folders by their descriptors")
    thread = threading.Thread(target=look)
    thread.start()
    for n in range(1, 150):
        placed_folder(*folder_of(place, str(n)))
    stop.set()
    thread.join()
    assert len(seen) > 3 and all(a == b for a, b in seen)
    assert names(tmp_path) == ["out", "out/a", "out/b"]


def killed_at(line, work):
    """Do some work in a process that is killed at its n-th line of the files that make drafts; whether it was."""
    child = os.fork()
    if child == 0:
        passed = 0

        def trace(frame, event, _):
            nonlocal passed
            if not frame.f_code.co_filename.endswith(("atomic_files.py", "locked_folder.py")):
                return None
            passed += event == "line"
            if passed == line:
                os.kill(os.getpid(), signal.SIGKILL)
            return trace

        sys.settrace(trace)
        try:
            work()
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1] != 0


@pytest.mark.deep
@pytest.mark.parametrize(("can_swap", "has_room"), [(True, False), (False, False), (True, True)])
def test_whenever_it_is_killed_there_is_the_old_folder_or_the_new_one(can_swap, has_room, tmp_path, monkeypatch):
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    if not can_swap:
        monkeypatch.setattr(atomic_files, "swapped", lambda *_: False)
    if has_room:
        make_room(tmp_path)
    place, write = folder_of(tmp_path / "out", "new")
    seen, line = [], 1
    while True:
        placed_folder(*folder_of(place, "old"))
        was_killed = killed_at(line, lambda: placed_folder(place, write))
        if can_swap and atomic_files._exchange() is not None:
            seen.append({path.read_text() for path in place.iterdir()})
        sweep(tmp_path)
        if not can_swap:
            seen.append({path.read_text() for path in place.iterdir()})
        assert sorted(p.name for p in place.iterdir()) == ["a", "b"]
        assert names(tmp_path) == [".drafts"] * has_room + ["out", "out/a", "out/b"], line
        if not was_killed:
            break
        line += 1
    assert line > 30 and seen[0] == {"old"} and seen[-1] == {"new"}
    assert all(texts in ({"old"}, {"new"}) for texts in seen)


def test_where_folders_cannot_change_places_the_old_one_comes_back(tmp_path, monkeypatch):
    monkeypatch.setattr(atomic_files, "swapped", lambda *_: False)
    place = tmp_path / "out"
    for text in ("old", "new"):
        placed_folder(*folder_of(place, text))
    assert (place / "a").read_text() == "new" and names(tmp_path) == ["out", "out/a", "out/b"]

    with held(tmp_path, ".out", ".part", str(place)) as draft:  # killed between the two renames
        os.replace(place, draft / "before")
        shutil.copytree(draft, tmp_path / ".out.0123456789abcdef.part")
    sweep(tmp_path)
    assert (place / "a").read_text() == "new" and names(tmp_path) == ["out", "out/a", "out/b"]


def test_a_folder_that_filled_meanwhile_is_left_alone(tmp_path):
    place, write = folder_of(tmp_path / "out", "new")
    place.mkdir()

    def slow(draft):
        write(draft)
        (place / "mine").write_text("kept")

    with pytest.raises(OSError):
        placed_folder(place, slow, replaces=False)
    assert names(tmp_path) == ["out", "out/mine"]


@pytest.mark.deep
@pytest.mark.parametrize("has_room", [False, True])
def test_many_that_write_side_by_side_never_sweep_each_other(has_room, tmp_path):
    """A draft between its making and its locking is no different from that of a dead process."""
    if has_room:
        make_room(tmp_path)
    stop = threading.Event()

    def keep_sweeping():
        while not stop.is_set():
            sweep(tmp_path)

    sweepers = [threading.Thread(target=keep_sweeping) for _ in range(2)]
    for one in sweepers:
        one.start()
    try:
        with ThreadPoolExecutor(8) as writers:
            list(writers.map(lambda i: placed(tmp_path / f"{i}", lambda d: d.write_text("new")), range(300)))
    finally:
        stop.set()
        for one in sweepers:
            one.join()
    assert names(tmp_path) == sorted([*map(str, range(300)), *([".drafts"] if has_room else [])])


def test_a_sweeper_who_saw_no_lock_and_is_slow_takes_nothing(tmp_path, monkeypatch):
    """It looked before the file was locked, and lists the folder when its maker has written already."""

    def late(path, *rest):
        monkeypatch.undo()
        raise FileNotFoundError(path)

    with held(tmp_path, "x", ".part") as folder:
        (folder / "draft").write_text("new")
        monkeypatch.setattr("engine.compiling.locked_folder.os.open", late)
        with taken_over(folder) as is_dead:
            assert not is_dead


def test_what_cannot_be_written_is_named_and_not_its_draft(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        placed(tmp_path / "gone" / "x.txt", lambda draft: draft.write_text("new"))
    assert caught.value.filename == str(tmp_path / "gone" / "x.txt")


def test_a_folder_is_held_as_long_as_the_block_lasts(tmp_path):
    with held(tmp_path, "x", ".part") as folder:
        assert is_held(folder)
        copy = shutil.copytree(folder, tmp_path / "copy")
        assert not is_held(copy)
    assert not folder.exists()
