"""How do I do it, how do I read each number, and what is behind it?"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import polars as pl

from lab.tables.column import HIDDEN
from lab.tables.metric import Metric, load_metrics
from reports import theme
from reports.chart_marks import Mark, interval_rows
from reports.elements import Answer, Choice, Column, Data, Element, Fold, Markdown, Note, Table, captioned
from reports.glossary import terms
from reports.guide_pages import text_of, titles

TITLE, GROUP, ORDER = "Guide", "Lab", 110
METRICS: tuple[str, ...] = ()

START, WORDS, EVERY_NUMBER = "How do I \u2026?", "Words", "Every number"
"""Sections that are made from what the lab says of itself, behind the pages that somebody wrote."""
CHOICES = (Choice("page", "Chapter", lambda _data: {title: title for title in _sections()}, many=True, linked=True),)

FIRST = (
    "A number is an estimate. Its 95 % interval stands beside it in brackets, and as a line or a band in charts. It "
    "holds for the rules, the cards and the players that are named beside it; more games make it narrower."
)
EACH = "**A page of results begins with its answer.** The chapters of the Guide tell what stands behind it."
JUMP = "[Chapters of the Guide](#chapters)"
"""Where they stand far below."""
READ = {
    "Filled: a change was found": (-3.2, -4.1, -2.3),
    "Hollow, narrow around 0: hardly any change": (0.2, -0.3, 0.8),
    "Hollow, wide: cannot be told yet": (1.2, -2.9, 5.3),
}
"""How marks are read: made up, one of each kind."""
SMALL = 1.0
"""What would not matter in the example: the grey zone."""
KEY = (
    "An example, made up. Dot: the estimate; line, and the band along a curve: its 95 % interval. Hollow: zero lies in "
    "it. Grey: too little to matter, or about average. Of several rules each has its colour and shape, as in the side "
    "bar; what is ringed, red or green is told below its chart."
)
TASKS = """
| What people come for | page |
|---|---|
| try a house rule | [Rules lab](page:rules_lab) |
| see what a rule changes | [Compare](page:compare) |
| find too strong cards | [Cards](page:cards) |
| bring my own cards | [Your cards](page:your_cards) |
| play myself | [Play](page:play) |
"""
CONTENTS = """
| How do I \u2026 | page |
|---|---|
| **Results** | |
| see a run at a glance? | [Overview](page:overview) |
| see what a rule changes? | [Compare](page:compare) |
| see when winners pull away? | [Level curves](page:level_curves) |
| see how long games take? | [Game length](page:game_length) |
| see how games end? | [Endings](page:endings) |
| see whether sitting first helps? | [Seats](page:seats) |
| see what is fought, and who is hit? | [Combats](page:combats) |
| see who plays how well? | [Players](page:players) |
| **Cards** | |
| find too strong cards? | [Cards](page:cards) |
| know all about one card? | [Card](page:card) |
| see which cards a rule makes stronger? | [Interactions](page:interactions) |
| find too strong monsters? | [Monsters](page:monsters) |
| **Single games** | |
| find a game worth watching? | [Games](page:games) |
| watch a game? | [Replay](page:replay) |
| **Lab** | |
| play myself? | [Play](page:play) |
| try a house rule? | [Rules lab](page:rules_lab) |
| find the best of many rules? | [Balance](page:balance) |
| bring my own cards? | [Your cards](page:your_cards) |
| have it in my spreadsheet? | [Export](page:export) |
"""
"""What people want to do, and where, as in the side bar."""
FOR = {
    "numbers": "how sure a number is, and what a difference means",
    "dashboard": "what each page shows, and how to send it to somebody",
    "cards": "from a spreadsheet to a deck that is played",
    "rules": "a house rule in plain English or as a file",
    "words": "every sentence that a card or a rule may use",
    "questions": "what the rules say in a position of yours",
    "players": "the people at the table, and players like yours",
    "own-player": "a program of yours in one of the seats",
    "python": "the same games and numbers in a notebook",
    "store": "where games are kept, and how to ask them",
    "machines": "one run on several machines",
    "millions": "how large runs stay small",
}
"""What each chapter is for."""
PARTS = {
    "To begin with": ("numbers", "dashboard", "players"),
    "Cards and rules of your own": ("cards", "rules", "words", "questions"),
    "For programmers, and for large runs": ("own-player", "python", "store", "machines", "millions"),
}
LOOKED_UP = "To look up"
"""Chapters by what somebody wants of them; those that no part names stand with what is made."""
MADE = {WORDS: "what the lab means by each of them", EVERY_NUMBER: "what is counted, and how"}
"""The same of what is made."""


def draw(data: Data) -> Iterator[Element]:
    """The page that was chosen; where nobody can choose, as in a report, all of them, folded."""
    wanted = data.chosen.get("page")
    if wanted == START:
        yield from _start(_chapters())
    elif wanted:
        yield Markdown(f"[All chapters](page:guide)\n\n## {wanted}\n")
        yield from _section(wanted)
    else:
        yield from _start()
        for title in _sections()[1:]:
            yield Fold(title, tuple(_section(title)))


def _start(chapters: str = "") -> Iterator[Element]:
    """How a number is read, what to do where, and what else there is to read."""
    yield Answer(f"{EACH}\n{FIRST}")
    look = {"color": theme.ARM_COLOURS[0], "symbol": "circle"}
    marks = [Mark(row, ends, "read", look, row, filled=ends[1] * ends[2] > 0) for row, ends in READ.items()]
    fig = interval_rows(marks, "How to read a chart of changes", "", "turns more or fewer", "change", _wrapped)
    fig.add_vrect(-SMALL, SMALL, fillcolor=theme.SOFT, opacity=0.12, line_width=0, layer="below")
    yield Markdown(TASKS)
    if chapters:
        yield Markdown(JUMP)
    yield captioned(fig, KEY)
    every = Markdown(CONTENTS)
    if chapters:
        yield Fold("Every page, by its question", (every,))
    yield Markdown(chapters) if chapters else every


def _wrapped(label: str) -> str:
    return theme.wrapped(label, 22)


def _chapters() -> str:
    """All chapters in parts, each with what it is for, as a table with links."""
    named = titles()
    lines = {name: f"| [{title}]({name}.md) | {FOR.get(name, '')} |" for name, title in named.items()}
    lines |= {title: f"| [{title}](page:guide?page={quote(title)}) | {about} |" for title, about in MADE.items()}
    placed = {name for names in PARTS.values() for name in names}
    parts = {**PARTS, LOOKED_UP: tuple(name for name in lines if name not in placed)}
    rows = [line for part, names in parts.items() for line in (f"| **{part}** | |", *(lines[name] for name in names))]
    return "\n| Chapter | what it tells |\n|---|---|\n" + "\n".join(rows) + "\n"


def _sections() -> list[str]:
    return [START, *titles().values(), WORDS, EVERY_NUMBER]


def _section(title: str) -> Iterator[Element]:
    if title == WORDS:
        yield _words()
    elif title == EVERY_NUMBER:
        yield Answer(FIRST)
        for metric in load_metrics().values():
            yield Fold(f"{metric.name.replace('_', ' ')}: {metric.says}", (Note(_about(metric)), _columns(metric)))
    else:
        yield text_of(next(name for name, known in titles().items() if known == title))


def _words() -> Table:
    words = pl.DataFrame({"word": list(terms()), "means": list(terms().values())})
    columns = {"word": Column("word"), "means": Column("what it means")}
    return Table(words, "The terminal uses the same words: lab help WORD.", columns, "Words")


def _about(metric: Metric) -> str:
    kept = " Needs the events of games (option --events)." if "event" in metric.needs else ""
    asked = f"In the terminal: lab metrics {metric.name}."
    return f"What is counted: {metric.unit}. Intervals 95 %: {metric.interval}. {asked}{kept}"


def _columns(metric: Metric) -> Table:
    shown = {name: column for name, column in metric.columns.items() if column.rank != HIDDEN}
    rows = pl.DataFrame(
        {"name": list(shown), "label": [c.label for c in shown.values()], "about": [c.about for c in shown.values()]}
    )
    columns = {"label": Column("heading"), "name": Column("column in CSV and SQL"), "about": Column("what it means")}
    return Table(rows, f"The table {metric.name}, as lab metrics and lab export write it.", columns)
