"""Players by their place at the table, and what one of them has at the start before the others.

The player in seat 2 may not help; the newest player starts with two more Treasures than the others. Who that is the
table knows, and sits that player down in place 1, the two newest in places 1 and 2. Who is the weakest, people and the
lab would not agree.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from decks.words.deed_grammar import about
from decks.words.drafts import Body, Draft, Frame, Pairs
from decks.words.grammar_rules import PART, Grammar, always, first

FIRST, MOST_AHEAD = (("place", 1),), 7
SEATS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
KNOWN = ("the youngest player", "the oldest player", "the newest player", "the least experienced player",
         "the most experienced player", "the beginner", "the newcomer", "the champion", "the reigning champion",
         "the champion of past games", "the host")  # fmt: skip
"""Players whom the table knows: whoever it is sits in place 1."""
KNOWN_BY = ("youngest", "oldest", "newest", "least experienced", "most experienced")
"""By what the table knows players, of whom several may be meant."""
CARDS = {"door": ("Doors", "Door", "Door cards", "Door card"), "treasure": ("Treasures", "Treasure", "Treasure cards",
         "Treasure card")}  # fmt: skip
EXTRA = ("more", "extra", "additional", "further")
BOTH = tuple(f"cards {of} each {pile}" for of in ("of", "from") for pile in ("deck", "pile", "kind"))
THAN = ("", "than each other player", "than all others", "than anybody else", "than somebody else", "than the rest")
NOT_HELPED = ("be helped", "be helped in combat", "have a helper", "get help", "receive help", "be given help")


def add_seats(grammar: Grammar, start: str) -> None:
    """Rules for players of a place, for their head start, and for two things that somebody may not do."""
    for text, number in SEATS.items():
        grammar.say("one", f"the player in the {text} seat", always((("place", number),)))
    for who in ("the player", "whoever sits", "whoever is", "a player"):
        for on in ("in", "on"):
            grammar.say("one", f"{who} {on} seat <number>", lambda v: (("place", v[0]),) if v[0] >= 1 else None)
    for text in KNOWN:
        grammar.say("one", text, always(FIRST))
        grammar.say("seated", text, always(FIRST))
    for known in KNOWN_BY:
        grammar.say("seated", f"the <number> {known} players", lambda v: _places(v[0]))
    for players, join in product(("the players in", "players in", "whoever sits in", "those in"), ("and", "to")):
        text = f"{players} seats <number> {join} <number>"
        grammar.say("seated", text, partial(_both_seats, join == "to"))
    grammar.say("seated", "one player", always(FIRST))
    for text in SEATS:
        grammar.say("seated", f"the player in the {text} seat", always((("place", SEATS[text]),)))
    _add_head_starts(grammar, start)
    _add_neither(grammar)


def _add_head_starts(grammar: Grammar, start: str) -> None:
    """What somebody has at the start beside what all have; so many cards alone might be all that they have."""
    for more, (pile, nouns) in product(EXTRA, CARDS.items()):
        for noun in nouns:
            grammar.say("head start", f"<number> {more} {noun}", partial(_so_many, pile))
            grammar.say("head start", f"a {more} {noun}", always(_drawn(1, pile)))
        for both in BOTH:
            grammar.say("head start", f"<number> {more} {both}", lambda v: (*_drawn(v[0], "door"), *_drawn(v[0])))
        grammar.say("head start", f"<number> {more} tokens", lambda v: (Draft("take_tokens", (("amount", v[0]),)),))
    grammar.say("head start", "<further Levels>", lambda v: (Draft("gain_levels", (("amount", v[0]),)),))
    grammar.say("head starts", "<head start>", first)
    for join in ("and", ",", ", and", "and with"):
        grammar.say("head starts", f"<head starts> {join} <head start>", lambda v: (*v[0], *v[1]))
    for starts, than in product(("start with", "starts with", "start the game with", "starts the game with"), THAN):
        grammar.say(start, f"<seated> {starts} <head starts> {than}", lambda v: _at_first(v[0], v[1]))
    for text in ("at the start", "at the start of the game", "at the beginning", "to start with", "to begin with"):
        grammar.say("at first", text, always(True))
    for than, at_first in product(THAN, ("", PART("at first"))):
        for gets in ("is dealt", "get") if at_first else ("is dealt",):
            grammar.say(start, f"<seated> {gets} <head starts> {than} {at_first}", lambda v: _at_first(v[0], v[1]))
        for deal in ("deal", "deal out", "give") if at_first else ("deal", "deal out"):
            text = f"{deal} <seated> <head starts> {than} {at_first}"
            grammar.say(start, text, lambda v: _at_first(v[0], v[1]))


def _drawn(amount: int, pile: str = "treasure") -> Body:
    return (Draft("draw", (("amount", amount), ("pile", pile))),)


def _so_many(pile: str, found: list[Any]) -> Body:
    return _drawn(found[0], pile)


def _places(number: int) -> Pairs | None:
    """The first places at the table, of which not all have a head start."""
    return tuple(("place", place + 1) for place in range(number)) if 2 <= number <= MOST_AHEAD else None


def _both_seats(between: bool, found: list[int]) -> Pairs | None:
    """Two places at the table, or all from the one to the other."""
    first, last = found
    places = range(first, last + 1) if between else (first, last)
    return tuple(("place", place) for place in places) if 1 <= first < last <= MOST_AHEAD + 1 else None


def _at_first(who: Pairs, body: Body) -> Body | None:
    """What comes to somebody when the cards have been dealt; twice of one pile is not clear."""
    said = [(one.op, dict(one.values).get("pile")) for one in body if isinstance(one, Draft)]
    if len({*said}) < len(said):
        return None
    of_each = [about(body, Frame("begun", (place,))) for place in who]
    return tuple(one for found in of_each for one in found or ())


def _add_neither(grammar: Grammar) -> None:
    """The leader may neither trade nor steal; the champion may neither help nor be helped."""
    grammar.say("denied", "<deeds>", lambda v: (Draft("forbid", (("deed", v[0]),), house=True),))
    for text in NOT_HELPED:
        grammar.say("denied", text, always((Draft("no_helper", house=True),)))
    for may_not in ("may not", "can not"):
        grammar.say("about somebody", f"<subject> {may_not} <denied>", lambda v: _no_help(*v))
    for may in ("may", "can"):
        text = f"<subject> {may} neither <denied> nor <denied>"
        grammar.say("about somebody", text, lambda v: about((*v[1], *v[2]), v[0]) if v[1] != v[2] else None)


def _no_help(who: Frame, body: Body) -> Body | None:
    """What some may not give or get; of all of them a switch says it, and of other deeds the table of clauses."""
    (one,) = body
    of_help = isinstance(one, Draft) and dict(one.values).get("deed", "help") == "help"
    return about(body, who) if of_help and who.when and not who.at else None
