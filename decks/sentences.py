"""What the program of a card does, in sentences as rules say them: no word of the files, and no part without its rest.

A die, a choice and what follows on them are one sentence, though they are several steps of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from decks.condition_rows import BY_WORD
from decks.phrases import phrase
from decks.program_steps import Step
from decks.value_words import SLOTS, named, people, plain, price_words
from engine.records.card_kinds import TRIGGER_SAYS, Trigger

UNSAID = frozenset({Trigger.BAD_STUFF, Trigger.PLAYED, Trigger.CURSED, Trigger.ABILITY})
"""Triggers that go without saying: the heading or the kind of the card says them."""

ALSO = "`also = 1`"
"""How an opcode says what it does beside, if the step asks for it."""

UNSAID_VALUES = {"amount": 1, "also": "no"}
"""What numbers are where a step does not say them, as a sentence puts it."""

LEADS = {
    "roll": "Roll a die", "either": "Choose one of two", "declare": "Name a number from 1 to `amount`",
    "pay_on_turn": "On their turn, outside combat, the owner may PRICE",
    "pay_in_fight": "In their own combat the owner may PRICE",
    "pay_beside": "In any combat the owner may PRICE",
}  # fmt: skip
"""What is said of the steps that others follow on, by opcode."""

PRICE = "PRICE"
"""Where such a sentence says what is paid."""

AFTER = {
    Trigger.ROLLED: "after its die", Trigger.CHOSEN: "after that choice", Trigger.USED: "for that price",
}  # fmt: skip
"""When a step counts that follows on such a step, where it stands elsewhere."""

WHEN = AFTER | {
    Trigger.IN_PLAY: "in play", Trigger.IN_FIGHT: "in its combat", Trigger.CARRIED: "in play, in use or not",
    Trigger.DRAWN: "as soon as it reaches a hand",
}  # fmt: skip
"""When a step counts, where the words of `lab opcodes` are longer than a card's."""

ON_THE_DIE = ("die_at_most", "die_at_least")
SIDES = 6
NO_LIMIT = {"max": ", or from one of at most Level `max`"}
"""What an opcode says of a number that a step may do without."""

AS_MANY = {"die": "as many as the die shows"}
"""Amounts that are no numbers, and whose word says little."""

Program = Sequence[tuple[Trigger, Step]]


def sentences(program: Program) -> list[str]:
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
    when = "" if trigger in UNSAID else f"{_when(trigger)}: "
    lead, left = _with_values(LEADS[step.opcode.name], step.params)
    lead = lead.replace(PRICE, price_words(step.params))
    parts, before = [], None
    for branch in branches:
        said = _case(branch, before)
        does = step_words(branch, Trigger.PLAYED, (*ON_THE_DIE, "chose")).removesuffix(".")
        parts.append(f"{said}{does[0].lower()}{does[1:]}")
        before = branch
    if len(parts) > 1 and not branches[-1].when:
        parts[-1] = f"in any case, {parts[-1]}"
    return _sentence(
        f"{when}{lead[0].lower()}{lead[1:]}{'; ' if when else ': '}{'; '.join(parts)}{_condition_words(step.when)}"
    )


def _case(step: Step, before: Step | None) -> str:
    """In which case a step follows on a die or a choice."""
    if (number := step.when.get("chose")) is not None:
        return f"({number}) "
    if not set(ON_THE_DIE) & set(step.when):
        return ""
    last, first = (step.when.get(word, end) for word, end in zip(ON_THE_DIE, (SIDES, 1), strict=True))
    if before is not None and last == SIDES and before.when.get("die_at_most") == first - 1:
        return "otherwise, "
    numbers = f"a {first}" if first == last else f"a {first} or {last}" if last == first + 1 else f"{first} to {last}"
    return f"on {numbers}, "


def step_words(step: Step, trigger: Trigger, told: Sequence[str] = ()) -> str:
    """One step as a sentence: when it counts, what its opcode does, with which values, and under what conditions.

    `told` are words of conditions that are told before it.
    """
    when = "" if trigger in UNSAID else f"{_when(trigger)}: "
    only = _condition_words({word: value for word, value in step.when.items() if word not in told})
    return _sentence(f"{when}{_power(step)}{_does(step, trigger)}{only}")


def _does(step: Step, trigger: Trigger) -> str:
    """What a step does, with its values."""
    found = phrase(step.op, step.params, trigger)
    if found is not None:
        return found
    says = step.opcode.says.removesuffix(".")
    says, left = _with_values(LEADS.get(step.opcode.name, says), step.params)
    values = ", ".join(_named(name, value) for name, value in left.items() if name != "name")
    return f"{says} [{values}]" if values else says


def _power(step: Step) -> str:
    """What a power is called, where its card gives it a name."""
    name = str(step.params.get("name", "")).replace("-", " ")
    return f"{name[:1].upper()}{name[1:]}: " if name and step.label else ""


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _when(trigger: Trigger) -> str:
    return WHEN.get(trigger, TRIGGER_SAYS[trigger])


def _named(name: str, value: Any) -> str:
    if name == "amount" and value in AS_MANY:
        return AS_MANY[value]
    return f"{name} {_value(value)}"


def _condition_words(when: Mapping[str, Any]) -> str:
    only = " and ".join(condition(word, value) for word, value in when.items())
    return f", if {only}" if only else ""


