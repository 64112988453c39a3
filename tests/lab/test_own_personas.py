"""`FILE.toml:NAME`: personas of one's own wherever a persona may be named."""

from __future__ import annotations

import pytest

import lab
from lab.agents.personas import agents_hash, expand, find_persona, is_outside, weights_of
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec, parse_spec, spec_text

MINE = """
[shy]
why = "Shy."
[shy.weights]
level = 40

[bold]
weights = { level = 9, hinder = 70 }

[mix.pair]
agents = ["bold", "shy", "bold"]
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def test_a_row_of_a_file_is_a_persona_under_its_whole_name(mine):
    found = find_persona(f"{mine}:shy")
    assert (found.name, found.why, found.weights) == (f"{mine}:shy", "Shy.", {"level": 40})
    assert weights_of([f"{mine}:bold", "balanced"]).shape[0] == 2
    assert not is_outside(f"{mine}:shy") and not is_outside("mine.toml:shy") and is_outside("mine.agents:Shy")


def test_a_file_alone_is_everybody_in_it_and_its_mixes_are_known(mine):
    assert expand([str(mine), "random"]) == (f"{mine}:shy", f"{mine}:bold", "random")
    assert expand([f"{mine}:pair"]) == (f"{mine}:bold", f"{mine}:shy", f"{mine}:bold")


def test_a_spec_with_own_personas_is_read_back(mine):
    spec = RunSpec(arms=("base",), agents=(f"{mine}:pair", "balanced"))
    assert spec.only.agents == (f"{mine}:bold", f"{mine}:shy", f"{mine}:bold", "balanced")
    assert parse_spec(spec_text(spec)) == spec


def test_other_weights_are_another_run_even_in_the_same_process(mine):
    before = agents_hash([f"{mine}:shy"])
    mine.write_text(MINE.replace("level = 40", "level = 41"))
    assert agents_hash([f"{mine}:shy"]) != before


def test_a_file_of_the_same_name_elsewhere_is_another_file(mine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_persona("mine.toml:shy").weights == {"level": 40}
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    with pytest.raises(BadInput, match=r"mine\.toml: cannot be read"):
        find_persona("mine.toml:shy")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("{}:sly", "no persona 'sly'; allowed: shy, bold"),
        ("{}:Shy", "no persona 'Shy'"),
        ("nowhere.toml:shy", "nowhere.toml: cannot be read"),
        ("nowhere.toml", "nowhere.toml: cannot be read"),
    ],
)
def test_what_is_not_there_is_said(mine, name, says):
    with pytest.raises(BadInput, match=says):
        expand([name.format(mine)])


def test_an_unknown_weight_is_said_before_a_game_is_played(mine):
    mine.write_text("[shy]\nweights = { courage = 3 }\n")
    with pytest.raises(BadInput, match="unknown weight 'courage'; allowed: .*level"):
        RunSpec(arms=("base",), agents=(f"{mine}:shy",))


MOODY = (
    MINE
    + """
[friendly]
like = "balanced+peaceful"
weights = { help = 3 }

[mood.grim]
why = "Grim."
percent = { level = 150, hinder = 33 }
add = { help = -5 }
"""
)


def test_a_mood_is_laid_over_whoever_is_in_it(mine):
    mine.write_text(MOODY)
    assert find_persona(f"{mine}:bold+grim").weights == {"level": 13, "hinder": 23, "help": -5}  # 13.5 and 23.1
    twice = find_persona(f"{mine}:bold+grim+grim")
    assert twice.weights == {"level": 19, "hinder": 7, "help": -10} and twice.name == f"{mine}:bold+grim+grim"
    assert expand([f"{mine}:pair+grim"]) == (f"{mine}:bold+grim", f"{mine}:shy+grim", f"{mine}:bold+grim")
    assert set(expand(["table+spiteful"])) == {"balanced+spiteful", "novice+spiteful", "greedy+spiteful"}
    assert agents_hash(["balanced+spiteful"]) != agents_hash(["balanced"]) and not is_outside("balanced+spiteful")


def test_a_persona_may_be_like_one_of_the_lab_in_a_mood(mine):
    mine.write_text(MOODY)
    assert find_persona(f"{mine}:friendly").weights == {**find_persona("balanced+peaceful").weights, "help": 3}


@pytest.mark.parametrize("name", ["balanced+grim", "balanced+", "table+grim", "lookahead:2+grim"])
def test_a_mood_that_nobody_knows_is_refused(name):
    with pytest.raises(BadInput, match="no mood '(grim)?'; allowed: spiteful, peaceful, forgetful"):
        expand([name])


@pytest.mark.deep
def test_moods_show(tmp_path):
    """Four of a kind: who is spiteful throws more, the peaceful less and games are short, the forgetful lose more."""
    moods = [["balanced"], ["balanced+spiteful"], ["balanced+peaceful"], ["balanced+forgetful"]]
    run = lab.run("base", agents=moods, games=600, store=tmp_path)
    acts = run.metric("hostility").filter(measure="attacked").sort("arm")
    plain, forgetful, peaceful, spiteful = acts.iter_rows(named=True)
    assert spiteful["value_low"] > plain["value_high"] and peaceful["value_high"] < plain["value_low"]
    turns = run.metric("game_length").filter(measure="turns").sort("arm")
    plain, forgetful, peaceful, spiteful = turns.iter_rows(named=True)
    assert peaceful["mean_high"] < plain["mean_low"] and plain["mean_high"] < spiteful["mean_low"]
    mixed = lab.run("base", agents=["balanced", "balanced+forgetful"], games=2000, store=tmp_path)
    wins = {row["agent"]: row for row in mixed.metric("persona_win").iter_rows(named=True)}
    assert wins["balanced+forgetful"]["credit_high"] < wins["balanced"]["credit_low"]
