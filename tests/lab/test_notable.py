"""Notable games are those that were planted: each kind on facts written by hand, and `lab games` around them."""

from __future__ import annotations

import csv
import io
import json
import shlex

import polars as pl
import pytest

from engine.records.events import Ending
from lab.commands.games import _KINDS
from lab.comparison.notable_games import KINDS, _pair, notable, says
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from tests.lab.command_lines import printed, refused
from tests.lab.fakes import fake_arms, fake_facts

pytestmark = pytest.mark.deep

ARMS = ("base", "base+faster")
DULL = {"turns": 40, "levels": (10, 5, 5), "lead_changes": 2, "ending": Ending.KILL}
"""A game of three seats that nobody would look at: seat 0 wins, five Levels ahead, never behind."""


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """A store of 12 games in each of two arms, all of them dull but those that are given as {(arm, game): facts}."""

    def plant(games):
        def facts(spec, setting, first, count):
            arm, found = setting.name, fake_facts(spec, setting, first, count)
            for game in range(first, first + count):
                _set(found, game - first, DULL | games.get((arm, game), {}))
            return found

        monkeypatch.setattr("tests.lab.fakes.fake_facts", facts)
        spec = RunSpec(arms=ARMS, games=12, seats=3, agents=("greedy", "novice", "random"))
        run = run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec)).run_id
        from lab.store.store_folder import Store

        return Store.open(tmp_path / "store"), run

    return plant


def _set(facts, at, planted):
    """Write one game: the seat with the highest Level wins, and those in `also`; `curve` is (round, seat, Level)."""
    seats = facts.seat[3 * at : 3 * at + 3]
    winner = max(range(3), key=lambda seat: planted["levels"][seat]) if planted["ending"] != Ending.CAPPED else -1
    facts.game["turns"][at], facts.game["ending"][at] = planted["turns"], planted["ending"]
    facts.game["lead_changes"][at] = planted["lead_changes"]
    facts.game["winners"][at], facts.game["n_winners"][at] = (1 << winner, 1) if winner >= 0 else (0, 0)
    won = (winner, *planted.get("also", ()))
    seats["final_level"], seats["won"] = planted["levels"], [int(seat in won) for seat in range(3)]
    level = facts.level[9 * at : 9 * at + 9]
    level["round"], level["level"] = [r for r in (1, 2, 3) for _ in range(3)], 1
    for round_number, seat, value in planted.get("curve", ()):
        level["level"][3 * (round_number - 1) + seat] = value


def found(store, run, kind, *arms, top=3):
    return notable(store, run, kind, top, arms)


@pytest.mark.parametrize("kind", ["longest", "shortest", "closest"])
def test_games_that_are_alike_stand_in_the_order_of_their_numbers_and_arms(planted, kind):
    store, run = planted({})  # 24 games, all of them alike
    for _ in range(5):
        rows = found(store, run, kind, top=6).select("arm", "game").rows()
        assert rows == [(arm, game) for game in range(3) for arm in ARMS]


def test_the_longest_game_may_be_one_that_was_cut_off(planted):
    store, run = planted({("base", 3): {"turns": 90}, ("base+faster", 7): {"turns": 200, "ending": Ending.CAPPED}})
    rows = found(store, run, "longest", top=2).to_dicts()
    assert [(r["arm"], r["game"], r["turns"], r["ending"], r["winner"]) for r in rows] == [
        ("base+faster", 7, 200, "capped", "nobody"), ("base", 3, 90, "kill", "p0 (greedy)"),
    ]  # fmt: skip


def test_the_shortest_game_came_to_an_end(planted):
    store, run = planted({("base", 3): {"turns": 9}, ("base", 5): {"turns": 3, "ending": Ending.CAPPED}})
    assert found(store, run, "shortest", top=1)["game"].to_list() == [3]


def test_the_closest_game_has_the_fewest_levels_between_and_then_the_most_lead_changes(planted):
    close = {"levels": (9, 4, 10)}
    store, run = planted(
        {("base", 2): close, ("base", 6): close | {"lead_changes": 8}, ("base", 8): {"levels": (10, 8, 1)}}
    )
    rows = found(store, run, "closest", "base").to_dicts()
    assert [(r["game"], r["apart"], r["best"], r["second"], r["lead_changes"]) for r in rows] == [
        (6, 1, 10, 9, 8), (2, 1, 10, 9, 2), (8, 2, 10, 8, 2),
    ]  # fmt: skip
    assert rows[0]["winner"] == "p2 (random)"


def test_a_capped_game_is_not_close(planted):
    store, run = planted({("base", 2): {"levels": (9, 9, 9), "ending": Ending.CAPPED}})
    assert 2 not in found(store, run, "closest", "base", top=12)["game"].to_list()


def test_the_greatest_comeback_is_that_of_the_winner(planted):
    games = {
        ("base", 1): {"curve": [(1, 1, 6), (2, 1, 6)]},  # five behind in rounds 1 and 2
        ("base", 4): {"curve": [(2, 2, 8)]},  # seven behind, once
        ("base", 5): {"curve": [(3, 0, 9)]},  # the others are behind the winner: no comeback
    }
    store, run = planted(games)
    rows = found(store, run, "comeback").to_dicts()
    assert [(r["game"], r["behind"], r["round"]) for r in rows] == [(4, 7, 2), (1, 5, 2)]


