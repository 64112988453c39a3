"""Whether a table is like one of people: measures of real tables, how long games take, and who wins how often."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.facts.derive import Facts
from lab.agents.personas import expand
from lab.conduct.changed_tables import Table, book_of, watch
from lab.conduct.check_row import Row
from lab.conduct.persona_checks_file import sets
from lab.conduct.strange_play import seen_in
from lab.tune.play_realism import seen_targets, targets

UNEVEN = 0.07
"""By how much the share of wins of a player of a mix may differ from an equal one."""
LENGTH, WINS = "Length of a game", "Wins of the players of a mix"


def check_people(agents: str, games: int, *, seed: int = 0, workers: int = 0) -> list[Row]:
    """Whether the games of a table are like those of people, by the ranges of `lab/tune/targets.toml`."""
    table = Table()
    facts, _, given_up = watch(table, [agents], games, seed=seed, events=games, workers=workers)
    found = seen_targets(facts, seen_in(facts.event, book_of(table), table.seats), table.seats)
    lacking = given_up.says("games")
    return [
        Row(
            "people",
            n,
            agents,
            f"{value:.3g}",
            f"{target.low:g} to {target.high:g}",
            target.cost(value) == 0,
            lacking,
            target.source,
        )
        for n, (target, value) in found.items()
    ]


def check_length(agents: str, games: int, *, seed: int = 0, workers: int = 0) -> list[Row]:
    """Whether games take as long as people's, with the cards of each set."""
    target, rows = targets()["turns"], []
    for name in sets():
        facts, _, given_up = watch(Table(name), [agents], games, seed=seed, workers=workers)
        value = float(np.median(facts.game["turns"]))
        asked = f"{target.low:g} to {target.high:g}"
        rows.append(Row("people", f"{LENGTH} ({name})", agents, f"{value:.3g} turns", asked, target.cost(value) == 0,
                        given_up.says(f"games of {name}")))  # fmt: skip
    return rows


def check_wins(agents: str, games: int, *, seed: int = 0, workers: int = 0) -> Row:
    """Whether the players of a mix win about equally often."""
    table, names = Table(), expand([agents])
    facts, _, given_up = watch(table, [agents], games, seed=seed, workers=workers)
    shares = win_shares(facts, names)
    low, high = (1 / table.seats + by for by in (-UNEVEN, UNEVEN))
    found = ", ".join(f"{name} {100 * share:.1f} %" for name, share in shares.items())
    good = all(low <= share <= high for share in shares.values())
    return Row("people", WINS, agents, found, f"{100 * low:g} to {100 * high:g} % each", good, given_up.says("games"))


def win_shares(facts: Facts, names: Sequence[str]) -> dict[str, float]:
    """Mean win credit of each persona of a table, over all its seats."""
    seats = len(facts.seat) // len(facts.game)
    won = (facts.game["winners"].astype(np.int64)[:, None] >> np.arange(seats)) & 1
    credit = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).ravel()
    agent = np.array(names)[facts.seat["agent"].astype(np.int64)]
    return {str(name): float(credit[agent == name].mean()) for name in dict.fromkeys(names)}
