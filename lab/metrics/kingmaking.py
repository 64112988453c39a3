"""Do players who cannot win decide who does?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Result
from lab.stats.intervals import share
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS, metric
from lab.tables.round_frames import GAME, HOPELESS, judged

GOAL = "victory.level"
DEEDS = ("play", "ability", "accept")
"""Events of a combat by which somebody does something to it; of an agreement it is the helper who does."""
KINDS = ("turn", "level", "fight", *DEEDS, "remove", "strength", "fight_end")
TURN = [*GAME, "turn"]
HELP, STOP, EITHER = "help", "stop", "either"
HOPELESS_ONES, LOSERS = "hopeless", "losers"
COLUMNS = {
    "deed": Column(
        "what was done", rank=KEY, about="What decided who won; personas help nobody to it, people may.",
        words={HELP: "winner helped (personas do not)", STOP: "win stopped", EITHER: "either"},
    ),
    "by": Column(
        "by", rank=KEY, about=f"Who did it: players {HOPELESS} times as far from winning as the leader, or all losers.",
        words={HOPELESS_ONES: "without hope", LOSERS: "all losers"},
    ),
    "games": Column("games", "count", about="Games that somebody won and whose events were kept."),
    "count": Column("happened in", "count", unit="games", about="Games among them in which it happened."),
    "share": Column("share", "share", about="Share of those games in which it happened at least once."),
}  # fmt: skip


@metric(
    needs=("game", "seat", "level", "event", "rule"),
    unit="share of games",
    interval="Wilson or Jeffreys over games with events",
    columns=COLUMNS,
)
def kingmaking(
    game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame, event: pl.LazyFrame, rule: pl.LazyFrame
) -> pl.LazyFrame:
    """Share of games in which a player who could not win turned a fight for the last Level, and so who won.

    A fight for the last Level is one whose fighter lacks one Level. Somebody made the winner win who turned the fight
    that ended the game from being lost to being won; somebody stopped another's win who turned such a fight from being
    won, or took its last monster away while it was, if the fighter did not win later. The last card, ability or
    agreement before the turn did it. Hopeless is judged as in `hopeless_time`, when the round begins. Not seen: what
    was left undone, deeds outside such fights, and whether somebody else would have done the same. That the winner was
    helped by a loser is near 0 whatever the rules: the lab's personas help nobody to the last Level; people may.
    """
    goal = rule.filter(pl.col("switch") == GOAL).select(*KEYS, pl.col("value").cast(pl.Int64).alias("goal"))
    fights = _decisive(_last_fights(event, goal))
    credit = seat.select(*GAME, "seat", "credit")
    of_fighter = credit.rename({"seat": "fighter", "credit": "fighter_credit"})
    turned = (
        fights.join(of_fighter, on=[*GAME, "fighter"])
        .join(credit.rename({"seat": "doer", "credit": "doer_credit"}), on=[*GAME, "doer"])
        .filter((pl.col("doer") != pl.col("fighter")) & (pl.col("doer_credit") == 0))
        .filter((pl.col("deed") == HELP) == (pl.col("fighter_credit") > 0))
        .collect()  # a few rows that are counted in four ways: a lazy plan would find them four times
    )
    games = pl.col("game").is_in(turned["game"].unique().implode())  # nobody asks who was without hope in the others
    hopeless = _without_hope(level.filter(games), seat.filter(games), rule)
    deeds = (
        turned.lazy().join(hopeless, on=[*GAME, "round", "doer"], how="left")
        .with_columns(pl.col("is_hopeless").fill_null(False)).collect()
    )  # fmt: skip
    watched = event.filter(pl.col("seq") == 0).select(GAME)
    won = (
        game.filter(pl.col("n_winners") > 0)
        .select(GAME)
        .join(watched, on=GAME, how="semi")
        .join(goal, on=KEYS, how="semi")
    )
    return _counted(won, deeds.lazy()).sort(*KEYS, "order")


def _last_fights(event: pl.LazyFrame, goal: pl.LazyFrame) -> pl.LazyFrame:
    """The events of combats that began when their fighter lacked one Level, each with `fight`, its number."""
    kind = pl.col("kind").cast(pl.String)
    rows = event.filter(kind.is_in(KINDS)).select(
        *TURN, "seq", "round", kind.alias("kind"), "actor", "target", "other", "before", "after"
    )
    near = (
        rows.filter(pl.col("kind").is_in(["turn", "level"]))
        .join(goal, on=KEYS)
        .filter(pl.max_horizontal("before", pl.when(pl.col("kind") == "level").then("after")) + 1 >= pl.col("goal"))
        .select(*TURN, "goal").unique()
    )  # fmt: skip
    is_turn, is_fight = pl.col("kind") == "turn", pl.col("kind") == "fight"
    own = (pl.col("kind") == "level") & (pl.col("target") == pl.col("active"))
    # A combat lasts from its `fight` to its `fight_end`; what is left of the turn belongs to none.
    going = pl.when(is_fight).then(True).when(is_turn | (pl.col("kind").shift() == "fight_end")).then(False)
    return (
        rows.join(near, on=TURN)
        .sort(*GAME, "seq")
        .with_columns(pl.when(is_turn).then("actor").forward_fill().alias("active"))
        .with_columns(
            pl.when(is_turn).then("before").when(own).then("after").forward_fill().alias("at"),
            going.forward_fill().alias("going"), is_fight.cum_sum().alias("fight"),
        )
        .filter("going")
        .with_columns(pl.col("at").first().over("fight").alias("at"))
        .filter(pl.col("at") + 1 >= pl.col("goal"))
    )  # fmt: skip


def _decisive(rows: pl.LazyFrame) -> pl.LazyFrame:
    """One row per combat that somebody turned: the last turn of it, what it was (`deed`), and who did it (`doer`)."""
    kind, is_deed = pl.col("kind"), pl.col("kind").is_in(DEEDS)
    doer = (
        pl.when(kind == "accept")
        .then("other")
        .when(is_deed)
        .then("actor")
        .when(kind.is_in(["fight", "strength"]))
        .then(-1)
    )
    winning = pl.when(kind == "strength").then(pl.col("other") == 1)
    before = winning.forward_fill().shift().over("fight")
    turned = (
        pl.when((kind == "strength") & (pl.col("other") == 1) & ~before).then(pl.lit(HELP))
        .when((kind == "strength") & (pl.col("other") != 1) & before).then(pl.lit(STOP))
        .when((kind == "remove") & before).then(pl.lit("removed"))
    )  # fmt: skip
    last = (
        rows.with_columns(doer.forward_fill().shift().over("fight").alias("doer"), turned.alias("deed"))
        .group_by(*GAME, "fight")
        .agg(
            pl.col("round").first(), pl.col("actor").filter(kind == "fight").first().alias("fighter"),
            pl.col("other").filter(kind == "fight_end").last().alias("result"),
            *(pl.col(name).filter(pl.col("deed").is_not_null()).last() for name in ("doer", "deed")),
        )
    )  # fmt: skip
    lost = pl.col("result").is_in([int(r) for r in (Result.FLED, Result.CAUGHT, Result.DIED)])
    decided = (
        pl.when((pl.col("result") == int(Result.KILLED)) & (pl.col("deed") == HELP)).then(pl.lit(HELP))
        .when(lost & (pl.col("deed") == STOP)).then(pl.lit(STOP))
        .when((pl.col("result") == int(Result.REMOVED)) & (pl.col("deed") == "removed")).then(pl.lit(STOP))
    )  # fmt: skip
    return last.with_columns(decided.alias("deed")).filter(pl.col("deed").is_not_null() & (pl.col("doer") >= 0))


def _without_hope(level: pl.LazyFrame, seat: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Who begins which round without hope: what was true at the end of one is where the next one begins."""
    rows = judged(level, seat, rule, (HOPELESS,))
    return rows.select(
        *GAME, (pl.col("round") + 1).cast(pl.Int32).alias("round"), pl.col("seat").alias("doer"),
        pl.col("hopeless_0").alias("is_hopeless"),
    )  # fmt: skip


def _counted(won: pl.LazyFrame, deeds: pl.LazyFrame) -> pl.LazyFrame:
    """Games in which each deed happened, by hopeless players and by all who did not win."""
    order = [(deed, by) for deed in (HELP, STOP, EITHER) for by in (HOPELESS_ONES, LOSERS)]
    every = pl.LazyFrame(
        {"deed": [deed for deed, _ in order], "by": [by for _, by in order], "order": range(len(order))}
    )
    both = pl.concat([deeds, deeds.with_columns(pl.lit(EITHER).alias("deed"))])
    by_whom = pl.concat(
        [both.filter("is_hopeless").with_columns(by=pl.lit(HOPELESS_ONES)), both.with_columns(by=pl.lit(LOSERS))]
    )
    happened = (
        by_whom.join(won, on=GAME, how="semi").select(*GAME, "deed", "by").unique()
        .group_by(*KEYS, "deed", "by").agg(pl.len().alias("count"))
    )  # fmt: skip
    return (
        won.group_by(KEYS)
        .agg(pl.len().alias("games"))
        .join(every, how="cross")
        .join(happened, on=[*KEYS, "deed", "by"], how="left")
        .with_columns(pl.col("count").fill_null(0))
        .with_columns(share("count", "games"))
    )
