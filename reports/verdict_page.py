"""One page about one question: asked, answered in sentences, one chart, what moved, who played, what to try next."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import polars as pl

from decks.rule_texts import in_words
from engine.records.switches import RULES, RULES_VERSION, Switch
from lab.comparison.arm_comparison import Difference, compare_run
from lab.comparison.comparison_words import amount, answer, cells_of, in_order, interval, name_of, who
from lab.errors import BadInput
from lab.runs.run_heading import left_out
from lab.stats.intervals import p_text
from lab.store.atomic_files import placed
from lab.store.given_up_games import given_up
from reports.verdict_chart import chart
from variants.load_variants import load_variant
from variants.variant_schema import VariantError

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST = 10
"""Measures of the table and of the chart."""
WIDTH = 80
"""Characters of a line of the page as text."""
HEADS = ("measure", "before", "after", "difference", "95 % interval", "p, q")
GOAL = 0.02
"""Part of the value before to which a measure is known when an answer is called sharp."""
STYLE = Path(__file__).parent / "looks_files" / "verdict.css"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style></head>
<body><main>
{body}
</main></body></html>
"""
TYPED = re.compile(r'"([^"]+)"')
"""A rule in plain English in the name of an arm."""


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    title: str
    before: str
    after: str
    asked: str
    readings: tuple[str, ...]
    sentences: tuple[str, ...]
    rows: tuple[Difference, ...]
    who: str
    sure: str
    next: tuple[str, ...]
    source: str

    def cells(self) -> list[tuple[str, ...]]:
        """The table, written."""
        columns = cells_of(self.rows)
        return list(zip(*(columns[name] for name in ("measure", "a", "b", "difference", "interval", "p")), strict=True))


def verdict(store: Store, run: str, arm: str | None = None) -> Verdict:
    """The verdict on an arm of a run, the first that is compared with another if none is named."""
    found = compare_run(store, run)
    rows = [row for row in found if row.b == (arm or found[0].b)] if found else []
    if not rows:
        arms = ", ".join(dict.fromkeys(row.b for row in found))
        raise BadInput(f"run {run} compares nothing with {arm!r}; allowed: {arms}")
    rows = [row for row in rows if row.a == rows[0].a]
    first = rows[0]
    about = store.runs().filter(run_id=run).row(0, named=True)
    pair = store.arms(run).filter(pl.col("arm").is_in([first.a, first.b]))
    variants = {arm: variant for arm, variant in pair.select("arm", "variant").iter_rows()}
    lacking = given_up(store, run)
    short = [f"{left_out(lacking)}."] if lacking.height else []
    short += [f"{some}."] if (some := store.unfinished(run)) else []
    said = f"{first.b} against {first.a}: "
    return Verdict(
        _title(first), first.a, first.b, about["command"] or "", tuple(_readings(variants[first.a], variants[first.b])),
        tuple(_sentence(line.removeprefix(said)) for line in answer(rows)),
        (first, *[row for row in in_order(rows) if row.found and row is not first][: MOST - 1]),
        who(pair["agents"].to_list(), True),
        " ".join((_sure(first, max(row.family for row in rows)), *short)),
        tuple(_next(about["name"] or run, first, variants == {first.a: first.a, first.b: first.b})),
        f"Run {run}, seed {about['seed']}, RULES_VERSION {about['rules_version'] or RULES_VERSION}.",
    )  # fmt: skip


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _title(first: Difference) -> str:
    """The question in the words of whoever asked it: the rule that one arm has and the other has not."""
    typed = [text for text in TYPED.findall(first.b) if text not in first.a]
    if typed:
        return " and ".join(f"\u201c{text.rstrip('.')}\u201d" for text in typed)
    return f"{first.b} against {first.a}"


def _readings(old: str, new: str) -> Iterable[str]:
    """Each rule that only the arm has, as the lab reads it, and each switch that it sets."""
    try:
        before, after = load_variant(old), load_variant(new)
    except VariantError as error:
        yield f"What {new} says cannot be read any more: {error}"
        return
    known = [rule.name for rule in before.edits.rules]
    for rule in after.edits.rules:
        if rule.name not in known:
            yield f'"{rule.name}" is read as: {in_words(tuple(rule.steps()))}'
    changed = [
        f"{switch.name} = {_value(switch, now)} (before {_value(switch, was)})"
        for switch, was, now in zip(RULES, before.rules, after.rules)
        if was != now
    ]
    if changed:
        yield f"It sets {', '.join(changed)}."


def _value(switch: Switch, value: int) -> str:
    return switch.words[value] if switch.words else str(value)


