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
    assert "Angry Printer" in desk("decks show mydeck")

    # the deck beside the base deck, which stays the reference; most cards are equal, so the games are pairs
    rows = json.loads(desk(f"compare --deck base --deck base+./mydeck --json {shlex.join(GAMES)}"))
    assert {(r["a"], r["b"]) for r in rows} == {("base, deck base", "base, deck base+./mydeck")}
    assert all(r["paired"] for r in rows) and rows[0]["metric"] == "turns" and rows[0]["n"] == 24

    # a card changed, over 3 to 6 players: four references, four changes, and the answer in words
    said = desk(f"compare --deck base+./mydeck --change angry-printer.level=18 --seats 3-6 {shlex.join(GAMES)}")
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
    assert "base+small  48" in desk(f'query "{sql}"')  # 24 games at each of two tables


WORDS = """Name;Kind of card;Lvl;Treasures;Bonus;Zap
Tax Owl;monster;6;2;;Bad Stuff: Lose two Levels.
Inkwell Helmet;item;;;2;Headgear. +1 more against Undead.
Mixed Bill;curse;;;;Lose a Level. Everybody at the table sings.
"""


@pytest.mark.deep
def test_a_designers_hour_from_a_typed_rule_to_the_verdict_on_a_card(desk, tmp_path):
    # a rule is typed, corrected after its reading, and answered: the rule as it is read comes first
    said = desk('try "Whenever you lose a combat, draw a Trombone." --games 24', rc=2)
    assert "'draw a Trombone' is not understood; what could be said: " in said
    text = "Whenever you lose a combat, draw a Treasure."
    assert "the player draws a face-down Treasure" in desk(f'words "{text}"')
    said = " ".join(desk(f'try "{text}" --games 24 --keep solace.toml').split())
    assert said.startswith(f'"{text}" is read as: When the owner has lost a combat')
    assert "Kept as solace.toml: lab compare base base+./solace.toml" in said

    # kept and stacked with another
    desk(f"compare base+./solace.toml base+./solace.toml+./small.toml --name both {shlex.join(GAMES)}")
    told = desk("variants show base+./solace.toml+./small.toml")
    assert text in told and "hand_limit" in told

    # three cards as people write them: the column that nobody knew, and what is not understood
    (tmp_path / "owls.csv").write_text(WORDS)
    said = desk("decks import owls.csv --to first", rc=2)
    assert "nobody knows what the column Zap means, so nothing was written; say it, as in --map Zap=text" in said
    said = " ".join(desk("decks import owls.csv --to owls --with base --map Zap=text").split())
    assert "Understood: 2 whole, 1 in part, 0 not at all." in said
    assert 'line 4, Mixed Bill: "Everybody at the table sings.' in said
    shown = desk("decks show ./owls")
    assert "Tax Owl" in shown

    # played, with a verdict first
    said = desk('card "Tax Owl" --deck base+./owls --variant base+./solace.toml --forks 60 --pairs 20 --seed 3')
    first, second = said.splitlines()[0], " ".join(said.split("\n\n")[1].split())
    assert first.startswith("Tax Owl (monster, door pile, 1 copy): base+./solace.toml")
    assert "points of win credit" in second and ("--forks" in second or " than an average Door: " in second)


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
    assert row["role"] == "primary" and row["p_value"] is None and "at all looks" in row["method"]


@pytest.mark.deep
def test_how_many_games_a_question_needs(desk):
    said = " ".join(desk('power "turns ±5" base base+faster --games 40').split())
    assert "games of each arm to know the difference in turns to ±5." in said
    rows = {row["size"]: row for row in json.loads(desk('power "turns ±5" base base+faster --games 40 --json'))}
    # a quarter of the width needs sixteen times the games
    assert rows[1.25]["games"] == pytest.approx(16 * rows[5.0]["games"], abs=16)
    assert rows[5.0]["games"] == pytest.approx((1.959964 * rows[5.0]["spread"] / 5) ** 2, abs=1)
