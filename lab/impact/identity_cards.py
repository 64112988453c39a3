"""What is said of a Class, a Race and the like: where it stands among its kind, and how often its powers are used.

Among its kind a card is judged by what it is worth to whoever it comes to by lot, in whatever way, in the same games:
what one Class wins another loses, so how sure a difference is follows from how far each game pulls it. A Class that is
kicked open goes to the hand like one that is drawn: all arrivals tell of it, and what lies behind other doors falls out
of the difference of two Classes.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from decks.card_schema import AXES
from decks.step_moments import WAITED
from decks.words.program_writer import write
from engine.inputs.quote import joined
from engine.records.card_kinds import TRIGGER_SAYS, Trigger
from engine.records.opcodes import OPCODES
from lab.cards.arrived_cards import came_of, chosen
from lab.cards.card_verdict import MATTERS, SHRUNKEN
from lab.cards.card_worth import AT_ONCE, ByLot
from lab.stats.intervals import mean, proportion, t_quantile, z_quantile
from lab.tables.column import EXTRA, KEY, Column, bounded, written

if TYPE_CHECKING:
    from decks.card_schema import Card
    from lab.runs.arms import Arm

MOST = 20_000
"""Games of which the arrivals of all cards are kept: a million of them would not fit."""
ARRIVED = ("game", "seat", "card", "how", "pass", "by_lot", "opening")
OTHERS = "the others together"
RIVALS = {
    "card": pl.String, "n": pl.Int64, "value": pl.Float64, "value_low": pl.Float64, "value_high": pl.Float64,
    "ahead": pl.Float64, "ahead_low": pl.Float64, "ahead_high": pl.Float64,
}  # fmt: skip
RIVAL_COLUMNS = {
    "card": Column("card", rank=KEY, about="A card of its kind and pile; the strongest comes first."),
    "n": Column("times", "count", EXTRA, about="Times that it came by lot: dealt, drawn, kicked open, as a reward."),
    "value": Column(
        "by lot", "points", about="Win credit of whoever it came to, less that of any card of its pile that came so."
    ),
    "ahead": Column(
        "this card is ahead by",
        "points",
        about="What the card is worth beyond this one, adjusted for their number, or beyond the others.",
    ),
}
USES = {
    "power": pl.String, "uses": pl.Int64, "games": pl.Int64, "per_game": pl.Float64, "per_game_low": pl.Float64,
    "per_game_high": pl.Float64, "share": pl.Float64, "share_low": pl.Float64, "share_high": pl.Float64,
}  # fmt: skip
USE_COLUMNS = {
    "power": Column("power", rank=KEY, about="A power that somebody has to use, a moment at which it acts, or all."),
    "uses": Column(
        "uses", "count", EXTRA, about="Times that it was used; where its price is paid card by card, each is one."
    ),
    "games": Column("games", "count", EXTRA, about="Games in which the card was played: what the others are of."),
    "per_game": Column("uses a game", "number", about="Uses in a game in which the card was played."),
    "share": Column("games with a use", "share", about="Share of these games in which it was used at least once."),
}
ALL = "all"
MOST_LISTED = 4
"""Cards of a kind that a sentence names; of more it says how many they are."""
COMPARED_HERE = "Compared with an average card of its pile"
"""With what `lab cards` compares all cards, in the words of both commands."""
SURE = MATTERS / 2
"""Half the interval with which a card can be told to be average."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def powers_of(card: Card) -> dict[int, str]:
    """What is counted of a card: its powers, by opcode, and the moments at which it acts by itself, by -trigger."""
    codes = {row.name: row.code for row in OPCODES if row.family == "ability"}
    used = {
        codes[step.op]: str(step.params.get("name") or step.op).replace("_", " ").replace("-", " ")
        for _, step in card.steps()
        if step.op in codes
    }
    moments = [trigger for trigger, _ in card.steps() if trigger in WAITED]
    return used | {-trigger: f"by itself {re.split('[,;:]', TRIGGER_SAYS[trigger])[0]}" for trigger in moments}


