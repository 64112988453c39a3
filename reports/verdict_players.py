"""Who played the games of a verdict, and whether other players agree, for people who have no lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.agents.personas import mixes, personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.table_agreement import AGREES, APART, FEW, NEITHER, Standing, effect, standing
from lab.runs.arm_spec import table_name
from lab.runs.second_table import SecondTable
from reports.verdict_question import decks_said, game_of
from reports.verdict_rules import Arm, table_of

SAME = "the same"
"""What a second table says that agrees."""


def who_said(old: Arm, new: Sequence[Arm]) -> str:
    """What was played, who sits at the table, and how many they are."""
    return f"Simulated games of {game_of([old, *new])}. {at_the_table(old, new)}{decks_said(old, new)}"


def at_the_table(old: Arm, new: Sequence[Arm]) -> str:
    """Who sits at the table: computer players, and whom they stand for."""
    tables = [f"{table_of(arm)} ({_people(tuple(arm['agents']))})" for arm in (old, *new)]
    if len(set(tables)) > 1:
        return f"Computer players: {joined(dict.fromkeys(tables), 'or')}. What differs is their doing."
    seats = sorted({int(arm["seats"]) for arm in (old, *new)})
    agents, several = tuple(old["agents"]), joined(list(map(str, seats)), "or")
    in_turn = " in turn" if len(set(agents)) > 1 and any(n != len(agents) for n in seats) else ""
    if mix := mixes().get(table_name(agents)):
        return f"{several} computer players who play{in_turn} like {_clause(mix.why.partition('. ')[0])}."
    return f"{several} computer players{',' * bool(in_turn)}{in_turn} ({_people(agents)})."


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


def agree_said(pairs: Sequence[Sequence[Difference]], second: SecondTable | None) -> str:
    """Whether a second table of other players says the same of the primary measure: in words alone, without numbers.

    Of several arms it is said of how many; two numbers beside a yes are asked why they differ.
    """
    found = [one for rows in pairs if second and (one := standing(rows[:1], second.rows))]
    if second is None or not found:
        return ""
    told = Counter(SAME if len(found) > 1 and one.kind == NEITHER else _answered(one) for one in found)
    parts = [f"{said}{f' for {n} of {len(pairs)}' * (len(told) > 1)}" for said, n in told.most_common()]
    mix, (games, *_) = mixes().get(second.players), (row.n for row in second.rows)
    who = f"{_clause(mix.why.partition(': ')[2])}; " if mix else ""
    return f"Asked again with {second.players} players ({who}{games:,} games each way): {', '.join(parts)}."


def _answered(found: Standing) -> str:
    """What a second table says of one pair of arms."""
    (here, _), (there, half) = (effect(row) for row in found.told[0])
    if found.kind == APART and abs(there) <= half:
        return "no clear change there"
    if found.kind == APART:
        more = "more" if abs(there) > abs(here) else "less"
        return "the other way" if here * there < 0 else f"the same way, but clearly {more}"
    return {AGREES: SAME, FEW: "too few games to tell"}.get(found.kind, "no clear change there either")
