"""A designer's day, through the command line only, in an empty folder, with a spreadsheet and a rule of their own."""

from __future__ import annotations

import json
import shlex

import pytest

from lab import cli
from tests.engine.positions import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")

CARDS = """Card;Type;Nastiness;Treasure;Bonus;Dress;Gold;Special
Angry Printer;Monster;7;2;;;;Lose your headgear
Paper Jam;Curse;;;;;;lose_levels:1
Stapler of Doom;Item;;;+3;1 hand;400;
Coffee Mug;One-shot;;;2;;100;
"""
RULE = 'name = "Small hands"\nwhy = "Are small hands quicker?"\noverlay = true\n[rules]\nhand_limit = 3\n'
GAMES = ["--games", "24", "--seed", "3"]


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """Run a command in the designer's folder; returns what it printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    (tmp_path / "cards.csv").write_text(CARDS)
    (tmp_path / "small.toml").write_text(RULE)

    def run(line, rc=0):
        assert cli.main(shlex.split(line)) == rc, capsys.readouterr().err
        found = capsys.readouterr()
        return found.out if rc == 0 else found.err

    return run


@pytest.mark.deep
def test_from_a_spreadsheet_to_the_game_where_it_mattered(desk, tmp_path):
    # the spreadsheet: what is not understood is said, nothing is written before all is
    said = desk("decks import cards.csv --to mydeck", rc=2)
    assert "nothing was written" in said and not (tmp_path / "mydeck").exists()
    mapped = "--map Nastiness=level --map Dress=slot"
    said = desk(f"decks import cards.csv --to mydeck --with base {mapped}")
    assert 'line 2, Angry Printer: "Lose your headgear"' in said  # it is no Bad Stuff in that column
    assert "Angry Printer" in desk("decks show ./mydeck")
    assert "a path such as ./mydeck" in desk("decks show mydeck", rc=2)

    # the deck beside the base deck, which stays the reference; most cards are equal, so the games are pairs
    rows = json.loads(desk(f"compare --deck base --deck base+./mydeck --json {shlex.join(GAMES)}"))
    assert {(r["a"], r["b"]) for r in rows} == {("base, deck base", "base, deck base+./mydeck")}
    assert all(r["paired"] for r in rows) and rows[0]["metric"] == "turns" and rows[0]["n"] == 24

    # a card changed, over 3 to 6 players: four references, four changes, and the answer in words
    said = desk(f"compare --deck base+./mydeck --card angry-printer.level=18 --seats 3-6 {shlex.join(GAMES)}")
    for seats in (3, 4, 5, 6):
        assert f"base, angry-printer.level=18, {seats} players against base, {seats} players:" in " ".join(said.split())
    assert all(len(line) <= 80 for line in said.splitlines())

    # a rule of one's own at two tables of players
    tables = "--agents balanced --agents kitchen-table"
    rows = json.loads(desk(f"compare base base+./small.toml {tables} --json --name small {shlex.join(GAMES)}"))
    assert {(r["a"], r["b"]) for r in rows} == {
        (f"base, {table}", f"base+./small.toml, {table}") for table in ("balanced", "kitchen-table")
    }

    # asking again plays nothing; the name finds the run
    again = json.loads(desk("compare --run small --json"))
    assert again == rows
    runs = json.loads(desk("runs --json"))
    assert len(runs) == 3 and [run for run in runs if run["name"] == "small"]

    # the game where it mattered, and where the two ways part
    game = json.loads(desk("games --run small --most-changed --top 1 --json"))[0]
    said = desk(game["replay"].removeprefix("lab "))
    assert "The games part after" in said or "play the same game" in said

    # and a question of one's own
    sql = "SELECT variant, count(*) AS n FROM game_full WHERE seats = 4 GROUP BY variant ORDER BY variant"
    assert "base+small   48" in desk(f'query "{sql}"')  # 24 games at each of two tables


@pytest.mark.deep
def test_what_another_run_holds_is_not_played_again(desk, capsys):
    desk(f"run --variant base --variant base+faster {shlex.join(GAMES)}")
    assert desk(f"compare base base+faster --csv {shlex.join(GAMES)}").startswith("metric,unit,a,b,value_a,value_b,")
    rows = json.loads(desk(f"run --variant Base+FASTER --variant cthulhu --json {shlex.join(GAMES)}"))
    assert (rows["games_copied"], rows["games_played"]) == (24, 24)


@pytest.mark.deep
def test_playing_stops_when_the_question_is_answered_and_leaves_one_run(desk, monkeypatch):
    monkeypatch.setattr("lab.comparison.confidence_sequence.FIRST", 24)
    said = desk('compare base base+faster --until "turns ±0.5" --games 60 --name asked')
    assert said.startswith("Stopped without an answer after 60 games of each arm: turns ±0.5 is open.")
    (run,) = json.loads(desk("runs --json"))
    assert (run["name"], run["games"]) == ("asked", 120)  # 60 of each arm
    plain = json.loads(desk("run --variant base --variant base+faster --games 60 --json"))
    assert (plain["run_id"], plain["games_played"], plain["games_copied"]) == (run["run_id"], 0, 0)
    # what was stored before is another's run, and stays
    desk("run --variant base --variant base+faster --games 24 --name before")
    said = " ".join(desk('compare base base+faster --until "turns ±500" --games 60').split())
    assert "after 24 games of each arm because the difference in turns is known to ±500." in said
    assert "turns" in said and len(json.loads(desk("runs --json"))) == 2
    row = json.loads(desk('compare base base+faster --until "turns ±500" --games 60 --json'))[0]
    assert row["role"] == "primary" and row["p_value"] is None and row["method"].startswith("confidence sequence")


@pytest.mark.deep
def test_how_many_games_a_question_needs(desk):
    said = " ".join(desk('power "turns ±5" base base+faster --games 40').split())
    assert "games of each arm to know the difference in turns to ±5." in said
    rows = {row["size"]: row for row in json.loads(desk('power "turns ±5" base base+faster --games 40 --json'))}
    # a quarter of the width needs sixteen times the games
    assert rows[1.25]["games"] == pytest.approx(16 * rows[5.0]["games"], abs=16)
    assert rows[5.0]["games"] == pytest.approx((1.959964 * rows[5.0]["spread"] / 5) ** 2, abs=1)
