"""A game that the engine has to give up is recorded as a fault: the run goes on, and no number counts it."""

from __future__ import annotations

import json

import polars as pl
import pytest

from lab.cli import main
from lab.comparison.arm_comparison import as_frame, compare_run
from lab.runs.arms import open_arms
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.given_up_games import COLUMNS, sentence
from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED
from tests.engine.positions import COMPILED
from tests.lab.command_lines import printed

pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(not COMPILED, reason="a hundred thousand steps of a turn take long uncompiled"),
]

HOARDS = {"hoard.copies": "28"}
"""So many cards that draw three when drawn that some games, and not all, go round in circles."""
GAMES = 40


def spec(**changes):
    values = {"arms": ("base",), "cards": HOARDS, "games": GAMES, "agents": ("random",), "shard_games": 10}
    return RunSpec(**values | changes)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store with one run, of which some games were given up."""
    place = tmp_path_factory.mktemp("faults") / "store"
    run_spec(spec(), place, 2)
    return Store.open(place)


def test_every_game_is_either_played_or_a_fault(store):
    (run,) = store.run_ids()
    fault = store.table("fault", run).collect()
    games = {name: set(store.table(name, run).collect()["game"]) for name in PLAYED}
    assert 0 < fault.height < GAMES and set(fault["fault"]) == {"endless_turn"}
    for name in PLAYED:
        assert games[name] == set(range(GAMES)) - set(fault["game"]), name
    assert store.committed(run) == {f"{arm}-{first}" for arm in stems(store, run) for first in range(0, GAMES, 10)}
    assert store.runs()["status"].to_list() == ["done"]


def stems(store, run):
    return {name.rpartition("-")[0] for name in store.committed(run)}


def test_games_after_one_that_was_given_up_are_what_they_would_have_been(store):
    """Each game alone, by a player who met no fault before it."""
    (run,) = store.run_ids()
    fault = set(store.table("fault", run).collect()["game"])
    stored = store.table("game", run).sort("game").collect()
    after = [game for game in range(GAMES) if game - 1 in fault and game not in fault]
    assert after
    for game in after:
        alone = open_arms(spec())[0].player()(game, 1)
        assert (len(alone.game), len(alone.fault)) == (1, 0)
        row = stored.filter(game=game).row(0, named=True)
        for name in ("turns", "decisions", "combats", "reshuffles"):
            assert row[name] == alone.game[name][0], (game, name)


def test_the_number_of_threads_changes_nothing_and_nothing_is_played_twice(store, tmp_path):
    (run,) = store.run_ids()
    assert run_spec(spec(), tmp_path / "one", 1).run_id == run
    one = Store.open(tmp_path / "one")
    assert [one.digest(name, run) for name in (*PLAYED, "fault")] == [
        store.digest(name, run) for name in (*PLAYED, "fault")
    ]
    again = run_spec(spec(), tmp_path / "one", 1)
    assert (again.games_played, again.shards_played, again.status) == (0, 0, "done")


def test_another_run_of_the_store_copies_what_was_given_up(store, tmp_path):
    (run,) = store.run_ids()
    run_spec(spec(), tmp_path / "s", 2)
    longer = run_spec(spec(games=GAMES + 10), tmp_path / "s", 2)
    place = Store.open(tmp_path / "s")
    assert longer.games_copied == GAMES
    first = pl.col("game") < GAMES
    own = [place.table("fault", name).filter(first).drop("run_id").collect() for name in (run, longer.run_id)]
    assert own[0].equals(own[1]) and own[0].height


def test_a_sound_run_has_no_such_file_and_a_marker_without_the_word_is_read(tmp_path):
    summary = run_spec(spec(cards={}), tmp_path / "s", 1)
    folder = tmp_path / "s" / "runs" / summary.run_id
    assert not (folder / "fault").exists()
    for marker in (folder / "shard").glob("*.json"):
        rows = json.loads(marker.read_text("utf-8"))
        marker.write_text(json.dumps({name: n for name, n in rows.items() if name != "fault"}), "utf-8")
    place = Store.open(tmp_path / "s")
    assert place.table("fault").collect().is_empty() and place.query("SELECT * FROM fault").is_empty()
    longer = run_spec(spec(cards={}, games=GAMES + 10), tmp_path / "s", 1)
    assert longer.games_copied == GAMES


def test_it_is_said_wherever_numbers_lack_games(store, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    (run,) = store.run_ids()
    n = store.table("fault", run).collect().height
    arm = store.arms(run)["arm"][0]
    says = f"{n} of {GAMES} games of {arm} were given up (endless_turn) and are in no number"
    line = ["run", "--variant", "base", "--card", "hoard.copies=28", "--games", "20", "--agents", "random"]
    assert main([*line, "--store", str(store.path)]) == 0
    assert "given up (endless_turn) and are in no number" in capsys.readouterr().err
    for command in (["metrics", "game_length"], ["cards", "--no-blank"], ["metrics", "health"]):
        main([*command, "--store", str(store.path), "--run", run])
        assert says in " ".join(capsys.readouterr().out.split()), command
    assert main(["runs", "--json", "--store", str(store.path)]) == 0
    row = next(row for row in json.loads(capsys.readouterr().out) if row["run_id"] == run)
    assert (row["games"], row["faults"], row["planned"], row["status"]) == (GAMES - n, n, GAMES, "done")
    out = " ".join(printed(capsys, ["runs", "--store", str(store.path)]).split())
    assert f"Run {run}: {says}" in out


def test_the_page_of_checks_is_red_and_a_replay_says_why_in_a_sentence(store, capsys):
    (run, *_) = store.run_ids()
    main(["metrics", "health", "--json", "--store", str(store.path), "--run", run])
    found = {row["check"]: row["state"] for row in json.loads(capsys.readouterr().out)["checks"]}
    assert (found["games"], found["given_up"]) == ("green", "red")
    game = store.table("fault", run).collect()["game"][0]
    line = ["replay", "--variant", "base", "--card", "hoard.copies=28", "--agents", "random", "--game", str(game)]
    assert main(line) == 1
    said = capsys.readouterr().err
    assert said.startswith("lab: the engine gave up: a turn took more than 100,000 steps") and said.count("\n") == 1


def test_pairs_of_arms_leave_out_what_either_gave_up(tmp_path):
    cards = {"hoard.copies": ("1", "28")}
    summary = run_spec(spec(cards=cards), tmp_path / "s", 2)
    place = Store.open(tmp_path / "s")
    given_up = place.table("fault", summary.run_id).collect().height
    turns = as_frame(compare_run(place, summary.run_id)).filter(metric="turns")
    assert given_up and turns["n"].to_list() == [GAMES - given_up]


def test_a_comparison_says_it_too(tmp_path, capsys):
    summary = run_spec(spec(cards={"hoard.copies": ("1", "28")}), tmp_path / "s", 2)
    n = Store.open(tmp_path / "s").table("fault", summary.run_id).collect().height
    out = " ".join(printed(capsys, ["compare", "--run", summary.run_id, "--store", str(tmp_path / "s")]).split())
    assert f"{n} of {GAMES} games of base, hoard.copies=28" in out and "are in no number" in out


def test_several_arms_are_named_and_the_others_counted():
    rows = [("r", f"arm {n}", n, 40, "endless_turn") for n in (9, 3, 2, 1, 1)]
    said = sentence(pl.DataFrame(rows, schema=COLUMNS, orient="row"))
    assert said == (
        "9 of 40 games of arm 9 were given up (endless_turn) and are in no number; 3 of 40 games of arm 3 were given "
        "up (endless_turn) and are in no number; 2 of 40 games of arm 2 were given up (endless_turn) and are in no "
        "number; so are 2 games of 2 more arms"
    )
    assert sentence(pl.DataFrame([("r", "a", 1, 9, "log_full")], schema=COLUMNS, orient="row")) == (
        "1 of 9 games of a was given up (log_full) and is in no number"
    )
    assert sentence(pl.DataFrame(schema=COLUMNS)) == ""
