"""Runs rules questions: sets up a position, says the moves, compares what the file expects.

How a step is played: everybody but the named seat passes (or refuses, or takes the quietest
option) until that seat is asked. The named seat itself passes too in mere windows outside a
combat's rounds if what it is to say cannot be said there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.records.events import Ev
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from engine.table import Table, TableFault
from lab.errors import BadInput
from lab.scenarios.expectations import unmet
from lab.scenarios.position import Position, build_position
from lab.scenarios.scenario_schema import Scenario, ScenarioError, Step, load_scenario

QUIET = (Verb.PASS, Verb.REFUSE, Verb.END, Verb.KICK_OPEN, Verb.LOOT, Verb.DONE)
"""What somebody takes who is not to do anything, best first; otherwise their first option."""

WINDOWS = (
    Question.WINDOW,
    Question.ROLLED,
    Question.CURSE,
    Question.DIE,
    Question.DRAW_UP,
    Question.WIN,
    Question.DEATH,
    Question.DEFEAT,
    Question.VICTORY,
)
AFTER_ROUNDS = ("run", "take", "choose", "loot", "trouble", "end", "sacrifice")
"""What is never said in a combat's rounds: whoever is to say it passes there."""

MOST = 20_000
"""Decisions after which a step is given up."""


@dataclass(frozen=True)
class Outcome:
    """Result of one scenario; `failure` is empty if it passed, `id` if the file cannot be run: then it says why."""

    id: str
    passed: bool
    failure: str
    file: str


class StepFailure(Exception):
    """A step did not go as the file says."""


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """Scenario files named directly or lying in a named folder."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise ScenarioError(f"{path}: holds no scenario; allowed: a TOML file, or a folder with TOML files in it")
        found += inside
    return found


def run_file(path: Path) -> Outcome:
    """Run one scenario file."""
    return run_scenario(load_scenario(path))


def run_files(paths: Iterable[Path]) -> list[dict[str, object]]:
    """Run scenario files; one row each with id, passed, failure and file, also of those that cannot be run."""
    return [asdict(outcome) for path in paths for outcome in _outcomes(path)]


def _outcomes(path: Path) -> Iterator[Outcome]:
    try:
        files = scenario_files([path])
    except BadInput as error:
        yield Outcome("", False, str(error), str(path))
        return
    for file in files:
        try:
            yield run_file(file)
        except BadInput as error:
            yield Outcome("", False, str(error), str(file))


def run_scenario(scenario: Scenario, dead: Sequence[int] = ()) -> Outcome:
    """Run the steps of a scenario until one fails; `dead` opcodes do nothing (see `lab.scenarios.rule_mutation`)."""
    outcome = Outcome(scenario.id, True, "", scenario.file)
    for real in {"variant": (True,), "both": (False, True)}.get(scenario.windows or "", (False,)):
        outcome = _run_with(scenario, dead, real)
        if not outcome.passed:
            break
    return outcome


def _run_with(scenario: Scenario, dead: Sequence[int], real: bool) -> Outcome:
    position = build_position(scenario, dead, real)
    for number, step in enumerate(scenario.steps, 1):
        try:
            run_step(position, step)
        except (StepFailure, TableFault) as failure:
            windows = ", with the windows of real games" if real else ""
            return Outcome(scenario.id, False, f"step {number}{_named(step)}{windows}: {failure}", scenario.file)
    return Outcome(scenario.id, True, "", scenario.file)


def _named(step: Step) -> str:
    said = f"{step.seat}: {step.text}" if step.seat else step.text
    return f" ({step.action} {said})" if step.action else ""


def run_step(position: Position, step: Step) -> None:
    """Say or demand what a step says; raises StepFailure."""
    table, since = position.table, int(position.table.g.log_n)
    seat = table.names.seats.index(step.seat) if step.seat else -1
    position.asked = []
    if step.action == "do":
        _do(position, seat, step)
    elif step.action == "until":
        _until(position, seat, step.text)
    elif step.action:
        legal = is_legal(table, seat, step.text)
        if legal != (step.action == "legal"):
            raise StepFailure("it is legal" if legal else f"it is not legal; {_situation(table)}")
    table.ready()
    _demand(position, step.expect, since)


def _demand(position: Position, expect: Mapping[str, Any], since: int) -> None:
    wrong = unmet(position, expect, since)
    if wrong:
        raise StepFailure(f"{'; '.join(wrong)} ({_situation(position.table)})")


def _situation(table: Table) -> str:
    if table.over:
        return f"the game is over: {table.ending}"
    who, question = table.names.seats[table.decider], Question(int(table.g.question)).name.lower()
    return f"{who} is asked ({question}) and may: {', '.join(_in_short([o.text for o in table.options()]))}"


def _in_short(texts: Sequence[str]) -> list[str]:
    """Legal texts for a message: the many ways to put a request or an offer become one."""
    out: dict[str, int] = {}
    for text in texts:
        plain = text.split(" treasures=")[0]
        out[plain] = out.get(plain, 0) + 1
    return [f"{text} ({n} ways)" if n > 1 else text for text, n in out.items()]


def _do(position: Position, seat: int, step: Step) -> None:
    """Let a seat take an option, passing for everybody until it can."""
    table, since = position.table, int(position.table.g.log_n)
    for _ in range(MOST):
        if table.over:
            break
        if table.decider == seat and step.at in ("", Question(int(table.g.question)).name.lower()):
            row = _find(table, step.text)
            if row >= 0:
                _answer(position, row, lambda: _demand(position, step.at_once, since))
                return
            if not _may_wait(table, step.text):
                break
        if step.now:
            break
        _answer(position, passing(table))
    raise StepFailure(f"not legal; {_situation(table)}")


def _answer(position: Position, row: int, before: Callable[[], None] = lambda: None) -> None:
    """Take an option; `before` runs when it has been taken and nothing has followed by itself yet."""
    table = position.table
    position.asked.append(table.names.seats[table.decider])
    table.take(row)
    before()
    table.ready()


def _find(table: Table, text: str) -> int:
    """Row of the option a text means; `lay CARD` and `use CARD` are the two things that `play CARD` can be."""
    row = table.find(text)
    verb, _, card = text.partition(" ")
    if row >= 0 or verb not in ("lay", "use"):
        return row
    row = table.find(f"play {card}")
    return row if row >= 0 and lays_down(table, row) == (verb == "lay") else -1


def lays_down(table: Table, row: int) -> bool:
    """Whether playing a card only puts it on its owner's table."""
    twin, seat = table.clone(), table.decider
    since, card = int(twin.g.log_n), int(twin.book.work.option[row].card)
    twin.take(row)
    plays = [e for e in twin.events(since) if e.kind == Ev.PLAY and e.card == card]
    return bool(plays) and plays[0].after == Zone.TABLE and plays[0].target == seat


