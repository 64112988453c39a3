"""Who asks for help, and who gives it at what price?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Result
from engine.records.state import SEATS
from lab.tables.event_frames import FIGHTS, counted, level_of, with_fights, with_levels
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, ratios, told_in_rows

MORE = 1  # mark of one more Item in the same request
MEASURES = {
    "asked": Ratio("requests", "per game", "asked", "one"),
    "agreed": Ratio("requests agreed to", "share of requests", "agreed", "answered"),
    "offered": Ratio("offers of help", "per game", "offered", "one"),
    "taken": Ratio("offers taken", "share of offers", "taken", "replied"),
    "helps": Ratio("helps", "per game", "helps", "one"),
    "price": Ratio("Treasures promised", "per help", "price", "helps"),
    "with_card": Ratio("with an Item or a card", "share of helps", "with_card", "helps"),
    "free": Ratio("for nothing", "share of helps", "free", "helps"),
    "helped": Ratio("combats with a helper", "share of combats", "helped", "combats"),
    "several": Ratio("with several helpers", "share of combats with one", "several", "helped"),
    "helped_leader": Ratio("those of the leader", "share of their combats", "helped_leader", "leader"),
    "helped_other": Ratio("those of the others", "share of their combats", "helped_other", "other"),
    "won_helped": Ratio("won with a helper", "share of combats with one", "won_helped", "helped"),
    "won_alone": Ratio("won without", "share of combats without", "won_alone", "alone"),
}
KINDS = (*FIGHTS, "ask", "refuse", "offer", "level")
EVENT = ("actor", "target", "card", "other", "before", "after")


@metric(
    needs=("game", "event"),
    unit="per game, per help, or share",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns=told_in_rows(MEASURES),
)
def helping(game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Requests and offers of help, how many come off, what is promised for them, and whom they help.

    The leader is whoever has the highest Level, alone or not, when a combat ends. Requests that a combat's end left
    without an answer are neither agreed to nor refused. Measured where events were kept.
    """
    return ratios(counted(game, event, KINDS, EVENT, _per_game), KEYS, MEASURES)


def _per_game(rows: pl.DataFrame) -> pl.DataFrame:
    rows = with_fights(with_levels(rows))
    kind, actor, other = pl.col("kind"), pl.col("actor"), pl.col("other")
    accept, refuse, ended = kind == "accept", kind == "refuse", kind == "fight_end"
    asker, helped = pl.col("fighter"), ended & (pl.col("target") >= 0)
    agreed, taken = accept & (actor == other), accept & (actor != other)
    leads = ended & (level_of(actor) == pl.max_horizontal(f"level_{s}" for s in range(SEATS)))
    other_seat = ended & ~leads
    won = ended & (other == int(Result.KILLED))
    counts = {
        "asked": (kind == "ask") & (other != MORE), "agreed": agreed, "answered": agreed | refuse & (actor != asker),
        "offered": kind == "offer", "taken": taken, "replied": taken | refuse & (actor == asker), "helps": accept,
        "with_card": accept & (pl.col("card") >= 0), "free": accept & (pl.col("before") == 0) & (pl.col("card") < 0),
        "combats": ended, "helped": helped, "alone": ended & ~helped, "leader": leads, "other": other_seat,
        "several": helped & (pl.col("after") != 0), "helped_leader": leads & helped,
        "helped_other": other_seat & helped, "won_helped": won & helped, "won_alone": won & ~helped,
    }  # fmt: skip
    return rows.group_by("game", maintain_order=True).agg(
        pl.lit(1).alias("one"), *(where.sum().alias(name) for name, where in counts.items()),
        pl.col("before").filter(accept).sum().cast(pl.Int64).alias("price"),
    )  # fmt: skip
