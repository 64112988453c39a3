"""What `lab card` prints: five tables about one card, and what each of them means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import polars as pl

from lab.cards.fork_numbers import COLUMNS, DEAL, fork_table
from lab.commands._output import print_frame, say, say_command
from lab.comparison.arm_comparison import from_frame
from lab.comparison.comparison_words import cells_of
from lab.impact.card_fates import ALL, WAYS
from lab.impact.card_fates import FATES as WHAT
from lab.impact.card_story import conclusion, fate_sentence, sentences
from lab.impact.example_games import WHY, shown_games
from lab.impact.identity_cards import RIVAL_COLUMNS, USE_COLUMNS, powerless, powers_sentence, rivals_sentence
from lab.tables.column import EXTRA, KEY, Column, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.impact.card_impact import Impact
    from lab.runs.fork_games import Forked

TABLES = ("forks", "rivals", "length", "fates", "powers", "met", "games")
"""What it is worth, also among its kind, what it does to the game, what becomes of it and of its powers, its combats or
strikes, games that show it."""
OF_PAIRS = ("rivals", "length", "fates", "powers", "met")
"""Those that pairs of games make; the others are made of forks."""
FORKS = (
    "Fork \u0394: a game is played; from the moment the card comes to a player it is played again with another random "
    "card of the same pile in its place, and once more with a blank one, everything else - the order of the piles, "
    "every die - as it was. What differs in that player's win credit (1 / number of winners, else 0) is what the card "
    "was worth to them, in percentage points. Mean over all arrivals from the pile, one fork for each game; 95 % "
    "interval, Student's t over games. Against another: zero is an average card of its pile, doors and treasures are "
    "not comparable. Against a blank: zero is a card that does nothing. The groups are formed by what was known when "
    "the card came; their intervals are not adjusted for their number."
)
LENGTH = (
    "Table \u0394: the same games with a blank in the place of all copies, dealt and rolled alike. It says what the "
    "card does to the game of all players, and nothing about its strength: what it wins for one it loses for the "
    "others. 95 % intervals of paired games; turns is the primary measure, q of the others is adjusted for their "
    "number, * below 0.10."
)
FATES = (
    "What became of it: every time that a copy came to somebody, and how it left them again; each time is in one row, "
    "so that a column adds up to 100 %. Lost: to Bad Stuff, a Curse, or what somebody else could do. 95 % intervals "
    "over games."
)
RIVALS = (
    "Among its kind: win credit of whoever it came to by lot - dealt, drawn, kicked open or as a reward -, less that "
    "of whoever any card of its pile came to in the same way; 95 % intervals over games, of differences between cards "
    "of the same games; those one by one hold together."
)
MET = "Combats, strikes: 95 % intervals over games. To lead is to have the highest Level, alone or with others."


NOTHING = {
    "rivals": "It has no other of its kind to stand among: that is said of Classes, Races and the like.",
    "powers": "",  # see `powerless`
    "met": "It fought and struck nobody: combats are of monsters, strikes of Curses.",
}
"""Tables that only some cards have, and what is said of the others."""


def table_of(found: Sequence[Impact], table: str) -> pl.DataFrame:
    """One of the tables of all arms with full numbers."""
    parts = []
    for one in found:
        arm = pl.lit(one.arm.name).alias("arm")
        if table == "forks":
            parts.append(_fork_table(one))
        elif table == "games":
            rows = shown_games(one.forked.rows, one.arm) if one.forked else []
            parts.append(pl.DataFrame(rows, infer_schema_length=None).select(arm, pl.all()) if rows else pl.DataFrame())
        elif (rows := getattr(one, table)) is not None:
            parts.append(rows.select(arm, pl.all()))
    kept = [part for part in parts if part.width]
    return pl.concat(kept) if kept else pl.DataFrame()


def _fork_table(one: Impact) -> pl.DataFrame:
    if one.forked is None:
        return pl.DataFrame()
    return fork_table(one.forked.rows, int(one.arm.variant["victory.level"]))


def print_page(found: Sequence[Impact], wanted: str | None, everything: bool) -> None:
    """Print of each arm the verdict and games that show it, or the tables that are wanted, then how they are read."""
    brief = wanted is None and not everything
    printed = ["games"] if brief else [table for table in TABLES if wanted in (None, table)]
    for one in found:
        say(_heading(one) + "\n")
        if wanted is None:
            _print_verdict(one)
        for table in printed:
            _print_games(one, brief) if table == "games" else PRINT[table](one)
        if wanted in NOTHING and (rows := getattr(one, wanted)) is not None and rows.is_empty():
            say(f"{NOTHING[wanted] or powerless(one.facts)}\n")
    told = {"forks": FORKS, "rivals": RIVALS, "length": LENGTH, "fates": FATES, "met": MET}
    agents = ", ".join(dict.fromkeys(agent for one in found for agent in one.arm.setting.agents))
    for table in printed:
        parts = [getattr(one, "forked" if table == "forks" else table) for one in found if table in told]
        if any(part is not None and (table not in NOTHING or part.height) for part in parts):
            say(told[table])
    for sentence in [sentence for one in found for sentence in one.lacking]:
        say(f"{sentence}.")
    say(f"All of it holds for these players: {agents}.")
    if brief:
        say(f"The numbers: --all, or one of them: --table {', '.join(TABLES)}.")


def _print_verdict(one: Impact) -> None:
    """What the card does, sentence by sentence, and last what that means and what would tell more."""
    means, line = conclusion(one)
    for sentence in [*sentences(one), *([means] if means else [])]:
        say(sentence)
    if line:
        say_command(line)
    say("")


def _heading(one: Impact) -> str:
    number, facts = list(one.arm.cards.ids).index(one.card), one.facts
    kind = facts.kind.replace("_", " ")
    copies = int((one.arm.cards.card["number"] == number).sum())
    many = "1 copy" if copies == 1 else f"{copies} copies"
    who = one.arm.setting
    deck = "+".join(who.deck)
    own = who.deck in ((), tuple(one.arm.variant.deck)) or f"deck {deck}" in one.arm.name
    where = one.arm.name if own else f"{one.arm.name} with the deck {deck}"
    return f"{one.arm.cards.names[number]} ({kind}, {facts.pile} pile, {many}): {where}, {who.seats} players"


def _print_forks(one: Impact) -> None:
    if one.forked is None:
        return
    say(f"What it is worth to whoever it comes to, in points of win credit. {_story(one.forked, one.question.forks)}\n")
    shown = _fork_table(one).filter(pl.col("group") != DEAL)  # the deal is told once
    print_frame("", shown.drop("arm"), columns=COLUMNS)


def _story(forked: Forked, asked: int) -> str:
    """How many forks there are, of how many games, and what was not forked."""
    n, counts = forked.rows.height, forked.counts
    left = counts["last"] + counts["shuffled"]
    rest = (
        f" {left:,} of {counts['arrivals']:,} arrivals could not be forked: no other card lay below it in its pile, or "
        "the pile was being shuffled."
    )
    wanted = f", of {asked:,} wanted: the card seldom comes to anybody" if n < asked else ""
    return f"{n:,} forks in {forked.games:,} games{wanted}.{rest if left else ''}"


def _print_length(one: Impact) -> None:
    if one.length is None:
        return
    rows = from_frame(one.length)
    first = rows[0]
    same = f", {100 * first.identical:.1f} % of them the same game" if first.identical is not None else ""
    cells = pl.DataFrame(cells_of(rows))
    frame = cells.select("measure", pl.col("b").alias("with"), pl.col("a").alias("blank"),
                         pl.col("difference").alias("change"), "interval", "p", "found")  # fmt: skip
    labels = {"with": "with it", "interval": "95 % interval", "p": "p, q"}
    columns = {name: Column(labels.get(name, name), "figures") for name in frame.columns}
    columns |= {"measure": Column("measure", rank=KEY), "p": Column("p, q", "figures", EXTRA), "found": Column("found")}
    say(f"What it does to the game: {first.n:,} pairs of games{same}.\n")
    print_frame("", frame, columns=columns)


def _print_fates(one: Impact) -> None:
    if one.fates is None:
        return
    if one.fates.is_empty():
        say("What became of it: it came to nobody.\n")
        return
    cells = {(row["how"], row["fate"]): row for row in one.fates.to_dicts()}
    ways = [way for way in WAYS if (way, "played") in cells]
    fates = [fate for fate in WHAT if (ALL, fate) in cells]
    say(f"What became of it. {fate_sentence(one)}\n")

    def column(way: str) -> list[str]:
        rows = [cells[way, fate] for fate in fates]
        bounds = [(row["share_low"], row["share_high"]) if way == ALL else (None, None) for row in rows]
        return [
            f"{cells[way, 'played']['arrivals']:,}",
            *(written(row["share"], "share", *both) for row, both in zip(rows, bounds, strict=True)),
        ]

    frame = pl.DataFrame(
        {"fate": ["times it came", *(WHAT[fate] for fate in fates)]} | {way: column(way) for way in ways}
    )
    columns = {way: Column(way, "figures", EXTRA) for way in ways}
    columns |= {"fate": Column("what became of it", rank=KEY), ALL: Column("all [95 %]", "figures")}
    print_frame("", frame, columns=columns)


def _print_rivals(one: Impact) -> None:
    if one.rivals is None or one.rivals.is_empty():
        return
    say(f"{rivals_sentence(one.facts, one.rivals)}\n")
    print_frame("", one.rivals, columns=RIVAL_COLUMNS)


def _print_powers(one: Impact) -> None:
    if one.powers is None or one.powers.is_empty():
        return
    say(f"{powers_sentence(one.facts, one.powers)}\n")
    print_frame("", one.powers, columns=USE_COLUMNS)


def _print_met(one: Impact) -> None:
    from lab.impact.encounters import COLUMNS

    if one.met is None or one.met.is_empty():
        return
    what = "combats" if one.facts.kind == "monster" else "strikes"
    say(f"Its {what}: {one.met['n'][0]:,}.\n")
    print_frame("", one.met.drop("n"), columns=COLUMNS)


def _print_games(one: Impact, brief: bool) -> None:
    """Games in which it changed who won, and a typical one; in brief the first of them."""
    games = shown_games(one.forked.rows, one.arm)[: 1 if brief else None] if one.forked is not None else []
    if not games:
        return
    say("A game that shows it.\n" if brief else "Games that show it: where it changed who won, and a typical one.\n")
    for row in games:
        say(WHY[str(row["why"])].format(who=f"p{row['seat']} ({row['agent']})") + f" {_told(row)}")
        say_command(str(row["replay"]))
        click.echo()


def _told(row: dict[str, Any]) -> str:
    """A fork in words: when the card came, and how each branch ended."""
    if row["how"] == "dealt":
        came = "at the deal"
    else:
        how = {"kicked": "behind the door", "reward": "as a reward", "other": "turned up"}.get(row["how"], row["how"])
        standing = "leading" if row["lead"] == 0 else f"{row['lead']} behind the leader"
        came = f"in turn {row['turn']}, {how}, at Level {row['level']}, {standing}"
    branches = (("with it", ""), (f"with {row['other']}", "other_"), ("with a blank", "blank_"))
    ends = [
        f"{words} {row[f'{branch}won_by']} won in turn {row[f'{branch}turns']}{_ended(row[f'{branch}ending'])}"
        for words, branch in branches
    ]
    return f"{came}; {', '.join(ends)}."


def _ended(ending: str | None) -> str:
    """How a game ended, where it was not by a kill as games do."""
    return {"kill": "", "card": " (by a card)", "capped": " (turn limit)", None: ""}.get(
        ending, f" ({str(ending).replace('_', ' ')})"
    )


PRINT = {
    "forks": _print_forks,
    "rivals": _print_rivals,
    "length": _print_length,
    "fates": _print_fates,
    "powers": _print_powers,
    "met": _print_met,
}
