"""What differs between the rules, by how much, and how sure is that?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from decks.words.orders import Order, write_order
from lab.comparison.arm_comparison import Difference, from_frame
from lab.comparison.arm_pairs import EVERY
from lab.comparison.comparison_words import (
    amount,
    answer,
    change,
    how_to_read,
    interval,
    is_share,
    relative,
    who,
    worth,
    written_difference,
)
from lab.comparison.difference_order import against, in_order, topic_of
from lab.comparison.measure_names import name_of
from lab.comparison.shortest_arm import shortest
from lab.comparison.table_agreement import Agreement, sentence
from reports import theme
from reports.differences import difference_row, how_many, references, whoever_told
from reports.elements import Answer, Choice, Column, Data, Element, Fold, Link, Note, Table
from reports.headlines import PAGES
from reports.verdict_rules import value_of
from variants.variant_schema import SWITCHES

TITLE, GROUP, ORDER = "Compare", "Results", 15
METRICS = ("comparison", "agreement", "rules", "whoever_plays")

OWN, CHANGED = "own", "What was changed"
YES = {"true": "yes", "false": "no"}
WORDY, SWITCHED = 4, 3
"""Comparisons of each of which all that moved is said, of more the first; switches said as sentences, else a table."""


def _compared(data: Data) -> Mapping[str, str]:
    names = theme.arm_names(data["arm"])
    first = list(dict.fromkeys(references(data).values()))
    if len(names) < 2 or not first:
        return {}
    own = {OWN: "its own reference"} if len(first) > 1 else {}
    others = [n for n in names if n not in first] if data.of <= EVERY else []
    return own | {name: name for name in (*first, *others)}


CHOICES = (Choice("against", "Compared with", _compared, many=True, about="What all others are set against."),)


def draw(data: Data) -> Iterator[Element]:
    """What moved in words, the differences with their intervals, what the rules change, and what it rests on."""
    pairs = _pairs(data)
    if not pairs:
        yield Note(_nothing(data))
        return
    yield Answer(_answer(data, pairs, pairs if data.whole is data else _pairs(data.whole)))
    yield from _charts(data, pairs)
    is_said = len(pairs) == 1 and all(_said(data, rows[0]) for rows in pairs.values())
    changed = _changes(data, pairs, "" if is_said else CHANGED)
    yield from [Fold(CHANGED, tuple(changed))] if is_said else changed
    yield from _tables(pairs)
    yield from _players(data)
    yield from whoever_told(data)
    first = [rows[0] for rows in pairs.values()]
    read = Note(f"{how_to_read(first)} {data['run']['pace'][0]} {_whose(data)}")
    yield Fold("What the comparison rests on", (_basis(pairs), read))
    if data.of > EVERY:
        yield Note(
            f"Of more than {EVERY} rules each is compared with its reference only; lab compare --run RUN --every-pair "
            "compares every one with every other."
        )


def _nothing(data: Data) -> str:
    if data["comparison"].height:
        return "The rules that are shown are not compared: a comparison needs two of one run."
    if data["arm"].height > 1:
        return "No game by which two rules could be compared is stored for this run yet."
    return "This run has the rules of one game: a comparison needs two, such as lab compare base base+faster."


def _pairs(data: Data) -> dict[str, list[Difference]]:
    """Arm -> what it differs in from what it is compared with, the primary measure first."""
    rows = [row for row in from_frame(data["comparison"]) if row.difference == row.difference]
    chosen = data.chosen.get("against", OWN)
    wanted = references(data) if chosen == OWN else dict.fromkeys(theme.arm_names(data["arm"]), chosen)
    found = {}
    for arm, reference in wanted.items():
        if of_arm := [row for row in against(rows, reference) if row.b == arm]:
            found[arm] = sorted(of_arm, key=lambda row: row.role != "primary")
    return found


def _answer(data: Data, pairs: Mapping[str, Sequence[Difference]], every: Mapping[str, Sequence[Difference]]) -> str:
    """One pair: its sentences. Several: what moved most of `every` arm, then a line for each that is shown."""
    if len(pairs) == 1:
        (rows,) = pairs.values()
        counts = [] if rows[0].identical == 1 else how_many(rows)
        return "\n".join([_bold(answer(rows)[0]), *_said(data, rows[0]), *counts])
    told = {arm: answer(rows) for arm, rows in pairs.items()}
    more = 2 if len(pairs) <= WORDY else 1
    lines = [" ".join([_bold(said[0]), *said[1:more]]) for said in told.values()]
    return "\n".join([_lead(every), *shortest([row for rows in every.values() for row in rows]), *lines])


def _said(data: Data, row: Difference) -> list[str]:
    """What the rules of an arm are and those of its reference are not, in a line; of many switches nothing."""
    here, there = (dict(data["rules"].filter(arm=arm).select("switch", "value").iter_rows()) for arm in (row.b, row.a))
    new = {switch: value for switch, value in here.items() if switch in SWITCHES and there.get(switch) != value}
    says = [write_order(Order(switch, value_of(switch, value))) for switch, value in new.items()]
    return [f"{row.b}: {' '.join(says)}"] if 0 < len(says) <= SWITCHED else []


def _lead(pairs: Mapping[str, Sequence[Difference]]) -> str:
    first = [rows[0] for rows in pairs.values()]
    moved, name = in_order(row for row in first if row.found), name_of(first[0].metric)
    if not moved:
        return f"**None of {len(first)} rules** was found to differ in {name}."
    most = max(moved, key=lambda row: abs(row.difference))
    return f"{name.capitalize()} moved in **{len(moved)} of {len(first)} rules**, most in {most.b}: **{change(most)}**."


def _bold(sentence_: str) -> str:
    """A sentence whose first finding is bold: what stands behind the names of the arms."""
    arms, colon, rest = sentence_.rstrip(".").partition(": ")
    first, more, others = rest.partition("; ")
    return f"{arms}{colon}**{first}**{more}{others}." if colon else sentence_


# --- what differs by decision --------------------------------------------------------------------


def _changes(data: Data, pairs: Mapping[str, Sequence[Difference]], title: str) -> Iterator[Element]:
    """What was changed in each arm: rules with what they mean, cards, players."""
    rows = [row for arm, of_arm in pairs.items() for row in _changed(data, arm, of_arm[0].a)]
    if not rows:
        return
    columns = {
        "arm": Column("rules"), "what": Column("rule"), "there": Column("before"), "here": Column("now"),
        "why": Column("what the house rule asks"),
    }  # fmt: skip
    several = len({row["arm"] for row in rows}) > 1
    shown = {name: column for name, column in columns.items() if several or name != "arm"}
    asked = [row["why"] for row in rows if row["why"]]
    if len(asked) < 2:
        shown.pop("why")
    same = "the same, down to every die" if all(of_arm[0].paired for of_arm in pairs.values()) else "set alike"
    caption = " ".join([*asked[: len(asked) < 2], f"Everything else is {same}."])
    yield Table(pl.DataFrame(rows), caption, shown, title)


def _changed(data: Data, arm: str, reference: str) -> list[dict[str, str | None]]:
    rules = data["rules"]
    here, there = (
        {row["switch"]: row for row in rules.filter(pl.col("arm") == one).iter_rows(named=True)}
        for one in (arm, reference)
    )
    rows: list[dict[str, str | None]] = []
    asked: set[str] = set()
    for switch, row in here.items():
        if switch in there and row["value"] != there[switch]["value"]:
            why = row["why"] if row["why"] not in asked else None
            asked |= {why} if why else set()
            now, before = (YES.get(one["value"], one["value"]) for one in (row, there[switch]))
            rows.append({"arm": arm, "what": row["meaning"] or switch, "here": now, "there": before, "why": why})
    return rows + [{"arm": arm, **row, "why": None} for row in _settings(data, arm, reference)]


def _settings(data: Data, arm: str, reference: str) -> Iterator[dict[str, str | None]]:
    """Decks, cards set by hand, seats and personas in which two arms differ."""
    one, other = (data["arm"].filter(pl.col("arm") == name).row(0, named=True) for name in (arm, reference))
    words = {"decks": "deck", "changes": "set by hand", "seats": "players", "agents": "personas"}
    for key, word in words.items():
        mine, theirs = (_listed(row.get(key)) for row in (one, other))
        if mine != theirs:
            yield {"what": word, "here": mine or "nothing", "there": theirs or "nothing"}


def _listed(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# --- differences ---------------------------------------------------------------------------------


def _charts(data: Data, pairs: Mapping[str, Sequence[Difference]]) -> Iterator[Element]:
    rows = [row for of_arm in pairs.values() for row in of_arm]
    title = f"Differences to {rows[0].a}" if len({r.a for r in rows}) == 1 else "Differences of each to its reference"
    yield from filter(None, [difference_row(data, rows, title)])


def _tables(pairs: Mapping[str, Sequence[Difference]]) -> Iterator[Element]:
    """Every measure of every arm, each arm in a fold of its own."""
    for arm, rows in pairs.items():
        told = f"{arm} against {rows[0].a}: all" if len(pairs) > 1 else "All"
        yield Fold(f"{told} {len(rows)} measures in numbers", (_table(rows),))


def _table(rows: Sequence[Difference]) -> Table:
    first = rows[0]
    columns = {
        "measure": Column("measure", link=Link("", {}, by_row="page")),
        "difference": Column("difference", "figures"), "interval": Column("95 % interval", "figures"),
        "part": Column("%", "points", about="The difference in per cent of the first of both."),
        "a": Column(first.a, "figures"), "b": Column(first.b, "figures"),
        "q": Column("p, q", "p", about="Of the primary measure p; of all others q, adjusted for their number."),
    }  # fmt: skip
    games = f"{first.n:,} {'pairs of games with the same randomness' if first.paired else 'games each'}"
    how = f"{first.b} minus {first.a}; n = {games}. Shares in per cent, their differences in points."
    frame = pl.DataFrame([_cells(row) for row in (rows[0], *in_order(rows[1:]))])
    said = "Pale: no difference found. p, q: how often chance alone would make as large a difference."
    return Table(frame, said, columns, "", "missed", how)


def _cells(row: Difference) -> dict[str, object]:
    page = PAGES.get(topic_of(row.metric))
    return {
        "measure": name_of(row.metric) + (" %" if is_share(row) else ""), "page": page, "a": amount(row, row.value_a),
        "b": amount(row, row.value_b), "interval": interval(row),
        "difference": amount(row, written_difference(row), True),
        "part": relative(row), "q": row.p_value if row.role == "primary" else row.q_value,
        "missed": not row.found,
    }  # fmt: skip


# --- what it rests on ----------------------------------------------------------------------------


def _basis(pairs: Mapping[str, Sequence[Difference]]) -> Table:
    """What the pairing of each comparison was worth, and the way to the games that changed most."""
    rows = [
        {
            "arm": arm, "reference": of_arm[0].a, "n": of_arm[0].n, "identical": of_arm[0].identical,
            "worth": worth(of_arm[0]), "look": "most changed games" if of_arm[0].paired else None,
            "kind": "Most changed" if of_arm[0].paired else None, "both": [of_arm[0].a, arm],
        }
        for arm, of_arm in pairs.items()
    ]  # fmt: skip
    columns = {
        "arm": Column("rules"), "reference": Column("against"), "n": Column("games each", "count"),
        "identical": Column("the same game", "share", about="Pairs that went the same way with both."),
        "worth": Column("what the pairing is worth"),
        "look": Column("look at games", link=Link("games", {"kind": "kind", "arms": "both"})),
    }  # fmt: skip
    caption = "The more two games have in common, the less of a difference is left to chance."
    return Table(pl.DataFrame(rows, infer_schema_length=None), caption, columns)


def _players(data: Data) -> Iterator[Element]:
    """The same question at several tables of players: whether the differences agree."""
    frame = data["agreement"]
    if frame.is_empty():
        return
    asked = [
        Agreement(question, metric, tuple(rows["table"]), tuple(from_frame(rows)))
        for (question, metric), rows in frame.group_by("question", "metric", maintain_order=True)
    ]
    yield Note(sentence(asked))
    for question in dict.fromkeys(one.question for one in asked):
        yield _agreement([one for one in asked if one.question == question])


def _agreement(asked: Sequence[Agreement]) -> Table:
    shown = [one for one in asked if one.found or one.rows[0].role == "primary"]
    tables = list(dict.fromkeys(table for one in shown for table in one.tables))
    rows = []
    for one in shown:
        there = dict(zip(one.tables, one.rows, strict=True))
        cells = {table: _agreed(there[table]) if table in there else None for table in tables}
        agree = "" if len(one.found) < 2 else "yes" if one.agrees else "no"
        rows.append({"measure": name_of(one.metric) + (" %" if is_share(one.rows[0]) else ""), **cells, "agree": agree})
    columns = {"measure": Column("measure")} | {table: Column(table, "figures") for table in tables}
    caption = "Differences at each table of players; * = found there. What turns with them is not the rule's alone."
    title = f"{asked[0].question} at {len(tables)} tables of players"
    return Table(pl.DataFrame(rows, infer_schema_length=None), caption, columns | {"agree": Column("agree")}, title)


def _agreed(row: Difference) -> str:
    return amount(row, written_difference(row), True) + ("*" if row.found else "")


def _whose(data: Data) -> str:
    """For whom it holds; of several tables of players that is said above."""
    arm = data["arm"]
    return "" if data["agreement"].height else who(arm["agents"].to_list(), seats=arm["seats"].to_list())
