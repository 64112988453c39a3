"""How does each persona play?"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from engine.records.events import Result
from engine.records.state import SEATS, FightFlag
from lab.measure.course import hostile, since
from lab.measure.registry import KEYS, metric
from lab.measure.stats import half_width
from lab.measure.written import EXTRA, HIDDEN, KEY, Column
from lab.store.codes import LOST

GAME = [*KEYS, "game"]
BLOCK = 1000
"""Games of an arm whose events are in memory together."""
MORE = 1  # mark of one more Item in the same request (`other`) or the same proposal (`before`)
KINDS = (
    "turn", "turn_end", "fight", "fight_end", "strength", "join", "ask", "accept", "refuse", "bonus", "curse", "level",
    "sell", "propose", "decline",
)  # fmt: skip
"""Events that say something about style."""


class Measure(NamedTuple):
    """A measure of style: one sum over games divided by another."""

    words: str
    unit: str
    above: str
    below: str


MEASURES = {
    "fights": Measure("Combats fought", "per own turn", "fight", "turn"),
    "sought": Measure("Combats looked for, not kicked open", "share of own combats", "looked", "fight"),
    "won": Measure("Combats won", "share of own combats", "killed", "fight"),
    "lost": Measure("Combats lost in flight", "share of own combats", "fled", "fight"),
    "asked": Measure("Requests for help", "per game", "ask", "seat"),
    "helped": Measure("Helps given", "per game", "help", "seat"),
    "agreed": Measure("Requests agreed to", "share of requests", "agree", "request"),
    "price": Measure("Treasures promised for a help", "per help given", "price", "help"),
    "hostile": Measure("Hostile acts in others' combats, and Curses", "per game", "hostile", "seat"),
    "at_leader": Measure("Hostile acts against the leader", "share of hostile acts", "at_leader", "hostile"),
    "cursed": Measure("Curses played on others", "per game", "curse", "seat"),
    "sold": Measure("Cards sold", "per game", "sell", "seat"),
    "bought": Measure("Levels bought", "per game", "bought", "seat"),
    "traded": Measure("Trades and gifts that came off", "per game", "trade", "seat"),
    "died": Measure("Deaths", "per game", "death", "seat"),
    "hand": Measure("Cards in hand at the end of own turn", "per own turn", "hand", "turn_end"),
    "length": Measure("Length of its games", "turns", "length", "seat"),
}
"""The fingerprint; numerators and denominators are added up per game and persona."""

WORDS = {name: m.words for name, m in MEASURES.items()}


def is_share(unit: str) -> bool:
    """Whether a measure is a share, which ends at 1."""
    return unit.startswith("share")


@metric(
    needs=("seat", "game", "event"),
    unit="per game and seat, per own turn, or share",
    interval="ratio of sums over games with events",
    columns={
        "agent": Column("persona", rank=KEY, about="Who played."),
        "measure": Column("measure", rank=KEY, words=WORDS, about="What the persona does."),
        "per": Column("unit", about="Unit of the value."),
        "games": Column("games", "count", EXTRA, about="Games whose events were kept."),
        "value": Column(
            "value",
            "number",
            kind_of=lambda row: "share" if is_share(row["per"]) else "number",
            about="How often or how much.",
        ),
        "order": Column("order", rank=HIDDEN, about="Place of the measure in the fingerprint."),
    },
)
def style(seat: pl.LazyFrame, game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Style of each persona: fights, helps, hostility, sales, trades, deaths, cards in hand, length of its games.

    Measured where events were kept. A hostile act makes somebody else's combat harder (a card, a monster, a stab) or
    is a Curse on them; the leader is whoever has the highest Level at that moment, alone or not.
    """
    facts = seat.join(game.select(*GAME, "turns"), on=GAME)
    counts = facts.select(*GAME, "seat", pl.col("agent").cast(pl.String), *_from_facts()).collect()
    arms = counts.partition_by(KEYS, as_dict=True)
    found = [_of_arm(arms[arm].drop(KEYS), event, arm) for arm in sorted(arms)]
    return (pl.concat(found) if found else pl.DataFrame(schema=_schema())).lazy()


def _from_facts() -> list[pl.Expr]:
    same = {"help": "helps", "bought": "levels_bought", "death": "deaths", "length": "turns"}
    return [pl.lit(1.0).alias("seat_n"), *(pl.col(c).cast(pl.Float64).alias(f"{n}_n") for n, c in same.items())]


