"""`lab chances`: win probability, learnt from the games of a run."""

from __future__ import annotations

from pathlib import Path

import click
import polars as pl

from lab.chances.chance_report import TABLES as SCHEMAS
from lab.chances.chance_report import chances as chances_of
from lab.chances.chance_words import ABOUT, CAUSES, MEANT, answer, sentences
from lab.commands._options import Whole, json_option, run_option, store_option
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say, warn
from lab.commands._runs import asked_run, by_run, check_arm, note_answer, say_empty
from lab.errors import BadInput
from lab.store.store_folder import Store
from lab.tables.column import EXTRA, HIDDEN, KEY, LAST, Column

READ = (
    "Chances are said by models that have not seen the game they judge, from what everybody can see: Levels, cards in "
    "hand, Items, Gold, the combat, whose turn it is. What something adds is the chance after it less the chance "
    "before it, in percentage points; a part of that was due anyhow, so look at a card against its kind."
)
NONE = "No variant of it has kept the events of 100 games, from which chances could be learnt.\n"
NOT_PLAYED = (
    "Luck and players are not told apart: the run is not finished, agents from outside play, or its rules, cards or "
    "players are no longer what they were.\n"
)
PARTS = {
    "settled": "settled before", "luck": "deal and dice", "whims": "whims of players", "players": "who plays",
    "interplay": "interplay",
}  # fmt: skip
TOLD = 3
"""Variants of which more than the first sentence is said, unless all is asked for."""
TABLES = {"decided": "decided", "trust": "trust", "events": "added", "cards": "added", "turns": "turns", "luck": "luck"}


@click.command()
@store_option
@run_option
@click.option("--arm", help="Only this variant.")
@click.option(
    "--show",
    type=click.Choice(list(TABLES)),
    help="Only this table: when games are decided, how far chances can be trusted, what events add, what each card "
    "adds, every turn, luck against players.",
)
@click.option("--all", "everything", is_flag=True, help="The tables of numbers below the sentences.")
@click.option("--top", default=10, show_default=True, type=Whole(0, 1000), help="Cards of either end; 0 = all.")
@csv_option
@json_option
def chances(
    store: Path, run_id: str | None, arm: str | None, show: str | None, top: int, everything: bool, **output: bool
) -> None:
    """Say when games are decided, what decided them, and whether it was luck or the players.

    Chances are learnt from the run's own games with events, at most 3,000 of each variant and at least 100. Luck and
    players are told apart by 200 games (--all, --show luck: 1,000) that are played on with other cards, other whims,
    other players. The first time takes about ten seconds of computing for 3,000 games; then it is kept with the run.

    Example:

    \b
        lab chances --run 4f1c
        lab chances --run 4f1c --all
        lab chances --run 4f1c --show cards --top 15
        lab chances --show turns --csv > chances.csv
    """
    as_json, as_csv = output["as_json"], output["as_csv"]
    one_output(as_json, as_csv)
    place = Store.open(store)
    run = asked_run(place, run_id, arm)
    check_arm(arm, place.arms(run)["arm"].to_list())  # before anything is learnt
    runs = place.run_ids() if run is None else [run]
    if as_json or as_csv:
        frame = _table(place, runs, show or "trust", arm)
        if as_json:
            print_json(frame.to_dicts())
        else:
            print_csv(frame)
    elif not say_empty(place):
        if show is None:
            for one in runs:
                _say(place, one, arm, everything)
        for table in [show] if show else ["trust", "events", "luck"] if everything else []:
            _print(place, _table(place, runs, table, arm), table, run, top)
        if show or everything:
            say(READ + "\n")


def _table(store: Store, runs: list[str], show: str, arm: str | None) -> pl.DataFrame:
    """A table of some runs, of one arm if it is named."""
    name = TABLES[show]
    if name == "luck":
        return pl.concat([_luck(store, run, arm, exact=True) for run in runs])
    frame = pl.concat([pl.DataFrame(schema=SCHEMAS[name]), *(chances_of(store, name, run, warn) for run in runs)])
    if show in ("events", "cards"):
        frame = frame.filter(pl.col("card").is_null() if show == "events" else pl.col("card").is_not_null())
    there = frame["arm"].unique().sort().to_list()
    if arm is not None and arm not in there:
        raise BadInput(f"--arm is '{arm}'; allowed here: {', '.join(there) or 'none, no arm has events of 100 games'}")
    return frame if arm is None else frame.filter(pl.col("arm") == arm)


def _luck(store: Store, run: str, arm: str | None, exact: bool) -> pl.DataFrame:
    """The parts of luck and players in the arms of a run that have chances."""
    from lab.impact.luck_and_choice import luck_and_choice

    return luck_and_choice(store, run, _table(store, [run], "decided", arm)["arm"].to_list(), warn, exact)


