"""Setting up a game, and faster play."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from small_table import SEATS, dealt, hand, instances, lists, only_in_hand, say, texts

from decks.load_decks import Compiled, load_decks
from engine.board.setup import first_player
from engine.records.card_kinds import Kind, Pile
from engine.records.events import Ev
from engine.records.questions import Question
from engine.records.state import Phase, Zone
from engine.rng import Purpose, below, game_key
from lab.errors import BadInput
from lab.games.game_table import table
from lab.games.game_table import table as open_table
from lab.runs.arms import unusual_seats
from variants.load_variants import load_variant

FURTHER = (
    {"id": "test-mage", "pile": "door", "kind": "class", "identity": "test-mage"},
    {"id": "test-thug", "pile": "door", "kind": "class", "identity": "test-thug"},
    {"id": "test-gnome", "pile": "door", "kind": "race", "identity": "test-gnome"},
    {"id": "test-two-classes", "pile": "door", "kind": "doubler", "doubles": "class"},
    {"id": "test-rat", "pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": []},
    {"id": "test-hat", "pile": "treasure", "kind": "item", "slot": "head", "bonus": 1, "gold": 200},
    {"id": "test-potion", "pile": "treasure", "kind": "one_shot", "bonus": 2, "gold": 100},
    {"id": "test-promotion", "pile": "treasure", "kind": "go_up_a_level"},
)
EIGHT = tuple(row["id"] for row in FURTHER)
HEROES = tuple({"id": f"test-hero-{i}", "pile": "door", "kind": "character"} for i in range(7))


@cache
def cards(*further: str) -> Compiled:
    """The deck `base` with those of the cards above that are named."""
    return load_decks(["base"], extra=[dict(row) for row in (*FURTHER, *HEROES) if row["id"] in further])


def order(table: Any, pile: int) -> list[str]:
    g, book = table.g, table.book
    rows = [book.card[int(c)] for c in g.deck[pile][: int(g.deck_n[pile])]]
    return [f"{table.names.cards[int(r['number'])]}#{int(r['copy'])}" for r in rows]


@pytest.mark.rule("setup.players")
@pytest.mark.parametrize("seats", [1, 9])
def test_there_is_room_for_two_to_eight(seats: int) -> None:
    with pytest.raises(BadInput, match=f"seats is {seats}; allowed: 2 to 8"):
        open_table("base", seats=seats)


@pytest.mark.rule("setup.players")
@pytest.mark.parametrize("seats", [2, 7, 8])
def test_two_seven_or_eight_players_are_told_to_be_a_house_rule(seats: int) -> None:
    assert f"{seats} players are a house rule" in unusual_seats(load_variant("base"), seats)
    assert unusual_seats(load_variant("base", {"players.min": 2, "players.max": 8}), seats) == ""
    assert len(open_table("base", seats=seats).view(0).seats) == seats


@pytest.mark.rule("setup.players")
@pytest.mark.parametrize("seats", [3, 6])
def test_three_and_six_players_may_play(seats: int) -> None:
    assert unusual_seats(load_variant("base"), seats) == ""
    assert [s.name for s in open_table("base", seats=seats).view(0).seats] == [f"p{i}" for i in range(seats)]


@pytest.mark.rule("setup.two-decks")
def test_each_deck_holds_the_cards_of_its_back_in_an_order_fixed_by_the_seed() -> None:
    first, again, other = (dealt(cards(), seed=s) for s in (3, 3, 4))
    for pile in (Pile.DOOR, Pile.TREASURE):
        backs = {int(first.book.card[int(c)]["pile"]) for c in first.g.deck[pile][: int(first.g.deck_n[pile])]}
        assert backs == {int(pile)}
        assert order(first, pile) == order(again, pile) != order(other, pile)


@pytest.mark.rule("setup.two-decks")
def test_the_decks_are_shuffled_independently() -> None:
    none: dict[str, Any] = {"setup__deal_door": 0, "setup__deal_treasure": 0}
    plain, more = dealt(cards(), **none), dealt(cards("test-hat"), **none)
    assert order(plain, Pile.DOOR) == order(more, Pile.DOOR)
    assert order(plain, Pile.TREASURE) == [c for c in order(more, Pile.TREASURE) if c != "test-hat#0"]


@pytest.mark.rule("setup.deal-four-four")
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_everybody_is_dealt_four_doors_and_four_treasures(seats: int) -> None:
    t = dealt(cards(), seats=seats)
    for s in range(seats):
        backs = [int(t.book.card[int(c)]["pile"]) for c in t.g.hand[s][: int(t.g.hand_n[s])]]
        assert sorted(backs) == [0] * 4 + [1] * 4
    total = [int((t.book.card["pile"][: int(t.g.cards)] == p).sum()) for p in range(2)]
    assert [int(n) for n in t.g.deck_n[:2]] == [n - 4 * seats for n in total]


@pytest.mark.rule("setup.character-card", "setup.character-two-sided")
def test_each_player_is_dealt_another_character_beside_the_hand() -> None:
    t = dealt(cards(*(r["id"] for r in HEROES)), "critical_role", seats=6)
    tables = [t.ids(t.g.table[s][: int(t.g.table_n[s])]) for s in range(6)]
    heroes = [c for c in range(int(t.g.cards)) if t.book.card[c]["kind"] == Kind.CHARACTER]
    assert [len(row) for row in tables] == [1] * 6 and len({row[0] for row in tables}) == 6
    assert [int(t.g.zone[c]) for c in heroes].count(Zone.OUT) == 1
    assert [int(n) for n in t.g.hand_n[:6]] == [8] * 6
    # Nothing can be done with it, such as turning it to its other side.
    assert not [text for text in texts(t) if "test-hero" in text]


@pytest.mark.rule("setup.character-card")
def test_characters_are_dealt_by_lot_and_only_where_the_set_has_them() -> None:
    box = cards(*(r["id"] for r in HEROES))
    first = {t.ids([t.g.table[0][0]])[0] for t in (dealt(box, "critical_role", seed=s) for s in range(8))}
    assert len(first) > 1
    assert [int(n) for n in dealt(box, "base").g.table_n[:3]] == [0, 0, 0]


def opening(*names: str, variant: str = "base") -> Any:
    """ann begins; she holds the named cards, the others hold nothing."""
    t = dealt(cards(*EIGHT), variant, setup__first_player="fixed")
    for s in range(3):
        only_in_hand(t, s, *(names if s == 0 else ()))
    return t


@pytest.mark.rule("setup.initial-play")
def test_one_class_and_one_race_may_be_laid_out_with_usable_items() -> None:
    t = opening("test-mage", "test-thug", "test-gnome", "test-hat", "test-rat", "test-promotion")
    assert sorted(texts(t)) == ["pass", "play test-gnome", "play test-hat", "play test-mage", "play test-thug"]
    say(t, 0, "play test-mage")
    assert sorted(texts(t)) == ["pass", "play test-gnome", "play test-hat"]
    say(t, 0, "play test-gnome")
    say(t, 0, "play test-hat")
    assert [s.in_play for s in t.view(0).seats][0] == ("test-mage", "test-gnome", "test-hat")
    assert hand(t, 0) == ["test-promotion", "test-rat", "test-thug"]
    assert int(t.g.turn) == 1 and int(t.g.question) == Question.ARRANGE


@pytest.mark.rule("setup.initial-play")
def test_two_classes_need_the_doubler() -> None:
    t = opening("test-mage", "test-thug", "test-two-classes")
    say(t, 0, "play test-mage")
    assert "play test-thug" not in texts(t)
    say(t, 0, "play test-two-classes")
    say(t, 0, "play test-thug")
    assert hand(t, 0) == []


@pytest.mark.rule("setup.initial-play")
def test_a_set_without_races_lays_out_none() -> None:
    assert sorted(texts(opening("test-mage", "test-gnome", variant="cthulhu"))) == ["pass", "play test-mage"]


@pytest.mark.rule("setup.initial-play-doubt", "turn.hand-limit")
def test_all_eight_cards_may_be_kept() -> None:
    t = opening(*EIGHT)
    say(t, 0, "pass")
    assert hand(t, 0) == sorted(EIGHT) and int(t.g.table_n[0]) == 0
    assert t.decider == 0 and t.phase == "arrange"  # more than five cards, and no Charity before the turn's end


@pytest.mark.rule("setup.initial-play", "setup.first-player-agreed")
def test_the_first_player_lays_out_first_then_the_others_to_his_left() -> None:
    t = dealt(cards(*EIGHT), seed=2, seats=3, setup__first_player="random")
    for s, name in enumerate(("test-mage", "test-thug", "test-gnome")):
        only_in_hand(t, s, name)
    first, asked = int(t.g.first), []
    for _ in range(3):
        asked.append(t.decider)
        t.step("pass")
    assert asked == [(first + i) % 3 for i in range(3)]
    assert int(t.g.active) == first


@pytest.mark.rule("setup.first-player-agreed")
def test_the_lot_falls_alike_on_every_replay_and_on_everybody_in_the_end() -> None:
    t = dealt(cards(), seats=4, setup__first_player="random", seed=7)
    assert int(t.g.first) == int(dealt(cards(), seats=4, setup__first_player="random", seed=7).g.first)
    assert {begins(t, seed)[0] for seed in range(40)} == {0, 1, 2, 3}


def begins(table: Any, seed: int) -> tuple[int, list[list[int]]]:
    """Who begins with another seed, and what the twin's dice showed: one list a round, 0 = did not throw."""
    table.g.key = game_key(np.uint64(seed), np.uint64(0))
    seats = int(table.g.seats)
    still, rounds = list(range(seats)), []
    while len(still) > 1:
        throws = [1 + int(below(20, table.g.key, Purpose.FIRST_PLAYER, s + 1, len(rounds))) for s in range(seats)]
        rounds.append([throws[s] if s in still else 0 for s in range(seats)])
        still = [s for s in still if throws[s] == max(rounds[-1])]
    return int(first_player(table.g, table.book)), rounds


