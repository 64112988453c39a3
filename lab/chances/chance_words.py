"""What win probability says of an arm, in sentences: when games are decided, what moved them, how sure all this is."""

from __future__ import annotations

from typing import Any

import polars as pl

from lab.chances.positions import CHOICE, COURSE, LUCK, REVEAL

ABOUT = {
    "draw": "card drawn face-down", "treasure": "Treasure turned up", "door": "door kicked open",
    "curse_drawn": "Curse that came up", "dice": "dice and what they bring", "card": "card played or put on",
    "curse_played": "Curse played at somebody", "ability": "ability used", "sale": "Items sold",
    "deal": "asking, offering, trading", "charity": "Charity", "fight": "end of a combat", "turn": "turn begins",
    "last_fight": "the last fight ends",
}  # fmt: skip
CAUSES = {LUCK: "deal and dice", CHOICE: "choices", REVEAL: "reveal of the last fight", COURSE: "turns passing"}
MEANT = "Decided: from that turn on whoever wins has more than half of the chances."
"""What the first sentence says of a game."""
OFTEN = 100
"""A card is named that was met in one of so many games at least."""
PARTS = {"luck": "the deal and the dice", "players": "who plays", "whims": "whims"}
Row = dict[str, Any]


def answer(decided: Row, added: pl.DataFrame) -> str:
    """When the games of an arm are decided, by its row of the table, and which card moves chances most."""
    games = decided["games"]
    first = (
        f"Half of all games are decided by turn {decided['decided']:.0f} "
        f"[{decided['decided_low']:.0f}, {decided['decided_high']:.0f}] of {decided['turns']:.0f}, "
        f"{_of(decided, 'last_fight')} only by the last fight."
    )
    return " ".join([first, *_card(added, games)])


def sentences(decided: Row, added: pl.DataFrame, trust: pl.DataFrame, split: pl.DataFrame) -> list[str]:
    """What else is said of an arm, by its rows of the tables; `split` has none where nothing was played on."""
    return [
        *_moved(added),
        *(_played_on(part) for part in split.partition_by("from_turn", maintain_order=True)),
        *_sure(trust, decided["games"]),
    ]


def _of(row: Row, name: str, sign: str = "") -> str:
    """A share or a change of one in per cent, with its interval."""
    value, low, high = (f"{round(100 * row[name + end]):{sign}d}" for end in ("", "_low", "_high"))
    return f"{value} {'points' if sign else '%'} [{low}, {high}]".replace("-", "−")


def _moved(added: pl.DataFrame) -> list[str]:
    rows = {row["decided_by"]: row for row in added.filter(pl.col("about").is_null()).to_dicts()}
    told = [f"{words} {_of(rows[by], 'winner_added', '+')}" for by, words in CAUSES.items() if by in rows]
    return [f"What brought the winner there: {', '.join(told)}."] if told else []


def _card(added: pl.DataFrame, games: int) -> list[str]:
    """The card that moves chances most each time that it comes to something."""
    rows = added.filter(pl.col("name").is_not_null(), pl.col("about") != "last_fight", pl.col("games") * OFTEN >= games)
    if rows.is_empty():
        return []
    each = pl.col("moved") * games / pl.col("times")
    row = rows.with_columns(each.alias("each")).sort("each", "card", descending=[True, False]).row(0, named=True)
    return [
        f"{row['name']} moves chances most ({ABOUT[row['about']]}): {100 * row['each']:.0f} points change hands each "
        f"time, in {row['games']:,} of {games:,} games."
    ]


def _played_on(rows: pl.DataFrame) -> str:
    """How much luck, who plays and whims decide alone, from the deal or from a turn on."""
    of = {row["part"]: row for row in rows.to_dicts()}
    turn, interplay = rows["from_turn"][0], f"their interplay {_of(of['interplay'], 'share')}"
    alone = ", ".join(f"{words} {_of(of[part], 'share')}" for part, words in PARTS.items() if part in of)
    if turn == 0:
        return (
            f"Luck or players? Of who wins, each by itself decides: {alone}; {interplay}, as other cards ask for other "
            f"choices ({rows['games'][0]:,} games, in {rows['played'][0]:,} branches with other cards and dice, other "
            "whims, other players)."
        )
    settled = _of(of["settled"], "share")
    return f"At half-time, turn {turn}: {settled} is settled; of what comes {alone}, {interplay}."


def _sure(trust: pl.DataFrame, games: int) -> list[str]:
    """The tenth of the chances that came otherwise than was said by most, of those that many games were in."""
    rows = trust.filter(pl.col("chance") != "all", pl.col("games") * 10 >= games)
    if rows.is_empty():
        return []
    miss = (pl.col("said") - pl.col("won")).abs()
    row = rows.sort(miss, descending=True).row(0, named=True)
    return [
        f"How sure: no model has seen the game it judges, and what they say comes so; farthest off where "
        f"{100 * row['said']:.0f} % were said: {_of(row, 'won')} won."
    ]
