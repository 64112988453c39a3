"""What a page says of many changes that were made at once: what each does, as `lab screen` finds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from decks.rule_texts import in_words, read_back
from decks.words.orders import Order, write_order
from engine.inputs.quote import joined
from lab.commands import screen
from lab.comparison.arm_comparison import Difference
from lab.comparison.largest_arm import by_size
from lab.comparison.measure_names import name_of
from lab.runs.run_spec import parse_spec
from reports.verdict_answer import changed
from reports.verdict_measures import capital
from reports.verdict_rules import Arm, Change, before, plain
from reports.verdict_subject import ARMS, About, Subject, first_bar
from variants.load_variants import differences, is_rule, load_variant, stack

if TYPE_CHECKING:
    from lab.comparison.factor_effects import Change as Factor
    from lab.comparison.factor_effects import Effects
    from lab.comparison.factorial_design import Design
    from lab.store.store_folder import Store

NONE, LOW = "none of them", "without it"
MOST = 3
"""Pairs of changes that are named."""


def screened_run(store: Store, run: str, name: str, arms: Mapping[str, Arm], primary: str) -> Subject | None:
    """What a run that screened many changes says of each; None of one that compares its arms, or lacks games."""
    command = str((store.row(run) or {}).get("command") or "")
    if not command.startswith("lab screen") or store.unfinished(run):
        return None
    spec = parse_spec(store.spec_text(run), run)
    effects = screen.screened(store, run, spec, primary)
    every = sorted(_from_one_start(effects, spec.design).items(), key=lambda one: by_size(one[1][0]), reverse=True)
    shown = [one for one in every if not one[0].bends][:ARMS]
    old, pairs = next(iter(arms.values())), [rows for _, rows in shown]
    is_plain = old["variant"] == spec.arms[0] and not old["changes"]
    none = before(old).removesuffix(".").removeprefix("the ") if is_plain else NONE
    has_ranges = any(one.at for one in effects.main)  # then each begins at a low end of its own, and no chart has both
    names, mixes = [_called(one.name) for one, _ in shown], len(spec.design)
    mixed = (
        f"{mixes} mixes of these changes, {effects.games:,} games each, with the same shuffles and dice. What a change "
        "does is the difference between the half of all games with it and the half without it; for bars and tables "
        "it is added to a game with none of the others"
    )
    read = [[_read(one, spec.arms[0] if one.factor < len(spec.rules) else "")] for one, _ in shown]
    called, bars = [LOW if has_ranges else none, *names], [] if has_ranges else [first_bar(none, old), *names]
    goal = load_variant(spec.arms[0])["victory.level"]
    alone = [[one] for one in names]
    about = About(name, old, [old] * len(pairs), pairs, read, alone, called, bars, False, [], goal, mixed)
    asked = f"Which of these {len(every)} changes has the largest effect on the number of {name_of(primary)}?"
    return Subject(about, asked, _sentences([rows[0] for _, rows in every], effects), len(every) - len(shown), False)


def _from_one_start(effects: Effects, design: Design) -> dict[Factor, list[Difference]]:
    """The measures of each change, laid on a game in which none of the others is made, as far as effects add up."""
    levels = np.array(design)
    told: dict[Factor, list[Difference]] = {}
    made = {one: float((one.column(levels[:, one.factor]) - one.column(levels[:1, one.factor] * 0)).mean())
            for one in effects.main}  # fmt: skip
    for one, rows in effects.main.items():
        told[one] = []
        for place, row in enumerate(rows):
            others = (part * effects.main[b][place].difference for b, part in made.items() if b.factor != one.factor)
            start, is_found = row.value_a - sum(others), row.found and not row.low <= 0 <= row.high
            is_found &= min(start, start + row.difference) >= 0  # effects of what is rare do not add up
            told[one].append(
                replace(
                    row,
                    b=_called(row.b),
                    value_a=start,
                    value_b=start + row.difference,
                    found=is_found,
                    n=row.n * len(design),
                )
            )
    return told


def _sentences(firsts: Sequence[Difference], effects: Effects) -> list[str]:
    """Which change does most, which others do something, which nothing, and what two do beyond their sum."""
    found, idle = ([row for row in firsts if row.found == is_so] for is_so in (True, False))
    which = joined([row.b for row in idle]) if idle else ""
    if not found:
        return [f"No clear change in {name_of(firsts[0].metric)} from any of them: {which}.", _pairs(effects)]
    more = [f"{row.b} ({_size(row)})" for row in found[1:]]
    said = [f"{capital(found[0].b)} does most: {_lower(changed(found[0]))}."]
    said += [f"Then {joined(more)}."] if more else []
    return [*said, f"No clear change in {name_of(firsts[0].metric)} from {which}." * bool(idle), _pairs(effects)]


def _pairs(effects: Effects) -> str:
    """What two changes do together beyond their sum, as far as the games tell."""
    if not effects.pairs:
        return "So many changes do not tell which two of them are more or less than their sum."
    rows = sorted((rows[0] for rows in effects.pairs.values()), key=by_size, reverse=True)
    told = [f"{row.b} ({_size(row)})" for row in rows if row.found]
    more = [f"{len(told) - MOST} more pairs"] * (len(told) > MOST)
    return (
        f"Beyond the sum of both: {joined([*told[:MOST], *more])}."
        if told
        else "Made together, no two of them clearly do more or less than the sum of both."
    )


def _size(row: Difference) -> str:
    return _lower(changed(row)).removeprefix("games are ").removeprefix("an average game has ")


def _called(name: str) -> str:
    """A change as a sentence calls it."""
    return name if name[:1] == "\u201c" else f"\u201c{name}\u201d"


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def _read(one: Factor, on: str) -> Change:
    """A change as somebody typed it, and as the lab reads it, if it is a rule laid `on` others."""
    parts = stack(one.typed) if on else []
    return Change(one.name, " ".join(_reading(part, on) for part in parts) or one.name)


def _reading(part: str, on: str) -> str:
    """How a house rule is played: the sentence that was typed, or the switches and steps of its file."""
    if is_rule(part):
        return plain(read_back(part[1:-1]))
    before, after = load_variant(on), load_variant(f"{on}+{part}")
    said = [write_order(Order(one.switch, one.b)) for one in differences(before, after)]
    return " ".join([*said, *(plain(in_words(tuple(rule.steps()))) for rule in after.edits.rules)])
