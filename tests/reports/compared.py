"""Runs for tests of pages: compared arms, changed cards, and fought combats."""

from __future__ import annotations

from itertools import combinations

import polars as pl

from lab.cards.card_plays import DID
from lab.comparison.arm_comparison import COLUMNS, Difference, as_frame
from lab.metrics import helping, hostility, last_fights

BEFORE = {"turns": 50.0, "kills": 20.0, "reshuffles": 0.5, "ending_shared": 0.1, "credit:balanced": 0.25}
HALF = {"turns": 1.0, "kills": 1.0, "reshuffles": 0.1, "ending_shared": 0.02, "credit:balanced": 0.02}
RULES = {"faster": ("listen", "a free Door card"), "shared-victory": ("shared", "the helper wins as well")}


def difference(metric, a, b, moved, games=300):
    """One row: b is `moved` intervals' half-widths above a."""
    before, half = BEFORE[metric], HALF[metric]
    delta = moved * half
    return Difference(
        metric, "u", a, b, before, before + delta, delta, delta - half, delta + half, games, before - half,
        before + half, before + delta - half, before + delta + half, 0.5, 0.25, 0.01, "paired t; arms t",
        role="primary" if metric == "turns" else "secondary", q_value=0.01, found=abs(moved) > 1, identical=0.125,
    )  # fmt: skip


def comparison(arms, games=300):
    """Every arm and every other; each arm has a little less of everything than the one before it."""
    rows = [
        difference(metric, a, b, -3.0 * (j - i), games)
        for (i, a), (j, b) in combinations(enumerate(arms), 2)
        for metric in BEFORE
    ]
    return as_frame(rows)


def agreement(rows=()):
    """Rows of (question, table, Difference)."""
    more = {"question": pl.String, "table": pl.String}
    frames = [as_frame([row]).with_columns(question=pl.lit(q), table=pl.lit(t)) for q, t, row in rows]
    return pl.concat(frames) if frames else pl.DataFrame(schema=COLUMNS | more)


def rules(arms):
    """A switch for each house rule that an arm's name has."""
    rows = [
        {
            "arm": arm, "switch": switch, "value": "true" if name in arm else "false", "set_by": name,
            "meaning": meaning, "why": f"What does {name} do?" if name in arm else None,
        }
        for arm in arms for name, (switch, meaning) in RULES.items()
    ]  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


REFERENCE = "cthulhu"


def with_bounds(name, value, half):
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def change_row(number, how):
    """Card 0 gains 5 points, card 1 loses 4, the others change little."""
    change = {0: 0.05, 1: -0.04}.get(number, 0.001 * number)
    verdict = {0: "gains", 1: "loses", 2: "about the same"}.get(number, "cannot tell yet")
    return {
        "reference": REFERENCE, "how": how, "card": number, "id": f"card-{number}", "name": f"Card <{number}>",
        "kind": "monster" if number == 5 else "item", "pile": "door", "changed": False, "paired": True,
        "arm_games": 300, "n": 500, "n_reference": 510, "games": 280, "delta": 0.02, "delta_reference": 0.02 - change,
        **with_bounds("change", 2 * change, 0.04), "change_se": 0.02, "if_nothing": 0.02, "change_p": 0.01 * number,
        "change_q": 0.02 * number, **with_bounds("change_shrunk", change, 0.02), "verdict": verdict,
    }  # fmt: skip


def kind_changes():
    """The mean of the five Items and of the one monster of `change_row`, in each way."""
    rows = [
        {"how": how, "kind": kind, "cards": len(own), **with_bounds("change", sum(own) / len(own), 0.01)}
        for how in ("hand", "kicked")
        for kind, own in (("item", [0.1, -0.08, 0.004, 0.006, 0.008]), ("monster", [0.01]))
    ]
    return [
        {"reference": REFERENCE, "arm_games": 300, "change_q": 0.2 if row["kind"] == "monster" else 0.01, **row}
        for row in rows
    ]


SHARES = {"won": 0.5, "stopped": 0.3, "taken": 0.15, "caught": 0.05, "at_leader": 0.6, "by_lot": 0.4}


def _bounds(name, value, half):
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def measured(measures, games):
    """A row for each measure of a metric of ratios."""
    return [
        {
            "measure": name, "per": row.unit, "games": games, "n": 10 * games,
            **_bounds("value", SHARES.get(name, 0.0 if name in last_fights.OUTCOMES else 0.25), 0.02),
        }
        for name, row in measures.items()
    ]  # fmt: skip


def fought(games):
    """The sources of the page of combats by name, and the ways that games went, as rows of one arm."""
    course = [
        {
            "axis": axis, "position": at, "games": games, "n": 500 - 60 * at,
            **{k: v for name in ("lost", "fled", "won", "helped") for k, v in _bounds(name, at / 20, 0.02).items()},
        }
        for axis in ("level", "round") for at in range(1, 9)
    ]  # fmt: skip
    names = ("per_game", "played", "levels_lost", "cards_lost", "neither", "deadly")
    curses = [
        {
            "card": i, "name": f"Curse <{i}>", "games": games, "n": 40,
            **{k: v for n in names for k, v in _bounds(n, i / 10, 0.01).items()},
        }
        for i in (1, 2)
    ]  # fmt: skip
    kings = [
        {"deed": deed, "by": by, "games": games, "count": 3, **_bounds("share", 0.03, 0.01)}
        for deed in ("help", "stop", "either") for by in ("hopeless", "losers")
    ]  # fmt: skip
    ways = [
        {"half": half, "tried": tried, "became": became, "ending": end, "games": games, "count": games * tenths // 10}
        for half, tried, became, end, tenths in (
            ("one", "leader", "won", "kill", 6), ("several", "other", "others", "shared", 3),
            ("one", "nobody", "untried", "kill", 1),
        )
    ]  # fmt: skip
    cells = [
        {
            "low": low, "middle": low + 9.5, "high": high, "lead_changes": changes, "is_most": changes == 2,
            "games": games * tenths // 10, "of": games, "game": game, "turns": low + 3,
        } for low, high, changes, tenths, game in ((1, 20, 0, 2, 11), (21, 40, 2, 3, 5), (41, None, 2, 5, 7))
    ]  # fmt: skip
    return {
        "helping": measured(helping.MEASURES, games), "hostility": measured(hostility.MEASURES, games),
        "last_fights": measured(last_fights.MEASURES, games), "kingmaking": kings, "combat_course": course,
        "curses": curses, "ending_flow": ways, "game_cells": cells, "run_fates": run_fates(),
    }  # fmt: skip


def run_fates():
    """What became of card 0, which is held, a game that whoever had it won and one that they lost; one of a monster."""
    fates = [{"part": "fate", "what": what, "n": n, "of": 10} for what, n in (("kept", 6), ("sold", 4))]
    game = {"part": "game", "seat": 1, "turn": 3, "agent": "balanced", "course": [[1, 2], [1, 10]],
            "ending": "kill", "goal": 10, **dict.fromkeys(DID)}  # fmt: skip
    fight = {"played": 4, "fighter": 0, "foe": "Troll", "ours": 9, "theirs": 8, "ours_then": 9, "theirs_then": 13}
    rise = {"played": 3, "level": 8, "level_then": 9}
    games = [
        game | fight | {"game": 8, "what": "won", "turns": 5}, game | rise | {"game": 9, "what": "lost", "turns": 4},
    ]  # fmt: skip
    met = game | {"game": 8, "what": "won", "turns": 3}
    return [{"id": "card-0", **row} for row in (*fates, *games)] + [{"id": "card-5", **met}]
