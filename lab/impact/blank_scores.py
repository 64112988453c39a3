"""What a blank card scores in an arm: games with blanks are played once, and what they say is kept with the run.

Pairs are games played twice, with a card and with a card that does nothing in the place of all its copies. Of the games
with the card all that is said of that card is kept. Table delta: what a card does to the game as a whole, never how
strong it is: what one gains others lose.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import polars as pl
import polars.selectors as cs

from engine.records.card_kinds import Trigger
from lab.cards.blank_cards import SCHEMA, blank_numbers
from lab.comparison.arm_comparison import Difference, compare_arms
from lab.comparison.arm_pairs import Pair
from lab.comparison.game_numbers import ENDING, ENDINGS, LOST, MEDIAN, PRIMARY, numbers_of
from lab.impact.card_fates import stays
from lab.impact.encounters import around
from lab.impact.extra_games import LACKING, Extra, Shown, kept_only, played_once
from lab.impact.identity_cards import ARRIVED, MOST, rivals_of
from lab.runs.fork_games import check_card
from lab.runs.game_threads import Told, in_ranges, lent
from lab.runs.run_spec import ALL_EVENTS, NO_EVENTS
from lab.store.given_up_games import GivenUp
from lab.store.stored_tables import Labels, fact_frames

if TYPE_CHECKING:
    from engine.loop.game_ranges import Played
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store
    from lab.tables.shelf import Shelf


def _played(arm: Arm, games: int, told: Told | None) -> pl.DataFrame:
    """Play games with blanks, telling how far they are."""
    from lab.runs.fork_games import BLANKS, games_of, play_with_blanks

    tables, given_up = play_with_blanks(arm, games, told=told)
    return blank_numbers(tables, BLANKS).with_columns(pl.lit(given_up.says(games_of(arm.name))).alias(LACKING))


BLANK = Extra("blank_card", "blank card", SCHEMA, _played, 5000, first=1500)
"""The games with blanks, and what is kept of them."""


def blanks_of(store: Store, arms: pl.DataFrame, shown: Shown, exact: bool = False) -> tuple[pl.DataFrame, list[str]]:
    """What the blanks of some arms score (run_id, arm), and a sentence for each arm that has none, or lacks games."""
    return played_once(store, arms, BLANK, shown, exact)


def kept_blanks(shelf: Shelf) -> pl.DataFrame:
    """What the blanks of the arms of a run score, where it was kept; nothing is played."""
    return kept_only(shelf, BLANK)


RANGE = 50
"""Games that a thread takes at once."""
WITH, WITHOUT = "with the card", "with a blank"
"""The two arms of the pairs."""
NO_RUN = "paired"
"""What their run is called in tables: they belong to no run of a store."""


class Pairs(NamedTuple):
    """Games played twice, and what is said of the card in those with it."""

    numbers: pl.DataFrame  # every number of both arms that is compared
    stays: pl.DataFrame  # of every copy that came to somebody, how it came and how it left
    game: pl.DataFrame  # of the games with the card: the table `game`
    event: pl.DataFrame  # and what happened around it
    seat: pl.DataFrame  # of the games with the card: game, seat, credit
    exposure: pl.DataFrame  # of a Class or the like, what came to whom in the first of them
    uses: pl.DataFrame  # game and opcode of each power that was used, or -trigger where the card acted by itself
    given_up: GivenUp  # pairs that are no pair, as one game of them or both were given up


@dataclass(frozen=True)
class _Part:
    """What is kept of a range of games."""

    game: pl.DataFrame  # of both arms
    seat: pl.DataFrame
    stays: pl.DataFrame
    event: pl.DataFrame
    exposure: pl.DataFrame
    uses: pl.DataFrame
    given_up: GivenUp


def play_pairs(arm: Arm, card: str, pairs: int, workers: int = 0, told: Told | None = None) -> Pairs:
    """Play the first games of an arm with a card and with a blank one in its place; threads change nothing."""
    check_card(arm, card)
    from engine.loop.fork import blanked

    number = list(arm.cards.ids).index(card)
    kept = replace(arm, run=arm.run.model_copy(update=ALL_EVENTS))
    plain = replace(arm, run=arm.run.model_copy(update=NO_EVENTS))
    without = replace(plain, cards=plain.cards._replace(card=blanked(plain.cards.card, number)))
    own, other, kin = lent(kept.player), lent(without.player), rivals_of(arm, number)

    def play(first: int, count: int) -> _Part:
        return _part(own(first, count), other(first, count), arm, number, bool(kin) and first < MOST)

    parts = in_ranges(play, pairs, workers, told, RANGE)
    given_up = GivenUp()
    for part in parts:
        given_up.join(part.given_up)
    given_up.check(f"pairs of games of {arm.name}")
    return _joined(parts, given_up)


def _part(facts: Played, others: Played, arm: Arm, number: int, has_rivals: bool) -> _Part:
    """What one range shows; a game that either table had to give up is no pair."""
    own, blank = (_frames(facts, name, arm) for facts, name in ((facts, WITH), (others, WITHOUT)))
    faults = pl.concat([own["fault"], blank["fault"]]).unique("game", keep="first", maintain_order=True)
    given_up = GivenUp(own["game"].height + own["fault"].height, Counter(faults["fault"].to_list()))
    if faults.height:
        own, blank = (
            {name: rows.filter(~pl.col("game").is_in(faults["game"].implode())) for name, rows in frames.items()}
            for frames in (own, blank)
        )
    card = arm.cards.cards[number]
    on_arrival = any(trigger == Trigger.DRAWN for trigger, _ in card.steps())
    found = stays(own["event"], own["exposure"], number, card.pile, on_arrival)
    game, seat = (pl.concat([own[name], blank[name]]) for name in ("game", "seat"))
    came = own["exposure"].select(ARRIVED) if has_rivals else own["exposure"].select(ARRIVED).clear()
    used = own["event"].filter(pl.col("card") == number, pl.col("kind").is_in(["ability", "acts"]))
    by_itself, what = pl.col("kind") == "acts", pl.col("other")
    uses = used.select("game", pl.when(by_itself).then(-what).otherwise(what).alias("opcode"))
    return _Part(game, seat, found, around(own["event"], number), came, uses, given_up)


def _frames(facts: Played, name: str, arm: Arm) -> dict[str, pl.DataFrame]:
    """The tables of some games; words are plain strings, as in a store."""
    frames = fact_frames(facts, Labels(NO_RUN, (WITH, WITHOUT), {name: arm.setting.agents}), name)
    return {table: frame.with_columns(cs.enum().cast(pl.String)) for table, frame in frames.items()}


def _joined(parts: list[_Part], given_up: GivenUp) -> Pairs:
    game, seat, found, event, came, uses = (
        pl.concat([getattr(part, name) for part in parts])
        for name in ("game", "seat", "stays", "event", "exposure", "uses")
    )
    arms = pl.LazyFrame({"arm": [WITHOUT, WITH]})
    own = game.filter(pl.col("arm") == WITH)
    seats = seat.filter(pl.col("arm") == WITH).select("game", "seat", "credit")
    return Pairs(numbers_of(game.lazy(), seat.lazy(), arms), found, own, event, seats, came, uses, given_up)


MEASURES = (PRIMARY, MEDIAN, "lead_changes", "combats", LOST, *(f"{ENDING}{ending}" for ending in ENDINGS))
"""What is looked at: length, lead changes, combats and how many are lost, endings."""


def table_delta(pairs: Pairs) -> list[Difference]:
    """Every measure with the card, less what it is with a blank in its place."""
    return compare_arms(pairs.numbers, Pair(WITHOUT, WITH, True), PRIMARY, MEASURES)
