"""Rules of one player, of copies of a card, of amounts from the fight and of tokens by two names, as people type it."""

from __future__ import annotations

import pytest

from decks.card_lint import STATES_LAST, misplaced
from decks.card_schema import parse_card
from decks.program_steps import Step
from decks.rule_texts import house_names, read_rule, reader, why_not
from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from decks.words.token_names import two_names
from engine.records.state import Status
from tests.decks.sheets import check_orders, check_steps
from tests.decks.test_rules_of_people import DOOR, LOSE, bought
from tests.decks.test_words_of_people import on

DRAWN, TREASURE = {"op": "draw", "pile": "door", "on": "begun"}, {"op": "draw", "pile": "treasure", "on": "begun"}
FIRST = {"when": {"place": 1}}
NO_HELP = {"op": "forbid", "deed": "help", "on": "in_play"}
BREAKS = {"op": "take_tokens", "amount": 1, "on": "killed"}
PROGRAMS = {
    # a head start
    "The youngest player starts with one more Door and three more Treasures than everybody else.":
        [DRAWN | {"amount": 1} | FIRST, TREASURE | {"amount": 3} | FIRST],
    "The newest player starts the game with two more cards of each deck.":
        [DRAWN | {"amount": 2} | FIRST, TREASURE | {"amount": 2} | FIRST],
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


MONSTER, DOUBLER = "wandering-monster.copies", "super-munchkin.copies"
SAID = {
    "Take one Wandering Monster card out of the deck.": {MONSTER: "1 less"},
    "Leave out one of the Wandering Monsters.": {MONSTER: "1 less"},
    "Two copies of Super Munchkin are taken out of the Door deck.": {DOUBLER: "2 less"},
    "We play with two Half-Breed cards fewer.": {"half-breed.copies": "2 less"},
    "Shuffle three more Wandering Monster cards into the Door deck.": {MONSTER: "3 more"},
    "Play with one extra Super Munchkin card.": {DOUBLER: "1 more"},
    "Leave out all Wizard and Thief cards.": {"wizard.copies": "0", "thief.copies": "0"},
    "Every Super Munchkin card is removed from the box.": {DOUBLER: "0"},
    "Remove all Wandering Monster cards.": {"kind:wandering.copies": "0"},
    "Only two Wandering Monster cards are used.": {MONSTER: "2"},
    "We play with only one Super Munchkin card.": {DOUBLER: "1"},
    "Leave the Super Munchkins and Half-Breeds out of the deck.": {DOUBLER: "0", "half-breed.copies": "0"},
    "No Super Munchkin or Half-Breed cards.": {DOUBLER: "0", "half-breed.copies": "0"},
    "We play without Loaded Die cards.": {"loaded-die.copies": "0"},
    "There are only two Super Munchkin cards in the deck.": {DOUBLER: "2"},
    "Add two Wandering Monster cards to the deck.": {MONSTER: "2 more"},
    "We play without Super Munchkins or Half-Breeds.": {DOUBLER: "0", "half-breed.copies": "0"},
    # not said of which cards, or of how many
    "Take two Curses out of the deck.": {},
    "Leave the Super Munchkins or Half-Breeds out of the deck.": {},
    "Leave out all Wizard or Thief cards.": {},
    "Take one Wizard card from the deck.": {},  # into the hand?
    "Take two Wandering Monsters.": {},
    "Take Loaded Die from the deck.": {},
    "Take all Curses.": {},
    "Remove all but one Wandering Monster card.": {},
    "Do not take a Wandering Monster card out of the deck.": {},
    "Remove no Wandering Monster card from the deck.": {},
    "Remove two Wandering Monster cards when you die.": {},
    "Remove at least two Wandering Monster cards from the deck.": {},
}


@pytest.mark.parametrize("text", SAID)
def test_copies_of_a_card_are_counted(text):
    check_orders(text, SAID[text])


def either(cost: str, within: str, **given: object) -> list[dict[str, object]]:
    """A power that gives either side something."""
    aids = ({"op": "aid", "on": "chosen", "party": party, "when": {"chose": n}, **given}
            for n, party in enumerate(("munchkins", "monsters"), 1))  # fmt: skip
    return [*bought({"op": "either"}, op="pay_beside", cost=cost, when={"first": within}), *aids]


def duel(
    within: str, opponent: str = "chosen", before_door: bool = False, **of_both: dict[str, object]
) -> list[dict[str, object]]:
    """A power to fight somebody, and what comes of it."""
    when = {"first": within} | ({"before_door": True} if before_door else {})
    return [*bought({"op": "duel", "with": opponent}, cost="nothing", when=when),
            *({"on": f"duel_{end}", **step} for end, step in of_both.items())]  # fmt: skip


PAID = {"amount": {"count": "paid"}}
RULES = {
    "A monster is worth two more Treasures for every 12 Levels that were added to it.":
        [{"op": "treasure", "on": "in_fight", "amount": {"count": "extra", "times": 2, "per": 12}}],
    "Each monster is worth one extra Treasure for each Enhancer on it.":
        [{"op": "treasure", "on": "in_fight", "amount": {"count": "enhancers"}}],
    "When you lose a combat, lose a Level for every seven Levels of the monster.":
        [{**LOSE, "on": "lost", "amount": {"count": "foe_levels", "per": 7}}],
    "When you kill a monster, draw a Door for each Treasure it carries.":
        [{**DOOR, "on": "killed", "amount": {"count": "treasures"}}],
    "Once per combat, you may discard an Item in any combat to give the monsters +5.":
        bought({"op": "aid", "party": "monsters", "amount": 5}, op="pay_beside", cost="items",
               when={"first": "combat"}),
    "Once per turn you may lose a Level during any combat to give either side a bonus of +4.":
        either("levels", "turn", amount=4),
    "Once per game a player may discard one of their Items during any combat to add its bonus to either side.":
        either("items", "game", **PAID),
    "Once per turn, in any combat, you may discard an Item to give either side its bonus, or +3 if it has none.":
        either("items", "turn", bare=3, **PAID),
    "Once per game, in any combat, you may discard an Item to give the monsters its bonus, or +3 if it has none.":
        bought({"op": "aid", "party": "monsters", **PAID, "bare": 3}, op="pay_beside", cost="items",
               when={"first": "game"}),
    # player against player
    "Once per turn, before opening the door, you may duel another player: the winner draws a Door; the loser dies.":
        duel("turn", before_door=True, won={"op": "draw", "pile": "door"}, lost={"op": "death"}),
    "Once per game a player may challenge another player to a duel; whoever is weaker loses two Levels.":
        duel("game", lost={"op": "lose_levels", "amount": 2}),
    "Once per turn you may fight the player on the left one against one: the winner draws a Door.":
        duel("turn", opponent="left", won={"op": "draw", "pile": "door"}),
    "Once per turn, you may discard a hand card to duel another player; the loser loses an Item.":
        [*bought({"op": "duel"}, cost="hand", when={"first": "turn"}), {"op": "lose_item", "on": "duel_lost"}],
    # a third deck
    "From round 3 on, each player draws a card from a side deck at the start of their turn.":
        [{"op": "draw", "pile": "side", "on": "turn_start", "when": {"round_at_least": 3}}],
}  # fmt: skip


@pytest.mark.parametrize("text", RULES)
def test_a_sentence_is_the_program_that_it_means_and_so_is_what_is_written_of_it(text):
    reading = read_rule(text)
    assert reading.understood, [why_not(one) for one in reading.sentences]
    steps = [Step.model_validate(step) for step in RULES[text]]
    meant = meaning([(on("rule", step), step) for step in steps], house_names())
    assert meaning(reading.program, house_names()) == meant
    again = reader().read(" ".join(write(reading.program)), Context("rule"))
    assert again.understood and meaning(again.program, house_names()) == meant


@pytest.mark.parametrize("text", [
    "Once per game you may discard a card in any combat to give either side its bonus.",
    "Once per game you may discard two Items in any combat to give either side their bonus.",
    "Once per game you may discard an Item in any combat to give neither side its bonus.",
    "Once per game you may discard an Item in any combat to give either side twice its bonus.",
    "Once per game you may discard an Item in any combat to give either side its bonus, or +2 if it is Big.",
    "Once per game you may discard an Item in any combat to give either side its bonus until the end of the turn.",
    "A monster is worth one extra Treasure for every 5 Levels that were not added to it.",
    "Once per turn you may fight another player; the winner draws a Treasure unless they are at Level 9.",
    "Once per turn you may not fight another player; the winner draws a Treasure.",
    "Once per turn you may fight another player; the winner draws a Treasure, the winner loses a Level.",
    "Once per turn you may fight two other players; the loser loses a Level.",
    "Once per turn you may fight another player.", "You may fight another player; the loser loses a Level.",
    "Once per turn, after opening the door, you may fight another player; the loser loses a Level.",
    "Once per turn, you may fight another monster; the loser loses a Level.",
])  # fmt: skip
def test_what_says_something_else_is_not_read(text):
    assert not read_rule(text).understood


@pytest.mark.parametrize(("texts", "found"), [
    (("Take a token.", "Lose two tokens."), None), (("Take an honor token.", "Lose two tokens."), None),
    (("Take a marker.", "Lose two chips."), ("marker", "chips")),
    (("Take a token. Lose a wound counter.",), ("token", "wound counter")),
    (("Take a token to counter the leader.",), None),
    (("Take a luck token.", "Lose a wound token."), ("luck token", "wound token")),
])  # fmt: skip
def test_two_names_are_told_apart(texts, found):
    assert two_names(texts) == found


@pytest.mark.parametrize(("status", "until"), [("skip_turn", "removed"), ("no_asking", "next_turn")])
def test_a_state_does_not_last_until_anything_else(status, until):
    for end in (until, STATES_LAST[status]):
        step = {"op": "set_status", "status": status, "until": end}
        card = parse_card({"id": "it", "pile": "door", "kind": "curse", "effects": [step]}, "it")
        assert any("always lasts until" in text for text in misplaced(card)) == (end == until)


def test_every_state_has_an_end():
    assert set(STATES_LAST) == {status.name.lower() for status in Status}
