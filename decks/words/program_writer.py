"""What the program of a card does, in sentences as rules say them: no word of the files, and no part without its rest.

A die, a choice and what follows on them are one sentence, though they are several steps of the program.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from decks.condition_rows import BY_WORD, each_of
from decks.program_steps import Step
from decks.value_kinds import enumeration, words_of
from decks.words.clause_grammar import RANGED
from decks.words.clause_table import Clause, clauses, conditions, plain_value, triggers
from decks.words.patterns import Hole, Maybe, Pattern
from decks.words.value_words import bonus, plain, said
from engine.records.card_kinds import TRIGGER_SAYS, Trigger
from engine.records.step_values import SHOWN

ON_THE_DIE = ("die_at_most", "die_at_least")

Program = Sequence[tuple[Trigger, Step]]


def write(program: Program) -> list[str]:
    """A sentence for each step of a program; what follows on a die or a choice is part of its sentence."""
    found, at = [], 0
    while at < len(program):
        trigger, step = program[at]
        at += 1
        after = step.opcode.leads_to
        branches = []
        while after is not None and at < len(program) and program[at][0] is after:
            branches.append(program[at][1])
            at += 1
        found.append(_with_branches(trigger, step, branches) if branches else step_words(step, trigger))
    return found


def _with_branches(trigger: Trigger, step: Step, branches: Sequence[Step]) -> str:
    """A step and what follows on it."""
    only = _condition_words(step.when)
    before = f"{_when(trigger)}{only.removeprefix(', ')}{', ' if only else ''}"
    parts: list[str] = []
    low, high = SHOWN[step.params.get("dice", "d6")]
    left = set(range(low, high + 1))
    for branch in branches:
        case = _case(branch, left, bool(parts), (high, low))
        does = step_words(branch, Trigger.PLAYED, (*ON_THE_DIE, "chose")).removesuffix(".")
        parts.append(f"{case}{does[0].lower()}{does[1:]}")
    return _sentence(f"{before}{phrase(step, trigger)}{'; ' if before else ': '}{'; '.join(parts)}")


def _case(step: Step, left: set[int], further: bool, ends: tuple[int, int]) -> str:
    """In which case a step follows on a die or a choice; `left` are the numbers on which nothing has followed yet.

    `ends` are the highest number that the die shows, and the lowest.
    """
    if (number := step.when.get("chose")) is not None:
        return f"({number}) "
    if not set(ON_THE_DIE) & set(step.when):
        return "in any case, " if further else ""
    last, first = (step.when.get(word, end) for word, end in zip(ON_THE_DIE, ends, strict=True))
    meant, rest = set(range(first, last + 1)), set(left)
    left -= meant
    if meant == rest and further:
        return "otherwise, "
    numbers = f"a {first}" if first == last else f"a {first} or {last}" if last == first + 1 else f"{first} to {last}"
    return f"on {numbers}, "


def step_words(step: Step, trigger: Trigger, told: Sequence[str] = ()) -> str:
    """One step as a sentence: when it counts, what its opcode does, with which values, and under what conditions.

    `told` are words of conditions that are told before it.
    """
    only = _condition_words({word: value for word, value in step.when.items() if word not in told})
    return _sentence(f"{_when(trigger)}{_power(step)}{phrase(step, trigger)}{only}")


def _power(step: Step) -> str:
    """What a power is called, where its card gives it a name."""
    name = plain(str(step.params.get("name", "")))
    return f"{name[:1].upper()}{name[1:]}: " if name and step.label else ""


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _when(trigger: Trigger) -> str:
    row = triggers().get(trigger.name.lower())
    text = "".join(str(part) for part in row.says) if row is not None else TRIGGER_SAYS[trigger]
    return f"{text}: " if text else ""


def _condition_words(when: Mapping[str, Any]) -> str:
    told = each_of(when)
    bounds = dict(told)
    ranged = {least: least.replace("least", "most") for least in RANGED if least in bounds}
    between = {least: most for least, most in ranged.items() if bounds[least] <= bounds.get(most, -1)}
    only = " and ".join(
        _between(word, value, bounds[between[word]]) if word in between else condition(word, value)
        for word, value in told
        if word not in between.values()
    )
    return f", if {only}" if only else ""


def _between(word: str, least: int, most: int) -> str:
    """Both bounds in one: is 3; is 2 to 4."""
    return condition(word, least).replace(f"{least} or more", f"{least}" if least == most else f"{least} to {most}")


def phrase(step: Step, trigger: Trigger) -> str:
    """What a step does, with its values, as a sentence without its full stop."""
    given = all_values(step)
    told = {name for name, value in given.items() if value != default(step, name) and name != "name"}
    rows = clauses().get(step.op, ())
    for clause in sorted(rows, key=lambda row: bool(row.on) and trigger.name.lower() not in row.on):
        found = _of_clause(clause, given, told)
        if found is not None:
            return found
    rest = ", ".join(f"{name} {_bare(given[name])}" for name in step.opcode.params if name in told)
    return f"{plain(step.op)} [{rest}]"


def _bare(value: Any) -> str:
    if isinstance(value, int):
        return bonus(value) if value < 0 else str(value)
    return plain(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def condition(word: str, value: Any) -> str:
    """One condition in words."""
    for clause in conditions().get(word, ()):
        found = _of_clause(clause, {"value": value}, {"value"})
        if found is not None:
            return found
    return f"{BY_WORD[word].says} ({_bare(value)})"


def _of_clause(clause: Clause, given: Mapping[str, Any], told: set[str]) -> str | None:
    """A row with the values of a step; None where it does not fit, or leaves a value unsaid."""
    if any(given[name] not in allowed for name, allowed in clause.fixed.items()):
        return None
    found = rendered(clause.says, given, told)
    return found[0] if found is not None and told <= found[1] | set(clause.fixed) else None


def rendered(pattern: Pattern, given: Mapping[str, Any], told: set[str] = frozenset()) -> tuple[str, set[str]] | None:  # type: ignore[assignment]
    """A pattern with values, and the parameters that it says; a part that may be missing is written to say one more."""
    text, names = "", set[str]()
    for part in pattern:
        if isinstance(part, Maybe):
            inner = rendered(part.parts, given, told)
            if inner is not None and inner[1] & told - names:
                text, names = text + inner[0], names | inner[1]
        elif isinstance(part, Hole):
            words = _hole_words(part, given)
            if words is None:
                return None
            text, names = text + words, names | set(part.params)
        elif isinstance(part, str):
            text += part
    return re.sub(r",(,|$)", r"\1", text), names


def _hole_words(hole: Hole, given: Mapping[str, Any]) -> str | None:
    if hole.kind:
        return said(hole, given)
    return "" if given[hole.params[0]] == plain_value(hole.fixed) else None


def all_values(step: Step) -> dict[str, Any]:
    """The values of all parameters of a step, those that it leaves out too."""
    return {name: step.params.get(name, default(step, name)) for name in step.opcode.params}


def default(step: Step, parameter: str) -> Any:
    """What leaving out a parameter means; None: it names nothing."""
    if parameter == "amount":
        return 1 if step.opcode.counted else None
    kind = step.opcode.kind_of(parameter)
    choices = enumeration(kind)
    if choices is not None:
        return words_of(choices)[0] if step.opcode.may_omit(parameter) else None
    return 0 if kind == "number" and step.opcode.may_omit(parameter) else None
