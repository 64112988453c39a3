"""Who the players are and how they did: a round-robin of personas, and its tables.

The design of the tables. A game seats different personas, and the list of personas is dealt out in blocks
(`lab.runs.run_plan.lineup`), so that in a whole cycle everybody sits in every seat, beside and against everybody else
equally often. Every game then compares four players at once, and each persona plays seats / personas of all games.
One persona against three copies of another compares two; with ten personas ninety such pairings would have to be
played for the same scale. What it says is the strength against the mixed company of the others; `--against balanced`
measures the strength against one kind of opponent, a run for each persona.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.agents.persona_file import LOOKAHEAD, Persona
from lab.agents.personas import find_persona, personas
from lab.errors import BadInput
from lab.metrics.style import MEASURES
from lab.stats.ratings import ANCHOR, ANCHOR_RATING, chance, points_of

if TYPE_CHECKING:
    from lab.runs.run_spec import RunSpec
    from lab.store.store_folder import Store

METRICS = ("persona_win", "rating", "style")
EVERYBODY = "all"
"""Stands for every persona that does not look ahead."""
BESIDE = 4
"""Weights named where a persona is described beside another."""


def company(agents: str) -> str:
    """The players that an option names: `all` leaves out those who look ahead, and take hundreds of times longer."""
    if agents != EVERYBODY:
        return agents
    return ",".join(name for name, persona in personas().items() if not persona.weights.get(LOOKAHEAD))


def check_company(spec: RunSpec) -> None:
    """Refuse a round-robin that would compare nobody, or more than one set of rules."""
    if len(set(spec.only.agents)) < 2:
        raise BadInput(f"agents is {', '.join(spec.only.agents)}; allowed: two or more different players")


def measured(store: Store, run: str) -> dict[str, pl.DataFrame]:
    """Win credit, rating and style of every player of a run."""
    from lab.tables.metric import compute

    return compute(store, METRICS, run)


def opponents_of(spec: RunSpec, against: str) -> list[str]:
    """Everybody of a spec but the one they play against."""
    found = [one for one in dict.fromkeys(spec.only.agents) if one != against]
    if not found:
        raise BadInput(f"agents is {', '.join(spec.only.agents)}; allowed: somebody who is not {against}")
    return found


def duel(spec: RunSpec, one: str, others: str) -> RunSpec:
    """The same games with one player against copies of another at all other seats, rotating."""
    from lab.runs.run_spec import make_spec

    return make_spec(spec.model_dump() | {"agents": (one, *[others] * (spec.only.seats - 1))}, "command line")


def duel_row(store: Store, run: str, one: str, seats: int) -> dict[str, Any]:
    """How one player did against copies of another: win credit, and the points above them that it stands for."""
    from lab.tables.metric import compute

    found = compute(store, ("persona_win",), run)["persona_win"].filter(pl.col("agent") == one).row(0, named=True)
    points = {
        f"points{side}": points_of(found[f"credit{side}"], seats) if 0 < found[f"credit{side}"] < 1 else None
        for side in ("", "_low", "_high")
    }
    keys = ("agent", "games", "credit", "credit_low", "credit_high", "fair_share")
    return {"run_id": run, **{key: found[key] for key in keys}, **points}


def strength_table(frames: Mapping[str, pl.DataFrame]) -> pl.DataFrame:
    """One row for each player, the strongest first: win credit and rating with their intervals."""
    keys = ["run_id", "arm", "agent"]
    won = frames["persona_win"].select(*keys, "games", "credit", "credit_low", "credit_high", "fair_share")
    rating = frames["rating"].select(*keys, "rating", "rating_low", "rating_high", "chance", "rating_q")
    return won.join(rating, on=keys, how="left").sort(
        "rating", "credit", "agent", descending=[True, True, False], nulls_last=True
    )


def style_table(frames: Mapping[str, pl.DataFrame], order: Sequence[str]) -> pl.DataFrame:
    """One row for each measure of style, one column for each player."""
    style = frames["style"]
    if style.is_empty():
        return pl.DataFrame({"measure": [], "per": []})
    words = pl.col("measure").replace_strict({name: m.words for name, m in MEASURES.items()}).alias("measure")
    wide = style.pivot("agent", index=["measure", "per"], values="value", sort_columns=False)
    names = [name for name in order if name in wide.columns]
    return wide.select(words, "per", pl.col(names))


def how_to_read(seats: int, players: int) -> str:
    """What the numbers of a round-robin mean, in a few sentences."""
    return (
        f"{_of_credit(seats)} Rating: {ANCHOR} has {ANCHOR_RATING:.0f} points, or the mean where it does not play; "
        f"{_of_points(seats)} {_of_chance(players)} q is the false discovery rate of 'as strong as the anchor'."
    )


def how_to_read_duels(seats: int, players: int, against: str) -> str:
    """What the numbers of one against copies of another mean."""
    return f"{_of_credit(seats)} Points are those above {against}: {_of_points(seats)} {_of_chance(players)}"


def _of_credit(seats: int) -> str:
    return f"Win credit: 1 for a win, 1/k for a victory shared by k; the fair share is {1 / seats:.1%}."


def _of_points(seats: int) -> str:
    won = f"win {chance(100, seats):.0%} of the games, 400 points {chance(400, seats):.0%}"
    return f"100 points more than {seats - 1} equal others {won}."


def _of_chance(players: int) -> str:
    return f"Intervals hold at 95 % one by one: of {players} about {players * 0.05:.1f} miss by chance."


# --- personas in words -----------------------------------------------------------------------------


def meanings() -> dict[str, str]:
    """What each weight means, in the words of the engine's features."""
    from engine.policies.weights import FEATURES

    return dict(FEATURES)


def weights_in_words(persona: Persona) -> list[tuple[str, int, str]]:
    """Every weight of a persona that is not zero: name, value, meaning."""
    says = meanings()
    return [(name, value, says.get(name, "not a weight of this engine")) for name, value in persona.weights.items()]


def beside(persona: Persona, other: str = ANCHOR) -> str:
    """The weights in which a persona differs most from another, in a line."""
    if other not in personas() or persona.name == other:
        return ""
    base = find_persona(other).weights
    if persona.weights.get("uniform"):
        return "no weights: chooses at random"
    names = [n for n in {**base, **persona.weights} if base.get(n, 0) != persona.weights.get(n, 0)]
    names.sort(key=lambda n: -_apart(base.get(n, 0), persona.weights.get(n, 0)))
    shown = [f"{n} {persona.weights.get(n, 0)} (not {base.get(n, 0)})" for n in names[:BESIDE]]
    return ", ".join(shown) + (f" and {len(names) - BESIDE} more" if len(names) > BESIDE else "")


def _apart(a: int, b: int) -> float:
    return abs(a - b) / max(abs(a), abs(b), 1)
