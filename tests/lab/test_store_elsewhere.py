"""A store at an address of fsspec, whole or absent, and its runs, named by the beginning of their id."""

from __future__ import annotations

import json
import re

import click
import polars as pl
import pytest

from lab import cli
from lab.commands._options import AFTERWARDS
from lab.commands._runs import asked_run
from lab.errors import BadInput, RunFault
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.remote_store import FarStore, fetch, open_store, said_place
from lab.store.run_names import find_run
from lab.store.store_folder import Store
from lab.store.stored_tables import TABLES
from tests.lab.command_lines import printed, refused
from tests.lab.fakes import fake_arms

fsspec = pytest.importorskip("fsspec", reason='fsspec is not installed: pip install ".[cluster]"')
SPEC = RunSpec(
    arms=("base", "base+faster"), games=40, shard_games=10, agents=("balanced",), events="sample:5", exposure="sample:9"
)


@pytest.fixture
def address(tmp_path, monkeypatch):
    """An empty object store in memory; copies lie below a folder of this test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files = fsspec.filesystem("memory")
    yield "memory://bucket/a store"
    files.store.clear()
    files.pseudo_dirs[:] = [""]


def objects():
    return {name: file.getvalue() for name, file in fsspec.filesystem("memory").store.items()}


def another_machine(monkeypatch, tmp_path, name):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / name))


def digests(folder, run):
    return {name: Store.open(folder).digest(name, run) for name in TABLES}


@pytest.mark.deep
def test_the_address_holds_what_a_folder_holds(tmp_path, address, monkeypatch):
    run = run_spec(SPEC, tmp_path / "folder", 2, arms=fake_arms(SPEC)).run_id
    expected = digests(tmp_path / "folder", run)
    run_spec(SPEC, fetch(address), 2, arms=fake_arms(SPEC))
    there = {name.removeprefix("/bucket/a store/"): data for name, data in objects().items()}
    here = {p.relative_to(tmp_path / "folder").as_posix(): p.read_bytes() for p in files_of(tmp_path / "folder")}
    assert set(there) == set(here) and all(there[n] == here[n] for n in here if "/run/" not in n)
    another_machine(monkeypatch, tmp_path, "other")
    copy = fetch(address)
    assert digests(copy, run) == expected and said_place(copy) == address
    assert Store.open(copy).runs()["status"].to_list() == ["done"]


def files_of(folder):
    return [p for p in (folder / "runs").rglob("*") if p.is_file()]


@pytest.mark.deep
@pytest.mark.parametrize("most", [3, 8, 10, 16, 21])
def test_another_machine_goes_on_where_one_was_lost(most, tmp_path, address, monkeypatch):
    """The address takes some objects, then nothing: what is seen there is whole, what is missing is played."""
    run = run_spec(SPEC, tmp_path / "folder", 1, arms=fake_arms(SPEC)).run_id
    memory = type(fsspec.filesystem("memory"))
    whole, sent = memory.pipe_file, []

    def full(self, path, data, **more):
        if len(sent) >= most:
            raise OSError("the bucket is full")
        sent.append(path)
        whole(self, path, data, **more)

    monkeypatch.setattr(memory, "pipe_file", full)
    copy = fetch(address)
    with pytest.raises(RunFault, match="cannot be reached .the bucket is full.; what was committed stays"):
        run_spec(SPEC, copy, 1, arms=fake_arms(SPEC))
    marked = [name for name in objects() if "/shard/" in name]
    for name in marked:  # a shard that can be seen is whole
        stem = name.rpartition("/")[2].removesuffix(".json")
        rows = Store.open(copy).rows_of(run, stem)
        assert rows and all(any(f"/{t}/{stem}.parquet" in o for o in objects()) for t, n in rows.items() if n)
    assert len(marked) < 8 and len(Store.open(copy).committed(run)) < 8
    monkeypatch.setattr(memory, "pipe_file", whole)
    another_machine(monkeypatch, tmp_path, "other")
    arms = fake_arms(SPEC)
    assert run_spec(SPEC, fetch(address), 2, arms=arms).games_played == 80 - 10 * len(marked)
    assert digests(fetch(address), run) == digests(tmp_path / "folder", run)


def test_what_could_not_be_sent_is_sent_with_the_next_command(tmp_path, address, monkeypatch):
    copy = fetch(address)
    run = run_spec(SPEC, copy, 1, arms=fake_arms(SPEC)).run_id
    expected = objects()
    for name in [name for name in objects() if "base-10" in name]:
        del fsspec.filesystem("memory").store[name]
    arms = fake_arms(SPEC)
    assert run_spec(SPEC, fetch(address), 1, arms=arms).games_played == 0
    assert objects() == expected and open_store(copy).committed(run) == Store.open(copy).committed(run)


@pytest.mark.deep
def test_half_a_marker_is_no_shard_and_a_removed_run_is_gone(tmp_path, address, monkeypatch):
    copy = fetch(address)
    run = run_spec(SPEC, copy, 1, arms=fake_arms(SPEC)).run_id
    marker = f"/bucket/a store/runs/{run}/shard/base-0.json"
    fsspec.filesystem("memory").pipe_file(marker, objects()[marker][:7])
    another_machine(monkeypatch, tmp_path, "other")
    assert len(Store.open(fetch(address)).committed(run)) == 7
    another_machine(monkeypatch, tmp_path, "cache")
    store = open_store(copy)
    assert isinstance(store, FarStore)
    store.remove(run)
    assert not objects() and not store.run_ids()
    another_machine(monkeypatch, tmp_path, "other")
    assert Store.open(fetch(address)).run_ids() == []


@pytest.mark.deep
def test_commands_read_and_write_an_address(address, capsys):
    words = ["run", "--variant", "base", "--games", "4", "--store", address, "--workers", "1"]
    assert cli.main(words) == 0
    assert f"4 games in {address}; look at them: lab metrics --store {address}" in " ".join(
        capsys.readouterr().out.split()
    )
    assert json.loads(printed(capsys, ["runs", "--store", address, "--json"]))[0]["status"] == "done"
    assert cli.main(["query", "SELECT count(*) AS n FROM game", "--store", address, "--csv"]) == 0
    assert capsys.readouterr().out.split() == ["n", "4"]


@pytest.mark.parametrize(
    ("address", "said"),
    [("nope://x/y", "store nope://x/y: cannot be reached (Protocol not known: nope"),
     ("ftp://me:secret@host/x", "--store holds a password"),
     ("adl://x", "--store adl://x needs a package that is missing; allowed: to install it (")],
)  # fmt: skip
def test_an_address_that_is_of_no_use_is_a_sentence(address, said, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    error = refused(capsys, ["runs", "--store", address])
    assert said in error and "secret" not in error and "Traceback" not in error


def test_no_place_for_copies_is_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(BadInput, match="no copy of memory://x can be kept"):
        fetch("memory://x")


@pytest.fixture
def store(tmp_path):
    for run in ("aa11", "aa12", "b3", "aa1"):
        (tmp_path / "runs" / run).mkdir(parents=True)
        (tmp_path / "runs" / run / "spec.toml").touch()
    return tmp_path


@pytest.mark.parametrize(("given", "found"), [("aa11", "aa11"), ("b", "b3"), ("aa12", "aa12"), ("aa1", "aa1")])
def test_the_beginning_of_one_id_or_a_whole_one_is_enough(store, given, found):
    assert find_run(store, given) == found


def test_nothing_stands_for_all_runs(store):
    assert find_run(store, None) is None


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("aa", "run 'aa' fits several runs; allowed: the beginning of one of aa1, aa11, aa12"),
        ("c", "run 'c' is not stored; allowed: the beginning of one of aa1, aa11, aa12, b3"),
        ("", "run '' fits several runs"),
        ("*", "run '*' is not stored"),
    ],
)
def test_none_or_several_is_a_sentence(store, given, says):
    with pytest.raises(BadInput, match=re.escape(says)):
        find_run(store, given)


def test_an_empty_store_says_so(tmp_path):
    with pytest.raises(BadInput, match="the store holds no run yet"):
        find_run(tmp_path, "a")


class Shelf:
    """A store of four runs, the newest last: an evening of comparing, one of searching."""

    path = "shelf"
    damaged = ()

    def readable(self, *_):
        return self

    def runs(self):
        typed = ("lab compare base base+faster", "lab run --variant base", "lab tune base", "lab power turns")
        return pl.DataFrame({"run_id": ["a1", "b1", "c1", "d1"], "name": ["", "mine", "", ""], "command": typed})

    def arms(self):
        return pl.DataFrame(
            {"run_id": ["a1", "a1", "b1", "c1", "d1"], "arm": ["base", "base+faster", "base", "base", "x"]}
        )


@pytest.mark.parametrize(
    ("given", "arms", "least", "found"),
    [
        (None, (), 1, "b1"), ("all", (), 1, None), (None, ("base+faster",), 1, "a1"), (None, (None,), 2, "a1"),
        (None, ("x",), 1, "d1"), (None, ("nobody",), 1, None),
    ],
)  # fmt: skip
def test_a_command_answers_about_what_was_played_last(given, arms, least, found):
    """Steps of a search only if nothing else has the arm; an arm that nobody has is for the command to refuse."""
    with click.Context(cli.lab) as context:
        assert asked_run(Shelf(), given, *arms, least=least) == found
        assert ("3 other runs" in context.meta.get(AFTERWARDS, "")) == (found is not None)


COMMANDS = (
    ["metrics", "endings"], ["cards"], ["export", "--to", "csv"], ["report", "--to", "r.html"], ["replay"],
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_that_takes_a_run_takes_its_beginning(store, command, capsys):
    said = refused(capsys, [*command, "--store", str(store), "--run", "aa"]).strip()
    assert "run 'aa' fits several runs" in said and len(said.splitlines()) == 1


def test_the_version_names_the_rules(capsys):
    assert re.fullmatch(r"lab \S+, RULES_VERSION \d+\n", printed(capsys, ["--version"]))
