"""From what a sentence says to the steps it means where it stands, and whether two programs mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from pydantic import ValidationError

from decks.card_lint import FOR_THE_DEAD, LASTING
from decks.card_schema import AXES, BAD_STUFF_TRIGGERS, DEFAULT_TRIGGER, KINDS, USED_BY
from decks.condition_rows import condition_columns
from decks.program_steps import TRIGGERS, Step, step_columns
from decks.rule_lint import LASTS
from decks.value_kinds import Fault, Names
from decks.words.counted_grammar import UNSAID
from decks.words.draft_amounts import (
    ABOVE,
    IT,
    OWN_BONUS,
    OWN_LEVEL,
    THROWN_FOR,
    USED,
    as_it_stands,
    of_identity,
    step_of,
)
from decks.words.drafts import FOR_SEVERAL, IDENTITIES, NEUTRAL, OF_CARDS, Draft, Held, Instead, Pairs
from engine.records.card_kinds import Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import BY_NAME
from engine.records.step_values import SHOWN

Program: TypeAlias = tuple[tuple[Trigger, Step], ...]

LASTING_DEFAULT = {"curse": Trigger.IN_PLAY, "special": Trigger.IN_PLAY, "one_shot": Trigger.IN_FIGHT}
"""Trigger of what lasts on kinds of cards whose other steps happen once."""
MOST_TIMES = 50
"""From here on an amount cannot count so many for each."""
ASKS_THE_FIGHTER = ("easy_escape", "no_escape")
"""What lasts on a monster for all who flee from it."""
FOES = ("monster", "enhancer")
AT_A_FIGHT = ("in_fight", "appears", "before", "defeated")
"""Kinds of cards, and their moments, of which the fighter is the player who is asked."""
OF_THE_COMBAT = frozenset(
    "alone helped helpers_at_least helpers_at_most single_monster several_monsters anyone nobody tag its_tag "
    "thrown_for monster monster_level_at_least monster_level_at_most".split()
)
"""Conditions that are asked of a combat, whoever throws something into it."""
PLAYED = {"combat": ("one_shot", "enhancer"), "any": ("go_up_a_level", "curse"), "cheat": ("cheat", "item_enhancer")}
"""When cards are played, or on what, by the kinds that are; else that of one kind."""
NAMED_KINDS = ("enhancer", "wandering", "cheat", "doubler")
"""Kinds that the text of a special card may say."""
LYING = ("item", "comrade", "guest_star", "character", *AXES)
"""Kinds of cards that lie before their owner as long as they like."""
ELSEWHERE = ("run_away", "die_roll", "hand_limit")
"""What has a bonus that is none in combats."""
WITH_A_MONSTER = ("in_fight", "killed", "won", "helped", "escaped", "suffers")
"""Triggers of rules at which monsters are at hand."""
MAY_BE_NONE = ("set_level", "big_limit", "will_not_attack")
"""Opcodes of which nothing is an amount."""
ANSWERS = {"rolled": ("die_at_most", "die_at_least"), "chosen": ("chose",)}
"""Conditions that only hold after a die or a choice."""


@dataclass(frozen=True)
class Context:
    """Where a text stands: the kind of its card, whether it is its Bad Stuff, and what the card's columns say."""

    kind: str
    bad_stuff: bool = False
    columns: Mapping[str, Any] = field(default_factory=dict)
    switches: Mapping[str, int] = field(default_factory=dict)  # what the text says of those that are said of some too

    def as_named(self, told: Iterable[Pairs]) -> Context:
        """Where the text of a special card stands that says which kind of card it is."""
        kinds = {value for pairs in told for name, value in pairs if name == "kind" and value in NAMED_KINDS}
        return replace(self, kind=kinds.pop()) if self.kind == "special" and len(kinds) == 1 else self

    def against(self, told: Pairs) -> Pairs:
        """What a text says otherwise than the columns of its card, or of what such a card has no column for."""
        return tuple(pair for pair in told if not self._may_say(*pair))

    def repeats(self, told: Pairs) -> bool:
        """Whether columns say already all that a text says of them."""
        return all(name in (*self.columns, "kind", "timing") for name, _ in told) and not self.against(told)

    def _may_say(self, name: str, value: Any) -> bool:
        if name == "kind":
            return bool(value == self.kind)
        if name == "timing":  # what gives a bonus is played in combats
            return self.kind in PLAYED.get(value, (value,)) and (value != "combat" or bool(self.columns.get("bonus")))
        if self.kind == "rule" or self.kind not in USED_BY.get(name, KINDS):
            return False
        known = self.columns.get(name, value)
        if name == "tags":
            return set(value) <= set(known)
        if isinstance(value, tuple):
            return {one.rpartition(":")[2] for one in value} == {str(one).rpartition(":")[2] for one in known}
        return bool(known == value)


