"""Which cards are too strong, too weak, or cannot be told yet?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import (
    AVERAGE,
    JUDGED_BY,
    MATTERS,
    PREFIX,
    SHRUNKEN,
    STRONG,
    UNCLEAR,
    VERDICT,
    WAY_ORDER,
    WEAK,
    sections,
)
from lab.cards.card_words import (
    BAD_TO_MEET,
    GOOD_TO_MEET,
    MEANS,
    PLURAL,
    SIGNS,
    WAYS,
    how_cards_are_read,
    marked,
    partly,
    section,
    trust,
    unplayed,
)
from lab.cards.verdict_elsewhere import hang_on_players
from lab.tables.column import written
from reports import theme
from reports.captions import method, sample_of_cards
from reports.card_doubts import doubts, parts_of, would_tell
from reports.card_marks import BIASED, MOST, card_map, shown_verdict, unmarked
from reports.card_selection import CHOICES as CHOICES
from reports.card_selection import arms_of, chosen
from reports.elements import (
    Answer,
    Column,
    Data,
    Element,
    Fold,
    Jump,
    Link,
    Note,
    Table,
    captioned,
    columns_of,
    title_of,
)
from reports.naive_numbers import lesson, naive_scatter
from reports.pair_network import groups_told, pairs_told
from reports.verdict_measures import capital
from reports.wins_and_cards import cards_said

TITLE, GROUP, ORDER = "Cards", "Cards", 70
METRICS = ("card_numbers", "card_rules", "other_players", "dealt_pairs", "dealt_groups")

HELD, KICKED = "Cards that are held", "Cards that are kicked open"
LEAST = 0.0005
"""Win credit from which on a card is worth something: where none is, there is no map."""
FULL = 0.06
"""Difference that has the full shade."""
NAME = Column("card", link=Link("card", {"card": "linked"}))


def draw(data: Data) -> Iterator[Element]:
    """What is too strong and too weak in a sentence, the ends of each order, naive against causal, all cards."""
    arm = data.chosen.get("arm") or next(iter(arms_of(data)), "")
    rows = chosen(data, data["card_numbers"].filter(arm=arm))
    real = rows.filter(pl.col("kind").ne_missing("blank"))
    if real.is_empty():
        yield Note("No card of this choice has reached a player in the stored games of this run.")
        return
    yield Answer(answer(arm, marked(real), cards_said(data, arm)))
    who = sample_of_cards(data, real)
    first, *more = _maps(marked(rows), who)
    yield first
    for one in _tables(marked(rows), who):
        beside = [card_map for card_map in more if title_of(card_map) == one.title]
        yield Fold(f"{one.title}: all {one.frame.height}", (*(_met(real) if beside else ()), *beside, one))
    if hung := hang_on_players(real, data["other_players"].filter(arm=arm), 100 * MATTERS):
        yield Note(hung)
    naive = real.drop_nulls(["hand_delta", "naive_iwd"])
    scatter = [captioned(
        naive_scatter(naive), "On the dotted line both agree.", who, lesson(naive),
        f"Across: naive, {BIASED}. Up: by lot. {method('card_draws')}",
    )] if naive.height else []  # fmt: skip
    yield Fold("Every number, and why plain win rates mislead", (*scatter, _numbers(marked(rows), who)))
    yield from pairs_told(data["dealt_pairs"].filter(arm=arm), who)
    yield from groups_told(data["dealt_groups"].filter(arm=arm), who)
    order = [
        Note(f"{section(number, pile, set(part['kind'].drop_nulls()))}. {_trusted(part)}")
        for number, pile, part in sections(real)
    ]
    ways = [number for number in WAY_ORDER if number in set(real[JUDGED_BY])]
    read = how_cards_are_read(100 * MATTERS, ways, "blank" in rows["kind"])
    more = [text.replace(" (--matters)", "") for text in (*doubts(real), *read, unplayed(real), partly(real)) if text]
    title = "How to read this, how far to trust it, and how many games would settle it"
    yield Fold(title, [*map(Note, more), *order])


def _trusted(rows: pl.DataFrame) -> str:
    """How far the order of a section's cards can be trusted; an order without bounds is not known."""
    known = pl.when(pl.col("reliability_low").is_not_null()).then("reliability")
    return trust(rows.with_columns(known.alias("reliability")).row(0, named=True))


# --- the first sentence ------------------------------------------------------------------------