def _with_values(says: str, params: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """What an opcode says with the values that it names in it, and those that it does not name.

    Where `also = 1` says what a step can do beside, this is said of the steps that do it alone.
    """
    for name, clause in NO_LIMIT.items():
        says = says if name in params else says.replace(clause, "")
    named = {name for name in params if f"`{name}`" in says}
    for name, value in {**UNSAID_VALUES, **params}.items():
        says = says.replace(f"`{name}`", _value(value))
    before, beside, more = says.partition(ALSO)
    if beside:
        says = before + more.removeprefix(":").strip() if params.get("also") == 1 else before.rstrip(" ;,")
        named |= {"also"}
    return says, {name: value for name, value in params.items() if name not in named}


def _value(value: Any) -> str:
    return plain(", ".join(map(str, value)) if isinstance(value, list) else str(value))


IS = ("class", "race", "role", "sex", "is", "birthright")
IS_NOT = ("not_class", "not_race", "not_role", "not_sex", "is_not", "not_birthright")

SAYS: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(IS, lambda v: f"the player is {people(v)}"),
    **dict.fromkeys(IS_NOT, lambda v: f"the player is {people(v, 'and', no=True)}"),
    "drive": lambda v: f"the player's Drive is {named(v)}",
    "not_drive": lambda v: f"the player's Drive is not {named(v)}",
    "has": lambda v: f"the player has a {plain(str(v)).capitalize()} in play",
    "lacks": lambda v: f"the player has no {plain(str(v)).capitalize()} in play",
    "level_at_least": lambda v: f"the player's Level is {v} or more",
    "level_at_most": lambda v: f"the player's Level is {v} or less",
    "tag": lambda v: f"a monster of the combat is tagged {named(v)}",
    "its_tag": lambda v: f"the monster is tagged {named(v)}",
    "monster_level_at_least": lambda v: f"a monster of the combat has a printed Level of {v} or more",
    "monster_level_at_most": lambda v: f"a monster of the combat has a printed Level of {v} or less",
    "die_at_least": lambda v: f"the die shows {v} or more",
    "die_at_most": lambda v: f"the die shows {v} or less",
    "anyone": lambda v: f"somebody in the combat is {people(v)}",
    "nobody": lambda v: f"nobody in the combat is {people(v)}",
    "any_not": lambda v: f"somebody in the combat is {people(v, 'and', no=True)}",
    "wears": lambda v: f"the player has {SLOTS[v]} in use",
    "not_wears": lambda v: f"the player has no {SLOTS[v]} in use",
    "chose": lambda v: f"that was the answer ({v})",
    "round_at_least": lambda v: f"round {v} has begun",
    "round_at_most": lambda v: f"it is round {v} or earlier",
    "players_at_least": lambda v: f"{v} or more play",
    "players_at_most": lambda v: f"{v} or fewer play",
    "behind_at_least": lambda v: f"somebody's Level is {v} or more above theirs",
    "ahead_at_least": lambda v: f"the player's Level is {v} or more above everybody else's",
    "hand_at_least": lambda v: f"the player holds {v} or more cards",
    "hand_at_most": lambda v: f"the player holds {v} or fewer cards",
    "items_at_least": lambda v: f"the player has {v} or more Items in play",
    "items_at_most": lambda v: f"the player has {v} or fewer Items in play",
    "lead_at_least": lambda v: f"the munchkins lead by {v} or more",
    "lead_at_most": lambda v: f"the munchkins lead by {v} or less",
    "its_level_at_least": lambda v: f"the monster's printed Level is {v} or more",
    "its_level_at_most": lambda v: f"the monster's printed Level is {v} or less",
    "its_level_above": lambda v: f"the monster's printed Level is {v} or more above the player's",
    "its_level_below": lambda v: f"the monster's printed Level is {v} or more below the player's",
    "first": lambda v: f"this is the first time in this {v}",
}
"""Conditions that name a value."""

HOLDS = {
    "single_monster": "one monster is in the combat", "several_monsters": "several monsters are in the combat",
    "level_suffices": "the fighter has no help and their Level beats the monsters",
    "survived": "the player got away unhurt from the combat just over and a companion did not",
    "other": "somebody else holds the card in their hand",
    "before_door": "it is the player's turn and their door is still closed",
    "rose": "the player has gained a Level in this turn and not by a kill",
}  # fmt: skip
"""What it means that a condition holds, where `lab opcodes` says it in fewer words or more."""

NOT = {
    "highest": "somebody has a higher Level", "lowest": "somebody has a lower Level",
    "alone": "the fighter has a helper", "helped": "the fighter has no helper",
    "helper_present": "the fighter has no helper at the moment of reading", "helper": "the player is not the helper",
    "fighter": "the player is not the fighter", "own_turn": "it is not the player's own turn",
    "hand_even": "the player's hand has an odd number of cards", "single_monster": "several monsters are in the combat",
    "several_monsters": "one monster is in the combat", "has_item": "the player has no Item in play",
    "fire_used": "no card tagged fire counts on the munchkin side",
    "looked_for_trouble": "the monster was not looked for",
}  # fmt: skip
"""What it means that a condition does not hold, where a step asks for that."""


def condition(word: str, value: Any) -> str:
    """One condition in words."""
    if word in SAYS:
        return SAYS[word](value)
    says = BY_WORD[word].says
    if value is True:
        return HOLDS.get(word, says)
    return NOT.get(word, f"not: {says}") if value is False else f"{says} ({named(value)})"
