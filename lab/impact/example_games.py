"""Games that show what a card does: those that it turned, and one as most of them are."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import polars as pl

from lab.agents import USUAL
from lab.agents.personas import mixes

if TYPE_CHECKING:
    from lab.runs.arms import Arm

WHY = {
    "won": "It won the game for {who}, to whom it came",
    "lost": "It cost {who} the game, to whom it came",
    "typical": "A typical game: it came to {who}",
}
"""Why a game is shown: the words before when the card came."""
MOST = 2
"""Games of the kind that speaks for the card's effect; of the other kind there is one."""


def telling(rows: pl.DataFrame) -> pl.DataFrame:
    """The forks that are shown, with `why`: what both another card and a blank had turned, and one as most are.

    Of those that the card turned alike the one that ended soonest after it had come: there least else happened.
    """
    turned, blank = (pl.col("credit") - pl.col(f"{name}_credit") for name in ("other", "blank"))
    forks = rows.with_columns(turned.alias("turned"), (pl.col("turns") - pl.col("turn")).alias("after"))
    by_it = forks.filter(blank.fill_null(turned).sign() == turned.sign())  # else it was the other card that did it
    for_it = by_it.filter(pl.col("turned") > 0).sort("turned", "after", "game", descending=[True, False, False])
    against = by_it.filter(pl.col("turned") < 0).sort("turned", "after", "game")
    total = forks.select((pl.col("turned") * pl.col("arrivals")).sum()).item()
    most = (MOST, 1) if total >= 0 else (1, MOST)
    won = for_it.head(most[0]).with_columns(pl.lit("won").alias("why"))
    lost = against.head(most[1]).with_columns(pl.lit("lost").alias("why"))
    turned_by_it = pl.concat([won, lost] if total >= 0 else [lost, won])
    others = _typical(forks).filter(~pl.col("game").is_in(turned_by_it["game"].implode()))
    return pl.concat([turned_by_it, others.head(1).with_columns(pl.lit("typical").alias("why"))])


def _typical(forks: pl.DataFrame) -> pl.DataFrame:
    """Forks of the commonest way and outcome, those of middling turn and length first."""
    common = forks.group_by("how", pl.col("turned").sign().alias("side")).agg(pl.col("arrivals").sum().alias("n"))
    first = common.sort("n", "how", "side", descending=[True, False, False]).head(1)
    alike = forks.join(first, on="how").filter(pl.col("turned").sign() == pl.col("side"))
    far = [(pl.col(c) - pl.col(c).median()).abs() / (pl.col(c).std() + 1) for c in ("turn", "turns", "other_turns")]
    return alike.with_columns(pl.sum_horizontal(far).alias("far")).sort("far", "game").select(forks.columns)


def replay_line(arm: Arm, game: int) -> str:
    """The command that tells a game of an arm as it was played."""
    return shlex.join(["lab", "replay", *_options(arm), "--game", str(game)])


def ask_line(arm: Arm, card: str, *more: str) -> str:
    """The command that asks about a card in an arm, with some more options."""
    return shlex.join(["lab", "card", card, *_options(arm), *more])


def _options(arm: Arm) -> list[str]:
    """The options that choose rules, cards, players and seed of an arm, as far as they are not the usual ones."""
    who, words = arm.setting, list[str]()
    words += ["--deck", "+".join(who.deck)] if who.deck else []
    words += ["--variant", who.variant] if who.variant != "base" else []
    for option, values in (("--set", who.switches), ("--change", who.cards)):
        words += [word for key, value in values for word in (option, f"{key}={value}")]
    names = {mix.agents: name for name, mix in mixes().items()}
    agents = names.get(who.agents, ",".join(who.agents))
    words += ["--agents", agents] if agents != USUAL else []
    words += ["--seats", str(who.seats)] if who.seats != 4 else []
    return words + (["--seed", str(arm.run.seed)] if arm.run.seed else [])


def shown_games(rows: pl.DataFrame, arm: Arm) -> list[dict[str, object]]:
    """The games that are shown: when the card came to whom, how each branch ended, and the command that tells it."""
    found = telling(rows) if rows.height else rows
    names = dict(zip(arm.cards.ids, arm.cards.names, strict=True))
    out = []
    for row in found.to_dicts():
        branches = {
            f"{branch}{name}": _won_by(row[f"{branch}winners"]) if name == "won_by" else row[f"{branch}{name}"]
            for branch in ("", "other_", "blank_")
            for name in ("won_by", "turns", "ending")
        }
        own = {key: row[key] for key in ("game", "why", "how", "seat", "agent", "turn", "level", "lead")}
        out.append(own | {"other": names[row["other"]]} | branches | {"replay": replay_line(arm, row["game"])})
    return out


def _won_by(winners: int | None) -> str | None:
    """The players of a mask as a replay calls them."""
    if winners is None:
        return None
    return " and ".join(f"p{s}" for s in range(8) if winners >> s & 1) or "nobody"