def _say(store: Store, run: str, arm: str | None, everything: bool) -> None:
    """What there is to say of each arm of a run, in sentences: when games are decided first, of all arms."""
    decided = _table(store, [run], "decided", arm)
    for heading, _ in by_run(store, decided, run):
        say(f"{heading}\n")
    if decided.is_empty():
        say(NONE)
        return
    added, rows = chances_of(store, "added", run), decided.to_dicts()
    for row in rows:
        said = answer(row, added.filter(pl.col("arm") == row["arm"]))
        told = f"{row['arm']}: {said[0].lower()}{said[1:]}" if len(rows) > 1 else said
        note_answer(store, run, told, first=True)
        say(told)
    say(f"{MEANT}\n")
    if len(rows) > TOLD and not everything:
        say("What moved one of them, and luck against players: --arm ARM; of all: --all.")
        return
    tables = [added, chances_of(store, "trust", run), _luck(store, run, arm, everything)]
    for row in rows:
        mine = [table.filter(pl.col("arm") == row["arm"]) for table in tables]
        for line in [*([f"{row['arm']}:"] if len(rows) > 1 else []), *sentences(row, *mine), ""]:
            say(line)
    if tables[-1].is_empty():
        say(NOT_PLAYED)
    say("The numbers: lab chances --all; what each card adds: --show cards.")


def _print(store: Store, frame: pl.DataFrame, show: str, run: str | None, top: int) -> None:
    """Each run's table; of cards both ends of each arm and kind of event."""
    for heading, rows in by_run(store, frame, run):
        say(f"{heading}\n")
        if rows.is_empty():
            say(NOT_PLAYED if show == "luck" else NONE)
        elif show == "cards":
            _print_cards(rows, top)
        elif show == "trust":
            _print_trust(rows)
        else:
            limit = 60 if show == "turns" else None
            print_frame("", rows.drop("card", "id", "name", "against_kind", strict=False), limit, _columns())


def _print_trust(rows: pl.DataFrame) -> None:
    """What the models score, and below it how often those win who are said to: two tables, both narrow."""
    is_score = pl.col("chance") == "all"
    scores = rows.filter(is_score).drop("chance", "said", "won", "won_low", "won_high")
    print_frame("Models, over all turns:", scores, columns=_columns())
    said = rows.filter(~is_score).drop("model", "log_loss", "brier")
    print_frame("What the first of them says of a player, and how often that came so:", said, columns=_columns())


def _print_cards(rows: pl.DataFrame, top: int) -> None:
    by = [name for name in ("arm", "about") if name in rows.columns]
    for part in rows.sort(*by, "actor_added", descending=[*(False for _ in by), True]).partition_by(
        by, maintain_order=True
    ):
        about = ABOUT.get(part["about"][0], part["about"][0])
        title = f"{part['arm'][0]}: {about}" if "arm" in by else about
        shown = part.drop("arm", "about", "decided_by", "card", "id", strict=False)
        ends = shown if not top or shown.height <= 2 * top else shown.head(top).vstack(shown.tail(top))
        print_frame(title, ends, columns=_columns(), gaps=[top] if ends.height < shown.height else ())


def _columns() -> dict[str, Column]:
    """How the columns are read."""
    return {
        "arm": Column("arm", rank=KEY),
        "model": Column("model", rank=KEY, about="What is known to the model."),
        "chance": Column("chance", rank=KEY, about="Chances of this size."),
        "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
        "states": Column("states", "count", LAST, about="Turns, or players at turns."),
        "said": Column("said", "share", about="Mean chance that was said."),
        "won": Column("won", "share", about="Win credit of those of whom it was said."),
        "log_loss": Column("log loss", "number", about="Surprise at who won; less is better."),
        "brier": Column("Brier", "number", about="Mean squared error over all seats; less is better."),
        "decided_by": Column("decided by", rank=KEY, words=CAUSES, about="What kind of thing it was."),
        "about": Column("what", rank=KEY, words=ABOUT, about="What happened."),
        "name": Column("card", rank=KEY),
        "card": Column("card", rank=HIDDEN),
        "id": Column("id", rank=HIDDEN),
        "times": Column("times", "count", EXTRA, about="How often it happened."),
        "actor_added": Column("whose it is, points", "points", about="Added to who did it or met with it."),
        "against_kind": Column("against its kind, points", "points", about="The same less the mean of its kind."),
        "target_added": Column("aimed at, points", "points", about="Added to whom it was aimed at."),
        "winner_added": Column("winner per game, points", "points", about="What it gave the winner of a game."),
        "turns": Column("turns", "number", unit="turn", about="Length of the median game."),
        "decided": Column("decided in", "number", unit="turn", about="When the median game was decided."),
        **{
            f"q{q}": Column(f"{q}%", "number", LAST, unit="turn", about=f"{q} % were decided sooner.") for q in (10, 90)
        },
        "last_fight": Column("by the last fight", "share", about="Games that were open until it ended."),
        "from_turn": Column("from turn", "count", KEY, about="Played on from there; 0: from the deal."),
        "part": Column("part", rank=KEY, words=PARTS, about="What decides alone."),
        "played": Column("branches", "count", EXTRA, about="Games that were played for it."),
        "share": Column("of who wins", "share", about="Part of the variance of win credit."),
        "moved": Column("moved per game", "fine", LAST, about="Chance that changed hands in a game."),
    }
