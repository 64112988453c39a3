"""`lab cards`: the card table of a store."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import polars as pl
from click.core import ParameterSource

from decks.near_words import NEAR, cards_named, near_words
from lab.cards.card_verdict import (
    CODES,
    METRICS,
    RAW,
    SHRUNKEN,
    VERDICT,
    WAY_ORDER,
    beside_blanks,
    blank_rows,
    card_numbers,
)
from lab.cards.card_words import how_cards_are_read, idle_ids, marked, partly, unplayed
from lab.cards.verdict_elsewhere import called, hang_on_players
from lab.commands._card_pairs import show_pairs
from lab.commands._card_rules import show_changes
from lab.commands._card_sections import Shown, first_words, own_cards, print_arm
from lab.commands._options import Whole, json_option, run_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_json, say
from lab.commands._runs import asked_run, by_run, check_arm, note_answer, say_empty
from lab.errors import BadInput
from lab.impact.blank_scores import blanks_of
from lab.impact.identity_cards import COMPARED_HERE, beyond_its_kind
from lab.impact.other_players import worth_elsewhere
from lab.store.store_folder import Store
from lab.tables.metric import KEYS, compute

if TYPE_CHECKING:
    from lab.commands._progress import SoFar

MATTERS = 2.0
"""Points that matter, as `lab.cards.card_verdict` has it."""
ENDS = 3
"""Rows of each end of a table."""
SHORT = "The tables of an arm: lab cards --arm ARM; those of all, and how to read them: --all."
READ = f"{COMPARED_HERE}. More: --all. One as a page: lab verdict NAME."


DETAILS = ("top", "bottom", "wanted", "kind", "pile", "number", "sort")
"""Options that ask for tables, of however many arms."""


@click.command()
@store_option
@run_option
@click.option("--arm", help="Only this variant.")
@click.option("--card", "wanted", multiple=True, help="Only this card: its name, its id or a part of them; repeatable.")
@click.option("--mine", is_flag=True, help="Only cards that a deck of one's own adds: none of the lab's decks.")
@click.option("--kind", help="Only cards of this kind, such as monster.")
@click.option("--pile", help="Only cards of this pile: door or treasure, or a house rule's own.")
@click.option(
    "--by",
    "number",
    type=click.Choice(["hand", "drawn", "kicked", "reward", "dealt"]),
    help="Judge every card by one way of coming (default: monsters and Curses kicked, all others hand).",
)
@click.option("--sort", default="shrunken", show_default=True, help="Column to sort by, named as in --csv.")
@click.option("--top", default=ENDS, show_default=True, type=Whole(0, 1000), help="Rows of the strong end; 0 = all.")
@click.option("--bottom", type=Whole(0, 1000), help="Rows of the weak end (default: as many as --top).")
@click.option(
    "--matters",
    default=MATTERS,
    show_default=True,
    type=click.FloatRange(0, 100),
    help="The smallest difference that matters, in points: less is about average.",
)
@click.option(
    "--no-blank", is_flag=True, help="Play nothing for it: without the blank card, and without other players."
)
@click.option("--all", "everything", is_flag=True, help="Tables of every arm, how to read them, and more games.")
@click.option("--pairs", is_flag=True, help="Which two cards are worth more together than apart, instead.")
@click.option("--versus", metavar="ARM", help="What the rules of other arms of the run change, against this arm.")
@csv_option
@json_option
def cards(versus: str | None, pairs: bool, as_csv: bool, as_json: bool, **options: Any) -> None:
    """Card strength: too strong, too weak, about average, or not to be told yet; and how many games would tell.

    The number behind it is what a card does to whoever it comes to by lot, against the average card of its pile that
    came in the same way: piles are shuffled, so no leader gets better cards. Most cards are judged by what they are
    worth in the hand (dealt, drawn, or as a reward), monsters and Curses by what they do to whoever kicks them open:
    good to meet is a gain to the player, not a danger. Beside it stand draw, reward, kick and opening-hand (OH) delta
    by themselves, and the naive numbers, which are biased: who is ahead draws more cards.

    Where cards are called strong or weak, up to 1,000 games of the arm (--all: 4,000) are simulated with sharp players
    at every seat, who play to win, and one sentence says which of them are worth more or less there.

    Of many cards the largest differences are large by luck too, so cards are ordered by the shrunken number, the best
    guess at the truth. Zero is the average card of the pile, and piles and ways are not comparable. The row "blank
    card" is a card that does nothing: too weak need not be worse than nothing. It is simulated the first time, in up
    to 1,500 games (--all: 5,000) with a few blanks in each pile. Both are kept with the run. Above each table stands
    how far it can be trusted.

    --pairs tells which two cards are worth more together than apart: a short list, of what early rounds speak for, is
    dealt to players of further games, each card by lot or to nobody (some minutes, and kept). With two --card: these
    two; each may be a group that counts as one: with:big, for:wizard (only one may use it), kind:curse, tag:undead.

    Example:

    \b
        lab cards --store lab-store --top 20
        lab cards --by drawn --pile treasure
        lab cards --kind monster --sort play_rate
        lab cards --card "Wooden Leg" --card orcs
        lab cards --versus base
        lab cards --mine
        lab cards --pairs --arm base --card wizard --card with:big
    """
    one_output(as_json, as_csv)
    if pairs:
        show_pairs(click.get_current_context(), _playing, _named)
    elif versus is not None:
        _against()
    else:
        _show(options, as_csv, as_json)


def _show(asked: dict[str, Any], as_csv: bool, as_json: bool) -> None:
    """The cards that are asked for, judged, beside the blank card of their pile."""
    place, number, sort = Store.open(asked["store"]), asked["number"], asked["sort"]
    run = asked_run(place, asked["run_id"], asked["arm"])
    frame = card_numbers(compute(place, METRICS, run), number or "", asked["matters"] / 100)
    whole, frame = frame, own_cards(frame, place.arms(run)) if asked["mine"] else frame
    frame = _chosen(frame, asked["wanted"], {name: asked[name] for name in ("arm", "kind", "pile")})
    arms = frame.select("run_id", "arm")
    is_short = arms.n_unique() > 1 and not (as_json or as_csv or asked["everything"] or _typed(DETAILS))
    arms = arms.clear() if asked["no_blank"] or is_short else arms  # no sentence of many arms speaks of blanks
    playing = partial(_playing, so_far=partial(first_words, frame, asked["matters"]))
    blanks, missing = blanks_of(place, arms, playing, asked["everything"])
    frame = _ordered(beside_blanks(frame, blanks), sort)
    if as_json or as_csv:
        some = asked["wanted"] or asked["kind"] or asked["mine"]
        rows = frame if some else frame.vstack(blank_rows(frame, blanks, number or "hand"))
        rows = _coded(_ordered(rows, sort))
        print_json(rows.to_dicts()) if as_json else print_csv(rows)
    elif not say_empty(place):
        top, bottom = asked["top"], asked["bottom"]
        ends = (0, 0) if asked["wanted"] or asked["mine"] or not top else (top, top if bottom is None else bottom)
        used = frame["judged_by"].drop_nulls().unique().to_list()
        rows = _ordered(pl.concat([frame, *(blank_rows(frame, blanks, by) for by in used)]), sort)
        asked_of = called(frame).join(arms, on=KEYS, how="semi").select(KEYS)
        others, unasked = worth_elsewhere(place, asked_of, playing, asked["everything"])
        rows = rows.join(_hung(frame, others, asked["matters"]), on=KEYS, how="left", maintain_order="left")
        few = frame if asked["wanted"] or asked["mine"] else frame.clear()
        rows = rows.join(_of_kinds(few, whole), on=KEYS, how="left", maintain_order="left")
        _print(place, rows, run, Shown(sort, ends, asked["matters"], is_short, asked["everything"]))
        for text in [*missing, *(text for text in unasked if not missing)]:  # one reason does for both
            say(text)


@contextmanager
def _playing(what: str, games: int, so_far: SoFar = list) -> Iterator[Callable[[int], None]]:
    """How far games are that are played for the answer."""
    from lab.commands._progress import shown_bar
    from lab.commands._tournament import compile_engine

    compile_engine()
    with shown_bar(what, games, so_far) as told:
        yield told


def _against() -> None:
    """`--versus`: what the rules of other arms change."""
    show_changes(click.get_current_context(), _chosen)


def _coded(frame: pl.DataFrame) -> pl.DataFrame:
    """The same with verdicts as programs read them."""
    return frame.with_columns(pl.col(VERDICT).replace(CODES))


def _chosen(frame: pl.DataFrame, wanted: tuple[str, ...], only: dict[str, str | None]) -> pl.DataFrame:
    """The rows that were asked for; what is not there is bad input."""
    for column, value in only.items():
        words = pl.col(column).cast(pl.String)
        there = frame[column].cast(pl.String).unique().drop_nulls().sort().to_list()
        if column == "arm":
            check_arm(value, there)
        elif value is not None and value not in there:
            raise BadInput(f"--{column} is '{value}'; allowed here: {', '.join(there) or 'none, no game is stored'}")
        frame = frame if value is None else frame.filter(words == value)
    if not wanted:
        return frame
    ids = [i for text in wanted for i in _named(text, frame)]
    return frame.filter(pl.col("id").is_in(ids))


def _named(text: str, frame: pl.DataFrame) -> list[str]:
    """Ids of the cards that are meant; none is bad input."""
    names = dict(frame.select("id", "name").drop_nulls().unique().sort("id").iter_rows())
    found = cards_named(text, names)
    if not found:
        near = ", ".join(f"'{name}'" for name in near_words(text, names.values()) or [*names.values()][:NEAR])
        allowed = f"the name or id of a card, such as {near}" if near else "none, no game is stored"
        raise BadInput(f"--card is '{text}'; allowed here: {allowed}")
    return found


def _ordered(frame: pl.DataFrame, by: str) -> pl.DataFrame:
    """Rows sorted within their arm: numbers from the highest, words from A to Z."""
    if by not in frame.columns:
        raise BadInput(f"--sort is '{by}'; allowed: {', '.join(frame.columns)}")
    then = (RAW,) if by == SHRUNKEN else ()
    down = (by, *then) if frame.schema[by].is_numeric() else ()
    order = list(dict.fromkeys(["run_id", "arm", by, *then, "card"]))
    return frame.sort(order, descending=[name in down for name in order], nulls_last=True)


def _typed(names: Sequence[str]) -> bool:
    """Whether one of these options was given."""
    context = click.get_current_context()
    return any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in names)


def _hung(cards: pl.DataFrame, others: pl.DataFrame, matters: float) -> pl.DataFrame:
    """A sentence (`hung`) for each arm (`KEYS`): what of its verdicts hangs on who plays."""
    there = others.partition_by(KEYS, as_dict=True)
    told = {key: hang_on_players(cards.filter(run_id=key[0], arm=key[1]), there[key], matters) for key in there}
    columns = [*zip(*told, strict=True)] or [(), ()]
    return pl.DataFrame([*columns, [*told.values()]], schema=dict.fromkeys((*KEYS, "hung"), pl.String))


def _of_kinds(cards: pl.DataFrame, whole: pl.DataFrame) -> pl.DataFrame:
    """A sentence (`kin`) for each arm (`KEYS`): where its Classes and the like stand among their kind."""
    parts = cards.partition_by(KEYS, as_dict=True)
    rows = [(*key, beyond_its_kind(part, whole.filter(run_id=key[0], arm=key[1]))) for key, part in parts.items()]
    return pl.DataFrame(rows, schema=dict.fromkeys((*KEYS, "kin"), pl.String), orient="row")


def _print(store: Store, frame: pl.DataFrame, run: str | None, shown: Shown) -> None:
    """Each run's cards, arm by arm, what of it hangs on who plays, and how to read them."""
    idle = idle_ids(store.table("card", run).select("id", "unmodelled").collect())
    for heading, rows in by_run(store, frame, run, of_cards=True):
        say(f"{heading}\n")
        for part in rows.partition_by("arm", maintain_order=True) if "arm" in rows.columns else [rows]:
            said = print_arm(f"{part['arm'][0]}: " if "arm" in rows.columns else "", marked(part, idle), shown)
            if said and run is not None and any(shown.ends):
                note_answer(store, run, said, first=True)
            more = (part["kin"][0], part["hung"][0], unplayed(part), partly(part, idle))
            for sentence in filter(None, () if shown.is_short else more):
                say(sentence)
            if shown.is_short:
                say("")
    if not shown.everything:
        say(SHORT if shown.is_short else READ)
        return
    used = set(frame["judged_by"].drop_nulls())
    for text in how_cards_are_read(
        shown.matters, [number for number in WAY_ORDER if number in used], "blank" in frame["kind"]
    ):
        say(text)
