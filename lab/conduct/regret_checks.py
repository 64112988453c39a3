"""Checks of regret: whether players know what their cards are good for, on every deck and for every opcode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.records.opcodes import OPCODES
from lab.conduct.changed_tables import Table, arm_of, card_of, home_of, id_of
from lab.conduct.check_row import Row
from lab.conduct.persona_checks_file import sets
from lab.conduct.regret import ANYTHING, Mean, Players, Regret, pooled, regrets

NAME = "regret"
ALL = f"{NAME}: mean of all cards"
FEW, SOME, MANY = 3, 40, 200
"""Questions for each design: where only their mean is told, where designs are asked for, and at depth."""
ENOUGH = 20
"""Questions of a design below which nothing is told of it alone."""
GAMES_FOR_EACH = 3
"""Games that are watched for each question of a design: not every game has one."""
LIMIT = {"sharp": 0.4}
ORDINARY = 1.0
"""Points of win chance that a question may cost on average: those who play to win, and all others."""
WORST = 3.0
"""The same of a single design."""
MISSED = 1.0
"""Points that it may be worth to use a design at every question, beside what is done."""
MADE = 0.3
"""Part of the good plays with a design that are made at least."""
MEANING = {
    "mean": "Points of win chance that such a question costs, beside what is best by playouts.",
    "design": "The player does not know what this card is good for: what is measured of it is not its worth.",
}


class Wanted(NamedTuple):
    """Designs of one table that are to be told of, and how many questions each is asked."""

    table: Table
    designs: tuple[str, ...]
    questions: int

    @property
    def told(self) -> str:
        """What is played there."""
        return (
            self.table.told if not self.table.added else f"{self.table.told} and a card that is only {self.table.added}"
        )


def name_of(design: str, table: Table) -> str:
    """What the check of a design is called."""
    return f"{NAME}: {design} ({table.told})"


def wanted(only: Sequence[str], deep: bool) -> list[Wanted]:
    """What is asked for: of `base` the mean, or its designs by name; all of everything at depth.

    A word means designs if it begins with the name of the check: "regret" those of `base`, "regret: ..." any by name.
    """
    words = [part.lower() for part in only if part.lower().startswith(NAME)]
    if only and not words:
        return []
    if any(part != NAME and part in ALL for part in words) or not words and not deep:
        return [Wanted(Table(), (), FEW)]
    found = []
    for table in (*(Table(name) for name in sets()), *_added(words)):
        closer = [part for part in words if deep or part != NAME or table == Table()]
        designs = tuple(d for d in _designs(table) if not words or _is_meant(d, table, closer))
        if designs:
            found.append(Wanted(table, designs, MANY if deep else SOME))
    return found


def _is_meant(design: str, table: Table, words: Sequence[str]) -> bool:
    return any(part in name_of(design, table).lower() for part in words)


def _added(words: Sequence[str]) -> list[Table]:
    """Tables with a card of one opcode, as far as it may be meant."""
    tables = [Table(home_of(row.name), added=row.name) for row in OPCODES]
    meant = [one for one in tables if not words or _is_meant(_designs(one)[0], one, words)]
    return [one for one in meant if card_of(one.added) is not None]


def _designs(table: Table) -> tuple[str, ...]:
    return (id_of(table.added),) if table.added else (*arm_of(table).cards.ids, ANYTHING)


def check_regret(agents: str, asked: Wanted, *, seed: int = 0, workers: int = 0) -> Iterator[Row]:
    """The mean of all designs that are asked for, and each of them that was asked often enough."""
    players = Players(asked.table, agents, seed, workers)
    players.watch(max(100, GAMES_FOR_EACH * asked.questions))
    designs = [d for d in asked.designs or players.designs if d == ANYTHING or players.could_use(d)]
    found = regrets(players, designs, asked.questions)
    cards = [one for one in found if one.design != ANYTHING]
    if len(cards) > 1:
        yield _mean(agents, asked, pooled(cards))
    for one in found:
        if asked.designs and one.questions >= ENOUGH:
            yield _row(agents, asked.table, one)


def _mean(agents: str, asked: Wanted, loss: Mean) -> Row:
    limit = LIMIT.get(agents, ORDINARY)
    name = ALL if asked.table == Table() else f"{ALL} ({asked.told})"
    return Row(NAME, name, agents, f"{loss} points of win chance a question", f"at most {limit:g}", loss.low <= limit,
               meaning=MEANING["mean"])  # fmt: skip


def _row(agents: str, table: Table, one: Regret) -> Row:
    made, most = one.share_made
    found = f"costs {one.loss} points a question ({one.questions} questions)"
    if one.had:
        used = f"used are {100 * one.used / one.had:.0f} % of the cards"
        found += f", use is worth {one.gain}; {'never used' if one.is_never_used else used}"
    faults = []
    if one.missed.low > 0 and one.missed.value > MISSED:
        faults.append(f"to use it always were {one.missed} points better")
    if one.good_gain.low > 1 and most < MADE:
        faults.append(f"of plays worth {one.good_gain} points {100 * made:.0f} % are made")
    found += "".join(f"; {fault}" for fault in faults)
    asked = f"at most {WORST:g}, and {100 * MADE:g} % of good plays made"
    return Row(NAME, name_of(one.design, table), agents, found, asked, one.loss.low <= WORST and not faults,
               meaning=MEANING["design"])  # fmt: skip