def uncounted(card: Card) -> str:
    """What a card does that no game counts, in words: what holds all the time; nothing if there is none of it."""
    rest = [(trigger, step) for trigger, step in card.steps() if trigger in (Trigger.IN_PLAY, Trigger.CARRIED)]
    return " ".join(sentence.removeprefix("In play: ") for sentence in write(rest))


def rivals_of(arm: Arm, number: int) -> list[int]:
    """Numbers of the designs of its kind that lie in its pile, itself too; none if it is no Class or the like."""
    own = arm.cards.cards[number]
    if own.kind not in AXES:
        return []
    there = set(arm.cards.card["number"].tolist())
    alike = [
        n for n, card in enumerate(arm.cards.cards) if (card.kind, card.pile) == (own.kind, own.pile) and n in there
    ]
    return alike if len(alike) > 1 else []


def among_rivals(arm: Arm, number: int, exposure: pl.DataFrame, seat: pl.DataFrame) -> pl.DataFrame:
    """A row for each card of its kind, the strongest first, and one for the others together; see `RIVAL_COLUMNS`.

    `exposure` and `seat` are tables of games of the arm. Of a card that never came there is no row.
    """
    deck = arm.card_frame()
    places = {name: at for at, name in enumerate(arm.cards.ids)}
    kin = rivals_of(arm, number)
    if not kin or exposure.is_empty():
        return pl.DataFrame(schema=RIVALS)
    came = came_of(exposure.lazy(), seat.lazy(), deck, places)
    lot = ByLot("any", chosen(came.rows, came.by_lot), came.games, len(places))
    at = [n for n in kin if lot.n[n] > 1]
    if number not in at or len(at) < 2:
        return pl.DataFrame(schema=RIVALS)
    own = at.index(number)
    each = np.eye(len(at))
    ahead = each[own] - each
    ahead[own] = each[own] - (1 - each[own]) / (len(at) - 1)
    worth, error = lot.value[at], _errors(lot, at, np.vstack([each, ahead]))
    of_several = z_quantile(len(at) - 1) / z_quantile()
    rows = []
    for place, n in enumerate(at):
        beyond = float(ahead[place] @ worth)
        half, other = error[place], error[len(at) + place] * of_several
        rows.append((arm.cards.names[n] or arm.cards.ids[n], int(lot.n[n]), *_around(worth[place], half),
                     *((None,) * 3 if place == own else _around(beyond, other))))  # fmt: skip
    rows.sort(key=lambda row: row[2], reverse=True)
    together = _around(float(ahead[own] @ worth), error[len(at) + own])
    rows.append((OTHERS, int(lot.n[at].sum() - lot.n[number]), None, None, None, *together))
    return pl.DataFrame(rows, schema=RIVALS, orient="row")


def _around(value: float, half: float) -> tuple[float, float, float]:
    return float(value), float(value - half), float(value + half)


def _errors(lot: ByLot, at: list[int], weights: np.ndarray) -> np.ndarray:
    """Halves of the 95 % intervals of weighted sums over cards: [sums]; weights are [sums, cards]."""
    games = len(lot.games.numbers)
    squares = np.zeros(len(weights))
    for first in range(0, games, AT_ONCE):
        pulls, _ = lot.pulls(first, min(first + AT_ONCE, games))
        squares += ((pulls[:, at] @ weights.T) ** 2).sum(axis=0)
    return np.asarray(t_quantile(games) * np.sqrt(squares * games / max(1, games - 1)))


