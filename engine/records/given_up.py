"""Where a game was when it had to be given up, in words."""

from __future__ import annotations

from engine.records.agenda import Step


def step_word(number: int) -> str:
    """The name of a step of the agenda as rows of the table `fault` tell it; empty if there was none."""
    return Step(number).name.lower() if number > 0 and number in set(Step) else ""
