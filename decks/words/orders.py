"""Orders: what a sentence of a rule says of switches and of cards in the box, written and read by tables of clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from decks.words.clause_table import Clause, order_clauses, plain_value, values
from decks.words.grammar_rules import UNSAID
from decks.words.patterns import holes
from decks.words.program_writer import rendered
from decks.words.value_words import count
from engine.records.card_kinds import SIDE_PILES
from engine.records.switches import RULES, Switch

SWITCHES: Mapping[str, Switch] = {switch.name: switch for switch in RULES}
TRUTHS = ("false", "true")
BLANK = "blank:"
"""What stands before a pile of its own in changes: `blank:class.copies` blank cards lie in that pile."""
PILES = tuple(pile.name.lower() for pile in SIDE_PILES)
BY_LEVEL = ", and the highest Level wins."
"""Who wins at a limit of rounds, where nothing else is said of it."""
HALF = "half"
"""How a change says that half of the copies of a card go, of an odd number the smaller half."""


@dataclass(frozen=True)
class Order:
    """A switch and its value, or a key of cards (`ID.KEY`, `kind:KIND.KEY`, `name:WORD.KEY` ..) and its value."""

    place: str
    value: int | str
    hangs: bool = False  # the sentence says a condition or a moment for it
    of_tables: bool = False  # the sentence says it for so many players alone: the variant plays with no others

    @property
    def is_switch(self) -> bool:
        """Whether it sets a switch; else it changes cards."""
        return self.place in SWITCHES


Orders: TypeAlias = tuple[Order, ...]


def setting(name: str, value: Any) -> Order:
    """A switch set to a number, a truth or one of its words."""
    words = SWITCHES[name].words
    if isinstance(value, bool):
        value = int(value)
    return Order(name, words.index(value) if value in words else value)


def fault_of(orders: Orders) -> str:
    """Why a sentence that is understood cannot hold; empty if it can."""
    for order in orders:
        if order.hangs:
            what = order.place if order.is_switch else "what cards in the box say"
            return f"{what} holds for the whole game, and hangs on nothing that happens in it"
        if twice := [one for one in orders if one.place == order.place and one != order]:
            return f"it says {order.place} = {order.value} and {order.place} = {twice[0].value}"
        if order.is_switch and not isinstance(order.value, int):
            return f"{order.place} is no number that is known before the game"
        if not order.is_switch and not _is_value(str(order.value)):
            return f"{order.value} is no number that is known before the game"
        switch = SWITCHES.get(order.place)
        if switch is not None and not switch.low <= int(order.value) <= switch.high:
            allowed = f"{switch.low} to {switch.high}" if switch.low < switch.high else str(switch.low)
            return f"it says {switch.name} = {order.value} ({switch.meaning}); allowed: {allowed}"
    return ""


def _is_value(value: str) -> bool:
    """Whether a change has a number, one more or less than before, half of it, or whether something is so."""
    return value in (HALF, *TRUTHS, *PILES) or value.removesuffix(" more").removesuffix(" less").lstrip("-").isdecimal()


def write_orders(orders: Orders) -> Iterator[str]:
    """Orders as sentences; what holds for so many players alone begins with it."""
    tables = {order.place: order.value for order in orders if order.of_tables}
    bounds = {
        place: f"{value} {'or more' if place == 'players.min' else 'or fewer'}" for place, value in tables.items()
    }
    for who in [str(tables["players.min"])] if len(set(tables.values())) < len(tables) else bounds.values():
        yield f"This is a rule for games of {who} players alone, and no others are played with it."
    ends = any(order.place == "time_limit.by" and order.value for order in orders)
    for text, order in ((write_order(order), order) for order in orders if not order.of_tables):
        yield text.replace(BY_LEVEL, ".") if ends and order.place == "time_limit.rounds" else text


def write_order(order: Order) -> str:
    """An order as a sentence."""
    if order.is_switch:
        return _sentence(_switch_words(SWITCHES[order.place], int(order.value)))
    which, _, key = order.place.rpartition(".")
    number, _, how = str(order.value).partition(" ")
    if not _is_value(str(order.value)):
        return f"{order.place} = {order.value}."
    if which.startswith(BLANK):
        return _sentence(f"{count(int(number), 'a blank card lies|blank cards lie')} in the {deck(which)}")
    value = int(number) if number.lstrip("-").isdecimal() else number if number in PILES else number == TRUTHS[1]
    given: dict[str, Any] = {"of": which, "value": value, "how": HALF if number == HALF else how}
    how = given["how"]
    for clause in order_clauses().get(key, ()):
        given |= {hole.params[0]: plain_value(hole.fixed) for hole in holes(clause.says) if hole.params[0] in SWITCHES}
        fits = all(given[name] in allowed for name, allowed in clause.fixed.items())
        if fits and bool(how) == ("how" in clause.fixed) and (found := rendered(clause.says, given)):
            return _sentence(found[0])
    return f"{order.place} = {order.value}."


def deck(group: str) -> str:
    """What the pile of blank cards is called."""
    return values()["decks"][group.removeprefix(BLANK)][0]


def implied_by(program: Iterable[Any], orders: Orders) -> Orders:
    """What of the box goes without saying: whoever draws from a pile of Classes or Races, they lie in it."""
    drawn = {step.params.get("pile") for _, step in program} & {"class", "race"}
    said = {order.place for order in orders}
    return tuple(Order(f"kind:{kind}.pile", kind) for kind in sorted(drawn) if f"kind:{kind}.pile" not in said)


def _switch_words(switch: Switch, value: int) -> str:
    """A switch and its value in words; rows that say one value come first."""
    shown: Any = value
    if switch.words:
        word = switch.words[value]
        shown = bool(value) if switch.words == TRUTHS else word
    for clause in switch_rows(switch.name):
        if any(shown not in allowed for allowed in clause.fixed.values()):
            continue
        found = rendered(clause.says, {"value": shown})
        if found is not None:
            return found[0]
    return f"{switch.meaning}: {switch.words[value] if switch.words else value}"


@cache
def switch_rows(name: str) -> tuple[Clause, ...]:
    """The rows that say a switch alone, those of one value first."""
    rows = [row for row in order_clauses().get(name, ()) if row.names == (name,)]
    return tuple(sorted(rows, key=lambda row: not row.fixed))


def says_all(clause: Clause) -> Iterator[str]:
    """The switches or keys that a row speaks of, those named in its patterns too."""
    yield from clause.names
    for pattern in (clause.says, *clause.heard):
        for hole in holes(pattern):
            yield from (name for name in hole.params if name not in ("value", "of", "total", "was", UNSAID))


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def is_order(body: Sequence[Any]) -> bool:
    """Whether a sentence speaks of switches, or of cards in the box."""
    return any(isinstance(one, Order) for one in body)


def orders_in(meanings: Sequence[Any], kind: str) -> tuple[tuple[Orders, ...], str]:
    """What a sentence may say of switches and of the cards in the box, or why that cannot hold.

    They are what a rule means first: what a switch says holds for the whole table.
    """
    found = [tuple(body) for body in meanings if is_order(body)]
    if found and kind != "rule":
        return (), "it is a rule of the game, and no card sets those"
    faults = [fault for orders in found if (fault := fault_of(orders))]
    good = [orders for orders in found if not fault_of(orders)]
    switches = [orders for orders in good if all(order.is_switch for order in orders)]
    return tuple(dict.fromkeys(switches or good)), faults[0] if faults else ""