def _sure(first: Difference, family: int) -> str:
    """How sure the answer is, and what that means."""
    kind = "pairs of games with the same randomness" if first.paired else "games of each, independent of one another"
    chance = "" if first.p_value is None else f"; p = {p_text(first.p_value)}".replace("= <", "<")
    return (
        f"{first.n:,} {kind}. {_sentence(name_of(first.metric))} differ by {amount(first, first.difference, True)}, "
        f"95 % interval {interval(first)}{chance}. The other measures are one family of {family} questions "
        "of which at most one in ten that are shown is no difference at all."
    )


def _next(run: str, first: Difference, are_variants: bool) -> Iterable[str]:
    """What could be asked next, each with its command; arms of cards or players are not named by a variant alone."""
    half = (first.high - first.low) / 2
    near = GOAL * abs(first.value_a)
    if not first.found and half > near > 0:
        games = math.ceil(first.n * (half / near) ** 2 / 1000) * 1000
        yield f"To know {name_of(first.metric)} to \u00b1{GOAL:.0%} takes about {games:,} games: --games {games}"
    arms = f"{shlex.quote(first.a)} {shlex.quote(first.b)}"
    if are_variants:
        yield f"Do other players agree? lab compare {arms} --three-tables"
    yield f"The game in which it mattered most: lab games --run {shlex.quote(run)} --most-changed --top 1"


def as_text(page: Verdict, width: int = WIDTH) -> str:
    """The page for a terminal or a letter."""
    parts = [fill(page.title, width), "\n".join(fill(line, width, subsequent_indent="  ") for line in page.sentences)]
    parts += [fill(line, width, subsequent_indent="  ") for line in page.readings]
    parts.append("\n".join((fill(f"before: {page.before}, after: {page.after}", width), *_lines(page, width))))
    parts.append(fill(f"{page.sure} {page.who}", width))
    parts.append("\n".join(("What to try next", *(fill(line, width, subsequent_indent="  ") for line in page.next))))
    parts.append("\n".join((page.source, *([fill(page.asked, width)] if page.asked else []))))
    return "\n\n".join(parts) + "\n"


def _lines(page: Verdict, width: int) -> Iterable[str]:
    """The table, without its last columns and those of the arms where it is wider than the page."""
    cells = [HEADS, *page.cells()]
    wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
    shown = list(range(len(HEADS)))
    for column in (5, 2, 1):
        if sum(wide[i] + 2 for i in shown) - 2 > width:
            shown.remove(column)
    for row in cells:
        yield "  ".join(_placed(row[i], wide[i], i == 0) for i in shown).rstrip()


def _placed(cell: str, width: int, left: bool) -> str:
    return cell.ljust(width) if left else cell.rjust(width)


def as_html(page: Verdict) -> str:
    """The page as one file without a network: on paper, on a phone, in the dark."""
    first, *rest = [escape(line) for line in page.sentences]
    body = [f"<h1>{escape(page.title)}</h1>", f'<p class="answer">{first}</p>', *(f"<p>{line}</p>" for line in rest)]
    body += [f'<p class="reading">{escape(line)}</p>' for line in page.readings]
    body.append(f"<figure>{chart(page.rows)}</figure>")
    heads = "".join(f"<th>{head}</th>" for head in HEADS)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in page.cells())
    said = f"<caption>before: {escape(page.before)}<br>after: {escape(page.after)}</caption>"
    body.append(f'<div class="wide"><table>{said}<tr>{heads}</tr>{rows}</table></div>')
    body.append(f"<p>{escape(page.sure)} {escape(page.who)}</p><h2>What to try next</h2>")
    body.append("<ul>" + "".join(f"<li>{_with_code(line)}</li>" for line in page.next) + "</ul>")
    asked = f"<br><code>{escape(page.asked)}</code>" if page.asked else ""
    body.append(f"<footer>{escape(page.source)}{asked}</footer>")
    return PAGE.format(title=escape(page.title), style=STYLE.read_text(encoding="utf-8"), body="\n".join(body))


def _with_code(line: str) -> str:
    says, colon, command = line.partition(": lab ") if ": lab " in line else line.partition("? lab ")
    return f"{escape(says)}{colon[:1]} <code>lab {escape(command)}</code>" if colon else escape(line)


def write(page: Verdict, to: Path) -> None:
    """Write the page as its file's name says: .html or .txt."""
    content = as_html(page) if to.suffix == ".html" else as_text(page)
    try:
        placed(to, lambda draft: draft.write_text(content, encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{to}: cannot be written: {error.strerror or error}") from None