def program_of(body: Sequence[Draft], context: Context, names: Names) -> tuple[Program | None, str]:
    """The program that drafts make on a card; None, and why, where they cannot stand there."""
    found: list[tuple[Trigger, Step]] = []
    for draft in body:
        draft = as_it_stands(draft, context)
        of_some = draft.hangs or any(word in IDENTITIES for word, _ in draft.when)
        if draft.op == "strength" and of_some and any(step.op in ELSEWHERE for _, step in found):
            return None, "it is not said of what it is a bonus"
        trigger = TRIGGERS[draft.at] if draft.at else _unsaid(draft, context)
        if trigger is None:
            return None, "it happens once, and the sentence does not say when"
        if fault := _fault(draft, trigger, context):
            return None, fault
        try:
            step = step_of(draft, trigger is not _unsaid(draft, context), names)
            step_columns(step, trigger, names)  # a name may be none of what it is said to be: a Drive, a card
            found.append((trigger, step))
        except ValidationError as error:
            return None, error.errors()[0]["msg"].removeprefix("Value error, ")
        except Fault as fault:
            return None, str(fault)
    return tuple(found), ""


def _fault(draft: Draft, trigger: Trigger, context: Context) -> str:
    """Why a step cannot stand under a trigger; empty if it can."""
    row, on = BY_NAME[draft.op], trigger.name.lower()
    lasting = trigger in LASTING or (trigger == Trigger.APPEARS and row.on_arrival)
    if context.bad_stuff and on not in ("bad_stuff", *BAD_STUFF_TRIGGERS):
        return "Bad Stuff happens at once, when the monster catches somebody"
    offered = draft.op == "either" and not draft.third and context.kind in LYING
    if (draft.house or draft.third) and context.kind != "rule" and not offered:
        return "it reads as a rule for everybody at the table; on a card say when its owner may do it"
    if fault := _rule_fault(draft, on) if context.kind == "rule" else "":
        return fault
    if draft.on and on not in draft.on:
        return f"it means nothing {on.replace('_', ' ')}"
    if (row.family == "ability") != (trigger == Trigger.ABILITY) or (row.family == "lasting") != lasting:
        return f"what is {row.family} does nothing {on.replace('_', ' ')}"
    if trigger == Trigger.DIED and draft.op not in FOR_THE_DEAD:
        return "it does nothing for the dead"
    if fault := _bonus_fault(draft, context) or _hand_fault(draft) or _idle(draft, trigger, context):
        return fault
    if fault := _fault_of_whom(draft, on, context):
        return fault
    if draft.lasts and row.family == "instant" and not draft.at:
        return "it happens once, and the sentence says how long"
    if any(on != after and word in words for after, words in ANSWERS.items() for word, _ in draft.when):
        return "it hangs on a die or a choice that nobody has made"
    amount = dict(draft.values).get("amount")
    if (amount == "die" or (isinstance(amount, Mapping) and amount["count"] == "die")) and on != "rolled":
        return "it counts what a die shows that nobody has rolled"
    return ""


def _fault_of_whom(draft: Draft, on: str, context: Context) -> str:
    """Why it is not clear of whom a sentence speaks; empty if it is."""
    if draft.foe and context.kind not in FOES:
        return "it is said of a monster"
    if draft.of_some and (on == "played" or (on == "cursed" and not context.bad_stuff)):
        return "it is not said whether all of them are meant or the one concerned"
    if draft.of_some and draft.op in ASKS_THE_FIGHTER:
        return "the fighter alone is asked, and the helper may be one of them"
    if draft.fighter and (context.kind not in FOES or on not in AT_A_FIGHT):
        return "it asks what the fighter is, and on this card only its owner is asked"
    return ""


def _idle(draft: Draft, trigger: Trigger, context: Context) -> str:
    """Why a step would never count on such a card; empty if it may."""
    lasts = BY_NAME[draft.op].family == "lasting" and trigger == Trigger.IN_PLAY
    if lasts and (not draft.at or draft.lasts) and draft.op not in (*LASTS[Trigger.IN_PLAY], *OF_CARDS):
        return "it counts on monsters, and does nothing in play"
    if draft.op == "run_away" and not draft.at and trigger == Trigger.IN_FIGHT and context.kind not in FOES:
        return "it counts on monsters and on what is played on them"
    if draft.op == "as_big" and draft.card and context.kind not in ("curse", "special"):
        return "its column says whether it is Big"
    if draft.op != "thrown_strength" and draft.lasts and any(word == THROWN_FOR for word, _ in draft.when):
        return "only of a one-shot it is asked for which side it is thrown"
    if draft.lies and context.kind not in LYING:
        return "it does not lie before somebody who could give it up"
    if USED in draft.when or IT in draft.when:
        return "it is not said what it is to use it" if USED in draft.when else "it may be the card or something else"
    return ""


