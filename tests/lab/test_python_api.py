"""`import lab`: the same runs, numbers and words as the command line, one sentence for bad input, and nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import lab
from lab import cli
from tests.engine.positions import COMPILED
from tests.lab.command_lines import printed

needs_engine = pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")
ARMS = ("base", "base+faster")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A comparison of a few games, and its store."""
    if not COMPILED:
        pytest.skip("whole games take long without the compiler")
    store = tmp_path_factory.mktemp("api") / "store"
    return lab.compare(*ARMS, games=12, name="few", store=store), store


@pytest.fixture
def said(capsys):
    """What a command prints."""

    def run(*argv):
        return printed(capsys, [str(word) for word in argv])

    return run


def plain(value):
    return json.loads(json.dumps(value, default=str))


def test_a_comparison_has_the_numbers_and_the_words_of_the_command(played, said):
    c, store = played
    assert plain(c.measures.to_dicts()) == json.loads(said("compare", "--run", "few", "--store", store, "--json"))
    words = "".join(said("compare", *ARMS, "--games", 12, "--all", "--store", store).split())
    lines = str(c).split("\n")
    assert len(lines) >= 4 and all("".join(line.split()) in words for line in lines)
    assert str(c).startswith(c.answer) and repr(c) == str(c)
    assert c.run.compare("combats").rows[0].metric == "combats"


@pytest.mark.parametrize(
    ("keywords", "options"),
    [
        ({}, []),
        ({"games": 8, "seed": 3, "events": "sample:2", "exposure": "sample:3"},
         ["--games", 8, "--seed", 3, "--events", "sample:2", "--exposure", "sample:3"]),
        ({"seats": (3, 5), "agents": "balanced,random", "deck": "base"},
         ["--seats", "3,5", "--agents", "balanced,random", "--deck", "base"]),
        ({"set": {"hand_limit": [6, 7]}, "card": {"large-angry-chicken.level": 12}, "agents": [["table"], ["novice"]]},
         ["--set", "hand_limit=6,7", "--card", "large-angry-chicken.level=12", "--agents", "table", "--agents",
          "novice"]),
    ],
)  # fmt: skip
def test_options_stand_for_the_same_runs(keywords, options, monkeypatch, tmp_path):
    """Nothing is played: both ask for the same spec, and with it for the same games."""
    from lab import api

    asked = []

    class Asked(Exception):
        """Somebody wants a run played."""

    def catch(spec, _store, workers, *_, **__):
        asked.append((spec, workers))
        raise Asked

    monkeypatch.setattr(api, "run_spec", catch)
    monkeypatch.setattr(api, "lacks_games", lambda *_: False)
    for command in ("run", "compare"):
        monkeypatch.setattr(
            f"lab.commands.{command}.play", lambda spec, place, workers, *_: catch(spec, place, workers)
        )
    said = [str(word) for word in options]
    for by_hand, typed in ((lab.run, ["run", "--variant"]), (lab.compare, ["compare"])):
        asked.clear()
        with pytest.raises(Asked):
            by_hand("base+faster", "base", store=tmp_path / "s", **keywords)
        with pytest.raises(Asked):
            both = ["base+faster", "--variant", "base"] if typed[0] == "run" else ["base+faster", "base"]
            cli.main([*typed, *both, *said, "--store", str(tmp_path / "s")])
        assert asked[0] == asked[1]


def test_a_run_says_and_measures_what_the_commands_do(played, said):
    c, store = played
    run = lab.open_run(store=store)
    assert run == c.run == lab.open_run("few", store) and run.arms == list(ARMS)
    metrics = json.loads(said("metrics", "game_length", "--store", store, "--json"))
    assert plain(run.metric("game_length").to_dicts()) == metrics["game_length"]
    assert str(run) in " ".join(said("metrics", "game_length", "--store", store).split())
    cards = json.loads(said("cards", "--store", store, "--no-blank", "--json"))
    mine = plain(run.cards().to_dicts())
    assert [row["name"] for row in mine] == [row["name"] for row in cards]
    assert [row["shrunken"] for row in mine] == [row["shrunken"] for row in cards]
    games = json.loads(said("games", "--longest", "--top", 2, "--store", store, "--json"))
    found = plain(run.notable("longest", top=2).to_dicts())
    assert [row | {"run_id": run.id} for row in found] == [
        {k: v for k, v in row.items() if k != "replay"} for row in games
    ]
    assert run.games().height == 24 and run.table("seat").collect().height == 96
    assert str(run.replay("base+faster", 3)) in said(
        "replay", "--run", "few", "--arm", "base+faster", "--game", 3, "--store", store
    )


