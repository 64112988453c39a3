"""Replays, the same game again as readable text, and moments: the table as everybody saw it, against a slow twin."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest

from engine.board.setup import new_game
from engine.loop.game_ranges import new_table
from engine.next_question import answer, next_question
from engine.policies.decide import choose
from engine.records.card_kinds import Kind, Pile
from engine.records.state import Zone
from lab.chances.positions import CLASSES, COLUMNS, SEAT_STATE, Setting, coded, joined, moments_of
from lab.cli import main
from lab.games.game_replay import GameSpec, parting, parting_place, replay, varied
from tests.engine.positions import COMPILED
from tests.engine.test_history import fresh_history
from tests.engine.walks import Cell, book_for
from tests.lab.command_lines import printed, refused

SPEC = GameSpec(("base",), "base", 7, 3, 4)


def test_a_replay_tells_every_turn_and_the_end() -> None:
    played = replay(SPEC)
    assert played.text() == replay(SPEC).text()
    assert played.turns[0][0] == "Setup" and played.turns[1][0].startswith("Turn 1, round 1: p")
    assert played.lines()[-1][1].startswith("The game is over (")
    assert "None" not in played.text() and "Ev." not in played.text()


def test_the_difference_names_the_last_common_line_and_both_ways_on() -> None:
    a = replay(SPEC)
    assert "play the same game to its end" in parting(a, a) and parting_place(a, a) == -1
    b = replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    text = parting(a, b)
    assert f"The games part after {parting_place(a, b)} common lines" in text
    assert "With base:" in text and "With base+faster:" in text


@pytest.mark.parametrize("width", [40, 80, 120, 160])
def test_two_games_fit_the_terminal_and_no_word_is_lost(width: int) -> None:
    a, b = replay(SPEC), replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    text = parting(a, b, 30, width)
    at = parting_place(a, b)
    beside = text.split("\n\n")[-1].splitlines() if width >= 80 else []
    assert all(len(line) <= width for line in beside)
    for played in (a, b):
        words = " ".join(line for _, line in played.lines()[at : at + 30]).split()
        assert not set(words) - set(text.replace("|", " ").split())


def test_the_context_is_as_long_as_it_is_asked_for() -> None:
    a, b = replay(SPEC), replay(GameSpec(("base",), "base+faster", 7, 3, 4))
    lines = parting(a, b, 3, 40).splitlines()
    assert sum(line.startswith("    ") for line in lines) == 3
    assert sum("more lines;" in line for line in lines) == 2


@pytest.mark.deep(but=2)
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("base+faster", "base+faster"),
        ("variant=base+faster", "base+faster"),
        ("deck=base+cthulhu", "deck base+cthulhu"),
        ("agents=random", "random"),
        ("victory.level=8", "victory.level=8"),
        ("large-angry-chicken.level=12", "large-angry-chicken.level=12"),
    ],
)
def test_anything_may_be_the_difference(capsys: pytest.CaptureFixture[str], change: str, says: str) -> None:
    game = ["replay", "--deck", "base", "--seed", "7", "--game", "3", "--diff", change]
    assert f"Compared with {says}." in printed(capsys, game)
    found = json.loads(printed(capsys, [*game, "--json"]))
    assert found["a"]["turns"] == [list(t) for t in replay(SPEC).turns] and found["b"]["label"] == says
    assert found["b"]["turns"] == [list(t) for t in replay(varied(SPEC, change)).turns]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("hand=7", "--diff is 'hand=7'; allowed: a variant, an arm of the run"), ("hand_limit=-1", "hand_limit"),
        ("no-such-card.level=3", "--change no-such-card.level"),
    ],
)  # fmt: skip
def test_no_difference_is_one_sentence(capsys: pytest.CaptureFixture[str], change: str, said: str) -> None:
    err = refused(capsys, ["replay", "--deck", "base", "--diff", change])
    assert said in err and len(err.strip().splitlines()) == 1


def test_the_command_prints_turns_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--deck", "base", "--seed", "7", "--game", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [list(t) for t in replay(SPEC).turns]


HAND, TABLE, DECK, OPEN, FIGHT, DISCARD = (int(z) for z in (Zone.HAND, Zone.TABLE, Zone.DECK, Zone.OPEN, Zone.FIGHT, 2))
CURSE, TROLL, HAT, GLUE = range(4)
SETTING = Setting(2, *(np.array(x) for x in ([0, 0, 3, 0], [0, 0, 400, 100], [0, 0, 1, 1], [1, 0, 0, 0])))
ROWS = [  # phase, kind, actor, target, card, copy, other, before, after; what it is about, or None where it goes on
    ("setup", "sex", 0, 0, -1, -1, -1, 0, 1, "dealing"),
    ("setup", "draw", -1, 0, HAT, 0, 2, DECK, HAND, None),
    ("setup", "draw", -1, 1, CURSE, 0, 2, DECK, HAND, None),
    ("setup", "play", 0, 0, HAT, 0, -1, HAND, TABLE, "card"),
    ("setup", "equip", 0, 0, HAT, 0, -1, 0, 1, None),
    ("arrange", "turn", 0, -1, -1, -1, -1, 1, 0, "turn"),
    ("arrange", "aim", 1, 0, CURSE, 0, -1, -1, 1, None),
    ("arrange", "play", 1, 0, CURSE, 0, 0, HAND, OPEN, "curse_played"),
    ("arrange", "curse", 1, 0, CURSE, 0, -1, 0, 0, None),
    ("arrange", "lose", 0, -1, HAT, 0, -1, TABLE, DISCARD, None),
    ("arrange", "discard", 1, -1, CURSE, 0, -1, OPEN, DISCARD, None),
    ("door", "reveal", -1, 0, TROLL, 0, -1, DECK, OPEN, "door"),
    ("combat", "fight", 0, -1, -1, -1, 0, 0, 0, None),
    ("combat", "enter", 0, -1, TROLL, 0, -1, OPEN, FIGHT, None),
    ("combat", "join", 0, 0, TROLL, 0, -1, 10, 0, None),
    ("combat", "strength", 0, -1, -1, -1, 0, 1, 10, None),
    ("combat", "ask", 0, 1, -1, -1, -1, 1, 0, "deal"),
    ("combat", "refuse", 1, 0, -1, -1, -1, 1, 0, "deal"),
    ("flight", "throw", 0, -1, TROLL, 0, 0, 2, 0, "dice"),
    ("flight", "roll", 0, -1, TROLL, 0, 0, 2, 2, None),
    ("flight", "caught", 0, -1, TROLL, 0, -1, 0, 0, None),
    ("flight", "level", 0, 0, TROLL, 0, 6, 3, 1, None),
    ("combat", "fight_end", 0, -1, -1, -1, 4, 0, 0, "fight"),
    ("combat", "discard", -1, -1, TROLL, 0, -1, FIGHT, DISCARD, None),
    ("loot", "draw", -1, 0, GLUE, 0, 0, DECK, HAND, "draw"),
    ("loot", "draw", -1, 0, HAT, 1, 0, DECK, HAND, None),
    ("evening", "sell", 0, -1, HAT, 1, -1, HAND, DISCARD, "sale"),
    ("evening", "level", 0, 0, -1, -1, 3, 1, 2, None),
    ("charity", "discard", 0, -1, GLUE, 0, -1, HAND, DISCARD, "charity"),
    ("end", "turn_end", 0, -1, -1, -1, -1, 1, 0, None),
    ("end", "over", -1, -1, -1, -1, 8, 0, 0, None),
]  # fmt: skip


def planted(games=1):
    """The rows above as a table of events, once for each game."""
    names = ("phase", "kind", "actor", "target", "card", "copy", "other", "before", "after")
    rows = [
        dict(zip(names, row)) | {"game": game, "seq": n, "turn": int(n > 4), "round": int(n > 4)}
        for game in range(games)
        for n, row in enumerate(ROWS)
    ]
    return pl.DataFrame(rows).select(COLUMNS).lazy()


def test_stretches_of_events_are_named_after_what_they_are_about():
    m = moments_of(coded(planted()), SETTING)
    begins = [n for n, row in enumerate(ROWS) if row[-1]]
    assert [list(CLASSES)[a] for a in m.about] == [row[-1] for row in ROWS if row[-1]]
    assert m.seq.tolist() == [n - 1 for n in begins[1:]] + [len(ROWS) - 1]
    about = dict(zip((list(CLASSES)[a] for a in m.about), zip(m.card.tolist(), m.actor.tolist(), m.target.tolist())))
    assert about["curse_played"] == (CURSE, 1, 0) and about["card"] == (HAT, 0, -1)
    assert about["door"] == (TROLL, 0, -1) and about["dice"] == (TROLL, 0, -1) and about["fight"] == (TROLL, 0, -1)
    assert about["draw"] == (-1, 0, -1)  # what was drawn is nothing the others have seen
    assert about["deal"] == (-1, 1, 0)


def test_the_state_at_moments_is_what_the_rows_add_up_to():
    m = moments_of(coded(planted(2)), SETTING)
    of = {name: m.state[:, :, n].tolist() for n, name in enumerate(SEAT_STATE)}
    begins = [row[-1] for row in ROWS if row[-1]]
    for game in range(2):
        at = {name: n + game * len(begins) for n, name in enumerate(begins)}
        assert of["hand"][at["dealing"]] == [1, 1] and of["hand"][at["curse_played"]] == [0, 0]
        assert of["strength"][at["card"]] == [3, 0] and of["strength"][at["curse_played"]] == [0, 0]
        assert of["gold"][at["card"]] == [400, 0] and of["gold"][at["curse_played"]] == [0, 0]
        assert of["level"][at["dice"]] == [-2, 0] and of["level"][at["sale"]] == [-1, 0]
        assert of["hand"][at["draw"]] == [2, 0] and of["hand"][at["charity"]] == [0, 0]
        fights = [(m.fighter[i], m.margin[i]) for i in (at["turn"], at["door"], at["dice"], at["fight"])]
        assert fights == [(-1, 0), (0, -9), (0, -9), (-1, 0)]
        assert m.whose[at["card"]] == -1 and m.whose[at["turn"]] == 0
        stages = [m.stage[at[name]] for name in ("card", "turn", "curse_played", "door", "dice", "fight", "charity")]
        assert stages == [0, 0, 0, 1, 1, 2, 2]


def test_games_may_be_read_in_parts():
    whole = moments_of(coded(planted(3)), SETTING)
    parts = [moments_of(coded(planted(3).filter(pl.col("game").is_in(g))), SETTING) for g in ([0], [1, 2])]
    together = joined(parts)
    assert all(
        np.array_equal(getattr(whole, n), getattr(together, n)) for n in ("game", "seq", "about", "state", "last")
    )


def _log(book, g, cell):
    """A whole game, as the table and as rows of numbers; every card is its own design."""
    new_game(g, book, 5, 0, cell.seats)
    while n := int(next_question(g, book, 0)):
        answer(g, book, choose(g, book, n))
    rows = book.work.log[: int(g.log_n)]
    names = ("turn", "phase", "kind", "actor", "target", "card", "other", "before", "after", "round")
    e = {name: rows[name].astype(np.int64) for name in names}
    count = len(rows)
    e |= {"game": np.zeros(count, np.int64), "seq": np.arange(count), "copy": np.zeros(count, np.int64)}
    e["phase"] = (e["phase"] == 8).astype(np.int64)
    return rows, e


@pytest.mark.parametrize("cell", [Cell("base", "base", 4), Cell("cthulhu", "cthulhu", 5)], ids=lambda c: c.variant)
def test_real_games_stand_at_every_moment_as_the_slow_twin_says(cell):
    book = book_for(cell, ("balanced",), max_turns=60 if COMPILED else 14)
    g = new_table()
    g.log_on = 1
    rows, e = _log(book, g, cell)
    cards = [book.card[c] for c in range(int(g.cards))]
    bonus, gold = (np.array([int(c[key]) for c in cards]) for key in ("bonus", "gold"))
    is_treasure = np.array([int(c["pile"] == Pile.TREASURE) for c in cards])
    is_curse = np.array([int(c["kind"] == Kind.CURSE) for c in cards])
    m = moments_of(e, Setting(cell.seats, bonus, gold, is_treasure, is_curse))
    told, read = fresh_history(g, book), 0
    start = list(told.level)
    assert len(m) > 50 and m.last.sum() == 1 and m.seq[-1] == len(rows) - 1
    for i, seq in enumerate(m.seq.tolist()):
        told.read(rows[read : seq + 1])
        read = seq + 1
        for s in range(cell.seats):
            lies = {zone: [c for c, at in told.place.items() if at == (zone, s)] for zone in (HAND, TABLE)}
            worn = sum(int(bonus[c]) for c in told.worn if told.place[c] == (TABLE, s))
            expected = [told.level[s] - start[s], len(lies[HAND]), len(lies[TABLE]), int(gold[lies[TABLE]].sum()), worn]
            assert m.state[i, s, :5].tolist() == expected, (i, s)
