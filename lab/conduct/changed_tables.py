"""Tables for the checks of personas: who plays, by which rules, and with which cards, changed as a check asks for.

For everything that a card can do there is a card that does this and nothing else: whoever plays must know what it is
good for, as a designer's deck may have it. What only a monster's card does, or follows from another step, has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from decks.handbook import known_steps
from decks.load_decks import load_decks
from engine.facts.derive import Facts
from engine.loop.game_ranges import Played, make_book, play_all
from engine.records.card_kinds import Kind
from engine.records.opcode_row import Moment, Opcode
from engine.records.opcodes import BY_NAME
from engine.records.switches import RULES
from lab.agents.personas import expand, ordinary, weights_of
from lab.errors import BadInput
from lab.runs.arms import Arm, Player, open_arms
from lab.runs.game_threads import play_games
from lab.runs.run_spec import RunSpec
from lab.store.given_up_games import GivenUp

_PLACE = {switch.name: i for i, switch in enumerate(RULES)}


def _stronger(card: Any, by: int) -> None:
    monsters = card["kind"] == Kind.MONSTER
    card["level"][monsters] += by


def _richer(card: Any, by: int) -> None:
    monsters = card["kind"] == Kind.MONSTER
    card["treasures"][monsters] += by


def _fewer_one_shots(card: Any, part: int) -> None:
    """Of every `part` one-shots one stays; the others become cards that do nothing."""
    thrown = np.flatnonzero((card["kind"] == Kind.ONE_SHOT) & (card["bonus"] != 0))
    blank = np.array([c for i, c in enumerate(thrown) if i % part], np.int64)
    card["kind"][blank] = Kind.SPECIAL
    for column in ("bonus", "gold", "is_item", "first", "last", "triggers"):
        card[column][blank] = 0


CARDS = {"monsters.level": _stronger, "monsters.treasures": _richer, "one_shots.one_in": _fewer_one_shots}
"""Changes of the cards that a check may ask for, beside the switches of the rules."""
UNCHANGED = {"monsters.level": 0, "monsters.treasures": 0, "one_shots.one_in": 1}
"""The value of each of them that leaves the cards as they are."""


@dataclass(frozen=True)
class Table:
    """One kind of table: rules, cards, number of players, and what is changed about them."""

    variant: str = "base"
    deck: str = ""
    seats: int = 4
    changes: tuple[tuple[str, int], ...] = ()
    added: str = ""  # opcode of which a card is added (lab.conduct.changed_tables)

    @property
    def told(self) -> str:
        """What is played there, in words."""
        parts = [self.variant, self.deck, *(f"{name}={value}" for name, value in self.changes)]
        return " ".join(part for part in parts if part)

    def changed(self, name: str, value: int) -> Table:
        """The same table with one more change."""
        return replace(self, changes=(*self.changes, (name, value)))

    def plain(self) -> Table:
        """The same table without changes that change nothing: two tables that play alike are equal."""
        rules = arm_of(self).variant.rules
        return replace(
            self,
            changes=tuple(
                (name, value)
                for name, value in dict(self.changes).items()
                if value != (int(rules[_PLACE[name]]) if name in _PLACE else UNCHANGED.get(name))
            ),
        )


def arm_of(table: Table) -> Arm:
    """Rules and cards of a table, without what is changed about single values."""
    return _arm(table.variant, table.deck, table.seats, table.added)


@lru_cache(maxsize=16)
def _arm(variant: str, deck: str, seats: int, added: str) -> Arm:
    arm = open_arms(RunSpec(arms=(variant,), decks=(deck,) if deck else (), seats=seats, games=1))[0]
    card = card_of(added) if added else None
    if card is None:
        return arm
    return replace(arm, cards=load_decks(list(arm.setting.deck or arm.variant.deck), [card], edits=arm.variant.edits))


def book_of(table: Table) -> Any:
    """A worker's book for a table."""
    arm = arm_of(table)
    rules, card = arm.variant.rules.copy(), arm.cards.card.copy()
    for name, value in table.changes:
        if name in _PLACE:
            rules[_PLACE[name]] = value
        elif name in CARDS:
            CARDS[name](card, value)
        else:
            raise BadInput(f"change '{name}' is unknown; allowed: a switch of the rules, {', '.join(CARDS)}")
    return make_book(rules, card, arm.cards.effect, weights_of(["random"] * table.seats), ordinary())


