"""How a card says what a step of its program does, with the values of the step, by opcode.

In `PHRASES` a word in braces is one of `WORDS`, made from the step's values. An opcode that is not among them says what
`lab opcodes` says of it, with its values behind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decks.special_phrases import SPECIAL, Values
from decks.value_words import (
    CARDS,
    SLOTS,
    UNTIL,
    WHO,
    chosen_by,
    count,
    items,
    levels,
    named,
    one_thing,
    people,
    plain,
    plain_amount,
    signed,
)
from engine.records.card_kinds import Trigger


def phrase(opcode: str, values: Values, trigger: Trigger) -> str | None:
    """What a step does, as a sentence without its full stop; None where the opcode's own words have to do."""
    says = PHRASES.get(opcode, "")
    text = SPECIAL[opcode](values, trigger) if opcode in SPECIAL else says.format_map(_Said(values))
    return text and text.replace(",,", ",").rstrip(",") or None


class _Said(dict[str, str]):
    """The words of `WORDS` for the values of a step, each made when a sentence asks for it."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self._values = values

    def __missing__(self, word: str) -> str:
        return WORDS[word](self._values)


def _amount(v: Values) -> Any:
    return v.get("amount", 1)


def _so_many(one: str, more: str, first: str = "a") -> Callable[[Values], str]:
    return lambda v: count(_amount(v), one, more, first)


WORDS: Mapping[str, Callable[[Values], str]] = {
    "amount": lambda v: plain_amount(_amount(v)),
    "signed": lambda v: signed(_amount(v)),
    "levels": lambda v: levels(_amount(v)),
    "further": lambda v: levels(_amount(v), "further"),
    "treasures": _so_many("Treasure", "Treasures"),
    "races": _so_many("Race", "Races"),
    "hands": _so_many("hand", "hands", "one"),
    "cards": _so_many("hand card", "hand cards"),
    "others": _so_many("other card", "other cards", "one"),
    "either": _so_many("Item or hand card", "Items or hand cards", "an"),
    "drawn": lambda v: count(_amount(v), *CARDS[v["pile"]]),
    "items": lambda v: items(v.get("which", "any"), _amount(v)),
    "item": lambda v: items(v.get("which", "any"), 1),
    "chosen": lambda v: chosen_by(v.get("chooser", "victim")),
    "slot": lambda v: SLOTS[v["slot"]],
    "gives": lambda v: "give" if SLOTS[v["slot"]].startswith("Items") else "gives",
    "tag": lambda v: named(v["tag"]),
    "of": lambda v: people(v["of"]),
    "to": lambda v: WHO[v["to"]],
    "thing": lambda v: one_thing(v.get("what", "hand")),
    "found": lambda v: one_thing(v.get("what", "hand")).partition(" from ")[0],
    "until": lambda v: UNTIL[v["until"]],
    "axis": lambda v: plain(v["axis"]).capitalize(),
    "least": lambda v: f"{v['least']:,}",
    "cost": lambda v: levels(v["least"]),
    "max": lambda v: str(v["max"]),
    "win": lambda v: ", and may win by it" if v.get("also") == 1 else "",
}
"""Words that sentences ask for, from the values of a step."""

PHRASES: Mapping[str, str] = {
    # Levels
    "lose_levels": "the player loses {levels}",
    "lose_levels_per_card": "the player loses {levels} for each card in their hand",
    "gain_levels": "the player gains {levels}{win}",
    "each_gains": "everybody who is {of} gains {levels}{win}",
    "helper_level": "as a helper the owner gains {levels} for each kill",
    "extra_level": "the kill gives {further}",
    # Strength
    "strength_vs_tag": "the owner fights with {signed} if a monster is tagged {tag}",
    "strength_per_other": "{signed} for every other player who is {of}",
    "each_strength": "everybody in the combat who is {of} fights with {signed}",
    "mate_bonus": "the monster gets {signed} for each other monster of the combat",
    "take_identity": "the player takes the first {axis} of the Door deck into play, if they may have one more",
    "truce": "nobody may play or use anything against the owner; bystanders may only offer help",
    "boost": "the munchkin side gets {signed}",
    "strengthen_all": "every monster of the combat gets {signed}",
    "double_tag": "Items tagged {tag} count twice in this combat",
    "count_twice": "a one-shot of the combat tagged {tag} counts once more",
    "thrown_twice": "one-shots tagged {tag} count twice against this monster",
    "slot_useless": "{slot} {gives} nothing in this combat, nor in the flight from it",
    "discard_for_strength": "each card discarded in a combat, at most {max}, gives the owner {signed}",
    "backstab": "for a discarded card a player in combat gets {signed}",
    "reckless": "once in their turn the fighter gets {signed} for one of several hand cards, taken at random",
    "flurry": "the owner gets {signed} once they have played a second card in this combat",
    # Flight
    "run_away": "{signed} to the owner's rolls to Run Away",
    "roll_bonus": "{signed} to the rolls of everybody who flees from this combat",
    "die_roll": "{signed} to every die of the owner: to Run Away, for a card, for a place among the looters",
    "shield_when_two_flee": "if two flee, the owner escapes and the other rolls with {signed}",
    "discard_for_flight": "each card discarded after a failed roll to Run Away, at most {max}, adds {amount}",
    "no_escape": "it always catches",
    "easy_escape": "nobody needs to roll to get away from it",
    "drop_to_escape": "whoever discards an Item tagged {tag} escapes from this monster",
    # Treasures and cards
    "treasures_to_winner": "when the combat has ended the fighter draws {treasures}",
    "draw": "the player draws {drawn}",
    "discard_for_draw": "the player may discard {treasures} and draw as many",
    "take_from_discards": "the player takes {found} of their choice from the discards",
    "give_card": "the player gives {thing} to {to}",
    "extra_hands": "the owner has {hands} more",
    "lose_item": "the player loses {items}{chosen}",
    "possess": "the Curse lies on {item}, which is an Item no longer",
    "lose_race": "the player loses {races}",
    "lose_tagged": "the player loses every card tagged {tag}, in hand and in play",
    "lose_worn": "the player loses all {tag} that they wear; what they only carry stays",
    "lose_items_or_cards": "the player loses {either}, as they like",
    "lost_with": "the card is lost with the player's {slot} in use",
    "peek": "the first door may be kept, for {cards}, and another one opened",
    "study": "at the end of their turn a player of the lowest Level may discard {cards} for a Level",
    "guards_slot": "where {slot} would be lost, only this card is",
    "keep": "the card stays with the player {until}",
    "cure": "for {cost} the owner is rid of this card",
    "replace_identity": "the player's {axis} is replaced by the topmost one of the discards",
    "steal": "for a discarded card the owner steals a Small Item on a {least} or more, and loses a Level on less",
    "meeting": "whoever is {of}, or shows a card of it from their hand, exchanges hand cards",
    "pass_on": "the spent card goes to {to}, if their Level is lower than that of whoever threw it",
    # Monsters
    "pursues": "it pursues whoever is {of}, whatever their Level",
    "chase_away": "whoever is {of} may chase the monster away for its Treasures",
    "bribe_monster": "whoever discards an Item worth {least} Gold Pieces or more is rid of the monster",
    "charm": "the whole hand, {least} cards or more, discarded, removes a monster and draws its Treasures",
    "fetch_monster": "for this card and {others} the owner takes a monster from the discards",
}
"""What opcodes do; those whose sentence hangs on more than a word stand in `SPECIAL`."""
