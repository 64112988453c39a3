"""Personas are rows of named weights, one's own as `FILE.toml:NAME`; anything else is refused in one sentence."""

from __future__ import annotations

import pytest

import lab
from lab.agents.personas import (
    Persona,
    agents_hash,
    allowed_agents,
    expand,
    find_persona,
    is_outside,
    mixes,
    persona_names,
    personas,
    weights_of,
    weights_table,
)
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec, parse_spec, spec_text


def write(tmp_path, text):
    path = tmp_path / "agents.toml"
    path.write_text(text)
    return path


SHIPPED = "random novice balanced cautious greedy helper saboteur hoarder dealer racer lookahead".split()


def test_the_personas_of_the_readme_are_shipped():
    assert set(SHIPPED) <= set(persona_names())
    assert all(p.why for p in personas().values())


def test_every_shipped_weight_is_a_feature_of_the_engine():
    features = pytest.importorskip("engine.policies.weights")
    weights_table(list(personas().values()), [row[0] for row in features.FEATURES])


def test_weights_stand_in_the_order_of_the_features_and_missing_ones_are_zero():
    one, other = Persona("a", "", {"greed": 3, "fear": -2}), Persona("b", "", {})
    assert weights_table([one, other], ["fear", "help", "greed"]).tolist() == [[-2, 0, 3], [0, 0, 0]]


def test_an_unknown_weight_is_an_error_that_lists_the_known_ones():
    with pytest.raises(BadInput, match="persona 'a': unknown weight 'gred'; allowed: fear, greed"):
        weights_table([Persona("a", "", {"gred": 1})], ["fear", "greed"])


def test_an_unknown_persona_is_an_error_that_lists_the_known_ones():
    with pytest.raises(BadInput, match="unknown agent 'hal'; allowed: random, "):
        find_persona("hal")


def test_other_weights_give_another_fingerprint(tmp_path):
    path = write(tmp_path, "[a]\nweights = { x = 1 }\n[b]\nweights = { x = 2 }\n")
    assert agents_hash(["a", "b"], path) != agents_hash(["b", "a"], path)
    assert agents_hash(["a"], path) == agents_hash(["a"], path)


def test_a_row_takes_over_what_it_does_not_name(tmp_path):
    path = write(tmp_path, "[a]\nweights = { level = 3, card = 4 }\n[b]\nlike = 'a'\nweights = { card = 5 }")
    assert personas(path)["b"].weights == {"level": 3, "card": 5}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a = 3", "a\\] is 3; allowed: a table with the keys why, weights"),
        ("[a]\nweight = {}", "unknown key 'weight' .did you mean 'weights'..; allowed: why, weights, like, provenance"),
        ("[a]\nweights = {}\nprovenance = 3", "provenance is 3; allowed: a text"),
        ("[a]\nlike = 'b'\n[b]\nweights = {}", "like is 'b'; allowed: one of the lab, or a row above it"),
        ("[a]\nlike = 'balanced+grim'", "like: no mood 'grim'; allowed: spiteful"),
        ("mood = 3", "mood is 3; allowed: tables .mood.NAME. with the keys why, percent, add"),
        ("[mood.m]\npercent = { x = 50 }", "percent: names 'x'; allowed: uniform, noise"),
        ("[mood.m]\nadd = { lookahead = 8 }", "add: names 'lookahead'; allowed: uniform"),
        ("[mood.m]\npercent = { level = -1 }", "level is -1; allowed: a whole number from 0 to 1000"),
        ("[a]\nlike = ['a']", "like is ..a..; allowed: a text"),
        ("[A]", "the name is 'A'; allowed: lower-case letters"),
        ("mix = 3", "mix is 3; allowed: tables"),
        ("[mix]\nm = 3", "m\\] is 3; allowed: a table with the keys why, agents"),
        ("[a]\n[mix.m]\nagents = ['a', 'b']", "agents names 'b'; allowed: a"),
        ("[a]\n[mix.m]\nagents = []", "agents is empty; allowed: a list of personas"),
        ("[a]\n[mix.m]\nwhy = 'x'", "key 'agents' is missing; allowed: a list of personas"),
        ("[a]\n[mix.m]\nagents = [3]", "agents is 3; allowed: a list of personas"),
        ("[a]\n[mix.m]\nagents = ['a']\nseats = 4", "unknown key 'seats'; allowed: why, agents"),
        ("[a]\n[mix.a]\nagents = ['a']", "a persona is called 'a' too"),
        ("[a]\nweights = 3", "weights is 3; allowed: a table"),
        ("[a]\nweights = { x = 1.5 }", "weights.x is 1.5; allowed: a whole number"),
        ("[a]\nweights = { x = true }", "weights.x is True; allowed: a whole number"),
        ("[a]\nweights = { x = 1000001 }", "allowed: a whole number from -1000000 to 1000000"),
        ("[a]\nweights = { lookahead = 4097 }", "weights: lookahead is 4097; allowed: a whole number from 0 to 4096"),
        ("[a", "not valid TOML"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, says):
    with pytest.raises(BadInput, match=says):
        personas(write(tmp_path, text))


