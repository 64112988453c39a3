"""Who played the games of a verdict, and whether other players agree, for people who have no lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.agents.personas import mixes, personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.table_agreement import AGREES, APART, Standing, effect, standing
from lab.runs.arm_spec import table_name
from lab.runs.second_table import SecondTable
from reports.verdict_measures import capital
from reports.verdict_question import game_of
from reports.verdict_rules import Arm, table_of

AGREE = "they agree (on the direction and, as far as these games tell, on the size)"
PARTLY = "they agree on the direction, not on the size (it changes clearly {} with them)"
DISAGREE, UNTOLD = "they disagree", "cannot tell, too few games were played with them"
"""What a second table says, which is a small one."""


def who_said(old: Arm, new: Sequence[Arm]) -> str:
    """What was played, who sits at the table, and how many they are."""
    return f"Simulated games of {game_of([old, *new])}. {at_the_table(old, new)}"


def at_the_table(old: Arm, new: Sequence[Arm]) -> str:
    """Who sits at the table: computer players, and whom they stand for."""
    tables = [f"{table_of(arm)} ({_people(tuple(arm['agents']))})" for arm in (old, *new)]
    if len(set(tables)) > 1:
        return f"Computer players: {joined(dict.fromkeys(tables), 'or')}. What differs is their doing."
    seats = sorted({int(arm["seats"]) for arm in (old, *new)})
    agents, several = tuple(old["agents"]), joined(list(map(str, seats)), "or")
    turns = _taking_turns(agents, seats)
    if mix := mixes().get(table_name(agents)):
        return f"{several} computer players who play like {_clause(mix.why.partition('. ')[0])}.{turns}"
    return f"{several} computer players ({_people(agents)}).{turns}"


def _taking_turns(agents: Sequence[str], seats: Sequence[int]) -> str:
    """Who plays where there are fewer seats than players who differ, or more."""
    if len(set(agents)) < 2:
        return ""
    ways = (-1, "not all of them play"), (1, "some play twice")
    tables = [([str(n) for n in seats if sign * n > sign * len(agents)], says) for sign, says in ways]
    told = [f"with {joined(some, 'or')} seats {says}" for some, says in tables if some]
    return f" {capital(', '.join(told))}; over all games each plays equally often." if told else ""


def _people(agents: tuple[str, ...]) -> str:
    """What people a table stands for: a mix by what it says of itself, else persona by persona."""
    mix = mixes().get(table_name(agents))
    if mix:
        return _clause(mix.why.partition(". ")[0])
    known, several = personas(), len(set(agents)) < len(agents)
    told = [f"{n} {name}" if several else name for name, n in Counter(agents).items()]
    whys = [_clause(known[name].why.partition(":")[0]) if name in known else "" for name in dict.fromkeys(agents)]
    return "; ".join(f"{name}: {why}" if why else name for name, why in zip(told, whys, strict=True))


def _clause(text: str) -> str:
    """A sentence as a part of another one."""
    return f"{text[:1].lower()}{text[1:]}".rstrip(".")


def agree_said(pairs: Sequence[Sequence[Difference]], second: SecondTable | None, names: Sequence[str]) -> str:
    """Whether a second table of other players agrees on the primary measure: in words alone, without numbers.

    Of several arms it is said of which, by `names`, and nothing where it tells of none.
    """
    told: dict[str, list[str]] = {}
    for rows, name in zip(pairs, names, strict=True):
        if second and (one := standing(rows[:1], second.rows)):
            told.setdefault(_answered(one), []).append(name)
    if second is None or not told or (len(pairs) > 1 and set(told) == {UNTOLD}):
        return ""
    parts = [f"{said} on {joined(some)}" for said, some in told.items() if said != UNTOLD]
    parts += ["of the rest too few games were played with them to tell"] * (UNTOLD in told)
    mix, (games, *_) = mixes().get(second.players), (row.n for row in second.rows)
    who = f"{_clause(mix.why.partition(': ')[2].partition(',')[0])}; " if mix else ""
    said = f"{next(iter(told))}{' on each' * (len(pairs) > 1)}" if len(told) == 1 else "; ".join(parts)
    return f"Asked again with {second.players} players ({who}{games:,} games each way): {said}."


def _answered(found: Standing) -> str:
    """What a second table says of one pair of arms: it agrees if both found a change, and the same way."""
    (here, there), *_ = found.told
    (one, _), (other, half) = effect(here), effect(there)
    if found.kind == APART:
        is_alike = here.found and abs(other) > half and one * other > 0
        return PARTLY.format("more" if abs(other) > abs(one) else "less") if is_alike else DISAGREE
    return AGREE if found.kind == AGREES else UNTOLD
