"""Canonical texts of options: what `"play instant-borsch"` means, in both directions.

An option is a row of four numbers; its text is a line of words. A word that names a card fits any
copy of it, `id#2` only the second one, and `id@2` only the second monster of that name in a combat.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.agenda import Aim, PickOrder, Question, Verb
from engine.cards import Book
from engine.opcodes import OPCODES, Op
from engine.state import Zone

OPCODE_NAMES = {o.code: o.name.replace("_", "-") for o in OPCODES}
SIDE = "<side>"
ABILITY_AIMS: dict[int, Aim] = {
    Op["BACKSTAB"]: Aim.SEAT,
    Op["STEAL"]: Aim.ITEM,
    Op["BEAR"]: Aim.ITEM,
    Op["CHARM"]: Aim.MONSTER,
    Op["CHASE_AWAY"]: Aim.MONSTER,
}
"""What the target of an ability is; the target of all others is no choice of the player and is not said."""

PLAIN = {
    Verb.PASS: "pass", Verb.KICK_OPEN: "kick-open", Verb.LOOT: "loot", Verb.END: "end", Verb.DONE: "done",
    Verb.ACCEPT: "accept", Verb.REFUSE: "refuse",
}  # fmt: skip
WITH_CARD = {
    Verb.TROUBLE: "trouble", Verb.EQUIP: "equip", Verb.UNEQUIP: "unequip", Verb.SELL: "sell", Verb.DISCARD: "discard",
    Verb.TAKE: "take", Verb.CHOOSE_CARD: "choose",
}  # fmt: skip


@dataclass(frozen=True)
class Names:
    """What the numbers of a game are called: cards by design number, seats, abilities by effect row."""

    cards: Sequence[str]
    seats: Sequence[str]
    labels: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Word:
    """One word of an option's text; `place` tells copies apart that lie in different places."""

    plain: str
    exact: str = ""
    place: tuple[int, ...] = ()
    also: str = ""

    def fits(self, text: str) -> bool:
        """Whether a word somebody wrote means this one."""
        return text in (self.plain, self.exact or self.plain, self.also or self.plain)


Line = tuple[Word, ...]


class Speaker:
    """Puts the option rows of one game into words."""

    def __init__(self, g: Any, book: Book, names: Names) -> None:
        self.g, self.book, self.names = g, book, names

    def card(self, card: int) -> Word:
        """The word for a card wherever it lies."""
        if card < 0:
            return Word("none")
        g, row = self.g, self.book.card[card]
        name = self.names.cards[int(row["number"])]
        place = (int(g.zone[card]), int(g.owner[card]), int(g.equipped[card]), int(g.host[card]))
        return Word(name, f"{name}#{int(row['copy']) + 1}", place)

    def monster(self, index: int) -> Word:
        """The word for a monster of the combat, by its index."""
        if not 0 <= index < int(self.g.mon_n):
            return Word("none")
        mine = self.card(int(self.g.mon[index]))
        same = [i for i in range(int(self.g.mon_n)) if self.card(int(self.g.mon[i])).plain == mine.plain]
        return Word(mine.plain, f"{mine.plain}@{same.index(index) + 1}", (index,), mine.exact)

    def seat(self, seat: int) -> Word:
        """The word for a player."""
        return Word(self.names.seats[seat] if 0 <= seat < len(self.names.seats) else "nobody")

    def ability(self, effect: int) -> Word:
        """The word for an ability: its label, or the name of its opcode."""
        label = self.names.labels.get(effect, "")
        return Word(label or OPCODE_NAMES.get(int(self.book.effect[effect]["op"]), "ability"))

    def line(self, row: Sequence[int]) -> Line:
        """The words of one option row."""
        verb, card, target, amount = (int(x) for x in row)
        if verb in PLAIN:
            return (Word(PLAIN[Verb(verb)]),)
        if verb == Verb.TAKE and card < 0:
            return (Word("take"), Word("hand"))  # one card of a hand, without looking
        if verb == Verb.CHOOSE_CARD and int(self.g.question) == Question.MONSTER and amount >= 0:
            return (Word("choose"), self.monster(amount))
        if verb in WITH_CARD:
            return (Word(WITH_CARD[Verb(verb)]), self.card(card))
        return self._special(Verb(verb), card, target, amount)

    def _special(self, verb: Verb, card: int, target: int, amount: int) -> Line:
        says = {
            Verb.PLAY: self._play, Verb.PLAY_WITH: self._play_with, Verb.DISCARD_FOR: self._discard_for,
            Verb.USE: self._use, Verb.ASK: self._ask, Verb.OFFER: self._offer, Verb.RUN: self._run,
            Verb.GIVE: self._give, Verb.TRADE: self._trade, Verb.CHOOSE_SEAT: self._choose_seat,
            Verb.CHOOSE_NUMBER: self._choose_number, Verb.SACRIFICE: self._sacrifice,
        }  # fmt: skip
        return says[verb](card, target, amount)

    def _play(self, card: int, target: int, aim: int) -> Line:
        # A one-shot is meant for the munchkin side unless its text says more.
        return (Word("play"), self.card(card), *self._on(Aim(aim), target))

    def _play_with(self, card: int, other: int, _: int) -> Line:
        return (Word("play"), self.card(card), Word("with"), self.card(other))

    def _aimed(self, effect: int, target: int) -> Line:
        aim = ABILITY_AIMS.get(int(self.book.effect[effect]["op"]), Aim.NOTHING)
        return self._on(aim, target) if target >= 0 else ()

    def _on(self, aim: Aim, target: int) -> Line:
        words = {Aim.SEAT: self.seat, Aim.MONSTER: self.monster, Aim.ITEM: self.card}
        return (Word("on"), words[aim](target)) if aim in words else ()

    def _discard_for(self, card: int, target: int, effect: int) -> Line:
        return (Word("discard"), self.card(card), Word("for"), self.ability(effect), *self._aimed(effect, target))

    def _use(self, _: int, target: int, effect: int) -> Line:
        return (Word("use"), self.ability(effect), *self._aimed(effect, target))

    def _deal(self, amount: int) -> Line:
        return (Word(f"treasures={amount % 16}"), Word(f"pick={PickOrder(amount // 16).name.lower()}"))

    def _ask(self, card: int, seat: int, amount: int) -> Line:
        start = (Word("ask"), self.seat(seat), *self._deal(amount))
        if card < 0:
            return start
        kind = "hand" if int(self.g.zone[card]) == Zone.HAND else "item"
        mine = self.card(card)
        return (*start, Word(f"{kind}={mine.plain}", f"{kind}={mine.exact}", mine.place))

    def _offer(self, _card: int, _target: int, amount: int) -> Line:
        return (Word("offer"), *self._deal(amount))

    def _run(self, _card: int, _target: int, index: int) -> Line:
        return (Word("run"), self.monster(index))

    def _give(self, card: int, seat: int, _: int) -> Line:
        return (Word("give"), self.card(card), Word("to"), self.seat(seat))

    def _trade(self, card: int, seat: int, wanted: int) -> Line:
        return (Word("trade"), self.card(card), Word("for"), self.card(wanted), Word("with"), self.seat(seat))

    def _choose_seat(self, _card: int, seat: int, _: int) -> Line:
        return (Word("choose"), self.seat(seat))

    def _sacrifice(self, card: int, seat: int, _: int) -> Line:
        also = (Word("with"), self.seat(seat)) if seat >= 0 else ()
        return (Word("sacrifice"), self.card(card), *also)

    def _choose_number(self, _card: int, _target: int, number: int) -> Line:
        return (Word("choose"), Word(str(number)))


