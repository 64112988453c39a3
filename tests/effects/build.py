"""Positions built by hand: a few cards, some seats, and one card's program to run."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from engine.board.final_tally import check_victory
from engine.board.monsters import add_monster, open_fight, start_program
from engine.board.munchkin_side import add_helper
from engine.board.setup import clear
from engine.board.strength import compare
from engine.board.zones import order_pile, put
from engine.loop.game_ranges import make_book, new_table
from engine.next_question import answer, tell
from engine.policies.weights import FEATURES
from engine.records.agenda import push
from engine.records.book import CARD, EFFECT, OPTION
from engine.records.card_kinds import Axis, Kind, Pile, Slot, Trigger
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.records.switches import RULES, defaults
from engine.steps.step_dispatch import run_step
from engine.steps.turn.limits import settle

TREASURES = {Kind.ITEM, Kind.ONE_SHOT, Kind.ITEM_ENHANCER, Kind.GO_UP_A_LEVEL}
Row = tuple[int, ...]


def row(op: Op, amount: int = 0, a: int = 0, b: int = 0, *, on: Trigger = Trigger.PLAYED, when: Any = (0, 0)) -> Row:
    """One row of a program, in the order of `engine.records.book.EFFECT`."""
    pairs = when if isinstance(when[0], tuple) else (when, (0, 0))
    (cond, x), (cond2, x2) = pairs
    return tuple(int(v) for v in (on, cond, x, cond2, x2, op, amount, a, b))


def card(kind: Kind, *program: Row, **facts: int) -> dict[str, Any]:
    """A card design: what is not said is nothing."""
    pile = Pile.TREASURE if kind in TREASURES else Pile.DOOR
    axis = kind - Kind.CLASS if Kind.CLASS <= kind <= Kind.BIRTHRIGHT else -1
    return {"kind": kind, "pile": pile, "axis": axis, "levels": 1, "program": program, **facts}


def item(*program: Row, **facts: int) -> dict[str, Any]:
    hands = int(facts.get("slot", Slot.NONE) == Slot.HAND)
    return card(Kind.ITEM, *program, **{"is_item": 1, "hands": hands, **facts})


def cultist() -> dict[str, Any]:
    """A Cultist card; its identity bit is 8."""
    return card(Kind.CLASS, identity=8, locked=1)


def doubler(axis: Axis = Axis.CLASS) -> dict[str, Any]:
    """A card that allows two identities of an axis."""
    return card(Kind.DOUBLER, axis=axis)


def chosen(verb: int, card: int = -1, target: int = -1, amount: int = 0) -> Any:
    """An option that has been taken."""
    row = np.zeros(1, np.dtype((np.record, OPTION)))
    row[0] = (verb, card, target, amount, 0)
    return row[0]


class Position:
    """A table of a few named cards; every card lies in its deck until it is placed."""

    def __init__(self, cards: dict[str, dict[str, Any]], seats: int = 3, **switches: int) -> None:
        self.names = list(cards)
        rules = np.array(defaults(), np.int64)
        known = {s.name.replace(".", "_"): i for i, s in enumerate(RULES)}
        for name, value in {"reaction_windows": 0, **switches}.items():
            rules[known[name]] = value
        rows: list[Row] = []
        array = np.zeros(len(cards), CARD)
        for number, (name, facts) in enumerate(cards.items()):
            program = facts["program"]
            for column, value in {k: v for k, v in facts.items() if k != "program"}.items():
                array[number][column] = value
            array[number]["number"], array[number]["key"] = number, zlib.crc32(name.encode())
            array[number]["first"], array[number]["last"] = len(rows), len(rows) + len(program)
            array[number]["triggers"] = sum({1 << r[0] for r in program})
            rows += program
        effect = np.array(rows, EFFECT) if rows else np.zeros(0, EFFECT)
        nobody = np.zeros(len(FEATURES), np.int64)
        self.book = make_book(rules, array, effect, nobody[None][:0], nobody)
        self.g = new_table()
        self.g.log_on = 1
        clear(self.g, self.book, 1, 1, seats)
        self.g.cards, self.g.turn, self.g.active = len(cards), 1, 0
        for c in range(len(cards)):
            put(self.g, self.book, c, Zone.DECK, -1)
        for pile in (0, 1):
            order_pile(self.g, self.book, pile)
        self._clean()

    def __getitem__(self, name: str) -> int:
        return self.names.index(name)

    def _clean(self) -> None:
        settle(self.g, self.book)
        self.g.agenda_n = self.g.log_n = 0

    # placing

    def place(self, zone: Zone, seat: int, *names: str) -> Position:
        """Put cards somewhere."""
        for name in names:
            put(self.g, self.book, self[name], zone, seat)
        self._clean()
        return self

    def hand(self, seat: int, *names: str) -> Position:
        """Cards in a hand."""
        return self.place(Zone.HAND, seat, *names)

    def carry(self, seat: int, *names: str) -> Position:
        """Cards in play, not equipped."""
        return self.place(Zone.TABLE, seat, *names)

    def wear(self, seat: int, *names: str) -> Position:
        """Cards in play, equipped."""
        for name in names:
            put(self.g, self.book, self[name], Zone.TABLE, seat)
            self.g.equipped[self[name]] = 1
        self._clean()
        return self

    def attach(self, name: str, host: str) -> Position:
        """A card in play on another."""
        self.carry(int(self.g.owner[self[host]]), name)
        self.g.host[self[name]] = self[host]
        self.g.laden[self[host]] = 1
        return self

    def discards(self, *names: str) -> Position:
        """Cards on the discards, the last one on top."""
        return self.place(Zone.DISCARD, -1, *names)

    def cultists(self, *names: str) -> Position:
        """Cards on the pile of discarded Cultists."""
        return self.place(Zone.CULTISTS, -1, *names)

    def levels(self, *levels: int) -> Position:
        """Levels of the seats."""
        for s, level in enumerate(levels):
            self.g.level[s] = level
        return self

    def dice(self, *faces: int) -> Position:
        """Results of the next dice."""
        for i, face in enumerate(faces):
            self.g.dice[i] = face
        self.g.dice_n, self.g.dice_at = len(faces), 0
        return self

    def fight(self, fighter: int, *monsters: str, helper: int | tuple[int, ...] = ()) -> Position:
        """A combat that goes on, with helpers who have joined in this order; nothing waits on the agenda."""
        open_fight(self.g, self.book, fighter, 0)
        for seat in (helper,) if isinstance(helper, int) else helper:
            if seat >= 0:
                add_helper(self.g, seat)
        for name in monsters:
            put(self.g, self.book, self[name], Zone.OPEN, -1)
            add_monster(self.g, self.book, self[name], fighter, 0)
        compare(self.g, self.book)
        self._clean()
        return self

    # running

    def run(self, name: str, on: Trigger = Trigger.PLAYED, who: int = 0, other: int = -1, by: int = 0) -> Position:
        """Run a card's program."""
        start_program(self.g, self.book, on, who, self[name], other, by)
        return self.advance()

    def step(self, kind: int, *numbers: int) -> Position:
        """Put a step on the agenda and work it off."""
        push(self.g, kind, *numbers, *[0] * (5 - len(numbers)))
        return self.advance()

    def advance(self) -> Position:
        """Work the agenda off until somebody must decide among several options, or nothing is left."""
        g, book = self.g, self.book
        while not g.over and not g.fault:
            if g.asked >= 0 and g.options > 0:
                if g.options > 1:
                    break
                answer(g, book, 0)
            elif g.unsettled:
                settle(g, book)
            elif g.check:
                check_victory(g, book)
            elif g.news:
                tell(g, book)
            elif g.agenda_n == 0:
                break
            else:
                assert run_step(int(g.agenda[g.agenda_n - 1, 0]), g, book) >= 0
        assert not g.fault
        return self

    def options(self) -> list[tuple[Any, ...]]:
        """Options of the waiting question: verb, card, target, amount."""
        rows = self.book.work.option[: int(self.g.options)].tolist()
        return [(Verb(v), self.names[c] if c >= 0 else "", t, n) for v, c, t, n, _ in rows]

    def cards_offered(self) -> list[str]:
        """Cards among the options."""
        return sorted(name for _, name, _, _ in self.options())

    def asked(self) -> tuple[int, Question]:
        return int(self.g.asked), Question(int(self.g.question))

    def choose(self, name: str = "", target: int | None = None, number: int | None = None) -> Position:
        """Take the one option with this card, target and number."""
        fitting = [
            i
            for i, (_, card_name, t, n) in enumerate(self.options())
            if card_name == name and target in (None, t) and number in (None, n)
        ]
        assert len(fitting) == 1, self.options()
        answer(self.g, self.book, fitting[0])
        return self.advance()

    # reading

    def where(self, name: str) -> tuple[Zone, int]:
        """Zone and owner of a card."""
        return Zone(int(self.g.zone[self[name]])), int(self.g.owner[self[name]])

    def lost(self, *names: str) -> bool:
        """Whether all these cards have been discarded."""
        return all(self.where(n)[0] in (Zone.DISCARD, Zone.CULTISTS) for n in names)

    def hand_of(self, seat: int) -> list[str]:
        return sorted(self.names[c] for c in self.g.hand[seat][: int(self.g.hand_n[seat])])

    def table_of(self, seat: int) -> list[str]:
        """Cards in play of a seat, sorted."""
        return sorted(self.names[c] for c in self.g.table[seat][: int(self.g.table_n[seat])])

    def level_list(self) -> list[int]:
        return [int(x) for x in self.g.level[: int(self.g.seats)]]

    def count(self, kind: Ev) -> int:
        """Events of a kind since the position was built."""
        return int((self.book.work.log["kind"][: int(self.g.log_n)] == kind).sum())

    def numbers(self, kind: Ev) -> list[int]:
        """The first numbers of the events of a kind, in order."""
        log = self.book.work.log[: int(self.g.log_n)]
        return [int(n) for n in log["before"][log["kind"] == kind]]

    def strength(self) -> tuple[int, int]:
        """Both sides of the combat."""
        compare(self.g, self.book)
        return int(self.g.side), int(self.g.foes)
