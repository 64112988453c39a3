"""Rules as people type them: of some tables only, of two neighbours, of somebody's die, of half of the cards."""

from __future__ import annotations

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.rule_texts import read_back, read_rule, why_not
from tests.decks.sheets import check_orders, check_steps

ONCE = {"cost": "nothing", "amount": 1, "when": {"first": "game"}}
SAVED = [{"op": "roll", "on": "loses_item", "when": {"first": "game"}},
         {"op": "after_all", "on": "rolled", "when": {"die_at_most": 3}}]  # fmt: skip
DIE_TO_SIDE = [{"op": "roll", "on": "used"}, {"op": "boost", "amount": "die", "on": "rolled"}]
FURTHER = [{"op": "extra_level", "amount": 1, "on": "in_fight", "when": {"alone": True}}]
MAY_DRAW = [{"op": "either", "on": "lost", "when": {"unused": "game"}},
            {"op": "draw", "pile": "door", "amount": 1, "on": "chosen", "when": {"chose": 1}},
            {"op": "nothing", "on": "chosen", "when": {"chose": 2}}]  # fmt: skip
DISCARD_TWO = [{"op": "discard_hand", "what": "hand", "amount": 2, "on": "chosen", "when": {"chose": 1}},
               {"op": "after_all", "on": "chosen", "when": {"chose": 2}}]  # fmt: skip