def _rule_fault(draft: Draft, on: str) -> str:
    """Why a step cannot stand on a house rule, beside what no card can say; empty if it can."""
    asked = {word for word, _ in draft.when}
    if draft.op in FOR_SEVERAL and on in NEUTRAL and draft.op != "end_game":
        return "it would happen once for each player, for the moment comes to all of them"
    if draft.card:
        return "it is said of the card that it stands on, and a rule is none"
    amount = dict(draft.values).get("amount")
    if draft.op not in MAY_BE_NONE and (amount == 0 or (isinstance(amount, Mapping) and amount.get("times") == 0)):
        return "it says that there is none where there would have been none"
    if BY_NAME[draft.op].family == "lasting" and "first" in asked:
        return "it lasts, and what lasts has no first time"
    if on != "level_gained" and "reached" in asked:
        return "it asks to which Level somebody has risen where nobody has"
    if on not in WITH_A_MONSTER and any(word.startswith("its_") for word in asked):
        return "it asks for a monster where none is concerned"
    if on in ("killed", "won", "helped") and asked & set(ABOVE):
        return "whoever kills has risen by then: the Level of the monster is compared too late"
    return ""


def _bonus_fault(draft: Draft, context: Context) -> str:
    """Why the amount of a step is none; empty if it is one."""
    amount = dict(draft.values).get("amount")
    if isinstance(amount, Mapping) and amount.get("rounded") == UNSAID:
        return "it is not said what becomes of an odd one; allowed: rounded up, rounded down"
    if isinstance(amount, Instead):
        return "it is a bonus in the place of one that no column says"
    if isinstance(amount, Held) and of_identity(draft):
        return "what the cards of those players give comes on top of it; allowed: how much more or less they have"
    if isinstance(amount, Held):
        return f"of everybody the switch {amount.switch} says it"
    if amount == 0 and draft.op in ("hand_limit", "run_away"):
        return "everybody has that anyway"
    if amount in (OWN_BONUS, OWN_LEVEL):
        return "it counts again what no column says"
    if draft.op == "strength" and draft.hangs and context.kind == "one_shot":
        return "it is not said for which side"
    if draft.op == "thrown_strength" and not draft.at and not {word for word, _ in draft.when} <= OF_THE_COMBAT:
        return "it is not said of whom that is asked"
    if draft.op == "run_away" and context.kind == "enhancer":
        return ""  # it has no column for it
    if draft.hangs and not draft.when and not isinstance(amount, Mapping):
        return "it is a bonus that the column of the card says"
    if draft.bare and isinstance(amount, int) and amount > context.columns.get("bonus", 0) > 0:
        return "it is not said whether it is one more than that of the card; allowed: an additional bonus"
    return ""


def _hand_fault(draft: Draft) -> str:
    """Why cards that are discarded are not those of the hand; empty if they are."""
    if draft.op != "discard_hand":
        return ""
    if ("what", "item") in draft.values:
        return "no Item in play is in the hand"
    if {("amount", "all"), ("what", "card")} <= {*draft.values}:
        return (
            "it is not said whether those in play go too; allowed: all cards in hand, or all cards in hand and in play"
        )
    return ""


def _unsaid(draft: Draft, context: Context) -> Trigger | None:
    """The trigger that goes without saying; None where there is none for what happens once."""
    family = BY_NAME[draft.op].family
    if family == "ability":
        return Trigger.ABILITY
    if context.bad_stuff:
        return Trigger.BAD_STUFF
    if family == "lasting" and context.kind == "rule" and _of_the_fight(draft):
        return Trigger.IN_FIGHT
    default = DEFAULT_TRIGGER.get(context.kind, Trigger.IN_PLAY)
    if family == "lasting":
        return default if default in LASTING else LASTING_DEFAULT.get(context.kind)
    return None if default in LASTING else default


def _of_the_fight(draft: Draft) -> bool:
    """Whether what lasts on a rule counts as if it stood on the monsters."""
    return draft.op not in LASTS[Trigger.IN_PLAY] or bool(draft.on and "in_play" not in draft.on)


def meaning(program: Sequence[tuple[Trigger, Step]], names: Names) -> tuple[Any, ...]:
    """What a program is for the engine: programs of one meaning play alike."""
    shown = SHOWN[next((step.params.get("dice", "d6") for _, step in program if step.op == "roll"), "d6")]
    return tuple(_meaning(trigger, step, names, shown) for trigger, step in program)


def _meaning(trigger: Trigger, step: Step, names: Names, shown: tuple[int, int]) -> tuple[Any, ...]:
    if step.params.get("which") == "all":  # any Item; and all of them, where they are counted
        every = {"amount": "all"} if "amount" in step.opcode.params else {}
        step = step.model_copy(update={"which": "any", **every})
    times = step.params.get("amount", 1)
    if step.op == "lose_levels_per_card" and isinstance(times, int) and times < MOST_TIMES:
        counted = {"count": "hand", "times": times}
        step = Step.model_validate({"op": "lose_levels", "when": step.when, "amount": counted})
    numbers = step_columns(step, trigger, names)
    conditions = sorted({pair for pair in condition_columns(step.when, names) if not _always_holds(*pair, shown)})
    return (int(trigger), tuple(conditions), *numbers[5:], step.label)


def _always_holds(condition: int, value: int, shown: tuple[int, int]) -> bool:
    least = condition == Condition.DIE_AT_LEAST and value <= shown[0]
    most = condition == Condition.DIE_AT_MOST and value >= shown[1]
    return condition == Condition.ALWAYS or least or most
