"""Small hand-made data of combats: what is helped, hindered and stopped."""

from __future__ import annotations

from lab.metrics import helping, hostility, last_fights

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
    races = [{"game": g, "round": r, "leader": r + g, "last": r} for g in (0, 1) for r in (1, 2, 3)]
    return {
        "helping": measured(helping.MEASURES, games), "hostility": measured(hostility.MEASURES, games),
        "last_fights": measured(last_fights.MEASURES, games), "kingmaking": kings, "combat_course": course,
        "curses": curses, "ending_flow": ways, "game_cells": cells, "some_games": races,
    }  # fmt: skip