PROGRAMS = {
    "Once per game, outside of combat, a player may make everybody pass all their Races to the player on the right.":
        [{"op": "pay_on_turn", **ONCE}, {"op": "pass_around", "side": "right", "held": "races", "on": "used"}],
    "Once per game, a player may make everyone pass their hands to the left and all their Items to the right.":
        [{"op": "pay_on_turn", **ONCE}, {"op": "pass_around", "side": "left", "held": "hand", "on": "used"},
         {"op": "pass_around", "side": "right", "held": "items", "on": "used"}],
    "At the start of each round, everybody passes all Classes to the right and their hands to the left.":
        [{"op": "pass_around", "side": "right", "held": "classes", "on": "round_start"},
         {"op": "pass_around", "side": "left", "held": "hand", "on": "round_start"}],
    "Once per game, a player may make everyone pass their hand to the left and draw a Treasure.": [],
    "Once per game, a player may make everyone pass their hands to the left and their hands to the right.": [],
    "Once per game, when you would lose an Item, roll a die: on a 4 or more you keep it.": SAVED,
    "Once per game, when an Item would be lost, roll a die; on a 4, 5 or 6 it is kept.": SAVED,
    "Once per game, when you would die, roll a die: on a 4 or more you keep it.": [],
    "A player who is in last place and kills a monster draws two Doors.":
        [{"op": "draw", "pile": "door", "amount": 2, "on": "killed", "when": {"lowest": True}}],
    "A player who is more than two Levels ahead and wins a combat alone loses a Level.":
        [{"op": "lose_levels", "on": "won", "when": {"ahead_at_least": 3, "alone": True}}],
    "A player who is in last place and kills a monster does not draw a Door.": [],
    "Whoever loses a combat rolls a die: on a 1 or 2 they lose a Level.":
        [{"op": "roll", "on": "lost"}, {"op": "lose_levels", "on": "rolled", "when": {"die_at_most": 2}}],
    "When you lose a combat, roll a die: on a 1 or 2 they lose a Level.": [],
    "Once per game, a player may roll a die: on a 1 to 3 they draw that many Doors, on a 4 to 6 they lose a Level.":
        [{"op": "pay_on_turn", **ONCE}, {"op": "roll", "on": "used"},
         {"op": "draw", "pile": "door", "amount": "die", "on": "rolled", "when": {"die_at_most": 3}},
         {"op": "lose_levels", "on": "rolled", "when": {"die_at_least": 4}}],
    "Once per game, a player may roll a die: on a 1 to 3 they draw that many cards, on a 4 to 6 they lose a Level.": [],
    "You may spend a token in combat to add one die roll to your side.":
        [{"op": "pay_in_fight", "cost": "tokens", "amount": 1}, *DIE_TO_SIDE],
    "In combat, you may discard two cards to roll a die and add it to your side.":
        [{"op": "pay_in_fight", "cost": "cards", "amount": 2}, *DIE_TO_SIDE],
    "You may spend a token in combat to add two die rolls to your side.": [],
    "After two full rounds, everybody starts each turn with a free card from a side deck.":
        [{"op": "draw", "pile": "side", "on": "turn_start", "when": {"round_at_least": 3}}],
    "Everybody starts each turn with two Treasures.":
        [{"op": "draw", "pile": "treasure", "amount": 2, "on": "turn_start"}],
    "Everybody starts each turn with no Treasure.": [],
    "A combat won with a helper gives one Level less than usual.":
        [{"op": "combat_level", "amount": -1, "on": "in_play", "when": {"helped": True}}],
    "Every combat won alone is worth two Levels more.":
        [{"op": "combat_level", "amount": 2, "on": "in_play", "when": {"alone": True}}],
    "Whoever kills a monster without help goes up two levels instead of one.": FURTHER,
    "Killing a monster alone gives two Levels instead of one.": FURTHER,
    "Whoever kills a monster without help goes up three levels instead of one.": [],
    "Whoever kills a monster without help goes up one level instead of two.": [],
    "Whoever kills a monster with help goes up two levels instead of one.": [],
    "Whoever kills a monster without help draws two Treasures instead of one.": [],
    "Nobody who kills a monster without help goes up two levels instead of one.": [],
    "A combat lost with a helper gives one Level less than usual.": [],
    "A combat won with a helper gives one Level less to the helper.": [],
    "Instead of gaining a Level you may take a token, and may spend it in combat to add a die roll to your side.":
        [{"op": "either", "on": "gains_level"},
         {"op": "take_tokens", "amount": 1, "on": "chosen", "when": {"chose": 1}},
         {"op": "after_all", "on": "chosen", "when": {"chose": 2}},
         {"op": "pay_in_fight", "cost": "tokens", "amount": 1}, *DIE_TO_SIDE],
    "Instead of gaining a Level you may take two tokens, and may spend it in combat to add a die roll to your side.":
        [],
    # a choice that is used up when it is taken, not when it is refused
    "Once per game, when you lose a combat, you may draw a Door.": MAY_DRAW,
    "Whoever loses a combat may draw a Door, once per game.": MAY_DRAW,
    "Once per game, whoever loses a combat may draw a Door.": MAY_DRAW,
    "Once per turn, instead of losing a Level you may discard two hand cards.":
        [{"op": "either", "on": "loses_level", "when": {"unused": "turn"}}, *DISCARD_TWO],
    "Instead of losing a Level, you may discard two hand cards, once per turn.":
        [{"op": "either", "on": "loses_level", "when": {"unused": "turn"}}, *DISCARD_TWO],
    "Once per turn, a player who is about to lose a Level may discard two hand cards.":
        [{"op": "either", "on": "loses_level", "when": {"unused": "turn"}}, *DISCARD_TWO],
    "The first time you lose a combat, you may draw a Door.": [],
    "Once per turn, a player who is not about to lose a Level may discard two hand cards.": [],
    "When everybody together has five tokens, the game ends, and whoever has the highest combat bonus wins.":
        [{"op": "end_game", "by": "bonus", "on": "tokens_taken", "when": {"all_tokens_at_least": 5}}],
    "When everybody together has five tokens, the game ends, and whoever has the lowest combat bonus wins.": [],
}  # fmt: skip
ORDERS = {
    "We deal 5 Doors and 6 Treasures at the start instead of 4 and 4.": {
        "setup.deal_door": 5, "setup.deal_treasure": 6,
    },
    "We deal 5 Doors and 6 Treasures at the start instead of 5 and 4.": {},
    "Games end at Level 8, not 9.": {"victory.level": 8},
    "Take half of the Wandering Monster cards out of the Door deck.": {"kind:wandering.copies": "half"},
    "Half of the Curses are removed.": {"kind:curse.copies": "half"},
    "Take a third of the Curses out.": {},
    "The card Whine at the GM may win the game.": {"whine-at-the-gm.may_win": "true", "gual.can_win": 1},
    "Whine at the GM may not give the winning Level.": {},
    "In a two-player game, take all Curses out.": {"players.min": 2, "players.max": 2, "kind:curse.copies": "0"},
    "Remove the card Wishing Ring! from the deck in a two-player game.":
        {"players.min": 2, "players.max": 2, "wishing-ring.copies": "0"},
    "With at least five players, a Level costs 800 Gold Pieces.": {"players.min": 5, "sell.gp_per_level": 800},
    "With six players, you win at Level 9.": {"players.min": 6, "players.max": 6, "victory.level": 9},
    "In a two-player game, after round 3, take all Curses out.": {},
    "In a three-player game, at most 4 play.": {},
    "When somebody dies, the left neighbour loots the body until nothing is left.": {},
    "When somebody dies, the others loot the body, one card each, again and again until nothing is left.":
        {"loot_body.until_gone": 1},
    "The dead player's cards are looted, one Item each, in order of Level, over and over until everything is gone.":
        {"loot_body.until_gone": 1},
    "When somebody dies, the others loot the body, two cards each, again and again until nothing is left.": {},
    "When somebody dies, the others loot the body, lowest Level first, again and again until nothing is left.": {},
    "No player may have more than two tokens.": {"tokens.max": 2},
    "Nobody may have less than two tokens.": {},
    "At the limit of rounds whoever has the highest bonus wins.": {"time_limit.by": 4},
    "After the game, everybody scores their Level plus all bonuses, and the winner gets 4 more.":
        {"victory.by": 1, "victory.points": 4},
    "When the game ends, all players add up Level and bonuses; the winner scores seven extra points.":
        {"victory.by": 1, "victory.points": 7},
    "At the end of the game the richest player wins.": {"victory.by": 2},
    "When somebody reaches the winning Level, whoever has the most tokens wins.": {"victory.by": 3},
    "At the end of the game whoever has the highest bonus wins.": {"victory.by": 4},
    "After the game, everybody scores their Level plus all bonuses, and the loser gets 4 more.": {},
    "At the end of the game everybody does not score their Level plus bonuses.": {},
    "At the end of the game the winner loses 4 points.": {},
    "At the end of the game the poorest player wins.": {},
    "Each player is dealt three Doors and two Treasures at the start of the game and after dying.":
        {"setup.deal_door": 3, "setup.deal_treasure": 2},
    "Each player is dealt three Doors and two Treasures at the start of the game but not after dying.": {},
}  # fmt: skip


