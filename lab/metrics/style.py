"""How does each persona play?"""

from __future__ import annotations

from typing import NamedTuple

import polars as pl

from engine.records.state import SEATS, FightFlag
from lab.measure.registry import KEYS, metric
from lab.measure.stats import half_width
from lab.measure.written import EXTRA, HIDDEN, KEY, Column

GAME = [*KEYS, "game"]
BLOCK = 500
"""Games of each arm whose events are in memory together."""
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
    blocks = game.select(pl.col("game") // BLOCK).unique().collect()["game"].sort()
    parts = [(rows.select(GAME).unique(), _acts(rows)) for rows in (_events_of(event, block) for block in blocks)]
    if not parts:
        return pl.LazyFrame(schema=_schema())
    watched, acts = (pl.concat(part) for part in zip(*parts))
    facts = seat.join(game.select(*GAME, "turns"), on=GAME)
    counts = facts.select(*GAME, "seat", pl.col("agent").cast(pl.String), *_from_facts()).collect()
    held = counts.join(watched, on=GAME, how="semi")
    if held.is_empty():
        return pl.LazyFrame(schema=_schema())
    wide = held.join(acts, on=[*GAME, "seat"], how="left").fill_null(0)
    return pl.concat([_measured(wide, name, m) for name, m in MEASURES.items()]).sort(*KEYS, "agent", "order").lazy()


def _from_facts() -> list[pl.Expr]:
    same = {"help": "helps", "bought": "levels_bought", "death": "deaths", "length": "turns"}
    return [pl.lit(1.0).alias("seat_n"), *(pl.col(c).cast(pl.Float64).alias(f"{n}_n") for n, c in same.items())]


def _events_of(event: pl.LazyFrame, block: int) -> pl.DataFrame:
    """The events of some games that matter here, in order, each with what it is told against."""
    games = pl.col("game").is_between(block * BLOCK, (block + 1) * BLOCK, closed="left")
    columns = ("seq", "turn", "actor", "target", "other", "before", "after")
    rows = event.filter(games).select(*GAME, *columns, pl.col("kind").cast(pl.String))
    return _annotated(rows.filter(pl.col("kind").is_in(KINDS)).collect().sort(*GAME, "seq"))


def _annotated(rows: pl.DataFrame) -> pl.DataFrame:
    """Each event with the fighter and the helper of its combat, and every seat's Level before it."""
    kind = pl.col("kind")
    fighter = pl.when(kind.is_in(["fight", "strength"])).then(pl.col("actor"))
    helper = (
        pl.when(kind == "fight").then(-1).when(kind == "strength").then(pl.col("target"))
        .when(kind == "accept").then(pl.col("other"))
    )  # fmt: skip
    proposer = pl.when(kind == "propose").then(pl.col("actor"))
    begins = pl.any_horizontal(pl.col(key).ne_missing(pl.col(key).shift()) for key in GAME)
    rows = rows.with_columns(begins.alias("begins")).with_columns(pl.col("begins").cum_sum().alias("number"))
    # All begin at the same Level: the one before the first change of anybody's.
    first = pl.col("before").filter(kind == "level").first().over("number").fill_null(1)
    rows = rows.with_columns(first.alias("start"))
    level = [pl.when((kind == "level") & (pl.col("target") == s)).then(pl.col("after")).shift() for s in range(SEATS)]
    none, start = pl.lit(-1), pl.col("start")
    return rows.with_columns(
        *(_since(e, none).alias(n) for n, e in (("fighter", fighter), ("helper", helper), ("proposer", proposer))),
        *(_since(pl.when(~pl.col("begins")).then(e), start).alias(f"level_{s}") for s, e in enumerate(level)),
    ).drop("begins", "number", "start")  # fmt: skip


def _since(value: pl.Expr, start: pl.Expr) -> pl.Expr:
    """The last known value of a game up to each of its events, `start` before there is one."""
    known = pl.when(pl.col("begins")).then(pl.coalesce(value, start))
    return known.otherwise(value).forward_fill()


def _acts(rows: pl.DataFrame) -> pl.DataFrame:
    """What each seat did in each game: one column for each part of a measure."""
    long = pl.concat(
        rows.filter(where).select(
            *GAME, who.cast(pl.Int8).alias("seat"), pl.lit(f"{name}_n").alias("part"), n=amount.cast(pl.Float64)
        )
        for name, where, who, amount in _parts()
    )
    columns = sorted({f"{name}_n" for name, *_ in _parts()})
    sums = [pl.col("n").filter(pl.col("part") == c).sum().alias(c) for c in columns]
    return long.group_by(*GAME, "seat").agg(sums)


def _parts() -> list[tuple[str, pl.Expr, pl.Expr, pl.Expr]]:
    """Part of a measure, the events that count for it, the seat they count for, and how much they count."""
    from engine.records.events import Result  # brings the compiler along, which readers of what was kept do without

    lost = [int(r) for r in (Result.FLED, Result.CAUGHT, Result.DIED)]
    kind, actor, other, one = pl.col("kind"), pl.col("actor"), pl.col("other"), pl.lit(1)
    agreed, refused = (kind == "accept") & (actor == other), (kind == "refuse") & (actor != pl.col("fighter"))
    curse = (kind == "curse") & (actor >= 0) & (actor != pl.col("target"))
    hostile = curse | _harm()
    ended = kind == "fight_end"
    return [
        *((name, kind == name, actor, one) for name in ("turn", "fight", "sell", "turn_end")),
        ("ask", (kind == "ask") & (other != MORE), actor, one),
        ("looked", (kind == "fight") & ((other & int(FightFlag.LOOKED)) != 0), actor, one),
        ("killed", ended & (other == int(Result.KILLED)), actor, one),
        ("fled", ended & other.is_in(lost), actor, one),
        ("agree", agreed, actor, one),
        ("request", agreed | refused, actor, one),
        ("price", kind == "accept", other, pl.col("before")),
        ("curse", curse, actor, one),
        ("hostile", hostile, actor, one),
        ("at_leader", hostile & _leads(), actor, one),
        ("trade", (kind == "propose") & (pl.col("before") != MORE), actor, one),
        ("trade", kind == "decline", pl.col("proposer"), -one),
        ("hand", kind == "turn_end", actor, pl.col("after")),
    ]


def _harm() -> pl.Expr:
    """Events by which somebody outside a combat makes it harder for its fighter."""
    kind, actor = pl.col("kind"), pl.col("actor")
    outside = (actor >= 0) & (actor != pl.col("fighter")) & (actor != pl.col("helper"))
    return outside & ((kind == "bonus") & ((pl.col("before") < 0) | (pl.col("after") > 0)) | (kind == "join"))


def _leads() -> pl.Expr:
    """Whether the one who is harmed has the highest Level."""
    victim = pl.when(pl.col("kind") == "curse").then(pl.col("target")).otherwise(pl.col("fighter"))
    level = pl.coalesce(pl.when(victim == s).then(pl.col(f"level_{s}")) for s in range(SEATS))
    return level == pl.max_horizontal(f"level_{s}" for s in range(SEATS))


def _measured(wide: pl.DataFrame, name: str, m: Measure) -> pl.DataFrame:
    """One measure of every persona: a ratio of sums over games, with its linearised variance."""
    by = [*KEYS, "agent"]
    per_game = wide.group_by(*by, "game").agg(
        pl.col(f"{m.above}_n").sum().alias("above"), pl.col(f"{m.below}_n").sum().alias("below")
    )
    ratio = pl.col("above").sum() / pl.col("below").sum()
    residual = (pl.col("above") - ratio * pl.col("below")).pow(2).sum().sqrt() / pl.col("below").sum()
    found = per_game.group_by(by).agg(
        pl.len().cast(pl.Int64).alias("games"), ratio.alias("value"), residual.alias("error")
    )
    half = half_width(pl.col("error"), "games")
    top = 1 if is_share(m.unit) else None
    return found.select(
        *by, pl.lit(name).alias("measure"), pl.lit(m.unit).alias("per"), "games", "value",
        (pl.col("value") - half).clip(0, top).alias("value_low"),
        (pl.col("value") + half).clip(0, top).alias("value_high"),
        pl.lit(list(MEASURES).index(name)).alias("order"),
    )  # fmt: skip


def _schema() -> dict[str, type[pl.DataType]]:
    text = dict.fromkeys(("run_id", "arm", "agent", "measure", "per"), pl.String)
    numbers = dict.fromkeys(("value", "value_low", "value_high"), pl.Float64)
    return text | {"games": pl.Int64} | numbers | {"order": pl.Int32}
