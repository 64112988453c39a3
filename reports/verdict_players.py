"""Who played the games of a verdict, and whether other players agree, for people who have no lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.agents.personas import mixes, personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, is_share, percent
from lab.comparison.table_agreement import AGREES, APART, FEW, NEITHER, Standing, effect, standing
from lab.runs.arm_spec import table_name
from lab.runs.second_table import SecondTable
from reports.verdict_numbers import name_of
from reports.verdict_question import decks_said, game_of
from reports.verdict_rules import Arm, table_of

ANSWERS = {
    AGREES: "Yes,",
    NEITHER: "No change is found with them either",
    FEW: "Too few games with them to tell",
    APART: "They differ in",
}
"""What is answered where it is asked whether other players agree."""


def who_said(old: Arm, new: Sequence[Arm]) -> str:
    """What was played, who sits at the table, and how many they are."""
    return f"Simulated games of {game_of([old, *new])}. {at_the_table(old, new)}{decks_said(old, new)}"


def at_the_table(old: Arm, new: Sequence[Arm]) -> str:
    """Who sits at the table: computer players, and whom they stand for."""
    tables = [f"{table_of(arm)} ({_people(tuple(arm['agents']))})" for arm in (old, *new)]
    if len(set(tables)) > 1:
        after = joined(dict.fromkeys(tables[1:]), "or")
        return f"Computer players: before {tables[0]}, after {after}. What moved is their doing."
    seats = sorted({int(arm["seats"]) for arm in (old, *new)})
    agents, several = tuple(old["agents"]), joined(list(map(str, seats)), "or")
    in_turn = "seats taken in turn by " if len(set(agents)) > 1 and any(n != len(agents) for n in seats) else ""
    return f"{several} computer players ({in_turn}{_people(agents)})."


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


def agree_said(pairs: Sequence[Sequence[Difference]], marks: Sequence[str], second: SecondTable | None) -> str:
    """Whether a second table of other players agrees, of each of several arms; nothing where none was asked."""
    found = [standing(rows, second.rows) for rows in pairs] if second else []
    known = [(mark, one) for mark, one in zip(marks, found, strict=False) if one]
    if not second or not known:
        return ""
    mix = mixes().get(second.players)
    who = f": {_clause(mix.why.partition(': ')[2])}" if mix else ""
    there = f"They are {second.players} players{who} ({known[0][1].told[0][1].n:,} games)."
    if len(pairs) == 1:
        return f"{_answered(known[0][1])}. {there}"
    by_answer: dict[str, list[str]] = {}
    for mark, one in known:
        by_answer.setdefault(_answered(one), []).append(mark)
    told = "; ".join(f"{joined(names)}: {said[:1].lower()}{said[1:]}" for said, names in by_answer.items())
    return f"{told}. {there}"


def _answered(one: Standing) -> str:
    if one.kind not in (AGREES, APART):
        return ANSWERS[one.kind]
    told = [f"{name_of(here.metric)}: {_size(there)} with them, {_size(here)} here" for here, there in one.told]
    return f"{ANSWERS[one.kind]} {', '.join(told)}"


def _size(row: Difference) -> str:
    return f"{amount(row, row.difference, True)} percentage points" if is_share(row) else percent(effect(row)[0])


def agree_in_public(rows: Sequence[Difference], second: SecondTable | None) -> str:
    """The same of one arm in a few words, where it can be told."""
    found = standing(rows, second.rows) if second else None
    said = {AGREES: "agree", NEITHER: "find no change either", APART: "differ in part"}
    return (
        f" {second.players.capitalize()} players {said[found.kind]}." if second and found and found.kind in said else ""
    )