def power_uses(card: Card, uses: pl.DataFrame, stays: pl.DataFrame) -> pl.DataFrame:
    """A row for each power of a card and one for all: uses a game, and in how many games; see `USE_COLUMNS`.

    `uses` has game and opcode of each use, or -trigger of each time that it acted by itself; `stays` the times that the
    card came: its games are those in which it was played. Of a card without a power there is no row.
    """
    powers = powers_of(card)
    played = stays.filter(pl.col("played") == 1)["game"]
    own = uses.filter(pl.col("opcode").is_in(list(powers)))
    games = pl.DataFrame({"game": pl.concat([played.cast(pl.Int64), own["game"].cast(pl.Int64)]).unique()})
    if not powers or games.is_empty():
        return pl.DataFrame(schema=USES)
    rows = []
    for name, codes in ((ALL, list(powers)), *((name, [code]) for code, name in powers.items())):
        some = own.filter(pl.col("opcode").is_in(codes)).group_by("game").agg(pl.len().alias("uses"))
        counts = games.join(some.with_columns(pl.col("game").cast(pl.Int64)), on="game", how="left")["uses"].fill_null(
            0
        )
        each, any_ = mean(counts.to_numpy().astype(float)), proportion(int((counts > 0).sum()), len(counts))
        rows.append((name, int(counts.sum()), len(counts), each.value, max(0.0, each.low), each.high, *any_[:3]))
    return pl.DataFrame(rows, schema=USES, orient="row")


def rivals_sentence(card: Card, rivals: pl.DataFrame) -> str:
    """Whether a card is too strong among its kind, and from whom it can be told; nothing if there is no other."""
    if rivals.is_empty():
        return ""
    place = place_sentence(card, rivals)
    return f"{_means(card, rivals.row(-1, named=True))}.{f' {place} (95 % sure of all).' if place else ''}"


def place_sentence(card: Card, rivals: pl.DataFrame) -> str:
    """From whom of its kind a card can be told, without the full stop; nothing if there is one other or none."""
    *rows, _ = rivals.to_dicts()
    if len(rows) <= 2:
        return ""
    rest = [row for row in rows if row["ahead"] is not None]
    ahead = [row["card"] for row in rest if row["ahead_low"] > 0]
    behind = [row["card"] for row in rest if row["ahead_high"] < 0]
    alike = [row["card"] for row in rest if row["card"] not in (*ahead, *behind)]
    found = [("cannot be told from", alike), ("is ahead of", ahead), ("is behind", behind)]
    kin = kinds(card.kind)
    told = ", and ".join(f"{word} {_named(names, kin)}" for word, names in found if names)
    return f"Among the {len(rows)} {kin} it {_place(len(alike), ahead, behind)}{told}"


def _place(alike: int, ahead: list[str], behind: list[str]) -> str:
    """The place of a card as far as it is known: nothing if it can be told from nobody, or stands between some."""
    best, last = not behind, not ahead
    if best == last:
        return ""
    place = "best" if best else "last"
    many = f" {NUMBERS[alike + 1]}" if alike + 1 < len(NUMBERS) else f" {alike + 1}"
    return f"is the {place}: it " if not alike else f"is one of the {place}{many}: it "


def _named(names: list[str], kind: str) -> str:
    return joined(names) if len(names) <= MOST_LISTED else f"{len(names)} {kind}"


def _means(card: Card, others: dict[str, Any]) -> str:
    """The verdict on what a card has beyond the others of its kind, by the difference that matters."""
    value, low, high = (others[f"ahead{side}"] for side in ("", "_low", "_high"))
    name, kin, points = card.name or card.id, kinds(card.kind), f"{100 * MATTERS:g}"
    them = f"the other {kin}"
    told = f"{bounded(others, 'ahead', 'points')} points of win credit against {them} together"
    if -MATTERS <= low and high <= MATTERS:
        side = f": a little {'stronger' if value > 0 else 'weaker'} than {them}" if low > 0 or high < 0 else ""
        return f"{name} is neither too strong nor too weak among the {kin}{side}, within {points} points; {told}"
    stronger, strong = ("stronger", "too strong") if high > MATTERS else ("weaker", "too weak")
    if (low > 0 or high < 0) and abs(value) >= MATTERS:
        sign = "" if max(low, -high) >= MATTERS else "A sign that "
        return f"{sign}{name} is {strong} among the {kin} ({points} or more): {told}"
    if low < -MATTERS and high > MATTERS:
        return f"Whether {name} is too strong or too weak ({points} or more) cannot be told yet: {told}"
    most = f"at most {100 * max(high, -low):.1f} points"
    how = f"{stronger} than {them}, by {most}" if low > 0 or high < 0 else f"{most} {stronger} than {them}"
    return f"{name} is {how}: {told}; {strong} ({points} or more) is possible, not shown"


