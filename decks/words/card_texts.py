"""The texts of a card beside its columns: each sentence becomes keys and steps of the card, or is left as it is.

What a text repeats of the columns is not played twice; what it says otherwise than they do is not played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from decks.box_names import names_beside
from decks.card_lint import LASTING
from decks.card_schema import BAD_STUFF_LEFT, USED_BY, Card, Deck, trigger_of
from decks.program_steps import TRIGGERS, Step
from decks.step_moments import WAITED
from decks.value_kinds import Fault, Names
from decks.words.program_meaning import Context, Program, meaning
from decks.words.program_writer import write
from engine.records.card_kinds import Trigger

if TYPE_CHECKING:
    from decks.words.drafts import Pairs
    from decks.words.text_reader import Reader
    from decks.words.text_reading import Sentence

BAD_STUFF_FOLLOWS = re.compile(
    r"(?:^|(?<=[.!?\n\"\u201d\u2019)]))\s*bad (?:stuff|things)\s*[:!\u2013\u2014-]\s*", re.IGNORECASE
)
"""What stands before the Bad Stuff of a monster in a text that says more."""
BARE_LEVELS = re.compile(r"(?:an?|one|two|three|four|five|\d) (?:level|lvl)s?\W*", re.IGNORECASE)
"""Levels without a verb, which Bad Stuff and Curses take away."""
STEERS = re.compile(
    r"^(?:or|otherwise|unless|except|but|else)\b|"
    r"\b(?:instead|roll|rolls|dice|choose|chooses|choice|either|following|one of)\b"
)
"""Words of a sentence that may change what the others of its text mean: not understood, it takes them with it."""
WORN = ("item", "item_enhancer", "guest_star", "comrade")
BY_COLUMN = (
    ("bonus", WORN, Trigger.IN_PLAY, "strength", 0),
    ("bonus", ("enhancer",), Trigger.IN_FIGHT, "strength", 0),
    ("treasures", ("enhancer",), Trigger.IN_FIGHT, "treasure", 0),
    ("run_away", ("item", "guest_star", "comrade"), Trigger.IN_PLAY, "run_away", 0),
    ("run_away", ("monster",), Trigger.IN_FIGHT, "run_away", 0),
    ("levels", ("monster",), Trigger.IN_FIGHT, "extra_level", 1),
    ("levels", ("go_up_a_level",), Trigger.PLAYED, "gain_levels", 0),
)
"""Columns that are a step: on which kinds, which one, and what the column counts beside the amount of the step."""


GIVES_LEVELS = frozenset({"gain_levels", "steal_level", "each_gains", "give_level", "set_level"})
"""What gives Levels in another way than the column `levels` of a card that does."""
NO_COLUMN = ("kind", "timing")
"""What sentences say of a card that goes without a column."""


@dataclass
class Told:
    """What the texts of a card came to."""

    keys: dict[str, Any] = field(default_factory=dict)  # beyond those of its other columns
    left: dict[str, str] = field(default_factory=dict)  # what was not understood, and why
    flavour: list[str] = field(default_factory=list)  # what stands in quotes or brackets and is no rule
    said: dict[str, list[tuple[Trigger, Step]]] = field(default_factory=dict)  # every step of a sentence, by its key


@dataclass
class _Part:
    """A sentence, where its steps stand, and what keeps it from being played."""

    sentence: Sentence
    key: str
    why: str

    def steps(self) -> Program:
        return self.sentence.programs[0] if not self.why else ()


@dataclass(frozen=True)
class CardReader:
    """Reads the texts of the cards of one box."""

    names: Names
    reader: Reader

    def told(self, kind: str, keys: Mapping[str, Any], texts: Mapping[str, str]) -> Told:
        """Read the texts of a card, by key of their column, of which the keys that its other columns say are known."""
        found = Told()
        if named := self._named(kind, keys, texts):
            found.keys["kind"] = kind = named
        for column, text in texts.items():
            parts = [*self._parts(kind, column, text, {**keys, **found.keys}, found.flavour)]
            _check_together(kind, parts, {**keys, **found.keys})
            own: dict[str, list[dict[str, Any]]] = {}
            for part in parts:
                known, said = {**keys, **found.keys}, dict[str, Any]()
                steps: list[dict[str, Any]] = []
                try:
                    if not part.why:
                        said = _columns(kind, part.sentence, known, self.names)
                        steps = _new_steps(kind, part, known | said, said, self.names)
                except Fault as fault:
                    part.why = str(fault)
                if part.why:
                    bad = BAD_STUFF_LEFT if part.key == "bad_stuff" else ""
                    found.left[f"{bad}{part.sentence.text}"] = part.why
                    continue
                found.keys |= said
                found.said.setdefault(part.key, []).extend(part.steps())
                own.setdefault(part.key, []).extend(steps)
            found.keys |= {key: steps for key, steps in own.items() if steps}
        ops = {step.op for program in found.said.values() for _, step in program}
        if kind == "go_up_a_level" and "levels" not in {**keys, **found.keys} and ops & GIVES_LEVELS:
            found.keys["levels"] = 0  # its text says when, or to whom, it gives one
        return found

    def _named(self, kind: str, keys: Mapping[str, Any], texts: Mapping[str, str]) -> str:
        """The kind of card that the texts of a special card say it is; empty if they say none."""
        context = Context(kind, columns=keys)
        read = (self.reader.read(text, context) for text in texts.values() if kind == "special")
        said = context.as_named(one.columns for reading in read for one in reading.sentences if one.understood).kind
        return said if said != kind else ""

    def _parts(
        self, kind: str, column: str, text: str, known: Mapping[str, Any], flavour: list[str]
    ) -> Iterator[_Part]:
        """The sentences of a text, with why those are not understood that are not; flavour is put aside."""
        for sentence, bad in read_parts(self.reader, text, Context(kind, column == "bad_stuff", known), flavour):
            yield _Part(sentence, "bad_stuff" if bad else "effects", _why_not(sentence))


def read_parts(reader: Reader, text: str, context: Context, flavour: list[str]) -> Iterator[tuple[Sentence, bool]]:
    """The sentences of the text of a card, and whether each is Bad Stuff (headed so); flavour is put aside."""
    monster = context.kind == "monster"
    for place, one in enumerate(BAD_STUFF_FOLLOWS.split(text) if monster else [text]):
        bad = monster and (place > 0 or context.bad_stuff)
        verb = "Lose " if (bad or context.kind == "curse") and BARE_LEVELS.fullmatch(one.strip()) else ""
        reading = reader.read(f"{verb}{one.strip()}", replace(context, bad_stuff=bad))
        flavour.extend(reading.left_out)
        for sentence in reading.sentences:
            if place and sentence.why and not sentence.understood:  # what stands behind the Bad Stuff
                again = reader.read(sentence.text, replace(context, bad_stuff=False)).sentences
                if len(again) == 1 and again[0].understood:
                    yield again[0], False
                    continue
            yield sentence, bad


def card_reader(own: Sequence[Card], tags: Iterable[str], beside: Sequence[Deck]) -> CardReader:
    """A reader for cards of a deck with some tags; one that was made for the same names is used again.

    Cards are known by what is printed on them too; of two that are called alike the deck's own is meant.
    """
    names = names_beside(own, tags, beside)
    cards = [*(card for deck in beside for card in deck.cards), *own]
    rows = (tuple(table.items()) for table in (names.identities, names.tags, names.cards))
    return _made(*rows, tuple((card.id, card.name) for card in cards if card.name), names.home)


@lru_cache(4)
def _made(identities: Pairs, tags: Pairs, cards: Pairs, titles: Pairs, home: frozenset[str]) -> CardReader:
    from decks.words.text_reader import Reader  # lark

    names = Names(dict(identities), dict(tags), dict(cards), home)
    return CardReader(names, Reader(names, dict(titles)))


def _why_not(sentence: Sentence) -> str:
    """Why a sentence of a card is not understood, and what could be said in its place; empty if it is."""
    if len(sentence.programs) == 1:
        return ""
    if sentence.programs:
        return f"may mean {_listed((' '.join(write(one)) for one in sentence.programs), ' or ')}; say which"
    if sentence.why:
        return f"cannot be on this card: {sentence.why}"
    part = "" if sentence.unread == sentence.text.rstrip(" .!?") else f"{_listed([sentence.unread])} "
    near = f"; what could be said: {_listed(sentence.nearest)}" if sentence.nearest else ""
    return f"{part}is not understood{near}"


def _listed(texts: Iterable[str], between: str = ", ") -> str:
    """Texts in full, in quote marks."""
    return between.join(f'"{text}"' for text in texts)


def _check_together(kind: str, parts: list[_Part], known: Mapping[str, Any]) -> None:
    """Leave sentences that another one may change, and what lasts on a card that nothing keeps."""
    if any(part.why and STEERS.search(part.sentence.text.lower()) for part in parts):
        for part in parts:
            if part.steps():
                part.why = "may mean something else, for what stands beside it is not understood"
    told = [step.op for part in parts for _, step in part.steps()]
    kept = "keep" in told or any(step.op == "keep" for _, step in _known_steps("effects", kind, known))
    for part in parts if kind in ("curse", "special") and not kept else ():
        if any(trigger in (*LASTING, *WAITED) for trigger, _ in part.steps()):
            part.why = "lasts, and the card does not say how long it stays"


def _columns(kind: str, sentence: Sentence, known: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """Keys of the card that a sentence says and no column does; a Fault where a column says otherwise."""
    found: dict[str, Any] = {}
    for key, value in sentence.columns:
        if (key, value) in sentence.against if key in NO_COLUMN else kind not in USED_BY.get(key, {kind}):
            raise Fault(f"{key} = {value} means nothing on a card of the kind {kind}")
        if key == "tags" and set(value) <= set(known.get("tags") or ()):
            continue
        if key not in NO_COLUMN:
            _agree(key, [_plain(one, names) for one in value] if isinstance(value, tuple) else value, known, found)
    if "hands" in found and "slot" not in known:
        found["slot"] = "hand"
    return found


def _agree(key: str, value: Any, known: Mapping[str, Any], said: dict[str, Any]) -> None:
    """Add a key to those that a sentence says, if its column does not; a Fault if that says otherwise."""
    there = {**said, **known}.get(key, value)
    if (_names(there) != _names(value)) if isinstance(value, list) else there != value:
        raise Fault(f"says that {key} is {value}, and its column that it is {there}")
    if key not in known:
        said[key] = value


def _names(value: list[str]) -> set[str]:
    """Names of identities, whether they say their axis or not."""
    return {one.rpartition(":")[2] for one in value}


def _plain(identity: str, names: Names) -> str:
    """An identity without its axis, where that says no less."""
    name = identity.rpartition(":")[2]
    return name if sum(key.rpartition(":")[2] == name for key in names.identities) == 1 else identity


def _new_steps(
    kind: str, part: _Part, known: Mapping[str, Any], said: dict[str, Any], names: Names
) -> list[dict[str, Any]]:
    """The steps of a sentence that nothing else says; what is a column of its own is added to those that it says."""
    others = _known_steps(part.key, kind, known)
    there = [meaning([one], names) for one in others]
    steps: list[dict[str, Any]] = []
    for trigger, step in part.steps():
        if meaning([(trigger, step)], names) in there:
            continue
        column = _column(kind, trigger, step)
        if column is not None:
            _agree(*column, known, said)
        elif not _is_against(step, known, names):
            said_when = {"on": trigger.name.lower()} if trigger != _trigger(part.key, kind, step) else {}
            steps.append({**said_when, **step.model_dump(exclude_unset=True)})
    if steps and others:
        raise Fault("is not what another column says")
    return steps


def _column(kind: str, trigger: Trigger, step: Step) -> tuple[str, int] | None:
    """The column that a step is, and its value."""
    amount = step.params.get("amount", 1)
    if step.when or set(step.params) - {"amount"} or not isinstance(amount, int):
        return None
    rows = (
        (key, amount + more)
        for key, kinds, on, op, more in BY_COLUMN
        if (on, op) == (trigger, step.op) and kind in kinds
    )
    return next(rows, None)


def _is_against(step: Step, known: Mapping[str, Any], names: Names) -> bool:
    """Whether a step is what the column `against` says; a Fault if that says otherwise."""
    column = known.get("against", {})
    if step.op != "strength" or set(step.when) != {"anyone"} or not column:
        return False
    amounts = {names.identity(who): amount for who, amount in column.items()}
    who = step.when["anyone"]
    found = {amounts.get(names.identity(one)) for one in (who if isinstance(who, list) else [who])}
    if found - {None, step.params["amount"]}:
        raise Fault("is not what the column `against` says")
    return found == {step.params["amount"]}


def _known_steps(key: str, kind: str, known: Mapping[str, Any]) -> list[tuple[Trigger, Step]]:
    """Steps that another column says; what is no step is told when the card is made."""
    found: list[tuple[Trigger, Step]] = []
    for row in known.get(key) or ():
        try:
            step = row if isinstance(row, Step) else Step.model_validate(row)
        except ValidationError:
            continue
        found.append((_trigger(key, kind, step), step))
    return found


def _trigger(key: str, kind: str, step: Step) -> Trigger:
    """When a step counts as a card file has it."""
    bad = TRIGGERS[step.on] if step.on else Trigger.BAD_STUFF
    return bad if key == "bad_stuff" else trigger_of(kind, step)
