"""The Guide's page of sentences for cards and rules, made of the clauses; `python -m reports.words_page` writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from decks.card_schema import KINDS, USED_BY, Card
from decks.card_text import kind_words, step_keys, toml_value
from decks.program_steps import Step
from decks.read_decks import deck_names, read_deck
from decks.rule_texts import reader
from decks.words.clause_table import THEMES, Clause, clauses, columns, conditions, triggers, values
from decks.words.drafts import AFTER
from decks.words.program_meaning import Context, Program
from decks.words.program_writer import all_values, write
from decks.words.sayings import said
from decks.words.value_words import each
from engine.records.card_kinds import Trigger
from lab.store.atomic_files import put
from reports.guide_pages import FOLDER
from variants.load_variants import known_variants, load_variant

FILE = FOLDER / "words.md"
TITLES = {
    "levels": "Levels", "items": "Items", "hands": "Cards and hands", "identities": "Classes, Races, death, states",
    "combat": "Combat, flight, dice, choices", "monsters": "Monsters and Treasures", "powers": "Powers",
    "tokens": "Tokens, and how a rule ends the game",
}  # fmt: skip
BEGINNING = """\
# Sentences for cards and rules

A card's text or a house rule is read whole or not at all. This is what it is read by: every clause with an example, the
step of a card file that it is, and a card or house rule of the lab that has it. `lab words "..."` says how a sentence
is read, `lab try "..."` plays it, `lab decks import` reads cards, `lab opcodes NAME` has every way to say a word.

