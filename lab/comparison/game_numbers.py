"""What is compared of games: one number per game and measure, of which an arm's value is the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from lab.errors import BadInput
from lab.stats.influence import median, ratio
from lab.stats.intervals import Array, Interval, mean, proportion
from lab.store.given_up_games import tallies
from lab.tables.round_frames import decisions, in_blocks, judged
from lab.tables.table_pace import Pace, minutes_of_a_game, pace

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MINUTES = "minutes"
COUNTED = {
    "turns": "turns, up to the cap", MINUTES: "estimated minutes at the table, up to the cap",
    "rounds": "rounds, up to the cap", "decisions": "decisions per game", "combats": "combats per game",
    "kills": "kills per game", "flights": "flights per game", "deaths": "deaths per game", "helps": "helps per game",
    "lead_changes": "lead changes per game", "reshuffles": "reshuffles per game",
}  # fmt: skip
"""Columns of the game table that are compared as means, and what is estimated from them."""

CREDIT = "first_credit"
BY_SEATS = {"top_level": "highest final Level of a game", CREDIT: "win credit of the first player"}
"""Measures of a game that are worked out from its seats; where no victory is shared, the credit is a share."""

WITHIN, HOUR, SEVERAL = "within_60", 60, "several_winners"
CAPPED = "capped"
OF_GAMES = {
    WITHIN: f"share of games that end within {HOUR} estimated minutes; one that is cut off at the cap has not ended",
    SEVERAL: "share of games with more than one winner, however they ended",
}
"""Measures of a game that are yes or no, beside how it ended."""

LOST, MEDIAN, BEHIND = "lost_share", "median_turns", "behind_share"
SUMMED = {
    MEDIAN: "turns, up to the cap",
    LOST: "share of combats",
    BEHIND: "share of the rounds that players begin four times as far from winning as the leader",
}
"""Measures of an arm that are no mean of its games, laid out as one number for each game (`pseudo_values`)."""

DECIDED, EARLY = "decided_early", 0.5
"""Share of games that are decided early: after so large a part of their rounds whoever wins leads to the end. It is
measured where a wish asks for it (`with_decided`)."""

FAR_BEHIND, ROUNDS_OF_ALL = "far_behind", "rounds_of_all"
"""Rounds that players of a game begin several times as far from winning as the leader, and all that they begin."""
TIMES_AS_FAR = 4
"""So many times: who is that far behind still wins about one game in ten (`lab metrics hopeless_time`)."""

CREDIT_OF, SEATS_OF = "credit:", "seats:"
"""Win credit of the seats that a persona played, per seat: the measure `credit:NAME`."""

WORTH, WINS, GAP = "worth:", "wins:", "gap:"
"""What a card is worth to whoever it comes to by lot, `worth:ID`; the share of those who win among all that end as a
Class, `wins:ID`, and how much larger it is than that of another one, `gap:ID:ID` (see `lab.cards.wished_cards`)."""
OF_CARDS = (WORTH, WINS, GAP)

PRIMARY = "turns"
ENDINGS = ("kill", "shared", "boss", "last_sane", "all_cultists", "card", "time_limit", CAPPED)
ENDING = "ending_"
SHARE = "share of games"


def is_yes_or_no(measure: str) -> bool:
    """Whether each game has the measure or has it not."""
    return measure.startswith(ENDING) or measure in OF_GAMES or measure == DECIDED


def is_share(measure: str) -> bool:
    """Whether a measure is told in per cent, and its differences in points."""
    return (
        is_yes_or_no(measure)
        or measure.startswith(CREDIT_OF)
        or measure in (LOST, BEHIND, CREDIT)
        or is_of_cards(measure)
    )


def is_of_cards(measure: str) -> bool:
    """Whether it is a number of cards, of which games only have what each of them adds to it."""
    return measure.startswith(OF_CARDS)


def units() -> dict[str, str]:
    """All measures of games, personas aside, and what each is."""
    return COUNTED | OF_GAMES | SUMMED | BY_SEATS | {f"{ENDING}{ending}": SHARE for ending in ENDINGS}


def check_people(primary: str, agents: Sequence[str]) -> None:
    """Refuse to declare the win credit of a persona that does not play, or that plays alone."""
    names = sorted(set(agents))
    known = [CREDIT_OF + name for name in names] if len(names) > 1 else []
    if primary.startswith(CREDIT_OF) and primary not in known:
        told = ", ".join(known) or "none of a table with one persona"
        raise BadInput(f"primary measure: these players have no '{primary}'; allowed of personas: {told}")


def measures_of(left: pl.DataFrame, right: pl.DataFrame, primary: str) -> dict[str, str]:
    """The measures that two arms have in common, with their units; endings only if they happen or are primary."""
    sides = (left, right)
    endings = [f"{ENDING}{ending}" for ending in ENDINGS]
    happens = [n for n in endings if n == primary or any(one.select((pl.col(n) > 0).any()).item() for one in sides)]
    people = [{n for n in one.columns if n.startswith(SEATS_OF) and one[n].sum() > 0} for one in sides]
    shown = sorted(people[0] & people[1]) if min(map(len, people)) > 1 else []
    credits = {CREDIT_OF + n.removeprefix(SEATS_OF): "win credit per seat" for n in shown}
    credits |= {n: SHARE if n == DECIDED else "points" for n in left.columns if is_of_cards(n) or n == DECIDED}
    found = COUNTED | OF_GAMES | SUMMED | BY_SEATS | dict.fromkeys(happens, SHARE) | credits
    if primary not in found:
        check_people(primary, [n.removeprefix(SEATS_OF) for n in shown])
    return found


def values_of(games: pl.DataFrame, measure: str) -> Array:
    """One number per game: what is measured of it, or its part in the statistic of the arm."""
    if measure == LOST:
        return ratio(games["flights"], games["combats"])
    if measure == BEHIND:
        return ratio(games[FAR_BEHIND], games[ROUNDS_OF_ALL])
    if measure == MEDIAN:
        return median(games["turns"])
    if measure.startswith(CREDIT_OF):
        return ratio(games[measure], games[SEATS_OF + measure.removeprefix(CREDIT_OF)])
    return games[measure].to_numpy()


def interval_of(measure: str, values: Array) -> Interval:
    """A measure of an arm from its `values_of`: the proportion of what games have or have not, else a mean."""
    return proportion(int(values.sum()), len(values)) if is_yes_or_no(measure) else mean(values)


def whole_numbers(store: Store, run: str) -> pl.DataFrame:
    """The `game_numbers` of a run; raises RunFault if too many games of an arm were given up."""
    for (_, arm), tally in tallies(store, run).items():
        tally.check(f"games of {arm}")
    return game_numbers(store, run)


def game_numbers(store: Store, run: str) -> pl.DataFrame:
    """One row per arm and game with every number that is compared, arms in the order of the run."""
    game, seat, level, rule, arm = (store.table(name, run) for name in ("game", "seat", "level", "rule", "arm"))
    (behind,) = in_blocks((game, level, seat), lambda some: (_far_behind(some[1], some[2], rule),))
    seats = pl.col("seats").cast(pl.Float64)
    return (
        numbers_of(game, seat, arm.select("arm"), pace(store.path))
        .join(
            pl.concat(behind), on=["arm", "game"], how="left", maintain_order="left"
        )  # a game of one round has no such row
        .with_columns(pl.col(FAR_BEHIND).fill_null(0.0), (pl.col("rounds") * seats).alias(ROUNDS_OF_ALL))
        .drop("seats")
    )


def _far_behind(level: pl.LazyFrame, seat: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Of each arm and game the rounds that players begin so far behind."""
    rows = judged(level, seat, rule, (TIMES_AS_FAR,)).group_by("arm", "game")
    return rows.agg(pl.col("hopeless_0").sum().cast(pl.Float64).alias(FAR_BEHIND))


