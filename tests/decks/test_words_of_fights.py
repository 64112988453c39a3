"""Amounts from the fight, and what is bought for one of its sides, in the words of people."""

from __future__ import annotations

import pytest

from decks.program_steps import Step
from decks.rule_texts import house_names, read_rule, reader, why_not
from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from tests.decks.test_rules_of_people import DOOR, LOSE, bought
from tests.decks.test_words_of_people import on


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