def answer(arm: str, real: pl.DataFrame, moved: str = "") -> str:
    """How many cards are strong and weak in a line; below it of how many nobody knows, and what rules have `moved`."""
    known, unclear = real[VERDICT].drop_nulls().len(), real.filter(pl.col(VERDICT) == UNCLEAR).height
    if not known:
        return f"In {arm} **no card came often enough** to say anything about it."
    if unclear == known:
        none = f"**it cannot be told yet of any of {known} cards** whether it is too strong or weak"
        return "\n".join(filter(None, (f"In {arm} {none}.", moved, f"{capital(would_tell(real))}.")))
    what, own, words = next(part for part in parts_of(real) if part[1].height)
    head = f"In {arm}, of {own.height} cards that are {what}, **{_counted(own, words, is_named=True)}**."
    return "\n".join(filter(None, (head, _open(own), moved)))


def _open(rows: pl.DataFrame) -> str:
    """How many of some cards are about average, of how many nobody knows, and what would tell."""
    average, unclear = (rows.filter(pl.col(VERDICT) == word).height for word in (AVERAGE, UNCLEAR))
    if not unclear:
        return f"The other {average} are about average." if average else ""
    rest = f"; {average} {'is' if average == 1 else 'are'} about average" if average else ""
    return f"**{unclear} cannot be told yet**{rest}. {capital(would_tell(rows))}."


def _met(real: pl.DataFrame) -> Iterator[Element]:
    """What stands above the map of what is kicked open: counts, and where it says which is out of line."""
    _, (what, own, words) = parts_of(real)
    both = {"curse", "monster"} <= set(own["kind"])
    nature = " By nature a Curse is bad and a weak monster good to meet." * both
    yield Note(f"Of {own.height} cards that are {what}, {_counted(own, words)}.{nature}")
    yield Jump("Which monster is out of line for its Level", "monsters", {}, "lab metrics monsters")


def _counted(rows: pl.DataFrame, words: tuple[str, str], is_named: bool = False) -> str:
    """How many of some cards have each verdict, in the words of the table; named: the farthest with the first."""
    cards = sorted(rows.drop_nulls(VERDICT).to_dicts(), key=lambda row: -abs(row[SHRUNKEN]))
    found: dict[str, list[str]] = {}
    for row in cards:
        name = str(row["name"]).removeprefix("Curse! ")
        found.setdefault(shown_verdict(row), []).append(f"{name}\u00a0{written(row[SHRUNKEN], 'points')}")
    told = [(said, found[said]) for word in words for said in (word, f"probably {word}") if said in found]
    if not told:
        return f"none is {words[0]} or {words[1]}"
    most = f" ({'most: ' * (len(told[0][1]) > 1)}{told[0][1][0]})"
    parts = [f"{len(names)} {said}{most * (is_named and at == 0)}" for at, (said, names) in enumerate(told)]
    return ", ".join(parts).replace(" ", " is " if len(told[0][1]) == 1 else " are ", 1)


# --- charts ------------------------------------------------------------------------------------


def _maps(rows: pl.DataFrame, who: str) -> Iterator[go.Figure]:
    """Every card by what it is worth: what is held and what is kicked open on maps of their own."""
    parts = [(n, pile, part.filter(pl.col("kind").ne_missing("blank"))) for n, pile, part in sections(rows)]
    apart = [part for part in parts if part[2].filter(pl.col(SHRUNKEN).abs() >= LEAST).height] or parts
    how = (
        f"{who} Zero is the average card of the pile that came in this way; neither piles nor ways are comparable "
        "with one another."
    )
    near = f"\u00b1{100 * MATTERS:g}"
    said = (
        f"Surely: all of its 95 % interval is beyond {near}; probably: it leaves out 0; about average: it lies within "
        f"{near}. Out of line are named, up to {MOST} at each end of a row. A click opens a card."
    )
    for title, words in ((HELD, (WEAK, STRONG)), (KICKED, (BAD_TO_MEET, GOOD_TO_MEET))):
        own = [part for part in apart if (part[0] == "kicked") is (title == KICKED)]
        if any(part.drop_nulls(SHRUNKEN).height for *_, part in own):
            yield captioned(card_map(own, title, words), said, how)


# --- the table ---------------------------------------------------------------------------------


