"""What the numbers of events mean: one row for each kind of event, and words for the numbers that are codes.

`other`, `before` and `after` of an event mean another thing for each kind; `other_is` says what, as a word that can be
looked up: a card (the number of a physical card), a seat, or a code.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.records.card_kinds import Trigger
from engine.records.events import Cause, Drawn, Ending, How, Result
from engine.records.opcodes import OPCODES
from engine.records.state import Phase, Zone


class EventKind(NamedTuple):
    """One kind of event; `number` is the engine's, `before` and `after` are zones if `is_move`."""

    kind: str
    number: int
    is_move: bool
    says: str
    other_is: str = ""
    other: str = ""
    before: str = ""
    after: str = ""


HOST = ("card", "card it hung on or came with")
CAUSE = ("card", "card that makes it go, -1 none, or which it hung on")
LEFT = ("zone it left", "zone it reached")


def _move(kind: str, number: int, says: str, other: tuple[str, str] = HOST) -> EventKind:
    return EventKind(kind, number, True, says, *other, *LEFT)


def _act(kind: str, number: int, says: str, other: tuple[str, str] = ("", ""), *numbers: str) -> EventKind:
    return EventKind(kind, number, False, says, *other, *numbers)


EVENT_KINDS: tuple[EventKind, ...] = (
    _move("draw", 1, "target draws card from a pile", ("drawn", "how it was drawn")),
    _move("reveal", 2, "card is turned up from a pile for target"),
    _move("play", 3, "actor plays card from the hand",
        ("card or seat", "seat a Curse, level-up or monster is for, card an Item is put on; see aim before it")),
    _move("take", 4, "target takes a card that lay open to the hand"),
    _move("discard", 5, "card goes to a discard pile"),
    _move("sell", 6, "actor sells card"),
    _move("give", 7, "actor gives card to target: a gift, a bribe or half of a trade", CAUSE),
    _move("charity", 8, "actor gives card to target as Charity"),
    _move("loot", 9, "target takes card from the body of actor"),
    _move("lose", 10, "actor loses card to Bad Stuff, a Curse or an ability", CAUSE),
    _move("steal", 11, "target steals card from actor", CAUSE),
    _move("return", 12, "card comes back from a discard pile, or from under a Curse"),
    _move("pay", 13, "actor discards card to power an ability or to join a meeting", CAUSE),
    _move("remove", 14, "a monster leaves the combat without being killed",
        ("place", "1 + its place among copies that share a card")),
    _move("reward", 15, "target picks a face-up Treasure"),
    _move("shuffle", 16, "a discarded card goes back into its deck", ("number", "which reshuffle of the pile")),
    _move("setup", 17, "card is put somewhere before the game"),
    _move("enter", 18, "a face-up monster enters the combat"),
    _act("last_move", 31, "never happens: kinds up to here are moves of a card"),
    _act("level", 32, "Level of target changes; card is behind it", ("cause", "why"), "Level before", "Level after"),
    _act("equip", 33, "actor begins to use an Item", ("", ""), "0", "1"),
    _act("unequip", 34, "actor stops using an Item", ("", ""), "1", "0"),
    _act("sex", 35, "sex of target changes", ("", ""), "1 male, 2 female, 0 at the start", "1 male, 2 female"),
    _act("identity", 36, "classes, races and the like of target change", ("", ""), "bits before", "bits after"),
    _act("status", 37, "lasting states of target change", ("", ""), "bits before", "bits after"),
    _act("tokens", 38, "tokens of target change; card is behind it", ("", ""), "tokens before", "tokens after"),
    _act("turn", 40, "turn of actor begins", ("", ""), "Level", "cards in hand"),
    _act("turn_end", 41, "turn of actor ends", ("", ""), "Level", "cards in hand"),
    _act("fight", 42, "a combat of actor begins", ("flags", "bits; 1 the monster was looked for, not kicked open")),
    _act("join", 43, "monster card joins the combat of target, brought by actor",
        ("", ""), "Level of the monster", "its place"),
    _act("strength", 44, "the sides of the combat of actor, helped by target",
        ("flag", "1 the munchkin side is winning"), "munchkin side", "monster side"),
    _act("fight_end", 45, "the combat of actor, helped by target, ends",
        ("result", "how, for the fighter"), "monsters left, if killed or removed", "bits of the helpers but target"),
    _act("ask", 46, "actor asks target for help and offers card",
        ("flag", "1 one more Item in the same request"), "Treasures offered", "pick order"),
    _act("accept", 47, "actor agrees with target", ("seat", "who will help"), "Treasures promised", "pick order"),
    _act("refuse", 48, "actor refuses target", ("", ""), "Treasures refused", "pick order"),
    _act("offer", 49, "actor offers target to help", ("", ""), "Treasures asked for", "pick order"),
    _act("roll", 50, "actor has rolled to Run Away from card", ("flag", "1 escaped"), "natural die", "total"),
    _act("die", 51, "actor throws a die for card; not a death", ("", ""), "result", "1 it was changed"),
    _act("caught", 52, "card catches actor"),
    _act("escape", 53, "actor gets away from card", ("flag", "1 by a roll")),
    _act("death", 54, "target dies; card is behind it", ("", ""), "Level"),
    _act("reborn", 55, "target comes back as a new character", ("", ""), "", "Level"),
    _act("curse", 56, "Curse card strikes target, played by actor if anybody did"),
    _act("cancel", 57, "actor cancels card", ("card", "card that cancels it")),
    _act("ability", 58, "actor uses an ability of card, aimed at target",
        ("opcode", "which ability"), "row of the card's program", "Item it is aimed at (physical card), -1 none"),
    _act("boss", 59, "Boss card falls to actor", ("", ""), "Bosses before", "Bosses after"),
    _act("last_sane", 60, "actor is the last player who is no Cultist", ("", ""), "Cultists before", "Cultists now"),
    _act("propose", 61, "actor proposes a trade or gift of card to target",
        ("card", "card wanted for it"), "1 one more Item of either side, 2 a swap in a meeting"),
    _act("decline", 62, "actor declines what target proposed", ("card", "card wanted for it")),
    _act("over", 63, "the game ends", ("ending", "how"), "winners as bits, 1 for seat 0"),
    _act("show", 64, "target shows card or the hand", ("flag", "1 one card, to join a meeting"), "cards shown"),
    _act("bonus", 65, "strength changes by card of actor, in the combat of target",
        ("card", "monster that is changed, -1 all"), "change of the munchkin side", "change of the monster side"),
    _act("skip", 66, "actor misses a turn"),
    _act("throw", 67, "actor throws the die to Run Away from card",
        ("place", "place of the monster"), "natural die", "throws before it"),
    _act("aim", 68, "what actor plays next, card, is aimed at target or other",
        ("card", "card it is aimed at"), "place of the monster, -1 none", "1 player, 2 monster, 3 Item, 4 side"),
    _act("acts", 69, "what card does by itself to actor begins", ("trigger", "when it acts")),
    _act("spare", 70, "monster card will not attack target", ("place", "place of the monster")),
    _act("worth", 71, "what decides between several winners with the last Boss",
        ("", ""), "", "Gold of the Items of target"),
    _act("leave", 72, "target, who helped actor, has to leave the combat"),
    _act("choice", 73, "actor names a number, as card asks", ("", ""), "number named", "highest allowed"),
    _act("ease", 74, "rolls of target to Run Away change by card of actor", ("", ""), "", "change"),
    _act("on_top", 75, "of the cards of a combat, actor lays card on top of its discards"),
    _act("look", 76, "actor has looked at card of a pile",
        ("card", "card by which they look"), "cards above it in its pile", "1 it stays there"),
    _act("under", 77, "actor puts card under its pile", ("card", "card by which they look")),
    _act("duel", 78, "actor and target fight each other, as card says",
        ("", ""), "strength of actor", "strength of target"),
)  # fmt: skip
"""All kinds of events, in the order of their numbers."""

HOW = tuple(how.name.lower() for how in How)
"""How a card came to a player, by the number in `exposure.how`."""

AIMED_AT_PLAYERS = ("curse", "go_up_a_level")
PUT_ON_CARDS = ("item", "item_enhancer", "cheat", "doubler")
"""Kinds of cards whose `other` is a seat when they are played, and whose it is a card when they are put in play."""

LOST = (Result.FLED, Result.CAUGHT, Result.DIED)
"""Results of a combat that was lost."""

_NAMED: dict[str, dict[int, str]] = {
    "pick": dict(enumerate(("helper", "fighter", "alternate"))),
    "opcode": {o.code: o.name for o in OPCODES},
}


def codes() -> Iterator[tuple[str, int, str]]:
    """Every number that is a code: of what, the number, its word."""
    for of, numbers in _NAMED.items():
        yield from ((of, number, word) for number, word in numbers.items())
    for kind in (Zone, Phase, Trigger, Drawn, How, Cause, Result, Ending):
        yield from ((kind.__name__.lower(), int(member), member.name.lower()) for member in kind)