@pytest.mark.rule("setup.first-player-d20")
def test_the_highest_throw_begins_and_only_those_who_tie_for_it_throw_again() -> None:
    t = dealt(cards(), "critical_role", seats=4)
    tied = 0
    for seed in range(120):
        found, rounds = begins(t, seed)
        assert found == rounds[-1].index(max(rounds[-1]))
        tied += len(rounds) > 1
        assert all(1 <= n <= 20 for n in rounds[0])
    assert tied > 0


@pytest.mark.rule("setup.components-counts")
@pytest.mark.parametrize("deck", ["base", "cthulhu"])
def test_every_card_of_the_box_lies_in_exactly_one_place(deck: str) -> None:
    t = open_table(deck, deck, seats=4, seed=11)
    assert int(t.g.cards) == 168
    for i in range(240):
        if i % 20 == 0:
            placed = [c for row in lists(t).values() for c in row]
            assert sorted(placed) == list(range(168))
        if t.over:
            break
        t.answer(t.choice())


@pytest.mark.rule("setup.level-counter-app")
def test_nothing_depends_on_who_sits_there() -> None:
    games = [open_table("base", seats=3, seed=4, names=names) for names in (SEATS[:3], ("app-owner", "x", "y"))]
    for _ in range(80):
        for t in games:
            t.answer(t.choice())
    assert games[0].events() == games[1].events()