def _of_arm(counts: pl.DataFrame, event: pl.LazyFrame, arm: tuple[object, ...]) -> pl.DataFrame:
    """Every measure of every persona of one arm, over its games with events."""
    blocks = (counts["game"] // BLOCK).unique().sort()
    parts = [(rows["game"].unique(), _acts(rows)) for rows in (_events_of(event, arm, block) for block in blocks)]
    watched, acts = pl.concat([games for games, _ in parts]), pl.concat([acts for _, acts in parts])
    held = counts.filter(pl.col("game").is_in(watched.implode()))
    if held.is_empty():
        return pl.DataFrame(schema=_schema())
    wide = held.join(acts, on=["game", "seat"], how="left").fill_null(0)
    # In one order: sums of broken numbers are the same each time.
    per_game = wide.group_by("agent", "game").agg(pl.col("^.*_n$").sum()).sort("agent", "game")
    keys = [pl.lit(value, pl.String).alias(key) for key, value in zip(KEYS, arm, strict=True)]
    measured = pl.concat([_measured(per_game, name, m) for name, m in MEASURES.items()])
    return measured.select(*keys, pl.all()).sort("agent", "order")


def _events_of(event: pl.LazyFrame, arm: tuple[object, ...], block: int) -> pl.DataFrame:
    """The events of some games of an arm that matter here, in order, each with what it is told against."""
    games = pl.col("game").is_between(block * BLOCK, (block + 1) * BLOCK, closed="left")
    of_arm = [pl.col(key).cast(pl.String) == value for key, value in zip(KEYS, arm, strict=True)]
    columns = ("game", "seq", "actor", "target", "other", "before", "after")
    kind = pl.col("kind").cast(pl.String)
    # Words of a fixed list are compared as numbers.
    rows = event.filter(*of_arm, games).filter(kind.is_in(KINDS)).select(*columns, kind.cast(pl.Enum(KINDS)))
    return _annotated(rows.collect().sort("game", "seq"))


def _annotated(rows: pl.DataFrame) -> pl.DataFrame:
    """Each event with the fighter and the helper of its combat, and every seat's Level before it."""
    kind = pl.col("kind")
    fighter = pl.when(kind.is_in(["fight", "strength"])).then(pl.col("actor"))
    helper = (
        pl.when(kind == "fight").then(-1).when(kind == "strength").then(pl.col("target"))
        .when(kind == "accept").then(pl.col("other"))
    )  # fmt: skip
    proposer = pl.when(kind == "propose").then(pl.col("actor"))
    begins = pl.col("game").ne_missing(pl.col("game").shift())
    # All begin at the same Level: the one before the first change of anybody's.
    first = rows.filter(kind == "level").unique("game", keep="first", maintain_order=True)
    rows = rows.join(
        first.select("game", pl.col("before").alias("start")), on="game", how="left", maintain_order="left"
    )
    rows = rows.with_columns(begins.alias("begins"), pl.col("start").fill_null(1))
    level = [pl.when((kind == "level") & (pl.col("target") == s)).then(pl.col("after")).shift() for s in range(SEATS)]
    none, start = pl.lit(-1), pl.col("start")
    return rows.with_columns(
        *(since(e, none).alias(n) for n, e in (("fighter", fighter), ("helper", helper), ("proposer", proposer))),
        *(since(pl.when(~pl.col("begins")).then(e), start).alias(f"level_{s}") for s, e in enumerate(level)),
    ).drop("begins", "start")  # fmt: skip


def _acts(rows: pl.DataFrame) -> pl.DataFrame:
    """What each seat did in each game: one column for each part of a measure."""
    kind = pl.col("kind")
    # The seat that an event counts for: who helps, whose proposal came to nothing, else who acts.
    seat = pl.when(kind == "accept").then(pl.col("other")).when(kind == "decline").then(pl.col("proposer"))
    parts = {f"{name}_n": amount.cast(pl.Int32) for name, amount in _parts().items()}
    counted = rows.lazy().select("game", seat.otherwise(pl.col("actor")).cast(pl.Int8).alias("seat"), **parts)
    return counted.group_by("game", "seat").agg(pl.col(*parts).sum().cast(pl.Float64)).collect()


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
    level = pl.coalesce(pl.when(victim == s).then(pl.col(f"level_{s}")) for s in range(SEATS))
    return level == pl.max_horizontal(f"level_{s}" for s in range(SEATS))


def _measured(per_game: pl.DataFrame, name: str, m: Measure) -> pl.DataFrame:
    """One measure of every persona: a ratio of sums over games, with its linearised variance."""
    above, below = pl.col(f"{m.above}_n"), pl.col(f"{m.below}_n")
    ratio = above.sum() / below.sum()
    residual = (above - ratio * below).pow(2).sum().sqrt() / below.sum()
    found = per_game.group_by("agent").agg(
        pl.len().cast(pl.Int64).alias("games"), ratio.alias("value"), residual.alias("error")
    )
    half = half_width(pl.col("error"), "games")
    top = 1 if is_share(m.unit) else None
    return found.select(
        "agent", pl.lit(name).alias("measure"), pl.lit(m.unit).alias("per"), "games", "value",
        (pl.col("value") - half).clip(0, top).alias("value_low"),
        (pl.col("value") + half).clip(0, top).alias("value_high"),
        pl.lit(list(MEASURES).index(name)).alias("order"),
    )  # fmt: skip


def _schema() -> dict[str, type[pl.DataType]]:
    text = dict.fromkeys(("run_id", "arm", "agent", "measure", "per"), pl.String)
    numbers = dict.fromkeys(("value", "value_low", "value_high"), pl.Float64)
    return text | {"games": pl.Int64} | numbers | {"order": pl.Int32}