def test_a_mix_stands_for_its_personas_and_a_stored_spec_names_those():
    table = mixes()["kitchen-table"].agents
    assert len(table) == 4
    assert expand(["kitchen-table", "random"]) == (*table, "random")
    for agents in ("kitchen-table", ["kitchen-table"], ("kitchen-table",)):
        spec = RunSpec(arms=["base"], agents=agents)
        assert spec.only.agents == table
        assert parse_spec(spec_text(spec)) == spec
    assert parse_spec('arms = ["base"]\nagents = "cut-throat"').only.agents == mixes()["cut-throat"].agents


def test_mixes_have_a_reason_and_known_personas():
    assert {"kitchen-table", "cut-throat"} <= set(mixes())
    assert all(mix.why and set(mix.agents) <= set(persona_names()) for mix in mixes().values())


def test_more_agents_than_a_run_may_have_are_counted_after_mixes():
    with pytest.raises(BadInput, match="agents is 104 players; allowed: at most 100"):
        RunSpec(arms=["base"], agents=["kitchen-table"] * 26)


def test_lookahead_takes_its_number_of_playouts_from_its_name():
    eight = find_persona("lookahead:8")
    assert eight.name == "lookahead:8"
    assert eight.weights["lookahead"] == 8
    assert {k: v for k, v in find_persona("lookahead:32").weights.items() if k != "lookahead"} == {
        k: v for k, v in eight.weights.items() if k != "lookahead"
    }
    assert agents_hash(["lookahead:8"]) != agents_hash(["lookahead:32"])


@pytest.mark.parametrize("count", ["0", "4097", "-1", "x", "", "1.5", "8:8", "²"])
def test_other_numbers_of_playouts_are_refused(count):
    with pytest.raises(BadInput, match="allowed: a whole number from 1 to 4096"):
        find_persona(f"lookahead:{count}")
    assert not is_outside(f"lookahead:{count}")


def test_an_outside_agent_is_an_import_path():
    assert is_outside("mypkg.agents:Mine") and is_outside("mypkg:Mine")
    assert not any(is_outside(n) for n in ("balanced", "kitchen-table", ":Mine", "mypkg:", "my pkg:Mine", "a:b:c"))
    assert expand(["mypkg:Mine", "balanced"]) == ("mypkg:Mine", "balanced")
    weights = weights_of(["mypkg:Mine", "balanced"])
    assert not weights[0].any() and weights[1].any()
    assert agents_hash(["mypkg:Mine"]) != agents_hash(["mypkg:Other"])


def test_what_is_allowed_is_told_in_full():
    told = allowed_agents()
    for name in (*SHIPPED, "kitchen-table", "cut-throat", "lookahead:K", "package.module:Name"):
        assert name in told
    with pytest.raises(BadInput, match="unknown agent 'kitchen'; allowed: .*kitchen-table.*package.module:Name"):
        expand(["balanced", "kitchen"])


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
    acts = run.metric("hostility").filter(measure="acts").sort("arm")
    plain, forgetful, peaceful, spiteful = acts.iter_rows(named=True)
    assert spiteful["value_low"] > plain["value_high"] and peaceful["value_high"] < plain["value_low"]
    turns = run.metric("game_length").filter(measure="turns").sort("arm")
    plain, forgetful, peaceful, spiteful = turns.iter_rows(named=True)
    assert peaceful["mean_high"] < plain["mean_low"] and plain["mean_high"] < spiteful["mean_low"]
    mixed = lab.run("base", agents=["balanced", "balanced+forgetful"], games=2000, store=tmp_path)
    wins = {row["agent"]: row for row in mixed.metric("persona_win").iter_rows(named=True)}
    assert wins["balanced+forgetful"]["credit_high"] < wins["balanced"]["credit_low"]
