"""How does each persona play?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Result
from engine.records.state import SEATS, FightFlag
from lab.store.event_codes import LOST
from lab.tables.column import HIDDEN, KEY, Column
from lab.tables.event_frames import FIGHTS, counted, hostile, level_of, since, with_fights, with_levels
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, ratios, told_in_rows

GAME = [*KEYS, "game"]
MORE = 1  # mark of one more Item in the same request (`other`) or the same proposal (`before`)
KINDS = (
    *FIGHTS, "turn", "turn_end", "join", "ask", "refuse", "bonus", "curse", "level", "sell", "propose", "decline",
)  # fmt: skip
"""Events that say something about style."""
EVENT = ("actor", "target", "other", "before", "after")

MEASURES = {
    "fights": Ratio("Combats fought", "per own turn", "fight", "turn"),
    "sought": Ratio("Combats looked for, not kicked open", "share of own combats", "looked", "fight"),
    "won": Ratio("Combats won", "share of own combats", "killed", "fight"),
    "lost": Ratio("Combats lost in flight", "share of own combats", "fled", "fight"),
    "asked": Ratio("Requests for help", "per game", "ask", "seats"),
    "helped": Ratio("Helps given", "per game", "help", "seats"),
    "agreed": Ratio("Requests agreed to", "share of requests", "agree", "request"),
    "price": Ratio("Treasures promised for a help", "per help given", "price", "help"),
    "hostile": Ratio("Hostile acts in others' combats, and Curses", "per game", "hostile", "seats"),
    "at_leader": Ratio("Hostile acts against the leader", "share of hostile acts", "at_leader", "hostile"),
    "cursed": Ratio("Curses played on others", "per game", "curse", "seats"),
    "sold": Ratio("Cards sold", "per game", "sell", "seats"),
    "bought": Ratio("Levels bought", "per game", "bought", "seats"),
    "traded": Ratio("Trades and gifts that came off", "per game", "trade", "seats"),
    "died": Ratio("Deaths", "per game", "death", "seats"),
    "hand": Ratio("Cards in hand at the end of own turn", "per own turn", "hand", "turn_end"),
    "length": Ratio("Length of its games", "turns", "length", "seats"),
}
"""The fingerprint; numerators and denominators are added up per game and persona."""


@metric(
    needs=("seat", "game", "event"),
    unit="per game and seat, per own turn, or share",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns={
        "agent": Column("persona", rank=KEY, about="Who played."),
        **told_in_rows(MEASURES),
        "order": Column("order", rank=HIDDEN, about="Place of the measure in the fingerprint."),
    },
)
def style(seat: pl.LazyFrame, game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Style of each persona: fights, helps, hostility, sales, trades, deaths, cards in hand, length of its games.

    Measured where events were kept. A hostile act makes somebody else's combat harder (a card, a monster, a stab) or
    is a Curse on them; the leader is whoever has the highest Level at that moment, alone or not.
    """
    facts = seat.join(game.select(*GAME, "turns"), on=GAME)
    counts = facts.select(*GAME, "seat", pl.col("agent").cast(pl.String), *_from_facts())
    acts = counted(game, event, KINDS, EVENT, _acts).collect().lazy()  # once for whose events were kept, once for what
    held = counts.join(acts.select(GAME).unique(), on=GAME, how="semi")
    wide = held.join(acts, on=[*GAME, "seat"], how="left").fill_null(0)
    parts = {part for m in MEASURES.values() for part in (m.above, m.below)}
    per_game = wide.group_by(*KEYS, "agent", "game").agg(pl.col(sorted(parts)).sum())
    order = pl.col("measure").replace_strict({name: i for i, name in enumerate(MEASURES)}, return_dtype=pl.Int32)
    return ratios(per_game, [*KEYS, "agent"], MEASURES).with_columns(order.alias("order"))


def _from_facts() -> list[pl.Expr]:
    same = {"help": "helps", "bought": "levels_bought", "death": "deaths", "length": "turns"}
    return [pl.lit(1).alias("seats"), *(pl.col(column).cast(pl.Int64).alias(n) for n, column in same.items())]


def _acts(rows: pl.DataFrame) -> pl.DataFrame:
    """What each seat did in each game: one column for each part of a measure."""
    kind = pl.col("kind")
    proposer = since(pl.when(kind == "propose").then(pl.col("actor")), pl.lit(-1))
    rows = with_fights(with_levels(rows)).with_columns(proposer.alias("proposer"))
    # The seat that an event counts for: who helps, whose proposal came to nothing, else who acts.
    seat = pl.when(kind == "accept").then(pl.col("other")).when(kind == "decline").then(pl.col("proposer"))
    parts = {name: amount.cast(pl.Int32) for name, amount in _parts().items()}
    told = rows.lazy().select("game", seat.otherwise(pl.col("actor")).cast(pl.Int8).alias("seat"), **parts)
    return told.group_by("game", "seat").agg(pl.col(*parts).cast(pl.Int64).sum()).collect()


def _parts() -> dict[str, pl.Expr]:
    """Each part of a measure, and how much an event counts for it."""
    kind, actor, other, before = (pl.col(name) for name in ("kind", "actor", "other", "before"))
    agreed, refused = (kind == "accept") & (actor == other), (kind == "refuse") & (actor != pl.col("fighter"))
    curse = (kind == "curse") & (actor >= 0) & (actor != pl.col("target"))
    harm = hostile()
    ended = kind == "fight_end"
    proposed, declined = (kind == "propose") & (before != MORE), kind == "decline"
    return {
        **{name: kind == name for name in ("turn", "fight", "sell", "turn_end")},
        "ask": (kind == "ask") & (other != MORE),
        "looked": (kind == "fight") & ((other & int(FightFlag.LOOKED)) != 0),
        "killed": ended & (other == int(Result.KILLED)),
        "fled": ended & other.is_in(LOST),
        "agree": agreed,
        "request": agreed | refused,
        "price": pl.when(kind == "accept").then(before).otherwise(0),
        "curse": curse,
        "hostile": harm,
        "at_leader": harm & _leads(),
        "trade": proposed.cast(pl.Int32) - declined.cast(pl.Int32),
        "hand": pl.when(kind == "turn_end").then(pl.col("after")).otherwise(0),
    }


def _leads() -> pl.Expr:
    """Whether the one who is harmed has the highest Level."""
    victim = pl.when(pl.col("kind") == "curse").then(pl.col("target")).otherwise(pl.col("fighter"))
    return level_of(victim) == pl.max_horizontal(f"level_{s}" for s in range(SEATS))
