"""Are the odds of a fight what the rules say?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lab.health.checked_run import Look
from lab.health.checks.played_again import OTHER_CODE
from lab.health.health_check import RED, Verdict, by_luck, check, left_open

if TYPE_CHECKING:
    from engine.table import Table
    from lab.runs.arms import Arm

THROWS, ARMS = 300, 2
"""Flights from each monster, and arms whose rules are looked at."""
FACES = range(1, 7)
EASES = (-1, 0, 1)
"""What the monsters add to the roll."""
MOST_QUESTIONS = 60


@dataclass(frozen=True)
class Odds:
    """Flights from one monster: how many got away, and what share must by the rules."""

    got_away: int
    throws: int
    exact: float


@check(order=80, by_chance=True, slow=True)
def flight_odds(look: Look) -> Verdict:
    """Small fights end by the odds that counting the faces of the die gives: flights, and fights of equal strength.

    A player of Level 1 flees from a monster that eases or hampers the roll, thrown anew each time; and fights one that
    is exactly as strong.
    """
    from engine.table import IllegalOption
    from lab.scenarios.scenario_schema import ScenarioError

    arms = [look.opened[name] for name in look.arms if name in look.opened][:ARMS]
    if not arms:
        return left_open("fights by the rules of the run", OTHER_CODE)
    try:
        return _thrown(look, arms)
    except (ScenarioError, IllegalOption) as error:
        return left_open(f"fights by the rules of {arms[0].name}", f"the position cannot be set up: {error}")


def _thrown(look: Look, arms: list[Arm]) -> Verdict:
    from scipy import stats

    luck = look.luck_of("flights")
    p_values: list[float] = []
    told: list[str] = []
    for arm in arms:
        if won_a_tie(arm) != arm.variant["combat.ties"]:
            return Verdict(
                RED, f"a fight of equal strength, {arm.name}", "the wrong side won it", "as combat.ties says"
            )
        for ease in EASES:
            one = flights(arm, ease, luck)
            p_values.append(float(stats.binomtest(one.got_away, one.throws, one.exact).pvalue))
            told.append(f"{100 * one.got_away / one.throws:.0f} % ({100 * one.exact:.0f} %)")
    rules = ", ".join(arm.name for arm in arms)
    looked_at = f"{len(told) * THROWS:,} flights and ties by the rules of {rules}"
    return by_luck(look, looked_at, f"got away (by counting): {', '.join(told)}", p_values)


def flights(arm: Arm, ease: int, luck: np.random.Generator) -> Odds:
    """Flee often from one monster, each time with luck of its own."""
    from engine.records.events import Ev

    table = _position(arm, level=20, ease=ease)
    saved, options, asked = table.games.copy(), table.book.work.option[: table.n].copy(), table.n
    got_away = 0
    for key in luck.integers(0, 2**63, THROWS):
        table.games[:], table.n = saved, asked
        table.book.work.option[:asked] = options
        table.g.key, start = np.uint64(key), int(table.g.log_n)
        table.step(f"run {MONSTER}")
        got_away += _first(table, Ev.ROLL, start).other
    return Odds(got_away, THROWS, _by_counting(arm, ease))


def won_a_tie(arm: Arm) -> bool:
    """Whether the player wins a fight of equal strength."""
    from engine.records.events import Ev

    table = _position(arm, level=1, ease=0)
    return any(event.kind == Ev.FIGHT_END and event.other == 1 for event in table.events())


def _by_counting(arm: Arm, ease: int) -> float:
    """Share of the faces of a die that get away."""
    always = bool(arm.variant["run_away.natural_six"])
    target = int(arm.variant["run_away.target"])
    return sum((face == 6 and always) or face + ease >= target for face in FACES) / len(FACES)


MONSTER = "health-monster"


def _position(arm: Arm, level: int, ease: int) -> Table:
    """The first player has met a monster, nobody helps, and either must flee or has won."""
    from lab.scenarios.position import build_position
    from lab.scenarios.scenario_schema import parse_scenario

    monster: dict[str, Any] = {
        "id": MONSTER, "name": "Monster", "pile": "door", "kind": "monster", "level": level, "treasures": 1,
        "run_away": ease, "bad_stuff": [{"op": "lose_levels", "amount": 1}], "origin": "synthetic",
    }  # fmt: skip
    question: dict[str, Any] = {
        "id": "health.flight", "rules": ["run.roll", "combat.compare"], "variant": arm.setting.variant,
        "deck": list(arm.setting.deck or arm.variant.deck), "switches": _switches(arm), "turn": "a",
        "doors": [MONSTER], "card": [monster], "step": [{"do": "a: kick-open"}],
        "seat": [{"name": name, "level": 1} for name in "abcdef"[: arm.setting.seats]],
    }  # fmt: skip
    scenario = parse_scenario(question, "health")
    table = build_position(scenario, real=True).table
    table.step("kick-open")
    for _ in range(MOST_QUESTIONS):
        texts = [option.text for option in table.options()]
        if f"run {MONSTER}" in texts or "pass" not in texts:
            break
        table.step("pass")
    return table


def _switches(arm: Arm) -> dict[str, Any]:
    """Switches that were set by hand."""
    from lab.runs.arms import typed

    return {key: typed(value) for key, value in arm.setting.switches}


def _first(table: Table, kind: int, start: int) -> Any:
    """The first event of a kind since a row of the log, however often everybody has to pass for it."""
    for _ in range(MOST_QUESTIONS):
        for event in table.events(start):
            if event.kind == kind:
                return event
        table.step("pass")
    raise RuntimeError("nobody rolled")
