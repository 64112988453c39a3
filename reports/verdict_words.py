"""What the words of a verdict mean, for whoever has never seen the lab: of those that stand on the page."""

from __future__ import annotations

from collections.abc import Collection

from engine.inputs.quote import joined
from lab.agents.personas import personas
from lab.comparison.game_numbers import BEHIND, CREDIT, CREDIT_OF, LOST, MEDIAN, MINUTES, SEVERAL, TIMES_AS_FAR, WITHIN
from lab.tables.table_pace import pace
from reports.verdict_numbers import name_of

MEANS = {
    "turns": "those of all players; a turn is one player's go",
    LOST: "combats whose fighter has to run away, of all combats",
    "flights": "combats whose fighter has to run away",
    "decisions": "all that players are asked, passes too",
    "reshuffles": "a pile is empty and its discards are shuffled",
    MEDIAN: "half of the games have fewer",
    WITHIN: "they end within 60 estimated minutes",
    CREDIT: "wins of whoever has the first turn, of all wins",
    SEVERAL: "by a tie or a common win, which counts for each of them in part",
    "ending_kill": "the winner killed a monster for the last Level",
    "ending_card": "the winner got the last Level from a card",
    "ending_shared": "fighter and helper win together",
    "ending_capped": "they had not ended after very many turns",
}
"""Measures of games."""
INTERVAL = "where the true difference lies, 95 times in 100"
LEAST_AHEAD = 2
"""Levels that the leader of an example still needs."""


def meaning(metric: str, goal: int) -> str:
    """What a measure is, in half a sentence; `goal` is the winning Level. Nothing of those that everybody knows."""
    if metric == BEHIND:
        return far_behind(goal)
    if metric == MINUTES:
        said = pace()
        parts = zip((said.turn, said.decision, said.combat), ("turn", "decision", "combat"), strict=True)
        return joined([f"{seconds:g} seconds for each {part}" for seconds, part in parts])
    if metric.startswith(CREDIT_OF):
        known = personas().get(metric.removeprefix(CREDIT_OF))
        who = f"{known.why[:1].lower()}{known.why[1:].partition(':')[0]}".rstrip(".") if known else ""
        return f"games that one such player wins{f' ({who})' * bool(who)}"
    return MEANS.get(metric, "")


def far_behind(goal: int) -> str:
    """The same of rounds far behind, with an example."""
    ahead = LEAST_AHEAD if goal > TIMES_AS_FAR * LEAST_AHEAD else 1
    behind = TIMES_AS_FAR * ahead
    return (
        f"of all rounds that players begin, those in which they are at least {TIMES_AS_FAR} times as far from winning "
        f"as the leader: at Level {goal - behind}, say, while somebody is at Level {goal - ahead} ({behind} Levels to "
        f"go against {ahead})"
    )


def words_of(metrics: Collection[str], goal: int, has_intervals: bool) -> tuple[tuple[str, str], ...]:
    """Each word of a page that needs one, and what it means."""
    told = [(name_of(metric), meaning(metric, goal)) for metric in metrics]
    told += [("95 % interval", INTERVAL)] * has_intervals
    return tuple((f"{name[:1].upper()}{name[1:]}", said) for name, said in told if said)
