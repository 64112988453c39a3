"""What a data person asks is one query: in the store's database, in a packed file, from any folder, in words."""

from __future__ import annotations

import json
from datetime import datetime

import duckdb
import numpy as np
import pytest

from decks.load_decks import load_decks
from engine.records.events import Cause, Drawn, Ending, Ev, How, Result
from engine.records.questions import PickOrder
from lab import cli
from lab.commands.query import questions
from lab.store.event_codes import EVENT_KINDS, codes
from lab.store.store_columns import COLUMNS, SAYS
from lab.store.store_folder import Store
from lab.store.store_views import BESIDE, schema_frame
from lab.store.stored_tables import TABLES
from tests.lab.command_lines import printed, refused
from tests.lab.planted import EVENTS, GAMES, plant

QUESTIONS = {
    "How long are games of each variant with three players?": (
        "SELECT variant, avg(turns) FROM game_full WHERE seats = 3 GROUP BY variant ORDER BY variant",
        [("base", 50.0), ("base+faster", 30.0)],
    ),
    "How many games has each run, and since when is it there?": (
        "SELECT left(run_id, 1), min(created_at), count(*) FROM game_full GROUP BY ALL ORDER BY 1",
        [("a", datetime(2026, 3, 1, 12), 6), ("b", datetime(2026, 3, 2, 12), 6)],
    ),
    "Who wins?": (  # credits 1, 0, 0 and 0, 0.5, 1 of greedy on seat 0 and 1, 0.5 of random on seat 1, 1 of seat 2
        "SELECT agent, sum(credit) FROM seat WHERE won AND run_id LIKE 'a%' GROUP BY agent ORDER BY agent",
        [("greedy", 3.5), ("random", 1.5)],
    ),
    "How many games had no winner?": ("SELECT count(*) FROM game WHERE len(winners) = 0", [(2,)]),
    "How often do several win together?": (
        "SELECT avg(CAST(n_winners > 1 AS INT)) FROM game WHERE n_winners > 0",
        [(1 / 5,)],
    ),
    "Is the same game shorter with the house rule?": (
        """SELECT avg(b.turns - a.turns) FROM game a JOIN game b USING (run_id, game)
           WHERE a.arm = 'base' AND b.arm = 'base+faster' AND run_id LIKE 'a%'""",
        [(-20.0,)],
    ),
    "Does the opening hand with a card win more often?": (  # credit of seat 0 over twelve games: 2.5 in each run
        """SELECT c.name, avg(s.credit), count(*) FROM exposure x
           JOIN seat s USING (run_id, arm, game, seat) JOIN arm a USING (run_id, arm)
           JOIN card c ON c.deck_hash = a.deck_hash AND c.card = x.card WHERE x.opening GROUP BY c.name""",
        [("Tin Hat", 5 / 12, 12)],
    ),
    "What kills?": (
        "SELECT card_name, count(*) FROM event_named WHERE kind = 'death' GROUP BY ALL",
        [("Pit Troll", 4)],
    ),
    "Why do players lose levels?": (
        """SELECT other_name, card_name, count(*) FROM event_named
           WHERE kind = 'level' AND after < before GROUP BY ALL""",
        [("curse", "Curse of Frogs", 4)],
    ),
    "Who curses whom?": (
        "SELECT actor_agent, target_agent, count(*) FROM event_named WHERE kind = 'curse' GROUP BY ALL",
        [("random", "greedy", 4)],
    ),
    "Where do cards go?": (
        """SELECT card_name, before_zone, after_zone, other_name FROM event_named
           WHERE before_zone IS NOT NULL AND run_id LIKE 'a%' AND arm = 'base' ORDER BY seq""",
        [
            ("Tin Hat", "deck", "hand", "dealt"),
            ("Tin Hat", "hand", "table", None),
            ("Glue", "hand", "table", "Tin Hat"),
            ("Curse of Frogs", "hand", "open", "greedy"),
        ],
    ),
    "How do combats and games end, who helps, what is a card thrown at?": (
        """SELECT kind, other_name FROM event_named
           WHERE kind IN ('fight_end', 'over', 'accept', 'bonus') AND run_id LIKE 'b%' AND arm = 'base' ORDER BY seq""",
        [("fight_end", "died"), ("bonus", "Pit Troll"), ("accept", "random"), ("over", "kill")],
    ),
    "How far ahead is the leader after each round?": (
        """SELECT round, avg(ahead) FROM (SELECT round, max(level) - median(level) AS ahead FROM level
           GROUP BY run_id, arm, game, round) GROUP BY round ORDER BY round""",
        [(1, 1.0), (2, 1.0)],
    ),
    "Which events are about nobody and no card?": (
        "SELECT DISTINCT kind FROM event WHERE actor IS NULL AND target IS NULL AND card IS NULL AND copy IS NULL",
        [("over",)],
    ),
    "Which kinds of events carry a level?": (
        "SELECT kind, before FROM event_kind WHERE kind = 'level'",
        [("level", "Level before")],
    ),
}


