"""Games at the limits of what decks and variants may say: whole games, every invariant, or a fault with a name.

`lab check --bounds` plays them with every index checked.
"""

from __future__ import annotations

import numpy as np
import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from engine.loop.game_ranges import play_games
from engine.records.book import CARDS, LOG_ROWS
from engine.records.card_kinds import Kind, Pile
from engine.records.events import Ending
from engine.steps.turn.turn_start import LOG_SPARE
from lab.agents.personas import weights_of
from tests.engine.boxes import BOXES, FAR, HOUSE, LIMITS, Limit, book_at, many_designs
from tests.engine.positions import COMPILED
from tests.engine.walks import PRESETS, Cell, first_breach
from tests.engine.watch import ends_in_time
from variants.load_variants import load_variant
from variants.variant_schema import VariantError

pytestmark = pytest.mark.skipif(not COMPILED, reason="whole games take long without the compiler")


def facts_of(limit: Limit, games: int):
    """What a run would store of some games."""
    table = weights_of([limit.agents[seat % len(limit.agents)] for seat in range(limit.seats)])
    sitting = np.tile(np.arange(limit.seats), (games, 1))
    return play_games(book_at(limit), 7, 0, games, limit.seats, sitting, table, np.ones(games, bool))


@pytest.mark.parametrize("name", LIMITS)
def test_games_at_a_limit_are_whole_and_keep_every_invariant(name):
    limit = LIMITS[name]
    with ends_in_time():
        assert first_breach(Cell(name, limit.box, limit.seats), book_at(limit), 7, 0, limit.games) == ""


@pytest.mark.parametrize("name", LIMITS)
def test_facts_of_games_at_a_limit_are_those_of_whole_games(name):
    limit = LIMITS[name]
    with ends_in_time():
        found = facts_of(limit, 1)
    assert found.game["game"].tolist() == [0] and len(found.seat) == limit.seats
    assert set(found.game["ending"].tolist()) <= {int(one) for one in Ending}
    rules = load_variant(limit.variant, dict(limit.switches))
    assert 1 <= found.game["turns"][0] <= rules["max_turns"]
    assert found.seat["final_level"].min() >= 1 and found.seat["final_level"].max() <= rules["victory.level"]
    assert found.seat["final_level"].max() <= found.level["level"].max() <= rules["victory.level"]


def test_without_monsters_nobody_kills_and_nobody_wins():
    """The last Level needs a kill, and the box has no monster: the game goes on to its last turn."""
    found = facts_of(LIMITS["all doors Curses"], 1)
    assert found.game["kills"].tolist() == [0] and found.game["turns"].tolist() == [200]
    assert found.game["ending"].tolist() == [int(Ending.CAPPED)] and not found.seat["won"].any()
    assert found.seat["final_level"].max() <= 9


def test_behind_every_door_a_monster_waits():
    box = BOXES["all doors monsters"]().card
    doors = box[box["pile"] == int(Pile.DOOR)]
    assert len(doors) == 200 and set(doors["kind"].tolist()) == {int(Kind.MONSTER)}
    found = facts_of(LIMITS["all doors monsters"], 1)
    assert found.game["combats"][0] >= found.game["turns"][0] // 2, "half the turns at least are not lost to a death"


@pytest.mark.parametrize(("count", "name"), [(256, "256 designs"), (CARDS, "512 designs")])
def test_a_deck_of_nothing_but_single_cards(count, name):
    card = many_designs(count).card
    assert len(card) == count == len(set(card["number"].tolist())) and not card["copy"].any()
    shown = facts_of(LIMITS[f"{name}, eight seats"], 1).exposure
    assert len(set(shown["card"].tolist())) > 48 and set(shown["card"].tolist()) <= set(card["number"].tolist())


def test_one_card_more_than_a_game_can_have_is_refused():
    assert len(BOXES["as many cards as there can be"]().card) == CARDS
    rat = {"pile": "door", "kind": "monster", "level": 1, "treasures": 1, "bad_stuff": []}
    rows = [rat | {"id": f"rat-{i}", "copies": 64} for i in range(CARDS // 64)]
    assert len(load_decks([], rows).card) == CARDS
    with pytest.raises(DeckError, match=r"have 513 cards; allowed: 1 to 512"):
        load_decks([], [*rows, rat | {"id": "rat"}])


@pytest.mark.parametrize("level", [-1, 0, 1, 101])
def test_a_winning_level_that_nobody_could_win_by_is_refused(level):
    said = rf"victory.level = {level} is not allowed; allowed: a whole number from 2 to 100"
    with pytest.raises(VariantError, match=said):
        load_variant("base", {"victory.level": level})


@pytest.mark.parametrize("preset", PRESETS)
def test_all_house_rules_hold_at_once(preset):
    whole = load_variant(f"{preset}+{HOUSE}")
    for house in HOUSE.split("+"):
        alone = load_variant(f"{preset}+{house}")
        own = {switch for switch, file in alone.set_by.items() if file == house}
        assert (own or alone.edits) and set(alone.edits.files) <= set(whole.edits.files)
        assert {switch: whole[switch] for switch in own} == {switch: alone[switch] for switch in own}


def test_the_longest_games_go_on_to_the_last_turn_or_until_the_log_is_nearly_full():
    ended = []
    for preset in PRESETS:
        found = facts_of(LIMITS[f"{preset}: the longest games"], 1)
        ended.append(Ending(int(found.game["ending"][0])))
        full = len(found.event) > LOG_ROWS - LOG_SPARE
        assert ended[-1] == Ending.BOSS or full or found.game["turns"].tolist() == [FAR], preset
    assert ended.count(Ending.CAPPED) >= len(PRESETS) - 1, "only where the deck has Bosses is there another end"