def _may_wait(table: Table, text: str) -> bool:
    """Whether the decider is only asked whether they want to interfere, and this cannot be meant."""
    question = int(table.g.question)
    mere = question in WINDOWS or (question == Question.REACT and text.split()[0] in AFTER_ROUNDS)
    return mere and _row_of(table, Verb.PASS) >= 0


def passing(table: Table) -> int:
    """Row of the option of somebody who is not to do anything."""
    rows = (_row_of(table, verb) for verb in QUIET)
    return next((row for row in rows if row >= 0), 0)


def _row_of(table: Table, verb: Verb) -> int:
    return next((i for i in range(table.n) if int(table.book.work.option[i].verb) == verb), -1)


def is_legal(table: Table, seat: int, text: str) -> bool:
    """Whether a seat may say a text at this moment: when it is next asked in this phase of this turn."""
    twin = table if table.decider == seat and not _may_wait(table, text) else table.clone()
    moment = _moment(twin)
    for _ in range(MOST):
        if twin.over or _moment(twin) != moment:
            return False
        if twin.decider == seat:
            if _find(twin, text) >= 0:
                return True
            if not _may_wait(twin, text):
                return False
        twin.answer(passing(twin))
    return False


def _moment(table: Table) -> tuple[int, ...]:
    g = table.g
    return (int(g.turn), int(g.phase), int(g.fighting), int(g.fight_serial))


def _until(position: Position, seat: int, what: str) -> None:
    """Pass for everybody until something has happened; the end of the game ends every moment but a question."""
    table = position.table
    since, fight = int(table.g.log_n), int(table.g.fight_serial)
    waits = not (table.g.fighting or _fought(table))  # for a combat that is still to come
    for _ in range(MOST):
        if table.over and what != "asked":
            return
        if table.over or _reached(table, seat, what, since):
            break
        if what == "end-of-combat" and not waits and (not table.g.fighting or int(table.g.fight_serial) != fight):
            return
        _answer(position, passing(table))
    if not _reached(table, seat, what, since):
        raise StepFailure(f"this moment never came; {_situation(table)}")


def _fought(table: Table) -> bool:
    """Whether a combat has already ended in this turn."""
    return any(e.kind == Ev.FIGHT_END and e.turn == int(table.g.turn) for e in table.events())


def _reached(table: Table, seat: int, what: str, since: int) -> bool:
    if what == "end-of-combat":
        return not table.g.fighting and table.count(Ev.FIGHT_END, since) > 0
    if what == "end-of-turn":
        return table.count(Ev.TURN_END, since) > 0
    return what == "asked" and table.decider == seat