NAMED = {  # of the newest run, "b", in which six play: greedy, random, greedy, and so again
    "longest-games": [
        ("base", 1, 60, "random"), ("base", 2, 50, None), ("base", 0, 40, "greedy"), ("base+faster", 2, 40, "greedy"),
        ("base+faster", 0, 30, "greedy"), ("base+faster", 1, 20, "greedy, random"),
    ],
    "endings": [("base", "kill", 2, 66.7), ("base", "capped", 1, 33.3), ("base+faster", "kill", 3, 100.0)],
    "who-wins": [  # credits 1 and 1 in base, 1 + 1/2 + 1 and 1/2 in the other; 3 games of 4 greedy seats, 2 random
        ("base", "random", 6, 16.7), ("base", "greedy", 12, 8.3),
        ("base+faster", "greedy", 12, 20.8), ("base+faster", "random", 6, 8.3),
    ],
    "what-kills": [("base", "Pit Troll", 1), ("base+faster", "Pit Troll", 1)],
    "lost-levels": [("base", "Curse of Frogs", "curse", 1), ("base+faster", "Curse of Frogs", "curse", 1)],
    "unplayed-cards": [("base", "Tin Hat", "item", 18, 66.7), ("base+faster", "Tin Hat", "item", 18, 66.7)],
    "archetypes": [  # 3 games of 6; 2 wins in base and 3 in the other; nobody has a Class or a Race
        (arm, *whose, 18, share, 100, 0, 0) for arm, share in (("base", 11.1), ("base+faster", 16.7))
        for whose in (("any", "any"), ("any", "none"), ("none", "any"), ("none", "none"))
    ],
    "who-hinders-whom": [  # 4 greedy and 2 random seats: 12, 8, 8 and 2 pairs; a card against one, and a Curse
        (arm, *row) for arm in ("base", "base+faster")
        for row in (("random", "greedy", 0.13, 0, 0, 0.13, 0), ("greedy", "greedy", 0.08, 0.08, 0, 0, 0),
                    ("greedy", "random", 0, 0, 0, 0, 0), ("random", "random", 0, 0, 0, 0, 0))
    ],
}  # fmt: skip
"""Questions that have a name, and their answers but for the run and what is beside."""


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A planted store, and the same packed."""
    folder = tmp_path_factory.mktemp("planted")
    plant(folder / "store")
    Store.open(folder / "store").pack(folder / "packed.duckdb")
    return folder


def rounded(row):
    return tuple(round(value, 9) if isinstance(value, float) else value for value in row)


@pytest.mark.deep(but=6)
@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_is_one_query_from_any_folder(planted, question, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sql, answer = QUESTIONS[question]
    for door in (planted / "store" / "lab.duckdb", planted / "packed.duckdb"):
        with duckdb.connect(str(door), read_only=True) as con:
            assert [rounded(row) for row in con.sql(sql).fetchall()] == [rounded(row) for row in answer]
    assert Store.open(planted / "store").query(sql).height == len(answer)


def test_duckdb_knows_how_many_rows_the_files_have(planted):
    """An estimate of no rows makes it build its hash tables of all events: ten times the work of naming them."""
    explain = "EXPLAIN (FORMAT JSON) SELECT kind FROM event"
    store, rows = planted / "store", Store.open(planted / "store").query("SELECT count(*) FROM event").item()
    with duckdb.connect(str(store / "lab.duckdb"), read_only=True) as con:
        plans = [Store.open(store).query(explain).row(0)[1], con.execute(explain).fetchall()[0][1]]
    for plan in plans:
        assert rows > 0 and estimates(json.loads(plan)) == [str(rows)]


def estimates(nodes):
    """How many rows DuckDB expects of each set of Parquet files in a plan."""
    own = [n["extra_info"]["Estimated Cardinality"] for n in nodes if n["name"].strip() == "READ_PARQUET"]
    return own + [found for node in nodes for found in estimates(node["children"])]


def test_the_lab_answers_in_a_table_in_csv_and_in_json(planted, tmp_path, monkeypatch, capsysbinary):
    monkeypatch.chdir(tmp_path)
    sql = "SELECT variant, decks, avg(turns) AS turns, NULL AS no FROM game_full GROUP BY ALL ORDER BY 1"
    ask = ["query", sql, "--store", str(planted / "store")]
    assert cli.main([*ask, "--csv"]) == 0
    assert capsysbinary.readouterr().out == b"variant,decks,turns,no\nbase,mine,50.0,\nbase+faster,mine,30.0,\n"
    assert cli.main([*ask, "--json"]) == 0
    rows = json.loads(capsysbinary.readouterr().out)
    assert rows[1] == {"variant": "base+faster", "decks": ["mine"], "turns": 30.0, "no": None}
    assert cli.main(ask) == 0
    assert b"base+faster" in capsysbinary.readouterr().out


@pytest.mark.parametrize("name", [one.name for one in questions()])
def test_a_question_that_has_a_name_is_about_the_newest_run(planted, name, capsys):
    store = ["--store", str(planted / "store")]
    assert cli.main(["query", name, *store, "--json"]) == 0
    said = capsys.readouterr()
    found = [{k: v for k, v in row.items() if k not in ("rounds", "ending" * (name == "longest-games"))}
             for row in json.loads(said.out)]  # fmt: skip
    assert [tuple(row.values()) for row in found] == [("bbbb", *row) for row in NAMED[name]]
    assert "this was about run x; 1 other run: lab runs lists them" in said.err
    assert cli.main(["query", name, *store, "--run", "aaa", "--json"]) == 0
    assert {row["run"] for row in json.loads(capsys.readouterr().out)} <= {"aaaa"}
    assert cli.main(["query", name, *store, "--run", "all", "--json"]) == 0
    assert {row["run"] for row in json.loads(capsys.readouterr().out)} >= {"bbbb"}


def test_a_card_asked_for_by_name_among_numbers_is_told_where_names_are(planted, capsys):
    store = ["--store", str(planted / "store")]
    assert cli.main(["query", "SELECT * FROM exposure WHERE card = 'Tin Hat'", *store]) == 2
    assert "their names are card_name in exposure_named" in capsys.readouterr().err
    sql = "SELECT DISTINCT card, card_id, agent FROM exposure_named WHERE card_name = 'Tin Hat' ORDER BY agent"
    assert cli.main(["query", sql, *store, "--csv"]) == 0
    assert capsys.readouterr().out == "card,card_id,agent\n2,tin-hat,greedy\n2,tin-hat,random\n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["query", "SELECT no FROM game"], "no"),
        (["query", "SELEC"], "Parser Error"),
        (["query", ""], "allowed: one statement that returns rows"),
        (["query", "SELECT error('in the middle') FROM game"], "in the middle"),
        (["query", "SELECT * FROM sql"], "sql"),
        (["query", "SELECT 1", "--csv", "--json"], "--json and --csv"),
        (["schema", "games"], "no table named 'games'; allowed: run, arm"),
        (["schema", "--csv", "--json"], "--csv and --json"),
    ],
)
def test_what_cannot_be_answered_is_one_sentence(planted, argv, says, capsys):
    store = ["--store", str(planted / "store")] if argv[0] == "query" else []
    (line,) = refused(capsys, [*argv, *store]).strip().splitlines()
    assert says in line and "Traceback" not in line


def test_every_table_view_and_column_is_commented(planted):
    known = {(c.table, c.column): c for c in COLUMNS}
    for door in (planted / "store" / "lab.duckdb", planted / "packed.duckdb"):
        with duckdb.connect(str(door), read_only=True) as con:
            names = "SELECT view_name, comment FROM duckdb_views() WHERE NOT internal UNION ALL FROM " + (
                "(SELECT table_name, comment FROM duckdb_tables())"
            )
            assert dict(con.sql(names).fetchall()) == {name: SAYS[name] for name in (*TABLES, *BESIDE)}
            for name in (*TABLES, *BESIDE):
                found = con.sql(f"DESCRIBE {name}").fetchall()
                listed = schema_frame([name])
                assert [row[0] for row in found] == listed["column"].to_list()
                assert [row[1].replace("ENUM", "VARCHAR").split("(")[0] for row in found] == listed["type"].to_list()
            about = "SELECT table_name, column_name, comment FROM duckdb_columns() WHERE NOT internal"
            for table, column, comment in con.sql(about).fetchall():
                assert comment and comment.startswith(known[table, column].meaning), (table, column)


def test_the_schema_is_printed_from_the_same_table(capsys):
    rows = json.loads(printed(capsys, ["schema", "seat", "--json"]))
    assert rows[5] == {"table": "seat", "column": "won", "type": "BOOLEAN", "unit": "",
                       "meaning": "Whether they won, alone or not."}  # fmt: skip
    assert len(printed(capsys, ["schema", "--csv"]).strip().splitlines()) == 1 + schema_frame().height
    text = printed(capsys, ["schema"])
    assert all(f"{name}: {SAYS[name][:20]}" in text for name in (*TABLES, *BESIDE))


def test_every_column_of_every_table_is_described_once():
    described = [(c.table, c.column) for c in COLUMNS]
    assert len(described) == len(set(described))
    assert {(name, column) for name in TABLES for column in TABLES[name]} <= set(described)
    assert {table for table, _ in described} <= set(SAYS)


def test_every_event_of_the_engine_has_its_row():
    assert [(k.kind, k.number) for k in EVENT_KINDS] == [(e.name.lower(), int(e)) for e in Ev]
    assert all(k.is_move == (k.number < Ev.LAST_MOVE) for k in EVENT_KINDS)
    coded = {of for of, _, _ in codes()}
    words = {"card", "seat", "card or seat", "place", "flag", "flags", "number"}
    assert {k.other_is for k in EVENT_KINDS} - {""} <= coded | words


@pytest.mark.parametrize("kind", [Cause, Drawn, Ending, How, Result, PickOrder])
def test_words_are_those_of_the_engine(kind):
    of = "pick" if kind is PickOrder else kind.__name__.lower()
    assert {n: word for c, n, word in codes() if c == of} == {int(m): m.name.lower() for m in kind}


def test_physical_cards_are_counted_design_by_design():
    """`event.other` is a physical card; the view finds its design from the copies of those before."""
    cards = load_decks(["cthulhu"])
    copies = np.bincount(cards.card["number"], minlength=len(cards.ids))
    assert np.array_equal(np.repeat(np.arange(len(copies)), copies), cards.card["number"])


@pytest.mark.deep
def test_a_packed_file_holds_the_same_rows_with_its_words_as_enumerations(planted, tmp_path):
    store = Store.open(planted / "store")
    with duckdb.connect(str(planted / "packed.duckdb"), read_only=True) as con:
        for name in (*TABLES, *BESIDE):
            packed = con.sql(f"FROM {name}").fetchall()
            assert sorted(packed, key=repr) == sorted(store.query(f"FROM {name}").rows(), key=repr), name
        types = dict(row[:2] for row in con.sql("DESCRIBE event").fetchall())
        assert all(types[word].startswith("ENUM") for word in ("run_id", "arm", "kind", "phase"))
        assert con.sql("SELECT count(*) FROM event WHERE kind = 'nothing of the kind'").fetchall() == [(0,)]
    Store.open(tmp_path / "empty", create=True).pack(tmp_path / "empty.duckdb")
    with duckdb.connect(str(tmp_path / "empty.duckdb"), read_only=True) as con:
        assert [con.sql(f"SELECT count(*) FROM {name}").fetchall() for name in TABLES] == [[(0,)]] * len(TABLES)


def test_planted_games_are_all_there(planted):
    store = Store.open(planted / "store")
    assert store.query("SELECT count(*) FROM game_full").item() == 2 * sum(map(len, GAMES.values()))
    assert store.query("SELECT count(*) FROM event_named").item() == 4 * len(EVENTS)
