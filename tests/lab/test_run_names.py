"""A stored run is named by the beginning of its id, in every command that takes one."""

from __future__ import annotations

import re

import click
import polars as pl
import pytest

from lab import cli
from lab.commands._options import AFTERWARDS
from lab.commands._runs import asked_run
from lab.errors import BadInput
from lab.store.run_names import find_run
from tests.lab.command_lines import printed, refused


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
