"""What is wanted of cards and Classes, as numbers of games: their mean is what is measured of the arm (`values_of`).

What a card is worth is the number that `lab cards` judges it by: of a monster or a Curse what it does to whoever kicks
it open, of any other card what it is worth in the hand. A Class is measured by the share of those who win among all
that end the game as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from lab.cards.arrived_cards import HAND, came_of
from lab.cards.card_holders import by_arm, credits_of, places_of
from lab.cards.card_verdict import MET
from lab.cards.card_worth import by_lot
from lab.cards.worth_by_lot import designs_of
from lab.comparison.game_numbers import GAP, WORTH, is_of_cards
from lab.stats.influence import ratio
from lab.stats.intervals import Array, Interval
from lab.tables.metric import compute

if TYPE_CHECKING:
    from lab.store.store_folder import Store

KICKED = "kicked"


def with_cards(numbers: pl.DataFrame, store: Store, run: str, measures: Sequence[str]) -> pl.DataFrame:
    """The numbers of the games of a run (`game_numbers`) with a column for each of these measures that is of cards.

    A card that never came in an arm, or a Class that nobody had, has no number there: nan.
    """
    wanted = [one for one in measures if is_of_cards(one)]
    if not wanted:
        return numbers
    exposure, seat, card, arm = (store.table(name, run) for name in ("exposure", "seat", "card", "arm"))
    worths = [one for one in wanted if one.startswith(WORTH)]
    ways = ("game", "seat", "card", "how", "pass", "by_lot", pl.lit(0).alias("opening"))
    lot = by_arm(exposure.filter(pl.col("by_lot") == 1), *ways) if worths else {}
    in_play = exposure.filter(pl.col("played") == 1, pl.col("at_end") == 1)
    ends = by_arm(in_play, "game", "seat", "card") if len(worths) < len(wanted) else {}
    designs, found = designs_of(card, arm), []
    for key, seats in by_arm(seat, "game", "seat", "credit").items():
        cards = designs.filter(run_id=key[0], arm=key[1])
        games, credit, _ = credits_of(seats)
        columns = _worths(lot[key], seats, cards) if key in lot else {}
        if key in ends:
            columns |= {one: _wins(one, ends[key], (games, credit), cards) for one in set(wanted) - set(worths)}
        unknown = np.full(len(games), np.nan)
        rows = {"arm": [key[1]] * len(games), "game": games} | {one: columns.get(one, unknown) for one in wanted}
        found.append(pl.DataFrame(rows))
    whole = pl.concat(found).with_columns(pl.col("game").cast(numbers.schema["game"]))
    return numbers.join(whole, on=["arm", "game"], how="left", maintain_order="left")


def shrunken_worths(store: Store, run: str) -> dict[tuple[str, str], Interval]:
    """Of each arm and measure `worth:ID` the best guess at it, as `lab cards` judges by: luck is taken off."""
    number = pl.when(pl.col("kind").is_in(MET)).then(pl.lit(KICKED)).otherwise(pl.lit(HAND))
    rows = compute(store, ["card_draws"], run)["card_draws"].filter(pl.col("how").cast(pl.String) == number)
    ends = [f"randomised_delta_shrunk{end}" for end in ("", "_low", "_high")]
    known = rows.drop_nulls(ends).select("arm", "id", *ends, "games").iter_rows()
    return {(str(arm), WORTH + card): Interval(value, low, high, n) for arm, card, value, low, high, n in known}


def _worths(lot: pl.DataFrame, seats: pl.DataFrame, cards: pl.DataFrame) -> dict[str, Array]:
    """Of each card of an arm its worth, laid out as one number for each game."""
    cards = cards.sort("card")
    came = came_of(lot.lazy(), seats.lazy(), cards, {name: at for at, name in enumerate(cards["id"])})
    columns = {}
    for one in by_lot(came, len(cards)):
        if one.way in (HAND, KICKED):
            pulls, _ = one.pulls(0, len(one.games.numbers))
            values = one.value + (pulls - pulls.mean(axis=0)) * len(pulls)
            for at, (card, kind) in enumerate(cards.select("id", "kind").iter_rows()):
                if (kind in MET) == (one.way == KICKED):
                    columns[WORTH + card] = values[:, at]
    return columns


def _wins(measure: str, ends: pl.DataFrame, seats: tuple[Any, Array], cards: pl.DataFrame) -> Array:
    """The share of those who win among all that end the game as a Class, or how much larger it is than another's."""
    games, credit = seats
    number = dict(cards.select("id", "card").iter_rows())
    shares = []
    for card in measure.partition(":")[2].split(":"):
        rows = ends.filter(pl.col("card") == number.get(card, -1))
        held = np.zeros(credit.shape)
        held[places_of(games, rows["game"].cast(pl.Int64).to_numpy()), rows["seat"].cast(pl.Int64).to_numpy()] = 1
        shares.append(ratio((held * credit).sum(axis=1), held.sum(axis=1)))
    return shares[0] - shares[1] if measure.startswith(GAP) else shares[0]
