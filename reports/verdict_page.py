"""What one page about one question says: asked, answered, how sure, a chart, what else moved, who played."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from decks.read_decks import deck_names
from engine.inputs.quote import joined
from engine.records.switches import RULES_VERSION
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.confidence_sequence import asked_measure
from lab.comparison.game_numbers import MINUTES
from lab.comparison.shortest_arm import shortest
from lab.provenance import engine_version
from lab.runs.run_heading import left_out, other_limit, played_in_part
from lab.runs.second_table import kept_table
from lab.store.given_up_games import given_up
from lab.tables.shelf import Shelf
from lab.tables.table_pace import FILE, Pace, cited, pace, said_pace
from reports import verdict_answer as say
from reports.html_markup import STAYS
from reports.verdict_chart import Chart, chart_of
from reports.verdict_measures import capital, change_range, notes_of, printed, row_of
from reports.verdict_players import agree_said, who_said
from reports.verdict_question import LONG_SIDE, about_measure, game_of, name_of, options, question, told
from reports.verdict_rules import BEFORE, Arm, in_full, left_off, letters, readings, unsaid
from reports.verdict_screen import screened_run
from reports.verdict_subject import About, Subject, about_run
from variants.load_variants import stack

if TYPE_CHECKING:
    from lab.store.store_folder import Store

SHORT = 16
"""Letters of the longest value before that stands in a picture."""
PROGRAM = f"card-lab {engine_version()}"
"""Whoever wants to make a page again looks for this."""
MORE, CHANGE = "What changes", "likely range"
ONE_BY_ONE, FROM = "Some other clear changes, for each", "What else differs clearly from"
SETS = 100
"""Letters of the longest set of rules that an answer calls by all that it does."""
STORE = re.compile(r" --(store|workers)[ =]('[^']*'|\S+)")
"""What was typed that tells of the machine alone."""
GAMES = re.compile(r" --games[ =]\d+")


@dataclass(frozen=True)
class Post:
    """What stands above and below the chart of a picture for people who know the game and not the lab."""

    question: str
    sentence: str
    more: str
    small: str


class Moved(NamedTuple):
    """What else moved with an arm: of several its name and what is said of it, and rows of a table.

    A row: the measure, its value before and after, and the likely range of its change.
    """

    name: str
    says: tuple[str, ...]
    rows: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    question: str
    sentences: tuple[str, ...]
    read: str
    chart: Chart
    heads: tuple[str, ...]
    moved: tuple[Moved, ...]
    parts: tuple[tuple[str, str], ...]  # a heading, and what it says
    next: tuple[tuple[str, str], ...]  # what it is good for, and a command
    again: tuple[str, ...]
    source: str
    post: Post
    row: str = "{0}: {2}, not {1} ({3})"  # a row of a table as a line


def verdict(
    store: Store, run: str, arm: str | None = None, against: str | None = None, primary: str | None = None
) -> Verdict:
    """The verdict on an arm of a run; if none is named on all that are compared, whatever moves most first.

    They are set against the arm that is named, else against the plainest one of the run; `primary` is the measure that
    the page is about, else it is the one that the run was asked about.
    """
    row = store.runs(run).row(0, named=True)
    frame = store.arms(run).with_columns(pl.col("changes").fill_null([]))
    arms: dict[str, Arm] = {one["arm"]: one for one in frame.to_dicts()}
    chosen = asked_measure(row["command"] or "")
    many = None if arm or against else screened_run(store, run, row["name"] or run, arms, primary or chosen)
    one = many or _of_arms(store, run, row["name"], arms, (arm, against, primary or chosen))
    about, asked, said, has_more = one.about, one.asked, one.says, one.has_more
    first, name = about.firsts[0], shlex.quote(about.name)
    typed = options(None, None, primary and measure_names.name_of(primary))
    lines = [*said, other_limit(store, run)]
    lines += [f"This page sets {first.b} against {first.a}; the run has other pairs too."] * has_more
    lines += [f"{one.hidden} more of them: lab compare --run {name}{typed}"] * (one.hidden > 0 and not about.mixed)
    again = [STORE.sub("", row["command"] or ""), f"lab verdict {name}{options(arm, against)}{typed} --to verdict.pdf"]
    return Verdict(
        question=asked, sentences=tuple(filter(None, lines)), read=_read(about, asked) if len(about.pairs) == 1 else "",
        chart=_chart(about), heads=_heads(about), moved=_moved(about),
        parts=tuple(_parts(store, run, about, first.metric == chosen)),
        next=tuple(_next(about, name, has_more, again[0])),
        again=tuple(filter(None, again)), source=source_said(store, run, row),
        post=_post(about, said, asked, pace(store.path)),
    )  # fmt: skip


def _of_arms(
    store: Store, run: str, named: str | None, arms: dict[str, Arm], chosen: tuple[str | None, str | None, str]
) -> Subject:
    """Arms of a run beside another: what is asked of them, and the answer; `chosen` are an arm, another, a measure."""
    pairs, has_more = told(store, run, arms, chosen[:2], chosen[2])
    about = about_run(store, run, named or run, arms, pairs)
    metric = about.firsts[0].metric
    asked = question(store, named or "", about.old, [arms[rows[0].b] for rows in pairs], metric)
    hidden = len(pairs) - len(about.pairs)
    return Subject(about, about_measure(asked, metric), _sentences(about), hidden, has_more)


def _sentences(about: About) -> list[str]:
    """The answer, and where it needs a second sentence."""
    if about.are_sides:
        seats = [int(arm["seats"]) for arm in (about.old, *about.new)]
        if len(about.pairs) == 1 and set(about.old["decks"]) < set(about.new[0]["decks"]):
            return [say.answer(about.pairs[0]), say.rest(about.pairs[0])]
        told = say.side_by_side(about.firsts, about.names, seats)
        return [*told, say.rest(about.pairs[0])] if len(about.pairs) == 1 else told
    if len(about.pairs) == 1:
        return [say.answer(about.pairs[0]), say.rest(about.pairs[0])]
    names = dict(zip((row.b for row in about.firsts), about.called, strict=True))
    rows = [replace(row, b=names[row.b]) for rows in about.pairs for row in rows]
    in_words = [
        bar if bar != name and len(bar) <= SETS else said
        for bar, name, said in zip(about.bars[1:], about.names[1:], about.called, strict=True)
    ]
    answer, *more = say.ranking(about.firsts, in_words, about.parts, about.beside)
    return [f"{answer}{say.per_turns(about.pairs[0])}", *more, *shortest(rows)]


def _chart(about: About) -> Chart:
    if not about.bars:
        return Chart("", ())
    shown = [about.firsts[place] for place in about.order]
    than = f" than with {about.names[0].removesuffix(' players')}" * (about.are_sides and len(shown) > 1)
    return chart_of(
        shown, [about.bars[0], *(about.bars[place + 1] for place in about.order)], about.goal, than, not about.mixed
    )


def _read(about: About, asked: str) -> str:
    """How what differs was played, where the question does not say it in the same words."""
    if about.are_sides and len(decks := about.new[0]["decks"]) > 1:
        rules = [name_of(part) for part in stack(about.new[0]["variant"]) if part in deck_names()]
        by = f", by the printed rules of {joined(rules)}" if rules else ""
        more = left_off(about.new[0]) if rules else []
        return " ".join((f"All cards of {joined(list(map(name_of, decks)))} shuffled together{by}.", *more))
    said = " ".join(readings(about.changes[0]))
    is_said = all(letters(BEFORE.sub("", one.reading)) in letters(asked) for one in about.changes[0])
    return "" if about.are_sides or (is_said and "before:" not in said) else said


def _heads(about: About) -> tuple[str, ...]:
    """What stands above the columns of what else moved."""
    if len(about.pairs) == 1:
        first, other = about.names
        is_added = set(about.old["decks"]) < set(about.new[0]["decks"])
        odd = "with it" if is_added else "instead"
        return (_more(about.pairs[0]), first, other if len(other) <= LONG_SIDE else odd, CHANGE)
    if not about.are_sides:
        return (ONE_BY_ONE, about.names[0], "with it", CHANGE)
    counts = [name.removesuffix(" players") for name in about.names[1:]]
    head = f"with {joined(counts, 'or')}" if all(map(str.isdecimal, counts)) else "instead"
    return (f"{FROM} {about.names[0]}", about.names[0], head, CHANGE)


def _more(rows: Sequence[Difference]) -> str:
    """What stands above what else moved: of how many clear changes the rows are some."""
    shown, clear = len(say.others(rows)[: say.MOST]), sum(row.found for row in rows[1:])
    if not rows[0].found:
        return MORE
    return "Other clear changes" if shown >= clear else f"{shown} of {clear} other clear changes"


def _moved(about: About) -> tuple[Moved, ...]:
    """What else moved with each arm, at most as many rows as a reader takes in; of several how each was played too."""
    told, is_one = [], len(about.pairs) == 1
    for place in about.order:
        name, changed, rows = about.called[place], about.changes[place], about.pairs[place]
        shown = say.others(rows)[: say.MOST if is_one else say.MOST_OF_SEVERAL]
        order = [row.metric for row in rows]
        shown = shown if is_one else sorted(shown, key=lambda row: order.index(row.metric))
        table = ((row_of(row), *printed(row)[:2], change_range(row)) for row in shown)
        read = " ".join(readings(changed))
        is_said = about.are_sides or "together" in name or letters(BEFORE.sub("", read)) == letters(name)
        says = (*[f"Played as: {read}"] * (not is_said), *[say.rest(rows)] * (not shown))
        told.append(Moved("", (), tuple(table)) if is_one else Moved(capital(name), says, tuple(table)))
    return tuple(told)


def _parts(store: Store, run: str, about: About, is_asked: bool) -> Iterable[tuple[str, str]]:
    """What stands below the chart: how sure, who played, what words mean."""
    first, is_one = about.firsts[0], len(about.firsts) == 1
    ways = "once without it and once with it" if is_one and not about.are_sides else "in each of these ways"
    paired = f", each played {ways}, with the same shuffles and dice." if about.is_same_shuffle else " each way."
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{line}." for line in played_in_part(store, run)]
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    moved = [row for rows in about.pairs for row in say.others(rows)[: say.MOST if is_one else say.MOST_OF_SEVERAL]]
    sure = f"{about.mixed}." if about.mixed else f"{first.n:,} games{paired}"
    yield "How sure?", " ".join((sure, say.trust(about.pairs, is_asked), *lacking))
    shelf, flat = Shelf(store, run), sum(about.pairs, [])
    second = kept_table(shelf, flat, False) or kept_table(shelf, flat, True)
    yield "Who played?", f"{who_said(about.old, about.new)} {agree_said(about.pairs, second, about.called)}".rstrip()
    metrics = {row.metric for row in moved} | {first.metric}
    if notes := " ".join(notes_of(metrics, about.goal, pace(store.path), about.old["seats"])):
        yield "What do the words mean?", notes


def _next(about: About, run: str, has_more: bool, command: str) -> Iterable[tuple[str, str]]:
    """What could be asked next, each with its command; `command` is the one that was typed."""
    first, (games, size) = about.firsts[0], say.games_for(about.firsts[0])
    if about.mixed:
        yield "Every change on every measure, and every pair of them:", f"{command} --all"
        return
    if games:
        typed = f"{GAMES.sub('', command)} --games {games}".strip()
        yield f"About {games:,} games would {say.TELL.format(size)}:", typed
    elif first.n < say.FEW_GAMES and command and first.identical != 1:
        yield "More games, which mislead less:", f"{GAMES.sub('', command)} --games {say.ENOUGH}"
    if about.is_same_shuffle and any(one.found for one in about.firsts):
        pair = f" --arm {shlex.quote(first.a)} --arm {shlex.quote(first.b)}" * has_more
        which = "" if len(about.pairs) == 1 else ", and by which rule"
        yield f"The game that changed most{which}:", f"lab games --run {run} --most-changed{pair} --top=1"
    if has_more:
        yield "Other pairs of this run:", f"lab verdict {run} --arm NAME --against NAME"
    moving = sum(row.found for row in about.pairs[0])
    which_move = f", of which {moving} clearly change" if len(about.pairs) == 1 and moving > 1 else ""
    yield f"All {len(about.pairs[0])} numbers that were compared{which_move}:", f"lab compare --run {run} --all"


def source_said(store: Store, run: str, row: Mapping[str, Any]) -> str:
    """Of which games it is made, and in a line of its own the digest that `lab verify` knows them by."""
    digest, own = cited(store, run), pace(store.path)
    check = f"\nTo check these numbers: lab verify {digest}" if digest else ""
    by = f"\nThe same minutes need a file {FILE.name} in the store: {said_pace(own)} (seconds)." * (own != pace())
    version = row["rules_version"] or RULES_VERSION
    return f"Run {run} with random seed {row['seed']}; {PROGRAM}, version {version} of how it plays.{by}{check}"


def _post(about: About, said: Sequence[str], asked: str, own: Pace) -> Post:
    """What is said in a picture: the question with the rule in its own words, the answer, and small print."""
    first, n, arms = about.firsts[0], len(about.pairs), (about.old, *about.new)
    seats = joined(list(map(str, sorted({int(arm["seats"]) for arm in arms}))), "or")
    ways = "both ways" if n == 1 else f"all {n + 1} ways"
    games = (
        about.mixed.partition(", with")[0]
        or f"{first.n:,} games{f', each played {ways}' if about.is_same_shuffle else ' each way'}"
    )
    is_named = about.are_sides and any(arm["decks"] != about.old["decks"] for arm in about.new)  # by the bars
    small = f"{'' if is_named else f'{game_of(arms)}: '}{seats} computer players, {games}."
    if own != pace() and first.metric == MINUTES:
        small += f" Minutes at this group\u2019s own pace: {said_pace(own)} (seconds)."
    enough, size = say.games_for(first) if n == 1 else (0, "")
    more = [f"About {enough:,} games would {say.TELL.format(size)}."] if enough else [*said[1:2]]
    if about.mixed:
        name, does = about.names[1], " ".join(readings(about.changes[0])).rstrip(".")
        more = more if letters(does) == letters(name) else [f"{name}: {does[:1].lower()}{does[1:]}."]
    more += [f"Played as: {read}"] if about.are_sides and (read := _read(about, asked)) else []
    if n == 1 and not about.are_sides:
        name = joined(about.parts[0])
        does = in_full(name, about.changes[0]).removeprefix(name)
        rule = f"\u201c{name}\u201d{does}" if does else name
        was = [found[1] for one in about.changes[0] if (found := BEFORE.search(one.reading))]
        if len(about.changes[0]) == 1 and was and len(was[0]) <= SHORT:
            rule = f"{rule} (before:{STAYS}{was[0]})"
        asked = about_measure(f"What does {rule} change?", first.metric)
        more.append(unsaid(about.changes[0], asked))
    elif "counts as having it" in str(about.changes):
        more.append("Whoever ties for the lowest or the highest Level counts as having it.")
    likely = f"Likely ranges are right {say.CHANCES}. " * (first.identical != 1)
    return Post(asked, said[0], " ".join(filter(None, more)), f"{small} {likely}Made with {PROGRAM}")
