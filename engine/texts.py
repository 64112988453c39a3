"""Canonical texts of options: what `"play instant-borsch"` means, in both directions.

An option is a row of four numbers; its text is a line of words. A word that names a card fits any
copy of it, `id#2` only the second one, and `id@2` only the second monster of that name in a combat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.records.book import Book
from engine.records.opcodes import OPCODES
from engine.records.questions import Aim, PickOrder, Question, Verb
from engine.records.state import Game, Zone

OPCODE_NAMES = {o.code: o.name.replace("_", "-") for o in OPCODES}
SIDE = "<side>"
ABILITY_AIMS: dict[int, Aim] = {o.code: o.aims for o in OPCODES if o.moments}
"""What the target of an ability is; a target that is no choice of the player is not said."""

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


class Word(NamedTuple):
    """One word of an option's text; `place` tells copies apart that lie in different places."""

    plain: str
    exact: str = ""
    place: tuple[int, ...] = ()
    also: str = ""

    def fits(self, text: str) -> bool:
        """Whether a word somebody wrote means this one."""
        return text in (self.plain, self.exact or self.plain, self.also or self.plain)


Line = tuple[Word, ...]
NONE, NOBODY, HAND = Word("none"), Word("nobody"), Word("hand")
PLAIN_LINES = {int(verb): (Word(text),) for verb, text in PLAIN.items()}
CARD_WORDS = {int(verb): Word(text) for verb, text in WITH_CARD.items()}
PLAY, DISCARD, USE, ASK, OFFER, RUN, GIVE = (Word(w) for w in ("play", "discard", "use", "ask", "offer", "run", "give"))
ON, WITH, FOR, TO, TRADE, CHOOSE = (Word(w) for w in ("on", "with", "for", "to", "trade", "choose"))
TAKE, SACRIFICE = Word("take"), Word("sacrifice")
MOST_PROMISED = 15
TREASURES = [Word(f"treasures={n}") for n in range(MOST_PROMISED + 1)]
PICKS = [Word(f"pick={order.name.lower()}") for order in PickOrder]
"""Words that stand in many texts, made once."""


class Vocabulary:
    """The names of one book, looked up once: a word for each card instance, seat and ability."""

    def __init__(self, book: Book, names: Names) -> None:
        cards = book.card[: int(book.cards)]
        self.numbers: list[int] = cards["number"].tolist()
        self.card = [names.cards[n] for n in self.numbers]
        self.exact = [f"{name}#{copy + 1}" for name, copy in zip(self.card, cards["copy"].tolist(), strict=True)]
        self.seat = tuple(names.seats)
        self.seat_words = tuple(Word(name) for name in self.seat)
        self.op: list[int] = book.effect["op"].tolist()
        self.labels = names.labels

    def ability(self, effect: int) -> str:
        """The word for an ability: its label, or the name of its opcode."""
        return self.labels.get(effect, "") or OPCODE_NAMES.get(self.op[effect], "ability")

    def cards(self, cards: Any) -> tuple[str, ...]:
        """Ids of card instances, in their order."""
        return tuple([self.card[c] for c in cards])


