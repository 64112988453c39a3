"""Commands that are killed: some of them here; `python -m tests.lab.killed_commands 200` is the long series."""

from __future__ import annotations

import random

import pytest

from tests.lab import killed_commands
from tests.lab.killed_commands import WORKS, Work, kill_work, model_of

SOME = [one for one in WORKS if one.name in ("export", "mend")]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return model_of(tmp_path_factory.mktemp("killed"), SOME)


@pytest.mark.parametrize("work", SOME, ids=lambda work: work.name)
def test_a_killed_command_leaves_the_old_or_the_new_and_goes_on_to_the_same(work, model):
    found = kill_work(work, model, 1, random.Random(work.name))
    assert found.kills >= 1 and found.equal == found.places and found.mixed == 0 and found.left == 0


def test_mixed_outputs_and_leftovers_are_seen(model):
    """The same series over a command that writes one file after the other, and leaves its draft."""

    def half(place):
        (place / "b").mkdir(exist_ok=True)
        (place / "b" / str(len(list((place / "b").iterdir())))).write_text("half")
        (place / "x.part").write_text("")
        return ["rules"]

    work = Work("half", 0, half, lambda p: None, killed_commands._files("b"))
    found = kill_work(work, model, 2, random.Random(1))
    assert found.mixed > 0 and found.left == found.places and found.equal == 0