def test_the_cards_of_these_tests_are_single_copies() -> None:
    t = dealt(cards(*EIGHT))
    assert [len(instances(t, name)) for name in EIGHT] == [1] * len(EIGHT)


@pytest.mark.rule("faster.general", "turn.listen-at-the-door", "turn.loot-treasure-variant")
@pytest.mark.parametrize(("listen", "treasure", "shared"), list(product([False, True], repeat=3)))
def test_all_eight_combinations_give_the_turns_they_promise(listen: bool, treasure: bool, shared: bool) -> None:
    switches = {
        "faster_play.listen_at_door": listen,
        "faster_play.loot_room_deck": "treasure" if treasure else "door",
        "shared_victory": shared,
    }
    t = table("base", seats=3, seed=6, switches=switches)
    while not t.over and int(t.g.turn) < 25:
        t.answer(t.choice())
    events = t.events()
    begun = [e.seq for e in events if e.kind == Ev.TURN]
    first = [next(e for e in events[at + 1 :] if e.kind not in (Ev.REBORN, Ev.STATUS)) for at in begun[:-1]]
    heard = [e.kind == Ev.DRAW and e.phase == Phase.LISTEN for e in first]
    assert heard == [listen] * len(heard) and len(heard) >= 4
    looted = [e for e in events if e.kind == Ev.DRAW and e.phase == Phase.LOOT]
    assert {int(t.book.card[e.card]["pile"]) for e in looted} == {int(Pile.TREASURE if treasure else Pile.DOOR)}
