"""Games worth looking at: found in the facts of a run, the most notable first.

Each kind is one function of the tables `game`, `seat` and `level`; the first sentence of its docstring is what people
are told. Players are called as in a replay, p0 for seat 0.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from lab.comparison.arm_pairs import Pair, pairs_of
from lab.comparison.games_drawn import courses, like_most
from lab.errors import BadInput
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.shelf import SOURCES, Shelf, Source

if TYPE_CHECKING:
    from lab.store.store_folder import Store

GAME = ["arm", "game"]
MOST = 10
"""Games of each kind and arm that a page is given."""
READS = ("game", "seat", "level", "arm", "card")
"""Tables that are read."""
NOBODY = "nobody"
MOST_NAMED = 4
"""Pairs of arms that an error names."""
LENGTH = ("turns", "rounds", "ending", "winner")
WORDS = {
    "arm": Column("arm", rank=KEY), "game": Column("game", "plain", KEY), "turns": Column("turns", "count"),
    "rounds": Column("rounds", "count"), "ending": Column("ending", "words", EXTRA), "winner": Column("won by"),
    "apart": Column("Levels apart", "plain"), "best": Column("winner's Level", "plain", EXTRA),
    "second": Column("best other", "plain", EXTRA), "lead_changes": Column("lead changes", "count"),
    "behind": Column("Levels behind", "plain"), "round": Column("after round", "plain"),
    "other": Column("compared with", rank=KEY),
    "moved": Column("Levels that differ", "count"), "turns_b": Column("turns there", "count"),
    "winner_b": Column("won there by"),
}  # fmt: skip
"""How the columns are read; those that end in _b tell of the other arm."""


@dataclass(frozen=True)
class Facts:
    """The facts of one run; `arms` are the two whose games are compared, where that is the question."""

    game: pl.LazyFrame
    seat: pl.LazyFrame
    level: pl.LazyFrame
    arms: tuple[str, str] = ("", "")


def longest(facts: Facts) -> pl.LazyFrame:
    """Longest: the most turns; a game that was cut off by the cap counts with its length there."""
    return _with_winners(facts, facts.game.sort("turns", "game", "arm", descending=[True, False, False]), *LENGTH)


def shortest(facts: Facts) -> pl.LazyFrame:
    """Shortest: the fewest turns of games that came to an end."""
    return _with_winners(facts, facts.game.filter(pl.col("ending") != "capped").sort("turns", "game", "arm"), *LENGTH)


def closest(facts: Facts) -> pl.LazyFrame:
    """Closest: the fewest Levels between the best winner and the best other at the end; then the most lead changes."""
    won, level = pl.col("won"), pl.col("final_level").cast(pl.Int64)
    ends = facts.seat.group_by(GAME).agg(best=level.filter(won).max(), second=level.filter(~won).max())
    apart = ends.drop_nulls().with_columns(apart=(pl.col("best") - pl.col("second")).abs())
    rows = facts.game.join(apart, on=GAME).sort(
        "apart", "lead_changes", "game", "arm", descending=[False, True, False, False]
    )
    return _with_winners(facts, rows, "apart", "best", "second", "lead_changes", "turns", "winner")


def comeback(facts: Facts) -> pl.LazyFrame:
    """Comeback: a winner who ended highest was the most Levels behind the leader at the end of a round.

    Among equals the later round. Whoever shares a victory from below, as a helper or a Cultist, has not come back.
    """
    highest = pl.col("final_level") == pl.col("final_level").max().over(GAME)
    won = facts.seat.filter(pl.col("won") & highest).select(*GAME, "seat")
    leader = pl.col("level").max().over([*GAME, "round"])
    behind = facts.level.with_columns(behind=(leader - pl.col("level")).cast(pl.Int64)).join(won, on=[*GAME, "seat"])
    worst = behind.sort("behind", "round", "seat", descending=[True, True, False]).group_by(GAME).first()
    rows = facts.game.join(worst.select(*GAME, "behind", "round"), on=GAME)
    order = rows.sort("behind", "round", "game", "arm", descending=[True, True, False, False]).filter(
        pl.col("behind") > 0
    )
    return _with_winners(facts, order, "behind", "round", "rounds", "turns", "winner")


def most_changed(facts: Facts) -> pl.LazyFrame:
    """Most changed: the same game under both rules, by the sum over players of how far their final Levels differ.

    Among equals by how far the numbers of turns differ. Only games that both arms have are compared.
    """
    a, b = (pl.col("arm") == arm for arm in facts.arms)
    ends = facts.seat.select("arm", "game", "seat", level=pl.col("final_level").cast(pl.Int64))
    pairs = ends.filter(a).join(ends.filter(b), on=["game", "seat"], suffix="_b")
    moved = pairs.group_by("game").agg(moved=(pl.col("level") - pl.col("level_b")).abs().sum())
    there = _winners(facts).filter(b).select("game", winner_b="winner")
    games = facts.game.filter(b).select("game", turns_b="turns").join(there, on="game")
    rows = facts.game.filter(a).join(games, on="game").join(moved, on="game")
    by_turns = (pl.col("turns").cast(pl.Int64) - pl.col("turns_b").cast(pl.Int64)).abs()
    rows = rows.with_columns(pl.lit(facts.arms[1]).alias("other"), by_turns=by_turns).sort(
        "moved", "by_turns", "game", descending=[True, True, False]
    )
    changed = rows.filter((pl.col("moved") > 0) | (pl.col("by_turns") > 0))
    return _with_winners(facts, changed, "other", "moved", "turns", "turns_b", "winner", "winner_b")


def typical(facts: Facts) -> pl.LazyFrame:
    """Typical: games that ended as most games of the arm did, their length nearest to the median of those."""
    return _with_winners(facts, like_most(facts.game, ["arm"]), *LENGTH)


KINDS: dict[str, Callable[[Facts], pl.LazyFrame]] = {
    find.__name__.replace("_", "-"): find for find in (longest, shortest, closest, comeback, typical, most_changed)
}


def says(kind: str) -> str:
    """The definition of a kind, in a sentence."""
    return (inspect.getdoc(KINDS[kind]) or "").split("\n")[0]


def notable_games(store: Store, run: str) -> pl.DataFrame:
    """The most notable games of each arm, kind by kind; of the most changed those of each pair with its reference."""
    return Shelf(store, run).frame(SOURCES[NOTABLE])


def _notable_games(shelf: Shelf) -> pl.DataFrame:
    """Each with its length, the changes of the lead and its `course`; every table is read few times, of many arms."""
    store, run = shelf.store, shelf.run
    arms = store.arms(run)["arm"].cast(pl.String).to_list()
    facts, place = (
        _facts(store, run),
        pl.col("arm").replace_strict({arm: i for i, arm in enumerate(arms)}, default=None),
    )
    found = []
    for kind, find in KINDS.items():
        if find is not most_changed:
            first = find(facts).group_by("arm", maintain_order=True).head(MOST).collect()
            found.append(first.sort(place, maintain_order=True).with_columns(pl.lit(kind).alias("kind")))
    pairs = [pair for pair in pairs_of(store, run) if pair.paired] if len(arms) > 1 else []
    games = pl.concat([*found, *_changed(facts, pairs)], how="diagonal_relaxed").drop("turns", "lead_changes")
    told = facts.game.select(*GAME, "turns", "lead_changes").join(games.lazy().select(GAME).unique(), on=GAME).collect()
    told = told.join(courses(facts.level, games), on=GAME, how="left")
    return games.join(told, on=GAME, how="left", maintain_order="left")


NOTABLE = "notable_games"
SOURCES[NOTABLE] = Source(NOTABLE, _notable_games, READS)


def _changed(facts: Facts, pairs: Sequence[Pair]) -> Iterator[pl.DataFrame]:
    """The games of each pair of arms that changed most."""
    game, seat = (
        rows.collect().partition_by("arm", as_dict=True) if pairs else {} for rows in (facts.game, facts.seat)
    )
    for pair in pairs:
        both = [(arm,) for arm in (pair.a, pair.b) if (arm,) in game]
        if len(both) == 2:
            games, seats = (pl.concat([table[arm] for arm in both]).lazy() for table in (game, seat))
            changed = most_changed(Facts(games, seats, facts.level, (pair.a, pair.b))).head(MOST).collect()
            yield changed.with_columns(pl.lit("most-changed").alias("kind"))


def notable(store: Store, run: str, kind: str, top: int, arms: tuple[str, ...] = ()) -> pl.DataFrame:
    """The most notable games of a run; `arms` are those to look at, or the two to compare."""
    known = store.arms(run)["arm"].cast(pl.String).to_list()
    for arm in arms:
        if arm not in known:
            raise BadInput(f"run {run}: arm is '{arm}'; allowed: {', '.join(known)}")
    pair = _pair(store, run, arms) if KINDS[kind] is most_changed else ("", "")
    return KINDS[kind](_facts(store, run, pair if any(pair) else arms or known, pair)).head(top).collect()


def _facts(store: Store, run: str, arms: Sequence[str] | None = None, pair: tuple[str, str] = ("", "")) -> Facts:
    """The tables of some arms of a run (of all, if none is named), and the two of them that are compared."""
    chosen = pl.lit(value=True) if arms is None else pl.col("arm").is_in(list(arms))
    game, seat, level = (
        store.table(name, run).with_columns(pl.col("arm").cast(pl.String)).filter(chosen)
        for name in ("game", "seat", "level")
    )  # fmt: skip
    game = game.with_columns(pl.col("ending").cast(pl.String))
    seat = seat.with_columns(pl.col("won").cast(pl.Boolean), pl.col("agent").cast(pl.String))
    return Facts(game, seat, level, pair)


def _pair(store: Store, run: str, arms: tuple[str, ...]) -> tuple[str, str]:
    """The two arms to compare: those that were named, or the first arm and its reference that share their randomness.

    Games of the same number of arms that share none are two games, not one that changed.
    """
    pairs = [pair for pair in pairs_of(store, run, len(arms) == 2) if pair.paired and {*arms} <= {pair.a, pair.b}]
    if not pairs:
        able = [f"'{pair.a}' and '{pair.b}'" for pair in pairs_of(store, run, every_pair=True) if pair.paired]
        named = f" among {' and '.join(arms)}" if arms else ""
        raise BadInput(
            f"run {run}: no two arms with the same randomness{named}; allowed: "
            f"{'; '.join(able[:MOST_NAMED]) or 'a run that has such arms'}"
        )
    ordered = arms if len(arms) == 2 else (pairs[0].a, pairs[0].b)
    return ordered[0], ordered[1]


def _winners(facts: Facts) -> pl.LazyFrame:
    """Who won each game, in words."""
    name = pl.format("p{} ({})", "seat", "agent").filter(pl.col("won"))
    told = facts.seat.sort("seat").group_by(GAME).agg(name.str.join(", ").alias("winner"))
    return told.with_columns(pl.col("winner").replace("", NOBODY))


def _with_winners(facts: Facts, rows: pl.LazyFrame, *shown: str) -> pl.LazyFrame:
    """Rows in their order, with what is notable about them and who won."""
    return rows.join(_winners(facts), on=GAME, how="left", maintain_order="left").select(*GAME, *shown)
