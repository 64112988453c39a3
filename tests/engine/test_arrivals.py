"""How cards come to players: rows of `exposure` from built positions, from hand-made logs and from whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.facts.derive import derive, nothing_used
from engine.records.card_kinds import Trigger
from engine.records.events import Drawn, Ev, How, Result
from engine.records.opcodes import Op
from engine.records.state import Phase, Zone
from lab.scenarios.position import Position, build_position
from lab.scenarios.scenario_run import run_step
from lab.scenarios.scenario_schema import load_scenario, parse_scenario
from tests.engine.logs import CHARACTER, MONSTER, NOBODY, Log, tables
from tests.engine.test_exposure import exposures

FOLDER = Path(__file__).resolve().parents[1] / "scenarios"


@pytest.fixture
def log():
    return Log()


def rows_of(position: Position) -> list[dict[str, Any]]:
    """Rows of the cards that came after the position was set up, with names in place of numbers."""
    t = position.table
    out, used = tables(exposures=600), nothing_used()
    assert derive(int(t.g.log_n), t.book, t.g, out, used) == 0
    rows = [{n: int(r[n]) for n in out.exposure.dtype.names} for r in out.exposure[: used.exposure]]
    arranged = sum(int(r.kind) == Ev.SETUP and r.target >= 0 for r in t.book.work.log[: position.start])
    assert all(r["how"] == How.OTHER for r in rows[:arranged])
    names = {"seat": t.names.seats, "card": t.names.cards}
    return [r | {k: names[k][r[k]] for k in names} | {"how": How(r["how"]).name.lower()} for r in rows[arranged:]]


def came(scenario: Any, *columns: str) -> list[tuple[Any, ...]]:
    """(who, card, how, further columns) of the cards that came while a scenario was played to its end."""
    loaded = load_scenario(FOLDER / scenario) if isinstance(scenario, str) else parse_scenario(scenario, "position")
    position = build_position(loaded)
    for step in loaded.steps:
        run_step(position, step)
    return [(r["seat"], r["card"], r["how"], *(r[c] for c in columns)) for r in rows_of(position)]


def test_the_door_is_kicked_open_and_the_room_is_looted_face_down():
    assert came("loot/one-hidden-door-card.toml", "pass", "by_lot", "opening", "held", "at_end") == [
        ("ann", "test-dud", "kicked", 0, 1, 0, 0, 0), ("ann", "test-mage", "drawn", 0, 1, 0, 1, 1),
        ("bob", "test-junk", "given", -1, 0, 0, 1, 1),
    ]  # fmt: skip


def test_what_a_won_treasure_draws_is_no_reward():
    """The Hoard is won; the three that it draws as it comes are drawn."""
    assert came("cards/acts-when-drawn.toml", "by_lot", "held", "at_end") == [
        ("ann", "test-blessing", "kicked", 1, 1, 0), ("ann", "hoard", "reward", 1, 1, 0),
        *[("ann", "test-gem", "drawn", 1, 1, 1)] * 3,
    ]  # fmt: skip


def test_what_an_item_draws_after_a_win_is_no_reward():
    """A mouse and a rat of one Treasure each, and a map that draws one for each kill after that."""
    hows = [how for _, _, how in came("cards-cthulhu/non-euclidean-map.toml")]
    assert hows == ["kicked", "reward", "reward", "drawn", "drawn"]


def test_treasures_that_two_pick_from_come_to_neither_by_lot():
    """A Hoard that was turned up among them is nobody's."""
    found = came("cards-base/hoard-in-the-pool.toml", "pass", "by_lot")
    assert found[0] == ("ann", "test-ogre", "kicked", 0, 1)
    assert [(who, how, *rest) for who, _, how, *rest in found[1:]] == [("bob", "reward", 0, 0)] + [
        ("ann", "reward", 0, 0)
    ] * 3


def won_with_help(treasures: int, picked: list[str]) -> dict[str, Any]:
    """Ann and bob beat an ogre of two Treasures; so many are bob's."""
    ogre = {"id": "test-ogre", "pile": "door", "kind": "monster", "level": 4, "treasures": 2}
    seats = [{"name": "ann", "level": 4}, {"name": "bob", "level": 4}, {"name": "cid"}]
    said = ["ann: kick-open", f"ann: ask bob treasures={treasures} pick=fighter", "bob: accept", *picked]
    return {
        "id": "t", "rules": ["t"], "variant": "base", "turn": "ann", "card": [ogre], "seat": seats,
        "doors": ["test-ogre"], "treasures": ["leather-armor", "horny-helmet"], "step": [{"do": s} for s in said],
    }  # fmt: skip