class Speaker:
    """Puts the option rows of one waiting question into words."""

    def __init__(self, g: Game, vocabulary: Vocabulary) -> None:
        self.g, self.words = g, vocabulary
        self.zone, self.owner, self.equipped, self.host = g.zone, g.owner, g.equipped, g.host
        self._cards: dict[int, Word] = {}  # the same card stands in many options

    def card(self, card: int) -> Word:
        """The word for a card wherever it lies."""
        word = self._cards.get(card)
        if word is None:
            word = self._cards[card] = self._card(card)
        return word

    def _card(self, card: int) -> Word:
        if card < 0:
            return NONE
        place = (int(self.zone[card]), int(self.owner[card]), int(self.equipped[card]), int(self.host[card]))
        return Word(self.words.card[card], self.words.exact[card], place)

    def monster(self, index: int) -> Word:
        """The word for a monster of the combat, by its index."""
        if not 0 <= index < int(self.g.foe_n):
            return NONE
        mine = self.card(int(self.g.foe[index].card))
        same = [i for i in range(int(self.g.foe_n)) if self.card(int(self.g.foe[i].card)).plain == mine.plain]
        return Word(mine.plain, f"{mine.plain}@{same.index(index) + 1}", (index,), mine.exact)

    def seat(self, seat: int) -> Word:
        """The word for a player."""
        return self.words.seat_words[seat] if 0 <= seat < len(self.words.seat) else NOBODY

    def ability(self, effect: int) -> Word:
        """The word for an ability."""
        return Word(self.words.ability(effect), also=OPCODE_NAMES.get(self.words.op[effect], ""))

    def line(self, row: Sequence[int]) -> Line:
        """The words of one option row, five plain numbers."""
        verb, card, target, amount, pick = row
        if verb in PLAIN_LINES:
            return PLAIN_LINES[verb]
        if verb == Verb.TAKE and card < 0:
            return (TAKE, HAND)  # one card of a hand, without looking
        if verb == Verb.CHOOSE_CARD and amount >= 0 and int(self.g.question) == Question.MONSTER:
            return (CHOOSE, self.monster(amount))
        if verb in CARD_WORDS:
            return (CARD_WORDS[verb], self.card(card))
        if verb == Verb.ASK:
            return self._ask(card, target, amount, pick)
        if verb == Verb.OFFER:
            return (OFFER, TREASURES[amount], PICKS[pick])
        return SPECIAL[verb](self, card, target, amount)

    def _play(self, card: int, target: int, aim: int) -> Line:
        # A one-shot is meant for the munchkin side unless its text says more.
        return (PLAY, self.card(card), *self._on(aim, target))

    def _play_with(self, card: int, other: int, _: int) -> Line:
        return (PLAY, self.card(card), WITH, self.card(other))

    def _aimed(self, effect: int, target: int) -> Line:
        return self._on(ABILITY_AIMS.get(self.words.op[effect], Aim.NOTHING), target) if target >= 0 else ()

    def _on(self, aim: int, target: int) -> Line:
        if aim == Aim.SEAT:
            return (ON, self.seat(target))
        if aim == Aim.MONSTER:
            return (ON, self.monster(target))
        return (ON, self.card(target)) if aim == Aim.ITEM else ()

    def _discard_for(self, card: int, target: int, effect: int) -> Line:
        return (DISCARD, self.card(card), FOR, self.ability(effect), *self._aimed(effect, target))

    def _use(self, _: int, target: int, effect: int) -> Line:
        return (USE, self.ability(effect), *self._aimed(effect, target))

    def _ask(self, card: int, seat: int, treasures: int, pick: int) -> Line:
        start = (ASK, self.seat(seat), TREASURES[treasures], PICKS[pick])
        if card < 0:
            return start
        kind = "hand" if int(self.g.zone[card]) == Zone.HAND else "item"
        mine = self.card(card)
        return (*start, Word(f"{kind}={mine.plain}", f"{kind}={mine.exact}", mine.place))

    def _run(self, _card: int, _target: int, index: int) -> Line:
        return (RUN, self.monster(index))

    def _give(self, card: int, seat: int, _: int) -> Line:
        return (GIVE, self.card(card), TO, self.seat(seat))

    def _trade(self, card: int, seat: int, wanted: int) -> Line:
        return (TRADE, self.card(card), FOR, self.card(wanted), WITH, self.seat(seat))

    def _choose_seat(self, _card: int, seat: int, _: int) -> Line:
        return (CHOOSE, self.seat(seat))

    def _sacrifice(self, card: int, seat: int, _: int) -> Line:
        return (SACRIFICE, self.card(card), *((WITH, self.seat(seat)) if seat >= 0 else ()))

    def _choose_number(self, _card: int, _target: int, number: int) -> Line:
        return (CHOOSE, Word(str(number)))


SPECIAL: dict[int, Callable[[Speaker, int, int, int], Line]] = {
    Verb.PLAY: Speaker._play, Verb.PLAY_WITH: Speaker._play_with, Verb.DISCARD_FOR: Speaker._discard_for,
    Verb.USE: Speaker._use, Verb.RUN: Speaker._run,
    Verb.GIVE: Speaker._give, Verb.TRADE: Speaker._trade, Verb.CHOOSE_SEAT: Speaker._choose_seat,
    Verb.CHOOSE_NUMBER: Speaker._choose_number, Verb.SACRIFICE: Speaker._sacrifice,
}  # fmt: skip
"""Verbs whose text is more than the verb and a card."""


def listed(lines: Sequence[Line]) -> list[tuple[int, str]]:
    """Rows worth listing with their texts: copies that lie in the same place are listed once."""
    groups: dict[str, dict[tuple[tuple[int, ...], ...], int]] = {}
    for i, line in enumerate(lines):
        group = groups.setdefault(" ".join([w.plain for w in line]), {})
        group.setdefault(tuple([w.place for w in line]), i)
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
    verb, _, _, aim, _ = row
    if verb in (Verb.ASK, Verb.OFFER):
        said = [w for w in words if "=" not in w]
        deal = [w for w in words if "=" in w]
        return _fits(tuple(w for w in line if "=" not in w.plain), said) and all(
            any(x.fits(w) for x in line) for w in deal
        )
    if verb == Verb.PLAY and aim == Aim.SIDE:
        return len(words) == len(line) + 2 and words[-2:] == ["on", SIDE] and _fits(line, words[:-2])
    return verb in (Verb.PLAY, Verb.USE, Verb.DISCARD_FOR) and len(line) == len(words) + 2 and _fits(line[:-2], words)