def listed(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Rows worth listing with their texts: copies that lie in the same place are listed once."""
    groups: dict[str, dict[tuple[tuple[int, ...], ...], int]] = {}
    for i, line in enumerate(lines):
        group = groups.setdefault(" ".join(w.plain for w in line), {})
        group.setdefault(tuple(w.place for w in line), i)
    out = []
    for plain, rows in groups.items():
        for i in rows.values():
            out.append((i, plain if len(rows) == 1 else " ".join(w.exact or w.plain for w in lines[i])))
    return sorted(out)


def find(lines: Sequence[Line], rows: Any, text: str, side: Collection[str] = ()) -> int:
    """Row of the option a text means; -1 if there is none.

    An exact text wins. After that a missing target is filled in where only one is possible, and the
    munchkin side may be named by any of its players, `side`.
    """
    words = text.split()
    exact = [i for i, line in enumerate(lines) if _fits(line, words)]
    if exact:
        return exact[0]
    if not words:
        return -1
    if words[-1] in side:
        words = [*words[:-1], SIDE]
    near = [i for i, line in enumerate(lines) if _nearly(line, rows[i], words)]
    kinds = {tuple(w.plain for w in lines[i]) for i in near}
    if len(kinds) == 1 or (near and words[0] in ("ask", "offer")):
        return near[0]
    return -1


def _fits(line: Line, words: Sequence[str]) -> bool:
    return len(line) == len(words) and all(w.fits(t) for w, t in zip(line, words, strict=True))


def _nearly(line: Line, row: Sequence[int], words: Sequence[str]) -> bool:
    """Whether words left something out that the option says, or name a side by a player."""
    verb, aim = int(row[0]), int(row[3])
    if verb in (Verb.ASK, Verb.OFFER):
        said = [w for w in words if "=" not in w]
        deal = [w for w in words if "=" in w]
        return _fits(tuple(w for w in line if "=" not in w.plain), said) and all(
            any(x.fits(w) for x in line) for w in deal
        )
    if verb == Verb.PLAY and aim == Aim.SIDE:
        return len(words) == len(line) + 2 and words[-2:] == ["on", SIDE] and _fits(line, words[:-2])
    return verb in (Verb.PLAY, Verb.USE, Verb.DISCARD_FOR) and len(line) == len(words) + 2 and _fits(line[:-2], words)