def _tables(rows: pl.DataFrame, who: str) -> Iterator[Table]:
    """Every card with its verdict, in few words: those that are held, then those that are kicked open."""
    met = (pl.col(JUDGED_BY) == "kicked").fill_null(False)
    order = ~pl.col(VERDICT).is_in([STRONG, WEAK]).fill_null(False), -pl.col(SHRUNKEN).abs()
    how = f"{who} Worth: against the average card of its pile that came in this way, with its 95 % interval."
    for title, own in ((HELD, rows.filter(~met)), (KICKED, rows.filter(met))):
        shown = _worded(own.sort(*order, nulls_last=True, maintain_order=True))
        columns = {
            "name": NAME, "said": Column("verdict"),
            SHRUNKEN: Column(
                "worth", "points", heat=FULL,
                about="How many more of 100 games whoever it comes to wins than with the average card of its pile: "
                "the shrunken number, the best guess at the truth.",
            ),
            "words": Column("kind", wide=True),
        }  # fmt: skip
        columns |= {"came": Column("how it came", wide=True)} if shown["came"].n_unique() > 1 else {}
        columns["times"] = Column("times", "count", about="Times that it came in this way.", wide=True)
        said = (
            "First what is out of line, then by size. Worth: wins per 100 games, in brackets 95 % sure. Probably: "
            f"{100 * MATTERS:g} or more and the bracket leaves out 0; surely: all of it is {100 * MATTERS:g} or more."
        )
        if shown.height:
            yield Table(shown, f"{said}{_pale(shown)}", columns, title, pale="few", counted=how)


def _pale(shown: pl.DataFrame) -> str:
    """What pale rows are, where there is one."""
    return f" Pale: came fewer than {theme.FEW} times." if shown["few"].any() else ""


def _numbers(rows: pl.DataFrame, who: str) -> Table:
    """The same with all numbers, in exact terms."""
    beside = {
        f"{prefix}_delta": Column(f"{SIGNS[number]}, of 100", "points", about=f"By lot: {MEANS[number]}.", heat=FULL)
        for number, prefix in PREFIX.items() if rows[f"{prefix}_delta"].drop_nulls().len()
    }  # fmt: skip
    columns = {
        "name": NAME,
        SHRUNKEN: Column(
            "shrunken, games of 100", "points", heat=FULL,
            about="The best guess at what the card is worth, by the number that it is judged by.",
        ),
        "said": Column("verdict"), "sign": Column("judged by"), "words": Column("kind"), "pile": Column("pile"),
    }  # fmt: skip
    if rows["against_blank"].drop_nulls().len():
        columns["against_blank"] = Column(
            "above a blank card, games of 100", "points", about="A blank card does nothing."
        )
    columns |= beside | {
        "times": Column("times", "count", about="Times that it came in the way that it is judged by."),
        **columns_of("card_table", "naive_iwd", "naive_gih_wr", "play_rate", "copies"),
    }
    how = (
        f"{who} Shrunken: the best guess at the truth, {method('card_draws')} Full shade: {100 * FULL:g} games of 100. "
        f"GIH WR and IWD are naive: {BIASED}."
    )
    shown = _worded(rows)
    caption = f"Click a heading to sort.{_pale(shown)}"
    return Table(shown, caption, columns, "All numbers of all cards", pale="few", counted=how)


def _kind(row: Mapping[str, Any]) -> str:
    """The kind of a card as the map has it: what has no row of its own stands among the others of its pile."""
    kind, is_other = capital(kind_words(row["kind"])), theme.kind_style(row["kind"]) == theme.OTHER_KINDS
    return f"{kind} (other {PLURAL.get(row['pile'], row['pile'])})" if is_other else kind


def _worded(rows: pl.DataFrame) -> pl.DataFrame:
    """The columns of the table that are words."""
    times = pl.lit(None, pl.Int64)
    for number, prefix in PREFIX.items():
        times = pl.when(pl.col(JUDGED_BY) == number).then(pl.col(f"{prefix}_n").cast(pl.Int64)).otherwise(times)
    said = [shown_verdict(row) if row[VERDICT] else None for row in rows.iter_rows(named=True)]
    blank = pl.col("kind") == "blank"
    return (
        rows.with_columns(
            pl.Series("said", said, pl.String), pl.col(JUDGED_BY).replace_strict(SIGNS).alias("sign"),
            pl.col(JUDGED_BY).replace_strict(WAYS).alias("came"),
            times.alias("times"),
            pl.struct("kind", "pile").map_elements(_kind, pl.String).alias("words"),
            pl.when(~blank).then(pl.col("name").map_elements(unmarked, return_dtype=pl.String)).alias("linked"),
            pl.coalesce("name", "id").alias("name"),
        )
        .with_columns((pl.col("times") < theme.FEW).fill_null(True).alias("few"))
    )  # fmt: skip