def with_decided(numbers: pl.DataFrame, store: Store, run: str) -> pl.DataFrame:
    """The numbers of the games of a run with a column for whether each was decided early; nobody's win is not."""
    frames = [store.table(name, run) for name in ("game", "seat", "level")]
    is_early = (pl.col("decided") <= EARLY).fill_null(False).cast(pl.Float64).alias(DECIDED)
    (parts,) = in_blocks(frames, lambda some: (decisions(*some).select("arm", "game", is_early),))
    return numbers.join(pl.concat(parts), on=["arm", "game"], how="left", maintain_order="left")


def numbers_of(games: pl.LazyFrame, seats: pl.LazyFrame, arms: pl.LazyFrame, said: Pace | None = None) -> pl.DataFrame:
    """The same from the tables `game` and `seat`, and the names of the arms in their order.

    `course` is all that the facts say of a game: games with equal courses are the same game.
    """
    game = games.with_columns(pl.col("ending").cast(pl.String))
    first = pl.col("credit").filter(pl.col("seat") == pl.col("first_seat")).sum()
    facts = game.select(
        "arm", "game", "first_seat", course=pl.concat_str(pl.exclude("run_id", "arm", "game", "winners"), separator=" ")
    )
    seat = (
        seats.join(facts, on=["arm", "game"])
        .sort("arm", "game", "seat")
        .with_columns(own=pl.concat_str(pl.exclude("run_id", "arm", "game", "course", "first_seat"), separator=" "))
        .group_by("arm", "game")
        .agg(
            first.alias(CREDIT), pl.len().alias("seats"), pl.col("final_level").max().alias("top_level"),
            (pl.col("course").first() + " | " + pl.col("own").str.join(" | ")).alias("course"),
            *_people(seats),
        )
    )  # fmt: skip
    order = arms.with_row_index("arm_order")
    endings = [(pl.col("ending") == e).cast(pl.Float64).alias(f"{ENDING}{e}") for e in ENDINGS]
    yes_or_no = {WITHIN: (pl.col(MINUTES) <= HOUR) & (pl.col("ending") != CAPPED), SEVERAL: pl.col("n_winners") > 1}
    return (
        game.with_columns(minutes_of_a_game(said or pace()).alias(MINUTES))
        .with_columns(is_so.cast(pl.Float64).alias(name) for name, is_so in yes_or_no.items())
        .select("arm", "game", *COUNTED, *OF_GAMES, *endings)
        .join(seat, on=["arm", "game"])
        .join(order, on="arm")
        .sort("arm_order", "game")
        .drop("arm_order")
        .collect()
    )


def _people(seats: pl.LazyFrame) -> list[pl.Expr]:
    """Of every persona the credit of its seats in a game, and their number."""
    agents = seats.select(pl.col("agent").cast(pl.String).unique().sort()).collect()["agent"].to_list()
    own = {name: pl.col("agent").cast(pl.String) == name for name in agents}
    credits = [pl.col("credit").filter(is_own).sum().alias(CREDIT_OF + name) for name, is_own in own.items()]
    return [*credits, *(is_own.sum().cast(pl.Float64).alias(SEATS_OF + name) for name, is_own in own.items())]