@pytest.mark.parametrize(("treasures", "takers", "by_lot"), [(0, "ann ann", 1), (1, "ann bob", 0), (2, "bob bob", 1)])
def test_face_up_treasures_that_are_all_for_one_come_by_lot(treasures, takers, by_lot):
    picked = [f"{who}: take {card}" for who, card in zip(takers.split(), ("leather-armor", "horny-helmet"))]
    _, *found = came(won_with_help(treasures, picked), "by_lot")
    assert found == [
        (who, card, "reward", by_lot) for who, card in zip(takers.split(), ("leather-armor", "horny-helmet"))
    ]


def test_a_door_that_was_looked_at_is_kept_by_choice_and_the_next_one_comes_by_lot():
    assert came("cards-cthulhu/investigator-looks.toml", "by_lot") == [
        ("ann", "ozathoth", "drawn", 0), ("ann", "lloyd-lloigor", "kicked", 1),
    ]  # fmt: skip


def test_a_door_that_was_looked_at_and_left_is_not_opened_by_lot():
    seats = [{"name": "ann", "play": ["investigator"], "hand": ["canned-meat"] + ["kitchen-sink", "sicker-ichor"]}]
    said = ["ann: kick-open", "ann: use peek", "ann: pass"]
    position = {
        "id": "t", "rules": ["t"], "variant": "cthulhu", "turn": "ann", "doors": ["ozathoth"],
        "seat": [*seats, {"name": "bob"}, {"name": "cid"}], "step": [{"do": s} for s in said],
    }  # fmt: skip
    assert came(position, "by_lot") == [("ann", "ozathoth", "kicked", 0)]


def test_a_door_that_was_called_back_is_not_opened_by_lot():
    """The ogre is cancelled; a Cleric puts it on top of the pile again."""
    assert came("cards-base/cleric-at-a-further-door.toml", "by_lot") == [
        ("ann", "test-ogre", "kicked", 1), ("ann", "test-ogre", "kicked", 0),
    ]  # fmt: skip


def test_a_new_character_draws_a_new_hand():
    mine = [row for row in came("death/redraw.toml", "opening") if row[0] == "ann"]
    assert mine == [
        ("ann", "test-ogre", "kicked", 0), *[("ann", "test-snack", "given", 0)] * 2,
        *[("ann", "test-snack", "drawn", 0)] * 4, *[("ann", "test-helmet", "drawn", 0)] * 4,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("trade/gift", ("bob", "test-cup", "given")),
        ("cards-base/thief-steals", ("ann", "helm-of-courage", "stolen")),
        ("loot-body/to-hand", ("bob", "test-helmet", "looted")),
        ("cards-base/wand-of-dowsing", ("ann", "thief", "other")),
    ],
)
def test_what_comes_by_choice_comes_from_no_pile(scenario, expected):
    found = [row for row in came(f"{scenario}.toml", "pass", "by_lot", "held") if row[2] != "kicked"]
    assert found == [(*expected, -1, 0, 1)]


@pytest.mark.parametrize(
    ("scenario", "card", "held", "played"),
    [
        ("door/class-behind-the-door", "test-mage", 1, 1),  # played at once
        ("door/enhancer-to-hand", "test-fierce", 1, 0),  # taken
        ("curse/kept-as-a-reminder", "test-gloom", 1, 0),  # a Curse that stays
        ("curse/answered-with-the-door", "test-chicken", 0, 1),  # used up at once
    ],
)
def test_a_door_has_one_row_whatever_its_kicker_does_with_it(scenario, card, held, played):
    assert [row for row in came(f"{scenario}.toml", "held", "played") if row[1] == card] == [
        ("ann", card, "kicked", held, played)
    ]


def test_the_pass_is_how_often_the_pile_was_made_anew():
    """Of two doors one lies in the pile: the second to be opened comes from the discards."""
    said = ["ann: kick-open", "ann: loot"]
    duds = [{"id": "test-dud", "pile": "door", "kind": "curse", "copies": 2, "effects": []}]
    position = {
        "id": "t", "rules": ["t"], "variant": "base", "turn": "ann", "card": duds, "doors": ["test-dud#1"],
        "door_pile": 1, "door_discards": ["test-dud#2"], "seat": [{"name": n} for n in ("ann", "bob", "cid")],
        "step": [{"do": s} for s in said],
    }  # fmt: skip
    assert came(position, "pass", "by_lot") == [("ann", "test-dud", "kicked", 0, 1), ("ann", "test-dud", "drawn", 1, 1)]


