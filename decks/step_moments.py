"""When steps of a program could do something: what never happens, and what never counts where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from decks.program_steps import Step
from engine.records.card_kinds import HAPPENS, INSTEAD, Aim, Trigger
from engine.records.opcode_row import Moment
from engine.records.timings import OUT_OF_COMBAT, Timing

Steps: TypeAlias = Sequence[tuple[Trigger, Step]]

WAITED = (Trigger.TURN_START, Trigger.WON, Trigger.JOINED, Trigger.GOT_AWAY, *HAPPENS, *INSTEAD)
"""Moments that come to whoever has the card before them."""
NEVER_LIES = ("one_shot", "enhancer", "monster", "wandering", "go_up_a_level", "cancel")
"""Kinds of cards that lie before nobody as long as they act."""
LOOKED_BACK = (Trigger.LOST, Trigger.COMBAT_OVER, Trigger.GOT_AWAY)
"""Moments that are told when their combat is over: who fought in it, and how many, is still known."""
LAID_IN_PEACE = ("item", "cheat")
"""Kinds of cards that nobody plays while they fight."""
NO_COMBAT = (Trigger.TURN_START, Trigger.TURN_END, Trigger.ROUND_START, Trigger.LOOTED, Trigger.SOLD, Trigger.CHARITY,
             Trigger.BEGUN, Trigger.REBORN)  # fmt: skip
"""Moments at which nobody fights."""
IN_FLIGHT = (Trigger.DIES, Trigger.SUFFERS, Trigger.CAUGHT)
"""Moments at which somebody has not got away from a combat that may still be ended."""
FORGOTTEN = frozenset("lead extra".split())
COUNTED_BACK = frozenset("monsters helpers".split())
"""What amounts count of a combat: while it goes on alone, and when it is just over too."""
ASKED_NOW = frozenset(
    "lead_at_least lead_at_most anyone nobody any_not tag monster monster_level_at_least monster_level_at_most "
    "any_wears any_has any_lacks any_level_at_least any_level_at_most any_has_big".split()
)
ASKED_BACK = frozenset(
    "alone helped helper fighter helpers_at_least helpers_at_most single_monster several_monsters".split()
)
"""Conditions on a combat, in the same way."""
BESIDE = Moment.ANY_FIGHT
"""When powers are offered to those who do not fight, too."""
FOES = ("monster", "enhancer")
ANSWERS_DEATH, IN_ANSWER = ("special", "one_shot"), (Trigger.PLAYED, Trigger.ROLLED, Trigger.CHOSEN)
"""Kinds of cards that whoever is about to die may play, and when what they do happens then."""
BEFORE_SOMEBODY = frozenset(
    "hand_limit big_limit wins_ties extra_hands helper_level door_curse_immune sell_double forced_help die_roll truce "
    "strength_per_other strength_vs_tag shield_when_two_flee flurry no_theft no_stealing forbid at_most combat_level "
    "as_big".split()
)
"""What lasts and counts for whom its card lies before, and on no monster."""

MAKES_THE_LEAD = frozenset(
    "strength strength_per_other strength_vs_tag thrown_strength each_strength mate_bonus double_tag lone_side "
    "wins_ties items_useless slot_useless level_useless class_useless one_shots_useless as_big big_limit "
    "extra_hands".split()
)
"""What the strength of a side is made of: it cannot hang on who leads."""


ANSWERS = ((Timing.ROLL | Timing.FAILED | Timing.RUN, Moment.ROLLED), (Timing.FLIGHT, Moment.DEFEAT),
           (Timing.SELF_ROLL | Timing.ANY_ROLL, Moment.ANY_ROLL))  # fmt: skip
"""What happens in answer to a roll, or instead of one, and the moments of powers that may buy it."""


def happens(steps: Steps, step: Step, trigger: Trigger) -> bool:
    """Whether what happens in combats only, or in answer to something, could happen at a moment."""
    if step.op == "end_combat_loot" and any(trigger == on or _follows(steps, trigger, 0, on) for on in IN_FLIGHT):
        return True
    timing = timing_of(step)
    fights = Moment.OWN_FIGHT | Moment.ANY_FIGHT | Moment.DEFEAT | Moment.VICTORY
    in_combat = trigger == Trigger.JOINED or _follows(steps, trigger, int(fights), Trigger.JOINED)
    if timing & OUT_OF_COMBAT or (timing & Timing.COMBAT and in_combat):
        return True
    return any(timing & bits and _follows(steps, trigger, int(moment)) for bits, moment in ANSWERS)


def timing_of(step: Step) -> int:
    """When a step may happen, by its values."""
    row = step.opcode
    if row.timing_if is None:
        return int(row.timing)
    name, value, timing = row.timing_if
    if step.params.get(name, int(row.counted and name == "amount")) == value:
        return int(timing)
    return int(row.timing)


def _follows(steps: Steps, trigger: Trigger, moments: int, on: Trigger | None = None) -> bool:
    """Whether steps of a trigger follow on a power of one of the moments, or on something that stands under `on`."""
    leads = [(at, step) for at, step in steps if step.opcode.leads_to == trigger != at]
    return any(step.opcode.moments & moments or at == on or _follows(steps, at, moments, on) for at, step in leads)


CONTESTS = (Trigger.ROLLED_HIGHER, Trigger.ROLLED_LOWER, Trigger.DUEL_WON, Trigger.DUEL_LOST)
"""What comes to one of two players who are set against each other."""


def dead_steps(kind: str, steps: Steps) -> Iterator[str]:
    """Steps that would do nothing, silently, where they stand; `kind` is that of their card."""
    for trigger, step in steps:
        yield from _unasked(kind, trigger, step)
        yield from _in_a_circle(step)
        yield from _on_the_wrong_card(kind, trigger, step)
        aimed = step.opcode.family == "instant" and step.opcode.aims == Aim.ITEM
        if aimed and trigger not in (Trigger.PLAYED, Trigger.CHOSEN, Trigger.THROWN):
            yield f"op {step.op!r} is aimed at a card; allowed: on = 'played', not {trigger.name.lower()!r}"
        if step.op == "end_turn" and trigger in (Trigger.TURN_END, Trigger.CHARITY):
            yield f"op 'end_turn' does nothing under on = {trigger.name.lower()!r}: the turn ends anyway"
        if step.op == "owe_help" and trigger not in CONTESTS:
            allowed = " or ".join(repr(one.name.lower()) for one in CONTESTS)
            yield f"op 'owe_help' is owed to the other one of a contest; allowed: on = {allowed}"
        if "unused" in step.when and step.op != "either":
            yield f"op {step.op!r} is no choice that is used up: when = unused means nothing; allowed: first"
        if trigger == Trigger.USED:
            yield from _after_the_price(steps, trigger, step)


def _on_the_wrong_card(kind: str, trigger: Trigger, step: Step) -> Iterator[str]:
    """What counts or comes on other kinds of cards only."""
    on = trigger.name.lower()
    if kind in NEVER_LIES and trigger in WAITED:
        yield f"on = {on!r} comes to whom the card lies before, and one of the kind {kind} lies before nobody"
    if step.op in BEFORE_SOMEBODY and trigger == Trigger.IN_FIGHT:
        yield f"op {step.op!r} counts for whom its card lies before, and does nothing under on = 'in_fight'"
    if step.op == "thrown_strength" and kind != "one_shot":
        yield "op 'thrown_strength' counts on one-shots; allowed: op 'strength'"
    if step.op != "thrown_strength" and "thrown_for" in step.when:
        yield f"op {step.op!r} asks for which side its card is thrown; allowed: op 'thrown_strength' of a one-shot"
    if step.op == "revive" and (kind not in ANSWERS_DEATH or trigger not in IN_ANSWER):
        yield "op 'revive' answers a death; allowed: on = 'played', or a die or a choice behind it, of a special card"
    if step.op == "pass_for" and kind in (*NEVER_LIES, "curse", "special"):
        yield f"op 'pass_for' lasts while its card lies before somebody, and one of the kind {kind} does not stay"
    if step.op == "run_away" and trigger == Trigger.IN_FIGHT and kind not in FOES:
        yield "op 'run_away' under on = 'in_fight' counts on monsters and on enhancers; allowed: on = 'in_play'"


def _unasked(kind: str, trigger: Trigger, step: Step) -> Iterator[str]:
    """What is counted or asked of a combat where there is none any more."""
    over = trigger in LOOKED_BACK
    if not over and trigger not in NO_COMBAT and not (kind in LAID_IN_PEACE and trigger == Trigger.PLAYED):
        return
    amount = step.params.get("amount")
    counts = FORGOTTEN if over else FORGOTTEN | COUNTED_BACK
    words = ASKED_NOW if over else ASKED_NOW | ASKED_BACK
    when = "the combat is over" if over else "nobody fights"
    if isinstance(amount, dict) and amount["count"] in counts:
        yield f"op {step.op!r} counts {amount['count']!r} under on = {trigger.name.lower()!r}, when {when}"
    for word in words & step.when.keys():
        yield f"op {step.op!r} asks {word!r} under on = {trigger.name.lower()!r}, when {when}"


def _in_a_circle(step: Step) -> Iterator[str]:
    """What would make the lead and hang on it."""
    amount = step.params.get("amount")
    counted = isinstance(amount, dict) and amount["count"] == "lead"
    if step.op in MAKES_THE_LEAD and (counted or step.when.keys() & {"lead_at_least", "lead_at_most"}):
        yield f"op {step.op!r} makes the lead on which it hangs; allowed: 'lead' of what comes when the combat is won"


def _after_the_price(steps: Steps, trigger: Trigger, step: Step) -> Iterator[str]:
    """What a power does that is offered at another moment."""
    powers = [one for _, one in steps if one.opcode.leads_to == trigger]
    names = " or ".join(repr(one.op) for one in powers)
    if powers and step.opcode.family == "instant" and not happens(steps, step, trigger):
        yield f"op {step.op!r} does nothing when {names} is used"
    if step.op == "boost" and powers and all(one.opcode.moments & BESIDE for one in powers):
        yield f"op 'boost' does nothing for those beside a combat, who may use {names}; allowed: op 'aid'"
    late = [one for one in powers if one.opcode.moments & Moment.DEFEAT]
    if step.params.get("status") == "must_help" and late:
        yield f"op 'set_status': 'must_help' comes too late when {names} is used, for nobody is asked for help any more"
