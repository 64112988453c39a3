"""Why a game was given up, in words: every loop and list of the engine is bounded; a bound that is met is a fault.

Where a game was when it had to be given up, in words.
"""

from __future__ import annotations

from engine.records.agenda import TURN_STEPS, Step
from engine.records.book import CARDS, LOG_ROWS, OPTIONS
from engine.records.events import Fault
from engine.records.state import AGENDA, MONSTERS

WORDS = {
    Fault.AGENDA_FULL: f"more than {AGENDA} things were still to happen at once",
    Fault.LOG_FULL: f"the game had more than {LOG_ROWS:,} events",
    Fault.HAND_FULL: f"a hand had more than {CARDS} cards",
    Fault.TABLE_FULL: f"more than {CARDS} cards lay in one place",
    Fault.OPTIONS_FULL: f"a player had more than {OPTIONS:,} options at once",
    Fault.NO_OPTION: "somebody was asked and had nothing to answer",
    Fault.FIGHT_FULL: f"a combat had more than {MONSTERS} monsters",
    Fault.ENDLESS_TURN: f"a turn took more than {TURN_STEPS:,} steps: cards or rules that go round in circles",
    Fault.UNKNOWN_STEP: "a step has no meaning",
    Fault.UNKNOWN_OPCODE: "an opcode has no meaning",
}
"""What each fault says of the game."""


def in_words(fault: int, where: int) -> str:
    """A fault as a part of a sentence, with its name and the step at which it happened."""
    known = Fault(fault)
    at = f" at step {Step(where).name.lower()}" if where in set(Step) and where > 0 else ""
    return f"{WORDS.get(known, 'no reason was noted')} (fault {known.name.lower()}{at})"


def step_word(number: int) -> str:
    """The name of a step of the agenda as rows of the table `fault` tell it; empty if there was none."""
    return Step(number).name.lower() if number > 0 and number in set(Step) else ""