def test_who_shares_a_victory_from_below_has_not_come_back(planted):
    """Seat 2 ends at Level 2, after being nine below the winner whose victory it shares."""
    games = {
        ("base", 1): {"curve": [(2, 1, 8)]},  # the winner, once seven behind
        ("base", 4): {"levels": (10, 5, 2), "also": (2,), "curve": [(3, 0, 10)]},
    }
    store, run = planted(games)
    assert [(r["game"], r["behind"]) for r in found(store, run, "comeback").to_dicts()] == [(1, 7)]


def test_a_typical_game_ended_as_most_did_about_the_median_of_those(planted):
    """Of twelve games nine end by a kill, after 10 to 50 turns with the median 31; three by a Boss just then."""
    turns = (10, 12, 14, 20, 31, 44, 46, 48, 50)
    games = {("base", number): {"turns": length} for number, length in enumerate(turns)}
    games |= {("base", number): {"turns": 31, "ending": Ending.BOSS} for number in range(9, 12)}
    store, run = planted(games)
    rows = found(store, run, "typical", "base", top=2).to_dicts()
    assert [(r["game"], r["turns"], r["ending"]) for r in rows] == [(4, 31, "kill"), (3, 20, "kill")]


def test_the_most_changed_game_has_other_levels_in_the_other_arm(planted):
    games = {
        ("base+faster", 2): {"levels": (5, 10, 5)},  # 5 + 5 + 0
        ("base+faster", 6): {"levels": (10, 9, 8)},  # 0 + 4 + 3
        ("base", 9): {"turns": 70},  # the same Levels, 30 turns more
    }
    store, run = planted(games)
    rows = found(store, run, "most-changed", top=9).to_dicts()
    assert [(r["game"], r["moved"], r["turns"], r["turns_b"]) for r in rows] == [
        (2, 10, 40, 40),
        (6, 7, 40, 40),
        (9, 0, 70, 40),
    ]
    assert (rows[0]["arm"], rows[0]["other"]) == ARMS
    assert (rows[0]["winner"], rows[0]["winner_b"]) == ("p0 (random)", "p1 (greedy)")
    turned = found(store, run, "most-changed", *reversed(ARMS), top=1).to_dicts()[0]
    assert (turned["game"], turned["arm"], turned["winner"]) == (2, "base+faster", "p1 (greedy)")


def test_games_of_other_tables_did_not_change_into_one_another(tiny_store, rows):
    game, seat = rows
    seats = [seat(arm, 0, s) for arm in "abc" for s in range(3)]
    arm = pl.DataFrame({"run_id": "r", "arm": list("abc"), "seats": [3, 4, 3], "deck_hash": "d"})
    store = tiny_store(game=pl.DataFrame([game(arm, 0) for arm in "abc"]), seat=pl.DataFrame(seats), arm=arm)
    assert _pair(store, "r", ()) == ("a", "c") and _pair(store, "r", ("c", "a")) == ("c", "a")
    with pytest.raises(BadInput, match="no two arms with the same randomness among a and b; allowed: 'a' and 'c'"):
        _pair(store, "r", ("a", "b"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_an_option_with_a_definition(kind):
    assert kind in _KINDS and list(_KINDS) == list(KINDS)
    assert says(kind).startswith(kind.replace("-", " ").capitalize()) and says(kind).endswith(".")


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_comes_with_the_command_that_tells_it(planted, kind, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "500")  # a narrow terminal breaks the command after a backslash
    store, run = planted({("base", 4): {"levels": (10, 9, 1), "curve": [(2, 2, 8)], "turns": 50}})
    argv = ["games", f"--{kind}", "--store", str(store.path), "--run", run[:5], "--top", "2"]
    rows = json.loads(printed(capsys, [*argv, "--json"]))
    assert rows
    for row in rows:
        words = shlex.split(row["replay"])
        given = dict(zip(words[2::2], words[3::2]))
        assert run.startswith(given["--run"]) and given["--store"] == str(store.path)
        assert (given["--arm"], int(given["--game"])) == (row["arm"], row["game"])
        assert given.get("--diff") == row.get("other")
    assert len(list(csv.DictReader(io.StringIO(printed(capsys, [*argv, "--csv"]))))) == len(rows)
    said = printed(capsys, argv)
    assert all(row["replay"] in said for row in rows) and says(kind) in said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "no kind of game is given; allowed: one of --longest"),
        (["--longest", "--closest"], "--longest, --closest is given"),
        (["--longest", "--arm", "nope"], "arm is 'nope'; allowed: base, base+faster"),
        (["--longest", "--run", "zz"], "run 'zz' is not stored"),
        (["--most-changed", "--arm", "a", "--arm", "b", "--arm", "c"], "arm is 'a'"),
        (["--longest", "--json", "--csv"], "given together"),
    ],
)
def test_bad_input_is_one_sentence(planted, options, says, capsys):
    store, run = planted({})
    err = refused(capsys, ["games", "--store", str(store.path), *options])
    assert says in err and len(err.strip().splitlines()) == 1
    argv = ["games", "--longest", "--store", str(store.path), "--run", run, "--arm", "nope"]
    assert "arm is 'nope'; allowed: base, base+faster" in refused(capsys, argv)


def test_a_long_command_goes_on_after_a_backslash(capsys, monkeypatch):
    from lab.commands._output import say_command

    monkeypatch.setenv("COLUMNS", "40")
    line = "lab replay --run 0f41 --arm base+faster --game 12 --store /some/folder"
    say_command(line)
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 40
    assert shlex.split(said.replace("\\\n", " ")) == shlex.split(line)
