"""Rules of one player at the table, of their head start and of one against all, as people type them."""

from __future__ import annotations

import pytest

from tests.decks.spoken import check_orders, check_steps

DOOR, TREASURE = {"op": "draw", "pile": "door", "on": "begun"}, {"op": "draw", "pile": "treasure", "on": "begun"}
FIRST = {"when": {"place": 1}}
NO_HELP = {"op": "forbid", "deed": "help", "on": "in_play"}
BREAKS = {"op": "take_tokens", "amount": 1, "on": "killed"}
PROGRAMS = {
    # a head start
    "The youngest player starts with one more Door and three more Treasures than everybody else.":
        [DOOR | {"amount": 1} | FIRST, TREASURE | {"amount": 3} | FIRST],
    "The newest player starts the game with two more cards of each deck.":
        [DOOR | {"amount": 2} | FIRST, TREASURE | {"amount": 2} | FIRST],
    "The player in the third seat starts with an extra Level.":
        [{"op": "gain_levels", "amount": 1, "on": "begun", "when": {"place": 3}}],
    "The best player starts with two fewer Treasures than the others.": [],
    "The youngest player starts with three Treasures.": [],  # more than all have, or three at all?
    "The youngest player starts with three more cards.": [],  # of which deck?
    "The youngest player does not start with three more Treasures.": [],
    "The youngest player starts with one more Door and two more Doors.": [],
    "The weaker players start with three more Treasures.": [],
    # one player
    "The host may not steal.": [{"op": "no_stealing", "on": "in_play"} | FIRST],
    "The beginner may not be helped.": [{"op": "no_helper", "on": "in_fight"} | FIRST],
    "The host may not help.": [NO_HELP | FIRST],
    "The player in seat 4 draws a Treasure when they lose a combat.":
        [{"op": "draw", "pile": "treasure", "on": "lost", "when": {"place": 4}}],
    "The newest player may neither help nor trade.":
        [NO_HELP | FIRST, {"op": "forbid", "deed": "trade", "on": "in_play"} | FIRST],
    "The leader may neither help nor be helped.":
        [NO_HELP | {"when": {"highest": True}}, {"op": "no_helper", "on": "in_fight", "when": {"highest": True}}],
    "The leader may neither help nor help.": [],
    "The leader may help or be helped.": [],
    "The weakest player starts with one more Treasure than the others.": [],  # people would not agree who that is
    "The youngest player may not help. The oldest player may not trade.": [],  # both would sit in place 1
    # tokens by other names
    "When you kill a monster, break a seal. When six seals are broken, the game is over and whoever has the highest"
    " bonus wins.":
        [BREAKS, {"op": "end_game", "by": "bonus", "on": "tokens_taken", "when": {"all_tokens_at_least": 6}}],
    "When four runes are open the game ends at once.": [],  # how does one come by a rune?
    "When four tokens are open the game ends at once.":
        [{"op": "end_game", "by": "level", "on": "tokens_taken", "when": {"all_tokens_at_least": 4}}],
    "When four runes are not open the game ends.": [],
    "When you kill a monster, break a seal. When six gems are broken, the game ends.": [],
}  # fmt: skip
ORDERS = {
    "The champion plays alone against everybody else.": {"team.lone": 1},
    "It is one against all.": {"team.lone": 1},
    "All the others stand together against one player.": {"team.lone": 1},
    "Nobody plays alone against all others.": {"team.lone": 0},
    "The leader plays alone against everybody else.": {},
    "Two players play alone against everybody else.": {},
    "One player plays alone against the player on the left.": {},
    "One player does not play against all the others.": {},
}


@pytest.mark.parametrize(("text", "steps"), PROGRAMS.items())
def test_what_happens_is_read_as_it_is_meant_or_not_at_all(text, steps):
    check_steps(text, steps)


@pytest.mark.parametrize(("text", "wanted"), ORDERS.items())
def test_what_is_set_is_read_and_written_back_or_not_at_all(text, wanted):
    check_orders(text, wanted)