def test_characters_are_dealt_by_lot_from_no_pile(log):
    log.draw(0, 1)
    log.move(Ev.SETUP, CHARACTER, (Zone.OUT, NOBODY), (Zone.TABLE, 0))
    log.move(Ev.SETUP, 3, (Zone.DECK, NOBODY), (Zone.HAND, 0))  # a scenario's arrangement
    assert exposures(log, "how", "opening", "pass", "by_lot") == [
        (How.DEALT, 1, 0, 1), (How.DEALT, 1, -1, 1), (How.OTHER, 0, -1, 0),
    ]  # fmt: skip


def test_a_monster_that_its_kicker_gets_back_is_no_second_door(log):
    log.begin(0)
    log.reveal(0, MONSTER)
    log.move(Ev.ENTER, MONSTER, (Zone.OPEN, 0), (Zone.FIGHT, NOBODY))
    log.move(Ev.RETURN, MONSTER, (Zone.FIGHT, NOBODY), (Zone.HAND, 0))
    assert exposures(log, "how", "held", "by_lot", "at_end") == [(How.KICKED, 0, 1, 0), (How.OTHER, 1, 0, 1)]


def test_an_item_under_a_curse_stays_its_owners(log):
    """Turn 1 begins while it lies there, turn 2 under the Curse, turn 3 after that."""
    log.draw(0, 1)
    log.move(Ev.PLAY, 1, (Zone.HAND, 0), (Zone.TABLE, 0))
    log.begin(0)
    log.move(Ev.LOSE, 1, (Zone.TABLE, 0), (Zone.HELD, 0))
    log.begin(1)
    log.move(Ev.RETURN, 1, (Zone.HELD, 0), (Zone.TABLE, 0))
    log.begin(2)
    assert exposures(log, "how", "in_play_turns", "lost", "at_end") == [(How.DEALT, 2, 1, 1)]


@pytest.mark.parametrize(
    ("kind", "other", "how"),
    [
        (Ev.LEVEL, -1, How.REWARD), (Ev.STATUS, -1, How.REWARD), (Ev.ACTS, Trigger.SPENT, How.REWARD),
        (Ev.ACTS, Trigger.WON, How.DRAWN), (Ev.ABILITY, Op.DISCARD_FOR_DRAW, How.DRAWN), (Ev.CHOICE, -1, How.DRAWN),
    ],
)  # fmt: skip
def test_the_first_treasures_after_a_win_are_its_reward(log, kind, other, how):
    log.begin(0)
    log.phase = Phase.COMBAT
    log.fight(0, 1, 0, Result.KILLED)
    log.row(kind, 0, 0, -1, other, 1, 2)
    log.draw(0, 1, Drawn.FACE_DOWN)
    log.draw(1, 3, Drawn.FACE_DOWN)
    log.draw(0, 2, Drawn.FACE_DOWN)  # a Door is none of them
    assert exposures(log, "how") == [(how,), (how,), (How.DRAWN,)]


def test_what_is_drawn_after_the_first_pick_is_no_reward(log):
    """What was left for the fighter alone is drawn before; then the Treasures are picked."""
    log.begin(0)
    log.phase = Phase.COMBAT
    log.fight(0, 1, 0, Result.KILLED)
    log.draw(0, 1, Drawn.FACE_UP)
    log.reveal(0, 3)
    log.move(Ev.REWARD, 3, (Zone.OPEN, 0), (Zone.HAND, 1))
    log.draw(0, 5, Drawn.FACE_DOWN)
    assert exposures(log, "seat", "how", "by_lot") == [(0, How.REWARD, 1), (1, How.REWARD, 1), (0, How.DRAWN, 1)]


def test_nothing_is_won_by_running_or_in_another_phase(log):
    log.begin(0)
    log.phase = Phase.COMBAT
    log.fight(0, 1, 0, Result.FLED)
    log.draw(0, 1, Drawn.FACE_DOWN)
    log.fight(0, 1, 0, Result.KILLED)
    log.phase = Phase.LOOT
    log.draw(0, 3, Drawn.FACE_DOWN)
    assert exposures(log, "how") == [(How.DRAWN,), (How.DRAWN,)]
