"""Who played the games of a verdict, and whether other players agree, for people who have no lab."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.agents.personas import mixes, personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, is_share, percent
from lab.comparison.table_agreement import AGREES, APART, FEW, effect, standing
from lab.runs.arm_spec import table_name
from lab.runs.second_table import SecondTable
from reports.verdict_numbers import name_of
from reports.verdict_question import decks_said, game_of
from reports.verdict_rules import Arm, table_of


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


def agree_said(
    pairs: Sequence[Sequence[Difference]], marks: Sequence[str], second: SecondTable | None
) -> tuple[str, str] | None:
    """Whether a second table of other players says the same, of each of several arms: asked and answered."""
    told = [(mark, _answered(rows, second.rows)) for mark, rows in zip(marks, pairs, strict=False)] if second else []
    by_answer: dict[str, list[tuple[str, str]]] = {}
    for mark, (said, numbers) in ((mark, one) for mark, one in told if one):
        by_answer.setdefault(said, []).append((mark, numbers))
    if second is None or not by_answer:
        return None
    parts = []
    for said, arms in by_answer.items():
        (mark, numbers), names = arms[-1], joined([mark for mark, _ in arms])
        which = f"with {mark} " * (len(arms) > 1)
        apart = f": {numbers}" if len(pairs) == 1 else f" ({which}{numbers})"
        who = f"{names}: {said[:1].lower()}{said[1:]}" if len(by_answer) > 1 else said
        parts.append(f"{who}{apart if numbers else ''}")
    mix, (games, *_) = mixes().get(second.players), (row.n for row in second.rows)
    who = f": {_clause(mix.why.partition(': ')[2])}" if mix else ""
    return (
        f"The same with {second.players} players?",
        f"{'; '.join(parts)}. {second.players.capitalize()} players{who} ({games:,} games).",
    )


def _answered(here: Sequence[Difference], there: Sequence[Difference]) -> tuple[str, str] | None:
    """What a second table says of one pair of arms, and its numbers beside those of the first."""
    found, first = standing(here, there), standing(here[:1], there)
    if found is None or first is None:
        return None
    told = [f"{name_of(one.metric)} {_size(other)} there, {_size(one)} here" for one, other in found.told]
    numbers = "; ".join(told)
    if found.kind == APART:
        is_same = first.kind == AGREES and found.told[0][0].metric != here[0].metric
        return (f"In {name_of(here[0].metric)} yes, not in all else" if is_same else "Not in all"), numbers
    if found.kind == AGREES:
        return "Yes, as far as their few games tell", numbers
    return ("Their few games cannot tell", numbers) if found.kind == FEW else ("No change is found there either", "")


def _size(row: Difference) -> str:
    return f"{amount(row, row.difference, True)} points" if is_share(row) else percent(effect(row)[0])