def test_a_spec_file_plays_what_options_play(played, tmp_path):
    c, store = played
    spec = tmp_path / "spec.toml"
    spec.write_text('arms = ["base", "base+faster"]\ngames = 12\n', encoding="utf-8")
    assert lab.run(spec, store=store).id == c.run.id
    assert lab.run(lab.RunSpec(arms=ARMS, games=12), store=store).id == c.run.id


WRONG = (
    (lambda: lab.run(), "lab.run: nothing to play; allowed: names of variants"),
    (lambda: lab.run("no-such"), "no-such"),
    (lambda: lab.run(Path("gone.toml")), "gone.toml"),
    (lambda: lab.run(5), "lab.run: 5 is no spec"),
    (lambda: lab.run(Path("spec.toml"), games=3), "lab.run: games beside a spec"),
    (lambda: lab.run("base", gmes=3), "lab.run: no option 'gmes'; allowed: deck, rule, set, card, seats"),
    (lambda: lab.run("base", games=0), "lab.run: games is 0; allowed: a whole number from 1"),
    (lambda: lab.run("base", seats="4"), "seats is '4'; allowed: 2 to 8 players"),
    (lambda: lab.run("base", seats=9), "allowed: 2 to 8 players"),
    (lambda: lab.run("base", deck=5), "decks is 5"),
    (lambda: lab.run("base", deck="nowhere"), "nowhere"),
    (lambda: lab.run("base", agents="nobody"), "nobody"),
    (lambda: lab.run("base", set={"no.switch": 1}), "no.switch"),
    (lambda: lab.run("base", set=5), "switches is 5"),
    (lambda: lab.run("base", card={"nothing.level": 1}), "nothing"),
    (lambda: lab.run("base", workers=-1), "workers is -1"),
    (lambda: lab.run("base", agent_seconds=float("nan")), "agent_seconds is nan"),
    (lambda: lab.run("base", events="some"), "events is 'some'"),
    (lambda: lab.compare("base"), "only base to compare"),
    (lambda: lab.compare("base", "base+faster", primary="fun"), "no measure 'fun'"),
    (lambda: lab.open_store("nowhere"), "there is no store here"),
    (lambda: lab.open_run(store="nowhere"), "there is no store here"),
    (lambda: lab.table("nowhere"), "nowhere"),
    (lambda: lab.table(variant="no-such"), "no-such"),
)


@pytest.mark.parametrize(("call", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_bad_input_is_one_sentence_and_writes_nothing(call, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(lab.BadInput) as raised:
        call()
    assert sentence in str(raised.value) and "\n" not in str(raised.value)
    assert not list(tmp_path.rglob("*.parquet"))


def test_bad_questions_about_a_run_are_one_sentence(played):
    c, store = played
    for call, sentence in (
        (lambda: c.run.metric("fun"), "no metric named fun"), (lambda: c.run.table("fun"), "no table named 'fun'"),
        (lambda: c.run.cards("luck"), "by is 'luck'; allowed: hand, drawn"),
        (lambda: c.run.notable("funny"), "kind is 'funny'; allowed: longest"),
        (lambda: c.run.replay("base", 12), "game is 12; allowed: 0 to 11"),
        (lambda: c.run.replay("cthulhu"), "arm is 'cthulhu'; allowed: base"),
        (lambda: lab.open_run("zzz", store), "run 'zzz' is not stored"),
    ):  # fmt: skip
        with pytest.raises(lab.BadInput, match=sentence):
            call()


def test_importing_it_is_light_and_every_name_is_there():
    code = (
        "import sys, lab; heavy = {'numpy', 'polars', 'numba', 'click', 'pydantic'}; "
        "assert lab.BadInput and not heavy & set(sys.modules), heavy & set(sys.modules); "
        "assert all(getattr(lab, name) for name in lab.__all__) and set(lab.__all__) <= set(dir(lab))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="module 'lab' has no attribute 'funny'; it has BadInput, "):
        _ = lab.funny