def seating_of(agents: Sequence[str], seats: int, first: int, games: int) -> NDArray[np.int64]:
    """Who sits where: a mix goes round the table, so that everybody plays in every seat."""
    names = len(agents)
    return (np.arange(seats)[None, :] + np.arange(first, first + games)[:, None]) % names


class Watched(NamedTuple):
    """Facts of the games that came to an end, numbered from 0 on, the number each of them was played by, and the rest.

    Of one table of some players the games of equal numbers are the same whatever is changed about it.
    """

    facts: Facts
    number: NDArray[np.int64]
    given_up: GivenUp


def play(table: Table, agents: Sequence[str], games: int, *, seed: int = 0, events: int = 0, workers: int = 0) -> Facts:
    """The facts of `watch`."""
    return watch(table, agents, games, seed=seed, events=events, workers=workers).facts


def watch(
    table: Table, agents: Sequence[str], games: int, *, seed: int = 0, events: int = 0, workers: int = 0
) -> Watched:
    """Play games 0 .. games - 1; the first `events` of them keep their events.

    The answer does not depend on the number of threads. Games that are given up are left out; too many are a RunFault.
    """
    names = expand(agents)
    weights = weights_of(names)

    def player() -> Player:
        book = book_of(table)

        def play(first: int, count: int) -> Played:
            keep = np.arange(first, first + count) < events
            seating = seating_of(names, table.seats, first, count)
            return play_all(book, seed, first, count, table.seats, seating, weights, keep)

        return play

    facts, lacking = play_games(player, games, f"games of {table.told}", workers)
    number = facts.game["game"].astype(np.int64)
    return Watched(_renumbered(facts, number) if lacking.number else facts, number, lacking)


def _renumbered(facts: Facts, number: NDArray[np.int64]) -> Facts:
    """The same facts with the games numbered from 0 on: whoever counts by game needs no gaps."""
    for rows in facts:
        rows["game"] = np.searchsorted(number, rows["game"])
    return facts


HOME = dict.fromkeys(("pick_up", "turn_over", "count_twice"), "cthulhu")
"""The set in which there is what the card is aimed at, where that is not `base`."""
COPIES = 4
PREFIX = "only-"
"""With the opcode's name it is the id of the card."""
ON_MONSTERS = Moment.FOE | Moment.FOE_FLIGHT


def id_of(name: str) -> str:
    """Id of the card of an opcode."""
    return PREFIX + name.replace("_", "-")


def home_of(name: str) -> str:
    """The set to whose cards it is added."""
    return HOME.get(name, "base")


@lru_cache(maxsize=256)
def card_of(name: str) -> dict[str, Any] | None:
    """The row of the card that does only this, with the parameters of a card that is there, if they fit the deck."""
    row = BY_NAME[name]
    if row.moments & ON_MONSTERS or row.says.startswith("On a monster") or row.leads_to is not None:
        return None
    for step in _steps(row):
        card = _card(row, step)
        try:
            load_decks([home_of(row.name)], [card])
        except ValueError:
            continue
        return card
    return None


def _card(row: Opcode, step: dict[str, Any]) -> dict[str, Any]:
    kind = "special" if row.family == "instant" else "item"
    ident = id_of(row.name)
    return {"id": ident, "name": ident, "pile": "treasure", "kind": kind, "copies": COPIES, "effects": [step]}


def _steps(row: Opcode) -> Iterator[dict[str, Any]]:
    """Ways of writing a step of it: as the decks do, the simplest first, then bare, and with an amount of 2."""
    uses = [use.step.params for use in known_steps() if use.step.op == row.name]
    for params in sorted(uses, key=lambda params: (str(params.get("amount", ""))[:1] == "-", len(params))):
        yield {"op": row.name, **params}
    yield {"op": row.name}
    yield {"op": row.name, "amount": 2}