@pytest.mark.parametrize(("text", "steps"), PROGRAMS.items())
def test_what_happens_is_read_as_it_is_meant_or_not_at_all(text, steps):
    check_steps(text, steps)


@pytest.mark.parametrize(("text", "wanted"), ORDERS.items())
def test_what_is_set_is_read_and_written_back_or_not_at_all(text, wanted):
    check_orders(text, wanted)


def test_a_rule_of_some_tables_that_may_hang_on_them_plays_at_all_tables():
    """What happens can ask how many play; a switch cannot, and lets no others play."""
    assert read_rule("With five or six players, nobody may help.").program
    assert not read_rule("With five or six players, nobody may help.").orders


def test_half_of_the_copies_goes_and_of_an_odd_number_the_smaller_half():
    """Three Wandering Monster cards: one goes. Of a card of which there is one alone nobody can take half."""
    for changes, held in (({}, 3), ({"kind:wandering.copies": "half"}, 2)):
        (left,) = (card.copies for card in load_decks(["base"], changes=changes).cards if card.kind == "wandering")
        assert left == held
    with pytest.raises(DeckError, match="there is no half of copies = 1"):
        load_decks(["base"], changes={"kind:curse.copies": "half"})


@pytest.mark.parametrize(("text", "minutes"), [
    ("The game ends after 90 minutes.", 90), ("The game is over after half an hour.", 30),
    ("We stop after two and a half hours, whoever has the highest Level wins.", 150),
    ("After an hour and a half the player with the highest Level wins.", 90),
])  # fmt: skip
def test_the_clock_ends_a_game(text, minutes):
    assert [(o.place, o.value) for o in read_rule(text).orders] == [("time_limit.minutes", minutes)]
    assert "the turn that is being played is finished" in (back := read_back(text))  # so a game may take longer
    assert read_rule(back).orders == read_rule(text).orders and read_back(back) == back


@pytest.mark.parametrize("text", ["A turn takes three minutes.", "After 90 minutes, everybody loses a Level."])
def test_who_speaks_of_a_clock_for_anything_else_is_told_that_it_is_a_limit_alone(text):
    (sentence,) = read_rule(text).sentences
    assert not sentence.understood and "know the time only as a limit" in why_not(sentence)
