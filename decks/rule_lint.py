"""What counts on a house rule, which lies before everybody like a card that nobody can lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from decks.card_lint import FOR_THE_DEAD, misplaced, unled, unlimited
from decks.card_schema import Card, DeckError
from decks.program_steps import Step
from decks.step_moments import dead_steps, happens
from engine.records.card_kinds import HAPPENS, INSTEAD, Trigger
from engine.records.opcodes import BY_NAME

NEVER_ON_RULES = frozenset({"keep", "possess", "pass_on", "mark_item", "risk_item", "lose_cultist", "hand_on"})
"""Opcodes about the card that they stand on, or about one that was aimed at."""

MOMENTS = frozenset(
    {*HAPPENS, Trigger.TURN_START, Trigger.WON, Trigger.JOINED, Trigger.ESCAPED, Trigger.GOT_AWAY, Trigger.ROLLED,
     Trigger.CHOSEN, Trigger.ABILITY, Trigger.USED, Trigger.ROLLED_HIGHER, Trigger.ROLLED_LOWER, Trigger.NAMED,
     Trigger.DUEL_WON, Trigger.DUEL_LOST, Trigger.DUELLED,
     *INSTEAD}
)  # fmt: skip
"""Triggers that come to a house rule beside those of what lasts."""

LASTS = {
    Trigger.IN_PLAY: ("strength", "strength_per_other", "run_away", "hand_limit", "big_limit", "wins_ties",
                      "extra_hands", "helper_level", "door_curse_immune", "sell_double", "immune_to", "forced_help",
                      "strength_vs_tag", "shield_when_two_flee", "flurry", "die_roll", "truce", "no_theft",
                      "no_stealing", "forbid", "at_most", "combat_level", "joins", "sale_limit"),
    Trigger.IN_FIGHT: ("strength", "no_helper", "level_only", "items_useless", "slot_useless", "level_useless",
                       "class_useless", "no_helper_reward", "double_tag", "treasure", "extra_level", "unbeatable",
                       "one_shots_useless"),
}  # fmt: skip
"""What lasts, on a house rule: for its owner, or as if it stood on every monster that they fight."""


def check_rule(card: Card, who: str) -> None:
    """Refuse what would never count on a house rule."""
    if idle := next(chain(unled(card), misplaced(card), unlimited(card)), ""):
        raise DeckError(f"{who}: {idle}")
    for trigger, step in card.steps():
        _check_step(card, trigger, step, who)
    if dead := next(dead_steps("rule", card.steps()), ""):
        raise DeckError(f"{who}: {dead}")


def _check_step(card: Card, trigger: Trigger, step: Step, who: str) -> None:
    """Refuse a step that never comes on a rule, or does nothing on one."""
    on, op = trigger.name.lower(), step.opcode
    lasting = LASTS.get(Trigger.IN_PLAY if trigger == Trigger.CARRIED else trigger)
    if op.family == "lasting" and "first" in step.when:
        raise DeckError(f"{who}: op {op.name!r} lasts: when = first means nothing on it; allowed: another condition")
    if op.family == "lasting":
        places = [t.name.lower() for t, names in LASTS.items() if op.name in names]
        if lasting is None or op.name not in lasting:
            allowed = f"on = {' or '.join(map(repr, places))}" if places else "another op (lab opcodes)"
            raise DeckError(f"{who}: op {op.name!r} never counts on a rule under on = {on!r}; allowed: {allowed}")
    elif trigger not in MOMENTS or (op.family == "ability") != (trigger == Trigger.ABILITY):
        words = ", ".join(t.name.lower() for t in Trigger if t in MOMENTS - {Trigger.ABILITY})
        wanted = "no key `on`" if op.family == "ability" else f"on = one of {words}"
        raise DeckError(f"{who}: op {op.name!r} never happens on a rule under on = {on!r}; allowed: {wanted}")
    elif trigger == Trigger.DIED and op.name not in FOR_THE_DEAD:
        raise DeckError(f"{who}: op {op.name!r} does nothing for the dead; allowed: on = 'reborn'")
    elif op.name in NEVER_ON_RULES or (op.family == "instant" and not happens(card.steps(), step, trigger)):
        raise DeckError(f"{who}: op {op.name!r} does nothing on a rule under on = {on!r}; allowed: another op")


def apart(steps: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Steps in a row, anew from each that leads to what another of them leads to: a second die, a second choice."""
    found: list[list[Mapping[str, Any]]] = [[]]
    led: set[Any] = set()
    for step in steps:
        after = BY_NAME[step["op"]].leads_to
        if after is not None and after in led:
            found.append([])
            led = set()
        led |= {after} - {None}
        found[-1].append(step)
    return found