def needed(number: int, half: float) -> tuple[int, float]:
    """How many in all would tell more than `number` whose half interval is `half`, and the half interval of them."""
    times = half / SURE if half > SURE else 2.0
    many = math.ceil(round(number * times**2 / 1000, 6)) * 1000
    return many, half * math.sqrt(number / many)


def games_needed(rivals: pl.DataFrame, games: int) -> tuple[int, float] | None:
    """The games, and the half interval with them, that would tell more of a card among its kind; none if it is told."""
    value, low, high = rivals.select("ahead", "ahead_low", "ahead_high").row(-1)
    is_sign = abs(value) >= MATTERS and (low > 0 or high < 0) and high - low <= 2 * SURE
    is_told = -MATTERS <= low and high <= MATTERS or max(low, -high) >= MATTERS or is_sign
    many, half = needed(min(games, MOST), (high - low) / 2)
    return None if is_told or many > MOST else (many, half)


def kinds(kind: str) -> str:
    """A kind of card as a plural: Classes, Races."""
    return f"{kind.capitalize()}{'e' * kind.endswith('s')}s"


def beyond_its_kind(cards: pl.DataFrame, whole: pl.DataFrame) -> str:
    """How far Classes and the like lie from the others of their kind, by the numbers of `lab cards`.

    `cards` are rows of `whole`, with kind, pile, id, name and `shrunken`; nothing if none of them is of such a kind.
    """
    said = []
    for row in cards.filter(pl.col("kind").is_in(AXES)).drop_nulls(SHRUNKEN).iter_rows(named=True):
        kin = whole.filter(kind=row["kind"], pile=row["pile"]).filter(pl.col("id") != row["id"])[SHRUNKEN].drop_nulls()
        if kin.len():
            beyond, level = (written(value, "points") for value in (row[SHRUNKEN] - kin.mean(), kin.mean()))
            said.append(f"{row['name']} is {beyond} points from the other {kinds(row['kind'])}, which are at {level}")
    return f"Among its kind, with which `lab card` compares: {'; '.join(said)}." if said else ""


def powers_sentence(card: Card, powers: pl.DataFrame) -> str:
    """How often the powers of a card were used, or it acted by itself; nothing if nobody counts any."""
    if powers.is_empty():
        return ""
    every, *each = powers.to_dicts()
    by_itself = all(code < 0 for code in powers_of(card))
    if len(each) > 1:
        parts = ", ".join(f"{row['power']} {bounded(row, 'per_game', 'number').partition(' ')[0]}" for row in each)
        who, listed = f"{'It acted' if by_itself else 'Its powers were used'}", f" ({parts})"
    else:
        who, listed = (
            (f"It acted {each[0]['power']}", "") if by_itself else (f"Its power ({each[0]['power']}) was used", "")
        )
    rest = f" Not counted, as it holds all the time: {left}" if (left := uncounted(card)) else ""
    often = f"{bounded(every, 'per_game', 'number')} times a game{listed}"
    there = f"in {bounded(every, 'share', 'share')} of the {every['games']:,} games in which it was played"
    return f"{who} {often}, {there}.{rest}"


def powerless(card: Card) -> str:
    """Why there is no table of the powers of a card."""
    if powers_of(card):
        return "It was played in no game, so that none of its powers was used."
    left = uncounted(card)
    return (
        f"Nobody has to use what it does, and it is not counted, as it holds all the time: {left}"
        if left
        else "It has no power."
    )