Sentences are built of a moment, conditions and what happens: several things with "and" or ";", with "if", "unless" and
"otherwise", a die or a choice and what follows on it. You, the player and the owner are one. Other numbers, Items and
names than those shown will do, also the Classes, Races, tags and cards of your own deck.
"""
CONTEXTS = tuple(map(Context, ("rule", "curse", "special", "item", "monster", "one_shot", "class")))
"""Where an example may stand that no card has."""
REPEATED = {"bonus": 2, "run_away": 2}
"""Columns of the examples that are steps where no column says them."""
STEP, COLUMN = "| one can say | as a step | seen on |", "| one can say | as a key | of |"
MOST_WAYS = 2
"""Further ways to say a clause that stand beside its example."""
NAMED = {
    "that card": "Divine Intervention",
    "Drive is Elf": "Drive is Vengeance",
    "Drive is not Elf": "Drive is not Vengeance",
}
"""Names in examples, and those that there are."""


@dataclass(frozen=True)
class Use:
    """A step of a card or rule, and what follows on it."""

    where: str
    program: Program

    @property
    def first(self) -> tuple[Trigger, Step]:
        """The step itself."""
        return self.program[0]

    @property
    def code(self) -> str:
        """The steps as a card file has them."""
        rows = (", ".join(key for key in step_keys(step)) for _, step in self.program)
        return ", ".join(f"{{ {row} }}" for row in rows)


@cache
def uses() -> tuple[Use, ...]:
    """Every step of the decks and house rules of the lab, the shortest first."""
    cards = [(f"{card.name or card.id} ({name})", card) for name in deck_names() for card in read_deck(name).cards]
    rules = [(file.key, load_variant(file.key).edits.rules) for file in known_variants() if file.overlay]
    cards += [(f"house rule {name}", card) for name, some in rules for card in some]
    found = [use for where, card in cards for use in _of_card(where, card)]
    return tuple(sorted(found, key=lambda use: (use.first[0].name.lower() in AFTER, len(use.code))))


def _of_card(where: str, card: Card) -> Iterator[Use]:
    steps = card.steps()
    for place, (_, step) in enumerate(steps):
        end = place + 1
        while step.opcode.leads_to and end < len(steps) and steps[end][0] is step.opcode.leads_to:
            end += 1
        yield Use(where, tuple(steps[place:end]))


def text() -> str:
    """The page."""
    met, does = {said(row)[0]: row for row in reversed(_once(conditions()))}, _once(clauses())
    parts = [BEGINNING, _section("When it happens", (_moment(*row) for row in triggers().items() if said(row[1])))]
    parts.append(_section("Under what conditions", map(_condition, reversed(met.values()))))
    for theme in THEMES:
        parts.append(_section(TITLES[theme], (_clause(row) for row in does if row.theme == theme)))
    parts.append(_section("Amounts that count", map(_count, values()["counts"])))
    parts.append(_section("What columns of a card say", map(_column, columns()), COLUMN))
    return "\n".join(parts)


def _once(table: Mapping[str, tuple[Clause, ...]]) -> list[Clause]:
    """Every row of a table: one that says several words stands there for each."""
    return [*{id(row): row for rows in table.values() for row in rows}.values()]


def _section(title: str, lines: Iterable[str], heads: str = STEP) -> str:
    return f"## {title}\n\n{heads}\n|---|---|---|\n" + "\n".join(lines) + "\n"


def _line(ways: Sequence[str], holds: Callable[[Use], bool], *forms: str) -> str:
    """A row: an example as the lab writes it, and further ways in which people say the clause."""
    found = next(filter(holds, uses()), None) or _made(ways, forms or ("{}",), holds)
    example = " ".join(write(found.program)) if found is not None else ways[0]
    more = "".join(f" *Or:* {way}" for way in ways[1 : 1 + MOST_WAYS])
    code, where = (f"`{found.code}`", found.where) if found is not None else ("", "")
    return f"| {example}{more} | {code} | {where} |"


def _made(ways: Sequence[str], forms: Sequence[str], holds: Callable[[Use], bool]) -> Use | None:
    """A step that no card has, read from one of several texts."""
    for one in (form.format(way) for form in forms for way in ways):
        for name, known in NAMED.items():
            one = one.replace(name, known)
        for context in CONTEXTS:
            reading = reader().read(one, context)
            found = Use(
                "", tuple((on, step.model_copy(update={"on": on.name.lower()})) for on, step in reading.program)
            )
            if reading.understood and reading.program and holds(found):
                return found
    return None


AT = {"won": "When you win a combat, {}"}
"""What stands before a clause that is said of one moment alone."""

LASTING = {"combat_level": "won"}
"""Opcodes that hold all the time, and are said at a moment too."""

HAPPENINGS = (
    "Whenever you lose a combat, lose a Level", "When you win a combat, gain a Level", "+1", "Roll a die; lose a Level"
)  # fmt: skip
"""What may hang on a condition or a count: the first of which it may, stands in the example."""


def _clause(row: Clause) -> str:
    return _line(said(row), lambda use: _is(row, use), "{}", *(AT[on] for on in row.on if on in AT))


def _is(row: Clause, use: Use) -> bool:
    """Whether a step is said by a row of the table."""
    trigger, step = use.first
    given = all_values(step)
    fixed = step.op in row.names and all(given[name] in allowed for name, allowed in row.fixed.items())
    return fixed and (not row.on or trigger.name.lower() in row.on or LASTING.get(step.op) in row.on)


def _moment(word: str, row: Clause) -> str:
    return _line(said(row), lambda use: use.first[0].name.lower() == word, "{}: lose a Level", "{}: you win ties")


def _condition(row: Clause) -> str:
    allowed = row.fixed.get("value")

    def holds(use: Use) -> bool:
        return any(word in row.names and (not allowed or value in allowed) for word, value in use.first[1].when.items())

    return _line(said(row), holds, *(begin + ", if {}" for begin in HAPPENINGS))


def _count(word: str) -> str:
    def holds(use: Use) -> bool:
        amounts = [step.params.get("amount") for _, step in use.program]
        return any(isinstance(amount, dict) and amount["count"] == word for amount in amounts)

    return _line([each({"count": word})], holds, *(f"{begin} {{}}" for begin in HAPPENINGS))


def _column(row: Clause) -> str:
    """What a text says that is a key of its card."""
    for kind in KINDS:
        context = Context(kind, columns=REPEATED)
        for sentence in reader().read(said(row)[0], context).sentences:
            if sentence.columns and all(_has(kind, *pair) for pair in sentence.columns):
                keys = ", ".join(f"{key} = {toml_value(value)}" for key, value in sentence.columns)
                return f"| {' *Or:* '.join(said(row)[: 1 + MOST_WAYS])} | `{keys}` | {kind_words(kind)} |"
    raise ValueError(f"columns.toml: {row.names[0]}: cannot be said of any card")


def _has(kind: str, key: str, value: object) -> bool:
    """Whether a kind of card has such a column."""
    return kind == value if key == "kind" else kind in USED_BY.get(key, {kind})


if __name__ == "__main__":
    put({FILE: text().encode()})
