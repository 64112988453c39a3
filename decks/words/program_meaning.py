"""From what a sentence says to the steps it means where it stands, and whether two programs mean the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import ValidationError

from decks.card_lint import LASTING
from decks.card_schema import DEFAULT_TRIGGER
from decks.condition_rows import BY_WORD, condition_columns
from decks.program_steps import TRIGGERS, Step, step_columns
from decks.value_kinds import Fault, Names
from decks.words.drafts import SEVERAL_TIMES, Draft, Pairs
from engine.records.card_kinds import Condition, Trigger
from engine.records.opcodes import BY_NAME

Program: TypeAlias = tuple[tuple[Trigger, Step], ...]

LASTING_DEFAULT = {"curse": Trigger.IN_PLAY, "special": Trigger.IN_PLAY, "one_shot": Trigger.IN_FIGHT}
"""Trigger of what lasts on kinds of cards whose other steps happen once."""
ANSWERS = {"rolled": ("die_at_most", "die_at_least"), "chosen": ("chose",)}
"""Conditions that only hold after a die or a choice."""


@dataclass(frozen=True)
class Context:
    """Where a text stands: the kind of its card, whether it is its Bad Stuff, and what the card's columns say."""

    kind: str
    bad_stuff: bool = False
    columns: Mapping[str, Any] = field(default_factory=dict)

    def against(self, told: Pairs) -> Pairs:
        """What a text says otherwise than the columns of its card."""
        return tuple((name, value) for name, value in told if not self._agrees(name, value))

    def _agrees(self, name: str, value: Any) -> bool:
        if name == "kind":
            return bool(value == self.kind)
        known = self.columns.get(name)
        if isinstance(value, tuple):
            return {one.rpartition(":")[2] for one in value} == {str(one).rpartition(":")[2] for one in known or ()}
        return bool(known == value)


def program_of(body: Sequence[Draft], context: Context) -> tuple[Program | None, str]:
    """The program that drafts make on a card; None, and why, where they cannot stand there."""
    found = []
    for draft in body:
        step, fault = _step(draft, context)
        if step is None:
            return None, fault
        found.append(step)
    return tuple(found), ""


def _step(draft: Draft, context: Context) -> tuple[tuple[Trigger, Step] | None, str]:
    trigger = TRIGGERS[draft.at] if draft.at else _unsaid(draft, context)
    if trigger is None:
        return None, "it happens once, and the sentence does not say when"
    on, family = trigger.name.lower(), BY_NAME[draft.op].family
    if draft.on and on not in draft.on:
        return None, f"it means nothing {on.replace('_', ' ')}"
    arriving = trigger == Trigger.APPEARS and BY_NAME[draft.op].on_arrival
    lasting = trigger in LASTING or arriving
    if (family == "ability") != (trigger == Trigger.ABILITY) or (family == "lasting") != lasting:
        return None, f"what is {family} does nothing {on.replace('_', ' ')}"
    if draft.hangs and not draft.when:
        return None, "it is a bonus that the column of the card says"
    if draft.lasts and family == "instant":
        return None, "it happens once, and the sentence says how long"
    for after, conditions in ANSWERS.items():
        if on != after and any(word in conditions for word, _ in draft.when):
            return None, "it hangs on a die or a choice that nobody has made"
    values = dict(draft.values)
    if values.get("amount") == "die" and on != "rolled":
        return None, "it counts what a die shows that nobody has rolled"
    said = {} if trigger == _unsaid(draft, context) else {"on": on}
    row = {**said, "op": draft.op, **{name: _plain(value) for name, value in values.items()}}
    when = _when(draft.when)
    if when is None:
        return None, "it has no such condition"
    try:
        return (trigger, Step.model_validate({**row, **({"when": when} if when else {})})), ""
    except (ValidationError, Fault) as fault:
        return None, str(fault).splitlines()[0]


def _unsaid(draft: Draft, context: Context) -> Trigger | None:
    """The trigger that goes without saying; None where there is none for what happens once."""
    family = BY_NAME[draft.op].family
    if family == "ability":
        return Trigger.ABILITY
    if context.bad_stuff:
        return Trigger.BAD_STUFF
    default = DEFAULT_TRIGGER.get(context.kind, Trigger.IN_PLAY)
    if family == "lasting":
        return default if default in LASTING else LASTING_DEFAULT.get(context.kind)
    return None if default in LASTING else default


def _when(pairs: Pairs) -> dict[str, Any] | None:
    """Conditions as a card file has them: an identity under the word of its axis."""
    found: dict[str, Any] = {}
    for word, value in sorted(pairs, key=lambda pair: pair[0] in SEVERAL_TIMES and len(_axes(pair[1])) == 1):
        if word in SEVERAL_TIMES:
            own = "".join(["not_" * (word == "is_not"), *_axes(value)])
            word = own if own in BY_WORD and own not in found else word
        if word in found:
            return None
        found[word] = _plain(value)
    return found


def _axes(value: tuple[str, ...]) -> set[str]:
    """The axes of some identities."""
    return {one.partition(":")[0] for one in value}


def _plain(value: Any) -> Any:
    """A value as a card file has it: one name alone, and without its axis where it has but one."""
    if isinstance(value, tuple):
        names = [_plain(one) for one in value]
        return names[0] if len(names) == 1 else names
    return value.removeprefix("sex:") if isinstance(value, str) else value


def meaning(program: Sequence[tuple[Trigger, Step]], names: Names) -> tuple[Any, ...]:
    """What a program is for the engine: programs of one meaning play alike."""
    return tuple(_meaning(trigger, step, names) for trigger, step in program)


def _meaning(trigger: Trigger, step: Step, names: Names) -> tuple[Any, ...]:
    if step.params.get("which") == "all":  # any Item; and all of them, where they are counted
        every = {"amount": "all"} if "amount" in step.opcode.params else {}
        step = step.model_copy(update={"which": "any", **every})
    numbers = step_columns(step, trigger, names)
    conditions = sorted({pair for pair in condition_columns(step.when, names) if not _always_holds(*pair)})
    return (int(trigger), tuple(conditions), *numbers[5:], step.label)


def _always_holds(condition: int, value: int) -> bool:
    least, most = condition == Condition.DIE_AT_LEAST and value <= 1, condition == Condition.DIE_AT_MOST and value >= 6
    return condition == Condition.ALWAYS or least or most
